"""The noises of drives: those that were chosen by ear, where and how loud to the sample."""

import numpy as np
import pytest

from emu.host.sound import mechanics
from emu.host.sound.mechanics import (
    KNOCK_SECONDS,
    KNOCKS,
    MOTORS,
    Knocks,
    Motor,
    knock,
    mixed,
    motor,
    sides,
    spread_motor,
)

RATE = 48000
# How loud each is in sixths of its first 40 ms, of a second if it is a motor: 10000 is full scale.
CHOSEN = {
    "step0": (494.338, 161.2317, 67.64556, 23.26111, 9.275457, 3.565997),
    "step1": (447.8711, 133.1015, 58.19993, 20.74328, 8.236019, 3.243064),
    "bump": (2020.643, 1910.043, 1396.394, 696.1044, 628.3519, 624.9379),
    "relay": (213.2995, 34.46226, 6.144564, 1.16571, 0.2245419, 0.04142851),
    "key": (1404.751, 686.6471, 568.3701, 449.2864, 275.6603, 191.0268),
    "disk": (190.3165, 184.6374, 184.2157, 166.5649, 165.6636, 161.6125),
    "tape": (93.60105, 89.58497, 89.27835, 86.32423, 90.77851, 89.59553),
    "wind": (204.3635, 209.9795, 202.1965, 198.0485, 197.4201, 199.3857),
}


@pytest.mark.parametrize("name", CHOSEN)
def test_the_sounds_are_those_that_were_chosen_by_ear(name):
    """To change one is a decision, and its figures here are another."""
    wave = motor(name, RATE) if name in MOTORS else knock(name, RATE)[: RATE // 25]
    found = [10000 * float(np.abs(part).mean()) for part in np.array_split(wave, 6)]
    assert found == pytest.approx(CHOSEN[name], rel=1e-5)


def test_each_sound_is_as_long_as_it_is_said(monkeypatch):
    assert set(CHOSEN) == {*KNOCKS, *MOTORS} and KNOCK_SECONDS == 0.12
    for rate in (44100, RATE):
        assert {len(knock(name, rate)) for name in KNOCKS} == {round(0.12 * rate)}
    times = {name: row[-1] for name, row in MOTORS.items()}
    assert times == {"disk": (0.25, 0.5), "tape": (0.12, 0.2), "wind": (0.30, 0.3)}


def test_a_sound_is_as_loud_wherever_it_stands():
    assert sides(-1.0) == pytest.approx([1, 0], abs=1e-6)
    assert sides(1.0) == pytest.approx([0, 1], abs=1e-6)
    assert sides(0.0) == pytest.approx([0.5**0.5] * 2)
    for place in (-0.7, -0.1, 0.4):
        left, right = sides(place)
        assert left**2 + right**2 == pytest.approx(1) and (left > right) == (place < 0)
        assert sides(-place) == pytest.approx([right, left])


# -- motors -------------------------------------------------------------------------------------


@pytest.fixture
def ramp(monkeypatch):
    """Let a motor's second be 1, 2, 3 ... 100, at 100 Hz; returns those samples."""
    samples = np.arange(1, 101, dtype=np.float32)
    monkeypatch.setattr(mechanics, "motor", lambda name, rate: samples)
    return samples


def test_a_motor_runs_up_and_down_in_its_time(ramp):
    engine = Motor("disk", 100)  # 25 samples to start, 50 to stop
    assert engine.silent(False) and not engine.silent(True)
    up = [engine.make(10, True) for _ in range(3)]
    gains = np.concatenate(up) / ramp[:30]
    assert gains == pytest.approx([min(1, n / 25) for n in range(1, 31)])
    assert not engine.silent(False)
    down = np.concatenate([engine.make(20, False) for _ in range(3)]) / ramp[30:90]
    assert down == pytest.approx([max(0, 1 - n / 50) for n in range(1, 61)], abs=1e-6)
    assert engine.silent(False)


def test_a_motor_goes_round_and_round_without_a_gap(ramp):
    engine = Motor("wind", 100)
    engine.make(30, True)
    parts = [engine.make(count, True) for count in (70, 0, 3, 250, 7)]
    expected = np.resize(ramp, 30 + 70 + 3 + 250 + 7)[30:]
    assert np.array_equal(np.concatenate(parts), expected)


def test_only_motors_that_are_heard_are_made(ramp):
    class Noted:
        def __init__(self, silent):
            self.quiet, self.made = silent, []

        def silent(self, on):
            return self.quiet

        def make(self, count, on):
            self.made.append((count, on))
            return np.ones(count, dtype=np.float32)

    loud, quiet = Noted(False), Noted(True)
    made = spread_motor([(loud, True, -1.0), (quiet, True, 0.0), (loud, False, 1.0)], 5)
    assert made.shape == (5, 2) and made == pytest.approx(np.ones((5, 2)))
    assert (loud.made, quiet.made) == ([(5, True), (5, False)], [])
    assert not spread_motor([], 3).any()


# -- knocks -------------------------------------------------------------------------------------


@pytest.fixture
def heard(monkeypatch):
    """Return a function that mixes knocks of 1, 2, 3, 4 into chunks; returns the left side."""
    wave = np.arange(1, 5, dtype=np.float32)
    monkeypatch.setattr(mechanics, "knock", lambda name, rate: wave)

    def mix(*lengths, at, loud=1.0, place=-1.0):
        knocks = Knocks(RATE)
        for begin in at:
            knocks.add("any", begin, place, loud)
        parts = []
        for length in lengths:
            chunk = np.zeros((length, 2), dtype=np.float32)
            knocks.mix(chunk)
            parts += chunk[:, 0].tolist()
        return [round(sample, 3) for sample in parts], bool(knocks)

    return mix


@pytest.mark.parametrize(
    ("lengths", "at", "samples", "more"),
    [
        ((6,), (0,), [1, 2, 3, 4, 0, 0], False),
        ((6,), (2,), [0, 0, 1, 2, 3, 4], False),
        ((6,), (3,), [0, 0, 0, 1, 2, 3], True),
        ((4,), (0,), [1, 2, 3, 4], False),
        ((3,), (0,), [1, 2, 3], True),
        ((3, 3), (0,), [1, 2, 3, 4, 0, 0], False),
        ((3, 1, 3), (2,), [0, 0, 1, 2, 3, 4, 0], False),
        ((1, 1, 1, 1), (0,), [1, 2, 3, 4], False),
        ((2, 4), (3,), [0, 0, 0, 1, 2, 3], True),
        ((2, 5), (2,), [0, 0, 1, 2, 3, 4, 0], False),
        ((6,), (0, 1), [1, 3, 5, 7, 4, 0], False),
        ((2, 4), (0, 1), [1, 3, 5, 7, 4, 0], False),
    ],
)
def test_a_knock_is_heard_where_it_begins_and_goes_on_in_what_follows(
    heard, lengths, at, samples, more
):
    assert heard(*lengths, at=at) == (samples, more)


def test_a_knock_is_as_loud_as_it_is_hit_and_where_it_stands(heard):
    assert heard(2, at=(0,), loud=0.5) == ([0.5, 1.0], True)
    assert heard(2, at=(0,), place=1.0) == ([0.0, 0.0], True)
    assert heard(2, at=()) == ([0, 0], False)


def test_no_more_knocks_are_kept_than_64():
    knocks = Knocks(RATE)
    for count in (*range(1, 65), 64):
        knocks.add("step0", 0, 0.0)
        assert len(knocks._waiting) == count and knocks


# -- together -----------------------------------------------------------------------------------


def test_noises_are_a_share_of_full_scale_on_top_of_the_samples():
    noises = np.array([[0.5, -0.5], [0.1, 0.0], [1.0, -1.0]], dtype=np.float32)
    samples = np.array([1, 2, 30000], dtype=np.int16)
    assert mixed(samples, noises, 100).tolist() == [
        [16384, -16382], [3279, 2], [32767, -2767],
    ]  # fmt: skip
    assert mixed(samples, noises, 10).tolist() == [[1639, -1637], [330, 2], [32767, 26723]]
    assert mixed(samples, noises, 0).tolist() == [[1, 1], [2, 2], [30000, 30000]]
    both = np.array([[1, 5], [-30000, 7], [-1, -32000]], dtype=np.int16)
    made = mixed(both, noises, 100)
    assert made.tolist() == [[16384, -16378], [-26723, 7], [32766, -32768]]
    assert made.dtype == np.int16
