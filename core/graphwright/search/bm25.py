"""BM25 over weighted fields: how strongly a tool holds a term, and how rare the term is."""

from functools import cache
from typing import NamedTuple

import numpy as np

from .documents import FieldOf
from .intent import verbs
from .postings import Catalog
from .rows import COVERS, FIELD, Bytes, Flags, Floats, Ints, Longs

# Measured on the development halves; the surface is flat around them.
K1 = 0.9  # saturation of repeated terms
_IDF_STEPS = 64
VERB_SHARE = 0.5  # a verb tells tools apart half as well as its rarity says
_WEIGHTS = {  # weight, and b: how much a long field counts against its terms
    FieldOf.NAME: (1.5, 0.6),
    FieldOf.ALIAS: (2.0, 0.0),
    FieldOf.WHEN_TO_USE: (1.0, 0.0),
    FieldOf.EXAMPLE: (1.0, 0.0),
    FieldOf.SUMMARY: (1.0, 0.4),
    FieldOf.DESCRIPTION: (0.5, 0.4),
    FieldOf.PARAMETER: (0.6, 0.7),
    FieldOf.PARAMETER_TEXT: (0.4, 0.7),
    FieldOf.TAG: (0.5, 0.5),
    FieldOf.PATH: (1.0, 0.5),
    FieldOf.OUTPUT: (0.2, 0.7),
}


class Held(NamedTuple):
    """The tools that hold a term.

    Attributes:
        docs: int32[n], ascending.
        share: float64[n] in (0, 1), how much of the term's importance each earns.
        covers: bool[n], the term counts in the coverage of the name.
        fields: uint8[n], the field that gives most of it.
    """

    docs: Ints
    share: Floats
    covers: Flags
    fields: Bytes


def held(catalog: Catalog, term: int, since: int = 0) -> Held:
    """The tools that hold a term, with its saturated frequency over fields and lengths.

    Args:
        catalog: where they are sought.
        term: its number.
        since: 0, or the first tool that is looked at; see `Catalog.entries`.

    Source: Robertson & Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009).
    """
    docs, marked, counts, first = catalog.entries(term, since)
    if not len(first):
        return Held(docs, np.zeros(0), docs > 0, marked)
    fields = marked & np.uint8(FIELD)
    weights, shares = _tables()
    lengths = catalog.lengths[fields, docs] / catalog.means[fields]
    tf = weights[fields] * counts / (1 - shares[fields] * (1 - lengths))
    if len(first) == len(docs):
        return Held(docs, tf / (K1 + tf), marked >= COVERS, fields)
    ranked = (tf * 4096).astype(np.int32) * (FIELD + 1) + fields
    whole = np.add.reduceat(tf, first)
    return Held(
        docs[first],
        whole / (K1 + whole),
        np.maximum.reduceat(marked, first) >= COVERS,
        (np.maximum.reduceat(ranked, first) & FIELD).astype(np.uint8),
    )


def idf(tools: int, frequency: int | Longs) -> Floats:
    """How much a term tells that `frequency` of all tools hold, > 0.

    Source: as above; as in Lucene, where it is never negative.
    """
    return np.asarray(np.log(1 + (tools - frequency + 0.5) / (frequency + 0.5)), np.float64)


def importance(catalog: Catalog, terms: Longs) -> Floats:
    """float64[terms]: idf of each term; verbs count in part.

    Rounded, so that one tool more or less with a term seldom changes what the term tells.
    """
    steps = np.rint(idf(catalog.size, catalog.frequencies[terms]) * _IDF_STEPS)
    known = catalog.vocabulary.numbers
    is_verb = np.isin(terms, [known[verb] for verb in verbs() if verb in known])
    return np.asarray(np.maximum(1, steps) / _IDF_STEPS * np.where(is_verb, VERB_SHARE, 1.0))


def rarest(catalog: Catalog) -> float:
    """The importance of a term that no tool holds."""
    return float(idf(catalog.size, 0))


def field_weight(field: FieldOf) -> float:
    """What one more occurrence in a field adds to a term's frequency, where length is no matter."""
    return _WEIGHTS[field][0]


@cache
def _tables() -> tuple[Floats, Floats]:
    table = np.array([_WEIGHTS[field] for field in FieldOf])
    return np.ascontiguousarray(table[:, 0]), np.ascontiguousarray(table[:, 1])
