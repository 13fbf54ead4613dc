"""A folder as FILE: one usable file is started, several are listed, none is refused in a line."""

import pytest

from disk.errors import MediaUnknown
from emu.cli import parse_arguments
from emu.host.media.library_page import NOTE_AFTER, LibraryPage
from emu.host.menu.menu import Menu
from emu.shared import folder_use as module
from emu.shared import folder_walk
from emu.shared.folder_use import FolderUse, use_of
from tests.emu.host.media.test_drop import drop
from tests.emu.host.menu.test_menu import disk
from tests.emu.host.windows import frames, press

HELLO = bytes([1, 8, 11, 8, 10, 0, 153, 34, 72, 73, 34, 0, 0, 0])  # 10 PRINT"HI"
MIXED = ("one.prg", "two.prg", "three.prg", "a.d64", "b.d64", "c.tap", "read.txt")


def made(folder, *names):
    """Write files of the kinds that their names say; returns the folder."""
    folder.mkdir(exist_ok=True)
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".d64"):
            disk(path)
        else:
            tape = b"C64-TAPE-RAW\1\0\0\0\x08\0\0\0" + b"\x30" * 8
            path.write_bytes(tape if name.endswith(".tap") else HELLO)
    return folder


@pytest.mark.parametrize(
    ("names", "use", "about"),
    [
        ((), FolderUse.PLAIN, ""),
        (("read.txt",), FolderUse.PLAIN, ""),
        ((".hidden.prg", ".git/a.prg"), FolderUse.PLAIN, ""),
        (("one.prg", "read.txt", "data.seq"), FolderUse.PLAIN, ""),
        (("a.d64",), FolderUse.PLAIN, ""),
        (("PROGRAM",), FolderUse.PLAIN, ""),
        (("c.tap",), FolderUse.ONE, "c.tap"),
        (("in/a.d64",), FolderUse.ONE, "in/a.d64"),
        (("in/one.prg", "read.txt"), FolderUse.ONE, "in/one.prg"),
        (("what.go64rec",), FolderUse.LIST, ""),
        (("one.prg", "in/two.prg"), FolderUse.LIST, ""),
        (("x/one.prg", "y/two.prg"), FolderUse.LIST, ""),
        (("a.d64", "b.d64"), FolderUse.LIST, ""),
        (MIXED, FolderUse.LIST, ""),
    ],
)
def test_what_becomes_of_a_folder(tmp_path, names, use, about):
    folder = made(tmp_path / "games", *names)
    assert use_of(folder) == (use, folder / about if about else folder)


def test_a_file_and_what_is_not_there_stay_what_they_are(tmp_path):
    made(tmp_path / "games", "one.prg")
    for path in (tmp_path / "games" / "one.prg", tmp_path / "gone"):
        assert use_of(path) == (FolderUse.PLAIN, path)


def test_no_tree_is_looked_through_without_an_end(tmp_path, monkeypatch):
    folder = made(tmp_path / "games", *(f"{n}/read.txt" for n in range(50)))
    looked = []
    walk = folder_walk.os.walk
    monkeypatch.setattr(module, "LOOKED_MOST", 20)
    monkeypatch.setattr(
        folder_walk.os, "walk", lambda at: (looked.append(x) or x for x in walk(at))
    )
    assert use_of(folder)[0] is FolderUse.PLAIN
    assert len(looked) < 20


def titles(menu):
    return [row.title.strip() for row in menu._rows]


def test_a_mixed_folder_is_listed_and_esc_leaves_it_for_its_first_program(make_app, tmp_path):
    folder = made(tmp_path / "games", *MIXED)
    app = make_app(str(folder))
    menu = app.feature(Menu)
    assert menu.is_open and menu._place.page.title == "Files"
    assert titles(menu)[2:] == [
        "this folder as a disk", "a.d64", "b.d64", "c.tap", "one.prg", "three.prg", "two.prg",
    ]  # fmt: skip
    press(app, "escape")
    assert not menu.is_open and app.started == folder
    app.start_again(model="ntsc")
    assert app.again.folder is None, "another machine does not ask again"


def test_a_file_is_chosen_from_the_list_and_the_next_menu_is_the_usual_one(make_app, tmp_path):
    app = make_app(str(made(tmp_path / "games", *MIXED)))
    menu = app.feature(Menu)
    for letter in "two":
        press(app, letter, unicode=letter)
    press(app, "return")
    assert not menu.is_open and app.started.name == "two.prg"
    frames(app, NOTE_AFTER)
    menu.open("Library")
    menu.show(menu._rows[-2].run())
    assert menu._rows[menu._place.selected].title.strip() == "two.prg", "at what runs"
    press(app, "escape")
    assert menu.is_open, "who opened the menu stays in it"


def test_behind_folders_of_folders_waits_basic_with_the_folder_in_the_drive(make_app, tmp_path):
    folder = made(tmp_path / "games", "x/one.prg", "y/two.d64")
    app = make_app(str(folder))
    menu = app.feature(Menu)
    assert titles(menu)[2:5] == ["all files within ...", "> x", "> y"]
    assert app.started is None and app.machine.drives[8].image.path == folder.resolve()
    press(app, "return")
    assert titles(menu) == ["2 files: type a name", "one.prg", "two.d64"]
    assert menu._rows[menu._place.selected].title.strip() == "one.prg"
    press(app, "escape", "escape")
    assert not menu.is_open


def test_the_way_up_comes_back_to_the_folder_that_was_left(make_app, tmp_path):
    app = make_app(str(made(tmp_path / "games", "x/one.prg", "y/a.prg", "y/b.prg", "z/two.d64")))
    menu = app.feature(Menu)
    frames(app, 2)
    press(app, "down", "down")
    assert menu._rows[menu._place.selected].title == "> y"
    press(app, "return", "home")
    assert menu._rows[menu._place.selected].title == "> .."
    press(app, "return")
    assert menu._rows[menu._place.selected].title == "> y"


def test_one_tape_in_a_folder_is_started(make_app, tmp_path):
    folder = made(tmp_path / "games", "c.tap", "read.txt")
    app = make_app(str(folder))
    assert app.started == folder / "c.tap" and not app.feature(Menu).is_open


@pytest.mark.parametrize("names", [(), ("read.txt",)])
def test_a_folder_with_nothing_to_open_is_refused_in_one_line(make_app, tmp_path, names):
    with pytest.raises(MediaUnknown, match="no program in this folder") as caught:
        make_app(str(made(tmp_path / "games", *names)))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "more", [["--headless", "--frames", "1"], ["--monitor"], ["--host"], ["--keys", "a"],
             ["--exit-screenshot", "a.png"], ["--record", "a.go64rec"]]
)  # fmt: skip
def test_where_nobody_can_choose_the_folder_itself_is_started(tmp_path, monkeypatch, more):
    monkeypatch.chdir(tmp_path)
    folder = made(tmp_path / "games", *MIXED)
    args = parse_arguments([str(folder), *more])
    assert args.folder is None and args.file == str(folder)


def test_a_dropped_folder_is_listed_or_its_one_file_started(make_app, tmp_path):
    app = make_app("--basic-prompt")
    menu = app.feature(Menu)
    frames(app, 2)
    drop(app, made(tmp_path / "many", *MIXED))
    assert menu.is_open and "two.prg" in titles(menu) and app.started is None
    press(app, "escape")
    assert not menu.is_open
    one = made(tmp_path / "one", "in/one.prg")
    drop(app, one)
    assert not menu.is_open and app.started == one / "in/one.prg"
    drop(app, made(tmp_path / "none", "read.txt"))
    assert "none" in app.overlay.message and app.started == one / "in/one.prg"


def test_a_folder_in_the_library_opens_its_list_again(make_app, tmp_path):
    folder = made(tmp_path / "games", *MIXED)
    app = make_app("--basic-prompt")
    app.library.add(folder)
    (page,) = app.feature(LibraryPage).pages()
    listed = page.rows()[0].run()
    assert listed.title == "Files" and "  two.prg" in [row.title for row in listed.rows()]
    (folder / "two.prg").unlink()
    assert "  two.prg" not in [row.title for row in listed.rows()]
