"""The tools of an MCP server that runs somewhere, asked over HTTP as a client would.

`mcp+https://host/mcp` names one. Its host is looked up once, like that of a document: the
connection goes to the address that was checked, under the name that was asked for.
"""

import json
from collections.abc import AsyncIterator, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from ..errors import ReadError
from .names import shown
from .remote import MAX_BYTES, SECONDS, looked_up

if TYPE_CHECKING:
    import httpx2

MCP = "mcp+"  # before the address
_PAGES = 200  # of a list of tools


def is_server(path: str) -> bool:
    return path.lower().startswith((f"{MCP}http://", f"{MCP}https://"))


def tools_of(path: str, allowed: Collection[str] = ()) -> bytes:
    """The server's `tools/list` answer, all pages of it, as the bytes of a recorded list.

    Args:
        path: `mcp+http://…` or `mcp+https://…`.
        allowed: hosts that may have a private address.

    Raises:
        ReadError: the host is not public, the server does not answer, or it answers too much.
    """
    try:
        import anyio
        import mcp  # noqa: F401 - an extra of ours
    except ImportError:
        raise ReadError(
            "Reading from an MCP server needs the package 'mcp'; 'pip install graphwright[mcp]' "
            "gets it."
        ) from None
    url = path[len(MCP) :]
    place = looked_up(url, allowed)
    with ThreadPoolExecutor(1) as thread:  # the caller's may have a loop of its own
        tools = thread.submit(anyio.run, _asked, url, place.address).result()
    return json.dumps({"tools": tools}).encode()


async def _asked(url: str, address: str) -> list[object]:
    import anyio

    try:
        with anyio.fail_after(SECONDS):
            return await _listed(url, address)
    except TimeoutError:
        raise ReadError(f"'{shown(url)}' took longer than {SECONDS:g} seconds.") from None
    except ReadError:
        raise
    except Exception as error:  # whatever the client raises, in groups of groups
        raise ReadError(
            f"'{shown(url)}' does not answer as an MCP server: {_said(error)}."
        ) from None


async def _listed(url: str, address: str) -> list[object]:
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    found: list[object] = []
    async with httpx2.AsyncClient(
        transport=_pinned(address), follow_redirects=False, timeout=SECONDS
    ) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, read_timeout_seconds=SECONDS) as client:
            cursor: str | None = None
            for _ in range(_PAGES):
                answer = await client.list_tools(cursor=cursor)
                found += [
                    tool.model_dump(mode="json", by_alias=True, exclude_none=True)
                    for tool in answer.tools
                ]
                cursor = answer.next_cursor
                if not cursor:
                    return found
    raise ReadError(f"'{shown(url)}' has more than {_PAGES} pages of tools.")


def _pinned(address: str) -> "httpx2.AsyncBaseTransport":
    """A transport to one address that was looked up and checked, whatever a request names."""
    import httpx2

    class Pinned(httpx2.AsyncHTTPTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            host = request.url.host
            request.extensions = {**request.extensions, "sni_hostname": host}
            request.url = request.url.copy_with(host=address)
            answer = await super().handle_async_request(request)
            return httpx2.Response(
                answer.status_code,
                headers=answer.headers,
                stream=_Limited(answer),
                extensions=answer.extensions,
            )

    class _Limited(httpx2.AsyncByteStream):
        """The answer's bytes up to a limit."""

        def __init__(self, answer: httpx2.Response) -> None:
            self._answer = answer

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in self._answer.aiter_raw():
                size += len(chunk)
                if size > MAX_BYTES:
                    raise ReadError(f"The server's answer is larger than {MAX_BYTES >> 20} MB.")
                yield chunk

        async def aclose(self) -> None:
            await self._answer.aclose()

    return Pinned()


def _said(error: BaseException) -> str:
    """The first thing that went wrong, in a line."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    text = " ".join(str(error).split()) or type(error).__name__
    return shown(text).rstrip(".")
