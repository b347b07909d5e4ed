"""A new version of a source as the page shows it: what it changed, and what it asks about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import quote

from graphwright.curate.commands import (
    Command,
    PutGolden,
    PutWorkflow,
    Settle,
    TakeSource,
    Unreview,
    Wait,
)
from graphwright.curate.curation import Curation
from graphwright.curate.decisions import decisions
from graphwright.curate.ground import ASKED
from graphwright.curate.sentences import relation_name
from graphwright.curate.versions import Versions, compared
from graphwright.errors import CommandError
from graphwright.formats import Ingested
from graphwright.held import joined_with
from graphwright.issues import Issue, IssueCode
from graphwright.project.entries import Entry
from graphwright.project.project import Project
from graphwright.read import curation_of
from graphwright.relations import RelationKey, Verdict


@dataclass(frozen=True, slots=True)
class Renewal:
    """The last new version that stands. `applied`: decisions on its graph that were made again."""

    revision: int
    source: str
    at: str
    by: str
    versions: Versions
    applied: int
    waiting: int


def renewal(project: Project) -> Renewal | None:
    """The last new version of a source; None where the sources are those of the start."""
    entry = _last(project.journal())
    return None if entry is None else _of(project, entry.revision)


def _last(journal: Sequence[Entry]) -> Entry | None:
    taken_back = {entry.of for entry in journal if entry.kind != "do"}
    for entry in reversed(journal):
        again = entry.kind in ("do", "redo") and entry.revision not in taken_back
        if again and isinstance(entry.command, TakeSource):
            return entry
    return None


@lru_cache(maxsize=4)
def _of(project: Project, revision: int) -> Renewal:
    entry = project.journal()[revision - 1]
    before, after = project.at(revision - 1), project.at(revision)
    made = [one for one in decisions(after) if not isinstance(one, PutGolden | PutWorkflow)]
    waits = sum(isinstance(one, Wait) for one in made)
    command = entry.command
    source = command.source if isinstance(command, TakeSource) else ""
    versions = compared(before.base, after.base)
    return Renewal(revision, source, entry.at, entry.by, versions, len(made) - waits, waits)


@dataclass(frozen=True, slots=True)
class Question:
    """What a new version asks, with the two answers: that it stays so, and that it does not."""

    issue: Issue
    keep: Command | None
    other: Command | None
    keep_word: str
    other_word: str
    href: str = ""


def questions(curation: Curation) -> tuple[Question, ...]:
    """All that waits for an answer, in the order of the issues."""
    asked = [issue for issue in curation.issues if issue.code in ASKED]
    if not asked:
        return ()
    decided = {
        relation_name(key): key
        for key, relation in curation.graph.relations.items()
        if relation.verdict is not Verdict.UNREVIEWED
    }
    return tuple(_question(curation, issue, decided.get(issue.where)) for issue in asked)


def _question(curation: Curation, issue: Issue, key: RelationKey | None) -> Question:
    settle = Settle(where=issue.where)
    if issue.where in curation.workflows:
        return Question(
            issue, settle, None, "Leave it", "", f"/workflows/{quote(issue.where, safe='')}"
        )
    if issue.where in curation.golden:
        return Question(issue, settle, None, "Leave it", "", f"/lab?q={quote(issue.where)}")
    if issue.code is IssueCode.GROUND_GONE:
        return Question(issue, None, settle, "", "Drop")
    reopen = Unreview(**key._asdict()) if key is not None else None
    return Question(issue, settle, reopen, "Keep", "Reopen")


def renewed(curation: Curation, document: Ingested, source: str) -> Curation | None:
    """Fresh sources with a new version of one of them; None where it is the version of now.

    Raises:
        CommandError: the project has no such source.
    """
    known = {one.name: one for one in curation.sources}
    if source not in known:
        raise CommandError(f"This project has no source '{source[:80]}'.")
    if known[source].sha256 == document.sha256:
        return None
    return curation_of(joined_with(curation, (_named(document, source),)))


def _named(document: Ingested, source: str) -> Ingested:
    """The document under the name of the source that it is a version of."""
    tools = (
        replace(tool, source=source) if tool.source == document.name else tool
        for tool in document.tools
    )
    return replace(document, name=source, tools=tuple(tools))
