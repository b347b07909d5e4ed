"""Which tools supply the ids that others need."""

from graphwright.relate import groups, relate
from graphwright.relations import RelationKind
from graphwright.tools import Field, Location, Parameter, Tool

LIST = Tool("listOrders", method="get", path="/orders", outputs=(Field("[].id"),))
GET = Tool(
    "getOrder",
    method="get",
    path="/orders/{orderId}",
    parameters=(Parameter("orderId", required=True, location=Location.PATH),),
    outputs=(Field("id"),),
)
CREATE = Tool("createOrder", method="post", path="/orders", outputs=(Field("id"),))
CANCEL = Tool(
    "cancelOrder",
    method="post",
    path="/orders/{orderId}/cancel",
    parameters=(Parameter("orderId", required=True, location=Location.PATH),),
)
SHOP = (LIST, GET, CREATE, CANCEL)


def pairs(kind: RelationKind) -> set[tuple[str, str]]:
    return {(r.source, r.target) for r in relate(SHOP) if r.kind is kind}


def test_an_id_comes_from_a_list_and_never_from_an_echo() -> None:
    assert pairs(RelationKind.REQUIRES) == {
        ("getOrder", "listOrders"),
        ("cancelOrder", "listOrders"),
    }


def test_where_nothing_can_be_read_the_id_comes_from_the_creation() -> None:
    found = {(r.source, r.target) for r in relate((CREATE, CANCEL)) if r.kind == "requires"}
    assert found == {("cancelOrder", "createOrder")}


def test_reading_follows_a_write_but_does_not_require_it() -> None:
    assert ("createOrder", "getOrder") in pairs(RelationKind.PRECEDES)
    assert ("getOrder", "createOrder") not in pairs(RelationKind.REQUIRES)


def test_evidence_names_the_parameter_and_the_field() -> None:
    (relation,) = [r for r in relate(SHOP) if (r.source, r.target) == ("getOrder", "listOrders")]
    (evidence,) = relation.evidence
    assert (evidence.parameter, evidence.field) == ("orderId", "[].id")


def test_the_order_of_tools_changes_nothing() -> None:
    assert relate(SHOP) == relate(reversed(SHOP))


def test_tools_without_tags_are_grouped_by_their_path() -> None:
    assert [group.name for group in groups(SHOP)] == ["orders"]
    assert {r.target for r in relate(SHOP) if r.kind is RelationKind.BELONGS_TO} == {"orders"}
