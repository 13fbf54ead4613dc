"""Pages of the menu and their rows, by keys: what is shown, typed and selected."""

import pygame
import pytest

from emu.host.menu.menu import ENTRY_MOST
from emu.host.menu.page import Page, Row
from tests.emu.host.menu.test_menu import opened, select, titles
from tests.emu.host.windows import frames, press

NAMES = (0xDC, 0xD8, 0xFF)  # letters of rows that can be chosen


def press_often(app, name, count, unicode=""):
    """Press and release a key so often before the next frame."""
    key = pygame.key.key_code(name)
    for _ in range(count):
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=unicode, scancode=0))
    frames(app)


def test_a_page_is_asked_for_its_rows_again_after_each_choice(make_app):
    app = make_app()
    menu, chosen = opened(app), ["one"]
    words = ["one", "two", "three", "four", "five", "six"]

    def rows():
        return [
            Row("which", value=lambda: chosen[-1], choices=lambda: words, choose=chosen.append),
            *[Row(f"of {word}", lambda: None) for word in chosen[1:]],
        ]

    menu.show(Page("odd", rows))
    assert titles(menu) == ["which"]
    press(app, "right")
    assert (titles(menu), chosen[-1]) == (["which", "of two"], "two")
    press(app, "left")
    assert (titles(menu), chosen[-1]) == (["which", "of two", "of one"], "one")
    press(app, "return")
    select(app, menu, "  three")
    press(app, "return")
    assert titles(menu) == ["which", "of two", "of one", "of three"]


def test_a_text_is_typed_on_a_page_that_takes_one(make_app):
    app = make_app()
    menu, taken = opened(app), []
    menu.show(Page("find", lambda: [Row("found", lambda: None)], entry=taken.append))
    for letter in "aB c":
        press(app, "a", unicode=letter)
    assert titles(menu)[0] == "aB c_" and "found" in titles(menu)
    press(app, "backspace", "f5", "left shift")
    assert titles(menu)[0] == "aB _"
    press(app, "backspace")
    press(app, "a", unicode="\x07")  # no letter
    press(app, "return")
    press(app, "enter")
    assert taken == ["aB", "aB"]
    press_often(app, "a", ENTRY_MOST + 5, unicode="x")
    assert menu._place.text == ("aB" + "x" * ENTRY_MOST)[:ENTRY_MOST]
    press_often(app, "backspace", ENTRY_MOST + 1)
    assert menu._place.text == "" and titles(menu)[0] == "_"


@pytest.mark.parametrize("key", ["tab", "right"])
def test_what_there_is_to_know_of_a_row_is_a_page_of_its_own(make_app, key):
    app = make_app()
    menu = opened(app)
    about = Page("about it", lambda: [Row("known", lambda: None)])
    menu.show(Page("odd", lambda: [Row("plain", lambda: None),
                                   Row("more", lambda: None, more=lambda: about)]))  # fmt: skip
    press(app, key)
    assert menu._place.page.title == "odd"
    press(app, "down", key)
    assert menu._place.page.title == "about it"
    press(app, "escape")
    assert menu._place.page.title == "odd"


def test_home_and_end_and_left_lead_through_the_list_of_pages(make_app):
    app = make_app()
    menu = opened(app)
    press(app, "end")
    assert menu._at == len(menu._pages) - 1
    press(app, "home")
    assert menu._at == 0 and menu._in_pages
    press(app, "up")
    assert menu._at == len(menu._pages) - 1
    press(app, "home", "right")
    assert not menu._in_pages
    press(app, "left")
    assert menu._in_pages and menu._at == 0


def test_a_row_that_cannot_be_chosen_is_grey_whatever_was_in_its_place(make_app):
    app = make_app()
    menu = opened(app)
    menu.show(Page("Before", lambda: [Row("one", lambda: None), Row("two", None, enabled=False)]))
    frames(app, 9)
    menu.overlay()
    menu.show(Page("After", lambda: [Row("two", lambda: None), Row("two ", None, enabled=False)]))
    frames(app, 9)
    picture = pygame.surfarray.array3d(menu.overlay())
    rows = [picture[slice(r.left, r.right), slice(r.top, r.bottom)]
            for r in (button.rect for button in menu._view._rows[:2])]  # fmt: skip
    inks = [{tuple(map(int, colour)) for colour in row.reshape(-1, 3)} for row in rows]
    assert NAMES not in inks[1]
    press(app, "escape")
    press(app, "escape")
    frames(app, 9)
    assert NAMES in {tuple(map(int, c)) for c in
                     pygame.surfarray.array3d(menu.overlay()).reshape(-1, 3)}  # fmt: skip
