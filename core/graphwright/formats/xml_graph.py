"""GraphML as nodes and links, in the dialects of networkx, yEd, Gephi and others.

Documents with a DTD are refused, so that no entity is ever expanded or fetched.
Source: The GraphML File Format, http://graphml.graphdrawing.org; yFiles for its labels.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from ..errors import ReadError

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_YED = "http://www.yworks.com/xml/graphml"
_DEEPEST = 200  # elements inside each other; yEd's nested groups need some twenty


@dataclass(slots=True)
class Element:
    """A node, a link or the graph itself while it is read: its data by attribute name."""

    id: str = ""
    source: str = ""  # of a link
    target: str = ""
    within: str = ""  # id of the node whose graph holds it
    label: str = ""  # yEd's
    data: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class XmlGraph:
    """What a document holds, in its order. `skipped` counts hyperedges, which join many nodes."""

    nodes: list[Element] = field(default_factory=list)
    links: list[Element] = field(default_factory=list)
    whole: Element = field(default_factory=Element)
    folders: set[str] = field(default_factory=set)  # ids of nodes that hold a graph
    skipped: int = 0


class _Refused(Exception):
    """Why a document is not read; raised inside the parser's callbacks."""


@dataclass(frozen=True, slots=True)
class _Key:
    name: str
    of: str  # node, edge, graph, all …
    default: str | None = None


class _Reader:
    """The parser's callbacks, and where in the document they are."""

    def __init__(self) -> None:
        self.graph = XmlGraph()
        self.keys: dict[str, _Key] = {}
        self.inside: list[Element] = []
        self.path: list[str] = []
        self.key = ""  # of the data or the key element that is open
        self.text: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        space, _, local = tag.rpartition(" ")
        self._check(space, local)
        self.path.append(local)
        if local in ("data", "default", "NodeLabel", "EdgeLabel"):
            self.text.clear()
        if space == _YED:
            return
        match local:
            case "key":
                self._declare(attributes)
            case "graph":
                self._open_graph()
            case "node" | "edge":
                self._open(local, attributes)
            case "data":
                self.key = attributes.get("key", "")
            case "hyperedge":
                self.graph.skipped += 1

    def characters(self, text: str) -> None:
        self.text.append(text)

    def end(self, tag: str) -> None:
        space, _, local = tag.rpartition(" ")
        self.path.pop()
        if space == _YED:
            self._label(local)
        elif local == "default" and self.key in self.keys:
            key = self.keys[self.key]
            self.keys[self.key] = _Key(key.name, key.of, "".join(self.text))
        elif local == "data":
            self._data()
        elif local in ("node", "edge", "graph") and self.inside:
            self.inside.pop()

    def _check(self, space: str, local: str) -> None:
        if not self.path and local != "graphml":
            raise _Refused(f"its root is '{local[:40]}', not 'graphml'")
        if not self.path and space not in ("", NAMESPACE):
            raise _Refused(f"its root is in the namespace '{space[:80]}', not '{NAMESPACE}'")
        if len(self.path) >= _DEEPEST:
            raise _Refused(f"its elements stand more than {_DEEPEST} deep in each other")

    def _declare(self, attributes: Mapping[str, str]) -> None:
        self.key = attributes.get("id", "")
        name = attributes.get("attr.name", self.key)
        self.keys[self.key] = _Key(name, attributes.get("for", "all"))

    def _open_graph(self) -> None:
        holder = self.inside[-1] if self.inside else None
        if holder is None:
            self.inside.append(self.graph.whole)
            return
        self.graph.folders.add(holder.id)
        self.inside.append(Element(id=holder.id))

    def _open(self, local: str, attributes: Mapping[str, str]) -> None:
        holder = self.inside[-1] if self.inside else self.graph.whole
        made = Element(
            id=attributes.get("id", ""),
            source=attributes.get("source", ""),
            target=attributes.get("target", ""),
            within=holder.id if holder is not self.graph.whole else "",
        )
        (self.graph.nodes if local == "node" else self.graph.links).append(made)
        self.inside.append(made)

    def _label(self, local: str) -> None:
        if local in ("NodeLabel", "EdgeLabel") and self.inside and not self.inside[-1].label:
            self.inside[-1].label = "".join(self.text).strip()

    def _data(self) -> None:
        owner = self.inside[-1] if self.inside else self.graph.whole
        key = self.keys.get(self.key)
        owner.data[key.name if key else self.key] = "".join(self.text)

    def finished(self) -> XmlGraph:
        """The graph, with the declared defaults where an element says nothing."""
        for of, elements in (("node", self.graph.nodes), ("edge", self.graph.links)):
            standing = {
                key.name: key.default
                for key in self.keys.values()
                if key.default is not None and key.of in (of, "all")
            }
            for element in elements:
                element.data = standing | element.data
        return self.graph


def parse_graphml(data: bytes, name: str) -> XmlGraph:
    """The nodes and links of a document.

    Raises:
        ReadError: it is no XML, has a DTD, or is no GraphML.
    """
    reader = _Reader()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    parser.StartDoctypeDeclHandler = _refuse_dtd
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        place = f"line {error.lineno}, column {error.offset + 1}"
        said = expat.errors.messages[error.code]
        raise ReadError(f"'{name}' is no XML: {said} at {place}.") from None
    except (_Refused, LookupError, ValueError) as error:
        line = parser.CurrentLineNumber
        raise ReadError(f"'{name}' is no GraphML that can be read: {error}, line {line}.") from None
    return reader.finished()


def _refuse_dtd(*_: object) -> None:
    raise _Refused("it has a document type (DTD), which is not read")
