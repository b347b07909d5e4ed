"""What names, paths and fields say by themselves."""

import pytest

from graphwright.relate.names import Action, action_of, singular, told_action, words
from graphwright.relate.paths import (
    item_prefixes,
    parameter_nouns,
    parent_of,
    path_resource,
    plain,
    segments,
)
from graphwright.relate.references import Reference, given_by, owners, reference, schema_nouns
from graphwright.relate.resources import profile
from graphwright.tools import Tool

from .small_tools import fn, op, related


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("getOrder", "get order"),
        ("get_order_IDs", "get order ids"),
        ("getHTTPResponse", "get http response"),
        ("getURLsOfIDs", "get urls of ids"),
        ("listV2Items", "list v 2 items"),
        ("docker-compose.up", "docker compose up"),
        ("用户.get", "用户 get"),
        ("", ""),
        ("!!!", ""),
    ],
)
def test_a_name_is_split_into_words(name: str, expected: str) -> None:
    assert " ".join(words(name)) == expected


def test_only_the_start_of_a_long_name_is_read() -> None:
    assert len("".join(words("x" * 10_000))) == 200


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("orders", "order"),
        ("categories", "category"),
        ("boxes", "box"),
        ("statuses", "status"),
        ("status", "status"),
        ("address", "address"),
        ("repos", "repository"),
        ("bus", "bus"),
    ],
)
def test_nouns_are_singular_and_in_full(word: str, expected: str) -> None:
    assert singular(word) == expected


@pytest.mark.parametrize(
    ("verb", "does"),
    [("fetch", Action.GET), ("ls", Action.LIST), ("add", Action.CREATE), ("wibble", None)],
)
def test_verbs_say_what_a_tool_does(verb: str, does: Action | None) -> None:
    assert action_of(verb) is does


def test_the_first_verb_of_a_text_counts_in_any_form() -> None:
    assert told_action("Fetches reviews of a place, then lists them.") is Action.GET
    assert told_action("") is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/api/v1/orders/{id}", ("orders", "{id}")),
        ("/v2.1/rest/users?page=2", ("users",)),
        ("", ()),
        ("////", ()),
    ],
)
def test_mounts_and_versions_carry_no_meaning(path: str, expected: tuple[str, ...]) -> None:
    assert segments(path) == expected


def test_a_static_segment_in_the_place_of_an_item_is_a_view_of_the_items() -> None:
    tools = [op("get", "get /pet/{petId}"), op("find", "get /pet/findByStatus")]
    prefixes = item_prefixes(tools)
    assert path_resource(segments("/pet/findByStatus"), prefixes) == ("pet",)
    assert path_resource(segments("/pet/{petId}/photos"), prefixes) == ("photo",)


def test_a_plural_in_the_place_of_an_item_is_a_collection_of_its_own() -> None:
    prefixes = item_prefixes([op("get", "get /user/{id}")])
    assert path_resource(segments("/user/repos"), prefixes) == ("repository",)


def test_path_parameters_pick_from_the_noun_before_them() -> None:
    found = parameter_nouns(segments("/shops/{shop}/orders/{id}/cancel"))
    assert found == {"shop": ("shop",), "id": ("order",)}


def test_the_parent_of_a_place_is_what_its_items_are_kept_in() -> None:
    assert parent_of(plain(segments("/repos/{owner}/{repo}/hooks"))) == "repos"
    assert parent_of(("repos",)) == ""


@pytest.mark.parametrize(
    ("name", "resource", "attribute"),
    [
        ("order_id", "order", "id"),
        ("orderIds", "order", "id"),
        ("id", "", "id"),
        ("sku", "", "sku"),
        ("productSKU", "product", "sku"),
        ("customer", "customer", ""),
        ("pid", "process", "id"),
        ("id_or_name", "", "id"),
        ("", "", ""),
    ],
)
def test_a_name_points_at_a_resource_and_an_attribute(
    name: str, resource: str, attribute: str
) -> None:
    assert reference(name) == Reference(tuple(resource.split()), attribute)


@pytest.mark.parametrize(
    ("path", "schema", "expected"),
    [
        ("items[].customer.id", "", [("customer",)]),
        ("data.id", "Order", [("order",)]),
        ("id", "OrderListResponse", [("order",)]),
        ("id", "inline_response_200", []),
        ("id", "", []),
    ],
)
def test_a_bare_id_belongs_to_what_holds_it(
    path: str, schema: str, expected: list[tuple[str, ...]]
) -> None:
    assert list(owners(path, schema)) == expected


def test_a_schema_may_be_about_several_nouns_the_whole_first() -> None:
    assert schema_nouns("com.shop.MenuItemDto")[0] == ("menu", "item")


def test_what_is_inside_something_else_is_deep() -> None:
    assert given_by("tracks[].album.id", "").deep
    assert not given_by("items[].id", "").deep


@pytest.mark.parametrize(
    ("tool", "does", "resource"),
    [
        (op("a", "get /orders"), Action.LIST, "order"),
        (op("a", "get /orders/{id}"), Action.GET, "order"),
        (op("a", "post /orders"), Action.CREATE, "order"),
        (op("a", "post /orders/{id}/cancel"), Action.ACT, "order"),
        (op("a", "patch /orders/{id}"), Action.UPDATE, "order"),
        (op("a", "delete /orders/{id}/lines/{line}"), Action.DELETE, "line"),
        (op("a", "get /orders/search"), Action.SEARCH, "order"),
        (op("Orders_QueryCount", "post /orders/query/count"), Action.GET, "order"),
        (op("a", "get /me", gives="id name"), Action.GET, "me"),
        (fn("search_flights"), Action.SEARCH, "flight"),
        (fn("get_board_issues"), Action.LIST, "board issue"),
        (fn("get_issue_details"), Action.GET, "issue"),
        (fn("add_issues_to_sprint"), Action.ACT, "issue"),
        (fn("list_or_search_repos"), Action.LIST, "repository"),
        (fn("mcp:create_file"), Action.CREATE, "file"),
        (fn("weather", text="Fetches what it is like at a place."), Action.GET, "weather"),
        (fn(""), Action.ACT, ""),
    ],
)
def test_what_a_tool_does_to_which_resource(tool: Tool, does: Action, resource: str) -> None:
    seen = profile(tool)
    assert (seen.action, " ".join(seen.resource)) == (does, resource)


def test_a_code_that_is_written_down_is_not_looked_up():
    coupons = op("listCoupons", "get /coupons", gives="[].code [].postalCode")
    use = op("checkOut", "post /carts/{cartId}/checkout", takes="couponCode")
    move = op("addAddress", "post /customers/{customerId}/addresses", takes="postalCode")
    assert related("requires", coupons, use, move) == {("checkOut", "listCoupons")}


def test_what_a_description_counts_by_is_not_what_it_lists():
    limits = fn("describe_limits", text="Returns the quotas for your account and its tables.")
    tables = fn("list_tables", text="Returns the names of tables.")
    one, other = fn("describe_table", takes="table_name"), fn("drop_table", takes="table_name")
    assert related("requires", limits, tables, one, other) == {
        ("describe_table", "list_tables"),
        ("drop_table", "list_tables"),
    }
