"""The command line's words: commands, arguments and options, without what they do."""

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from typing import NoReturn

from .result import Result

_MOST_RESULTS = 1_000_000  # as many as there are tools, in any graph that is read

Handler = Callable[[argparse.Namespace], Result]

DESCRIPTION = "The workbench for tool graphs: find, relate, mend and chain what an agent can call."
_EXIT = "Exit codes: 0 done; 1 a check did not hold; 2 the call or an input is wrong."

FORMATS = ("json", "html", "graphml", "cypher", "collection", "dossiers", "patch", "workflows")
KINDS = ("requires", "precedes", "complementary", "similar_to", "conflicts_with", "belongs_to")
VERDICTS = ("unreviewed", "accepted", "rejected")


class _Once(argparse.Action):
    """Keeps the value of an option, which cannot be given twice."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        given: set[str] = namespace.__dict__.setdefault("given", set())
        if self.option_strings and self.dest in given:
            raise argparse.ArgumentError(self, "it is given twice, and one value was expected")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """A parser that complains in one sentence."""

    def format_help(self) -> str:
        self.formatter_class = _help
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        said = message[:1].upper() + message[1:].rstrip(".")
        sys.stderr.write(f"{said}; see '{self.prog} --help'.\n")
        raise SystemExit(2)


def _help(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, max_help_position=28)


def handler(name: str) -> Handler:
    """What runs a command; its module is loaded now."""
    module, _, function = _HANDLERS[name].partition(":")
    found: Handler = getattr(import_module(f".{module}", __package__), function)
    return found


def parser() -> Parser:
    """The whole command line."""
    whole = Parser(prog="graphwright", description=DESCRIPTION, epilog=_EXIT)
    whole.add_argument("--version", action="store_true", help="print the version")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, (does, add) in _COMMANDS.items():
        command = commands.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.")
        command.register("action", None, _Once)
        add(command)
        if name not in ("demo", "open", "export"):
            command.add_argument("--json", action="store_true", help="one JSON value instead")
    return whole


def _demo(command: Parser) -> None:
    command.add_argument("--project", metavar="P", help="the project file")
    _serving(command)


def _open(command: Parser) -> None:
    _files(command)
    command.add_argument("--project", metavar="P", help="the project file")
    _serving(command)
    command.add_argument("--read-only", action="store_true", help="nothing can be changed")
    command.add_argument(
        "--password-file", metavar="F", help="file with the password that is asked for"
    )
    command.add_argument(
        "--allow-host", metavar="NAME", action="append", default=[],
        help="a private host that a FILE's address may name, or a name that this machine goes by",
    )  # fmt: skip


def _ingest(command: Parser) -> None:
    _files(command)
    command.add_argument(
        "-o", "--output", metavar="OUT", type=_path, help="the graph file that is written"
    )
    _full(command)
    command.add_argument(
        "--issues", metavar="F", type=_path, help="write the issues as JSON to this file"
    )
    command.add_argument(
        "--project", metavar="P", type=_path, help="take it as P's sources' new version"
    )
    _allowed(command)


def _info(command: Parser) -> None:
    _file(command)


def _search(command: Parser) -> None:
    command.add_argument("query", metavar="QUERY", type=_text)
    _graph(command)
    _tuning(command)
    _history(command)
    command.add_argument(
        "--bundle", action="store_true", help="also what the first tool needs, with the paths"
    )


def _explain(command: Parser) -> None:
    command.add_argument("query", metavar="QUERY", type=_text)
    command.add_argument("tool", metavar="TOOL", type=_text)
    _graph(command)
    _tuning(command)
    _history(command)


def _fix(command: Parser) -> None:
    command.add_argument("query", metavar="QUERY", type=_text)
    command.add_argument("tool", metavar="TOOL", type=_text)
    _graph(command)
    _tuning(command)
    command.add_argument("--golden", metavar="G", help="golden queries that an edit may break")


def _eval(command: Parser) -> None:
    command.add_argument("golden", metavar="GOLDEN")
    _graph(command)
    _tuning(command)
    command.add_argument("--baseline", metavar="FILE", help="the same queries run on this file")
    command.add_argument("--gate", action="store_true", help="exit code 1 when the gate fails")
    command.add_argument(
        "--rules", metavar="R", help="a file with the gate's rules, in place of those of FILE"
    )
    command.add_argument(
        "--epsilon", type=_share, metavar="E", help="loss that the gate allows, .01 by default"
    )


def _relations(command: Parser) -> None:
    _file(command)
    command.add_argument("--kind", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    command.add_argument("--verdict", choices=VERDICTS, metavar="V", help=", ".join(VERDICTS))


def _duplicates(command: Parser) -> None:
    _file(command)
    command.add_argument(
        "--threshold", type=_share, metavar="T", help="probability from which two are the same"
    )


def _plan(command: Parser) -> None:
    command.add_argument("goal", metavar="GOAL", type=_text)
    _graph(command)


def _check(command: Parser) -> None:
    command.add_argument("workflow", metavar="WORKFLOW")
    _graph(command)


def _apply(command: Parser) -> None:
    command.add_argument("patch", metavar="PATCH")
    _graph(command)
    command.add_argument("-o", "--output", metavar="OUT", type=_path, required=True)
    _full(command)


def _export(command: Parser) -> None:
    _file(command)
    formats = command.add_mutually_exclusive_group(required=True)
    for name in FORMATS:
        formats.add_argument(f"--{name}", dest="format", action="store_const", const=name)
    command.add_argument(
        "output", metavar="OUT", type=_path, help="a file; for dossiers, workflows a folder"
    )
    _full(command)


def _conformance(command: Parser) -> None:
    _file(command)
    command.add_argument("--golden", metavar="G", help="golden queries; else those of FILE")
    command.add_argument("-k", type=_count, metavar="K", help="results a query")
    command.add_argument(
        "--planner-shim", action="store_true", help="with the loader that mends its planner"
    )


def _full(command: Parser) -> None:
    command.add_argument("--full", action="store_true", help="with all metadata that was read")


def _file(command: Parser) -> None:
    command.add_argument("file", metavar="FILE")
    _allowed(command)


def _files(command: Parser) -> None:
    command.add_argument("files", metavar="FILE", nargs="+")


def _graph(command: Parser) -> None:
    command.add_argument("-g", "--graph", metavar="FILE", required=True, help="where the tools are")
    _allowed(command)


def _allowed(command: Parser) -> None:
    command.add_argument(
        "--allow-host", metavar="NAME", action="append", default=[],
        help="a private host that a FILE's address may name",
    )  # fmt: skip


def _tuning(command: Parser) -> None:
    command.add_argument("-k", type=_count, metavar="K", help="results (5, or as FILE says)")
    command.add_argument("--weights", type=_weights, metavar="NAME=X,…", default={})
    command.add_argument(
        "--embedder", metavar="SPEC", help="none, use, static, minilm, or an address"
    )


def _history(command: Parser) -> None:
    command.add_argument(
        "--history", type=_names, metavar="A,B", default=(), help="tools that were used already"
    )


def _serving(command: Parser) -> None:
    command.add_argument("--host", default="127.0.0.1", metavar="H", help="address to listen at")
    command.add_argument("--port", type=_port, default=8050, metavar="N")
    command.add_argument("--no-browser", action="store_true", help="do not open the browser")


def _count(text: str) -> int:
    value = _whole(text)
    if not 1 <= value <= _MOST_RESULTS:
        raise argparse.ArgumentTypeError(
            f"'{text[:40]}' is no whole number from 1 to {_MOST_RESULTS}"
        )
    return value


def _whole(text: str) -> int:
    """The number that some digits are; -1 where they are none, or too many for one."""
    return int(text) if text.isdecimal() and len(text) < 20 else -1


def _port(text: str) -> int:
    if not 0 <= _whole(text) <= 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is no port: 0 to 65535 was expected")
    return int(text)


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 0 to 1")
    return value


def _weights(text: str) -> dict[str, float]:
    """`name=x,name=x` as numbers by name."""
    pairs = [item.partition("=") for item in text.split(",") if item.strip()]
    try:
        found = {name.strip(): float(value) for name, _, value in pairs}
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no list of name=number") from None
    if len(found) < len(pairs):
        raise argparse.ArgumentTypeError(f"'{text}' has a name twice")
    return found


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for item in _text(text).split(",") if (name := item.strip()))


def _text(text: str) -> str:
    """The text, with a sign in place of bytes that are none in UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _path(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return text


_COMMANDS: dict[str, tuple[str, Callable[[Parser], None]]] = {
    "demo": ("open the workbench on the bundled sample project", _demo),
    "open": ("open the workbench on files", _open),
    "ingest": ("read and relate files, and write the graph", _ingest),
    "info": ("count tools, groups, relations, issues and contradictions", _info),
    "search": ("rank the tools for a question, with the parts of each score", _search),
    "explain": ("say why a tool has its rank for a question", _explain),
    "fix": ("find the smallest edits that bring a tool into the first k", _fix),
    "eval": ("score the search on golden queries", _eval),
    "relations": ("list relations with evidence and confidence", _relations),
    "duplicates": ("list clusters of tools that do the same", _duplicates),
    "plan": ("make a workflow for a goal, with its bindings", _plan),
    "check": ("say what is wrong with a workflow", _check),
    "apply": ("do the commands of a patch file", _apply),
    "export": ("write the graph in one of its forms", _export),
    "conformance": ("load the export in the installed runtime engine", _conformance),
}
_HANDLERS = {
    "demo": "serving:demo",
    "open": "serving:open_files",
    "ingest": "reading:ingest",
    "info": "reading:info",
    "search": "searching:search",
    "explain": "searching:explain",
    "fix": "searching:fix",
    "eval": "searching:evaluate",
    "relations": "relating:relations",
    "duplicates": "relating:duplicates",
    "plan": "flows:plan",
    "check": "flows:check",
    "apply": "releasing:apply",
    "export": "releasing:export",
    "conformance": "releasing:conformance",
}
COMMANDS = tuple(_COMMANDS)
