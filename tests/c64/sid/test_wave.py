"""Oscillators: what OSC3 shows, cycle by cycle."""

import itertools
import random

import pytest

from tests.c64.builds import few_uncompiled, some_uncompiled
from tests.c64.sid.help import (
    GATE,
    NOISE,
    PULSE,
    RING,
    SAW,
    SYNC,
    TEST,
    TRIANGLE,
    chip,
    stream,
    voice,
)

MODELS = ("6581", "8580")
OSC3 = 0x1B


def started(model, control, freq, pw=0, *writes):
    """Return a chip whose voice 3 left the test bit with accumulator 0 just now."""
    sid = chip(model, *voice(3, freq=freq, pw=pw, control=TEST), *writes)
    sid.clock(10)
    sid.write(18, control)
    return sid


def lfsr(register, count):
    """Return OSC3 readings of ``count`` successive shifts, taps written out by hand."""
    out = []
    for _ in range(count):
        feedback = (register >> 22 ^ register >> 17) & 1
        register = (register << 1 | feedback) & 0x7FFFFF
        bits = [register >> tap & 1 for tap in (20, 18, 14, 11, 9, 5, 2, 0)]
        out.append(int("".join(map(str, bits)), 2))
    return out


def test_sawtooth_counts_the_accumulators_top_byte_up():
    sid = started("6581", SAW, 0x1000)
    readings = stream(sid, OSC3, 64, step=16)
    assert readings == list(range(1, 65))


def test_the_8580_shows_sawtooth_one_cycle_late():
    old = stream(started("6581", SAW, 0xFFFF), OSC3, 200)
    new = stream(started("8580", SAW, 0xFFFF), OSC3, 201)
    assert new[1:] == old


def test_triangle_rises_and_falls_at_twice_the_slope():
    sid = started("6581", TRIANGLE, 0x8000)
    readings = stream(sid, OSC3, 512)
    assert readings[:255] == list(range(1, 256))
    assert readings[255] == 255
    assert readings[256:511] == list(range(254, -1, -1))


def test_pulse_is_high_from_the_pulse_width_on_one_cycle_late():
    sid = started("6581", PULSE, 0x8000, 0x800)
    readings = stream(sid, OSC3, 513)
    # the accumulator is at $800000 with reading 255
    assert readings == [0] * 256 + [0xFF] * 256 + [0]


def test_pulse_width_zero_is_always_high():
    assert set(stream(started("6581", PULSE, 0xFFFF, 0), OSC3, 600)) == {0xFF}


def test_pulse_width_fff_is_high_in_the_last_step_only():
    readings = stream(started("6581", PULSE, 0x1000, 0xFFF), OSC3, 4096 + 4)
    assert readings.index(0xFF) == 4095
    assert readings.count(0xFF) == 1


def test_the_test_bit_stops_the_accumulator_at_zero_and_lifts_pulse():
    sid = chip("6581", *voice(3, freq=0x4321, pw=0x800, control=PULSE))
    sid.clock(1000)
    sid.write(18, PULSE | TEST)
    sid.clock(3)
    assert sid.acc[2] == 0
    assert sid.read(OSC3) == 0xFF


@pytest.mark.parametrize("model", MODELS)
def test_noise_follows_the_23_bit_register(model):
    sid = started(model, NOISE, 0xFFFF)
    readings = stream(sid, OSC3, 16 * 300)
    changes = [b for a, b in itertools.pairwise(readings) if a != b]
    # Released from reset the register is $7FFFFE; leaving the test bit shifts
    # once with the feedback's input forced high.
    register = (0x7FFFFE << 1 | (1 ^ 0x7FFFFE >> 17 & 1)) & 0x7FFFFF
    expected = lfsr(register, 299)
    distinct = [b for a, b in itertools.pairwise([None, *expected]) if a != b]
    assert changes[:240] == distinct[:240]


def test_noise_shifts_two_cycles_after_bit_19_rises():
    sid = started("6581", NOISE, 0x8000)
    sid.clock(0x80000 // 0x8000)
    assert sid.acc[2] == 0x80000
    before = sid.noise[2]
    sid.clock(1)
    assert sid.noise[2] == before
    sid.clock(1)
    assert sid.noise[2] != before


def test_the_held_noise_register_fills_with_ones_after_its_time():
    sid = started("6581", NOISE, 0xFFFF)
    sid.clock(12345)
    sid.write(18, NOISE | TEST)
    sid.clock(49999)
    assert sid.noise[2] != 0x7FFFFF
    sid.clock(15000 * 23)
    assert sid.noise[2] == 0x7FFFFF


def test_a_combined_waveform_wears_the_noise_register_down():
    sid = started("6581", NOISE | SAW, 0xFFFF)
    sid.clock(4000)
    sid.write(18, NOISE)
    assert set(stream(sid, OSC3, 2000)) == {0}


@pytest.mark.parametrize(("model", "hold"), (("6581", 54000), ("8580", 800000)))
def test_with_no_waveform_the_converter_floats_then_fades(model, hold):
    sid = started(model, PULSE, 0)
    sid.clock(5)
    sid.write(18, 0)
    sid.clock(hold - 1)
    assert sid.read(OSC3) == 0xFF
    sid.clock(1)
    assert sid.read(OSC3) == 0x7F
    sid.clock(hold * 2)
    assert sid.read(OSC3) == 0


def test_hard_sync_restarts_voice_3_when_voice_2_passes_half():
    sid = chip("6581", *voice(2, freq=0x4000, control=TEST), *voice(3, freq=0x1000, control=TEST))
    sid.clock(5)
    sid.write(11, 0)
    sid.write(18, SAW | SYNC)
    sid.clock(0x800000 // 0x4000)
    assert sid.acc[1] == 0x800000
    assert sid.acc[2] == 0
    sid.clock(4)
    assert sid.acc[2] == 0x4000


def test_a_source_synchronised_in_the_same_cycle_does_not_synchronise():
    held = []
    for number, freq in ((1, 0x4000), (2, 0x4000), (3, 0x1000)):
        held += voice(number, freq=freq, control=TEST)
    sid = chip("6581", *held)
    sid.clock(5)
    for reg, control in ((4, 0), (11, SYNC), (18, SAW | SYNC)):
        sid.write(reg, control)
    sid.clock(0x800000 // 0x4000)
    assert sid.acc[1] == 0
    assert sid.acc[2] == 0x1000 * (0x800000 // 0x4000)


def test_ring_modulation_flips_the_triangle_while_voice_2_is_low():
    writes = [*voice(2, freq=0x2000, control=TEST), *voice(3, freq=0x0800, control=TEST)]
    plain, rung = chip("6581", *writes), chip("6581", *writes)
    for sid, control in ((plain, TRIANGLE), (rung, TRIANGLE | RING)):
        sid.clock(5)
        sid.write(11, 0)
        sid.write(18, control)
    for _ in range(4096):
        plain.clock(1)
        rung.clock(1)
        flip = 0 if plain.acc[1] & 0x800000 else 0xFFF
        assert rung.wave[2] == plain.wave[2] ^ (flip & 0xFFE)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("control", (0x30, 0x50, 0x60, 0x70))
def test_combined_waveforms_only_ever_lose_bits(model, control):
    sid = started(model, control, 0x1000, 0)
    for _ in range(4096):
        sid.clock(1)
        top = sid.acc[2] >> 12
        triangle = ((top ^ 0xFFF if top & 0x800 else top) << 1) & 0xFFF
        alone = [triangle if control & 0x10 else 0xFFF, top if control & 0x20 else 0xFFF]
        if control & 0x30 == 0x30:
            alone = [top & top << 1]
        for lines in alone:
            assert sid.wave[2] & ~lines == 0


@few_uncompiled(1)
@pytest.mark.parametrize("seed", some_uncompiled(range(6), 0, 1))
def test_osc3_and_env3_equal_an_independent_emulation(seed):
    """All plain waveforms, sync, ring, test, float, against libresidfp (pyresidfp)."""
    residfp = pytest.importorskip("pyresidfp._pyresidfp")
    for model in MODELS:
        rnd = random.Random(seed)
        ours = chip(model)
        kind = residfp.ChipModel.MOS6581 if model == "6581" else residfp.ChipModel.MOS8580
        theirs = residfp.SID(kind, residfp.SamplingMethod.DECIMATE, 985248.0, 48000.0)
        theirs.reset()
        for _ in range(1500):
            if rnd.random() < 0.05:
                reg = rnd.choice((7, 8, 11, 14, 15, 16, 17, 18, 18, 19, 20))
                value = rnd.randrange(256)
                if reg in (11, 18):
                    value = rnd.choice((0, 0x10, 0x20, 0x40, 0x80)) | rnd.choice(
                        (0, GATE, GATE, SYNC, RING, TEST)
                    )
                if reg in (19, 20):
                    value &= 0x33
                ours.write(reg, value)
                theirs.write(reg, value)
            cycles = rnd.choice((1, 1, 1, 2, 3, 7, 30, 200))
            ours.clock(cycles)
            theirs.clock(cycles)
            assert ours.read(0x1B) == theirs.read(0x1B)
            assert ours.read(0x1C) == theirs.read(0x1C)


def noise_after(model, before, after, count):
    """Return OSC3 after each of ``count`` shifts, the register's ones met by a change.

    The register is full of ones and held; waveform ``before`` is chosen, then
    the test bit ends together with a change to ``after``.
    """
    sid = started(model, NOISE | TEST, 0)
    sid.clock(16 * 314300 + 986000)
    assert sid.noise[2] == 0x7FFFFF
    for control in (before << 4 | TEST, after << 4):
        sid.write(18, control)
        sid.clock(8)
    readings = []
    for _ in range(count):
        sid.write(18, NOISE | TEST)
        sid.clock(6)
        sid.write(18, NOISE)
        sid.clock(4)
        readings.append(sid.read(OSC3))
    return bytes(readings).hex()


UNTOUCHED = "fefcfcfc"  # zeros enter one by one
PULLED = "fe6cd8b5"  # the output lines were zeroed after the shift
WRITTEN = "6c489191"  # and during it
CHANGES = [
    ("6581", 8, 8, UNTOUCHED),
    ("6581", 15, 8, UNTOUCHED),
    ("6581", 9, 10, PULLED),
    ("6581", 9, 11, WRITTEN),
    ("6581", 13, 14, "fc68d0b1"),
    ("6581", 15, 12, "fcf8f4f8"),
    ("8580", 14, 8, UNTOUCHED),
    ("8580", 8, 15, PULLED),
    ("8580", 10, 9, WRITTEN),
    ("8580", 12, 14, "fc68d8b1"),
]


@pytest.mark.parametrize(("model", "before", "after", "expected"), CHANGES)
def test_what_a_change_of_waveform_writes_into_the_noise_register(model, before, after, expected):
    """Values sampled on chips by the authors of VICE's wb_testsuite."""
    assert noise_after(model, before, after, 4) == expected
