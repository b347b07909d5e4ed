"""Who of several supplies a value: its sort, the list of the things themselves, their state."""

import pytest

from .small_tools import op, related

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
