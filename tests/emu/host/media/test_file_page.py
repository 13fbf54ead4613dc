"""The page about a file: what it is, and the directory of a disk with its programs to run."""

import pygame
import pytest

from disk.d64 import D64Image
from disk.tap import make_tap
from emu.host.media.file_page import file_page, size_text
from emu.host.menu.menu import Menu
from emu.host.menu.page import CLOSE
from tests.disk.test_as_found import t64
from tests.disk.test_crt import crt
from tests.disk.test_g64 import sample
from tests.disk.test_sid import sid
from tests.emu.host.windows import frames, press


def program(text):
    """A BASIC program that prints."""
    line = b"\x0a\x00\x99\x22" + text.encode() + b"\x22\x00"
    return b"\x01\x08" + (0x0803 + len(line)).to_bytes(2, "little") + line + bytes(2)


def two_programs(path):
    """Write a disk with two programs and a text."""
    image = D64Image.blank(b"GAMES", b"64")
    volume = image.volume()
    volume.write_file(b"FIRST", 2, program("ONE"))
    volume.write_file(b"SECOND", 2, program("TWO"))
    volume.write_file(b"NOTES", 1, b"HELLO")
    path.write_bytes(image.to_bytes())
    return path


def test_it_has_kind_size_and_directory_and_runs_what_is_chosen(make_app, tmp_path):
    path = two_programs(tmp_path / "games.d64")
    app = make_app()
    rows = {row.title: row for row in file_page(app, path).rows()}
    assert rows["kind"].word == "d64" and rows["size"].word == "171 K"
    assert any(title.startswith('0 "GAMES" 64') for title in rows) and "661 blocks free" in rows
    assert rows["SECOND"].word == "1 prg" and rows["NOTES"].word == "1 seq"
    assert rows["SECOND"].usable and not rows["NOTES"].usable
    rows["SECOND"].run()
    for _ in range(400):
        frames(app)
        if "TWO" in app.machine.screen.text():
            break
    assert "TWO" in app.machine.screen.text() and "ONE" not in app.machine.screen.text()


def test_it_puts_the_disk_into_either_drive(make_app, tmp_path):
    path = two_programs(tmp_path / "games.d64")
    app = make_app()
    rows = {row.title: row for row in file_page(app, path).rows()}
    rows["put it into drive 9"].run()
    assert app.machine.drives[9].image.path == path


def test_a_damaged_file_says_why_and_offers_nothing(make_app, tmp_path):
    path = tmp_path / "bad.d64"
    path.write_bytes(b"no disk")
    rows = file_page(make_app(), path).rows()
    assert "truncated" in rows[-1].title and not [r for r in rows if r.title == "start it"]
    assert rows[0].heading and rows[0].name and len(rows) == 2


def test_a_directory_that_goes_in_a_circle_ends(make_app, tmp_path):
    path = two_programs(tmp_path / "loop.d64")
    data = bytearray(path.read_bytes())
    data[0x16600:0x16602] = bytes((18, 1))  # its first block leads to itself
    path.write_bytes(data)
    rows = file_page(make_app(), path).rows()
    assert len(rows) < 1100 and "damaged" in rows[-1].title and rows[-1].heading


def test_a_directory_that_leads_off_the_disk_says_so(make_app, tmp_path):
    path = two_programs(tmp_path / "off.d64")
    data = bytearray(path.read_bytes())
    data[0x16600:0x16602] = bytes((99, 1))  # its first block leads to track 99
    path.write_bytes(data)
    rows = file_page(make_app(), path).rows()
    assert rows[-1].title == "its directory is damaged: 67,ILLEGAL SYSTEM T OR S,99,01"
    assert rows[-1].heading


def test_tab_opens_it_from_a_list_and_the_cover_is_beside_it(make_app, tmp_path):
    path = two_programs(tmp_path / "games.d64")
    app = make_app("--basic-prompt", "--scale", "2")
    entry = app.library.add(path)
    app.library.put_cover(entry, app.machine.screen.indices, app.machine.screen.palette)
    app.feature(Menu).open("Start")
    menu = app.feature(Menu)
    frames(app, 2)
    while menu._rows[menu._place.selected].title != "games.d64":
        press(app, "down")
    assert "TAB" in menu._hint()
    press(app, "tab")
    assert menu._place.page.title == "games.d64"
    frames(app, 3)
    assert isinstance(menu._view._picture, pygame.Surface)


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1 K"), (1536, "2 K"), (1535, "1 K"), (174848, "171 K")],
)
def test_sizes_are_told_in_a_few_letters(tmp_path, size, text):
    path = tmp_path / "file"
    path.write_bytes(bytes(size))
    assert size_text(path) == text
    assert size_text(tmp_path / "gone") == "?"


def test_what_is_no_disk_has_no_directory_and_no_drive(make_app, tmp_path):
    path = tmp_path / "hello.prg"
    path.write_bytes(program("HI"))
    app = make_app()
    page = file_page(app, path)
    rows = page.rows()
    assert [(row.title, row.word, row.usable, row.heading) for row in rows] == [
        ("hello.prg", "", False, True),
        ("kind", "program", False, False),
        ("size", "14 B", False, False),
        ("start it", "", True, False),
    ]
    assert (page.title, page.hint, page.wrap) == ("hello.prg", "", True)
    assert rows[0].name and rows[3].run() is CLOSE and app.started == path


def test_a_disk_of_tracks_says_that_a_drive_knows_its_directory(make_app, tmp_path):
    path = tmp_path / "games.g64"
    path.write_bytes(sample())
    rows = file_page(make_app(), path).rows()
    assert [row.title for row in rows[-3:]] == [
        "put it into drive 8",
        "put it into drive 9",
        "only a drive can read its directory",
    ]
    assert rows[-1].heading and not rows[-1].usable


def test_the_last_free_block_is_one_block(make_app, tmp_path):
    image = D64Image.blank(b"FULL", b"64")
    image.volume().write_file(b"MOST", 2, bytes(254 * 663))
    path = tmp_path / "full.d64"
    path.write_bytes(image.to_bytes())
    rows = file_page(make_app(), path).rows()
    assert rows[-1].title == "1 block free" and rows[-1].heading
    assert rows[-2].word == "663 prg" and rows[-2].name
    assert rows[-3].title == '0 "FULL" 64 2A' and rows[-3].heading and rows[-3].name


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.prg", program("HI"), "program"),
        ("a.tap", make_tap([400] * 100), "cassette"),
        ("a.t64", t64((0x0801, 96, b"A")), "tape"),
        ("a.crt", crt(), "cartridge"),
        ("a.sid", sid(b"\x60"), "tune"),
    ],
)
def test_each_kind_of_file_has_its_word(tmp_path, name, content, kind):
    path = tmp_path / name
    path.write_bytes(content)
    rows = {row.title: row for row in file_page(None, path).rows()}
    assert rows["kind"].word == kind
