"""Frames that follow a display: made-up ones, whose clock moves only when somebody waits."""

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from emu.host.sound.output import NEAR, SoundOut
from emu.host.timing.display_lock import (
    LOCK_WITHIN,
    LOCKED,
    REFUSAL_LOST,
    REFUSAL_NO_WAIT,
    REFUSED,
    DisplayLock,
    refreshes,
    refreshes_of_frame,
)
from emu.shared.pacing import Pacer
from tests.emu.host.fake_time import FakeDevice, FakeTime
from tests.emu.host.made_up_display import Display
from tests.volume import diagonal

PAL, NTSC = 50.125, 59.826
WORK = 0.002  # seconds that a frame takes
SETTLED = 500  # frames


def run(frames, display, lock, time, sound=None, late=None):
    """Run frames at the pace of a DisplayLock; returns from which refresh on each was seen.

    late  function of the frame's number that gives seconds by which it is late
    """
    pacer = Pacer(lock.frame_hz, sound, time.clock, time.sleep)
    pacer.display = lock
    seen, samples = [], 0.0
    for number in range(frames):
        pacer.wait()
        time.now += WORK + (late(number) if late is not None else 0.0)
        if sound is not None:
            sound.follow = lock.share
            samples += 48000 / lock.frame_hz
            sound.push(np.ones(int(samples), dtype=np.int16))
            samples -= int(samples)
        seen.append(display.flip())
        for _ in range(lock.shows - 1):
            display.flip()
        pacer.shown(time.now)
    return seen


@pytest.mark.parametrize("room", [1, 2, 3])
@pytest.mark.parametrize(
    ("frame_hz", "hz", "count"),
    [(PAL, 50.0, 1), (PAL, 49.95, 1), (PAL, 50.3, 1), (PAL, 100.0, 2), (PAL, 150.0, 3),
     (NTSC, 59.94, 1), (NTSC, 60.0, 1), (NTSC, 119.88, 2)],
)  # fmt: skip
def test_each_frame_is_seen_for_as_many_refreshes(frame_hz, hz, count, room):
    time = FakeTime()
    display, lock = Display(time, hz, room), DisplayLock(frame_hz, round(hz))
    seen = run(SETTLED + 1500, display, lock, time)[SETTLED:]
    assert lock.state == LOCKED and lock.count == count
    assert lock.hz == pytest.approx(hz, rel=0.001)
    assert lock.share == pytest.approx(count * frame_hz / hz - 1, abs=0.001)
    steps = Counter(b - a for a, b in pairwise(seen))
    assert set(steps) <= {count, count + 1} and steps[count] >= 1495  # noise of three refreshes


def test_a_pal_machine_that_follows_nothing_loses_frames_on_a_50_hz_display():
    time = FakeTime()
    display, pacer = Display(time, 50.0, room=0), Pacer(PAL, None, time.clock, time.sleep)
    seen = []
    for _ in range(2000):
        pacer.wait()
        seen.append(display.flip())
    assert len(seen) - len(set(seen)) == pytest.approx(2000 * (1 - 50 / PAL), abs=2)


@pytest.mark.parametrize(
    ("frame_hz", "hz", "nominal"),
    [(PAL, 60.0, 60), (PAL, 60.0, 0), (PAL, 144.0, 144), (NTSC, 50.0, 50), (PAL, 51.0, 0)],
)
def test_other_displays_are_left_alone_and_the_reason_said(frame_hz, hz, nominal):
    time = FakeTime()
    lock = DisplayLock(frame_hz, nominal)
    run(300, Display(time, hz), lock, time)
    assert lock.state == REFUSED and lock.why
    assert lock.share == 0.0 and lock.shows == 1 and lock.period == pytest.approx(1 / frame_hz)


@pytest.mark.parametrize(
    ("frame_hz", "nominal"),
    [(PAL, 50), (PAL, 100), (NTSC, 60), (PAL, 0), (PAL, 24), (PAL, 25), (NTSC, 30), (PAL, 75)],
)
def test_a_display_that_does_not_wait_is_not_taken_for_one_at_our_own_pace(frame_hz, nominal):
    time = FakeTime()
    lock = DisplayLock(frame_hz, nominal)
    run(300, Display(time, nominal or 60, room=0), lock, time)
    assert (lock.state, lock.why) == (REFUSED, REFUSAL_NO_WAIT)


def test_the_rate_that_is_measured_decides_and_not_the_one_that_is_told():
    time = FakeTime()
    lock = DisplayLock(PAL, 60)
    run(SETTLED, Display(time, 50.0), lock, time)
    assert lock.state == LOCKED and lock.hz == pytest.approx(50, rel=0.001)


def test_a_frame_that_is_late_costs_one_refresh_and_no_more():
    time = FakeTime()
    display, lock = Display(time, 50.0, noise=0.0), DisplayLock(PAL, 50)
    late = {600, 900, 1200}
    seen = run(1500, display, lock, time, late=lambda number: 0.015 * (number in late))[SETTLED:]
    steps = Counter(b - a for a, b in pairwise(seen))
    assert lock.state == LOCKED and steps == {1: 996, 2: 3}


def test_a_display_that_waits_no_longer_is_given_up():
    time = FakeTime()
    display, lock = Display(time, 50.0), DisplayLock(PAL, 50)
    run(SETTLED, display, lock, time)
    assert lock.state == LOCKED
    display.stands = True
    run(SETTLED, display, lock, time)
    assert (lock.state, lock.why) == (REFUSED, REFUSAL_LOST)


# make test takes each card with one display.
CARDS = diagonal([(PAL, 50.0), (PAL, 50.3), (NTSC, 60.0)], (0.998, 1.0, 1.002))


@pytest.mark.parametrize(("frame_hz", "hz", "card"), CARDS)
def test_the_sound_is_stretched_by_so_much_and_never_runs_dry(frame_hz, hz, card):
    time = FakeTime()
    device = FakeDevice(time, speed=card)
    sound = SoundOut(device=device)
    display, lock = Display(time, hz), DisplayLock(frame_hz, round(hz))
    run(SETTLED, display, lock, time, sound)
    device.gaps = sound.ran_dry = 0
    sound.left_out, pushed = 0.0, len(device.pushed)
    run(3000, display, lock, time, sound)
    assert sound.ran_dry == device.gaps == 0 and sound.left_out == 0.0
    assert abs(sound.off()) < NEAR + device.buffer
    made = sum(map(len, device.pushed[pushed:])) / 48000
    assert made == pytest.approx(3000 / hz * card, abs=0.03)
    assert abs(lock.share) <= LOCK_WITHIN


def test_refreshes_are_found_among_times_with_gaps_and_late_ones():
    source = random.Random(3)
    numbers = sorted(source.sample(range(400), 300))
    times = [0.5 + number / 59.94 + abs(source.gauss(0, 0.0002)) for number in numbers]
    times = [moment + 0.006 * (at % 17 == 0) for at, moment in enumerate(times)]
    seconds, off = refreshes(times, 1 / 60)
    assert 1 / seconds == pytest.approx(59.94, abs=0.01) and off < 0.001


@pytest.mark.parametrize(
    ("frame_hz", "nominal", "count"),
    [(PAL, 50, 1), (PAL, 100, 2), (PAL, 60, 0), (PAL, 75, 0), (PAL, 144, 0), (PAL, 200, 4),
     (PAL, 500, 0), (NTSC, 60, 1), (NTSC, 59, 1), (NTSC, 120, 2), (NTSC, 50, 0), (PAL, 0, 1)],
)  # fmt: skip
def test_a_rate_in_whole_hz_tells_how_many_refreshes_a_frame_may_take(frame_hz, nominal, count):
    assert refreshes_of_frame(frame_hz, nominal) == count
