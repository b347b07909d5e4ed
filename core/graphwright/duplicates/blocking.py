"""Candidates: which pairs are worth a comparison. No pass looks at all pairs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations

import numpy as np

from .encoding import Ints
from .nouns import KIN
from .profiles import Profile, kind_of

_SMALL = 40  # tools of a block that are all compared with one another
_MANY_NOUNS = 8  # a longer name is not looked at with each noun left out
_WINDOW = 6  # neighbours that each is compared with in a larger block, sorted by content


def candidates(profiles: Sequence[Profile]) -> tuple[Ints, Ints]:
    """Positions of the pairs, the smaller one first, each pair once."""
    frequency = Counter(chain.from_iterable(profile.description for profile in profiles))
    hashes: list[int] = []
    counts: list[int] = []
    for profile in profiles:
        before = len(hashes)
        hashes += map(hash, set(keys(profile, frequency)))
        counts.append(len(hashes) - before)
    codes = list(_codes(*_blocks(hashes, counts), profiles))
    if not codes:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    unique = np.unique(np.concatenate(codes))
    return unique >> 32, unique & 0xFFFFFFFF


def _blocks(hashes: Sequence[int], counts: Sequence[int]) -> tuple[Ints, Ints, Ints]:
    """The blocks of two and more as runs of `members`: their starts and sizes.

    A block is known by the hash of its key: keys of one hash are one block, which costs a
    comparison and loses none.

    Args:
        hashes: of the keys of each tool, tool by tool.
        counts: of keys, by tool.
    """
    keyed = np.array(hashes, np.int64)
    order = np.argsort(keyed, kind="stable")
    members = np.repeat(np.arange(len(counts), dtype=np.int64), counts)[order]
    _, starts, sizes = np.unique(keyed[order], return_index=True, return_counts=True)
    several = sizes > 1
    return members, starts[several], sizes[several]


def _codes(members: Ints, starts: Ints, sizes: Ints, profiles: Sequence[Profile]) -> Iterator[Ints]:
    """Both positions of each pair in one number, block by block; those of one size at once."""
    for size in np.unique(sizes).tolist():
        firsts = starts[sizes == size]
        if size > _SMALL:
            for first in firsts.tolist():
                yield _window(members[first : first + size].tolist(), profiles)
            continue
        some = members[firsts[:, None] + np.arange(size)]
        left, right = np.triu_indices(size, 1)
        yield np.unique((some[:, left] << 32) | some[:, right])


def keys(profile: Profile, frequency: Mapping[str, int]) -> Iterator[object]:
    """What a tool would share with its double, if not all then one of it."""
    sides = {profile.kind, kind_of(profile.sense)} - {""}
    for side in sides or ("read", "write", "delete"):
        yield from _keys(side, profile, frequency)


def _keys(side: str, profile: Profile, frequency: Mapping[str, int]) -> Iterator[object]:
    nouns = profile.nouns
    yield side, "nouns", frozenset(nouns)
    if not KIN.keys().isdisjoint(nouns):
        yield side, "nouns", frozenset(KIN.get(noun, noun) for noun in nouns)
    if profile.name.written:
        yield side, "written", profile.name.written
    if 1 < len(nouns) <= _MANY_NOUNS:
        for left_out in nouns:
            yield side, "nouns", frozenset(nouns) - {left_out}
    if profile.path:
        yield side, "path", profile.path
    if profile.description:
        yield side, "text", profile.description
    rarest = sorted(profile.description, key=frequency.__getitem__)[:3]
    for pair in combinations(sorted(rarest), 2):
        yield side, "words", pair
    if len(profile.parameters) > 1:
        yield side, "takes", frozenset(profile.parameters)
    for noun in {*nouns[:1], *nouns[-1:]}:
        for word in rarest[:1]:
            yield side, "both", noun, word


def _window(block: Sequence[int], profiles: Sequence[Profile]) -> Ints:
    """Neighbours in a block that is too large to compare all, once it is sorted by content."""

    def content(position: int) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
        profile = profiles[position]
        return profile.nouns, profile.sense, profile.parameters

    members = np.array(sorted(block, key=content), np.int64)
    steps = range(1, _WINDOW + 1)
    left = np.concatenate([members[:-step] for step in steps])
    right = np.concatenate([members[step:] for step in steps])
    return np.asarray((np.minimum(left, right) << 32) | np.maximum(left, right), np.int64)
