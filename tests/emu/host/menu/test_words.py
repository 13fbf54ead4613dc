"""The words on the menu's buttons: in the colour of their state, and laid out by nobody twice."""

import numpy as np
import pygame
import pytest
from pygame_gui.core.drawable_shapes import RectDrawableShape

from emu.host.menu.page import Layout
from emu.host.menu.text import spread
from emu.host.menu.widgets import COLOURS, VALUE_TINT, WORDS_KEPT, Line
from emu.host.picture.charset_text import BRIGHT, CELL
from tests.emu.host.menu.test_widgets import chargen, make_view, view_for

__all__ = ["chargen", "make_view", "view_for"]
LAYOUT = Layout((768, 544))


@pytest.fixture
def view(make_view):
    made = make_view(LAYOUT)
    for _ in range(6):  # pygame_gui draws one state of a new widget at each
        made.update(0)
    return made


def inks(view, button):
    """Return the colours on a button that are not its ground's."""
    part = view.draw().subsurface(button.rect)
    pixels = pygame.surfarray.array3d(part).reshape(-1, 3)
    ground = pixels[0]
    return {tuple(map(int, colour)) for colour in pixels if (colour != ground).any()}


def near(found, wanted):
    return all(abs(a - b) <= 1 for a, b in zip(found, pygame.Color(wanted), strict=False))


@pytest.mark.parametrize(
    ("state", "usable", "selected"),
    [("normal", True, ()), ("selected", True, (0,)), ("disabled", False, ())],
)
def test_words_have_the_colour_of_the_state_and_what_stands_at_the_right_a_tint(
    view, state, usable, selected
):
    view.set_lines([Line("name", usable=usable)], selected, (0, 1))
    (ink,) = inks(view, view._rows[0])
    wanted = COLOURS["row"][f"{state}_text"]
    assert near(ink, wanted)
    view.set_lines([Line("name", "12 K", usable)], selected, (0, 1))
    both = inks(view, view._rows[0])
    tint = [a * b // 255 for a, b in zip(pygame.Color(wanted), VALUE_TINT, strict=False)]
    assert len(both) == 2 and any(near(found, tint) for found in both - {ink})


def test_words_below_the_mouse_have_the_colour_for_that(view):
    view.set_lines([Line("name")], (), (0, 1))
    view._rows[0].on_hovered()
    (ink,) = inks(view, view._rows[0])
    assert near(ink, COLOURS["row"]["hovered_text"])


def test_turning_a_page_has_pygame_gui_draw_no_row_anew(view, monkeypatch):
    drawn = []
    real = RectDrawableShape.redraw_state

    def redraw(shape, *words, **more):
        drawn.append(shape)
        return real(shape, *words, **more)

    monkeypatch.setattr(RectDrawableShape, "redraw_state", redraw)
    shapes = {id(button.drawable_shape) for button in view._rows}
    for first in range(0, 400, 20):
        lines = [Line(f"game {first + n}", f"{n} K") for n in range(view.visible_rows)]
        view.set_lines(lines, {first // 20}, (first / 400, 0.05))
        view.update(0)
        view.draw()
    assert not shapes & {id(shape) for shape in drawn}
    view._rows[0].rebuild()
    assert drawn, "what pygame_gui draws is noted"
    assert view._words.cache_info().currsize <= WORDS_KEPT


def test_words_never_leave_their_button(view):
    view.set_lines([Line("x")], (), (0, 1))
    button = view._rows[0]
    button.text = "M" * 200
    beyond = button.rect.move(button.rect.width, 0)
    beyond.width = CELL
    before = pygame.surfarray.array3d(view.draw().subsurface(beyond))
    button.text = ""
    assert np.array_equal(before, pygame.surfarray.array3d(view.draw().subsurface(beyond)))


def test_hidden_buttons_show_no_words(view):
    view.set_lines([Line("one"), Line("two")], (), (0, 1))
    assert inks(view, view._rows[1])
    view.set_lines([Line("one")], (), (0, 1))
    hidden = view._rows[1]
    assert hidden.text.strip(BRIGHT + " ") == spread("two", "", view.columns).strip(BRIGHT + " ")
    assert not inks(view, hidden)
