"""What was started before: the list, its covers, and the page that shows them."""

import json
import threading
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from emu.host.media.library import ENTRIES_AT_MOST, Library
from emu.host.media.library_page import COVER_AFTER, NOTE_AFTER, LibraryPage
from emu.host.menu.menu import Menu
from emu.shared.disks import BUNDLED_GAME
from emu.shared.whole_file import write_whole
from tests.emu.host.menu.test_menu import disk
from tests.emu.host.windows import frames, press

HELLO = bytes([1, 8, 11, 8, 10, 0, 153, 34, 72, 73, 34, 0, 0, 0])  # 10 PRINT"HI"


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "library")


def programs(folder, count):
    """Write so many programs; returns their paths."""
    folder.mkdir(exist_ok=True)
    paths = [folder / f"p{i}.prg" for i in range(count)]
    for path in paths:
        path.write_bytes(HELLO)
    return paths


def test_the_last_started_comes_first_and_once(library, tmp_path):
    one, two = programs(tmp_path / "files", 2)
    library.add(one, "2026-01-01T10:00:00")
    library.add(two, "2026-01-02T10:00:00")
    library.add(one, "2026-01-03T10:00:00")
    assert [(e.title, e.date) for e in library.entries()] == [
        ("p0", "2026-01-03"),
        ("p1", "2026-01-02"),
    ]
    assert library.folder() == tmp_path / "files"


def test_files_that_are_gone_are_not_shown(library, tmp_path):
    one, two = programs(tmp_path / "files", 2)
    library.add(one)
    library.add(two)
    two.unlink()
    assert library.paths() == [one]


def test_it_does_not_grow_without_end_and_covers_go_with_their_entries(library, tmp_path):
    paths = programs(tmp_path / "files", ENTRIES_AT_MOST + 5)
    picture = np.zeros((272, 384), dtype=np.uint8)
    for path in paths:
        library.put_cover(library.add(path), picture, np.zeros((16, 3)))
    assert len(library.entries()) == ENTRIES_AT_MOST
    assert len(list(library.place.glob("*.png"))) <= ENTRIES_AT_MOST + 1
    assert paths[0] not in library.paths()


@pytest.mark.parametrize(
    "damage", ["", "{", "3", "null", '"x"', "[1, null, []]", "\udcff", "[" * 100_000]
)
def test_a_damaged_list_counts_as_an_empty_one(library, tmp_path, damage):
    library.place.mkdir()
    (library.place / "library.json").write_text(damage, errors="surrogateescape")
    assert library.entries() == []
    (path,) = programs(tmp_path / "files", 1)
    library.add(path)
    assert library.paths() == [path]


def test_of_a_half_damaged_list_the_good_entries_stay(library, tmp_path):
    (path,) = programs(tmp_path / "files", 1)
    library.place.mkdir()
    items = [
        {"path": str(path), "when": "2026-01-01T00:00:00"},
        {"path": 3, "when": "x"},
        {"path": "a\0b", "when": "x"},
        {"nothing": 1},
    ]
    (library.place / "library.json").write_text(json.dumps(items))
    assert library.paths() == [path]


def test_a_cover_comes_back_as_it_was_and_a_damaged_one_is_none(make_app, library, tmp_path):
    import pygame

    make_app()
    (path,) = programs(tmp_path / "files", 1)
    entry = library.add(path)
    assert library.cover(entry) is None
    picture = np.arange(272 * 384, dtype=np.uint32).reshape(272, 384).astype(np.uint8) & 15
    palette = np.arange(48).reshape(16, 3) * 5
    library.put_cover(entry, picture, palette)
    shown = pygame.surfarray.array3d(library.cover(entry)).transpose(1, 0, 2)
    assert np.array_equal(shown, palette[picture])
    (library.place / entry.cover_name).write_bytes(b"\x89PNG nothing")
    assert library.cover(entry) is None


def test_a_cover_is_read_once_and_again_when_it_is_another(
    make_app, library, tmp_path, monkeypatch
):
    make_app()
    monkeypatch.setattr("emu.host.media.library.COVERS_KEPT", 2)
    entries = [library.add(path) for path in programs(tmp_path / "files", 3)]
    for entry in entries:
        library.put_cover(entry, np.zeros((272, 384), dtype=np.uint8), np.zeros((16, 3)))
    first = library.cover(entries[0])
    assert library.cover(entries[0]) is first
    library.put_cover(entries[0], np.zeros((200, 320), dtype=np.uint8), np.zeros((16, 3)))
    assert library.cover(entries[0]).get_size() == (320, 200)
    for entry in entries:
        library.cover(entry)
    assert len(library._covers) == 2, "no more memory than for so many"
    large = np.zeros((1000, 1000), dtype=np.uint8)
    library.put_cover(entries[0], large, np.zeros((16, 3)))
    assert library.cover(entries[0]) is not library.cover(entries[0])
    (library.place / entries[1].cover_name).unlink()
    assert library.cover(entries[1]) is None


def test_a_place_that_cannot_be_written_loses_only_the_note(tmp_path):
    (tmp_path / "file").write_text("")
    library = Library(tmp_path / "file" / "library")
    (path,) = programs(tmp_path / "files", 1)
    library.put_cover(library.add(path), np.zeros((2, 2), dtype=np.uint8), np.zeros((16, 3)))
    assert library.entries() == []


# -- in the window -------------------------------------------------------------------------


def test_what_is_started_is_noted_and_gets_its_cover_after_some_seconds(make_app, tmp_path):
    (path,) = programs(tmp_path / "files", 1)
    app = make_app(str(path))
    frames(app, NOTE_AFTER)
    (entry,) = app.library.entries()
    assert entry.path == str(path)
    for _ in range(COVER_AFTER + NOTE_AFTER + 200):
        app._advance()
        app._sounded()
    assert app.library.cover(entry) is not None


def test_no_frame_waits_for_the_disk_on_which_it_is_noted(make_app, tmp_path, monkeypatch):
    """A disk that others write to may take a tenth of a second until a file is safe."""
    (path,) = programs(tmp_path / "files", 1)
    written = threading.Event()

    def slow(*args):
        written.wait()
        write_whole(*args)

    monkeypatch.setattr("emu.host.media.library.write_whole", slow)
    app = make_app(str(path))
    frames(app, NOTE_AFTER + 20)
    assert not (app.library.place / "library.json").exists()
    written.set()
    assert app.library.paths() == [path]


def test_a_file_that_is_dropped_is_noted_too(make_app, tmp_path):
    one, two = programs(tmp_path / "files", 2)
    app = make_app(str(one))
    frames(app, NOTE_AFTER)
    app.load(two)
    frames(app, NOTE_AFTER)
    assert app.library.paths() == [two, one]


def test_what_ran_for_a_moment_is_noted_when_the_window_closes(make_app, tmp_path):
    (path,) = programs(tmp_path / "files", 1)
    app = make_app(str(path))
    assert app.library.entries() == []
    app.close()
    assert app.library.paths() == [path]


def test_the_same_file_again_is_one_entry_with_the_later_time(make_app, tmp_path):
    (path,) = programs(tmp_path / "files", 1)
    app = make_app(str(path))
    app.load(path)
    frames(app, NOTE_AFTER)
    assert app.library.paths() == [path]


def test_basic_is_not_noted(make_app):
    app = make_app("--basic-prompt")
    frames(app, NOTE_AFTER)
    app.close()
    assert app.library.entries() == []


def test_the_page_starts_what_was_started_before(make_app, tmp_path):
    one, two = programs(tmp_path / "files", 2)
    app = make_app("--basic-prompt")
    app.library.add(one)
    app.library.add(two)
    menu = app.feature(Menu)
    menu.open("Library")
    frames(app, 3)
    assert [row.title for row in menu._rows] == ["p1", "p0", "files ...", "folders ..."]
    press(app, "right", "return")
    assert not menu.is_open
    assert app.started == one


def test_the_library_opens_at_the_start_if_the_settings_say_so(make_app, tmp_path):
    from emu.host.settings import settings_path

    app = make_app("--basic-prompt")
    assert not app.feature(Menu).is_open
    app.settings.library = True
    app.close()
    assert "library = true" in settings_path().read_text()
    app = make_app("--no-fastload")
    menu = app.feature(Menu)
    assert menu.is_open and menu._place.page.title == "Library"
    (path,) = programs(tmp_path / "files", 1)
    app.close()
    assert not make_app(str(path)).feature(Menu).is_open


def test_the_game_has_its_name_in_the_library(make_app):
    app = make_app("--no-fastload")
    frames(app, NOTE_AFTER)
    assert [entry.title for entry in app.library.entries()] == ["Property game"]
    assert app.feature(LibraryPage)._entry is not None


def test_favourites_come_first_and_stay_however_long_ago(tmp_path):
    library = Library(tmp_path / "library")
    files = programs(tmp_path / "files", ENTRIES_AT_MOST + 5)
    library.like(library.add(files[0]), True)
    for path in files[1:]:
        library.add(path)
    kept = library.entries()
    assert len(kept) == ENTRIES_AT_MOST
    assert [entry.path for entry in kept if entry.favourite] == [str(files[0])]
    library.add(files[0])
    assert library.entries()[0].favourite, "it is one when it was started again, too"


def test_insert_likes_and_delete_forgets_in_the_page(make_app, tmp_path):
    one, two = programs(tmp_path / "files", 2)
    app = make_app("--basic-prompt")
    app.library.add(one)
    app.library.add(two)
    menu = app.feature(Menu)
    menu.open("Library")
    frames(app, 3)
    press(app, "right", "insert")
    assert [row.title for row in menu._rows][:2] == ["* p0", "p1"]
    press(app, "delete")
    assert "p1" not in [row.title for row in menu._rows] and two.exists()


def test_the_page_reads_the_list_once_and_its_keys_mean_what_it_shows(
    make_app, tmp_path, monkeypatch
):
    one, two, three = programs(tmp_path / "files", 3)
    app = make_app("--basic-prompt")
    app.library.add(one)
    app.library.add(two)
    menu = app.feature(Menu)
    menu.open("Library")
    frames(app, 3)
    press(app, "right")
    assert menu._list.selected.title == "p0"
    read, count = app.library._read, []
    monkeypatch.setattr(app.library, "_read", lambda: count.append(1) or read())
    menu._refresh()
    frames(app, 2)
    assert len(count) == 1
    Library(app.library.place).add(three)  # by another window
    press(app, "delete")
    assert sorted(entry.title for entry in app.library.entries()) == ["p1", "p2"]


def test_all_files_of_my_folders_are_found_by_typing(make_app, tmp_path):
    inner = tmp_path / "games" / "deep" / "er"
    programs(tmp_path / "games", 3)
    inner.parent.mkdir()
    programs(inner, 1)
    (inner / "zork.d64").write_bytes(b"")
    (inner / "zork.txt").write_bytes(b"")
    app = make_app("--basic-prompt")
    app.library.put_folders([tmp_path / "games", tmp_path / "games", tmp_path / "gone"])
    menu = app.feature(Menu)
    menu.open("Library")
    frames(app, 3)
    menu.show(menu._rows[-1].run())
    titles = [row.title.strip() for row in menu._rows]
    assert (
        titles.count("p0.prg") == 2
        and "zork.txt" not in titles
        and "5 files: type a name" in titles
    )
    for letter in "zork":
        press(app, letter, unicode=letter)
    assert menu._rows[menu._place.selected].title.strip() == "zork.d64"
    gone = next(row for row in menu._rows if row.title == f"without {tmp_path / 'gone'}")
    gone.run()
    assert app.library.folders() == [tmp_path / "games"]


@pytest.mark.parametrize("text", ["", "{}", "[5, null]", '["a\\u0000b"]'])
def test_a_damaged_list_of_folders_counts_as_none(tmp_path, text):
    library = Library(tmp_path)
    (tmp_path / "folders.json").write_text(text)
    assert library.folders() == []


def test_a_folder_is_added_and_its_files_start_from_the_page(make_app, tmp_path):
    (one,) = programs(tmp_path / "games", 1)
    app = make_app("--basic-prompt")
    app.library.folder = lambda: tmp_path / "games"
    menu = app.feature(Menu)
    menu.open("Library")
    frames(app, 3)
    page = menu._rows[-1].run()
    assert [row.title for row in page.rows()] == [
        "folders", "add a folder ...", "no files to use here"
    ]  # fmt: skip
    browser = page.rows()[1].run()
    take = next(row for row in browser.rows() if row.run and not row.title.startswith(">"))
    menu.show(page)
    menu.show(browser)
    assert take.run() is None
    assert app.library.folders() == [tmp_path / "games"]
    assert [place.page.title for place in menu._stack] == ["Library", "My folders"]
    page = menu._place.page
    rows = page.rows()
    assert [row.title for row in rows] == [
        "folders", f"without {tmp_path / 'games'}", "add a folder ...", "1 file: type a name",
        "  p0.prg",
    ]  # fmt: skip
    assert [row.usable for row in rows] == [False, True, True, False, True]
    assert [row.heading for row in rows] == [True, False, False, True, False]
    assert rows[-1].name and rows[-1].word == "14 B" and rows[-1].more().title == "p0.prg"
    rows[-1].run()
    assert app.started == one


def test_what_the_page_says_of_an_entry(make_app, tmp_path):
    one, _ = programs(tmp_path / "files", 2)
    app = make_app("--basic-prompt")
    app.library.add(one, "2026-01-02T10:00:00")
    rows = app.feature(LibraryPage).pages()[0].rows()
    assert [(row.title, row.word) for row in rows] == [
        ("p0", "2026-01-02"),
        ("files ...", "open a file"),
        ("folders ...", "search in all their files"),
    ]
    assert rows[0].name and rows[0].picture is None
    assert rows[0].more().title == "p0.prg"


def test_keys_beside_the_entries_change_nothing(make_app, tmp_path):
    (one,) = programs(tmp_path / "files", 1)
    app = make_app("--basic-prompt")
    app.library.add(one)
    (page,) = app.feature(LibraryPage).pages()

    def pressed(key, number=0):
        page.rows()  # the menu asks again for what it shows
        page.keys[key].do(number)

    page.rows()
    for key in ("insert", "delete"):
        assert page.keys[key].fits(0)
        assert not page.keys[key].fits(1), "the row of the files"
        pressed(key, 1)
        pressed(key, 2)
    (entry,) = app.library.entries()
    assert entry.path == str(one) and not entry.favourite
    pressed("insert")
    assert app.library.entries()[0].favourite
    pressed("insert")
    assert not app.library.entries()[0].favourite
    pressed("delete")
    assert app.library.entries() == []


def test_what_is_forgotten_loses_its_cover_and_what_is_liked_keeps_it(make_app, library, tmp_path):
    make_app()
    one, two = (library.add(path) for path in programs(tmp_path / "files", 2))
    for entry in (one, two):
        library.put_cover(entry, np.zeros((2, 2), dtype=np.uint8), np.zeros((16, 3)))
    library.like(one, True)
    library.forget(two)
    assert library.cover_of(one.path) is not None and library.cover_of(two.path) is None
    assert [entry.path for entry in library.entries()] == [one.path]


def test_the_game_that_comes_with_it_leads_to_no_folder(library, tmp_path):
    library.add(BUNDLED_GAME)
    assert library.folder() == Path.home()
    (one,) = programs(tmp_path / "files", 1)
    library.add(one, "2026-01-02T10:00:00")
    library.add(BUNDLED_GAME, "2026-01-03T10:00:00")
    assert library.folder() == tmp_path / "files"


def test_what_is_started_is_noted_with_the_second_of_now(library, tmp_path):
    (path,) = programs(tmp_path / "files", 1)
    before = datetime.now().replace(microsecond=0)
    entry = library.add(path)
    assert before <= datetime.fromisoformat(entry.when) <= datetime.now()
    assert len(entry.when) == len("2026-01-01T10:00:00") and not entry.favourite
    (noted,) = library.entries()
    assert replace(noted, key="", size=0) == entry and len(noted.key) == 32
    assert noted.size == path.stat().st_size


@pytest.mark.parametrize("disks", [1, 2])
def test_a_folder_of_one_disk_starts_it_without_a_list(make_app, tmp_path, disks):
    folder = tmp_path / "disks"
    folder.mkdir()
    for name in ("a.d64", "b.d64")[:disks]:
        disk(folder / name)
    assert make_app(str(folder)).feature(Menu).is_open is (disks == 2)


def test_favourites_are_among_those_that_are_kept(library, tmp_path, monkeypatch):
    monkeypatch.setattr("emu.host.media.library.ENTRIES_AT_MOST", 3)
    files = programs(tmp_path / "files", 5)
    library.like(library.add(files[0]), True)
    for path in files[1:]:
        library.add(path)
    assert library.paths() == [files[4], files[3], files[0]]
    library.like(library.entries()[2], False)
    library.add(files[1])
    assert library.paths() == [files[1], files[4], files[3]]


def cover(library, entry):
    library.put_cover(entry, np.zeros((2, 2), dtype=np.uint8), np.zeros((16, 3)))


def test_a_file_that_was_moved_is_still_a_favourite_and_has_its_cover(make_app, library, tmp_path):
    make_app()
    one, two = programs(tmp_path / "files", 2)
    two.write_bytes(HELLO + b"another")
    for path in (one, two):
        library.like(library.add(path, "2026-01-01T10:00:00"), True)
        cover(library, library.entries()[0])
    moved = tmp_path / "elsewhere" / "Ünder another name.prg"
    moved.parent.mkdir()
    one.rename(moved)
    assert library.paths() == [two]
    library.add(moved, "2026-01-02T10:00:00")
    assert [(e.path, e.favourite) for e in library.entries()] == [
        (str(moved), True), (str(two), True)
    ]  # fmt: skip
    assert library.cover_of(moved) is not None and library.cover_of(one) is None
    assert len(list(library.place.glob("*.png"))) == 2


def test_a_copy_and_a_file_with_another_content_take_nothing_over(make_app, library, tmp_path):
    make_app()
    one, copy = programs(tmp_path / "files", 2)
    library.like(library.add(one), True)
    cover(library, library.entries()[0])
    library.add(copy)
    assert [e.favourite for e in library.entries()] == [False, True], "both are there"
    assert library.cover_of(one) is not None and library.cover_of(copy) is None
    one.unlink()
    other = tmp_path / "files" / "other.prg"
    other.write_bytes(HELLO + b"another")
    library.add(other)
    assert not library.entries()[0].favourite and library.cover_of(other) is None
    folders = [tmp_path / name for name in ("a", "b")]
    for folder in folders:
        folder.mkdir()
    library.like(library.add(folders[0]), True)
    folders[0].rmdir()
    library.add(folders[1])
    assert not library.entries()[0].favourite, "folders have no content that they are known by"


def test_a_disk_that_was_written_to_is_known_by_what_is_on_it_now(make_app, tmp_path):
    path = disk(tmp_path / "one.d64")
    app = make_app(str(path))
    frames(app, NOTE_AFTER)
    app.library.like(app.library.entries()[0], True)
    before = path.read_bytes()
    app.machine.drives[8].image.volume().write_file(b"SCORE", 2, b"\x01\x08high")
    app.close()
    assert path.read_bytes() != before
    moved = path.rename(tmp_path / "two.d64")
    library = Library(app.library.place)
    assert library.paths() == []
    library.add(moved)
    assert [(e.path, e.favourite) for e in library.entries()] == [(str(moved), True)]


def test_entries_of_an_older_version_are_read(library, tmp_path):
    (path,) = programs(tmp_path / "files", 1)
    library.place.mkdir()
    old = {"path": str(path), "when": "2026-01-01T00:00:00", "favourite": True}
    (library.place / "library.json").write_text(json.dumps([old, dict(old, key=3)]))
    assert [(e.path, e.favourite, e.key) for e in library.entries()] == [(str(path), True, "")]
