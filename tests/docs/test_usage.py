"""What is said about the command line and the settings, in step with what they are."""

import re
import shlex
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from emu.cli import make_parser
from emu.host.settings_table import SETTINGS
from emu.vice.command_line import ViceLine
from tools import manual
from tools.art import icon
from tools.quality.doclint import glossary_habits, habit_faults
from tools.quality.doclint_tables import HABITS

ROOT = Path(__file__).resolve().parents[2]
USAGE = (ROOT / "docs" / "use" / "command-line.md").read_text(encoding="utf-8")
ALSO = {"-h"}  # other words for what has its own line


def commands():
    """Return the command lines of the page, without their comments."""
    blocks = re.findall(r"```sh\n(.*?)```", USAGE, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("go64")]


def words_of_the_parser():
    return {word for action in make_parser()._actions for word in action.option_strings}


def test_every_option_is_shown_in_use():
    used = {word for line in commands() for word in shlex.split(line, comments=True)}
    assert words_of_the_parser() - used - ALSO == set()


def test_every_option_that_is_shown_exists():
    named = set(re.findall(r"(?<![\w-])--[a-z0-9][a-z0-9-]*", USAGE))
    assert named - words_of_the_parser() == set()


@pytest.mark.parametrize("line", commands())
def test_every_command_can_be_typed(line):
    words = ViceLine(shlex.split(line, comments=True)[1:], make_parser()).words
    if {"--help", "--version"} & set(words):
        return
    make_parser().parse_args(words)


def test_the_help_is_in_groups_and_fits_a_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    text = make_parser().format_help()
    for title in ("the machine", "the window", "keyboard, joysticks, mouse", "without a window"):
        assert f"\n{title}:\n" in text
    assert max(map(len, text.splitlines())) <= 80
    for action in make_parser()._actions:
        assert action.help, action.option_strings


def test_help_and_settings_have_the_words_of_the_glossary():
    said = [action.help for action in make_parser()._actions]
    said += [setting.comment for setting in SETTINGS]
    habits = HABITS | glossary_habits((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"))
    assert [fault for text in said for fault in habit_faults("help", text, habits)] == []


def test_the_version_says_what_is_compiled(capsys):
    import c64

    with pytest.raises(SystemExit) as ended:
        make_parser().parse_args(["--version"])
    first, second, *_, last = capsys.readouterr().out.splitlines()
    assert ended.value.code == 0
    assert first == f"go64 {c64.__version__}"
    assert second == ("machine: compiled" if c64.compiled() else "machine: uncompiled (slow)")
    assert "pygame-ce 2" in last


# -- the man page, the table of settings, the desktop -----------------------------------------


def test_the_man_page_is_that_of_the_parser():
    said = manual.MAN_PAGE.read_text(encoding="utf-8")
    assert said == manual.man_page(), "run python -m tools.manual"


def test_the_man_page_can_be_formatted():
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("groff is not installed")
    result = subprocess.run(
        [groff, "-man", "-ww", "-Tutf8", str(manual.MAN_PAGE)], capture_output=True, check=True
    )
    assert result.stderr == b""
    text = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", result.stdout.decode())
    assert "--exit-screenshot FILE.png" in text.replace("\u2010", "-")


def test_the_table_of_settings_is_up_to_date():
    page = manual.TABLE_PAGE.read_text(encoding="utf-8")
    assert page == manual.page_with_table(page), "run python -m tools.manual"
    assert "| `joy_port` | `2` |" in page


def test_the_table_of_formats_is_up_to_date():
    page = manual.FORMATS_PAGE.read_text(encoding="utf-8")
    assert page == manual.page_of_formats(page), "run python -m tools.manual"
    assert "| `.tap` | the pulses of a tape |" in page


def test_the_icon_is_as_it_is_drawn():
    assert np.array_equal(np.asarray(Image.open(icon.ICON).convert("RGBA")), icon.draw())


def test_the_desktop_file_names_command_and_icon():
    desktop = ConfigParser(interpolation=None)
    desktop.optionxform = str
    desktop.read(ROOT / "packaging" / "go64.desktop", encoding="utf-8")
    entry = desktop["Desktop Entry"]
    assert entry["Exec"] == "go64 %f" and entry["Icon"] == icon.ICON.stem
    assert entry["Type"] == "Application" and entry["Terminal"] == "false"
    assert entry["StartupWMClass"] == "go64"


def test_the_table_of_vices_options_is_that_of_the_command_line():
    page = manual.VICE_PAGE.read_text(encoding="utf-8")
    assert page == manual.page_of_vice(page), "run python -m tools.manual"
