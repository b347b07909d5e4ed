"""A small BERT in numpy: text to one vector, without a machine-learning framework."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from .vectors import Vectors

_HEADS = 12
_LAYERS = 6
_EPSILON = 1e-12  # of layer norms
_AT_ONCE = 32  # texts
MOST_PIECES = 128  # word pieces of a text that are read, as in training

Floats = npt.NDArray[np.float32]
Tensors = Mapping[str, Floats]


class Encoded(Protocol):
    """Word pieces of one text."""

    @property
    def ids(self) -> list[int]: ...


@dataclass(frozen=True, slots=True)
class Bert:
    """all-MiniLM-L6-v2: 384 dimensions, English.

    Source: Devlin et al., BERT (2019); Reimers and Gurevych, Sentence-BERT (2019).
    """

    tensors: Tensors

    def embed(self, texts: Sequence[Encoded]) -> Vectors:
        """float32[texts, 384]: the mean over the pieces of each text, of length 1."""
        order = sorted(range(len(texts)), key=lambda at: len(texts[at].ids))
        found = np.zeros((len(texts), 384), np.float32)
        for start in range(0, len(order), _AT_ONCE):
            some = order[start : start + _AT_ONCE]
            found[some] = self._embed([texts[at].ids for at in some])
        return found

    def _embed(self, rows: Sequence[Sequence[int]]) -> Floats:
        width = max(map(len, rows))
        ids = np.array([[*row, *[0] * (width - len(row))] for row in rows])
        mask = np.array([[1.0] * len(row) + [0.0] * (width - len(row)) for row in rows], np.float32)
        hidden = self._start(ids)
        for layer in range(_LAYERS):
            hidden = self._layer(hidden, mask, f"encoder.layer.{layer}.")
        total = np.einsum("btd,bt->bd", hidden, mask) / np.maximum(mask.sum(1, keepdims=True), 1)
        length = np.linalg.norm(total, axis=1, keepdims=True)
        return np.asarray(total / np.maximum(length, _EPSILON), np.float32)

    def _start(self, ids: npt.NDArray[np.int64]) -> Floats:
        words = self.tensors["embeddings.word_embeddings.weight"][ids]
        places = self.tensors["embeddings.position_embeddings.weight"][: ids.shape[1]]
        kind = self.tensors["embeddings.token_type_embeddings.weight"][0]
        return self._norm(words + places + kind, "embeddings.LayerNorm")

    def _layer(self, hidden: Floats, mask: Floats, at: str) -> Floats:
        texts, pieces, size = hidden.shape
        query, key, value = (
            self._dense(hidden, f"{at}attention.self.{part}")
            .reshape(texts, pieces, _HEADS, size // _HEADS)
            .transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        # thousands of tiny products: threads of a linear algebra package would wait for each other
        looks = np.einsum("bhqd,bhkd->bhqk", query, key) / np.float32(np.sqrt(size // _HEADS))
        looks += (mask[:, None, None, :] - 1) * np.float32(1e9)
        looks = np.exp(looks - looks.max(axis=-1, keepdims=True))
        looks /= looks.sum(axis=-1, keepdims=True)
        seen = np.einsum("bhqk,bhkd->bqhd", looks, value).reshape(texts, pieces, size)
        seen = self._dense(seen, f"{at}attention.output.dense") + hidden
        seen = self._norm(seen, f"{at}attention.output.LayerNorm")
        wide = _gelu(self._dense(seen, f"{at}intermediate.dense"))
        return self._norm(self._dense(wide, f"{at}output.dense") + seen, f"{at}output.LayerNorm")

    def _dense(self, values: Floats, at: str) -> Floats:
        weight = self.tensors[f"{at}.weight"]
        flat = values.reshape(-1, values.shape[-1]) @ weight.T + self.tensors[f"{at}.bias"]
        return np.asarray(flat.reshape(*values.shape[:-1], len(weight)), np.float32)

    def _norm(self, values: Floats, at: str) -> Floats:
        values = values - values.mean(axis=-1, keepdims=True)
        spread = np.sqrt((values * values).mean(axis=-1, keepdims=True) + np.float32(_EPSILON))
        scale, shift = self.tensors[f"{at}.weight"], self.tensors[f"{at}.bias"]
        return np.asarray(values / spread * scale + shift, np.float32)


def _gelu(values: Floats) -> Floats:
    from scipy.special import erf

    return np.asarray(values * (1 + erf(values / np.float32(np.sqrt(2)))) / 2, np.float32)


def tensors(data: bytes) -> Tensors:
    """The float32 tensors of a safetensors file, by name.

    Source: safetensors format: u64 length of the header, JSON header, raw numbers.
    """
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    found = {}
    for name, value in header.items():
        if name != "__metadata__" and value["dtype"] == "F32":
            start, end = (8 + size + offset for offset in value["data_offsets"])
            found[name] = np.frombuffer(data[start:end], np.float32).reshape(value["shape"])
    return found
