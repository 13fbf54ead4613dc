"""When frames come, with and without sound."""

from itertools import pairwise

import numpy as np
import pytest

from emu.host.sound.output import AHEAD, LATENCY_AT_MOST, NEAR, SoundOut
from emu.shared.pacing import LATE_AT_MOST, TRIM_AT_MOST, Pacer
from tests.emu.host.fake_time import FakeDevice, FakeTime
from tests.volume import seldom

PAL = 50.125
WORK = 0.004  # seconds that a frame takes
SECOND = np.ones(48000, dtype=np.int16)


def frames(count, time, pacer, sound=None):
    """Run frames; returns when they began."""
    begun, samples = [], 0.0
    for _ in range(count):
        pacer.wait()
        begun.append(time.now)
        time.now += WORK
        samples += 48000 / PAL
        if sound is not None:
            sound.push(np.ones(int(samples), dtype=np.int16))
        samples -= int(samples)
    return begun


def with_sound(**card):
    """Return (time, pacer, sound, device) with a sound card."""
    time = FakeTime()
    device = FakeDevice(time, **card)
    sound = SoundOut(device=device)
    return time, Pacer(PAL, sound, time.clock, time.sleep), sound, device


def test_without_sound_frames_come_at_pals_rate_without_drift():
    time = FakeTime()
    pacer = Pacer(PAL, None, time.clock, time.sleep)
    frames(5012, time, pacer)
    assert time.now == pytest.approx(5012 / PAL, abs=0.03)


def test_with_sound_frames_come_evenly_though_the_card_takes_whole_buffers():
    time, pacer, sound, device = with_sound()
    begun = frames(3000, time, pacer, sound)
    steps = [b - a for a, b in pairwise(begun)]
    assert min(steps) > (1 - TRIM_AT_MOST) * 0.9999 / PAL
    assert max(steps) < (1 + TRIM_AT_MOST) * 1.0001 / PAL
    assert sound.ran_dry == device.gaps == 0
    assert abs(sound.off()) < NEAR


def worst_latency(count, time, pacer, sound):
    """Run frames; returns the most seconds that a frame's sound took."""
    worst = 0.0
    for _ in range(count):
        frames(1, time, pacer, sound)
        worst = max(worst, sound.latency())
    return worst


@pytest.mark.parametrize("speed", [0.94, 0.98, 0.998, 1.0, 1.002, 1.02])
def test_sound_leaves_the_device_60_ms_after_its_frame_at_most(speed):
    time, pacer, sound, _ = with_sound(speed=speed)
    assert 0.040 < worst_latency(3000, time, pacer, sound) <= LATENCY_AT_MOST


@pytest.mark.parametrize("stall", [0.015, 0.030, 0.045, 0.2])
def test_a_moment_in_which_host_and_device_stood_still_is_not_heard_for_long(stall):
    time, pacer, sound, device = with_sound()
    frames(200, time, pacer, sound)
    device.faster(0.0)
    time.now += stall
    device.faster(1.0)
    assert worst_latency(200, time, pacer, sound) <= LATENCY_AT_MOST
    assert 0.0 < sound.left_out < 0.1
    assert sound.ran_dry == device.gaps == 0
    left_out = sound.left_out
    frames(1000, time, pacer, sound)
    assert sound.left_out == left_out


def test_of_a_slow_device_something_is_left_out_only_until_its_speed_is_known():
    time, pacer, sound, _ = with_sound(speed=0.98)
    frames(300, time, pacer, sound)
    left_out = sound.left_out
    assert 0.0 < left_out < 0.1
    frames(3000, time, pacer, sound)
    assert sound.left_out == left_out


@pytest.mark.parametrize("speed", [0.997, 1.003])
def test_frames_follow_a_sound_card_whose_clock_is_off_and_its_samples_stay_as_they_are(speed):
    time, pacer, sound, device = with_sound(speed=speed)
    frames(10000, time, pacer, sound)
    assert time.now == pytest.approx(10000 / PAL / speed, abs=0.08)
    assert sound.ran_dry == device.gaps == 0
    assert abs(sound.off()) < NEAR + 0.005
    assert sum(map(len, device.pushed[2:])) == pytest.approx(9999 * 48000 / PAL, abs=2)


@pytest.mark.parametrize("speed", [0.94, 0.985, 1.02])
def test_a_card_of_another_speed_gets_more_or_less_sound_and_the_machine_keeps_its_own(speed):
    time, pacer, sound, device = with_sound(speed=speed)
    frames(500, time, pacer, sound)
    device.gaps = 0
    begun = frames(2000, time, pacer, sound)
    assert begun[-1] - begun[0] == pytest.approx(1999 / PAL, rel=TRIM_AT_MOST)
    assert (sound.ran_dry, device.gaps, sound.dropped) == (0, 0, 0)
    assert abs(sound.off()) < NEAR + 0.015


def test_after_a_while_of_its_right_speed_a_card_gets_the_samples_as_they_are_again():
    time, pacer, sound, device = with_sound(speed=0.98)
    frames(500, time, pacer, sound)
    before = sum(map(len, device.pushed))
    frames(500, time, pacer, sound)
    assert sum(map(len, device.pushed)) - before < 498 * 48000 / PAL
    device.faster(1.0)
    frames(4000, time, pacer, sound)
    before = sum(map(len, device.pushed))
    frames(1000, time, pacer, sound)
    assert sum(map(len, device.pushed)) - before == pytest.approx(1000 * 48000 / PAL, abs=2)


@pytest.mark.parametrize("minutes", [2, seldom(10)])
@pytest.mark.parametrize("speed", [0.98, 1.0])  # SDL's dummy and disk devices; a card
def test_minutes_of_a_restless_host_have_no_gap(speed, minutes):
    time, pacer, sound, device = with_sound(speed=speed)
    random = np.random.default_rng(10)
    count = round(minutes * 60 * PAL)
    for work in random.uniform(0.002, 0.014, count) + 0.008 * (random.random(count) < 0.02):
        pacer.wait()
        time.now += work
        sound.push(SECOND[: 957 + int(random.integers(2))])
    assert time.now == pytest.approx(minutes * 60, abs=4)
    assert (sound.ran_dry, device.gaps, sound.dropped) == (0, 0, 0)
    assert sound.left_out < 0.1


@pytest.mark.parametrize("speed", [0.6, 0.85])
def test_a_device_that_was_too_slow_for_a_while_is_not_starved_for_long(speed):
    time, pacer, sound, device = with_sound(speed=speed)
    frames(3000, time, pacer, sound)
    device.faster(1.0)
    frames(400, time, pacer, sound)
    assert sound.ran_dry <= 3
    sound.ran_dry = sound.dropped = 0
    frames(2000, time, pacer, sound)
    assert sound.ran_dry == sound.dropped == 0
    assert abs(sound.off()) < NEAR + 0.005


def test_a_sound_card_that_has_the_wrong_rate_does_not_make_the_machine_fast():
    time, pacer, sound, _ = with_sound(speed=1.5)
    frames(1000, time, pacer, sound)
    assert time.now > 0.99 * 1000 / PAL


@pytest.mark.parametrize("speed", [0.25, 0.5, 2.0])
def test_sound_of_slow_and_quick_frames_does_not_run_dry(speed):
    time, pacer, sound, device = with_sound()
    pacer.speed = speed
    for _ in range(1000):
        pacer.wait()
        time.now += WORK
        sound.push(np.ones(round(48000 / PAL / speed), dtype=np.int16))
    assert sound.ran_dry == device.gaps == sound.dropped == 0


def test_a_dead_sound_device_does_not_stop_the_machine():
    time, pacer, sound, _ = with_sound(dead=True)
    frames(500, time, pacer, sound)
    assert time.now < 1.02 * 500 / PAL
    assert sound.dropped > 400
    assert sound.latency() <= LATENCY_AT_MOST


@pytest.mark.parametrize("stall", [0.010, 0.020])
def test_a_short_stall_is_made_up_and_not_heard(stall):
    time, pacer, sound, device = with_sound()
    frames(200, time, pacer, sound)
    time.now += stall
    frames(200, time, pacer, sound)
    assert time.now == pytest.approx(400 / PAL, abs=0.03)
    assert sound.ran_dry == device.gaps == 0
    assert pacer.forgotten == 0


def test_a_long_stall_is_forgotten_not_made_up():
    time, pacer, sound, device = with_sound()
    frames(100, time, pacer, sound)
    time.now += 3.0
    begun = frames(11, time, pacer, sound)
    assert begun[-1] - begun[0] > 10 / PAL * 0.99
    assert pacer.forgotten == pytest.approx(3.0, abs=LATE_AT_MOST)
    assert sound.ran_dry == 1
    assert device.gaps


def test_time_is_spare_until_a_share_of_the_frame_has_gone():
    time = FakeTime()
    pacer = Pacer(PAL, clock=time.clock, sleep=time.sleep)
    pacer.wait()
    told = []
    for _ in range(10):
        told.append(pacer.spare(0.5))
        time.now += 0.1 / PAL
    assert told == [True] * 5 + [False] * 5


def test_sound_that_stops_for_a_pause_has_not_run_dry():
    time, pacer, sound, device = with_sound()
    frames(100, time, pacer, sound)
    time.now += 3.0
    pacer.restart()
    frames(100, time, pacer, sound)
    assert sound.ran_dry == 0
    assert device.ahead() == pytest.approx(AHEAD + 0.020, abs=0.012)
