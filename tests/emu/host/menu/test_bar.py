"""The menu's scroll bar: what the mouse does with its thumb and beside it, in lists and tiles."""

import pygame
import pytest

from emu.host.menu import bar as bar_module
from emu.host.menu.bar import THUMB_LEAST, ScrollBar
from emu.host.menu.menu import Menu
from emu.host.menu.page import Row
from emu.host.menu.repeat import FIRST, NEXT
from tests.emu.host.menu.test_moving import app, rows, shown
from tests.emu.host.windows import frames

__all__ = ["app"]
RECT = pygame.Rect(300, 40, 10, 200)
LEFT, RIGHT = 1, 3


class List:
    """A list of 1,000 lines, 50 of them in sight, behind a ScrollBar.  ``clock`` is in seconds."""

    def __init__(self, monkeypatch, count=1000, many=50):
        self.count, self.many, self.first, self.clock, self.turned = count, many, 0, 100.0, []
        monkeypatch.setattr(bar_module.time, "monotonic", lambda: self.clock)
        self.bar = ScrollBar(RECT, self.scroll, self.turn)
        self.put()

    def put(self):
        self.bar.put(self.first / self.count, min(1.0, self.many / self.count))

    def scroll(self, share):
        self.first = round(share * self.count)

    def turn(self, step):
        self.turned.append(step)
        self.first = max(0, min(self.count - self.many, self.first + step * self.many))
        self.put()

    def mouse(self, kind, y, x=RECT.centerx, button=LEFT, buttons=(1, 0, 0)):
        words = {"buttons": buttons} if kind == pygame.MOUSEMOTION else {"button": button}
        return self.bar.take(pygame.event.Event(kind, pos=(x, y), **words), (x, y))

    def press(self, y, **words):
        return self.mouse(pygame.MOUSEBUTTONDOWN, y, **words)

    def move(self, y, **words):
        return self.mouse(pygame.MOUSEMOTION, y, **words)

    def let_go(self, y, **words):
        return self.mouse(pygame.MOUSEBUTTONUP, y, **words)

    def wait(self, seconds):
        """Let time pass in frames."""
        for _ in range(round(seconds / 0.02)):
            self.clock += 0.02
            self.bar.update()
            self.put()


@pytest.fixture
def made(monkeypatch):
    """A List, seen from its beginning."""
    return List(monkeypatch)


def test_the_thumb_stays_below_the_mouse_to_the_pixel_however_far_it_jumps(made):
    grip = 5
    assert made.press(RECT.top + grip) and made.bar.held
    for y in (150, 41, 239, 97, 60):
        assert made.move(y)
        made.put()
        top = max(RECT.top, min(y - grip, RECT.bottom - made.bar.thumb.height))
        assert made.bar.thumb.top == top
        room = RECT.height - made.bar.thumb.height
        assert made.first == round((top - RECT.top) / room * (made.count - made.many))
    assert made.let_go(60) and not made.bar.held
    made.put()
    assert abs(made.bar.thumb.top - (60 - grip)) <= 1


@pytest.mark.parametrize("count", [51, 60, 1000, 20_000])
def test_the_thumb_leads_to_both_ends_and_can_be_taken_there(monkeypatch, count):
    made = List(monkeypatch, count)
    made.press(made.bar.thumb.centery)
    for y, first in ((9999, count - 50), (-9999, 0), (RECT.bottom + 1, count - 50)):
        made.move(y, x=9999)
        made.put()
        assert made.first == first
    made.let_go(0)
    made.put()
    assert made.bar.thumb.bottom == RECT.bottom
    assert made.bar.thumb.height >= int(THUMB_LEAST * RECT.height)
    made.press(RECT.bottom - 1)
    made.move(RECT.top)
    assert made.first == 0


def test_the_track_turns_one_page_towards_the_pointer(made):
    made.first = 500
    made.put()
    assert made.press(RECT.bottom - 1) and made.let_go(RECT.bottom - 1)
    assert made.press(RECT.top) and made.let_go(RECT.top)
    assert made.press(RECT.top) and made.let_go(RECT.top)
    assert made.turned == [1, -1, -1] and made.first == 450
    made.wait(2)
    assert made.first == 450, "it was let go"


def test_the_track_that_is_held_goes_on_until_the_thumb_has_come(made):
    made.press(140)
    made.wait(FIRST - 0.1)
    assert made.turned == [1]
    made.wait(0.1 + 2.5 * NEXT)
    assert 3 <= len(made.turned) <= 4
    made.wait(2)
    thumb = made.bar.thumb
    assert thumb.top <= 140 < thumb.bottom + 1 and set(made.turned) == {1}
    stood = made.first
    made.move(RECT.top)  # never back, for it would swing back and forth
    made.wait(1)
    assert made.first == stood
    made.move(RECT.bottom - 1)
    made.wait(3)
    assert made.first == made.count - made.many
    made.let_go(RECT.bottom - 1)
    assert not made.bar.held


def test_only_the_left_button_on_a_bar_that_is_seen_counts(made):
    assert not made.press(100, button=RIGHT) and not made.press(100, x=RECT.left - 1)
    assert not made.move(100) and not made.let_go(100)
    made.many = made.count
    made.put()
    assert not made.bar.visible and not made.press(100) and made.turned == []


def test_a_button_that_came_up_elsewhere_is_not_held(made):
    made.press(made.bar.thumb.centery)
    assert made.let_go(100, button=RIGHT) and made.bar.held
    made.move(100, buttons=(0, 0, 0))
    assert not made.bar.held
    first = made.first
    assert not made.move(200) and made.first == first


def test_a_wheel_or_key_moves_the_list_below_a_held_thumb_which_is_taken_anew(made):
    made.press(RECT.top + 5)
    made.move(100)
    made.put()
    made.first += 100
    made.put()
    room = RECT.height - made.bar.thumb.height
    top = RECT.top + round(made.first / (made.count - made.many) * room)
    assert made.bar.thumb.top == top
    made.move(101)
    assert made.bar.thumb.top == top + 1


def test_a_list_that_has_become_another_is_not_held(made):
    made.press(RECT.top + 5)
    made.count = 2000
    made.put()
    assert not made.bar.held


# -- in the menu ------------------------------------------------------------------------------


def mouse(app, kind, pos, **words):
    """Let the window see the mouse at a pixel of it."""
    app.feature(Menu)._current_view()  # it has been drawn
    pygame.event.post(pygame.event.Event(kind, pos=pos, **words))
    frames(app, 2)


@pytest.fixture
def pixel(app, monkeypatch):
    """The App, with positions of the mouse that are pixels of the window."""
    monkeypatch.setattr(app.window, "pixel_at", lambda position: position)
    for view in app.feature(Menu)._views._views.values():
        monkeypatch.setattr(view, "_pixel_at", lambda position: position)
    return app


@pytest.mark.parametrize("words", [{}, {"tiles": True}])
def test_in_the_menu_the_track_goes_a_window_further_and_the_thumb_to_the_end(pixel, words):
    menu = shown(pixel, *rows(2000), **words)
    bar, many = menu._view._bar, menu._list.visible()
    end = menu._list._last_first()

    def click(y):
        mouse(pixel, pygame.MOUSEBUTTONDOWN, (bar.rect.centerx, y), button=LEFT)
        mouse(pixel, pygame.MOUSEBUTTONUP, (bar.rect.centerx, y), button=LEFT)
        seen = range(menu._place.first, menu._place.first + many)
        assert menu._place.selected in seen and menu._place.page.title == "test"
        return menu._place.first

    assert [click(bar.rect.bottom - 2) for _ in range(3)] == [many, 2 * many, 3 * many]
    assert click(bar.rect.top) == 2 * many
    thumb = bar.thumb
    mouse(pixel, pygame.MOUSEBUTTONDOWN, thumb.center, button=LEFT)
    for y, first in ((bar.rect.bottom + 60, end), (bar.rect.top - 60, 0)):
        place = thumb.centerx + 90, y
        mouse(pixel, pygame.MOUSEMOTION, place, rel=(0, 1), buttons=(1, 0, 0))
        assert menu._place.first == first
    mouse(pixel, pygame.MOUSEBUTTONUP, thumb.center, button=LEFT)
    assert menu._place.first == 0 and not bar.held


@pytest.mark.parametrize("how", ["closed", "other window"])
def test_the_bar_is_let_go_with_the_menu_or_the_window(pixel, how):
    menu = shown(pixel, *rows(2000))
    bar = menu._view._bar
    mouse(pixel, pygame.MOUSEBUTTONDOWN, bar.thumb.center, button=LEFT)
    assert bar.held
    if how == "closed":
        menu.close_menu()
    else:
        pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        frames(pixel)
    assert not bar.held


def test_the_track_of_the_list_of_pages_turns_it_where_letters_are_large(pixel):
    pixel.overlay.large = True
    menu = pixel.feature(Menu)
    menu.open()
    frames(pixel, 2)
    bar, many = menu._view._bar, menu._view.visible_rows
    assert menu._fills_with_pages() and len(menu._pages) > many
    menu._at = 0
    for step, first in ((1, min(many, len(menu._pages) - many)), (-1, 0)):
        menu.turn(step)
        frames(pixel)
        assert menu._first_page == first
    assert bar.visible


def test_a_long_list_is_laid_out_once_and_again_when_a_word_takes_more_lines(app):
    word = ["short"]
    files = [Row(f"{number}", lambda: None, name=True) for number in range(2000)]
    menu = shown(app, Row("word", lambda: None, lambda: word[0]), *files)
    lines = menu._list.lines
    menu._step("page down")
    frames(app, 2)
    assert menu._list.lines is lines
    word[0] = "a long word " * 20
    menu._touch()
    frames(app, 2)
    assert len(menu._list.lines) > len(lines)
