"""Tools to put next into a workflow: by what was typed, else those that the graph leads to."""

from collections.abc import Iterable
from dataclasses import dataclass

from graphwright.curate.curation import Curation
from graphwright.search.index import SearchIndex
from graphwright.workflow.model import Workflow
from graphwright.workflow.suggest import lacks, suggest_next

from .finding import found

_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Offer:
    """A tool, what it lacks at its place, and why it is offered."""

    tool: str
    lacks: tuple[str, ...] = ()
    why: str = ""


Titled = tuple[str, tuple[Offer, ...]]


def place_after(workflow: Workflow, after: str) -> int:
    """The position behind a step; the end where there is no such step."""
    ids = [step.id for step in workflow.steps]
    return ids.index(after) + 1 if after in ids else len(ids)


def offered(
    curation: Curation, index: SearchIndex, workflow: Workflow, after: str, words: str
) -> tuple[Titled, ...]:
    """Titled lists of tools for the place after a step; an empty step id is the end."""
    place = place_after(workflow, after)
    if words.strip():
        names = [one.name for one in found(curation, words, _SHOWN, groups=False)]
        names += [hit.tool for hit in index.search(words, _SHOWN).results]
        return _titled("Found", _offers(curation, workflow, place, dict.fromkeys(names)))
    offers = tuple(
        Offer(one.tool, one.lacks, one.why)
        for one in suggest_next(workflow, curation.graph, place, _SHOWN)
    )
    if not offers:
        names = [tool.name for tool in curation.graph.ordered_tools]
        return _titled("All tools", _offers(curation, workflow, place, names))
    ready = tuple(one for one in offers if not one.lacks)
    lacking = tuple(one for one in offers if one.lacks)
    title = f"Ready after step {place}" if place else "Ready here"
    return (*_titled(title, ready), *_titled("Lacks an input", lacking))


def _titled(title: str, offers: tuple[Offer, ...]) -> tuple[Titled, ...]:
    return ((title, offers),) if offers else ()


def _offers(
    curation: Curation, workflow: Workflow, place: int, names: Iterable[str]
) -> tuple[Offer, ...]:
    tools = curation.graph.tools
    return tuple(
        Offer(name, lacks(workflow, curation.graph, tools[name], place))
        for name in tuple(names)[:_SHOWN]
    )
