"""A preset is a file: what tools/game/presets.py makes of it, and what it refuses with one line."""

import shutil
import subprocess
import sys

import pytest

from tools.build import ROOT
from tools.game import presets

GOOD = """number = 4
code = "levy"
[switches]
HOTEL = 2
[en]
name = "Levy"
about = "A tax."
[de]
name = "Abgabe"
about = "Eine Steuer."
"""
NO_CODE = GOOD.replace('code = "levy"\n', "")


@pytest.fixture
def folder(tmp_path):
    """A copy of the presets' folder with the code of another one."""
    for path in presets.FOLDER.iterdir():
        shutil.copy(path, tmp_path / path.name)
    (tmp_path / "levy.s").write_text("")
    return tmp_path


def test_the_presets_of_the_game_are_those_of_its_first_version_in_their_order():
    found = {preset.stem: preset.number for preset in presets.read()[:4]}
    assert found == presets.FIXED


def test_a_preset_has_code_of_its_own_or_that_of_its_switches(folder):
    path = folder / "levy.toml"
    path.write_text(GOOD)
    assert [p.code for p in presets.read(folder)] == [None, "rules1989", "russian", None, "levy"]
    (folder / "levy.s").unlink()
    for row, code in (("HOTEL = 2", "russian"), ("HOTEL = 1", "rules1989"), ("TAX = 1", "russian")):
        path.write_text(NO_CODE.replace("HOTEL = 2", row))
        assert presets.read(folder)[-1].code == code
    path.write_text(GOOD.replace('"levy"', '"rules1989"').replace("HOTEL = 2", "TAX = 1"))
    assert presets.read(folder)[-1].code == "rules1989"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("number = 4", "number = ", r"levy\.toml: Invalid value"),
        ("number = 4\n", "", r"number is None, must be 0-14"),
        ("number = 4", "number = 15", r"number is 15, must be 0-14"),
        ("number = 4", "number = true", r"number is True, must be 0-14"),
        ("number = 4", "number = 2", r"number 2 is that of levy\.toml|number 2 is that of russian"),
        ("number = 4", "number = 6", r"number is 6, 4 would be the next one"),
        ("number = 4", "number = 4\nnames = 1", r"names: only code, number, patches, switches are"),
        ("HOTEL = 2", "HOTELS = 2", r"HOTELS is no switch of play/switches\.inc"),
        ("HOTEL = 2", "CLOCK = 1", r"CLOCK is a game's own, no preset sets it"),
        ("HOTEL = 2", "HOTEL = 3", r"HOTEL is 3, must be 0-2"),
        ("HOTEL = 2", 'HOTEL = "2"', r"HOTEL is '2', must be 0-2"),
        ("HOTEL = 2", "HOTEL = 2\nRENT = 1", "RENT is of 1989, HOTEL is Russian: no"),
        ("number = 4", "number = 4\npatches = 1", r"patches must be tables: \[patches\.price\]"),
        ('"levy"', '"russian"\npatches.price.39 = 380', r"needs code of its own"),
        ("HOTEL = 2", "LOANS = 1", r"with code of its own it may set RENT, .*, not LOANS"),
        ('"levy"', '"russian"', r"levy\.s: no preset has code = \"levy\""),
        ('"levy"', '"rules1989"', r"its switches are not those of code 'rules1989'"),
        ('"levy"', '"tax"', r"there is no tax\.s beside it"),
        ('"levy"', '"Levy!"', r"code is 'Levy!', must be 1-8 small letters"),
        ("[switches]\nHOTEL = 2\n", "switches = 1\n", r"switches must be a table: \[switches\]"),
        ('code = "levy"\n[switches]\nHOTEL = 2\n', "", r"neither switches nor code"),
        ('name = "Abgabe"\n', "", r"\[de\]: name is missing"),
        ('about = "A tax."\n', "", r"\[en\]: about is missing"),
        ('about = "A tax."\n', 'about = "A tax."\nwhy = "?"\n', r"\[en\]: why: only name, about"),
        ('"Levy"', '"A name that is too long"', r"\[en\]: name has 23 characters, at most 15"),
        ('"Levy"', '"Russian"', r"\[en\] name 'Russian' is also that of"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_with_one_line(folder, old, new, words):
    assert old in GOOD
    (folder / "levy.toml").write_text(GOOD.replace(old, new))
    with pytest.raises(presets.PresetError, match=words) as caught:
        presets.read(folder)
    assert str(caught.value).startswith("presets/")
    assert "\n" not in str(caught.value)


def test_the_four_that_saved_games_know_stay_what_they_are(folder):
    (folder / "levy.s").unlink()
    text = (folder / "own.toml").read_text()
    (folder / "own.toml").write_text(text.replace("number = 3", "number = 4"))
    with pytest.raises(presets.PresetError, match=r"own\.toml: number is 4, must stay 3: saved"):
        presets.read(folder)
    (folder / "own.toml").write_text(text.replace("number = 3", 'number = 3\ncode = "russian"'))
    with pytest.raises(presets.PresetError, match="must have neither switches nor code"):
        presets.read(folder)
    (folder / "own.toml").unlink()
    with pytest.raises(presets.PresetError, match=r"presets/own\.toml: is missing"):
        presets.read(folder)


def test_one_preset_has_patches(folder):
    text = GOOD + "[patches.price]\n39 = 380\n"
    (folder / "levy.toml").write_text(text)
    assert presets.read(folder)[-1].patches == {"price": {"39": 380}}
    other = text.replace("number = 4", "number = 5").replace("Levy", "Duty").replace("Abg", "Ang")
    (folder / "duty.toml").write_text(other)
    with pytest.raises(
        presets.PresetError, match=r"\[patches\]: levy has some, and one preset can"
    ):
        presets.read(folder)


@pytest.mark.slow
def test_the_build_says_it_in_one_line(tmp_path):
    for name in ("asm", "tools", "disk"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "asm" / "game" / "presets" / "levy.toml").write_text(GOOD)
    command = [sys.executable, "tools/build.py", "game"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "build: game: presets/levy.toml: code: there is no levy.s beside it\n"
