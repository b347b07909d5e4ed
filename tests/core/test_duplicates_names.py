"""What the names of tools say: verbs, nouns, and what tells two of them apart."""

import pytest

from graphwright.duplicates.names import bare_name, read_name, source_prefixes
from graphwright.duplicates.nouns import opposite
from graphwright.duplicates.verbs import ALIKE, SENSE_OF, SENSES, may_be_same
from graphwright.tools import Tool

NAMES = [
    ("getOrder", "get", ("order",)),
    ("order_get", "get", ("order",)),
    ("fetch-orders", "list", ("order",)),
    ("find_pets_by_status", "search", ("pet", "status")),
    ("get_file_contents", "get", ("file", "content")),
    ("gists/list-commits", "list", ("gist", "commit")),
    ("returns.list", "list", ("return",)),
    ("createOrderV2", "create", ("order",)),
    ("list_pull_request_comments", "list", ("pullrequest", "comment")),
    ("PostCustomersCustomer", "", ("post", "customer", "customer again")),
    ("actions-inspect-workflow-run", "get", ("action", "workflow", "run")),
    ("whoami", "", ("whoami",)),
    ("", "", ()),
    ("🎉", "", ()),
]


@pytest.mark.parametrize(("name", "sense", "nouns"), NAMES)
def test_a_name_says_what_is_done_to_what(name: str, sense: str, nouns: tuple[str, ...]) -> None:
    read = read_name(name)
    assert (read.sense, read.nouns) == (sense, nouns)


def test_two_orders_of_the_same_words_are_written_alike() -> None:
    assert read_name("getOrder").written == read_name("order_get").written


def test_what_a_source_puts_before_every_name_says_nothing() -> None:
    tools = [Tool(f"acme_{verb}_box", source="acme") for verb in ("get", "list", "open", "delete")]
    assert source_prefixes(tools)["acme"] == {"acme"}
    read = read_name("acme_get_box", frozenset({"acme"}))
    assert (read.nouns, read.service) == (("box",), "acme")


def test_methods_before_verbs_are_no_verbs() -> None:
    calls = [f"{m}_{c}" for m in ("GET", "POST") for c in ("DescribeHosts", "DeleteHost")]
    prefixes = source_prefixes([Tool(name, source="rpc") for name in calls])["rpc"]
    assert read_name("GET_DeleteHost", prefixes) == read_name("POST_DeleteHost", prefixes)
    assert read_name("GET_DeleteHost", prefixes).sense == "delete"


def test_methods_before_nouns_are_verbs() -> None:
    names = ("get_order", "post_order", "delete_order", "get_users", "post_user")
    prefixes = source_prefixes([Tool(name, source="rest") for name in names])["rest"]
    assert read_name("get_order", prefixes).sense == "get"


BARE = [
    (Tool("shop:getOrder", source="shop"), "getOrder"),
    (Tool("getOrder~2", source="shop"), "getOrder"),
    (Tool("~home", source="shop"), "~home"),
    (Tool("a:b", source="shop"), "a:b"),
]


@pytest.mark.parametrize(("tool", "name"), BARE)
def test_our_marks_are_no_part_of_a_name(tool: Tool, name: str) -> None:
    assert bare_name(tool) == name


UNLIKE = (
    "get delete", "list get", "start stop", "create delete", "enable disable", "lock unlock",
    "add remove", "approve reject", "publish unpublish", "open close", "attach detach",
    "upload download", "import export", "pause resume", "subscribe unsubscribe", "grant revoke",
    "archive restore", "push pull", "encrypt decrypt", "show hide", "increase decrease",
)  # fmt: skip


@pytest.mark.parametrize("verbs", UNLIKE)
def test_verbs_that_cannot_mean_the_same(verbs: str) -> None:
    one, other = (SENSE_OF[verb] for verb in verbs.split())
    assert not may_be_same(one, other)


@pytest.mark.parametrize("verbs", ["get fetch", "create add", "delete remove", "list search"])
def test_verbs_that_can_mean_the_same(verbs: str) -> None:
    one, other = (SENSE_OF[verb] for verb in verbs.split())
    assert may_be_same(one, other)
    assert may_be_same(one, "")


def test_every_sense_of_a_pair_is_known() -> None:
    assert {sense for pair in ALIKE for sense in pair} <= set(SENSES)


def test_a_verb_has_one_sense() -> None:
    verbs = [verb for said in SENSES.values() for verb in said.split()]
    assert len(verbs) == len(set(verbs))


APART = [
    ("up", "down"),
    ("mount", "unmount"),
    ("next", "previous"),
    ("get", "post"),
    ("day", "month"),
]


@pytest.mark.parametrize(("one", "other"), APART)
def test_words_that_contradict(one: str, other: str) -> None:
    assert opposite(frozenset((one,)), frozenset((other,)))
    assert opposite(frozenset((other,)), frozenset((one,)))


def test_words_that_differ_do_not_contradict() -> None:
    assert not opposite(frozenset(("order",)), frozenset(("user", "unit")))
