"""The workbench under a password, in a real browser: coming in, working, going out."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask, Response, request
from playwright.sync_api import expect
from werkzeug.serving import make_server

from graphwright_dashboard.app import create_app
from graphwright_dashboard.hosts import hosts_of
from graphwright_dashboard.services import Services
from graphwright_dashboard.signin import Door

PASSWORD = "correct horse battery"


@contextmanager
def served(application: Flask) -> Iterator[str]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, application, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()


@pytest.fixture
def answers() -> list[tuple[str, str, int]]:
    """Method, origin and status of what was asked."""
    return []


@pytest.fixture
def guarded(page, project, answers) -> Iterator[str]:
    services = Services(project, signed_in=True)
    app = create_app(services, hosts_of("0.0.0.0"), Door(PASSWORD))

    def note(response: Response) -> Response:
        answers.append((request.method, request.headers.get("Origin", ""), response.status_code))
        return response

    app.server.after_request(note)
    with served(app.server) as url:
        yield url
        page.context.close()
    services.jobs.close()


def test_one_comes_in_with_the_password_works_and_goes_out(page, guarded, project):
    page.goto(f"{guarded}/lab")
    expect(page.get_by_role("heading", name="Graphwright")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Overview", exact=True)).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press(",")
    expect(page.locator("#settings-k")).to_have_value("5")  # the page has drawn what stands
    page.locator("#settings-k").fill("7")
    page.locator("#settings-apply").click()
    expect(page.get_by_role("status")).to_contain_text("settings of search")
    assert project.curation.settings.k == 7
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Password")).to_be_focused()
    page.goto(f"{guarded}/lab")
    expect(page.get_by_label("Password")).to_be_focused()


ATTACK = """<!DOCTYPE html><title>Elsewhere</title><script src="/attack.js"></script>
<form id="f" method="post" enctype="text/plain" action="{url}/_dash-update-component" target="t">
<input name='{{"output": "x' value='"}}'></form><iframe name="t"></iframe>"""
SCRIPT = """
addEventListener("load", async () => {{
  const body = JSON.stringify({{ output: "..", inputs: [], changedPropIds: [] }});
  const plain = {{ method: "POST", mode: "no-cors", credentials: "include", body }};
  await fetch("{url}/_dash-update-component", plain).catch(() => 0);
  await fetch("{url}/sign-out", plain).catch(() => 0);
  document.getElementById("f").submit();
  setTimeout(() => {{ document.title = "Done"; }}, 500);
}});
"""


def test_a_page_of_another_site_can_do_nothing(browser, guarded, project, answers):
    """With the cookie in the browser, and from the same address, which makes it the same site."""
    other = Flask("other")
    other.add_url_rule("/", "page", lambda: ATTACK.format(url=guarded))
    script = (SCRIPT.format(url=guarded), {"Content-Type": "text/javascript"})
    other.add_url_rule("/attack.js", "script", lambda: script)
    context = browser.new_context()
    page = context.new_page()
    page.goto(guarded)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Overview", exact=True)).to_be_visible()
    attack = context.new_page()
    with served(other) as elsewhere:
        attack.goto(elsewhere)
        expect(attack).to_have_title("Done")
        attack.close()
    asked = [status for method, origin, status in answers if origin not in ("", guarded)]
    assert asked == [403, 403, 403]
    assert project.revision == 0
    page.reload()
    expect(page.get_by_role("heading", name="Overview", exact=True)).to_be_visible()
    context.close()


def test_a_page_for_reading_says_so_and_changes_nothing(page, project):
    services = Services(project, read_only=True)
    with served(create_app(services).server) as url:
        page.goto(f"{url}/settings")
        expect(page.get_by_text("Reading only")).to_be_visible()
        page.locator("#settings-k").fill("7")
        page.locator("#settings-apply").click()
        expect(page.get_by_role("status")).to_have_text("This project is open for reading only.")
        page.context.close()
    services.jobs.close()
    assert project.revision == 0
