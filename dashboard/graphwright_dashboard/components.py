"""Small parts that all pages are made of: icons, keys, chips, relation lines, score bars.

Everything here takes text as text; nothing from a document is ever read as HTML.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from dash import html
from dash.development.base_component import Component

from graphwright.relations import KIND_ORDER, RelationKind
from graphwright.tools import Tool

Child = Component | str
Children = Child | Sequence[Child]
C = TypeVar("C", bound=Component)


def attrs(component: C, **attributes: str) -> C:
    """The component with `aria_label="…"`, `data_page="…"`: ARIA and data attributes, typed."""
    for name, value in attributes.items():
        setattr(component, name.replace("_", "-"), value)
    return component


def icon(name: str, *, small: bool = False) -> html.I:
    """A drawing of `assets/icons.css` in the colour of the text; words stand beside it."""
    return attrs(html.I(className=f"icon icon-{name}{' s' if small else ''}"), aria_hidden="true")


def kbd(*keys: str) -> list[Component]:
    """`Ctrl K` as one key cap, or one cap for each key of a sequence."""
    return [html.Kbd(key) for key in keys]


def swatch(kind: RelationKind, *, back: bool = False) -> html.I:
    """The line of a relation as the canvas draws it; `back` points it to the left."""
    classes = f"rl k{KIND_ORDER[kind] + 1}{' back' if back else ''}"
    return attrs(html.I(className=classes), aria_hidden="true")


def method_chip(tool: Tool) -> html.Span:
    """GET, POST …, or TOOL for what is no HTTP operation; a double border where it destroys."""
    danger = " danger" if tool.destroys else ""
    method = tool.method.lower()[:7]
    known = method if method.isascii() and method.isalpha() else ""
    return html.Span(
        (method or "tool").upper(),
        className=f"method {known}{danger}",
        title="may destroy something" if danger else None,
    )


def chip(
    content: Children, tone: str = "", *, sign: str = "", small: bool = False, title: str = ""
) -> html.Span:
    """A short label. Tones: "" (filled), line, ok, warn, bad, acc. A status also has a sign."""
    size = " xs" if small else ""
    return html.Span(
        [*([icon(sign, small=True)] if sign else []), *_listed(content)],
        className=f"chip {tone}{size}",
        title=title or None,
    )


def button(
    label: str,
    id: str | dict[str, str] | None = None,
    *,
    sign: str = "",
    key: str = "",
    look: str = "",
    disabled: bool = False,
    title: str = "",
) -> html.Button:
    """A real button. Looks: "", primary (one a region), ghost, danger, with `sm` for 28 px."""
    made = html.Button(
        [*([icon(sign, small=True)] if sign else []), label, *(kbd(key) if key else [])],
        className=f"btn {look}".strip(),
        disabled=disabled,
        title=title or (label if sign else None),  # in little room the drawing stands alone
    )
    return _with_id(made, id)


def icon_button(
    sign: str,
    label: str,
    id: str | dict[str, str] | None = None,
    *,
    small: bool = False,
    disabled: bool = False,
) -> html.Button:
    made = html.Button(
        icon(sign), className="icb sm" if small else "icb", title=label, disabled=disabled
    )
    return attrs(_with_id(made, id), aria_label=label)


def _with_id(made: C, id: str | dict[str, str] | None) -> C:
    """Only what a callback names has an id; Dash takes none as a wrong one."""
    if id is not None:
        setattr(made, "id", id)  # noqa: B010 - components have ids, their base class has none
    return made


def page_head(title: Children, *children: Component) -> html.Header:
    """The 44 px line on top of a page."""
    return html.Header([html.H1(title), *children], className="head")


def segments(labels: Mapping[str, str], chosen: str, id: str, label: str) -> html.Div:
    """A switch between views of one thing, by value; each button carries its `data-value`."""
    tabs = [
        attrs(
            html.Button(text, id=f"{id}-{value}", role="tab"),
            aria_selected=str(value == chosen).lower(),
            data_value=value,
        )
        for value, text in labels.items()
    ]
    return attrs(html.Div(tabs, id=id, className="seg", role="tablist"), aria_label=label)


def section(title: str, *children: Component | str, aside: Child = "") -> html.Section:
    """A titled block of an inspector."""
    head = [html.Span(title), *([aside] if aside else [])]
    return html.Section([html.H3(head), *children], className="sec")


def score_bar(parts: Sequence[tuple[int, float]]) -> html.Div:
    """Parts of one score: position 1-5 (words, name, query, intent, hop) and width in [0, 1].

    All bars of a list share one scale, so that they compare down the page; zero draws nothing.
    """
    drawn = [
        html.I(className=f"p{position}", style={"width": f"{100 * width:.2f}%"})
        for position, width in parts
        if width > 0
    ]
    return attrs(html.Div(drawn, className="sb"), aria_hidden="true")


def empty(title: str, text: str, *actions: Component) -> html.Div:
    """What stands where a list would be: why it is empty, and what to do."""
    return html.Div(
        [
            html.H2(title),
            html.P(text),
            *([html.Div(list(actions), className="row")] if actions else []),
        ],
        className="empty",
    )


def _listed(content: Children) -> list[Child]:
    return [content] if isinstance(content, (str, Component)) else list(content)
