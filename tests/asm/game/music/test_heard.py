"""What comes out of the SID: pitches by their spectrum, levels, no clipping, silence at last."""

import numpy as np
import pytest

from tests.asm.game.engine import K
from tests.asm.game.music.bench import (
    EFFECTS,
    RATE,
    TAKEN,
    TICKS,
    TITLE,
    VOICES,
    Bench,
    schedule,
)

WARM = 30  # ticks until the volume is up and the filter's capacitor has settled
TRACKS = list(TITLE.data["tracks"])
SILENT = 0.0002  # of full scale, from sample to sample: the output capacitor still settles


def level(samples):
    """RMS about the mean."""
    return float(np.std(samples))


def fundamental(samples, near):
    """Hz of the strongest partial within a semitone of ``near``."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), 1 << 17))
    hertz = np.fft.rfftfreq(1 << 17, 1 / RATE)
    window = (hertz > near / 1.06) & (hertz < near * 1.06)
    return float(hertz[window][np.argmax(spectrum[window])])


def tune(standard, voices, ticks):
    """Samples of some voices of the tune."""
    bench = Bench(standard, source=K["RANDOM_LFSR"], audio=RATE)
    bench.tick(WARM)
    bench.call("music_title")
    for voice in set(range(VOICES)) - set(voices):
        bench.poke("channel_hi", 0, voice)
    bench.audio()
    bench.tick(ticks)
    return bench.audio()


@pytest.mark.feature("F085")
@pytest.mark.feature("F237")
@pytest.mark.parametrize("standard", ["pal", "ntsc", "oldntsc", "drean"])
def test_the_melody_is_heard_at_concert_pitch(standard):
    """The notes of the first strain that last a tenth of a second and more."""
    ticks, checked = 500, 0
    samples = tune(standard, [0], ticks)
    for tick, note, length, _ in schedule(TITLE.notes("melody"), TITLE.data["tempo"])[0]:
        if length < 14 or tick + length > ticks:
            continue
        span = np.array([tick + TAKEN + 3, tick + length - 2]) * RATE // TICKS
        wanted = 440 * 2 ** ((note - 45) / 12)
        heard = fundamental(samples[span[0] : span[1]], wanted)
        assert abs(1200 * np.log2(heard / wanted)) < 5, (tick, note, heard, wanted)
        checked += 1
    assert checked > 12


def test_voices_are_balanced_and_do_not_clip():
    levels = [level(tune("pal", [voice], 500)) for voice in range(VOICES)]
    together = tune("pal", range(VOICES), 500)
    assert np.abs(together).max() < 0.95
    assert levels[0] == max(levels)  # the melody
    assert min(levels) > 0.35 * levels[0]
    assert 0.1 < level(together) < 0.35


@pytest.mark.parametrize("phase", range(9))
def test_a_knock_is_loud_in_whichever_cycle_of_the_rate_counter_it_begins(phase):
    """A rate counter that runs to 8 must not miss it: the attack would come 33 ms late."""
    bench = Bench(audio=RATE)
    bench.kit.hold(phase or 9)
    bench.tick(WARM)
    bench.ask(EFFECTS.index("step"))
    bench.tick(TAKEN)
    bench.audio()
    bench.tick()
    assert level(np.diff(bench.audio())) > 50 * SILENT


def test_every_sound_is_heard_does_not_clip_and_ends_in_silence():
    bench = Bench(audio=RATE)
    bench.tick(WARM)
    for number, name in enumerate(EFFECTS):
        bench.audio()
        bench.ask(number)
        bench.tick(6)
        begin = bench.audio()
        assert level(np.diff(begin)) > 10 * SILENT, name
        while not bench.idle():
            bench.tick(5)
        assert np.max(np.abs(bench.audio()), initial=0) < 0.95, name
        bench.tick(5)
        bench.audio()
        bench.tick(5)
        assert level(np.diff(bench.audio())) < SILENT, name
