"""Bytes become JSON values, or one sentence says why not."""

import gzip
import lzma
import random

import pytest

from graphwright.errors import ReadError
from graphwright.formats import documents
from graphwright.formats.documents import parse, unpacked
from graphwright.formats.yaml_events import MAX_DEPTH


def value(text: str | bytes, name: str = "file") -> object:
    return parse(text.encode() if isinstance(text, str) else text, name)[0]


@pytest.mark.parametrize(
    "data",
    [
        b'{"a": 1}',
        b'\n  {"a": 1}\n',
        b"a: 1",
        b"# hello\na: 1\n",
        '{"a": 1}'.encode("utf-8-sig"),
        '{"a": 1}'.encode("utf-16"),
        '{"a": 1}'.encode("utf-32"),
    ],
)
def test_one_object_in_many_writings(data: bytes) -> None:
    assert value(data) == {"a": 1}


@pytest.mark.parametrize("pack", [lzma.compress, gzip.compress, lambda data: data])
def test_packing_is_told_by_content(pack: object) -> None:
    assert callable(pack)
    assert unpacked(pack(b"text"), "x") == b"text"


@pytest.mark.parametrize("pack", [lzma.compress, gzip.compress])
def test_damaged_packing_is_one_sentence(pack: object) -> None:
    assert callable(pack)
    packed = pack(random.Random(1).randbytes(5000))
    for damaged in (packed[:-20], packed[:9], packed[:40] + b"xxxx" + packed[44:]):
        with pytest.raises(ReadError, match=r"'x\.json' is packed but damaged"):
            unpacked(damaged, "x.json")


def test_what_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_BYTES", 1 << 20)
    with pytest.raises(ReadError, match="unpacks to more than 1 MB"):
        unpacked(gzip.compress(bytes(1 << 21)), "x")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on", "on"),
        ("no", "no"),
        ("yes", "yes"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("2024-01-01", "2024-01-01"),
        ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z"),
        ("12:30", "12:30"),
        ("007", 7),
        ("-3", -3),
        ("0x1F", 31),
        ("0o17", 15),
        ("0xZZ", "0xZZ"),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("1e999", "1e999"),
        ("123456789012345678901", 123456789012345678901.0),
        ("'1'", "1"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("!!int '12'", 12),
        ("!Ref thing", "thing"),
        ("|-\n  two\n  lines", "two\nlines"),
    ],
)
def test_plain_words_of_yaml_are_what_json_can_hold(text: str, expected: object) -> None:
    found = value(f"a: {text}\n")
    assert found == {"a": expected}
    assert type(found["a"]) is type(expected)  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("200: ok\n404: no", {"200": "ok", "404": "no"}),
        ("true: 1\n~: 2", {"true": 1, "~": 2}),
        ("a: &x {b: 1}\nc: *x", {"a": {"b": 1}, "c": {"b": 1}}),
        (
            "a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3",
            {"a": {"b": 1, "c": 2}, "d": {"b": 1, "c": 3}},
        ),
        (
            "a: &x {b: 1}\nc: &y {d: 2}\ne:\n  <<: [*x, *y]",
            {"a": {"b": 1}, "c": {"d": 2}, "e": {"b": 1, "d": 2}},
        ),
        ("- &k name\n- *k : 1", ["name", {"name": 1}]),
        ("a: 1\n---\nb: 2", {"a": 1}),
        ("- [1, [2, {a: []}]]", [[1, [2, {"a": []}]]]),
    ],
)
def test_yaml_is_read_as(text: str, expected: object) -> None:
    assert value(text) == expected


def test_a_key_that_stands_twice_is_an_issue_with_its_line() -> None:
    found, issues = parse(b"paths:\n  /a: 1\n  /b: 2\n  /a: 3\n", "x.yaml")
    assert found == {"paths": {"/a": 3, "/b": 2}}
    assert [issue.where for issue in issues] == ["line 4"]


def bomb(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty"),
        ("  \n ", "is empty"),
        ('{"a": 1,}', "is no JSON.* at line 1, column 8"),
        ('{\n"a": tru', "is no JSON.* at line 2, column 9"),
        ('{"a": NaN}', "is no JSON"),
        ("a: [1, 2", "is no YAML.* at line"),
        ("a: b: c", "is no YAML.* at line 1, column 5"),
        ("\tx: 1", "is no YAML"),
        ("a: \x00", "is no text"),
        (b"a: \xff\xfe\xfa", "is no text.* at byte 3"),
        (b"\xff\xfea", "utf-16"),
        ("a: *b", "where nothing is called so at line 1"),
        ("a: &a [*a]", "where nothing is called so at line 1"),
        ("? [a, b]\n: 1", "has a list or an object as a key at line 1"),
        ("[" * 2000, "is no JSON: depth limit exceeded"),
        ("[" * 300 + "]" * 300, "nests deeper than"),
        ("a: " + "[" * 300 + "]" * 300, f"nests deeper than {MAX_DEPTH} levels at line 1"),
        ("a: " + "[" * 10_000, "is no YAML"),
        ("\n".join(" " * n + "a:" for n in range(1000)), f"nests deeper than {MAX_DEPTH} levels"),
        (bomb(9), "stands for more than 5,000,000 values at line 7"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(text: str | bytes, sentence: str) -> None:
    with pytest.raises(ReadError, match=f"^'file' .*{sentence}.*\\.$"):
        value(text)


def test_half_a_character_does_not_lose_the_document() -> None:
    assert value(b'{"a": "x\\ud83d", "b": "\\ud83d\\ude00", "c": "\\ude00"}') == {
        "a": "x�",
        "b": "😀",
        "c": "�",
    }


def test_json_lines_are_a_list() -> None:
    assert value('{"query": "a"}\n\n{"query": "b"}\n') == [{"query": "a"}, {"query": "b"}]
