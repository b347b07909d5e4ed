"""Golden queries as files: ours, a table for spreadsheets, the runtime engine's ground truth."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from types import MappingProxyType

import orjson

from .golden import Golden, golden_json, write_golden

_COLUMNS = tuple(field.name for field in fields(Golden))
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would run


def write_csv(golden: Iterable[Golden]) -> bytes:
    """One row a query; lists are JSON, so that any name survives.

    A text that a spreadsheet would take for a formula begins with a quote there.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    for one in golden:
        writer.writerow([_cell(getattr(one, name)) for name in _COLUMNS])
    return out.getvalue().encode()


def write_ground_truth(golden: Iterable[Golden]) -> bytes:
    """The file that the runtime engine's benchmark reads, with what else we know of a query."""
    queries = [
        {("expected_tools" if name == "expect" else name): value for name, value in form.items()}
        for form in ({"expect": [], **golden_json(one)} for one in golden)
    ]
    return orjson.dumps({"name": "Graphwright", "queries": queries}, option=orjson.OPT_INDENT_2)


def _cell(value: object) -> str:
    if isinstance(value, tuple):
        return orjson.dumps(value).decode()
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


Writer = Callable[[Iterable[Golden]], bytes]

# by the ending of the file's name
WRITERS: Mapping[str, Writer] = MappingProxyType(
    {"jsonl": write_golden, "csv": write_csv, "ground-truth.json": write_ground_truth}
)
