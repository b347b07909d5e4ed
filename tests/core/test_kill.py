"""Killed at any moment, a project has every edit that was acknowledged."""

from .killing import editors, killed, nothing_is_lost


def test_five_kills_lose_nothing(tmp_path):
    path = tmp_path / "shop.graphwright"
    with editors() as process:
        for seed in range(5):
            killed(process, path, seed, longest=0.5)
            count = nothing_is_lost(path)
    assert count > 0
