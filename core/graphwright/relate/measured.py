"""Right and wrong claims of each rule and its traits, as benchmarks/relations.py counted them."""

COUNTS: dict[str, tuple[int, int]] = {
    "id-from-output": (180, 20),
    "id-from-answer": (80, 20),
    "lifecycle": (90, 10),
}
