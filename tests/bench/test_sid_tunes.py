"""The pieces for three SIDs: each SID of the machine plays what is written to it, nothing else."""

import numpy as np
import pytest

from c64.bus.models import PAL_HZ
from c64.sid.sid import SID
from tests.bench.sid_sounds import LEAD, PAL, TRUE_RATE, begun, distance, theirs
from tests.bench.sid_tunes import BASES, FRAME, FRAMES, PIECES, frequency, played_by_machine

FEW = 25

pytestmark = pytest.mark.compiled_only("runs a machine for a second")


def alone(model, writes, frames):
    """Return the samples of a SID that is in no machine and gets the same writes."""
    sid = SID(model, round(PAL_HZ), TRUE_RATE)
    now, parts = -LEAD, []
    for cycle, register, value in [*writes, (frames * FRAME, 0, 0)]:
        while now < cycle:
            step = min(cycle - now, FRAME)
            sid.clock(step)
            parts.append(sid.take_samples())
            now += step
        sid.write(register, value)
    return np.concatenate(parts)


@pytest.mark.parametrize("model", ["6581", "8580"])
@pytest.mark.parametrize("name", PIECES)
def test_each_sid_sounds_to_the_bit_as_one_alone_with_its_writes(name, model):
    samples, writes = played_by_machine(PIECES[name], model, TRUE_RATE, LEAD, FEW)
    assert len({tuple(of_one) for of_one in writes}) == len(samples) == len(BASES)
    for found, of_one in zip(samples, writes, strict=True):
        assert found.std() > 100
        assert (found == alone(model, of_one, FEW)).all()


@pytest.mark.parametrize("model", ["6581", "8580"])
def test_each_sid_of_a_short_piece_is_near_libresidfps(model):
    samples, writes = played_by_machine(PIECES["march"], model, TRUE_RATE, LEAD, FEW)
    for found, of_one in zip(samples, writes, strict=True):
        assert distance(begun(found), theirs(model, of_one, FEW * FRAME), 0.0) < 0.5


def test_notes_are_where_a_piano_has_them():
    assert [frequency(n) * PAL / (1 << 24) for n in (57, 45, 36)] == pytest.approx(
        [440, 220, 130.81], rel=1e-3
    )


def test_a_piece_goes_on_to_its_end():
    _, writes = played_by_machine(PIECES["canon"], "6581", 0, LEAD)
    last = [of_one[-1][0] for of_one in writes]
    assert min(last) > (FRAMES - 1) * FRAME
