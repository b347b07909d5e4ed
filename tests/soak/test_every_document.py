"""Every document that we were handed: read in time with the right number of tools, or refused."""

import csv
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphwright.curate.curation import Curation
from graphwright.errors import GraphwrightError
from graphwright.read import load
from graphwright.relations import RelationKind

DATA = Path(__file__).parents[2].parent / "shared" / "data"
FOLDERS = ("openapi", "mcp", "artifacts", "arazzo", "retrieval", "graphml")
SECONDS = 60

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not DATA.is_dir(), reason=f"the handed documents are not at {DATA}"),
]


def documents() -> list[str]:
    files = (path for folder in FOLDERS for path in (DATA / folder).rglob("*") if path.is_file())
    return sorted(str(path.relative_to(DATA)) for path in files)


def rows() -> dict[str, dict[str, str]]:
    index = DATA / "openapi" / "INDEX.tsv"
    if not index.is_file():
        return {}
    with index.open(encoding="utf-8") as lines:
        return {f"openapi/{row['path']}": row for row in csv.DictReader(lines, delimiter="\t")}


INDEX = rows()


def loaded(name: str) -> Curation | str:
    """The curation, or the sentence with which the document is refused."""
    try:
        return load(DATA / name)
    except GraphwrightError as refused:
        return str(refused)


@pytest.mark.parametrize("name", documents())
def test_a_document_is_read_or_refused_in_time(name: str) -> None:
    started = time.monotonic()
    found = loaded(name)
    assert time.monotonic() - started < SECONDS
    if isinstance(found, str):
        assert name not in INDEX
        assert found.endswith(".")
        assert "\n" not in found
        return
    graph = found.graph
    for key in graph.relations:
        assert key.source in graph.tools
        assert key.target in (graph.groups if key.kind is RelationKind.BELONGS_TO else graph.tools)
    if name in INDEX:
        row = INDEX[name]
        # One document refers from path to path inside itself, which the index does not count.
        inside = {"server-path-level.json": 1, "server-path-level.yaml": 1}.get(Path(name).name, 0)
        assert len(graph.tools) == int(row["operations"]) + inside


@pytest.mark.parametrize(
    ("name", "seconds", "gigabytes"),
    [
        ("openapi/large/github_rest.json.xz", 10, 1),
        ("artifacts/k8s_core_v1.toolgraph.json.xz", 20, 2),
    ],
)
def test_the_largest_documents_cost_little(name: str, seconds: float, gigabytes: float) -> None:
    script = f"from graphwright.read import load; load({str(DATA / name)!r})"
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([sys.executable, "-c", script], check=True, timeout=SECONDS)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime - before < seconds
    assert after.ru_maxrss < gigabytes * 1_000_000
