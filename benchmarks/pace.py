"""How many times slower this machine is than the one that our limits of time are said for.

python benchmarks/pace.py

The yardstick is the runtime engine: its `retrieve` on three of its own question sets cost the
CPU milliseconds below on a quiet machine. Machines are noisy, and a virtual one may lose half of
its speed for an hour: a time means something only beside the pace of the same minutes.
"""

import statistics
import time
from collections.abc import Callable, Mapping

from engines import runtime
from sets import question_set

REFERENCE: Mapping[str, float] = {"gtc_petstore": 6.1, "gtc_ecommerce": 9.4, "gtc_cli_agent": 15.0}
_QUERIES = 20


def pace() -> float:
    """The median, over the sets, of this machine's time through that of the reference."""
    return statistics.median(_spent(name) / time_there for name, time_there in REFERENCE.items())


def _spent(name: str) -> float:
    """CPU milliseconds of one question of the set, median."""
    questions = question_set(name, _QUERIES)
    search = runtime(questions, questions.curation())
    search(questions.golden[0].query)
    return statistics.median(_timed(lambda q=g.query: search(q)) for g in questions.golden)


def _timed(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return 1000 * (time.process_time() - start)


if __name__ == "__main__":
    print(f"This machine is {pace():.2f} times slower than the reference.")
