import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import graphwright
from graphwright.issues import IssueCode
from graphwright_dashboard.commands.arguments import COMMANDS, parser

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for folder in ("core", "dashboard", "assets", "benchmarks", "scripts")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".js", ".css") and "__pycache__" not in path.parts
)
README = (ROOT / "README.md").read_text("utf-8")
LONGEST = 400  # lines


def test_no_source_file_is_longer_than_a_person_reads():
    lines = {str(path): path.read_text("utf-8").count("\n") for path in SOURCES}
    assert {path: count for path, count in lines.items() if count > LONGEST} == {}


def modules() -> Iterator[str]:
    yield "graphwright"
    for found in walk_packages(graphwright.__path__, "graphwright."):
        yield found.name


@pytest.mark.parametrize("name", modules())
def test_all_is_what_is_exposed(name: str):
    module = import_module(name)
    listed = getattr(module, "__all__", [])
    assert [word for word in listed if not hasattr(module, word)] == []
    assert list(listed) == sorted(listed, key=_as_ruff_sorts)


def _as_ruff_sorts(word: str) -> tuple[int, str]:
    """Constants, then classes, then the rest."""
    return (0 if word.isupper() else 1 if word[0].isupper() else 2), word


def test_the_library_is_what_the_command_lines_contract_names():
    functions = {
        "apply", "check", "duplicates", "evaluate", "fixes", "load", "plan", "read", "relate",
        "write",
    }  # fmt: skip
    assert functions <= set(graphwright.__all__)
    assert all(callable(getattr(graphwright, name)) for name in graphwright.__all__)


def test_a_room_can_be_called_whatever_was_imported_before():
    script = (
        "import graphwright.read, graphwright.relate.paths, graphwright; "
        "from graphwright import read, relate, duplicates, evaluate, load; "
        "assert read(b'[]', 'x') if False else callable(read); "
        "assert relate([]) == () and graphwright.relate.relate([]) == (); "
        "assert graphwright.read.load is load"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_importing_the_library_reads_no_file_and_loads_nothing():
    script = (
        "import sys; before = set(sys.modules); import graphwright; "
        "print({m for m in set(sys.modules) - before if not m.startswith('graphwright')})"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=60, check=True
    )
    loaded = set(re.findall(r"'([\w.]+)'", done.stdout.decode()))
    assert not loaded & {"numpy", "pydantic", "orjson", "immutables", "networkx", "scipy", "dash"}


@pytest.mark.parametrize("code", IssueCode)
def test_the_readme_names_every_issue(code: IssueCode):
    assert f"`{code.value}`" in README


@pytest.mark.parametrize("name", COMMANDS)
def test_the_readme_names_every_command_and_its_options(name: str):
    assert f"`{name}" in README
    (commands,) = (a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    options = (o for action in commands.choices[name]._actions for o in action.option_strings)
    missing = [o for o in options if o not in ("-h", "--help") and not _named(o)]
    assert missing == []


def _named(option: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", README) is not None


def test_reading_files_loads_no_arrays():
    script = (
        "import sys; import graphwright.read, graphwright_dashboard.commands.inputs; "
        "print({'numpy', 'scipy', 'networkx'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=60, check=True
    )
    assert done.stdout.decode().strip() == "set()"


def test_no_class_is_placed_by_the_styles_of_two_pages():
    placed: dict[str, set[str]] = {}
    for path in (ROOT / "assets").glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
            if re.search(r"\b(display|position|grid-area|right|left)\s*:", body):
                for name in re.findall(r"(?:^|,)\s*\.([a-z0-9-]+)\s*(?=,|$)", selectors.strip()):
                    placed.setdefault(name, set()).add(path.name)
    assert not {name: files for name, files in placed.items() if len(files) > 1}
