"""Two to eight SIDs: each at its own 32 addresses, heard on its side; one is as it was."""

from array import array

import numpy as np
import pytest

from c64 import C64, PURE, ConfigError, MachineConfig, SidPlace, SnapshotError
from c64.bus.sid_places import mean, mix, shares_of, sides_of
from tests.c64.builds import few_uncompiled, long_uncompiled

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
    machine = C64(sample_rate=44100, sids=[place])
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


@few_uncompiled(1)
@pytest.mark.parametrize("place", PLACES)
def test_what_a_program_reads_there_is_the_second_chips(place):
    machine = C64(sample_rate=0, sids=[(place, "8580")])
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
    machine = C64(sample_rate=0, sids=[0xD500])
    machine.memory[0xD7F8] = 7
    assert machine.memory[0xD400] == 7 and machine.memory[0xD520] == 7
    assert machine.memory[0xD500] == 0
    machine.memory[0xD51F] = 9
    assert machine.memory[0xD500] == 9 and machine.memory[0xD400] == 7


@pytest.mark.compiled_only("frames with sound are slow; test_traces compares the two")
def test_both_make_as_many_samples_however_they_are_played():
    machine = C64(sample_rate=48000, sids=[0xD420])
    chance = np.random.default_rng(5)
    for _ in range(60):
        base = (0xD400, 0xD420)[chance.integers(2)]
        machine.memory[base + int(chance.integers(25))] = int(chance.integers(256))
        machine.tick()
        assert machine.audio().shape[1] == 2
        assert len({sid.sample_clock for sid in machine.board.sids}) == 1


@long_uncompiled
def test_the_first_one_sounds_as_it_does_alone():
    one, two = (C64(sample_rate=48000, **more) for more in ({}, {"sids": "d420"}))
    for machine in (one, two):
        play(machine, 0xD400)
        machine.tick(10)
    mono, stereo = one.audio(), two.audio()
    assert mono.ndim == 1 and one.channels == 1 and two.channels == 2
    assert (stereo[:, 0] == mono).all()


@long_uncompiled
def test_states_hold_it_and_a_machine_without_it_refuses_them():
    machine = C64(sample_rate=0, sids=[0xD420])
    play(machine, 0xD420)
    machine.tick(3)
    state = machine.snapshot()
    other = C64(sample_rate=0, sids=[0xD420])
    other.restore(state)
    machine.tick(5)
    other.tick(5)
    assert other.same_state(machine)
    for wrong in (C64(sample_rate=0), C64(sample_rate=0, sids=[0xD500])):
        with pytest.raises(SnapshotError, match="made with model 'c64'"):
            wrong.restore(state)
    with pytest.raises(SnapshotError, match="made with model 'c64'"):
        machine.restore(C64(sample_rate=0).snapshot())


@long_uncompiled
def test_a_reset_silences_both():
    machine = C64(sample_rate=44100, sids=[0xDE00])
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
        ({"sids": [0xD430]}, r"no SID can be at \$D430"),
        ({"sids": [0xD000]}, r"no SID can be at \$D000"),
        ({"sids": [0x10000 + 0xD420]}, "no SID can be at 119840"),
        ({"sids": [-1]}, "no SID can be at -1"),
        ({"sids": [1.5]}, "'1.5' is not a whole number"),
        ({"sids": "x"}, "'x' is not a whole number"),
        ({"sids": "1d420"}, "'1d420' is not a whole number"),
        ({"sids": "d_20"}, "'d_20' is not a whole number"),
        ({"sids": 0xD420}, "not a list of SIDs; give addresses"),
        ({"sids": [()]}, "is not a SID; write ADDRESS:MODEL:SIDE"),
        ({"sids": "d420:8580:left:9"}, "is not a SID; write ADDRESS:MODEL:SIDE"),
        ({"sids": "d420:6582"}, "'6582' does not exist; choose from 6581, 8580"),
        ({"sids": "d420::up"}, "'up' does not exist; choose from left, middle, right"),
        ({"sids": "d420,de00,d420:8580"}, r"two SIDs at \$D420"),
        ({"sids": range(0xD420, 0xD520, 32)}, "at most 8 SIDs"),
        ({"sids": [0xD400] * 100_000}, r"two SIDs at \$D400"),
        ({"sids": [10**5000]}, r"no SID can be at \.\.\."),
        ({"sids": ["x" * 5000]}, "'x{40}' is not a whole number"),
        ({"sids": [[0xD420, ["x"] * 5000]]}, "does not exist"),
        ({"sids": "de00", "reu": "128k"}, "conflicts with reu"),
        ({"sids": "d420,df00", "georam": "64k"}, r"at \$DF00 conflicts with georam"),
    ],
)
def test_an_address_where_it_cannot_be_is_refused_in_a_line(options, part):
    with pytest.raises(ConfigError, match=part) as error:
        C64(**options)
    assert "\n" not in str(error.value) and len(str(error.value)) < 200


# -- three to eight ----------------------------------------------------------------------------

EIGHT = [0xD420, 0xDFE0, 0xD440, 0xDE00, 0xD7E0, 0xD500, 0xDF00]  # beside the first


@pytest.mark.parametrize("count", range(1, 8))
def test_each_of_up_to_eight_has_its_own_registers_and_the_first_one_the_rest(count):
    machine = C64(sample_rate=0, sids=EIGHT[:count])
    bases = [0xD400, *EIGHT[:count]]
    for number, base in enumerate(bases):
        machine.memory[base + 0x18] = number
    assert [view.registers[0x18] for view in machine.sids] == list(range(count + 1))
    assert [view.address for view in machine.sids] == bases
    for base in range(0xD400, 0xD800, 32):
        found = machine.sids[bases.index(base) if base in bases else 0]
        machine.memory[base + 0x17] = base >> 5 & 0xFF
        assert found.registers[0x17] == base >> 5 & 0xFF
        assert machine.memory[base] == base >> 5 & 0xFF


def test_each_reads_its_own_oscillator_and_all_run_with_the_machine():
    machine = C64(sample_rate=0, sids=EIGHT)
    bases, begun = [0xD400, *EIGHT], []
    for number, base in enumerate(bases):
        machine.board.access_write(base + 0x12, 0x08)  # TEST holds the counter at 0
        machine.board.access_write(base + 0x0F, 8 * (number + 1))
        machine.board.access_write(base + 0x12, 0x20)
        begun.append(machine.cycle)
    machine.board.idle(900)
    for number, base in enumerate(bases):
        wanted = 0x800 * (number + 1) * (machine.cycle - begun[number]) >> 16 & 0xFF
        assert abs(machine.board.access_read(base + 0x1B) - wanted) <= 1
        assert abs(machine.memory[base + 0x1B] - wanted) <= 1


def test_a_program_plays_all_eight_and_each_gets_its_own_bytes():
    machine = C64(sample_rate=0, sids=EIGHT)
    code = b""
    for number, base in enumerate([0xD400, *EIGHT]):
        at = base + 0x16
        code += bytes([0xA9, 0x11 * number, 0x8D, at & 0xFF, at >> 8])
    machine.ram[0xC000 : 0xC000 + len(code)] = code
    machine.tick(1)
    machine.registers.pc = 0xC000
    machine.run_cycles(6 * 8 - 1)
    assert [view.registers[0x16] for view in machine.sids] == [0x11 * n for n in range(8)]


def test_models_are_each_ones_own():
    places = "d420:8580,d440,de00:6581"
    for model, first in (("c64", "6581"), ("c64c", "8580")):
        machine = C64(model, sample_rate=0, sids=places)
        assert [view.chip for view in machine.sids] == [first, "8580", first, "6581"]
    machine = C64(sample_rate=0, sids=["d400:8580", "d420"])
    assert [view.chip for view in machine.sids] == ["8580", "8580"]
    assert C64(sample_rate=0, sids="d400:8580").model.sid == "8580"
    assert C64(sample_rate=0, sids="d400:8580", sid="6581").model.sid == "6581"


def test_a_list_of_them_may_be_written_in_several_ways():
    wanted = (SidPlace(0xD420), SidPlace(0xDE00, "8580", "left"))
    for sids in (
        "d420,de00:8580:left", "$D420, 0xDE00:8580:left", [0xD420, "de00:8580:left"],
        [[0xD420, None, ""], [0xDE00, "8580", "left"]], wanted, ",".join(map(str, wanted)),
    ):  # fmt: skip
        assert MachineConfig(sids=sids).sids == wanted
    assert MachineConfig(sids="").sids == MachineConfig(sids=[]).sids == MachineConfig().sids == ()


@pytest.mark.parametrize(
    ("sids", "sides"),
    [
        ("", "middle"),
        ("d420", "left right"),
        ("d420,d440", "left right middle"),
        ("d420,d440,d460", "left right left right"),
        ("d420,d440,d460,d480,d4a0,d4c0", "left right left right left right middle"),
        ("d420:8580:left,d440", "left left middle"),
        ("d400::middle,d420::left,d440::right", "middle left right"),
    ],
)
def test_they_are_left_and_right_by_turns_and_an_odd_one_in_the_middle(sids, sides):
    machine = C64(sample_rate=0, sids=sids)
    assert " ".join(view.side for view in machine.sids) == sides
    assert machine.channels == (2 if " " in sides else 1)


@pytest.mark.compiled_only("frames with sound are slow; test_traces compares the two")
@pytest.mark.parametrize(("number", "side"), list(enumerate(("left", "right", "middle"))))
def test_each_of_three_is_heard_on_its_side(number, side):
    machine = C64(sample_rate=44100, sids=[0xD420, 0xDE00])
    machine.tick(5)
    machine.audio()
    play(machine, machine.sids[number].address)
    machine.tick(5)
    left, right = loudness(machine.audio())
    assert (left > 500) == (side != "right") and (right > 500) == (side != "left")


@long_uncompiled
def test_the_sound_of_each_is_what_it_is_alone_whatever_the_others_play():
    alone, many = C64(sample_rate=44100), C64(sample_rate=44100, sids="d420:6581,d440:8580")
    for machine in (alone, many):
        play(machine, 0xD400)
    play(many, 0xD440)
    many.memory[0xD440 + 1] = 0x31
    for machine in (alone, many):
        machine.tick(1 if PURE else 5)
    found = [sid.take_samples() for sid in many.board.sids]
    assert (found[0] == alone.audio()).all() and not (found[2] == found[0]).all()
    assert (mix(found, ["left", "right", "middle"])[:, 0] != 0).any()


def test_no_mix_is_clipped_and_two_keep_all_they_have():
    edges = np.array([32767, -32768], dtype=np.int16)
    for count in range(2, 9):
        mixed = mix([edges] * count, sides_of([""] * count)).astype(int)
        assert abs(mixed - edges[:, None]).max() <= 40
    left, right = np.array([[5, -7, 32767], [-32768, 3, 1]], dtype=np.int16)
    assert (mix([left, right], ["left", "right"]) == np.column_stack((left, right))).all()
    for sides in (["left"] * 8, ["middle"] * 8, ["right", "middle", "right", "left"]):
        shares = shares_of(sides)
        assert max(sum(share[n] for share in shares) for n in (0, 1)) <= 4096
        assert all(min(share) >= 0 and max(share) >= 500 for share in shares)


def test_bytes_of_sound_are_the_mean_of_all():
    samples = [array("h", [9, -32768, 32767]), array("h", [2, -32768, 32767])]
    wanted = array("h", [5, -32768, 32767]).tobytes()
    assert mean([bytearray(data.tobytes()) for data in samples]) == wanted
    one, two = (C64(sample_rate=44100, sids="d420") for _ in range(2))
    for machine in (one, two):
        play(machine, 0xD420)
        machine.run_cycles(5000)
    sound = np.frombuffer(one.audio_bytes(), dtype=np.int16)
    assert sound.any() and (sound == two.audio().astype(int).sum(axis=1) // 2).all()


def test_a_state_of_eight_goes_on_as_they_would_have():
    machine = C64(sample_rate=0, sids=EIGHT)
    for base in (0xD400, *EIGHT):
        play(machine, base)
    machine.run_cycles(3000)
    state = machine.snapshot()
    other = C64(sample_rate=0, sids=[SidPlace(at, side="left") for at in EIGHT])
    other.restore(state)  # who listens from where is no part of it
    for one in (machine, other):
        one.run_cycles(3000)
    assert other.same_state(machine)
    fewer = C64(sample_rate=0, sids=EIGHT[:6])
    turned = C64(sample_rate=0, sids=EIGHT[::-1])
    for wrong in (fewer, turned, C64(sample_rate=0)):
        with pytest.raises(SnapshotError, match="made with model 'c64'"):
            wrong.restore(state)


def test_a_machine_that_goes_off_and_on_silences_all_eight():
    machine = C64(sample_rate=0, sids=EIGHT)
    for base in (0xD400, *EIGHT):
        play(machine, base)
    machine.run_cycles(3000)
    assert all(view.registers[4] for view in machine.sids)
    machine.power_cycle()
    assert not any(any(view.registers) for view in machine.sids)
