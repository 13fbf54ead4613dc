"""What the level meter draws of levels, envelopes and the sides of SIDs, without a machine."""

from types import SimpleNamespace

import numpy as np
import pytest

from emu.host.picture.foot_lines import FAINT, PLAIN
from emu.host.picture.overlay import NEW_LINE, TITLE
from emu.host.picture.status_line import LAMP_FAILED, LAMP_ON
from emu.host.sound import sid_registers
from emu.host.sound.meter import (
    FRAMES,
    GREEN,
    RED,
    SILENT,
    YELLOW,
    Level,
    LevelMeter,
    decibels,
    level_parts,
    voice_parts,
)


def level(peak=-20.0, rms=-26.0):
    return SimpleNamespace(peak=peak, rms=rms)


def meter_of(*sides, wanted=True):
    """Return a LevelMeter of SIDs on these sides; envelopes of the first are 0, of the next 1."""
    sids = [SimpleNamespace(side=side, envelopes=(n,) * 3) for n, side in enumerate(sides)]
    settings = SimpleNamespace(level_meter=wanted)
    return LevelMeter(SimpleNamespace(settings=settings, machine=SimpleNamespace(sids=sids)))


def test_the_colours_are_those_of_the_status_line():
    assert GREEN == sid_registers.GREEN == LAMP_ON == (110, 230, 90)
    assert (YELLOW, RED) == (TITLE, LAMP_FAILED) == ((255, 214, 90), (255, 80, 70))


@pytest.mark.parametrize(
    ("value", "found"),
    [(32767, 0), (3276.7, -20), (327.67, -40), (32.767, SILENT), (1, SILENT), (0, SILENT)],
)
def test_a_tenth_is_twenty_decibels_less(value, found):
    assert decibels(value) == pytest.approx(found) and SILENT == -60


def test_a_level_is_of_fifteen_frames_and_of_all_their_samples():
    assert FRAMES == 15
    found = Level()
    found.take(np.zeros(0, dtype=np.int16))
    assert (found.peak, found.rms) == (SILENT, SILENT)
    found.take(np.array([-30000], dtype=np.int16))
    found.take(np.array([10000, 10000, -10000], dtype=np.int16))
    assert found.peak == pytest.approx(decibels(30000))
    assert found.rms == pytest.approx(decibels(((30000**2 + 3 * 10000**2) / 4) ** 0.5))
    for _ in range(14):
        found.take(np.zeros(0, dtype=np.int16))  # of no frame
    for _ in range(13):
        found.take(np.array([1000], dtype=np.int16))
    assert found.peak == pytest.approx(decibels(30000))
    found.take(np.array([1000], dtype=np.int16))
    assert found.peak == pytest.approx(decibels(10000))


@pytest.mark.parametrize(
    ("peak", "colour", "letters"),
    [
        (0.0, RED, 8), (-3.0, RED, 8), (-3.1, YELLOW, 8), (-7.4, YELLOW, 8), (-7.6, YELLOW, 7),
        (-12.0, YELLOW, 7), (-12.1, GREEN, 7), (-52.4, GREEN, 2), (-52.6, GREEN, 1),
        (-59.9, GREEN, 1), (-60.0, GREEN, 0),
    ],
)  # fmt: skip
def test_the_bar_has_a_letter_for_each_eighth_that_has_begun_and_a_colour(peak, colour, letters):
    name, bar, figures = level_parts("left", level(peak, -33.4))
    assert name == ("left", FAINT) and bar == (("|" * letters).ljust(8), colour)
    assert figures == (f"-33/{peak:.0f}dB", PLAIN)


def test_a_voice_has_its_number_and_a_letter_for_each_quarter_of_its_envelope():
    sid = SimpleNamespace(envelopes=(0, 1, 63, 64, 128, 255))
    bars = ["    ", "|   ", "|   ", "||  ", "||| ", "||||"]
    expected = [((str(n), FAINT), (bar, GREEN)) for n, bar in enumerate(bars, 1)]
    assert voice_parts(sid) == [part for pair in expected for part in pair]


@pytest.mark.parametrize("wanted", [True, False])
def test_levels_are_of_each_channel_while_somebody_wants_them(wanted):
    meter = meter_of("middle", wanted=wanted)
    mono = np.array([100, -200], dtype=np.int16)
    meter.after_frame(mono)
    assert len(meter._levels) == (1 if wanted else 0)
    if not wanted:
        return
    first = meter._levels[0]
    meter.after_frame(mono)
    assert meter._levels == [first] and first.peak == pytest.approx(decibels(200))
    meter.after_frame(np.array([[1000, -30], [0, 40]], dtype=np.int16))
    left, right = meter._levels
    assert (left.peak, right.peak) == (pytest.approx(decibels(1000)), pytest.approx(decibels(40)))
    assert left is not first
    meter._swap()
    assert meter._levels == [] and not meter.wanted


def lines(meter, channels):
    """Return the texts of each line of a meter with so many channels, bars left out."""
    meter._levels = [level(-60.0, -60.0)] * channels
    found = []
    for text, colour in meter._parts():
        if (text, colour) == NEW_LINE:
            found.append([])
        elif text.strip(" |"):
            found[-1].append(text)
    return [" ".join(line) for line in found]


DB = "-60/-60dB"


@pytest.mark.parametrize(
    ("sides", "channels", "expected"),
    [
        (("middle",), 0, []),
        (("middle",), 1, [f"out {DB} 1 2 3"]),
        (("left", "right"), 2, [f"left {DB} 1 2 3", f"right {DB} 1 2 3"]),
        (("right", "left"), 2, [f"left {DB}", f"right {DB}", "S1 1 2 3 S2 1 2 3"]),
        (("middle", "middle"), 1, [f"out {DB}", "S1 1 2 3 S2 1 2 3"]),
        (
            ("left", "right", "middle"), 2,
            [f"left {DB}", f"right {DB}", "S1 1 2 3 S2 1 2 3", "S3 1 2 3"],
        ),
    ],
)  # fmt: skip
def test_a_sid_with_a_channel_of_its_own_is_beside_its_level(sides, channels, expected):
    assert lines(meter_of(*sides), channels) == expected
