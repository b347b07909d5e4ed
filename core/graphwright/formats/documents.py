"""Bytes to JSON values: unpacked, decoded and parsed, within limits.

Every refusal is one sentence that names the file, the place and what was expected.
"""

import gzip
import io
import lzma
import re
import zlib
from typing import BinaryIO, cast

import orjson

from ..errors import ReadError
from ..issues import Issue
from .repeated_keys import repeated_keys
from .yaml_events import parse_yaml

MAX_BYTES = 1 << 30  # unpacked; the largest graph that we know has 208 MB
_CHUNK = 1 << 20
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_BLANK = b" \t\r\n"
# Halves of a character that stand alone; other parsers let them pass, a string cannot hold them.
_LONE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    rb"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)


def unpacked(data: bytes, name: str) -> bytes:
    """The bytes of a file without its .xz or .gz packing, which its first bytes tell."""
    try:
        if data.startswith(b"\xfd7zXZ\x00"):
            with lzma.open(io.BytesIO(data)) as stream:
                return _whole(cast(BinaryIO, stream), name)
        if data.startswith(b"\x1f\x8b"):
            with gzip.open(io.BytesIO(data)) as stream:
                return _whole(cast(BinaryIO, stream), name)
    except (lzma.LZMAError, zlib.error, EOFError, OSError) as error:
        raise ReadError(f"'{name}' is packed but damaged: {_reason(error)}.") from None
    return data


def _whole(stream: BinaryIO, name: str) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while chunk := stream.read(_CHUNK):
        size += len(chunk)
        if size > MAX_BYTES:
            limit = MAX_BYTES >> 20
            raise ReadError(f"'{name}' unpacks to more than {limit} MB, the most that is read.")
        chunks.append(chunk)
    return b"".join(chunks)


def _reason(error: Exception) -> str:
    return str(error).rstrip(".") or "it ends too early"


def is_xml(data: bytes) -> bool:
    start = data[:64].removeprefix(b"\xef\xbb\xbf").lstrip(_BLANK)
    return start.startswith(b"<")


def parse(data: bytes, name: str) -> tuple[object, tuple[Issue, ...]]:
    """The JSON value of a JSON or YAML text, and what its text had that a value cannot show."""
    data = _utf8(data, name)
    start = data.lstrip(_BLANK)[:1] if data[:1] in _BLANK else data[:1]
    if not start:
        raise ReadError(f"'{name}' is empty; a document with tools was expected.")
    if start not in b"{[":
        return parse_yaml(data, name)
    try:
        value = _json(data)
    except orjson.JSONDecodeError as error:
        if name.endswith((".yaml", ".yml")):
            return parse_yaml(data, name)
        value = _lines(data)
        if value is None:
            raise ReadError(_no_json(error, name)) from None
    return value, repeated_keys(data, _written(value, name))


def _written(value: object, name: str) -> bytes:
    """The value as text; refuses what could be read but not written, past 254 levels."""
    try:
        return orjson.dumps([[[[[[[[value]]]]]]]])  # what we keep, we keep inside something else
    except orjson.JSONEncodeError:
        raise ReadError(
            f"'{name}' nests deeper than 240 levels; a document with tools was expected."
        ) from None


def _utf8(data: bytes, name: str) -> bytes:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding).encode()
            except UnicodeError:
                raise ReadError(f"'{name}' starts as {encoding} but is not.") from None
    return data.removeprefix(b"\xef\xbb\xbf")


def _json(data: bytes) -> object:
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        if "surrogate" not in str(error) and "escape" not in str(error):
            raise
        return orjson.loads(_LONE.sub(rb"\\ufffd", data))


def _lines(data: bytes) -> list[object] | None:
    """The values of JSON lines; None where a line is none."""
    try:
        return [orjson.loads(line) for line in data.splitlines() if line.strip(_BLANK)]
    except orjson.JSONDecodeError:
        return None


def _no_json(error: orjson.JSONDecodeError, name: str) -> str:
    reason = str(error).partition(": line")[0]
    return (
        f"'{name}' is no JSON: {reason} at line {error.lineno}, column {error.colno}; "
        "a JSON or YAML document was expected."
    )
