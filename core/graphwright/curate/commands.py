"""Every edit of a curation as a value: applied, journalled, undone, sent and patched alike.

The JSON form is one object, `{"do": NAME, …fields, "by", "at", "why"}`; see the README.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from ..errors import CommandError
from ..evaluate.golden import Golden
from ..relations import RelationKind
from ..tools import Effects
from ..workflow.model import Workflow
from .curation import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamped:
    by: str = ""  # curator
    at: str = ""  # ISO 8601
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _OnRelation(Stamped):
    source: str
    target: str
    kind: RelationKind


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRelation(_OnRelation):
    do: Literal["add-relation"] = "add-relation"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveRelation(_OnRelation):
    do: Literal["remove-relation"] = "remove-relation"


@dataclass(frozen=True, slots=True, kw_only=True)
class RetypeRelation(_OnRelation):
    to: RelationKind
    do: Literal["retype-relation"] = "retype-relation"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReverseRelation(_OnRelation):
    do: Literal["reverse-relation"] = "reverse-relation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept(_OnRelation):
    do: Literal["accept"] = "accept"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject(_OnRelation):
    do: Literal["reject"] = "reject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreview(_OnRelation):
    do: Literal["unreview"] = "unreview"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ship(_OnRelation):
    do: Literal["ship"] = "ship"


@dataclass(frozen=True, slots=True, kw_only=True)
class Describe(Stamped):
    """None leaves a field as it is."""

    tool: str
    description: str | None = None
    tags: tuple[str, ...] | None = None
    aliases: tuple[str, ...] | None = None
    when_to_use: str | None = None
    examples: tuple[str, ...] | None = None
    group: str | None = None
    effects: Effects | None = None
    do: Literal["describe"] = "describe"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddGroup(Stamped):
    name: str
    parent: str = ""
    do: Literal["add-group"] = "add-group"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveGroup(Stamped):
    name: str
    do: Literal["remove-group"] = "remove-group"


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeTools(Stamped):
    """`fields`: field → tool whose value the survivor takes; `parameters`: tool → {theirs: ours}."""

    keep: str
    merge: tuple[str, ...]
    fields: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    do: Literal["merge"] = "merge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmerge(Stamped):
    keep: str
    do: Literal["unmerge"] = "unmerge"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepApart(Stamped):
    tools: tuple[str, ...]
    do: Literal["keep-apart"] = "keep-apart"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWorkflow(Stamped):
    workflow: Workflow
    do: Literal["put-workflow"] = "put-workflow"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveWorkflow(Stamped):
    id: str
    do: Literal["remove-workflow"] = "remove-workflow"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutGolden(Stamped):
    golden: Golden
    do: Literal["put-golden"] = "put-golden"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveGolden(Stamped):
    query: str
    do: Literal["remove-golden"] = "remove-golden"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSearch(Stamped):
    """None leaves a setting as it is; `weights` holds those that change."""

    weights: Mapping[str, float] | None = None
    k: int | None = None
    floor: float | None = None
    embedder: str | None = None
    ship_from: float | None = None
    do: Literal["set-search"] = "set-search"


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeRule(Stamped):
    rule: Rule
    do: Literal["rule"] = "rule"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Stamped):
    positions: Mapping[str, tuple[float, float]]
    do: Literal["place"] = "place"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSource(Stamped):
    """A new version of a source; its graph is kept by the project under the hash."""

    source: str
    hash: str
    do: Literal["take-source"] = "take-source"


@dataclass(frozen=True, slots=True, kw_only=True)
class All(Stamped):
    """Several commands as one undo step."""

    commands: tuple["Command", ...]
    label: str = ""
    do: Literal["all"] = "all"


Command = Annotated[
    AddRelation
    | RemoveRelation
    | RetypeRelation
    | ReverseRelation
    | Accept
    | Reject
    | Unreview
    | Ship
    | Describe
    | AddGroup
    | RemoveGroup
    | MergeTools
    | Unmerge
    | KeepApart
    | PutWorkflow
    | RemoveWorkflow
    | PutGolden
    | RemoveGolden
    | SetSearch
    | MakeRule
    | Place
    | TakeSource
    | All,
    Field(discriminator="do"),
]

_COMMAND: TypeAdapter[Command] = TypeAdapter(Command)


def read_command(data: object) -> Command:
    """A command from its JSON form.

    Raises:
        CommandError: `data` is no command; the sentence names the field.
    """
    try:
        return _COMMAND.validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "do"
        raise CommandError(f"That is no command: {place}: {first['msg']}.") from None


def command_json(command: Command) -> dict[str, object]:
    """The JSON form, without fields that say nothing."""
    written = _COMMAND.dump_python(command, mode="json", by_alias=True, exclude_none=True)
    return {key: value for key, value in written.items() if value != "" or key in ("parent",)}
