"""The command line: `graphwright COMMAND …`. Dash is loaded for `open` and `demo` alone."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from .commands.arguments import handler, parser
from .commands.progress import working
from .commands.result import Result, plain

DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130
_TRACEBACK = "GRAPHWRIGHT_TRACEBACK"  # environment variable: let bugs through


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; gives its exit code."""
    try:
        return _run(parser().parse_args(arguments))
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return DONE
    except Exception as error:
        return _complain(error)


def _run(options: Namespace) -> int:
    if options.version:
        from importlib.metadata import version

        print(f"graphwright {version('graphwright')}")
        return DONE
    if options.command is None:
        parser().print_help()
        return WRONG
    result = _worked(options)
    _show(result, as_json=getattr(options, "json", False))
    return DONE if result.holds else FAILED


def _worked(options: Namespace) -> Result:
    if options.command in ("open", "demo"):
        return handler(options.command)(options)
    with working(options.command):
        return handler(options.command)(options)


def _show(result: Result, as_json: bool) -> None:
    out = sys.stderr.buffer if result.file else sys.stdout.buffer
    if as_json and not result.file:
        import orjson

        out.write(orjson.dumps(result.value, option=orjson.OPT_INDENT_2) + b"\n")
    else:
        out.write("".join(f"{line}\n" for line in result.lines).encode("utf-8", "replace"))
    out.flush()
    sys.stderr.write("".join(f"{plain(note)}\n" for note in result.notes))


def _complain(error: Exception) -> int:
    """One sentence on standard error; of a bug, what it was."""
    from graphwright.errors import GraphwrightError

    if isinstance(error, GraphwrightError):
        said = " ".join(str(error).split())
    elif os.environ.get(_TRACEBACK):
        raise error
    else:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        said = f"Something went wrong, which is a fault of Graphwright ({what}); "
        said += f"{_TRACEBACK}=1 shows where."
    sys.stderr.write(f"{said}\n")
    return WRONG


def _forget_output() -> None:
    """Nobody reads any more; the interpreter's own last flush must not complain either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
