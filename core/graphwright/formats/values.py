"""JSON values of which nothing is known yet, taken as what is needed or else as empty."""

from collections.abc import Mapping, Sequence

from ..tools import Scalar

_NOTHING: Mapping[str, object] = {}


def mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else _NOTHING


def sequence(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def text(value: object) -> str:
    """The string, or the number as it is written (`version: 1.0` in YAML); else empty."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def texts(value: object) -> tuple[str, ...]:
    """The strings of a list, each once; a single string is a list of one."""
    found = [value] if isinstance(value, str) else sequence(value)
    return tuple(dict.fromkeys(word for item in found if (word := text(item))))


def flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def is_scalar(value: object) -> bool:
    return value is None or isinstance(value, str | int | float | bool)


def scalar(value: object) -> Scalar:
    return value if isinstance(value, str | int | float | bool) else None


def scalars(value: object) -> tuple[Scalar, ...]:
    return tuple(scalar(item) for item in sequence(value) if is_scalar(item))
