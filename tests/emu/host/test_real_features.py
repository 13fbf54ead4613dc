"""What users ask others for, in a real window by keys: without a manager, in openbox, in weston.

weston fills an X screen, gets xdotool's keys there and hands them on as Wayland does.
"""

import contextlib
import time

import pytest

import c64
from disk.sid import parse_sid
from tests.c64.drive.drive_rom import assemble
from tests.disk.test_sid import sid
from tests.emu.host import drag_source
from tests.emu.host.menu.test_menu import disk
from tests.emu.host.test_real_pointer import BASIC_LINE, HEX, START
from tests.emu.host.test_real_rows import chosen, text, typed
from tests.emu.host.test_real_window import menu_closed, printing
from tests.emu.host.test_wayland import filled as weston_filled
from tests.emu.host.virtual_screen import (
    MISSING,
    PATIENCE,
    SCREEN,
    Screen,
    managed,
    text_of,
    words_at,
)

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
    pytest.mark.skipif(c64.PURE, reason="waits for pictures; the compiled machine only"),
]


@contextlib.contextmanager
def surrounded(screen, by, folder):
    """Have a Screen plain (None), with a window manager, or filled by a weston."""
    if by != "weston":
        with managed(screen, by):
            yield
        return
    with weston_filled(screen, folder) as names:
        screen.environment |= names
        yield


@pytest.fixture(params=[None, "openbox", "weston"])
def screen(request, tmp_path):
    made = Screen(tmp_path)
    made.environment = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(tmp_path / "heard")}
    try:
        with surrounded(made, request.param, tmp_path):
            made.environment["SDL_AUDIODRIVER"] = "disk"
            yield made
            made.stop()  # before what is round its window
    finally:
        made.close()


def started(screen, *options, at=lambda p: "READY." in text_of(p, 2)):
    """Start go64, give it the keys and end its welcome; returns when ``at`` is seen."""
    # A weston has the keys while the pointer is on it, which is to lie over nothing.
    screen.do("mousemove", *(length - 2 for length in SCREEN))
    screen.start("--scale", "2", *options, seen=lambda p: at(p) or welcomed(p))
    screen.do("key", "shift")
    return screen.until(at)


def welcomed(picture):
    """Whether the list of the first keys lies over the picture."""
    return any(words_at(picture, words) for words in ("Welcome to GO 64", "Willkommen bei GO 64"))


def reads(screen, words):
    """Wait until words in the window's own letters are seen."""
    return screen.until(lambda p: words_at(p, words) is not None)


def left_menu(screen):
    """Leave the menu."""
    screen.do("key", "F10")
    screen.until(menu_closed)


# -- find a value ----------------------------------------------------------------------------

# 10 POKE3072,9:PRINT"(CLR)"
# 20 PRINT"(HOME)LIVES";PEEK(3072);" "
# 30 GETA$:IFA$="X"THENPOKE3072,PEEK(3072)-1
# 40 GOTO20
GAME = [
    (10, b'\x973072,9:\x99"\x93"'),
    (20, b'\x99"\x13LIVES";\xc2(3072);" "'),
    (30, b'\xa1A$:\x8bA$\xb2"X"\xa7\x973072,\xc2(3072)\xab1'),
    (40, b"\x8920"),
]


def basic(lines):
    """Return a .prg of (number, tokens)."""
    data, at = b"", 0x0801
    for number, tokens in lines:
        body = number.to_bytes(2, "little") + tokens + b"\0"
        at += 2 + len(body)
        data += at.to_bytes(2, "little") + body
    return b"\x01\x08" + data + bytes(2)


def lives(screen, count):
    """Wait until the game says how many are left."""
    screen.until(lambda p: text(p).split("\n")[0] == f"LIVES {count}")


def test_a_value_is_found_by_what_it_does_and_held_and_comes_back_with_its_file(screen, tmp_path):
    path = tmp_path / "game.prg"
    path.write_bytes(basic(GAME))
    started(screen, path, at=lambda p: "LIVES 9" in text(p))
    chosen(screen, "machine", "find", "is less")  # nothing was looked at before
    reads(screen, "65536 addresses")
    left_menu(screen)
    screen.do("key", "x")
    lives(screen, 8)
    chosen(screen, "machine", "find", "is less")
    left_menu(screen)
    screen.do("key", "x")
    lives(screen, 7)
    chosen(screen, "machine", "find", "is equal")
    reads(screen, "0 to 255, $00 to $FF")
    screen.do("type", "7")
    screen.do("key", "Return")
    reads(screen, "$0C00")
    screen.do("type", "--delay", "60", "$0c00")
    screen.do("key", "Return")
    screen.do("type", "--delay", "60", "hold another")
    screen.do("key", "Return")
    screen.do("type", "--delay", "60", "99")
    screen.do("key", "Return")
    screen.do("key", "Escape")
    reads(screen, "$0C00 = 99")
    left_menu(screen)
    lives(screen, 99)
    screen.do("key", "x")
    time.sleep(1)  # the program has read it and taken one away
    lives(screen, 99)
    screen.stop()
    started(screen, path, at=lambda p: "LIVES 99" in text(p))


def test_an_achievement_is_taken_from_a_file_earned_and_kept(screen, tmp_path):
    path = tmp_path / "game.prg"
    path.write_bytes(basic(GAME))
    (tmp_path / "set.txt").write_text('1:"0xH0c00=7":"Lucky seven":"have seven lives":::::5\n')
    started(screen, path, at=lambda p: "LIVES 9" in text(p))
    chosen(screen, "machine", "achievements", "take a file", "set.txt")
    reads(screen, "0 of 1, 0 of 5 points")
    left_menu(screen)
    screen.do("key", "x")
    lives(screen, 8)
    screen.do("key", "x")
    reads(screen, "achievement: Lucky seven")
    screen.stop()
    started(screen, path, at=lambda p: "LIVES 9" in text(p))
    chosen(screen, "machine", "achievements")
    reads(screen, "1 of 1, 5 of 5 points")
    screen.do("key", "Return")
    reads(screen, "have seven lives")


def test_a_byte_that_is_held_is_selected_when_its_page_is_left(screen, tmp_path):
    """Its cheat is a new row above: the selection must not slip to the next address."""
    path = tmp_path / "game.prg"
    path.write_bytes(basic(GAME))
    started(screen, path, at=lambda p: "LIVES 9" in text(p))
    chosen(screen, "machine", "find", "is equal", "9", "$0c00", "hold it")
    screen.do("key", "Escape")
    reads(screen, "cheats of this file")
    screen.do("key", "Return")
    reads(screen, "Machine > Cheats > $0C00")


# -- run-ahead -------------------------------------------------------------------------------

# Each frame, at its foot: a letter that goes on by one; the joystick of three frames ago, seen as
# a letter, too.
LATE = """
        sei
        lda #$01
        sta $0400
loop:
        lda $d012
        cmp #$fa
        bne @loop
        lda $c103
        sta $0402
        lda $c102
        sta $c103
        lda $c101
        sta $c102
        lda $dc00
        and #$1f
        sta $c101
        ldx $0400
        inx
        cpx #$1b
        bne @on
        ldx #$01
on:
        stx $0400
wait:
        lda $d012
        cmp #$fa
        beq @wait
        jmp @loop
"""
NOTHING, LEFT = "_", "["  # of the lines of a joystick, as letters


def program(path, source):
    """Write a program in machine language that is started by RUN."""
    path.write_bytes(b"\x01\x08" + BASIC_LINE + assemble(source, START))
    return path


def steps_until_it_shows(screen):
    """Press the joystick's key while the machine stands; return the frames until it is seen."""

    def letters(picture):
        return [*text(picture).split("\n")[0].split(" "), "", ""][:2]

    screen.do("key", "alt+p")
    reads(screen, "paused: ALT+P resumes")
    screen.do("keydown", "a")
    try:
        for count in range(1, 10):
            before = letters(screen.picture())[0]
            screen.do("key", "alt+Right")
            picture = screen.until(lambda p, was=before: letters(p)[0] not in ("", was))
            if letters(picture)[1] == LEFT:
                return count
    finally:
        screen.do("keyup", "a")
    raise AssertionError("the program never shows the key")


def test_run_ahead_shows_a_key_so_many_frames_earlier(screen, tmp_path):
    path = program(tmp_path / "late.prg", LATE)
    found = {}
    for word in ("off", "1 frame", "3 frames"):
        started(
            screen, path, "--joy-keys", "wasd", at=lambda p: f" {NOTHING}" in text(p).split("\n")[0]
        )
        chosen(screen, "time", "run-ahead", word)
        left_menu(screen)
        found[word] = steps_until_it_shows(screen)
        screen.stop()
    assert found["off"] - found["1 frame"] == 1
    assert found["off"] - found["3 frames"] == 3


# -- autofire --------------------------------------------------------------------------------

# How many frames there were from one press of fire to the next, and how many presses.
PRESSES = f"""
        sei
        lda #$00
        sta $fb
        sta $fc
        sta $fd
        sta $fe
loop:
        lda $d012
        cmp #$fa
        bne @loop
        inc $fb
        lda $dc00
        and #$10
        tax
        cpx $fc
        beq @same
        stx $fc
        cpx #$00
        bne @same
        lda $fb
        sta $fd
        lda #$00
        sta $fb
        inc $fe
same:
        ldx #$00
        lda $fd
        jsr @hex
        ldx #$03
        lda $fe
        jsr @hex
wait:
        lda $d012
        cmp #$fa
        beq @wait
        jmp @loop
{HEX}"""


def told(picture):
    """Return (frames between two presses, presses) as the program has them on the screen."""
    words = text(picture).split("\n")[0].split()
    return tuple(int(word, 16) for word in words[:2]) if len(words) > 1 else None


def test_autofire_presses_fire_at_its_rate_while_its_key_is_held(screen, tmp_path):
    path = program(tmp_path / "presses.prg", PRESSES)
    started(screen, path, "--joy-keys", "cursor", at=lambda p: told(p) is not None)
    screen.do("keydown", "Control_R")
    once = told(screen.until(lambda p: told(p) is not None and told(p)[1] > 0))[1]
    time.sleep(1)
    assert told(screen.picture())[1] == once, "off: one press is one"
    screen.do("keyup", "Control_R")
    for word, frames in (("5 a", 10), ("25 a", 2)):
        chosen(screen, "input", "autofire", word)
        left_menu(screen)
        screen.do("keydown", "Control_R")
        screen.until(lambda p, frames=frames: told(p) is not None and told(p)[0] == frames)
        screen.do("keyup", "Control_R")
    time.sleep(0.5)
    presses = told(screen.picture())[1]
    time.sleep(0.5)
    assert told(screen.picture())[1] == presses, "let go"


# -- macros ----------------------------------------------------------------------------------


def test_a_macro_is_recorded_under_a_key_and_comes_back_with_its_file(screen):
    started(screen, "--basic-prompt")
    screen.do("key", "alt+F6")
    typed(screen, "?6*7")
    screen.until(lambda p: "\n 42\n" in text(p))
    screen.do("key", "alt+F6")
    screen.do("key", "F7")  # it is to play the macro
    screen.do("key", "F7")
    screen.until(lambda p: text(p).count("\n 42\n") == 2)
    chosen(screen, "help", "messages so far")
    reads(screen, "a macro is being recorded:")
    reads(screen, "F7 plays the macro")
    left_menu(screen)
    screen.stop()
    started(screen, "--basic-prompt")
    screen.do("key", "F7")
    screen.until(lambda p: "\n 42\n" in text(p))
    chosen(screen, "input", "macros")
    reads(screen, "F7")
    screen.do("key", "Delete")
    reads(screen, "ALT+F6 records one")


# -- tunes -----------------------------------------------------------------------------------

# Init: a saw in voice 1, gate on. Play: nothing.
TUNE = bytes.fromhex("4c0610 60 0000 a90f8d18d4 a9f08d06d4 a91c8d01d4 a9218d04d4 60")


def loud(screen, since):
    """Return whether what was played last is no silence; None while it is too little."""
    data = (screen.folder / "heard").read_bytes()[since:]
    return None if len(data) < 40_000 else any(data[-20_000:])


def heard(screen, wanted):
    """Wait until what is played is loud, or silent."""
    since = (screen.folder / "heard").stat().st_size // 4 * 4
    end = time.monotonic() + PATIENCE
    while loud(screen, since) is not wanted and time.monotonic() < end:
        time.sleep(0.1)
    assert loud(screen, since) is wanted


def test_a_list_of_tunes_plays_on_by_its_lengths_and_a_voice_is_switched_off(screen, tmp_path):
    lines = ["[Database]"]
    for name, songs, lengths in (("one", 3, "9:00 9:00 0:03"), ("two", 1, "9:00")):
        content = sid(TUNE, songs=songs, title=name.encode())
        (tmp_path / f"{name}.sid").write_bytes(content)
        lines.append(f"{parse_sid(content, name).md5}={lengths}")
    database = tmp_path / "Songlengths.md5"
    database.write_text("\n".join([*lines, ""]))
    (tmp_path / "go64").mkdir()
    (tmp_path / "go64" / "settings.toml").write_text(f'song_lengths = "{database}"\n')
    paths = tmp_path / "one.sid", tmp_path / "two.sid"
    started(screen, *paths, at=lambda p: words_at(p, "Song   1 of 3") is not None)
    heard(screen, True)
    chosen(screen, "sound", "voice 1")
    screen.do("key", "F10")
    reads(screen, "Song   1 of 3")
    heard(screen, False)
    chosen(screen, "sound", "sid registers")
    screen.do("key", "F10")
    reads(screen, "saw gate")  # it plays, and is not heard
    chosen(screen, "sound", "song")  # it is another program: the menu is left
    reads(screen, "Song   2 of 3")
    chosen(screen, "sound", "song")
    reads(screen, "Song   3 of 3")
    reads(screen, "Song   1 of 1")  # three seconds later
    reads(screen, "two")


# -- German ----------------------------------------------------------------------------------


def test_menu_and_messages_are_in_german(screen):
    started(screen, "--basic-prompt", "--language", "de")
    screen.do("key", "alt+p")
    reads(screen, "Pause: weiter mit ALT+P")
    screen.do("key", "alt+p")
    chosen(screen, "masch")
    for words in ("Bibliothek", "aus- und einschalten", "eigene Einstellungen", "ESC zurück"):
        reads(screen, words)
    screen.do("type", "--delay", "60", "Wert")  # SHIFT is no end of what is typed
    screen.do("key", "Return")
    reads(screen, "hat sich geändert")
    left_menu(screen)


def test_the_player_of_tunes_is_in_german(screen, tmp_path):
    (tmp_path / "one.sid").write_bytes(sid(TUNE, songs=3))
    words = "--language", "de", tmp_path / "one.sid"
    started(screen, *words, at=lambda p: words_at(p, "Lied   1 von 3") is not None)
    for text_ in ("GO 64 spielt", "bei jedem Bild", "Lied danach, Lied davor"):
        reads(screen, text_)
    screen.do("type", "--delay", "120", "3")
    reads(screen, "Lied   3 von 3")


# -- several SIDs ----------------------------------------------------------------------------


def test_a_second_sid_is_chosen_and_plays_at_its_address(screen):
    started(screen, "--basic-prompt")
    typed(screen, "?6*7")
    screen.until(lambda p: "\n 42\n" in text(p))
    chosen(screen, "machine", "sids", "address", "$d500")
    reads(screen, "SID 3")
    screen.do("type", "--delay", "60", "switch off")
    screen.do("key", "Return")
    screen.until(lambda p: menu_closed(p) and "READY." in text(p) and "42" not in text(p))
    chosen(screen, "sound", "sid registers")
    left_menu(screen)
    heard(screen, False)
    typed(screen, "s=54528:pokes+24,15:pokes+6,240:pokes+1,28:pokes+4,33")
    reads(screen, "saw gate")
    heard(screen, True)
    chosen(screen, "machine", "sids")
    reads(screen, "$D500")


# -- a dropped file --------------------------------------------------------------------------


@pytest.fixture(params=[None, "openbox"])
def x_screen(request, tmp_path):
    """A Screen whose window takes what X's windows drop: weston has a protocol of its own."""
    made = Screen(tmp_path)
    try:
        with managed(made, request.param):
            yield made
            made.stop()
    finally:
        made.close()


@pytest.mark.skipif(drag_source.library() is None, reason="not installed: libX11")
def test_a_dropped_disk_is_asked_about_once_and_the_keys_go_to_the_window(x_screen, tmp_path):
    """Where it came from had the keys: the question would wait for a click."""
    screen = x_screen
    started(screen, "--basic-prompt")
    source = drag_source.DragSource(screen.name)
    place = [length // 2 for length in SCREEN]
    if screen.managed:  # without, the keys go to the window under the pointer
        screen.do("windowfocus", "--sync", source.window)
    screen.do("mousemove", *place)

    def in_drive_8(words):
        """Look into the page of drives: messages go by themselves."""
        chosen(screen, "drives")
        reads(screen, words)
        left_menu(screen)

    try:
        source.drop(place, [disk(tmp_path / "a.d64")])
        reads(screen, "Dropped disk")
        screen.do("key", "Down")
        screen.do("key", "Return")
        screen.until(menu_closed)
        in_drive_8("a.d64")
        source.drop(place, [disk(tmp_path / "b.d64")])
        in_drive_8("b.d64")
        path = tmp_path / "other.prg"
        printing(path, "THE OTHER")
        source.drop(place, [path])
        screen.until(lambda p: "THE OTHER" in text(p))
        typed(screen, "?6*7")
        screen.until(lambda p: "\n 42\n" in text(p))
        source.drop(place, [tmp_path / "a.d64", tmp_path / "b.d64"])
        in_drive_8("1 a")
        screen.do("key", "alt+n")
        in_drive_8("2 b")
    finally:
        source.close()
