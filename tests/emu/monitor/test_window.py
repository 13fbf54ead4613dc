"""ALT+D: the window's loop and the monitor on the terminal."""

import io

import pygame
import pytest

from emu.cli import parse_arguments
from emu.monitor.monitor import GoMonitor
from tests.emu.monitor.session import debugger

LOOP = bytes([0xEE, 0x20, 0xD0, 0x4C, 0x00, 0xC0])


@pytest.fixture
def app(monkeypatch, tmp_path):
    """An App without a screen or a sound device, at the prompt."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    from emu.host.app import App

    app = App(parse_arguments(["--basic-prompt", "--mute"]))
    yield app
    app.close()


def alt_d(app):
    app.input._handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_d, mod=pygame.KMOD_ALT))


def test_alt_d_opens_the_monitor_and_x_comes_back(app, monkeypatch, capsys):
    for _ in range(30):
        app._advance()
    monkeypatch.setattr("sys.stdin", io.StringIO("back 10 frames\nx\n"))
    before = app.machine.cycle
    alt_d(app)
    said = capsys.readouterr().out
    assert "monitor: 'g' or 'x'" in said
    frame = 312 * 63
    assert before - 10 * frame <= app.machine.cycle < before - 9 * frame
    for _ in range(12):
        app._advance()
    assert app.machine.cycle > before


def test_a_breakpoint_set_there_opens_it_again(app, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("break fce2\ng\nshb\ndel all\ng\n"))
    alt_d(app)
    app._advance()
    said = capsys.readouterr().out
    assert "breakpoint 1: exec $FCE2" in said
    assert "hits: 1" in said
    assert not app.debugger.breakpoints


def test_in_the_window_goto_gives_the_machine_back():
    d = debugger(LOOP)
    monitor = GoMonitor(d, stdin=io.StringIO(), stdout=io.StringIO(), windowed=True)
    assert monitor.onecmd("g c003") is True
    assert d.board.cpu.pc == 0xC003


def test_a_jammed_machine_still_has_frames_and_the_title_says_so(app):
    app._advance()
    board = app.machine.board
    board.ram[0xC000] = 0x02  # JAM
    board.cpu.pc = 0xC000
    app._advance()
    frame, cycle = board.vic.frame_count, app.machine.cycle
    app._advance()
    assert board.vic.frame_count == frame + 1 and app.machine.cycle - cycle == 312 * 63
    assert "jammed at $C000" in app._title()


def test_no_way_leads_back_behind_another_file(app, tmp_path):
    for _ in range(30):
        app._advance()
    program = tmp_path / "other.prg"
    program.write_bytes(b"\x01\x08" + bytes(10))
    app.load(program)
    assert app.debugger.history.first == app.machine.cycle
    app.load(tmp_path / "none.prg")
    app._advance()
    assert app.debugger.history.first < app.machine.cycle
