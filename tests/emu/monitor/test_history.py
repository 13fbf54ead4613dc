"""The way back: how often snapshots are taken."""

from itertools import pairwise

import pytest

import c64
from emu.monitor.history import HISTORY_EVERY, HISTORY_EVERY_LARGE, History


@pytest.mark.skipif(c64.PURE, reason="six emulated seconds: compiled machine only")
@pytest.mark.parametrize(
    ("reu", "every"), [(None, HISTORY_EVERY), ("512k", HISTORY_EVERY), ("4m", HISTORY_EVERY_LARGE)]
)
def test_large_snapshots_are_taken_more_rarely(reu, every):
    machine = c64.C64(sample_rate=0, reu=reu)
    history = History(machine)
    for _ in range(300):
        history.frame()
        machine.tick()
    marks = [mark.cycle for mark in history.marks]
    apart = [after - before for before, after in pairwise(marks)]
    assert len(apart) >= 2
    assert all(abs(gap / history.clock - every) < 0.03 for gap in apart)
