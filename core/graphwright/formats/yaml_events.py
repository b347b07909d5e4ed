"""YAML as JSON values, from the C parser's events: what JSON cannot hold stays text.

Plain words follow the core schema of YAML 1.2, so that `on`, `no` and `2024-01-01` are strings.
Aliases are counted with all that they stand for, so that a bomb is refused before it goes off.

Source: YAML 1.2.2, section 10.3.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from ..errors import ReadError
from ..issues import Issue, IssueCode, Severity
from .names import shown

MAX_NODES = 5_000_000  # aliases counted each time
MAX_DEPTH = 200
_LARGEST = 1 << 63
_Holder = list[object] | dict[str, object]
_PREFIX = "tag:yaml.org,2002:"
_INTEGER = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


def parse_yaml(data: bytes, name: str) -> tuple[object, tuple[Issue, ...]]:
    """The first document of a YAML text.

    Raises:
        ReadError: it is no YAML, or beyond the limits; the sentence names line and column.
    """
    builder = _Builder(name)
    try:
        value = builder.document(yaml.parse(data, Loader=yaml.CSafeLoader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        problem = (error.problem or "it cannot be parsed").rstrip(".")
        raise ReadError(
            f"'{name}' is no YAML: {problem}{place}; a JSON or YAML document was expected."
        ) from None
    except yaml.YAMLError as error:
        reason = str(error).partition("\n")[0].rstrip(".")
        place = f" at byte {error.position}" if isinstance(error, yaml.reader.ReaderError) else ""
        raise ReadError(
            f"'{name}' is no text: {reason}{place}; a JSON or YAML document was expected."
        ) from None
    return value, tuple(builder.issues)


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come; `key` waits for its value."""

    value: _Holder
    anchor: str | None
    start: int  # nodes counted before it
    key: str | None = None
    merged: list[object] = field(default_factory=list)


@dataclass(slots=True)
class _Builder:
    name: str
    issues: list[Issue] = field(default_factory=list)
    anchors: dict[str, tuple[object, int]] = field(default_factory=dict)
    nodes: int = 0
    stack: list[_Open] = field(default_factory=list)
    root: object = None

    def document(self, events: Iterator[yaml.Event]) -> object:
        for event in events:
            match event:
                case yaml.ScalarEvent():
                    self._scalar(event)
                case yaml.MappingStartEvent():
                    self._start(event, {})
                case yaml.SequenceStartEvent():
                    self._start(event, [])
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    self._end(event)
                case yaml.AliasEvent():
                    self._alias(event)
                case yaml.DocumentEndEvent():
                    break
        return self.root

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        parent = self.stack[-1] if self.stack else None
        if parent and isinstance(parent.value, dict) and parent.key is None:
            self._key(parent, event.value, event)
            return
        self._put(_scalar(event), event.anchor, self.nodes, event)

    def _start(
        self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent, value: _Holder
    ) -> None:
        if len(self.stack) >= MAX_DEPTH:
            raise self._refused(event, f"nests deeper than {MAX_DEPTH} levels")
        parent = self.stack[-1] if self.stack else None
        if parent and isinstance(parent.value, dict) and parent.key is None:
            raise self._refused(event, "has a list or an object as a key")
        self.stack.append(_Open(value, event.anchor, self.nodes))

    def _end(self, event: yaml.Event) -> None:
        done = self.stack.pop()
        if isinstance(done.value, dict):
            for merged in done.merged:
                for source in merged if isinstance(merged, list) else [merged]:
                    for key, value in source.items() if isinstance(source, dict) else ():
                        done.value.setdefault(key, value)
        self._put(done.value, done.anchor, done.start, event)

    def _alias(self, event: yaml.AliasEvent) -> None:
        if event.anchor not in self.anchors:
            raise self._refused(
                event, f"uses '*{shown(event.anchor or '')}' where nothing is called so"
            )
        value, size = self.anchors[event.anchor]
        parent = self.stack[-1] if self.stack else None
        if parent and isinstance(parent.value, dict) and parent.key is None:
            self._key(parent, str(value), event)
            return
        self.nodes += size - 1
        self._put(value, None, self.nodes, event)

    def _key(self, parent: _Open, key: str, event: yaml.Event) -> None:
        if key in parent.value and key != "<<":
            message = f"The key '{shown(key)}' stands twice in one object; the last one was read."
            self.issues.append(
                Issue(IssueCode.DUPLICATE_NAME, Severity.WARNING, f"line {_line(event)}", message)
            )
        parent.key = key

    def _put(self, value: object, anchor: str | None, start: int, event: yaml.Event) -> None:
        """Gives a finished value to the list or object that is open."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self._refused(event, f"stands for more than {MAX_NODES:,} values")
        if anchor:
            self.anchors[anchor] = value, self.nodes - start
        if not self.stack:
            self.root = value
            return
        parent = self.stack[-1]
        if isinstance(parent.value, list):
            parent.value.append(value)
        elif parent.key == "<<":
            parent.merged.append(value)
            parent.key = None
        elif parent.key is not None:
            parent.value[parent.key] = value
            parent.key = None

    def _refused(self, event: yaml.Event, what: str) -> ReadError:
        return ReadError(
            f"'{self.name}' {what} at line {_line(event)}; a document with tools was expected."
        )


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _scalar(event: yaml.ScalarEvent) -> object:
    """A scalar by the core schema; quoted and block text, and unknown tags, are strings."""
    plain = event.implicit[0] and event.style in (None, "")
    tag = (event.tag or "").removeprefix(_PREFIX)
    if not plain and tag not in ("int", "float", "bool", "null"):
        return event.value
    text = event.value
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text) and len(text) < 400:
        number = int(text)
        return number if -_LARGEST <= number < 2 * _LARGEST else float(number)
    if text.startswith(("0x", "0o")) and len(text) < 18:
        return _based(text)
    if _FLOAT.fullmatch(text) and abs(real := float(text)) != float("inf"):
        return real
    return text


def _based(text: str) -> object:
    try:
        return int(text, 0)
    except ValueError:
        return text
