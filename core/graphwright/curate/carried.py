"""What of a curation travels in the metadata of its export, beside tools and relations."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, replace
from typing import TypeVar

from immutables import Map
from pydantic import TypeAdapter, ValidationError

from ..errors import ReadError
from ..evaluate.golden import Golden
from ..graph import Pair
from ..issues import Issue, IssueCode, Severity
from ..relations import RelationKind
from ..search.settings import SearchSettings
from ..workflow.form import read_workflow, workflow_json
from ..workflow.model import Workflow
from .before import before, said_before
from .curation import Curation, Rule, Source, Spot
from .tuning import fault

_GOLDEN: TypeAdapter[Golden] = TypeAdapter(Golden)
_RULE: TypeAdapter[Rule] = TypeAdapter(Rule)
_SETTINGS: TypeAdapter[SearchSettings] = TypeAdapter(SearchSettings)
_PIN: TypeAdapter[tuple[str, str, RelationKind]] = TypeAdapter(tuple[str, str, RelationKind])
_APART: TypeAdapter[frozenset[str]] = TypeAdapter(frozenset[str])
_MOVED: TypeAdapter[tuple[str, str, float, float]] = TypeAdapter(tuple[str, str, float, float])
_PLACE: TypeAdapter[tuple[float, float]] = TypeAdapter(tuple[float, float])

Json = Mapping[str, object]
Value = TypeVar("Value")


def carried(curation: Curation) -> dict[str, object]:
    """The curation's own values in their JSON forms; without those that say nothing."""
    found = {
        "workflows": [workflow_json(curation.workflows[id]) for id in sorted(curation.workflows)],
        "golden": [_written(_GOLDEN, curation.golden[query]) for query in sorted(curation.golden)],
        "settings": _settings(curation.settings),
        "pins": [[*pair, curation.pins[pair].value] for pair in sorted(curation.pins)],
        "apart": sorted(sorted(names) for names in curation.apart),
        "rules": [_written(_RULE, rule) for rule in curation.rules],
        "positions": {node: list(curation.positions[node]) for node in sorted(curation.positions)},
        "moved": [[*spot, *curation.moved[spot]] for spot in sorted(curation.moved)],
        "before": said_before(curation),
        "sources": [_source(source) for source in curation.sources],
    }
    return {key: value for key, value in found.items() if value}


def restored(curation: Curation, data: Json) -> Curation:
    """The curation with what an export of ours carried; what cannot be read becomes an issue.

    Args:
        curation: with the tools and relations of the file.
        data: `metadata.graphwright` of the file.
    """
    issues: list[Issue] = []
    workflows, golden = _workflows(data, issues), _golden(data, issues)
    return replace(
        curation,
        base=before(curation.base, data) if data else curation.base,
        workflows=curation.workflows.update({one.id: one for one in workflows}),
        golden=curation.golden.update({one.query: one for one in golden}),
        settings=_read_settings(curation.settings, data.get("settings"), issues),
        pins=curation.pins.update(_pins(data)),
        apart=curation.apart | frozenset(_read(_APART, data.get("apart"))),
        rules=curation.rules + tuple(_read(_RULE, data.get("rules"))),
        positions=curation.positions.update(_positions(data.get("positions"))),
        moved=curation.moved.update(_moved(data)),
        issues=curation.issues + tuple(issues),
    )


def _written(form: TypeAdapter[Value], value: Value) -> dict[str, object]:
    written: dict[str, object] = form.dump_python(value, mode="json", exclude_defaults=True)
    return written


def _settings(settings: SearchSettings) -> dict[str, object]:
    standard = SearchSettings()
    changed = {
        field.name: getattr(settings, field.name)
        for field in fields(SearchSettings)
        if field.name != "weights"
        and getattr(settings, field.name) != getattr(standard, field.name)
    }
    changed["ship_from"] = settings.ship_from  # what ships depends on it
    weights = {name: settings.weights[name] for name in sorted(settings.weights)}
    return changed | ({"weights": weights} if weights else {})


def _source(source: Source) -> dict[str, object]:
    said = asdict(replace(source, raw=type(source.raw)()))
    return {key: value for key, value in said.items() if key != "raw" and value not in ("", 0)}


def _workflows(data: Json, issues: list[Issue]) -> Iterator[Workflow]:
    for position, form in enumerate(_rows(data.get("workflows"))):
        try:
            yield read_workflow(form)
        except ReadError as error:
            where = f"/metadata/graphwright/workflows/{position}"
            issues.append(Issue(IssueCode.BAD_WORKFLOW, Severity.ERROR, where, str(error)))


def _golden(data: Json, issues: list[Issue]) -> Iterator[Golden]:
    for position, form in enumerate(_rows(data.get("golden"))):
        try:
            yield _GOLDEN.validate_python(form)
        except ValidationError:
            where = f"/metadata/graphwright/golden/{position}"
            message = "A golden query needs 'query', a text, and lists of tools; it was left out."
            issues.append(Issue(IssueCode.BAD_GOLDEN, Severity.ERROR, where, message))


def _read_settings(now: SearchSettings, form: object, issues: list[Issue]) -> SearchSettings:
    if not isinstance(form, dict):
        return now
    stands = {field.name: getattr(now, field.name) for field in fields(SearchSettings)}
    try:
        read = _SETTINGS.validate_python({**stands, "weights": dict(now.weights), **form})
        wrong = fault(read)
    except ValidationError:
        read, wrong = now, "One of them is of another type than it has to be."
    if not wrong:
        return read
    message = f"The search settings cannot be read; the standard ones stand. {wrong}"
    where = "/metadata/graphwright/settings"
    issues.append(Issue(IssueCode.NOT_AN_OBJECT, Severity.WARNING, where, message))
    return now


def _pins(data: Json) -> Map[Pair, RelationKind]:
    return Map({(source, target): kind for source, target, kind in _read(_PIN, data.get("pins"))})


def _positions(form: object) -> dict[str, tuple[float, float]]:
    rows = form if isinstance(form, dict) else {}
    read = {node: list(_read(_PLACE, [place])) for node, place in rows.items()}
    return {str(node): places[0] for node, places in read.items() if places}


def _moved(data: Json) -> dict[Spot, tuple[float, float]]:
    return {(picture, name): (x, y) for picture, name, x, y in _read(_MOVED, data.get("moved"))}


def _read(form: TypeAdapter[Value], rows: object) -> Iterator[Value]:
    """Those of the rows that have the form."""
    for row in _rows(rows):
        try:
            yield form.validate_python(row)
        except ValidationError:
            continue


def _rows(rows: object) -> list[object]:
    return rows if isinstance(rows, list) else []
