"""The datasette: edges to the cycle, motor, keys, recording, its state."""

import array
import itertools
import random

import pytest

import c64
from c64.errors import SnapshotError
from disk.tap import Cassette, make_tap
from tests.c64.builds import MANY_CYCLES, long_uncompiled

MOTOR_ON, MOTOR_OFF, WRITE = 0x17, 0x37, 0x08
# 1000 SEI; 1001 LDA #$10; BIT $DC0D; BEQ *-3; INC $2000; LDA $DC05; STA $2001; JMP $1001
LISTENER = bytes.fromhex("78a9102c0ddcf0fbee0020ad05dc8d01204c0110")
DECK_KEYS = ("play", "record", "rewind", "wind", "stop")


def tape(*pulses):
    return Cassette(make_tap(array.array("i", pulses)))


def machine(cassette=None, key=None, lag=True):
    """Return a machine whose CPU reads $1000 for ever, with the motor switched off."""
    m = c64.C64(sample_rate=0)
    m.board.may_lag = int(lag)
    m.board.write(0, 0x2F)
    m.board.write(1, MOTOR_OFF)
    if cassette is not None:
        m.tape.insert(cassette)
    if key is not None:
        getattr(m.tape, key)()
    return m


def run(m, cycles):
    for _ in range(cycles):
        m.board.read(0x1000)


def flags(m, cycles):
    """Return the cycles in which the deck heard a falling edge, by where the tape was."""
    seen, begin = [], m.cycle
    for _ in range(cycles):
        at = m.board.tape.at
        m.board.read(0x1000)
        if m.board.tape.at != at:
            seen.append(m.cycle - begin)
    return seen


def test_pulses_pass_the_head_in_their_cycles_while_the_motor_is_on():
    m = machine(tape(400, 800, 80, 4000), "play")
    assert flags(m, 2000) == []
    m.board.write(1, MOTOR_ON)
    begin = m.cycle
    assert [begin + n for n in flags(m, 1400)] == [begin + 399, begin + 1199, begin + 1279]


def test_an_edge_is_flag_of_cia_1():
    m = machine(tape(400, 800), "play")
    m.board.read(0xDC0D)
    m.board.write(1, MOTOR_ON)
    run(m, 390)
    assert not m.board.read(0xDC0D) & 0x10
    run(m, 20)
    assert m.board.read(0xDC0D) & 0x10
    assert not m.board.read(0xDC0D) & 0x10


def test_the_motor_runs_on_for_32000_cycles_and_the_pulse_goes_on_where_it_was():
    m = machine(tape(20_000, 30_000, 400), "play")
    m.board.write(1, MOTOR_ON)
    run(m, 5_000)
    m.board.write(1, MOTOR_OFF)
    run(m, 60_000)
    assert m.board.tape.at == 1
    assert not m.tape.moving
    m.board.write(1, MOTOR_ON)
    left = 20_000 + 30_000 - 5_000 - 32_000
    assert flags(m, 20_000)[0] == pytest.approx(left, abs=3)


@long_uncompiled
def test_a_motor_switched_on_again_in_time_never_stops():
    m = machine(tape(100_000, 400), "play")
    m.board.write(1, MOTOR_ON)
    for _ in range(3):
        run(m, 1_000)
        m.board.write(1, MOTOR_OFF)
        run(m, 31_000)
        m.board.write(1, MOTOR_ON)
    assert flags(m, 10_000)[0] == pytest.approx(100_000 - 96_000, abs=8)


@pytest.mark.parametrize("key", DECK_KEYS)
def test_the_computer_senses_whether_a_key_is_down(key):
    m = machine(tape(400, 400))
    assert m.board.read(1) & 0x10
    getattr(m.tape, key)()
    assert bool(m.board.read(1) & 0x10) == (key == "stop")


def test_an_empty_deck_refuses_its_keys():
    m = machine()
    m.tape.play()
    assert m.tape.key == "stop"
    assert m.board.read(1) & 0x10


def test_at_the_tapes_end_the_key_comes_up():
    m = machine(tape(400, 400), "play")
    m.board.write(1, MOTOR_ON)
    run(m, 900)
    assert m.tape.at_end
    assert m.tape.key == "stop"
    assert m.board.read(1) & 0x10
    m.tape.play()
    assert m.tape.key == "stop"


def record(m, halves):
    """Write half waves of so many cycles each."""
    for half in halves:
        m.board.write(1, MOTOR_ON | WRITE)
        run(m, half - 1)
        m.board.write(1, MOTOR_ON)
        run(m, half - 1)


def test_what_is_written_can_be_played():
    m = machine(Cassette.blank(), "record")
    m.board.write(1, MOTOR_ON)
    record(m, [176, 256, 336, 176])
    m.tape.stop()
    assert list(m.tape.cassette.pulses)[1:] == [352, 512, 672]
    m.tape.to_begin()
    m.tape.play()
    heard = flags(m, 3000)
    assert [b - a for a, b in itertools.pairwise(heard)] == [352, 512, 672]
    assert m.tape.at_end


def test_an_edge_in_the_cycle_in_which_the_key_goes_down_records_no_pulse_of_no_length():
    """A host can write to $01 between runs; no state with such a pulse could be restored."""
    m = machine(Cassette.blank())
    m.memory[1] = MOTOR_ON
    m.tape.record()
    m.memory[1] = MOTOR_ON | WRITE
    m.run_cycles(500)
    m.memory[1] = MOTOR_ON
    m.run_cycles(500)
    m.memory[1] = MOTOR_ON | WRITE
    m.tape.stop()
    assert min(m.tape.cassette.pulses) > 900
    m.restore(m.snapshot())


def test_a_recording_erases_what_it_passes_and_nothing_behind():
    m = machine(tape(*[1000] * 10), "play")
    m.board.write(1, MOTOR_ON)
    run(m, 2_010)
    m.tape.record()
    record(m, [500, 500, 500])
    m.tape.stop()
    pulses = list(m.tape.cassette.pulses)
    assert pulses[:2] == [1000, 1000]
    assert sum(pulses) == 10_000
    assert pulses[-5:] == [1000] * 5
    assert pulses[3:5] == [1000, 1000]


@long_uncompiled
def test_a_tape_of_many_pulses_is_recorded_whole():
    m = machine(Cassette.blank(), "record")
    m.board.write(1, MOTOR_ON)
    for _ in range(10_000):
        m.board.write(1, MOTOR_ON | WRITE)
        m.board.write(1, MOTOR_ON)
    m.tape.stop()
    assert len(m.tape.cassette.pulses) == 10_000
    assert set(m.tape.cassette.pulses[1:]) == {2}


@pytest.mark.compiled_only("300 frames, ten seconds of it uncompiled")
def test_winding_moves_the_tape_and_the_counter_and_ends_by_itself():
    m = machine(tape(*[50_000] * 400), "wind")
    m.board.write(1, MOTOR_ON)
    m.tick(10)
    assert m.tape.counter == 0
    m.tick(10)
    assert 0 < m.board.tape.at < 400
    m.tick(130)
    assert m.tape.key == "stop"
    assert m.tape.at_end
    turned = m.tape.counter
    assert turned > 5
    m.tape.rewind()
    m.tick(150)
    assert (m.board.tape.at, m.board.tape.passed, m.tape.counter) == (0, 0, 0)


def test_the_counter_turns_slower_as_the_reel_grows():
    m = machine(tape(*[985_248 * 60] * 30))
    shown = []
    for minutes in (0, 10, 20, 30):
        m.board.tape.passed = 985_248 * 60 * minutes
        shown.append(m.tape.counter)
    assert shown[0] == 0
    assert shown[1] > shown[2] - shown[1] > shown[3] - shown[2] > 100
    m.tape.zero_counter()
    assert m.tape.counter == 0


MORE = pytest.mark.compiled_only("two of the scripts show the uncompiled machine's lag")


# Scripts by a seed and how many steps of each: uncompiled, most are left to test-long.
SCRIPTS = [(0, 6)] if c64.PURE else []
SCRIPTS += [pytest.param(seed, 25, marks=MANY_CYCLES) for seed in (0, 1)]
SCRIPTS += [pytest.param(seed, 25, marks=MORE) for seed in (2, 3)]


@pytest.mark.parametrize(("seed", "steps"), SCRIPTS)
def test_a_lagging_machine_hears_the_same_edges_in_the_same_cycles(seed, steps):
    """A program counts the edges it meets; keys and motor change while it runs."""
    rng = random.Random(seed)
    pulses = [rng.choice([352, 512, 672, 3000, 77]) for _ in range(3000)]
    script = [
        (rng.randrange(500, 30_000), rng.choice((*DECK_KEYS, "on", "off"))) for _ in range(steps)
    ]
    states = []
    for lag in (True, False):
        m = machine(tape(*pulses), "play", lag)
        m.ram[0x1000 : 0x1000 + len(LISTENER)] = LISTENER
        m.registers.pc = 0x1000
        m.board.cpu.reset_pending = 0
        m.board.write(1, MOTOR_ON)
        for cycles, what in script:
            m.run_cycles(cycles)
            if what in ("on", "off"):
                m.memory[1] = MOTOR_ON if what == "on" else MOTOR_OFF
            else:
                getattr(m.tape, what)()
        states.append(m.snapshot())
        assert m.ram[0x2000] > 0
    assert states[0] == states[1]


# -- state --------------------------------------------------------------------------------


def test_a_restored_machine_plays_on_to_the_cycle():
    m = machine(tape(*[352, 512, 672] * 2000), "play")
    m.board.write(1, MOTOR_ON)
    run(m, 12_345)
    state = m.snapshot()
    other = c64.C64(sample_rate=0)
    other.restore(state)
    assert other.same_state(m)
    for each in (m, other):
        run(each, 54_321)
    assert other.same_state(m)
    m.tape.eject()
    m.restore(state)
    assert m.snapshot() == state


def test_a_recording_is_part_of_the_state():
    m = machine(tape(*[1000] * 50), "record")
    m.board.write(1, MOTOR_ON)
    record(m, [200] * 30)
    state = m.snapshot()
    record(m, [300] * 30)
    m.tape.stop()
    after = list(m.tape.cassette.pulses)
    m.restore(state)
    assert m.snapshot() == state
    record(m, [300] * 30)
    m.tape.stop()
    assert list(m.tape.cassette.pulses) == after


def test_a_state_without_a_cassette_takes_it_out():
    m = machine()
    state = m.snapshot()
    m.tape.insert(tape(400))
    m.restore(state)
    assert m.tape.cassette is None


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("at", 9999, "the datasette is past the end of the tape"),
        ("kept", 9999, "the datasette is past the end of the tape"),
        ("recorded", 9999, "the datasette is past the end of the tape"),
        ("at", 20, "the datasette plays past the end of the tape"),
        ("mode", 9999, "mode is 9999, which is out of range"),
        ("mode", 5, "its fields do not go together"),
        ("passed", -1, "passed is -1, which is out of range"),
        ("pulse_at", -(1 << 61), "pulse_at is more than four seconds ago"),
        ("stop_at", -(1 << 61), "stop_at is more than four seconds ago"),
        ("mode", 0, "its fields do not go together"),  # nothing plays, and a pulse is due
        ("wind_at", 1 << 40, "its fields do not go together"),
    ],
)
def test_a_deck_that_stands_where_no_tape_is_is_refused(field, value, words):
    m = machine(tape(*[400] * 20), "play")
    m.board.write(1, 0x17)  # the motor
    setattr(m.board.tape, field, value)
    state = m.snapshot()
    with pytest.raises(SnapshotError, match=f"^snapshot: tape: {words}"):
        machine().restore(state)
