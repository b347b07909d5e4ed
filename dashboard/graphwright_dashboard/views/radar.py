"""What the strip at the foot counts."""

from dataclasses import dataclass
from urllib.parse import urlencode

from graphwright.evaluate.gate import Comparison, is_accepted
from graphwright.evaluate.metrics import Scored, Scores


@dataclass(frozen=True, slots=True)
class Counted:
    """Queries by what became of them. `accepted`: broken, and a person says that it may be."""

    written: int
    synthetic: int
    fixed: tuple[str, ...]
    broken: tuple[str, ...]
    accepted: tuple[str, ...]
    fragile: tuple[str, ...]
    failing: tuple[str, ...]
    errors: tuple[str, ...]

    def also(self, show: str) -> str:
        """What is not in the list, in a sentence."""
        number = len(self.accepted) if show == "broken" else 0
        return f"{number} more accepted as intended." if number else ""


def counted(now: Scores, compared: Comparison) -> Counted:
    accepted = {one.golden.query for one in now.per_query if is_accepted(one.golden)}
    synthetic = sum(one.golden.synthetic for one in now.per_query)
    return Counted(
        written=len(now.per_query) - synthetic,
        synthetic=synthetic,
        fixed=compared.fixed,
        broken=tuple(query for query in compared.broken if query not in accepted),
        accepted=tuple(query for query in compared.broken if query in accepted),
        fragile=tuple(one.golden.query for one in now.per_query if one.fragile),
        failing=tuple(
            one.golden.query for one in now.per_query if not one.passed and one.error is None
        ),
        errors=tuple(one.golden.query for one in now.per_query if one.error is not None),
    )


def ranks(one: Scored) -> str:
    """Where the expected tools stand: `#2 out`."""
    if not one.golden.expect:
        return "nothing found" if not one.found else f"{len(one.found)} found"
    said = " ".join(f"#{rank}" if rank else "out" for rank in one.ranks)
    return f"{said}, and {', '.join(one.forbidden)}" if one.forbidden else said


def lab(query: str) -> str:
    """The address of the query in the Lab."""
    return f"/lab?{urlencode({'q': query})}"
