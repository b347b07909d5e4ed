"""All that a curator works on, as one immutable value."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from immutables import Map

from ..evaluate.gate import GateRules
from ..evaluate.golden import Golden
from ..graph import Pair, ToolGraph, shipped
from ..issues import Issue
from ..raw import Raw
from ..relations import Relation, RelationKind
from ..search.settings import SearchSettings
from ..tools import Tool
from ..workflow.model import Workflow


@dataclass(frozen=True, slots=True)
class Source:
    """A document that tools came from. `kind` is the name of its format."""

    name: str
    kind: str
    sha256: str
    title: str = ""
    version: str = ""
    tools: int = 0
    bytes: int = 0
    raw: Raw = Raw()  # top-level keys of a graph file, kept and written back


Spot = tuple[str, str]  # a picture, and the tool or group that was put somewhere in it


@dataclass(frozen=True, slots=True)
class Merge:
    """What a merge changed, as it was before, so that unmerge restores exactly."""

    keep: Tool
    gone: tuple[Tool, ...]
    relations: tuple[Relation, ...]  # every relation that named one of `gone` or `keep`
    workflows: tuple[Workflow, ...]  # those rewritten, in the order of their ids
    golden: tuple[Golden, ...]
    apart: frozenset[frozenset[str]] = frozenset()
    pins: tuple[tuple[Pair, RelationKind], ...] = ()
    positions: tuple[tuple[str, tuple[float, float]], ...] = ()
    moved: tuple[tuple[Spot, tuple[float, float]], ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    number: int = 0  # merges are numbered as they come; a patch repeats them in this order
    by: str = ""
    at: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A filter and a verdict for unreviewed relations, those of future ingests too."""

    name: str
    verdict: str  # of `Verdict`
    kind: str = ""  # "" for any
    rule: str = ""  # of the evidence
    parameter: str = ""
    below: float = 1.0  # holds for confidences in [above, below]
    above: float = 0.0
    group: str = ""  # of the source
    by: str = ""
    at: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Curation:
    """Tool graph, workflows, golden queries, search settings, decisions.

    `base` is the graph as it was read and related, before any command: what is curated is
    what differs from it, and re-ingest is a new base with the differences applied again.
    """

    graph: ToolGraph = ToolGraph()
    base: ToolGraph = ToolGraph()
    workflows: Map[str, Workflow] = Map()
    golden: Map[str, Golden] = Map()  # by query
    settings: SearchSettings = SearchSettings()
    merges: Map[str, tuple[Merge, ...]] = Map()  # by survivor, last one on top
    apart: frozenset[frozenset[str]] = frozenset()  # sets that are "not the same"
    pins: Map[Pair, RelationKind] = Map()  # the relation of a stack that ships
    rules: tuple[Rule, ...] = ()
    positions: Map[str, tuple[float, float]] = Map()  # on the map
    moved: Map[Spot, tuple[float, float]] = Map()  # in other pictures
    sources: tuple[Source, ...] = ()
    issues: tuple[Issue, ...] = ()  # of the documents
    waiting: tuple[Raw, ...] = ()  # decisions whose ground a new version took, as commands' JSON
    gate: GateRules = GateRules()  # what keeps a release back

    def shipped(self) -> dict[Pair, Relation]:
        """The relation of each ordered pair that goes to the runtime."""
        return shipped(self.graph, self.settings.ship_from, self.pins)
