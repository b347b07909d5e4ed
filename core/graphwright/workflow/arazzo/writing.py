"""Our workflows as a document."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...formats.values import mapping, sequence
from ...graph import ToolGraph
from ..model import Input, Workflow
from ..naming import slug
from ..paths import first_of
from ..places import document_name
from .document import (
    KEY,
    OURS,
    Context,
    Object,
    bindings_of,
    body_outputs,
    goal_of,
    inputs_of,
    outputs_of,
    step_of,
)
from .operations import Operations, declared_sources
from .output_names import OutputNames
from .steps import offer, write_step

_VERSION = "1.0.1"
_NO_SOURCE = {"name": "tools", "url": "tools.json", "type": "openapi"}  # at least one must be


def document_of(workflows: Sequence[Workflow], graph: ToolGraph) -> dict[str, object]:
    """One document that holds these workflows, in their order."""
    header = _header(workflows, graph)
    operations = Operations(graph, tuple(declared_sources(header)))
    return {**header, "workflows": [_workflow(one, header, operations) for one in workflows]}


def _header(workflows: Sequence[Workflow], graph: ToolGraph) -> dict[str, object]:
    """What stands above the workflows: as the document had it, with the sources that it lacks."""
    said = [mapping(mapping(one.raw.value().get(KEY)).get("document")) for one in workflows]
    first = next((header for header in said if header), {})
    title = (workflows[0].goal or workflows[0].id) if workflows else ""
    made = {"arazzo": _VERSION, "info": {"title": title or "Workflow", "version": "1.0.0"}}
    header: dict[str, object] = dict(first or made)
    listed = list(sequence(header.get("sourceDescriptions")))
    missing = _missing_sources(workflows, Operations(graph, tuple(declared_sources(header))))
    if missing or not first:
        header["sourceDescriptions"] = [*listed, *missing] or [_NO_SOURCE]
    return header


def _missing_sources(workflows: Sequence[Workflow], operations: Operations) -> list[object]:
    """A source description for each document that a new call comes from."""
    known = {name for one in operations.sources for name in (document_name(one.url), one.name)}
    tools = (
        operations.graph.tools.get(step.tool)
        for one in workflows
        for step in one.steps
        if operations.called(mapping(step.raw.value().get(KEY))).tool != step.tool
    )
    urls = dict.fromkeys(tool.source for tool in tools if tool and tool.source)
    missing = {slug(document_name(url)) or "tools": url for url in urls}
    return [
        {"name": name, "url": url, "type": "openapi"}
        for name, url in missing.items()
        if document_name(url) not in known
    ]


def _workflow(workflow: Workflow, header: Object, operations: Operations) -> dict[str, object]:
    said = dict(mapping(mapping(workflow.raw.value().get(KEY)).get("workflow")))
    raws = {step.id: mapping(step.raw.value().get(KEY)) for step in workflow.steps}
    fields = {id: body_outputs(raw) for id, raw in raws.items()}
    shared = tuple(sequence(said.get("parameters")))
    context = Context(mapping(header.get("components")), operations, shared, fields, shared)
    if not _still_shared(workflow, raws, context):
        said.pop("parameters", None)
        context = replace(context, shared=())
    names = OutputNames(
        {id: dict(found) for id, found in fields.items()},
        {step.id: step.outputs for step in workflow.steps},
    )
    steps = [write_step(step, raws[step.id], context, names) for step in workflow.steps]
    outputs = _outputs(workflow, said, context, names)
    for step in steps:
        offer(step, names)
    top = _top(workflow, said, context)
    return {**top, "steps": steps, **outputs}


def _still_shared(workflow: Workflow, raws: Mapping[str, Object], context: Context) -> bool:
    """What the document gives all steps is still so: nothing was edited, or each has it."""
    if all(step_of(raws[s.id], context).bindings == s.bindings for s in workflow.steps):
        return True
    given = bindings_of({}, context)
    bound = [[step.bindings.get(name) for step in workflow.steps] for name in given]
    return all(None not in found for found in bound) and all(
        given[name] in found for name, found in zip(given, bound, strict=True)
    )


def _top(workflow: Workflow, said: dict[str, object], context: Context) -> dict[str, object]:
    top: dict[str, object] = {"workflowId": "", **said} | {"workflowId": workflow.id}
    top.pop("outputs", None)
    ours = {k: v for k, v in mapping(top.pop(OURS, None)).items() if k != "outputs"}
    if goal_of(said) != workflow.goal:
        top["summary"] = workflow.goal
    declared = tuple(one for one in workflow.inputs if one.type or one.required)
    if inputs_of(said, context.components) not in (workflow.inputs, declared):
        top["inputs"] = _schema(workflow.inputs, said, context)
    return top | ({OURS: ours} if ours else {})


def _schema(inputs: Iterable[Input], said: Object, context: Context) -> dict[str, object]:
    """The inputs as a JSON schema; of an input that it knew, the document's own schema."""
    known = {one.name: one for one in inputs_of(said, context.components)}
    before = mapping(mapping(said.get("inputs")).get("properties"))
    properties: dict[str, object] = {}
    required = []
    for one in inputs:
        kept = one.name in before and known.get(one.name) == replace(
            one, required=known[one.name].required
        )
        properties[one.name] = before[one.name] if kept else _property(one)
        required += [one.name] if one.required else []
    schema: dict[str, object] = {"type": "object", "properties": properties}
    return schema | ({"required": required} if required else {})


def _property(one: Input) -> dict[str, object]:
    said = {"type": one.type, "description": one.description}
    return {key: value for key, value in said.items() if value}


def _outputs(
    workflow: Workflow, said: Object, context: Context, names: OutputNames
) -> dict[str, object]:
    if outputs_of(said, context) == dict(workflow.outputs):
        kept = {key: said[key] for key in ("outputs",) if key in said}
        ours = mapping(said.get(OURS)).get("outputs")
        return kept | ({OURS: {"outputs": ours}} if ours else {})
    lists = {n: source for n, source in workflow.outputs.items() if first_of(source) != source}
    outputs = {name: names.text(source) for name, source in workflow.outputs.items()}
    written: dict[str, object] = {"outputs": outputs} if outputs else {}
    return written | ({OURS: {"outputs": lists}} if lists else {})
