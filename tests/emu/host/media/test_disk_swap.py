"""The disks of a list in the window: the next one, one by its name, lists that are none."""

import pygame
import pytest

from disk.d64 import D64Image
from emu.host.media.disk_swap import Flip
from tests.emu.host.menu.test_menu import HELLO, disk
from tests.emu.host.windows import press


@pytest.fixture
def sides(tmp_path):
    """The paths of two disks."""
    return disk(tmp_path / "one.d64"), disk(tmp_path / "two.d64")


@pytest.fixture
def words(monkeypatch):
    """What windows say, [text]."""
    said = []
    monkeypatch.setattr(
        "emu.host.picture.overlay.Overlay.say", lambda self, text, *_: said.append(text)
    )
    return said


def inside(app):
    return app.machine.drives[8].image.path.name


def next_disk(app):
    press(app, "n", mod=pygame.KMOD_LALT)


def test_two_disks_take_turns_and_it_is_said_which_is_in(make_app, sides, words):
    app = make_app(*map(str, sides))
    assert "a list of 2 disks: ALT+N puts the next one in" in words
    seen = []
    for _ in range(3):
        next_disk(app)
        seen.append((inside(app), words[-1]))
    two, one = ("two.d64", "disk 2 of 2: two"), ("one.d64", "disk 1 of 2: one")
    assert seen == [two, one, two]


def test_a_disk_is_chosen_by_its_number_and_name(make_app, sides):
    app = make_app(*map(str, sides))
    action = app.actions["disk-list"]
    assert (action.state(), action.choices()) == ("1 one", ("1 one", "2 two"))
    action.put("2 two")
    assert action.state() == "2 two" and inside(app) == "two.d64"
    action.put("1 one")
    assert action.state() == "1 one" and inside(app) == "one.d64"


@pytest.mark.parametrize("count", [0, 1])
def test_a_disk_alone_is_no_list(make_app, sides, words, count):
    app = make_app("--basic-prompt", *[str(sides[0])][:count])
    assert not any(app.actions[name].possible() for name in ("next-disk", "disk-list"))
    assert app.actions["disk-list"].state() == ("1 one" if count else "none")
    del words[:]
    app.feature(Flip).next()
    assert not words


def test_files_without_a_disk_are_told_and_make_no_list(make_app, sides, tmp_path, words):
    program = tmp_path / "hello.prg"
    program.write_bytes(HELLO)
    app = make_app(str(sides[0]))
    del words[:]
    app.feature(Flip).add([program, tmp_path / "gone.m3u", tmp_path / "song.sid"])
    assert words[0] == "hello.prg: no disk; a list has disks only"
    assert len(words) == 2 and words[1].startswith("gone.m3u: ")


def test_another_start_has_another_list_and_a_reset_keeps_it(make_app, sides, tmp_path):
    app = make_app(*map(str, sides))
    next_disk(app)
    app.machine_restarted()
    assert app.actions["disk-list"].state() == "2 two", "the same was started"
    bad = tmp_path / "bad.m3u"
    bad.write_text("gone.d64\n")
    app.feature(Flip).look(bad)
    assert app.actions["disk-list"].state() == "none"
    app.feature(Flip).look(None)
    assert app.actions["disk-list"].state() == "none"


@pytest.mark.parametrize("option", [(), ("--read-only",)])
def test_the_next_disk_is_as_protected_as_the_first_and_its_errors_are_told(
    make_app, sides, words, option, capsys
):
    app = make_app(*map(str, sides), *option)
    drive = app.machine.drives[8]
    drive.unplug()  # the next disk comes with a drive of its own
    next_disk(app)
    assert drive.image.read_only is bool(option)
    assert drive.notice is not None
    drive.notice("drive 8: an error")
    assert words[-1] == "drive 8: an error"


def test_a_disk_that_cannot_be_used_leaves_the_one_that_is_in(make_app, sides, words):
    app = make_app(*map(str, sides))
    sides[1].write_bytes(b"no disk")
    next_disk(app)
    assert inside(app) == "one.d64" and "two.d64" in words[-1]
    assert app.actions["disk-list"].state() == "1 one"


def test_a_blank_disk_of_the_same_name_is_another_of_the_list(make_app, tmp_path, sides):
    other = tmp_path / "other"
    other.mkdir()
    (other / "one.d64").write_bytes(D64Image.blank(b"BLANK", b"00").to_bytes())
    app = make_app(str(sides[0]), str(other / "one.d64"))
    assert app.actions["disk-list"].choices() == ("1 one", "2 one")
    app.actions["disk-list"].put("2 one")
    assert app.machine.drives[8].image.path.parent == other
