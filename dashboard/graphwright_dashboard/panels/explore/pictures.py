"""The picture for an address: of now, or of what two revisions differ in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from graphwright.curate.curation import Curation
from graphwright.errors import CommandError
from graphwright.graph import ToolGraph

from ...services import Services
from ...views.areas import parted
from ...views.changes import Changes, changes, compared, united
from ...views.columns import Columns
from ...views.elements import Hits
from ...views.exploring import Filters, View
from ...views.layout import Point
from ...views.picture import picture
from ...views.scene import Crumb, Scene, apart
from ...views.spread import spread


@dataclass(frozen=True, slots=True)
class Between:
    """The later of two revisions, with what it has no more, and what changed."""

    curation: Curation
    columns: Columns
    changes: Changes


@dataclass(frozen=True, slots=True)
class Drawn:
    """A scene with the graph that it is of; where revisions are compared, what changed."""

    scene: Scene
    graph: ToolGraph
    counts: Mapping[str, int] | None = None
    error: str = ""


class Pictures:
    """Pictures of one project; what they are drawn from is found once."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._between = lru_cache(maxsize=2)(self._read)  # what a revision was never changes

    def of(self, view: View, filters: Filters, hits: Hits) -> Drawn:
        services = self._services
        if view.old is not None:
            try:
                return self._compared(view.old, view, filters, hits)
            except CommandError as error:
                text = f"{error} The last one is {services.project.revision}."
                return replace(self.of(replace(view, old=None), filters, hits), error=text)
        curation = services.drawn()
        scene = self._scene(curation, services.columns(curation), view, filters, hits)
        return Drawn(scene, curation.graph)

    def _compared(self, old: int, view: View, filters: Filters, hits: Hits) -> Drawn:
        new = self._services.project.revision if view.new is None else view.new
        found = self._between(old, new)
        graph, domain = found.curation.graph, self._services.tiers().domain
        scene = self._scene(found.curation, found.columns, view, filters, hits)
        scene = compared(scene, found.changes, graph, domain)
        return Drawn(_with_ways(scene, view), graph, found.changes.counts)

    def _read(self, old: int, new: int) -> Between:
        before, now = (self._services.project.at(revision) for revision in (old, new))
        graph = parted(united(before.graph, now.graph))
        found = changes(before.graph, now.graph)
        return Between(replace(now, graph=graph), Columns.of(graph), found)

    def _scene(
        self, curation: Curation, columns: Columns, view: View, filters: Filters, hits: Hits
    ) -> Scene:
        services = self._services
        tiers = services.tiers()

        def tool_places() -> Mapping[str, Point]:
            tools = tiers.base.graph.tools
            return tiers.kept.of(view.key, tools, lambda: spread(tiers.base))

        return apart(picture(curation, columns, view, filters, hits, tiers, tool_places))


def _with_ways(scene: Scene, view: View) -> Scene:
    """The scene with ways to others that compare the same revisions."""

    def kept(crumbs: Sequence[Crumb]) -> tuple[Crumb, ...]:
        return tuple(replace(crumb, href=view.beside(crumb.href)) for crumb in crumbs)

    return replace(scene, crumbs=kept(scene.crumbs), beside=kept(scene.beside))
