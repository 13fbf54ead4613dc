"""What lies over the picture, to the pixel: messages, the bar of a LOAD, lines of a status."""

import numpy as np
import pygame
import pytest

from emu.host.actions import Action
from emu.host.picture import foot_lines, overlay, status_line
from emu.host.picture.overlay import (
    BAR,
    BAR_FRAME,
    INK,
    OPACITY,
    PAPER,
    TITLE,
    Overlay,
    _enlarged,
    _fitting,
    _lines,
    _stacked,
)

ROM = bytes(2048) + b"\xff" * 2048  # each letter is a full cell
WHITE = (255, 255, 255)


def pixels(surface):
    """Return uint8[height, width, 3] of a Surface."""
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2)


def test_the_colours_are_those_that_were_chosen():
    """To change one is a decision."""
    assert (INK, PAPER, TITLE, OPACITY) == ((230, 230, 210), (24, 24, 40), (255, 214, 90), 232)
    assert (BAR, BAR_FRAME) == (((88, 141, 67), (36, 27, 87)), (12, 10, 28))
    assert (foot_lines.PLAIN, foot_lines.FAINT) == (INK, (130, 130, 150))
    lamps = (status_line.LAMP_ON, status_line.LAMP_OFF, status_line.LAMP_FAILED)
    assert lamps == ((110, 230, 90), (70, 70, 90), (255, 80, 70))


@pytest.mark.parametrize(
    ("width", "columns"), [(384, 46), (160, 18), (88, 9), (80, 8), (72, 8), (8, 8)]
)
def test_a_message_is_as_wide_as_its_longest_line_and_a_letter_on_each_side(width, columns):
    foot = Overlay(ROM).foot(width, " ".join(["a" * columns, "b" * (columns - 3), "cccc"]))
    shown = pixels(foot)
    assert shown.shape == (3 * 10 + 6, 8 * (columns + 2), 3) and foot.get_alpha() == OPACITY
    expected = np.full_like(shown, PAPER)
    for top, letters in ((3, columns), (13, columns - 3), (23, 4)):
        expected[top : top + 8, 8 : 8 + 8 * letters] = INK
    assert np.array_equal(shown, expected)


@pytest.mark.parametrize(
    ("progress", "share"),
    [(None, 0), ((0, 4), 0), ((1, 4), 0.25), ((4, 4), 1), ((9, 4), 1), ((1, 0), 0), ((0, 0), 0)],
)
def test_the_bar_is_green_as_far_as_it_has_come(progress, share):
    made = Overlay(bytes(4096))  # letters that cannot be seen
    foot = made.foot(212, loading=("a.d64", progress))
    assert foot.get_size() == (202, 22)
    shown, alpha = pixels(foot), pygame.surfarray.array_alpha(foot).T
    assert (alpha[:16] == 255).all() and not alpha[16:].any()
    inside = np.full((14, 200, 3), BAR[1], dtype=np.uint8)
    inside[:, : int(200 * share)] = BAR[0]
    assert np.array_equal(shown[1:15, 1:201], inside)
    edge = shown[:16].copy()
    edge[1:15, 1:201] = BAR_FRAME
    assert (edge == BAR_FRAME).all()


def test_the_bars_texts_are_white_and_yellow():
    shown = pixels(Overlay(ROM).foot(212, loading=("ab", (0, 1))))[1:15, 1:201]
    expected = np.full((14, 200, 3), BAR[1], dtype=np.uint8)
    expected[3:11, 4:20] = WHITE
    expected[3:11, 196 - 8 * len("0 of 1 block") : 196] = TITLE
    assert np.array_equal(shown, expected)


def test_a_status_line_is_as_wide_as_it_may_be():
    made = Overlay(ROM)
    foot = made.foot(100, status=(("ab", INK), ("c", TITLE)))
    expected = np.full((10, 100, 3), PAPER, dtype=np.uint8)
    expected[1:9, 8:24], expected[1:9, 32:40] = INK, TITLE
    assert np.array_equal(pixels(foot), expected)
    assert made.foot(100, status=(("ab", INK), ("c", TITLE))) is foot, "made once"
    assert made.foot(101, status=(("ab", INK), ("c", TITLE))) is not foot
    assert made.foot(101) is None and made.foot(101, "x") is not None


@pytest.mark.parametrize("texts", ["message", "loading", "status", "all"])
def test_large_letters_are_twice_as_large_in_half_as_many_columns(texts):
    words = {
        "message": "hello" if texts in ("message", "all") else "",
        "loading": ("a", (1, 2)) if texts in ("loading", "all") else None,
        "status": (("a", INK),) if texts in ("status", "all") else (),
    }
    small, large = Overlay(ROM), Overlay(ROM)
    large.large = True
    expected = pixels(small.foot(150, **words)).repeat(2, axis=0).repeat(2, axis=1)
    assert np.array_equal(pixels(large.foot(301, **words)), expected)


def test_parts_lie_below_each_other_in_the_middle():
    colours = ((9, 0, 0), (0, 9, 0), (0, 0, 9))
    parts = []
    for colour, size in zip(colours, ((4, 1), (10, 2), (7, 3)), strict=True):
        parts.append(pygame.Surface(size))
        parts[-1].fill(colour)
    assert _stacked(parts[:1]) is parts[0]
    both = _stacked(parts)
    expected = np.zeros((6, 10, 3), dtype=np.uint8)
    expected[0, 3:7], expected[1:3], expected[3:6, 1:8] = colours
    assert np.array_equal(pixels(both), expected)
    assert not pygame.surfarray.array_alpha(both).T[0, :3].any()
    parts[0].set_alpha(99)
    assert _enlarged(parts[0]).get_alpha() == 99 and _enlarged(parts[0]).get_size() == (8, 2)


def test_lines_end_where_one_begins_or_where_there_is_no_room():
    a, b, c = (("aa", INK), ("bb", INK), ("cc", INK))
    new = overlay.NEW_LINE
    assert _lines((new, a, b, new, new, c, new)) == [[a, b], [c]]
    assert _lines(()) == []
    assert _fitting([a, b, c], 8 + 16 + 8 + 16 + 8 + 16) == [[a, b, c]]
    assert _fitting([a, b, c], 8 + 16 + 8 + 16 + 8 + 15) == [[a, b], [c]]
    assert _fitting([a, b, c], 8 + 16 + 8 + 15) == [[a], [b], [c]]
    assert _fitting([a, b], 1) == [[a], [b]]


@pytest.mark.parametrize(
    ("letters", "frames"), [(0, 100), (1, 100), (16, 100), (17, 101), (50, 200)]
)
def test_a_message_stays_for_two_seconds_or_as_long_as_it_takes_to_read(letters, frames):
    made = Overlay(ROM)
    made.say("x" * letters)
    count = 0
    while made._frames:
        assert made.message == "x" * letters
        made.tick()
        count += 1
    assert (count, made.message) == (frames, "")
    made.tick()
    assert made._frames == 0


def test_help_has_a_row_for_each_action_with_a_key_as_wide_as_the_picture():
    many = [Action(f"a{n}", "t" * 60, print, f"k{n}") for n in range(40)]
    for count, rows in ((3, 9), (18, 24), (19, 24), (40, 24)):
        made, seen = Overlay(ROM, [Action("no-key", "x", print), *many[:count]]), []
        made._text = lambda lines, seen=seen: seen.append(lines) or "the help"
        made.toggle_help()
        ((title, *lines),) = seen
        assert title == ("GO 64", TITLE) and len(lines) == rows
        assert {colour for _, colour in lines} == {INK}
        assert max(len(text) for text, _ in lines) == 44
        assert (lines[-1][0].split()[0] == "F10") == (count > 18)
        assert made.help_shown and made.surface() == "the help"
        made.toggle_help()
        assert not made.help_shown and len(seen) == 1, "drawn once"


def test_the_welcome_is_shown_for_six_seconds_of_its_clock():
    now = [10.0]
    made = Overlay(ROM, clock=lambda: now[0])
    made.welcome()
    shown = made.surface()
    assert shown is not None and pixels(shown).shape[0] == 9 * 10 + 2 * 8
    now[0] = 15.9
    assert made.surface() is shown
    now[0] = 16.0
    assert made.surface() is None
    made.welcome()
    made.wake()
    assert made.surface() is None
    made.large = True
    made.welcome()
    assert made.surface().get_width() <= 384
