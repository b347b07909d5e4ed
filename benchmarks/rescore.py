"""How long 1,000 golden queries over 1,000 tools take to be scored again after one edit.

python benchmarks/rescore.py [--tools 1000] [--queries 1000] [--save F] [--diff F]

CPU seconds of one thread, from the edit to the scores, the median of some edits of each kind. The
scores are checked to be those of an index that is made anew. Tools are renamed copies of real
operations, queries what the tools say of themselves.
"""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from statistics import median

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from saved import Results, finish, options
from speed import _documents, corpus

from graphwright.curate import commands as c
from graphwright.curate.apply import apply
from graphwright.curate.curation import Curation
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import Scores, evaluate
from graphwright.graph import ToolGraph
from graphwright.relations import RelationKind
from graphwright.search.index import SearchIndex
from graphwright.tools import Tool

_TIMES = 3  # edits of each kind
_LONGEST = 80  # characters of a query


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", type=int, default=1_000)
    parser.add_argument("--queries", type=int, default=1_000)
    options(parser)
    chosen = parser.parse_args()
    tools = corpus(chosen.tools, list(_documents()))
    golden = queries(tools, chosen.queries)
    graph = ToolGraph.of(tools)
    curation = Curation(graph=graph, base=graph)
    index = SearchIndex(curation)
    evaluate(index, golden, curation.settings.k)
    results: Results = {}
    for kind, edits in _edits(tools).items():
        took = []
        for edit in edits:
            start = time.process_time()
            curation = apply(curation, edit)
            index = index.updated(curation)
            scores = evaluate(index, golden, curation.settings.k)
            took.append(time.process_time() - start)
            check(scores, evaluate(SearchIndex(curation), golden, curation.settings.k))
        results[kind] = {"seconds": round(median(took), 3), "most": round(max(took), 3)}
        print(f"{kind:14s} {median(took):.3f} s, at most {max(took):.3f} s", flush=True)
    finish(results, chosen)


def queries(tools: Sequence[Tool], size: int) -> list[Golden]:
    """The first words of what tools say of themselves, each with its tool."""
    said = {(t.summary or t.description or t.name)[:_LONGEST]: t.name for t in tools}
    asked = [Golden(text, (name,)) for text, name in said.items()]
    turned = [Golden(f"please {one.query.lower()}", one.expect) for one in asked]
    return [*asked, *turned][:size]


def check(found: Scores, whole: Scores) -> None:
    """Raises `SystemExit`: the scores are not those of an index made anew."""
    if found != whole:
        raise SystemExit("Scores after an edit differ from those of a new index.")


def _edits(tools: Sequence[Tool]) -> dict[str, list[c.Command]]:
    names = [tool.name for tool in tools]
    some: Iterator[str] = iter(names[7::13])
    return {
        "search words": [
            c.Describe(tool=next(some), when_to_use="parcel shipped today") for _ in range(_TIMES)
        ],
        "alias": [c.Describe(tool=next(some), aliases=("list files",)) for _ in range(_TIMES)],
        "description": [
            c.Describe(tool=next(some), description="Lists the files of a pull request.")
            for _ in range(_TIMES)
        ],
        "relation": [
            c.AddRelation(source=next(some), target=next(some), kind=RelationKind.REQUIRES)
            for _ in range(_TIMES)
        ],
        "merge": [c.MergeTools(keep=next(some), merge=(next(some),)) for _ in range(_TIMES)],
        "weight": [c.SetSearch(weights={"name": 1.1 + n / 10}) for n in range(_TIMES)],
        "k": [c.SetSearch(k=6 + n) for n in range(_TIMES)],
    }


if __name__ == "__main__":
    main()
