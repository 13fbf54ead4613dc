"""What lies over the picture by itself: the welcome, and how far a LOAD has come."""

import numpy as np
import pygame
import pytest

from c64 import C64
from disk.d64 import D64Image
from disk.volume import Volume
from emu.host.media.progress import Progress
from emu.host.picture.charset_text import glyphs_of, screen_code
from emu.host.picture.overlay import (
    BAR_MARGIN,
    HELP_AT_MOST,
    INK,
    LINE_HEIGHT,
    NEW_LINE,
    WELCOME_SECONDS,
    Overlay,
)
from tests.emu.host.fake_time import FakeTime
from tests.emu.host.windows import frames, press


def test_the_welcome_goes_by_itself_after_six_seconds():
    time = FakeTime()
    overlay = Overlay(bytes(4096), clock=time.clock)
    overlay.welcome()
    time.now = WELCOME_SECONDS - 0.1
    assert overlay.surface() is not None
    assert overlay.surface().get_width() <= 320
    time.now = WELCOME_SECONDS
    assert overlay.surface() is None
    assert WELCOME_SECONDS == 6


def test_the_welcome_comes_once_and_any_key_ends_it(make_app):
    app = make_app()
    assert app.overlay.surface() is not None
    press(app, "a", unicode="a", scancode=4)
    assert app.overlay.surface() is None
    app.close()
    assert make_app().overlay.surface() is None


def test_a_button_of_the_mouse_ends_the_welcome_too(make_app):
    app = make_app()
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1))
    frames(app)
    assert app.overlay.surface() is None


def slow_disk(path, blocks=40):
    """Write a disk with one program of so many blocks; returns its path."""
    image = D64Image.blank(b"TEST", b"00")
    program = bytes([1, 8, 11, 8, 10, 0, 153, 34, 72, 73, 34, 0, 0, 0])
    Volume(image).write_file(b"LONG", 2, program.ljust(blocks * 254, b"\x01"))
    path.write_bytes(image.to_bytes())
    return path


def test_while_a_disk_loads_a_bar_shows_how_many_blocks_are_there(make_app, tmp_path):
    app = make_app(str(slow_disk(tmp_path / "long.d64")), "--no-fastload")
    app.overlay.wake()
    seen = []
    while app.loading() and len(seen) < 3000:
        app._advance()
        app._sounded()
        now = app._progress()
        if now is not None:
            seen.append(now)
            assert app._foot() is not None
    counts = [done for done, _ in seen]
    assert {total for _, total in seen} == {40}
    assert counts[0] == 0 and counts[-1] >= 39
    assert sorted(set(counts)) == list(range(counts[-1] + 1))
    assert not app.loading()
    app.overlay.message = ""
    assert app._foot() is None


def test_the_bar_is_as_wide_as_what_is_loaded():
    overlay = Overlay(bytes(4096))
    widths = []
    for done in (0, 20, 40):
        picture = pygame.surfarray.array3d(overlay.foot(384, loading=("x.d64", (done, 40))))
        widths.append(int((picture[:, 2] == (88, 141, 67)).all(axis=1).sum()))
    assert widths == [0, 186, 372]


def test_without_a_count_only_the_name_is_shown(make_app, tmp_path):
    path = tmp_path / "hello.prg"
    path.write_bytes(bytes([1, 8, 11, 8, 10, 0, 153, 34, 72, 73, 34, 0, 0, 0]))
    app = make_app(str(path))
    assert Progress(app.start).now() is None
    assert app._foot() is not None


def test_of_a_disk_without_a_program_nobody_knows_how_much_is_to_come(make_app, tmp_path):
    path = tmp_path / "empty.d64"
    path.write_bytes(D64Image.blank(b"EMPTY", b"00").to_bytes())
    app = make_app(str(path))
    assert Progress(app.start).now() is None


def test_the_welcome_does_not_hide_that_it_loads(make_app, tmp_path):
    app = make_app(str(slow_disk(tmp_path / "long.d64")))
    assert app.loading()
    assert app._lay_over() is not None and app._foot() is not None
    app.overlay.wake()
    assert app._lay_over() is None and app._foot() is not None


LONG = "the file cannot be used: " + "it has far too many words " * 6 + "but here is what to do"


def test_a_long_message_is_wrapped_and_none_of_it_is_lost():
    overlay = Overlay(bytes(4096))
    overlay.say(LONG)
    lines = []
    overlay._text = lambda rows, margin: (
        lines.extend(text for text, _ in rows) or pygame.Surface((8, 8))
    )
    overlay.foot(384, overlay.message)
    assert " ".join(lines) == " ".join(LONG.split())
    assert max(map(len, lines)) <= 46
    overlay.foot(160, overlay.message)
    assert max(map(len, lines[-20:])) <= 46


def written(overlay):
    """Note what an overlay writes; returns [(text, left, top)] of what comes."""
    found, write = [], overlay._write

    def note(picture, text, left, top, colour):
        found.append((text, left, top))
        write(picture, text, left, top, colour)

    overlay._write = note
    return found


@pytest.mark.parametrize("width", [80, 128, 131, 135, 136, 384])
def test_a_part_of_the_status_line_ends_with_the_line(width):
    overlay = Overlay(bytes(4096))
    found = written(overlay)
    overlay.foot(width, status=(("a" * 100, INK),))
    assert found == [("a" * ((width - 8) // 8), 8, 1)]


def test_parts_of_the_status_line_that_do_not_fit_begin_another():
    overlay = Overlay(bytes(4096))
    found = written(overlay)
    status = (("aaaa", INK), ("bbbb", INK), ("cc", INK), NEW_LINE, NEW_LINE, ("dd", INK))
    foot = overlay.foot(8 + 8 * 9, status=status)
    assert found == [("aaaa", 8, 1), ("bbbb", 48, 1), ("cc", 8, 1), ("dd", 8, 1)]
    assert foot.get_size() == (80, 3 * LINE_HEIGHT)
    found.clear()
    overlay.foot(8 + 8 * 9 - 1, status=status[:2])
    assert found == [("aaaa", 8, 1), ("bbbb", 8, 1)]


@pytest.mark.parametrize("name", ["short", "n" * 100])
def test_the_bar_has_the_name_at_the_left_and_the_blocks_at_the_right(name):
    overlay = Overlay(bytes(4096))
    found = written(overlay)
    overlay.foot(320, loading=(name, (1, 1)))
    overlay.foot(320, loading=(name, (3, 40)))
    (_, blocks), (shown, blocks_of_many) = (found[0], found[1]), (found[2], found[3])
    assert (blocks[0], blocks_of_many[0]) == ("1 of 1 block", "3 of 40 blocks")
    right = 320 - 2 * BAR_MARGIN - 4 - 8 * len(blocks_of_many[0])
    assert blocks_of_many[1:] == (right, 3) and shown[1:] == (4, 3)
    assert name.startswith(shown[0]) and 4 + 8 * len(shown[0]) + 8 <= right
    assert shown[0] == name or 4 + 8 * len(shown[0]) + 16 + 8 > right


def test_a_message_lies_at_the_foot_of_the_window_and_not_over_the_game(make_app):
    app = make_app("--basic-prompt", "--scale", "2")
    app.overlay.hide_help()
    app._show()
    before = pygame.surfarray.array3d(app.window._surface).copy()
    app.overlay.say("saved in slot 1, and here are some more words, as many as there are")
    app._show()
    rows = np.flatnonzero(
        (pygame.surfarray.array3d(app.window._surface) != before).any(axis=(0, 2))
    )
    assert len(rows) and rows.min() >= 2 * (35 + 200)  # below the 200 lines of the display


def test_a_long_message_is_shown_longer_and_each_goes_by_itself():
    shown = []
    for text in ("reset", LONG):
        overlay = Overlay(bytes(4096))
        overlay.say(text)
        frames = 0
        while overlay.message:
            overlay.tick()
            frames += 1
        shown.append(frames)
    assert shown[0] == 100 and shown[1] > 400


def test_the_last_messages_are_kept_with_their_time():
    overlay = Overlay(bytes(4096))
    for number in range(150):
        overlay.say(f"message {number}")
    overlay.say("x" * 100_000 + " y")
    assert [text for _, text in overlay.messages][:1] == ["message 51"]
    assert len(overlay.messages) == 100
    assert max(len(text) for _, text in overlay.messages) <= 480


def test_while_it_is_paused_the_foot_says_so(make_app):
    app = make_app()
    frames(app, 2)
    app.overlay.message = ""
    assert app._foot() is None
    app.actions["pause"].do()
    first = app._foot()
    assert first is not None and app._foot() is first
    app.actions["pause"].do()
    assert app._foot() is None


def test_the_help_begins_with_what_is_wanted_most(make_app):
    app = make_app()
    lines = []
    app.overlay._text = lambda rows: lines.extend(text for text, _ in rows)
    app.overlay.toggle_help()
    text = "\n".join(lines)
    order = ["F10", "F9", "ALT+C", "ALT+L", "ALT+W", "ALT+K", "ALT+S", "ALT+Q"]
    places = [text.index(key) for key in order]
    assert places == sorted(places)
    assert len(lines) <= HELP_AT_MOST + 1 and "all others: the menu" in lines[-1]


def test_each_printable_character_has_a_glyph_of_its_own():
    glyphs = glyphs_of(C64().roms.chargen)
    shapes = {}
    for char in map(chr, range(0x21, 0x7F)):
        shape = glyphs[screen_code(char)].tobytes()
        assert any(shape), char
        assert shape not in shapes, (char, shapes[shape])
        shapes[shape] = char
