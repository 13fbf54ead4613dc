"""What a SID reads and sounds like in random programs stays what it was.

traces.json was made by a build that passed the 104 SID programs of VICE's collection (``python -m
tests.c64.sid.test_traces`` writes it anew; run ``make conformance AREA=sid`` before that).  Of the
sound it has how loud each piece is: its last bits depend on numpy's cosines.
"""

import random
from pathlib import Path

import numpy as np
import pytest

from c64.sid.sid import SID
from tests.c64 import traces
from tests.c64.builds import some_uncompiled
from tests.c64.sid.help import PAL

SUMS = Path(__file__).with_name("traces.json")
SEEDS, ACCESSES, PIECES, SOUNDS = 3, 400, 4, 8
WAVES = (
    0x11,
    0x21,
    0x41,
    0x81,
    0x31,
    0x51,
    0x61,
    0x71,
    0x91,
    0x13,
    0x15,
    0x43,
    0x25,
    0x09,
    0x00,
    0x49,
)
NEAR = 0.002  # of a loudness, which is of 16 bits


def script(dice):
    """Yield (cycles, register, value): a register is written, or $19-$1F read."""
    for _ in range(ACCESSES):
        reg = dice.randrange(32)
        value = dice.randrange(256)
        if reg in (4, 11, 18):
            value = dice.choice(WAVES)
        elif reg in (5, 6, 12, 13, 19, 20):
            value = dice.choice((0x00, 0x11, 0x33, 0xF0, 0x0F, 0xA5, value))
        elif reg in (1, 8, 15, 22):
            value = dice.choice((0, 1, 16, 255, value))
        elif reg == 24:
            value = dice.choice((0x0F, 0x1F, 0x2F, 0x4F, 0x8F, 0x00, value))
        yield dice.choice((1, 2, 3, 9, 40, 300, dice.randrange(900))), reg, value


def program(model, rate, seed):
    """Return (sums of what is read, loudness of pieces of the sound)."""
    dice, sid, seen = random.Random(f"{model} {rate} {seed}"), SID(model, PAL, rate), []
    sid.write(24, 15)
    sounds = []
    for cycles, reg, value in script(dice):
        sid.clock(cycles)
        if reg > 24:
            seen.append(sid.read(reg))
        else:
            sid.write(reg, value)
            seen.append((sid.read(27), sid.read(28)))
        if rate:
            sounds.append(sid.take_samples())
    seen.append(sum(len(part) for part in sounds))
    heard = np.array_split(np.concatenate(sounds).astype(float), SOUNDS) if rate else []
    return [traces.told(seen, PIECES), [round(float(abs(part).mean()), 1) for part in heard]]


CASES = [(model, rate) for model in ("6581", "8580") for rate in (0, 44100, 48000)]


@pytest.mark.parametrize(("model", "rate"), some_uncompiled(CASES, *CASES[::3], CASES[1], CASES[5]))
def test_reads_and_sound_of_random_programs_are_what_they_were(model, rate):
    known = traces.known(SUMS)
    for seed in range(SEEDS):
        read, heard = program(model, rate, seed)
        before, loud = known[f"{model} {rate} {seed}"]
        assert read == before
        assert heard == pytest.approx(loud, rel=NEAR, abs=1)


def rows():
    """Return {name: sums} of all programs."""
    return {f"{m} {r} {seed}": program(m, r, seed) for m, r in CASES for seed in range(SEEDS)}


if __name__ == "__main__":
    traces.write(SUMS, rows())
