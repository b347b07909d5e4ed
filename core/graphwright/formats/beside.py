"""Files beside a document, to which its references may lead; never outside its folder."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from ..errors import ReadError
from .documents import parse
from .references import normal

MAX_FILES = 2000
MAX_BYTES = 20 << 20  # of one file


@dataclass(slots=True)
class Beside:
    """The documents in the folder of `path` and below it, each read once when it is needed.

    References inside them are rewritten to lead from the folder, so that all mean the same
    wherever they are followed.

    Attributes:
        path: of the document.
        among: files by name; where they are given, they stand for the folder, and `path` is a name.
    """

    path: Path
    among: Mapping[str, Path] | None = None
    hashes: dict[str, str] = field(default_factory=dict)  # sha256 of each file that was read
    _documents: dict[str, object] = field(default_factory=dict)

    def document(self, name: str) -> object:
        """The document at a path from the folder; None where there is none."""
        if name not in self._documents:
            self._documents[name] = self._read(name)
        return self._documents[name]

    def _read(self, name: str) -> object:
        try:
            found = self._found(name)
            if found is None or not found.is_file():
                return None
            if len(self.hashes) >= MAX_FILES or found.stat().st_size > MAX_BYTES:
                return None
            data = found.read_bytes()
            value, _ = parse(data, name)
        except (OSError, ValueError, ReadError):
            return None
        self.hashes[name] = hashlib.sha256(data).hexdigest()
        return leading_from(value, name, self.path.name)

    def _found(self, name: str) -> Path | None:
        if self.among is not None:
            return self.among.get(name)
        folder = self.path.resolve().parent
        found = (folder / name).resolve()
        return found if found.is_relative_to(folder) else None


def leading_from(value: object, name: str, root: str) -> object:
    """A document with its references rewritten to lead from the folder of the root document.

    Args:
        value: the document.
        name: its path from that folder.
        root: name of the root document; what leads there becomes a reference inside it.
    """
    match value:
        case dict():
            return {
                key: absolute(inner, name, root)
                if key == "$ref" and isinstance(inner, str)
                else leading_from(inner, name, root)
                for key, inner in value.items()
            }
        case list():
            return [leading_from(inner, name, root) for inner in value]
    return value


def absolute(ref: str, name: str, root: str) -> str:
    """A reference in the document `name` as it is written in the root document's folder."""
    path, mark, place = ref.partition("#")
    if urlsplit(path).scheme or path.startswith("/"):
        return ref
    folder = name.rpartition("/")[0]
    whole = normal(f"{folder}/{path}" if folder else path) if path else name
    return f"#{place}" if whole == root else f"{whole}{mark}{place}"
