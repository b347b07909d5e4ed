"""What a document turned out to hold, before it is related and given its place among others."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..graph import Group
from ..issues import Issue
from ..raw import Raw
from ..relations import Relation
from ..tools import Tool


@dataclass(frozen=True, slots=True)
class Ingested:
    """One document. Names of tools are unique in it; relations name its tools and groups alone."""

    name: str  # of the document
    kind: str = ""  # name of its format
    tools: tuple[Tool, ...] = ()
    groups: tuple[Group, ...] = ()
    relations: tuple[Relation, ...] = ()  # that the document itself states
    issues: tuple[Issue, ...] = ()
    title: str = ""
    version: str = ""
    related: bool = False  # it is a graph already: what our rules find on top is a proposal
    # documents for other rooms, as they came: (kind, object)
    workflows: tuple[tuple[str, Mapping[str, object]], ...] = ()
    golden: tuple[Mapping[str, object], ...] = ()
    curation: Mapping[str, object] = field(default_factory=dict)  # decisions in a graph of ours
    raw: Raw = field(default=Raw(), repr=False)  # top-level keys of a graph file
    sha256: str = ""  # of the bytes that were read, packed as they were
    bytes: int = 0
