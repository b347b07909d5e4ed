"""What a model says: how close each tool's meaning is to the question's, as one more signal."""

import time
from collections.abc import Sequence
from functools import cached_property
from threading import Lock

import numpy as np

from ..tools import Tool
from .rows import Flags, Floats
from .vectors import Embedder, EmbedderAway, VectorCache, Vectors, embedded, full_text, short_text

_UNRELATED = 0.3  # cosine; questions that have nothing to do with any tool stay below (measured)
_ALONE = 0.5  # what the closest tool counts where no word of the question is known
_AGAIN = 60.0  # seconds after which a model that was away is asked again


class Meaning:
    """The vectors of a catalog's tools under one model, made when the first question comes.

    A tool's vector is the mean of two: its name and summary, and all that is said of it. One
    vector of a long description alone loses what the tool is.
    """

    def __init__(self, embedder: Embedder, cache: VectorCache) -> None:
        self.embedder = embedder
        self.cache = cache
        self._away: tuple[float, str] | None = None
        self._lock = Lock()

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """float32[texts, dimensions] of unit length.

        Raises:
            EmbedderAway: the model cannot be had; it is not asked again at once.
        """
        with self._lock:
            if self._away and time.monotonic() < self._away[0]:
                raise EmbedderAway(self._away[1])
            try:
                return embedded(self.embedder, self.cache, texts)
            except EmbedderAway as away:
                self._away = time.monotonic() + _AGAIN, str(away)
                raise


class Matrix:
    """The vectors of some tools."""

    def __init__(self, meaning: Meaning, tools: Sequence[Tool]) -> None:
        self.meaning = meaning
        self._tools = tools

    def closeness(self, text: str, alive: Flags, best: float) -> Floats:
        """float64[tools]: what closeness of meaning adds, in [0, best].

        Args:
            text: the question.
            alive: bool[tools], those that count.
            best: the highest score by words, against which closeness is measured; 0 for none.

        Raises:
            EmbedderAway: the model cannot be had now.
        """
        cosines = (self._vectors @ self.meaning.vectors([text])[0]).astype(np.float64)
        living = cosines[alive]
        highest = float(living.max(initial=-1.0))
        if highest < _UNRELATED:
            return np.zeros(len(cosines))
        lowest = float(living.min()) if best else _UNRELATED
        spread = max(highest - lowest, 1e-6)
        near = np.clip((cosines - lowest) / spread, 0.0, 1.0) * alive
        return np.asarray(near * (best or _ALONE), np.float64)

    @cached_property
    def _vectors(self) -> Vectors:
        texts = [short_text(tool) for tool in self._tools] + [full_text(t) for t in self._tools]
        made = self.meaning.vectors(texts)
        size = len(self._tools)
        return np.asarray((made[:size] + made[size:]) / 2)
