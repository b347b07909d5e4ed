"""Why tools look the same, in sentences: the terms that count most, in words."""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from .encoding import Encoded
from .merge import listed
from .pairs import Pair
from .profiles import Profile

_MOST = 4  # sentences of a cluster
_NAMED = 4  # parameters or outputs in a sentence
_LEAST = 0.2  # log-odds below which a term is not worth a sentence


def reasons(
    pairs: Sequence[Pair], tools: Encoded, kept: int, others: Sequence[int]
) -> tuple[str, ...]:
    """Sentences on the terms that speak for a cluster, the strongest first.

    Args:
        pairs: the survivor with each of `others`.
        tools: the profiles by position.
        kept: position of the survivor.
        others: positions of the others.
    """
    strength = {
        name: sum(pair.terms[name] for pair in pairs) / len(pairs) for name in pairs[0].terms
    }
    ranked = sorted(strength, key=lambda name: (-strength[name], name))
    members = [tools.profiles[kept], *(tools.profiles[i] for i in others)]
    said = (_SENTENCES[name](members) for name in ranked if strength[name] >= _LEAST)
    return tuple(islice(filter(None, said), _MOST))


def _name(members: Sequence[Profile]) -> str:
    shared = _common(members, lambda p: p.nouns)
    return f"Their names say the same: {' '.join(shared)}." if shared else "Their names are alike."


def _action(members: Sequence[Profile]) -> str:
    senses = {p.sense for p in members}
    return f"All {senses.pop()}." if len(senses) == 1 and "" not in senses else ""


def _parameters(members: Sequence[Profile]) -> str:
    shared = _common(members, lambda p: p.parameters)
    return f"All take {listed(shared[:_NAMED])}." if shared else ""


def _outputs(members: Sequence[Profile]) -> str:
    shared = [name for name in _common(members, lambda p: p.outputs) if name[0] != "#"]
    return f"All give {listed(shared[:_NAMED])}." if shared else ""


def _description(members: Sequence[Profile]) -> str:
    same = len({p.description for p in members}) == 1
    return "Their descriptions are the same." if same else "Their descriptions are alike."


def _path(members: Sequence[Profile]) -> str:
    return "They are called at the same path." if len({p.path for p in members}) == 1 else ""


def _source(members: Sequence[Profile]) -> str:
    return "They come from servers of one service."


def _silent(members: Sequence[Profile]) -> str:
    return ""


_SENTENCES: Mapping[str, Callable[[Sequence[Profile]], str]] = {
    "name": _name,
    "resource": _silent,
    "action": _action,
    "parameters": _parameters,
    "outputs": _outputs,
    "description": _description,
    "method": _silent,
    "path": _path,
    "source": _source,
}


def _common(members: Sequence[Profile], words: Callable[[Profile], Sequence[str]]) -> list[str]:
    """What all have, in the order of the first."""
    rest = [set(words(member)) for member in members[1:]]
    return [word for word in words(members[0]) if all(word in other for other in rest)]
