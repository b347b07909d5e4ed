"""The parts of the release page: what changes, the gate, what the runtime says, what went out."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.evaluate.gate import MEANS, Comparison
from graphwright.evaluate.metrics import Scores
from graphwright.issues import Severity
from graphwright.project.releases import Release
from graphwright.release.conformance import Conformance

from ... import components as ui
from ... import differing
from ...jobs import Progress
from ...views import release as view
from ...views.numbers import count, fraction, signed

_SHOWN = 60  # problems of the engine, and past releases


# ---- what changes


def changes(now: Curation, then: Curation, since: str) -> list[Component]:
    head = html.Div(
        [html.H2("What changes"), html.Span(f"since {since}", className="small muted")],
        className="ph",
    )
    return [
        head,
        differing.changes(now, then, f"Nothing since {since}."),
        differing.kinds(now, then),
    ]


def measures(now: Scores, compared: Comparison, baseline: str) -> list[Component]:
    """The golden queries against the baseline, which is the last release unless it was chosen."""
    names = (f"Golden, {len(now.per_query)} queries", baseline, "Now", "Change")
    head = html.Tr([html.Th(name, className="num" if at else "") for at, name in enumerate(names)])
    rows = [
        _measure(f"{name}@{now.k}", getattr(now, name), compared.delta.get(name, 0.0))
        for name in MEANS
    ]
    table = html.Table([html.Thead(head), html.Tbody(rows)], className="small counts")
    turned = [
        html.Li([ui.icon(sign, small=True), _queries(title, queries), str(len(queries))])
        for sign, title, queries in (
            ("check", "Fixed", compared.fixed),
            ("cross", "Broken", compared.broken),
        )
        if queries
    ]
    return [table, *([html.Ul(turned, className="diff")] if turned else [])]


def _queries(title: str, queries: Sequence[str]) -> Component:
    return html.Span([html.B(title), " ", *_links(queries)], className="muted")


def _links(queries: Sequence[str]) -> Iterator[Component | str]:
    for at, query in enumerate(queries[:4]):
        yield " · " if at else ""
        yield html.A(view.shortened(query, 80), href=f"/lab?q={quote(query[:2000])}")
    if len(queries) > 4:
        yield f" and {len(queries) - 4} more"


def _measure(name: str, now: float, change: float) -> Component:
    tone = "ok" if change > 0.0005 else "bad" if change < -0.0005 else "muted"
    return html.Tr(
        [
            html.Td(name),
            html.Td(fraction(now - change, 3), className="num muted"),
            html.Td(fraction(now, 3), className="num strong"),
            html.Td(signed(change), className=f"num {tone}"),
        ]
    )


def forms(chosen: Sequence[str]) -> list[Component]:
    """Every form with whether the release has it, and a link that downloads it now."""
    return [_form(name, name in chosen) for name in view.FORMATS]


def _form(name: str, chosen: bool) -> Component:
    file, what = view.FORMATS[name]
    sign = [ui.icon("check", small=True)] if chosen else []
    chip = ui.attrs(
        html.Button([*sign, file], className="chip acc" if chosen else "chip line"),
        aria_pressed=str(chosen).lower(),
        data_form=name,
    )
    links = [_download(f"/export/{name}", f"Download {file}", "download")]
    if name == "json":
        whole = html.A(
            "with all metadata", href="/export/json?full=1", download="", className="small"
        )
        links.insert(0, whole)
    words = html.Span(what, className="muted ell")
    return html.Li([chip, words, html.Span(links, className="row")])


def _download(href: str, label: str, sign: str) -> Component:
    link = html.A(
        ui.icon(sign, small=True), href=href, download="", title=label, className="icb sm"
    )
    return ui.attrs(link, aria_label=label)


# ---- gate


def gate(
    now: Scores, compared: Comparison, workflows: int, invalid: Mapping[str, str]
) -> list[Component]:
    number = len(compared.blockers)
    state = (
        ui.chip(count(number, "blocker"), "bad", sign="flag", small=True)
        if number
        else ui.chip("open", "ok", sign="check", small=True)
    )
    rows = [_gate_rule(rule) for rule in view.rules(now, compared, workflows, invalid)]
    return [
        html.Div([html.H2("Gate"), state], className="ph"),
        html.Ul(rows, className="chk"),
    ]


def _gate_rule(rule: view.Rule) -> Component:
    sign, tone = ("check", "ok") if rule.holds else ("cross", "bad")
    detail: list[Component | str] = [*_links(rule.queries)]
    if rule.text:
        detail.append(view.shortened(rule.text, 400))
    return html.Li(
        [
            html.Span(ui.icon(sign, small=True), className=tone),
            html.B(rule.title),
            html.Span(rule.number, className="muted" if rule.holds else tone),
            *([html.Span(detail, className="d")] if detail else []),
        ]
    )


# ---- conformance


def job(progress: Progress) -> list[Component]:
    """How far it is, or the sentence with which it ended."""
    if not progress.done:
        share = {"width": f"{100 * progress.fraction:.0f}%"}
        bar = ui.attrs(html.Span(html.I(style=share), className="bar-t"), role="progressbar")
        return [html.Div([html.P(progress.note or "Starting …"), bar], className="block")]
    if progress.error:
        return [ui.attrs(html.P(progress.error, className="block bad"), role="alert")]
    if progress.cancelled:
        return [html.P("Cancelled; nothing was changed.", className="block muted")]
    return []


def checked(found: Conformance | None, of: int, revision: int) -> list[Component]:
    if found is None:
        text = "Not run yet: it loads the export in the engine and asks it every golden query."
        return [html.P(text, className="block muted small")]
    stale = html.P(
        f"◷ of revision {of}; the project is at {revision}.", className="block warn small"
    )
    rows = [_rule(*row) for row in _answers(found)]
    problems = [*_problems(found)]
    return [*([stale] if of != revision else []), html.Ul([*rows, *problems], className="chk")]


def _answers(found: Conformance) -> Iterator[tuple[str, str, str, str, str]]:
    good, bad = ("check", "ok"), ("cross", "bad")
    whole = found.identical == found.queries
    held = f"{count(found.nodes, 'node')}, {count(found.edges, 'relation')}" if found.loaded else ""
    yield f"Loads in {found.engine}", *(good if found.loaded else bad), "", held
    counts = f"{found.identical} of {found.queries}"
    yield "Lean searches as full does", *(good if whole else bad), "", counts
    there = f"{found.passed_there} there, {found.passed_here} here"
    lost = found.passed_there < found.passed_here
    said = "Those that pass here alone are listed below, each with its cause." if lost else ""
    look = ("warning", "warn") if lost else good
    yield "Golden queries there", *look, said, there
    yield "Workflows that load whole", *good, "", str(found.workflows)
    if found.loaded:
        look = good if found.read_back else bad
        yield "GraphML read back", *look, "", "equal" if found.read_back else "not equal"


def _problems(found: Conformance) -> Iterator[Component]:
    looks = {
        Severity.ERROR: ("cross", "bad"),
        Severity.WARNING: ("warning", "warn"),
        Severity.NOTE: ("info", "muted"),
    }
    for one in found.problems[:_SHOWN]:
        title = view.shortened(one.where or "The export", 120)
        yield _rule(title, *looks[one.severity], view.shortened(one.message, 600), "")
    if len(found.problems) > _SHOWN:
        rest = len(found.problems) - _SHOWN
        yield _rule(
            f"{rest} more", "info", "muted", "`graphwright conformance` lists them all.", ""
        )


def _rule(title: str, sign: str, tone: str, text: str, number: str) -> Component:
    detail = [html.Span(text, className="d")] if text else []
    return html.Li(
        [
            html.Span(ui.icon(sign, small=True), className=tone),
            html.B(title),
            html.Span(number, className=tone),
            *detail,
        ]
    )


# ---- what went out


def past(releases: Sequence[Release], revision: int, read_only: bool) -> list[Component]:
    head = html.Div(
        [html.H2("Past releases"), html.Span(str(len(releases)), className="cntr")], className="ph"
    )
    if not releases:
        return [head, html.P("None yet.", className="block muted small")]
    rows = [_released(one, revision, read_only) for one in reversed(releases[-_SHOWN:])]
    return [head, html.Ul(rows, className="past")]


def _released(release: Release, revision: int, read_only: bool) -> Component:
    when = ui.attrs(
        html.Span(view.ago(release.at, datetime.now(UTC)), className="muted"), title=release.at
    )
    hit = release.means.get("hit")
    measured: list[Component | str] = []
    if hit is not None:
        measured = [f"hit@{release.k} ", html.B(fraction(hit, 3))]
    actions = [
        html.A(
            "Compare", href=f"/history?from={release.revision}&to={revision}", className="small"
        ),
        ui.attrs(
            html.Button("Roll back", className="btn sm", disabled=read_only),
            data_rollback=str(release.number),
            title=f"Brings back what release {release.number} held; one undoable edit.",
        ),
    ]
    by = f" by {release.by}" if release.by else ""
    what = f"rev {release.revision}{by} · {count(len(release.files), 'file')} in {release.target}"
    said = [html.P(release.notes, className="notes")] if release.notes else []
    if release.reason:
        kept = view.shortened(" ".join(release.blockers), 400)
        over: list[Component | str] = [f"Although: {kept}", html.Br(), release.reason]
        said.append(html.P(over, className="warn"))
    return html.Li(
        [
            html.B(f"Release {release.number}"),
            when,
            html.Span(measured, className="num"),
            html.Span(actions, className="row"),
            html.Span(what, className="d muted"),
            *(html.Div(one, className="d") for one in said),
        ]
    )
