"""A workflow as a text that a person edits: JSON or YAML, which read back as it was."""

import orjson
import yaml

from ..errors import ReadError
from ..formats.documents import parse
from .form import read_workflow, workflow_json
from .model import Workflow

FORMS = ("json", "yaml")
_NUMBERS = "+-.0123456789"
_BREAKS = frozenset("\x85\u2028\u2029\ufeff")  # a line ends there, unless they are escaped


class _Dumper(yaml.SafeDumper):
    """Quotes all that begins like a number: `1e5` is one to us, and none to the library."""


def _string(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "'" if text[:1] in _NUMBERS and text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


_Dumper.add_representer(str, _string)


def _yaml(said: object, *, readable: bool) -> str:
    return str(yaml.dump(said, None, _Dumper, sort_keys=False, allow_unicode=readable, width=100))


def written(workflow: Workflow, form: str = "json") -> str:
    """The text of a workflow, in its JSON form (`form.workflow_json`) without issues."""
    said = {key: value for key, value in workflow_json(workflow).items() if key != "issues"}
    if form == "yaml":
        text = _yaml(said, readable=True)
        return text if _BREAKS.isdisjoint(text) else _yaml(said, readable=False)
    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS
    return orjson.dumps(said, option=options).decode()


def read_text(text: str) -> Workflow:
    """The workflow that a text holds, in either form.

    Raises:
        ReadError: it is neither, or no workflow; the sentence names the line or the place.
    """
    if not text.strip():
        raise ReadError("The text is empty; a workflow was expected.")
    value, _ = parse(text.encode("utf-8", "replace"), "the text")
    if not isinstance(value, dict):
        raise ReadError("The text holds no object; a workflow was expected.")
    return read_workflow(value)
