"""The looks of the canvas: one Cytoscape stylesheet for each theme, made from the tokens.

State is in `data`, never in classes of elements: dash-cytoscape drops those. Classes are for what
only the browser knows (hover, focus, selection) and are set by `canvas.js`.
"""

from collections.abc import Mapping
from urllib.parse import quote

from graphwright.relations import RelationKind

Style = dict[str, object]
Rule = dict[str, object]

METHODS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")
_ARROWS = {
    RelationKind.REQUIRES: "triangle",
    RelationKind.PRECEDES: "vee",
    RelationKind.COMPLEMENTARY: "circle",
    RelationKind.SIMILAR_TO: "none",
    RelationKind.CONFLICTS_WITH: "tee",
    RelationKind.BELONGS_TO: "none",
}
_TOKEN_OF = {
    RelationKind.REQUIRES: "requires",
    RelationKind.PRECEDES: "precedes",
    RelationKind.COMPLEMENTARY: "complementary",
    RelationKind.SIMILAR_TO: "similar",
    RelationKind.CONFLICTS_WITH: "conflicts",
    RelationKind.BELONGS_TO: "belongs",
}


def stylesheet(tokens: Mapping[str, str]) -> list[Rule]:
    """The rules of one theme; `tokens` as `tokens.tokens` reads them."""
    return [
        *_nodes(tokens),
        *_chips(tokens),
        *_edges(tokens),
        *_kinds(tokens),
        *_lenses(tokens),
        *_changes(tokens),
        *_states(tokens),
    ]


def _rule(selector: str, **style: object) -> Rule:
    return {"selector": selector, "style": {k.replace("_", "-"): v for k, v in style.items()}}


def _nodes(t: Mapping[str, str]) -> list[Rule]:
    return [
        _rule(
            "node",
            background_color=t["node"],
            border_width=1,
            border_color=t["node-border"],
            color=t["text"],
            font_family="system-ui, sans-serif",
            font_size=12,
            min_zoomed_font_size=7,
            overlay_opacity=0,
        ),
        _rule(
            "node[width]",
            shape="hexagon",
            width="data(width)",
            height="data(height)",
            border_width="mapData(width, 100, 250, 1, 4)",  # seen from farther away
        ),
        _rule('node[kind = "domain"]', shape="octagon"),
        _rule(
            'node[kind = "tool"]',
            shape="round-rectangle",
            width=164,
            height=44,
            label="data(label)",
            text_wrap="wrap",
            text_justification="left",
            text_halign="right",
            text_valign="center",
            text_margin_x=-106,
            line_height=1.2,
        ),
        _rule(
            'node[kind = "tool"][danger]',
            border_style="double",
            border_width=4,
            border_color=t["bad"],
        ),
        _rule('node[kind = "anchor"]', width=1, height=1, opacity=0, events="no"),
    ]


def _chips(t: Mapping[str, str]) -> list[Rule]:
    """A method chip at the left of each tool, drawn once a method and theme."""
    shared = _rule(
        'node[kind = "tool"]',
        background_image=_chip(t, "TOOL", t["muted"]),
        background_width=42,
        background_height=16,
        background_position_x="9px",
        background_position_y="50%",
        background_fit="none",
    )
    chips = [
        _rule(f'node[method = "{method}"]', background_image=_chip(t, method.upper(), t["muted"]))
        for method in METHODS
    ]
    danger = [
        _rule(
            f'node[method = "{method}"][danger]',
            background_image=_chip(t, method.upper() or "TOOL", t["bad"]),
        )
        for method in (*METHODS, "")
    ]
    return [shared, *chips, *danger]


def _chip(t: Mapping[str, str], text: str, colour: str) -> str:
    border = t["bad"] if colour == t["bad"] else t["border-strong"]
    size = 9.5 if len(text) < 7 else 8
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="84" height="32" viewBox="0 0 42 16">'
        f'<rect x=".5" y=".5" width="41" height="15" rx="3" fill="none" stroke="{border}"/>'
        f'<text x="21" y="11.4" text-anchor="middle" font-family="ui-monospace,monospace" '
        f'font-weight="600" font-size="{size}" fill="{colour}">{text}</text></svg>'
    )
    return f"data:image/svg+xml;utf8,{quote(drawing)}"


def _edges(t: Mapping[str, str]) -> list[Rule]:
    return [
        _rule(
            "edge",
            width=2,
            curve_style="straight",
            arrow_scale=1.1,
            opacity=float(t["conf-high"]),
            line_cap="butt",
            overlay_opacity=0,
            underlay_color=t["accent"],
            underlay_padding=5,
            underlay_opacity=0,
            source_distance_from_node=4,
            target_distance_from_node=4,
        ),
        _rule('edge[strength = "mid"]', opacity=float(t["conf-mid"])),
        _rule('edge[strength = "low"]', opacity=float(t["conf-low"])),
        _rule(
            "edge[bow]",
            curve_style="unbundled-bezier",
            control_point_distances="data(bow)",
            control_point_weights=0.5,
        ),
        _rule("edge[from_at]", source_endpoint="data(from_at)"),
        _rule("edge[to_at]", target_endpoint="data(to_at)"),
    ]


def _kinds(t: Mapping[str, str]) -> list[Rule]:
    rules: list[Rule] = []
    for kind in RelationKind:
        token = _TOKEN_OF[kind]
        colour, dash = t[f"rel-{token}"], t[f"rel-{token}-dash"]
        style: Style = {
            "line-color": colour,
            "target-arrow-color": colour,
            "source-arrow-color": colour,
            "target-arrow-shape": _ARROWS[kind],
            "source-arrow-shape": _ARROWS[kind] if kind.symmetric else "none",
            "width": float(t[f"rel-{token}-w"]),
        }
        if dash != "none":
            style |= {"line-style": "dashed", "line-dash-pattern": [int(n) for n in dash.split()]}
        rules.append({"selector": f'edge[relation = "{kind}"]', "style": style})
    return [
        *rules,
        _rule("edge[bundle]", width="data(width)", arrow_scale=0.9, opacity=float(t["conf-mid"])),
        _rule("edge[light]", opacity=0, events="no"),
        _rule("edge[aside]", opacity=0.16, width=1.5),
        _rule("edge[dense]", opacity=0.35, width=1.2, arrow_scale=0.7),
    ]


def _lenses(t: Mapping[str, str]) -> list[Rule]:
    """Five steps of the ramp on nodes; lines as wide as what they carry, those of nothing grey."""
    ramp = [
        _rule(
            f"node[lens = {step}]",
            background_color=t[f"lens-{step}"],
            color=t["lens-text-dark" if _dark(t[f"lens-{step}"]) else "lens-text-light"],
        )
        for step in range(1, 6)
    ]
    loads = [_rule(f"edge[load = {step}]", width=1 + 1.6 * step, opacity=1) for step in range(2, 6)]
    return [*ramp, _rule("edge[load = 1]", opacity=0.18, width=1), *loads]


def _dark(colour: str) -> bool:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128


def _changes(t: Mapping[str, str]) -> list[Rule]:
    """Between two revisions: added in a halo, removed as a dashed ghost, changed in ochre."""
    halo: Style = {"underlay_opacity": 0.28, "underlay_padding": 8, "opacity": 1}
    return [
        _rule('node[diff = "same"]', opacity=0.6),
        _rule('edge[diff = "same"]', opacity=0.25),
        _rule('[diff = "added"]', underlay_color=t["ok"], **halo),
        _rule('[diff = "changed"]', underlay_color=t["warn"], **halo),
        _rule('node[diff = "removed"]', border_style="dashed", opacity=0.7),
        _rule(
            'edge[diff = "removed"]',
            line_style="dashed",
            line_dash_pattern=[3, 6],
            underlay_color=t["bad"],
            underlay_opacity=0.14,
            underlay_padding=6,
            opacity=0.7,
        ),
    ]


def _states(t: Mapping[str, str]) -> list[Rule]:
    return [
        _rule("edge.of, edge.near", opacity=1, events="yes"),
        _rule("node.hover", border_color=t["accent"]),
        _rule("edge.hover", opacity=1, underlay_opacity=0.12),
        _rule("node.picked", border_color=t["accent"], border_width=3, border_style="dashed"),
        _rule("node.armed", border_color=t["accent"], border_width=3),
        _rule(
            "node.selected",
            border_color=t["accent"],
            border_width=3,
            border_style="solid",
            font_weight=600,
            underlay_color=t["accent"],
            underlay_opacity=0.16,
            underlay_padding=7,
            underlay_shape="round-rectangle",
        ),
        _rule('node.selected[kind = "group"]', underlay_opacity=0),
        _rule("edge.selected", opacity=1, underlay_opacity=0.2),
        _rule("[dim]", opacity=float(t["dimmed"])),
        _rule("[hit]", border_color=t["accent"], border_width=2, background_color=t["accent-weak"]),
    ]
