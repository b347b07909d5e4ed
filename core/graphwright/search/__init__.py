"""Finding tools by a question, explained by construction.

The names are loaded when they are first used, so that who needs settings alone loads no arrays.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .index import SearchIndex
    from .results import Explanation, Hit, Hits, Part, Reason, Term
    from .settings import SearchSettings
    from .signals import Signal

__all__ = [
    "Explanation",
    "Hit",
    "Hits",
    "Part",
    "Reason",
    "SearchIndex",
    "SearchSettings",
    "Signal",
    "Term",
]

_HOMES = {
    "Explanation": "results",
    "Hit": "results",
    "Hits": "results",
    "Part": "results",
    "Reason": "results",
    "SearchIndex": "index",
    "SearchSettings": "settings",
    "Signal": "signals",
    "Term": "results",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
