"""Macros: what is recorded is played again, frame for frame, and comes back with its file."""

import pygame
import pytest

from emu.host.input.macros import FRAMES_MOST, MacroList, Macros, sound_macro
from emu.host.menu.menu import Menu
from emu.host.menu.page import CLOSE
from tests.emu.host.windows import frames, press


def put(app, name, down):
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    code = pygame.key.key_code(name)
    letter = name if len(name) == 1 else ""
    pygame.event.post(pygame.event.Event(kind, key=code, mod=0, unicode=letter, scancode=0))


def recorded(app, key="f7"):
    """Record a letter and two moves of the joystick under a key; returns what the ports had."""
    app.actions["record-macro"].do()
    seen = []
    for at in range(20):
        for frame, name, down in (
            (2, "a", True),
            (6, "a", False),
            (4, "[8]", True),
            (9, "[8]", False),
            (12, "[0]", True),
            (15, "[0]", False),
        ):
            if frame == at:
                put(app, name, down)
        frames(app)
        seen.append(ports(app))
    app.actions["record-macro"].do()
    press(app, key)
    return seen


def ports(app):
    machine = app.machine
    stick = machine.joystick(2)
    return machine.keyboard.down, stick.pressed("up"), stick.pressed("fire")


def test_each_frame_of_it_is_as_it_was(make_app):
    app = make_app()
    frames(app, 3)
    seen = recorded(app)
    assert any("A" in keys for keys, _, _ in seen) and any(up for _, up, _ in seen)
    frames(app, 10)
    put(app, "f7", True)
    again = []
    for _ in range(25):
        frames(app)
        again.append(ports(app))
    idle = (frozenset(), False, False)
    first, last = (
        next(i for i in order if seen[i] != idle) for order in (range(20), range(19, -1, -1))
    )
    assert again[: last - first + 1] == seen[first : last + 1]
    assert again[last - first + 1 :] == [idle] * (25 - (last - first + 1))


def test_the_user_plays_on_beside_it_and_its_key_stops_it(make_app):
    app = make_app()
    recorded(app)
    put(app, "f7", True)
    put(app, "[4]", True)
    frames(app, 3)
    assert app.machine.joystick(2).pressed("left") and "A" in app.machine.keyboard.down
    put(app, "f7", True)
    frames(app, 2)
    assert app.machine.joystick(2).pressed("left") and "A" not in app.machine.keyboard.down


def test_a_key_of_the_window_is_refused_and_escape_keeps_none(make_app):
    app = make_app()
    recorded(app, "f9")
    macros = app.feature(Macros)
    assert macros.macros == {} and "already in use" in app.overlay.message
    press(app, "escape")
    assert macros.macros == {} and app.overlay.message == "no macro"


def test_they_come_back_with_their_file_and_can_be_removed(make_app, tmp_path):
    file = tmp_path / "hello.prg"
    file.write_bytes(bytes([1, 8, 11, 8, 10, 0, 153, 34, 72, 73, 34, 0, 0, 0]))
    recorded(make_app(str(file)))
    assert make_app().feature(Macros).macros == {}
    macros = make_app(str(file)).feature(Macros)
    assert list(macros.macros) == ["f7"]
    macros._drop(0)
    assert make_app(str(file)).feature(Macros).macros == {}


@pytest.mark.parametrize(
    "data",
    [None, [], [[0, "A", "", "", "", ""]], [[1, "NOKEY", "", "", "", ""]], [[1, "A"]],
     [[1, "A", "sideways", "", "", ""]], [[True, "A", "", "", "", ""]], [[1, 2, "", "", "", ""]],
     [[FRAMES_MOST + 1, "A", "", "", "", ""]]],
)  # fmt: skip
def test_a_damaged_macro_counts_as_none(data, tmp_path):
    import json

    assert sound_macro(data) is None
    (tmp_path / "m.json").write_text(json.dumps({"k": {"f7": data}}))
    assert MacroList(tmp_path / "m.json").of("k") == {}


def test_a_macro_of_nothing_is_none(make_app):
    app = make_app()
    app.actions["record-macro"].do()
    frames(app, 5)
    app.actions["record-macro"].do()
    assert app.overlay.message == "nothing was pressed: no macro"
    press(app, "f7")
    assert app.feature(Macros).macros == {}


def test_a_recording_ends_by_itself_and_the_most_of_a_file_are_not_exceeded(make_app, monkeypatch):
    app = make_app()
    frames(app, 3)
    macros = app.feature(Macros)
    monkeypatch.setattr("emu.host.input.macros.FRAMES_MOST", 6)
    monkeypatch.setattr("emu.host.input.macros.MACROS_MOST", 2)
    for key in ("f5", "f6", "f7", "f6"):
        app.actions["record-macro"].do()
        assert macros.title() == "recording a macro"
        put(app, "a", True)
        frames(app, 8)
        assert macros.title() == "" and "press the key" in app.overlay.message
        put(app, "a", False)
        press(app, key)
        full = key == "f7"
        wanted = "a file has at most 2 macros" if full else f"{key.upper()} plays the macro"
        assert app.overlay.message == wanted
    assert [*macros.macros] == ["f5", "f6"]
    assert sum(count for count, _ in macros.macros["f6"]) == 6


def test_the_page_of_macros_plays_and_removes_them(make_app):
    app = make_app()
    frames(app, 3)
    macros = app.feature(Macros)
    recorded(app, "f7")
    recorded(app, "f5")
    rows = macros._rows()
    assert len(rows) == 2 and rows[1].run() is CLOSE
    frames(app)
    assert app.machine.keyboard.down == {"A"}
    macros._stop()
    macros._open()
    page = app.feature(Menu)._place.page
    page.keys["delete"].do(0)
    assert len(macros.macros) == 1 and len(page.rows()) == 1


@pytest.mark.parametrize("stage", ["recording", "taking a key", "playing"])
def test_what_is_under_way_ends_when_another_program_is_started(make_app, tmp_path, stage):
    file = tmp_path / "hello.prg"
    file.write_bytes(bytes([1, 8, 11, 8, 10, 0, 153, 34, 72, 73, 34, 0, 0, 0]))
    app = make_app()
    macros, action = app.feature(Macros), app.actions["record-macro"]
    macros.macros["f7"] = [(90, ("SPACE", "", "up", "", ""))]
    if stage == "playing":
        press(app, "f7")
        frames(app, 3)
        assert "SPACE" in app.machine.keyboard.down
    else:
        action.do()
        put(app, "a", True)
        frames(app, 3)
        assert action.state() == "on" and macros.title() == "recording a macro"
        if stage == "taking a key":
            action.do()
    app.load(file)
    frames(app, 3)
    assert "SPACE" not in app.machine.keyboard.down
    assert not app.machine.joystick(2).pressed("up")
    assert action.state() == "off" and macros.title() == ""
    press(app, "f5")
    assert macros.macros == {}, "f5 is no key for a macro of the program before"


def test_shift_stays_down_as_recorded_whatever_the_user_types_beside_it(make_app):
    """A letter decides about SHIFT by itself; one that was just typed let go of the macro's."""
    app = make_app()
    frames(app, 3)
    macros = app.feature(Macros)
    macros.macros["f7"] = [(8, ("LSHIFT", "", "", "", "")), (4, ("LSHIFT CRSR_DOWN",) + ("",) * 4)]
    put(app, "a", True)
    frames(app)
    put(app, "a", False)
    put(app, "f7", True)
    seen = []
    for at in range(12):
        if at == 6:
            put(app, "b", True)
        frames(app)
        seen.append(app.machine.keyboard.down)
    assert "A" in seen[0], "the letter is still seen"
    assert all("LSHIFT" in down for down in seen)
    assert all("CRSR_DOWN" in down for down in seen[8:])
    put(app, "b", False)
    frames(app, 8)
    assert not app.machine.keyboard.down


@pytest.mark.parametrize("modifier", ["left shift", "right shift", "left ctrl", "caps lock"])
def test_a_key_that_is_held_for_another_is_no_key_for_a_macro(make_app, modifier):
    app = make_app()
    frames(app, 3)
    macros = app.feature(Macros)
    app.actions["record-macro"].do()
    put(app, "a", True)
    frames(app, 4)
    put(app, "a", False)
    frames(app, 6)
    app.actions["record-macro"].do()
    put(app, modifier, True)
    frames(app)
    assert macros.macros == {} and "press the key" in app.overlay.message
    press(app, "f7")
    assert [*macros.macros] == ["f7"]
    macros.macros[modifier] = [(9, ("SPACE", "", "", "", ""))]  # as an older version kept it
    put(app, modifier, True)
    frames(app, 2)
    assert "SPACE" not in app.machine.keyboard.down


def test_shift_lock_is_recorded_and_played_whether_it_is_up_or_down(make_app):
    app = make_app()
    frames(app, 3)
    keyboard = app.machine.keyboard
    app.actions["record-macro"].do()
    keyboard.hold("SHIFT_LOCK")
    frames(app, 4)
    put(app, "left", True)
    frames(app, 4)
    put(app, "left", False)
    frames(app, 8)
    keyboard.hold("SHIFT_LOCK")
    frames(app, 8)
    app.actions["record-macro"].do()
    press(app, "f7")
    (macro,) = app.feature(Macros).macros.values()
    assert macro[0][1][0] == "SHIFT_LOCK" and macro[-1][1] == ("",) * 5
    for before in (False, True):
        if before:
            keyboard.hold("SHIFT_LOCK")
        put(app, "f7", True)
        locked = []
        for _ in range(40):
            frames(app)
            locked.append("SHIFT_LOCK" in keyboard.down)
        put(app, "f7", False)
        assert True in locked and locked[-1] is False
        assert locked.index(False, locked.index(True)) - locked.index(True) >= 16
