"""Saved states in slots, the undo of a load, and going on where one left."""

import json
import os
import random
import re
import struct
import threading
import zipfile
import zlib
from dataclasses import replace

import pygame
import pytest

import c64
from disk.d64 import D64Image
from disk.volume import PRG, Volume
from emu.errors import HostError
from emu.host.app import App
from emu.host.menu.menu import Menu
from emu.host.menu.page import CLOSE
from emu.host.state.slots import NOT_YOURS, SLOTS, TILE, Slots, data_folder
from emu.shared.checksummed import PREFIX, read_sealed, write_sealed
from emu.shared.state.write import (
    STATE_MAGIC,
    load_state_file,
    put_state,
    save_state_file,
    take_state,
)
from tests.disk.test_crt import crt
from tests.emu.host.window_kit import hold, let_go, make_app, press, turns, without_waiting

pytestmark = pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")


@pytest.fixture
def make(monkeypatch, tmp_path):
    """Return a function that makes Apps; they are closed at the end."""
    made = []

    def make_one(*words):
        app = make_app(monkeypatch, tmp_path / "home", *words)
        without_waiting(app)
        made.append(app)
        return app

    (tmp_path / "home").mkdir()
    yield make_one
    for app in made:
        if app.sound is not None:
            app.close()


def typed(app, text):
    """Type on the machine and wait until it has been done."""
    app.machine.type(text, wait=False)
    while app.machine.typing:
        turns(app)
    turns(app, 10)


def said(app):
    """Return a list that gets what the window says."""
    words = []
    app.overlay.say = words.append
    return words


def at_prompt(app):
    while not app.machine.at_prompt:
        turns(app)


def test_what_was_saved_comes_back_with_the_keys_and_the_load_can_be_undone(make):
    app = make("--basic-prompt")
    at_prompt(app)
    typed(app, "a=64\n")
    press(pygame.K_c)
    turns(app)
    app.paused = True
    turns(app)
    saved = app.machine.snapshot()
    app.paused = False
    typed(app, "a=1\n")
    app.paused = True
    later = app.machine.snapshot()
    press(pygame.K_l)
    turns(app)
    first = load_state_file(app.feature(Slots).path("1")).snapshot
    assert app.machine.snapshot() == first != later
    assert saved != later
    for expected in (later, first, later):
        press(pygame.K_u)
        turns(app)
        assert app.machine.snapshot() == expected
    app.paused = False
    typed(app, "print a+1\n")
    assert "\n 2" in app.machine.screen.text()


def test_a_state_comes_back_with_the_keys_that_are_held_now_not_those_of_then(make):
    app = make("--basic-prompt")
    at_prompt(app)
    hold(pygame.K_a)
    turns(app, 3)
    assert app.machine.board.keyboard.pressed("A")
    press(pygame.K_c)
    turns(app)
    let_go(pygame.K_a)
    turns(app, 10)
    press(pygame.K_l)
    turns(app)
    assert not app.machine.board.keyboard.pressed("A")


def test_each_program_has_slots_of_its_own(make, tmp_path):
    one, two = tmp_path / "one.prg", tmp_path / "two" / "one.prg"
    two.parent.mkdir()
    for path in (one, two):
        path.write_bytes(bytes.fromhex("0108 0b08 0a00 9e32303631 000000 4c0d08"))
    folders = {make(*words).feature(Slots).folder() for words in ([str(one)], [str(two)], [])}
    folders.add(make("--basic-prompt").feature(Slots).folder())
    assert len(folders) == 4
    assert all(folder.parent == data_folder() for folder in folders)


def test_ten_slots_hold_ten_states_and_the_page_shows_them(make):
    app = make("--basic-prompt")
    at_prompt(app)
    slots = app.feature(Slots)
    wanted = {}
    for slot in SLOTS:
        slots.choose(slot)
        typed(app, f"a={slot}\n")
        slots.save()
        wanted[slot] = app.machine.snapshot()
    press(pygame.K_e)
    turns(app, 3)
    frames = app.machine.frames
    page = app._lay_over()
    assert page.get_size() == app.window.pixels
    turns(app, 3)
    assert app.machine.frames == frames
    press(pygame.K_RIGHT, 0)
    turns(app)
    other = app._lay_over()
    assert pygame.image.tobytes(page, "RGB") != pygame.image.tobytes(other, "RGB")
    for _ in range(4):
        press(pygame.K_RIGHT, 0)
    press(pygame.K_l, 0)
    app.paused = True
    turns(app)
    assert app.machine.snapshot() == wanted["6"]
    assert slots.slot == "6"


def test_a_tile_has_the_pixels_of_the_picture():
    assert c64.C64(sample_rate=0).screen.indices.shape == TILE[::-1]


def test_the_page_saves_deletes_and_closes_by_its_keys(make):
    app = make("--basic-prompt")
    at_prompt(app)
    slots = app.feature(Slots)
    for key, there in ((pygame.K_s, True), (pygame.K_DELETE, False), (pygame.K_s, True)):
        slots.show()
        turns(app)
        for _ in range(5):
            press(pygame.K_RIGHT, 0)  # slot 6
        press(key, 0)
        press(pygame.K_F10, 0) if key == pygame.K_DELETE else None
        turns(app, 2)
        assert slots.path("6").is_file() == there
        assert not app.feature(Menu).is_open
        slots.slot = "1"
    assert not app.machine.board.keyboard.down


def test_the_menus_page_saves_loads_and_deletes(make):
    app = make("--basic-prompt")
    at_prompt(app)
    (page,) = app.feature(Slots).pages()

    def row(title):
        return next(row for row in page.rows()[2].run().rows() if row.title == title)

    assert page.rows()[2].picture is None
    assert not row("load").usable and not row("delete").usable
    before = app.machine.snapshot()
    assert row("save").run() is CLOSE
    assert page.rows()[2].picture.get_size() == TILE
    typed(app, "a=1\n")
    row("load").run()
    assert app.machine.snapshot() == before
    row("delete").run()
    assert page.rows()[2].picture is None


def test_a_damaged_slot_is_refused_in_a_line_and_shown_as_empty(make):
    app = make("--basic-prompt")
    at_prompt(app)
    slots = app.feature(Slots)
    slots.save()
    data = bytearray(slots.path("1").read_bytes())
    data[-20] ^= 1
    slots.path("1").write_bytes(data)
    before, words = app.machine.snapshot(), said(app)
    slots.load()
    assert app.machine.snapshot() == before
    assert "damaged" in words[0] and "\n" not in words[0]
    assert slots.peek("1") is None
    slots.show()
    turns(app, 2)
    assert app.feature(Menu)._rows[0].title == "1: empty"


def test_going_on_where_the_window_was_closed(make, monkeypatch):
    app = make("--basic-prompt")
    at_prompt(app)
    typed(app, "a=64\n")
    app.settings.go_on = True
    app.close()
    app.sound = None
    again = make()
    assert again.settings.go_on
    assert not again.loading()
    again.paused = False
    typed(again, "print a*2\n")
    assert "128" in again.machine.screen.text()


def test_a_file_that_is_asked_for_is_started_instead(make):
    app = make("--basic-prompt")
    at_prompt(app)
    typed(app, "a=64\n")
    app.settings.go_on = True
    app.close()
    app.sound = None
    again = make("--basic-prompt")
    assert again.machine.frames < 5


def test_the_state_at_the_end_is_whole_or_the_one_before(make, monkeypatch):
    app = make("--basic-prompt")
    at_prompt(app)
    app.close()
    app.sound = None
    path = data_folder() / "continue.go64"
    before = path.read_bytes()
    again = make("--basic-prompt")
    turns(again, 5)
    monkeypatch.setattr("os.replace", _full)
    again.feature(Slots).close()
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == ["continue.go64"]


def _full(*_):
    raise OSError(28, "No space left on device")


# -- disks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["quick", "1541"])
def test_a_state_brings_its_disk_and_the_files_newer_content_is_kept(make, tmp_path, kind):
    path = tmp_path / "work.d64"
    path.write_bytes(D64Image.blank(b"WORK", b"64").to_bytes())
    empty = path.read_bytes()
    app = make("--basic-prompt", "--drive8", str(path), "--drive8-type", kind)
    at_prompt(app)
    slots = app.feature(Slots)
    slots.save()
    Volume(app.machine.drives[8].image).write_file(b"NEW", PRG, b"later")
    app.machine.flush()
    written = path.read_bytes()
    assert written != empty
    slots.load()
    assert path.read_bytes() == written
    app.machine.flush()
    assert path.read_bytes() == empty and (tmp_path / "work.d64.bak").read_bytes() == written
    slots.undo()
    app.machine.flush()
    assert path.read_bytes() == written


def test_a_state_plugs_its_drives_and_disks(make, tmp_path):
    paths = [tmp_path / name for name in ("one.d64", "two.d64")]
    for path in paths:
        path.write_bytes(D64Image.blank(path.stem.upper().encode(), b"64").to_bytes())
    app = make("--basic-prompt", "--drive8", str(paths[0]), "--drive9", str(paths[1]),
               "--drive9-type", "1541")  # fmt: skip
    at_prompt(app)
    slots = app.feature(Slots)
    slots.save()
    saved = app.machine.snapshot()
    app.machine.drives[9].unplug()
    app.machine.drives[8].attach(paths[1], kind="1541")
    slots.load()
    assert app.machine.snapshot() == saved
    assert [app.machine.drives[n].image.path for n in (8, 9)] == paths
    assert not app.machine.drives[8].image.read_only
    paths[0].unlink()
    app.machine.drives[8].attach(paths[1])
    slots.load()  # its file is gone: the disk comes from the state, for reading only
    assert b"ONE" in app.machine.drives[8].image.to_bytes()
    assert app.machine.drives[8].image.read_only


# -- files ---------------------------------------------------------------------------------------


def test_a_state_of_another_machine_is_refused_and_nothing_changes(tmp_path):
    path = tmp_path / "one.go64"
    save_state_file(path, c64.C64("ntsc", sample_rate=0))
    machine = c64.C64(sample_rate=0)
    machine.drives[9].attach(D64Image.blank(b"A", b"BB"), kind="1541")
    before, kinds = machine.snapshot(), [slot.kind for slot in machine.drives.values()]
    with pytest.raises(HostError, match="made with model 'ntsc'"):
        put_state(machine, load_state_file(path))
    assert [slot.kind for slot in machine.drives.values()] == kinds
    assert machine.snapshot() == before


@pytest.mark.parametrize("seed", range(4))
def test_whatever_bits_are_turned_a_file_is_refused_in_one_line(tmp_path, seed):
    path, dice = tmp_path / "one.go64", random.Random(seed)
    save_state_file(path, c64.C64(sample_rate=0))
    good = path.read_bytes()
    for at in [*range(40), *(dice.randrange(len(good)) for _ in range(100))]:
        bad = bytearray(good)
        bad[at] ^= 1 << dice.randrange(8)
        path.write_bytes(bad if dice.random() < 0.7 else good[:at])
        with pytest.raises(HostError) as error:
            load_state_file(path)
        assert "\n" not in str(error.value)


def sealed_again(data, text):
    """Return a file with another header and a right checksum."""
    (length,) = struct.unpack_from("<I", data, PREFIX.size)
    body = struct.pack("<I", len(text)) + text + data[PREFIX.size + 4 + length :]
    magic, version, _, _ = PREFIX.unpack_from(data)
    return PREFIX.pack(magic, version, zlib.crc32(body), len(body)) + body


WRONG = {
    "saved": [None, -1, "now", 1e300, 1 << 70, []],
    "title": [None, 5, {}],
    "roms": [None, 5],
    "picture": [None, [], [0, 0], [1, 2, 3], [-1, 5], [10**9, 10**9], ["a", "b"], [10, 10]],
    "drives": [None, 5, [1], [[8]], [[7, "quick", "", False]], [[8, "none", "", False]],
               [[8, "quick", "a\0b", False]], [[8, "quick", 5, False]], [[8, "quick", "", 5]]],
    "blocks": [None, [], [["snapshot", 5, 10**12]], [["snapshot", -5, 5]], [[]], 5],
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_header_with_a_right_checksum_and_nonsense_in_it_is_refused(tmp_path, name):
    path = tmp_path / "one.go64"
    machine = c64.C64(sample_rate=0)
    save_state_file(path, machine)
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, PREFIX.size)
    header = json.loads(data[PREFIX.size + 4 : PREFIX.size + 4 + length])
    for value in WRONG[name]:
        path.write_bytes(sealed_again(data, json.dumps(header | {name: value}).encode()))
        with pytest.raises(HostError) as error:
            load_state_file(path)
        assert "\n" not in str(error.value)
    lacking = {key: value for key, value in header.items() if key != name}
    for text in (json.dumps(lacking).encode(), b"", b"[" * 100_000, b"\xff"):
        path.write_bytes(sealed_again(data, text))
        with pytest.raises(HostError):
            load_state_file(path)


def test_a_block_that_unpacks_to_more_than_it_says_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "bomb"
    write_sealed(path, STATE_MAGIC, 1, {}, {"a": bytes(1 << 20)})
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, PREFIX.size)
    text = data[PREFIX.size + 4 : PREFIX.size + 4 + length].replace(b"1048576", b"1048570")
    path.write_bytes(sealed_again(data, text))
    with pytest.raises(HostError, match="unpacks to more than 1048570 bytes"):
        read_sealed(path, STATE_MAGIC, 1, "a save state")
    monkeypatch.setattr("emu.shared.checksummed.FILE_MOST", 100)
    with pytest.raises(HostError, match=r"cannot be read: has \d+ bytes; at most 100 are allowed"):
        read_sealed(path, STATE_MAGIC, 1, "a save state")


def test_the_machine_runs_on_while_a_slow_disk_takes_the_state_it_had(make, monkeypatch):
    app = make("--basic-prompt")
    at_prompt(app)
    may, words, fsync = threading.Event(), said(app), os.fsync
    monkeypatch.setattr("os.fsync", lambda file: (may.wait(60), fsync(file)))
    slots, saved = app.feature(Slots), app.machine.snapshot()
    slots.save()
    turns(app, 3)
    assert app.machine.snapshot() != saved and not words
    may.set()
    assert load_state_file(slots.path("1")).snapshot == saved
    assert words == ["saved in slot 1"]


def test_a_folder_that_cannot_be_written_is_told_in_a_line(make, monkeypatch):
    app = make("--basic-prompt")
    at_prompt(app)
    words = said(app)
    monkeypatch.setattr("os.replace", _full)
    slots = app.feature(Slots)
    slots.save()
    slots.path("1")  # waits for it
    assert words and "\n" not in words[0]


def test_the_slots_take_turns(make):
    app = make("--basic-prompt")
    words, action = said(app), app.actions["slot"]
    seen = []
    for _ in range(len(SLOTS) + 1):
        seen.append(action.state())
        action.do()
    assert seen == [*SLOTS, SLOTS[0]]
    assert words == [f"slot {slot}" for slot in (*seen[1:], SLOTS[1])]


def test_what_cannot_be_done_with_a_state_is_said_and_the_machine_is_as_it_was(
    make, monkeypatch, tmp_path
):
    app = make("--basic-prompt")
    at_prompt(app)
    slots, words = app.feature(Slots), said(app)
    slots.undo()
    other = tmp_path / "other.go64"
    save_state_file(other, c64.C64("ntsc", sample_rate=0))
    slots.save()
    slots.path("1").write_bytes(other.read_bytes())
    before = app.machine.snapshot()
    slots.load()
    slots.left_at().write_bytes(b"no state")
    slots.go_on()
    slots.undo()
    monkeypatch.setattr(app, "loading", lambda: True)
    slots.choose("2")
    slots.save()
    assert not slots.path("2").exists() and app.machine.snapshot() == before
    assert [words[at] for at in (0, 1, 4, 5, 6)] == [
        "nothing to undo", "saved in slot 1", "nothing to undo", "slot 2",
        "not while a program loads",
    ]  # fmt: skip
    assert "made with model 'ntsc'" in words[2] and "continue.go64" in words[3] and len(words) == 7
    assert not any("\n" in line for line in words)


def test_resuming_at_the_start_is_switched_and_said(make):
    app = make("--basic-prompt")
    words, action = said(app), app.actions["continue-at-start"]
    for word in ("on", "off"):
        action.do()
        assert app.settings.go_on is (word == "on") and action.state() == word
    assert words == ["resume at start: on", "resume at start: off"]


def test_a_state_taken_and_put_at_once_is_the_same(make):
    app = make("--basic-prompt", "--reu", "512k")
    at_prompt(app)
    before = app.machine.snapshot()
    put_state(app.machine, take_state(app.machine))
    assert app.machine.snapshot() == before


@pytest.mark.parametrize("how", ["FILE", "--cart", "in an archive", "dropped"])
def test_a_cartridge_has_its_own_states_however_it_was_put_in(make, tmp_path, how):
    path, archive = tmp_path / "game.crt", tmp_path / "games.zip"
    path.write_bytes(crt(((0, 0, 0x8000, bytes(8192)),)))
    if how == "in an archive":
        with zipfile.ZipFile(archive, "w") as file:
            file.write(path, path.name)
        app = make(str(archive))
    elif how == "dropped":
        app = make("--basic-prompt")
        app.load(path)
        app.close()
        app = App(app.again)
        without_waiting(app)
    else:
        app = make(*([how] if how == "--cart" else []), str(path))
    slots = app.feature(Slots)
    name = f"{archive.name}, {path.name}" if how == "in an archive" else path.name
    assert slots.subject() == tmp_path / name
    turns(app)
    slots.save()
    assert slots.peek("1").header["title"] == name
    app.close()
    assert load_state_file(slots.left_at()).header["title"] == name


def test_each_load_says_what_it_was_and_begins_a_way_back_of_its_own(make, monkeypatch):
    app = make("--basic-prompt")
    at_prompt(app)
    slots, words = app.feature(Slots), said(app)
    slots.save()
    turns(app, 60)
    slots.load()
    when = slots.peek("1").saved
    slots.undo()
    app.actions["back"].do()
    slots.close()
    slots.go_on()
    assert words[:4] == [
        "saved in slot 1", f"slot 1: {when}; ALT+U undoes it", "load undone",
        "rewind: nothing to go back to",
    ]  # fmt: skip
    assert re.fullmatch(r"BASIC: \d{4}-\d\d-\d\d \d\d:\d\d", words[4])
    monkeypatch.setattr("emu.host.state.slots.load_state_file", not_own(load_state_file))
    slots.load()
    assert words[5:] == [NOT_YOURS]


def not_own(load):
    """Return a function that loads states as those of somebody else."""
    return lambda path: replace(load(path), own=False)
