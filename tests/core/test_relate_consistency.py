"""What the rules say together: nothing in both ways, nothing round a cycle."""

from graphwright.relate import relate
from graphwright.relate.checks import knots
from graphwright.relate.consistency import consistent
from graphwright.relations import Relation, RelationKind

from .small_tools import op, related

REQUIRES, PRECEDES, CONFLICTS = (
    RelationKind.REQUIRES,
    RelationKind.PRECEDES,
    RelationKind.CONFLICTS_WITH,
)
ORDERS = (
    op("listOrders", "get /orders", gives="[].id"),
    op("createOrder", "post /orders", gives="id"),
    op("getOrder", "get /orders/{orderId}", gives="id"),
    op("updateOrder", "put /orders/{orderId}", gives="id"),
    op("deleteOrder", "delete /orders/{orderId}"),
)


def test_update_and_delete_clash_and_come_in_no_order() -> None:
    assert related("conflicts_with", *ORDERS) == {("updateOrder", "deleteOrder")}
    ordered = related("precedes", *ORDERS)
    assert ("updateOrder", "deleteOrder") not in ordered
    assert {("createOrder", "updateOrder"), ("createOrder", "deleteOrder")} <= ordered
    assert ("getOrder", "deleteOrder") not in ordered  # the update stands between them
    unchanged = [tool for tool in ORDERS if tool.name != "updateOrder"]
    assert ("getOrder", "deleteOrder") in related("precedes", *unchanged)


def test_a_part_that_cannot_be_read_is_read_with_the_whole() -> None:
    status = op("updateStatus", "patch /orders/{orderId}/status")
    assert ("getOrder", "updateStatus") in related("precedes", *ORDERS, status)
    shown = op("getStatus", "get /orders/{orderId}/status")
    assert ("getOrder", "updateStatus") not in related("precedes", *ORDERS, status, shown)


def test_of_a_cycle_the_least_sure_relation_falls() -> None:
    ring = [
        Relation("a", "b", REQUIRES, 0.9),
        Relation("b", "c", REQUIRES, 0.7),
        Relation("c", "a", REQUIRES, 0.8),
        Relation("c", "d", REQUIRES, 0.6),
    ]
    assert consistent(ring) == [ring[0], ring[2], ring[3]]


def test_those_who_clash_come_in_no_order_unless_one_feeds_the_other() -> None:
    clash = Relation("a", "b", CONFLICTS, 0.9)
    assert consistent([clash, Relation("b", "a", PRECEDES, 0.99)]) == [clash]
    needed = Relation("a", "b", REQUIRES, 0.6)
    assert consistent([clash, needed]) == [needed]


def test_a_knot_of_very_many_is_untied_too() -> None:
    names = [f"t{i:03d}" for i in range(60)]
    knot = [Relation(a, b, PRECEDES, 0.8) for a in names for b in names if a != b]
    kept = consistent(knot)
    assert kept
    assert knots([(r.source, r.target) for r in kept]) == []


def test_optional_parameters_make_no_cycle() -> None:
    shop = (
        op("addToCart", "post /carts/{cartId}/items", gives="cartId orderId"),
        op("listOrders", "get /orders", gives="[].id [].customerId", takes="cartId?"),
        op("createCart", "post /carts", gives="id", takes="orderId? customerId?"),
        op("listCarts", "get /carts", gives="[].id", takes="orderId?"),
    )
    for kind in (REQUIRES, PRECEDES):
        arrows = [(r.source, r.target) for r in relate(shop) if r.kind is kind]
        assert knots(arrows) == []
