"""The SID's registers, its bus, the paddles, and batches and snapshots."""

import os
import random
import subprocess
import sys
import zlib

import numpy as np
import pytest

from c64.base.component import load_fields, save_fields
from tests.c64.sid.help import GATE, NOISE, PAL, SAW, chip, sound, voice

MODELS = ("6581", "8580")


def tune(seed, count):
    """Return ``count`` random (cycles, register, value): all waveforms, sync, ring, test."""
    rnd = random.Random(seed)
    return [
        (rnd.choice((1, 2, 5, 9, 40, 300, 1500)), rnd.randrange(25), rnd.randrange(256))
        for _ in range(count)
    ]


def test_an_unknown_model_is_refused():
    with pytest.raises(ValueError, match="8580"):
        chip("6582")


def test_write_only_registers_show_the_last_byte_on_the_bus_until_it_fades():
    sid = chip("6581", (0, 0x5A))
    assert sid.read(0x00) == 0x5A
    sid.clock(10)
    assert sid.read(0x18) == 0x5A
    sid.clock(0x1D00)
    assert sid.read(0x18) == 0


def test_the_8580_bus_holds_a_byte_much_longer():
    sid = chip("8580", (0, 0x5A))
    sid.clock(0x1D00 * 4)
    assert sid.read(0x1F) == 0x5A
    sid.clock(0xA2000)
    assert sid.read(0x1F) == 0


def test_reading_write_only_registers_drains_the_bus():
    sid = chip("6581", (0, 0x5A))
    for _ in range(8):
        sid.read(0)
    sid.clock(0x1D00 >> 8)
    assert sid.read(0) == 0


def test_peek_has_no_side_effects():
    sid = chip("6581", (0, 0x5A))
    before = save_fields(sid)
    assert [sid.peek(reg) for reg in (0, 0x19, 0x20)] == [0x5A, 0xFF, 0x5A]
    assert save_fields(sid) == before


def test_registers_repeat_every_32_addresses():
    sid = chip("6581", (0x20 + 0x18, 0x0F))
    assert sid.mode_volume == 0x0F
    assert sid.read(0x3B) == sid.read(0x1B)


def test_paddles_are_latched_every_512_cycles():
    sid = chip()
    sid.pot_x = 0x40
    sid.pot_y = 0xC0
    sid.clock(511)
    assert (sid.read(0x19), sid.read(0x1A)) == (0xFF, 0xFF)
    sid.clock(1)
    assert (sid.read(0x19), sid.read(0x1A)) == (0x40, 0xC0)


def test_reset_silences_but_leaves_the_accumulators():
    sid = chip("6581", *voice(1, freq=0x1234, control=SAW | GATE, sr=0xF0), (0x18, 15))
    sid.clock(5000)
    count = sid.acc[0]
    sid.reset()
    assert (sid.freq[0], sid.control[0], sid.mode_volume) == (0, 0, 0)
    assert sid.acc[0] == count


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("rate", (0, 48000))
def test_the_same_however_time_is_cut_into_batches(model, rate):
    whole = chip(model, sample_rate=rate)
    parts = chip(model, sample_rate=rate)
    rnd = random.Random(7)
    for cycles, reg, value in tune(1, 150):
        whole.clock(cycles)
        while cycles > 0:
            some = min(cycles, rnd.choice((1, 1, 2, 3, 8, 13, 100)))
            parts.clock(some)
            cycles -= some
        assert save_fields(whole) == save_fields(parts)
        whole.write(reg, value)
        parts.write(reg, value)
    assert np.array_equal(whole.take_samples(), parts.take_samples())


@pytest.mark.parametrize("model", MODELS)
def test_a_snapshot_continues_as_if_nothing_had_happened(model):
    sid = chip(model, sample_rate=44100)
    events = tune(2, 120)
    for place, (cycles, reg, value) in enumerate(events):
        sid.clock(cycles)
        sid.write(reg, value)
        if place == 77:
            saved = save_fields(sid)
            sid.take_samples()
    copy = chip(model, sample_rate=44100)
    load_fields(copy, saved)
    for cycles, reg, value in events[78:]:
        copy.clock(cycles)
        copy.write(reg, value)
    assert save_fields(copy) == save_fields(sid)
    assert np.array_equal(copy.take_samples(), sid.take_samples())


@pytest.mark.parametrize("model", MODELS)
def test_sound_on_or_off_makes_no_difference_to_what_can_be_read(model):
    loud = chip(model, sample_rate=48000)
    mute = chip(model)
    for cycles, reg, value in tune(3, 200):
        for sid in (loud, mute):
            sid.clock(cycles)
            sid.write(reg, value)
        assert loud.read(0x1B) == mute.read(0x1B)
        assert loud.read(0x1C) == mute.read(0x1C)


def digest(model):
    sid = chip(model, sample_rate=48000)
    for cycles, reg, value in tune(4, 150):
        sid.clock(cycles)
        sid.write(reg, value)
    return zlib.crc32(save_fields(sid) + sid.take_samples().tobytes())


@pytest.mark.compiled_only("starts the uncompiled machine itself")
def test_compiled_and_uncompiled_are_equal_to_the_bit():
    """State and sound of both chips, against a process running the plain sources."""
    code = "from tests.c64.sid.test_sid import digest, MODELS; print([digest(m) for m in MODELS])"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "GO64_PURE": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == str([digest(model) for model in MODELS])


def test_samples_come_at_the_sample_rate():
    for rate in (44100, 48000):
        sid = chip(sample_rate=rate)
        assert abs(len(sound(sid, PAL // 4)) - rate // 4) <= 1


def test_an_undrained_queue_keeps_the_newest_samples():
    writes = [*voice(1, freq=0x0431, control=SAW | GATE, sr=0xF0), (0x18, 15)]
    drained = chip("6581", *writes, sample_rate=48000)
    full = chip("6581", *writes, sample_rate=48000)
    everything = sound(drained, 400000)
    full.clock(400000)
    rest = full.take_samples()
    assert len(rest) == 16384 < len(everything)
    assert np.array_equal(rest, everything[-16384:])
    assert save_fields(full) == save_fields(drained)


@pytest.mark.compiled_only("test_compiled_and_uncompiled_are_equal_to_the_bit has noise as well")
def test_dice_from_voice_3_noise_are_uniform():
    """What a 6502 loop reads at odd intervals, rejection-sampled into six faces.

    Chi-square over 6000 rolls, five degrees of freedom: 20.5 is p = 0.001.
    """
    sid = chip("6581", *voice(3, freq=0xFFFF, control=NOISE))
    rnd = random.Random(64)
    faces = [0] * 6
    while sum(faces) < 6000:
        sid.clock(rnd.choice((23, 29, 37, 101)))
        value = sid.read(0x1B)
        if value < 252:
            faces[value % 6] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in faces) < 20.5


@pytest.mark.compiled_only("test_compiled_and_uncompiled_are_equal_to_the_bit has noise as well")
def test_noise_read_by_a_steady_loop_is_uniform_over_all_bytes():
    """Chi-square over 25600 bytes read every 33 cycles: 255 degrees, p = 0.001 at 330.5."""
    sid = chip("6581", *voice(3, freq=0xFFFF, control=NOISE))
    counts = [0] * 256
    for _ in range(25600):
        sid.clock(33)
        counts[sid.read(0x1B)] += 1
    assert sum((count - 100) ** 2 / 100 for count in counts) < 330.5
