"""A first set of golden queries, made from the tools themselves; every one says so."""

from collections import Counter
from collections.abc import Iterable, Iterator

from ..graph import ToolGraph
from ..search.documents import opening
from ..search.intent import verbs
from ..search.tokens import name_words, terms
from ..tools import Tool
from .golden import Golden

_MOST_TOOLS = 300  # of a larger graph every n-th
_NEGATIVES = 5
_LONGEST = 160  # characters
_ELSEWHERE = (  # what hardly any tool answers
    "hum a lullaby in the style of a baroque harpsichord",
    "how many moons orbit jupiter",
    "translate this haiku into old norse",
    "prove that the square root of two is irrational",
    "which mushrooms grow under beech trees in autumn",
    "teach me the second violin part of a quartet",
    "will it rain on the glacier tomorrow",
    "solve this chess endgame for white",
    "recite the opening lines of the iliad",
    "how long should sourdough proof at room temperature",
    "whose turn is it to feed the neighbour's parrot",
    "explain the offside rule to my grandmother",
)


def starter(graph: ToolGraph) -> tuple[Golden, ...]:
    """For each tool its name, its name as words and what it says of itself; five negatives.

    A text that fits two tools is left out: it would ask for either.
    """
    tools = graph.ordered_tools
    step = -(-len(tools) // _MOST_TOOLS) or 1
    asked = [golden for tool in tools[::step] for golden in _of(tool)]
    told = Counter(golden.query.casefold() for golden in asked)
    once = (golden for golden in asked if told[golden.query.casefold()] == 1)
    return (*once, *_negatives(tools))


def _of(tool: Tool) -> Iterator[Golden]:
    group = f"own words of {tool.name}"[:_LONGEST]
    expect = (tool.name,)
    if 0 < len(tool.name) <= _LONGEST and tool.name.strip():
        yield Golden(tool.name, expect, group=group, note="its name", synthetic=True)
    words = name_words(tool.name[:_LONGEST])
    if words and words != tool.name.lower():
        yield Golden(words, expect, group=group, note="its name as words", synthetic=True)
    said = _asked(tool)
    if said:
        yield Golden(
            said, expect, pinned=False, group=group, note="what it says of itself", synthetic=True
        )


def _asked(tool: Tool) -> str:
    """The first sentence as a wish: `Returns one order.` → `I want to return one order`."""
    sentence = opening((tool.description or tool.summary).strip())[:_LONGEST].rstrip(" .!?:;,")
    first, _, rest = sentence.partition(" ")
    if len(terms(sentence)) <= 1:
        return ""
    third_person = first.endswith("s") and not first.endswith("ss") and first.isalpha()
    if third_person or first.lower() in verbs():
        return f"I want to {_plain(first.lower())} {rest}".strip()
    return f"I need {first.lower() if first[1:].islower() else first} {rest}".strip()


def _plain(verb: str) -> str:
    """`returns` → `return`, `searches` → `search`."""
    if verb.endswith(("ches", "shes", "sses", "xes")):
        return verb[:-2]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def _negatives(tools: Iterable[Tool]) -> Iterator[Golden]:
    """Questions with the fewest words that any tool has."""
    known = {term for tool in tools for term in terms(f"{tool.name} {tool.description[:2000]}")}
    far = sorted(_ELSEWHERE, key=lambda text: sum(term in known for term in terms(text)))
    for text in far[:_NEGATIVES]:
        yield Golden(text, pinned=False, group="nothing answers", synthetic=True)
