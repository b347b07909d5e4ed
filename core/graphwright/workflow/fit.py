"""Whether a value fits a parameter: type, format, enum, one or many, whose it is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..issues import IssueCode, Severity
from ..tools import Field, Location, Parameter, Scalar, Tool
from .identity import akin, an, attribute, given, wanted
from .paths import as_field, picks_all

_NUMBERS = ("integer", "number")
_SCALARS = ("string", "integer", "number", "boolean")
# Formats that say the same kind of text or number.
_FAMILIES = (
    {"int32", "int64", "uint32", "uint64", "int16", "int8"},
    {"float", "double", "decimal"},
    {"date", "date-time", "datetime", "timestamp"},
    {"uri", "url", "uri-reference", "iri"},
    {"uuid", "guid"},
    {"byte", "binary", "base64"},
)


@dataclass(frozen=True, slots=True)
class Supply:
    """A value that something gives. `type` "" where nothing is known of it."""

    type: str = ""
    format: str = ""
    enum: tuple[Scalar, ...] = ()
    many: bool = False
    resources: tuple[tuple[str, ...], ...] = ()  # whose id it is; () where nothing says it
    label: str = ""

    @classmethod
    def of(cls, tool: Tool, field: Field, path: str) -> "Supply":
        """What a path into an answer gives; `field` is the output that it enters."""
        return cls(
            field.type,
            field.format,
            field.enum,
            picks_all(path),
            given(tool, field),
            f"{path or 'the answer'} of {tool.name}",
        )


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a value does not fit, as a clause that follows the parameter's name."""

    code: IssueCode
    severity: Severity
    clause: str


def misfits(supply: Supply, consumer: Tool, parameter: Parameter) -> tuple[Misfit, ...]:
    """Everything that speaks against giving a value to a parameter; empty when it fits."""
    return tuple(_misfits(supply, consumer, parameter))


def _misfits(supply: Supply, consumer: Tool, parameter: Parameter) -> Iterator[Misfit]:
    wants_list = parameter.type == "array"
    kind = parameter.items if wants_list and supply.many else parameter.type
    if supply.many and not wants_list:
        yield Misfit(
            IssueCode.LIST_TO_ITEM,
            Severity.WARNING,
            f"takes one value, {supply.label} gives a list: the first is taken",
        )
    if (severity := _type_misfit(supply.type, kind)) is not None:
        yield Misfit(
            IssueCode.TYPE_MISMATCH, severity, f"is {kind}, {supply.label} is {supply.type}"
        )
    else:
        yield from _detail_misfits(supply, parameter)
    yield from _resource_misfits(supply, consumer, parameter)


def _type_misfit(given_type: str, wanted: str) -> Severity | None:
    if not given_type or not wanted or given_type == wanted or "null" in (given_type, wanted):
        return None
    if wanted == "array":
        return Severity.WARNING if given_type in _SCALARS else Severity.ERROR
    if given_type not in _SCALARS or wanted not in _SCALARS:
        return Severity.ERROR if wanted in (*_SCALARS, "object") else None
    if wanted == "string" or (given_type == "integer" and wanted == "number"):
        return None
    return Severity.WARNING if given_type in ("string", *_NUMBERS) else Severity.ERROR


def _detail_misfits(supply: Supply, parameter: Parameter) -> Iterator[Misfit]:
    if supply.enum and parameter.enum:
        shared = set(map(str, supply.enum)) & set(map(str, parameter.enum))
        if len(shared) < len(set(supply.enum)):
            yield Misfit(
                IssueCode.TYPE_MISMATCH,
                Severity.WARNING if shared else Severity.ERROR,
                f"takes {_some(parameter.enum)}, {supply.label} may be {_some(supply.enum)}",
            )
    if not _same_family(supply.format, parameter.format):
        yield Misfit(
            IssueCode.TYPE_MISMATCH,
            Severity.WARNING,
            f"has the format {parameter.format}, {supply.label} {supply.format}",
        )


def _same_family(one: str, other: str) -> bool:
    if not one or not other or one == other:
        return True
    return any(one in family and other in family for family in _FAMILIES)


def _resource_misfits(supply: Supply, consumer: Tool, parameter: Parameter) -> Iterator[Misfit]:
    pointed = attribute(parameter.name) or parameter.location is Location.PATH
    needed = wanted(consumer, parameter.name) if pointed else ()
    if not needed or not supply.resources or any(akin(needed, of) for of in supply.resources):
        return
    whose = " or ".join(dict.fromkeys(" ".join(of) for of in supply.resources))
    yield Misfit(
        IssueCode.WRONG_RESOURCE,
        Severity.WARNING,
        f"identifies {an(' '.join(needed))}, {supply.label} identifies {an(whose)}",
    )


def value_misfits(value: object, parameter: Parameter) -> tuple[Misfit, ...]:
    """What speaks against a constant: its type, or that it is none of the enum's values."""
    read = isinstance(value, (str, float)) and parameter.type in (*_NUMBERS, "boolean")
    if read:
        fits = _reads_as(str(value), parameter.type)
    else:
        fits = _type_misfit(type_name(value), parameter.type) is not Severity.ERROR
    if not fits:
        clause = f"is {parameter.type}, the value is {type_name(value)}"
        return (Misfit(IssueCode.TYPE_MISMATCH, Severity.ERROR, clause),)
    values = value if isinstance(value, list) else [value]
    if parameter.enum and any(str(one) not in map(str, parameter.enum) for one in values):
        clause = f"takes {_some(parameter.enum)}, not {_some(values)}"
        return (Misfit(IssueCode.TYPE_MISMATCH, Severity.ERROR, clause),)
    return ()


def type_name(value: object) -> str:
    """The JSON Schema type of a JSON value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    names = {int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return names.get(type(value), "string")


def _reads_as(text: str, wanted: str) -> bool:
    """Whether a text, as it stands in a URL or form, reads as that type."""
    if wanted == "boolean":
        return text.lower() in ("true", "false", "0", "1")
    try:
        number = float(text)
    except ValueError:
        return False
    return wanted == "number" or number.is_integer()


def _some(values: Iterable[object]) -> str:
    shown = [str(value) for value in values]
    return ", ".join(shown[:4]) + (" …" if len(shown) > 4 else "")


def field_at(tool: Tool, path: str) -> Field | None:
    """The output field that a path enters; an object or list around fields counts as one."""
    wanted = as_field(path)
    for field in tool.outputs:
        if field.path == wanted:
            return field
    inside = next((f for f in tool.outputs if _holds(wanted, f.path)), None)
    if inside is None:
        return None
    listed = inside.path[len(wanted) :].startswith("[]")
    return Field(wanted, "array" if listed else "object")


def _holds(outer: str, inner: str) -> bool:
    return inner.startswith(outer) and (not outer or inner[len(outer)] in ".[")


def is_open(tool: Tool, path: str) -> bool:
    """Whether an answer may hold a path though nothing says so: what is around it is unknown."""
    wanted = as_field(path)
    if not tool.outputs:
        return True
    around = [f for f in tool.outputs if wanted != f.path and _holds(f.path, wanted)]
    closest = max(around, key=lambda f: len(f.path), default=None)
    if closest is None:
        return False
    below = any(f is not closest and _holds(closest.path, f.path) for f in tool.outputs)
    return not below and closest.type in ("object", "array", "")
