import pytest

from graphwright_dashboard.views.names import humanised, plain, short, titles, words
from graphwright_dashboard.views.numbers import count, fraction, signed, thousands

HUMANISED = [
    ("getOrder", "Get order"),
    ("list_customer_orders", "List customer orders"),
    ("kebab-case-name", "Kebab case name"),
    ("HTTPServer", "HTTP server"),
    ("getOrderV2", "Get order V2"),
    ("pulls/list-files", "Pulls list files"),
    ("주문조회", "주문조회"),
    ("", "(empty name)"),
    ("___", "___"),
    ("a", "A"),
]


@pytest.mark.parametrize(("name", "spoken"), HUMANISED)
def test_names_are_read_as_people_read_them(name, spoken):
    assert humanised(name) == spoken


def test_names_that_would_read_alike_are_shown_as_they_are_written():
    assert titles(["Tag", "tag", "getThing", "GetThing", "getOrder"]) == {
        "Tag": "Tag",
        "tag": "tag",
        "getThing": "getThing",
        "GetThing": "GetThing",
        "getOrder": "Get order",
    }


TURNED = [
    ("\u202eevil\u202c", "evil"),
    ("a\u2066b\u2069", "ab"),
    ("\ufeff", "(empty name)"),
    (" \t", "(empty name)"),
    ("שלום", "שלום"),
]


@pytest.mark.parametrize(("name", "shown"), TURNED)
def test_nothing_turns_a_name_round_and_a_blank_one_says_so(name, shown):
    assert plain(name) == shown
    assert humanised(name).lower() == shown
    assert "\u202e" not in short(f"see {name}")


def test_words_of_long_names_are_bounded():
    assert len("".join(words("ab" * 10_000))) <= 200
    assert short("x" * 10_000, 20) == "x" * 19 + "…"


FRACTIONS = [(0.82, ".82"), (1, "1"), (0.999, "1"), (0, ".00"), (-0.13, "−.13"), (1.5, "1.50")]


@pytest.mark.parametrize(("value", "text"), FRACTIONS)
def test_fractions_have_no_leading_zero(value, text):
    assert fraction(value) == text


@pytest.mark.parametrize(("value", "text"), [(0.008, "▲ +.008"), (-0.004, "▼ −.004"), (0, "0")])
def test_changes_are_signed(value, text):
    assert signed(value) == text


def test_counts_say_what_they_count():
    assert count(1, "tool") == "1 tool"
    assert count(2, "query", "queries") == "2 queries"
    assert thousands(12_345) == "12\u202f345"
