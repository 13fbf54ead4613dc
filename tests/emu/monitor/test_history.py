"""The way back: how often states are kept, in how little memory, and what goes back with it."""

from itertools import pairwise, permutations

import numpy as np
import pytest

import c64
from c64.bus.board import BOARD_JAMMED
from disk.d64 import D64Image
from disk.tap import Cassette
from emu.monitor import history as module
from emu.monitor.history import HISTORY_EVERY, History
from emu.monitor.stack import call_stack


def run(machine, history, frames, states=None):
    """Run frames as the debugger does; note the state with which each begins by its cycle."""
    for _ in range(frames):
        machine.begin_frame()
        history.frame()
        if states is not None:
            states[machine.cycle] = machine.snapshot()
        frame = machine.frames
        while machine.frames == frame:
            if machine.board.run_frame(machine.cycle + 40_000) == BOARD_JAMMED:
                machine.board.read(0xFFFF)


@pytest.mark.skipif(c64.PURE, reason="thirteen emulated seconds: compiled machine only")
@pytest.mark.parametrize(
    ("reu", "every"), [(None, HISTORY_EVERY), ("512k", HISTORY_EVERY), ("8m", 4.0)]
)
def test_large_states_are_taken_more_rarely(reu, every):
    machine = c64.C64(sample_rate=0, reu=reu)
    history = History(machine)
    run(machine, history, 640)
    marks = [mark.cycle for mark in history.marks]
    apart = [after - before for before, after in pairwise(marks)]
    assert len(apart) >= 2
    assert all(abs(gap / history.clock - every) < 0.06 for gap in apart)


@pytest.mark.skipif(c64.PURE, reason="minutes of the machine: compiled machine only")
def test_the_last_minutes_are_kept_and_no_more(monkeypatch):
    monkeypatch.setattr(module, "HISTORY_SECONDS", 30)
    machine = c64.C64(sample_rate=0)
    history = History(machine)
    run(machine, history, 1900)
    kept = (machine.cycle - history.first) / history.clock
    assert 30 <= kept < 35
    assert len(history.states) == len(history.marks)


@pytest.mark.skipif(c64.PURE, reason="seconds of the machine: compiled machine only")
def test_what_does_not_fit_into_the_memory_is_dropped_from_the_oldest(monkeypatch):
    monkeypatch.setattr(module, "HISTORY_BYTES", 2 << 20)
    machine = c64.C64(sample_rate=0, reu="512k")
    history = History(machine)
    dice = np.random.default_rng(64)
    for _ in range(12):
        machine.board.cart.ram[:] = dice.integers(0, 256, 512 << 10, dtype=np.uint8).tobytes()
        run(machine, history, 60)
        assert history.states.size <= 2 << 20
        assert len(history.states) == len(history.marks)
    assert 2 <= len(history.marks) <= 4
    history.go_to(history.first)


@pytest.mark.skipif(c64.PURE, reason="seconds of the machine: compiled machine only")
def test_every_cycle_of_the_past_is_the_same_again_with_what_was_pressed():
    machine = c64.C64()
    history = History(machine)
    states = {}
    run(machine, history, 120)
    machine.type("a=1:print a+1\n", wait=False)
    run(machine, history, 200, states)
    for cycle in sorted(states, reverse=True)[::17]:
        history.go_to(cycle)
        assert machine.cycle == cycle and machine.snapshot() == states[cycle]


@pytest.mark.skipif(c64.PURE, reason="seconds of the machine: compiled machine only")
def test_the_past_is_replayed_frame_by_frame_with_what_was_pressed():
    machine = c64.C64()
    history = History(machine)
    states = {}
    run(machine, history, 60)
    machine.type("a=1\n", wait=False)
    run(machine, history, 15, states)
    end = machine.cycle
    history.go_to(min(states))
    with history.past():
        for cycle in sorted(states)[1:]:
            history.replay_frame(end)
            assert machine.cycle == cycle and machine.snapshot() == states[cycle]
        history.replay_frame(machine.cycle + 100)  # in the middle of a frame
        assert 100 <= machine.cycle - cycle < 110


@pytest.mark.skipif(c64.PURE, reason="seconds of the machine: compiled machine only")
def test_what_was_pressed_on_a_way_that_was_left_is_forgotten():
    machine = c64.C64()
    history = History(machine)
    run(machine, history, 60)
    then = machine.cycle
    for key in "ABC":
        machine.keyboard.hold(key)
        run(machine, history, 3)
        machine.keyboard.release()
    history.go_to(then)
    states = {}
    run(machine, history, 2, states)
    machine.keyboard.hold("X")
    run(machine, history, 8, states)
    for cycle in sorted(states, reverse=True):
        history.go_to(cycle)
        assert machine.snapshot() == states[cycle]


@pytest.mark.skipif(c64.PURE, reason="seconds of the machine: compiled machine only")
def test_a_jammed_cpu_is_replayed_as_it_was():
    machine = c64.C64()
    history = History(machine)
    run(machine, history, 30)
    machine.ram[0xC000] = 0x02
    machine.registers.pc = 0xC000
    history.mark(changed=True)
    states = {}
    run(machine, history, 40, states)
    assert machine.jammed
    end = machine.cycle
    for cycle in sorted(states, reverse=True)[::13]:
        history.go_to(cycle)
        assert machine.snapshot() == states[cycle]
    later = sorted(states)[-13:]
    history.go_to(later[0])
    with history.past():
        for cycle in later[1:]:
            history.replay_frame(end)
            assert machine.cycle == cycle and machine.snapshot() == states[cycle]


@pytest.mark.skipif(c64.PURE, reason="seconds of the machine: compiled machine only")
def test_another_disk_or_drive_is_noticed_by_itself():
    machine = c64.C64(sample_rate=0)
    history = History(machine)
    run(machine, history, 50)
    first, second = (D64Image.blank(name, b"64") for name in (b"ONE", b"TWO"))
    states = {}
    for image in (first, second):
        machine.drives[8].attach(image)
        run(machine, history, 20, states)
    for cycle in sorted(states, reverse=True)[::7]:
        history.go_to(cycle)
        assert machine.snapshot() == states[cycle]
    machine.drives[9].attach(first)
    run(machine, history, 5)
    assert len(history.marks) == 1  # no way leads back to another number of drives


@pytest.mark.skipif(c64.PURE, reason="seconds of true drives: compiled machine only")
@pytest.mark.parametrize(("first", "then"), [*permutations(["auto", "quick", "1541"], 2)])
def test_the_way_back_leads_past_another_kind_of_drive(first, then):
    machine = c64.C64(sample_rate=0, drive=first)
    machine.tick(10)
    slot, image = machine.drives[8], D64Image.blank(b"DISK", b"01")
    slot.attach(image, kind=first)
    history, states = History(machine), {}
    kinds = [(slot.kind, slot.auto)]
    run(machine, history, 4, states)
    slot.attach(image, kind=then)
    kinds.append((slot.kind, slot.auto))
    run(machine, history, 4, states)
    present = machine.snapshot()
    assert history.recent(3) and call_stack(machine.board, history) is not None
    assert machine.snapshot() == present and (slot.kind, slot.auto) == kinds[1]
    for cycle, kind in ((sorted(states)[5], kinds[1]), (sorted(states)[2], kinds[0])):
        history.go_to(cycle)
        assert machine.snapshot() == states[cycle]
        assert (slot.kind, slot.auto) == kind and slot.image is image


@pytest.mark.skipif(c64.PURE, reason="seconds of true drives: compiled machine only")
def test_the_way_back_leads_past_a_drive_that_became_a_1541():
    machine = c64.C64(sample_rate=0, drive="auto")
    machine.tick(150)
    slot = machine.drives[8]
    slot.attach(D64Image.blank(b"DISK", b"01"))
    machine.type('10 OPEN15,8,15,"M-E"+CHR$(0)+CHR$(5)\n')
    history, states = History(machine), {}
    run(machine, history, 4, states)
    machine.memory[0x0277:0x027B] = b"RUN\r"
    machine.memory[0xC6] = 4  # keys in the buffer, which is in the state
    history.mark(changed=True)
    for _ in range(200):
        run(machine, history, 1, states)
        if slot.kind == "1541":
            break
    assert slot.kind == "1541"
    run(machine, history, 3)
    assert call_stack(machine.board, history) is not None and slot.kind == "1541"
    cycle = sorted(states)[2]
    history.go_to(cycle)
    assert slot.kind == "quick" and slot.auto and machine.snapshot() == states[cycle]


def test_no_disk_or_tape_is_written_in_the_past_and_what_was_held_stays_so():
    machine = c64.C64(sample_rate=0)
    eight, nine = (D64Image.blank(name, b"01") for name in (b"EIGHT", b"NINE"))
    machine.drives[8].attach(eight)
    machine.drives[9].attach(nine)
    tape = Cassette.blank()
    machine.tape.insert(tape)
    history = History(machine)
    history.frame()
    nine.held = True
    machine.drives[8].eject()
    with history.past():
        assert history.replaying
        assert eight.held and nine.held and tape.held, "the one that was taken out, too"
        with history.past():
            assert history.replaying
        assert history.replaying and eight.held
    assert not history.replaying
    assert (eight.held, nine.held, tape.held) == (False, True, False)
