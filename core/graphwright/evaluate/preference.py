"""“A over B when …”: what a person knows of two look-alikes, as golden queries that try them."""

from ..errors import QueryError
from ..graph import ToolGraph
from ..search.tokens import name_words
from .golden import Golden


def preference(graph: ToolGraph, better: str, worse: str, when: str) -> tuple[Golden, ...]:
    """Golden queries for the case in which one of two tools is the right one.

    The case itself must find `better` and must not find `worse`. The case in the words of `worse`
    is the trap: `better` must come first all the same.

    Raises:
        QueryError: a tool is not there, both are the same, or the case is empty.
    """
    when = " ".join(when.split())
    for name in (better, worse):
        if name not in graph.tools:
            raise QueryError(f"There is no tool '{name}'.")
    if better == worse or not when:
        raise QueryError("A preference takes two tools, and the case in which one is right.")
    group = f"{better} over {worse}"
    return (
        Golden(when, (better,), forbid=(worse,), group=group, note="The case itself"),
        Golden(
            f"{name_words(worse)}: {when}",
            (better, worse),
            ordered=True,
            group=group,
            note="The case in the other tool's words",
        ),
    )
