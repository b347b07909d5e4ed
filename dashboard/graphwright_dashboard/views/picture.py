"""What Explore draws for an address: the map, a group or a neighbourhood, whichever is there."""

from collections.abc import Mapping
from dataclasses import replace

from graphwright.curate.curation import Curation

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
    view: View,
    filters: Filters,
    hits: Hits,
    base_places: Mapping[str, Point],
) -> Scene:
    """The scene of the view; where its tool or group is gone, the map says so."""
    if view.tool is not None and view.tool in curation.graph.tools:
        return tool_scene(curation, view, filters, hits)
    if view.group is not None and view.group in curation.graph.members:
        return group_scene(curation, view, filters, hits)
    scene = map_scene(curation, filters, hits, base_places)
    missing = view.tool if view.tool is not None else view.group
    if missing is None:
        return scene
    what = "tool" if view.tool is not None else "group with tools"
    return replace(scene, facts=f"There is no {what} “{short(missing)}”. {scene.facts}")
