"""Where things stand in each picture: laid out once, then kept, whatever becomes of the graph."""

from collections.abc import Callable, Collection, Mapping

import orjson

from .layout import Point

_ENOUGH = 2 / 3  # share of a picture's names whose places are known; below it all is laid out anew


class Places:
    """Places by picture and name; each picture is a record.

    A new version of a document moves nothing that is still there. What is new stands near what it
    is joined to, and stays there. What is gone keeps its place, for whoever takes that back.
    """

    def __init__(
        self,
        records: Mapping[str, bytes] | None = None,
        record: Callable[[str, bytes], None] | None = None,
    ) -> None:
        """Args: records: what was kept before; record: keeps a picture's, else they are not."""
        self._known = {picture: _read(data) for picture, data in (records or {}).items()}
        self._record = record

    def of(
        self,
        picture: str,
        names: Collection[str] = (),
        laid_out: Callable[[], Mapping[str, Point]] = dict,
    ) -> Mapping[str, Point]:
        """The places of a picture, laid out where those of its `names` are mostly not known."""
        known = self._known.get(picture, {})
        if sum(name in known for name in names) < _ENOUGH * len(names):
            return self._keep(picture, laid_out())
        return known

    def add(self, picture: str, more: Mapping[str, Point]) -> None:
        """Keeps the places of what was new in a picture."""
        known = self._known.get(picture, {})
        if not more.keys() <= known.keys():
            self._keep(picture, {**more, **known})

    def _keep(self, picture: str, places: Mapping[str, Point]) -> Mapping[str, Point]:
        self._known[picture] = dict(places)
        if self._record:
            self._record(picture, orjson.dumps(places))
        return places


def _read(data: bytes) -> dict[str, Point]:
    """The places of a record; none of one that is damaged, so that they are laid out anew."""
    try:
        return {str(name): (float(x), float(y)) for name, (x, y) in orjson.loads(data).items()}
    except (ValueError, TypeError, AttributeError):
        return {}
