"""`$ref` followed lazily in one document: cycles and holes are survived, names remembered.

Source: RFC 6901, JSON Pointer; OpenAPI Specification 3.1.1, Reference Object.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from ..issues import Issue, IssueCode, Severity
from .names import shown
from .values import mapping, text

_CHAIN = 32  # references to references; real documents stay below 4


@dataclass(frozen=True, slots=True)
class Node:
    """An object of the document, and the reference by which it was reached ("" for none)."""

    value: Mapping[str, object]
    ref: str = ""

    @property
    def name(self) -> str:
        return schema_name(self.ref)


Elsewhere = Callable[[str], object]  # the document at a path, None where there is none


@dataclass(slots=True)
class References:
    """References of one document. `broken` fills with those that lead nowhere, in reading order."""

    document: object
    elsewhere: Elsewhere | None = None  # what it refers to beside it
    broken: dict[str, IssueCode] = field(default_factory=dict)
    _found: dict[str, Mapping[str, object] | None] = field(default_factory=dict)

    def watched(self) -> "References":
        """The same references with a list of broken ones of its own, for one operation."""
        return References(self.document, self.elsewhere, {}, self._found)

    def follow(self, value: object) -> Node:
        """The object that `value` is or refers to; an empty one where that leads nowhere."""
        node = Node(mapping(value))
        first = text(node.value.get("$ref"))
        for _ in range(_CHAIN):
            ref = node.value.get("$ref")
            if not isinstance(ref, str):
                return node
            target = self._target(ref)
            if target is None:
                return Node({}, ref)
            node = Node(target, ref)
        self.broken.setdefault(first, IssueCode.UNRESOLVED_REF)
        return Node({}, first)

    def _target(self, ref: str) -> Mapping[str, object] | None:
        if ref not in self._found:
            path, _, place = ref.partition("#")
            document = self._beside(path) if path else self.document
            found = look_up(document, place)
            self._found[ref] = found if isinstance(found, dict) else None
        target = self._found[ref]
        if target is None:
            inside = ref.startswith("#")
            code = IssueCode.UNRESOLVED_REF if inside else IssueCode.EXTERNAL_REF
            self.broken.setdefault(ref, code)
        return target

    def _beside(self, path: str) -> object:
        outside = self.elsewhere is None or urlsplit(path).scheme or path.startswith("/")
        return None if outside or self.elsewhere is None else self.elsewhere(normal(path))

    def issues(self, where: str) -> Iterable[Issue]:
        """One issue a broken reference, at the place that needs it."""
        for ref, code in self.broken.items():
            reason = (
                "leads to another document, which is not there or was not read"
                if code is IssueCode.EXTERNAL_REF
                else "leads nowhere in this document"
            )
            yield Issue(code, Severity.WARNING, where, f"The reference '{shown(ref)}' {reason}.")


def look_up(document: object, pointer: str) -> object:
    """The value at a JSON Pointer, percent-escapes allowed; None where there is none."""
    value = document
    for part in pointer.split("/")[1:] if pointer else ():
        key = unquote(part).replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal() and len(key) < 9:
            value = value[int(key)] if int(key) < len(value) else None
        else:
            return None
    return value if pointer == "" or pointer.startswith("/") else None


def pointer(*parts: str | int) -> str:
    """The JSON Pointer of a place, as a fragment: `#/paths/~1orders/get`."""
    escaped = (str(part).replace("~", "~0").replace("/", "~1") for part in parts)
    return "#" + "".join(f"/{part}" for part in escaped)


def schema_name(ref: str) -> str:
    """The name that a reference gives its schema: `Order` of `#/components/schemas/Order`."""
    path, _, place = ref.partition("#")
    if not place.strip("/"):
        return unquote(path.rpartition("/")[2].partition(".")[0])
    return unquote(place.rpartition("/")[2]).replace("~1", "/").replace("~0", "~")


def normal(path: str) -> str:
    """A path without escapes, `.` and `..`, as far as they can be taken away."""
    parts: list[str] = []
    for part in PurePosixPath(unquote(path)).parts:
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def described(value: object, node: Node) -> str:
    """The description beside a reference, which overrides that of its target, or the target's."""
    return text(mapping(value).get("description")) or text(node.value.get("description"))
