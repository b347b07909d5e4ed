"""A graph as it was before the decisions that its file tells of.

Of relations a file says what a curator decided and added. What tools said before they were
described travels beside them. Merges, and groups that were made or removed, are told by a
project alone.
"""

from collections.abc import Iterator, Mapping

from ..errors import CommandError
from ..graph import ToolGraph
from ..relations import Origin, Verdict
from . import relation_edits
from .commands import Describe, command_json, read_command
from .curation import Curation
from .differences import DESCRIBED
from .draft import changed
from .tool_edits import describe


def said_before(curation: Curation) -> list[dict[str, object]]:
    """What the tools that were described said before, as the commands that bring it back."""
    rows = []
    for name, tool in changed(curation.base.tools, curation.graph.tools):
        was = curation.base.tools.get(name)
        fields = DESCRIBED if was else ()
        old = {f: getattr(was, f) for f in fields if getattr(was, f) != getattr(tool, f)}
        if old:
            rows.append(command_json(Describe(tool=name, **old)))
    return rows


def before(graph: ToolGraph, data: Mapping[str, object]) -> ToolGraph:
    """The graph without what was decided.

    Args:
        graph: as the file holds it.
        data: `metadata.graphwright` of the file.
    """
    relations = graph.relations.values()
    by_hand = tuple(one.key for one in relations if one.origin is Origin.CURATOR)
    decided = tuple(
        one.decided(Verdict.UNREVIEWED)
        for one in relations
        if one.origin is not Origin.CURATOR and one.verdict is not Verdict.UNREVIEWED
    )
    curation = Curation(graph, graph)
    if decided or by_hand:
        curation = relation_edits.changed(curation, decided, by_hand)
    for command in _described(data.get("before")):
        if command.tool in graph.tools:
            curation = describe(curation, command)
    return curation.graph


def _described(rows: object) -> Iterator[Describe]:
    """The commands among the rows; what is none is left out."""
    for row in rows if isinstance(rows, list) else []:
        try:
            command = read_command(row)
        except CommandError:
            continue
        if isinstance(command, Describe) and command.group is None:
            yield command
