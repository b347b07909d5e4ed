"""Tools of which we know which do the same: servers of one API, planted copies, hard negatives."""

import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from graphwright import formats
from graphwright.duplicates.names import bare_name
from graphwright.duplicates.nouns import KIN
from graphwright.graph import ToolGraph
from graphwright.relate.names import singular, vocabulary, words
from graphwright.tools import Field, Location, Parameter, Tool

DATA = Path(__file__).parents[2] / "shared" / "data"
Couple = frozenset[str]


@dataclass(frozen=True, slots=True)
class Truth:
    """A graph, the pairs in it that do the same, and those on which one may differ."""

    name: str
    graph: ToolGraph
    same: frozenset[Couple]
    open: frozenset[Couple] = frozenset()


def tools_of(*names: str) -> list[Tool]:
    """The tools of documents in the data folder, each named as its own source."""
    found = []
    for name in names:
        path = DATA / name
        source = name.removesuffix(".xz").replace("/", "-")
        read = formats.read(path.read_bytes(), path.name)
        found += [replace(tool, source=source) for tool in read.tools]
    return found


def graph_of(tools: Iterable[Tool]) -> ToolGraph:
    """A graph in which a name that stands in two sources carries the source, as on reading."""
    listed = list(tools)
    stands = Counter(tool.name for tool in listed)
    return ToolGraph.of(
        replace(t, order=i, name=f"{t.source}:{t.name}" if stands[t.name] > 1 else t.name)
        for i, t in enumerate(listed)
    )


def servers(name: str, documents: Sequence[str], open_words: Collection[str] = ()) -> Truth:
    """Servers of one API: what has the same name there does the same.

    Args:
        name: of the set.
        documents: the tool lists.
        open_words: names of tools that do several things, on which one may differ.
    """
    graph = graph_of(tools_of(*documents))
    by_name: dict[str, list[str]] = {}
    for tool in graph.ordered_tools:
        by_name.setdefault(bare_name(tool), []).append(tool.name)
    same = {c for group in by_name.values() for c in couples(group)}
    wide = [tool.name for tool in graph.ordered_tools if bare_name(tool) in open_words]
    open = {frozenset((one, other)) for one in wide for other in graph.tools if one != other}
    return Truth(name, graph, frozenset(same - open), frozenset(open))


def couples(names: Iterable[str]) -> Iterator[Couple]:
    return (frozenset(pair) for pair in combinations(names, 2))


def server_sets() -> list[Truth]:
    live, engine = "mcp/live", "mcp/graph_tool_call"
    return [
        servers(
            "github, three servers",
            (
                f"{engine}/github.json",
                f"{live}/github-reference-archived.json",
                "mcp/github_mcp_server.json",
            ),
            vocabulary(
                "issue_read issue_write pull_request_read pull_request_review_write update_issue "
                "label_write sub_issue_write actions_get actions_list"
            ),
        ),
        servers(
            "filesystem, two servers",
            (f"{engine}/filesystem.json", f"{live}/filesystem.json"),
            ("read_text_file",),
        ),
        servers(
            "git, two servers",
            (f"{engine}/git.json", f"{live}/git.json"),
            ("git_create_branch", "git_branch"),
        ),
        servers(
            "memory, two servers",
            (f"{engine}/mcp_memory_2025.4.25.json", f"{live}/memory.json"),
        ),
        servers(
            "gitlab, two servers",
            (f"{live}/gitlab-reference-archived.json", f"{live}/gitlab-zereight.json"),
            vocabulary(
                "create_note create_issue_note create_merge_request_note get_merge_request_diffs "
                "list_merge_request_diffs list_merge_request_changed_files mr_discussions "
                "validate_ci_lint validate_project_ci_lint"
            ),
        ),
        servers(
            "brave, two servers",
            (f"{live}/brave-search-reference-archived.json", f"{live}/brave-search.json"),
        ),
    ]


def twins() -> Truth:
    """Amazon EC2, where every action stands twice: `GET_…` and `POST_…`."""
    graph = graph_of(tools_of("openapi/large/amazon_ec2.json.xz"))
    found = [
        frozenset((name, f"POST_{name.removeprefix('GET_')}"))
        for name in graph.tools
        if name.startswith("GET_")
    ]
    return Truth("amazon ec2, GET and POST", graph, frozenset(found))


# planted copies


@dataclass(frozen=True, slots=True)
class _Copy:
    """A tool of the sample shop said in other words, as another server might have it."""

    of: str
    name: str
    description: str
    parameters: tuple[str, ...] = ()


_COPIES = (
    _Copy("getOrder", "fetch_order", "Fetch a single order, with its line items.", ("id",)),
    _Copy("cancelOrder", "order_cancel", "Abort an order before it ships.", ("order_id", "reason")),
    _Copy("listReturns", "returns.list", "All returns, filtered by status.", ("status",)),
    _Copy("createReturn", "makeReturn", "Send articles of an order back.", ("order", "line_ids")),
    _Copy("getShipment", "retrieve-shipment", "Carrier and tracking number.", ("shipment_id",)),
    _Copy("searchProducts", "product_search", "Search the catalog by words.", ("q", "max_price")),
    _Copy("deleteProduct", "remove_product", "Remove an article for good.", ("product_id",)),
    _Copy("getCustomer", "customers_show", "One customer with e-mail.", ("customer",)),
    _Copy("addToCart", "cart_add", "Add an article to a cart.", ("cart_id", "product_id")),
    _Copy("listWarehouses", "get_warehouses", "The warehouses with their addresses."),
    _Copy("validateCoupon", "verify_coupon", "Is this coupon code valid?", ("code",)),
    _Copy("sendReceipt", "send_order_receipt", "Mail the receipt of an order.", ("order_id",)),
)


def planted(tools: Sequence[Tool]) -> Truth:
    """The sample shop with twelve copies in other words."""
    copies = [
        Tool(
            name=copy.name,
            description=copy.description,
            parameters=tuple(Parameter(name, required=True) for name in copy.parameters),
            source="other server",
        )
        for copy in _COPIES
    ]
    same = frozenset(frozenset((copy.of, copy.name)) for copy in _COPIES)
    return Truth("twelve planted copies", graph_of([*tools, *copies]), same)


def edited(name: str, tools: Sequence[Tool], share: float, seed: int) -> Truth:
    """A document with copies of some of its tools, their words edited by chance.

    Args:
        name: of the set.
        tools: of one document.
        share: of the tools that get a copy, in [0, 1].
        seed: of the chance.
    """
    chance = random.Random(seed)
    known = {tool.name for tool in tools}
    copies, same = [], set()
    for tool in chance.sample(list(tools), max(1, round(share * len(tools)))):
        copy = _edited(tool, chance)
        if copy.name not in known:
            known.add(copy.name)
            copies.append(copy)
            same.add(frozenset((tool.name, copy.name)))
    return Truth(name, graph_of([*tools, *copies]), frozenset(same))


def _edited(tool: Tool, chance: random.Random) -> Tool:
    if chance.random() < 0.15:
        tool = _other_noun(tool, chance)
    copy = replace(
        tool, name=_other_name(tool, chance), source=chance.choice(("copy", tool.source))
    )
    copy = replace(copy, description=_other_words(tool.description, chance), summary="")
    copy = replace(copy, parameters=tuple(_other_parameters(tool.parameters, chance)))
    if chance.random() < 0.5:
        copy = replace(copy, method="", path="")
    elif chance.random() < 0.5:
        copy = replace(copy, path=f"/v2{tool.path}")
    return replace(copy, outputs=tuple(_fewer(tool.outputs, chance)))


_VERBS = (
    "get fetch retrieve read show", "list enumerate", "create add make new", "search find query",
    "update edit modify change", "delete remove destroy", "start launch", "stop terminate",
    "validate verify", "copy clone duplicate", "cancel abort", "send", "upload", "download",
)  # fmt: skip
_OTHER = {verb: verbs.split() for verbs in _VERBS for verb in verbs.split()}


def _other_name(tool: Tool, chance: random.Random) -> str:
    """Another verb of the same meaning, at another place, in another style."""
    found = list(words(tool.name))
    if chance.random() < 0.15:
        found += _left_out(tool, found)
    at = next((i for i, word in enumerate(found[:2]) if word in _OTHER), -1)
    if at >= 0 and chance.random() < 0.6:
        found[at] = chance.choice(_OTHER[found[at]])
    if at == 0 and found[0] not in ("make", "new") and chance.random() < 0.3:
        found = [*found[1:], found[0]]
    style: Callable[[list[str]], str] = chance.choice((_snake, _kebab, _camel))
    return style(found)


def _left_out(tool: Tool, found: Sequence[str]) -> list[str]:
    """A noun of the path that the name does without: `sendReceipt` of `/orders/{id}/receipt`."""
    said = {singular(word) for word in found}
    parts = (part for part in tool.path.split("/") if "{" not in part)
    nouns = (singular(word) for part in parts for word in words(part))
    return [word for word in nouns if word.isalpha() and len(word) > 3 and word not in said][:1]


def _other_noun(tool: Tool, chance: random.Random) -> Tool:
    """The tool with kin in the place of one of its nouns, wherever it stands."""
    noun = next((word for one in words(tool.name) if (word := singular(one)) in KIN), "")
    kin = [word for word, first in KIN.items() if first == KIN.get(noun) and word != noun]
    if not kin:
        return tool
    swap, other = re.compile(rf"{noun}(?=s?(?:[^a-z]|$))", re.IGNORECASE), chance.choice(kin)
    renamed = replace(
        tool,
        name=swap.sub(f"_{other}", tool.name),
        path=swap.sub(other, tool.path),
        parameters=tuple(replace(p, name=swap.sub(other, p.name)) for p in tool.parameters),
    )
    if chance.random() < 0.5:
        return renamed
    said, summary = swap.sub(other, tool.description), swap.sub(other, tool.summary)
    return replace(renamed, description=said, summary=summary)


def _snake(found: list[str]) -> str:
    return "_".join(found)


def _kebab(found: list[str]) -> str:
    return "-".join(found)


def _camel(found: list[str]) -> str:
    return found[0] + "".join(word.capitalize() for word in found[1:])


def _other_words(text: str, chance: random.Random) -> str:
    """The first sentence or the whole, without some of its words; now and then nothing."""
    if chance.random() < 0.15:
        return ""
    said = text.split(". ")[0] if chance.random() < 0.5 else text
    lost = chance.choice((0.0, 0.2, 0.4))
    return " ".join(word for word in said.split() if chance.random() >= lost)


def _other_parameters(
    parameters: Iterable[Parameter], chance: random.Random
) -> Iterator[Parameter]:
    names: set[str] = set()
    for parameter in parameters:
        if not parameter.required and chance.random() < 0.4:
            continue
        found = list(words(parameter.name)) or [parameter.name]
        name = chance.choice((_snake, _camel))(found)
        if found[-1] == "id" and chance.random() < 0.3:
            name = "id"
        if name not in names:
            names.add(name)
            kind = parameter.type if chance.random() < 0.8 else "string"
            yield replace(parameter, name=name, type=kind, location=Location.ARGUMENT, format="")


def _fewer(outputs: Sequence[Field], chance: random.Random) -> Iterable[Field]:
    if chance.random() < 0.5:
        return ()
    return [field for field in outputs if chance.random() < 0.7]


# hard negatives

_UNLIKE = (
    "get delete", "list get", "start stop", "create delete", "enable disable", "lock unlock",
    "add remove", "approve reject", "publish unpublish", "follow unfollow", "star unstar",
    "open close", "attach detach", "upload download", "import export", "pause resume",
    "subscribe unsubscribe", "grant revoke", "archive restore", "block unblock", "pin unpin",
    "get update", "create update", "update delete", "push pull", "mute unmute", "list create",
    "increase decrease", "encode decode", "encrypt decrypt", "show hide", "cancel complete",
    "activate deactivate", "mount unmount",
)  # fmt: skip
_NOUNS = ("server", "playlist", "invoice")


def hard_negatives() -> Truth:
    """Pairs of one server that look alike in all but what they do: 102 of them, none the same."""
    tools = []
    for verbs in _UNLIKE:
        for noun in _NOUNS:
            for verb in verbs.split():
                tools.append(_hard(verb, noun, verbs))
    graph = graph_of({tool.name: tool for tool in tools}.values())
    open = frozenset(couples(graph.tools)) - frozenset(hard_couples())
    return Truth("hard negatives", graph, frozenset(), open)


def _hard(verb: str, noun: str, verbs: str) -> Tool:
    many = verb == "list"
    name = f"{verb}_{noun}{'s' if many else ''}"
    parameters = () if many else (Parameter(f"{noun}_id", "string", f"The {noun}", required=True),)
    return Tool(name, f"{verb.capitalize()} a {noun} of the account.", parameters=parameters)


def hard_couples() -> list[Couple]:
    """The hard pairs by name."""
    return [
        frozenset(_hard(verb, noun, verbs).name for verb in verbs.split())
        for verbs in _UNLIKE
        for noun in _NOUNS
    ]


def all_servers() -> Truth:
    """All recorded servers in one graph; what two services call alike is not the same."""
    known = server_sets()
    documents = sorted({doc for one in known for doc in _documents(one)} | set(_live()))
    graph = graph_of(tools_of(*documents))
    ids = {(tool.source, bare_name(tool)): tool.name for tool in graph.ordered_tools}

    def here(couple: Couple, one: Truth) -> Couple:
        tools = (one.graph.tools[name] for name in couple)
        return frozenset(ids[tool.source, bare_name(tool)] for tool in tools)

    same = frozenset(here(couple, one) for one in known for couple in one.same)
    open = frozenset(here(couple, one) for one in known for couple in one.open)
    return Truth("all servers", graph, same, open)


def _documents(truth: Truth) -> Iterator[str]:
    for source in {tool.source for tool in truth.graph.tools.values()}:
        yield next(doc for doc in _lists() if doc.replace("/", "-") == source)


def _lists() -> Iterator[str]:
    yield from (path.relative_to(DATA).as_posix() for path in sorted(DATA.glob("mcp/**/*.json")))


def _live() -> Iterator[str]:
    return (doc for doc in _lists() if doc.startswith("mcp/live/"))
