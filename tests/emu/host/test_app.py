"""The loop of the window's application."""

import os
import subprocess
import sys

import pytest

from disk.d71_d81 import D81Image
from emu.cli import parse_arguments
from emu.host.app import App
from emu.host.menu.menu import Menu
from emu.host.state.rewind import Rewind


@pytest.fixture
def app(monkeypatch, tmp_path):
    """An App at the BASIC prompt, without screen and sound."""
    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")):
        monkeypatch.setenv(name, value)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return App(parse_arguments(["--basic-prompt", "--mute"]))


def noted(monkeypatch, app, steps, end):
    """Note the order in which parts of the App are called; the one named ``end`` is the last."""
    calls = []

    def noting(name, function):
        def call(*args):
            calls.append(name)
            app.quit = app.quit or name == end
            return function(*args)

        return call

    for owner, name in steps:
        monkeypatch.setattr(owner, name, noting(name, getattr(owner, name)))
    return calls


def test_what_the_user_did_while_the_frame_was_waited_for_is_in_the_frame(monkeypatch, app):
    steps = [(app.pacer, "wait"), (app.input, "poll"), (app.window, "show")]
    calls = noted(monkeypatch, app, steps, "show")
    app.run()
    assert calls == ["wait", "poll", "show"]


def test_the_first_picture_is_shown_after_one_frame_also_at_warp(monkeypatch, app):
    app.warp = True
    calls = noted(monkeypatch, app, [(app, "_advance"), (app.window, "show")], "show")
    app.run()
    assert calls == ["_advance", "show"]


def test_a_paused_machine_is_not_waited_for(monkeypatch, app):
    app.paused = True
    calls = noted(monkeypatch, app, [(app.pacer, "wait"), (app.window, "show")], "show")
    app.run()
    assert calls == ["show"]


@pytest.mark.parametrize("plays", [False, True])
def test_sound_stops_while_the_menu_keeps_the_machine_from_running_but_for_what_plays(
    monkeypatch, app, plays
):
    app.feature(Menu).open()
    monkeypatch.setattr(Rewind, "plays", plays)
    calls = noted(monkeypatch, app, [(app.window, "show"), (app.sound, "restart")], "wait")
    monkeypatch.setattr(app.pacer, "wait", lambda: setattr(app, "quit", len(calls) > 2))
    app.run()
    assert calls == (["show"] if plays else ["show", "restart"]) * calls.count("show")
    assert calls.count("show") > 1


def test_the_window_is_shown_again_when_the_host_has_lost_it(app):
    shown = []
    app.pygame.event.clear()
    app.window.expose = lambda: shown.append(True)
    app.pygame.event.post(app.pygame.event.Event(app.pygame.WINDOWEXPOSED))
    app.input.poll()
    assert shown
    app.close()


def test_the_pacing_program_counts_frames_and_how_late_they_were():
    environment = dict(os.environ, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    command = [sys.executable, "-m", "tests.bench.pacing", "0.02", "--basic-prompt"]
    text = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    rows = dict(line.split(": ") for line in text.stdout.splitlines() if ": " in line)
    assert 30 <= int(rows["frames"]) <= 62
    assert 0 < float(rows["mean_late_ms"]) <= float(rows["worst_ms"])
    assert int(rows["frames_late"]) >= int(rows["frames_swallowed"])


def test_a_disk_that_the_other_kind_of_drive_cannot_take_is_said_and_stays(app):
    disk = D81Image.blank()
    assert app.attach(8, disk)
    assert not app.attach(8, disk, kind="1541")
    assert app.overlay.message
    assert app.machine.drives[8].image is disk


def test_a_jump_to_no_entry_of_our_roms_is_said_over_the_picture_and_on_stderr(app, capsys):
    app.machine.board.stray = 0xE63C
    app._advance()
    assert "$E63C" in app.overlay.message
    assert capsys.readouterr().err.count("--kernal") == 1
    app._advance()
    assert capsys.readouterr().err == ""
