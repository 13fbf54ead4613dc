"""The page of the ROMs, by keys: a file is chosen, refused or put in, and a switch flipped."""

import pytest

from c64.roms import ROM_OWN_FOLDER
from emu.host.menu.menu import Menu
from tests.emu.host.menu.test_menu import select, titles
from tests.emu.host.windows import frames, press

OTHER = "at the switch's other position"


@pytest.fixture
def roms(tmp_path):
    """A folder with another KERNAL and BASIC, whose prompt differs, and another DOS."""
    for name in ("kernal", "basic", "dos1541", "chargen"):
        data = bytearray((ROM_OWN_FOLDER / f"{name}.bin").read_bytes())
        if name != "chargen":
            data[-16] ^= 1  # not known
        (tmp_path / f"{name}.bin").write_bytes(data)
    (tmp_path / "short.rom").write_bytes(bytes(100))
    return tmp_path


@pytest.fixture
def opened(make_app, roms, monkeypatch):
    """Return a function that makes an App with options and opens the page."""
    monkeypatch.chdir(roms)

    def make(*options):
        app = make_app("--basic-prompt", *options)
        app.library.folder = lambda: roms
        frames(app, 2)
        press(app, "f10")
        menu = app.feature(Menu)
        menu.open("Machine")
        select(app, menu, "ROMs")
        press(app, "return")
        assert menu._place.page.title == "ROMs"
        return app, menu

    return make


def word(menu, title, nth=0):
    return [row.word for row in menu._rows if row.title == title][nth]


def take(app, menu, name, below="in the machine", title="KERNAL"):
    """Choose a file for the ROM of a title below a heading."""
    at = titles(menu).index(title, titles(menu).index(below))
    while menu._place.selected != at:
        press(app, "down")
    press(app, "return")
    if "  a file ..." in titles(menu):  # one choice of more than two
        select(app, menu, "  a file ...")
        press(app, "return")
    select(app, menu, f"  {name}")
    press(app, "return")


@pytest.mark.filterwarnings("ignore:.*not a known ROM")
def test_a_rom_is_chosen_and_put_in_and_kept_in_the_settings(opened, roms):
    app, menu = opened()
    assert word(menu, "KERNAL") == word(menu, "DOS of the 1541") == "the free one"
    take(app, menu, "kernal.bin")
    assert word(menu, "KERNAL") == "kernal.bin"
    take(app, menu, "dos1541.bin", title="DOS of the 1541")
    select(app, menu, "switch off and on with these")
    press(app, "return")
    assert app.again.config.kernal == str(roms / "kernal.bin")
    assert app.again.config.dos == str(roms / "dos1541.bin")
    assert app.again.config.drive == "1541"
    assert app.settings.kernal == str(roms / "kernal.bin")
    assert app.settings.chargen == ""


def test_a_file_that_cannot_be_it_is_refused_in_a_line_and_nothing_changes(opened):
    app, menu = opened()
    take(app, menu, "short.rom")
    assert "has 100 bytes; it must have 8192" in app.overlay.message
    press(app, "escape")
    assert word(menu, "KERNAL") == "the free one"
    rows = {row.title: row for row in menu._rows}
    assert not rows["switch off and on with these"].enabled
    assert not rows["flip the switch, off and on"].enabled


def test_the_switch_is_flipped_and_flipped_back(opened, roms):
    app, menu = opened("--kernal", str(roms / "kernal.bin"))
    select(app, menu, "flip the switch, off and on")
    press(app, "return")
    assert app.again.config.kernal is None
    assert (app.settings.kernal, app.settings.kernal_2) == ("", str(roms / "kernal.bin"))
    app.close()
    app, menu = opened()
    app.settings.kernal_2 = str(roms / "kernal.bin")
    press(app, "escape")
    select(app, menu, "ROMs")
    press(app, "return")
    assert word(menu, "KERNAL", 1) == "kernal.bin"
    select(app, menu, "flip the switch, off and on")
    press(app, "return")
    assert app.again.config.kernal == str(roms / "kernal.bin")
    assert app.settings.kernal_2 == ""


def test_left_and_right_go_back_to_the_file_that_was_there(opened, roms):
    app, menu = opened("--kernal", str(roms / "kernal.bin"))
    select(app, menu, "KERNAL")
    press(app, "left")
    assert word(menu, "KERNAL") == "the free one"
    press(app, "right")
    assert word(menu, "KERNAL") == "kernal.bin"
    assert OTHER in titles(menu)


def test_halves_that_do_not_go_together_are_refused_and_the_machine_runs_on(opened, roms):
    (roms / "kernal.bin").write_bytes(bytes(range(256)) * 32)
    app, menu = opened()
    take(app, menu, "kernal.bin")
    select(app, menu, "switch off and on with these")
    press(app, "return")
    assert "does not work with GO 64's BASIC" in app.overlay.message
    assert app.again is None
    assert app.settings.kernal == ""
