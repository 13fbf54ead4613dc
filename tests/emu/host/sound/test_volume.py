"""The volume: keys and menu change it, the settings keep it."""

import pytest

from emu.cli import parse_arguments
from emu.host.app import App


@pytest.fixture
def app(monkeypatch, tmp_path):
    """An App at the BASIC prompt, without screen and sound."""
    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")):
        monkeypatch.setenv(name, value)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return App(parse_arguments(["--basic-prompt", "--mute"]))


def test_keys_change_the_volume_and_stop_at_its_ends(app):
    for _ in range(3):
        app.actions["softer"].do()
    assert (app.sound.volume, app.settings.volume) == (70, 70)
    for _ in range(5):
        app.actions["louder"].do()
    assert app.sound.volume == 100
    app.actions["volume"].put("0 %")
    app.actions["softer"].do()
    assert app.sound.volume == 0


def test_the_volume_of_the_settings_is_that_of_the_sound(app):
    assert app.actions["volume"].state() == "100 %"
    app.settings.volume = 30
    for feature in app.features:
        feature.ready()
    assert app.sound.volume == 30


def test_the_actions_are_in_the_menus_page_of_sound_with_their_keys(app):
    found = {name: app.actions[name] for name in ("volume", "louder", "softer")}
    assert {name: action.key for name, action in found.items()} == {
        "volume": "", "louder": "EQUALS", "softer": "MINUS",
    }  # fmt: skip
    assert {action.group for action in found.values()} == {"sound"}
    assert {action.plain for action in found.values()} == {""}
    volume = found["volume"]
    assert volume.choices() == [f"{percent} %" for percent in range(0, 101, 10)]
    volume.do()
    assert volume.state() == "10 %" and app.overlay.message == "volume 10 %"
    volume.do()
    assert volume.state() == "20 %"
