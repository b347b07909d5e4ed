"""Fifty curators in one process at ten edits a second in all: nothing lost, nobody waits long.

`GRAPHWRIGHT_SECONDS` says for how long, 60 by default.
"""

import os
import threading
import time
from random import Random

import pytest

from graphwright.curate.patch import apply_all
from graphwright.errors import CommandError
from graphwright.project.project import Project

from ..core.curations import curation_of, fitting
from ..core.editing import digest

CURATORS = 50
A_SECOND = 10  # edits of all together
SECONDS = float(os.environ.get("GRAPHWRIGHT_SECONDS", "60"))


@pytest.mark.soak
def test_fifty_curators_lose_nothing_and_wait_at_most_300_ms(tmp_path):
    path = tmp_path / "shop.graphwright"
    told: list[tuple[int, str, float]] = []
    with Project.open(path, curation_of(Random(0))) as project:
        until = time.monotonic() + SECONDS
        threads = [
            threading.Thread(target=_curate, args=(project, f"curator {n}", until, told))
            for n in range(CURATORS)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    _all_is_there(path, told)
    waits = sorted(wait for _, _, wait in told)
    p95 = waits[int(0.95 * len(waits))]
    print(f"{len(told)} edits of {CURATORS} curators, 0 lost, p95 {1000 * p95:.1f} ms")
    assert p95 <= 0.3


def _curate(project: Project, by: str, until: float, told: list[tuple[int, str, float]]) -> None:
    random = Random(by)
    while time.monotonic() < until:
        base, curation = project.now
        command = fitting(curation, random)
        start = time.monotonic()
        try:
            takes_back = random.random() < 0.1
            revision = project.undo(by) if takes_back else project.do(command, by, base)
        except CommandError:
            continue
        wait = time.monotonic() - start
        told.append((revision, digest(project.journal()[revision - 1].command), wait))
        time.sleep(random.expovariate(A_SECOND / CURATORS))


def _all_is_there(path, told: list[tuple[int, str, float]]) -> None:
    """Every acknowledged edit is in the journal, once and in its place, and replays."""
    with Project.open(path) as project:
        journal = project.journal()
        assert sorted(revision for revision, _, _ in told) == list(range(1, len(journal) + 1))
        assert all(digest(journal[revision - 1].command) == said for revision, said, _ in told)
        standing = project._past.timeline.standing
        commands = [journal[revision - 1].command for revision in standing]
        assert project.curation == apply_all(project.at(0), commands)
