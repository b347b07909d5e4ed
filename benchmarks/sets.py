"""The question sets of ../shared/data, each over its real document where there is one."""

import json
import lzma
from dataclasses import dataclass
from pathlib import Path

from graphwright.curate.curation import Curation
from graphwright.evaluate.golden import Golden
from graphwright.read import load

DATA = Path(__file__).parents[2] / "shared" / "data"

# sets of the runtime engine's own benchmark, and the documents that they are about
NINE = (
    "gtc_petstore",
    "gtc_github",
    "gtc_mixed_mcp",
    "gtc_k8s",
    "gtc_playwright",
    "gtc_ecommerce",
    "gtc_multi_mcp",
    "gtc_cli_agent",
    "gtc_github_full",
)
DOCUMENTS = {
    "gtc_petstore": "petstore3.json",
    "gtc_ecommerce": "ecommerce.json",
    "gtc_github": "github_subset.json",
    "gtc_k8s": "k8s_core_v1.json",
    "gtc_github_full": "large/github_rest.json.xz",
    "gtc_xgen_commerce_korean": "xgen_commerce_openapi.json",
    "gtc_github_full_ko": "large/github_rest.json.xz",
    "gtc_github_full_ja": "large/github_rest.json.xz",
}
OUTSIDE = (
    "restbench_tmdb",
    "taskgraph_tmdb",
    "nestful",
    "metatool_toole",
    "seal_tools",
    "toolbench",
    "toollinkos",
)
CLOSURES = ("toollinkos",)  # the right answer is a tool with all that it needs
LANGUAGES = ("gtc_xgen_commerce_korean", "gtc_github_full_ko", "gtc_github_full_ja")


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions with their right tools, and where the tools are read from."""

    name: str
    path: Path  # of the document, or of the set's own tool list
    golden: tuple[Golden, ...]

    @property
    def is_openapi(self) -> bool:
        return self.path.parent.name != "retrieval"

    def curation(self) -> Curation:
        return load(self.path)

    def document(self) -> dict[str, object]:
        data = self.path.read_bytes()
        return dict(json.loads(lzma.decompress(data) if self.path.suffix == ".xz" else data))


def question_set(name: str, most: int, plain: bool = False) -> QuestionSet:
    """A set with at most `most` questions, evenly chosen; `plain`: over its own tool list."""
    language = name[-2:] if name.startswith("gtc_github_full_") else ""
    file = DATA / "retrieval" / f"{name.removesuffix(f'_{language}')}.json"
    if language:
        file = DATA / "retrieval" / "gtc_github_full_ko_ja.json"
    document = DATA / "openapi" / DOCUMENTS[name] if name in DOCUMENTS else file
    rows = json.loads(file.read_text("utf-8"))["queries"]
    chosen = [rows[i * len(rows) // min(most, len(rows))] for i in range(min(most, len(rows)))]
    golden = (Golden(row[language or "query"], tuple(row["gold"])) for row in chosen)
    return QuestionSet(name, file if plain else document, tuple(golden))
