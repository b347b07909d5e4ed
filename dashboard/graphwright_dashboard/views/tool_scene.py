"""A tool's neighbourhood: producers on the left, consumers on the right, groups as hulls."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from graphwright.curate.curation import Curation
from graphwright.graph import ToolGraph
from graphwright.relations import KIND_ORDER, Relation, RelationKind, Verdict

from .elements import Element, Hits, group_title, stack_edge, tool_id, tool_node
from .exploring import FIRST, STEP, Filters, View
from .layout import Cluster, Point, below, neighbourhood_places
from .names import plain, short
from .numbers import count
from .pairs import Stack, stacks
from .scene import Crumb, Hull, Scene, kind_counts, put

_LEAST_ROW = 900.0  # pixels of a row of further tools
_MOST_OTHERS = 6  # lines between neighbours that are drawn as full as those of the tool


def tool_scene(curation: Curation, view: View, filters: Filters, hits: Hits) -> Scene:
    """The neighbourhood of `view.tool`, which must be there."""
    graph, tool = curation.graph, view.tool or ""
    sides = _sides(graph, tool, filters)
    near = _near(sides, view)
    more = _more(graph, {tool, *near}, view.more)
    far = _farther(graph, [tool, *near, *more], filters, view.steps)
    known = {tool, *near, *more, *far}
    more += [n for n in sorted(view.wanted) if n in graph.tools and n not in known]
    shown = [tool, *near, *far, *more]
    moved = {name: at for name, at in put(curation, view.key).items() if name in shown}
    first = _places(graph, tool, {n: sides[n] for n in near[:FIRST]}, far)
    places = first | below(first, _by_group(graph, [*near[FIRST:], *more]), _LEAST_ROW) | moved
    joined = lines_between(curation, shown, filters)
    hulls = hulls_of(graph, shown)
    hidden = sum(hull.more for hull in hulls)
    left = len(sides) - len(near)
    return Scene(
        key=view.key,
        label=f"Neighbourhood of {short(tool, 80)}: {count(len(shown), 'tool')}",
        crumbs=(Crumb("All groups", "/explore"), Crumb(short(plain(tool), 48))),
        facts=f"{count(len(shown), 'tool')} shown · {hidden} more · producers on the left",
        elements=(
            *(tool_node(graph.tools[name], places[name], filters, hits, moved) for name in shown),
            *lines(joined, filters, places, tool),
        ),
        hulls=hulls,
        counts=kind_counts(r for stack in joined for r in stack.relations)
        | {RelationKind.BELONGS_TO: sum(name in graph.group_of for name in shown)},
        near=min(left, STEP),
        moved=tuple(moved),
        picture=view.key,
    )


def standing(relations: Iterable[Relation], filters: Filters) -> list[Relation]:
    """Relations between tools that are drawn: the rejected ones only when they are asked for."""
    rejected = filters.verdict == Verdict.REJECTED
    return [
        r for r in relations if r.kind is not RelationKind.BELONGS_TO and r.rejected is rejected
    ]


def lines_between(curation: Curation, shown: Sequence[str], filters: Filters) -> tuple[Stack, ...]:
    """The stacks of all pairs of shown tools."""
    inside, outgoing = set(shown), curation.graph.outgoing
    found = (r for name in shown for r in outgoing.get(name, ()) if r.target in inside)
    return stacks(standing(found, filters), curation.settings.ship_from, curation.pins)


def lines(
    joined: Sequence[Stack], filters: Filters, places: Mapping[str, Point], centre: str = ""
) -> list[Element]:
    """Lines of a scene. Where there are many, those that do not touch the centre stand aside."""
    others = [stack for stack in joined if centre not in stack.ends]
    crowded = len(others) > _MOST_OTHERS
    return [
        stack_edge(stack, filters, places, centre, aside=crowded and centre not in stack.ends)
        for stack in joined
    ]


def hulls_of(graph: ToolGraph, shown: Sequence[str]) -> tuple[Hull, ...]:
    """A hull for every group of the shown tools; tools without a group have none."""
    return tuple(
        Hull(
            group,
            short(group_title(group), 24),
            tuple(map(tool_id, names)),
            f"{len(names)} of {len(graph.members[group])}",
            len(graph.members[group]) - len(names),
        )
        for names in _by_group(graph, shown)
        if (group := graph.group_of.get(names[0], ""))
    )


def _sides(graph: ToolGraph, tool: str, filters: Filters) -> dict[str, str]:
    """Side of each neighbour, the surest relation of the earliest kind first."""
    both = [*graph.outgoing.get(tool, ()), *graph.incoming.get(tool, ())]
    ranked = sorted(
        standing(both, filters),
        key=lambda r: (KIND_ORDER[r.kind], -r.confidence, r.source, r.target),
    )
    sides: dict[str, str] = {}
    for relation in ranked:
        other = relation.target if relation.source == tool else relation.source
        if other in graph.tools and other != tool:
            sides.setdefault(other, _side(relation, tool))
    return sides


def _side(relation: Relation, tool: str) -> str:
    """Where the other end stands: what gives or runs before is on the left."""
    if relation.kind.symmetric:
        return "middle"
    gives = relation.kind is RelationKind.REQUIRES
    return "left" if (relation.source == tool) is gives else "right"


def _near(sides: Mapping[str, str], view: View) -> list[str]:
    """The neighbours that are drawn: the first ones, or after an edit those that stood here."""
    most = FIRST + STEP * view.near
    if view.kept and len(sides) > most:
        return [name for name in sides if name in view.kept | view.wanted]
    return [name for at, name in enumerate(sides) if at < most or name in view.wanted]


def _by_group(graph: ToolGraph, names: Iterable[str]) -> list[list[str]]:
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(graph.group_of.get(name, ""), []).append(name)
    return list(found.values())


def _more(graph: ToolGraph, shown: set[str], clicks: Mapping[str, int]) -> list[str]:
    """Tools of groups whose "+n more" was clicked, so many for each click."""
    return [
        name
        for group, times in clicks.items()
        for name in islice(
            (n for n in graph.members.get(group, ()) if n not in shown), STEP * times
        )
    ]


def _farther(graph: ToolGraph, shown: Sequence[str], filters: Filters, steps: int) -> list[str]:
    """What is up to so many steps away, at most one click's worth for each further step."""
    known, ring, found = set(shown), list(shown), list[str]()
    for _ in range(steps - 1):
        around = (
            r.target if r.source == name else r.source
            for name in ring
            for r in standing(
                (*graph.outgoing.get(name, ()), *graph.incoming.get(name, ())), filters
            )
        )
        new = (name for name in dict.fromkeys(around) if name in graph.tools and name not in known)
        ring = list(islice(new, STEP))
        known.update(ring)
        found += ring
    return found


def _places(
    graph: ToolGraph, tool: str, sides: Mapping[str, str], more: Sequence[str]
) -> dict[str, tuple[float, float]]:
    group_of = graph.group_of
    own = group_of.get(tool, "")
    columns: dict[str, list[str]] = {"left": [], "right": []}
    others: dict[str, list[str]] = {}
    for name in [*sides, *more]:
        if group_of.get(name, "") != own:
            others.setdefault(group_of.get(name, ""), []).append(name)
        elif sides.get(name) in columns:
            columns[sides[name]].append(name)
        else:
            min(columns.values(), key=len).append(name)
    clusters = [
        Cluster(group, _majority(sides, names), tuple(names)) for group, names in others.items()
    ]
    return neighbourhood_places(tool, columns["left"], columns["right"], clusters)


def _majority(sides: Mapping[str, str], names: Sequence[str]) -> str:
    found = Counter(sides[name] for name in names if name in sides)
    return max(("left", "right", "middle"), key=lambda side: found[side])
