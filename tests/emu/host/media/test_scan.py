"""The files of whole trees: which are found, in which order, and that nobody waits for them."""

import threading
import time

import pytest

from emu.host.media import scan as module
from emu.host.media.scan import Scan
from emu.host.menu.files import all_files
from emu.host.menu.menu import Menu
from emu.host.menu.names import composed, folded, order
from emu.shared.folder_walk import walk
from tests.emu.host.windows import frames, press


def files(folder, *names):
    """Write files; returns the folder."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\1\10\0\0")
    return folder


def all_of(scan):
    """Return the names of what is found, once all is."""
    end = time.monotonic() + 30
    while not scan.done and time.monotonic() < end:
        time.sleep(0.01)
    assert scan.done
    return [path.name for path in scan.found()]


def test_files_of_all_folders_are_found_once_and_hidden_ones_are_not(tmp_path):
    a = files(tmp_path / "a", "p1.prg", ".p2.prg", ".cache/p3.prg", "deep/er/P4.PRG", "p5.txt")
    b = files(tmp_path / "b", "p6.prg")
    assert all_of(Scan([b, a, a / "deep", tmp_path / "gone"], (".prg",))) == [
        "p1.prg", "P4.PRG", "p6.prg"
    ]  # fmt: skip


@pytest.mark.parametrize("most", [3, 4, 100])
def test_no_more_files_than_a_list_can_have_and_no_more_folders_than_somebody_waits_for(
    tmp_path, monkeypatch, most
):
    files(tmp_path, *(f"{n}/p{n}.prg" for n in range(5)))
    monkeypatch.setattr(module, "MOST", most)
    assert len(all_of(Scan([tmp_path], (".prg",)))) == min(5, most)
    found = list(walk([tmp_path], (".prg",), folders_most=3))
    assert len(found) == 2, "the first folder has none"
    found = list(walk([tmp_path], (".prg",), entries_most=6))
    assert len(found) == 1, "five folders, and the file of the first"


def test_names_are_sorted_as_people_read_them():
    names = ["über 2.d64", "Zak.d64", "Disk 10.d64", "uber 1.d64", "disk 2.d64", "Über 3.d64"]
    assert sorted(names, key=order) == [
        "disk 2.d64", "Disk 10.d64", "uber 1.d64", "über 2.d64", "Über 3.d64", "Zak.d64"
    ]  # fmt: skip
    assert folded("Müller") == folded("Mu\u0308ller") == "muller" and folded("ß") == "ss"
    assert composed("Mu\u0308ller") == "Müller" and composed("plain") == "plain"


@pytest.fixture
def slow(monkeypatch):
    """A disk that gives one file, and the others when it is let go."""
    go = threading.Event()
    real = module.walk

    def late(*words):
        for number, path in enumerate(sorted(real(*words))):
            if number == 1:
                go.wait(30)
            yield path

    monkeypatch.setattr(module, "walk", late)
    yield go
    go.set()


def test_what_a_slow_disk_brings_later_comes_by_itself_and_moves_no_selection(
    make_app, tmp_path, slow, monkeypatch
):
    monkeypatch.setattr(module, "NEWS_EVERY", 0.0)
    folder = files(tmp_path / "games", "m.prg")
    app = make_app("--basic-prompt")
    menu = app.feature(Menu)
    menu.open()
    before = time.monotonic()
    files(tmp_path / "games", "z.prg", "a/a.prg")
    menu.show(all_files(app, [folder], app.load))
    assert time.monotonic() - before < 20, "it does not wait for the disk"
    frames(app, 3)
    assert [row.title.strip() for row in menu._rows] == ["1 file so far", "a.prg"]
    selected = menu._rows[menu._place.selected].title
    slow.set()
    end = time.monotonic() + 30
    while len(menu._rows) < 4 and time.monotonic() < end:
        frames(app)
    titles = [row.title.strip() for row in menu._rows]
    assert titles == ["3 files: type a name", "a.prg", "m.prg", "z.prg"]
    assert menu._rows[menu._place.selected].title == selected
    frames(app, 2)
    assert not menu._place.page.news()


def test_accents_are_found_with_and_without_them(make_app, tmp_path):
    folder = files(tmp_path / "g", "Mu\u0308nze.prg", "Zorro.prg", "Äpfel.prg")
    app = make_app("--basic-prompt")
    menu = app.feature(Menu)
    menu.open()
    menu.show(all_files(app, [folder], app.load))
    frames(app, 3)
    assert [row.title.strip() for row in menu._rows[1:]] == ["Äpfel.prg", "Münze.prg", "Zorro.prg"]
    for letters in ("mu", "mü", "ap"):
        press(app, "home")
        for letter in letters:
            press(app, "u", unicode=letter)
        found = folded(menu._rows[menu._place.selected].title.strip())
        assert found.startswith(folded(letters))
        menu._typed_until = 0.0
