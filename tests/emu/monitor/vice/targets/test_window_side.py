"""The window as a client of the binary monitor changes it: warp, sound, files, its end."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from emu.language.translation import translated
from emu.monitor.vice.targets import window
from emu.monitor.vice.targets.window import AppHost


@pytest.fixture
def app():
    return SimpleNamespace(args="options", machine="machine", start=None, warp=False, muted=False,
                           quit=False)  # fmt: skip


def test_warp_and_sound_are_told_and_set(app):
    host = AppHost(app)
    assert {name: row.get() for name, row in host.resources.items()} == {
        "warpmode": 0, "sound": 1, "speed": 100,
    }  # fmt: skip
    assert host.resources["warpmode"].put(1) and app.warp is True
    assert host.resources["sound"].put(0) and app.muted is True
    assert [host.resources[name].get() for name in ("warpmode", "sound")] == [1, 0]
    assert host.resources["warpmode"].put(0) and app.warp is False
    assert host.resources["sound"].put(1) and app.muted is False
    assert host.resources["speed"].put is None


@pytest.mark.parametrize("run", [True, False])
def test_a_file_is_started_in_the_window(app, monkeypatch, run):
    asked = []
    monkeypatch.setattr(window, "restart", lambda *words, **more: asked.append((words, more)) or 5)
    AppHost(app).autostart("game.prg", run)
    assert asked == [(("options", "machine", Path("game.prg"), run), {"say": translated})]
    assert app.start == 5 and not app.quit


def test_the_window_is_closed(app):
    AppHost(app).quit()
    assert app.quit is True
