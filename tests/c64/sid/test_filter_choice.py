"""The filter that a 6581 has: chips differ."""

import numpy as np
import pytest

from c64 import C64, SnapshotError
from c64.bus.models import SID_FILTERS
from c64.sid.filter_tables import CutoffCurve
from c64.sid.sid import SID
from tests.bench.sid_pictures import PUBLISHED, cutoff_hertz, ours, published
from tests.c64.sid.help import GATE, PAL, SAW, sound, voice


def brightness(bias, model="6581"):
    """Return how much of a low-passed sawtooth lies in its upper harmonics."""
    sid = SID(model, PAL, 48000, CutoffCurve(bias))
    for reg, value in voice(1, freq=0x0800, control=SAW | GATE, sr=0xF0):
        sid.write(reg, value)
    for reg, value in ((0x16, 0x28), (0x17, 1), (0x18, 0x1F)):
        sid.write(reg, value)
    sound(sid, PAL // 4)
    heard = np.abs(np.fft.rfft(sound(sid, PAL // 4) * np.hanning(12000)))
    return heard[500:].sum() / heard[20:].sum()


@pytest.mark.compiled_only("frames with sound are slow; test_traces compares the two")
def test_a_light_chip_lets_more_through_than_the_usual_one_and_a_dark_one_less():
    dark, usual, light = (brightness(bias) for bias in (-0.5, 0.0, 0.5))
    assert dark < usual / 1.3 and light > usual * 1.3


@pytest.mark.slow
@pytest.mark.compiled_only("frames with sound are slow; test_traces compares the two")
@pytest.mark.parametrize("name", PUBLISHED)
def test_a_named_chip_has_the_cutoffs_that_were_measured_on_it(name):
    """A third of an octave off on average, and nearer than any other choice of the option."""
    cutoffs = (0, 400, 800, 1000, 1200, 1500)
    measured = np.minimum([published(name, cutoff) for cutoff in cutoffs], 16000)

    def octaves_off(choice):
        made = [cutoff_hertz(lambda: ours("6581", SID_FILTERS[choice]), c, 8) for c in cutoffs]
        return np.abs(np.log2(np.minimum(made, 16000) / measured)).mean()

    off = {choice: octaves_off(choice) for choice in SID_FILTERS}
    assert min(off, key=off.get) == name and off[name] < 1 / 3


@pytest.mark.compiled_only("frames with sound are slow; test_traces compares the two")
def test_an_8580_has_one_filter():
    assert brightness(0.5, "8580") == brightness(-0.5, "8580")


def test_a_state_is_of_a_machine_with_this_filter():
    one = C64(sample_rate=0, sid_filter="dark")
    state = one.snapshot()
    C64(sample_rate=0, sid_filter="dark").restore(state)
    for other in ({}, {"sid_filter": "light"}, {"sid_filter": "usual"}):
        with pytest.raises(SnapshotError, match="made with model 'c64'"):
            C64(sample_rate=0, **other).restore(state)


def test_the_usual_filter_named_or_not_is_the_same():
    C64(sample_rate=0, sid_filter="usual").restore(C64(sample_rate=0).snapshot())
