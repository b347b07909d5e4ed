"""Keys that stand twice in an object of JSON: the last one is read, and an issue says where."""

import json
import time

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.formats import read
from graphwright.formats.documents import parse

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('{"a": 1, "a": 2}', ["#/a"]),
        ('{"a" : {"b/c": 1, "b/c": [1]}}', ["#/a/b~1c"]),
        ('[{"x": {"y": 1, "z": 2, "y": 3}}, {"x":1,"x":2}]', ["#/0/x/y", "#/1/x"]),
        ('{"a": {"b": 1, "b": 2}, "a": {"c": 1}}', ["#/a"]),  # the first "a" is gone, and its "b"
        ('{"a": "\\": \\"a\\": ", "b": "x\\u0022: y"}', []),
        ('{"a\\u0022": 1, "b":2}', []),
        ('{ "a"\n:\t1 }', []),
        ('{"a": 1, "\\u0061": 2}', ["#/a"]),
    ],
)
def test_repeated_keys_are_told_with_their_place(text: str, places: list[str]):
    value, issues = parse(text.encode(), "d.json")
    assert value == json.loads(text)
    assert [issue.where for issue in issues] == places
    assert {issue.code for issue in issues} <= {"duplicate-name"}


@given(values, st.booleans())
def test_what_repeats_no_key_has_no_issue(value: object, spaced: bool):
    text = json.dumps([value], indent=2 if spaced else None)
    assert parse(text.encode(), "d.json")[1] == ()


def test_an_operation_that_is_hidden_by_another_is_told():
    text = """{"openapi": "3.0.3", "info": {}, "paths": {
        "/a": {"get": {"operationId": "one", "responses": {}},
               "get": {"operationId": "two", "responses": {}}}}}"""
    found = read(text.encode(), "api.json")
    assert [tool.name for tool in found.tools] == ["two"]
    assert [(issue.where, issue.severity) for issue in found.issues] == [
        ("#/paths/~1a/get", "warning")
    ]


def test_many_repeated_keys_are_told_in_time():
    text = "{" + ",".join(f'"k{n % 1000}": {n}' for n in range(200_000)) + "}"
    started = time.process_time()
    assert len(parse(text.encode(), "d.json")[1]) == 100
    assert time.process_time() - started < 5


def test_a_large_document_costs_little_more():
    data = orjson.dumps({"rows": [{"name": f"n{n}", "of": {"x": n}} for n in range(200_000)]})
    started = time.process_time()
    orjson.dumps(orjson.loads(data))
    plain = time.process_time() - started
    started = time.process_time()
    parse(data, "d.json")
    assert time.process_time() - started < 5 * plain + 0.5
