"""The curations of a project's past: held where they are recent, replayed where not."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ..curate.apply import Sources, apply
from ..curate.commands import Command
from ..curate.curation import Curation
from ..errors import ProjectError
from ..graph import ToolGraph

_MOST = 1024  # curations that are held; each shares all but its own change with the next


class Values:
    """The curation after the first n of a row of commands, for every n."""

    def __init__(self, first: Curation, sources: Sources) -> None:
        self._sources = sources
        self._held = {0: first}
        self._saved: dict[int, Callable[[], Curation]] = {}

    def save(self, length: int, load: Callable[[], Curation]) -> None:
        """A way to load the curation after `length` commands, cheaper than replay."""
        self._saved[length] = load

    def hold(self, length: int, curation: Curation) -> None:
        self._held[length] = _bare(curation)
        if len(self._held) > _MOST:
            del self._held[sorted(self._held)[1]]  # the first is what all replay starts from

    def cut(self, length: int) -> None:
        """Without what came after the first `length` commands."""
        for known in (self._held, self._saved):
            for later in [one for one in known if one > length]:
                del known[later]

    def after(self, length: int, commands: Callable[[], Sequence[Command]]) -> Curation:
        """The curation after the first `length` of the commands, which are asked for if needed."""
        start = max(one for one in self._held if one <= length)
        saved = max((one for one in self._saved if start < one <= length), default=0)
        if saved:
            try:
                self.hold(saved, self._saved.pop(saved)())
            except ProjectError:  # a damaged checkpoint: the journal says it all
                return self.after(length, commands)
            start = saved
        if start < length:
            self.hold(length, self.replayed(self._held[start], commands()[start:length])[-1])
        return _bare(self._held[length])

    def replayed(self, curation: Curation, commands: Iterable[Command]) -> list[Curation]:
        """The curation after each of the commands.

        Raises:
            CommandError: one of them does not fit.
        """
        found: list[Curation] = []
        for command in commands:
            curation = apply(curation, command, self._sources)
            found.append(curation)
        return found


def _bare(curation: Curation) -> Curation:
    """The curation without what its graph derived: of an older one, nobody asks that again."""
    graph = curation.graph
    return replace(curation, graph=ToolGraph(graph.tools, graph.groups, graph.relations))
