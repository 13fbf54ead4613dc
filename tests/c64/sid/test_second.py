"""A second SID: at its own 32 addresses, heard on the right; nothing changes without it."""

import numpy as np
import pytest

from c64 import C64, ConfigError, SnapshotError

PLACES = [0xD420, 0xD500, 0xD7E0, 0xDE00, 0xDFE0]
VOICE = [0x00, 0x1C, 0x00, 0x08, 0x21, 0x00, 0xF0]  # a saw at full level


def play(machine, base):
    for reg, value in enumerate(VOICE):
        machine.memory[base + reg] = value
    machine.memory[base + 0x18] = 15


def loudness(samples):
    return np.std(samples.astype(float), axis=0)


@pytest.mark.compiled_only("frames with sound are slow; test_traces compares the two")
@pytest.mark.parametrize("place", PLACES)
def test_each_is_played_at_its_own_addresses_and_heard_on_its_own_side(place):
    machine = C64(sample_rate=44100, sid2=place)
    machine.tick(5)
    machine.audio()
    play(machine, 0xD400)
    machine.tick(5)
    left, right = loudness(machine.audio())
    assert left > 1000 > right
    machine.memory[0xD404] = 0
    play(machine, place)
    machine.tick(20)
    machine.audio()
    machine.tick(5)
    left, right = loudness(machine.audio())
    assert right > 1000 > left


@pytest.mark.parametrize("place", PLACES)
def test_what_a_program_reads_there_is_the_second_chips(place):
    machine = C64(sample_rate=0, sid2=place, sid2_chip="8580")
    machine.memory[place + 0x0F] = 0x40  # voice 3's frequency
    machine.memory[place + 0x12] = 0x20
    machine.tick(1)
    program = bytes([0xAD, (place + 0x1B) & 0xFF, place >> 8, 0x8D, 0, 4, 0x4C, 0, 0xC0])
    machine.ram[0xC000 : 0xC000 + len(program)] = program
    machine.registers.pc = 0xC000
    seen = set()
    for _ in range(20):
        machine.run_cycles(777)
        seen.add(machine.ram[0x0400])
    assert len(seen) > 5
    assert machine.memory[0xD41B] == 0 and machine.memory[place + 0x19] == 0xFF


def test_the_first_sids_mirrors_stay_where_the_second_is_not():
    machine = C64(sample_rate=0, sid2=0xD500)
    machine.memory[0xD7F8] = 7
    assert machine.memory[0xD400] == 7 and machine.memory[0xD520] == 7
    assert machine.memory[0xD500] == 0
    machine.memory[0xD51F] = 9
    assert machine.memory[0xD500] == 9 and machine.memory[0xD400] == 7


@pytest.mark.compiled_only("frames with sound are slow; test_traces compares the two")
def test_both_make_as_many_samples_however_they_are_played():
    machine = C64(sample_rate=48000, sid2=0xD420)
    chance = np.random.default_rng(5)
    for _ in range(60):
        base = (0xD400, 0xD420)[chance.integers(2)]
        machine.memory[base + int(chance.integers(25))] = int(chance.integers(256))
        machine.tick()
        assert machine.audio().shape[1] == 2
        assert machine.board.sid.sample_clock == machine.board.sid2.sample_clock


def test_the_first_one_sounds_as_it_does_alone():
    one, two = (C64(sample_rate=48000, **more) for more in ({}, {"sid2": 0xD420}))
    for machine in (one, two):
        play(machine, 0xD400)
        machine.tick(10)
    mono, stereo = one.audio(), two.audio()
    assert mono.ndim == 1 and one.channels == 1 and two.channels == 2
    assert (stereo[:, 0] == mono).all()


def test_states_hold_it_and_a_machine_without_it_refuses_them():
    machine = C64(sample_rate=0, sid2=0xD420)
    play(machine, 0xD420)
    machine.tick(3)
    state = machine.snapshot()
    other = C64(sample_rate=0, sid2=0xD420)
    other.restore(state)
    machine.tick(5)
    other.tick(5)
    assert other.same_state(machine)
    for wrong in (C64(sample_rate=0), C64(sample_rate=0, sid2=0xD500)):
        with pytest.raises(SnapshotError, match="of model 'c64'"):
            wrong.restore(state)
    with pytest.raises(SnapshotError, match="of model 'c64'"):
        machine.restore(C64(sample_rate=0).snapshot())


def test_a_reset_silences_both():
    machine = C64(sample_rate=44100, sid2=0xDE00)
    play(machine, 0xDE00)
    machine.tick(5)
    assert loudness(machine.audio())[1] > 1000
    machine.reset()
    machine.tick(30)
    machine.audio()
    machine.tick(5)
    assert loudness(machine.audio())[1] < 100


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"sid2": 0xD400}, r"not at \$D400"),
        ({"sid2": 0xD430}, r"not at \$D430"),
        ({"sid2": 0xD000}, r"not at \$D000"),
        ({"sid2": 0x10000 + 0xD420}, "not at"),
        ({"sid2": -1}, "not at -1"),
        ({"sid2": "d420"}, "not a whole number"),
        ({"sid2_chip": "8580"}, "sid2_chip needs sid2"),
        ({"sid2": 0xD420, "sid2_chip": "6582"}, "does not exist"),
        ({"sid2": 0xDE00, "reu": "128k"}, "in the way of reu"),
        ({"sid2": 0xDF00, "georam": "64k"}, "in the way of georam"),
    ],
)
def test_an_address_where_it_cannot_be_is_refused_in_a_line(options, part):
    with pytest.raises(ConfigError, match=part) as error:
        C64(**options)
    assert "\n" not in str(error.value)
