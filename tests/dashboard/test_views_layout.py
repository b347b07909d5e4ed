from itertools import combinations, pairwise
from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from graphwright_dashboard.views.layers import depths, layered_places
from graphwright_dashboard.views.layout import (
    NODE_HEIGHT,
    NODE_WIDTH,
    Cluster,
    map_places,
    neighbourhood_places,
    radius,
)

NAMES = st.lists(st.text(max_size=4), unique=True, max_size=30)


@given(st.dictionaries(st.text(max_size=3), st.integers(0, 300), max_size=25))
def test_no_hexagon_stands_on_another(sizes):
    weights = dict.fromkeys(pairwise(sizes), 3)
    places = map_places(sizes, weights)
    assert places.keys() == sizes.keys()
    for one, other in combinations(places, 2):
        apart = hypot(places[one][0] - places[other][0], places[one][1] - places[other][1])
        assert apart > radius(sizes[one]) + radius(sizes[other])


def test_the_map_is_the_same_every_time():
    sizes = {"a": 3, "b": 9, "c": 1}
    assert map_places(sizes, {("a", "b"): 2}) == map_places(sizes, {("a", "b"): 2})
    assert map_places({}, {}) == {}


def test_related_groups_are_nearer():
    sizes = dict.fromkeys("abcdefgh", 5)
    places = map_places(sizes, {("a", "b"): 40})

    def apart(one, other):
        return hypot(places[one][0] - places[other][0], places[one][1] - places[other][1])

    others = [apart(x, y) for x, y in combinations(sizes, 2) if (x, y) != ("a", "b")]
    assert apart("a", "b") <= sorted(others)[len(others) // 4]


def apart_from_each_other(places):
    return all(
        abs(a[0] - b[0]) >= NODE_WIDTH or abs(a[1] - b[1]) >= NODE_HEIGHT
        for a, b in combinations(places.values(), 2)
    )


@given(
    st.integers(0, 20),
    st.integers(0, 20),
    st.lists(
        st.tuples(st.sampled_from(["left", "right", "middle"]), st.integers(1, 9)), max_size=8
    ),
)
def test_no_card_of_a_neighbourhood_covers_another(left, right, others):
    clusters = [
        Cluster(str(i), side, tuple(f"{i}.{j}" for j in range(size)))
        for i, (side, size) in enumerate(others)
    ]
    places = neighbourhood_places(
        "centre", [f"l{i}" for i in range(left)], [f"r{i}" for i in range(right)], clusters
    )
    assert len(places) == 1 + left + right + sum(size for _, size in others)
    assert apart_from_each_other(places)


def test_producers_stand_left_and_consumers_right():
    places = neighbourhood_places("t", ["gives"], ["needs"], [])
    assert places["gives"][0] < places["t"][0] < places["needs"][0]


@given(NAMES, st.data())
def test_no_card_of_a_group_covers_another_whatever_the_cycles(names, data):
    chosen = st.lists(st.sampled_from(names), max_size=4) if names else st.just([])
    needs = {name: data.draw(chosen) for name in names}
    places = layered_places(names, needs)
    assert set(places) == set(names)
    assert apart_from_each_other(places)


def test_a_tool_stands_right_of_what_it_needs():
    assert depths(["c", "b", "a"], {"c": ["b"], "b": ["a"]}) == {"a": 0, "b": 1, "c": 2}
    assert set(depths(["a", "b"], {"a": ["b"], "b": ["a"]})) == {"a", "b"}


def test_a_chain_of_thousands_needs_no_stack():
    names = [str(i) for i in range(3000)]
    needs = {one: [other] for other, one in pairwise(names)}
    assert depths(names, needs)["2999"] == 2999
