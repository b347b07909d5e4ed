"""Workflows planned from a goal: put, exchanged for another way, under an id that is free."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from graphwright.curate.commands import Command, PutWorkflow
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError
from graphwright.workflow.model import Workflow
from graphwright.workflow.plan import ways

from ...services import Latest, Services

_KEPT = 50  # goals whose plans are kept


class _Asked:
    """The plans for one goal, each made when it is asked for."""

    def __init__(self, plans: Iterator[Workflow]) -> None:
        self._rest = plans
        self._made: list[Workflow] = []
        self._lock = threading.Lock()

    def first(self, most: int | None = None) -> tuple[Workflow, ...]:
        """So many of the plans, all of them for None, best first."""
        with self._lock:
            wanted = None if most is None else max(0, most - len(self._made))
            self._made += islice(self._rest, wanted)
            return tuple(self._made[:most])


class Plans:
    """The plans that were made of goals, kept while tools and search are the same."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._kept: Latest[dict[str, _Asked]] = Latest(_read)

    def known(self, curation: Curation, goal: str) -> tuple[Workflow, ...]:
        """All plans for a goal that was planned before, else none."""
        asked = self._asked(curation).get(goal.strip())
        return asked.first() if asked is not None else ()

    def of(self, curation: Curation, goal: str, most: int | None = None) -> tuple[Workflow, ...]:
        """So many of the plans for a goal, best first.

        Raises:
            CommandError: there is no goal.
            QueryError: no tool has to do with it.
        """
        if not goal:
            raise CommandError("Say what the workflow is to reach.")
        kept = self._asked(curation)
        found = kept.get(goal) or _Asked(ways(self._services.index(curation), goal))
        made = found.first(most)
        while len(kept) >= _KEPT:
            kept.pop(next(iter(kept)))
        kept[goal] = found
        return made

    def _asked(self, curation: Curation) -> dict[str, _Asked]:
        return self._kept.of(curation, lambda _, __: {})

    def put(self, curation: Curation, request: object) -> Command:
        """`{"do": "plan-workflow", "id", "goal", "number"?}`: a plan under the id."""
        match request:
            case {"id": str(id), "goal": str(goal), **rest} if id:
                number = rest.get("number", 1)
                wanted = number if isinstance(number, int) and number > 0 else 1
                made = self.of(curation, goal.strip(), wanted)
                return PutWorkflow(workflow=replace(made[-1], id=id))
            case _:
                raise CommandError("Say what the workflow is to reach.")

    def exchange(self, curation: Curation, request: object) -> Command:
        """`{"do": "other-plan", "id"}`: the plan after the one that stands there."""
        match request:
            case {"id": str(id)} if id in curation.workflows:
                now = curation.workflows[id]
                made = self.of(curation, now.goal.strip())
                tools = [_tools(one) for one in made]
                at = tools.index(_tools(now)) + 1 if _tools(now) in tools else 0
                if len(made) == 1 and at:
                    raise CommandError("The graph knows no other way to this goal.")
                return PutWorkflow(workflow=replace(made[at % len(made)], id=id))
            case _:
                raise CommandError("There is no such workflow.")


def _read(curation: Curation) -> tuple[object, ...]:
    return curation.graph, curation.settings


def _tools(workflow: Workflow) -> tuple[str, ...]:
    return tuple(step.tool for step in workflow.steps)


def free_id(curation: Curation, goal: str) -> str:
    """An id for a workflow: the words of its goal, with a number where they are taken."""
    words = "".join(c if c.isalnum() else " " for c in goal.lower()).split()
    plain = "-".join(words)[:48].strip("-") or "workflow"
    free, number = plain, 1
    while free in curation.workflows:
        number += 1
        free = f"{plain}-{number}"
    return free
