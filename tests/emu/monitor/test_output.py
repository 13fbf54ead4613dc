"""What the monitor says: help, the screen, lists, and files at their limits."""

import pytest

from emu.monitor.commands import _read
from emu.monitor.errors import MonitorError
from emu.monitor.help import HELP, TOPICS
from tests.emu.monitor.session import Session, debugger

NOP = b"\xea"


def test_help_has_a_line_for_each_command_under_its_topic():
    """Its arguments, what it does from column 40 on, and its shortcuts behind that."""
    lines = Session().say("help").splitlines()
    for topic, names in TOPICS.items():
        at = lines.index(topic) + 1
        for name in names:
            usage, what, *_ = HELP[name]
            left = f"{name} {usage}".rstrip()
            if len(left) > 36:
                assert lines[at] == f"  {left}"
                at, left = at + 1, ""
            assert lines[at].startswith(f"  {left:<38}{what}")
            at += 1
    assert lines[-1].startswith("Numbers: hexadecimal")


@pytest.mark.parametrize("name", HELP)
def test_help_of_a_command_has_all_its_lines(name):
    usage, what, *more = HELP[name]
    said = Session().say(f"help {name}").splitlines()
    assert said[:2] == [f"{name} {usage}".rstrip(), f"  {what}"]
    assert [line.strip() for line in said[2 : 2 + len(more)]] == [line.strip() for line in more]


def test_the_screen_is_shown_as_text():
    session = Session()
    text = session.debugger.machine.screen.text()
    assert len(text.splitlines()) == 25
    assert session.say("screen").rstrip("\n") == text.rstrip("\n")


def test_a_breakpoint_that_is_not_there_is_told_with_those_that_are():
    found = debugger()
    with pytest.raises(MonitorError, match=r"^breakpoint 7 does not exist; there are: none$"):
        found.find(7)
    for address in (0xC000, 0xC001):
        found.add("exec", address)
    found.add("exec", 0xC002, hidden=True)
    with pytest.raises(MonitorError, match=r"^breakpoint 7 does not exist; there are: 1, 2$"):
        found.find(7)
    assert found.find(2).number == 2


def test_a_step_is_one_instruction_unless_it_is_said():
    found = debugger(NOP * 20)
    found.step()
    assert found.board.cpu.pc == 0xC001
    found.step(3)
    assert found.board.cpu.pc == 0xC004


@pytest.mark.parametrize(
    ("size", "says"),
    [(0, "0 bytes do not fit in memory"), (1, None), (0x10002, None), (0x10003, "cannot be read")],
)
def test_a_file_to_load_has_a_byte_at_least_and_fits_the_memory(tmp_path, size, says):
    path = tmp_path / "a.bin"
    path.write_bytes(bytes(size))
    if says is None:
        assert len(_read(path)) == size
    else:
        with pytest.raises(MonitorError, match=says):
            _read(path)
