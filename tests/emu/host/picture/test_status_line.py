"""The status line: lamp, track and error of drives, tape, port, speed."""

from disk.tap import Cassette
from emu.host.picture.status_line import LAMP_FAILED, LAMP_OFF, LAMP_ON, StatusLine
from tests.emu.host.menu.test_menu import disk
from tests.emu.host.windows import frames


def line(app):
    """Return the texts of the line now."""
    status = app.feature(StatusLine)
    status._left = 0
    return [text for text, _ in status.status()]


def colour(app, text):
    return dict(app.feature(StatusLine)._parts())[text]


def test_it_is_off_until_it_is_wanted_and_remembered(make_app):
    app = make_app()
    assert app._foot() is None or app.overlay.message
    app.actions["status-line"].do()
    app.overlay.message = ""
    app.overlay.hide_help()  # and the welcome, which the line must not lie over
    assert app._foot().get_width() == app.window.foot_width
    assert app.settings.changed()["status_line"] is True


def test_a_1541_shows_lamp_motor_and_track_while_it_loads(make_app, tmp_path):
    app = make_app("--true-drive", "--no-fastload", str(disk(tmp_path / "a.d64")))
    app.settings.status_line = True
    seen = set()
    for _ in range(500):
        frames(app)
        slot = app.machine.drives[8]
        seen.add((slot.led, slot.motor, slot.track == 18.0))
        if slot.led and slot.motor:
            assert line(app)[:3] == ["8", "•", f"{slot.track:04.1f}"]
            assert colour(app, "•") == LAMP_ON
    assert (True, True, True) in seen
    assert not slot.motor and colour(app, "•") == LAMP_OFF


def test_a_virtual_drive_shows_its_error(make_app, tmp_path):
    app = make_app("--basic-prompt", "--drive8", str(disk(tmp_path / "a.d64")))
    app.settings.status_line = True
    while not app.machine.at_prompt:
        frames(app)
    assert "error 62" not in line(app)
    app.machine.type('load"nowhere",8\n')
    frames(app, 200)
    assert "error 62" in line(app) and colour(app, "•") == LAMP_FAILED
    assert app.machine.drives[8].track is None


def test_the_tape_has_its_counter_and_the_port_and_speed_are_there(make_app, tmp_path):
    app = make_app()
    app.machine.tape.insert(Cassette.blank(tmp_path / "a.tap"))
    frames(app, 3)
    app.feature(StatusLine)._began -= 2
    frames(app)
    app.settings.status_line = True
    found = line(app)
    assert "tape 000" in found and "port 2" in found and found[-1].endswith("%")
    app.paused = True
    assert line(app)[-1] == "paused"


def test_the_time_for_which_the_machine_is_held_does_not_count_for_its_speed(make_app, monkeypatch):
    now = [100.0]
    monkeypatch.setattr("emu.host.picture.status_line.time.perf_counter", lambda: now[0])
    status = StatusLine(make_app())

    def run(count):
        for _ in range(count):
            now[0] += 1 / status.app.machine.model.frame_hz
            status.after_frame(None)

    run(60)
    assert status._speed == "100 %"
    now[0] += 20  # the menu is open
    run(60)
    assert status._speed == "100 %"
