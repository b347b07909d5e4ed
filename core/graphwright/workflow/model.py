"""Workflows in Arazzo's words: steps with ids of their own, inputs, outputs, bindings.

Source: Arazzo Specification 1.0.1, Workflow and Step objects.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from ..raw import Raw

WORKFLOW = "$workflows."  # before the id of a workflow that a step calls as its tool
CHANNEL = "$channels."  # before the address of a channel of messages


@dataclass(frozen=True, slots=True)
class Input:
    """A value that whoever starts the workflow gives."""

    name: str
    type: str = "string"
    required: bool = True
    description: str = ""


@dataclass(frozen=True, slots=True)
class Binding:
    """Where a parameter's value comes from: an expression, or (`source` None) the constant `value`.

    Expressions are `$steps.ID.outputs.PATH` and `$inputs.NAME`, alone or inside a text
    (`Bearer {$inputs.token}`). PATH is that of an output `Field`, or a name in `Step.outputs`.
    A list may be entered at an index: `orders[0].id` is one id, `orders[].id` all of them.
    """

    source: Annotated[str | None, Field(alias="from")] = None
    value: object = None


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a tool. A tool may stand in several steps; `id` is unique in its workflow.

    A `tool` that begins with `$workflows.` is another workflow by its id, and one with
    `$channels.` a channel of messages.
    """

    id: str
    tool: str
    reason: str = ""
    after: tuple[str, ...] = ()  # ids of the steps that must be done before this one
    bindings: Mapping[str, Binding] = field(default_factory=dict)  # by parameter name
    success: tuple[str, ...] = ()  # criteria as they came in
    outputs: Mapping[str, str] = field(default_factory=dict)  # name → what is no field: a header
    raw: Raw = field(default=Raw(), repr=False)  # what a document said that we cannot express


@dataclass(frozen=True, slots=True)
class Workflow:
    """Steps in an order that can run. References are by step id, never by tool name."""

    id: str
    goal: str = ""
    inputs: tuple[Input, ...] = ()
    steps: tuple[Step, ...] = ()
    outputs: Mapping[str, str] = field(default_factory=dict)  # name → expression
    raw: Raw = field(default=Raw(), repr=False)

    def step(self, id: str) -> Step | None:
        return next((step for step in self.steps if step.id == id), None)
