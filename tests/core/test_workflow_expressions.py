import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.workflow.expressions import (
    InputValue,
    Other,
    StepOutput,
    expressions,
    is_expression,
    parse,
    rewritten,
)
from graphwright.workflow.paths import as_field, first_of, path_pointer, pointer_path, value_at


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$steps.list.outputs.orders[].id", StepOutput("list", "orders[].id")),
        ("$steps.list.outputs.[].id", StepOutput("list", "[].id")),
        ("$steps.get-one.outputs", StepOutput("get-one", "")),
        ("$steps.a.outputs.menu#/page/0/total", StepOutput("a", "menu.page[0].total")),
        ("$inputs.email", InputValue("email")),
        ("$inputs.customer#/uri", InputValue("customer.uri")),
        ("$response.header.X-Rate-Limit", Other("$response.header.X-Rate-Limit")),
        ("$steps.a.answer", Other("$steps.a.answer")),
    ],
)
def test_expression_is_read(text, value):
    assert parse(text) == value


@given(
    st.from_regex(r"[A-Za-z0-9_-]{1,8}", fullmatch=True),
    st.from_regex(r"(\[\]\.)?[a-z]{1,4}(\[\d?\])?(\.[a-z]{1,4})?", fullmatch=True),
)
def test_an_output_reads_back_from_its_text(step, path):
    assert parse(str(StepOutput(step, path))) == StepOutput(step, path)


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        ("$inputs.a", True),
        ("Bearer {$inputs.token}", True),
        ("$url", True),
        ("$5.00", False),
        ("$urls", False),
        ("plain", False),
        ("{braces}", False),
        (3, False),
        (None, False),
    ],
)
def test_only_runtime_expressions_are_expressions(value, is_one):
    assert is_expression(value) is is_one


def test_expressions_inside_a_text_are_found():
    assert expressions("{$inputs.a}-{$steps.b.outputs.c}") == (
        InputValue("a"),
        StepOutput("b", "c"),
    )


def test_rewriting_reaches_into_a_text():
    upper = {"a": "A"}
    text = rewritten("x {$inputs.a} y", lambda found: InputValue(upper[found.name]))
    assert text == "x {$inputs.A} y"


def test_a_text_goes_when_one_of_its_expressions_goes():
    assert rewritten("x {$inputs.a} {$inputs.b}", lambda found: None) is None


@pytest.mark.parametrize(
    ("pointer", "path"),
    [("", ""), ("/id", "id"), ("/0/id", "[0].id"), ("/orders/0/id", "orders[0].id"),
     ("/a~1b/c~0d", "a/b.c~d")],
)  # fmt: skip
def test_pointer_and_path_say_the_same(pointer, path):
    assert pointer_path(pointer) == path
    assert path_pointer(path) == pointer


def test_paths_enter_fields():
    assert as_field("orders[3].lines[0].sku") == "orders[].lines[].sku"
    assert first_of("orders[].id") == "orders[0].id"


@pytest.mark.parametrize(
    ("path", "value"),
    [("", {"a": [{"b": 1}, {"b": 2}]}), ("a[1].b", 2), ("a[].b", [1, 2]), ("a[0]", {"b": 1})],
)
def test_value_is_found_at_its_path(path, value):
    assert value_at({"a": [{"b": 1}, {"b": 2}]}, path) == value


@pytest.mark.parametrize("path", ["x", "a.b", "a[7]", "a[].c", "a[0].b.c"])
def test_a_missing_value_is_a_lookup_error(path):
    with pytest.raises(LookupError):
        value_at({"a": [{"b": 1}, {"b": 2}]}, path)
