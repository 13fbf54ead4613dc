"""What pages do by keys and typed texts is there for mouse and pad alone, too."""

import pygame
import pytest

from emu.host.cheats.feature import Cheats
from emu.host.menu.deeds import deeds_page
from emu.host.menu.menu import RIGHT_BUTTON, Menu
from emu.host.menu.page import Deed, Page, Row
from tests.emu.host.menu.test_moving import app as app_of_moving
from tests.emu.host.menu.test_moving import shown
from tests.emu.host.windows import click, frames, press

app = app_of_moving


@pytest.fixture
def pad(app, monkeypatch):
    """Return a function that does steps of a pad in the menu, one after the other."""
    now = [""]
    monkeypatch.setattr(app.input, "menu_step", lambda event: now[0] or None)

    def step(*steps):
        for now[0] in steps:
            app.feature(Menu).handle(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=0))
            now[0] = ""  # for what else may come with the frames
            frames(app, 2)

    return step


def middle(menu, title):
    """Return the middle of a row in the window; it is drawn and can be clicked."""
    at = next(i for i, row in enumerate(menu._rows) if row.title == title)
    return menu._view._rows[menu._list.line_of(at) - menu._place.first].rect.center


def clicks(app, title, button=1):
    click(app, middle(app.feature(Menu), title), button)
    frames(app, 2)


def page_of(done):
    """Return rows and keys of a page: a, b and c; what is done with which is put into ``done``."""
    rows = [
        Row(name, lambda name=name: done.append(("run", name)), more=more)
        for name, more in (("a", None), ("b", lambda: Page("about b", list)), ("c", None))
    ]

    def doing(word):
        return lambda number: done.append((word, number))

    keys = {
        "delete": Deed("remove", doing("remove"), (0, 1).__contains__),
        "insert": Deed("mark", doing("mark"), (1,).__contains__),
    }
    return rows, keys


def titles(menu):
    return [row.title for row in menu._rows]


def test_the_right_button_on_a_row_shows_what_can_be_done_with_it(app):
    done = []
    rows, keys = page_of(done)
    menu = shown(app, *rows, keys=keys)
    clicks(app, "b", RIGHT_BUTTON)
    assert (menu._place.page.title, titles(menu)) == ("b", ["look inside", "remove", "mark"])
    clicks(app, "mark")
    assert done == [("mark", 1)] and titles(menu) == ["a", "b", "c"] and menu._place.selected == 1
    clicks(app, "a", RIGHT_BUTTON)
    assert titles(menu) == ["remove"]
    clicks(app, "remove", RIGHT_BUTTON)  # nothing more can be done with that: back
    assert titles(menu) == ["a", "b", "c"] and done == [("mark", 1)]
    clicks(app, "b", RIGHT_BUTTON)
    clicks(app, "look inside")
    assert menu._place.page.title == "about b"


def test_the_right_button_goes_back_where_nothing_more_can_be_done(app):
    rows, keys = page_of([])
    menu = shown(app, *rows, keys=keys)
    depth = len(menu._stack)
    clicks(app, "c", RIGHT_BUTTON)
    assert len(menu._stack) == depth - 1
    menu = shown(app, Row("heading", heading=True), Row("grey", print, enabled=False), keys=keys)
    click(app, menu._view._bar.rect.center, RIGHT_BUTTON)  # beside the rows
    assert len(menu._stack) == 1


@pytest.mark.parametrize("key", ["tab", "right", "menu"])
def test_keys_show_it_where_nothing_else_is_behind_them(app, key):
    rows, keys = page_of([])
    menu = shown(app, rows[0], keys=keys)
    press(app, key)
    assert titles(menu) == ["remove"]


def test_a_pad_shows_it_and_does_it(app, pad):
    done = []
    rows, keys = page_of(done)
    menu = shown(app, *rows, keys=keys)
    pad("down", "more", "down", "enter")
    assert done == [("remove", 1)] and titles(menu) == ["a", "b", "c"]
    pad("down", "more")
    assert titles(menu) == ["a", "b", "c"], "nothing can be done with c"
    pad("enter")
    assert done[-1] == ("run", "c")


def test_a_file_without_keys_shows_its_page_at_once():
    about = Page("about", list)
    page = Page("files", list)
    assert deeds_page(None, page, Row("x", print, more=lambda: about), 0) is about
    assert deeds_page(None, page, Row("x", print), 0) is None


def entry(taken, **words):
    return {"entry": taken.append, "letters": "0123456789", **words}


def test_a_text_is_written_by_the_mouse_alone(app):
    taken = []
    menu = shown(app, **entry(taken, hint="0 to 255"))
    assert titles(menu) == [
        "0 to 255", "_", "take it", "choose letters ...", "delete the last letter",
    ]  # fmt: skip
    assert [row.usable for row in menu._rows] == [False, True, False, True, False]
    clicks(app, "choose letters ...")
    for letter in "471":
        clicks(app, letter)
    assert titles(menu)[0] == "471_"
    click(app, (menu._view._rows[0].rect.right + 2, menu._view._foot.rect.y), RIGHT_BUTTON)
    frames(app, 2)
    assert titles(menu)[1] == "471_"
    clicks(app, "delete the last letter")
    clicks(app, "take it")
    assert taken == ["47"]


def test_a_text_is_written_by_a_pad_alone_and_a_key_returns_to_the_text(app, pad):
    taken = []
    menu = shown(app, **entry(taken))
    pad("down", "enter", "down", "enter", "down", "enter", "enter", "back")
    assert titles(menu)[0] == "122_" and menu._rows[menu._place.selected].title == (
        "choose letters ..."
    )
    press(app, "9", unicode="9")
    press(app, "return")
    assert taken == ["1229"]
    pad("down", "enter")
    assert taken == ["1229", "1229"], "take it"


def test_a_value_is_held_and_its_cheat_removed_by_a_pad_alone(app, pad):
    cheats = app.feature(Cheats)
    cheats._open()
    menu = app.feature(Menu)
    frames(app, 2)

    def to(title):
        while menu._rows[menu._place.selected].title != title:
            pad("down")
        pad("enter")

    to("type in pokes ...")
    to("choose letters ...")
    for letter in "4096,7":
        to(letter)
    pad("back")
    to("take it")
    assert app.machine.ram[4096] == 7 and [str(c.poke) for c in cheats.cheats] == ["$1000 = 7"]
    pad("first")
    assert menu._rows[menu._place.selected].title == "$1000 = 7"
    pad("more")
    to("remove")
    assert cheats.cheats == [] and menu._place.page.title == "Cheats"
