"""What a client of ``go64 --mcp`` can do with the machine, and what it cannot."""

import io
import os
import re
import shutil

import pytest
from PIL import Image

from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.kit.errors import KitUsageError
from emu.mcp import session as sessions
from emu.mcp.assembling import assemble
from emu.mcp.session import TOOLS, Session
from emu.monitor.errors import MonitorError

needs_cc65 = pytest.mark.skipif(not shutil.which("ca65"), reason="cc65 is not installed")
SOURCE = """
        .zeropage
score:  .res 1
        .code
main:   lda #5
        jsr add
        inc $D020
done:   jmp done
add:    clc
        adc score
        sta score
        rts
"""


def cycle_of(text):
    """Return the machine's cycle in a tool's report."""
    return int(re.search(r"cycle (\d+) frame", text)[1])


def test_the_machine_waits_in_basic(session):
    assert "READY." in session.screen_text()
    assert session.list_breakpoints() == []


def test_only_named_files_are_offered(session):
    assert session.list_files() == ["border.prg", "inner/second.prg"]


@pytest.mark.parametrize(
    "name", ["../secret.prg", "link.prg", ".hidden.prg", "/etc/passwd", "inner/../border.prg", ""]
)
def test_no_other_file_can_be_loaded(session, name):
    with pytest.raises(UsageError, match="is not one of those offered: border"):
        session.load(name)


def test_a_file_is_loaded_and_runs(session):
    session.set_breakpoint("$C003")
    text = session.load("border.prg")
    assert "breakpoint" in text or "breakpoint" in session.run_frames(100)


def test_a_file_of_the_command_line_runs_at_once(folder):
    args = parse_arguments(["--mcp", str(folder / "border.prg")])
    one = Session(args)
    assert one.list_files() == ["border.prg"]
    assert one.read_memory("$C000", 4) == "$C000  ee 20 d0 60"


def test_frames_are_run_one_at_a_time_unless_a_number_is_given(session):
    before = session.machine.frames
    assert "ran 1 frames" in session.run_frames()
    assert session.machine.frames == before + 1


def test_what_is_typed_appears(session):
    session.type_text("print 6*7\n")
    session.run_frames(5)
    assert "\n 42" in session.screen_text()


def test_the_picture_is_a_png(session):
    image = Image.open(io.BytesIO(session.screen_png()))
    assert image.size == (384, 272)


@needs_cc65
def test_a_source_is_assembled_run_and_looked_at(session):
    assert "15 bytes" not in session.assemble("")
    text = session.assemble(SOURCE, "$C000", run=True)
    assert "bytes at $C000" in text and "pc=$C000" in text
    assert "jsr add" in session.disassemble("main", 2)
    assert session.labels("add") == {"add": "$C00B"}
    session.write_memory("score", "10")
    assert "reached exec $C00B" in session.run_until("add")
    before = cycle_of(session.registers())
    text = session.run_until("done")
    assert cycle_of(text) - before == 2 + 3 + 3 + 6 + 6
    assert session.read_memory("score", 1).endswith("15")
    assert session.list_breakpoints() == []


@needs_cc65
def test_breakpoints_stop_by_access_and_condition(session):
    session.assemble(SOURCE, 0xC000, run=True)
    number = re.search(r"\d+", session.set_breakpoint("score", "write"))[0]
    assert "wrote $" in session.run_frames(2)
    session.clear_breakpoint(int(number))
    session.set_breakpoint("done", condition="a == $99")
    assert "ran 2 frames" in session.run_frames(2)
    session.set_registers(a=0x99)
    assert "breakpoint" in session.run_frames(2)
    assert session.list_breakpoints()[0].endswith("1 hits")


@needs_cc65
def test_a_state_is_restored_with_its_labels(session):
    session.save_state("before")
    session.assemble(SOURCE, run=True)
    session.run_until("done")
    at = session.registers()
    session.save_state("after")
    session.restore_state("before")
    assert session.labels("done") == {}
    session.restore_state("after")
    assert session.registers() == at
    assert session.labels("done") == {"done": "$C008"}


@needs_cc65
def test_steps_go_over_a_routine(session):
    session.assemble(SOURCE, run=True)
    assert "pc=$C002" in session.step()
    assert "pc=$C005" in session.step(over=True)


@needs_cc65
@pytest.mark.parametrize(
    "source",
    [
        '.incbin "/etc/passwd"',
        '.INCLUDE "../x"',
        '.incbin .concat("/etc", "/passwd")',
        '.define get .incbin\nget "/etc/passwd"',
        '.macro m x\n.incbin x\n.endmacro\nm "/etc/passwd"',
        '.include "main.s" .incbin "/etc/passwd"',
        '.incbin "link.cfg"',
    ],
)
def test_a_source_reads_no_file_of_the_host(source):
    with pytest.raises(UsageError, match="one literal name"):
        assemble(source, 0xC000)


@needs_cc65
def test_a_source_includes_what_comes_with_it():
    blocks, symbols = assemble(
        '  .include "values.inc" ; ours\n lda #VALUE\n', 0xC000, {"values.inc": "VALUE = 7\n"}
    )
    assert [data for _, data in blocks if data] == [b"\xa9\x07"]
    assert symbols.source(0xC000)[2].strip() == "lda #VALUE"


@needs_cc65
@pytest.mark.parametrize(
    ("source", "start", "files", "words"),
    [
        ("  lda\n", 0xC000, {}, "main.s"),
        (" .res $5000\n", 0xC000, {}, "overflow"),
        ("", 0x0100, {}, r"start \$0100"),
        ("x" * (1 << 20) + "x", 0xC000, {}, "characters"),
        ("", 0xC000, {"../x": ""}, "use letters"),
        (".repeat 1000000000\n nop\n.endrepeat\n", 0xC000, {}, "ca65|memory"),
    ],
)
def test_a_wrong_source_is_refused(monkeypatch, source, start, files, words):
    monkeypatch.setattr("emu.mcp.assembling.SECONDS", 2)
    with pytest.raises(UsageError, match=words):
        assemble(source, start, files)


WRONG = [
    ("run_frames", {"frames": 0}, "frames 0: must be 1 to 3000"),
    ("run_frames", {"frames": 10**9}, "must be 1 to 3000"),
    ("run_until", {}, "give one of"),
    ("run_until", {"place": "main", "cycle": 5}, "give one of"),
    ("run_until", {"place": "nowhere"}, "label 'nowhere' is unknown"),
    ("run_until", {"raster_line": 400}, "raster line 400: the last is 311"),
    ("run_until", {"place": "$C000", "limit": 10**12}, "limit"),
    ("run_until", {"cycle": 1}, "cycle 1: must be"),
    ("read_memory", {"place": "$10000"}, "is outside"),
    ("read_memory", {"place": "$xyz"}, "is no address"),
    ("read_memory", {"place": "$FFFF", "length": 2}, "its end"),
    ("read_memory", {"place": 0, "length": 5000}, "must be 1 to 4096"),
    ("write_memory", {"place": 0xC000, "data": "zz"}, "pairs of hex digits"),
    ("write_memory", {"place": 0xC000, "data": ""}, "its length"),
    ("disassemble", {"count": 10**6}, "must be 1 to 200"),
    ("set_registers", {"a": 256}, "a 256"),
    ("set_breakpoint", {"place": 0, "kind": "jump"}, "must be one of exec"),
    ("set_breakpoint", {"place": 0, "condition": "a =="}, "a =="),
    ("clear_breakpoint", {"number": 7}, "breakpoint 7 does not exist"),
    ("restore_state", {"name": "x"}, "there are: none"),
    ("type_text", {"text": "a" * 9999}, "its length"),
    ("press", {"keys": ["NOKEY"]}, "NOKEY"),
    ("press", {"directions": ["sideways"]}, "sideways"),
    ("press", {"joystick": 3}, "3"),
    ("step", {"count": 10**6}, "must be 1 to 10000"),
]


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    """A session that tests of errors share."""
    return Session(parse_arguments(["--mcp"]))


@pytest.mark.parametrize(("tool", "given", "words"), WRONG)
def test_what_makes_no_sense_is_refused_and_the_machine_left(one, tool, given, words):
    before = one.registers()
    with pytest.raises(
        (UsageError, KitUsageError, MonitorError, ValueError, KeyError), match=words
    ):
        getattr(one, tool)(**given)
    assert one.registers() == before


# What a client is told that it may give: (tool, argument, least, most, what it takes in any case).
LIMITS = [
    ("run_frames", "frames", 1, 3000, 1, {}),
    ("press", "frames", 1, 3000, 1, {}),
    ("step", "count", 1, 10_000, 1, {}),
    ("read_memory", "length", 1, 4096, 4096, {"place": 0}),
    ("disassemble", "count", 1, 200, 200, {"place": 0}),
    ("run_until", "limit", 1, 100_000_000, 1, {"place": 0}),
    ("set_registers", "a", 0, 255, 255, {}),
    ("set_registers", "p", 0, 255, 0, {}),
]


@pytest.mark.parametrize(("tool", "name", "least", "most", "taken", "given"), LIMITS)
def test_a_number_may_be_as_small_and_as_large_as_is_said(
    one, tool, name, least, most, taken, given
):
    work = getattr(one, tool)
    for wrong in (least - 1, most + 1):
        with pytest.raises(UsageError, match=f"must be {least} to {most}$"):
            work(**given, **{name: wrong})
    work(**given, **{name: least})
    work(**given, **{name: taken})


def test_a_text_of_2000_characters_is_typed_and_one_of_none_or_more_is_not(one, monkeypatch):
    typed = []
    monkeypatch.setattr(one.machine, "type", lambda text, wait: typed.append(text))
    for count in (0, 2001):
        with pytest.raises(UsageError, match=f"its length {count}: must be 1 to 2000"):
            one.type_text("a" * count)
    for count in (1, 2000):
        assert one.type_text("a" * count).startswith("typed")
    assert [len(text) for text in typed] == [1, 2000]


def test_what_is_not_given_is_what_the_descriptions_say(one):
    assert len(one.read_memory(0).split("\n")) == 64 // 16
    assert len(one.disassemble().split("\n")) == 16
    frames = one.machine.frames
    assert "ran 5 frames" in one.press(["SPACE"])
    assert one.machine.frames == frames + 5
    one.write_memory(0xC000, "ea ea ea")
    one.set_registers(pc=0xC000, p=0x24)
    assert "pc=$C001" in one.step()


def test_the_last_byte_of_memory_can_be_read_and_written(one):
    assert one.read_memory(0xFFFF, 1).startswith("$FFFF  ")
    assert one.read_memory(0xFFF0, 16).startswith("$FFF0  ")
    assert one.write_memory(0xFFFF, "12") == "1 bytes at $FFFF"
    assert one.machine.ram[0xFFFF] == 0x12
    with pytest.raises(UsageError, match="its end"):
        one.write_memory(0xFFFF, "12 34")


def test_runs_end_by_the_clock(session, monkeypatch):
    monkeypatch.setattr(sessions, "RUN_SECONDS", 0.0)
    assert "time" in session.run_until("$0002", limit=100_000_000)
    assert "time" in session.run_frames(3000)


def test_states_are_kept_to_a_number(session, monkeypatch):
    monkeypatch.setattr(sessions, "STATES_MOST", 2)
    session.save_state("a")
    session.save_state("b")
    session.save_state("a")
    with pytest.raises(UsageError, match="no room"):
        session.save_state("c")


def test_a_disk_is_never_written(session, folder):
    shutil.copy(os.path.join("disk", "go64.d64"), folder / "game.d64")
    before = (folder / "game.d64").read_bytes()
    session.load("game.d64", run=False)
    session.reset()
    session.type_text('open 15,8,15,"s:*":close 15\n')
    session.run_frames(200)
    session.machine.flush()
    assert (folder / "game.d64").read_bytes() == before


def test_every_tool_has_words_for_the_client():
    for name in TOOLS:
        assert len((getattr(Session, name).__doc__ or "").split()) > 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--mcp-folder", "."], "--mcp-folder needs --mcp"),
        (["--mcp", "--headless"], "--mcp has no --headless"),
        (["--mcp", "--cpu", "py65"], "--mcp needs --cpu exact"),
        (["--mcp", "--record", "a.go64rec"], "--record needs the window|--mcp has no --record"),
    ],
)
def test_options_that_contradict_are_refused(words, message):
    with pytest.raises(UsageError, match=message):
        parse_arguments(words)


def test_a_folder_that_is_none_is_refused(tmp_path):
    with pytest.raises(UsageError, match="is not a folder"):
        Session(parse_arguments(["--mcp", "--mcp-folder", str(tmp_path / "none")]))
