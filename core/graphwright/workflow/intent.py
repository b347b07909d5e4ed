"""What the words of a goal ask for: its clauses, whether it reads, whether it may destroy."""

import re
from collections.abc import Mapping
from functools import lru_cache

from ..relate.names import Action, action_of, singular, vocabulary, words
from ..search.words import glossary
from ..tools import Tool

# Verbs of goals that are rare in names of tools; the rest is `relate.names`.
_MORE_VERBS: Mapping[Action, str] = {
    Action.GET: "tell give see know track monitor display view compare learn explain report "
    "summarise measure inspect print visualize tail read who what which when where why how "
    "whose whether is are does did was were",
    Action.CREATE: "write compose draft build file log record raise sign enrol enroll comment "
    "put send submit post publish invite reply upload register order buy purchase reserve "
    "request hire schedule launch spawn tag label star rate",
    Action.UPDATE: "fix correct adapt scale resize reschedule reassign relabel refresh fill",
    Action.DELETE: "empty wipe terminate discard uninstall evict nuke scrap truncate rid "
    "deregister unregister withdraw",
    Action.ACT: "message notify email tell alert deploy drain cordon ping deliver ship pay book",
}
_ACTION_OF: Mapping[str, Action] = {
    verb: action for action, verbs in reversed(tuple(_MORE_VERBS.items())) for verb in verbs.split()
}
_DESTRUCTIVE = vocabulary("cancel revoke void kill unstar unfollow purge drop clear")
_EVERYTHING = vocabulary("all every everything entire whole bulk collection many")
_NOUNS_TOO = vocabulary(
    "order pull release comment label star review list request log report rate tag ship issue "
    "watch fork patch scale check message email build draft record file book view import export "
    "place price store rent sign score"
)
_DETERMINERS = vocabulary(
    "a an the my your our his her its their this that these those it them one some any each all "
    "every me him us in on to for of with from by into"
)
_MOST = 8  # goals in one sentence
_LONGEST = 2000  # characters of a goal that are looked at
_GIVING = re.compile(r"^\s*give\s+(?!me\b|us\b).*\bto\b", re.IGNORECASE)
_SMALL = vocabulary(
    "to from for in on of with by into at onto using via that which who as and it them up off out"
)
_ARTICLES = vocabulary("a an the my your our his her its their this these those one some new")
_PRONOUN = re.compile(
    r"\b(?:it|them)\b|\b(?:this|that)$|\bone\b(?=\s+(?:to|in|on|into|from|for)\b|$)", re.IGNORECASE
)
_FOREIGN_DESTRUCTIVE = ("삭제", "취소", "제거", "削除", "取り消", "キャンセル", "删除", "取消")
_POLITE = re.compile(
    r"^(?:please|kindly|can you|could you|would you|i(?:'d| would)? (?:want|need|like)(?: you)? to|"
    r"i(?:'m| am) going to|help me(?: to)?|let(?:'s| us| me)|we (?:want|need) to|then|and|also|"
    r"finally|after that|next|now|first|how (?:do|can|would|could) (?:i|you|we))\b[\s,]*",
    re.IGNORECASE,
)
_JOINTS = re.compile(
    r"([;\n]+|\s*[.!?]+\s+|,?\s+(?:and\s+then|then|and\s+also|afterwards|after\s+that)\s+|"
    r"\s*(?:->|→)\s*|,?\s+and\s+|\s*,\s*)",
    re.IGNORECASE,
)
_SUFFIXES = (("ying", "y"), ("ied", "y"), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"),
             ("es", ""), ("s", ""), ("d", ""))  # fmt: skip


@lru_cache(maxsize=8192)
def verb(word: str) -> Action | None:
    """What a verb of a goal asks for, in any of its English forms; None for other words."""
    for form in forms(word):
        if (action := _ACTION_OF.get(form) or action_of(form)) is not None:
            return action
    return None


def forms(word: str) -> tuple[str, ...]:
    ends = [(ending, put) for ending, put in _SUFFIXES if word.endswith(ending)]
    stems = [word[: -len(ending)] + put for ending, put in ends]
    doubled = [stem[:-1] for stem in stems if len(stem) > 3 and stem[-1] == stem[-2]]
    return (word, *(stem for stem in (*stems, *doubled) if len(stem) > 2))


def without_politeness(clause: str) -> str:
    """The clause from its verb on: `please can you show orders` gives `show orders`."""
    clause = clause.strip()
    while match := _POLITE.match(clause):
        if not match[0]:
            break
        clause = clause[match.end() :]
    return clause


def clauses(goal: str) -> tuple[str, ...]:
    """The goals joined in a sentence: parts that begin with a verb of their own.

    `add a product to the cart and checkout` has two, `issues and pull requests` one.
    """
    joined: list[str] = []
    for joint, part in _split(goal[:_LONGEST]):
        if len(joined) == _MOST:
            break
        if joined and not _begins_a_goal(part, weak=joint in ("and", "")):
            joined[-1] = f"{joined[-1]} {part}"
        else:
            joined.append(part)
    return tuple(without_politeness(part) or part for part in joined) or (goal.strip(),)


def _split(goal: str) -> list[tuple[str, str]]:
    """The parts between joints, each with the joint before it; a comma is an empty one."""
    first, *rest = _JOINTS.split(goal)
    pairs = [("", first), *zip(rest[::2], rest[1::2], strict=True)]
    clean = [(joint.strip(" ,").lower(), part.strip(" .,!?")) for joint, part in pairs]
    return [(joint, part) for joint, part in clean if part]


def _begins_a_goal(part: str, *, weak: bool) -> bool:
    """Whether a part is a goal of its own: it begins with a verb that is no noun there.

    `issues and pull requests` is one thing; `add it, then pull the image` are two.
    """
    found = words(without_politeness(part))
    if not found or (verb(found[0]) is None and not _is_unknown_verb(found)):
        return False
    if not weak or _NOUNS_TOO.isdisjoint(forms(found[0])):
        return True
    return len(found) > 1 and found[1] in _DETERMINERS


def resolved(said: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses with `it` as what the one before is about: `close it` as `close issue`."""
    found: list[str] = []
    thing = ""
    for clause in said:
        found.append(_PRONOUN.sub(thing, clause) if thing else clause)
        thing = " ".join(object_of(found[-1])) or thing
    return tuple(found)


def object_of(clause: str) -> tuple[str, ...]:
    """What is acted on, in the singular: `product` of `search for a product in the shop`."""
    said = words(without_politeness(clause))
    rest = said[1:] if said and verb(said[0]) is not None else said
    start = next((at for at, word in enumerate(rest) if word not in _SMALL), len(rest))
    end = next((at for at in range(start, len(rest)) if rest[at] in _SMALL), len(rest))
    return tuple(singular(word) for word in rest[start:end] if word not in _ARTICLES)


@lru_cache(maxsize=1024)
def action_asked(clause: str) -> Action | None:
    """What a clause asks to be done, by its first verb; None where it has none."""
    if _GIVING.search(clause):
        return Action.UPDATE
    said = verb_said(clause)
    if said:
        return verb(said) or Action.ACT
    return _foreign_action(clause)


def verb_said(clause: str) -> str:
    """The word that says what is to be done; before `a` or `the` it need not be known as one."""
    said = words(without_politeness(clause))
    if _is_unknown_verb(said):
        return said[0]
    return next((word for word in said if verb(word) is not None), "")


def _is_unknown_verb(said: tuple[str, ...]) -> bool:
    """It begins with a word before `a`, `the` or `it` that is no verb we know: `ban a user`."""
    first, second = (*said, "", "")[:2]
    known = verb(first) is not None or first in _DETERMINERS or not first.isascii()
    return not known and (second in _ARTICLES or second in ("it", "them"))


def _foreign_action(clause: str) -> Action | None:
    """What a Korean, Japanese or Chinese clause asks for; the first two end in their verb."""
    for language in ("ko", "ja", "zh"):
        found = [
            (clause.rfind(written), action)
            for written, action in _foreign_verbs(language)
            if written in clause
        ]
        if found:
            return min(found)[1] if language == "zh" else max(found)[1]
    return None


@lru_cache(maxsize=3)
def _foreign_verbs(language: str) -> tuple[tuple[str, Action], ...]:
    return tuple(
        (written, action)
        for written, answers in glossary(language).items()
        if answers and (action := verb(answers[0])) is not None
    )


def reads(clause: str) -> bool:
    """The clause asks for knowledge alone: no step that it leads to may change anything."""
    action = action_asked(clause)
    return action is not None and action.reads


def destroys(text: str) -> bool:
    """The text says that something shall be deleted, cancelled or emptied."""
    if any(word in text for word in _FOREIGN_DESTRUCTIVE):
        return True
    return any(_is_destructive(word) for word in words(text))


@lru_cache(maxsize=8192)
def _is_destructive(word: str) -> bool:
    return verb(word) is Action.DELETE or not _DESTRUCTIVE.isdisjoint(forms(word))


def says_so(goal: str, tool: Tool) -> bool:
    """Whether a goal says that a destructive tool may run: it has a word for it, or its verb."""
    if destroys(goal):
        return True
    does = next((word for word in words(tool.name) if verb(word) is not None), "")
    return verb(does) is Action.ACT and any(does in forms(word) for word in words(goal))


def means_all(clause: str) -> bool:
    """The clause speaks of all of something: a call on the whole collection may be meant."""
    return not _EVERYTHING.isdisjoint(words(clause))


def means_several(clause: str, thing: str) -> bool:
    """The clause speaks of a thing in the plural, or of all of them."""
    plural = any(word != thing and singular(word) == thing for word in words(clause))
    return plural or means_all(clause)
