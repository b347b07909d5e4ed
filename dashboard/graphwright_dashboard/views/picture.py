"""What Explore draws for an address: the map, a group or a neighbourhood, whichever is there."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from graphwright.curate.curation import Curation

from .all_scene import MOST_ANYWAY, all_scene
from .columns import Columns
from .elements import Hits
from .exploring import Filters, View, address
from .group_scene import group_scene
from .layout import Point
from .map_scene import map_scene
from .names import short
from .scene import Crumb, Scene
from .tiers import Tiers
from .tool_scene import tool_scene


def picture(
    curation: Curation,
    columns: Columns,
    view: View,
    filters: Filters,
    hits: Hits,
    tiers: Tiers,
    tool_places: Callable[[], Mapping[str, Point]],
) -> Scene:
    """The scene of the view; where its tool or group is gone, the map says so.

    Args:
        curation: of which.
        columns: its relations.
        view: what the address asks for.
        filters: what stands out.
        hits: what the last question found.
        tiers: domains of the groups, and where hexagons stand.
        tool_places: those of all tools, as `spread` gives them; asked for when they are needed.
    """
    if view.every and len(curation.graph.tools) <= MOST_ANYWAY:
        keep = partial(tiers.kept.add, view.key)
        return all_scene(curation, columns, view, filters, hits, tool_places(), keep)
    if view.tool is not None and view.tool in curation.graph.tools:
        group = curation.graph.group_of.get(view.tool, "")
        return _below(tiers.domain(group), tool_scene(curation, view, filters, hits))
    if view.group is not None and view.group in curation.graph.members:
        return _below(tiers.domain(view.group), group_scene(curation, columns, view, filters, hits))
    known = tiers.blocks(columns, None).sizes if tiers.domain_of else {}
    domains = view.domain in known and view.key == f"domain {view.domain}"
    scene = map_scene(curation, columns, filters, hits, tiers, view.domain if domains else None)
    missing = next((n for n in (view.tool, view.group, view.domain) if n is not None), None)
    if domains or missing is None:
        return scene
    what = {"group": "group with tools"}.get(kind := view.key.split(" ")[0], kind)
    return replace(scene, facts=f"There is no {what} “{short(missing)}”. {scene.facts}")


def _below(domain: str, scene: Scene) -> Scene:
    """The scene with the way back to its group's domain, if there is one."""
    if not domain:
        return scene
    first, *rest = scene.crumbs
    crumb = Crumb(short(domain, 32), address("domain", domain))
    return replace(scene, crumbs=(first, crumb, *rest))
