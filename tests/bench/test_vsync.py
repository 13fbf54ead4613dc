"""What a display shows of frames whose refreshes are known, by hand."""

import pytest

from tests.bench.vsync import figures


def test_a_frame_for_each_refresh_has_no_judder():
    rows = figures(range(100), 50, 1 / 50)
    assert rows["judder_ms"] == pytest.approx(0, abs=1e-9)
    assert rows["never_seen_percent"] == 0 and rows["held_percent"] == {1: 100}


def test_a_frame_that_is_like_the_one_before_is_no_fault():
    rows = figures([1, None, None, 4, 5], 50, 1 / 50)
    assert rows["judder_ms"] == pytest.approx(0, abs=1e-9)
    assert rows["held_percent"] == {1: 50, 3: 50}


def test_two_frames_for_one_refresh_lose_one_and_are_a_step_too_long():
    rows = figures([1, 2, 2, 3], 50, 1 / 50)
    assert rows["never_seen_percent"] == 25
    assert rows["judder_ms"] == pytest.approx(20 * (1 / 2) ** 0.5)
