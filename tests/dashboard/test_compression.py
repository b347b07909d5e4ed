import gzip

import pytest
from flask import Flask, Response

from graphwright_dashboard.compression import compress

LONG, SHORT = "text " * 1000, "text"


@pytest.fixture
def client():
    server = Flask("test", static_folder=None)
    compress(server)
    server.add_url_rule("/long", view_func=lambda: LONG)
    server.add_url_rule("/short", "short", lambda: SHORT)
    server.add_url_rule("/assets/a.js", "asset", lambda: Response(LONG, mimetype="text/javascript"))
    server.add_url_rule("/picture", "picture", lambda: Response(LONG, mimetype="image/png"))
    return server.test_client()


GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def test_a_long_text_comes_in_gzip_and_is_the_same(client):
    answer = client.get("/long", headers=GZIP)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert gzip.decompress(answer.data).decode() == LONG
    assert len(answer.data) < len(LONG) / 10


@pytest.mark.parametrize(("path", "headers"), [("/long", {}), ("/short", GZIP), ("/picture", GZIP)])
def test_what_gains_nothing_comes_as_it_is(client, path, headers):
    assert "Content-Encoding" not in client.get(path, headers=headers).headers


def test_an_asset_that_is_named_by_its_date_is_kept_for_good(client):
    assert "immutable" in client.get("/assets/a.js?m=1", headers=GZIP).headers["Cache-Control"]
    assert "Cache-Control" not in client.get("/assets/a.js", headers=GZIP).headers
