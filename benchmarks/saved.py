"""Results of a benchmark as JSON: written with --save, compared with --diff."""

import argparse
import json
from pathlib import Path

Results = dict[str, dict[str, float]]


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the results")
    parser.add_argument("--diff", type=Path, metavar="FILE", help="compare with saved results")


def finish(results: Results, chosen: argparse.Namespace) -> None:
    """Writes and compares, as the options say."""
    if chosen.diff:
        _print_changes(json.loads(chosen.diff.read_text("utf-8")), results)
    if chosen.save:
        chosen.save.parent.mkdir(parents=True, exist_ok=True)
        chosen.save.write_text(json.dumps(results, indent=1) + "\n", "utf-8")


def _print_changes(before: Results, now: Results) -> None:
    print("\nChanges against the saved results")
    for row, values in now.items():
        for name, value in values.items():
            old = before.get(row, {}).get(name)
            if old is not None and abs(value - old) > 1e-9:
                print(f"  {row:40s} {name:10s} {old:10.4f} -> {value:10.4f}")
