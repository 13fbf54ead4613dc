"""When frames come, with and without sound, and what becomes of the sound."""

from itertools import pairwise

import pytest

from emu.host.pacing import LATE_AT_MOST, Pacer
from emu.host.sound import WAIT_AT_MOST, SoundQueue
from tests.emu.host.fake_time import FakeChannel, FakeTime

PAL = 50.125
WORK = 0.004  # seconds that a frame takes


class Sound(SoundQueue):
    """SoundQueue with a silent chunk before the first, as SoundOut has it."""

    ok = True

    def __init__(self, channel):
        super().__init__(channel)
        self.ran_dry = self.most = 0

    def play(self, chunk):
        if self.dry():
            self.ran_dry += 1
            self.push(chunk)
        self.push(chunk)
        self.most = max(self.most, self.waiting())


def frames(count, time, pacer, sound=None):
    """Run frames; returns when they began."""
    begun = []
    for _ in range(count):
        pacer.wait()
        begun.append(time.now)
        time.now += WORK
        if sound is not None:
            sound.play(1 / PAL)
    return begun


def with_sound(**card):
    """Return (time, pacer, sound) with a sound card."""
    time = FakeTime()
    sound = Sound(FakeChannel(time, **card))
    return time, Pacer(PAL, sound, time.clock, time.sleep), sound


def test_without_sound_frames_come_at_pals_rate_without_drift():
    time = FakeTime()
    pacer = Pacer(PAL, None, time.clock, time.sleep)
    frames(5012, time, pacer)
    assert time.now == pytest.approx(5012 / PAL, abs=0.03)


def test_with_sound_frames_come_evenly_though_the_card_takes_whole_buffers():
    time, pacer, sound = with_sound()
    begun = frames(3000, time, pacer, sound)
    steps = [b - a for a, b in pairwise(begun)]
    assert min(steps) > 0.99 / PAL
    assert max(steps) < 1.01 / PAL
    assert sound.ran_dry == 1
    assert sound.most <= 3


@pytest.mark.parametrize("speed", [0.999, 1.001])
def test_frames_follow_a_sound_card_whose_clock_is_off(speed):
    time, pacer, sound = with_sound(speed=speed)
    frames(10000, time, pacer, sound)
    assert time.now == pytest.approx(10000 / PAL / speed, abs=0.08)
    assert sound.ran_dry == 1
    assert sound.most <= 3


def test_a_sound_card_that_has_the_wrong_rate_does_not_make_the_machine_fast():
    time, pacer, sound = with_sound(speed=1.07)
    frames(1000, time, pacer, sound)
    assert time.now > 0.99 * 1000 / PAL


def test_a_dead_sound_device_does_not_stop_the_machine():
    time, pacer, sound = with_sound(dead=True)
    frames(500, time, pacer, sound)
    assert time.now < 1.02 * 500 / PAL
    assert sound.waiting() <= WAIT_AT_MOST + 1


def test_a_short_stall_is_made_up_and_not_heard():
    time, pacer, sound = with_sound()
    frames(200, time, pacer, sound)
    time.now += 0.015
    frames(200, time, pacer, sound)
    assert time.now == pytest.approx(400 / PAL, abs=0.03)
    assert sound.ran_dry == 1
    assert pacer.forgotten == 0


def test_a_long_stall_is_forgotten_not_made_up():
    time, pacer, sound = with_sound()
    frames(100, time, pacer, sound)
    time.now += 3.0
    begun = frames(11, time, pacer, sound)
    assert begun[-1] - begun[0] > 10 / PAL * 0.99
    assert pacer.forgotten == pytest.approx(3.0, abs=LATE_AT_MOST)


def test_chunks_play_in_the_order_in_which_they_came():
    time = FakeTime()
    channel = FakeChannel(time)
    queue = SoundQueue(channel)
    chunks = [0.020, 0.021, 0.022, 0.023]
    for chunk in chunks:
        queue.push(chunk)
    assert channel.played == chunks[:2]
    assert queue.waiting() == 3
    while queue.feed():
        time.now += 0.005
    assert channel.played == chunks


def test_of_too_much_sound_the_oldest_is_dropped():
    channel = FakeChannel(FakeTime(), dead=True)
    queue = SoundQueue(channel)
    for chunk in range(1, 12):
        queue.push(float(chunk))
    assert queue.waiting() == WAIT_AT_MOST + 1
    assert channel.played == [1.0, 2.0]
