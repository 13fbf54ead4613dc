"""When a program is noted in the library and its cover is taken, counted in frames."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from emu.host.media import library_page as module
from emu.host.media.library import COVER_LIMIT, COVERS_KEPT, ENTRIES_AT_MOST, Entry, Library
from emu.host.media.library_page import COVER_AFTER, NOTE_AFTER, LibraryPage
from emu.host.worker import AtOnce


def page_of(started=Path("a.prg"), **args):
    """Return a LibraryPage whose App notes what is added, opened and pictured in ``log``."""
    log, known = [], []
    library = SimpleNamespace(
        add=lambda path: log.append(("add", path)) or f"entry of {path}",
        put_cover=lambda *words: log.append(("cover", *words)),
        know=known.append,
    )
    options = {name: None for name in ("file", "basic_prompt", "drive8", "tape", "cart")} | args
    app = SimpleNamespace(
        started=started, library=library, log=log, loading=lambda: False,
        known=known, guarded=lambda function: function(),
        machine=SimpleNamespace(
            flush=lambda: None, screen=SimpleNamespace(indices="picture", palette="colours")
        ),
        args=SimpleNamespace(**options), settings=SimpleNamespace(library=True),
        feature=lambda kind: SimpleNamespace(
            open=lambda name: log.append(("open", name)),
            ask=lambda page: log.append(("ask", page)),
        ),
    )  # fmt: skip
    return LibraryPage(app)


def frames(page, count):
    for _ in range(count):
        page.after_frame(None)


def test_a_program_is_noted_and_its_cover_taken_after_so_many_frames():
    assert (NOTE_AFTER, COVER_AFTER) == (25, 500)
    page = page_of(file="a.prg")
    page.ready()
    frames(page, 24)
    assert page.app.log == []
    frames(page, 1)
    added = ("add", Path("a.prg"))
    assert page.app.log == [added]
    frames(page, 498)
    assert page.app.log == [added]
    frames(page, 1)
    cover = ("cover", "entry of a.prg", "picture", "colours")
    assert page.app.log == [added, cover]
    frames(page, 2000)
    page.restarted()
    frames(page, 2000)
    page.close()
    assert page.app.log == [added, cover], "once"


def test_frames_of_loading_do_not_count_for_the_cover():
    page = page_of(file="a.prg")
    page.ready()
    page.app.loading = lambda: True
    frames(page, 2000)
    page.app.loading = lambda: False
    frames(page, 499)
    assert len(page.app.log) == 1
    frames(page, 1)
    assert len(page.app.log) == 2


def test_another_file_begins_anew_and_basic_is_none():
    page = page_of(started=None, basic_prompt=True)
    page.ready()
    frames(page, 2000)
    page.close()
    assert page.app.log == []
    page.app.started = Path("b.prg")
    page.restarted()
    frames(page, 24)
    page.app.started = None
    page.restarted()
    frames(page, 24)
    page.close()
    assert page.app.log == []
    page.app.started = Path("b.prg")
    page.restarted()
    page.close()
    page.close()
    assert page.app.log == [("add", Path("b.prg"))], "once, however short it ran"
    assert page.app.known == ["entry of b.prg"] * 2, "looked at whenever the window closes"


@pytest.mark.parametrize("wanted", [True, False])
@pytest.mark.parametrize("option", [None, "file", "basic_prompt", "drive8", "tape", "cart"])
def test_the_library_is_opened_if_nothing_is_given_and_it_is_wanted(option, wanted):
    page = page_of(started=None, **({option: "x"} if option else {}))
    page.app.settings.library = wanted
    page.ready()
    assert page.app.log == ([("open", "Library")] if wanted and not option else [])


def test_a_folder_to_list_is_shown_once_and_the_library_is_not(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "browse", lambda *words, **more: (words, more))
    page = page_of(None, folder=tmp_path)
    page.ready()
    ((_, ((app, title, endings, load, folder), more)),) = page.app.log
    assert (app, title, endings, folder) == (page.app, "Files", module.STARTABLE, tmp_path)
    assert more == {"folders": True}
    started = []
    page.app.load = lambda path: not started.append(path)
    assert load(Path("a.d64")) is module.CLOSE and started == [Path("a.d64")]
    assert page.app.args.folder is None, "another machine does not bring it again"
    page.app.settings.library = False
    page.ready()
    assert len(page.app.log) == 1


# -- the list on the disk -----------------------------------------------------------------------


def test_an_entry_is_sound_if_all_of_it_can_be_one():
    good = {"path": "/a", "when": "2026-01-02T10:00:00", "favourite": True}
    assert Entry(**good).sound()
    for name, bad in (("path", 3), ("path", "a\0b"), ("when", 3), ("when", None), ("favourite", 1)):
        assert not Entry(**good | {name: bad}).sound()
    entry = Entry("/a/b.prg", "2026-01-02T10:00:00")
    assert (entry.title, entry.date, entry.favourite) == ("b", "2026-01-02", False)
    assert len(entry.cover_name) == 24 and entry.cover_name.endswith(".png")
    assert entry.cover_name != Entry("/a/c.prg", entry.when).cover_name


def test_numbers_that_the_lists_are_held_to():
    assert (ENTRIES_AT_MOST, COVERS_KEPT, COVER_LIMIT) == (60, 60, 1_000_000)


def test_whoever_asks_waits_for_what_is_being_written(tmp_path):
    class Worker(AtOnce):
        waits = 0

        def wait(self):
            self.waits += 1

    worker = Worker()
    library = Library(tmp_path, worker)
    for count, ask in enumerate((library.entries, library.folders, library.paths), 1):
        assert ask() == [] and worker.waits == count
    assert library.cover(Entry("/a", "")) is None and worker.waits == 4


def test_a_cover_that_is_too_large_is_none(tmp_path, monkeypatch):
    library, entry = Library(tmp_path), Entry("/a", "")
    (tmp_path / entry.cover_name).write_bytes(bytes(20))
    asked = []
    monkeypatch.setattr(
        "emu.host.media.library.read_plain",
        lambda path, most: asked.append((path, most)) or b"no picture",
    )
    assert library.cover(entry) is None
    assert asked == [(tmp_path / entry.cover_name, 1_000_000)]


def test_a_file_that_another_one_follows_gets_no_cover_of_it():
    page = page_of(file="a.prg")
    page.ready()
    frames(page, 25 + 490)
    page.app.started = Path("b.prg")
    page.restarted()
    frames(page, 24)
    assert page.app.log == [("add", Path("a.prg"))]
