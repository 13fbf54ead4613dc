"""Conditions of achievements, frame by frame: by hand, and against answers of rcheevos.

rcheevos.json: triggers made at random, and what rcheevos (commit 6755915) made of them in the
memory of ``memory``: the frame in which each was earned, None for never, and what was measured.
"""

import json
import random
from pathlib import Path

import pytest

from emu.errors import HostError
from emu.host.achievements.trigger import CONDITIONS_MOST, Trigger

AT, PLACES, FRAMES = 0xD0, 5, 30
CASES = json.loads(Path(__file__).with_name("rcheevos.json").read_text(encoding="ascii"))


def memory(seed):
    """Yield the bytes at AT of each frame."""
    chance = random.Random(seed)
    now = [chance.randrange(4) for _ in range(PLACES)]
    for _ in range(FRAMES):
        for at in range(PLACES):
            if chance.random() < 0.3:
                now[at] = chance.choice((0, 1, 2, 3, chance.randrange(256)))
        yield bytes(now)


def earned(trigger, rows):
    """Return the frame in which a trigger is earned by bytes at AT, None for never."""
    ram = bytearray(0x10000)
    for frame, row in enumerate(rows):
        ram[AT : AT + len(row)] = bytes(row)
        if trigger.frame(ram):
            return frame
    return None


def test_random_triggers_are_earned_in_the_frame_in_which_rcheevos_says_so():
    other = []
    for seed, (text, frame, measured) in enumerate(CASES):
        trigger, ram, seen = Trigger(text), bytearray(0x10000), []
        at = None
        for number, row in enumerate(memory(seed)):
            ram[AT : AT + PLACES] = row
            hit = trigger.frame(ram)
            seen.append(trigger.measured or 0)
            if hit:
                at = number
                break
        if at != frame or any(
            want is not None and want != got for want, got in zip(measured, seen, strict=False)
        ):
            other.append(text)
    assert other == []
    assert sum(frame is not None for _, frame, _ in CASES) > 80


@pytest.mark.parametrize(
    ("text", "rows", "frame"),
    [
        ("0xH00d0=5", [[0], [4], [5]], 2),
        ("0xH00d0=5", [[5], [5], [4], [5]], 3),  # not before it has been false
        ("0xH00d0=h05", [[0], [5]], 1),
        ("0xH00d0>d0xH00d0", [[3], [3], [2], [4]], 3),
        ("p0xH00d0=3_0xH00d0=9", [[3], [9], [9]], 1),
        ("0x 00d0=513", [[0, 0], [1, 2]], 1),
        ("0x00d0=513", [[0, 0], [1, 2]], 1),
        ("0xI00d0=258", [[0, 0], [1, 2]], 1),
        ("0xW00d0=h30201", [[0] * 3, [1, 2, 3]], 1),
        ("0xJ00d0=h10203", [[0] * 3, [1, 2, 3]], 1),
        ("0xX00d0=h4030201", [[0] * 4, [1, 2, 3, 4]], 1),
        ("0xG00d0=h1020304", [[0] * 4, [1, 2, 3, 4]], 1),
        ("0xL00d0=5_0xU00d0=3", [[0], [0x35]], 1),
        ("0xM00d0=1_0xT00d0=1_0xN00d0=0", [[0], [0x81]], 1),
        ("0xK00d0=7", [[0], [0x7F]], 1),
        ("b0xH00d0=42", [[0], [0x42]], 1),
        ("~0xH00d0=h0f", [[0], [0xF0]], 1),
        ("~0xM00d0=0", [[0], [1]], 1),
        ("0xH00d0=v-1", [[0], [255]], None),  # 32 bits
        ("0xH00d0=1.3.", [[0], [1], [0], [1], [1]], 4),
        ("0xH00d0=1(2)", [[0], [1], [1]], 2),
        ("0xH00d0=1.2._R:0xH00d1=1", [[0, 0], [1, 0], [0, 1], [1, 0], [1, 0]], 4),
        ("0xH00d0=1.2._P:0xH00d1=1", [[0, 0], [1, 0], [1, 1], [1, 0]], 3),
        ("Z:0xH00d1=1_0xH00d0=1.2.", [[0, 0], [1, 0], [0, 1], [1, 0], [1, 0]], 4),
        ("A:0xH00d0_0xH00d1=9", [[0, 0], [4, 5]], 1),
        ("A:0xH00d0*256_0xH00d1=h405", [[0, 0], [4, 5]], 1),
        ("B:0xH00d0_0xH00d1=1", [[0, 0], [4, 5]], 1),
        ("B:0xH00d0_B:0xH00d1_0xH00d2=1", [[0, 0, 0], [4, 5, 10]], 1),
        ("A:12_B:0xH00d0_0xH00d1=13", [[0, 0], [4, 5]], 1),
        ("A:0xH00d0/0_0xH00d1=5", [[0, 0], [4, 5]], 1),
        ("A:0xH00d0%0_0xH00d1=5", [[0, 0], [4, 5]], 1),
        ("A:0xH00d0>3_0xH00d1=9", [[0, 0], [4, 5]], 1),  # an old way to write A:0xH00d0
        ("I:0xH00d0_0xH00d1=7", [[0, 0, 0], [1, 0, 7]], 1),
        ("I:0xH00d0+1_0xH00d0=7", [[0, 0, 0], [1, 0, 7]], 1),
        ("C:0xH00d0=1_0xH00d1=1.3.", [[0, 0], [1, 1], [1, 0]], 2),
        ("D:0xH00d0=1_0xH00d1=1.2.", [[0, 0], [1, 1], [0, 1], [0, 1]], None),
        ("D:0xH00d0=1_C:0xH00d2=1_0xH00d1=1.2.", [[0, 0, 0], [1, 1, 1], [0, 1, 0]], 2),
        ("N:0xH00d0=1_0xH00d1=1.2.", [[0, 0], [1, 0], [1, 1], [0, 1], [1, 1]], 4),
        ("O:0xH00d0=1_0xH00d1=1.2.", [[0, 0], [1, 0], [0, 1]], 2),
        ("T:0xH00d0=1_0xH00d1=1", [[0, 0], [1, 0], [1, 1]], 2),
        ("0xH00d0=1S0xH00d1=1S0xH00d1=2", [[0, 0], [1, 0], [1, 2]], 2),
        ("S0xH00d1=1S0xH00d1=2", [[0, 0], [0, 2]], 1),
        ("0xH00d0=1s0xH00d1=1", [[0, 0], [0, 1], [1, 1]], 2),
    ],
)
def test_a_trigger_is_earned_in_this_frame(text, rows, frame):
    assert earned(Trigger(text), rows) == frame


def test_a_place_behind_the_end_of_memory_is_0():
    trigger, ram = Trigger("0xX10000=0_0xXffff=7_0xH00d0=1"), bytearray(0x10000)
    assert not trigger.frame(ram)
    ram[0xFFFF], ram[AT] = 7, 1
    assert trigger.frame(ram)


def test_after_a_reset_it_has_no_hits_and_must_be_false_first():
    trigger = Trigger("0xH00d0=1.3.")
    assert earned(trigger, [[0], [1], [1]]) is None
    trigger.reset()
    assert earned(trigger, [[1], [1]]) is None
    assert earned(trigger, [[1]]) == 0
    trigger = Trigger("0xH00d0=1")
    assert earned(trigger, [[0]]) is None
    trigger.reset()
    assert earned(trigger, [[1], [1]]) is None


def test_how_far_it_is_by_value_and_by_hits_and_while_it_is_paused():
    trigger, ram = Trigger("M:0xH00d0>=40_P:0xH00d1=1"), bytearray(0x10000)
    assert (trigger.measured, trigger.target, trigger.percent) == (None, 40, False)
    ram[AT] = 12
    trigger.frame(ram)
    assert trigger.measured == 12
    ram[AT : AT + 2] = 30, 1
    trigger.frame(ram)
    assert trigger.measured == 12
    trigger = Trigger("G:0xH00d0=1.4._Q:0xH00d1=0")
    earned(trigger, [[1, 0], [1, 0], [0, 0]])
    assert (trigger.measured, trigger.target, trigger.percent) == (2, 4, True)
    earned(trigger, [[0, 1]])
    assert trigger.measured == 0


def test_nothing_is_measured_after_a_reset_until_the_next_frame():
    trigger = Trigger("M:0xH00d0=1.3.")
    earned(trigger, [[1], [1]])
    assert trigger.measured == 2
    trigger.reset()
    assert trigger.measured is None
    earned(trigger, [[1]])
    assert trigger.measured == 1


def test_one_measure_in_percent_makes_it_percent():
    for text, percent in (("M:0=1.4.", False), ("G:0=1.4.", True), ("G:0=1.4.SM:1=2.4.", True)):
        assert Trigger(text).percent is percent


@pytest.mark.parametrize(
    ("text", "rows", "frame"),
    [
        ("A:0xH00d0=0_0xH00d1=5", [[0, 0], [2, 3]], 1),
        ("A:0xH00d0>=7.5._0xH00d1=5", [[0, 0], [2, 3]], 1),
        ("I:0xH00d0=0.1._0xH00d1=5_0xH00d2=1", [[0, 0, 0], [1, 0, 5], [0, 5, 1]], 2),
    ],
)
def test_what_old_editors_leave_behind_values_that_change_others_does_nothing(text, rows, frame):
    assert earned(Trigger(text), rows) == frame


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0xH00d0", "expected = != < <= > or >= here"),
        ("0xH00d0=", "'' is not a value"),
        ("5x", "'x': expected ="),
        ("H:0xH00d0=1", "unknown flag"),
        ("fF00d0=1", "floating-point numbers"),
        ("K:0xH00d0_{recall}=1", "unknown flag"),
        ("0xH00d0={recall}", "recall and functions"),
        ("0xH00d0=@rnd", "recall and functions"),
        ("0xH00d0=1_", "'' is not a value"),
        ("0xH00d0=1xyz", "'xyz': a condition ends with _ or S"),
        ("M:0xH00d0=0xH00d1", "the measured value has no target"),
        ("M:0xH00d0=3SM:0xH00d1=4", "the same target"),
    ],
)
def test_what_is_wrong_with_a_trigger_is_said(text, words):
    with pytest.raises(HostError) as error:
        Trigger(text)
    assert words in str(error.value)


def test_its_size_counts_all_conditions_and_has_a_limit():
    assert Trigger("A:0xH00d0_0xH00d1=1_P:0xH00d2=1S0xH00d3=1.2.").size == 4
    long = "I:0xH00d0_" * (CONDITIONS_MOST - 1) + "0xH00d0=1"
    assert Trigger(long).size == CONDITIONS_MOST
    assert Trigger("S" * (CONDITIONS_MOST - 1)).size == CONDITIONS_MOST  # groups without any
    for text in ("A:1_" + long, long + "S", "S" * CONDITIONS_MOST, "S" * 500_000):
        with pytest.raises(HostError, match=f"more than {CONDITIONS_MOST} conditions"):
            Trigger(text)
