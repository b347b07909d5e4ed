import pytest

from graphwright_dashboard.views.names import humanised, short, two_lines, words
from graphwright_dashboard.views.numbers import count, fraction, signed, thousands

HUMANISED = [
    ("getOrder", "Get order"),
    ("list_customer_orders", "List customer orders"),
    ("kebab-case-name", "Kebab case name"),
    ("HTTPServer", "HTTP server"),
    ("getOrderV2", "Get order V2"),
    ("pulls/list-files", "Pulls list files"),
    ("주문조회", "주문조회"),
    ("", ""),
    ("___", "___"),
    ("a", "A"),
]


@pytest.mark.parametrize(("name", "spoken"), HUMANISED)
def test_names_are_read_as_people_read_them(name, spoken):
    assert humanised(name) == spoken


TWO_LINES = [
    ("getOrder", "Get order"),
    ("updateOrderAddress", "Update order\naddress"),
    ("readCoreV1NamespacedPodStatus", "Read core V1\n…pod status"),
    ("x" * 10_000, "X" + "x" * 10 + "…"),
    ("", ""),
]


@pytest.mark.parametrize(("name", "lines"), TWO_LINES)
def test_a_long_name_keeps_its_beginning_and_its_end(name, lines):
    assert two_lines(name) == lines


@pytest.mark.parametrize("name", ["a" * 500, "ab " * 400, "주문" * 300, "\n\n", "<b>", "a_" * 99])
def test_no_name_has_more_than_two_lines(name):
    assert two_lines(name).count("\n") <= 1
    assert max(map(len, two_lines(name).split("\n"))) <= 15


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
