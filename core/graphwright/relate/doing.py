"""What a tool does: by its method and path where it has them, else by its name and hints."""

from ..tools import Tool
from .names import (
    ACT,
    CREATE,
    DELETE,
    GET,
    LIST,
    SEARCH,
    UPDATE,
    Action,
    action_of,
    singular,
    told_action,
    vocabulary,
    words,
)
from .paths import Segments, is_parameter, is_search, is_verb

_ID = ("id", "_id", "Id", "ID", "uuid")
_COUNTS = vocabulary("count counts")
_STREAMS = vocabulary("watch stream subscribe")
_BROAD = vocabulary("run execute do process handle manage perform use")
_ONE_IN_PLURAL = vocabulary(
    "details settings stats statistics metrics options contents news logs info credentials "
    "properties preferences params parameters docs dates repo org env config app db"
)
STOPS = vocabulary("by for from in of on to with as at using via into about if when within")


def action(tool: Tool, parts: Segments) -> Action:
    found = words(tool.name)
    if tool.method:
        spoken = found[1:] if found[:1] == (tool.method,) else found
        does = _http_action(tool.method, parts, _said(spoken))
        return GET if does is LIST and _answers_one(tool) else does
    return _named_action(tool, _said(found))


def _answers_one(tool: Tool) -> bool:
    """Its answer has an id of its own, and holds no list of things that have one."""
    ends = [path for field in tool.outputs if (path := field.path).endswith(_ID)]
    ids = [path for path in ends if path.rpartition(".")[2] in _ID]
    return any("." not in path for path in ids) and not any("[]" in path for path in ids)


def verb(tool: Tool, parts: Segments) -> str:
    """The verb of the path's end, else of the name; "" where there is none."""
    last = parts[-1].rpartition(":")[2].lower() if parts else ""
    if last and is_verb(last):
        return last
    found = words(tool.name.rpartition(":")[2])
    spoken = found[1:] if tool.method and found[:1] == (tool.method,) else found
    return next((word for word in spoken if action_of(word)), "")


def _said(found: tuple[str, ...]) -> list[Action]:
    return [does for word in found[:4] if (does := action_of(word))]


def _named_action(tool: Tool, said: list[Action]) -> Action:
    """By the first verb of the name; a broad one (`run`) gives way to the description's."""
    told = told_action(tool.summary or tool.description)
    broad = not said or not _BROAD.isdisjoint(words(tool.name)[:4])
    found = said[0] if said and not (broad and told is CREATE) else told
    if found is CREATE and _joins(words(tool.name)):
        return ACT
    if found is GET and _speaks_of_many(tool.name):
        return LIST
    if tool.effects.read_only and (found is None or not found.reads):
        return GET
    return found or ACT


def _joins(found: tuple[str, ...]) -> bool:
    """`add_issues_to_sprint` makes no issue; `add_to_cart` does make an item."""
    return "add" in found and "to" in found[found.index("add") + 2 :]


def _speaks_of_many(name: str) -> bool:
    """`get_board_issues`: its noun is a plural, and no `details` or `settings`."""
    found = words(name.rpartition(":")[2])
    stop = next((i for i, word in enumerate(found) if word in STOPS and i), len(found))
    noun = found[stop - 1] if stop else ""
    return singular(noun) != noun and noun not in _ONE_IN_PLURAL


def _http_action(method: str, parts: Segments, said: list[Action]) -> Action:
    item = bool(parts) and is_parameter(parts[-1])
    last = parts[-1].rpartition(":")[2] if parts and not item else ""
    verb = action_of(last.lower()) if is_verb(last) else None
    if method == "post" and last.lower() in _COUNTS:
        return GET  # `query/count` lists nothing
    if method in ("get", "head", "options"):
        if item:
            return GET
        if verb and not verb.reads:
            return ACT
        if verb is GET or not _STREAMS.isdisjoint(parts):
            return GET
        searches = SEARCH in said[:2] or any(is_search(part) for part in parts)
        return SEARCH if searches else LIST
    if method == "delete":
        return DELETE
    if method in ("put", "patch"):
        return ACT if verb is ACT else UPDATE
    return _post_action(item, verb, said)


def _post_action(item: bool, verb: Action | None, said: list[Action]) -> Action:
    if verb in (SEARCH, ACT):
        return verb
    first = said[0] if said else (UPDATE if item else CREATE)
    if first in (CREATE, SEARCH, ACT, DELETE):
        return first
    return UPDATE if item or first is UPDATE else CREATE
