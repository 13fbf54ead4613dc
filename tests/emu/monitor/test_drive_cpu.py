"""Breakpoints and steps of a 1541's CPU: ``drive 8 ...``."""

import re
from itertools import pairwise

import pytest

from disk.d64 import D64Image
from emu.monitor.debugger import Debugger
from tests.emu.monitor.drive_program import SUB, run_in_drive
from tests.emu.monitor.session import Session

# LDA $DD00, ASL, JMP: the 6510 looks at the bus all the time
LOOKS = bytes.fromhex("AD00DD 0A 4C00C0")


@pytest.fixture
def session():
    """A monitor; the drive runs PROGRAM, the 6510 LOOKS."""
    session = Session(LOOKS)
    session.unit = run_in_drive(session.debugger)
    return session


def place(text):
    """Return the drive's address in what the monitor said last."""
    return int(re.findall(r"\.8:([0-9a-f]{4})", text)[-1], 16)


def test_each_step_is_one_instruction_of_the_drive(session):
    seen = [place(session.say("drive 8 step")) for _ in range(14)]
    around = [0x0302, 0x0310, 0x0313, 0x0314, 0x0305, 0x0300]
    assert seen == (around * 3)[: len(seen)]


def test_next_passes_a_subroutine_and_finish_leaves_it(session):
    session.say("drive step")
    assert place(session.say("drive next")) == 0x0305
    session.say("drive step 2")
    assert place(session.say("drive step")) == SUB
    assert place(session.say("drive finish")) == 0x0305


def test_finish_passes_an_inner_routine_and_a_look_at_the_return_address(session):
    unit = session.unit
    # SUB: JSR inner; PLA, TAX, PLA, PHA, TXA, PHA (the address is back); RTS.  inner: NOP, RTS
    code = bytes.fromhex("202003 68AA68 488A48 60").ljust(16, b"\xea") + bytes.fromhex("EA60")
    memoryview(unit.ram)[SUB : SUB + len(code)] = code
    session.say("drive step 2")
    assert unit.cpu.pc == SUB
    assert place(session.say("drive finish")) == 0x0305
    session.say("drive step 4")
    assert unit.cpu.pc == SUB + 16
    assert place(session.say("drive finish")) == SUB + 3
    assert place(session.say("drive finish")) == 0x0305


def test_a_breakpoint_stops_the_drive_before_its_instruction_each_time(session):
    session.say(f"drive 8 break {SUB + 3:x}")
    counts, cycles = [], []
    for _ in range(60):
        said = session.say("g")
        assert "breakpoint 1: drive 8 $0313" in said
        if "went on" not in said:
            assert session.unit.cpu.pc == SUB + 3
        counts.append(session.unit.ram[0x10])
        cycles.append(session.unit.cycle)
    assert {(after - before) % 256 for before, after in pairwise(counts)} == {1}
    assert min(later - before for before, later in pairwise(cycles)) > 20


def test_a_condition_sees_the_registers_of_the_drive(session):
    session.say("drive break 314 if @10 == 20 && x != $ff")
    session.say("g")
    assert session.unit.ram[0x10] == 0x20
    session.say("condition 1 @10 == $25")
    session.say("g")
    assert session.unit.ram[0x10] == 0x25
    assert "rl" in session.say("drive break 300 if rl == 1")


def test_a_breakpoint_of_the_computer_still_stops_and_the_drive_goes_with_it(session):
    session.say("drive break 300")
    session.say("disable 1")
    before = session.unit.cycle
    session.say("break c003 if cycle > +20000")
    session.say("g")
    assert session.board.cpu.pc == 0xC003
    session.board.iec.sync(session.board.cycle)
    assert session.unit.cycle - before > 10_000


def test_stops_change_nothing_of_what_happens():
    """A directory is loaded twice; one of the 1541s stops wherever it serves the bus."""
    machines = []
    for points in ((), ((0xE85B, 0xE9C8),)):
        debugger = _machine_with_directory()
        debugger.on_hit = lambda _: False
        for first, last in points:
            debugger.add("exec", first, last, drive=8)
        for _ in range(220):
            debugger.run_frame()
        if points:
            assert debugger.breakpoints[1].hits > 5000
        machines.append(debugger.machine)
    plain, watched = machines
    end = max(m.board.cycle for m in machines)
    for machine in machines:
        machine.board.run_until(end + 20)
        machine.board.iec.sync(machine.board.cycle)
    assert plain.board.cycle == watched.board.cycle
    assert bytes(plain.board.ram) == bytes(watched.board.ram)
    units = [m.board.iec.devices[8].unit for m in machines]
    assert units[0].cycle == units[1].cycle and units[0].cpu.pc == units[1].cpu.pc
    assert bytes(units[0].ram) == bytes(units[1].ram)
    assert plain.screen.text().split()[-2:] == ["LOADING", "READY."]


def _machine_with_directory():
    """Return a Debugger on a machine that has been told to load a directory."""
    import c64

    machine = c64.C64(sample_rate=0, drive="1541")
    machine.drives[8].attach(D64Image.blank(b"DISK"), kind="1541")
    machine.tick(60)
    machine.type('load"$",8\n', wait=False)
    return Debugger(machine)


def test_back_forgets_where_the_drive_has_stopped(session):
    session.say("drive break 310")
    for _ in range(5):
        session.say("g")
    before = session.board.cycle
    session.say("back 4")
    assert session.board.cycle < before
    assert "breakpoint 1" in session.say("g")
    assert session.unit.cpu.pc in (SUB, SUB + 3)


def test_registers_and_memory_of_the_drive(session):
    assert ".8:0300  E6 10" in session.say("drive 8 d 300:304")
    assert session.say("drive m 300:307").strip() == ">8:0300  e6 10 20 10 03 4c 00 03"
    rows = [len(session.say(f"drive m 300:{last}").splitlines()) for last in ("30f", "310", "31f")]
    assert rows == [1, 2, 2] and len(session.say("drive m 300").splitlines()) == 8
    session.say("drive r a=12, sp=f0")
    assert (session.unit.cpu.a, session.unit.cpu.sp) == (0x12, 0xF0)
    assert "A:12" in session.say("drive")


def test_a_listing_of_the_drive_has_sixteen_instructions_or_ends_with_its_range_or_memory(session):
    memoryview(session.unit.ram)[0x400:0x600] = bytes([0xEA]) * 0x200

    def places(words):
        said = session.say(f"drive {words}").splitlines()
        return [int(line[3:7], 16) for line in said]

    assert places("d 400") == places("8 disassemble 400") == list(range(0x400, 0x410))
    assert places("d 400:400") == [0x400]
    assert places("d 400:4ff") == list(range(0x400, 0x500))
    assert places("d") == [session.unit.cpu.pc, *places("d")[1:]] and len(places("d")) == 16
    ends = [places(words) for words in ("d fff0", "d fff0:ffff")]
    assert all(0xFFF0 <= at <= 0xFFFF for row in ends for at in row) and ends[0] == ends[1]
    assert places("d ffff") == places("m ffff") == [0xFFFF]
    assert len(places("m ff80")) == 8


def test_the_program_counter_of_the_drive_is_set_like_its_other_registers(session):
    assert ".8:0310" in session.say("drive r pc=310")
    assert place(session.say("drive step")) == 0x0313


def test_a_register_of_the_drive_takes_what_fits_it(session):
    for name in ("a", "x", "y", "sp", "p"):
        assert "$FF is the most" in session.say(f"drive r {name}=100")
        session.say(f"drive r {name}=ff")
        assert getattr(session.unit.cpu, name) == 0xFF
    assert "65536 is outside" in session.say("drive r pc=10000")
    session.say("drive r pc=ffff")
    assert session.unit.cpu.pc == 0xFFFF


def test_a_step_of_the_drive_that_something_else_ends_says_what_it_was(session):
    session.say("drive step")
    session.say("break c003")
    said = session.say("drive step 1000")
    assert said.startswith("breakpoint 1: ") and ".8:" in said.splitlines()[-1]
    assert session.board.cpu.pc == 0xC003


def test_a_breakpoint_waits_for_another_drive_in_the_place_of_its_own(session):
    session.say(f"drive 8 break {SUB:x}")
    session.say("g")
    first = session.unit
    session.debugger.machine.drives[8].unplug()
    assert not session.say("step").startswith("?") and not first.watching
    session.unit = run_in_drive(session.debugger)
    assert "breakpoint 1: drive 8 $0310" in session.say("g") and session.unit.cpu.pc == SUB


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("drive 9", "drive 9: is not a 1541 with its own CPU; drive 8 is"),
        ("drive 8 jump", "'jump' is not one of step"),
        ("drive break", "expected: drive [NUMBER] break RANGE"),
        ("drive break 300 if", "expected: drive [NUMBER] break RANGE"),
        ("drive break 300 if nothing", "'nothing' is not a register"),
        ("drive mem", "expected: drive [NUMBER] mem RANGE"),
        ("drive r a=100", "'100' is $100; $FF is the most"),
        ("drive r q=1", "'q=1' is not one of pc, a"),
        ("drive step 0", "'0' is not a count"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(session, command, words):
    said = session.say(command)
    assert said.startswith("?") and words in said and said.count("\n") == 1


def test_without_a_1541_the_command_says_so():
    assert "drive 8: is not a 1541 with its own CPU (--true-drive)" in Session().say("drive")


def test_next_passes_a_routine_that_calls_itself(session):
    unit = session.unit
    # JSR R.  R: DEC $11; BMI to RTS; JSR R; INX; RTS
    code = bytes.fromhex("202003").ljust(16, b"\xea") + bytes.fromhex("C611 3004 202003 E8 60")
    memoryview(unit.ram)[SUB : SUB + len(code)] = code
    session.say("drive r pc=324, x=0")
    unit.ram[0x11] = 5
    depth = unit.cpu.sp
    assert place(session.say("drive next")) == 0x0327
    assert (unit.cpu.x, unit.cpu.sp) == (5, depth)


def test_a_step_leaves_no_breakpoint_however_often_it_goes_on(session):
    for line in ("drive step 2", "drive finish", "drive next 3", "drive step"):
        session.say(line)
        assert not session.debugger.breakpoints and not session.debugger.stopped


@pytest.mark.parametrize(
    ("line", "changes"), [("drive r a=12, x=13", 2), ("drive r pc=300", 1), ("drive r", 0),
                          ("drive m 300", 0), ("drive d 300", 0)],
)  # fmt: skip
def test_what_changes_the_drive_is_told_to_the_way_back(session, monkeypatch, line, changes):
    """Else going back and forth would undo it."""
    told = []
    monkeypatch.setattr(session.debugger, "changed", lambda: told.append(line))
    assert not session.say(line).startswith("?") and len(told) == changes
