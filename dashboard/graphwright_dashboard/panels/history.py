"""The journal: every edit with who and when, filtered, taken back, and two revisions compared."""

from collections.abc import Sequence
from enum import StrEnum

from dash import Dash, Input, Output, dcc, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.errors import CommandError

from .. import components as ui
from .. import differing
from ..drawn import drawn
from ..services import Services
from ..shell import address, shown
from ..views import journal as view
from ..views.numbers import count

NAME, PATH = "history", "/history"
_LONGEST = 400  # characters of a description


class Ids(StrEnum):
    FILTERS = "history-filters"
    ROWS = "history-rows"
    COMPARED = "history-compared"


def layout() -> Component:
    head = ui.page_head("History", drawn(html.Div(id=Ids.FILTERS, className="row grow")))
    columns = [
        drawn(html.Div(id=Ids.ROWS)),
        drawn(html.Div(id=Ids.COMPARED, hidden=True)),
    ]
    return html.Div([head, html.Div(columns, className="cols history")], className="main")


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.FILTERS, "tree"),
        Output(Ids.ROWS, "tree"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        prevent_initial_call=True,
    )
    def draw(_: int, path: str) -> tuple[list[Component], Component]:
        entries, asked = services.project.journal(), view.Address.read(path or PATH)
        found = view.lines(entries, asked)
        filters = _filters(asked, view.curators(entries), _counted(found, len(entries)))
        return filters, _table(found, len(entries), services.read_only)

    @app.callback(
        Output(Ids.COMPARED, "tree"),
        Output(Ids.COMPARED, "hidden"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        prevent_initial_call=True,
    )
    def compare(_: int, path: str) -> tuple[list[Component], bool]:
        asked = view.Address.read(path or PATH)
        return _compared(services, asked), asked.old is None


def _counted(found: Sequence[view.Line], entries: int) -> str:
    edits = count(entries, "edit")
    return edits if len(found) == entries else f"{len(found)} of {edits}"


# ---- filters


def _filters(asked: view.Address, curators: Sequence[str], counted: str) -> list[Component]:
    people = {name or view.NOBODY: name or "no name" for name in curators}
    return [
        html.Span(counted, className="small muted"),
        html.Span(className="grow"),
        _choice("who", "Who", {"": "Everybody", **people}, asked.who),
        _choice("kind", "Kind", {"": "Every kind", **view.KINDS}, asked.kind),
        _field("q", asked.q, "Filter by words", sign="filter"),
        ui.attrs(html.Button("Compare", className="btn sm"), data_compare="0"),
    ]


def _field(name: str, value: str, label: str, *, sign: str = "") -> Component:
    """A field; the name in the address stands at what is around it, which scripts look at."""
    field = dcc.Input(value=value, placeholder=label, type="text")
    inside = [*([ui.icon(sign, small=True)] if sign else []), field]
    around = html.Label(inside, className="input short" if sign else "input revision")
    return ui.attrs(around, data_filter=name, aria_label=label, title=label)


def _choice(name: str, label: str, options: dict[str, str], chosen: str) -> Component:
    listed = [
        html.Option(text[:60], value=value, selected=value == chosen)
        for value, text in options.items()
    ]
    select = html.Select(listed, className="chip", key=f"{name}-{chosen}")
    return ui.attrs(select, aria_label=label, data_filter=name)


# ---- the journal


def _table(found: Sequence[view.Line], entries: int, read_only: bool) -> Component:
    if not entries:
        return ui.empty("Nothing was edited yet", "Every edit stands here, and can be taken back.")
    if not found:
        return ui.empty("No edit fits", "Nothing was edited like this: clear a filter above.")
    columns = ["Rev", "What", "Who", "When", ""]
    head = html.Thead(html.Tr([html.Th(name) for name in columns]))
    rows = [_row(line, read_only) for line in found]
    more = [html.P(f"The last {len(found)}; a filter reaches older ones.", className="note")]
    table = html.Table([head, html.Tbody(rows)], className="small journal")
    return html.Div([table, *(more if len(found) == view.SHOWN else [])])


def _row(line: view.Line, read_only: bool) -> Component:
    revert = ui.attrs(
        html.Button("Revert", className="btn sm ghost", disabled=read_only),
        data_revert=str(line.revision),
    )
    since = ui.attrs(
        html.Button("Compare", className="btn sm ghost", title="What changed since before this"),
        data_compare=str(line.revision - 1),
    )
    why = [html.Div(line.why, className="muted")] if line.why else []
    end = revert if line.stands else html.Span(line.state)
    return html.Tr(
        [
            html.Td(str(line.revision), className="muted"),
            html.Td([html.Span(line.text), *why]),
            html.Td(line.by or "–", className="muted"),
            html.Td(line.at, className="muted nowrap"),
            html.Td([since, end], className="num muted nowrap"),
        ],
        className="" if line.stands else "gone",
        tabIndex=-1,
    )


# ---- two revisions


def _compared(services: Services, asked: view.Address) -> list[Component]:
    if asked.old is None:
        return []
    last, now = services.project.now
    new = last if asked.new is None else asked.new
    head = _revisions(asked.old, new, last)
    try:
        then = services.project.at(asked.old)
        other = now if new == last else services.project.at(new)
    except CommandError as error:
        return [head, html.P(f"{error} The last one is {last}.", className="block bad")]
    nothing = f"Nothing that ships or is tested differs between {asked.old} and {new}."
    return [
        head,
        differing.changes(other, then, nothing),
        differing.kinds(other, then),
        *_listed("Relations", view.relations(other, then)),
        *_listed("Descriptions", view.descriptions(other, then)),
        *_settings(other, then),
    ]


def _revisions(old: int, new: int, last: int) -> Component:
    on_graph = f"/explore?from={old}" + (f"&to={new}" if new != last else "")
    links = [
        html.A("On the graph", href=on_graph, className="small"),
        html.A("Rankings", href="/lab/compare", className="small"),
    ]
    return html.Div(
        [
            html.H2("Compare"),
            _field("from", str(old), "Older revision"),
            html.Span("→", className="muted"),
            _field("to", str(new), "Newer revision"),
            html.Span(className="grow"),
            *links,
            ui.attrs(ui.icon_button("cross", "End the comparison", small=True), data_end=""),
        ],
        className="ph",
    )


def _listed(title: str, found: Sequence[view.Difference]) -> list[Component]:
    if not found:
        return []
    head = html.Div([html.H2(title), html.Span(str(len(found)), className="cntr")], className="ph")
    return [head, html.Ul([_difference(one) for one in found], className="differences")]


def _difference(one: view.Difference) -> Component:
    was = [html.Del(_short(one.was))] if one.was else []
    now = [html.Ins(_short(one.now))] if one.now else []
    return html.Li([html.B(_short(one.name)), *was, *now])


def _settings(now: Curation, then: Curation) -> list[Component]:
    names = ("k", "floor", "embedder", "ship_from")
    pairs = [(n, getattr(then.settings, n), getattr(now.settings, n)) for n in names]
    weights = sorted({*now.settings.weights, *then.settings.weights})
    for name in weights:
        pairs.append((name, then.settings.weights.get(name), now.settings.weights.get(name)))
    told = [view.Difference(n, str(was), str(is_now)) for n, was, is_now in pairs if was != is_now]
    return _listed("Search settings", told)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
