"""Golden queries: questions with the tools that must, may and must not answer them."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields

import orjson

from ..errors import ReadError

_LISTS = ("expect", "accept", "forbid")
_OTHER_NAMES = {  # as other sets call it
    "gold": "expect",
    "expected_tools": "expect",
    "expected_targets": "expect",
    "acceptable_alternatives": "accept",
}
_QUOTED_FORMULA = ("'=", "'+", "'-", "'@")  # a text as spreadsheets keep it from being run
_TRUE = ("true", "1", "yes")


@dataclass(frozen=True, slots=True)
class Golden:
    """One question. `ordered`: all of `expect` in that order; `group` joins paraphrases."""

    query: str
    expect: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()
    ordered: bool = False
    pinned: bool = True  # the gate fails when it passed before and fails now
    group: str = ""
    note: str = ""
    synthetic: bool = False


def read_golden(data: bytes, name: str) -> tuple[Golden, ...]:
    """Golden queries of a file, each once: of entries with the same query the last one holds.

    Raises:
        ReadError: as `golden_entries`.
    """
    return distinct(golden_entries(data, name))


def distinct(entries: Iterable[Golden]) -> tuple[Golden, ...]:
    """One of each query, the last one, where the first one stood."""
    return tuple({golden.query: golden for golden in entries}.values())


def golden_entries(data: bytes, name: str) -> tuple[Golden, ...]:
    """All entries of a file: JSON lines, a JSON array, `{"queries": […]}` or CSV.

    Entries are ours, or `{"query", "gold"}`, or the runtime engine's ground truth: `{"query",
    "expected_tools"}`, and in `{"cases": […]}` `{"query", "expected_targets",
    "acceptable_alternatives"}`.

    Raises:
        ReadError: the file is none of these; the sentence names the entry and the field.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadError(f"'{name}' is no text in UTF-8: byte {error.start}.") from None
    return tuple(_golden(entry, f"{place} of '{name}'") for place, entry in _entries(text, name))


def write_golden(golden: Iterable[Golden]) -> bytes:
    """The queries as JSON lines, without fields that say nothing."""
    return b"".join(orjson.dumps(golden_json(one)) + b"\n" for one in golden)


def golden_json(golden: Golden) -> dict[str, object]:
    """The JSON form, without fields that say nothing."""
    values = {field.name: getattr(golden, field.name) for field in fields(golden)}
    defaults = {field.name: field.default for field in fields(golden)}
    return {key: value for key, value in values.items() if value != defaults[key]}


def _entries(text: str, name: str) -> Iterator[tuple[str, object]]:
    """Every entry with its place in words."""
    if not text.lstrip().startswith(("{", "[")):
        yield from _csv_entries(text, name)
        return
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError:
        yield from _lines(text, name)
        return
    if isinstance(document, dict):
        document = document.get("queries", document.get("cases", [document]))
    if not isinstance(document, list):
        raise ReadError(f"'queries' of '{name}' is no list of golden queries.")
    yield from ((f"Entry {number}", entry) for number, entry in enumerate(document, 1))


def _lines(text: str, name: str) -> Iterator[tuple[str, object]]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            yield f"Line {number}", orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise ReadError(f"Line {number} of '{name}' is no JSON: {error}.") from None


def _csv_entries(text: str, name: str) -> Iterator[tuple[str, object]]:
    reader = csv.DictReader(io.StringIO(text, newline=""), restkey="")
    if "query" not in (reader.fieldnames or ()):
        raise ReadError(f"'{name}' is no JSON, and no CSV with a column 'query'.")
    try:
        for row in reader:
            yield f"Line {reader.line_num}", {key: _cell(key, row[key]) for key in row if row[key]}
    except csv.Error as error:
        raise ReadError(f"Line {reader.line_num} of '{name}' is no CSV: {error}.") from None


def _cell(column: str, text: str) -> object:
    """A cell's value: lists are JSON, or separated by semicolons."""
    column = _OTHER_NAMES.get(column, column)
    if column in _LISTS:
        if text.startswith("["):
            try:
                return orjson.loads(text)
            except orjson.JSONDecodeError:
                return text
        return [part.strip() for part in text.split(";") if part.strip()]
    if column in ("ordered", "pinned", "synthetic"):
        return text.strip().lower() in _TRUE
    return text[1:] if text.startswith(_QUOTED_FORMULA) else text


def _golden(entry: object, place: str) -> Golden:
    if not isinstance(entry, Mapping):
        raise ReadError(f"{place} is no golden query: an object with 'query' was expected.")
    known = {field.name for field in fields(Golden)}
    values = {_OTHER_NAMES.get(key, key): value for key, value in entry.items()}
    checked = {key: _checked(key, value, place) for key, value in values.items() if key in known}
    if not checked.get("query"):
        raise ReadError(f"{place} has no 'query': a text was expected.")
    return Golden(**checked)  # type: ignore[arg-type]  # every value was checked above


def _checked(key: str, value: object, place: str) -> object:
    """`value` as the field wants it."""
    if key in _LISTS:
        if isinstance(value, list) and all(isinstance(name, str) for name in value):
            return tuple(dict.fromkeys(value))
        raise ReadError(f"{place}: '{key}' is no list of names of tools.")
    wanted = bool if key in ("ordered", "pinned", "synthetic") else str
    if isinstance(value, wanted):
        return value
    kind = "true or false" if wanted is bool else "a text"
    raise ReadError(f"{place}: '{key}' is not {kind}.")
