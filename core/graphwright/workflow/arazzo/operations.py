"""Which tool a step of a document calls, and how a document names a tool.

Source: Arazzo Specification 1.0.1, Step Object: operationId, operationPath, workflowId.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...formats.values import mapping, text
from ...graph import ToolGraph
from ...tools import Tool
from ..model import CHANNEL, WORKFLOW
from ..places import document_name

_SOURCE = re.compile(r"\{?\$sourceDescriptions\.([^.}#\s]+)(?:\.url)?\}?[.#]?(.*)", re.DOTALL)
_BRACED = re.compile(r"\{([A-Za-z0-9_-]+)\}\.?(/.*)", re.DOTALL)
_METHOD = re.compile(r"(get|put|post|delete|options|head|patch|trace)\s+(/.*)", re.IGNORECASE)
_PLAIN_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]*")
CALLS = ("operationId", "operationPath", "workflowId", "channelPath")
_PARAMETER = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Source:
    """A document that a workflow's operations come from."""

    name: str
    url: str
    kind: str = "openapi"


@dataclass(frozen=True, slots=True)
class Call:
    """What a step calls: the tool's name, and names of the documents it may come from."""

    tool: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class Operations:
    """The tools of a graph by all that a document may call them."""

    graph: ToolGraph
    sources: tuple[Source, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Sequence[Tool]]:
        """Tools by their name, without the document that a repeated one carries in front."""
        found: dict[str, list[Tool]] = {}
        for tool in self.graph.ordered_tools:
            own = tool.name.removeprefix(f"{tool.source}:")
            for name in {tool.name, own, tool.callable_name} - {""}:
                found.setdefault(name, []).append(tool)
        return found

    @cached_property
    def by_path(self) -> Mapping[tuple[str, str], Sequence[Tool]]:
        found: dict[tuple[str, str], list[Tool]] = {}
        for tool in self.graph.ordered_tools:
            if tool.path:
                found.setdefault((tool.method, _shape(tool.path)), []).append(tool)
        return found

    def called(self, step: Mapping[str, object]) -> Call:
        """What a step of a document calls; a tool that is not there keeps the document's name."""
        said = {key: text(step.get(key)) for key in CALLS}
        if said["operationId"]:
            return self._id(said["operationId"])
        if said["operationPath"]:
            return self._path(said["operationPath"])
        if said["workflowId"]:
            return self._workflow(said["workflowId"])
        if said["channelPath"]:
            return Call(CHANNEL + said["channelPath"])
        return _request(mapping(step.get("x-operation")))

    def _workflow(self, said: str) -> Call:
        source, rest = _with_source(said)
        called = rest.removeprefix("workflows.") if source else said
        return Call(WORKFLOW + called.removeprefix("$workflows."))

    def _id(self, said: str) -> Call:
        source, id = _with_source(said)
        head, dot, tail = said.partition(".")
        if not source and dot and head in {one.name for one in self.sources}:
            source, id = head, tail
        names = self._names(source)
        return Call(self._best(self.by_id.get(id, ()), names) or id or said, names)

    def _path(self, said: str) -> Call:
        source, method, path = self._split(said)
        names = self._names(source)
        tool = self._best(self._at(method, path), names)
        return Call(tool or f"{method} {path}".strip() or said, names)

    def _at(self, method: str, path: str) -> list[Tool]:
        """Tools at a path: the template itself, else one that the concrete path fits."""
        methods = [method] if method else ["get", "post", "put", "patch", "delete"]
        exact = [t for m in methods for t in self.by_path.get((m, _shape(path)), ())]
        return exact or [
            tool
            for wanted in methods
            for (m, template), tools in self.by_path.items()
            if m == wanted and _fits(path, template)
            for tool in tools
        ]

    def _split(self, said: str) -> tuple[str, str, str]:
        """Source, method and path of an operationPath in any of the forms in use."""
        source, rest = _with_source(said)
        if rest.startswith("/paths/"):
            parts = rest.removeprefix("/paths/").split("/")
            path = parts[0].replace("~1", "/").replace("~0", "~")
            return source, parts[1].lower() if len(parts) > 1 else "", path
        if match := _METHOD.fullmatch(rest):
            return source, match[1].lower(), match[2]
        if match := _BRACED.fullmatch(rest):
            return match[1], "", match[2]
        return source, "", rest

    def _names(self, source: str) -> tuple[str, ...]:
        """Names by which the document of a source may have been read."""
        meant = [one for one in self.sources if one.kind == "openapi" and source in ("", one.name)]
        return tuple(
            dict.fromkeys(n for one in meant for n in (document_name(one.url), one.name) if n)
        )

    def _best(self, tools: Sequence[Tool], names: tuple[str, ...]) -> str:
        """The tool of the named document, else the first one."""
        own = (tool.name for tool in tools if document_name(tool.source) in names)
        return next(own, tools[0].name if tools else "")


def _request(said: Mapping[str, object]) -> Call:
    """A request written out in an extension: it is of no document that could be read."""
    url = text(said.get("url"))
    return Call(f"{text(said.get('method')).lower()} {url}".strip(), (url,) if url else ())


def _with_source(said: str) -> tuple[str, str]:
    match = _SOURCE.fullmatch(said)
    return (match[1], match[2]) if match else ("", said)


def _shape(path: str) -> str:
    return _PARAMETER.sub("{}", path.rstrip("/")) or "/"


def _fits(path: str, template: str) -> bool:
    if "{}" not in template:
        return False
    pattern = "[^/]+".join(re.escape(part) for part in template.split("{}"))
    return re.fullmatch(pattern, path) is not None


def named(tool: Tool | None, name: str, source: str, *, several: bool) -> dict[str, object]:
    """How a step calls a tool: by its id, or by method and path where it has no plain one.

    Args:
        tool: what is called; None for one that the graph lacks.
        name: its name in the workflow.
        source: name of its source description.
        several: the document has more than one source, so that the id alone may not tell.
    """
    if name.startswith(WORKFLOW):
        return {"workflowId": name.removeprefix(WORKFLOW)}
    if name.startswith(CHANNEL):
        return {"channelPath": name.removeprefix(CHANNEL)}
    own = name.removeprefix(f"{tool.source}:") if tool else name
    if tool and tool.path and not _PLAIN_ID.fullmatch(own):
        pointer = tool.path.replace("~", "~0").replace("/", "~1")
        path = f"{{$sourceDescriptions.{source}.url}}#/paths/{pointer}/{tool.method}"
        return {"operationPath": path}
    return {"operationId": f"$sourceDescriptions.{source}.{own}" if several else own}


def declared_sources(document: Mapping[str, object]) -> Iterator[Source]:
    """The source descriptions of a document that can be used."""
    listed = document.get("sourceDescriptions")
    for one in listed if isinstance(listed, list) else ():
        value = mapping(one)
        yield Source(
            text(value.get("name")), text(value.get("url")), text(value.get("type")) or "openapi"
        )
