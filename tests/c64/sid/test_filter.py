"""The sound: levels, filter, aliasing, against theory and an independent emulation.

What is heard is measured on the compiled chip.  That the uncompiled one makes the same samples
with each of these settings is shown by ``test_both_builds_make_the_same_sound`` below.
"""

import zlib
from functools import cache

import numpy as np
import pytest

import c64
from c64.base.fields import save_fields
from c64.bus.models import SID_FILTERS
from c64.sid.sid import SID
from c64.sid.tables import dac_table
from tests.c64.builds import plain_value
from tests.c64.sid.help import (
    GATE,
    NOISE,
    PAL,
    PULSE,
    SAW,
    TRIANGLE,
    chip,
    decibels,
    line,
    sound,
    voice,
)

MODELS = ("6581", "8580")
RATE = 48000
LOUD = (0x18, 0x0F)
EQUAL_CYCLES = 10_000

pytestmark = pytest.mark.compiled_only(
    "samples and state are equal to the bit, see test_both_builds_make_the_same_sound"
)


@cache
def settled(model, *writes, cycles=PAL // 4, rate=RATE):
    """Return the samples of ``cycles`` cycles, after a quarter second to settle."""
    sid = chip(model, *writes, sample_rate=rate)
    sound(sid, PAL // 4)
    return sound(sid, cycles)


def tone(freq, control, number=1):
    return voice(number, freq=freq, pw=0x800, control=control | GATE, sr=0xF0)


@pytest.mark.parametrize("model", MODELS)
def test_a_chip_at_rest_is_silent(model):
    assert np.abs(settled(model, cycles=20000)).max() <= 1


@pytest.mark.parametrize("model", MODELS)
def test_three_full_voices_use_the_range_without_clipping(model):
    writes = [w for n in (1, 2, 3) for w in tone(0x1000 * n, SAW, n)]
    samples = settled(model, *writes, LOUD)
    assert 8000 < np.abs(samples).max() < 22000  # where the soft limit begins


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_volume_scales_the_sound_as_in_an_independent_emulation(model):
    """Nearly in proportion: the amplifier's curve shows at the loud end."""
    base = 0x2000 * PAL / (1 << 24)
    levels, others = [], []
    for volume in (5, 10, 15):
        writes = [*tone(0x2000, TRIANGLE), (0x18, volume)]
        levels.append(line(settled(model, *writes, cycles=60000), base, RATE))
        others.append(line(oracle(model, writes, 60000), base, RATE))
    assert np.diff(levels) == pytest.approx(np.diff(others), abs=0.1)
    assert 5 < levels[1] - levels[0] < 6.02


def sustained(level):
    return voice(1, freq=0x2000, control=SAW | GATE, sr=level)


def test_sustain_level_scales_the_8580s_sound_in_proportion_but_for_the_leakage():
    levels = []
    for level in (0x50, 0xA0, 0xF0):
        levels.append(settled("8580", *sustained(level), LOUD, cycles=60000).std())
    ladder = dac_table(8, "8580")
    assert levels[1] / levels[0] == pytest.approx(ladder[0xAA] / ladder[0x55], abs=0.01)
    assert levels[2] / levels[0] == pytest.approx(ladder[0xFF] / ladder[0x55], abs=0.01)


def test_a_volume_step_clicks_on_the_6581_and_far_less_on_the_8580():
    """Samples by $D418: about 1.5 voices' swing on the old chip."""
    jump = {}
    for model in MODELS:
        sid = chip(model, sample_rate=RATE)
        sound(sid, PAL // 4)
        sid.write(0x18, 15)
        jump[model] = np.abs(sound(sid, 4000)).max()
    swing = np.ptp(settled("6581", *tone(0x1000, SAW), LOUD, cycles=40000))
    assert 1.2 < jump["6581"] / swing < 1.7
    assert jump["8580"] < jump["6581"] / 4


def test_a_volume_written_within_a_block_counts_from_its_cycle():
    """A 4-bit sample stream is reproduced to the cycle, not to the block of eight."""
    means = []
    for place in range(9):
        sid = chip("6581", sample_rate=RATE)
        sound(sid, 80000)
        sid.clock(place)
        sid.write(0x18, 15)
        sid.clock(80 - place)
        sid.write(0x18, 0)
        means.append(sound(sid, 8000).sum())
    steps = np.diff(means)
    assert np.all(steps < 0)
    assert steps.std() < 0.2 * -steps.mean()


def truth(freq, cycles):
    """Return (hertz, dB) of the chip's own sawtooth at one value a cycle, unfiltered."""
    counts = (np.arange(cycles, dtype=np.int64) * freq & 0xFFFFFF) >> 12
    share, level = decibels(counts * 15000.0 / 4096)
    return share * PAL, level


GAIN = {"6581": 0.0, "8580": 0.0}  # dB that a chip is louder than libresidfp's, see _SID_SCALE
HIGH = (0xFFFF, 0xE1D3, 0xB505, 0x9A17, 0x5D35)


@pytest.mark.parametrize("rate", (44100, 48000))
@pytest.mark.parametrize("freq", HIGH)
def test_a_high_sawtooth_has_no_aliases_above_minus_60_db(freq, rate):
    """Whatever is in the output and not in the chip's own spectrum is an alias."""
    cycles = PAL // 4
    samples = settled("8580", *tone(freq, SAW), LOUD, cycles=cycles, rate=rate)
    hertz, chips = truth(freq, cycles)
    near = [chips[max(0, i - 8) : i + 9].max() for i in range(6000)]
    share, level = decibels(samples)
    audible = (share * rate > 20) & (share * rate < 20000)
    own = np.interp(share[audible] * rate, hertz[:6000], near) - max(near)
    heard = level[audible] - level[audible].max()
    alias = heard[own < -66]
    assert alias.size > 500
    assert alias.max() < -63


def test_the_pass_band_is_level_up_to_the_output_stage():
    """Harmonics of a sawtooth fall as 1/n, less the 16 kHz low-pass of the C64."""
    freq = 0x2000
    base = freq * PAL / (1 << 24)
    samples = settled("8580", *tone(freq, SAW), LOUD)
    first = line(samples, base, RATE)
    for number in range(2, int(19000 / base)):
        stage = 10 * np.log10((1 + (base / 15915) ** 2) / (1 + (number * base / 15915) ** 2))
        ideal = first - 20 * np.log10(number) + stage
        assert line(samples, number * base, RATE) == pytest.approx(ideal, abs=0.5)


def oracle(model, writes, cycles):
    """Return libresidfp's samples (pyresidfp) for the same writes."""
    residfp = pytest.importorskip("pyresidfp._pyresidfp")
    kind = residfp.ChipModel.MOS6581 if model == "6581" else residfp.ChipModel.MOS8580
    sid = residfp.SID(kind, residfp.SamplingMethod.RESAMPLE, float(PAL), float(RATE))
    sid.reset()
    for reg, value in writes:
        sid.write(reg, value)
    sid.clock(PAL // 4)
    return np.array(sid.clock(cycles), dtype=float)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("control", (TRIANGLE, SAW, PULSE))
def test_spectra_equal_those_of_an_independent_emulation(model, control):
    freq = 0x1C00
    base = freq * PAL / (1 << 24)
    writes = [*tone(freq, control), LOUD]
    ours = settled(model, *writes)
    theirs = oracle(model, writes, PAL // 4)
    gain = line(ours, base, RATE) - line(theirs, base, RATE)
    assert abs(gain) < 0.5 + abs(GAIN[model])
    odd = 1 if control == SAW else 2
    # libresidfp's output falls 1 dB more from 8 kHz on; a triangle's harmonics
    # soon fall below the kinks of the 6581's converters.
    last = 6 if control == TRIANGLE else 15
    for number in range(1 + odd, last, odd):
        left = line(ours, number * base, RATE) - gain
        right = line(theirs, number * base, RATE)
        assert left == pytest.approx(right, abs=1.2), number


def response(samples, direct, base, numbers):
    """Return dB of harmonics of ``samples`` over those of ``direct``."""
    return np.array([line(samples, n * base, RATE) - line(direct, n * base, RATE) for n in numbers])


FILTERED = [
    # model, FC, resonance, mode, tolerance in dB, span of harmonics of 100 Hz
    ("8580", 300, 0, 0x10, 1.5, (2, 40)),
    ("8580", 300, 15, 0x20, 1.5, (2, 100)),
    ("8580", 800, 15, 0x10, 1.5, (2, 80)),
    ("8580", 1500, 8, 0x20, 1.5, (5, 150)),
    ("8580", 300, 0, 0x40, 2.0, (7, 150)),
    ("6581", 512, 0, 0x10, 2.5, (1, 30)),
    ("6581", 800, 0, 0x10, 2.5, (1, 80)),
    ("6581", 1200, 0, 0x10, 2.5, (1, 120)),
    ("6581", 512, 8, 0x20, 4.0, (10, 50)),
    ("6581", 100, 0, 0x40, 3.0, (3, 150)),
]


FILTERED_FREQ = 1704


def filtered(cutoff, resonance, mode):
    """Return the writes of a sawtooth, and of the same one through the filter."""
    source = voice(1, freq=FILTERED_FREQ, control=SAW | GATE, sr=0x80)
    routed = [
        *source,
        (0x15, cutoff & 7),
        (0x16, cutoff >> 3),
        (0x17, resonance << 4 | 1),
        (0x18, mode | 15),
    ]
    return [*source, LOUD], routed


@pytest.mark.slow
@pytest.mark.parametrize("case", FILTERED, ids=str)
def test_filter_responses_follow_an_independent_emulation(case):
    model, cutoff, resonance, mode, tolerance, span = case
    base = FILTERED_FREQ * PAL / (1 << 24)
    direct, routed = filtered(cutoff, resonance, mode)
    numbers = np.unique(np.geomspace(*span, 12).astype(int))
    ours = response(settled(model, *routed), settled(model, *direct), base, numbers)
    # libresidfp dithers its tables at random: the same writes, asked again, gave answers up to
    # a decibel apart where little is left of a harmonic
    cycles = PAL // 4
    asked = [
        response(oracle(model, routed, cycles), oracle(model, direct, cycles), base, numbers)
        for _ in range(5)
    ]
    assert np.abs(ours - np.mean(asked, axis=0)).max() < tolerance


TONE_3 = voice(3, freq=0x2000, control=SAW | GATE, sr=0xF0)
VOICE_3_OFF = [*TONE_3, (0x18, 0x8F)]
VOICE_3_FILTERED = [*TONE_3, (0x16, 0xFF), (0x17, 4), (0x18, 0x9F)]


CHIPS = {"8580": {}, "8580 with digiboost": {"digiboost": True}}
CHIPS |= {f"6581 {name}": {"curve": curve} for name, curve in SID_FILTERS.items()}


def pushed(name):
    """Return the loudest output: all voices filtered, full resonance, DC steps, at many cutoffs.

    The steps are single ones, and 16 of a $D418 sample, which swing with the filter's own tone.
    """
    sid = SID(name[:4], PAL, RATE, **CHIPS[name])
    for number in (1, 2, 3):
        for reg, value in voice(number, freq=0x0A00, pw=0x800, control=PULSE | GATE, sr=0xF0):
            sid.write(reg, value)
    most = 0
    for step in range(96):
        sid.write(0x16, step * 37 & 0xFF)
        sid.write(0x17, 0xFF if step & 1 else 0xF7)  # EXT IN filtered, too
        for volume in (0x00, 0x1F, 0x7F, 0x3F, 0xCF):
            sid.write(0x18, volume)
            most = max(most, np.abs(sound(sid, 2500)).max())
            if step % 4 == 0:
                for half in range(16):
                    sid.write(0x18, volume & 0xF0 | 15 * (half & 1))
                    most = max(most, np.abs(sound(sid, 40 + 10 * step)).max(initial=0))
    return most


@pytest.mark.parametrize("name", CHIPS)
def test_nothing_a_program_can_do_clips(name):
    assert 20000 < pushed(name) < 32767


@pytest.mark.parametrize("model", MODELS)
def test_a_filter_that_nothing_passes_comes_to_rest(model):
    """With high resonance, too, and wherever its cutoff goes."""
    sid = chip(model, *tone(0x1000, SAW), (0x17, 0xF1), (0x18, 0x1F), sample_rate=RATE)
    sound(sid, 20000)
    sid.write(4, SAW)
    for cutoff in (0x10, 0x68, 0xDD):
        sid.write(0x16, cutoff)
        assert np.abs(np.diff(sound(sid, PAL)[-2000:])).max() <= 1, hex(cutoff)
    before = sid.filter_band, sid.filter_low
    sound(sid, 20000)
    assert (sid.filter_band, sid.filter_low) == before


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("cutoff", [0x20, 0xFF])
def test_a_state_that_no_machine_was_in_does_no_harm(model, cutoff):
    """Whatever a snapshot may hold of the filter, its tables are not left and it recovers."""
    writes = [(0x17, 0xF0), (0x18, 0x7F), (0x16, cutoff)]
    usual = chip(model, *writes, sample_rate=RATE)
    sound(usual, 2 * PAL)
    for value in (-(10 << 26), 10 << 26):
        for earlier, wait in ((-(1 << 62), 1), (0, 99), (1 << 62, 3), (1 << 62, 18), (1 << 62, -1)):
            sid = chip(model, *writes, sample_rate=RATE)
            sid.filter_band, sid.filter_low = value, -value
            sid.filter_earlier, sid.filter_wait = earlier, wait
            sound(sid, 2 * PAL)
            assert abs(sid.filter_band - usual.filter_band) < 1 << 22  # 1/16 V
            assert abs(sid.filter_low - usual.filter_low) < 1 << 22
            assert np.abs(sound(sid, 20000)).max() < 16


def test_voice_3_can_be_switched_off_unless_it_is_filtered():
    off = settled("8580", *VOICE_3_OFF, cycles=40000)
    through = settled("8580", *VOICE_3_FILTERED, cycles=40000)
    assert np.abs(np.diff(off)).max() < 3
    assert through.std() > 1000


def test_noise_at_top_speed_has_the_colour_of_an_independent_emulation():
    """Power in bands of 1500 Hz; neighbouring register bits give it some bass."""
    writes = [*tone(0xFFFF, NOISE), LOUD]
    ours = decibels(settled("8580", *writes, cycles=PAL // 2))
    theirs = decibels(oracle("8580", writes, PAL // 2))
    gains = []
    for low in range(500, 14000, 1500):
        powers = []
        for share, level in (ours, theirs):
            inside = (share * RATE >= low) & (share * RATE < low + 1500)
            powers.append(10 * np.log10((10 ** (level[inside] / 10)).mean()))
        gains.append(powers[0] - powers[1])
    assert max(gains) - min(gains) < 1.5


def settings():
    """Yield (model, rate, writes) of every chip that is listened to in this file."""
    for model in MODELS:
        yield model, RATE, []
        yield model, RATE, [*(w for n in (1, 2, 3) for w in tone(0x1000 * n, SAW, n)), LOUD]
        for volume in (5, 10, 15):
            yield model, RATE, [*tone(0x2000, TRIANGLE), (0x18, volume)]
        for control in (TRIANGLE, SAW, PULSE):
            yield model, RATE, [*tone(0x1C00, control), LOUD]
    for level in (0x50, 0xA0, 0xF0):
        yield "8580", RATE, [*sustained(level), LOUD]
    yield "6581", RATE, [*tone(0x1000, SAW), LOUD]
    for rate in (44100, 48000):
        for freq in HIGH:
            yield "8580", rate, [*tone(freq, SAW), LOUD]
    yield "8580", RATE, [*tone(0x2000, SAW), LOUD]
    for model, cutoff, resonance, mode, *_ in FILTERED:
        for writes in filtered(cutoff, resonance, mode):
            yield model, RATE, writes
    yield "8580", RATE, VOICE_3_OFF
    yield "8580", RATE, VOICE_3_FILTERED
    yield "8580", RATE, [*tone(0xFFFF, NOISE), LOUD]


def digests():
    """Return a number for the samples and the state of each setting, a volume step included."""
    numbers = []
    for model, rate, writes in settings():
        sid = chip(model, *writes, sample_rate=rate)
        heard = [sound(sid, EQUAL_CYCLES)]
        for place, volume in ((3, 0), (77, 15), (400, writes[-1][1] if writes else 15)):
            sid.clock(place)
            sid.write(0x18, volume)
        heard.append(sound(sid, 1000))
        numbers.append(zlib.crc32(save_fields(sid) + np.concatenate(heard).tobytes()))
    return numbers


@pytest.mark.slow
def test_both_builds_make_the_same_sound():
    """To the bit, samples and state, with every setting that is listened to here."""
    assert not c64.PURE
    here = digests()
    assert len(set(here)) > len(here) - 10  # some settings are listened to twice
    assert plain_value(digests) == repr(here)
