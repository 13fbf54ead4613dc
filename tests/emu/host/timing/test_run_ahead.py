"""Run-ahead: the picture comes earlier, and nothing else knows of it."""

import numpy as np
import pytest

from disk.d64 import D64Image
from disk.volume import Volume
from emu.host.timing.run_ahead import LOOKED_AT, WORDS, RunAhead
from tests.emu.host.windows import frames, press
from tests.volume import seldom

# Waits for line 250, then puts port 2 into the border and plays a note of it:
# LDA $D012 / CMP #$FA / BNE *-5 / LDA $DC00 / STA $D020 / STA $D401 / LDA #$21 / STA $D404 ...
FOLLOWER = bytes.fromhex(
    "78 a9 0f 8d 18 d4 a9 f0 8d 06 d4 a9 11 8d 04 d4"
    "ad 12 d0 c9 fa d0 f9 ad 00 dc 8d 20 d0 8d 01 d4 ad 12 d0 c9 fa f0 f9 4c 10 c0"
)
START = 0xC000
BORDER = (0, 0)  # a pixel of it, in the picture that is shown


def following(make_app, *options):
    """Return an App whose border follows the joystick a frame later."""
    app = make_app("--basic-prompt", "--joy-keys", "numpad", *options)
    frames(app, 3)
    machine = app.machine
    machine.ram[START : START + len(FOLLOWER)] = FOLLOWER
    machine.registers.pc = START
    app.machine_changed()
    frames(app, 4)
    return app


def frames_until_it_shows(app):
    """Return how many pictures after the stick was moved the first one shows it."""
    before = int(app._picture()[BORDER])
    app.machine.joystick(2).press("left", "fire")
    for count in range(1, 8):
        app._run_frame()
        if int(app._picture()[BORDER]) != before:
            return count
    raise AssertionError("the border does not follow")


def test_a_key_is_in_the_picture_as_many_frames_earlier(make_app):
    shown = {}
    for ahead in range(4):
        app = following(make_app, "--run-ahead", str(ahead))
        shown[ahead] = frames_until_it_shows(app)
    assert shown[0] == 2  # it is read at the foot of one frame, and seen at the top of the next
    assert [shown[ahead] for ahead in (1, 2, 3)] == [1, 1, 1]


class Delayed:
    """A program that shows the joystick three frames late, by a queue in memory."""

    # wait for line 250; LDA $C103 STA $D020; $C102->$C103, $C101->$C102, $DC00->$C101
    CODE = bytes.fromhex(
        "78 ad 12 d0 c9 fa d0 f9 ad 03 c1 8d 20 d0 ad 02 c1 8d 03 c1 ad 01 c1 8d 02 c1"
        "ad 00 dc 8d 01 c1 ad 12 d0 c9 fa f0 f9 4c 01 c0"
    )


@pytest.mark.parametrize("ahead", [0, 1, 2, 3])
def test_a_program_that_is_slow_by_itself_is_shown_exactly_so_many_frames_earlier(make_app, ahead):
    app = make_app("--basic-prompt", "--run-ahead", str(ahead))
    frames(app, 3)
    app.machine.ram[START : START + len(Delayed.CODE)] = Delayed.CODE
    app.machine.registers.pc = START
    app.machine_changed()
    frames(app, 8)
    assert frames_until_it_shows(app) == 5 - ahead


def played(app, count):
    """Return (sound, pictures of the machine, state) of so many frames with a stick that moves."""
    heard, seen = [], []
    listener = app.feature(RunAhead)
    before = listener.after_frame

    def after(samples):
        heard.append(np.array(samples))
        seen.append(app.machine.screen.indices.copy())
        before(samples)

    listener.after_frame = after
    for number in range(count):
        stick = app.machine.joystick(2)
        stick.press("left") if number % 7 < 3 else stick.release()
        app._run_frame()
    return np.concatenate(heard), np.stack(seen), app.machine.snapshot()


def test_sound_pictures_and_state_are_those_without_it(make_app):
    plain = played(following(make_app), 30)
    ahead = played(following(make_app, "--run-ahead", "3"), 30)
    assert len(plain[0]) > 10_000 and np.any(plain[0] != plain[0][0])
    assert np.array_equal(plain[0], ahead[0])
    assert np.array_equal(plain[1], ahead[1])
    assert plain[2] == ahead[2]


def writing_disk(tmp_path, name):
    path = tmp_path / name
    image = D64Image.blank(b"TEST", b"00")
    Volume(image).write_file(b"OLD", 2, bytes([1, 8, 0, 0]))
    path.write_bytes(image.to_bytes())
    return path


@pytest.mark.parametrize("kind", [seldom("quick"), "1541"])
def test_a_disk_is_written_once_and_as_without_it(make_app, tmp_path, kind):
    found = []
    for ahead in ("0", "2"):
        path = writing_disk(tmp_path, f"{kind}{ahead}.d64")
        app = make_app(
            "--basic-prompt", "--run-ahead", ahead, "--drive8", str(path), "--drive8-type", kind
        )
        frames(app, 150)
        app.machine.type('save"new",8\n', wait=False)
        frames(app, 500 if kind == "1541" else 150)
        app.machine.flush()
        found.append((path.read_bytes(), app.machine))
    (plain, machine), (ahead, other) = found
    assert b"NEW" in plain
    assert plain == ahead and machine.diff(other) == []


def test_the_menu_and_its_key_choose_it_and_it_is_remembered(make_app):
    app = make_app()
    frames(app, 2)
    action = app.actions["run-ahead"]
    assert tuple(action.choices()) == WORDS
    action.put("2 frames")
    assert app.settings.run_ahead == 2 and app.settings.changed()["run_ahead"] == 2
    action.do()
    assert action.state() == "3 frames"
    action.do()
    assert action.state() == "off" and app.feature(RunAhead).picture() is None


def test_while_paused_the_picture_stays_the_one_that_was_shown(make_app):
    app = following(make_app, "--run-ahead", "2")
    app.machine.joystick(2).press("left")
    app._run_frame()
    shown = app._picture().copy()
    press(app, "f10")
    frames(app, 5)
    assert np.array_equal(app._picture(), shown)


def test_rewind_shows_the_past_as_it_was(make_app):
    app = following(make_app, "--run-ahead", "1")
    frames(app, 60)
    from emu.host.state.rewind import Rewind

    rewind = app.feature(Rewind)
    rewind.begin()
    assert rewind.instead_of_frame()
    assert np.array_equal(app._picture(), rewind.picture())


def test_where_it_is_too_slow_it_takes_a_frame_less_and_says_so(make_app):
    app = following(make_app, "--run-ahead", "3")
    feature = app.feature(RunAhead)
    feature.restarted()
    for _ in range(LOOKED_AT):
        feature._look(0.03)
    assert app.settings.run_ahead == 2 and "run_ahead" not in app.settings.changed()
    assert app.overlay.message == "run-ahead: 2 frames; more takes 30 ms here"


def test_a_breakpoint_of_the_monitor_is_not_met_ahead_of_its_time(make_app):
    app = following(make_app, "--run-ahead", "2")
    app.debugger.add("exec", START + 0x10)
    assert app.feature(RunAhead).picture() is None
