"""What leads to a tool: values from other tools, values that the goal states, values to ask for."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from ..tools import Parameter
from .literals import Literal

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Link:
    """A value that goes from one tool's answer into a parameter of another."""

    consumer: str
    parameter: Parameter
    provider: str
    path: str
    why: str
    cost: float  # of the doubt that it is the right one


@dataclass(frozen=True, slots=True)
class Stated:
    """A value that the goal gives a parameter."""

    consumer: str
    parameter: Parameter
    literal: Literal
    cost: float


@dataclass(frozen=True, slots=True)
class Question:
    """A value that whoever runs the workflow must give. Equal `thing`s are one question."""

    consumer: str
    parameter: Parameter
    thing: tuple[str, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Chain:
    """Everything that leads to a tool, in the order in which it was found."""

    links: tuple[Link, ...] = ()
    stated: tuple[Stated, ...] = ()
    questions: tuple[Question, ...] = ()

    def joined(self, other: "Chain") -> "Chain":
        return Chain(
            _once((*self.links, *other.links)),
            _once((*self.stated, *other.stated)),
            _once((*self.questions, *other.questions)),
        )

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools that are called before, each once."""
        return tuple(dict.fromkeys(link.provider for link in self.links))

    @property
    def words(self) -> tuple[str, ...]:
        """Words of the goal that went into values."""
        return tuple(word for one in self.stated for word in one.literal.words)

    @property
    def cost(self) -> float:
        """Of doubts and questions, the steps apart; the same thing is asked for once."""
        asked = {one.thing: one.cost for one in self.questions if one.thing}
        plain = sum(one.cost for one in self.questions if not one.thing)
        doubts = sum(link.cost for link in self.links) + sum(one.cost for one in self.stated)
        return doubts + plain + sum(asked.values())


def _once(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))
