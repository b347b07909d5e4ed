"""An element as one component: what the browser is given of it."""

import json

from dash import html
from plotly.utils import PlotlyJSONEncoder

from graphwright_dashboard.components import attrs
from graphwright_dashboard.drawn import drawn


def sent(component) -> dict[str, object]:
    return json.loads(json.dumps(component, cls=PlotlyJSONEncoder))


def test_what_stands_in_the_element_is_its_tree_and_the_rest_stays():
    element = attrs(html.Ul([html.Li("a"), "b"], id="list", className="q"), aria_label="Waiting")
    assert sent(drawn(element)) == {
        "namespace": "graphwright",
        "type": "Drawn",
        "props": {
            "tag": "ul",
            "id": "list",
            "className": "q",
            "aria-label": "Waiting",
            "tree": [
                {
                    "namespace": "dash_html_components",
                    "type": "Li",
                    "props": {"children": "a"},
                },
                "b",
            ],
        },
    }


def test_dash_sees_one_component():
    assert list(drawn(html.Div([html.Div(html.Div())]))._traverse()) == []
