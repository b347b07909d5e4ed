"""What a tool does to the world, as far as anything is said: reads, lists, takes everything."""

import re

from ..relate.names import Action, action_of, singulars, told_action, vocabulary, words
from ..tools import Parameter, Tool
from .identity import once_a_tool, seen, wanted

_WATCHING = vocabulary("watch poll stream subscribe")
_WHOLE = vocabulary("collection all everything")
_PAGING = vocabulary(
    "totalpages totalresults totalcount totalitems nextpage nextpagetoken nextcursor hasmore"
)
_BRACED = re.compile(r"\{([^{}]*)\}")


@once_a_tool
def does(tool: Tool) -> Action:
    """What a tool does; its own hints come before its method and name."""
    action = seen(tool).action
    if tool.destroys and action.reads:
        return Action.DELETE
    if tool.method == "post" and not own_verb(tool):
        return told_action(tool.summary or tool.description) or action
    return action


def may_destroy(tool: Tool) -> bool:
    """It destroys by its hint or method, or its text says that it deletes."""
    return tool.destroys or (does(tool) is Action.DELETE and not tool.reads)


@once_a_tool
def is_reader(tool: Tool) -> bool:
    """It changes nothing, as far as anything is said: POST for a search or a check counts."""
    if tool.effects.read_only is not None or tool.reads:
        return tool.reads
    named = next((a for word in words(tool.name)[:4] if (a := action_of(word))), None)
    asks = tool.method in ("", "post") and not tool.destroys
    return asks and (does(tool).reads or (named is not None and named.reads))


@once_a_tool
def own_verb(tool: Tool) -> str:
    """The first verb of its name; empty where it has none."""
    return next((word for word in words(tool.name) if action_of(word) is not None), "")


@once_a_tool
def lists(tool: Tool) -> bool:
    """It answers with many things: by its verb, the plural at its end, or its answer."""
    verb = own_verb(tool)
    if verb in _WATCHING or not is_reader(tool) or _takes_one(tool):
        return False
    outer = {f.path.partition("[]")[0] for f in tool.outputs if "[]." in f.path}
    listed = len({path for path in outer if "." not in path}) == 1  # of objects, and no other
    paged = any("".join(words(f.path)) in _PAGING for f in tool.outputs)
    action = action_of(verb)
    many = action is not None and action.many
    return many or _ends_in_plural(tool) or listed or paged


def _ends_in_plural(tool: Tool) -> bool:
    last = tool.path.rstrip("/").rpartition("/")[2]
    return bool(last) and "{" not in last and singulars(last) != words(last)


def _takes_one(tool: Tool) -> bool:
    """Its path ends in the id of one thing."""
    last = tool.path.rstrip("/").rpartition("/")[2]
    return "{" in last and any(wanted(tool, name) for name in _BRACED.findall(last))


def takes_all(tool: Tool) -> bool:
    """It destroys whatever is there: nothing tells it which one."""
    told = any(need.must for need in seen(tool).needs)
    return may_destroy(tool) and (not told or not _WHOLE.isdisjoint(singulars(tool.name)))


def is_collection(tool: Tool) -> bool:
    """It stands for many things at once: by the plural of its path, or by its name."""
    return _ends_in_plural(tool) or not _WHOLE.isdisjoint(singulars(tool.name))


def is_text_query(tool: Tool, parameter: Parameter) -> bool:
    """A search takes any text there, so that a name can be given to it."""
    free = parameter.type == "string" and not parameter.enum and not parameter.format
    return parameter.required and free and lists(tool) and not wanted(tool, parameter.name)
