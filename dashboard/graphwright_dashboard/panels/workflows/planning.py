"""Workflows planned from a goal: put, exchanged for another way, under an id that is free."""

from dataclasses import replace

from graphwright.curate.commands import Command, PutWorkflow
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError
from graphwright.workflow.model import Workflow
from graphwright.workflow.plan import plans

from ...services import Latest, Services

_KEPT = 50  # goals whose plans are kept


class Plans:
    """The plans that were made of goals, kept while tools and search are the same."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._made: Latest[dict[str, tuple[Workflow, ...]]] = Latest(_read)

    def known(self, goal: str) -> tuple[Workflow, ...]:
        """The plans for a goal, if they were asked for before."""
        return self._kept(self._services.curation).get(goal, ())

    def of(self, curation: Curation, goal: str) -> tuple[Workflow, ...]:
        """The plans for a goal, best first.

        Raises:
            CommandError: there is no goal.
            QueryError: no tool has to do with it.
        """
        if not goal:
            raise CommandError("Say what the workflow is to reach.")
        kept = self._kept(curation)
        if goal not in kept:
            while len(kept) >= _KEPT:
                kept.pop(next(iter(kept)))
            kept[goal] = plans(self._services.index(curation), goal)
        return kept[goal]

    def _kept(self, curation: Curation) -> dict[str, tuple[Workflow, ...]]:
        return self._made.of(curation, lambda _, __: {})

    def put(self, curation: Curation, request: object) -> Command:
        """`{"do": "plan-workflow", "id", "goal", "number"?}`: a plan under the id."""
        match request:
            case {"id": str(id), "goal": str(goal), **rest} if id:
                made = self.of(curation, goal.strip())
                number = rest.get("number", 1)
                at = number - 1 if isinstance(number, int) and 0 < number <= len(made) else 0
                return PutWorkflow(workflow=replace(made[at], id=id))
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
