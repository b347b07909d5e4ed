"""`ingest` and `info`: what files hold, and what a new version of them changes."""

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import orjson

from graphwright.curate.curation import Curation
from graphwright.curate.ground import ASKED
from graphwright.errors import ProjectError, ReleaseError
from graphwright.graph import ToolGraph
from graphwright.issues import Issue, IssueCode
from graphwright.project.project import Project
from graphwright.read import STANDARD_INPUT, load_all
from graphwright.relate.checks import contradictions

from . import forms
from .inputs import curation_of, put
from .result import Result, plain, table

_OPPOSED = (IssueCode.CYCLE, IssueCode.CONTRADICTION)  # what cannot all hold


def info(options: Namespace) -> Result:
    curation = curation_of(options, options.file)
    wrong = contradictions(curation.graph, curation.settings.ship_from, curation.pins)
    opposed = [issue for issue in wrong if issue.code in _OPPOSED]
    others = Counter(issue.code.value for issue in wrong if issue.code not in _OPPOSED)
    lines = [
        f"{len(curation.graph.tools)} tools in {len(curation.graph.groups)} groups",
        *_kinds(curation),
        f"{len(curation.issues)} issues, {len(opposed)} contradictions",
        *(f"{count} × {code}" for code, count in others.items()),
        *(f"from {plain(source.name)} ({source.kind})" for source in curation.sources),
        *issue_lines((*curation.issues, *wrong)),
    ]
    return Result(forms.info_json(curation, opposed), tuple(lines))


def ingest(options: Namespace) -> Result:
    from graphwright.release.export import write

    if options.output == options.issues == STANDARD_INPUT:
        raise ReleaseError("Standard output takes one file, the graph or the issues, not both.")
    fresh = load_all(options.files, options.allow_host)
    curation, before = fresh, ToolGraph()
    if options.project:
        curation, before = _taken(fresh, Path(options.project))
    if options.output:
        put(options.output, write(curation, "json", full=options.full))
    if options.issues:
        put(options.issues, orjson.dumps(forms.issues_json(curation.issues)) + b"\n")
    value = {
        "tools": len(curation.graph.tools),
        "relations": forms.counts_json(curation),
        "issues": forms.issues_json(i for i in curation.issues if i.code not in ASKED),
        **_changes(before, fresh.graph),
        "asked": forms.issues_json(i for i in curation.issues if i.code in ASKED),
    }
    lines = [
        f"{len(curation.graph.tools)} tools: {value['added']} added, {value['changed']} changed, "
        f"{value['gone']} gone",
        *_kinds(curation),
        *issue_lines(curation.issues),
        *written_to(options.output),
    ]
    shown = STANDARD_INPUT in (options.output, options.issues)
    return Result(value, tuple(lines), file=shown)


def written_to(output: str | None) -> tuple[str, ...]:
    """The line that says where a file is; none of standard output."""
    return () if output in (None, STANDARD_INPUT) else (f"written to {plain(output)}",)


def issue_lines(issues: Iterable[Issue]) -> tuple[str, ...]:
    rows = [(one.severity.value, one.code.value, one.where, one.message) for one in issues]
    return table(("", "code", "where", "what"), rows)


def _taken(fresh: Curation, path: Path) -> tuple[Curation, ToolGraph]:
    """The project's curation with the new version under it, and the graph that it had before."""
    if not path.exists():
        raise ProjectError(f"There is no project '{path}'.")
    with Project.open(path) as project:
        old = project.curation
        missing = {s.name for s in old.sources} - {s.name for s in fresh.sources}
        if missing:
            names = ", ".join(f"'{name}'" for name in sorted(missing))
            raise ProjectError(f"'{path}' is also made of {names}, which must be named too.")
        known = {(source.name, source.sha256) for source in old.sources}
        new = [s.name for s in fresh.sources if (s.name, s.sha256) not in known]
        if new:
            project.take(fresh, ", ".join(new))
        return project.curation, old.base


def _changes(before: ToolGraph, after: ToolGraph) -> dict[str, int]:
    old, new = before.tools, after.tools
    both = [name for name in new if name in old]
    return {
        "added": len(new) - len(both),
        "changed": sum(replace(old[n], order=0) != replace(new[n], order=0) for n in both),
        "gone": len(old) - len(both),
    }


def _kinds(curation: Curation) -> Iterable[str]:
    return (f"{n} {kind.replace('_', ' ')}" for kind, n in forms.counts_json(curation).items())
