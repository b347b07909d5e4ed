"""How ready a project is: the next best actions, readiness of each source, coverage, a trend."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from graphwright.curate.curation import Curation
from graphwright.issues import Severity

from .facets import ASKED, Line
from .hints import NO_DESCRIPTION, TOO_SHORT
from .reviewed import DOCUMENT


@dataclass(frozen=True, slots=True)
class Part:
    """One measure: so many of so many are as they should be; `href` lists those that are not."""

    title: str
    done: int
    of: int
    href: str

    @property
    def share(self) -> float:
        """In [0, 1]; 1 where there is nothing to do."""
        return self.done / self.of if self.of else 1.0


@dataclass(frozen=True, slots=True)
class SourceReadiness:
    """A document with its measures, and the issues and notes that were found in it."""

    name: str
    kind: str
    tools: int
    issues: int
    notes: int
    parts: tuple[Part, ...]

    @property
    def share(self) -> float:
        """The mean of the measures."""
        return sum(part.share for part in self.parts) / len(self.parts)


def sources(curation: Curation, rows: Sequence[Line]) -> tuple[SourceReadiness, ...]:
    """Every document of the project."""
    by_source: dict[str, list[Line]] = {}
    for line in rows:
        by_source.setdefault(line.tool.source, []).append(line)
    decided = _decided(curation)
    found = [issue for issue in curation.issues if issue.severity is not Severity.NOTE]
    notes = [issue for issue in curation.issues if issue.severity is Severity.NOTE]
    return tuple(
        SourceReadiness(
            source.name,
            source.kind,
            len(by_source.get(source.name, ())),
            sum(issue.source in ("", source.name) for issue in found),
            sum(issue.source in ("", source.name) for issue in notes),
            tuple(parts(by_source.get(source.name, ()), decided, source.name)),
        )
        for source in curation.sources
    )


def parts(
    rows: Sequence[Line], decided: Mapping[str, tuple[int, int]], source: str = ""
) -> Iterator[Part]:
    """How many tools are described and asked for, and how many relations are reviewed."""
    of = f"&f={quote(f'source:{source}', safe='')}" if source else ""
    poor = f"/explore?view=table&f=hint:{quote(NO_DESCRIPTION)}&f=hint:{quote(TOO_SHORT)}{of}"
    bare = sum(not {NO_DESCRIPTION, TOO_SHORT}.isdisjoint(row.values["hint"]) for row in rows)
    yield Part("described", len(rows) - bare, len(rows), poor)
    unasked = f"/explore?view=table&f=cover:{quote('in no golden query')}{of}"
    asked = sum(ASKED in row.values["cover"] for row in rows)
    yield Part("asked for", asked, len(rows), unasked)
    done, waiting = (sum(decided.get(row.tool.name, (0, 0))[at] for row in rows) for at in (0, 1))
    only = f"?only={quote(DOCUMENT + source, safe='')}" if source else ""
    yield Part("reviewed", done, done + waiting, f"/review/relations{only}")


def _decided(curation: Curation) -> dict[str, tuple[int, int]]:
    """Of each tool, how many of the relations from it are decided, and how many are open."""
    found: dict[str, tuple[int, int]] = {}
    for relation in curation.graph.relations.values():
        done, waiting = found.get(relation.source, (0, 0))
        if relation.open:
            found[relation.source] = done, waiting + 1
        elif relation.by or relation.at:
            found[relation.source] = done + 1, waiting
    return found
