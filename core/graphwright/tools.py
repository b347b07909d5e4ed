"""What an agent can call: tools, what they take, what they give, what they do to the world."""

from dataclasses import dataclass, field
from enum import StrEnum

from .raw import Raw

Scalar = str | int | float | bool | None


class Location(StrEnum):
    """Where a parameter travels. An argument of MCP and function tools is `ARGUMENT`."""

    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    COOKIE = "cookie"
    BODY = "body"
    ARGUMENT = "argument"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One value that a tool takes. Nested body properties are flattened: `lines[].sku`."""

    name: str
    type: str = "string"  # JSON Schema: string integer number boolean array object null
    description: str = ""
    required: bool = False
    location: Location = Location.ARGUMENT
    format: str = ""  # uuid, date-time, int64 …
    enum: tuple[Scalar, ...] = ()
    items: str = ""  # type of an array's items
    schema: str = ""  # name of the schema that it comes from (`Order`), where there is one
    default: Scalar = None


@dataclass(frozen=True, slots=True)
class Field:
    """One value in a tool's answer. `path` starts at the body: `id`, `items[].id`, `[].id`."""

    path: str
    type: str = "string"
    format: str = ""
    enum: tuple[Scalar, ...] = ()
    description: str = ""
    schema: str = ""  # name of the schema that holds the field

    @property
    def name(self) -> str:
        """The last property name: `id` of `items[].id`; empty for the body itself."""
        return self.path.rpartition(".")[2].replace("[]", "")

    @property
    def listed(self) -> bool:
        """The field is inside a list, so that there may be many of it."""
        return "[]" in self.path


@dataclass(frozen=True, slots=True)
class Effects:
    """MCP's four hints; None where nothing is known.

    Source: Model Context Protocol 2025-06-18, ToolAnnotations.
    """

    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """One callable. `name` is the document's own and unique in a graph (README, "Identity")."""

    name: str
    description: str = ""
    summary: str = ""
    parameters: tuple[Parameter, ...] = ()
    outputs: tuple[Field, ...] = ()
    tags: tuple[str, ...] = ()
    group: str = ""  # id of the group that it belongs to; "" for none
    method: str = ""  # HTTP method in lower case; "" for tools that are no operations
    path: str = ""  # URL template, `/orders/{orderId}`
    effects: Effects = Effects()
    deprecated: bool = False
    # words that only search sees; fixes go here first
    aliases: tuple[str, ...] = ()
    when_to_use: str = ""
    examples: tuple[str, ...] = ()  # example queries
    # where it comes from
    source: str = ""  # name of the document
    where: str = ""  # JSON Pointer in it
    order: int = 0  # position among all tools that were read; exports keep it
    callable_name: str = ""  # what a model may call it, where `name` cannot be called
    raw: Raw = field(default=Raw(), repr=False)  # metadata of a graph file, kept and written back

    def parameter(self, name: str) -> Parameter | None:
        return next((p for p in self.parameters if p.name == name), None)

    @property
    def required(self) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters if p.required)

    @property
    def reads(self) -> bool:
        """It changes nothing: by its own hint, else by its method, else unknown and so False."""
        if self.effects.read_only is not None:
            return self.effects.read_only
        return self.method in ("get", "head", "options")

    @property
    def destroys(self) -> bool:
        """It may destroy something: by its own hint, else by its method.

        MCP's default for an absent hint is True; for a workbench that would mark every tool,
        so that only what is stated counts.
        """
        if self.effects.destructive is not None:
            return self.effects.destructive and not self.reads
        return self.method == "delete"
