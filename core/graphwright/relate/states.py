"""States of things: what is already so needs not be made so, and what joins was not there."""

from functools import lru_cache

from .names import UPDATE, action_of, words
from .needs import Need
from .paths import path_noun
from .resources import Profile

_JOINING = ("put", "post")


def is_already(consumer: Profile, provider: Profile) -> bool:
    """It lists what has been done: pinned messages, for whoever pins one."""
    if consumer.reads or not provider.reads or not consumer.words:
        return False
    done = _participles(next(iter(words(consumer.name.rpartition(":")[2])), ""))
    return not done.isdisjoint(words(provider.name))


@lru_cache(maxsize=4096)
def _participles(verb: str) -> frozenset[str]:
    """`pin` gives pinned, `archive` archived, `copy` copied."""
    if action_of(verb) is None or len(verb) < 3:
        return frozenset()
    forms = [verb + "ed", verb + verb[-1] + "ed"]
    if verb.endswith("e"):
        forms = [verb + "d"]
    elif verb.endswith("y"):
        forms = [verb + "ed", verb[:-1] + "ied"]
    return frozenset(forms)


def joins(consumer: Profile, need: Need) -> bool:
    """It puts one of other things into a collection, where it was not: a user among the banned.

    `put /bans/{user_id}` takes a user, and no ban that is there already.
    """
    if consumer.tool.method not in _JOINING or need.place != consumer.place[:-1]:
        return False
    noun = path_noun(need.place[-1]) if need.place else ()
    if not noun or set(noun) & set(need.reference.resource):
        return False
    return all(action_of(word) is not UPDATE or word in ("put",) for word in consumer.words)
