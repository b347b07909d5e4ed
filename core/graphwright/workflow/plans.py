"""The runtime engine's two forms of a workflow: what it loads, and what it executes.

A WorkflowPlan names tools in order, with `params_from` for what comes from an earlier one; the
runtime keeps no more of it. A Plan has arguments with bindings, `${s1.orders[0].id}`. Both carry
our own form beside what the runtime reads, and it is taken back where the rest still agrees.

Source: graph-tool-call 0.47.0, workflow.py and plan/schema.py.
"""

import uuid
from collections.abc import Iterator, Mapping

import orjson

from ..errors import ReadError
from ..formats.values import mapping, sequence, text
from ..graph import ToolGraph
from ..issues import Issue, IssueCode, Severity
from ..raw import Raw
from .expressions import StepOutput, parse
from .form import read_workflow, workflow_json
from .inline import inlined
from .model import CHANNEL, WORKFLOW, Binding, Step, Workflow
from .naming import free_id, slug
from .paths import first_of, indexed
from .places import at
from .plan_arguments import args_of, bindings_of, inputs_of, output_binding, slots
from .reading import Read
from .references import producers

_OURS = "graphwright"
_KEY = "plan"  # in `raw`
_NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
_NONE: Mapping[str, Workflow] = {}
Object = Mapping[str, object]


def write_workflow_plan(workflow: Workflow, others: Mapping[str, Workflow] = _NONE) -> bytes:
    """The WorkflowPlan that the runtime loads.

    Args:
        workflow: what is written.
        others: workflows by id; those that are called stand in it with their own steps.
    """
    workflow = inlined(workflow, others)
    return _bytes({**_workflow_plan(workflow), _OURS: workflow_json(workflow)})


def _workflow_plan(workflow: Workflow) -> dict[str, object]:
    confidence = mapping(workflow.raw.value().get(_KEY)).get("confidence")
    return {
        "goal": workflow.goal,
        "confidence": confidence if isinstance(confidence, str) else "manual",
        "steps": [_planned(workflow, n, step) for n, step in enumerate(_calls(workflow), start=1)],
    }


def _calls(workflow: Workflow) -> list[Step]:
    return [step for step in workflow.steps if not step.tool.startswith((WORKFLOW, CHANNEL))]


def _planned(workflow: Workflow, number: int, step: Step) -> dict[str, object]:
    sources = {}
    for name, binding in step.bindings.items():
        found = parse(binding.source) if binding.source else None
        giver = workflow.step(found.step) if isinstance(found, StepOutput) else None
        if giver is not None and isinstance(found, StepOutput):
            path = first_of(found.path)
            dot = "." if path and not path.startswith("[") else ""
            sources[name] = f"{giver.tool}.response{dot}{path}"
    return {"order": number, "tool": step.tool, "reason": step.reason, "params_from": sources}


def read_workflow_plan(document: Object, name: str = "") -> Read:
    """What a WorkflowPlan says, or our own form beside it where both agree."""
    ours = _ours(document)
    if ours is not None:
        return Read((ours,))
    issues: list[Issue] = []
    goal = text(document.get("goal"))
    workflow = Workflow(_id(goal, name), goal)
    kept = {key: value for key, value in document.items() if key != "steps"}
    steps: list[Step] = []
    for position, value in enumerate(sequence(document.get("steps"))):
        tool = text(mapping(value).get("tool"))
        if not tool:
            issues.append(_issue("A step names its tool.", name, "steps", position))
            continue
        made = Workflow("", steps=tuple(steps))
        bindings = dict(_from_params(mapping(value), steps, issues, name, position))
        reason = text(mapping(value).get("reason"))
        raw = Raw.of({_KEY: dict(mapping(value))})
        steps.append(Step(free_id(made, tool), tool, reason, bindings=bindings, raw=raw))
    if not isinstance(document.get("steps"), list):
        issues.append(_issue("It needs a list of steps.", name))
    found = Workflow(workflow.id, goal, (), tuple(steps), {}, Raw.of({_KEY: kept}))
    return Read((found,), tuple(issues))


def _from_params(
    value: Object, earlier: list[Step], issues: list[Issue], name: str, position: int
) -> Iterator[tuple[str, Binding]]:
    for parameter, said in mapping(value.get("params_from")).items():
        source = _source(text(said), earlier)
        if source is not None:
            yield parameter, Binding(str(source))
        else:
            message = f"{text(said)[:80]!r} is of no step before this one."
            place = ("steps", position, "params_from", parameter)
            issues.append(_issue(message, name, *place, code=IssueCode.UNKNOWN_SOURCE))


def _source(said: str, earlier: list[Step]) -> StepOutput | None:
    """`getOrder.response.id` as the output of the last step before that calls `getOrder`."""
    givers = [step for step in earlier if said == step.tool or said.startswith(f"{step.tool}.")]
    if not givers:
        return None
    giver = max(reversed(givers), key=lambda step: len(step.tool))
    path = said[len(giver.tool) :].removeprefix(".")
    if path == "response" or path.startswith(("response.", "response[")):
        path = path.removeprefix("response").removeprefix(".")
    return StepOutput(giver.id, indexed(path))


def write_plan(
    workflow: Workflow, graph: ToolGraph, others: Mapping[str, Workflow] = _NONE
) -> bytes:
    """The Plan that the runtime's PlanRunner executes; `others` as in `write_workflow_plan`."""
    return _bytes(plan_json(workflow, graph, others))


def plan_json(
    workflow: Workflow, graph: ToolGraph, others: Mapping[str, Workflow] = _NONE
) -> dict[str, object]:
    """The Plan as its fields alone; our own form stands in its metadata."""
    workflow = inlined(workflow, others)
    said = mapping(workflow.raw.value().get(_KEY))
    calls = _calls(workflow)
    numbers = _numbers(calls)
    steps = [_call(step, numbers, graph) for step in calls]
    target = calls[-1].tool if calls else ""
    made: dict[str, object] = {
        "target": target,
        "entities": {},
        "synthesized_by": "graphwright",
        "user_input_slots": slots(workflow, calls, numbers, graph),
        _OURS: workflow_json(workflow),
    }
    digest = orjson.dumps(workflow_json(workflow), option=orjson.OPT_NON_STR_KEYS)
    return {
        "id": text(said.get("id")) or str(uuid.uuid5(_NAMESPACE, digest.decode())),
        "goal": workflow.goal,
        "steps": steps,
        "output_binding": output_binding(workflow, numbers, said.get("output_binding")),
        "created_at": text(said.get("created_at")),
        "metadata": said.get("metadata", made),
    }


def _numbers(calls: list[Step]) -> dict[str, str]:
    """The runtime's id of each step: its own where it came as one, else `s1`, `s2`."""
    own = all(mapping(step.raw.value().get(_KEY)).get("id") == step.id for step in calls)
    return {step.id: step.id if own else f"s{n}" for n, step in enumerate(calls, start=1)}


def _call(step: Step, numbers: Mapping[str, str], graph: ToolGraph) -> dict[str, object]:
    said = mapping(step.raw.value().get(_KEY))
    before = bindings_of(mapping(said.get("args")))
    same = bool(said) and before == dict(step.bindings)
    args = said.get("args") if same else args_of(step, numbers, graph.tools.get(step.tool))
    return {
        "id": numbers[step.id],
        "tool": step.tool,
        "args": args,
        "rationale": step.reason,
        "timeout_ms": said.get("timeout_ms"),
        "retryable": bool(said.get("retryable")),
        "depends_on": [numbers[id] for id in producers(step) if id in numbers],
        "response_root_keys": list(sequence(said.get("response_root_keys"))),
    }


def read_plan(document: Object, name: str = "", graph: ToolGraph | None = None) -> Read:
    """What a Plan says, or our own form beside it where both agree."""
    ours = _carried(document, graph or ToolGraph())
    if ours is not None:
        return Read((ours,))
    issues: list[Issue] = []
    if not isinstance(document.get("steps"), list):
        issues.append(_issue("It needs a list of steps.", name))
    steps = tuple(_steps(document, issues, name))
    goal = text(document.get("goal"))
    kept = {key: value for key, value in document.items() if key != "steps"}
    outputs = bindings_of({"result": document.get("output_binding")})
    sources = {key: one.source for key, one in outputs.items() if one.source is not None}
    workflow = Workflow(_id(goal, name), goal, (), steps, sources, Raw.of({_KEY: kept}))
    found = inputs_of(workflow, mapping(document.get("metadata")))
    return Read((found,), tuple(issues))


def _steps(document: Object, issues: list[Issue], name: str) -> Iterator[Step]:
    listed = [mapping(one) for one in sequence(document.get("steps"))]
    ids = {text(one.get("id")) for one in listed}
    seen: set[str] = set()
    for position, value in enumerate(listed):
        id, tool = text(value.get("id")), text(value.get("tool"))
        if not id or not tool or id in seen:
            message = "A step needs a tool, and an id that no other has."
            issues.append(_issue(message, name, "steps", position))
            continue
        seen.add(id)
        waits = (text(one) for one in sequence(value.get("depends_on")))
        bindings = bindings_of(mapping(value.get("args")))
        yield Step(
            id,
            tool,
            text(value.get("rationale")),
            tuple(one for one in dict.fromkeys(waits) if one in ids and one != id),
            bindings,
            raw=Raw.of({_KEY: dict(value)}),
        )


def _ours(document: Object) -> Workflow | None:
    """Our own form that a file carries, unless the rest of the file says something else."""
    workflow = _read(document.get(_OURS))
    if workflow is None:
        return None
    said = {key: value for key, value in document.items() if key != _OURS}
    return workflow if _plain(_workflow_plan(workflow)) == _plain(said) else None


def _carried(document: Object, graph: ToolGraph) -> Workflow | None:
    """The same of a Plan, which carries it in its metadata."""
    workflow = _read(mapping(document.get("metadata")).get(_OURS))
    same = workflow is not None and _plain(plan_json(workflow, graph)) == _plain(document)
    return workflow if same else None


def _read(carried: object) -> Workflow | None:
    try:
        return read_workflow(carried) if isinstance(carried, dict) else None
    except ReadError:
        return None


def _plain(value: object) -> object:
    return orjson.loads(orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS))


def _id(goal: str, name: str) -> str:
    return slug(goal.lower()) or slug(name) or "workflow"


def _issue(
    message: str,
    name: str,
    *place: str | int,
    code: IssueCode = IssueCode.BAD_WORKFLOW,
) -> Issue:
    return Issue(code, Severity.ERROR, "#" + at(*place), message, name)


def _bytes(value: Object) -> bytes:
    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS
    return orjson.dumps(value, option=options)
