"""Many kills at random moments. `GRAPHWRIGHT_KILLS=1000` makes it a thousand."""

import os

import pytest

from ..core.killing import editors, killed, nothing_is_lost

KILLS = int(os.environ.get("GRAPHWRIGHT_KILLS", "50"))
PER_PROJECT = 10  # a journal that is killed often, and does not take long to replay


@pytest.mark.soak
def test_no_kill_loses_an_acknowledged_edit(tmp_path):
    acknowledged = 0
    with editors() as process:
        for kill in range(KILLS):
            path = tmp_path / f"shop{kill // PER_PROJECT}.graphwright"
            killed(process, path, kill, longest=0.6)
            if kill % 2 or kill == KILLS - 1:  # else the next process recovers by itself
                count = nothing_is_lost(path)
            if (kill + 1) % PER_PROJECT == 0:
                acknowledged += count
    print(f"{KILLS} kills, {acknowledged} acknowledged edits, 0 lost")
    assert acknowledged > 0
