import io
import json
import lzma
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from graphwright import load
from graphwright_dashboard.commands.arguments import COMMANDS, FORMATS, handler, parser
from graphwright_dashboard.commands.progress import bar, working
from graphwright_dashboard.commands.result import plain, table
from graphwright_dashboard.commands.serving import changed, project_of
from graphwright_dashboard.hosts import is_loopback

Run = Callable[..., tuple[int, str, str]]


def value_of(run: Run, *arguments: str) -> Any:
    code, out, error = run(*arguments, "--json")
    assert (code, error) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "html"])
def test_export_writes_every_form(run: Run, tools: str, tmp_path: Path, format: str):
    out = tmp_path / "out"
    code, _, error = run("export", tools, f"--{format}", str(out))
    assert (code, error) == (0, "")
    assert out.exists()
    again = tmp_path / "again"
    run("export", tools, f"--{format}", str(again))
    if out.is_file():
        assert out.read_bytes() == again.read_bytes()


def test_what_was_exported_is_opened_again(run: Run, tools: str, tmp_path: Path):
    for format in ("json", "graphml", "collection"):
        out = tmp_path / f"out.{format}"
        run("export", tools, f"--{format}", str(out))
        assert value_of(run, "info", str(out))["tools"] == 4, format
        before, after = (value_of(run, "relations", path) for path in (tools, str(out)))
        assert before == after, format


def test_packed_files_and_standard_input_are_read(
    run: Run, tools: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    packed = tmp_path / "tools.json.xz"
    packed.write_bytes(lzma.compress(Path(tools).read_bytes()))
    assert value_of(run, "info", str(packed))["tools"] == 4
    stream = io.TextIOWrapper(io.BytesIO(Path(tools).read_bytes()))
    monkeypatch.setattr(sys, "stdin", stream)
    assert value_of(run, "info", "-")["tools"] == 4


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["search", "x"], "The following arguments are required: -g/--graph"),
        (["search", "x", "-g", "/gone"], "'/gone' is not there; a file was expected."),
        (["search", "x", "-g", "TOOLS", "-k", "0"], "'0' is no whole number from 1 to"),
        (["search", "x", "-g", "TOOLS", "-k", "9" * 5000], "99' is no whole number from 1 to"),
        (["explain", "x", "getOrder", "-g", "TOOLS", "-k", "9" * 20], "is no whole number from 1"),
        *(
            (["search", "x", "-g", "TOOLS", f"--weights=words={wrong}"], "The weight of 'words' is")
            for wrong in ("nan", "inf", "-inf", "1e308", "-1")
        ),
        (["search", "x", "-g", "TOOLS", "--weights", "a"], "'a' is no list of name=number"),
        (["search", "x", "-g", "TOOLS", "--weights", "nose=1"], "has no part 'nose'"),
        (["search", "x", "-g", "TOOLS", "--embedder", "magic"], "no embedder 'magic'"),
        (["explain", "x", "gone", "-g", "TOOLS"], "There is no tool 'gone' in '"),
        (["explain", "x", "gone", "-g", "TOOLS"], "tools.json'; one of its 4 was expected."),
        (["fix", "x", "getOrdr", "-g", "TOOLS"], "one of its 4 was expected, such as 'getOrder'."),
        (["search", "x", "-g", "TOOLS", "-g", "TOOLS"], "-g/--graph: it is given twice"),
        (["search", "x", "-g", "TOOLS", "--weights", "words=1,words=2"], "has a name twice"),
        (["info", "ftp://a/b.json"], "'ftp://a/b.json' is no address that can be read; a file, or"),
        (["duplicates", "TOOLS", "--threshold", "2"], "'2' is no number from 0 to 1"),
        (["relations", "TOOLS", "--kind", "likes"], "invalid choice: 'likes'"),
        (["info", "."], "'.' is a folder; a file was expected."),
        (["eval", "/gone", "-g", "TOOLS"], "'/gone' is not there"),
        (["check", "TOOLS", "-g", "TOOLS"], "holds no workflow"),
        (["export", "TOOLS", "--json", "/gone/x"], "'/gone/x' cannot be written: "),
        (["export", "TOOLS", "OUT"], "--json --html"),
        (["export", "TOOLS", "--dossiers", "-"], "the name of a folder was expected."),
        (["ingest", "TOOLS", "-o", ""], "the name is empty"),
        (["ingest", "TOOLS", "-o", "-", "--issues", "-"], "Standard output takes one file"),
        (["open", "TOOLS", "--host", "0.0.0.0"], "--password-file is needed"),
        (["demo", "--port", "70000"], "'70000' is no port"),
        (["frobnicate"], "invalid choice: 'frobnicate'"),
    ],
)
def test_a_wrong_call_is_one_sentence_and_exit_code_2(
    run: Run, tools: str, arguments: list[str], says: str
):
    code, out, error = run(*(tools if word == "TOOLS" else word for word in arguments))
    assert (code, out) == (2, "")
    assert says in error
    assert error.count("\n") == 1
    assert "Traceback" not in error


def test_a_patch_of_a_graph_file_says_what_such_a_file_does_not_tell(
    run: Run, tools: str, tmp_path: Path
):
    graph, patch, again = (str(tmp_path / name) for name in ("g.json", "a.patch", "b.patch"))
    decided = b'{"do":"describe","tool":"getOrder","aliases":["purchase"]}\n'
    Path(patch).write_bytes(decided)
    run("apply", patch, "-g", tools, "-o", graph)
    code, _, error = run("export", graph, "--patch", again)
    assert code == 0
    assert "A graph file tells of no merge" in error
    assert Path(again).read_bytes() == decided
    assert run("export", tools, "--patch", again)[2] == ""


def test_bytes_that_are_no_text_are_a_question_all_the_same(run: Run, tools: str):
    code, out, error = run("search", "an order \udcff", "-g", tools, "--json")
    assert (code, error) == (0, "")
    assert json.loads(out)["query"] == "an order \ufffd"


def test_a_history_of_unknown_tools_is_noted(run: Run, tools: str):
    code, out, error = run("search", "order", "-g", tools, "--history", "nope,getOrder", "--json")
    assert (code, error) == (0, "The history names 'nope', which is no tool of the file.\n")
    assert json.loads(out)["results"]


@pytest.mark.parametrize(
    ("filter", "says"),
    [
        ({}, "has no kind, rule, parameter, group or range, and so decides every relation"),
        ({"rule": "nonsense"}, "The rule 'r' speaks of no relation that there is now."),
        ({"kind": "requires"}, ""),
    ],
)
def test_a_rule_that_may_not_be_meant_is_noted(
    run: Run, tools: str, tmp_path: Path, filter: dict[str, str], says: str
):
    patch = tmp_path / "a.patch"
    rule = {"name": "r", "verdict": "rejected"} | filter
    patch.write_text(json.dumps({"do": "all", "commands": [{"do": "rule", "rule": rule}]}))
    code, _, error = run("apply", str(patch), "-g", tools, "-o", str(tmp_path / "out.json"))
    assert code == 0
    assert says in error
    assert bool(error) is bool(says)


def test_golden_queries_that_are_repeated_are_noted(run: Run, tools: str, tmp_path: Path):
    golden = tmp_path / "golden.jsonl"
    lines = [{"query": "an order", "expect": [name]} for name in ("gone", "getOrder")]
    golden.write_text("\n".join(map(json.dumps, lines)))
    code, out, error = run("eval", str(golden), "-g", tools, "--json")
    assert code == 0
    assert "has 'an order' more than once; the last entry" in error
    assert json.loads(out)["queries"] == 1


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\x00\xff", b"<svg/>", b"a: [", b"null", b"7"])
def test_no_input_ends_in_a_traceback(run: Run, tmp_path: Path, data: bytes):
    path = tmp_path / "odd"
    path.write_bytes(data)
    code, out, error = run("info", str(path))
    assert (code, out) == (2, "")
    assert error.count("\n") == 1
    assert "fault of Graphwright" not in error


def test_every_command_has_a_handler_and_help(run: Run):
    for name in COMMANDS:
        assert callable(handler(name))
        code, out, _ = run(name, "--help")
        assert code == 0
        assert out.startswith(f"usage: graphwright {name}")


def test_every_command_but_three_gives_json():
    whole = parser()
    assert {name for name in COMMANDS if "json" in _options(whole, name)} == {*COMMANDS} - {
        "open",
        "demo",
    }


def _options(whole: Any, name: str) -> set[str]:
    (commands,) = (a for a in whole._actions if a.dest == "command")
    strings = (string for a in commands.choices[name]._actions for string in a.option_strings)
    return {string.lstrip("-") for string in strings}


def test_nothing_in_a_name_steers_the_terminal():
    assert plain("a\x1b[31m\nb\u202e") == "a\ufffd[31m b\ufffd"
    lines = table(("", "name"), [(1, "\x1b]0;x\x07"), (10, "日本")])
    assert lines == ("    name", " 1  \ufffd]0;x\ufffd", "10  日本")


def _process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "graphwright_dashboard.cli", *arguments]
    return subprocess.run(command, capture_output=True, timeout=60, check=False, **options)


def test_help_loads_neither_dash_nor_numpy():
    script = (
        "import sys; from graphwright_dashboard.cli import main; main(['--help']); "
        "print({'dash', 'numpy', 'pydantic', 'orjson'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=60, check=True
    )
    assert done.stdout.endswith(b"set()\n")


def test_help_starts_at_once():
    times = []
    for _ in range(3):
        before = os.times()
        assert _process("--help").returncode == 0
        after = os.times()
        times.append(after.children_user - before.children_user)
    assert min(times) < 0.3


def test_it_runs_as_a_module(tools: str):
    done = _process("info", tools, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert orjson.loads(done.stdout)["tools"] == 4


def test_a_reader_that_goes_away_is_no_error(tools: str):
    command = f'"{sys.executable}" -m graphwright_dashboard.cli relations "$1" --json | head -c 1'
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}", "-", tools],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == b""


def test_an_interrupt_is_quiet(tools: str, tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "graphwright_dashboard.cli", "info", str(pipe)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with pipe.open("wb"):  # it is reading now
        time.sleep(0.05)
        process.send_signal(2)
        out, error = process.communicate(timeout=60)
    assert (process.returncode, out, error) == (130, b"", b"")


def test_long_work_shows_a_bar_on_a_terminal_and_takes_it_away(monkeypatch: pytest.MonkeyPatch):
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", shown)
    with working("info"):
        time.sleep(1)
    text = shown.getvalue()
    assert "info" in text
    assert text.endswith("\r\x1b[K")
    assert {len(bar(tick)) for tick in range(40)} == {20}


def test_a_projects_file_stands_beside_the_first_document(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    document = tmp_path / "shop.yaml"
    assert project_of(str(document)) == tmp_path / "shop.yaml.graphwright"
    folder = tmp_path / "data" / "graphwright"
    assert project_of("-").parent == folder
    first, other = (project_of(f"https://{host}.test/spec.json") for host in "ab")
    assert first.parent == folder
    assert first.name.startswith("spec.json-")
    assert first != other


def test_a_file_that_changed_since_the_project_was_made_is_named(tools: str):
    curation = load(tools)
    assert list(changed([tools, "-"], curation)) == []
    Path(tools).write_text("{}")
    assert list(changed([tools, "-"], curation)) == [tools]


@pytest.mark.parametrize(
    ("host", "ours"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("a.b", False)],
)
def test_only_this_machine_is_loopback(host: str, ours: bool):
    assert is_loopback(host) is ours


def test_the_command_line_knows_the_forms_of_the_export():
    from graphwright.release.export import FORMATS as FORMS

    assert tuple(FORMS) == FORMATS
