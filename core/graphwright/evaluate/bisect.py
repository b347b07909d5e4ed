"""The edit that broke a query, found in the journal by bisection."""

from collections.abc import Callable

_EXACT = 8  # revisions back from now, and their share of the way, that are looked at one by one


def last_break(passes: Callable[[int], bool], since: int, now: int) -> int | None:
    """The revision at which a query that fails now stopped to pass.

    Steps back from now, wider the further away it is, until it passes, and halves the way from
    there. Of several edits that broke it the last one is found, unless what mended it before
    stood for less than an eighth of the way.

    Args:
        passes: whether the query passes at a revision; asked for about 50 of 1,000.
        since: the revision that it passed at.
        now: a later one, at which it fails.

    Returns:
        The first revision that fails; None where it fails at all that were looked at.
    """
    fails = now
    while fails > since:
        step = max(1, (now - fails) // _EXACT)
        before = max(since, fails - step)
        if passes(before):
            return _halved(passes, before, fails)
        fails = before
    return None


def _halved(passes: Callable[[int], bool], good: int, bad: int) -> int:
    while bad - good > 1:
        middle = (good + bad) // 2
        if passes(middle):
            good = middle
        else:
            bad = middle
    return bad
