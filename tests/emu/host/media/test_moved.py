"""Files of the library that were moved on the host: found by size and content, and shown again."""

import time

import numpy as np
import pytest

from emu.host.media import moved as module
from emu.host.media.library import Library
from emu.host.media.moved import MovedFiles
from emu.host.menu.menu import Menu
from tests.emu.host.windows import frames

ENDINGS = (".prg",)


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "library")


def written(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def search(library, *folders):
    """Return what is found, {old name: where it is now}."""
    found = MovedFiles(library.lost(), folders, ENDINGS)
    assert found.wait(30)
    pairs = found.news()
    assert found.news() == [], "each is told once"
    return {entry.title: path for entry, path in pairs}, pairs


def test_a_moved_favourite_keeps_its_place_its_date_and_its_cover(library, tmp_path):
    old = written(tmp_path / "a" / "one.prg", b"\1\10one")
    other = written(tmp_path / "a" / "two.prg", b"\1\10two")
    entry = library.add(old, "2026-01-01T10:00:00")
    library.add(other, "2026-01-02T10:00:00")
    library.like(entry, True)
    library.put_cover(entry, np.zeros((8, 8), dtype=np.uint8), np.zeros((16, 3)))
    assert library.lost() == []
    new = tmp_path / "b" / "deep" / "renamed.prg"
    new.parent.mkdir(parents=True)
    old.rename(new)
    assert [e.title for e in library.lost()] == ["one"] and library.paths() == [other]
    where, pairs = search(library, tmp_path / "b")
    assert where == {"one": new}
    library.moved(*pairs[0])
    assert library.paths() == [other, new]
    entry = library.entries()[1]
    assert entry.favourite and entry.date == "2026-01-01" and library.cover(entry) is not None
    assert library.lost() == []


def test_only_files_of_the_same_size_are_read_and_only_the_same_content_counts(
    library, tmp_path, monkeypatch
):
    old = written(tmp_path / "one.prg", b"\1\10one")
    library.add(old)
    old.unlink()
    written(tmp_path / "b" / "longer.prg", b"\1\10longer")
    written(tmp_path / "b" / "same size.prg", b"\1\10two")
    read, real = [], module.content_key
    monkeypatch.setattr(module, "content_key", lambda path: read.append(path.name) or real(path))
    assert search(library, tmp_path / "b")[0] == {}
    assert read == ["same size.prg"]


def test_no_more_is_read_than_somebody_waits_for(library, tmp_path, monkeypatch):
    old = written(tmp_path / "one.prg", b"\1\10one")
    library.add(old)
    old.rename(written(tmp_path / "b" / "z" / "moved.prg", b""))
    for number in range(4):
        written(tmp_path / "b" / f"{number}.prg", b"\1\10two")
    monkeypatch.setattr(module, "BYTES_MOST", 4 * 5)
    assert search(library, tmp_path / "b")[0] == {}
    monkeypatch.setattr(module, "BYTES_MOST", 5 * 5)
    assert set(search(library, tmp_path / "b")[0]) == {"one"}


def test_what_was_started_from_its_new_place_meanwhile_is_not_there_twice(library, tmp_path):
    old = written(tmp_path / "one.prg", b"\1\10one")
    library.add(old)
    new = old.rename(tmp_path / "new.prg")
    (pair,) = search(library, tmp_path)[1]
    library.add(new)
    library.moved(*pair)
    assert library.paths() == [new] and library.lost() == []


def test_the_page_looks_once_and_shows_what_was_found_by_itself(make_app, tmp_path, monkeypatch):
    app = make_app("--basic-prompt")
    library = app.library
    old = written(tmp_path / "games" / "one.prg", b"\1\10one")
    library.like(library.add(old), True)
    library.put_folders([tmp_path / "games"])
    library.lost()
    old.rename(written(tmp_path / "games" / "sub" / "elsewhere.prg", b""))
    written(tmp_path / "gone.prg", b"\1\10gone")
    library.add(tmp_path / "gone.prg")
    library.lost()
    (tmp_path / "gone.prg").unlink()
    searches = []
    real = MovedFiles.__init__
    monkeypatch.setattr(
        MovedFiles, "__init__", lambda self, *words: searches.append(self) or real(self, *words)
    )
    menu = app.feature(Menu)
    menu.open("Library")
    end = time.monotonic() + 30
    while menu._rows[0].title != "* elsewhere" and time.monotonic() < end:
        frames(app)
    assert menu._rows[0].title == "* elsewhere"
    assert all(search.wait(30) for search in searches)
    frames(app, 3)
    count = len(searches)
    assert count <= 2, "once for both, once for the one that is left"
    for _ in range(3):
        menu._refresh()
        frames(app, 2)
    assert len(searches) == count


def test_without_folders_and_for_entries_of_old_lists_nobody_looks(library, tmp_path, make_app):
    app = make_app("--basic-prompt")
    old = written(tmp_path / "one.prg", b"\1\10one")
    app.library.add(old)
    app.library.lost()
    old.unlink()
    app.feature(Menu).open("Library")
    frames(app, 2)
    text = (app.library.place / "library.json").read_text()
    assert '"size": 5' in text
    (app.library.place / "library.json").write_text(text.replace('"size": 5', '"size": 0'))
    assert app.library.lost() == []
