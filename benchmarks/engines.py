"""The searches that are compared, each as a function from a question to names of tools."""

from collections.abc import Callable, Mapping

from sets import QuestionSet

from graphwright.curate.curation import Curation
from graphwright.search import SearchIndex, SearchSettings
from graphwright.search.tokens import terms
from graphwright.search.vectors import Remembered
from graphwright.tools import Tool

Search = Callable[[str], list[str]]
Engine = Callable[[QuestionSet, Curation], Search]

K = 10
_VECTORS = Remembered()


def ours(embedder: str = "none") -> Engine:
    """Graphwright's search as it is delivered."""

    def engine(questions: QuestionSet, curation: Curation) -> Search:
        index = SearchIndex(_With(curation, SearchSettings(embedder=embedder)), vectors=_VECTORS)
        return lambda query: [hit.tool for hit in index.search(query, K).results]

    return engine


def bundled(questions: QuestionSet, curation: Curation) -> Search:
    """The first tool with all that it needs, then the others that were found."""
    index = SearchIndex(curation)

    def search(query: str) -> list[str]:
        found = [hit.tool for hit in index.search(query, K).results]
        needed = [hit.tool for hit in index.bundle(found[0]).results] if found else []
        return list(dict.fromkeys([*needed, *found]))[:K]

    return search


class _With:
    """The graph of a curation under other settings."""

    def __init__(self, curation: Curation, settings: SearchSettings) -> None:
        self.graph = curation.graph
        self.settings = settings


def runtime(questions: QuestionSet, curation: Curation) -> Search:
    """graph-tool-call with its defaults, over the same document."""
    from graph_tool_call import ToolGraph

    graph = ToolGraph()
    document = questions.document()
    if questions.is_openapi:
        graph.ingest_openapi(document, skip_deprecated=False)
    else:
        graph.add_tools([_function(tool) for tool in document["tools"]])  # type: ignore[attr-defined]
    return lambda query: [tool.name for tool in graph.retrieve(query, top_k=K)]


def _function(tool: Mapping[str, object]) -> dict[str, object]:
    """A tool as the runtime engine takes it: OpenAI's function, or MCP's tool."""
    parameters = tool.get("parameters") or {"type": "object", "properties": {}}
    if "annotations" in tool:
        keys = ("name", "description", "annotations")
        return {key: tool[key] for key in keys if key in tool} | {"inputSchema": parameters}
    told = {"name": tool["name"], "description": tool.get("description") or ""}
    return {"type": "function", "function": told | {"parameters": parameters}}


def plain_bm25(questions: QuestionSet, curation: Curation) -> Search:
    """BM25 over one text a tool, stemmed: what a search library gives without more."""
    import bm25s

    tools = curation.graph.ordered_tools
    model = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    model.index([terms(_text(tool)) or ["-"] for tool in tools], show_progress=False)

    def search(query: str) -> list[str]:
        asked = terms(query)
        if not asked:
            return []
        found, scores = model.retrieve([asked], k=min(K, len(tools)), show_progress=False)
        pairs = zip(found[0], scores[0], strict=True)
        return [tools[int(number)].name for number, score in pairs if score > 0]

    return search


def ratel(questions: QuestionSet, curation: Curation) -> Search:
    """ratel-ai's BM25 over name, description and schema."""
    import asyncio

    from ratel_ai import ExecutableTool, ToolCatalog

    catalog = ToolCatalog()
    tools = [
        ExecutableTool(
            id=tool.name,
            name=tool.name,
            description=f"{tool.summary} {tool.description}".strip(),
            input_schema=_schema(tool),
            output_schema={"type": "object"},
            execute=lambda arguments: arguments,
        )
        for tool in curation.graph.ordered_tools
    ]

    async def register() -> None:
        await catalog.register(tools)

    asyncio.run(register())
    return lambda query: [hit.tool_id for hit in catalog.search(query, K)]


def router(questions: QuestionSet, curation: Curation) -> Search:
    """agent-tool-router's TF-IDF over names and descriptions."""
    from agent_tool_router import Router

    tools = curation.graph.ordered_tools
    made = Router.from_descriptions(
        [(t.name, f"{t.summary} {t.description}".strip()) for t in tools]
    )
    return lambda query: list(made.route(query, k=K))


def _schema(tool: Tool) -> dict[str, object]:
    properties = {p.name: {"type": p.type, "description": p.description} for p in tool.parameters}
    return {"type": "object", "properties": properties}


def _text(tool: Tool) -> str:
    parameters = " ".join(f"{p.name} {p.description}" for p in tool.parameters)
    return f"{tool.name} {tool.summary} {tool.description} {tool.path} {parameters}"


ENGINES: Mapping[str, Engine] = {
    "graphwright": ours(),
    "graphwright+use": ours("use"),
    "graphwright+static": ours("static"),
    "graphwright+minilm": ours("minilm"),
    "graphwright bundle": bundled,
    "graph-tool-call": runtime,
    "ratel": ratel,
    "agent-tool-router": router,
    "bm25": plain_bm25,
}
