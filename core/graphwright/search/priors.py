"""What is added to a tool that is found, whatever the words: what it does, how it stands.

Values are rounded as `signals` says, so that sums are exact.
"""

import numpy as np
import numpy.typing as npt

from .postings import Catalog
from .rows import Floats

_STEPS = 1 << 30


def intent(catalog: Catalog, wanted: tuple[float, ...], weight: float) -> Floats:
    """float64[documents]: how well what a tool does is what the question wants done."""
    return _exact(weight * (np.array(wanted) @ catalog.classes))


def short(catalog: Catalog, weight: float) -> Floats:
    """float64[documents]: higher for names of few words."""
    return _exact(weight / (1.0 + catalog.name_sizes))


def deprecated(catalog: Catalog, weight: float) -> Floats:
    """float64[documents], ≤ 0: a penalty that is shown, since the tool still works."""
    return _exact(0.0 - weight * catalog.deprecated)


def _exact(values: npt.NDArray[np.floating]) -> Floats:
    return np.asarray(np.rint(values * _STEPS) / _STEPS, np.float64)
