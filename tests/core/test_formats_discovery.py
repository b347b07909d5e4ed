"""Documents behind the pages of Swagger UI, Redoc and their like."""

import contextlib
import json
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from graphwright.errors import ReadError
from graphwright.formats.discovery import documents_at, is_page
from graphwright.read import load

LOCAL = ("127.0.0.1",)
SPEC = {
    "openapi": "3.0.3",
    "info": {"title": "T"},
    "paths": {"/a": {"get": {"operationId": "getA", "responses": {}}}},
}
JSON = json.dumps(SPEC)
PAGE = "<!DOCTYPE html><html><head><title>API</title></head><body>{}</body></html>"
UI = PAGE.format('<div id="swagger-ui"></div><script>{}</script>')
YAML = "openapi: 3.0.3\npaths: {}\n"


@contextlib.contextmanager
def serving(answers: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """A server with these answers by path, and the paths that were asked for."""
    asked: list[str] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            body = answers.get(self.path.partition("?")[0])
            self.send_response(404 if body is None else 200)
            self.end_headers()
            self.wfile.write((body or "").encode())

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()
    thread.join()


CASES: dict[str, tuple[dict[str, str], list[str]]] = {
    "a document itself": ({"/docs": JSON}, ["docs"]),
    "Swagger UI": (
        {"/docs": UI.format('SwaggerUIBundle({ url: "/v1/spec.json" })'), "/v1/spec.json": JSON},
        ["spec.json"],
    ),
    "FastAPI": (
        {"/docs": UI.format("SwaggerUIBundle({ url: '/openapi.json', dom_id: '#a' })"),
         "/openapi.json": JSON},
        ["openapi.json"],
    ),
    "several documents": (
        {"/docs": UI.format('x({urls:[{"url":"a.json","name":"A"},{"url":"b.yaml","name":"B"}]})'),
         "/a.json": JSON, "/b.yaml": YAML},
        ["a.json", "b.yaml"],
    ),
    "a script of its own": (
        {"/docs": PAGE.format('<script src="./swagger-initializer.js"></script>'),
         "/swagger-initializer.js": 'window.ui = SwaggerUIBundle({"url": "spec.json"});',
         "/spec.json": JSON},
        ["spec.json"],
    ),
    "springdoc": (
        {"/docs": UI.format('SwaggerUIBundle({"configUrl": "/v3/api-docs/swagger-config"})'),
         "/v3/api-docs/swagger-config": '{"urls": [{"url": "/v3/api-docs/one"}, {"name": "x"}]}',
         "/v3/api-docs/one": JSON},
        ["one"],
    ),
    "a document in the script": (
        {"/docs": PAGE.format('<script src="swagger-ui-init.js"></script>'),
         "/swagger-ui-init.js": f'let options = {{"swaggerDoc": {JSON}, "customOptions": {{}} }}'},
        ["127.0.0.1"],
    ),
    "Redoc": ({"/docs": PAGE.format("<redoc spec-url='spec.yaml'></redoc>"), "/spec.yaml": YAML},
              ["spec.yaml"]),
    "Scalar": ({"/docs": PAGE.format('<script id="api" data-url="s.json"></script>'),
                "/s.json": JSON}, ["s.json"]),
    "a link": ({"/docs": PAGE.format('<link rel="service-desc" href="s.json">'), "/s.json": JSON},
               ["s.json"]),
    "the usual place": ({"/docs": PAGE.format("Hello"), "/v3/api-docs": JSON}, ["api-docs"]),
    "beside the example": (
        {"/docs": UI.format('x({url: "https://petstore.swagger.io/v2/swagger.json"})'),
         "/swagger.json": '{"swagger": "2.0", "paths": {}}'},
        ["swagger.json"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_documents_are_found_behind_pages(case: str):
    answers, names = CASES[case]
    with serving(answers) as (url, _):
        found = documents_at(f"{url}/docs", LOCAL)
    assert [name for name, _ in found] == names


def test_a_page_is_read_as_its_documents():
    page = UI.format('SwaggerUIBundle({ url: "/v1/spec.json" })')
    with serving({"/docs/": page, "/v1/spec.json": JSON}) as (url, _):
        curation = load(f"{url}/docs/", LOCAL)
    assert list(curation.graph.tools) == ["getA"]
    assert [source.name for source in curation.sources] == ["spec.json"]


def test_a_page_without_a_document_is_told():
    with (
        serving({"/docs": PAGE.format("Hello")}) as (url, asked),
        pytest.raises(ReadError, match=r"is a web page, and no document is found behind it.*\.$"),
    ):
        documents_at(f"{url}/docs", LOCAL)
    assert len(asked) <= 25


def test_a_page_leads_to_no_private_host():
    page = UI.format('x({urls: [{url: "http://localhost:9/a.json"}, {url: "file:///etc/passwd"}]})')
    with serving({"/docs": page}) as (url, asked), pytest.raises(ReadError, match="web page"):
        documents_at(f"{url}/docs", LOCAL)
    assert "/a.json" not in asked


def test_a_page_that_names_thousands_of_addresses_is_soon_given_up():
    urls = ",".join(f'{{"url": "/{n}.json"}}' for n in range(5000))
    with serving({"/docs": UI.format(f"x({{urls: [{urls}]}})")}) as (url, asked):
        with pytest.raises(ReadError, match="web page"):
            documents_at(f"{url}/docs", LOCAL)
        assert len(asked) <= 25


@pytest.mark.parametrize(
    ("data", "page"),
    [
        (b"<!DOCTYPE html><p>", True),
        (b"  <html lang='en'>", True),
        (b"<?xml version='1.0'?><graphml/>", False),
        (b'{"openapi": "3.0.0"}', False),
        (b"", False),
    ],
)
def test_pages_are_told_from_documents(data: bytes, page: bool):
    assert is_page(data) is page
