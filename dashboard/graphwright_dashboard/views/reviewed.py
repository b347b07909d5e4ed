"""The review of relations as the page shows it: its address, look-alikes, bulk decisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import parse_qsl, urlencode, urlsplit

from graphwright.curate.commands import Accept, All, Command, MakeRule, Reject
from graphwright.curate.curation import Curation, Rule
from graphwright.curate.review import Card, Order, kin, look_alikes
from graphwright.curate.rules import matches
from graphwright.curate.suppliers import Waiting, suppliers, supplies_more
from graphwright.errors import CommandError
from graphwright.relations import Relation, RelationKey, RelationKind, Verdict

from .numbers import fraction

LEANED = "leaned"  # `only=`: what golden queries or workflows lean on
DOCUMENT = "document:"  # `only=`: relations from the tools of the document that follows
_LEANS = 0.05  # cost from which they do
LISTED = 150  # relations in the list, around the one that is shown; its ends lead to the others
_RULE_NAME = 60


class View(StrEnum):
    CARD = ""
    CONFIDENCE = "confidence"
    RULES = "rules"
    USAGE = "usage"


@dataclass(frozen=True, slots=True)
class Address:
    """`/review/relations?source=…&target=…&kind=…&order=…&alike=1`; without a key: the first.

    `only=` limits what waits; `view=` shows something else beside the queue: how sure the rules
    are, the curator's own rules, or what a log of calls proposes.
    """

    key: RelationKey | None = None
    order: Order = Order.IMPACT
    alike: bool = False
    view: View = View.CARD
    only: str = ""

    @classmethod
    def read(cls, path: str) -> "Address":
        said = dict(parse_qsl(urlsplit(path).query))
        kind, order = said.get("kind", ""), said.get("order", "")
        known = kind in tuple(RelationKind) and "source" in said and "target" in said
        return cls(
            RelationKey(said["source"], said["target"], RelationKind(kind)) if known else None,
            Order(order) if order in tuple(Order) else Order.IMPACT,
            said.get("alike") == "1",
            View(said["view"]) if said.get("view") in tuple(View) else View.CARD,
            said.get("only", ""),
        )

    def path(self, relation: Relation | None = None, *, alike: bool = False) -> str:
        """The address of a relation in the same order."""
        said = {"order": "" if self.order is Order.IMPACT else self.order.value}
        if relation is not None:
            key = relation.key
            said |= {"source": key.source, "target": key.target, "kind": key.kind.value}
        said |= {"alike": "1" if alike else "", "view": "" if relation else self.view.value}
        said |= {"only": self.only}
        query = urlencode({name: value for name, value in said.items() if value})
        return f"/review/relations?{query}" if query else "/review/relations"


def leans(card: Card) -> bool:
    """Whether golden queries or workflows lean on it."""
    return card.cost > _LEANS


def limited(cards: Sequence[Card], curation: Curation, only: str) -> Sequence[Card]:
    """Those that the address asks for; all of them where it asks for nothing that is known."""
    if only == LEANED:
        return [card for card in cards if leans(card)]
    if only.startswith(DOCUMENT):
        of, tools = only.removeprefix(DOCUMENT), curation.graph.tools
        sources = ((card, tools.get(card.relation.source)) for card in cards)
        return [card for card, tool in sources if tool is not None and tool.source == of]
    return cards


def impact_words(impact: float) -> str:
    """Three digits, or that it is less than they show."""
    return f"<{fraction(0.001, 3)}" if 0 < impact < 0.0005 else fraction(impact, 3)


def limit_words(only: str) -> str:
    """What the limit says; "" for none."""
    if only == LEANED:
        return "Only what queries or workflows lean on"
    return f"Only from {only.removeprefix(DOCUMENT)}" if only.startswith(DOCUMENT) else ""


def chosen(waits: Sequence[Waiting], at: Address, later: Sequence[str]) -> Waiting | None:
    """What the address names, else the first that was not put off."""
    for one in waits:
        if one.card.relation.key == at.key:
            return one
    return next((one for one in waits if name(one.card.relation.key) not in later), None)


def name(key: RelationKey) -> str:
    """One text for a key, as the page's list of what was put off holds it."""
    return f"{key.kind}\n{key.source}\n{key.target}"


def key_of(request: object) -> RelationKey:
    """The relation that a request names.

    Raises:
        CommandError: it names none.
    """
    match request:
        case {"source": str(source), "target": str(target), "kind": str(kind)} if kind in tuple(
            RelationKind
        ):
            return RelationKey(source, target, RelationKind(kind))
        case _:
            raise CommandError("That names no relation.")


def decide_alike(curation: Curation, request: object) -> Command:
    """The command that decides a relation and all its open look-alikes as one step."""
    relation = _relation(curation, request)
    rejects = isinstance(request, dict) and request.get("verdict") == Verdict.REJECTED
    make = Reject if rejects else Accept
    open_ones = [r for r in (relation, *look_alikes(curation.graph, relation)) if r.open]
    word = "reject" if rejects else "accept"
    return All(
        commands=tuple(make(source=r.source, target=r.target, kind=r.kind) for r in open_ones),
        label=f"{word} {len(open_ones)} alike: {alike_words(relation)}",
    )


def decide_suppliers(curation: Curation, request: object) -> Command:
    """The command that decides all open suppliers of a parameter as one step.

    The verdict `accepted` takes all; `best` takes the surest, and rejects what supplies nothing
    else.
    """
    relation = _relation(curation, request)
    takes_all = isinstance(request, dict) and request.get("verdict") == Verdict.ACCEPTED
    found = [r for r in suppliers(curation.graph, relation) if not r.rejected]
    spared = [] if takes_all else [r for r in found[1:] if r.open and not supplies_more(r)]
    taken = [r for r in (found if takes_all else found[:1]) if r.open]
    if not taken and not spared:
        raise CommandError("No supplier of that parameter waits any more.")
    return All(
        commands=tuple(
            make(source=r.source, target=r.target, kind=r.kind)
            for make, some in ((Accept, taken), (Reject, spared))
            for r in some
        ),
        label=f"accept {len(taken)} and reject {len(spared)} suppliers of {kin(relation)[2]}",
    )


def rule_alike(curation: Curation, request: object) -> Command:
    """The command that makes a rule of a decision: for look-alikes now and in future ingests."""
    relation = _relation(curation, request)
    rejects = isinstance(request, dict) and request.get("verdict") == Verdict.REJECTED
    return MakeRule(rule=rule_of(relation, Verdict.REJECTED if rejects else Verdict.ACCEPTED))


def rule_of(relation: Relation, verdict: Verdict) -> Rule:
    """The rule that decides what is like a relation."""
    rule, kind, parameter = kin(relation)
    words = f"{verdict.value} {alike_words(relation)}"
    return Rule(words[:_RULE_NAME], verdict.value, kind.value, rule, parameter)


def ruled_by(curation: Curation, rule: Rule) -> tuple[Relation, ...]:
    """The unreviewed relations that a rule would decide, in the order of their keys."""
    graph = curation.graph
    open_ones = (r for r in graph.relations.values() if r.verdict is Verdict.UNREVIEWED)
    found = (relation for relation in open_ones if matches(rule, relation, graph))
    return tuple(sorted(found, key=lambda relation: relation.key))


def alike_words(relation: Relation) -> str:
    """What look-alikes share, in words: `requires by id-from-output on orderId`."""
    rule, kind, parameter = kin(relation)
    by = f" by {rule}" if rule else ""
    return f"{kind}{by}{f' on {parameter}' if parameter else ''}"


def _relation(curation: Curation, request: object) -> Relation:
    relation = curation.graph.relations.get(key_of(request))
    if relation is None:
        raise CommandError("That relation is not there any more.")
    return relation
