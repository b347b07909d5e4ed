"""Documents behind a web page: where Swagger UI, Redoc and their like say that they are.

A page is never run. What it and its own scripts say in the usual words is read, and where they say
nothing, the usual addresses beside it are tried. Every address is fetched under the same limits.
"""

import json
import re
import time
from collections.abc import Collection, Iterable, Iterator
from html import unescape
from urllib.parse import unquote, urljoin, urlsplit

from ..errors import ReadError
from .names import shown
from .remote import fetch

_MOST = 24  # addresses that are asked for one page
_SECONDS = 120.0  # for all of them
_HEAD = re.compile(rb"\A\s*(<!doctype\s+html|<html|<\?xml[^>]*>\s*<!doctype\s+html)", re.IGNORECASE)
_SCRIPT = re.compile(r"""<script\b[^>]*\bsrc\s*=\s*["']([^"']+)["']""", re.IGNORECASE)
_OURS = re.compile(r"init|index|config|swagger-ui-init|setup", re.IGNORECASE)  # scripts that say it
_ATTRIBUTE = re.compile(
    r"""\b(?:spec-url|apidescriptionurl|data-url|spec-href)\s*=\s*["']([^"']+)["']""",
    re.IGNORECASE,
)
_LINK = re.compile(r"""<link\b[^>]*\brel\s*=\s*["']service-desc["'][^>]*>""", re.IGNORECASE)
_HREF = re.compile(r"""\bhref\s*=\s*["']([^"']+)["']""", re.IGNORECASE)
_KEY = re.compile(
    r"""["']?\b(?P<key>url|configUrl|specUrl|openapi_url|swaggerUrl)["']?\s*:\s*"""
    r"""(?:["'`](?P<value>[^"'`\s<>]{1,2000})["'`])"""
)
_INLINE = re.compile(r"""["']?(?:swaggerDoc|spec)["']?\s*:\s*(?=\{)""")
_EXAMPLE = "petstore.swagger.io"  # what Swagger UI shows when it was not told what to show
_USUAL = (
    "openapi.json",
    "openapi.yaml",
    "swagger.json",
    "v3/api-docs",
    "v2/api-docs",
    "swagger/v1/swagger.json",
    "api-docs",
    "api/openapi.json",
)

Document = tuple[str, bytes]


def documents_at(url: str, allowed: Collection[str] = ()) -> tuple[Document, ...]:
    """Name and bytes of the documents at a web address: itself, or those that its page shows.

    Args:
        url: `http` or `https`.
        allowed: hosts that may have a private address.

    Raises:
        ReadError: it cannot be read, or it is a page behind which no document is found.
    """
    data = fetch(url, allowed)
    if not is_page(data):
        return ((name_of(url), data),)
    found = tuple(_Search(url, allowed).behind(data))
    if not found:
        raise ReadError(
            f"'{shown(url)}' is a web page, and no document is found behind it; "
            "the address of the document itself is needed."
        )
    return found


def is_page(data: bytes) -> bool:
    return _HEAD.match(data[:1000]) is not None


def name_of(url: str) -> str:
    """What a document from the web is called: the end of its address, else its host."""
    split = urlsplit(url)
    return unquote(split.path).rstrip("/").rpartition("/")[2] or split.hostname or url


class _Search:
    """One look behind a page; what was asked once is not asked again."""

    def __init__(self, url: str, allowed: Collection[str]) -> None:
        self._url, self._allowed = url, allowed
        self._asked: set[str] = set()
        self._ends = time.monotonic() + _SECONDS

    def behind(self, page: bytes) -> Iterator[Document]:
        texts = [text := page.decode("utf-8", "replace"), *self._scripts(text)]
        named = list(self._said(texts))
        if named:
            yield from named
            return
        inline = next((data for text in texts for data in _inlined(text)), None)
        if inline is not None:
            yield name_of(urljoin(self._url, ".")) or "document", inline
            return
        yield from self._first(_USUAL)

    def _scripts(self, page: str) -> Iterator[str]:
        """Scripts of the same server that may say where the document is."""
        for match in _SCRIPT.finditer(page):
            address = urljoin(self._url, unescape(match[1]))
            if _same_server(address, self._url) and _OURS.search(urlsplit(address).path):
                data = self._get(address)
                if data is not None and not is_page(data):
                    yield data.decode("utf-8", "replace")

    def _said(self, texts: Iterable[str]) -> Iterator[Document]:
        for address in dict.fromkeys(self._addresses(texts)):
            if urlsplit(address).hostname == _EXAMPLE:
                continue
            data = self._get(address)
            if data is not None and _is_document(data):
                yield name_of(address), data

    def _addresses(self, texts: Iterable[str]) -> Iterator[str]:
        for text in texts:
            for match in _ATTRIBUTE.finditer(text):
                yield urljoin(self._url, unescape(match[1]))
            for link in _LINK.findall(text):
                if href := _HREF.search(link):
                    yield urljoin(self._url, unescape(href[1]))
            for match in _KEY.finditer(text):
                address = urljoin(self._url, match["value"].replace("\\/", "/"))
                if match["key"] == "configUrl":
                    yield from self._configured(address)
                else:
                    yield address

    def _configured(self, address: str) -> Iterator[str]:
        """The addresses in the settings of Swagger UI, which stand in a document of their own."""
        data = self._get(address) or b""
        try:
            settings = json.loads(data)
        except ValueError:
            return
        if not isinstance(settings, dict):
            return
        listed = settings.get("urls")
        rows = [settings, *(listed if isinstance(listed, list) else [])]
        for row in rows:
            if isinstance(row, dict) and isinstance(row.get("url"), str):
                yield urljoin(address, row["url"])

    def _first(self, paths: Iterable[str]) -> Iterator[Document]:
        for base in dict.fromkeys((urljoin(self._url, "."), urljoin(self._url, "/"))):
            for path in paths:
                data = self._get(urljoin(base, path))
                if data is not None and _is_document(data):
                    yield name_of(urljoin(base, path)), data
                    return

    def _get(self, address: str) -> bytes | None:
        """What is there; None where nothing is, or was asked for already."""
        late = time.monotonic() > self._ends or len(self._asked) >= _MOST
        if late or address in self._asked:
            return None
        self._asked.add(address)
        try:
            return fetch(address, self._allowed)
        except ReadError:
            return None


def _same_server(one: str, other: str) -> bool:
    return urlsplit(one)[:2] == urlsplit(other)[:2]


def _is_document(data: bytes) -> bool:
    """Whether it may be an API description: a page and a script are none."""
    start = data[:4000]
    return not is_page(data) and (b"openapi" in start or b"swagger" in start or b"paths" in data)


def _inlined(text: str) -> Iterator[bytes]:
    """Documents that stand in a script as JSON."""
    for match in _INLINE.finditer(text):
        try:
            value, _ = json.JSONDecoder().raw_decode(text, match.end())
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and ("openapi" in value or "swagger" in value):
            yield json.dumps(value).encode()
