"""Finding tools by a question, explained by construction."""

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
