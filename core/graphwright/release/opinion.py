"""What the installed runtime engine finds for some questions: a second opinion beside ours."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..curate.curation import Curation
from ..errors import ReleaseError
from .conformance import ask
from .export import write


@dataclass(frozen=True, slots=True)
class Opinion:
    """The engine's name and version, and the tools that it found, best first, by question."""

    engine: str
    found: Mapping[str, tuple[str, ...]]


def opinion(curation: Curation, queries: Sequence[str], k: int) -> Opinion:
    """The first k tools of the engine's own search over the lean export.

    Raises:
        ReleaseError: the engine is not installed, or does not load the export.
    """
    with tempfile.TemporaryDirectory(prefix="graphwright-") as folder:
        path = Path(folder) / "lean.json"
        path.write_bytes(write(curation, "json"))
        lean = str(path)
        asked = list(queries)
        answer = ask(
            {"lean": lean, "full": lean, "queries": asked, "k": k, "plans": {}, "goals": []}
        )
    if "found" not in answer:
        raise ReleaseError(f"The runtime engine does not load the export: {answer['errors'][0]}.")
    found = zip(asked, map(tuple, answer["found"]["lean"]), strict=True)
    return Opinion(answer["engine"], dict(found))
