"""What VICE's text monitor answers, to the letter: registers, checkpoints, counts, refusals."""

import pytest

from emu.monitor.breakpoint import LOAD, STORE, Hit
from emu.monitor.vice.keys import KeyQueue
from emu.monitor.vice.text_commands import TextCommands
from tests.emu.monitor.session import debugger
from tests.emu.monitor.vice.client import TestHost
from tests.emu.monitor.vice.test_text_edges import CODE


@pytest.fixture
def commands():
    found = debugger(CODE)
    return TextCommands(found, TestHost(), KeyQueue(found.board), {})


@pytest.mark.parametrize(
    ("p", "flags"), [(0x00, "00100000"), (0xFF, "11101111"), (0x8A, "10101010")]
)
def test_each_column_of_the_registers_is_its_own(commands, p, flags):
    board, cpu = commands.board, commands.board.cpu
    board.poke(0, 0x2F)
    board.poke(1, 0x35)
    cpu.pc, cpu.a, cpu.x, cpu.y, cpu.sp, cpu.p = 0xC123, 0x0A, 0x1B, 0x2C, 0xF3, p
    found = commands.run("r").splitlines()[1]
    beam = f"{board.vic.raster_line:03d} {board.vic.cycle_in_line - 1:03d}"
    assert found == f".;c123 0a 1b 2c f3 2f 35 {flags} {beam} {board.cycle:10d}"


@pytest.mark.parametrize(
    ("line", "answer"),
    [("break c003", "BREAK: 1  C:$c003  (Stop on exec)"),
     ("break exec c003 c004", "BREAK: 1  C:$c003-$c004  (Stop on exec)"),
     ("break load c003", "WATCH: 1  C:$c003  (Stop on load)"),
     ("break load store c003", "WATCH: 1  C:$c003  (Stop on load store)"),
     ("break LOAD exec c003", "WATCH: 1  C:$c003  (Stop on load exec)"),
     ("break store exec c003 c003", "WATCH: 1  C:$c003  (Stop on store exec)"),
     ("watch c003", "WATCH: 1  C:$c003  (Stop on load store)"),
     ("watch exec c003", "BREAK: 1  C:$c003  (Stop on exec)"),
     ("trace c003", "TRACE: 1  C:$c003  (Trace exec)"),
     ("trace load store exec c003", "TRACE: 1  C:$c003  (Trace load store exec)"),
     ("until c003", "UNTIL: 1  C:$c003  (Stop on exec)")],
)  # fmt: skip
def test_a_checkpoint_is_told_as_it_was_made(commands, line, answer):
    assert commands.run(line) == answer + "\n"
    assert commands.run("break") == answer + "\n"
    commands.run("dis")
    assert commands.run("break") == f"{answer} disabled\n"
    commands.run("en #1")
    assert commands.run("break") == answer + "\n"
    commands.run("del")
    assert commands.run("break") == "No breakpoints are set\n"


@pytest.mark.parametrize(
    "line", ["break load", "break c000 c001 c002", "until 10000", "watch load x"]
)
def test_a_checkpoint_that_cannot_be_is_refused(commands, line):
    assert commands.run(line).startswith("ERROR -- ") and not commands.debugger.listed()


def test_only_what_is_met_once_is_listed_by_until(commands):
    assert commands.run("un") == "No breakpoints are set\n" and commands.after is None
    commands.run("break c003")
    commands.run("un c004")
    assert commands.after == "exit"
    commands.debugger.add("raster", 100)  # which VICE has none of
    assert commands.run("un") == "UNTIL: 2  C:$c004  (Stop on exec)\n"
    assert len(commands.run("break").splitlines()) == 2


def test_a_condition_is_kept_as_it_was_written(commands):
    assert commands.run("break c003 if  a == 1 ").splitlines() == [
        "BREAK: 1  C:$c003  (Stop on exec)",
        "Setting checkpoint 1 condition to: a == 1",
    ]
    for line in ("cond 1 if x == 2", "cond 1  x == 2"):
        assert commands.run(line) == "Setting checkpoint 1 condition to: x == 2\n"
    assert commands.run("break").splitlines()[1] == "\tCondition: x == 2"


def test_a_checkpoint_is_ignored_once_or_as_often_as_is_said(commands):
    commands.run("break c003")
    for line, count in (("ignore 1", 1), ("ignore #1 10", 16), ("ignore 1 0", 0)):
        said = commands.run(line)
        assert said == f"Will ignore the next {count} hits of checkpoint #1\n"
        assert commands.debugger.find(1).ignore == count
    for line in ("ignore", "ignore 2", "ignore x"):
        assert "Invalid checkpoint number" in commands.run(line)


def test_commands_of_a_checkpoint_are_one_text_and_go_with_it(commands):
    commands.run("break c003")
    for line in ("command 1", "command 1 a b", 'command "'):
        assert "Wrong syntax" in commands.run(line) and not commands.points
    assert commands.run('command 1 "r; m c000,c001"').endswith(" to: r; m c000,c001\n")
    assert commands.points == {1: "r; m c000,c001"}
    commands.run("del 1")
    assert not commands.points


@pytest.mark.parametrize(("line", "count"), [("chis", 10), ("chis 20", 32), ("chis 2001", 8192)])
def test_ten_instructions_of_the_past_are_shown_and_8192_at_most(
    commands, monkeypatch, line, count
):
    asked = []
    monkeypatch.setattr(commands.debugger.history, "recent", lambda n: asked.append(n) or [])
    assert commands.run(line) == "" and asked == [count]


@pytest.mark.parametrize("statement", ["frob", "lda none", "lda #$100", "lda $12345"])
def test_what_is_no_instruction_ends_assembling_and_writes_nothing(commands, statement):
    before = bytes(commands.board.ram[0xC300:0xC308])
    assert commands.run(f"a c300 {statement}") == "Instruction not valid.\n"
    assert commands.prompt == "(C:$c300) " and commands.assembling is None
    assert bytes(commands.board.ram[0xC300:0xC308]) == before


def test_a_program_needs_no_device(commands, tmp_path):
    path = tmp_path / "a.prg"
    path.write_bytes(b"\x00\xc5\x11\x22")
    assert "from C500 to C501" in commands.run(f'l "{path}"')
    assert "from C500 to C501" in commands.run(f'l "{path}" 00')
    assert bytes(commands.board.ram[0xC500:0xC502]) == b"\x11\x22"


def test_a_hit_is_one_of_its_operations(commands):
    found = commands.debugger
    for kind, words in (("read", " load"), ("write", "store"), ("access", "load store")):
        point = found.add(kind, 0xC100, client=True)
        assert point.operations & (LOAD | STORE)
        assert f"({'Stop on'} {words:>5} c100)" in commands.hit_text(Hit(point, 0xC100, None))
    both = found.add("exec/read", 0xC100, client=True)
    assert "(Stop on  exec c100)" in commands.hit_text(Hit(both, 0xC100, None))


@pytest.mark.parametrize("target", ["c281", "c382", "d000"])
def test_a_branch_out_of_range_is_refused_and_assembling_goes_on(commands, target):
    before = bytes(commands.board.ram[0xC300:0xC302])
    assert commands.run(f"a c300 bne {target}") == "Branch offset too large.\n"  # VICE's words
    assert commands.prompt == ".c300  "
    assert bytes(commands.board.ram[0xC300:0xC302]) == before


@pytest.mark.parametrize(("target", "offset"), [("c282", 0x80), ("c381", 0x7F), ("c302", 0)])
def test_a_branch_reaches_128_bytes_back_and_127_ahead(commands, target, offset):
    assert commands.run(f"a c300 bne {target}") == ""
    assert bytes(commands.board.ram[0xC300:0xC302]) == bytes((0xD0, offset))
