"""The next best actions of a project."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import quote

from graphwright.curate.curation import Curation
from graphwright.curate.review import Card
from graphwright.evaluate.metrics import Scores
from graphwright.issues import Severity

from .hints import NO_DESCRIPTION, SHORT, TOO_SHORT
from .reviewed import LEANED, leans

_FAILING = "/lab/golden?show=failing"
_MOST = 5  # actions at a time
_POOR = f"/explore?view=table&f=hint:{quote(NO_DESCRIPTION)}&f=hint:{quote(TOO_SHORT)}"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing worth doing, with the page where it is done; `number` says of how many."""

    number: int
    title: str
    text: str
    href: str


def actions(
    curation: Curation, scores: Scores, cards: Sequence[Card], clusters: int, invalid: int
) -> tuple[Action, ...]:
    """The five best things to do, what costs answers first; nothing that is done already."""
    found = (a for a in _actions(curation, scores, cards, clusters, invalid) if a.number)
    return tuple(islice(found, _MOST))


def _actions(
    curation: Curation, scores: Scores, cards: Sequence[Card], clusters: int, invalid: int
) -> Iterator[Action]:
    failing = [one.golden.query for one in scores.per_query if not one.passed and not one.error]
    yield Action(len(failing), "Golden queries fail", "; ".join(failing[:3]), _FAILING)
    if not curation.golden:
        text = "Without them nobody can say whether an edit helps. Ask a question, mark the answer."
        yield Action(1, "Write the first golden query", text, "/lab")
    yield Action(
        invalid, "Workflows cannot run", "A required parameter has no source.", "/workflows"
    )
    leaned = [card for card in cards if leans(card)]
    yield Action(
        len(leaned),
        "Open relations that queries or workflows lean on",
        _named(leaned),
        f"/review/relations?only={LEANED}",
    )
    yield Action(
        clusters,
        "Clusters of doubles",
        "They take each other's place in the first k.",
        "/review/duplicates",
    )
    poor = [t.name for t in curation.graph.ordered_tools if len(t.description or t.summary) < SHORT]
    yield Action(len(poor), "Tools that hardly say what they do", ", ".join(poor[:4]), _POOR)
    errors = [i for i in curation.issues if i.severity is Severity.ERROR]
    yield Action(
        len(errors),
        "Parts of documents could not be read",
        errors[0].message if errors else "",
        "/#issues",
    )


def _named(cards: Sequence[Card]) -> str:
    return "; ".join(
        f"{c.relation.source} {c.relation.kind} {c.relation.target}" for c in cards[:2]
    )
