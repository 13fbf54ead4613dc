"""Settings that belong to a file, known by its content."""

import json
import shutil

import pytest

from emu.host.media.file_settings import FileSettings, SettingsOfFile, content_key
from emu.host.settings import load_settings, save_settings
from tests.emu.host.menu.test_menu import HELLO, disk
from tests.emu.host.windows import frames


@pytest.fixture
def hello(tmp_path):
    path = tmp_path / "hello.prg"
    path.write_bytes(HELLO)
    return path


def own(app):
    return app.actions["own-settings"].state()


def test_a_file_gets_its_port_and_keys_again_and_nobody_else_does(make_app, hello):
    app = make_app(str(hello))
    assert own(app) == "off" and app.settings.joy_port == 2
    app.actions["own-settings"].do()
    app.actions["joystick-port"].do()
    app.actions["joystick-keys"].put("wasd")
    app.close()
    assert "joy_port = 1" not in (load_settings().path).read_text()
    other = make_app()
    assert (other.settings.joy_port, other.settings.joy_keys) == (2, "numpad")
    other.close()
    again = make_app(str(hello))
    assert own(again) == "on"
    assert (again.settings.joy_port, again.settings.joy_keys) == (1, "wasd")


def test_a_copy_by_another_name_has_them_too(make_app, hello, tmp_path):
    app = make_app(str(hello))
    app.actions["own-settings"].do()
    app.actions["joystick-port"].do()
    app.close()
    copy = shutil.copy(hello, tmp_path / "other.prg")
    assert make_app(str(copy)).settings.joy_port == 1


def test_what_was_started_after_it_has_the_settings_of_all(make_app, hello, tmp_path):
    app = make_app(str(hello))
    app.actions["own-settings"].do()
    app.actions["joystick-port"].do()
    other = tmp_path / "other.prg"
    other.write_bytes(HELLO.replace(b"HI", b"HO"))
    app.load(other)
    assert app.settings.joy_port == 2 and own(app) == "off"
    app.load(hello)
    assert app.settings.joy_port == 1 and own(app) == "on"


def test_another_model_of_the_file_begins_another_machine(make_app, hello):
    app = make_app(str(hello), "--model", "ntsc")
    app.actions["own-settings"].do()
    app.close()
    app = make_app(str(hello))
    assert app.again is not None and app.again.config.model == "ntsc"
    assert app.again.parts_before == {"model": "c64"}
    app = make_app(str(hello), "--model", "c64c")
    assert app.again is None, "the command line wins"


def test_they_are_forgotten_when_the_switch_goes_off(make_app, hello):
    app = make_app(str(hello))
    app.actions["own-settings"].do()
    app.actions["own-settings"].do()
    app.close()
    assert own(make_app(str(hello))) == "off"


def test_a_disk_that_was_written_to_keeps_them(make_app, tmp_path):
    path = disk(tmp_path / "game.d64")
    app = make_app(str(path))
    frames(app, 5)
    app.actions["own-settings"].do()
    app.actions["joystick-port"].do()
    app.machine.drives[8].image.volume().write_file(b"SCORE", 2, b"\x01\x08high")
    before = content_key(path)
    app.close()
    assert content_key(path) != before
    assert make_app(str(path)).settings.joy_port == 1


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"k": 5}', '{"k": {"joy_port": 7, "model": "x", "drive": 3, "a": 1}}']
)
def test_a_damaged_file_counts_as_nothing(tmp_path, text):
    place = tmp_path / "files.json"
    place.write_text(text)
    assert not FileSettings(place).of("k")
    FileSettings(place).keep("k", {"joy_port": 1})
    assert FileSettings(place).of("k") == {"joy_port": 1}
    assert json.loads(place.read_text())["k"] == {"joy_port": 1}


def test_basic_has_none(make_app):
    app = make_app()
    assert not app.actions["own-settings"].possible()
    assert not app.feature(SettingsOfFile)._own
    save_settings(app.settings)
