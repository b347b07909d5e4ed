"""Every edit of a curation as a value: applied, journalled, undone, sent and patched alike.

The JSON form is one object, `{"do": NAME, …fields, "by", "at", "why"}`; see the README.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Literal

import orjson
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from ..errors import CommandError
from ..evaluate.gate import GateRules
from ..evaluate.golden import Golden
from ..relations import Evidence, RelationKey, RelationKind
from ..tools import Effects
from ..workflow.model import Workflow
from .curation import Rule

Number = Annotated[float, Field(strict=True)]  # no text, nor true or false


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamped:
    # a misspelt field would be an edit that silently does less than was asked
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    by: str = ""  # curator
    at: str = ""  # ISO 8601
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationCommand(Stamped):
    source: str
    target: str
    kind: RelationKind

    @property
    def key(self) -> RelationKey:
        return RelationKey(self.source, self.target, self.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRelation(RelationCommand):
    """`evidence` says why it holds, where more is known than that a person said so."""

    evidence: tuple[Evidence, ...] = ()
    do: Literal["add-relation"] = "add-relation"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveRelation(RelationCommand):
    do: Literal["remove-relation"] = "remove-relation"


@dataclass(frozen=True, slots=True, kw_only=True)
class RetypeRelation(RelationCommand):
    to: RelationKind
    do: Literal["retype-relation"] = "retype-relation"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReverseRelation(RelationCommand):
    do: Literal["reverse-relation"] = "reverse-relation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept(RelationCommand):
    do: Literal["accept"] = "accept"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject(RelationCommand):
    do: Literal["reject"] = "reject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreview(RelationCommand):
    do: Literal["unreview"] = "unreview"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ship(RelationCommand):
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
    """The survivor in place of all of `merge`.

    `fields`: field → tool whose value it takes; `parameters`: tool → {theirs: ours}.
    """

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
    """None leaves a setting as it is; `weights` holds those that change, `gate` all rules."""

    weights: Mapping[str, Number] | None = None
    k: Annotated[int, Field(strict=True)] | None = None
    floor: Number | None = None
    embedder: str | None = None
    ship_from: Number | None = None
    fusion: str | None = None
    gate: GateRules | None = None
    do: Literal["set-search"] = "set-search"


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeRule(Stamped):
    rule: Rule
    do: Literal["rule"] = "rule"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Stamped):
    """Tools and groups where they were put on the map, or in a picture of its own coordinates.

    `None` lets go of one: it stands where the picture puts it.
    """

    positions: Mapping[str, tuple[float, float] | None]
    picture: str = ""  # "" the map; "all", "group orders", "tool getOrder"
    do: Literal["place"] = "place"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSource(Stamped):
    """A new version of a source; its graph is kept by the project under the hash."""

    source: str
    hash: str
    do: Literal["take-source"] = "take-source"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollBack(Stamped):
    """What a release held comes back; the project keeps its curation under the hash."""

    release: int
    hash: str
    do: Literal["roll-back"] = "roll-back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle(Stamped):
    """An answer to what a new version asked: a changed decision holds, a waiting one goes."""

    where: str
    do: Literal["settle"] = "settle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait(Stamped):
    """A decision whose ground a new version took. It is done once its ground is back."""

    decision: "Decision"
    do: Literal["wait"] = "wait"


@dataclass(frozen=True, slots=True, kw_only=True)
class All(Stamped):
    """Several commands as one undo step."""

    commands: tuple["Command", ...]
    label: str = ""
    do: Literal["all"] = "all"


# what changes the curation by itself, without a kept source or other commands
Edit = (
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
    | Settle
    | Wait
)
Decision = Annotated[Edit, Field(discriminator="do")]
Command = Annotated[Edit | TakeSource | RollBack | All, Field(discriminator="do")]

_COMMAND: TypeAdapter[Command] = TypeAdapter(Command)


def read_command(data: object) -> Command:
    """A command from its JSON form.

    Raises:
        CommandError: `data` is no command; the sentence names the field.
    """
    try:
        return _COMMAND.validate_python(data)
    except ValidationError as error:
        raise CommandError(f"That is no command: {_complaint(error)}.") from None


def command_json(command: Command) -> dict[str, object]:
    """The JSON form without fields at their default: what is done, to what, by whom."""
    written: dict[str, object] = _COMMAND.dump_python(
        command, mode="json", by_alias=True, exclude_defaults=True
    )
    if isinstance(command, All):
        written["commands"] = [command_json(each) for each in command.commands]
    if isinstance(command, Wait):
        written["decision"] = command_json(command.decision)
    stamps = {name: written.pop(name) for name in ("by", "at", "why") if name in written}
    return {"do": command.do} | written | stamps


def command_line(command: Command) -> bytes:
    """The JSON form as one line: of a patch file, and of the journal.

    Raises:
        CommandError: it holds what JSON cannot, such as half a character.
    """
    try:
        return orjson.dumps(command_json(command))
    except (TypeError, ValueError) as error:
        raise CommandError(f"The edit cannot be written down as JSON: {error}.") from None


def stamped(command: Command, by: str, at: str) -> Command:
    """The command with who and when, where it does not say so itself."""
    return replace(command, by=command.by or by, at=command.at or at)


def _complaint(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    if first["type"] == "union_tag_not_found":
        return "it has no 'do'"
    place = ".".join(str(part) for part in first["loc"]) or "do"
    return f"{place[:200]}: {first['msg'][:300]}".rstrip(".")
