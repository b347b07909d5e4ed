"""What Explore draws for an address: the map, a group or a neighbourhood, whichever is there."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from graphwright.curate.curation import Curation

from .all_scene import MOST, all_scene
from .columns import Columns
from .elements import Hits
from .exploring import Filters, View
from .group_scene import group_scene
from .layout import Point
from .map_scene import map_scene
from .names import short
from .scene import Scene
from .tool_scene import tool_scene


def picture(
    curation: Curation,
    columns: Columns,
    view: View,
    filters: Filters,
    hits: Hits,
    base_places: Mapping[str, Point],
    tool_places: Callable[[], Mapping[str, Point]],
) -> Scene:
    """The scene of the view; where its tool or group is gone, the map says so.

    Args:
        curation: of which.
        columns: its relations.
        view: what the address asks for.
        filters: what stands out.
        hits: what the last question found.
        base_places: of the groups, as `places` gives them.
        tool_places: those of all tools, as `spread` gives them; asked for when they are needed.
    """
    if view.every and len(curation.graph.tools) <= MOST:
        return all_scene(curation, columns, view, filters, hits, tool_places())
    if view.tool is not None and view.tool in curation.graph.tools:
        return tool_scene(curation, view, filters, hits)
    if view.group is not None and view.group in curation.graph.members:
        return group_scene(curation, view, filters, hits)
    scene = map_scene(curation, columns, filters, hits, base_places)
    missing = view.tool if view.tool is not None else view.group
    if missing is None:
        return scene
    what = "tool" if view.tool is not None else "group with tools"
    return replace(scene, facts=f"There is no {what} “{short(missing)}”. {scene.facts}")
