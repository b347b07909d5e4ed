import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.errors import GraphwrightError, ReadError
from graphwright.evaluate.golden import Golden, read_golden, write_golden

ONE = Golden("show an order", ("getOrder",))

READ = {
    "json lines": b'{"query": "show an order", "expect": ["getOrder"]}\n\n',
    "byte order mark": b'\xef\xbb\xbf{"query": "show an order", "expect": ["getOrder"]}',
    "array": b'[{"query": "show an order", "expect": ["getOrder"]}]',
    "queries": b'{"queries": [{"query": "show an order", "expect": ["getOrder"]}]}',
    "gold": b'{"tools": [], "queries": [{"query": "show an order", "gold": ["getOrder"]}]}',
    "expected tools": b'[{"query": "show an order", "expected_tools": ["getOrder"], "id": 7}]',
    "csv": b"query,expect,note\r\nshow an order,getOrder,\r\n",
    "csv with JSON": b'expect,query\n"[""getOrder""]",show an order\n',
}


@pytest.mark.parametrize("data", READ.values(), ids=READ.keys())
def test_every_form_is_read(data: bytes) -> None:
    assert read_golden(data, "g") == (ONE,)


REFUSED = {
    "no utf-8": (b"\xff\xfe", "'g' is no text in UTF-8: byte 0."),
    "no columns": (b"question;answer", "'g' is no JSON, and no CSV with a column 'query'."),
    "empty": (b"", "'g' is no JSON, and no CSV with a column 'query'."),
    "no list": (b'{"queries": 3}', "'queries' of 'g' is no list of golden queries."),
    "no object": (
        b"[3]",
        "Entry 1 of 'g' is no golden query: an object with 'query' was expected.",
    ),
    "no query": (b'[{"expect": []}]', "Entry 1 of 'g' has no 'query': a text was expected."),
    "a number": (b'[{"query": 3}]', "Entry 1 of 'g': 'query' is not a text."),
    "no names": (
        b'{"query": "a"}\n{"query": "b", "expect": "getOrder"}',
        "Line 2 of 'g': 'expect' is no list of names of tools.",
    ),
    "no flag": (
        b'[{"query": "a", "pinned": "no"}]',
        "Entry 1 of 'g': 'pinned' is not true or false.",
    ),
}


@pytest.mark.parametrize(("data", "sentence"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_golden_query_is_refused_with_its_place(data: bytes, sentence: str) -> None:
    with pytest.raises(ReadError) as refusal:
        read_golden(data, "g")
    assert str(refusal.value) == sentence


def test_a_broken_line_is_named() -> None:
    with pytest.raises(ReadError, match="Line 2 of 'g' is no JSON"):
        read_golden(b'{"query": "a"}\n{"query": ', "g")


def test_flags_and_lists_of_csv() -> None:
    data = b"query,expect,forbid,ordered,pinned\nbuy,a; b,c,true,no\n"
    expected = Golden("buy", ("a", "b"), forbid=("c",), ordered=True, pinned=False)
    assert read_golden(data, "g") == (expected,)


def test_of_two_entries_with_one_query_the_last_holds() -> None:
    data = b'{"query": "a", "expect": ["x"]}\n{"query": "a", "expect": ["y"]}'
    assert read_golden(data, "g") == (Golden("a", ("y",)),)


NAMES = st.lists(st.text(), unique=True).map(tuple)


@given(
    st.lists(
        st.builds(Golden, st.text(min_size=1), NAMES, NAMES, NAMES, st.booleans(), st.booleans()),
        min_size=1,
        unique_by=lambda golden: golden.query,
    )
)
def test_what_is_written_is_read(golden: list[Golden]) -> None:
    assert read_golden(write_golden(golden), "g") == tuple(golden)


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(GraphwrightError):
        read_golden(data, "g")
