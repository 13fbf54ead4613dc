"""Looks at the past and the future: bytes put in, memory of then, pieces, and what may come."""

import numpy as np
import pytest

from c64 import C64
from c64.snapshot import SnapshotError
from disk.tap import Cassette
from emu.monitor import history as module
from emu.monitor.debugger import Debugger
from emu.monitor.errors import MonitorError
from emu.monitor.history import INSTRUCTION_CYCLES
from tests.emu.monitor.session import debugger

COUNTER = bytes([0xEE, 0x00, 0xC1, 0xD0, 0xFB, 0xEE, 0x01, 0xC1, 0x4C, 0x00, 0xC0])


def counting(frames=3):
    d = debugger(COUNTER)
    d.run_frame()
    for _ in range(frames):
        d.run_frame()
    return d


def test_bytes_that_were_put_into_memory_come_again():
    d = counting()
    before = d.board.cycle
    d.poke(0x2000, 1)
    d.poke(0x2000, 2)
    d.poke(0x2001, 3)
    d.run_frame()
    d.board.keyboard.press("A")
    d.poke(0x2002, 4)
    for _ in range(3):
        d.run_frame()
    end, ram = d.board.cycle, bytes(d.board.ram)
    d.back_to(before - 1000)
    assert bytes(d.board.ram[0x2000:0x2003]) == bytes(3)
    d.back_to(before + 1000)
    assert bytes(d.board.ram[0x2000:0x2003]) == b"\2\3\0"
    d.back_to(end)
    assert bytes(d.board.ram) == ram and len(d.history.marks) == 1


def test_the_memory_of_then_is_had_and_the_machine_stays_where_it_is():
    d = counting()
    then, ram = d.board.cycle, bytes(d.board.ram)
    for _ in range(3):
        d.run_frame()
    now = d.board.cycle, bytes(d.board.ram)
    assert d.history.ram_at(then) == ram != now[1]
    assert (d.board.cycle, bytes(d.board.ram)) == now
    with pytest.raises(MonitorError, match="the history begins"):
        d.history.ram_at(d.history.first - 1)
    assert (d.board.cycle, bytes(d.board.ram)) == now


def test_a_piece_of_the_past_is_run_from_its_mark():
    d = counting()
    d.changed()
    at = len(d.history.marks) - 1
    begin = d.board.cycle
    d.run_frame()
    middle, ram = d.board.cycle, bytes(d.board.ram)
    d.run_frame()
    d.history.replay_from(at, middle)
    assert (d.board.cycle, bytes(d.board.ram)) == (middle, ram)
    d.history.load(at)
    assert d.board.cycle == begin


def test_what_may_come_is_looked_at_and_taken_back():
    d = counting()
    board = d.board
    board.settle()
    before, hits = d.machine.snapshot(), []
    d.add("exec", 0xC005)
    d.on_hit = hits.append
    with d.history.aside() as run_frame:
        frame = board.vic.frame_count
        assert run_frame() and run_frame()
        assert board.vic.frame_count == frame + 2 and hits == []
    assert d.machine.snapshot() == before
    with pytest.raises(ZeroDivisionError), d.history.aside() as run_frame:
        run_frame()
        raise ZeroDivisionError
    assert d.machine.snapshot() == before
    board.ram[0xC000] = 2
    board.cpu.pc = 0xC000
    with d.history.aside() as run_frame:
        assert not run_frame()  # a jammed CPU


def test_a_cassette_that_was_taken_out_is_in_again_in_the_past():
    machine = C64(sample_rate=0)
    machine.tick(2)
    d, tape = Debugger(machine), Cassette.blank()
    machine.tape.insert(tape)
    for _ in range(3):
        d.run_frame()
    then = d.board.cycle - 1000
    machine.tape.eject()
    for _ in range(3):
        d.run_frame()
    d.back_to(then)
    assert machine.tape.cassette is tape


def test_the_way_back_by_many_instructions_is_found_in_ever_larger_pieces():
    d = counting()
    for _ in range(40):
        d.step()
    end = d.board.cycle
    places = d.history.boundaries(end - 100 * INSTRUCTION_CYCLES, end)
    assert places == sorted(places) and places[-1] < end
    for count in (1, 2, 65, 500, len(places)):
        d.back(count)
        assert d.board.cycle == places[-count]
        d.back_to(end)
    with pytest.raises(MonitorError, match=r"the history begins \d+ instructions ago"):
        d.back(100_000)
    assert d.board.cycle == end


def test_states_that_do_not_fit_are_dropped_from_the_oldest(monkeypatch):
    d = counting()
    dice = np.random.default_rng(64)
    for _ in range(4):
        d.board.ram[0x2000:0x6000] = dice.integers(0, 256, 0x4000, dtype=np.uint8).tobytes()
        d.changed()
        d.step()
    monkeypatch.setattr(module, "HISTORY_BYTES", d.history.states.size)
    first = d.history.first
    d.history.mark()
    assert d.history.states.size <= module.HISTORY_BYTES
    monkeypatch.setattr(module, "HISTORY_BYTES", 1)
    d.history.mark()
    assert len(d.history.marks) == len(d.history.states) == 1 and d.history.first > first


def with_debug_cartridge():
    """A Debugger that has run past some writes to the debug cartridge, each of which stops it."""
    # LDA #7; STA $D7FF; INC $C100; JMP $C000
    d = debugger(bytes.fromhex("a907 8dffd7 ee00c1 4c00c0"))
    d.machine.debugcart = True
    d.changed()
    assert d.run_frame().kind == "debugcart"
    begin = d.board.cycle
    for _ in range(9):
        assert d.run().kind == "debugcart"
    return d, begin


def test_the_debug_cartridge_stops_nothing_in_the_past():
    d, begin = with_debug_cartridge()
    end, ram = d.board.cycle, bytes(d.board.ram)
    d.back_to(begin)
    with d.history.past():
        d.history.replay_frame(end)
    assert (d.board.cycle, bytes(d.board.ram), d.board.stop) == (end, ram, 0)
    d.back_to(begin)
    d.back_to(end)
    assert (d.board.cycle, bytes(d.board.ram), d.board.stop) == (end, ram, 0)


def test_the_debug_cartridge_does_not_end_a_look_at_what_is_to_come():
    d, _ = with_debug_cartridge()
    before = d.board.cycle
    with d.history.aside() as run_frame:
        cycles = []
        for _ in range(5):
            assert run_frame() and not d.board.stop
            cycles.append(d.board.cycle)
    assert cycles == sorted({before + 1, *cycles})[1:] and d.board.cycle == before


def test_going_back_draws_the_picture_of_then():
    """The picture is no part of a state: the frame before is run again."""
    d = debugger(bytes.fromhex("ee20d0 4c00c0"))  # INC $D020; JMP $C000
    for _ in range(3):
        d.run_frame()
    d.history.mark()
    d.run(limit=d.board.cycle + 5000)
    d.board.settle()
    then, picture = d.board.cycle, bytes(d.board.vic.frame)
    for _ in range(3):
        d.run_frame()
    assert bytes(d.board.vic.frame) != picture
    d.back_to(then)
    assert bytes(d.board.vic.frame) == picture


def test_a_state_that_cannot_be_restored_is_told_in_a_line(monkeypatch):
    d = counting()

    def refuse(board, pieces):
        raise SnapshotError("of another machine")

    monkeypatch.setattr(module, "load_pieces", refuse)
    with pytest.raises(MonitorError, match=r"^back: of another machine$"):
        d.back(1)
