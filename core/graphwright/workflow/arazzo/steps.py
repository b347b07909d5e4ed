"""Our steps as a document's: what it said stays word for word, only what was edited is new."""

from collections.abc import Mapping

from ...formats.values import mapping, sequence, text
from ...tools import Location, Tool
from ..model import WORKFLOW, Binding, Step
from ..parameters import by_location
from ..paths import first_of
from ..places import document_name
from .document import (
    OURS,
    Context,
    Object,
    after_of,
    bindings_of,
    body_outputs,
    criteria_of,
    other_outputs,
    resolved_parameter,
    step_of,
)
from .operations import CALLS, named
from .output_names import OutputNames
from .payload import payload_of

_IN_BODY = (Location.BODY, Location.ARGUMENT)


def offer(step: dict[str, object], names: OutputNames) -> None:
    """Adds to a written step the outputs that later steps turned out to read."""
    made = names.made.get(text(step["stepId"]))
    if made:
        step["outputs"] = {**mapping(step.get("outputs")), **made}


def write_step(step: Step, raw: Object, context: Context, names: OutputNames) -> dict[str, object]:
    before = step_of(raw, context) if raw else Step(step.id, "")
    written: dict[str, object] = {"stepId": "", **raw} | {"stepId": step.id}
    _put(written, "description", step.reason, before.reason != step.reason)
    if before.tool != step.tool:
        written = {key: value for key, value in written.items() if key not in CALLS}
        written |= _call(step, context)
    waits = [*_foreign(raw, context), *step.after]
    _put(written, "dependsOn", waits, before.after != step.after)
    if before.bindings != step.bindings:
        _put_bindings(written, step, raw, context, names)
    criteria = [_criterion(one, raw) for one in step.success]
    _put(written, "successCriteria", criteria, criteria_of(raw) != step.success)
    if other_outputs(raw) != dict(step.outputs):
        kept = {n: v for n, v in mapping(raw.get("outputs")).items() if n in body_outputs(raw)}
        _put(written, "outputs", {**kept, **step.outputs}, True)
    return written


def _put(written: dict[str, object], key: str, value: object, changed: bool) -> None:
    """Sets a changed key; an empty value takes it away."""
    if changed and value:
        written[key] = value
    elif changed:
        written.pop(key, None)


def _foreign(raw: Object, context: Context) -> list[object]:
    """What a step waits for outside of its workflow."""
    own = after_of(raw, context)
    listed = sequence(raw.get("dependsOn"))
    return [one for one in listed if text(one).rpartition("$steps.")[2] not in own]


def _criterion(one: str, raw: Object) -> object:
    """A criterion as the document has it, else one of a condition alone."""
    known = zip(criteria_of(raw), sequence(raw.get("successCriteria")), strict=True)
    return next((said for text, said in known if text == one), {"condition": one})


def _call(step: Step, context: Context) -> dict[str, object]:
    sources = context.operations.sources
    tool = context.operations.graph.tools.get(step.tool)
    own = (
        one.name for one in sources if tool and document_name(one.url) == document_name(tool.source)
    )
    source = next(own, sources[0].name if sources else "tools")
    return named(tool, step.tool, source, several=len(sources) > 1)


def _put_bindings(
    written: dict[str, object], step: Step, raw: Object, context: Context, names: OutputNames
) -> None:
    """Sets parameters and body anew from the bindings."""
    tool = context.operations.graph.tools.get(step.tool)
    shared = bindings_of({}, context)
    own = {n: b for n, b in step.bindings.items() if shared.get(n) != b}
    parameters, body = _divided(tool, step, own, _places(raw, context))
    listed = [_parameter(name, place, names.value(own[name])) for name, place in parameters.items()]
    _put(written, "parameters", listed, True)
    values = {first_of(name): names.value(own[name]) for name in body}
    kept = {k: v for k, v in mapping(raw.get("requestBody")).items() if k == "contentType"}
    filled = {**(kept or {"contentType": "application/json"}), "payload": payload_of(values)}
    _put(written, "requestBody", filled if values else None, True)
    _put(written, OURS, _ours(own), True)


def _ours(bindings: Mapping[str, Binding]) -> dict[str, object]:
    """What the document has no words for: whole lists, as sources and as names."""
    sources = {
        name: one.source
        for name, one in bindings.items()
        if one.source is not None and first_of(one.source) != one.source
    }
    names = {name: first_of(name) for name in bindings if first_of(name) != name}
    ours = {"bindings": {first_of(n): s for n, s in sources.items()}, "names": names}
    return {key: value for key, value in ours.items() if value}


def _divided(
    tool: Tool | None, step: Step, own: Mapping[str, Binding], places: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Names of parameters with where they travel, and names of what is in the body."""
    parameters: dict[str, str] = {}
    body: list[str] = []
    for location, found in by_location(tool, own).items():
        for name, binding in found.items():
            if step.tool.startswith(WORKFLOW):
                parameters[name] = ""
            elif places.get(name):
                parameters[name] = places[name]
            elif location in _IN_BODY:
                body.append(name)
            elif binding != Binding():
                parameters[name] = location.value
    return parameters, body


def _places(raw: Object, context: Context) -> dict[str, str]:
    """Where the document says that parameters travel."""
    listed = (*context.said, *sequence(raw.get("parameters")))
    found = (resolved_parameter(one, context.components) for one in listed)
    return {text(one.get("name")): text(one.get("in")) for one in found}


def _parameter(name: str, place: str, value: object) -> dict[str, object]:
    return {"name": name, **({"in": place} if place else {}), "value": value}
