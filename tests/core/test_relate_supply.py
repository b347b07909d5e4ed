"""Who of several supplies a value: its sort, the list of the things themselves, their state."""

import pytest

from graphwright.relate import relate

from .small_tools import fn, op, related

HOOKS = op("list_webhooks", "get /webhooks", gives="[].id [].name")


@pytest.mark.parametrize("parameter", ["token", "webhook_token", "webhook_key", "sku", "number"])
def test_an_id_fills_no_parameter_of_another_sort(parameter: str) -> None:
    run = op("run_webhook", f"post /hooks/{{{parameter}}}")
    stats = op("list_stats", "get /stats", gives="[].webhook_id")
    assert related("requires", run, HOOKS, stats) == set()


def test_a_token_comes_from_the_answer_that_has_it() -> None:
    run = op("run_webhook", "post /webhooks/{webhook_id}/{webhook_token}")
    mine = op("list_my_webhooks", "get /me/webhooks", gives="[].id [].token")
    assert ("run_webhook", "list_my_webhooks") in related("requires", run, mine)


def test_a_login_is_a_username() -> None:
    people = op("list_people", "get /users", gives="[].id [].login")
    show = op("get_user", "get /users/{username}", gives="login")
    assert related("requires", people, show) == {("get_user", "list_people")}


GUILDS = op("list_my_guilds", "get /users/@me/guilds", gives="[].id")
CHANNELS = op("list_channels", "get /guilds/{guild_id}/channels", gives="[].id [].guild_id")
MEMBERS = op("list_members", "get /guilds/{guild_id}/members", gives="[].joined_at [].user.id")
BANS = op("list_bans", "get /guilds/{guild_id}/bans", gives="[].reason [].user.id")
INVITES = op(
    "list_invites", "get /guilds/{guild_id}/invites", gives="[].code [].inviter.id [].channel.id"
)
WELCOME = op("get_welcome", "get /guilds/{guild_id}/welcome", gives="actions[].channel_id")
THREADS = op("search_threads", "get /channels/{channel_id}/threads/search", gives="[].guild_id")
PINNED = op("list_pinned_messages", "get /channels/{channel_id}/pins", gives="[].id")
MESSAGES = op("list_messages", "get /channels/{channel_id}/messages", gives="[].id [].author.id")
GET_GUILD = op("get_guild", "get /guilds/{guild_id}")
DELETE_CHANNEL = op("delete_channel", "delete /channels/{channel_id}")
KICK = op("delete_member", "delete /guilds/{guild_id}/members/{user_id}")
BAN = op("ban_user", "put /guilds/{guild_id}/bans/{user_id}")
UNBAN = op("unban_user", "delete /guilds/{guild_id}/bans/{user_id}")
PIN = op("pin_message", "put /channels/{channel_id}/pins/{message_id}")
UNPIN = op("unpin_message", "delete /channels/{channel_id}/pins/{message_id}")
CHAT = (
    *(GUILDS, CHANNELS, MEMBERS, BANS, INVITES, WELCOME, THREADS, PINNED, MESSAGES),
    *(GET_GUILD, DELETE_CHANNEL, KICK, BAN, UNBAN, PIN, UNPIN),
)


@pytest.mark.parametrize(
    ("consumer", "parameter", "providers"),
    [
        ("get_guild", "guild_id", {"list_my_guilds"}),  # and no search that mentions one
        ("delete_channel", "channel_id", {"list_channels"}),  # and no welcome, no invite
        ("delete_member", "user_id", {"list_members"}),  # who is banned is a member no more
        ("unban_user", "user_id", {"list_bans"}),
        ("pin_message", "message_id", {"list_messages"}),  # what is pinned is not pinned again
        ("unpin_message", "message_id", {"list_pinned_messages", "list_messages"}),
    ],
)
def test_a_value_comes_from_the_list_of_what_it_picks(
    consumer: str, parameter: str, providers: set[str]
) -> None:
    found = {
        relation.target
        for relation in relate(CHAT)
        if relation.kind == "requires" and relation.source == consumer
        if any(evidence.parameter == parameter for evidence in relation.evidence)
    }
    assert found == providers


def test_who_is_put_among_the_banned_is_not_there_yet() -> None:
    found = {target for source, target in related("requires", *CHAT) if source == "ban_user"}
    assert "list_members" in found
    assert "list_bans" not in found


def test_the_list_of_things_is_surer_than_what_points_at_one() -> None:
    sure = {(r.source, r.target): r.confidence for r in relate(CHAT) if r.kind == "requires"}
    alone = {(r.source, r.target): r.confidence for r in relate((THREADS, GET_GUILD))}
    assert sure["get_guild", "list_my_guilds"] > alone["get_guild", "search_threads"]


@pytest.mark.parametrize(
    ("noun", "parameter", "gives"),
    [
        ("subscriptions", "subscription_exposed_id", "data[].id data[].customer.id"),
        ("personal-access-tokens", "pat_id", "[].id"),
        ("members", "username", "[].login [].id"),
        ("commits", "commit_sha", "[].sha [].author.id"),
        ("builds", "build_id", "[].url"),
        ("statuses", "status_id", "[].id"),
        ("shipping_rates", "shipping_rate_token", "data[].id"),
    ],
)
def test_the_list_of_a_collection_supplies_its_items(noun: str, parameter: str, gives: str) -> None:
    listing = op("list_them", f"get /{noun}", gives=gives)
    one = op("get_one", f"get /{noun}/{{{parameter}}}")
    assert related("requires", listing, one) == {("get_one", "list_them")}


@pytest.mark.parametrize("word", ["authorization", "token", "order"])
def test_in_a_path_a_word_for_a_credential_picks_one(word: str) -> None:
    listing = op("list_them", f"get /{word}s", gives="data[].id")
    one = op("get_one", f"get /{word}s/{{{word}}}")
    assert related("requires", listing, one) == {("get_one", "list_them")}


def test_what_an_action_makes_is_worked_on_after_it() -> None:
    add = op("addCartItem", "post /carts/{cartId}/items", takes="sku")
    checkout = op("checkoutCart", "post /carts/{cartId}/checkout", gives="orderNumber")
    order = op("getOrder", "get /orders/{orderNumber}", gives="orderNumber")
    assert related("precedes", add, checkout, order) == {
        ("addCartItem", "checkoutCart"),
        ("checkoutCart", "getOrder"),
    }


def test_what_runs_later_is_asked_for_by_the_id_that_was_answered() -> None:
    export = op("createExport", "post /exports", gives="job_id")
    job = op("getJob", "get /jobs/{job_id}", gives="state")
    assert ("createExport", "getJob") in related("precedes", export, job)


def test_what_can_be_searched_needs_not_be_made() -> None:
    tools = (
        fn("wiki_create_page", "title body"),
        fn("wiki_delete_page", "page_id"),
        fn("wiki_search", "query"),
        fn("wiki_comment", "body"),
    )
    assert related("requires", *tools) == set()
    assert ("wiki_create_page", "wiki_delete_page") in related("precedes", *tools)


def test_what_is_made_is_made_before_anything_that_mentions_it_is_asked() -> None:
    make = op("createCart", "post /carts", gives="id")
    show = op("getCheckout", "get /checkouts/{checkoutId}", gives="checkoutId cartId")
    add = op("addToCart", "post /carts/{cartId}/items", takes="sku")
    assert related("requires", make, show, add) == {("addToCart", "createCart")}


def test_an_id_of_another_thing_is_no_echo() -> None:
    run = op("runExec", "post /containers/{id}/exec", gives="Id")
    show = op("showExec", "get /exec/{id}/json", gives="ID Pid")
    assert ("runExec", "showExec") in related("precedes", run, show)


def test_analytics_of_workers_list_no_workers() -> None:
    get = fn("worker_get", "worker")
    put = fn("worker_put", "worker")
    stats = fn("analytics_search", "since", text="Search Workers analytics data for a time")
    assert related("requires", get, put, stats) == set()
