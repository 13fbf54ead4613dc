"""What the tools answer, word by word: why a run ended, and what there is."""

import pytest

from c64.autostart import Autostart
from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.mcp import assembling
from emu.mcp import files as named_files
from emu.mcp import session as sessions
from emu.mcp.assembling import assemble
from emu.mcp.files import NamedFiles
from emu.mcp.session import Session

LOOP = "ee 20 d0 4c 00 c0"  # INC $D020, JMP $C000


@pytest.fixture(scope="module")
def shared():
    """A session that tests share which say themselves what is in memory."""
    return Session(parse_arguments(["--mcp"]))


@pytest.fixture
def looping(shared):
    """A session that is about to run LOOP."""
    for point in shared.debugger.listed():
        shared.clear_breakpoint(point.number)
    shared.write_memory(0xC000, LOOP)
    shared.set_registers(a=0, x=0, y=0, p=0x24, pc=0xC000)
    return shared


def first(text):
    return text.split("\n")[0]


def test_a_breakpoint_ends_a_run_and_is_named(looping):
    looping.set_breakpoint(0xC003)
    number = looping.debugger.listed()[0].number
    words = f"breakpoint {number}: exec $C003"
    assert first(looping.run_frames(3)) == f"after 0 frames: {words}"
    assert first(looping.run_until(cycle=looping.machine.cycle + 1000)) == words
    assert first(looping.type_text("a")) == words
    assert looping.list_breakpoints() == [f"{number}: exec $C003, 3 hits"]
    assert looping.clear_breakpoint(number) == f"breakpoint {number} deleted"
    assert looping.list_breakpoints() == []


def test_a_breakpoint_may_be_for_accesses_up_to_another_place(looping):
    text = looping.set_breakpoint("$D01F", "write", "$D021")
    assert text.endswith(": write $D01F-$D021")
    assert "wrote $" in first(looping.run_frames())


def test_a_goal_is_reached_or_the_limit_is(looping):
    assert first(looping.run_until("$C003")) == "reached exec $C003"
    assert first(looping.run_until(raster_line=100)) == "reached raster line 100"
    assert looping.machine.board.vic.raster_line == 100
    assert first(looping.run_until(raster_line=0)) == "reached raster line 0"
    now = looping.machine.cycle
    assert first(looping.run_until("$4000", limit=5000)) == "its limit is reached"
    assert 5000 <= looping.machine.cycle - now < 5060
    now = looping.machine.cycle
    assert first(looping.run_until(cycle=now + 777)) == "its limit is reached"
    assert 777 <= looping.machine.cycle - now < 837
    assert looping.debugger.breakpoints == {}


def test_a_limit_of_so_many_cycles_is_taken_and_no_more(looping, monkeypatch):
    ran = []
    monkeypatch.setattr(looping, "_run", lambda limit: ran.append(limit) or "ran")
    now = looping.machine.cycle
    for cycle in (now, now + 100_000_000):
        looping.run_until(cycle=cycle)
    looping.run_until("$C000")
    assert ran == [now, now + 100_000_000, now + 10_000_000]
    for cycle in (now - 1, now + 100_000_001):
        with pytest.raises(UsageError, match=f"cycle {cycle}: must be {now} to"):
            looping.run_until(cycle=cycle)


def test_steps_are_counted_and_end_at_a_breakpoint(looping):
    assert first(looping.step(3)) == "stepped" and looping.machine.registers.pc == 0xC003
    looping.set_breakpoint(0xC000)
    assert first(looping.step(5)).endswith(": exec $C000")
    assert looping.machine.registers.pc == 0xC000


def test_a_step_enters_a_routine_unless_it_is_to_go_over_it(looping):
    looping.write_memory(0xC000, "20 10 c0")
    looping.write_memory(0xC010, "60")
    looping.step()
    assert looping.machine.registers.pc == 0xC010
    looping.set_registers(pc=0xC000)
    looping.step(over=True)
    assert looping.machine.registers.pc == 0xC003


def test_the_state_names_registers_beam_and_instruction(looping):
    looping.set_registers(a=1, x=0x20, y=0xFF, sp=0xF0, p=0xE3)
    machine = looping.machine
    vic = machine.board.vic
    assert looping.registers().split("\n") == [
        f"pc=$C000 a=$01 x=$20 y=$FF sp=$F0 flags {machine.registers.flags} "
        f"cycle {machine.cycle} frame {machine.frames} "
        f"raster line {vic.raster_line} cycle {vic.cycle_in_line}",
        looping.disassemble(0xC000, 1),
    ]


@pytest.mark.parametrize("place", ["$c000", " 0xC000 ", "0Xc000", "49152", 49152])
def test_a_place_is_a_number_in_any_notation(looping, place):
    assert looping.read_memory(place, 2) == "$C000  ee 20"


@pytest.mark.parametrize(
    ("place", "words"),
    [("$", "'\\$' is no address"), ("0x10000", "outside"), ("65536", "outside"), ("-1", "outside"),
     ("main", "assemble a source, or give --labels")],
)  # fmt: skip
def test_what_is_no_place_is_refused(looping, place, words):
    with pytest.raises(Exception, match=words):
        looping.read_memory(place)


def test_a_dump_has_sixteen_bytes_a_row(looping):
    looping.write_memory(0x2000, bytes(range(33)).hex())
    rows = looping.read_memory(0x2000, 33).split("\n")
    assert [row.split("  ")[0] for row in rows] == ["$2000", "$2010", "$2020"]
    assert rows[1] == f"$2010  {bytes(range(16, 32)).hex(' ')}" and rows[2] == "$2020  20"


def test_a_disassembly_goes_round_the_end_of_memory(looping):
    lines = looping.disassemble(0xFFFF, 2).split("\n")
    assert "$FFFF" in lines[0].upper() and len(lines) == 2


def test_a_stick_and_keys_are_held_for_the_frames_and_let_go(looping, monkeypatch):
    held = []
    machine = looping.machine

    def run(frames):
        sticks = [machine.joystick(n).pressed("fire") for n in (1, 2)]
        held.append((frames, sticks, machine.keyboard.down))
        return "ran"

    monkeypatch.setattr(looping, "run_frames", run)
    looping.press(["A"], directions=["fire"])
    looping.press(joystick=1, directions=["fire", "up"], frames=9)
    assert held[0][:2] == (5, [False, True]) and "A" in str(held[0][2])
    assert held[1][:2] == (9, [True, False]) and not held[1][2]
    assert (
        not any(machine.joystick(n).pressed("fire") for n in (1, 2)) and not machine.keyboard.down
    )
    for wrong in (0, 3):
        with pytest.raises(UsageError, match=f"joystick {wrong}: use 1 or 2"):
            looping.press(joystick=wrong)


def test_a_run_that_takes_too_long_says_how_far_it_came(looping, monkeypatch):
    monkeypatch.setattr(sessions, "RUN_SECONDS", 0.0)
    assert first(looping.run_frames(9)) == "after 1 frames: the time is over"
    assert first(looping.run_until("$4000")) == (
        "the time of 0 seconds is over; run again to continue"
    )
    assert first(looping.type_text("ab")) == "the time is over; run_frames types the rest"
    monkeypatch.undo()
    while looping.machine.typing:
        looping.run_frames()


def test_a_file_is_told_while_it_loads(session, monkeypatch):
    session.write_memory(0xC100, "5a")
    assert first(session.load("border.prg", run=False)) == "border.prg: loaded"
    assert session.read_memory(0xC100, 1) != "$C100  5a"  # it was switched off and on
    assert session.read_memory(0xC000, 4) == "$C000  ee 20 d0 60"
    session.set_breakpoint("$E000", last="$FFFF")
    assert first(session.load("border.prg")).startswith(
        "border.prg: stopped while loading: breakpoint 1: exec $E000-$FFFF"
    )
    session.clear_breakpoint(1)
    monkeypatch.setattr(sessions, "RUN_SECONDS", 0.0)
    text = first(session.load("inner/second.prg"))
    assert text == "inner/second.prg: still loading; run_frames continues"


def test_a_reset_ends_what_is_still_loading(session, monkeypatch):
    monkeypatch.setattr(sessions, "RUN_SECONDS", 0.0)
    assert "still loading" in session.load("border.prg")
    monkeypatch.undo()
    session.reset()
    session.run_frames(300)
    assert session.read_memory(0xC000, 4) != "$C000  ee 20 d0 60"


def test_what_is_loaded_is_write_protected(session, monkeypatch):
    made = []

    def start(machine, path, **words):
        made.append(words)
        return Autostart(machine, path, **words)

    monkeypatch.setattr(sessions, "Autostart", start)
    session.load("border.prg")
    session.load("border.prg", run=False)
    assert made == [{"run": True, "read_only": True}, {"run": False, "read_only": True}]


def test_a_reset_keeps_memory_and_the_power_switch_does_not(looping):
    looping.write_memory(0xC100, "5a")
    assert first(looping.reset()) == "reset"
    assert looping.read_memory(0xC100, 1) == "$C100  5a" and looping.machine.at_prompt
    assert first(looping.reset(power=True)) == "reset"
    assert looping.read_memory(0xC100, 1) != "$C100  5a" and looping.machine.at_prompt
    assert len(looping.debugger.history.marks) <= 2


def test_labels_are_found_by_a_part_of_their_name(looping, monkeypatch):
    from emu.kit.symbols import Symbol, Symbols

    symbols = Symbols()
    for name, address in (("main", 0xC000), ("maintain", 2), ("draw::line", 3), ("a.s:draw", 4)):
        symbols.add(Symbol(name, address, True), name)
    monkeypatch.setattr(looping, "symbols", symbols)
    assert looping.labels("MAIN") == {"main": "$C000", "maintain": "$0002"}
    assert [*looping.labels()] == ["draw::line", "main", "maintain"]
    monkeypatch.setattr(sessions, "LABELS_MOST", 2)
    assert [*looping.labels()] == ["draw::line", "main"]
    with pytest.raises(Exception, match="label 'mein' does not exist; near it: main"):
        looping.read_memory("mein")


def test_there_are_so_many_breakpoints_and_states_at_most(looping, monkeypatch):
    monkeypatch.setattr(sessions, "BREAKPOINTS_MOST", 2)
    for _ in range(2):
        looping.set_breakpoint(0xC000)
    with pytest.raises(UsageError, match="there are 2 breakpoints, the most"):
        looping.set_breakpoint(0xC000)
    size = len(looping.machine.snapshot())
    monkeypatch.setattr(looping, "_states", {})
    monkeypatch.setattr(sessions, "STATES_BYTES", 2 * size)
    monkeypatch.setattr(sessions, "STATES_MOST", 2)
    for name in ("a", "b" * 60, "a"):
        assert (
            looping.save_state(name) == f"'{name}' has {size} bytes, cycle {looping.machine.cycle}"
        )
    monkeypatch.setattr(sessions, "STATES_MOST", 3)
    with pytest.raises(UsageError, match="no room: 3 states"):
        looping.save_state("c")
    for name in ("", "c" * 61):
        with pytest.raises(UsageError, match="name: its length"):
            looping.save_state(name)
    with pytest.raises(UsageError, match="state 'c' does not exist; there are: a, bb"):
        looping.restore_state("c")
    assert first(looping.restore_state("a")) == "state 'a'"


def test_an_unknown_file_is_told_with_those_there_are(tmp_path, monkeypatch):
    for name in ("b.prg", "a.prg", "inner/c.prg", ".hidden/d.prg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = NamedFiles(str(tmp_path / "b.prg"), [str(tmp_path)])
    assert [*found.paths()] == ["b.prg", "a.prg", "inner/c.prg"]
    assert found.find("inner/c.prg") == tmp_path.resolve() / "inner" / "c.prg"
    with pytest.raises(UsageError, match=r"^file 'x' is not one of those offered: b\.prg, a\.prg"):
        found.find("x")
    with pytest.raises(UsageError, match=r"offered: none; name FILE or --mcp-folder"):
        NamedFiles(None, []).find("x")
    monkeypatch.setattr(named_files, "FILES_MOST", 2)
    assert [*found.paths()] == ["b.prg", "a.prg"]
    assert NamedFiles(str(tmp_path / "gone.prg"), []).paths() == {}


def test_a_source_has_so_many_files_and_characters_at_most(monkeypatch):
    monkeypatch.setattr(assembling, "FILES_MOST", 2)
    monkeypatch.setattr(assembling, "SOURCE_MOST", 20)
    done = []
    monkeypatch.setattr(assembling, "_run", lambda command, _: done.append(command[0]))
    monkeypatch.setattr(assembling, "symbols_from_dbg", lambda *_: sessions.Symbols())
    monkeypatch.setattr(assembling, "linked_blocks", lambda *_: [])
    for start in (0x0200, 0xFFF0):
        assemble(" nop", start, {"a.inc": "x" * 16})
    assert done == ["ca65", "ld65"] * 2
    for more in ({"a.inc": "x" * 17}, {"a.inc": "", "b.inc": ""}):
        with pytest.raises(UsageError, match="source: more than 2 files or 20 characters"):
            assemble(" nop", 0xC000, more)
    for start in (0x01FF, 0xFFF1):
        with pytest.raises(UsageError, match=f"start \\${start:04X}: must be"):
            assemble("", start)
    for name in ("link.cfg", "main.o", "main.dbg", "main.bin", ".x", "a/b", "x" * 62):
        with pytest.raises(UsageError, match="use letters, digits"):
            assemble("", 0xC000, {name: ""})


def test_a_tool_that_is_missing_or_silent_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="ca65 not found: install cc65"):
        assemble("", 0xC000)
    tool = tmp_path / "ca65"
    tool.write_text("#!/bin/sh\nexit 3\n")
    tool.chmod(0o755)
    with pytest.raises(UsageError, match=r"^ca65: ended with status 3$"):
        assemble("", 0xC000)
    tool.write_text("#!/bin/sh\necho wrong\nexit 3\n")
    with pytest.raises(UsageError, match=r"^wrong$"):
        assemble("", 0xC000)
    tool.write_text("#!/bin/sh\nwhile :; do :; done\n")
    monkeypatch.setattr(assembling, "SECONDS", 0.2)
    monkeypatch.setattr(assembling, "_limit", lambda: None)
    with pytest.raises(UsageError, match=r"^ca65: took more than 0\.2 seconds$"):
        assemble("", 0xC000)
