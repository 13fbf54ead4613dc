"""Breakpoints, steps, traces, and the way back: to the cycle and to the byte."""

import itertools
import threading

import pytest
from py65.utils.addressing import AddressParser

from c64.base.fields import dump_fields
from emu.monitor.debugger import SLICE, Debugger
from emu.monitor.errors import MonitorError
from emu.monitor.stepping import StepGoal
from emu.monitor.trace import TraceFile
from tests.emu.monitor.session import Session, debugger

# C000 INC $C100; BNE $C000; INC $C101; JMP $C000
COUNTER = bytes([0xEE, 0x00, 0xC1, 0xD0, 0xFB, 0xEE, 0x01, 0xC1, 0x4C, 0x00, 0xC0])


number = AddressParser().number


def test_a_breakpoint_stops_before_its_instruction():
    d = debugger(COUNTER)
    d.add("exec", 0xC005)
    stop = d.run()
    assert stop.breakpoint.number == 1
    assert d.board.cpu.pc == 0xC005 and d.board.ram[0xC101] == d.board.peek(0xC101)
    before = d.board.ram[0xC101]
    d.step()
    assert d.board.ram[0xC101] == (before + 1) & 0xFF


def test_running_on_from_a_breakpoint_leaves_it_and_comes_back():
    d = debugger(COUNTER)
    point = d.add("exec", 0xC005)
    d.run()
    first = d.board.cycle
    d.run()
    assert d.board.cpu.pc == 0xC005 and d.board.cycle > first + 256 * 9
    assert point.hits == 2


@pytest.mark.parametrize(
    ("text", "value"),
    [("@$c100 == $42", 0x42), ("@$c100 >= +66 && x == 0", 0x42), ("!(@$c100 != $10)", 0x10),
     ("@$c100 & $0f == 7 && @$c100 > 8", 0x17), ("@($c0ff + 1) == 3 * 5", 15)],
)  # fmt: skip
def test_a_condition_decides(text, value):
    d = debugger(COUNTER)
    d.board.ram[0xC100] = 0
    d.add("exec", 0xC003, condition=text, number=number)
    d.run(limit=100_000)
    assert d.board.ram[0xC100] == value


def test_a_condition_without_labels_reads_the_monitors_numbers():
    d = debugger(COUNTER)
    d.board.ram[0xC100] = 0
    d.add("exec", 0xC003, condition="@$c100 == +66")
    d.run(limit=100_000)
    assert d.board.ram[0xC100] == 66
    with pytest.raises(MonitorError, match="'label' is not a register, label or number"):
        d.add("exec", 0xC003, condition="x == label")


def test_an_ignored_breakpoint_is_passed_so_many_times():
    d = debugger(COUNTER)
    d.board.ram[0xC100] = 0
    d.add("exec", 0xC003).ignore = 9
    d.run()
    assert d.board.ram[0xC100] == 10


def test_a_deleted_or_disabled_breakpoint_does_not_stop():
    d = debugger(COUNTER)
    d.add("exec", 0xC003)
    other = d.add("exec", 0xC005)
    d.delete(1)
    d.enable(other.number, False)
    assert d.run(limit=d.board.cycle + 100_000) is None
    assert not d.board.traps


def test_a_breakpoint_keeps_the_trap_that_was_there():
    d = debugger(COUNTER)
    calls = []
    d.board.set_trap(0xC003, lambda board: calls.append(board.cycle))
    d.add("exec", 0xC003)
    d.run()
    assert calls == []
    d.step()
    assert len(calls) == 1
    d.delete(1)
    d.step(2)
    assert len(calls) == 2


def with_timer_irq(code):
    """Return a Debugger on ``code`` with a timer IRQ every 65 cycles, handler at $C200."""
    d = debugger(code)
    board = d.board
    for addr, value in ((0, 0x2F), (1, 0x35), (0xFFFE, 0x00), (0xFFFF, 0xC2), (0xDC04, 64),
                        (0xDC05, 0), (0xDC0D, 0x81), (0xDC0E, 0x11)):  # fmt: skip
        board.poke(addr, value)
    board.ram[0xC200:0xC204] = bytes([0xAD, 0x0D, 0xDC, 0x40])
    d.changed()
    return d


def test_a_pending_interrupt_comes_before_the_breakpoint_and_it_is_met_once():
    d = with_timer_irq(bytes([0x58, 0xEA, 0xEA, 0x4C, 0x01, 0xC0]))
    d.add("exec", 0xC200)
    d.add("exec", 0xC003)
    seen = []
    for _ in range(100):
        assert d.run(limit=100_000) is not None
        seen.append((d.board.cpu.pc, d.board.cycle))
    places = [pc for pc, _ in seen]
    assert len({cycle for _, cycle in seen}) == 100
    assert 10 < places.count(0xC200) < 40 and places.count(0xC003) > 40
    for (pc, cycle), (after, later) in itertools.pairwise(seen):
        # from the breakpoint to the handler: its JMP, or more, and seven cycles
        assert (pc, after) != (0xC003, 0xC200) or later - cycle >= 10


def test_a_trap_springs_once_for_an_instruction_that_an_interrupt_puts_off():
    d = with_timer_irq(bytes([0x58, 0xEE, 0x00, 0xC1, 0x4C, 0x01, 0xC0]))  # CLI; INC $C100; JMP
    d.board.ram[0xC100] = 0
    calls = []
    d.board.set_trap(0xC001, lambda board: calls.append(board.cycle))
    d.run(limit=d.board.cycle + 2000)
    assert 100 < d.board.ram[0xC100] < 200
    assert len(calls) - d.board.ram[0xC100] in (0, 1)


@pytest.mark.parametrize("model", ["c64", "ntsc"])
@pytest.mark.parametrize(("line", "cycle"), [(0, 1), (1, 1), (100, 1), (100, 20), (261, 1)])
def test_a_raster_breakpoint_stops_at_the_instruction_after_its_cycle(line, cycle, model):
    d = debugger(COUNTER, model=model)
    d.add("raster", line, cycle)
    for _ in range(3):
        assert d.run() is not None
        assert d.board.vic.raster_line == line
        assert cycle <= d.board.vic.cycle_in_line < cycle + 60


def test_lines_and_frames_are_stepped_by_the_raster():
    d = debugger(COUNTER)
    d.run(limit=50_000)
    line = d.board.vic.raster_line
    d.step_lines(1)
    assert d.board.vic.raster_line == line + 1 and d.board.vic.cycle_in_line < 8
    d.step_lines(10)
    assert d.board.vic.raster_line == line + 11
    cycle = d.board.cycle
    d.step_frames(2)
    assert 0 <= d.board.cycle - cycle - 2 * 312 * 63 < 8


def test_a_jam_stops_and_says_where():
    d = debugger(bytes([0xEA, 0x02]))
    assert "jammed at $C001" in d.run().text


def test_the_debugger_refuses_a_machine_without_the_exact_cpu():
    import c64

    with pytest.raises(MonitorError, match="exact CPU"):
        Debugger(c64.C64(sample_rate=0, cpu="py65"))


def state(board):
    board.settle()
    chips = ("cpu", "vic", "cia1", "cia2", "sid", "keyboard", "iec", "controls")
    return {name: dump_fields(getattr(board, name)) for name in chips} | {
        "board": dump_fields(board)
    }


@pytest.mark.parametrize("unit", ["instructions", "cycles", "lines", "frames"])
def test_going_back_leads_to_the_state_there_was(unit):
    d = debugger(COUNTER)
    d.run(limit=1_234_567)
    d.run(limit=d.board.cycle + 1)
    states = {d.board.cycle: state(d.board)}
    d.step(40)
    mark = d.board.cycle
    states[mark] = state(d.board)
    {"instructions": d.step, "cycles": d.step_cycles, "lines": d.step_lines,
     "frames": d.step_frames}[unit](3)  # fmt: skip
    if unit == "instructions":
        d.back(3, unit)
        assert d.board.cycle == mark
    else:
        d.back_to(mark)
    assert state(d.board) == states[mark]
    d.back_to(min(states))
    assert state(d.board) == states[min(states)]


def test_chips_are_where_the_machine_stands_after_a_stop_and_after_the_way_back():
    d = debugger(COUNTER)
    for base in (0xDC00, 0xDD00):
        d.board.poke(base + 14, 0x11)  # their timers run
    d.changed()
    d.add("exec", 0xC005)
    for move in (d.run, lambda: d.back(77, "cycles"), lambda: d.back(3)):
        move()
        chips = [dump_fields(getattr(d.board, name)) for name in ("cia1", "cia2", "vic", "sid")]
        assert chips == [state(d.board)[name] for name in ("cia1", "cia2", "vic", "sid")]


def test_the_way_back_is_longer_than_ten_seconds_and_ends_with_a_word():
    d = debugger(COUNTER)
    d.run(limit=16 * 985_248)
    end = d.board.cycle
    d.back(14, "seconds")
    clock = round(d.machine.model.clock_hz)
    assert 0 <= d.board.cycle - (end - 14 * clock) < 8
    early = d.board.cycle
    with pytest.raises(MonitorError, match="the history begins"):
        d.back(10, "seconds")
    assert d.board.cycle == early


def test_replay_types_what_was_typed():
    session = Session()
    d = session.debugger
    d.machine.reset()
    d.changed()
    d.run(limit=4_000_000)
    d.machine.type("print 1+1\n", wait=False)
    d.run(limit=7_000_000)
    text, now = d.machine.screen.text(), d.board.cycle
    wanted = state(d.board)
    assert "\n 2 " in text
    d.back(1, "instructions")
    assert d.board.cycle < now
    d.back_to(3_900_000)
    assert "PRINT" not in d.machine.screen.text()
    d.back_to(now)
    assert d.machine.screen.text() == text
    assert state(d.board) == wanted


def test_what_the_monitor_changed_is_not_undone_by_going_back_less_far():
    session = Session(COUNTER)
    session.say("step 1000")
    session.say("f 2000 42")
    session.say("step 50")
    session.say("back 20")
    assert session.board.ram[0x2000] == 0x42
    session.say("back 40")
    assert session.board.ram[0x2000] != 0x42


def test_a_breakpoint_changes_nothing_the_machine_does():
    plain, watched = debugger(COUNTER), debugger(COUNTER)
    plain.run(limit=300_000)
    watched.add("exec", 0xC003, condition="a == $ff", number=number)
    watched.add("raster", 77, 1, condition="a == $ff", number=number)
    watched.run(limit=300_000)
    assert state(plain.board) == state(watched.board)


def test_a_trace_has_a_line_for_every_instruction(tmp_path):
    d = debugger(COUNTER)
    d.trace = TraceFile(tmp_path / "t.txt")
    start = d.board.cycle
    d.step(3)
    d.trace.close()
    lines = (tmp_path / "t.txt").read_text().splitlines()
    value = (d.board.ram[0xC100] - 2) & 0xFF
    assert len(lines) == 3
    assert lines[0] == (
        f".C:c000  EE 00 C1    INC $C100      - A:00 X:00 Y:00 SP:ff ..-..I.. {start:10d}"
    )
    assert lines[1].startswith(".C:c003  D0 FB       BNE $C000      - A:00") and value < 0xFF
    assert int(lines[1].split()[-1]) - start == 6


def test_a_trace_goes_on_through_the_frames_of_a_run(tmp_path):
    d = debugger(COUNTER)
    d.run_frame()
    d.trace = TraceFile(tmp_path / "t.txt")
    begin, frame = d.board.cycle, d.board.vic.frame_count
    d.run_frame()
    d.trace.close()
    cycles = [int(line.split()[-1]) for line in (tmp_path / "t.txt").read_text().splitlines()]
    assert cycles[0] == begin and d.board.vic.frame_count == frame + 1
    assert all(2 <= later - before < 60 for before, later in itertools.pairwise(cycles))
    assert 0 < d.board.cycle - cycles[-1] < 60


def test_a_trace_of_n_instructions_ends_by_itself(tmp_path):
    session = Session(COUNTER)
    said = session.say(f"trace {tmp_path}/t.txt 100")
    assert f"100 lines in {tmp_path}/t.txt" in said
    session.say("step")
    assert len((tmp_path / "t.txt").read_text().splitlines()) == 100


@pytest.mark.parametrize("name", ["cpu", "vic", "cia1", "cia2", "sid"])
def test_chips_show_every_field_raw(name):
    session = Session()
    raw = session.say(f"chips raw {name}")
    for field in dump_fields(getattr(session.board, name)):
        assert f"  {field} " in raw


def test_chips_show_what_they_hold_in_their_own_terms():
    session = Session()
    for addr, value in ((0xD000, 0x18), (0xD001, 0x64), (0xD015, 1), (0xDC04, 0x34),
                        (0xDC05, 0x12), (0xDC0E, 0x11), (0xD400, 0xCD), (0xD401, 0xAB),
                        (0xD405, 0x5A), (0xD404, 0x21)):  # fmt: skip
        session.board.poke(addr, value)
    session.say("cycle 20")
    said = session.say("chips")
    assert f"VC {session.board.vic.vc:4d}" in said and f"RC {session.board.vic.rc}" in said
    assert "  0   on  24 100" in said
    assert "latch $1234  running" in said and "START PHI2 COUNT2 COUNT3" in said
    assert "freq $ABCD" in said and "wave saw  control gate" in said
    assert "attack  AD $5A" in said


# C000 LDX #0; C002 LDA $C300,X; C005 STA $D020; C008 INC $C301; C00B INX; C00C JMP $C002
ACCESSING = bytes.fromhex("a200 bd00c3 8d20d0 ee01c3 e8 4c02c0")


def watched(kind, first, last=None, condition=None):
    """Run ACCESSING to its first breakpoint of a kind; return (Debugger, Stop)."""
    d = debugger(ACCESSING)
    d.board.ram[0xC300:0xC320] = bytes(range(0x20))
    d.add(kind, first, last, condition=condition, number=number)
    return d, d.run(limit=200_000)


def test_a_write_stops_after_the_instruction_that_made_it():
    d, stop = watched("write", 0xD020)
    assert d.board.cpu.pc == 0xC008
    assert stop.text == "breakpoint 1: write $D020: wrote $00 at $D020"


def test_a_read_in_a_range_stops():
    d, stop = watched("read", 0xC304, 0xC307)
    assert d.board.cpu.pc == 0xC005 and d.board.cpu.x == 4
    assert "read $04 at $C304" in stop.text


def test_a_value_is_waited_for():
    d, _ = watched("write", 0xD020, condition="value == $11")
    assert d.board.cpu.a == 0x11 and d.board.cpu.pc == 0xC008


def test_an_access_is_either_and_a_read_modify_write_instruction_writes_twice():
    d = debugger(ACCESSING)
    both, writes = d.add("access", 0xC301), d.add("write", 0xC301)
    d.run(limit=200_000)
    assert d.board.cpu.pc == 0xC00B
    assert (both.hits, writes.hits) == (3, 2)


def test_a_watch_that_is_deleted_is_no_longer_watched():
    d, _ = watched("write", 0xD020)
    d.delete(1)
    assert d.run(limit=d.board.cycle + 100_000) is None
    assert not d.board.probing


def test_an_interrupt_stops_at_the_first_instruction_of_its_handler():
    d = with_timer_irq(bytes([0x58, 0xAD, 0xFE, 0xFF, 0x4C, 0x01, 0xC0]))
    point = d.add("irq", 0xFFFE)
    for _ in range(5):
        assert d.run(limit=100_000).breakpoint is point
        assert d.board.cpu.pc == 0xC200
    assert point.hits == 5


def test_a_brk_is_no_irq():
    d = with_timer_irq(bytes([0x78, 0x00, 0xEA, 0x4C, 0x01, 0xC0]))
    point = d.add("irq", 0xFFFE)
    d.run(limit=20_000)
    assert point.hits == 0


def test_restore_stops_at_the_nmi_handler():
    d = debugger(bytes([0x4C, 0x00, 0xC0]))
    for addr, value in ((0, 0x2F), (1, 0x35), (0xFFFA, 0x00), (0xFFFB, 0xC2)):
        d.board.poke(addr, value)
    d.add("nmi", 0xFFFA)
    d.board.keyboard.press("RESTORE")
    assert d.run(limit=100_000) is not None
    assert d.board.cpu.pc == 0xC200


def test_watching_changes_nothing_the_machine_does():
    plain, spied = debugger(ACCESSING), debugger(ACCESSING)
    plain.run(limit=300_000)
    spied.add("access", 0xC000, 0xD7FF, condition="value == $123", number=number)
    spied.add("irq", 0xFFFE)
    spied.run(limit=300_000)
    assert state(plain.board) == state(spied.board)


def test_the_way_back_is_walked_without_meeting_breakpoints():
    d, _ = watched("write", 0xD020)
    d.run(), d.run()
    hits = d.breakpoints[1].hits
    d.back(10)
    assert d.breakpoints[1].hits == hits
    d.run()
    assert d.board.cpu.pc == 0xC008


def test_the_way_back_leads_past_the_breakpoint_that_stopped():
    d = debugger(COUNTER)
    d.add("exec", 0xC005)
    d.run()
    first = d.board.cycle
    d.run()
    d.back(20, "cycles")
    assert first < d.board.cycle
    d.back_to(first + 10)
    assert first + 10 <= d.board.cycle < first + 20


def test_the_way_back_ends_where_a_change_has_been_forgotten():
    d = debugger(COUNTER)
    for n in range(60):
        d.step(3)
        d.board.ram[0xC300] = n
        d.changed()
    changes = [mark for mark in d.history.marks if mark.changed]
    assert len(changes) == len(d.history.marks) == 40
    d.back_to(d.history.first)
    assert d.board.ram[0xC300] == 20


def test_a_step_over_goes_on_from_a_stop_and_past_the_limit_of_a_run_before():
    d = debugger(COUNTER)
    d.add("exec", 0xC005)
    d.run()
    assert d.step_over() is None and d.board.cpu.pc == 0xC008
    d.run_frame(limit=d.board.cycle + 1)
    assert d.board.cpu.pc == 0xC000
    assert d.step_over() is None and d.board.cpu.pc == 0xC003


def test_only_the_return_of_this_routine_ends_a_step_out():
    # JSR $C010.  C010: JSR $C020; PLA; TAX; PLA; PHA; TXA; PHA; RTS.  C020: INX; RTS
    code = bytes.fromhex("2010c0").ljust(16, b"\xea") + bytes.fromhex("2020c0 68aa68488a4860")
    d = debugger(code.ljust(32, b"\xea") + bytes.fromhex("e860"))
    d.step()
    assert d.board.cpu.pc == 0xC010 and d.step_out() is None
    assert (d.board.cpu.pc, d.board.cpu.sp, d.board.cpu.x) == (0xC003, 0xFF, 0x02)


def test_a_step_over_that_meets_a_breakpoint_leaves_none_of_its_own():
    # JSR $C010; C010 NOP, JMP $C010
    d = debugger(bytes([0x20, 0x10, 0xC0]).ljust(16) + bytes([0xEA, 0x4C, 0x10, 0xC0]))
    point = d.add("exec", 0xC011)
    assert d.step_over().breakpoint is point
    assert [*d.breakpoints.values()] == [point]


def test_a_range_must_not_end_before_it_begins_and_a_line_must_be_one():
    d = debugger(COUNTER)
    for kind in ("exec", "read", "access"):
        with pytest.raises(MonitorError, match=r"^range \$C001-\$C000 ends before it begins$"):
            d.add(kind, 0xC001, 0xC000)
        d.add(kind, 0xC001, 0xC001)
    with pytest.raises(MonitorError, match=r"^raster line 312: the last is 311$"):
        d.add("raster", 312)
    d.add("raster", 311, 1)


def test_the_debug_cartridge_ends_a_run():
    # LDA #7; STA $D7FF; JMP to itself
    d = debugger(bytes([0xA9, 7, 0x8D, 0xFF, 0xD7, 0x4C, 0x05, 0xC0]))
    d.machine.debugcart = True
    stop = d.run(limit=d.board.cycle + 1000)
    assert stop.kind == "debugcart"
    assert stop.text == "debug cartridge: $07 was written to $D7FF"


def test_what_is_passed_in_the_past_is_told_to_who_asks():
    d = debugger(COUNTER)
    d.add("exec", 0xC005)
    d.add("write", 0xC101)
    d.add("exec", 0xC008, condition="@$c101 == 2")
    met, passed = [], []
    d.on_hit = lambda point: met.append((point.number, d.board.cycle))  # and runs on
    d.board.ram[0xC101] = 0
    d.changed()
    d.run(limit=d.board.cycle + 20_000)
    end, hits = d.board.cycle, [point.hits for point in d.breakpoints.values()]
    assert {number for number, _ in met} == {1, 2, 3} and hits[2] == 1 < hits[0]
    d.on_past_hit = lambda point: passed.append((point.number, d.board.cycle))
    d.history.replay_from(len(d.history.marks) - 1, end)
    assert passed == met
    assert [point.hits for point in d.breakpoints.values()] == hits
    d.on_past_hit = None
    d.history.replay_from(len(d.history.marks) - 1, end)
    assert [point.hits for point in d.breakpoints.values()] == hits and passed == met


def test_a_goal_that_is_given_up_leaves_no_breakpoint():
    # JSR $C010; C010 JMP $C010
    d = debugger(bytes([0x20, 0x10, 0xC0]).ljust(16) + bytes([0x4C, 0x10, 0xC0]))
    goal = StepGoal(d, 1, over=True)
    for _ in range(3):
        assert d.run_frame(goal) is None and not goal.reached
    assert d.breakpoints and not d.listed()
    goal.finish()
    assert not d.breakpoints and not d.board.traps


def test_a_breakpoint_at_the_first_instruction_of_a_frame_is_met():
    d = debugger(COUNTER)
    d.run_frame()
    d.add("exec", d.board.cpu.pc)
    before = d.board.cycle
    assert d.run_frame().kind == "breakpoint" and d.board.cycle == before
    d.run_frame()
    assert d.board.cycle > before


def is_free(lock):
    """Return whether another thread than this could take the lock."""
    found = []

    def look():
        found.append(lock.acquire(blocking=False))
        if found[0]:
            lock.release()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    return found[0]


def test_who_takes_the_lock_finds_the_machine_standing():
    d = debugger(COUNTER)
    found = []

    def look(_):
        found.append(is_free(d.lock))
        return False

    d.run(limit=d.board.cycle + 100_000)
    d.board.set_trap(0xC005, look)
    d.run(limit=d.board.cycle + 20_000)
    assert found and not any(found)
    found.clear()
    d.back(20_000, "cycles")
    assert found and not any(found)
    assert is_free(d.lock)


def test_a_temporary_breakpoint_that_only_counts_leaves_no_trap_behind():
    d = debugger(COUNTER)
    point = d.add("exec", 0xC005, stops=False, temporary=True)
    assert d.run_frame() is None
    assert point.hits == 1 and not d.breakpoints and not d.board.traps


def test_the_message_about_a_missing_breakpoint_names_some_of_those_there_are():
    d = debugger()
    for at in range(200):
        d.add("exec", at)
    with pytest.raises(MonitorError, match=r"there are: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 \.\.\.$"):
        d.find(999)


def test_a_breakpoint_is_found_again_after_it_was_off_and_is_switched_twice_without_harm():
    d = debugger(COUNTER)
    d.add("exec", 0xC005)
    for enabled in (False, False, True, True):
        d.enable(1, enabled)
        stop = d.run_frame()
        assert (stop is not None) == enabled


def test_an_instruction_that_a_drives_stop_has_kept_back_is_not_in_the_trace(tmp_path, monkeypatch):
    d = debugger(COUNTER)
    d.trace = TraceFile(tmp_path / "trace")
    with monkeypatch.context() as patch:
        patch.setattr(d._drives, "catch_up", lambda: True)
        d._advance_one(d.board.cycle + 100)
        assert d.trace.count == 0
    d._advance_one(d.board.cycle + 100)
    assert d.trace.count == 1
    d.trace.close()


@pytest.mark.parametrize("kind", [None, "exec", "write"])
def test_only_a_run_with_breakpoints_is_broken_off_when_its_time_is_over(kind):
    d = debugger(COUNTER)
    d.run_frame()
    if kind is not None:
        d.add(kind, 0xC700)
    before, frame = d.board.cycle, d.board.vic.frame_count
    assert d.run_frame(seconds=0) is None
    assert (d.board.vic.frame_count == frame + 1) is (kind is None)
    assert kind is None or SLICE <= d.board.cycle - before < SLICE + 60
    assert d.run_frame(seconds=1000) is None and d.board.vic.frame_count > frame


def test_a_run_ends_at_its_cycle_or_where_somebody_says_so():
    d = debugger(COUNTER)
    limit = d.board.cycle + 100
    assert d.run(limit=limit) is None and limit <= d.board.cycle < limit + 8
    assert d.run(limit=limit) is None and d.board.cycle < limit + 8  # it is there already
    assert d.run(until=lambda: d.board.cpu.pc == 0xC003) is None and d.board.cpu.pc == 0xC003
    limit = d.board.cycle + 100
    assert d.run(limit=limit, until=lambda: False) is None
    assert limit <= d.board.cycle < limit + 8


@pytest.mark.parametrize(
    ("unit", "count", "cycles"), [("cycles", 50, 50), ("lines", 3, 189), ("frames", 2, 39312)]
)
def test_each_unit_has_its_cycles_on_the_way_back(unit, count, cycles):
    d = debugger(COUNTER)
    d.run(limit=200_000)
    now = d.board.cycle
    d.back(count, unit)
    assert now - cycles <= d.board.cycle < now - cycles + 8


def test_the_line_after_the_last_is_the_first():
    d = debugger(COUNTER)
    d.add("raster", 311, 1)
    d.run()
    for line in (0, 1):
        d.step_lines()
        assert d.board.vic.raster_line == line and d.board.vic.cycle_in_line < 10


def test_what_is_fed_comes_before_the_inputs_of_a_frame_once_a_frame(monkeypatch):
    d, done = debugger(COUNTER), []
    fed = iter([False, True, False, False])
    monkeypatch.setattr(d, "feed", lambda: done.append("fed") or next(fed))
    monkeypatch.setattr(d.machine, "begin_frame", lambda: done.append("inputs"))
    d.run_frame()
    d.run_frame()
    assert done == ["fed", "inputs"] * 2
    assert [mark.changed for mark in d.history.marks] == [False, True]
    d.step(20)
    assert len(done) == 6
    d.back(5)
    d.step(5)  # this frame has been fed
    assert len(done) == 6
    d.run_frame()
    d.run_frame()
    assert len(done) == 8
