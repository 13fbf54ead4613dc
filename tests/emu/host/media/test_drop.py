"""What is dropped on the window, and several files of a command line: started, or a list."""

import pygame
import pytest

from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.host.media.disk_swap import Flip
from emu.host.menu.menu import Menu
from tests.emu.host.menu.test_menu import HELLO, disk, select
from tests.emu.host.windows import frames, press


def drop(app, *paths):
    """Drop files on the window, as SDL tells of it."""
    pygame.event.post(pygame.event.Event(pygame.DROPBEGIN))
    for path in paths:
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    pygame.event.post(pygame.event.Event(pygame.DROPCOMPLETE))
    frames(app)


def test_a_dropped_disk_is_asked_about_once_and_the_answer_is_remembered(make_app, tmp_path):
    app = make_app()
    frames(app, 200)
    cycle = app.machine.cycle
    drop(app, disk(tmp_path / "one.d64"))
    menu = app.feature(Menu)
    assert menu.is_open and menu._place.page.title == "Dropped disk"
    select(app, menu, "put it into drive 8, the program goes on")
    press(app, "return")
    assert app.machine.cycle >= cycle, "no reset"
    assert app.machine.drives[8].image.path.name == "one.d64"
    drop(app, disk(tmp_path / "two.d64"))
    assert not menu.is_open
    assert app.machine.drives[8].image.path.name == "two.d64"
    assert app.settings.drop == "insert"


def test_a_dropped_disk_is_started_if_that_is_the_answer(make_app, tmp_path):
    app = make_app()
    drop(app, disk(tmp_path / "one.d64"))
    select(app, app.feature(Menu), "start it")
    press(app, "return")
    assert app.started.name == "one.d64" and app.settings.drop == "start"


def test_a_program_is_started_without_a_question(make_app, tmp_path):
    path = tmp_path / "hello.prg"
    path.write_bytes(HELLO)
    app = make_app()
    drop(app, path)
    assert app.started == path and not app.feature(Menu).is_open


def test_what_is_started_ends_a_pause_and_what_is_refused_or_put_in_does_not(make_app, tmp_path):
    program, damaged = tmp_path / "hello.prg", tmp_path / "bad.d64"
    program.write_bytes(HELLO)
    damaged.write_bytes(b"no disk")
    app = make_app()
    app.settings.drop = "insert"
    app.swap_pause()
    drop(app, damaged)
    assert app.paused
    drop(app, disk(tmp_path / "one.d64"))
    assert app.paused and app.machine.drives[8].image.path.name == "one.d64"
    drop(app, program)
    assert not app.paused and app.started == program


def test_several_dropped_disks_become_a_list(make_app, tmp_path):
    app = make_app()
    app.settings.drop = "insert"
    drop(app, *(disk(tmp_path / f"side{n}.d64") for n in (1, 2, 3)))
    flip = app.feature(Flip)
    assert flip.disks.labels == ["side1", "side2", "side3"]
    press(app, "n", mod=pygame.KMOD_LALT)
    assert app.machine.drives[8].image.path.name == "side2.d64"


def test_what_is_no_disk_does_not_come_into_the_list(make_app, tmp_path):
    bad = tmp_path / "bad.d64"
    bad.write_bytes(b"no disk")
    text = tmp_path / "hello.prg"
    text.write_bytes(HELLO)
    app = make_app()
    app.settings.drop = "insert"
    drop(app, disk(tmp_path / "one.d64"), bad, text, disk(tmp_path / "two.d64"))
    assert app.feature(Flip).disks.labels == ["one", "bad", "two"], "opened when its turn comes"
    told = " ".join(text for _, text in app.overlay.messages)
    assert "hello.prg" in told and "list of 3 disks" in told


def test_several_disks_of_the_command_line_are_a_list(make_app, tmp_path):
    paths = [str(disk(tmp_path / f"side{n}.d64")) for n in (1, 2)]
    app = make_app(*paths)
    assert app.feature(Flip).disks.labels == ["side1", "side2"]
    app.load(paths[1])
    assert app.feature(Flip).disks.labels == ["side2"]


def test_a_list_of_disks_without_a_window_is_refused():
    with pytest.raises(UsageError, match="needs the window"):
        parse_arguments(["--headless", "--frames", "1", "a.d64", "b.d64"])


def test_a_folder_of_disks_shows_their_list_and_the_first_is_started(make_app, tmp_path):
    folder = tmp_path / "disks"
    folder.mkdir()
    for name in ("a", "b", "c"):
        disk(folder / f"{name}.d64")
    app = make_app(str(folder))
    menu = app.feature(Menu)
    assert menu.is_open and menu._place.page.title == "Files"
    names = [row.title.strip() for row in menu._rows]
    assert names[-3:] == ["a.d64", "b.d64", "c.d64"]
    select(app, menu, "  b.d64")
    press(app, "return")
    assert app.started.name == "b.d64"


def test_the_question_about_a_disk_names_it_and_where_the_answer_is_changed(make_app, tmp_path):
    app = make_app()
    drop(app, disk(tmp_path / "one.d64"), disk(tmp_path / "two.d64"))
    rows = app.feature(Menu)._place.page.rows()
    assert [(row.title, row.heading, row.usable) for row in rows] == [
        ("one.d64", True, False),
        ("start it", False, True),
        ("put it into drive 8, the program goes on", False, True),
        ("Settings, dropped disk, changes that later", True, False),
    ]
    assert rows[0].name, "a file's name is not translated"


def test_one_file_comes_without_a_frame_around_it_and_an_empty_drop_does_nothing(
    make_app, tmp_path
):
    app = make_app()
    started = app.started
    drop(app)
    assert app.started == started and not app.feature(Menu).is_open
    path = tmp_path / "hello.prg"
    path.write_bytes(HELLO)
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    frames(app)
    assert app.started == path


@pytest.mark.parametrize("kind", ["folder", "damaged", "gone"])
def test_what_is_no_disk_is_started_without_a_question_and_may_be_refused(make_app, tmp_path, kind):
    path = tmp_path / "thing.d64"
    if kind == "folder":
        path = tmp_path / "files"
        path.mkdir()
        (path / "hello.prg").write_bytes(HELLO)
    elif kind == "damaged":
        path.write_bytes(b"no disk")
    app = make_app()
    drop(app, path)
    assert not app.feature(Menu).is_open
    assert (app.started == path) is (kind == "folder")
    if kind != "folder":
        assert path.name in app.overlay.message


def test_two_dropped_disks_are_a_list_too(make_app, tmp_path):
    app = make_app()
    app.settings.drop = "insert"
    drop(app, *(disk(tmp_path / f"{name}.d64") for name in ("one", "two")))
    assert app.feature(Flip).disks.labels == ["one", "two"]
