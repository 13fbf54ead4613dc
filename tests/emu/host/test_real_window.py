"""A real window on a virtual screen, worked by keys, mouse and pad, and looked at."""

import os
import shutil
import subprocess
import sys
import time

import numpy as np
import pytest
from PIL import Image

import c64
from c64.config import PALETTES
from tests.emu.host.virtual_pad import sdl
from tests.emu.host.virtual_screen import (
    MISSING,
    PAPER,
    PATIENCE,
    ROOT,
    SCREEN,
    Screen,
    managed,
    middle_of,
    share,
    text_of,
)

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
    pytest.mark.skipif(c64.PURE, reason="waits for pictures; the compiled machine only"),
]
PANEL, SELECTED = (0x24, 0x1B, 0x57), (0x6C, 0x5E, 0xB5)
NAMES = (0xDC, 0xD8, 0xFF)  # letters of a menu's rows
BORDER = (108, 94, 181)  # of the machine: light blue
YELLOW_GREEN = (184, 199, 111)  # of the game's bar
GREY = (149, 149, 149)  # the machine's light one
HOST_KEY, HOST_BODY = (0x3A, 0x31, 0x2B), (0xB9, 0xAB, 0x90)


@pytest.fixture
def screen(tmp_path):
    made = Screen(tmp_path)
    yield made
    made.close()


def menu_open(picture):
    return share(picture, PANEL) > 0.1


def menu_closed(picture):
    return share(picture, PANEL) == 0 and share(picture, PAPER) > 0.1


def test_keys_and_mouse_work_the_menu(screen):
    screen.start("--basic-prompt", "--scale", "2")
    screen.do("key", "F10")
    picture = screen.until(menu_open)
    x, y = middle_of(picture, SELECTED)  # the first page in the list
    screen.do("key", "End")  # the last one, Quit
    screen.until(lambda p: tuple(p[y - 4, x]) != SELECTED and menu_open(p))
    screen.do("mousemove", x, y, "click", 1)  # the first one again
    screen.until(lambda p: (p[y - 6 : y + 6, x - 60 : x + 20] == SELECTED).all(-1).any())
    screen.do("mousemove", 2, 2)
    screen.do("key", "F10")
    screen.until(menu_closed)
    centre = [length // 2 for length in SCREEN]
    screen.do("mousemove", *centre, "click", 3)
    screen.until(menu_open)
    screen.do("key", "Escape")
    screen.until(menu_closed)
    screen.do("key", "alt+q")
    assert screen.ended() == 0


def test_what_is_typed_is_on_the_screen_of_the_machine(screen):
    screen.start("--basic-prompt", "--scale", "2")
    screen.do("key", "a")  # ends the welcome
    blank = screen.until(lambda p: share(p, PAPER) > 0.15)
    screen.do("type", "--delay", "120", "?6*7")
    screen.do("key", "Return")
    screen.until(lambda p: (p != blank).any(axis=-1).sum() > 500)


SYMBOLS = 'rem yz "1+2-3*4/5=(6)":;,.<>?!#$%&\'@'
TOP_ROW, BOTTOM_ROW = (
    range(24, 30),
    range(52, 58),
)  # QWERTY, ZXCVBN: X's numbers


@pytest.mark.skipif(shutil.which("setxkbmap") is None, reason="not installed: setxkbmap")
@pytest.mark.parametrize("layout", ["us", "gb", "de", "fr", "se"])
def test_a_line_is_typed_by_symbol_and_by_position_on_any_layout(screen, layout):
    screen.layout(layout)
    screen.start("--basic-prompt", "--scale", "2")
    screen.do("key", "shift")  # ends the welcome; a letter would be typed on a slow host
    screen.until(lambda p: "READY." in text_of(p, 2))
    for char in SYMBOLS:
        screen.do("type", "--delay", "60", char)
        time.sleep(0.06)
    wanted = SYMBOLS.upper()
    screen.until(lambda p: wanted in text_of(p, 2).replace("\n", ""))
    screen.do("key", "Return")
    screen.do("key", "alt+y")  # by position
    screen.until(said)
    for typed, code in enumerate((*TOP_ROW, *BOTTOM_ROW), 1):  # keys that overlap make ghosts
        screen.do("key", "--delay", "60", code)
        screen.until(lambda p, typed=typed: "QWERTYZXCVBN"[:typed] in text_of(p, 2))


def test_the_keyboard_on_the_screen_comes_and_goes(screen):
    screen.start("--basic-prompt", "--scale", "2")
    screen.do("key", "alt+o")
    screen.until(lambda p: share(p, HOST_KEY) > 0.05 and share(p, HOST_BODY) > 0.01)
    screen.do("key", "alt+o")
    screen.until(lambda p: share(p, HOST_KEY) == 0 and share(p, BORDER) > 0.05)


# Places in a window of scale 2: where the first page of the menu, the first row and the first cover
# are, and steps.
WINDOW = (768, 544)
TILE, TILE_STEP = (146, 174), 232
PAGE, PAGE_STEP, ROW, ROW_STEP = (80, 86), 26, (240, 84), 22
PAGES = ("Start", "Library", "States", "Drives", "Tape", "Machine", "Time", "Picture", "Sound",
         "Input", "Record")  # fmt: skip


def click(screen, place, button=1):
    """Click at a place of the window."""
    left, top = ((SCREEN[i] - WINDOW[i]) // 2 for i in (0, 1))
    screen.do("mousemove", left + place[0], top + place[1])
    time.sleep(0.3)
    screen.do("click", button)
    time.sleep(0.6)


def choose(screen, page, *rows):
    """Open the menu by the right button, and click a page and rows of it."""
    click(screen, (WINDOW[0] // 2, WINDOW[1] // 2), 3)
    screen.until(menu_open)
    click(screen, (PAGE[0], PAGE[1] + PAGE_STEP * PAGES.index(page)))
    for row in rows:
        click(screen, (ROW[0], ROW[1] + ROW_STEP * row))


def printing(path, text):
    """Write a BASIC program that prints."""
    line = b"\x0a\x00\x99\x22" + text.encode() + b"\x22\x00"
    path.write_bytes(b"\x01\x08" + (0x0803 + len(line)).to_bytes(2, "little") + line + bytes(2))


def test_a_file_in_a_folder_is_found_and_started_by_the_mouse_alone(screen, tmp_path):
    games = tmp_path / "games"
    (games / "more").mkdir(parents=True)
    printing(games / "first.prg", "THE FIRST")
    printing(games / "more" / "inner.prg", "THE INNER")
    for number in range(40):
        printing(games / f"game{number:02}.prg", f"GAME {number:02}")
    screen.start("--scale", "2", games / "first.prg")
    screen.do("key", "F12", "F12")  # ends the welcome
    screen.until(lambda p: "THE FIRST" in text_of(p, 2))
    choose(screen, "Library")
    click(screen, (TILE[0] + TILE_STEP, TILE[1]))  # the second tile: files ...
    before = screen.picture()
    for _ in range(20):
        screen.do("click", 5)
        time.sleep(0.1)
    screen.until(lambda p: (p != before).any(axis=-1).mean() > 0.001)
    click(screen, (ROW[0], ROW[1] + ROW_STEP * 14))  # near the end of the list
    game = screen.until(lambda p: menu_closed(p) and "GAME 3" in text_of(p, 2))
    assert "THE FIRST" not in text_of(game, 2)
    choose(screen, "Library")
    click(screen, (TILE[0] + 2 * TILE_STEP, TILE[1]))  # now the third one
    for _ in range(20):
        screen.do("click", 4)  # to the first row, from the file that was started
        time.sleep(0.1)
    many = share(screen.picture(), NAMES)
    click(screen, (ROW[0], ROW[1] + ROW_STEP * 3))  # > more
    screen.until(lambda p: 0 < share(p, NAMES) < many / 2)  # it has one file
    click(screen, (ROW[0], ROW[1] + ROW_STEP * 2))  # inner.prg
    screen.until(lambda p: menu_closed(p) and "THE INNER" in text_of(p, 2))


def test_inputs_are_recorded_and_done_again_from_the_menu(screen, tmp_path):
    screen.start("--basic-prompt", "--scale", "2")
    screen.do("key", "F12", "F12")
    screen.until(lambda p: "READY." in text_of(p, 2))
    choose(screen, "Record", 6)  # record inputs
    screen.do("key", "F10")
    screen.until(menu_closed)
    screen.do("type", "--delay", "120", "?6*7")
    screen.do("key", "Return")
    screen.until(lambda p: "\n 42\n" in text_of(p, 2))
    choose(screen, "Record", 6)
    screen.do("key", "F10")
    screen.until(menu_closed)
    (found,) = tmp_path.rglob("*.go64rec")
    screen.do("type", "--delay", "120", "?2*4")  # what the replay does not do again
    screen.do("key", "Return")
    screen.until(lambda p: "\n 8\n" in text_of(p, 2))
    choose(screen, "Record", 0)  # replay inputs ...
    click(screen, (ROW[0], ROW[1] + ROW_STEP * 3))  # below "..", and the folder of settings
    screen.until(lambda p: menu_closed(p) and "\n 8\n" not in text_of(p, 2))
    screen.until(lambda p: "\n 42\n" in text_of(p, 2))
    command = [sys.executable, "-m", "emu", "--headless", "--replay", found]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr  # it leads to the same machine


def test_the_keyboard_on_the_screen_types_by_the_mouse(screen):
    screen.start("--basic-prompt", "--scale", "2")
    screen.do("key", "F12", "F12")
    screen.until(lambda p: "READY." in text_of(p, 2))
    screen.do("key", "alt+o")
    screen.until(lambda p: share(p, HOST_KEY) > 0.05)
    click(screen, (136, 398))  # Q
    click(screen, (170, 398))  # W
    click(screen, (120, 470))  # SHIFT stays down for the next key
    click(screen, (152, 362))  # 2, so it is a quotation mark
    screen.do("key", "alt+o")
    screen.until(lambda p: 'QW"' in text_of(p, 2))


def finished(folder):
    """Screenshots to their last chunk: the file is there before a thread has filled it."""
    return [p for p in folder.glob("go64-*.png") if p.read_bytes()[-8:-4] == b"IEND"]


def test_each_pixel_of_the_machine_is_one_of_the_window_as_often_as_it_is_enlarged(
    screen, tmp_path
):
    program = tmp_path / "still.prg"  # a grey border, no interrupt, for ever
    program.write_bytes(bytes.fromhex("0108 0b08 0a00 9e32303631 000000 78 a90f 8d20d0 4c1308"))
    screen.start("--scale", "2", program)
    screen.do("key", "a")  # ends the welcome
    screen.until(lambda p: share(p, GREY) > 0.1)
    time.sleep(7)  # whatever is said above the picture goes by itself
    seen = screen.picture()
    screen.do("key", "alt+s")
    end = time.monotonic() + PATIENCE
    while not (shots := finished(tmp_path)) and time.monotonic() < end:
        time.sleep(0.2)
    with Image.open(shots[0]) as shot:
        machine = np.asarray(shot.convert("RGB"))
    wanted = machine.repeat(2, axis=0).repeat(2, axis=1)
    rows, columns = np.nonzero((seen == GREY).all(axis=-1))
    window = seen[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    assert window.shape == wanted.shape
    assert (window == wanted).all()


def test_the_command_line_is_not_remembered(screen):
    screen.start("--basic-prompt", "--scale", "2", "--mute", "--model", "ntsc")
    screen.do("key", "alt+j")
    time.sleep(1)
    screen.do("key", "alt+q")
    assert screen.ended() == 0
    text = (screen.folder / "go64" / "settings.toml").read_text()
    assert 'model = "c64"' in text and "joy_port = 1" in text


# -- a gamepad that is plugged in while go64 runs ------------------------------------------

A, B, START, DPAD_UP, DPAD_DOWN = 0, 1, 6, 11, 12  # as SDL's virtual pad numbers its buttons
LEFT_STICK = 0
pad_is_there = pytest.mark.skipif(
    sdl() is None, reason="SDL's library was not found beside pygame: no virtual gamepad"
)
# The border's colour is the joystick in port 2: SEI; loop: LDA $DC00; STA $D020; JMP loop.
STICK_IN_THE_BORDER = "0108 0b08 0a00 9e32303631 000000 78 ad00dc 8d20d0 4c0e08"
# $7F without anything, $7B to the left, $77 to the right: colours 15, 11 and 7.
NOTHING, TO_THE_LEFT, TO_THE_RIGHT = (
    tuple(PALETTES["pepto"][number].tolist()) for number in (15, 11, 7)
)


def bar(picture):
    """Return the row of the window where the game's bar begins, None without one."""
    rows = np.flatnonzero((picture == YELLOW_GREEN).all(axis=-1).sum(axis=1) > 400)
    return int(rows[0]) if len(rows) else None


def edge(picture):
    """Return the colour of the machine's border, near the window's left edge."""
    return tuple(int(part) for part in picture[SCREEN[1] // 2, SCREEN[0] // 2 - 370])


def plugged(screen, kind="plug"):
    """Plug a pad in and wait until a message names its port: nobody's thumb is quicker."""
    screen.pad(kind)
    screen.until(said)


def said(picture):
    """Whether something lies over the picture: it has colours that the machine does not."""
    flat = picture.astype(int) @ (1 << 16, 1 << 8, 1)
    own = PALETTES["pepto"].astype(int) @ (1 << 16, 1 << 8, 1)
    return (~np.isin(flat, own)).mean() > 0.005


@pad_is_there
def test_a_pad_that_is_plugged_in_works_the_menu_at_once(screen):
    screen.start("--basic-prompt", "--scale", "2")
    screen.do("key", "a")  # ends the welcome
    screen.until(lambda p: not said(p))
    plugged(screen)
    row = middle_of(screen.hold(START, menu_open), SELECTED)[1]
    screen.hold(DPAD_DOWN, lambda p: middle_of(p, SELECTED)[1] > row + 16)
    screen.hold(B, menu_closed)


@pad_is_there
def test_a_pad_moves_the_games_bar_as_soon_as_it_is_plugged_in(screen):
    screen.start("--scale", "2")
    screen.do("key", "shift")  # ends the welcome
    # the title: windows, moon and letters
    screen.until(lambda p: share(p, YELLOW_GREEN) > 0.01 and not said(p))
    plugged(screen)
    screen.tap(A)  # the title begins when fire is released
    first = bar(screen.until(lambda p: bar(p) is not None))
    below = bar(screen.hold(DPAD_DOWN, lambda p: (bar(p) or 0) > first))
    assert (below - first) % 16 == 0  # a line of text, twice as large
    screen.hold(DPAD_UP, lambda p: bar(p) == first)


@pad_is_there
@pytest.mark.parametrize("kind", ["plug", "plain"])  # known to SDL's database, and not
def test_a_stick_that_is_pulled_out_while_it_is_held_lets_go(screen, tmp_path, kind):
    program = tmp_path / "stick.prg"
    program.write_bytes(bytes.fromhex(STICK_IN_THE_BORDER))
    screen.start("--scale", "2", program)
    screen.do("key", "shift")
    screen.until(lambda p: edge(p) == NOTHING and not said(p))
    plugged(screen, kind)
    screen.pad("axis", LEFT_STICK, -1)
    screen.until(lambda p: edge(p) == TO_THE_LEFT)
    screen.pad("axis", LEFT_STICK, 1)
    screen.until(lambda p: edge(p) == TO_THE_RIGHT)
    screen.pad("unplug")
    screen.until(lambda p: edge(p) == NOTHING)


# SEI; PB7 is an output; for ever: the five switches of joysticks 2, 1, 3 and 4, as screen codes,
# into the first row.  PB7 high asks for the directions of joystick 3; fire 4 is bit 5, and put into
# bit 4.
FOUR_STICKS_ON_THE_SCREEN = """0108 0b08 0a00 9e32303631 000000
    78 a980 8d03dd a9ff 8d00dc
    ad00dc 291f 8d0004  ad01dc 291f 8d0204
    a980 8d01dd ad01dd 291f 8d0404
    a900 8d01dd ad01dd 290f 85fb ad01dd 2920 4a 05fb 8d0604  4c1808"""
# One switch closed, as the letter of its screen code; "_" is none.
UP, DOWN, LEFT, RIGHT, FIRE = "^", "]", "[", "W", "O"
ACROSS, DOWNWARDS = 0, 1  # axes of the left stick


@pad_is_there
def test_three_pads_play_at_once_and_one_that_is_pulled_out_leaves_the_others(screen, tmp_path):
    program = tmp_path / "sticks.prg"
    program.write_bytes(bytes.fromhex(FOUR_STICKS_ON_THE_SCREEN))
    screen.start("--scale", "2", "--joy-adapter", "protovision", program)
    screen.do("key", "shift")  # ends the welcome

    def sticks(*wanted):
        """Wait for the switches of joysticks 2, 1, 3 and 4."""
        screen.until(lambda p: text_of(p, 2)[:7].split(" ") == list(wanted))

    sticks("_", "_", "_", "_")
    for _ in range(3):
        screen.until(lambda p: not said(p))
        plugged(screen)
    for number, (axis, value) in enumerate(((ACROSS, -1), (ACROSS, 1), (DOWNWARDS, -1))):
        screen.pad("pad", number)
        screen.pad("axis", axis, value)
    sticks(LEFT, RIGHT, UP, "_")
    screen.pad("pad", 1)
    screen.pad("unplug")
    sticks(LEFT, "_", UP, "_")  # nobody takes another place in the middle of a game
    screen.until(lambda p: not said(p))
    plugged(screen)  # and the new one has the place that is free
    screen.pad("button", A, 1)
    sticks(LEFT, FIRE, UP, "_")
    screen.until(lambda p: not said(p))
    plugged(screen)
    screen.pad("axis", DOWNWARDS, 1)
    sticks(LEFT, FIRE, UP, DOWN)
    for number in (0, 1):  # the first and the third
        screen.pad("pad", number)
        screen.pad("axis", ACROSS, 0)
        screen.pad("axis", DOWNWARDS, 0)
    sticks("_", FIRE, "_", DOWN)


def window_place(picture):
    """Return (left, top, right, bottom) of what border and paper cover, None without a window."""
    inside = (picture == PAPER).all(axis=-1) | (picture == BORDER).all(axis=-1)
    rows, columns = np.nonzero(inside)
    if not len(rows):  # between a window and full screen
        return None
    return columns.min(), rows.min(), columns.max(), rows.max()


@pytest.mark.parametrize("manager", [None, "openbox"])
def test_full_screen_comes_back_where_it_was(screen, manager):
    with managed(screen, manager):
        screen.start("--basic-prompt", "--scale", "2", "--look", "plain")
        before = window_place(screen.until(lambda p: share(p, BORDER) > 0.05))
        for _ in range(2):
            screen.do("key", "F11")
            screen.until(lambda p: (window_place(p) or before) != before)
            screen.do("key", "F11")
            screen.until(lambda p: window_place(p) == before)
        screen.stop()  # before the manager of its window


def test_a_window_that_cannot_wait_for_the_display_is_as_it_was(screen):
    screen.start("--basic-prompt", "--scale", "2", "--vsync", "on")  # Xvfb has no refresh
    before = window_place(screen.until(lambda p: share(p, BORDER) > 0.05))
    screen.do("key", "shift")
    screen.until(lambda p: "READY." in text_of(p, 2))
    screen.do("type", "--delay", "120", "?6*7")
    screen.do("key", "Return")
    screen.until(lambda p: "\n 42\n" in text_of(p, 2) and window_place(p) == before)
    screen.do("key", "F11")
    screen.until(lambda p: (window_place(p) or before) != before)
    screen.do("key", "F11")
    screen.until(lambda p: window_place(p) == before)


def test_a_bad_file_that_a_desktop_opens_is_explained_in_a_window(screen, tmp_path):
    bad = tmp_path / "bad.d64"
    bad.write_bytes(b"no disk")
    environment = dict(os.environ, DISPLAY=screen.name, HOME=str(tmp_path), PYTHONPATH=str(ROOT))
    environment.pop("SDL_VIDEODRIVER", None)
    go64 = subprocess.Popen(
        [sys.executable, "-m", "emu", bad], env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        end = time.monotonic() + PATIENCE
        while (seen := screen.picture()).max() == 0 and time.monotonic() < end:
            assert go64.poll() is None, "it has ended and said nothing"
            time.sleep(0.2)
        time.sleep(1)  # the text comes after the window's ground
        seen = screen.picture()
        rows, columns = np.nonzero(seen.any(axis=-1))
        assert len(np.unique(seen.reshape(-1, 3), axis=0)) > 4, "words and a button"
        screen.do("mousemove", (columns.min() + columns.max()) // 2, rows.max() - 36, "click", 1)
        assert go64.wait(PATIENCE) == 2
    finally:
        if go64.poll() is None:
            go64.kill()
            go64.wait(10)


# 10 SYS 2061; a sprite that is full at $0340, red; for ever: X from $D013, Y from $D014
FOLLOW_PEN = bytes.fromhex(
    "0108 0b08 0a00 9e 32303631 00 0000"
    "a2 3f a9 ff 9d 40 03 ca 10 fa a9 0d 8d f8 07 a9 01 8d 15 d0 a9 02 8d 27 d0"
    "ad 13 d0 0a 8d 00 d0 a9 00 2a 8d 10 d0 ad 14 d0 8d 01 d0 4c 26 08"
)
RED_TO_BLUE = 30  # of a red pixel, with or without a tube's mask


@pytest.mark.parametrize("looks", [0, 2], ids=["plain", "crt"])
def test_what_a_program_draws_where_the_light_pen_is_comes_under_the_pointer(
    screen, tmp_path, looks
):
    path = tmp_path / "pen.prg"
    path.write_bytes(FOLLOW_PEN)
    scale = 2
    screen.start("--mouse-as", "pen-up", "--scale", str(scale), str(path))
    for _ in range(looks):
        screen.do("key", "alt+i")

    def corner(picture):
        """Return (left, top) of what is red, None if there is little of it."""
        red, blue = picture[..., 0].astype(int), picture[..., 2].astype(int)
        rows, columns = np.nonzero(red - blue > RED_TO_BLUE)
        near = len(rows) > 200
        return (np.percentile(columns, 2), np.percentile(rows, 2)) if near else None

    centre = [length // 2 for length in SCREEN]
    for across, down in ((0, 0), (-250, -150), (200, 120), (-240, 130)):
        place = centre[0] + across, centre[1] + down
        screen.do("mousemove", *place)

        def under(picture, place=place):
            found = corner(picture)
            return found is not None and all(
                -2 * scale <= at - wanted <= 5 * scale
                for at, wanted in zip(found, place, strict=True)
            )

        screen.until(under)
