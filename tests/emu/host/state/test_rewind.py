"""Rewind: the past is shown while F9 is held, and the machine goes on from there."""

import array
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

import c64
from c64.cartridge.registry import save_cartridge
from disk.d64 import D64Image
from disk.tap import Cassette, make_tap
from emu.host.state.rewind import Rewind, packed
from emu.monitor.errors import MonitorError
from emu.monitor.history import HISTORY_BYTES
from tests.c64.test_snapshot_format import CARTRIDGES
from tests.emu.host.window_kit import hold, let_go, make_app, press, turns, without_waiting
from tests.volume import mostly_seldom, seldom

pytestmark = pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
# $C000 INC $D020: INC $0400,X: INX: INC $D400: JMP $C000, another picture each frame
BUSY = bytes.fromhex("ee20d0 fe0004 e8 ee00d4 4c00c0")


@pytest.fixture
def make(monkeypatch, tmp_path):
    """Return a function that makes Apps at the prompt; they are closed at the end."""
    made = []

    def make_one(*words):
        app = make_app(monkeypatch, tmp_path, "--basic-prompt", *words)
        without_waiting(app)
        app.pacer._clock = iter(range(10**9)).__next__  # never early
        made.append(app)
        return app

    yield make_one
    for app in made:
        app.close()


class Witness:
    """Notes state and picture of every frame as it is run."""

    def __init__(self, app):
        self.states, self.pictures, self.app = {}, {}, app

    def run(self, frames):
        for _ in range(frames):
            turns(self.app)
            cycle = self.app.machine.cycle
            self.states[cycle] = self.app.machine.snapshot()
            self.pictures[cycle] = packed(self.app.machine.screen.indices).tobytes()


def typed(app, text):
    """Type on the machine as the user's paste would."""
    app.machine.type(text, wait=False)


def busy(app):
    """Let the machine run BUSY."""
    app.machine.ram[0xC000 : 0xC000 + len(BUSY)] = BUSY
    app.machine.registers.pc = 0xC000
    app.machine_changed()


def back(app, pictures):
    """Hold F9 for so many pictures."""
    hold(pygame.K_F9)
    turns(app, pictures)
    let_go(pygame.K_F9)


OPTIONS = {
    "plain": (),
    "1541": ("--true-drive",),
    "reu": ("--reu", "512k"),
    "ntsc": ("--model", "ntsc"),
}


@pytest.mark.parametrize("what", mostly_seldom(OPTIONS, ("1541", "reu")))
def test_the_machine_goes_on_from_the_very_state_of_the_picture_that_was_shown(make, what):
    app = make(*OPTIONS[what])
    turns(app, 140)
    busy(app)
    witness = Witness(app)
    witness.run(100)
    now = app.machine.cycle
    for pictures in (3, 12, 40):
        back(app, pictures)
        turns(app)
        app.paused = True
        # A frame has run since: what it began with is the state of that moment.
        assert app.machine.cycle < now
        assert app.machine.snapshot() == witness.states[app.machine.cycle]
        now, app.paused = app.machine.cycle, False


def test_the_pictures_of_the_past_are_shown_backwards(make, monkeypatch):
    app = make()
    turns(app, 140)
    busy(app)
    witness = Witness(app)
    witness.run(120)
    shown = []
    show = app.window.show
    monkeypatch.setattr(
        app.window, "show", lambda p, *over: (shown.append(packed(p).tobytes()), show(p, *over))
    )
    back(app, 22)
    turns(app)
    at = sorted(witness.pictures, reverse=True)[1:]
    expected = [witness.pictures[cycle] for cycle in at[:22]]
    assert len(set(expected)) > 15  # they do differ
    assert shown[:22] == expected


@pytest.mark.parametrize("spare", [False, True])
def test_pictures_are_made_ahead_as_long_as_there_is_time(make, monkeypatch, spare):
    app = make()
    turns(app, 140)
    busy(app)
    turns(app, 450)  # longer than it is between two states
    monkeypatch.setattr(app.pacer, "spare", lambda share: spare)
    hold(pygame.K_F9)
    turns(app, 2)
    reel = app.feature(Rewind)._reel
    made = len(reel._ahead)
    left = sum(1 for _ in reel._work)
    assert (made > 100 and left == 0) if spare else (made < 10 and left > 100)
    let_go(pygame.K_F9)
    turns(app)


def test_sound_of_the_past_is_played_backwards(make, monkeypatch):
    app = make()
    turns(app, 140)
    app.machine.memory[0xD400:0xD419] = bytes([0, 16, 0, 8, 0x21, 0, 0xF0, *bytes(17), 15])
    app.machine_changed()
    heard = []
    monkeypatch.setattr(app.sound, "push", heard.append)
    turns(app, 30)
    forward = [chunk.copy() for chunk in heard]
    del heard[:]
    back(app, 10)
    turns(app)
    assert any(chunk.any() for chunk in heard)
    for chunk, before in zip(heard[:10], forward[-2::-1], strict=False):
        assert np.array_equal(chunk, before[::-1])


@pytest.mark.parametrize("frames", [700, seldom(3300)])
def test_it_speeds_up_while_the_key_is_held_and_stops_at_the_beginning(make, frames):
    app = make()
    turns(app, frames)  # warp would run as many frames in a turn as the computer has time for
    now, hertz = app.machine.cycle, app.machine.model.clock_hz
    hold(pygame.K_F9)
    turns(app, 26)
    assert 0.4 < (now - app.feature(Rewind)._frame.end) / hertz < 0.6
    turns(app, 50)
    assert 2.4 < (now - app.feature(Rewind)._frame.end) / hertz < 2.65
    turns(app, 50)  # four frames a picture from here on
    assert 6.3 < (now - app.feature(Rewind)._frame.end) / hertz < 6.7
    turns(app, frames // 4)
    let_go(pygame.K_F9)
    turns(app)
    assert (now - app.machine.cycle) / hertz > frames / 50.125 - 0.8
    assert app.debugger.history.states.size < 8 << 20


def test_how_far_it_has_gone_back_is_told_each_five_pictures_and_where_it_ends(make):
    app = make()
    turns(app, 30)
    words = []
    app.overlay.say = words.append
    hold(pygame.K_F9)
    turns(app, 11)
    assert words == ["back 0.0 s", "back 0.1 s", "back 0.2 s"]
    turns(app, 40)
    assert words[-1].endswith(" s, the beginning") and len(words) == 11
    let_go(pygame.K_F9)
    turns(app)


def test_what_the_user_did_after_the_moment_is_dropped(make):
    app = make()
    turns(app, 140)
    for key, text in ((pygame.K_a, "a"), (pygame.K_b, "b")):
        press(key, 0, text)
        turns(app, 60)
    assert "AB" in app.machine.screen.text()
    back(app, 45)  # 25 + 2 * 20: before the B, after the A
    turns(app, 100)
    lines = [line.strip() for line in app.machine.screen.text().splitlines()]
    assert "A" in lines
    typed(app, "c")
    turns(app, 30)
    assert "AC" in app.machine.screen.text()


def test_keys_that_were_held_in_the_past_are_not_held_by_it(make):
    app = make()
    turns(app, 140)
    hold(pygame.K_a, text="a")
    app.machine.joystick(2).press("fire")
    turns(app, 40)
    let_go(pygame.K_a)
    app.machine.joystick(2).release()
    turns(app, 20)
    back(app, 24)
    turns(app)
    assert not app.machine.joystick(2).pressed("fire")
    turns(app, 60)
    text = app.machine.screen.text()
    turns(app, 60)
    assert app.machine.screen.text() == text


def test_a_paused_machine_goes_back_and_stays_paused(make):
    app = make()
    turns(app, 200)
    app.paused = True
    now = app.machine.cycle
    back(app, 10)
    turns(app, 3)
    after = app.machine.cycle
    turns(app, 3)
    assert now > after == app.machine.cycle and app.paused


def test_alt_left_goes_back_five_seconds_and_again(make):
    app = make()
    app.warp = True
    while app.machine.frames < 700:
        turns(app)
    app.warp = False
    for _ in range(2):
        before = app.machine.cycle
        press(pygame.K_LEFT)
        turns(app)
        gone = (before - app.machine.cycle) / app.machine.model.clock_hz
        assert 4.9 < gone < 5.05


def test_letting_go_at_once_changes_nothing(make):
    app = make()
    turns(app, 150)
    before, cycle = app.machine.snapshot(), app.machine.cycle
    app.paused = True
    rewind = app.feature(Rewind)
    rewind.begin()
    rewind.end()
    assert app.machine.cycle == cycle and app.machine.snapshot() == before


def test_there_is_no_way_back_into_another_program_or_its_loading(make, tmp_path):
    app = make()
    turns(app, 100)
    program = tmp_path / "loop.prg"
    program.write_bytes(bytes.fromhex("0108 0b08 0a00 9e32303631 000000 ee20d0 4c0d08"))
    app.load(program)
    app.feature(Rewind).begin()
    assert not app.feature(Rewind).active
    while app.loading():
        turns(app)
    turns(app, 20)
    back(app, 300)
    turns(app, 5)
    assert app.machine.ram[0x0810:0x0813] == bytes.fromhex("4c0d08") or app.machine.in_own_code


def test_a_reset_can_be_taken_back(make):
    app = make()
    turns(app, 140)
    typed(app, "a=64\n")
    turns(app, 60)
    app.reset()
    turns(app, 20)
    back(app, 24)
    turns(app, 1)
    typed(app, "print a*2\n")
    turns(app, 120)
    assert "128" in app.machine.screen.text()


def test_a_jammed_machine_goes_back_to_before_it_jammed(make):
    app = make()
    turns(app, 150)
    typed(app, "sys 65000:\n")
    app.machine.ram[0xC000] = 0x02
    app.machine_changed()
    turns(app, 40)
    app.machine.registers.pc = 0xC000
    app.machine_changed()
    witness = Witness(app)
    witness.run(40)
    assert app.machine.jammed
    back(app, 20)
    turns(app)
    assert app.machine.jammed and app.machine.snapshot() == witness.states[app.machine.cycle]
    back(app, 40)
    turns(app)
    assert not app.machine.jammed


def test_with_py65s_cpu_it_says_why_there_is_none(make):
    app = make("--cpu", "py65")
    turns(app, 5)
    back(app, 2)
    said = []
    app.overlay.say = said.append
    turns(app, 2)
    hold(pygame.K_F9)
    turns(app)
    assert said == ["rewind needs --cpu exact"]


def test_why_there_is_no_way_back_now_is_said(make):
    app = make()
    said, rewind = [], app.feature(Rewind)
    app.overlay.say = said.append
    assert app.machine.cycle <= app.debugger.history.first
    rewind.begin()
    rewind.jump()
    app.remote = SimpleNamespace(holding=True)
    rewind.begin()
    app.remote = None
    app.loading = lambda: True
    rewind.jump()
    assert not rewind.active
    assert said == [
        *["rewind: nothing to go back to"] * 2, "stopped by a debugger",
        "rewind: the program is loading",
    ]  # fmt: skip


def test_another_key_and_a_window_that_is_left_end_the_rewind(make):
    app = make()
    turns(app, 140)
    rewind = app.feature(Rewind)
    for kind, words in (
        (pygame.KEYDOWN, {"key": pygame.K_a}), (pygame.WINDOWFOCUSLOST, {}), (pygame.QUIT, {}),
        (pygame.KEYUP, {"key": pygame.K_F9}),
    ):  # fmt: skip
        turns(app, 20)
        rewind.begin()
        assert rewind.active
        assert not rewind.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_a))
        assert rewind.active
        mine = rewind.handle(pygame.event.Event(kind, **words))
        assert not rewind.active and mine is (kind == pygame.KEYUP)


# -- disks and cartridges that were written meanwhile --------------------------------------------


@pytest.mark.parametrize("drive", ["quick", "1541"])
def test_a_disk_goes_back_too_and_what_was_written_later_is_kept(make, tmp_path, drive):
    path = tmp_path / "work.d64"
    path.write_bytes(D64Image.blank(b"WORK", b"64").to_bytes())
    empty = path.read_bytes()
    app = make("--drive8", str(path), "--drive8-type", drive)
    turns(app, 140)
    typed_at = app.machine.cycle
    typed(app, '10 rem\nsave"one",8\n')
    app.warp = True
    while "READY." not in app.machine.screen.text().split("SAVING")[-1].upper() or (
        path.read_bytes() == empty
    ):
        turns(app)
    start = app.machine.frames
    while app.machine.frames < start + 150:  # the motor stops
        turns(app)
    app.warp = False
    written = path.read_bytes()
    assert written != empty
    hold(pygame.K_F9)
    saving = app.machine.cycle
    rewind = app.feature(Rewind)
    while rewind._frame is None or rewind._frame.end >= typed_at:
        turns(app)
        assert path.read_bytes() == written  # nor anything else beside it while the past is shown
        assert len(list(tmp_path.glob("work*"))) == 1
    let_go(pygame.K_F9)
    turns(app, 2)
    assert "work.d64 went back too" in app.overlay.message
    assert app.machine.cycle < saving
    assert path.read_bytes() == written
    assert app.machine.drives[8].image.path == path
    app.machine.flush()
    assert path.read_bytes() == empty
    assert (tmp_path / "work.d64.bak").read_bytes() == written
    assert len(list(tmp_path.glob("work*"))) == 2


def test_a_disk_that_was_not_written_is_not_spoken_of(make, tmp_path):
    app = make()
    app.machine.drives[9].attach(D64Image.blank(b"SAVES", b"64"))
    app.machine.drives[9].image.path = tmp_path / "saves.d64"
    turns(app, 150)
    typed(app, 'load"$",9\n')
    turns(app, 200)
    back(app, 60)
    turns(app, 2)
    app.machine.drives[9].image.path = None
    assert "went back" not in app.overlay.message


def test_a_disk_that_was_changed_meanwhile_is_in_the_drive_again(make, tmp_path):
    paths = [tmp_path / "one.d64", tmp_path / "two.d64"]
    for path in paths:
        path.write_bytes(D64Image.blank(path.stem.upper().encode(), b"64").to_bytes())
    app = make("--drive8", str(paths[0]))
    turns(app, 150)
    first = app.machine.drives[8].image
    app.machine.drives[8].attach(paths[1])
    turns(app, 30)
    back(app, 30)
    turns(app)
    assert app.machine.drives[8].image is first and not first.read_only
    typed(app, '10 rem\nsave"x",8\n')
    turns(app, 200)
    app.machine.flush()
    assert b"X" + b"\xa0" * 15 in paths[0].read_bytes()


def test_a_folder_in_the_drive_stays_as_it_is(make, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    app = make("--drive8", str(folder))
    turns(app, 140)
    typed(app, '10 rem\nsave"one",8\n')
    turns(app, 250)
    (written,) = folder.iterdir()
    content, when = written.read_bytes(), written.stat().st_mtime_ns
    typed(app, 'open1,8,15,"s0:one":close1\n')
    turns(app, 350)
    assert not list(folder.iterdir())
    back(app, 150)
    turns(app, 2)
    assert not list(folder.iterdir())
    written.write_bytes(content)
    when = written.stat().st_mtime_ns
    back(app, 100)
    turns(app)
    assert [(path, path.stat().st_mtime_ns) for path in folder.iterdir()] == [(written, when)]


def test_a_tape_goes_back_too_and_what_was_recorded_later_is_kept(make, tmp_path):
    path = tmp_path / "tape.tap"
    path.write_bytes(make_tap(array.array("i", [400] * 500)))
    before = path.read_bytes()
    app = make()
    app.machine.tape.insert(Cassette.open(path))
    turns(app, 60)
    app.machine.tape.write(array.array("i", [800] * 300))
    app.machine_changed()
    turns(app, 20)
    back(app, 24)
    turns(app)
    written = path.read_bytes()
    assert written != before
    assert list(app.machine.tape.cassette.pulses) == [400] * 500
    app.machine.flush()
    assert path.read_bytes() == before
    assert (tmp_path / "tape.tap.bak").read_bytes() == written


def test_flash_of_a_cartridge_goes_back_too(make, tmp_path):
    path, saved = tmp_path / "flash.crt", tmp_path / "saved.crt"
    save_cartridge(CARTRIDGES["easyflash"](), path)
    app = make("--cart", str(path), "--cart-save", str(saved))
    turns(app, 40)
    low = app.machine.board.cart.low
    before = bytes(low.data)
    low.data[0x1234], low.changed = 0x55, 1
    app.machine_changed()
    turns(app, 10)
    back(app, 24)
    turns(app)
    assert bytes(low.data) == before and not app.machine.cartridge.changed
    app.machine.flush()
    assert not saved.exists()


# -- memory ----------------------------------------------------------------------------------


@pytest.mark.long
def test_the_largest_reu_stays_below_a_hundred_megabytes(make):
    app = make("--reu", "16m")
    history = app.debugger.history
    dice = np.random.default_rng(64)
    ram = np.frombuffer(app.machine.board.cart.ram, dtype=np.uint8)
    app.warp = True
    for _ in range(40):
        at = int(dice.integers(len(ram) - (1 << 20)))
        ram[at : at + (1 << 20)] = dice.integers(0, 256, 1 << 20, dtype=np.uint8)
        start = app.machine.frames
        while app.machine.frames < start + 130:
            turns(app)
    assert history.states.size <= HISTORY_BYTES
    app.warp = False
    back(app, 60)
    turns(app, 2)
    assert history.states.size <= HISTORY_BYTES


@pytest.mark.parametrize("at", ["the beginning", "a stretch before", "the landing", "the jump"])
def test_a_history_that_leads_nowhere_is_said_and_the_present_stays(make, monkeypatch, at):
    app = make()
    turns(app, 140)
    busy(app)
    turns(app, 30)
    now = app.machine.snapshot()
    rewind, history = app.feature(Rewind), app.debugger.history

    def fail(*_):
        raise MonitorError("back: no way")

    if at == "the beginning":
        monkeypatch.setattr(history, "load", fail)
        rewind.begin()
    elif at == "the jump":
        monkeypatch.setattr(history, "load", fail)
        rewind.jump()
    else:
        rewind.begin()
        if at == "the landing":
            monkeypatch.setattr(history, "go_to", fail)
            rewind.end()
        else:
            monkeypatch.setattr(rewind._reel, "back", fail)
            rewind.instead_of_frame()
    assert not rewind.active and app.overlay.message == "back: no way"
    assert app.machine.snapshot() == now
    assert not history.replaying
