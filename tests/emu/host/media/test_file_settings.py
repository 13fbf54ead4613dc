"""Settings that belong to a file, known by its content."""

import json
import shutil
from types import SimpleNamespace

import pytest

from emu.host.app import App
from emu.host.media.by_content import content_key
from emu.host.media.file_settings import FileSettings, SettingsOfFile
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


def with_its_own(make_app, path, *words):
    """Give a file settings of its own, port 1 among them, in a window of before."""
    app = make_app(str(path), *words)
    app.actions["own-settings"].do()
    app.actions["joystick-port"].do()
    app.close()


def test_in_a_later_window_they_hold_for_that_file_only(make_app, hello, tmp_path):
    with_its_own(make_app, hello)
    other = tmp_path / "other.prg"
    other.write_bytes(HELLO.replace(b"HI", b"HO"))
    app = make_app(str(hello))
    assert app.settings.joy_port == 1 and "with settings of its own" in app.overlay.message
    app.actions["joystick-keys"].put("wasd")
    app.load(other)
    assert (app.settings.joy_port, app.settings.joy_keys) == (2, "numpad")
    app.load(hello)
    assert (app.settings.joy_port, app.settings.joy_keys) == (1, "wasd"), "kept when it ended"
    app.close()
    assert "joy_port = 1" not in load_settings().path.read_text()


def test_the_look_of_a_file_is_shown_and_goes_with_it(make_app, hello, tmp_path):
    app = make_app(str(hello))
    app.actions["own-settings"].do()
    app.window.choose(look="scanlines", borders="none")
    app.settings.look, app.settings.borders = "scanlines", "none"
    app.close()
    app = make_app(str(hello))
    look = app.window.look
    assert (look.look, look.borders) == ("scanlines", "none")
    other = tmp_path / "other.prg"
    other.write_bytes(HELLO.replace(b"HI", b"HO"))
    usual = app.settings.__class__()
    app.load(other)
    look = app.window.look
    assert (look.look, look.borders) == (usual.look, usual.borders)


def test_the_machine_of_before_comes_back_with_the_next_file(make_app, hello, tmp_path):
    with_its_own(make_app, hello, "--model", "ntsc")
    app = make_app(str(hello))
    app = App(app.again)  # as the window does when one ends for another
    assert app.args.config.model == "ntsc" and own(app) == "on"
    other = tmp_path / "other.prg"
    other.write_bytes(HELLO.replace(b"HI", b"HO"))
    app.load(other)
    assert app.again is not None and app.again.config.model == "c64"
    assert app.again.file == str(other) and app.again.parts_before is None
    app.close()


def test_a_file_that_is_gone_can_have_none_and_one_that_goes_loses_none(make_app, hello):
    app = make_app(str(hello))
    kept = hello.rename(hello.with_name("kept.prg"))
    app.actions["own-settings"].do()
    assert own(app) == "off"
    assert app.overlay.message == "only a file can have settings of its own"
    kept.rename(hello)
    app.actions["own-settings"].do()
    assert own(app) == "on"
    app.actions["joystick-port"].do()
    hello.rename(kept)
    app.close()
    kept.rename(hello)
    assert own(make_app(str(hello))) == "on"


def test_the_file_itself_is_read_only_if_anything_is_kept(make_app, hello, monkeypatch):
    asked = []
    monkeypatch.setattr("emu.host.media.file_settings.content_key", asked.append)
    app = make_app(str(hello))
    assert asked == [] and own(app) == "off"
    FileSettings(app.library.place / "files.json").keep("other", {"joy_port": 1})
    make_app(str(hello))
    assert asked == [hello]


def test_keys_are_of_the_content_and_what_cannot_be_read_has_none(tmp_path, hello):
    copy = shutil.copy(hello, tmp_path / "copy.bin")
    assert content_key(hello) == content_key(copy) and len(content_key(hello)) == 32
    hello.write_bytes(HELLO + b"\0")
    assert content_key(hello) != content_key(copy)
    assert content_key(tmp_path) is None and content_key(tmp_path / "gone") is None


def test_the_oldest_go_when_there_are_too_many_or_they_take_too_much(tmp_path, monkeypatch):
    monkeypatch.setattr(FileSettings, "FILES_MOST", 3)
    files = FileSettings(tmp_path / "files.json")
    assert files.empty()
    for key in ("a", "b", "c", "a", "d"):
        files.keep(key, {"joy_port": 1})
    assert not files.empty()
    assert [key for key in "abcd" if files.of(key)] == ["a", "c", "d"]
    size = (tmp_path / "files.json").stat().st_size
    monkeypatch.setattr("emu.host.media.by_content.TEXT_MOST", size)
    files.keep("long", {"joy_port": 2})
    assert files.of("long") == {"joy_port": 2} and not files.of("c")
    assert (tmp_path / "files.json").stat().st_size <= size
    files.keep("long", None)
    assert files.of("long") is None and files.of(None) is None


def test_a_place_that_cannot_be_written_only_loses_them(tmp_path):
    (tmp_path / "file").write_text("")
    files = FileSettings(tmp_path / "file" / "files.json")
    files.keep("k", {"joy_port": 1})
    assert files.empty()


def test_what_was_changed_for_one_file_is_not_saved_for_all(make_app, hello):
    app = make_app(str(hello))
    before = app.settings.changed()
    app.actions["own-settings"].do()
    app.actions["joystick-port"].do()
    assert "joy_port" in app.settings.changed()
    app.feature(SettingsOfFile)._put_back()
    assert app.settings.changed() == before


@pytest.mark.parametrize(
    ("values", "chosen"),
    [({"joy_port": 1}, []), ({"look": "plain", "borders": "normal"}, []),
     ({"look": "crt", "joy_port": 1}, [{"look": "crt"}]),
     ({"look": "plain", "borders": "none"}, [{"look": "plain", "borders": "none"}])],
)  # fmt: skip
def test_settings_in_force_let_go_of_keys_and_open_the_window_anew_only_for_another_look(
    values, chosen, tmp_path
):
    calls, choices, used = [], [], {}
    look = SimpleNamespace(look="plain", borders="normal")
    app = SimpleNamespace(
        settings=SimpleNamespace(override=used.update),
        input=SimpleNamespace(release_all=lambda: calls.append("released")),
        window=SimpleNamespace(look=look, choose=lambda **words: choices.append(words)),
        library=SimpleNamespace(place=tmp_path),
    )
    SettingsOfFile(app)._use(values)
    assert (used, calls, choices) == (values, ["released"], chosen)
