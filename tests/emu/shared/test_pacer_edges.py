"""Pacing by a clock that somebody sets: each rule by itself."""

import pytest

from emu.shared.pacing import LATE_AT_MOST, LOOK_AT_SOUND, TRIM, TRIM_AT_MOST, Pacer


class Clock:
    """A clock that goes on by what is slept."""

    def __init__(self):
        self.now, self.slept = 100.0, []

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


class Sound:
    """A sound card by its answers."""

    def __init__(self, off=0.0, feeds=False):
        self.is_off, self.feeds, self.restarts = off, feeds, 0

    def restart(self):
        self.restarts += 1

    def off(self):
        return self.is_off

    def feed(self):
        return self.feeds


def pacer(sound=None, hz=50.0):
    clock = Clock()
    return clock, Pacer(hz, sound, clock, clock.sleep)


@pytest.mark.parametrize("speed", [0.5, 1.0, 2.0])
def test_a_frame_is_due_a_period_after_the_one_before_it(speed):
    clock, pace = pacer()
    pace.speed = speed
    for count in range(1, 4):
        pace.wait()
        assert pace.due == clock.now == pytest.approx(100 + count * 0.02 / speed)
    assert (pace.late, pace.forgotten) == (0.0, 0.0)
    assert clock.slept == pytest.approx([0.02 / speed] * 3)


@pytest.mark.parametrize("late", [0.001, 0.02, LATE_AT_MOST - 0.001])
def test_a_short_delay_is_made_up(late):
    clock, pace = pacer()
    clock.now += 0.02 + late
    pace.wait()
    assert pace.late == pytest.approx(late) and pace.forgotten == 0.0
    assert pace.due == pytest.approx(100.02) and clock.slept == []
    clock.now = 100.03
    pace.wait()
    assert clock.now == pytest.approx(100.04)


@pytest.mark.parametrize("late", [LATE_AT_MOST + 0.001, 1.0])
def test_a_long_delay_is_forgotten_and_counted(late):
    clock, pace = pacer()
    for count in (1, 2):
        clock.now = pace.due + 0.02 + late
        pace.wait()
        assert pace.late == pytest.approx(late)
        assert pace.forgotten == pytest.approx(count * late)
        assert pace.due == pytest.approx(clock.now)
    assert clock.slept == []


def test_a_new_beginning_is_now_and_tells_the_sound():
    sound = Sound()
    clock, pace = pacer(sound)
    assert sound.restarts == 1
    clock.now += 5
    pace.restart()
    assert (pace.due, sound.restarts) == (105.0, 2)


@pytest.mark.parametrize(
    ("off", "longer"),
    [
        (0.0, 0.0), (0.001, -TRIM * 0.001), (-0.002, TRIM * 0.002), (0.1, -TRIM_AT_MOST),
        (-0.1, TRIM_AT_MOST), (TRIM_AT_MOST / TRIM, -TRIM_AT_MOST),
    ],
)  # fmt: skip
def test_the_period_is_longer_by_what_waits_too_little(off, longer):
    clock, pace = pacer(Sound(off))
    pace.wait()
    assert clock.now - 100 == pytest.approx(0.02 * (1 + longer), rel=1e-9)
    assert (TRIM, TRIM_AT_MOST, LATE_AT_MOST) == (0.6, 0.006, 0.04)


def test_a_card_that_has_yet_to_take_something_is_looked_at_often():
    clock, pace = pacer(Sound(feeds=True))
    pace.wait()
    assert max(clock.slept) == LOOK_AT_SOUND == 0.004
    assert len(clock.slept) in (5, 6) and clock.now == pytest.approx(100.02)
    clock, pace = pacer(Sound(feeds=False))
    pace.wait()
    assert clock.slept == pytest.approx([0.02])


def test_time_is_spare_while_less_than_the_share_has_gone():
    clock, pace = pacer(hz=64.0)  # whose period a float holds exactly
    for gone, spare in ((0, True), (1 / 256, True), (1 / 128, False), (1 / 64, False)):
        clock.now = pace.due + gone
        assert pace.spare(0.5) is spare
