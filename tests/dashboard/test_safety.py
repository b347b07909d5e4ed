"""Who is answered: hosts, sites, passwords and sessions, over HTTP as a browser would ask."""

import time
from pathlib import Path

import pytest
from werkzeug.security import generate_password_hash

from graphwright.curate.curation import Curation
from graphwright.errors import ProjectError
from graphwright.project.project import Project
from graphwright_dashboard import app as application
from graphwright_dashboard import signin
from graphwright_dashboard.hosts import hosts_of
from graphwright_dashboard.services import Services
from graphwright_dashboard.signin import Door

PASSWORD = "correct horse battery"
HOST = {"Host": "10.1.2.3:8050"}
OWN = {**HOST, "Origin": "http://10.1.2.3:8050", "Sec-Fetch-Site": "same-origin"}
HTML = {**HOST, "Accept": "text/html"}
BODY = {"output": "..", "inputs": [], "changedPropIds": []}


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    project = Project.open(tmp_path_factory.mktemp("safety") / "p.graphwright", Curation())
    services = Services(project, signed_in=True)
    yield services
    services.jobs.close()
    project.close()


@pytest.fixture(scope="module")
def server(services):
    """A server that other machines can reach."""
    hosts = hosts_of("0.0.0.0", ["Workbench.example"])
    return application.create_app(services, hosts, Door(PASSWORD)).server


@pytest.fixture
def client(server):
    return server.test_client()


@pytest.fixture(scope="module")
def local(services):
    """A server of this machine alone, where nobody signs in."""
    return application.create_app(Services(services.project, services.jobs)).server


def signed_in(client):
    answer = client.post("/sign-in", data={"password": PASSWORD}, headers=OWN)
    assert answer.status_code == 303
    return answer


def test_the_password_is_kept_as_a_hash_alone():
    door = Door(PASSWORD)
    assert door._hash.startswith("scrypt:32768:8:1$")
    assert PASSWORD not in repr(vars(door))


def test_a_password_may_be_given_as_its_hash():
    door = Door(generate_password_hash(PASSWORD, "scrypt"))
    assert door.enter(PASSWORD, "") is not None
    assert door.enter("something else", "") is None


def test_nothing_of_the_project_is_shown_before_one_signs_in(server):
    client = server.test_client()
    paths = sorted(
        rule.rule.replace("<path:path>", "explore").replace("<format>", "json")
        for rule in server.url_map.iter_rules()
        if "<" not in rule.rule or rule.rule in ("/<path:path>", "/export/<format>")
    )
    for path in paths:
        if path == "/sign-in":
            continue
        for method in ("GET", "POST", "PUT", "DELETE"):
            answer = client.open(path, method=method, headers=OWN)
            assert answer.status_code == 401, (method, path)


def test_a_browser_is_led_to_the_page_that_asks_for_the_password(client):
    answer = client.get("/explore", headers=HTML)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in")
    page = client.get("/sign-in", headers=HTML)
    assert page.status_code == 200
    assert "not encrypted" in page.text


def test_who_knows_the_password_is_in_until_signing_out(client):
    cookie = signed_in(client).headers["Set-Cookie"]
    for word in ("HttpOnly", "SameSite=Strict", "Path=/"):
        assert word in cookie
    assert "Secure" not in cookie
    assert client.get("/revision", headers=HOST).text == "0"
    assert client.post("/sign-out", headers=OWN).status_code == 303
    assert client.get("/revision", headers=HOST).status_code == 401


def test_the_cookie_is_for_tls_alone_where_the_browser_came_by_it(client):
    headers = {**OWN, "Origin": "https://10.1.2.3:8050"}
    answer = client.post("/sign-in", data={"password": PASSWORD}, headers=headers)
    assert "Secure" in answer.headers["Set-Cookie"]


def test_a_session_that_signed_out_is_not_known_by_its_cookie(client, server):
    cookie = signed_in(client).headers["Set-Cookie"].partition(";")[0]
    client.post("/sign-out", headers=OWN)
    headers = {**HOST, "Cookie": cookie}
    assert server.test_client().get("/revision", headers=headers).status_code == 401


def test_a_session_that_rested_too_long_ends(client, monkeypatch):
    signed_in(client)
    now = time.monotonic()
    monkeypatch.setattr(signin.time, "monotonic", lambda: now + signin.LASTS + 1)
    assert client.get("/revision", headers=HOST).status_code == 401


def test_wrong_passwords_are_refused_and_soon_not_looked_at(services):
    client = application.create_app(services, hosts_of("0.0.0.0"), Door(PASSWORD)).server
    client = client.test_client()

    def tried(password: str, address: str) -> int:
        return client.post(
            "/sign-in",
            data={"password": password},
            headers=OWN,
            environ_base={"REMOTE_ADDR": address},
        ).status_code

    assert [tried("wrong password", "10.0.0.9") for _ in range(5)] == [401] * 5
    assert tried(PASSWORD, "10.0.0.9") == 429
    assert tried(PASSWORD, "10.0.0.8") == 303


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("POST", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("POST", {"Sec-Fetch-Site": "same-site"}, 403),
        ("POST", {"Origin": "https://elsewhere.example"}, 403),
        ("POST", {"Origin": "null"}, 403),
        ("POST", {"Origin": "http://10.1.2.3:9999", "Sec-Fetch-Site": "same-origin"}, 403),
        ("POST", {}, 403),  # a cookie, and nothing that says where the request is from
        ("POST", {"Origin": "http://10.1.2.3:8050"}, 401),
        ("POST", {"Sec-Fetch-Site": "same-origin"}, 401),
        ("GET", {"Sec-Fetch-Site": "cross-site"}, 401),  # a link from elsewhere
        ("GET", {"Origin": "https://elsewhere.example"}, 403),
    ],
)
def test_another_site_may_not_use_a_session(client, method, headers, status):
    for path in ("/_dash-update-component", "/revision"):
        answer = client.open(path, method=method, headers=HOST | headers)
        assert answer.status_code == status, path


def test_every_route_that_may_change_something_asks_where_it_is_from(local):
    client = local.test_client()
    changing = {
        (rule.rule.replace("<id>", "x"), method)
        for rule in local.url_map.iter_rules()
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}
    }
    assert ("/_dash-update-component", "POST") in changing
    for path, method in changing:
        for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://localhost.example"}):
            answer = client.open(path, method=method, headers=headers, json=BODY)
            assert answer.status_code == 403, (path, method)
        answer = client.open(path, method=method, headers={"Host": "evil.example"}, json=BODY)
        assert answer.status_code == 403, (path, method)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("10.1.2.3:8050", 200),
        ("[fe80::1]:8050", 200),
        ("workbench.example", 200),
        ("WORKBENCH.example:80", 200),
        ("localhost:8050", 200),
        ("evil.example", 403),
        ("evil.example:8050", 403),
        ("10.1.2.3.evil.example", 403),
        ("", 403),
    ],
)
def test_names_that_are_not_ours_are_refused(client, host, status):
    assert client.get("/sign-in", headers={"Host": host}).status_code == status


@pytest.mark.parametrize("host", ["10.1.2.3", "192.168.0.1:8050", "[::2]"])
def test_a_server_of_this_machine_alone_answers_to_no_other_address(local, host):
    assert local.test_client().get("/", headers={"Host": host}).status_code == 403


def test_the_page_runs_no_script_but_ours(client):
    for path in ("/sign-in", "/assets/theme.js"):
        with client.get(path, headers=HOST) as answer:
            policy = dict(
                part.split(maxsplit=1)
                for part in answer.headers["Content-Security-Policy"].split("; ")
            )
        assert "unsafe" not in policy["script-src"]
        assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_no_door_is_refused_where_others_can_come(services):
    with pytest.raises(ProjectError, match="--password-file is needed"):
        application.serve(services.project, "0.0.0.0", 0, False)


def test_without_tls_a_person_is_warned(services, monkeypatch, capsys):
    monkeypatch.setattr(application.waitress, "create_server", _cannot)
    with pytest.raises(ProjectError, match=r"Port 1 of '0\.0\.0\.0' cannot be used: taken\."):
        application.serve(services.project, "0.0.0.0", 1, False, door=Door(PASSWORD))
    assert "without TLS" in capsys.readouterr().err


def _cannot(*_: object, **__: object) -> None:
    raise OSError(98, "taken")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file or directory."),
        (b"", "has 0 characters; at least 8 are needed."),
        (b"short\n", "has 5 characters; at least 8 are needed."),
        (b"\xff\xfe\x00", "cannot be read: it is no text."),
    ],
)
def test_a_password_file_that_is_none_is_told_in_one_sentence(tmp_path: Path, content, said):
    path = tmp_path / "password"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ProjectError, match=r"^.*\.$") as raised:
        Door.of_file(path)
    assert said in str(raised.value)


def test_the_first_line_of_the_file_is_the_password(tmp_path: Path):
    path = tmp_path / "password"
    path.write_text(f"{PASSWORD}\nnot this\n")
    assert Door.of_file(path).enter(PASSWORD, "") is not None
