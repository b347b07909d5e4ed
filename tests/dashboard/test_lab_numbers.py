"""Page, command line and library say the same of every set of questions."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from immutables import Map

from graphwright.evaluate.golden import read_golden
from graphwright.evaluate.metrics import evaluate
from graphwright.project.project import Project
from graphwright.read import load
from graphwright.search.index import SearchIndex
from graphwright_dashboard.cli import main
from graphwright_dashboard.services import Services
from graphwright_dashboard.views import radar

SETS = Path(__file__).parents[2].parent / "shared" / "data" / "retrieval"
_LARGE = 300_000  # bytes from which a set is run with the long tests

if not SETS.exists():
    pytest.skip(f"{SETS} is not here", allow_module_level=True)


def _sets():
    for path in sorted(SETS.glob("*.json")):
        marks = [pytest.mark.soak] if path.stat().st_size > _LARGE else []
        yield pytest.param(path, id=path.stem, marks=marks)


def printed(capture, *arguments: str) -> dict:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capture.readouterr().out)


@pytest.mark.parametrize("path", _sets())
def test_page_command_line_and_library_agree(path: Path, tmp_path, capsysbinary):
    golden = read_golden(path.read_bytes(), path.name)
    curation = load(path)
    library = evaluate(SearchIndex(curation), golden, 5)
    told = printed(capsysbinary, "eval", str(path), "-g", str(path), "-k", "5")
    asked = replace(curation, golden=Map({one.query: one for one in golden}))
    with Project.open(tmp_path / "p.graphwright", asked) as project:
        services = Services(project)
        stood = services.stood(60.0)
        services.jobs.close()
    page = stood.scores
    names = ("k", "queries", "hit", "recall", "mrr", "ndcg", "abstained")
    numbers = [getattr(library, name) for name in names]
    assert [told[name] for name in names] == numbers
    assert [getattr(page, name) for name in names[:2]] == numbers[:2]
    assert [getattr(page, name) for name in names[2:6]] == pytest.approx(numbers[2:6], abs=1e-12)
    passed = {one.golden.query: one.passed for one in library.per_query}
    assert {one.golden.query: one.passed for one in page.per_query} == passed
    assert {one["query"]: one["passed"] for one in told["per_query"]} == passed
    assert len(radar.counted(page, stood.compared).failing) == sum(not p for p in passed.values())
