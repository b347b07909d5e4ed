"""A clock for a page that waits for work in the background, as slow as the answers are.

The callback that listens to `n_intervals` has `Output(id, "disabled")` too, which is how the clock
knows that its answer is there, and how it is stopped once there is nothing left to wait for.
"""

from dash.development.base_component import Component


class Tick(Component):
    """Counts `n_intervals`, each so many milliseconds after the answer to the one before."""

    _namespace = "graphwright"
    _type = "Tick"
    _prop_names = ["id", "interval", "disabled", "n_intervals"]  # noqa: RUF012 - as Dash reads it
    available_properties = _prop_names
    _valid_wildcard_attributes: list[str] = []  # noqa: RUF012
    available_wildcard_properties = _valid_wildcard_attributes
