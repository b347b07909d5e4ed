"""A document's workflows as ours: steps, bindings, inputs, outputs.

What we cannot express stays in `raw` under `arazzo`, the whole object as it came, so that it can be
written back. `x-graphwright` holds what Arazzo has no words for: which binding means a whole list.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ...formats.values import mapping, sequence, text
from ...raw import Raw
from ..expressions import Expression, StepOutput, rewritten
from ..model import Binding, Input, Step, Workflow
from ..paths import first_of, indexed, joined, pointer_path
from ..references import inputs_in, uses
from .operations import Operations
from .payload import binding_of, values_of

OURS = "x-graphwright"
KEY = "arazzo"  # in `raw`
_BODY = "$response.body"
_PARAMETERS = "$components.parameters."
_INPUTS = "#/components/inputs/"

_HEAD = re.compile(r"[.\[]")

Object = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Context:
    """What a step of a document is read against."""

    components: Object
    operations: Operations
    shared: tuple[object, ...] = ()  # parameters of the workflow, for each of its steps
    fields: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # step → name → path
    said: tuple[object, ...] = ()  # parameters of the workflow, shared or no longer so


def read_document_workflow(value: Object, header: Object, operations: Operations) -> Workflow:
    """One workflow of a document.

    Args:
        value: the Workflow Object.
        header: the document without its workflows.
        operations: the tools that steps may call.
    """
    steps = [mapping(step) for step in sequence(value.get("steps")) if mapping(step).get("stepId")]
    context = Context(
        mapping(header.get("components")),
        operations,
        tuple(sequence(value.get("parameters"))),
        {text(step.get("stepId")): body_outputs(step) for step in steps},
    )
    kept = {key: inner for key, inner in value.items() if key != "steps"}
    workflow = Workflow(
        text(value.get("workflowId")),
        goal_of(value),
        inputs_of(value, context.components),
        tuple(step_of(step, context) for step in steps),
        outputs_of(value, context),
        Raw.of({KEY: {"document": dict(header), "workflow": kept}}),
    )
    return _closed(workflow)


def _closed(workflow: Workflow) -> Workflow:
    """The workflow with an input for every one that it reads without declaring it."""
    declared = {one.name for one in workflow.inputs}
    read = (name for use in uses(workflow) for name in inputs_in(use.source, workflow))
    missing = dict.fromkeys(_HEAD.split(name)[0] for name in read if name not in declared)
    extra = tuple(Input(name, "", False) for name in missing if name not in declared)
    return replace(workflow, inputs=(*workflow.inputs, *extra))


def goal_of(value: Object) -> str:
    return text(value.get("summary")) or text(value.get("description"))


def step_of(step: Object, context: Context) -> Step:
    """One step, without regard to what an earlier writing of ours was."""
    call = context.operations.called(step)
    kept: dict[str, object] = {KEY: dict(step)}
    if call.sources:
        kept["sources"] = list(call.sources)
    bindings = bindings_of(step, context)
    return Step(
        text(step.get("stepId")),
        call.tool,
        text(step.get("description")),
        after_of(step, context),
        _meant(bindings, mapping(step.get(OURS))),
        criteria_of(step),
        other_outputs(step),
        Raw.of(kept),
    )


def _meant(bindings: Mapping[str, Binding], ours: Object) -> dict[str, Binding]:
    """The bindings as we meant them, where the document still says what we wrote.

    A list is written by its first item: `lines[0].sku` for `lines[].sku`.
    """
    names = {text(said): name for name, said in mapping(ours.get("names")).items()}
    sources = {name: text(source) for name, source in mapping(ours.get("bindings")).items()}
    found = {}
    for name, binding in bindings.items():
        meant = sources.get(name, "")
        own = Binding(meant) if meant and binding.source == first_of(meant) else binding
        found[names.get(name, name)] = own
    return found


def after_of(step: Object, context: Context) -> tuple[str, ...]:
    """The steps of the same workflow that a step waits for."""
    listed = step.get("dependsOn")
    names = [listed] if isinstance(listed, str) else [text(one) for one in sequence(listed)]
    own = (name.rpartition("$steps.")[2] if name.startswith("$steps.") else name for name in names)
    return tuple(dict.fromkeys(name for name in own if name in context.fields))


def criteria_of(step: Object) -> tuple[str, ...]:
    """Success criteria: the condition, or the whole criterion as JSON where it says more."""
    found = []
    for one in sequence(step.get("successCriteria")):
        criterion = mapping(one)
        alone = set(criterion) == {"condition"} and isinstance(criterion["condition"], str)
        found.append(text(criterion["condition"]) if alone else json.dumps(one, sort_keys=True))
    return tuple(found)


def bindings_of(step: Object, context: Context) -> dict[str, Binding]:
    """What a step gives its operation: parameters, those of the workflow included, and the body."""
    values: dict[str, object] = {}
    for one in (*context.shared, *sequence(step.get("parameters"))):
        parameter = resolved_parameter(one, context.components)
        if name := text(parameter.get("name")):
            values[name] = parameter.get("value")
    body = mapping(step.get("requestBody"))
    values |= {path: v for path, v in values_of(body).items() if path not in values}
    return {name: _normal(binding_of(value), context) for name, value in values.items()}


def resolved_parameter(one: object, components: Object) -> Object:
    """A parameter, or the reusable one that it refers to, with the value that it sets."""
    value = mapping(one)
    reference = text(value.get("reference"))
    if not reference.startswith(_PARAMETERS):
        return value
    name = reference.removeprefix(_PARAMETERS)
    shared = mapping(mapping(components.get("parameters")).get(name))
    return {**shared, **({"value": value["value"]} if "value" in value else {})}


def _normal(binding: Binding, context: Context) -> Binding:
    if binding.source is None:
        return binding
    return Binding(rewritten(binding.source, lambda found: normal(found, context)))


def normal(found: Expression, context: Context) -> Expression:
    """An output by the path of its field, where the step names one that is no other thing."""
    if not isinstance(found, StepOutput):
        return found
    fields = context.fields.get(found.step, {})
    inside = (n for n in fields if found.path == n or found.path.startswith((f"{n}.", f"{n}[")))
    name = max(inside, key=len, default=None)
    if name is None:
        return found
    return StepOutput(found.step, joined(fields[name], found.path[len(name) :].lstrip(".")))


def body_outputs(step: Object) -> dict[str, str]:
    """The outputs of a step that are a value of its answer: path by name."""
    found = {}
    for name, value in mapping(step.get("outputs")).items():
        source = binding_of(value).source
        if source and (path := body_path(source)) is not None:
            found[name] = path
    return found


def body_path(source: str) -> str | None:
    """The path of `$response.body#/…`, or of the dotted form in use; None for other things."""
    if source == _BODY:
        return ""
    rest = source.removeprefix(_BODY)
    if rest == source or rest[0] not in "#.[":
        return None
    return pointer_path(rest[1:]) if rest[0] == "#" else indexed(rest.removeprefix("."))


def other_outputs(step: Object) -> dict[str, str]:
    """The outputs of a step that are no value of its answer: headers, other workflows' outputs."""
    fields = body_outputs(step)
    return {
        name: value if isinstance(value, str) else json.dumps(value, sort_keys=True)
        for name, value in mapping(step.get("outputs")).items()
        if name not in fields
    }


def outputs_of(value: Object, context: Context) -> dict[str, str]:
    """The outputs of a workflow that are expressions."""
    meant = {n: text(s) for n, s in mapping(mapping(value.get(OURS)).get("outputs")).items()}
    found = {}
    for name, said in mapping(value.get("outputs")).items():
        source = binding_of(said).source
        if source is not None:
            own = rewritten(source, lambda one: normal(one, context)) or source
            found[name] = meant[name] if first_of(meant.get(name, "")) == own else own
    return found


def inputs_of(value: Object, components: Object) -> tuple[Input, ...]:
    """The properties of the inputs' schema."""
    schema = resolved_schema(value.get("inputs"), components)
    required = [text(name) for name in sequence(schema.get("required"))]
    return tuple(
        _input(name, resolved_schema(inner, components), name in required)
        for name, inner in mapping(schema.get("properties")).items()
    )


def _input(name: str, schema: Object, required: bool) -> Input:
    types = schema.get("type")
    listed = [text(one) for one in sequence(types) if one != "null"]
    kind = text(types) if isinstance(types, str) else (listed[0] if len(listed) == 1 else "")
    return Input(name, kind, required, text(schema.get("description")))


def resolved_schema(schema: object, components: Object) -> Object:
    """A schema behind references to the document's reusable inputs; a circle of them is empty."""
    seen: set[str] = set()
    found = mapping(schema)
    while (reference := text(found.get("$ref"))).startswith(_INPUTS) and reference not in seen:
        seen.add(reference)
        name = reference.removeprefix(_INPUTS).replace("~1", "/").replace("~0", "~")
        found = mapping(mapping(components.get("inputs")).get(name))
    return found
