"""The SID's registers, its bus, the paddles, and batches and snapshots."""

import random
import zlib

import numpy as np
import pytest

from c64.base.fields import dump_fields, load_fields, save_fields
from tests.c64.builds import few_uncompiled, long_uncompiled, plain_value, some_uncompiled
from tests.c64.sid.help import GATE, NOISE, PAL, SAW, TEST, chip, sound, voice

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


@few_uncompiled(2)
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


# Control registers that between them reach every way a voice is run: alone, tied to others by
# synchronisation or ring modulation, with lines that act back on it, held by the test bit.
KINDS = {
    "plain": (0x11, 0x21, 0x41, 0x51, 0x81, 0x01),
    "tied": (0x13, 0x15, 0x17, 0x23, 0x43, 0x47, 0x55, 0x83),
    "combined": (0x31, 0x61, 0x71, 0x33, 0x73, 0x63, 0x51),
    "noise combined": (0x91, 0xA1, 0xB3, 0xC1, 0xD7, 0xF1),
    "held": (0x09, 0x89, 0x19, 0xC9, 0x08, 0x80, 0x00),
}


ONE_MODEL = pytest.mark.compiled_only(
    "the uncompiled 8580 is held by test_compiled_and_uncompiled_are_equal_to_the_bit"
)
RUNS_AND_TICKS = [
    pytest.param(
        model,
        kind,
        marks=() if model == "6581" else ONE_MODEL,
    )
    for model in MODELS
    for kind in KINDS
]


@pytest.mark.parametrize("model, kind", RUNS_AND_TICKS)
def test_a_run_of_cycles_is_the_same_as_its_cycles_one_by_one(model, kind):
    """A call of one cycle goes through nothing but the tick: the reference for all the rest."""
    whole = chip(model, sample_rate=48000)
    ticked = chip(model, sample_rate=48000)
    rnd = random.Random(zlib.crc32(kind.encode()))
    for _ in range(40):
        for _ in range(rnd.choice((1, 3, 6))):
            reg = rnd.choice((*range(25), 4, 11, 18))
            value = rnd.choice(KINDS[kind]) if reg in (4, 11, 18) else rnd.randrange(256)
            whole.write(reg, value)
            ticked.write(reg, value)
        cycles = rnd.choice((5, 17, 60, 300, 1400))
        whole.clock(cycles)
        for _ in range(cycles):
            ticked.clock(1)
        assert save_fields(whole) == save_fields(ticked)
    assert np.array_equal(whole.take_samples(), ticked.take_samples())


@few_uncompiled(1)
@pytest.mark.parametrize("leads", some_uncompiled((0x31, 0x61, 0x71, 0xB1, 0xE1), 0x31, 0xE1))
@pytest.mark.parametrize("follows", (0x13, 0x15, 0x17))
def test_a_voice_that_bends_itself_leads_another_in_the_right_cycle(leads, follows):
    """Nobody can foretell when its top bit changes, so it runs ahead: to and from any value."""
    rnd = random.Random(leads << 8 | follows)
    for number in range(1, 4):
        writes = [*voice(number, control=leads), (0x18, 15)]
        writes += voice(number % 3 + 1, freq=0x3000, control=follows, sr=0xF0)
        whole, ticked = (chip("6581", *writes, sample_rate=48000) for _ in range(2))
        for sid in (whole, ticked):
            sid.clock(3000)  # the follower is at its loudest
        for _ in range(12):
            # About to rise, to wrap round, to wrap round to 0 exactly; then any.
            freq = rnd.randrange(0x1000, 0x10000)
            before = freq * rnd.randrange(1, 7) - rnd.choice((0, 0, 1, 77))
            acc = rnd.choice((0x800000, 0x1000000, 0x1000000, rnd.randrange(0x1000000))) - before
            for sid in (whole, ticked):
                for reg, value in voice(number, freq=freq, control=leads):
                    sid.write(reg, value)
                sid.acc[number - 1] = acc & 0xFFFFFF
            for cycles in (8, 3, 9, 40):
                whole.clock(cycles)
                for _ in range(cycles):
                    ticked.clock(1)
                assert save_fields(whole) == save_fields(ticked), (number, acc, freq)
        assert np.array_equal(whole.take_samples(), ticked.take_samples())


@pytest.mark.parametrize("control", (TEST, TEST | NOISE))
def test_what_fades_under_the_test_bit_is_the_same_however_time_is_cut(control):
    """A floating D/A input, and noise that leaks while it is heard."""
    writes = [*voice(1, freq=0x4000, control=NOISE | SAW | GATE, sr=0xF0), (0x18, 15)]
    whole = chip("6581", *writes, sample_rate=48000)
    parts = chip("6581", *writes, sample_rate=48000)
    for sid in (whole, parts):
        sid.clock(20000)
        sid.write(4, NOISE | GATE)
        sid.clock(500)
        sid.write(4, control | GATE)
    whole.clock(120000)
    for _ in range(240):
        parts.clock(500)
    assert whole.float_fade[0] < 54000
    assert save_fields(whole) == save_fields(parts)
    assert np.array_equal(whole.take_samples(), parts.take_samples())


@few_uncompiled(1)
@pytest.mark.parametrize("volume", (0, 15))
def test_silence_is_the_same_however_time_is_cut(volume):
    """From the decay at power-on to a chip in which only counters move, and out of it again."""
    whole = chip("6581", (0x18, volume), sample_rate=44100)
    parts = chip("6581", (0x18, volume), sample_rate=44100)
    rnd = random.Random(9)
    for cycles in (30000, 19656, 60001):
        whole.clock(cycles)
        while cycles > 0:
            some = min(cycles, rnd.choice((1, 7, 64, 1999)))
            parts.clock(some)
            cycles -= some
        assert save_fields(whole) == save_fields(parts)
    assert sum(whole.silent) == 3
    for sid in (whole, parts):
        for reg, value in voice(1, freq=0x2000, control=SAW | GATE, sr=0xF0):
            sid.write(reg, value)
    whole.clock(3000)
    for _ in range(1000):
        parts.clock(3)
    assert save_fields(whole) == save_fields(parts)
    quiet, same = whole.take_samples(), parts.take_samples()
    assert np.array_equal(quiet, same)
    assert len(quiet) == (30000 + 19656 + 60001 + 3000) * 44100 // PAL


@long_uncompiled
def test_a_chip_that_comes_to_rest_goes_on_counting():
    """The high-pass takes two seconds to settle; here it begins close to where it ends."""
    whole = chip("6581", (0x18, 15), sample_rate=48000)
    parts = chip("6581", (0x18, 15), sample_rate=48000)
    for sid in (whole, parts):
        sid.clock(40000)
        sid.output_high = (sid.output_low << 16) - 20000
        sid.take_samples()
    whole.clock(90000)
    for _ in range(900):
        parts.clock(100)
    assert save_fields(whole) == save_fields(parts)
    assert np.array_equal(whole.take_samples(), parts.take_samples())
    before = dump_fields(whole)
    whole.clock(90000)
    after = dump_fields(whole)
    moved = {name for name in after if after[name] != before[name]}
    # filter_wait counts blocks, as history_at does
    assert moved <= {
        "rate_count", "rate_match", "history_at", "sample_clock", "pot_phase", "filter_wait",
    }  # fmt: skip
    samples = whole.take_samples()
    assert abs(len(samples) - 90000 * 48000 // PAL) <= 1
    assert not samples.any()


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


def digests():
    """Return the number of each model."""
    return [digest(model) for model in MODELS]


@pytest.mark.slow
@pytest.mark.compiled_only("starts the uncompiled machine itself")
def test_compiled_and_uncompiled_are_equal_to_the_bit():
    """State and sound of both chips, against a process running the plain sources."""
    assert plain_value(digests) == repr(digests())


def test_samples_come_at_the_sample_rate():
    for rate in (44100, 48000):
        sid = chip(sample_rate=rate)
        assert abs(len(sound(sid, PAL // 4)) - rate // 4) <= 1


@long_uncompiled
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
