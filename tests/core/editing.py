"""A process that edits projects, each until it is killed: `python -m tests.core.editing`.

A line of standard input is a path and a seed. The answer is the process that edits it from
then on, and "gone" when that is killed. What was acknowledged to it stands in the file
`<path>.acknowledged`.
"""

import os
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

from graphwright.curate.commands import Command, command_line
from graphwright.errors import CommandError
from graphwright.project.project import Project

from .curations import curation_of, fitting


def digest(command: Command) -> str:
    return sha256(command_line(command)).hexdigest()


def acknowledged(path: Path) -> Path:
    return path.with_name(path.name + ".acknowledged")


def edit(path: Path, seed: int) -> None:
    random = Random(seed)
    project = Project.open(path, curation_of(Random(0)))
    with acknowledged(path).open("a", buffering=1) as told:
        while True:
            try:
                revision = one_edit(project, random)
            except CommandError:
                continue
            command = project.journal()[revision - 1].command
            told.write(f"{revision} {digest(command)}\n")


def one_edit(project: Project, random: Random) -> int:
    by = random.choice(("ann", "bo"))
    what = random.random()
    if what < 0.7:
        return project.do(fitting(project.curation, random), by)
    return project.undo(by) if what < 0.9 else project.redo(by)


def main() -> None:
    for line in sys.stdin:
        path, seed = line.rsplit(maxsplit=1)
        process = os.fork()
        if not process:
            edit(Path(path), int(seed))
        print(process, flush=True)
        os.waitpid(process, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main()
