"""A row of edits in the making."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from ..graph import Pair
from ..relations import RelationKey
from .commands import Edit
from .curation import Curation
from .edits import edited

_Key = TypeVar("_Key", str, Pair, RelationKey)
_Value = TypeVar("_Value")


@dataclass(slots=True)
class Draft:
    """Edits so far, and the curation that they make."""

    state: Curation
    edits: list[Edit] = field(default_factory=list)

    def do(self, edit: Edit) -> None:
        self.state = edited(self.state, edit)
        self.edits.append(edit)


def changed(now: Mapping[_Key, _Value], then: Mapping[_Key, _Value]) -> list[tuple[_Key, _Value]]:
    """What is new or other in `then`, in the order of the keys."""
    if now is then:
        return []
    new = [(key, value) for key, value in then.items() if _differs(now.get(key), value)]
    return sorted(new, key=lambda item: item[0])


def _differs(one: object, other: object) -> bool:
    return one is not other and one != other
