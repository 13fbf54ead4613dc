"""No text of the menu is cut: each page in each language, in usual and in large letters."""

import random
import re

import numpy as np
import pygame
import pytest

from emu.host.actions import Action
from emu.host.menu import text
from emu.host.menu.deeds import words_page
from emu.host.menu.menu import Menu
from emu.host.menu.page import Page, Row
from emu.host.menu.widgets import NOTE_TEXT, PATH_LINES, tiles_in
from emu.host.picture.charset_text import BRIGHT
from emu.host.picture.overlay import HELP_COLUMNS, KEYS_HELP
from emu.language import translation
from emu.language.translation import LANGUAGES, translated, use
from tests.emu.host.menu.test_language import ASKING
from tests.emu.host.windows import frames, press

MOST_CHOICES = 3  # more of them have a page of their own


@pytest.fixture(autouse=True)
def english_again():
    """Show English again after the test."""
    yield
    use(translation.ENGLISH)


def shown(menu):
    """Yield each text that the menu shows at the moment, names of files left out."""
    view = menu._view
    view_lines = [button.text for button in view._rows if button.visible]
    named = {row.title for row in menu._rows if row.name}
    yield from (t for t in view_lines if not any(t.startswith(name[:6]) for name in named))
    yield from (label.text for label in view._headings if label.text[:1] != "…")  # folders
    yield from (label.text for label in (*view._where, view._foot))
    yield from (button.text for button in view._pages)


def pages_within(menu, page):
    """Yield the pages that the rows of a page open."""
    for row in page.rows():
        if row.choices is not None and len(row.choices()) > MOST_CHOICES:
            yield words_page(row, row.choices, menu.back)
        elif row.more is not None:
            yield row.more()
        elif row.title in (*ASKING, "disk", "cartridge", "open a file ..."):
            found = row.run()
            if isinstance(found, Page):
                yield found


def cut_on(menu):
    """Return what is cut on the page that is shown, whichever row is selected."""
    found, filled = set(), None
    menu.overlay()
    for number, row in enumerate(menu._rows):
        if row.usable or not number:
            menu._place.selected = number
        menu._list.follow_selection()
        if menu._place.first != filled:
            filled = menu._place.first
            menu._fill(menu._view)
            found |= {words for words in shown(menu) if "…" in words}
        found |= {menu._hint()} if "…" in menu._hint() else set()
    return found


# make test takes each language in one size, the one with longer words in large letters.
SIZES = [
    pytest.param(code, size, marks=() if (size == "usual") == (code == "en") else pytest.mark.long)
    for code in LANGUAGES
    for size in ("usual", "large")
]


@pytest.mark.parametrize(("code", "size"), SIZES)
def test_each_page_shows_all_of_its_texts(code, size, make_app):
    options = ("--large-text",) if size == "large" else ()
    app = make_app("--basic-prompt", "--language", code, "--scale", "2", *options)
    frames(app, 2)
    press(app, "f10")
    menu = app.feature(Menu)
    found, seen = set(), 0
    for number in range(len(menu._pages)):
        menu._at, menu._in_pages = number, True
        menu._enter_page()
        if size == "usual":  # in large letters the list has all of the window
            found |= cut_on(menu)
        menu.open(menu._pages[number].title)
        found |= cut_on(menu)
        page = menu._pages[number]
        for inner in pages_within(menu, page):
            menu.show(inner)
            found |= cut_on(menu)
            seen += 1
            menu.back()
    assert seen > 10
    assert found == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_key_of_the_help_is_cut(code, make_app):
    app = make_app("--basic-prompt", "--language", code)
    use(code)
    acts = [(action.keys_text, action.title) for action in app.actions if action.keys_text]
    lines = [f"{key:<18}{translated(what)}" for key, what in (*KEYS_HELP, *acts)]
    assert [line for line in lines if len(line) > HELP_COLUMNS] == []
    assert [key for key, _ in acts if len(key) > 17] == []


def words_of(lines):
    return re.sub(r"\s", "", "".join(lines))


def test_a_row_takes_as_many_lines_as_its_words_need():
    dice = random.Random(1)
    for _ in range(2000):
        title, value = (
            " ".join("x" * dice.randint(1, 12) for _ in range(dice.randint(low, 6)))
            for low in (1, 0)
        )
        width = dice.randint(13, 44)
        lines = text.parts(title, value, width)
        assert all(text.fits(left, right, width) for left, right in lines)
        assert words_of(left for left, _ in lines) == words_of([title])
        assert words_of(right for _, right in lines) == words_of([value])
        assert not any("…" in text.spread(left, right, width) for left, right in lines)
        alone = text.fits(title, value, width)
        assert (len(lines) == 1) == alone


def test_the_foot_leaves_out_what_has_no_room_and_keeps_the_key():
    said = ["RETURN choose", "ESC back", "F11, ALT+F"]
    assert text.foot(said, 50) == "RETURN choose   ESC back   F11, ALT+F"
    assert text.foot(said, 30) == "RETURN choose   F11, ALT+F"
    assert text.foot(said, 20) == "F11, ALT+F"
    assert text.foot(["", "", ""], 20) == ""


def test_of_a_folder_the_end_is_kept():
    assert text.tail("/home/me/games", 14) == "/home/me/games"
    assert text.tail("/home/me/games", 8) == "…e/games"


def test_the_path_leaves_out_the_outer_pages():
    assert text.path(["Machine", "Cartridge"], 30, PATH_LINES) == ["Machine > Cartridge"]
    assert text.path(["Machine", "Cartridge"], 12, PATH_LINES) == ["Machine >", "Cartridge"]
    assert text.path(["Machine", "Cartridges", "Cartridge"], 12, PATH_LINES) == [
        "Cartridges >", "Cartridge",
    ]  # fmt: skip
    assert text.path([], 12, PATH_LINES) == [""]


def long_row(made, many=40):
    words = "a sentence that needs more room than one line of a menu can give it"
    return Page("Long", lambda: [Row(f"{n:02} {words}", lambda n=n: made.append(n))
                                 for n in range(many)])  # fmt: skip


def test_keys_and_mouse_find_rows_that_take_two_lines(make_app):
    from tests.emu.host.windows import click

    made = []
    app = make_app("--basic-prompt", "--large-text", "--scale", "2")
    press(app, "f10")
    menu = app.feature(Menu)
    menu.show(long_row(made))
    frames(app, 2)
    assert len(menu._list.lines) == 3 * len(menu._rows)
    for _ in range(20):
        press(app, "down")
    press(app, "return")
    assert made == [20]
    assert menu._rows[menu._place.selected].title.startswith("20")
    first, part = menu._list.lines[menu._place.first + 4]
    click(app, menu._view._rows[4].rect.center)
    frames(app, 2)
    assert part and made == [20, first], "a row's later lines are the row, too"
    press(app, "end")
    press(app, "page up", "return")
    assert made[-1] == (3 * 39 - menu._view.visible_rows) // 3
    menu.scroll(0.5)
    assert menu._list.row_at(menu._place.first) == 20


def test_a_page_of_large_tiles_fills_the_window_and_a_low_one_has_smaller_ones():
    usual, whole = tiles_in(266, 212, False), tiles_in(358, 212, True)
    assert (usual.across, usual.down) == (3, 2) == (whole.across, whole.down)
    assert whole.picture[0] > 1.3 * usual.picture[0]
    low = tiles_in(166, 76, True)
    assert low.down == 1 and low.size[1] <= 76


def test_the_list_of_pages_is_worked_by_the_mouse_in_large_letters(make_app):
    from tests.emu.host.windows import click

    app = make_app("--basic-prompt", "--large-text", "--scale", "2")
    press(app, "f10")
    menu = app.feature(Menu)
    frames(app, 2)
    assert menu._view.layout.whole and not menu._view._back.visible
    for _ in range(len(menu._pages)):
        press(app, "down")
    assert menu._at == 0
    press(app, "up")
    assert menu._at == len(menu._pages) - 1
    menu.scroll(0.0)
    frames(app, 2)
    assert menu._first_page == 0 and menu._at < menu._view.visible_rows
    menu._wheel(2)
    frames(app, 2)
    wanted = menu._pages[menu._first_page + 3]
    click(app, menu._view._rows[3].rect.center)
    frames(app, 2)
    assert menu._stack[0].page is wanted and not menu._in_pages
    assert menu._view._back.visible


def test_a_message_in_the_banner_has_each_of_its_characters(make_app):
    app = make_app("--basic-prompt", "--scale", "2")
    press(app, "f10")
    menu = app.feature(Menu)
    frames(app, 2)
    words = "one.prg: 100 %"
    menu._view.set_note(words)
    drawn = pygame.surfarray.array2d(menu._view.draw())
    x, y = menu._view._panel[:2]
    unit = menu._view.unit
    left, top = (x + 6) * unit, (y + 3) * unit
    wanted = menu._view._letters.draw(words, unit, NOTE_TEXT)
    width, height = wanted.get_size()
    ink = pygame.surfarray.array_alpha(wanted) > 0
    seen = drawn[left : left + width, top : top + height]
    assert len(set(seen[ink])) == 1 and not np.isin(seen[~ink], seen[ink]).any()


def test_a_key_that_has_no_room_beside_its_name_has_a_line_of_its_own(make_app):
    app = make_app("--basic-prompt", "--large-text", "--scale", "2")
    press(app, "f10")
    menu = app.feature(Menu)
    keys = "CTRL+SHIFT+PAGE DOWN, F12"
    action = Action("x", "a title", lambda: None)
    menu.show(Page("Keys", lambda: [Row(action.title, keys=keys), Row("b", keys="F1")]))
    frames(app, 2)
    texts = [button.text for button in menu._view._rows[:3]]
    assert texts[0].strip(BRIGHT + " ") == "a title" and texts[1].endswith(keys)
    assert texts[2].startswith("b") and texts[2].endswith("F1")
