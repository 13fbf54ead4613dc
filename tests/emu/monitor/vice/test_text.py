"""VICE's text monitor: what its lines do and print, and the order of things over a socket."""

import re
import socket
import time

import pytest

from emu.monitor.vice.host import Host
from emu.monitor.vice.keys import KeyQueue
from emu.monitor.vice.server import BinaryMonitor
from emu.monitor.vice.text_commands import TextCommands
from emu.monitor.vice.text_server import BothMonitors, TextMonitor
from tests.emu.monitor.session import assembled, debugger
from tests.emu.monitor.vice.client import Client, TestHost

LOOP = assembled("INC $D020", "INX", "STX $C100", "JSR $C00D", "JMP $C000")  # C00D: RTS
CODE = LOOP + assembled("RTS", at=0xC00D)
PROMPT = re.compile(r"\(C:\$[0-9a-f]{4}\) $|^\.[0-9a-f]{4}  $")


@pytest.fixture
def commands():
    found = debugger(CODE)
    return TextCommands(found, TestHost(), KeyQueue(found.board), {})


def test_registers_are_shown_and_set_as_in_vice(commands):
    lines = commands.run("r").splitlines()
    assert lines[0] == "  ADDR A  X  Y  SP 00 01 NV-BDIZC LIN CYC  STOPWATCH"
    assert re.fullmatch(
        r"\.;c000 00 00 00 ff [0-9a-f]{2} [0-9a-f]{2} 00100100 \d{3} \d{3} +\d+", lines[1]
    )  # as VICE 3.10 prints it
    assert commands.run("r a=12, x=$34") == ""
    assert (commands.board.cpu.a, commands.board.cpu.x) == (0x12, 0x34)


def test_memory_has_vices_columns(commands):
    commands.run("> c200 01 02 41 00 05")
    line = ">C:c200  01 02 41 00  05" + " " * 38 + "aba.e"
    assert commands.run("m c200 c204") == line + "\n"
    assert commands.run("m c200").count("\n") == 9
    assert commands.prompt == "(C:$c290) "


def test_code_is_disassembled_and_assembled(commands):
    assert commands.run("d c000 c003") == (
        ".C:c000  EE 20 D0    INC $D020\n.C:c003  E8          INX\n"
    )
    assert commands.run("a c300 lda #$01") == "" and commands.prompt == ".c302  "
    assert commands.run("rts") == "" and commands.run("") == ""
    assert commands.prompt == "(C:$c303) "
    assert bytes(commands.board.ram[0xC300:0xC303]) == b"\xa9\x01\x60"
    assert commands.run("a c300 nonsense") == "Instruction not valid.\n"


def test_checkpoints_are_listed_as_vice_lists_them(commands):
    assert commands.run("break c003") == "BREAK: 1  C:$c003  (Stop on exec)\n"
    assert commands.run("watch store d020") == "WATCH: 2  C:$d020  (Stop on store)\n"
    assert commands.run("watch load d012 d013") == "WATCH: 3  C:$d012-$d013  (Stop on load)\n"
    assert commands.run("trace exec c004") == "TRACE: 4  C:$c004  (Trace exec)\n"
    assert "condition to: x > 3" in commands.run("cond 1 if x > 3")
    assert commands.run('command 1 "r"') == "Setting checkpoint 1 command to: r\n"
    assert commands.run("ignore 1 2") == "Will ignore the next 2 hits of checkpoint #1\n"
    shown = commands.run("break").splitlines()
    assert shown[:3] == [
        "BREAK: 1  C:$c003  (Stop on exec)", "\tCondition: x > 3", "\tCommand: r"
    ]  # fmt: skip
    commands.run("del 2")
    commands.run("disable 3")
    assert "WATCH: 2" not in commands.run("break")
    assert not commands.debugger.find(3).enabled


def test_labels_are_added_read_and_used(commands, tmp_path):
    path = tmp_path / "game.lbl"
    path.write_text("al C:c003 .inner\nal 00c004 .store\n")
    commands.run(f'll "{path}"')
    commands.run("al c:c000 .start")
    assert commands.run("break .inner") == "BREAK: 1  C:$c003  (Stop on exec)\n"
    assert ".start:\n" in commands.run("d .start .inner")
    assert commands.run("shl") == "$c000 .start\n$c003 .inner\n$c004 .store\n"
    commands.run("dl .start")
    assert "undefined label" in commands.run("break .start")


def test_files_are_saved_and_loaded(commands, tmp_path):
    path = tmp_path / "part.prg"
    said = commands.run(f'save "{path}" 0 c000 c00d')
    assert said == f"Saving file '{path}' from $c000 to $c00d\n"
    assert path.read_bytes() == b"\x00\xc0" + CODE
    said = commands.run(f'load "{path}" 0 c400')
    assert said == f"Loading '{path}' from C400 to C40D (000E bytes)\n"
    assert bytes(commands.board.ram[0xC400:0xC40E]) == CODE
    assert "ERROR -- " in commands.run('load "/no/such/file" 0')


def test_memory_is_filled_searched_compared_and_copied(commands):
    commands.run("f c200 c20f 00 01")
    assert commands.run("h c200 c205 01").split() == ["c201", "c203", "c205"]
    assert commands.run("h c200 c205 01 xx 01").split() == ["c201", "c203"]
    commands.run("t c200 c203 c300")
    assert commands.run("c c200 c203 c300") == ""
    commands.run("> c301 7f")
    assert commands.run("c c200 c203 c300") == "$c201 $c301: 01 7f\n"


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("nonsense", "Wrong syntax"),
        ("m 10000", "Address too large"),
        ("m c000 b000", "Invalid range"),
        ("break .none", "undefined label"),
        ("del 99", "Invalid checkpoint number"),
        ("cond 99 if a", "Invalid checkpoint number"),
        ("break c000 if", "Wrong syntax"),
        ("break c000 if (", "condition"),
        ("> c000", "Wrong syntax"),
        ("> c000 100", "Value too large"),
        ("f c000", "Wrong syntax"),
        ("h", "Wrong syntax"),
        ("t", "Wrong syntax"),
        ("al", "Wrong syntax"),
        ("save", "Wrong syntax"),
        ("load", "Wrong syntax"),
        ("command 1", "Invalid checkpoint number"),
        ('keybuf "' + "x" * 20000 + '"', "too much"),
        ('playback "/no/such"', "No such file"),
        ('ll "', "Wrong syntax"),
        ("radix d", "hexadecimal"),
        ("screenshot", "Wrong syntax"),
        ("attach", "Wrong"),
        ("bank none", "Unknown bank"),
        ("g xyz", "Unexpected token"),
        ("g c0_00", "Unexpected token"),
        ("r zz=1", "Wrong register"),
        ("a", "Unexpected token"),
        ("z q", "Unexpected token"),
    ],
)
def test_a_wrong_line_is_refused_and_nothing_else_happens(commands, line, part):
    said = commands.run(line)
    assert said.startswith("ERROR -- ") and part in said
    assert commands.after is None and commands.prompt == "(C:$c000) "


def test_files_of_commands_that_name_each_other_end(commands, tmp_path):
    path = tmp_path / "loop.mon"
    path.write_text(f'playback "{path}"\nal c000 .last\n')
    assert "more than 16 files" in commands.run(f'pb "{path}"')
    assert commands.labels == {"last": 0xC000}
    path.write_text(f'print 1\nplayback "{path}"\n')
    for _ in range(2):  # sixteen again, whatever was refused before
        assert commands.run(f'pb "{path}"').count("+1\n") == 16


class Scripted:
    """A TextMonitor with a client, both in this thread."""

    def __init__(self, code=CODE, host=None):
        self.debugger = debugger(code)
        self.monitor = TextMonitor(self.debugger, host or TestHost(), ("127.0.0.1", 0))
        port = int(self.monitor.address.rpartition(":")[2])
        self.client = socket.create_connection(("127.0.0.1", port), 5)
        self.client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.client.setblocking(False)

    def say(self, line=None, frames=50):
        """Send a line; return what is printed until the next prompt, or for some frames."""
        if line is not None:
            self.client.sendall(line.encode() + b"\n")
            self.monitor.wait(20)  # frames must not pass before the line is there
        text, late = "", time.monotonic() + 20
        while time.monotonic() < late:
            ended = not self.monitor.poll() and frames == 0
            if not self.monitor.holding and not ended:
                frames -= 1
                self.monitor.run_frame()
            try:
                data = self.client.recv(1 << 20)
            except BlockingIOError:
                if ended:
                    return text
                continue
            if not data:
                return text + "<closed>"
            text += data.decode()
            if PROMPT.search(text):
                return text
        raise AssertionError(f"no prompt after {text!r}")

    def close(self):
        self.client.close()
        self.monitor.close()


@pytest.fixture
def scripted():
    found = Scripted()
    yield found
    found.close()


def test_the_first_line_stops_the_machine_and_x_runs_it_again(scripted):
    said = scripted.say("r") + scripted.say("m c000 c000")
    assert said.startswith("(C:$c00") and "NV-BDIZC" in said and scripted.monitor.holding
    assert scripted.say("x", frames=3) == "" and not scripted.monitor.holding


def test_a_breakpoint_prints_its_line_and_the_next_instruction(scripted):
    scripted.say("break c004 if x == 5")
    said = scripted.say("x")
    assert re.match(
        r"#1 \(Stop on  exec c004\) +\d+/\$[0-9a-f]{3}, +\d+/\$[0-9a-f]{2}\n"
        r"\.C:c004  8E 00 C1    STX \$C100      - A:00 X:05 Y:00 SP:ff",
        said,
    )
    assert scripted.debugger.board.cpu.x == 5


def test_a_watched_range_prints_the_access_and_its_instruction(scripted):
    """As x64sc does: the address within the range, and what accessed it, with its result."""
    scripted.say("watch store c0f0 c10f")
    said = scripted.say("x")
    assert re.match(
        r"#1 \(Stop on store c100\) +\d+/\$[0-9a-f]{3}, +\d+/\$[0-9a-f]{2}\n"
        r"\.C:c004  8E 00 C1    STX \$C100      - A:00 X:[0-9A-F]{2} Y:00 SP:ff",
        said,
    )
    assert said.endswith("\n(C:$c007) ") and said.count("\n") == 2
    scripted.say("delete")
    scripted.say("trace load store d000 d0ff")
    said = scripted.say("x", frames=1)
    assert "#2 (Trace   load store d020)" in said and " d000)" not in said
    assert said.count(".C:c000  EE 20 D0    INC $D020") == said.count("#2 ")


def test_steps_print_the_next_instruction(scripted):
    scripted.say("break c000")
    scripted.say("x")
    scripted.say("del 1")
    assert scripted.say("z").startswith(".C:c003  E8          INX            - A:00 X:")
    scripted.say("z 2")
    assert scripted.debugger.board.cpu.pc == 0xC007
    assert scripted.say("n").startswith(".C:c00a  4C 00 C0    JMP $C000")
    assert scripted.say("until c00d").count("UNTIL") == 1
    assert scripted.debugger.board.cpu.pc == 0xC00D
    assert scripted.say("ret").startswith(".C:c00a")


def test_a_trace_prints_and_does_not_stop(scripted):
    scripted.say("trace exec c004")
    said = scripted.say("x", frames=1)
    assert said.count("#1 (Trace    exec c004)") > 10 and not scripted.monitor.holding


def test_the_commands_of_a_checkpoint_run_when_it_is_hit(scripted):
    scripted.say("break c004")
    scripted.say('command 1 "> c200 2a; del 1; x"')
    scripted.say("x", frames=3)
    assert scripted.debugger.board.ram[0xC200] == 0x2A
    assert not scripted.monitor.holding and not scripted.debugger.listed()


def test_quit_ends_the_emulator_and_a_client_that_goes_lets_the_machine_run(scripted):
    scripted.say("quit", frames=1)
    assert scripted.monitor.commands.host.ended
    scripted.say("r")
    scripted.client.close()
    scripted.monitor.poll()
    assert not scripted.monitor.holding and not scripted.monitor.attached


def test_a_web_page_cannot_give_commands(scripted):
    scripted.client.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\nquit\nquit\n")
    assert scripted.say(frames=3).endswith("<closed>")
    assert not scripted.monitor.commands.host.ended


def test_a_line_without_an_end_is_not_kept(scripted):
    scripted.client.sendall(b"x" * 5000)
    assert scripted.say(frames=3).endswith("<closed>")


def test_two_monitors_share_a_machine_that_runs_while_neither_holds_it():
    found = debugger(CODE)
    binary = BinaryMonitor(found, Host(), ("127.0.0.1", 0))
    text = TextMonitor(found, Host(), ("127.0.0.1", 0))
    both = BothMonitors(binary, text)
    client = socket.create_connection(("127.0.0.1", int(text.address.rpartition(":")[2])), 5)
    late = time.monotonic() + 10
    with Client(binary.port):
        client.sendall(b"break c004\n")
        while not both.holding and time.monotonic() < late:
            both.poll()
        assert text.holding and not binary.holding
        client.sendall(b"x\n")
        while both.holding and time.monotonic() < late:
            both.poll()
        both.run_frame()
        assert found.board.cpu.pc == 0xC004
        assert both.attached and text.holding and binary.holding
    client.close()
    both.close()


def test_a_file_of_commands_runs_before_the_machine_and_says_what_is_wrong(tmp_path, capsys):
    path = tmp_path / "game.mon"
    path.write_text("; a comment\nal C:c003 .inner\nbreak .inner\nnonsense\n")
    monitor = TextMonitor(debugger(CODE), Host(), None)
    monitor.run_file(str(path))
    assert [p.first for p in monitor.debugger.listed()] == [0xC003]
    assert capsys.readouterr().err == f"go64: {path}: ERROR -- Wrong syntax:\n"
    assert monitor.run_frame().kind == "breakpoint" and not monitor.holding
