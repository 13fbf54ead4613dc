"""The monitor's commands, as a user types them."""

import io
import re
import signal
import threading

import pytest

from emu.__main__ import main
from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.host.terminal import make_monitor
from emu.monitor.help import HELP, TOPICS
from tests.emu.monitor.session import Session

LOOP = bytes([0xEE, 0x00, 0xC1, 0x20, 0x09, 0xC0, 0x4C, 0x00, 0xC0, 0xE8, 0x60])
# C000 INC $C100; C003 JSR $C009; C006 JMP $C000; C009 INX; C00A RTS


def commands(monitor):
    return {n.removeprefix("do_") for n in dir(monitor) if n.startswith("do_")} - {"EOF", "mpu"}


def test_every_command_has_its_help_and_its_topic():
    session = Session()
    listed = [name for names in TOPICS.values() for name in names]
    assert commands(session.monitor) == set(HELP) == set(listed)
    assert len(listed) == len(set(listed))
    overview = session.say("help")
    for name in HELP:
        assert f"  {name}" in overview
        assert HELP[name][1] in session.say(f"help {name}")


def test_every_shortcut_leads_to_a_command_with_help():
    session = Session()
    assert set(session.monitor._shortcuts.values()) <= set(HELP)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("nix", "command 'nix' does not exist"),
        ("mem nowhere", "label 'nowhere' does not exist"),
        ("mem loob", "near it: loop"),
        ("mem 10000", "outside"),
        ("step x", "not a count"),
        ("step 0", "not a count"),
        ("step ²", "'²' is not a count"),
        ("disassemble 1 2 3", "expected: disassemble"),
        ("fill c000 100", "not a byte"),
        ("fill c0_00 1", "c0_00"),
        ("break c000 if a == $1_0", "unexpected"),
        ("fill c000", "expected: fill"),
        ("hunt c000:c010 'a", "quotation"),
        ("load nothing.bin", "nothing.bin: cannot be read"),
        ("save /nowhere/x c000 c001", "cannot be written"),
        ("save x c001 c000", "ends before it begins"),
        ("assemble c000 frob #1", "not a 6502 statement"),
        ("break c000 if", "expected"),
        ("break c000 if a ==", "ends where a value is expected"),
        ("break c000 if (a", "')' is missing"),
        ("break c000 if a $", "cannot read"),
        ("break c000 if a b", "unexpected"),
        ("break c000 if zork == 1", "not a register, label or number"),
        ("break raster 999", "the last is 311"),
        ("del 7", "breakpoint 7 does not exist"),
        ("del x", "not a breakpoint"),
        ("del ²", "'²' is not a breakpoint"),
        ("chips vicky", "choose from cpu, vic"),
        ("chips raw vicky", "choose from cpu, vic"),
        ("back 5 weeks", "not one of instructions"),
        ("back ²", "not one of instructions"),
        ("back 999 seconds", "the history begins"),
        ("reset soft", "expected: reset"),
        ("keys ä", "no 'ä'"),
        ("trace /nowhere/t", "cannot be written"),
        ("labels none.lbl", "cannot be read"),
        ("help nix", "does not exist"),
        ("raster 5 6 7", "expected: raster"),
        ("move c000:cfff ff00", "end past $FFFF"),
    ],
)
def test_a_wrong_command_is_answered_by_one_line_and_changes_nothing(line, part):
    session = Session(LOOP, {"loop": 0xC000})
    before = session.debugger.machine.snapshot()
    said = session.say(line)
    assert part in said
    assert said.startswith("?") and said.count("\n") == 1
    assert session.debugger.machine.snapshot() == before
    assert not session.debugger.breakpoints


def test_step_shows_the_next_instruction_in_vices_format():
    session = Session(LOOP)
    said = session.say("step")
    assert re.match(
        r"\.C:c003  20 09 C0    JSR \$C009      - A:00 X:00 Y:00 SP:ff \.\.-\.\.I.\. +\d+  line",
        said,
    )
    assert session.board.ram[0xC100] == 1


def test_next_runs_a_subroutine_as_one():
    session = Session(LOOP)
    session.say("step")
    assert ".C:c006" in session.say("next")
    assert session.board.cpu.x == 1


def test_finish_returns_to_behind_the_call_and_return_stops_before_the_rts():
    session = Session(LOOP)
    session.say("step 2")
    assert session.board.cpu.pc == 0xC009
    assert ".C:c00a" in session.say("return")
    assert ".C:c006" in session.say("finish")


def test_labels_stand_in_listings_and_addresses():
    session = Session(LOOP, {"loop": 0xC000, "bump": 0xC009})
    said = session.say("d loop:c00a")
    assert "loop:\n" in said and "JSR bump" in said and "JMP loop" in said
    assert "bump:\n.C:c009" in said
    assert "breakpoint" in session.say("add_breakpoint bump") or session.debugger.breakpoints
    assert "breakpoint 1: exec $C009\nbump:" in session.say("g")


def test_the_stack_shows_who_called():
    session = Session(LOOP, {"loop": 0xC000, "bump": 0xC009})
    session.say("step 2")
    lines = session.say("stack").splitlines()
    assert lines[0].split() == ["$C009", "bump"]
    assert "loop+3: JSR bump" in lines[1]


# C000 LDA #$C0; PHA; LDA #$08; PHA; JSR $C020; C020 PHP; CLI; JSR $C030; C030 NOP; BRK
STACKED = (
    bytes([0xA9, 0xC0, 0x48, 0xA9, 0x08, 0x48, 0x20, 0x20, 0xC0]).ljust(0x20, b"\xea")
    + bytes([0x08, 0x58, 0x20, 0x30, 0xC0]).ljust(0x10, b"\xea")
    + bytes([0xEA, 0x00])
)


def test_the_stack_tells_calls_interrupts_and_data_apart():
    session = Session(STACKED, {"outer": 0xC020, "inner": 0xC030})
    for at in (0xFFFE, 0x0314):
        session.board.ram[at : at + 2] = b"\x30\xc0"
    session.say("until inner")
    lines = session.say("bt").splitlines()
    assert lines[0].split() == ["$C030", "inner"]
    assert lines[1:3] == [
        "  $C022 outer+2: JSR inner   (stack $F9)",
        "    pushed: 34   (stack $FB)",
    ]
    assert lines[3].startswith("  $C006 ") and "JSR outer   (stack $FC)" in lines[3]
    # these look like the return address of the JSR at $C006, but were pushed as data
    assert lines[4] == "    pushed: 08 c0   (stack $FE)"
    session.say("z 2")
    lines = session.say("bt").splitlines()
    assert "$C031 inner+1: BRK   (stack $F6)" in lines[1]


def test_the_stack_tells_an_interrupt_and_changes_nothing():
    session = Session(bytes([0x58, 0x4C, 0x01, 0xC0]), {"loop": 0xC001})
    board = session.board
    board.poke(1, 0x35)
    board.poke(0, 0x2F)
    board.ram[0xFFFE:0x10000] = b"\x00\xc3"
    board.ram[0xC300] = 0xEA
    board.poke(0xDC04, 99)
    board.poke(0xDC05, 0)
    board.poke(0xDC0D, 0x81)
    board.poke(0xDC0E, 0x11)
    session.debugger.changed()
    session.say("until c300")
    before = session.debugger.machine.snapshot()
    lines = session.say("bt").splitlines()
    assert lines[1] == "  $C001 loop: IRQ   (stack $FD)" and len(lines) == 2
    assert session.debugger.machine.snapshot() == before


def test_memory_is_shown_in_lines_of_16_with_its_text():
    session = Session()
    session.say("f 2000:203f 1 2 3 48 45 4c 4c 4f")
    assert session.say("m 2000:2011").splitlines() == [
        ">C:2000  01 02 03 48 45 4c 4c 4f 01 02 03 48 45 4c 4c 4f  ...HELLO...HELLO",
        ">C:2010  01 02                                            ..",
    ]
    assert len(session.say("m 2000").splitlines()) == 8
    session.say("width 40")
    assert session.say("m fffc").startswith(">C:fffc  ")
    assert len(session.say("m 2000:200f").splitlines()) == 4


def test_names_that_the_linker_made_are_not_shown_but_known():
    labels = {"__ZP_START__": 2, "arg": 2, "main.s:arg": 2, "loop": 0xC000}
    session = Session(bytes([0xA5, 0x02]), labels)
    assert "LDA arg" in session.say("d c000:c001")
    assert session.say("shl").splitlines() == ["0002: arg", "c000: loop"]
    assert session.say("show_labels LO").splitlines() == ["c000: loop"]
    assert session.say("m __ZP_START__:2").startswith(">C:0002")


def test_memory_is_filled_searched_compared_and_copied():
    session = Session()
    session.say("f 2000:200f 1 2 3")
    assert bytes(session.board.ram[0x2000:0x2005]) == bytes([1, 2, 3, 1, 2])
    assert session.say("hunt 2000:200f 3 xx 2").startswith("$2002\n$2005\n")
    session.say("t 2000:200f 3000")
    assert session.say("c 2000:200f 3000") == "0 of 16 bytes differ\n"
    session.say("f 3004 ff")
    assert session.say("c 2000:200f 3000").startswith("$2004 02   $3004 FF\n")


def test_overlapping_memory_is_copied_whole():
    session = Session()
    session.say("f 2000 1 2 3 4")
    session.say("move 2000:2003 2001")
    assert bytes(session.board.ram[0x2000:0x2005]) == bytes([1, 1, 2, 3, 4])


def test_text_is_found():
    session = Session()
    session.board.ram[0x2100:0x2105] = b"HELLO"
    assert session.say('hunt 2000:2fff "HELLO"') == "$2100\nfound 1\n"


def test_files_are_saved_and_loaded(tmp_path):
    session = Session(LOOP)
    session.say(f"save_prg {tmp_path}/a.prg c000 c00a")
    assert (tmp_path / "a.prg").read_bytes() == b"\x00\xc0" + LOOP
    session.say(f"save {tmp_path}/a.bin c000 c00a")
    assert (tmp_path / "a.bin").read_bytes() == LOOP
    session.say("f c000:c00a 0")
    session.say(f"load_prg {tmp_path}/a.prg")
    assert bytes(session.board.ram[0xC000:0xC00B]) == LOOP
    session.say(f"load_prg {tmp_path}/a.prg 4000")
    session.say(f"load {tmp_path}/a.bin 5000")
    assert (
        bytes(session.board.ram[0x4000:0x400B]) == bytes(session.board.ram[0x5000:0x500B]) == LOOP
    )


def test_assembling_writes_code():
    session = Session(labels={"border": 0xD020})
    assert "STA border" in session.say("a c000 sta border")
    assert bytes(session.board.ram[0xC000:0xC003]) == b"\x8d\x20\xd0"


def test_lines_are_assembled_until_an_empty_one():
    session = Session()
    session.monitor.stdin = io.StringIO("lda #$01\nrts\n\nnop\n")
    session.say("a c000")
    assert bytes(session.board.ram[0xC000:0xC003]) == b"\xa9\x01\x60"


def test_registers_are_changed():
    session = Session()
    said = session.say("r a=12, pc=c123")
    assert "A:12" in said and ".C:c123" in said


def test_the_monitor_reads_memory_without_side_effects():
    session = Session()
    session.board.cia1.icr.flags = 0x81
    assert "81" in session.say("m dc0d")
    assert session.board.cia1.icr.flags == 0x81


def test_reset_runs_the_machine_from_its_vector():
    session = Session(LOOP)
    assert "(reset)" in session.say("reset")
    session.say("step")
    assert session.board.cpu.pc == 0xFCE2


def test_labels_are_read_from_a_file(tmp_path):
    (tmp_path / "x.lbl").write_text("al 00C009 .bump\n")
    session = Session(LOOP)
    assert session.say(f"labels {tmp_path}/x.lbl") == "1 labels\n"
    assert "bump:" in session.say("d c009")


def test_an_empty_line_does_nothing():
    session = Session(LOOP)
    session.say("step")
    assert session.say("") == ""


def test_the_options_of_the_monitor_are_checked():
    for words in (["--monitor", "--headless", "--frames", "1"], ["--monitor", "--cpu", "py65"],
                  ["--labels", "x", "--headless", "--frames", "1"]):  # fmt: skip
        with pytest.raises(UsageError):
            parse_arguments(words)


def test_a_program_is_started_and_stopped_at_its_label(tmp_path):
    prg = tmp_path / "t.prg"
    stub = bytes.fromhex("01080b080a009e32303634000000000000")
    prg.write_bytes(stub + bytes([0xEE, 0x20, 0xD0, 0x4C, 0x10, 0x08]))
    (tmp_path / "t.lbl").write_text("al 000810 .begin\n")
    words = [str(prg), "--monitor", "--labels", str(tmp_path / "t.lbl")]
    out = io.StringIO()
    monitor = make_monitor(parse_arguments(words), stdin=io.StringIO(), stdout=out)
    monitor.onecmd("break begin")
    monitor.onecmd("g")
    assert "breakpoint 1: exec $0810\nbegin:\n.C:0810  EE 20 D0    INC $D020" in out.getvalue()


def test_the_command_line_runs_commands_from_its_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("cycles\nx\n"))
    assert main(["--basic-prompt", "--monitor"]) == 0
    assert "0 of them taken by the VIC" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("break write d020:d02e if value == 1", "1: write $D020-$D02E if value == 1"),
        ("break access 2", "1: access $0002"),
        ("b irq", "1: IRQ"),
        ("ab nmi if a == 3", "1: NMI if a == 3"),
        ("b raster 100 20", "1: raster line 100 cycle 20"),
        ("b exec c000", "1: exec $C000"),
    ],
)
def test_breakpoints_of_every_kind_are_set_and_listed(line, answer):
    session = Session()
    assert session.say(line) == answer + "\n"
    assert session.say("shb") == answer + "\n"
    session.say("del all")
    assert session.say("shb") == "no breakpoints\n"


def test_source_lines_stand_with_the_instructions():
    session = Session(LOOP)
    session.monitor.symbols.lines[0xC000] = (__file__, 1)
    assert "test_monitor.py:1  " in session.say("d c000:c003")


@pytest.mark.parametrize("words", [("r pc=c000", "goto"), ("goto c000",)])
def test_a_pc_that_is_set_before_the_first_cycle_counts(words):
    monitor = make_monitor(
        parse_arguments(["--basic-prompt", "--monitor"]), io.StringIO(), io.StringIO()
    )
    cpu = monitor.debugger.board.cpu
    assert monitor.debugger.board.cycle == 0
    for line in ("> c000 a9 2a 02", "break c002", *words):  # LDA #$2A: JAM
        monitor.onecmd(line)
    assert (cpu.a, cpu.pc) == (0x2A, 0xC002)


def test_the_source_line_stands_above_the_instruction_that_is_next():
    session = Session(LOOP, {"loop": 0xC000})
    session.monitor.symbols.lines[0xC003] = (__file__, 1)
    said = session.say("step").splitlines()
    assert said[0].startswith("test_monitor.py:1  ") and said[1].startswith(".C:c003")
    assert session.say("d").startswith("test_monitor.py:1  ")  # which goes on from there
    assert session.say("r pc=c000").splitlines()[0] == "loop:"


def test_a_monitor_that_is_not_in_the_main_thread_leaves_ctrl_c_alone():
    session, said = Session(LOOP), []
    thread = threading.Thread(target=lambda: said.append(session.say("step 2")))
    thread.start()
    thread.join()
    assert said[0].startswith(".C:c009")


def test_ctrl_c_that_is_ignored_stays_ignored_while_the_machine_runs():
    session, seen = Session(LOOP), []
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with session.monitor.interruptible():
            seen.append(signal.getsignal(signal.SIGINT))
        seen.append(signal.getsignal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIG_IGN] * 2
