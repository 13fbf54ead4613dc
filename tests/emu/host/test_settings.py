"""The settings file: what it holds, what becomes of a damaged one, and who wins over it."""

import os
import tomllib
import warnings
from typing import get_type_hints

import pytest

from emu.__main__ import main
from emu.cli import parse_arguments
from emu.host import settings as module
from emu.host.settings import Settings, load_settings, save_settings, template
from emu.host.settings_table import SECTIONS, SETTINGS
from emu.shared.whole_file import write_whole

OWN = ("path", "tables", "usable", "_changed")  # what Settings has beside the settings


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "settings.toml"


def test_settings_survive_a_round_trip(path):
    settings = load_settings(path)
    settings.joy_port, settings.sound = 1, False
    save_settings(settings)
    assert load_settings(path) == Settings(joy_port=1, sound=False)


def test_a_new_file_has_every_setting_under_its_comment():
    text = template()
    assert tomllib.loads(text) == {s.name: s.default for s in SETTINGS}
    for setting in SETTINGS:
        before = text.partition(f"\n{setting.name} = ")[0].splitlines()
        assert before[-1] == f"# {setting.explained()[-1]}"
    assert {s.section for s in SETTINGS} == set(SECTIONS)


def test_settings_have_the_names_and_types_of_the_table():
    hints = get_type_hints(Settings)
    named = {name: kind for name, kind in hints.items() if name not in OWN}
    assert named == {s.name: type(s.default) for s in SETTINGS}


def test_comments_order_and_foreign_keys_of_the_file_stay(path):
    path.parent.mkdir()
    path.write_text("# mine\nsound = true # loud\nfuture = 3\n\n[keysets.mine]\nup = 'w'\n")
    settings = load_settings(path)
    assert settings.tables["keysets"] == {"mine": {"up": "w"}}
    settings.sound, settings.joy_port = False, 1
    save_settings(settings)
    assert path.read_text() == (
        "# mine\nsound = false # loud\nfuture = 3\njoy_port = 1\n\n[keysets.mine]\nup = 'w'\n"
    )


def test_a_file_is_not_touched_when_nothing_was_changed(path):
    path.parent.mkdir()
    path.write_text("joy_port=1")
    settings = load_settings(path)
    settings.override(sound=False)
    save_settings(settings)
    assert path.read_text() == "joy_port=1"


@pytest.mark.parametrize("damage", [b"= nonsense", b"\xff\xfe\x00", b"joy_port = 1\njoy_port = 2"])
def test_a_damaged_file_is_left_alone_with_one_line(path, damage):
    path.parent.mkdir()
    path.write_bytes(damage)
    with pytest.warns(UserWarning, match="not used and left alone") as told:
        settings = load_settings(path)
    assert len(told) == 1 and settings == Settings()
    settings.joy_port = 1
    save_settings(settings)
    assert path.read_bytes() == damage


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("joy_port = 'x'", "joy_port not used: it must be a whole number"),
        ("joy_port = 3", "'3' is not one of 1, 2"),
        ("model = 'c128'", "'c128' is not one of c64"),
        ("scale = 99", "99 is more than 16"),
        ("sound = 1", "sound not used: it must be true or false"),
    ],
)
def test_a_wrong_value_is_named_and_the_default_holds(path, line, problem):
    path.parent.mkdir()
    path.write_text(line + "\nhelp_seen = true\n")
    with pytest.warns(UserWarning, match=problem):
        assert load_settings(path) == Settings(help_seen=True)


def test_a_setting_takes_no_wrong_value_and_no_wrong_name():
    with pytest.raises(ValueError, match="joy_port"):
        Settings().joy_port = 3
    with pytest.raises(AttributeError, match="no setting 'joyport'"):
        Settings().joyport = 1


def test_a_file_is_the_old_one_or_the_new_one_at_any_moment(path, monkeypatch):
    write_whole(path, "old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert [p.name for p in path.parent.iterdir()] == ["settings.toml"]


def test_a_folder_that_cannot_be_written_gives_a_warning(tmp_path):
    settings = load_settings(tmp_path / "file" / "settings.toml")
    (tmp_path / "file").write_text("")
    settings.joy_port = 1
    with pytest.warns(UserWarning, match="not saved"):
        save_settings(settings)


# -- and the command line --------------------------------------------------------------


def file_says(path, text):
    """Return a function that loads this text as the settings."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return lambda: load_settings(path)


def test_settings_hold_where_the_command_line_says_nothing(path):
    load = file_says(path, "model='ntsc'\nfastload=false\nmouse=true\nreu='512k'\nscale=2")
    args = parse_arguments([], load)
    assert args.config.model == "ntsc" and args.config.reu == "512k"
    assert (args.no_fastload, args.mouse_as, args.scale) == (True, "1351", 2)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("paddles=true", "paddles"),
        ("koalapad=true", "KoalaPad"),
        ("mouse=false", "off"),
        ("mouse='yes'", "off"),
        ("mouse=true\nmouse_as='off'", "off"),
    ],
)
def test_what_the_mouse_was_in_older_settings_still_holds(path, text, kind):
    assert parse_arguments([], file_says(path, text)).settings.mouse_as == kind


def test_the_command_line_wins_and_is_not_remembered(path):
    load = file_says(path, "model='ntsc'\nmouse_as='Amiga'\nfastload=false\njoy_port=1\n")
    words = ["--model", "c64c", "--no-mouse", "--fastload", "--joy-port", "2"]
    args = parse_arguments(words, load)
    assert (args.config.model, args.mouse_as, args.no_fastload) == ("c64c", "off", False)
    assert (args.settings.joy_port, args.settings.mouse_as) == (2, "off")
    assert args.settings.changed() == {}


def test_default_ignores_the_settings_and_never_writes_any(path, monkeypatch):
    args = parse_arguments(["--default"], file_says(path, "model='ntsc'"))
    assert args.config.model == "c64"
    args.settings.joy_port = 1
    monkeypatch.setattr(module, "settings_path", lambda: path)
    save_settings(args.settings)
    assert path.read_text() == "model='ntsc'"


@pytest.mark.parametrize("words", [["--headless", "--frames", "1"], ["--monitor"]])
def test_a_run_without_a_window_depends_on_its_options_alone(words):
    def load():
        raise AssertionError("settings were read")

    assert parse_arguments(words, load).config.model == "c64"


def test_a_virtual_drive_of_the_command_line_wins_over_true_drives_of_the_settings(path):
    args = parse_arguments(["--drive8-type", "quick"], file_says(path, "true_drive=true"))
    assert (args.drive8_type, args.drive9_type) == ("quick", None)


def test_a_rom_of_the_settings_may_lie_in_the_home_folder(path, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    args = parse_arguments([], file_says(path, "kernal='~/roms/kernal.bin'"))
    assert args.kernal == str(tmp_path / "roms/kernal.bin")


def test_the_command_reads_the_settings_of_the_user(path, monkeypatch, capsys):
    monkeypatch.setattr(module, "settings_path", lambda: path)
    file_says(path, "kernal='/nowhere.bin'")
    assert main(["--basic-prompt", "--mute"]) == 2
    assert "nowhere.bin" in capsys.readouterr().err


def test_a_new_file_has_what_the_user_changed_and_not_what_the_command_line_said(path):
    args = parse_arguments(["--model", "ntsc", "--mouse"], lambda: load_settings(path))
    args.settings.joy_port = 1
    save_settings(args.settings)
    assert load_settings(path) == Settings(joy_port=1)


@pytest.mark.parametrize(
    "content",
    [b"[" * 3000, b"a = " + b"[" * 3000, b"\xff", b"#" * 70_000],
)
def test_settings_that_make_no_sense_or_are_too_large_are_a_line(tmp_path, content):
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    with pytest.warns(UserWarning, match="not used and left alone") as caught:
        settings = load_settings(path)
    assert len(caught) == 1 and len(str(caught[0].message)) < 400
    assert not settings.usable and path.read_bytes() == content


def test_settings_that_are_a_pipe_do_not_hang(tmp_path):
    os.mkfifo(tmp_path / "settings.toml")
    with pytest.warns(UserWarning, match="is not a plain file"):
        load_settings(tmp_path / "settings.toml")


def test_a_file_that_is_nested_thousands_deep_by_its_keys_is_left_as_it_is(tmp_path):
    path = tmp_path / "settings.toml"
    content = b"a." * 5_000 + b"b = 1\n"
    path.write_bytes(content)
    settings = load_settings(path)
    settings.model = "ntsc"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        save_settings(settings)
    assert path.read_bytes() == content  # Python 3.11's tomllib reads it, 3.14's does not


def test_settings_show_what_is_not_as_usual():
    assert repr(Settings()) == "Settings()"
    assert repr(Settings(joy_port=1, sound=False)) == "Settings(sound=False, joy_port=1)"


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("scale", 0, 16),
        ("saturation", 0, 200),
        ("brightness", 50, 150),
        ("contrast", 50, 150),
        ("gamma", 50, 200),
        ("volume", 0, 100),
        ("autofire", 0, 25),
        ("paste_limit", 1, 100_000),
    ],
)
def test_a_number_has_limits_which_it_may_reach(name, low, high):
    settings = Settings()
    for value in (low, high):
        setattr(settings, name, value)
        assert getattr(settings, name) == value
    with pytest.raises(ValueError, match=f"{low - 1} is less than {low}"):
        setattr(settings, name, low - 1)
    with pytest.raises(ValueError, match=f"{high + 1} is more than {high}"):
        setattr(settings, name, high + 1)
    assert getattr(settings, name) == high


def test_a_line_that_is_not_used_is_told_to_whoever_asked(path):
    path.parent.mkdir()
    for content in ("scale = 99", "= nonsense", "[" * 3000):
        path.write_text(content)
        with pytest.warns(UserWarning) as told:
            settings = load_settings(path)
        assert [warning.filename for warning in told] == [__file__]
    settings = Settings(path, joy_port=1)
    path.unlink()
    path.mkdir()
    with pytest.warns(UserWarning, match="not saved") as told:
        save_settings(settings)
    assert [warning.filename for warning in told] == [__file__]
    assert settings.changed() == {}, "it is told once"


def test_values_that_hold_for_a_time_are_given_back_with_what_was_changed():
    settings = Settings()
    settings.volume = 50
    held = settings.hold(["volume", "scale", "sound"])
    settings.volume, settings.scale, settings.joy_port = 20, 3, 1
    settings.override(sound=False)
    settings.give_back(held)
    assert settings == Settings(volume=50, joy_port=1)
    assert settings.changed() == {"volume": 50, "joy_port": 1}


def test_the_same_value_again_is_no_change():
    settings = Settings()
    settings.joy_port, settings.scale = 2, 0
    assert settings.changed() == {}
    settings.override(joy_port=1)
    assert settings.changed() == {} and settings.joy_port == 1


def test_settings_are_told_and_saved_in_the_order_of_the_table():
    settings = Settings(help_seen=True, joy_port=1, model="ntsc")
    assert list(settings.changed()) == ["model", "joy_port", "help_seen"]
    assert list(settings.values()) == [setting.name for setting in SETTINGS]
    assert settings != settings.values() and settings != Settings()


def test_options_are_what_is_not_at_its_default():
    assert Settings().options() == {}
    settings = Settings(fastload=False, true_drive=True, volume=3, joy_port=1)
    settings.override(kernal="/~/a", basic="~/b")
    home = os.path.expanduser("~")
    assert settings.options() == {
        "no_fastload": True, "true_drive": True, "joy_port": 1,
        "kernal": "/~/a", "basic": f"{home}/b",
    }  # fmt: skip


@pytest.mark.parametrize("merged", [True, False])
def test_parsed_options_win_but_for_defaults_that_nobody_has_merged(merged):
    from argparse import Namespace

    settings = Settings(fastload=False, joy_port=1, scale=3, model="ntsc")
    settings.take(Namespace(no_fastload=False, joy_port=2, scale=2, model=None), merged)
    wanted = (True, 2, 2, "ntsc") if merged else (False, 1, 2, "ntsc")
    assert (settings.fastload, settings.joy_port, settings.scale, settings.model) == wanted
    settings.take(Namespace(no_fastload=True), merged)
    assert settings.fastload is False


def test_a_first_file_is_made_even_if_nothing_was_changed(path):
    save_settings(Settings())
    save_settings(Settings(path))
    assert path.read_text() == template()
    path.write_text("scale = 2\n")
    save_settings(Settings(path))
    assert path.read_text() == "scale = 2\n"
    settings = Settings(path, scale=3)
    save_settings(settings)
    assert path.read_text() == "scale = 3\n" and settings.changed() == {}
    other = path.with_name("other.toml")
    save_settings(Settings(path, scale=4), other)
    assert path.read_text() == "scale = 3\n" and load_settings(other) == Settings(scale=4)


@pytest.mark.parametrize(
    ("text", "sids"),
    [("sid2='d420'", "d420"), ("sid2='d420'\nsids='d440'", "d440"), ("sids='d440'", "d440")],
)
def test_an_older_name_holds_unless_the_newer_is_there(path, text, sids):
    path.parent.mkdir()
    path.write_text(text)
    assert load_settings(path).sids == sids


def test_a_file_of_the_greatest_size_is_read(tmp_path):
    path = tmp_path / "settings.toml"
    line = "scale = 2\n"
    path.write_text(line + "#" * (module.SETTINGS_MOST - len(line)))
    assert module.SETTINGS_MOST == 65_536 and load_settings(path) == Settings(scale=2)
    path.write_text(path.read_text() + "#")
    with pytest.warns(UserWarning, match="not used and left alone"):
        load_settings(path)


def test_the_users_own_folders_are_swept(tmp_path, monkeypatch):
    swept = []
    folders = {"config": tmp_path / "config", "data": tmp_path / "data"}
    (folders["data"] / "states").mkdir(parents=True)
    folders["config"].mkdir()
    for kind, folder in folders.items():
        monkeypatch.setattr(
            module.platformdirs,
            f"user_{kind}_dir",
            lambda name, appauthor, folder=folder: (name, appauthor) == ("go64", False) and folder,
        )
    monkeypatch.setattr(module, "sweep_folder", swept.append)
    module.sweep_own_folders()
    assert swept == [folders["config"], folders["data"], folders["data"] / "states"]
    assert module.settings_path() == folders["config"] / "settings.toml"
