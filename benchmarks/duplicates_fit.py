"""The weights of `duplicates/terms.py`: a logistic regression on pairs whose truth is known.

python benchmarks/duplicates_fit.py prints the table. Bounds are what is known beforehand: a
sign for each feature, and for a few how much they must or may count at least or at most, so
that copies made by chance do not decide what people's copies look like.
"""

from collections.abc import Sequence

import duplicates_truth as truth
import numpy as np
from scipy.optimize import minimize

from graphwright.duplicates import pairs, terms

_DOCUMENTS = (
    ("openapi/large/stripe.json.xz", 9999), ("openapi/large/github_rest.json.xz", 9999),
    ("openapi/spotify_sonallux.json", 9999), ("openapi/discord_v10.json", 9999),
    ("openapi/docker_engine_1.41.yaml", 9999), ("openapi/tmdb.json", 9999),
    ("openapi/ecommerce.json", 9999), ("openapi/petstore3.json", 9999),
    ("openapi/k8s_core_v1.json", 9999), ("mcp/live/gitlab-zereight.json", 9999),
    ("mcp/live/atlassian-sooperset.json", 9999), ("mcp/live/excel.json", 9999),
    ("mcp/live/kubernetes.json", 9999), ("mcp/live/hubspot.json", 9999),
    ("openapi/large/autotask.json.xz", 500),
)  # fmt: skip
_COPIED = 0.15  # share of a document's tools that get an edited copy
_POSITIVE = 6.0  # weight of a double against a pair that is none
_RIDGE = 3.0

_AGAINST = frozenset(
    (
        "swapped", "number-differs", "heads-differ", "alike", "unlike", "differs", "other-service",
        "same-and-other-name",
    )
)  # fmt: skip
_AT_LEAST = {
    ("description", "share"): 0.9,
    ("description", "same-text"): 0.6,
    ("outputs", "share"): 0.5,
    ("action", "same"): 0.5,
    ("source", "same-service"): 0.3,
    ("parameters", "share"): 1.2,
    ("parameters", "typed"): 0.5,
    ("parameters", "none"): 0.8,
}
_AT_MOST = {
    ("source", "other-service"): -7.5,
    ("parameters", "none"): 1.2,
    ("name", "kin"): 3.0,
    ("name", "number-differs"): -2.0,
}


def training_sets() -> list[truth.Truth]:
    copied = [
        truth.edited(name, truth.tools_of(name)[:most], _COPIED, seed=7)
        for name, most in _DOCUMENTS
    ]
    known = [*truth.server_sets(), truth.all_servers(), truth.twins(), truth.hard_negatives()]
    return [*known, *copied]


def examples(sets: Sequence[truth.Truth]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, truth and weight of every candidate pair."""
    values, labels, weights = [], [], []
    for one in sets:
        found = pairs.find_pairs(one.graph, floor=0.0)
        names = [
            frozenset((found.tools[i].name, found.tools[j].name))
            for i, j in zip(found.left, found.right, strict=True)
        ]
        known = np.array([name not in one.open for name in names], bool)
        values.append(found.values[known])
        labels.append(np.array([name in one.same for name in names], bool)[known])
        weights.append(np.full(known.sum(), 1 / np.sqrt(len(one.graph.tools))))
    return np.vstack(values), np.concatenate(labels), np.concatenate(weights)


def fitted(x: np.ndarray, y: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Start and weights, in the order of the features."""
    w = w / w.mean() * np.where(y, _POSITIVE, 1.0)

    def loss(b: np.ndarray) -> tuple[float, np.ndarray]:
        z = b[0] + x @ b[1:]
        error = w * (1 / (1 + np.exp(-z)) - y)
        value = (w * (np.logaddexp(0, z) - y * z)).sum() + _RIDGE * (b[1:] ** 2).sum() / 2
        return value, np.concatenate([[error.sum()], x.T @ error + _RIDGE * b[1:]])

    bounds = [(-9.0, 9.0)] + [_bounds(feature) for feature in terms.FEATURES]
    first = np.array([np.clip(0.0, *bound) for bound in bounds])
    return minimize(loss, first, jac=True, bounds=bounds, options={"maxiter": 3000}).x


def _bounds(feature: tuple[str, str]) -> tuple[float, float]:
    against = feature[1] in _AGAINST or feature == ("source", "same")
    low, high = (-9.0, 0.0) if against else (0.0, 9.0)
    return max(low, _AT_LEAST.get(feature, low)), min(high, _AT_MOST.get(feature, high))


def main() -> None:
    start, *weights = fitted(*examples(training_sets()))
    print(f"START = {start:.2f}")
    for (term, feature), weight in zip(terms.FEATURES, weights, strict=True):
        print(f'    ("{term}", "{feature}"): {weight:.2f},')


if __name__ == "__main__":
    main()
