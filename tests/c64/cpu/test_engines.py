"""Both CPU engines on the whole machine, and py65's Monitor on the board."""

import io

import numpy as np
import pytest
from py65.disassembler import Disassembler
from py65.monitor import Monitor

import c64
from c64.debug.py65_view import py65_class

pytestmark = pytest.mark.skipif(c64.PURE, reason="150 frames take minutes uncompiled")


BOOT_FRAMES = 60  # until the prompt is there; py65 is slow


@pytest.fixture(scope="module")
def machines():
    """An exact machine and one driven by py65, both at the prompt of BASIC."""
    pair = [c64.C64(cpu=cpu, sample_rate=0) for cpu in ("exact", "py65")]
    for machine in pair:
        machine.tick(BOOT_FRAMES)
    return pair


@pytest.mark.slow
def test_py65_boots_to_the_same_prompt_pixel_for_pixel(machines):
    exact, py65 = machines
    assert "READY." in exact.screen.text()
    assert py65.screen.text() == exact.screen.text()
    # The cursor blinks by the interrupt, whose frame may differ: its cell is left out.
    pictures = [np.array(m.screen.ndarray) for m in machines]
    rows, columns = np.nonzero((pictures[0] != pictures[1]).any(axis=2))
    assert len(rows) == 0 or (np.ptp(rows) < 8 and np.ptp(columns) < 8)


@pytest.mark.slow
def test_py65_runs_what_is_typed(machines):
    py65 = machines[1]
    py65.type("PRINT 6*7\n")
    for _ in range(100):
        py65.tick(1)
        if " 42" in py65.screen.text():
            break
    assert " 42" in py65.screen.text()


@pytest.mark.slow
def test_a_snapshot_of_one_engine_runs_on_the_other(machines):
    exact = machines[0]
    twin = c64.C64(cpu="py65", sample_rate=0)
    twin.restore(exact.snapshot())
    assert twin.board.cpu.pc == exact.board.cpu.pc
    twin.tick(10)
    assert twin.screen.text() == exact.screen.text()


def test_py65s_monitor_reads_steps_and_writes_the_machine(machines):
    board = machines[0].board
    kind = py65_class(board)
    out = io.StringIO()
    monitor = Monitor(
        argv=["go64"], stdin=io.StringIO(), stdout=out, mpu_type=kind, memory=kind.whole_memory
    )
    monitor.onecmd("assemble c000 inc $d020")
    monitor.onecmd("registers pc=c000")
    before = board.peek(0xD020)
    monitor.onecmd("step")
    assert (board.cpu.pc, board.peek(0xD020)) == (0xC003, before + 1 & 0x0F | 0xF0)
    monitor.onecmd("mem e000:e003")
    assert f"{board.kernal[0]:02x}" in out.getvalue()


def test_the_disassembler_reads_the_rom_where_it_is_visible(machines):
    board = machines[0].board
    view = py65_class(board)()
    _, text = Disassembler(view).instruction_at(view.WordAt(0xFFFC))
    assert text.split()[0] in {"SEI", "LDX", "CLD", "JMP", "LDA"}
