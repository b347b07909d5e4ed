"""Tools in the runtime's file: the seven keys that it accepts of a tool, and the tool's node.

Source: graph-tool-call 0.47.0, core/tool.py; an unknown key in a tool, a parameter or an
annotation makes its `load` fail.
"""

from collections.abc import Mapping, Sequence

from ..tools import Effects, Parameter, Tool
from .carried import FILE, HINTS, OURS
from .carried_tools import Shapes, own_parameters, tool_data
from .runtime_metadata import lean, runtime_description, runtime_metadata
from .values import mapping, sequence

Json = Mapping[str, object]


def tool_entry(
    tool: Tool, order: int, shapes: Shapes, *, full: bool
) -> tuple[dict[str, object], dict[str, object]]:
    """The tool's object under `tools`, and its node in the graph.

    Args:
        tool: the tool.
        order: its position in the file.
        shapes: where equal lists of parameters and outputs meet.
        full: with all metadata that was read.
    """
    read = tool.raw.value()
    raw = read if full else lean(read)
    said = mapping(read.get(FILE))
    shared: dict[str, object] = {
        "description": runtime_description(tool, read),
        "tags": list(tool.tags),
        "domain": said.get("domain", tool.group or None),
    }
    hints = _annotations(tool.effects)
    written: dict[str, object] = {
        "name": tool.name,
        "description": shared["description"],
        "parameters": _parameters(tool, said),
        "tags": shared["tags"],
        "domain": shared["domain"],
        "metadata": runtime_metadata(tool, raw),
        "annotations": hints,
    }
    data = tool_data(tool, order, written, raw, shapes)
    written["metadata"] = {**mapping(written["metadata"]), OURS: data}
    node = {"id": tool.name, "node_type": "tool", **shared, **_node_hints(hints)}
    return written, {**node, **mapping(said.get("node"))}


def _parameters(tool: Tool, said: Json) -> Sequence[object]:
    """The file's own list while it names the same parameters; else made from ours."""
    own = own_parameters(tool)
    listed = sequence(said.get("parameters"))
    if listed and [mapping(row).get("name") for row in listed] == [p.name for p in own]:
        return listed
    return [_parameter(parameter) for parameter in own]


def _parameter(parameter: Parameter) -> dict[str, object]:
    return {
        "name": parameter.name,
        "type": parameter.type,
        "description": parameter.description,
        "required": parameter.required,
        "enum": list(parameter.enum) or None,
    }


def _annotations(effects: Effects) -> dict[str, bool | None] | None:
    hints = {f"{name}_hint": getattr(effects, name) for name in HINTS}
    return hints if any(value is not None for value in hints.values()) else None


def _node_hints(hints: Mapping[str, bool | None] | None) -> dict[str, object]:
    """A node says the same in MCP's own spelling (`readOnlyHint`), without nulls."""
    stated = {_camel(key): value for key, value in (hints or {}).items() if value is not None}
    return {"annotations": stated} if stated else {}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
