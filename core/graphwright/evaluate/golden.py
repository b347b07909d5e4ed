"""Golden queries: questions with the tools that must, may and must not answer them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Golden:
    """One question. `ordered`: all of `expect` in that order; `group` joins paraphrases."""

    query: str
    expect: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()
    ordered: bool = False
    pinned: bool = True  # the gate fails when it passed before and fails now
    group: str = ""
    note: str = ""
    synthetic: bool = False
