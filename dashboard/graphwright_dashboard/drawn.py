"""An element whose content React draws in one go, as one component of Dash's.

Dash keeps a state for each of its components, and tells all of them of every change: a list of a
thousand elements takes it seconds. What stands inside a `Drawn` are plain elements. The same
`dash.html` values build it, a callback gives them to `Output(id, "tree")`, and
`assets/00-drawn.js` makes elements of them: text stays text. No callback reaches inside;
scripts listen to `data-` attributes.
"""

from typing import TypeVar

from dash.development.base_component import Component

C = TypeVar("C", bound=Component)

_OF_FIELDS = [
    "type",
    "name",
    "value",
    "placeholder",
    "rows",
    "min",
    "max",
    "step",
    "maxLength",
    "autoComplete",
    "spellCheck",
]
_OWN = ["id", "className", "hidden", "role", "title", "tabIndex", "style"]


class Drawn(Component):
    """The element itself. Its content is `tree`: what an element's `children` may be."""

    _namespace = "graphwright"
    _type = "Drawn"
    _valid_wildcard_attributes = ["data-", "aria-"]  # noqa: RUF012 - Dash reads these of the class
    available_wildcard_properties = _valid_wildcard_attributes
    _prop_names = ["tag", "tree", *_OWN]  # noqa: RUF012
    available_properties = _prop_names
    tree: object


class Field(Component):
    """A plain text field inside a tree: the curator's letters stay until `value` changes."""

    _namespace = "graphwright"
    _type = "Input"
    _valid_wildcard_attributes = ["data-", "aria-"]  # noqa: RUF012
    available_wildcard_properties = _valid_wildcard_attributes
    _prop_names = [*_OF_FIELDS, *_OWN]  # noqa: RUF012
    available_properties = _prop_names


class TextArea(Field):
    """The same of several lines."""

    _type = "Textarea"


def drawn(element: Component) -> Drawn:
    """The element, with all that stands in it, as one component."""
    said = dict(element.to_plotly_json()["props"])
    tree = said.pop("children", None)
    made = Drawn(tag=type(element).__name__.lower(), **said)
    made.tree = tree
    return made


def stamp(element: C, address: str, revision: int) -> C:
    """The element, saying for which address and revision its tree is (`assets/00-turns.js`)."""
    setattr(element, "data-at", address)
    setattr(element, "data-revision", str(revision))
    return element
