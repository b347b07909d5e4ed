"""A dossier of each tool in Markdown: what it takes and gives, what it does, how it relates."""

import re
from collections.abc import Iterable, Iterator, Sequence

from ..curate.curation import Curation
from ..relations import Relation
from ..tools import Effects, Tool

INDEX = "README.md"
_LONGEST = 80  # characters of a file's name
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&$])")
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")
_EFFECTS = {
    "read_only": ("changes nothing", "changes something"),
    "destructive": ("may destroy something", "destroys nothing"),
    "idempotent": ("again is the same as once", "again is not the same as once"),
    "open_world": ("reaches the world outside", "stays in a closed world"),
}


def dossiers(curation: Curation) -> dict[str, bytes]:
    """The files of the folder by name: one a tool, and an index of them by group."""
    tools = curation.graph.ordered_tools
    names = _file_names(tools)
    files = {names[tool.name]: _dossier(tool, curation, names) for tool in tools}
    return {INDEX: _index(curation, names)} | files


def _file_names(tools: Iterable[Tool]) -> dict[str, str]:
    """A name for each tool's file that every file system takes, case-blind ones too."""
    names: dict[str, str] = {}
    taken = {INDEX.lower()}
    for tool in tools:
        plain = _NOT_PLAIN.sub("-", tool.name).strip("-.")[:_LONGEST] or "tool"
        name, number = f"{plain}.md", 1
        while name.lower() in taken:
            number += 1
            name = f"{plain}-{number}.md"
        taken.add(name.lower())
        names[tool.name] = name
    return names


def _index(curation: Curation, names: dict[str, str]) -> bytes:
    lines = ["# Tools", ""]
    for group, members in sorted(curation.graph.members.items()):
        lines += [f"## {_plain(group) or 'Without a group'}", ""]
        lines += [f"- {_link(name, names)}" for name in members]
        lines.append("")
    return _text(lines)


def _dossier(tool: Tool, curation: Curation, names: dict[str, str]) -> bytes:
    call = f"{tool.method.upper()} {tool.path}".strip()
    facts = [
        ("Call", call),
        ("Group", curation.graph.group_of.get(tool.name, "")),
        ("Source", " ".join(part for part in (tool.source, tool.where) if part)),
        ("Effects", ", ".join(_effects(tool.effects))),
        ("Also called", ", ".join(tool.aliases)),
        ("Callable as", tool.callable_name),
        ("Tags", ", ".join(tool.tags)),
    ]
    lines = [
        f"# {_plain(tool.name)}",
        "",
        *(["**Deprecated.**", ""] if tool.deprecated else []),
        *(part for text in _texts(tool) for part in (_block(text), "")),
        *(f"- {name}: {_plain(said)}" for name, said in facts if said),
        "",
        *_section("When to use", [_block(tool.when_to_use)] if tool.when_to_use else []),
        *_section("Example questions", [f"- {_plain(one)}" for one in tool.examples]),
        *_section("Takes", _parameters(tool)),
        *_section("Gives", _outputs(tool)),
        *_section("Relations", list(_relations(tool, curation, names))),
        *_section("Workflows", _workflows(tool, curation)),
        *_section("Questions that it must answer", _questions(tool, curation)),
    ]
    return _text(lines)


def _texts(tool: Tool) -> list[str]:
    return [text for text in dict.fromkeys((tool.summary, tool.description)) if text]


def _effects(effects: Effects) -> Iterator[str]:
    for name, (yes, no) in _EFFECTS.items():
        value = getattr(effects, name)
        if value is not None:
            yield yes if value else no


def _parameters(tool: Tool) -> list[str]:
    rows = (
        (
            parameter.name,
            parameter.format or parameter.type,
            parameter.location.value,
            "required" if parameter.required else "",
            parameter.description,
        )
        for parameter in tool.parameters
    )
    return _table(("Parameter", "Type", "In", "", "Description"), rows)


def _outputs(tool: Tool) -> list[str]:
    rows = ((field.path, field.format or field.type, field.description) for field in tool.outputs)
    return _table(("Field", "Type", "Description"), rows)


def _relations(tool: Tool, curation: Curation, names: dict[str, str]) -> Iterator[str]:
    graph, shipped = curation.graph, curation.shipped()
    for relation in (*graph.outgoing.get(tool.name, ()), *graph.incoming.get(tool.name, ())):
        out = relation.source == tool.name
        other = relation.target if out else relation.source
        ships = shipped.get((relation.source, relation.target)) is relation
        arrow = f"{relation.kind.value} →" if out else f"← {relation.kind.value}"
        yield f"- {_plain(arrow)} {_link(other, names)} ({_standing(relation, ships)})"
        yield from (f"  - {_plain(evidence.text)}" for evidence in relation.evidence)


def _standing(relation: Relation, ships: bool) -> str:
    said = [f"confidence {relation.confidence:.2f}", relation.verdict.value]
    return ", ".join([*said, "ships" if ships else "does not ship"])


def _workflows(tool: Tool, curation: Curation) -> list[str]:
    flows = (curation.workflows[id] for id in sorted(curation.workflows))
    return [
        f"- {_plain(flow.id)}: {_plain(flow.goal)}"
        for flow in flows
        if any(step.tool == tool.name for step in flow.steps)
    ]


def _questions(tool: Tool, curation: Curation) -> list[str]:
    asked = (curation.golden[query] for query in sorted(curation.golden))
    return [f"- {_plain(one.query)}" for one in asked if tool.name in one.expect]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [" | ".join(map(_plain, row)) for row in rows]
    rule = " | ".join("---" for _ in head)
    return [f"| {line} |" for line in (" | ".join(head), rule, *lines)] if lines else []


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [f"## {title}", "", *lines, ""] if lines else []


def _link(name: str, names: dict[str, str]) -> str:
    return f"[{_plain(name)}]({names[name]})" if name in names else _plain(name)


def _plain(text: str) -> str:
    """The text on one line, with nothing in it that Markdown or HTML would take as its own."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _block(text: str) -> str:
    """The text with its lines, quoted so that none begins anything."""
    return "\n".join(f"> {_plain(line)}" for line in text.strip().splitlines())


def _text(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines).rstrip() + "\n").encode("utf-8", "replace")
