"""A real MCP server over HTTP, asked for its tools."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from graphwright.errors import ReadError
from graphwright.formats import mcp_server
from graphwright.read import load, load_all

pytest.importorskip("mcp", reason="the package 'mcp' is not installed")
uvicorn = pytest.importorskip("uvicorn", reason="no server to run it")
from mcp.server import MCPServer  # noqa: E402

LOCAL = ("127.0.0.1", "localhost", "tools.example")

pytestmark = pytest.mark.filterwarnings("ignore")


def shop() -> MCPServer:
    server = MCPServer("shop")

    @server.tool()
    def get_order(order_id: str) -> dict[str, str]:
        """One order with its lines."""
        return {"id": order_id}

    @server.tool()
    def cancel_order(order_id: str, reason: str = "") -> bool:
        """Cancels an order <b>for good</b>."""
        return bool(order_id and reason)

    return server


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    config = uvicorn.Config(
        shop().streamable_http_app(host="0.0.0.0"), host="127.0.0.1", port=number, log_level="error"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 30
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    yield number
    server.should_exit = True
    thread.join(10)


def test_the_tools_of_a_server_are_read(port: int):
    curation = load(f"mcp+http://127.0.0.1:{port}/mcp", LOCAL)
    tool = curation.graph.tools["get_order"]
    assert tool.description == "One order with its lines."
    assert [p.name for p in tool.parameters if p.required] == ["order_id"]
    assert sorted(curation.graph.tools) == ["cancel_order", "get_order"]
    assert [(s.name, s.kind, s.tools) for s in curation.sources] == [("mcp", "mcp", 2)]


def test_the_name_is_looked_up_once(port: int, monkeypatch: pytest.MonkeyPatch):
    looked_up: list[str] = []
    real = socket.getaddrinfo

    def once(host: object, *rest: object, **more: object) -> object:
        if host == "tools.example":
            looked_up.append(str(host))
            return real("127.0.0.1" if len(looked_up) == 1 else "10.0.0.1", *rest, **more)
        return real(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", once)
    curation = load(f"mcp+http://tools.example:{port}/mcp", LOCAL)
    assert len(curation.graph.tools) == 2
    assert looked_up == ["tools.example"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "10.0.0.1", "[::1]", "169.254.169.254"])
def test_private_servers_are_refused(host: str):
    with pytest.raises(ReadError, match="is not public; allow it by name"):
        load(f"mcp+http://{host}/mcp")


def test_what_is_no_mcp_server_is_one_sentence(port: int):
    with pytest.raises(ReadError, match=r"does not answer as an MCP server: .*[^.]\.$") as raised:
        load(f"mcp+http://127.0.0.1:{port}/nothing", LOCAL)
    assert "\n" not in str(raised.value)


def test_a_server_that_says_too_much_is_refused(port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(mcp_server, "MAX_BYTES", 100)
    with pytest.raises(ReadError):
        load(f"mcp+http://127.0.0.1:{port}/mcp", LOCAL)


def test_a_server_that_is_too_slow_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(mcp_server, "SECONDS", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"mcp+http://127.0.0.1:{silent.getsockname()[1]}/mcp"
        started = time.monotonic()
        with pytest.raises(ReadError):
            load(url, LOCAL)
        assert time.monotonic() - started < 10


def test_without_the_package_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "mcp", None)
    with pytest.raises(
        ReadError, match=r"needs the package 'mcp'; 'pip install graphwright\[mcp\]'"
    ):
        load_all(["mcp+https://tools.example/mcp"])
