"""The digiboost of an 8580: a resistor from EXT IN to ground."""

import numpy as np
import pytest

import c64
from c64.sid.sid import SID
from emu.cli import parse_arguments
from tests.c64.sid.help import GATE, PAL, SAW, sound, voice

STEP = PAL // 8000  # cycles between two writes of $D418
ALTERNATE = np.arange(400) // 8 % 2 * 15  # a square wave of 500 Hz, full volume and none


def digi(model, digiboost, volumes=ALTERNATE, routing=0):
    """Return how loud $D418 samples are, as the deviation of the output."""
    sid = SID(model, PAL, 48000, digiboost=digiboost)
    sid.write(0x17, routing)
    parts = []
    for value in volumes:
        sid.write(0x18, int(value))
        parts.append(sound(sid, STEP))
    return np.concatenate(parts)[1000:].std()


def tune(model, digiboost):
    """Return the samples of a sawtooth at full volume."""
    sid = SID(model, PAL, 48000, digiboost=digiboost)
    for reg, value in [*voice(1, freq=0x1000, control=SAW | GATE, sr=0xF0), (0x18, 15)]:
        sid.write(reg, value)
    return sound(sid, PAL // 10)


@pytest.mark.compiled_only("frames with sound are slow; test_traces compares the two")
def test_a_digi_of_an_8580_is_several_times_as_loud_with_it_and_about_as_a_6581s():
    plain, boosted, old = digi("8580", False), digi("8580", True), digi("6581", False)
    assert boosted > 5 * plain
    assert 0.5 < boosted / old < 2


@pytest.mark.compiled_only("frames with sound are slow; test_traces compares the two")
def test_it_is_no_voice_and_so_steps_with_the_volume():
    loud = digi("8580", True)
    soft = digi("8580", True, ALTERNATE * 5 // 15)
    assert 2.5 < loud / soft < 3.5
    assert digi("8580", True, np.full(400, 15)) < loud / 5


@pytest.mark.compiled_only("frames with sound are slow; test_traces compares the two")
def test_ext_in_can_be_routed_into_the_filter_and_so_out_of_hearing():
    assert digi("8580", True, routing=8) < digi("8580", True) / 5


@pytest.mark.compiled_only("frames with sound are slow; test_traces compares the two")
def test_a_voice_is_heard_as_before():
    plain, boosted = tune("8580", False)[-2000:], tune("8580", True)[-2000:]
    assert 0.9 < boosted.std() / plain.std() < 1.1


def test_a_6581_has_none():
    assert not c64.MachineConfig(digiboost=True).chips().digiboost
    assert c64.MachineConfig("c64c", digiboost=True).chips().digiboost
    second = c64.MachineConfig(digiboost=True, sids="d420:8580")
    assert second.chips().digiboost
    few = ALTERNATE[:200]
    assert digi("6581", True, few) == digi("6581", False, few) > 0


def test_a_state_is_of_a_machine_with_or_without_it():
    boosted, plain = ({"model": "c64c", "sample_rate": 0, "digiboost": on} for on in (True, False))
    state = c64.C64(**boosted).snapshot()
    c64.C64(**boosted).restore(state)
    with pytest.raises(c64.SnapshotError, match="made with model 'c64c'"):
        c64.C64(**plain).restore(state)
    assert b"digiboost" not in c64.C64(**plain).snapshot()
    # a 6581 is the same either way
    c64.C64(sample_rate=0, digiboost=True).restore(c64.C64(sample_rate=0).snapshot())


def test_the_command_line_asks_for_it():
    assert not parse_arguments(["--sid", "8580"]).config.digiboost
    assert parse_arguments(["--sid", "8580", "--digiboost"]).config.digiboost
    assert not parse_arguments(["--digiboost", "--no-digiboost"]).config.digiboost
