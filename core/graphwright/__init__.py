"""Tools that an agent can call, how they relate, how they are found: the engine without the web.

The names below are the library. They are loaded when they are first used: importing graphwright
reads no file and loads nothing else. Four rooms have the name of what they do (`read`, `relate`,
`evaluate`, `duplicates`); such a room is a module and can be called.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .curate.apply import apply
    from .curate.curation import Curation
    from .curate.fixes import Fix, fixes
    from .duplicates import Cluster, duplicates
    from .errors import GraphwrightError
    from .evaluate.metrics import Scores, evaluate
    from .formats import Ingested, read
    from .issues import Issue
    from .read import load
    from .relate import relate
    from .relations import Relation
    from .release.export import write
    from .search import Explanation, Hits, SearchIndex
    from .tools import Tool
    from .workflow.check import check
    from .workflow.model import Workflow
    from .workflow.plan import plan

__all__ = [
    "Cluster",
    "Curation",
    "Explanation",
    "Fix",
    "GraphwrightError",
    "Hits",
    "Ingested",
    "Issue",
    "Relation",
    "Scores",
    "SearchIndex",
    "Tool",
    "Workflow",
    "apply",
    "check",
    "duplicates",
    "evaluate",
    "fixes",
    "load",
    "plan",
    "read",
    "relate",
    "write",
]

_HOMES = {
    "Cluster": "duplicates",
    "Curation": "curate.curation",
    "Explanation": "search",
    "Fix": "curate.fixes",
    "GraphwrightError": "errors",
    "Hits": "search",
    "Ingested": "formats",
    "Issue": "issues",
    "Relation": "relations",
    "Scores": "evaluate.metrics",
    "SearchIndex": "search",
    "Tool": "tools",
    "Workflow": "workflow.model",
    "apply": "curate.apply",
    "check": "workflow.check",
    "fixes": "curate.fixes",
    "load": "read",
    "plan": "workflow.plan",
    "write": "release.export",
}
# Rooms that can be called, and where the function of their name is.
_CALLED = {
    "duplicates": "duplicates",
    "evaluate": "evaluate.metrics",
    "read": "formats",
    "relate": "relate",
}


class _Room(ModuleType):
    """A room that can be called: `graphwright.relate(tools)` is `graphwright.relate.relate`."""

    def __call__(self, *values: object, **named: object) -> object:
        name = self.__name__.rpartition(".")[2]
        function = getattr(import_module(f".{_CALLED[name]}", __name__), name)
        return function(*values, **named)


class _Front(ModuleType):
    """This package: it makes a room callable when the room is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _CALLED and isinstance(value, ModuleType):
            value.__class__ = _Room
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Front


def __getattr__(name: str) -> object:
    if name in _CALLED:
        return import_module(f".{name}", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
