"""Tests of a raster effect: when registers are written, and what is seen."""

import pytest

pytestmark = pytest.mark.c64(prg="border.prg", dbg="border.dbg")
LEFT, RIGHT = 32, 352  # columns of the visible picture between the side borders


@pytest.fixture
def running(kit):
    kit.start()
    kit.run_until("main::wait")
    kit.run_until(frame=2)
    return kit


@pytest.mark.c64_models("c64", "ntsc")
def test_border_is_switched_between_both_ends(running):
    with running.event_log() as log:
        running.run_until(frame=3)
    writes = log.last_frame()
    writes = writes[writes["address"] == running.address("CONTROL")]
    assert writes["value"].tolist() == [0x13, 0x1B]
    first, second = writes["line"].tolist()
    assert 248 <= first <= 250  # a cycle too late, and the border is there
    assert second > 251


def test_pattern_fills_the_border(running):
    picture = running.screen.indices
    lines = [picture[row, LEFT:RIGHT] for row in (2, -2)]
    assert all(set(line.tolist()) == {0, 6} for line in lines)


def test_sides_stay_closed(running):
    picture = running.screen.indices
    assert set(picture[:, : LEFT - 1].ravel().tolist()) == {0}


def test_interrupt_takes_less_than_six_lines(running):
    with running.profile() as profile:
        running.run_until(frame=4)
    kernal = "$FF48"  # which enters the interrupt, and jumps to ours
    assert profile.callers(kernal) == {"(program)": 4}
    assert profile.inclusive_cycles()[kernal] < 4 * 6 * 63
