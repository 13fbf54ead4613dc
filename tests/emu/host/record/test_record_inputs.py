"""Recordings of inputs in the window: begun by a key, replayed there and without a window."""

import array

import pygame
import pytest

import c64
from disk.d64 import D64Image
from emu.__main__ import main
from emu.errors import HostError
from emu.host.record.record_inputs import Replay
from emu.host.state.rewind import Rewind
from emu.host.state.slots import Slots
from emu.replay.events import Event, pack_state
from emu.replay.recorder import Recorder
from emu.shared.recording_file import open_recording, save_recording
from tests.emu.host.window_kit import hold, let_go, make_app, press, turns, without_waiting

pytestmark = pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
DICE = "10 print rnd(0);peek(54299):goto 10\nrun\n"
HELLO = bytes.fromhex("0108 0b08 0a00 99 2036 34 00 0000")  # 10 PRINT 64


@pytest.fixture
def make(monkeypatch, tmp_path):
    """Return a function that makes Apps; they are closed at the end."""
    made = []

    def make_one(*words):
        app = make_app(monkeypatch, tmp_path / "home", *words)
        without_waiting(app)
        made.append(app)
        app.said = []
        app.overlay.say = app.said.append
        return app

    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path)
    yield make_one
    for app in made:
        if pygame.display.get_init() and app.sound.ok:
            app.close()


def recorded(app, tmp_path):
    """End the recording by its key; return the path of the file."""
    press(pygame.K_F2)
    turns(app)
    app.worker.wait()
    (path,) = tmp_path.glob("*.go64rec")
    return path


def at_prompt(app):
    while not app.machine.at_prompt:
        turns(app)


def to_the_end(app):
    """Let a replay run; returns what was said last."""
    while app.feature(Replay).player is not None:
        turns(app)
    return app.said[-1]


def test_keys_and_a_joystick_are_recorded_and_replayed_in_the_window_and_without(make, tmp_path):
    app = make("--basic-prompt")
    at_prompt(app)
    press(pygame.K_F2)
    turns(app)
    assert "recording inputs" in app._title()
    app.machine.type(DICE, wait=False)
    turns(app, 200)
    hold(pygame.K_KP8)
    turns(app, 5)
    let_go(pygame.K_KP8)
    press(pygame.K_x, 0, "x")
    turns(app, 20)
    path = recorded(app, tmp_path)
    text = app.machine.screen.text()
    assert main(["--headless", "--replay", str(path)]) == 0
    again = make(str(path))
    assert "same machine" in to_the_end(again)
    assert again.machine.screen.text() == text
    turns(again, 5)
    assert "replay" not in again._title()


def test_a_start_is_recorded_from_the_first_frame_at_any_speed(make, tmp_path):
    program = tmp_path / "hello.prg"
    program.write_bytes(HELLO)
    path = tmp_path / "start.go64rec"
    app = make("--record", str(path), str(program))
    while app.loading():
        turns(app)
    app.warp = True
    while " 64" not in app.machine.screen.text():
        turns(app)
    turns(app, 3)
    app.close()
    program.unlink()
    again = make("--replay", str(path))
    assert "same machine" in to_the_end(again)
    assert "\n 64\n" in again.machine.screen.text().replace(" \n", "\n").replace("  ", "")


def test_rewind_and_a_loaded_state_are_part_of_a_recording(make, tmp_path):
    app = make("--basic-prompt")
    at_prompt(app)
    app.feature(Slots).save()
    press(pygame.K_F2)
    turns(app)
    app.machine.type("print1\n", wait=False)
    turns(app, 120)
    app.feature(Rewind).jump()
    app.machine.type("print2\n", wait=False)
    turns(app, 100)
    app.feature(Slots).load()
    app.machine.type("print3\n", wait=False)
    turns(app, 100)
    path = recorded(app, tmp_path)
    assert main(["--headless", "--replay", str(path)]) == 0


def test_reset_and_disks_are_part_of_a_recording(make, tmp_path):
    disk = tmp_path / "d.d64"
    disk.write_bytes(D64Image.blank(b"A DISK", b"01").to_bytes())
    app = make("--basic-prompt")
    at_prompt(app)
    press(pygame.K_F2)
    turns(app, 3)
    app.insert(disk)
    turns(app, 3)
    press(pygame.K_r)
    turns(app)
    at_prompt(app)
    app.machine.type('load"$",8\nlist\n', wait=False)
    turns(app, 250)
    path = recorded(app, tmp_path)
    disk.unlink()
    kinds = [event.kind for event in open_recording(path).recording.events]
    assert kinds.count("press") == 1 and kinds.count("state") == 2
    again = make(str(path))
    assert "same machine" in to_the_end(again)
    assert "A DISK" in again.machine.screen.text()


def test_the_user_may_take_over(make, tmp_path):
    app = make("--basic-prompt", "--record", str(tmp_path / "a.go64rec"))
    turns(app, 200)
    app.close()
    again = make(str(tmp_path / "a.go64rec"))
    turns(again, 50)
    hold(pygame.K_x, text="x")  # does not count
    turns(again, 20)
    assert again.feature(Replay).player.diverged is None
    press(pygame.K_r)
    turns(again, 2)
    assert again.feature(Replay).player is None and any(
        "replay left at frame 7" in line for line in again.said
    )
    at_prompt(again)


def test_a_replay_may_be_taken_back_and_goes_on(make, tmp_path):
    path = tmp_path / "a.go64rec"
    app = make("--basic-prompt", "--record", str(path))
    app.machine.type("{wait 180}print rnd(0)\n", wait=False)
    turns(app, 450)
    app.close()
    again = make(str(path))
    turns(again, 400)
    again.feature(Rewind).jump()
    player = again.feature(Replay).player
    assert 0 < player.step < 180  # before the keys
    assert "same machine" in to_the_end(again)


def test_a_dropped_recording_is_replayed(make, tmp_path):
    path = tmp_path / "a.go64rec"
    app = make("--basic-prompt", "--model", "ntsc", "--record", str(path))
    turns(app, 20)
    app.close()
    other = make("--basic-prompt")
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    turns(other, 1)
    assert other.again is not None and other.again.replay == str(path)
    path.write_bytes(b"nonsense")
    third = make("--basic-prompt")
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    turns(third, 1)
    assert third.again is None and "not a recording" in third.said[-1]


def test_the_menu_has_a_list_of_recordings(make, tmp_path):
    from emu.host.menu.builtin import record_rows
    from emu.host.menu.menu import Menu

    app = make("--basic-prompt")
    (tmp_path / "x.go64rec").write_bytes(b"")
    (tmp_path / "x.prg").write_bytes(b"")
    app.library.folder = lambda: tmp_path
    page = record_rows(app, app.feature(Menu))[0].run()
    assert [row.title.strip() for row in page.rows()[2:]] == ["> home", "x.go64rec"]


def test_a_folder_is_refused_with_a_line(make, tmp_path):
    (tmp_path / "folder").mkdir()
    app = make("--basic-prompt", "--drive8", str(tmp_path / "folder"))
    turns(app)
    press(pygame.K_F2)
    turns(app)
    assert "a recording cannot hold a folder" in app.said[-1]


# -- what ends a recording or a replay ---------------------------------------------------------


@pytest.fixture(scope="module")
def machine_and_recording():
    """A machine with a disk, and a recording of 20 frames of it."""
    machine = c64.C64(sample_rate=0)
    machine.drives[8].attach(D64Image.blank(b"A DISK", b"01"))
    recorder = Recorder(machine)
    for _ in range(20):
        machine.tick()
        recorder.end()
    return machine, recorder.finish()


@pytest.fixture
def file_of(machine_and_recording, tmp_path):
    """Return a function that writes the recording, with other events or sums."""
    machine, recording = machine_and_recording

    def write(**changes):
        path = tmp_path / "a.go64rec"
        save_recording(path, machine, recording._replace(**changes))
        return str(path)

    return write


def over(app, within=40):
    """Let a replay run to its end; returns what was said then."""
    for _ in range(within):
        if app.feature(Replay).player is None:
            return app.said[-1]
        turns(app)
    raise AssertionError("the replay goes on")


def test_a_replay_says_how_far_it_is_and_ends_by_its_action(make, file_of):
    app = make(file_of())
    ends, records = app.actions["replay-end"], app.actions["record-inputs"]
    assert ends.possible() and not records.possible()
    turns(app, 5)
    assert "replay 0 of 0 s" in app._title()
    ends.do()
    assert app.said[-1] == "replay left at frame 5 of 20: stopped"
    assert not ends.possible() and records.possible()
    ends.do()
    turns(app, 2)
    assert app.said[-1] == "replay left at frame 5 of 20: stopped" and "replay" not in app._title()


def test_a_replay_that_parts_says_where_and_goes_on_to_its_end(make, file_of, capsys,
                                                               machine_and_recording):  # fmt: skip
    sums = array.array("I", machine_and_recording[1].sums)
    sums[6] ^= 1
    app = make(file_of(sums=sums))
    line = "the replay diverged from the recording at frame 7 of 20"
    assert over(app) == line
    assert capsys.readouterr().err.count(line) == 2, "at once, and at the end"


def test_an_event_that_cannot_be_done_ends_the_replay_and_the_machine_runs_on(
    make, file_of, machine_and_recording
):
    events = machine_and_recording[1].events
    bad = Event(3, "state", pack_state(b"GO64SNAP" + bytes(40), [], None))
    app = make(file_of(events=[*events, bad]))
    said = over(app)
    assert said.startswith("replay left at frame 3 of 20: before step 4: ") and "\n" not in said
    frames = app.machine.frames
    turns(app, 2)
    assert app.machine.frames == frames + 2


def test_another_state_ends_a_replay_and_the_keys_are_the_users_again(make, file_of):
    app = make("--basic-prompt")
    app.feature(Slots).save()
    app.close()
    app = make(file_of())
    hold(pygame.K_a)
    turns(app, 2)
    assert not app.machine.board.keyboard.pressed("A"), "the replay's alone count"
    app.actions["replay-end"].do()
    assert app.machine.board.keyboard.pressed("A")


def test_a_disk_that_a_replay_puts_in_has_its_errors_told(make, file_of):
    app = make(file_of())
    drive = app.machine.drives[8]
    assert drive.image is not None
    drive.notice("drive 8: an error")
    assert app.said[-1] == "drive 8: an error"


def test_a_recording_ends_by_itself_after_a_day_and_is_kept(make, tmp_path, monkeypatch):
    monkeypatch.setattr("emu.replay.recorder.STEPS_AT_MOST", 5)
    app = make("--basic-prompt")
    press(pygame.K_F2)
    turns(app)
    assert app.actions["record-inputs"].state() == "on"
    turns(app, 10)
    assert app.actions["record-inputs"].state() == "off"
    app.worker.wait()
    assert app.said[-1] == "a recording lasts at most a day"
    (path,) = tmp_path.glob("*.go64rec")
    assert len(open_recording(path).recording.sums) == 5


def test_a_recording_that_cannot_be_written_says_so(make, monkeypatch):
    app = make("--basic-prompt")
    press(pygame.K_F2)
    turns(app, 3)

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("disk.durable.os.fsync", full)
        press(pygame.K_F2)
        turns(app)
        app.worker.wait()
    assert "No space left on device" in app.said[-1]
    assert app.actions["record-inputs"].state() == "off"


def test_a_recording_says_how_long_it_is(make, tmp_path):
    app = make("--basic-prompt")
    press(pygame.K_F2)
    turns(app, 61)
    assert "recording inputs 1 s" in app._title()
    path = recorded(app, tmp_path)
    frames = len(open_recording(path).recording.sums)
    assert frames in (61, 62) and app.said[-1] == f"{path.name}: {frames} frames"
    assert "recording" not in app._title()


def test_a_machine_that_cannot_be_had_again_is_refused_before_anything_is_done(make, monkeypatch):
    def refuse(machine):
        raise HostError("this machine cannot be recorded")

    app = make("--basic-prompt")
    monkeypatch.setattr("emu.host.record.record_inputs.check_recordable", refuse)
    app.actions["record-inputs"].do()
    assert app.said[-1] == "this machine cannot be recorded"
    assert app.actions["record-inputs"].state() == "off"
