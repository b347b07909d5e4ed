"""Processes killed in the middle of edits, and what must be there afterwards."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from graphwright.curate.patch import apply_all
from graphwright.project.entries import Timeline
from graphwright.project.project import Project

from .curations import curation_of
from .editing import acknowledged, digest

ROOT = Path(__file__).parents[2]


@contextmanager
def editors() -> Iterator["subprocess.Popen[str]"]:
    """The process whose children edit."""
    command = [sys.executable, "-m", "tests.core.editing"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        yield process
        process.communicate(timeout=60)


def killed(process: "subprocess.Popen[str]", path: Path, seed: int, longest: float) -> None:
    """Edits of the project, killed at a random moment within `longest` seconds."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{path} {seed}\n")
    process.stdin.flush()
    child = int(process.stdout.readline())
    time.sleep(Random(seed).uniform(0, longest))
    os.kill(child, signal.SIGKILL)
    assert process.stdout.readline() == "gone\n"


def nothing_is_lost(path: Path) -> int:
    """The number of acknowledged edits, every one of which is in the project."""
    told = acknowledged(path)
    lines = told.read_text().splitlines() if told.exists() else []
    if not path.exists():
        assert not lines
        return 0
    start = curation_of(Random(0))
    with Project.open(path, start) as project:
        journal = project.journal()
        for line in lines:
            revision, expected = line.split()
            assert digest(journal[int(revision) - 1].command) == expected
        standing = Timeline.of(journal).standing
        commands = [journal[revision - 1].command for revision in standing]
        assert project.curation == apply_all(start, commands)
    return len(lines)
