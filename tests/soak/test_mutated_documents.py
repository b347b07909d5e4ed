"""Three hundred mutations of the handed documents: each is read or refused, in time.

`GRAPHWRIGHT_MUTATIONS` says how many. The same number makes the same mutations.
"""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import orjson
import pytest

from graphwright.curate.curation import Curation
from graphwright.errors import GraphwrightError
from graphwright.formats import read
from graphwright.read import curation_of

DATA = Path(__file__).parents[2].parent / "shared" / "data"
FOLDERS = ("openapi", "mcp", "artifacts", "arazzo", "retrieval")
COUNT = int(os.environ.get("GRAPHWRIGHT_MUTATIONS", "300"))
SECONDS = 30
LARGEST = 1 << 20  # bytes of a document that is mutated: many small ones say more than a few large

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not DATA.is_dir(), reason=f"the handed documents are not at {DATA}"),
]

WRONG: tuple[object, ...] = (
    None,
    True,
    -1,
    1e308,
    "",
    "x" * 100_000,
    "\u0000",
    "🛒" * 500,
    [],
    {},
    [[[[[[]]]]]],
    {"$ref": "#"},
    {"$ref": "#/paths"},
    {"$ref": "../../../etc/passwd"},
    {"$ref": "http://127.0.0.1/x"},
    {"$ref": "#/components/schemas/%F0%28%8C%28"},
    {"allOf": [{"$ref": "#"}, {"$ref": "#"}]},
    ["get", None, {"name": 3}],
)


def documents() -> list[Path]:
    files = (path for folder in FOLDERS for path in (DATA / folder).rglob("*.json"))
    return sorted(path for path in files if path.stat().st_size <= LARGEST)


def mutated(value: object, random: Random) -> object:
    """The document after one to six mutations."""
    for _ in range(random.randint(1, 6)):
        places = list(_places(value))
        if not places:
            return value
        holder, key = random.choice(places)
        _mutate(holder, key, value, random)
    return value


def _places(value: object) -> Iterator[tuple[dict | list, str | int]]:
    open: list[object] = [value]
    while open:
        found = open.pop()
        keys = (
            found
            if isinstance(found, dict)
            else range(len(found))
            if isinstance(found, list)
            else ()
        )
        for key in keys:
            yield found, key
            open.append(found[key])


def _mutate(holder: dict | list, key: str | int, whole: object, random: Random) -> None:
    match random.randrange(7):
        case 0:
            del holder[key]
        case 1 | 2:
            holder[key] = json.loads(json.dumps(random.choice(WRONG)))
        case 3:  # another part of the document, where it does not belong
            other, place = random.choice(list(_places(whole)))
            holder[key] = orjson.loads(orjson.dumps(other[place]))
        case 4:  # deep
            for _ in range(random.choice((5, 60, 150))):
                holder[key] = random.choice(([holder[key]], {"properties": {"a": holder[key]}}))
        case 5:  # wide
            many = random.choice((50, 3000))
            holder[key] = {f"k{n}": holder[key] for n in range(many)} if many < 100 else [1] * many
        case 6 if isinstance(key, str) and isinstance(holder, dict):
            holder[random.choice(("", "$ref", "x" * 5000, "paths", "\n", "get"))] = holder[key]


@contextmanager
def within(seconds: int) -> Iterator[None]:
    def late(*_: object) -> None:
        raise TimeoutError(f"It took longer than {seconds} seconds.")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def drawn(random: Random) -> tuple[str, bytes]:
    """Name and bytes of a mutated document."""
    while True:
        path = random.choice(documents())
        try:
            return path.name, orjson.dumps(mutated(orjson.loads(path.read_bytes()), random))
        except (ValueError, TypeError):  # no JSON, or deeper than can be written
            continue


def loaded(data: bytes, name: str) -> Curation | str:
    """The curation, or the sentence with which the document is refused."""
    try:
        return curation_of([read(data, name)])
    except GraphwrightError as refused:
        return str(refused)


@pytest.mark.parametrize("number", range(COUNT))
def test_a_mutated_document_is_read_or_refused(number: int) -> None:
    name, data = drawn(Random(number))
    with within(SECONDS):
        found = loaded(data, name)
    if isinstance(found, str):
        assert found.endswith(".")
        assert "\n" not in found
        return
    for issue in found.issues:
        assert 0 < len(issue.message) < 2000
