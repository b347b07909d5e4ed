"""Meaning as vectors: any model behind one protocol, every text embedded once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..tools import Tool
from .documents import summary_of
from .tokens import name_words

Vectors = npt.NDArray[np.float32]

_LONGEST = 1000  # characters of a tool's text; models forget what comes later
_BATCH = 64  # texts


class EmbedderAway(Exception):
    """The model cannot be had now; the text says why. Search goes on without it."""


class Embedder(Protocol):
    """A model. `name` says which, so that vectors of different models are kept apart."""

    @property
    def name(self) -> str: ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32[texts, dimensions].

        Raises:
            EmbedderAway: it cannot be had now.
        """
        ...


class VectorCache(Protocol):
    """Vectors that were made before, by a hash of model and text."""

    def load(self, keys: Sequence[str]) -> Mapping[str, bytes]: ...

    def save(self, vectors: Mapping[str, bytes]) -> None: ...


class Remembered:
    """A cache for as long as the process lives."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        return {key: self._kept[key] for key in keys if key in self._kept}

    def save(self, vectors: Mapping[str, bytes]) -> None:
        self._kept.update(vectors)


@dataclass(frozen=True, slots=True)
class Callback:
    """A function as an embedder."""

    function: Callable[[Sequence[str]], npt.ArrayLike]
    name: str = "callable"

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.asarray(self.function(texts), np.float32)


def short_text(tool: Tool) -> str:
    """What a tool is in one sentence: its name in words, and its summary."""
    return f"{name_words(tool.name)}. {summary_of(tool)}"


def full_text(tool: Tool) -> str:
    """What a tool is in all that is said of it."""
    parameters = ", ".join(name_words(parameter.name) for parameter in tool.parameters)
    texts = (short_text(tool), tool.description, tool.when_to_use, *tool.examples, parameters)
    return " ".join(filter(None, texts))[:_LONGEST]


def embedded(embedder: Embedder, cache: VectorCache, texts: Sequence[str]) -> Vectors:
    """float32[texts, dimensions] of unit length; each text is embedded once ever.

    Raises:
        EmbedderAway: the model cannot be had now, or answers with something else.
    """
    keys = [
        sha256(f"{embedder.name}\0{text}".encode(errors="replace")).hexdigest() for text in texts
    ]
    known = dict(cache.load(list(dict.fromkeys(keys))))
    missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
    waiting = list(missing)
    for start in range(0, len(waiting), _BATCH):
        batch = waiting[start : start + _BATCH]
        made = _units(embedder, [missing[key] for key in batch])
        new = {key: row.tobytes() for key, row in zip(batch, made, strict=True)}
        cache.save(new)
        known.update(new)
    rows = [np.frombuffer(known[key], np.float32) for key in keys]
    if len({len(row) for row in rows}) > 1:
        raise EmbedderAway(f"The embedder '{embedder.name}' gives vectors of different lengths.")
    return np.array(rows, np.float32) if rows else np.zeros((0, 1), np.float32)


def _units(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    made = np.asarray(embedder.embed(texts), np.float32)
    if made.ndim != 2 or len(made) != len(texts) or not np.isfinite(made).all():
        raise EmbedderAway(f"The embedder '{embedder.name}' did not answer with one vector a text.")
    lengths = np.linalg.norm(made, axis=1, keepdims=True)
    return np.asarray(made / np.maximum(1e-9, lengths), np.float32)
