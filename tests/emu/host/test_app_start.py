"""What the App is made of, its actions, and what becomes of a file that is to be started."""

from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from emu.errors import HostError
from emu.host import app as module
from emu.host.app import App
from emu.host.menu.menu import Menu
from emu.host.settings import Settings, load_settings
from emu.language.translation import translated
from tests.emu.host.app_parts import Clock, Parts
from tests.emu.host.window_kit import make_app as window

ACTIONS = {  # name: (title, key with ALT, key without, page of the menu)
    "help": ("this help", "", "F12", "help"),
    "warp": ("warp", "w", "", "time"),
    "pause": ("pause", "p", "", "time"),
    "monitor": ("monitor", "d", "", "machine"),
    "reset": ("reset", "r", "", "machine"),
    "freeze": ("freeze", "z", "", "machine"),
    "fullscreen": ("full screen", "f", "F11", "picture"),
    "sound": ("sound on/off", "a", "", "sound"),
    "quit": ("quit", "q", "", "quit"),
}


def test_the_applications_own_actions_have_their_keys_and_pages(shared):
    found = {a.name: (a.title, a.key, a.plain, a.group) for a in shared._actions()}
    assert found == ACTIONS
    assert list(shared.actions.groups())[:2] == ["help", "time"]


def test_switches_say_how_they_stand_and_change(shared, monkeypatch):
    monkeypatch.setattr(shared.window, "toggle_fullscreen", lambda: None)
    for name in ("warp", "pause", "sound"):
        action = shared.actions[name]
        before = action.state()
        action.do()
        assert {before, action.state()} == {"on", "off"}
        action.do()
        assert action.state() == before
    monkeypatch.setattr(shared.window, "fullscreen", True)
    assert shared.actions["fullscreen"].state() == "on"
    monkeypatch.setattr(shared.window, "fullscreen", False)
    assert shared.actions["fullscreen"].state() == "off"


def test_only_a_machine_with_a_cartridge_can_be_frozen(shared, monkeypatch):
    assert not shared.actions["freeze"].possible()
    monkeypatch.setattr(shared, "args", SimpleNamespace(config=SimpleNamespace(cart="a cartridge")))
    assert shared.actions["freeze"].possible()


def test_large_letters_have_room_for_the_help_in_the_menu_only(shared, monkeypatch):
    menu = shared.feature(Menu)
    shared.help()
    assert shared.overlay.help_shown and not menu.is_open
    shared.help()
    assert not shared.overlay.help_shown
    monkeypatch.setattr(shared.overlay, "large", True)
    shared.help()
    assert menu.is_open and menu._place.page.title == "Help" and not shared.overlay.help_shown
    menu.close()


def test_a_window_that_cannot_be_opened_is_told_in_a_line(monkeypatch, tmp_path):
    def fails(*_, **__):
        raise pygame.error("no video device")

    monkeypatch.setattr("emu.host.picture.window.Window", fails)
    with pytest.raises(HostError) as error:
        window(monkeypatch, tmp_path, "--basic-prompt", "--mute")
    line = "cannot open a window (no video device); use --headless if there is no screen"
    assert str(error.value) == line


def test_the_keys_are_shown_at_the_first_start_only(monkeypatch, tmp_path):
    welcomes = []
    monkeypatch.setattr(
        "emu.host.picture.overlay.Overlay.welcome", lambda self, port: welcomes.append(port)
    )
    for _ in range(2):
        app = window(monkeypatch, tmp_path, "--basic-prompt", "--mute", "--joy-port", "1")
        assert app.settings.help_seen is True
        app.close()
    assert welcomes == [1]
    path = next(tmp_path.rglob("settings.toml"))
    assert load_settings(path) == Settings(help_seen=True, sound=True)


def test_an_app_begins_as_options_and_settings_say(monkeypatch, tmp_path):
    settings = Settings(help_seen=True, large_text=True, sound=False, status_line=True)
    monkeypatch.setattr("emu.host.settings.load_settings", lambda: settings)
    words = ("--basic-prompt", "--mute", "--warp", "--scale", "3", "--cpu", "py65")
    app = window(monkeypatch, tmp_path, *words)
    try:
        assert (app.warp, app.paused, app.muted, app.quit) == (True, False, True, False)
        assert app.overlay.large is True and app.settings is settings
        assert app.window.pixels[0] == 3 * 384
        assert app.debugger is None and app.remote is None
        app.monitor()
        assert app.overlay.message == "the monitor needs --cpu exact"
    finally:
        app.close()


# -- files --------------------------------------------------------------------------------------


@pytest.fixture
def parts(monkeypatch):
    """An App of parts whose files are what ``app.kind`` says."""
    app = Parts(Clock(), kind="disk", more_sids=())
    app.args.__dict__.update(basic_prompt=True, replay="r", recording="r", more_files=["b"])
    monkeypatch.setattr(app, "start_again", app.noting("again"), raising=False)
    monkeypatch.setattr(app, "machine_restarted", app.noting("restarted"), raising=False)
    monkeypatch.setattr(module, "is_recording", lambda path: app.kind == "recording")
    monkeypatch.setattr(module, "open_recording", lambda path: ("recording", path))
    media = SimpleNamespace(more_sids=())
    monkeypatch.setattr(
        module, "open_media",
        lambda path: media.__dict__.update(kind=app.kind, more_sids=app.more_sids) or media,
    )  # fmt: skip
    monkeypatch.setattr(module, "restart", app.noting("restart", "a start"))
    app.media = media
    return app


def test_a_file_is_started_on_the_machine_and_is_what_runs_from_now_on(parts):
    path = Path("folder/a.d64")
    parts.load("folder/a.d64", b"GAME", 3)
    restart = ("restart", parts.args, parts.machine, path, ("program", b"GAME"), ("song", 3),
               ("say", translated))  # fmt: skip
    assert parts.log == ["worker", restart, ("say", "a.d64"), "restarted"]
    assert (parts.start, parts.started) == ("a start", path)
    args = parts.args
    assert (args.file, args.basic_prompt, args.replay, args.recording) == (
        "folder/a.d64", False, None, None,
    )  # fmt: skip
    assert args.more_files == []


def test_without_a_file_the_game_is_started(parts):
    parts.load()
    assert parts.started == module.BUNDLED_GAME


def test_a_recording_and_a_cartridge_need_a_machine_of_their_own(parts):
    path = Path("a.x")
    parts.kind = "recording"
    parts.load(path)
    parts.kind = "cartridge"
    parts.load(path)
    assert parts.log == [
        "worker",
        ("again", ("replay", "a.x"), ("recording", ("recording", path)), ("file", None),
         ("basic_prompt", True)),
        "worker", ("again", ("file", None), ("basic_prompt", False), ("cart", parts.media)),
    ]  # fmt: skip
    assert parts.started is None and parts.start is None


@pytest.mark.parametrize(
    ("there", "wanted", "plays"),
    [
        ((), (), True),
        ((), (0xD420,), False),
        ((0xD420,), (0xD420,), True),
        ((0xD420, 0xDE00), (0xD420,), True),
        ((0xD420,), (0xD420, 0xDE00), False),
        ((0xDE00,), (0xD420,), False),
    ],
)
def test_a_tune_for_more_sids_needs_a_machine_that_has_them(parts, there, wanted, plays):
    parts.kind, parts.more_sids = "tune", tuple((at, "8580") for at in wanted)
    parts.machine.sids = [SimpleNamespace(address=at) for at in (0xD400, *there)]
    parts.load("a.sid")
    again = ("again", ("file", "a.sid"), ("basic_prompt", False), ("sids", parts.more_sids))
    assert parts.log[1:] == ([parts.log[1], ("say", "a.sid"), "restarted"] if plays else [again])


def test_a_file_that_cannot_be_used_is_a_message_and_the_machine_goes_on(parts, monkeypatch):
    def fails(path):
        raise HostError(f"{path}: no such file")

    monkeypatch.setattr(module, "open_media", fails)
    parts.load("folder/a.d64")
    assert parts.log == ["worker", ("say", "a.d64: no such file")]
    assert parts.started is None and parts.args.replay == "r"


# -- the monitor --------------------------------------------------------------------------------


def test_symbols_are_read_once(parts, monkeypatch):
    monkeypatch.setattr("emu.shared.setup.read_symbols", parts.noting("read", "symbols"))
    assert [App._read_symbols(parts) for _ in range(2)] == ["symbols"] * 2
    assert parts.log == [("read", parts.args)]


@pytest.mark.parametrize(
    ("wanted", "debugger", "made"),
    [(True, "debugger", True), (False, "debugger", False), (True, None, False)],
)
def test_clients_have_monitors_where_the_options_want_them(
    parts, monkeypatch, wanted, debugger, made
):
    monkeypatch.setattr(module, "wants_monitor", lambda args: wanted)
    monkeypatch.setattr(module, "open_monitors", lambda *words: words)
    monkeypatch.setattr("emu.kit.symbols.labels_of", lambda symbols: ("labels", symbols))
    monkeypatch.setattr("emu.monitor.vice.targets.window.AppHost", lambda app: ("host", app))
    monkeypatch.setattr(parts, "symbols", "symbols")
    parts.debugger = debugger
    found = (parts.args, debugger, ("host", parts), ("labels", "symbols"))
    assert parts._make_remote() == (found if made else None)


@pytest.mark.parametrize(("cpu", "debugged"), [("exact", True), ("py65", False)])
def test_the_debugger_runs_along_where_it_can_look(parts, monkeypatch, cpu, debugged):
    parts.machine.config = SimpleNamespace(cpu=cpu)
    monkeypatch.setattr("emu.monitor.debugger.Debugger", lambda *words: words)
    assert parts._make_debugger() == ((parts.machine, parts._feed) if debugged else None)
