"""Rules that decide relations by what they are like, now and at every new version."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..errors import CommandError
from ..graph import ToolGraph
from ..relations import Relation, RelationKind, Verdict
from .commands import All, Command, MakeRule
from .curation import Curation, Rule
from .relation_edits import changed
from .sentences import quoted


def make_rule(curation: Curation, command: MakeRule) -> Curation:
    """The rule among the others, and done. One of the same name is replaced.

    A rule with the verdict `unreviewed` takes the one of its name back, and reopens what
    that had decided.
    """
    _check(command.rule)
    rule = replace(command.rule, by=command.by, at=command.at, why=command.why)
    others = tuple(one for one in curation.rules if one.name != rule.name)
    if rule.verdict != Verdict.UNREVIEWED:
        return ruled(replace(curation, rules=(*others, rule)), rule)
    taken = next((one for one in curation.rules if one.name == rule.name), None)
    if taken is None:
        raise CommandError(f"There is no rule {quoted(rule.name)} to take back.")
    return _reopened(replace(curation, rules=others), taken)


def ruled(curation: Curation, rule: Rule) -> Curation:
    """The curation with every unreviewed relation decided that the rule speaks of."""
    verdict, why = Verdict(rule.verdict), _because(rule)
    graph = curation.graph
    decided = tuple(
        relation.decided(verdict, rule.by, rule.at, why)
        for relation in graph.relations.values()
        if relation.verdict is Verdict.UNREVIEWED and matches(rule, relation, graph)
    )
    return changed(curation, decided) if decided else curation


def matches(rule: Rule, relation: Relation, graph: ToolGraph) -> bool:
    """Whether the rule speaks of the relation, whatever its verdict."""
    return (
        rule.kind in ("", relation.kind)
        and rule.above <= relation.confidence <= rule.below
        and (not rule.rule or any(e.rule == rule.rule for e in relation.evidence))
        and (not rule.parameter or any(e.parameter == rule.parameter for e in relation.evidence))
        and (not rule.group or graph.group_of.get(relation.source) == rule.group)
    )


def remarks(curation: Curation, commands: Iterable[Command]) -> tuple[str, ...]:
    """What a curator may not have meant by the rules among some commands, a sentence each.

    Args:
        curation: after the commands.
        commands: that were done.
    """
    found = (_remark(rule, curation.graph) for rule in _made(commands))
    return tuple(remark for remark in found if remark)


def _made(commands: Iterable[Command]) -> Iterator[Rule]:
    for command in commands:
        if isinstance(command, All):
            yield from _made(command.commands)
        elif isinstance(command, MakeRule) and command.rule.verdict != Verdict.UNREVIEWED:
            yield command.rule


def _remark(rule: Rule, graph: ToolGraph) -> str:
    met = sum(matches(rule, relation, graph) for relation in graph.relations.values())
    if not met:
        return f"The rule {quoted(rule.name)} speaks of no relation that there is now."
    everything = Rule(rule.name, rule.verdict, by=rule.by, at=rule.at, why=rule.why)
    if rule == everything:
        said = "has no kind, rule, parameter, group or range, and so decides every relation"
        return f"The rule {quoted(rule.name)} {said} that nobody has."
    return ""


def _because(rule: Rule) -> str:
    return f"rule {rule.name}: {rule.why}" if rule.why else f"rule {rule.name}"


def _reopened(curation: Curation, rule: Rule) -> Curation:
    stamps = rule.by, rule.at, _because(rule)
    opened = tuple(
        relation.decided(Verdict.UNREVIEWED)
        for relation in curation.graph.relations.values()
        if (relation.by, relation.at, relation.why) == stamps
    )
    return changed(curation, opened) if opened else curation


def _check(rule: Rule) -> None:
    if not rule.name.strip():
        raise CommandError("A rule needs a name.")
    if rule.verdict not in tuple(Verdict):
        raise CommandError(f"{quoted(rule.verdict)} is no verdict: {', '.join(Verdict)}.")
    if rule.kind and rule.kind not in tuple(RelationKind):
        raise CommandError(f"{quoted(rule.kind)} is no kind: {', '.join(RelationKind)}.")
    if not 0 <= rule.above <= rule.below <= 1:
        raise CommandError("A rule holds for confidences from 'above' to 'below', within 0 to 1.")
