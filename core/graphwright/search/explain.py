"""Why a tool has its rank: a reason from a closed list, and a sentence for a person."""

from ..tools import Tool
from .results import Explanation, Hit, Reason


def explained(
    query: str, k: int, tool: Tool, rank: int | None, hit: Hit, competitor: Hit | None
) -> Explanation:
    """The explanation of `hit`, beside the tool at rank k."""
    inside = rank is not None and rank <= k
    gap = max(0.0, competitor.score - hit.score) if competitor and not inside else 0.0
    reason = Reason.FOUND if inside else Reason.NO_TERM_MATCH if rank is None else Reason.OUTRANKED
    sentence = (
        f"'{tool.name}' is at rank {rank}."
        if rank
        else f"Nothing in '{tool.name}' answers the question."
    )
    return Explanation(
        query, tool.name, k, rank, hit.score, gap, reason, sentence, hit.parts, competitor
    )
