"""Hand-written workflows as sequences of operations, with the steps that read from others."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import yaml

from graphwright.tools import Tool

Pair = tuple[str, str]
Steps = list[tuple[str, list[Pair]]]

# Documents that are named by address, and are the same as these at hand.
_AT_HAND = {
    "cafe.redocly.com": "redocly/resources/cafe.yaml",
    "museum": "redocly/resources/museum.yaml",
    "bnpl-openapi": "oai_examples/1.0.0/bnpl-openapi.yaml",
    "petstore3.swagger.io": "arazzo_cli/examples/swagger-petstore.openapi.json",
    "swagger-petstore/master": "arazzo_cli/examples/swagger-petstore.openapi.json",
}
_READS = re.compile(r"\$steps\.([\w-]+)\.")
_POINTER = re.compile(r"#/paths/(.*)/(\w+)$")
_PLAIN = re.compile(r"(?:([A-Z]+) )?(?:\{[^}]*\}\.)?(/.*)")


def workflows(
    folder: Path, tools_of: Callable[[Path], Sequence[Tool]]
) -> Iterator[tuple[Path, list[str], list[Pair]]]:
    """Each workflow: its document, its operations in order, pairs of which one reads another."""
    for path in sorted(folder.rglob("*.y*ml")):
        document = _loaded(path)
        sources = _sources(document, path, folder)
        for workflow in _objects(document.get("workflows")):
            names, read, used = _walked(_objects(workflow.get("steps")), sources, tools_of)
            if used is not None and len(set(names)) > 1:
                yield used, names, read


def _walked(
    steps: Sequence[Mapping[str, object]],
    sources: Mapping[str, Path],
    tools_of: Callable[[Path], Sequence[Tool]],
) -> tuple[list[str], list[Pair], Path | None]:
    names: list[str] = []
    read: list[Pair] = []
    by_id: dict[str, str] = {}
    used: Path | None = None
    for step in steps:
        source, tool = _operation(step, sources, tools_of)
        if tool is None:
            continue
        used = used or source
        said = json.dumps([step.get("parameters"), step.get("requestBody")], default=str)
        read.extend((by_id[id], tool.name) for id in _READS.findall(said) if id in by_id)
        by_id[str(step.get("stepId"))] = tool.name
        names.append(tool.name)
    return names, read, used


def _operation(
    step: Mapping[str, object],
    sources: Mapping[str, Path],
    tools_of: Callable[[Path], Sequence[Tool]],
) -> tuple[Path | None, Tool | None]:
    id = str(step.get("operationId") or "").removeprefix("$sourceDescriptions.")
    path = str(step.get("operationPath") or "")
    named = next((name for name in sources if f"{name}." in f"{id}{path}"), "")
    source = sources.get(named) or next(iter(sources.values()), None)
    if source is None:
        return None, None
    if id:
        wanted = id.removeprefix(f"{named}.")
        return source, next((t for t in tools_of(source) if t.name == wanted), None)
    method, template = _place(path)
    found = (t for t in tools_of(source) if (t.method, t.path) == (method, template))
    return source, next(found, None)


def _place(path: str) -> tuple[str, str]:
    if match := _POINTER.search(path):
        return match[2], match[1].replace("~1", "/").replace("~0", "~")
    if match := _PLAIN.match(path):
        return (match[1] or "GET").lower(), match[2]
    return "", ""


def _sources(document: Mapping[str, object], path: Path, folder: Path) -> dict[str, Path]:
    found = {}
    for source in _objects(document.get("sourceDescriptions")):
        url = str(source.get("url"))
        local = path.parent / url
        known = (folder / file for part, file in _AT_HAND.items() if part in url)
        place = local if local.is_file() else next(known, None)
        if place is not None and "openapi" in str(_loaded(place).keys()):
            found[str(source.get("name"))] = place.resolve()
    return found


def _loaded(path: Path) -> Mapping[str, object]:
    try:
        value = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return {}
    return value if isinstance(value, dict) else {}


def _objects(value: object) -> list[Mapping[str, object]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
