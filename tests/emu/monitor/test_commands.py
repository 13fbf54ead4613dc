"""Commands at the edges of their arguments: counts, ranges, bytes, files, what they answer."""

import signal

import pytest
from PIL import Image

import c64
from emu.monitor.breakpoint import OPERATIONS, Breakpoint
from emu.monitor.commands import LISTING, MEM_LINES, as_text, words
from emu.monitor.errors import MonitorError
from emu.monitor.help import HELP, TOPICS
from emu.monitor.stack import Frame
from emu.monitor.stepping import StepGoal
from emu.monitor.trace import TraceFile, disassemble, flags_text, state_line
from tests.emu.monitor.session import Session, assembled

NOPS = b"\xea" * 64


@pytest.fixture
def session():
    return Session(NOPS)


def filled(session, at, data):
    session.board.ram[at : at + len(data)] = data
    return session


def test_words_are_counted_and_may_be_quoted():
    assert words("a 'b c' \"d\"", 3, 3, "u") == ["a", "b c", "d"]
    assert words("", 0, 1, "u") == []
    assert words("a b", 1, 2, "u") == ["a", "b"]
    for text in ("a", "a b c d"):
        with pytest.raises(MonitorError, match=r"^expected: do A B C$"):
            words(text, 2, 3, "do A B C")
    with pytest.raises(MonitorError, match=r"^do A: No closing quotation$"):
        words("'a", 1, 1, "do A")


def test_text_has_a_dot_for_what_is_no_sign():
    assert as_text(bytes((0x1F, 0x20, 0x41, 0x5F, 0x60, 0x7F, 0xA0, 0xC1, 0xDF, 0xE0))) == (
        ". A_.. A_."
    )


@pytest.mark.parametrize(("text", "value"), [("", 1), ("1", 1), ("17", 17)])
def test_a_count_is_decimal_and_above_zero(session, text, value):
    assert session.monitor.count(text) == value
    assert session.monitor.count("", 5) == 5
    assert session.monitor.count_or_zero("0") == 0
    assert session.monitor.count_or_zero(text or "3") == int(text or "3")
    for wrong in ("0", "-1", "$10", "x"):
        with pytest.raises(
            MonitorError, match=r"is not a count; expected a decimal number above z"
        ):
            session.monitor.count(wrong)


# --- breakpoints ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answer"),
    [("c000", "1: exec $C000"), ("exec c000:c001", "1: exec $C000-$C001"),
     ("read d020", "1: read $D020"), ("write d020:d021", "1: write $D020-$D021"),
     ("access d020", "1: access $D020"), ("irq", "1: IRQ"), ("nmi", "1: NMI"),
     ("raster 100", "1: raster line 100"), ("raster 100 1", "1: raster line 100"),
     ("raster 0 2", "1: raster line 0 cycle 2"), ("c000 if a == 1", "1: exec $C000 if a == 1"),
     ("there", "1: exec $C010 there"), ("write there", "1: write $C010 there")],
)  # fmt: skip
def test_a_breakpoint_is_described(line, answer):
    session = Session(NOPS, {"there": 0xC010})
    assert session.say(f"add_breakpoint {line}").rstrip() == answer
    point = session.debugger.find(1)
    point.hits, point.enabled = 2, False
    assert session.say("show_breakpoints").rstrip() == f"{answer}, hits: 2, off"
    assert session.say("ignore 1 3").rstrip() == f"{answer}, still to ignore: 3, hits: 2, off"
    assert session.say("ignore 1 0").rstrip() == f"{answer}, hits: 2, off"
    session.say("delete_breakpoint all")
    assert session.say("show_breakpoints").rstrip() == "no breakpoints"


@pytest.mark.parametrize("line", ["read", "raster", "exec", "c000 c001", "read 1 2", "irq 5",
                                  "c000 if ", "raster 1 2 3"])  # fmt: skip
def test_a_breakpoint_that_cannot_be_is_refused_in_one_line(session, line):
    answer = session.say(f"add_breakpoint {line}")
    assert answer.startswith("?") and answer.count("\n") == 1
    assert not session.debugger.listed()


def test_operations_are_bits_of_vice():
    assert OPERATIONS == {"read": 1, "write": 2, "access": 3, "exec": 4, "exec/read": 5,
                          "exec/write": 6, "exec/access": 7}  # fmt: skip
    for kind, bits in (*OPERATIONS.items(), ("irq", 0), ("raster", 0)):
        assert Breakpoint(1, kind, 0, 0).operations == bits
    plain = Breakpoint(1, "exec", 1, 2)
    assert (
        plain.temporary,
        plain.enabled,
        plain.ignore,
        plain.hits,
        plain.stops,
        plain.client,
        plain.hidden,
        plain.condition,
    ) == (False, True, 0, 0, True, False, False, None)


def test_a_breakpoint_is_switched_off_and_on_by_its_number(session):
    session.say("add_breakpoint c004")
    assert session.say("disable 1") == "" == session.say("enable 1")
    assert "breakpoint 1" in session.say("goto")
    session.say("disable 1")
    assert session.debugger.run(session.board.cycle + 50) is None
    for line in ("enable x", "disable", "enable 2"):
        assert session.say(line).startswith("?")


# --- memory --------------------------------------------------------------------------------


def test_mem_shows_eight_lines_or_the_range_and_ends_with_memory(session):
    assert MEM_LINES == 8
    filled(session, 0x1000, bytes(range(0x41, 0x41 + 20)))
    lines = session.say("mem 1000").splitlines()
    assert len(lines) == 8
    assert lines[1].startswith(">C:1010  51 52 53 54 00")
    lines = session.say("mem 1000:1010").splitlines()
    assert lines == [
        f">C:1000  {' '.join(f'{n:02x}' for n in range(0x41, 0x51))}  ABCDEFGHIJKLMNOP",
        f">C:1010  {'51':<48} Q",
    ]  # fmt: skip
    assert session.say("mem 1000:1000").splitlines() == [f">C:1000  {'41':<48} A"]
    assert [line[3:7] for line in session.say("mem fff1").splitlines()] == ["fff1"]


@pytest.mark.parametrize(
    ("width", "columns"),
    [(1, 1), (12, 1), (16, 1), (17, 2), (24, 2), (25, 4), (40, 4), (41, 8), (72, 8), (73, 16),
     (78, 16), (136, 16), (137, 32), (264, 32), (265, 64), (9999, 64)],
)  # fmt: skip
def test_columns_are_the_power_of_two_that_fits(session, width, columns):
    session.monitor._width = width
    assert session.monitor._columns() == columns


def test_a_branch_out_of_range_is_refused_with_its_reach(session):
    said = session.say("assemble c300 bne $d000")
    assert "cannot reach $D000: from $C300 a branch reaches $C282 to $C381" in said
    assert "BNE $C282" in session.say("assemble c300 bne c282")
    assert "BNE $C381" in session.say("assemble c300 bne c381")
    assert "BNE $FFA0" in session.say("assemble 0010 bne ffa0")


def test_a_listing_has_sixteen_instructions_and_goes_on(session):
    assert LISTING == 16
    lines = session.say("disassemble").splitlines()
    assert [line[3:7] for line in lines] == [f"{n:04x}" for n in range(0xC000, 0xC010)]
    assert session.say("disassemble").splitlines()[0].startswith(".C:c010")
    assert len(session.say("disassemble c000:c002").splitlines()) == 3
    filled(session, 0xFFFE, bytes((0xEA, 0xEA)))
    session.board.write(0, 0x2F)
    session.board.write(1, 0x30)
    assert len(session.say("disassemble fffe").splitlines()) == 1
    assert len(session.say("disassemble").splitlines()) == 1
    assert session.say("disassemble").startswith(".C:0000")


def test_fill_repeats_its_bytes_to_the_end_of_the_range_and_of_memory(session):
    assert session.say("fill 1000:1004 1 2").rstrip() == "wrote 5 bytes, $1000-$1004"
    assert bytes(session.board.ram[0x1000:0x1006]) == bytes((1, 2, 1, 2, 1, 0))
    assert session.say("fill 2000 1 2 3").rstrip() == "wrote 3 bytes, $2000-$2002"
    assert session.say("fill ffff 1 2 3").rstrip() == "wrote 1 bytes, $FFFF-$FFFF"
    assert session.say("fill 1000 ff").rstrip() == "wrote 1 bytes, $1000-$1000"
    assert session.say("fill 1000 100").rstrip() == "?'100' is $100, not a byte"


def test_hunt_finds_bytes_text_and_anything(session):
    filled(session, 0x1000, b"\1\2\3\1\2\4AB")
    assert session.say("hunt 1000:1007 1 2").split() == ["$1000", "$1003", "found", "2"]
    assert session.say("hunt 1000:1007 1 xx 4").split() == ["$1003", "found", "1"]
    assert session.say('hunt 1000:1007 "AB"').split() == ["$1006", "found", "1"]
    assert session.say('hunt 1000:1006 "AB"').split() == ["found", "0"]
    assert session.say("hunt 1001:1004 1 2").split() == ["$1003", "found", "1"]


def test_hunt_names_what_it_finds(session, tmp_path):
    (tmp_path / "a.lbl").write_text("al 001003 .here\n")
    session.say(f"labels {tmp_path / 'a.lbl'}")
    filled(session, 0x1000, b"\1\2\3\1\2\4AB")
    assert session.say("hunt 1000:1007 1 2").splitlines() == ["$1000", "$1003 here", "found 2"]


def test_compare_names_what_differs_and_goes_round_the_end(session):
    filled(session, 0x1000, b"\1\2\3")
    filled(session, 0x2000, b"\1\5\3")
    assert session.say("compare 1000:1002 2000").splitlines() == [
        "$1001 02   $2001 05", "1 of 3 bytes differ",
    ]  # fmt: skip
    assert session.say("compare 1000:1001 ffff").splitlines()[-1].endswith(" of 2 bytes differ")


def test_move_and_load_end_with_memory(session, tmp_path):
    filled(session, 0x1000, b"\1\2\3")
    assert session.say("move 1000:1002 fffd").rstrip() == "wrote 3 bytes, $FFFD-$FFFF"
    assert session.say("move 1000:1002 fffe").rstrip() == "?3 bytes at $FFFE end past $FFFF"
    path = tmp_path / "a"
    path.write_bytes(b"\7\x30\5")
    assert session.say(f"load {path} top").rstrip() == "wrote 3 bytes, $FFFD-$FFFF"
    assert session.say(f"load {path}").rstrip() == "wrote 3 bytes, $C000-$C002"
    assert session.say(f"load {path} 2000").rstrip() == "wrote 3 bytes, $2000-$2002"
    assert session.say(f"load_prg {path}").rstrip() == "wrote 1 bytes, $3007-$3007"
    assert session.board.ram[0x3007] == 5
    assert session.say(f"load_prg {path} 4000").rstrip() == "wrote 1 bytes, $4000-$4000"
    path.write_bytes(b"\7\x30")
    assert session.say(f"load_prg {path}").rstrip() == (
        f"?{path}: 2 bytes are not a program with its address"
    )


def test_save_has_both_ends_and_an_address_if_it_is_a_program(session, tmp_path):
    filled(session, 0x1234, b"\1\2\3")
    path = tmp_path / "a"
    assert session.say(f"save {path} 1234 1236").rstrip() == f"saved 3 bytes to {path}"
    assert path.read_bytes() == b"\1\2\3"
    session.say(f"save_prg {path} 1234 1234")
    assert path.read_bytes() == b"\x34\x12\1"
    assert session.say(f"save {path} 1235 1234").rstrip() == (
        "?range $1235-$1234 ends before it begins"
    )
    answer = session.say(f"save {tmp_path / 'no' / 'a'} 1 2")
    assert answer.rstrip().endswith("cannot be written (No such file or directory)")


def test_a_statement_fits_below_the_end(session):
    assert session.say("assemble fffe lda #$01").startswith(".C:fffe")
    assert session.say("assemble ffff lda #$01").rstrip() == (
        "?$FFFF: 'lda #$01' does not fit below $10000"
    )
    assert session.say("assemble c000 lda $12345").rstrip() == "?74565 is outside $0000-$FFFF"
    assert session.say("assemble c000 xyz").rstrip() == "?'xyz' is not a 6502 statement"
    assert session.monitor._assemble(0xFFFF, "nop") == 0


# --- running -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "moved"), [("step", 1), ("step 3", 3), ("next", 1), ("next 2", 2), ("cycle 2", 1)]
)
def test_steps_are_counted(session, command, moved):
    session.say(command)
    assert session.board.cpu.pc == 0xC000 + moved


def test_return_stops_before_rts_and_rti():
    for code in (0x60, 0x40):
        session = Session(b"\xea\xea" + bytes((code,)))
        session.say("return")
        assert session.board.cpu.pc == 0xC002


def test_a_raster_line_is_reached_at_its_first_cycle_or_the_one_that_is_named():
    session = Session(assembled("jmp $c000"))
    vic = session.board.vic
    for words_, cycle in (("100", 1), ("101 40", 40), ("0 1", 1)):
        session.say(f"raster {words_}")
        assert (vic.raster_line, vic.cycle_in_line - cycle in range(-1, 6)) == (
            int(words_.split()[0]), True,
        )  # fmt: skip
        assert not session.debugger.listed()


@pytest.mark.parametrize(
    ("line", "says"),
    [("back 1 f", None), ("back 1 x", "back: unit 'x' is not one of instructions, cycles, lines"),
     ("back 0", "'0' is not a count"), ("back 1 2 3", "expected: back [N] [UNIT]"),
     ("reset soft", "expected: reset [hard]"), ("chips raw", None),
     ("chips raw xyz", "chip 'xyz' does not exist; choose from cpu, vic"),
     ("chips vic sid", "expected: chips [CHIP | raw CHIP]"),
     ("condition x 1", "'x' is not a breakpoint; show_breakpoints lists them"),
     ("delete_breakpoint 9", "breakpoint 9 does not exist; there are: none"),
     ("nonsense", "command 'nonsense' does not exist; 'help' lists all"),
     ("help nonsense", "help: command 'nonsense' does not exist; 'help' lists all"),
     ("mem 12345", "74565 is outside $0000-$FFFF")],
)  # fmt: skip
def test_a_wrong_argument_is_told_with_what_would_be_right(session, line, says):
    answer = session.say(line)
    if says is not None:
        assert answer.startswith("?") and says.lower() in answer.lower(), answer


def test_a_frame_of_the_stack_is_a_line():
    session = Session(assembled("jsr $c010"), {"here": 0xC000, "there": 0xC010, "far": 0x1000})
    line = session.monitor._frame_line
    ram = session.board.ram
    ram[0x1F0:0x1F3] = b"\1\2\3"
    assert line(Frame("data", 0, 0xF0, 3)) == "    pushed: 01 02 03   (stack $F0)"
    assert line(Frame("JSR", 0xC000, 0xF0, 2)) == "  $C000 here: JSR there   (stack $F0)"
    assert line(Frame("JSR?", 0xC000, 0xF0, 2)) == (
        "  $C000 here: JSR there   (stack $F0)  ?, older than the history"
    )
    assert line(Frame("JSR", 0xC001, 0xF0, 2)) == (
        "  $C001 in memory that is switched out: JSR   (stack $F0)"
    )
    assert line(Frame("IRQ", 0xC012, 0xF0, 3)) == "  $C012 there+2: IRQ   (stack $F0)"
    ram[0xC001:0xC003] = b"\x34\x12"
    assert line(Frame("JSR", 0xC000, 0xF0, 2)) == "  $C000 here: JSR $1234   (stack $F0)"
    routine = session.monitor._routine
    found = {0xFFF: "", 0x1000: "far", 0x13FF: "far+1023", 0x1400: "", 0xC00F: "here+15"}
    assert {at: routine(at) for at in found} == found


def test_labels_are_listed_by_address_without_what_the_linker_made():
    session = Session(NOPS, {"b": 2, "a": 0x1000, "__CODE_SIZE__": 5, "abc": 3})
    assert session.say("show_labels").split() == ["0002:", "b", "0003:", "abc", "1000:", "a"]
    assert session.say("show_labels AB").split() == ["0003:", "abc"]
    assert session.monitor.name_at(2) == "b"
    assert session.monitor.name_at(5) == ""


# --- the machine and the monitor itself --------------------------------------------------------


def test_lines_and_frames_are_run_by_count(session):
    session.board.ram[0xC000:0xC003] = assembled("jmp $c000")
    vic = session.board.vic
    line, frame = vic.raster_line, vic.frame_count
    session.say("line 3")
    assert vic.raster_line == line + 3
    session.say("frame 2")
    assert (vic.frame_count, vic.raster_line) == (frame + 2, line + 3)


def test_a_hard_reset_clears_memory_and_a_plain_one_does_not(session):
    session.board.ram[0x3000] = 0x5A
    session.say("reset")
    assert session.board.ram[0x3000] == 0x5A
    session.say("reset hard")
    assert session.board.ram[0x3000] != 0x5A


def test_a_picture_is_saved_or_it_is_said_why_not(session, tmp_path):
    assert session.say(f"screenshot {tmp_path / 'a.png'}") == ""
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.size == session.debugger.machine.screen.image.size
    answer = session.say(f"screenshot {tmp_path / 'no' / 'a.png'}")
    assert answer.startswith(f"?{tmp_path / 'no' / 'a.png'}: cannot be written (")


def test_statements_are_asked_for_until_the_input_ends(session, monkeypatch):
    lines = iter(["lda #$01", " sta $d020 "])

    def ask(prompt):
        prompts.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    prompts = []
    monkeypatch.setattr("builtins.input", ask)
    session.monitor.use_rawinput = True
    session.say("assemble 2000")
    assert prompts == [".a 2000  ", ".a 2002  ", ".a 2005  "]
    assert bytes(session.board.ram[0x2000:0x2005]) == bytes.fromhex("a9018d20d0")


def test_names_are_completed_and_shortcuts_known(session):
    assert session.monitor.completenames("scr") == ["screen", "screenshot"]
    assert session.monitor.full_name("m") == "mem" and session.monitor.full_name("xyz") == "xyz"
    assert session.say("version").startswith(f"go64 {c64.__version__}, ")
    assert session.say("cycles").split(",")[0] == str(session.board.cycle)
    assert session.monitor.labels() == {}


def test_leaving_ends_a_trace(session, tmp_path):
    session.say(f"trace {tmp_path / 't'}")
    session.say("step 2")
    assert session.monitor.onecmd("quit") is True
    assert session.debugger.trace is None
    assert (tmp_path / "t").read_text().count("\n") == 2
    assert session.monitor.onecmd("quit") is True


class Client:
    """Who has a say beside the user: its lines, and what it was told."""

    def __init__(self, *lines):
        self.lines, self.told = list(lines), []

    def ask(self):
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def run(self):
        self.told.append("run")
        return False

    def moved(self):
        self.told.append("moved")

    def close(self):
        self.told.append("close")


def test_a_client_is_told_what_the_user_moves_and_runs_the_machine_itself(session):
    session.monitor.client = client = Client()
    session.say("step")
    session.say("mem c000:c000")
    assert client.told == ["moved"]
    session.say("goto")
    assert client.told == ["moved", "run"] and session.board.cpu.pc == 0xC001


def test_with_a_client_lines_come_through_it_to_the_end_of_the_input(session, monkeypatch):
    session.monitor.client, session.monitor.use_rawinput = Client("step", "step"), True
    done = []
    monkeypatch.setattr(session.monitor, "onecmd", lambda line: done.append(line) or line == "EOF")
    session.monitor.cmdloop()
    assert done == ["step", "step", "EOF"]


def test_an_interrupt_stops_the_machine_and_not_the_monitor():
    session = Session(assembled("jmp $c000"))
    before = signal.getsignal(signal.SIGINT)
    calls = []

    def interrupt():
        calls.append(1)
        if len(calls) == 5:
            signal.raise_signal(signal.SIGINT)
        return False

    with session.monitor.interruptible():
        stop = session.debugger.run(until=interrupt)
    assert (stop.kind, stop.text, len(calls)) == ("interrupted", "interrupted", 5)
    assert signal.getsignal(signal.SIGINT) is before
    session.debugger.interrupted = False
    goal = StepGoal(session.debugger, 1 << 20)
    real = goal.advance
    goal.advance = lambda: (real(), setattr(session.debugger, "interrupted", True))
    assert session.debugger.reach(goal).kind == "interrupted"


# --- traces --------------------------------------------------------------------------------


def test_flags_are_written_as_vice_does():
    assert flags_text(0) == "..-....."
    assert flags_text(0xFF) == "NV-BDIZC"
    for n, letter in enumerate("NV.BDIZC"):
        if letter != ".":
            assert flags_text(0x80 >> n) == "..-....."[:n] + letter + "..-....."[n + 1 :]


def test_a_state_is_a_line_of_vice(session):
    cpu = session.board.cpu
    filled(session, 0xC000, bytes((0xAD, 0x34, 0x12)))
    cpu.a, cpu.x, cpu.y = 1, 2, 3
    text = state_line(session.board, lambda at: "there" if at == 0x1234 else "")
    assert text == (
        f"{'.C:c000  AD 34 12    LDA there':<35} - A:01 X:02 Y:03 SP:ff ..-..I.. "
        f"{session.board.cycle:10d}"
    )
    assert disassemble(session.board, 0xC000) == (3, ".C:c000  AD 34 12    LDA $1234")
    cpu.jammed = 1
    assert state_line(session.board).startswith(".C:c000              (jam)")


def test_a_trace_counts_its_lines_and_names_a_file_it_cannot_write(session, tmp_path):
    path = tmp_path / "t"
    trace = TraceFile(path)
    for _ in range(3):
        trace.write(trace.line(session.board))
    trace.close()
    assert trace.count == 3
    assert path.read_text().count("\n") == 3
    with pytest.raises(MonitorError, match=r"^trace .*: cannot be written \(No such file"):
        TraceFile(tmp_path / "no" / "t")
    assert session.say("trace off").rstrip() == "no trace is running"
    session.say(f"trace {path} 2")
    assert path.read_text().count("\n") == 2


@pytest.mark.parametrize(
    ("name", "few", "most", "usage"),
    [
        ("goto", None, 1, "goto [ADDRESS]"),
        ("until", 0, 1, "until ADDRESS"),
        ("raster", 0, 2, "raster LINE [CYCLE]"),
        ("back", None, 2, "back [N] [UNIT]"),
        ("trace", 0, 2, "trace FILE [N] | off"),
        ("delete_breakpoint", 0, 1, "delete_breakpoint NUMBER | all"),
        ("ignore", 1, 2, "ignore NUMBER N"),
        ("mem", 0, 1, "mem RANGE"),
        ("disassemble", None, 1, "disassemble [RANGE]"),
        ("fill", 1, 1000, "fill RANGE BYTE ..."),
        ("hunt", 1, 1000, 'hunt RANGE BYTE ... | "TEXT"'),
        ("compare", 1, 2, "compare RANGE ADDRESS"),
        ("move", 1, 2, "move RANGE ADDRESS"),
        ("load", 0, 2, "load FILE [ADDRESS | top]"),
        ("load_prg", 0, 2, "load_prg FILE [ADDRESS]"),
        ("screenshot", 0, 1, "screenshot FILE.png"),
        ("chips", None, 2, "chips [CHIP | raw CHIP]"),
        ("labels", 0, 1, "labels FILE"),
    ],
)
def test_a_command_with_too_few_or_too_many_words_says_what_it_expects(
    shared, name, few, most, usage
):
    ram = bytes(shared.board.ram)
    for count in (*([] if few is None else [few]), most + 1):
        line = f"{name} {' '.join(['1'] * count)}".strip()
        assert shared.say(line) == f"?expected: {usage}\n", line
    assert bytes(shared.board.ram) == ram and not shared.debugger.listed()


@pytest.fixture(scope="module")
def shared():
    """A monitor for lines that change nothing."""
    return Session(NOPS)


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("r a=12", 1), ("r pc=c010", 1), ("goto c001", 1), ("reset", 1), ("reset hard", 1),
        ("fill c100:c110 12", 1), ("> c100 12", 1), ("a c100 nop", 1), ("r", 0), ("m c000", 0),
        ("d c000", 0), ("chips", 0), ("hunt c000:c010 ea", 0), ("compare c000:c010 c020", 0),
    ],
)  # fmt: skip
def test_what_changes_the_machine_is_told_to_the_way_back(session, monkeypatch, line, changes):
    """Else going back and forth would undo it."""
    told = []
    monkeypatch.setattr(session.debugger, "changed", lambda: told.append(line))
    session.monitor.windowed = line.startswith("goto")
    said = session.say(line)
    assert not said.startswith("?") and len(told) == changes


def test_one_trace_ends_where_another_begins(session, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    assert session.say(f"trace {one}") == ""
    session.say("step 3")
    assert session.say(f"trace {two}") == f"3 lines in {one}\n"
    session.say("step 2")
    assert session.say("trace off") == f"2 lines in {two}\n"
    session.say("step")
    assert [path.read_text().count("\n") for path in (one, two)] == [3, 2]
    said = session.say(f"trace {one} 4").splitlines()
    assert len(said) == 2 and said[1] == f"4 lines in {one}" and session.debugger.trace is None


def test_text_is_typed_with_its_returns(session, monkeypatch):
    typed = []
    machine = session.debugger.machine
    monkeypatch.setattr(machine, "type", lambda text, wait: typed.append((text, wait)))
    for line in ("keys list\\n", "keys list{RETURN}", "keys list{return}"):
        assert session.say(line) == ""
    assert typed == [("list\n", False)] * 3
    assert session.say("keys {nokey}").startswith("?") and len(typed) == 3


def test_help_has_a_line_for_each_command_or_two_if_it_is_long(session):
    said = session.say("help").splitlines()
    for topic, names in TOPICS.items():
        assert topic in said
        for name in names:
            usage, what, *_ = HELP[name]
            left = f"  {name} {usage}".rstrip()
            row = next(at for at, line in enumerate(said) if f"{line}  ".startswith(f"{left}  "))
            if len(left) > 38:
                assert said[row] == left
                row, left = row + 1, ""
            short = ", ".join(s for s, n in session.monitor._shortcuts.items() if n == name)
            assert said[row] == f"{left:<40}{what}" + (f" ({short})" if short else "")
    assert "'help COMMAND' tells more" in said[-1]
