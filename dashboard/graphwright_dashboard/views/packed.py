"""The elements of a picture of very many tools in columns, each a small part of their JSON form.

`assets/explore-packed.js` makes elements of them again.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from graphwright.relations import KIND_ORDER, RelationKind

from .elements import Element
from .scene import Hull

STRENGTHS = ("high", "mid", "low")
_OF_CARD = {"id", "kind", "name", "method"}
_OF_LINE = {"id", "source", "target", "from_tool", "to_tool", "relation", "strength", "warn"}
_OF_LINE |= {"words", "spoken"}
_FIRST = 48  # code of the letter that stands for nothing special

Packed = dict[str, object]
Data = Mapping[str, object]


def packed(elements: Sequence[Element], hulls: Sequence[Hull]) -> Packed | None:
    """Cards and lines, or None where there is anything else among the elements.

    Returns:
        `cards`: names, the number of each method in `methods`, steps in pixels from the card
        before. `lines`: how many leave each card, steps from the other end of the line before,
        a letter for kind, strength, open and direction. `more`: whatever else one has, by place.
        `hulls`: the first card and how many follow it, as the cards stand in that order.
    """
    cards = [element for element in elements if element["data"].get("kind") == "tool"]
    lines = [element["data"] for element in elements if "from_tool" in element["data"]]
    if len(cards) + len(lines) < len(elements):
        return None
    hull_of = {id: place for place, hull in enumerate(hulls) for id in hull.members}
    cards.sort(key=lambda e: (hull_of.get(str(e["data"]["id"]), len(hulls)), *_at(e)[::-1]))
    place = {str(card["data"]["name"]): at for at, card in enumerate(cards)}
    first = {id: place[str(id)[2:]] for hull in hulls for id in hull.members}
    return {
        "cards": _cards(cards),
        "lines": _lines(lines, place),
        "hulls": [
            {
                "group": hull.group,
                "title": hull.title,
                "of": hull.of,
                "more": hull.more,
                "span": [min(first[id] for id in hull.members), len(hull.members)],
            }
            for hull in hulls
        ],
    }


def _at(element: Element) -> tuple[int, int]:
    position = cast("dict[str, float]", element["position"])
    return round(position["x"]), round(position["y"])


def _cards(cards: Sequence[Element]) -> Packed:
    data = [card["data"] for card in cards]
    methods = sorted({str(one["method"]) for one in data})
    places = [_at(card) for card in cards]
    return {
        "names": [one["name"] for one in data],
        "methods": methods,
        "method": "".join(str(methods.index(str(one["method"]))) for one in data),
        "x": _steps(x for x, _ in places),
        "y": _steps(y for _, y in places),
        **_rest(data, _OF_CARD),
    }


def _lines(lines: Sequence[Data], place: Mapping[str, int]) -> Packed:
    ends = [(place[str(line["from_tool"])], place[str(line["to_tool"])]) for line in lines]
    order = sorted(range(len(lines)), key=lambda at: ends[at])
    leave = [0] * len(place)
    for start, _ in ends:
        leave[start] += 1
    ordered = [lines[at] for at in order]
    return {
        "leave": leave,
        "to": _steps(ends[at][1] for at in order),
        "look": "".join(map(_look, ordered)),
        **_rest(ordered, _OF_LINE),
    }


def _look(line: Data) -> str:
    forward = line["id"] == f"r:{line['from_tool']}\n{line['to_tool']}"
    number = KIND_ORDER[RelationKind(str(line["relation"]))] * 3
    number = (number + STRENGTHS.index(str(line["strength"]))) * 2 + ("warn" in line)
    return chr(_FIRST + number * 2 + (not forward))


def _steps(numbers: Iterable[int]) -> list[int]:
    found, last = list[int](), 0
    for number in numbers:
        found.append(number - last)
        last = number
    return found


def _rest(data: Sequence[Data], known: set[str]) -> Packed:
    """`all`: what each has; `more`: what some have besides, by place."""
    rests = [{key: value for key, value in one.items() if key not in known} for one in data]
    every = dict(rests[0]) if rests else {}
    for rest in rests:
        every = {key: value for key, value in every.items() if rest.get(key, rest) == value}
    more = {
        str(at): extra
        for at, rest in enumerate(rests)
        if (extra := {key: value for key, value in rest.items() if key not in every})
    }
    return {"all": every, "more": more}
