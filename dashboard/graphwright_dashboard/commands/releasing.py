"""`apply`, `export` and `conformance`: edits from a file, every form of the export, its check."""

from argparse import Namespace

from graphwright.read import STANDARD_INPUT, is_project
from graphwright.release.export import FORMATS, files, write

from . import forms
from .inputs import curation_of, data_of, golden_of, put, put_folder
from .reading import issue_lines, written_to
from .result import Result, plain

_GRAPHS = ("graph-tool-call", "collection", "graphml")  # kinds of sources that may be curated
_HALF_TOLD = (
    "A graph file tells of no merge, and of no group that was made or removed; a project tells all."
)


def apply(options: Namespace) -> Result:
    from graphwright.curate.patch import apply_all, read_patch
    from graphwright.curate.rules import remarks

    commands = read_patch(data_of(options.patch), options.patch)
    curation = apply_all(curation_of(options, options.graph), commands)
    put(options.output, write(curation, "json", full=options.full))
    said = (f"{len(commands)} commands are done", *written_to(options.output))
    shown = options.output == STANDARD_INPUT
    notes = remarks(curation, commands)
    return Result({"applied": len(commands)}, said, file=shown, notes=notes)


def export(options: Namespace) -> Result:
    curation = curation_of(options, options.file)
    if FORMATS[options.format].files_of:
        found = files(curation, options.format)
        put_folder(options.output, found)
        return Result(lines=(f"{len(found)} files written to {plain(options.output)}",))
    put(options.output, write(curation, options.format, full=options.full))
    of_graph = any(source.kind in _GRAPHS for source in curation.sources)
    half_told = options.format == "patch" and of_graph and not is_project(options.file)
    return Result(lines=written_to(options.output), notes=(_HALF_TOLD,) if half_told else ())


def conformance(options: Namespace) -> Result:
    from graphwright.release.conformance import conformance as conformance_of

    curation = curation_of(options, options.file)
    golden, notes = golden_of(options.golden) if options.golden else ((), ())
    found = conformance_of(curation, golden, curation.settings.k, shim=options.planner_shim)
    lines = [
        f"{found.engine}: {'loaded' if found.loaded else 'not loaded'}",
        f"lean finds the same as full for {found.identical} of {found.queries} questions",
        f"golden queries: {found.passed_here} pass here, {found.passed_there} there",
        f"{found.workflows} workflows load whole",
        *issue_lines(found.problems),
    ]
    return Result(forms.conformance_json(found), tuple(lines), found.holds, notes=notes)
