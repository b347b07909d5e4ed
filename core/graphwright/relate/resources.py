"""Tools as the rules see them: what each does, to which resource, and what it must be told."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ..tools import Tool
from .doing import STOPS, action, verb
from .names import (
    CREATE,
    DELETE,
    LIST,
    SEARCH,
    Action,
    action_of,
    singular,
    singulars,
    vocabulary,
    words,
)
from .needs import ARGUMENT, Need, attributes_of, is_thing, needs_of
from .paths import Segments, item_prefixes, parent_of, path_noun, path_resource, plain, segments
from .references import given, owners, reference, split_name

__all__ = [
    "Catalog",
    "Need",
    "Profile",
    "by_source",
    "given",
    "owners",
    "profile",
    "profiles",
    "segments",
    "split_name",
]

_FILLERS = vocabulary("a an the all my many multiple bulk batch new tool api")
_WHERE = STOPS | vocabulary("across within accessible available that which where under")
_WHOSE = vocabulary("for between")  # "quotas for tables"; but: "search for tables"
_MEASURES = vocabulary("analytics data statistics stats metrics usage activity")
ASPECTS = vocabulary("detail details info metadata status summary overview list")
_SHARED = 3  # tools that a first word must begin before it is a prefix
_FIRST_WORDS = 24  # of a description, in which its noun is looked for


@dataclass(frozen=True, slots=True)
class Profile:
    """A tool as the rules see it."""

    tool: Tool
    action: Action
    resource: tuple[str, ...]  # singular words: what it is about; () where nothing says it
    segments: Segments  # of its path, without mounts and versions
    needs: tuple[Need, ...]
    words: tuple[str, ...]  # of its name, singular
    verb: str  # of its path's end or its name
    name: str
    reads: bool  # it changes nothing
    many: bool  # it lists or searches
    home: tuple[bool, str]  # by path or by name, and the first segment or word
    place: Segments  # its path, every parameter alike
    parent: str  # the noun under whose items it is
    lists: tuple[str, ...] = ()  # nouns that its description says it lists, where no schema does


@dataclass(frozen=True, slots=True)
class Catalog:
    """What the tools of one source say together.

    Attributes:
        prefixes: path prefixes that some path continues with a parameter.
        marks: first words of names that only tell the source's tools from others: `docker_`.
        nouns: what its parameters and names speak of.
        attributes: what identifies the items of each collection, where some path says it.
        shared: nouns of several collections: the accounts of users, and those of banks.
    """

    prefixes: frozenset[Segments] = frozenset()
    marks: frozenset[str] = frozenset()
    nouns: frozenset[str] = frozenset()
    attributes: Mapping[Segments, str] = field(default_factory=dict)
    shared: frozenset[str] = frozenset()

    @classmethod
    def of(cls, tools: Iterable[Tool]) -> "Catalog":
        listed = list(tools)
        nouns = _asked_for(listed)
        named = [_name_words(tool.name) for tool in listed if not tool.path]
        firsts = Counter(found[0] for found in named if len(found) > 1)
        bare = _bare_verbs(named)
        marks = frozenset(
            word
            for word, count in firsts.items()
            if count >= _SHARED and singular(word) == word and word not in nouns
            if action_of(word) is None and not _is_noun(bare.get(word, frozenset()))
        )
        said = {singular(found[-1]) for found in named if len(found) > 1}
        nouns |= {word for word in said if not action_of(word) and is_thing(word)}
        prefixes = item_prefixes(listed)
        heads = Counter(noun[-1] for place in prefixes if (noun := path_noun(place[-1])))
        shared = frozenset(noun for noun, count in heads.items() if count > 1)
        return cls(prefixes, marks, nouns, attributes_of(listed), shared)


def profiles(tools: Iterable[Tool]) -> list[Profile]:
    """The profiles of all tools, by name."""
    listed = sorted(tools, key=lambda tool: tool.name)
    by_source: dict[str, list[Tool]] = {}
    for tool in listed:
        by_source.setdefault(tool.source, []).append(tool)
    catalogs = {source: Catalog.of(some) for source, some in by_source.items()}
    return [_profile(tool, catalogs[tool.source]) for tool in listed]


def by_source(profiles: Iterable[Profile]) -> Iterable[list[Profile]]:
    """The profiles of each source by themselves."""
    found: dict[str, list[Profile]] = {}
    for one in profiles:
        found.setdefault(one.tool.source, []).append(one)
    return found.values()


def profile(tool: Tool, prefixes: frozenset[Segments] = frozenset()) -> Profile:
    """The profile of a tool by itself, among the collections of its document at most."""
    return _profile(tool, Catalog(prefixes))


def _profile(tool: Tool, catalog: Catalog) -> Profile:
    parts = segments(tool.path)
    resource = path_resource(parts, catalog.prefixes) if parts else _named(tool, catalog)
    does = action(tool, parts)
    said = singulars(tool.name.rpartition(":")[2])
    return Profile(
        tool,
        does,
        resource,
        parts,
        tuple(needs_of(tool, does, resource, parts, catalog.attributes, catalog.shared)),
        said,
        verb(tool, parts),
        tool.name,
        does.reads,
        does.many,
        (bool(parts), next(iter(parts or said), "")),
        plain(parts),
        parent_of(plain(parts)),
        _listed(tool, catalog) if does.many and not parts and not tool.outputs else (),
    )


def _named(tool: Tool, catalog: Catalog) -> tuple[str, ...]:
    """The noun of a tool without a path: `docker_list_images` is about an image.

    Where the name is all verb, the first noun of the description that the source knows.
    """
    found = _name_words(tool.name)
    marked = bool(found) and found[0] in catalog.marks
    noun = _noun(found[1:] if marked else found)
    if noun:
        return noun
    told = (singular(word) for word in words(tool.summary or tool.description)[:_FIRST_WORDS])
    return next(((word,) for word in told if word in catalog.nouns), ())


def _listed(tool: Tool, catalog: Catalog) -> tuple[str, ...]:
    """Plurals that the description begins with: "a listing of all files and directories".

    What follows a preposition tells where they are, and is not listed.
    """
    found: dict[str, None] = {}
    before = ""
    said = words((tool.summary or tool.description).partition(". ")[0])[:_FIRST_WORDS]
    for word, after in zip(said, (*said[1:], ""), strict=False):
        if (found and word in _WHERE) or (word in _WHOSE and action_of(before) is not SEARCH):
            break
        before = word
        if after in _MEASURES:
            continue  # the analytics of workers are no workers
        if singular(word) != word and singular(word) in catalog.nouns:
            found[singular(word)] = None
    return tuple(found)


def _noun(found: list[str]) -> tuple[str, ...]:
    """What follows the verb, up to a preposition; else what stands before it."""
    if len(found) == 1 and action_of(found[0]):
        return ()
    verb = next((i for i, word in enumerate(found[:4]) if action_of(word)), -1)
    tail = found[verb + 1 :]
    while tail[:1] in (["or"], ["and"]) and action_of("".join(tail[1:2])):
        tail = tail[2:]
    stop = next((i for i, word in enumerate(tail) if word in STOPS and i), len(tail))
    noun = tail[:stop] or (found[:verb] if verb > 0 else [])
    while len(noun) > 1 and noun[-1] in ASPECTS:
        noun = noun[:-1]
    return tuple(singular(word) for word in noun if word not in STOPS)


def _name_words(name: str) -> list[str]:
    return [word for word in words(name.rpartition(":")[2]) if word not in _FILLERS]


def _bare_verbs(named: Iterable[list[str]]) -> dict[str, set[Action | None]]:
    """What names of two words say after their first: list and create of `cron`."""
    found: dict[str, set[Action | None]] = {}
    for said in named:
        if len(said) == 2:
            found.setdefault(said[0], set()).add(action_of(said[1]))
    return found


def _is_noun(verbs: Collection[Action | None]) -> bool:
    """`cron_list` and `cron_create` are about crons; `docker_stop` is about no docker."""
    return LIST in verbs and (CREATE in verbs or DELETE in verbs)


def _asked_for(tools: Iterable[Tool]) -> frozenset[str]:
    """Nouns that parameters of several tools point at: container, image."""
    counts: Counter[str] = Counter()
    for tool in tools:
        said = (reference(p.name) for p in tool.parameters if p.location is ARGUMENT)
        counts.update({r.resource[-1] for r in said if r.resource and r.attribute in ("", "id")})
    return frozenset(word for word, count in counts.items() if count > 1 and is_thing(word))
