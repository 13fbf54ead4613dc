"""Where keys, wheel and scroll bar lead in the menu, and what the foot says of the keys there."""

import pygame
import pytest

from emu.host.menu.menu import TYPE_AHEAD, Menu
from emu.host.menu.page import Deed, Page, Row
from emu.language.translation import translated
from tests.emu.host.windows import frames, press


@pytest.fixture
def app(shared):
    """The App with the menu closed and nothing said, before the test and after it."""
    menu = shared.feature(Menu)
    yield shared
    shared.overlay.message, shared.overlay.large = "", False
    if menu.is_open:
        menu.close_menu()
    menu._typed_until = 0.0
    frames(shared)


def rows(count, unusable=(), heading=()):
    """Rows 0, 1, 2 ...; some that cannot be chosen and some titles."""
    return [
        Row(f"{number}", lambda: None, enabled=number not in unusable, heading=number in heading)
        for number in range(count)
    ]


def shown(app, *made, **words):
    """Open the menu at a page of these rows, which is drawn; returns the menu."""
    menu = app.feature(Menu)
    menu.open()
    menu.show(Page("test", lambda: made, **words))
    frames(app, 2)
    return menu


def walked(app, menu, *keys):
    """The rows that are selected after each of some keys."""
    found = []
    for key in keys:
        press(app, key)
        found.append(menu._place.selected)
    return found


@pytest.mark.parametrize(
    ("count", "unusable", "heading", "keys", "path"),
    [
        (3, (), (), ["down", "down", "down", "up", "up"], [1, 2, 0, 2, 1]),
        (5, (1, 2), (), ["down", "up", "up", "down"], [3, 0, 4, 0]),
        (4, (), (0, 2), ["down", "down", "up", "up"], [3, 1, 3, 1]),
        (4, (0, 3), (), ["end", "home", "end", "down"], [2, 1, 2, 1]),
        (1, (), (), ["down", "up", "end", "home", "page down", "page up"], [0] * 6),
    ],
)  # fmt: skip
def test_keys_pass_over_what_cannot_be_chosen_and_go_round(
    app, count, unusable, heading, keys, path
):
    menu = shown(app, *rows(count, unusable, heading))
    assert walked(app, menu, *keys) == path


@pytest.mark.parametrize("count", [1, 3])
def test_where_nothing_can_be_chosen_keys_and_wheel_do_no_harm(app, count):
    menu = shown(app, *rows(count, unusable=range(count)))
    for key in ("down", "end", "up", "home", "page down", "page up", "return", "right", "left"):
        press(app, key)
        assert menu._place.page.title == "test" and 0 <= menu._place.selected < count, key
    for by in (1, -1):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=by))
        frames(app)
    assert menu.is_open and 0 <= menu._place.selected < count


def test_a_page_of_nothing_takes_every_key(app):
    menu = shown(app)
    press(app, "down", "up", "end", "home", "page down", "page up", "right", "return", "tab", "a")
    assert menu.is_open and menu._place.page.title == "test"
    press(app, "escape")
    assert menu.is_open and menu._place.page.title != "test"


def test_page_down_goes_a_window_further_and_stops_at_the_ends(app):
    menu = shown(app, *rows(100))
    many = menu._view.visible_rows
    assert walked(app, menu, "page down", "page down") == [many, 2 * many]
    assert walked(app, menu, "page up", "page up", "page up") == [many, 0, 0]
    press(app, "end")
    assert walked(app, menu, "page down", "page down", "page up") == [99, 99, 99 - many]
    assert menu._place.first <= 99 - many < menu._place.first + many


def test_page_down_comes_to_the_last_that_can_be_chosen(app):
    menu = shown(app, *rows(100, unusable=range(90, 100)))
    assert walked(app, menu, *["page down"] * 12)[-1] == 89
    menu = shown(app, *rows(100, unusable=range(10)))
    press(app, "end")
    assert walked(app, menu, *["page up"] * 12)[-1] == 10


@pytest.mark.parametrize("notches", [1, 2])
def test_the_wheel_scrolls_three_rows_and_the_selection_stays_in_sight(app, notches):
    menu = shown(app, *rows(60))
    many = menu._view.visible_rows

    def turn(by):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=by))
        frames(app, 2)
        assert menu._place.first <= menu._place.selected < menu._place.first + many
        return menu._place.first

    assert turn(-notches) == 3 * notches and menu._place.selected == 3 * notches
    assert turn(-notches) == 6 * notches
    assert turn(notches) == 3 * notches
    assert turn(99) == 0 and turn(-99) == 60 - many


def test_the_wheel_of_a_short_page_moves_the_selection_to_its_ends(app):
    menu = shown(app, *rows(5, unusable=(0, 4)))

    def turn(by):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=by))
        frames(app)
        return menu._place.selected

    assert [turn(-1), turn(-1), turn(-1), turn(1), turn(1), turn(1)] == [2, 3, 3, 2, 1, 1]
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, flipped=True))
    frames(app)
    assert menu._place.selected == 1
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=1, flipped=True))
    frames(app)
    assert menu._place.selected == 2


def test_the_row_below_the_mouse_is_tinted_only_while_the_mouse_is_used(app, monkeypatch):
    menu = shown(app, *rows(9))
    row = menu._view._rows[4]
    place = row.rect.center
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: place)
    monkeypatch.setattr(app.window, "pixel_at", lambda position: position)

    def tinted(kind=None, **words):
        if kind is not None:
            pygame.event.post(pygame.event.Event(kind, **words))
        frames(app, 2)
        return row.hovered

    assert not tinted(), "the menu was opened by a key"
    assert tinted(pygame.MOUSEMOTION, pos=place, rel=(1, 0), buttons=(0, 0, 0)) and tinted()
    press(app, "down")
    assert not tinted() and not tinted(pygame.KEYUP, key=pygame.K_DOWN, mod=0)
    assert tinted(pygame.MOUSEMOTION, pos=place, rel=(1, 0), buttons=(0, 0, 0))
    assert not tinted(pygame.WINDOWLEAVE)
    assert tinted(pygame.MOUSEWHEEL, y=-1)
    monkeypatch.setattr(app.input, "menu_step", lambda event: "down")
    assert not tinted(pygame.JOYBUTTONDOWN, button=1)
    monkeypatch.undo()


def test_lines_that_no_row_brings_into_sight_are_read_by_keys_and_wheel(app):
    menu = shown(app, *rows(80, unusable=range(3, 80)))
    many = menu._view.visible_rows

    def seen(*keys):
        found = set()
        for key in keys:
            press(app, key)
            frames(app)
            found |= {row for row, _ in menu._list.seen()}
        return found

    pages = -(-(80 - many) // (many - 1))
    assert seen(*["down"] * (2 + pages)) == set(range(80)) and menu._place.selected == 2
    assert seen("down") == set(range(many)), "then it goes round"
    seen("down", "down", "down")
    assert menu._place.selected == 2 and menu._place.first == many - 1
    done = []
    menu._rows[2] = Row("2", lambda: done.append(2))
    press(app, "return")
    frames(app)
    assert done == [] and menu._place.first <= 2, "RETURN first shows what it would do"
    press(app, "return")
    assert done == [2]
    for by, first in ((-99, 80 - many), (99, 0)):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=by))
        frames(app, 2)
        assert menu._place.first == first
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=-99))
    frames(app, 2)
    press(app, "home")
    frames(app)
    assert (menu._place.first, menu._place.selected) == (0, 0)


def test_lines_above_the_first_row_are_read_on_the_way_up(app):
    menu = shown(app, *rows(80, unusable=range(70)))
    many = menu._view.visible_rows
    assert menu._place.selected == 70
    press(app, *["up"] * -(-menu._place.first // (many - 1)))
    frames(app)
    assert (menu._place.first, menu._place.selected) == (0, 70)
    press(app, "up")
    assert menu._place.selected == 79


def test_a_line_below_the_last_row_is_in_sight_with_it(app):
    menu = shown(app, *rows(60, heading=(59,)))
    press(app, "end")
    frames(app)
    assert menu._place.selected == 58 and menu._place.first + menu._view.visible_rows == 60


def test_the_back_button_of_the_mouse_goes_back(app):
    menu = shown(app, *rows(3))
    for left in ("page", "list", "menu"):
        assert menu.is_open, left
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=6))
        frames(app)
    assert not menu.is_open


@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 0.8])
def test_the_scroll_bar_shows_that_share_and_selects_a_row_in_it(app, share):
    menu = shown(app, *rows(50))
    menu.scroll(share)
    assert menu._place.first == min(round(50 * share), 50 - menu._view.visible_rows)
    seen = range(menu._place.first, menu._place.first + menu._view.visible_rows)
    assert menu._place.selected == seen[0]
    menu._place.selected = seen[2]
    menu.scroll(share + 0.01)
    assert menu._place.selected == seen[2]  # still seen: it stays


def test_a_click_runs_the_row_under_it_and_one_below_the_last_none(app):
    done = []
    menu = shown(app, *(Row(f"{n}", lambda n=n: done.append(n)) for n in range(3)))
    menu.row(1)
    menu.row(2)
    assert done == [1, 2] and menu._place.selected == 2
    menu.row(3)
    assert done == [1, 2]


def test_a_heading_just_above_the_selected_row_is_in_sight(app):
    menu = shown(app, *rows(60, heading=(0, 30)))
    press(app, "end")
    frames(app)
    while menu._place.selected > 31:
        press(app, "up")
    frames(app)
    assert menu._place.first == 30
    while menu._place.selected > 1:
        press(app, "up")
    frames(app)
    assert menu._place.first == 0


def test_tiles_are_gone_through_in_rows(app):
    menu = shown(app, *rows(40), tiles=True)
    across = menu._view.tiles_across
    assert across > 1
    assert walked(app, menu, "right", "right", "left") == [1, 2, 1]
    assert walked(app, menu, "down", "down", "up") == [1 + across, 1 + 2 * across, 1 + across]
    assert walked(app, menu, "up", "up") == [1, 0]
    assert walked(app, menu, "left", "right") == [39, 0]  # round about
    press(app, "end")
    assert walked(app, menu, "down") == [39]
    frames(app, 2)
    assert menu._place.first % across == 0
    assert menu._place.first <= 39 < menu._place.first + menu._view.visible_tiles


def test_the_wheel_and_the_bar_move_tiles_by_whole_rows(app):
    menu = shown(app, *rows(80), tiles=True)
    across = menu._view.tiles_across
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=-2))
    frames(app, 2)
    assert menu._place.first == menu._place.selected == 2 * across
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=-99))
    frames(app, 2)
    end = menu._place.first
    assert end % across == 0 and 80 - menu._view.visible_tiles <= end < 80
    menu.scroll(0.5)
    assert menu._place.first % across == 0 and abs(menu._place.first - 40) < across
    menu.scroll(0.0)
    assert menu._place.first == 0


# -- left, right, escape and the list of pages ------------------------------------------------


def test_left_goes_from_the_first_page_to_the_list_and_from_one_over_it_nowhere(app):
    menu = app.feature(Menu)
    menu.open("Quit")
    assert not menu._in_pages and menu._place.page.title == "Quit"
    press(app, "left")
    assert menu._in_pages
    press(app, "right")
    assert not menu._in_pages
    menu.show(Page("test", lambda: rows(2)))
    press(app, "left")
    assert not menu._in_pages and menu._place.page.title == "test"


def test_it_opens_where_it_was_left_or_where_it_is_told(app):
    menu = app.feature(Menu)
    menu.open("Sound")
    menu.close_menu()
    menu.open()
    assert menu._place.page.title == "Sound" and menu._in_pages
    menu.close_menu()
    menu.open("no such page")
    assert menu._place.page.title == "Sound" and not menu._in_pages
    menu._at = 999  # there were more pages then
    menu.close_menu()
    menu.open()
    assert menu._place.page.title == "Quit"


def test_the_list_of_pages_does_not_enter_a_page_without_a_row_to_choose(app):
    menu = app.feature(Menu)
    menu.open()
    menu._pages[menu._at] = Page("test", lambda: rows(2, unusable=(0, 1)))
    menu._enter_page()
    press(app, "return")
    assert menu._in_pages
    press(app, "right")
    assert menu._in_pages
    menu._pages[menu._at] = Page("test", lambda: rows(2, unusable=(0,)))
    menu._enter_page()
    press(app, "return")
    assert not menu._in_pages and menu._place.selected == 1


def test_escape_and_backspace_and_the_right_button_go_back_one_page(app):
    menu = app.feature(Menu)
    for way in ("escape", "backspace", "button"):
        menu = shown(app, *rows(2))
        menu.show(Page("inner", lambda: rows(2)))
        if way == "button":
            pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(99, 99), button=3))
            frames(app)
        else:
            press(app, way)
        assert menu._place.page.title == "test", way
        menu.close_menu()


def test_the_folder_above_is_not_selected_first(app):
    menu = shown(app, Row("here", heading=True), Row("> ..", lambda: None), *rows(2))
    assert menu._place.selected == 2
    menu.show(Page("empty", lambda: [Row("> ..", lambda: None)]))
    assert menu._place.selected == 0


def test_a_list_of_words_opens_at_the_one_that_is_chosen_and_comes_back(app):
    words, now = [f"word {n}" for n in range(8)], ["word 5"]
    row = Row("what", None, lambda: now[0], lambda: words, lambda word: now.__setitem__(0, word))
    menu = shown(app, *rows(2), row)
    press(app, "end", "return")
    assert menu._place.page.title == "what" and menu._place.selected == 5
    assert [r.title for r in menu._rows][4:6] == ["  word 4", "• word 5"]
    press(app, "down", "return")
    assert now == ["word 6"] and menu._place.page.title == "test" and menu._place.selected == 2


@pytest.mark.parametrize(("count", "listed"), [(1, False), (2, False), (3, False), (4, True)])
def test_three_words_are_gone_through_and_more_are_listed(app, count, listed):
    words, now = [f"word {n}" for n in range(count)], ["word 0"]
    row = Row("what", None, lambda: now[0], lambda: words, lambda word: now.__setitem__(0, word))
    menu = shown(app, row)
    press(app, "return")
    assert (menu._place.page.title == "what") == listed
    assert now == (["word 0"] if listed else [words[1 % count]])


# -- keys that are shortcuts, and what a page has keys for -------------------------------------


def test_a_key_of_the_window_closes_the_menu_and_is_done(app):
    menu = shown(app, *rows(2))
    warp = app.warp
    press(app, "w", mod=pygame.KMOD_LALT, unicode="w")
    assert not menu.is_open and app.warp != warp
    press(app, "w", mod=pygame.KMOD_LALT, unicode="w")
    assert app.warp == warp and not menu.is_open


def test_the_keys_of_a_page_are_for_its_rows_and_not_for_the_list_of_pages(app):
    deleted = []
    keys = {"delete": Deed("remove", deleted.append, lambda number: number < 2)}
    menu = shown(app, *rows(3), keys=keys)
    press(app, "down", "delete", "down", "delete")
    assert deleted == [1], "it is not for the last row"
    menu._in_pages = True
    press(app, "delete")
    assert deleted == [1]
    menu = shown(app, keys=keys)  # it has no rows
    press(app, "delete")
    assert deleted == [1]


# -- whose an event is ---------------------------------------------------------------------------


def test_a_pads_start_button_opens_and_leaves_it_and_its_cross_moves_in_it(app, monkeypatch):
    step = ["up"]
    monkeypatch.setattr(app.input, "menu_step", lambda event: step[0])
    menu, event = app.feature(Menu), pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=6)
    assert not menu.handle(event) and not menu.is_open
    step[0] = "menu"
    assert menu.handle(event) and menu.is_open
    menu.show(Page("test", lambda: rows(3)))
    for step[0], at in (("down", 1), ("down", 2), ("up", 1), ("first", 0), ("last", 2)):
        assert menu.handle(event) and menu._place.selected == at
    step[0] = None
    assert menu.handle(event) and menu._place.selected == 2
    step[0] = "back"
    menu.handle(event)
    assert menu._place.page.title != "test" and menu.is_open
    step[0] = "menu"
    assert menu.handle(event) and not menu.is_open


WINDOWS = (
    pygame.QUIT, pygame.WINDOWEXPOSED, pygame.DROPBEGIN, pygame.DROPFILE, pygame.DROPCOMPLETE,
    pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED,
)  # fmt: skip


@pytest.mark.parametrize("kind", WINDOWS, ids=pygame.event.event_name)
def test_what_is_about_the_window_goes_on_to_it_while_the_menu_is_open(app, kind):
    menu = shown(app, *rows(3))
    menu._dirty = 0
    assert menu.handle(pygame.event.Event(kind, instance_id=0)) is False
    assert menu.is_open and menu._dirty  # and the menu is drawn anew


@pytest.mark.parametrize("kind", [pygame.KEYUP, pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE])
def test_other_events_are_the_menus_while_it_is_open(app, kind):
    menu = shown(app, *rows(3))
    event = pygame.event.Event(kind, key=pygame.K_a, mod=0)
    assert menu.handle(event) is True
    menu.close_menu()
    assert menu.handle(event) is False


@pytest.mark.parametrize(("in_use", "opens"), [(False, True), (True, False)])
def test_the_right_button_opens_it_where_the_machine_has_no_mouse(app, monkeypatch, in_use, opens):
    monkeypatch.setattr(app.input, "mouse_in_use", lambda: in_use)
    menu = app.feature(Menu)
    for button in (1, 2):
        event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=button)
        assert menu.handle(event) is False and not menu.is_open
    event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=3)
    assert menu.handle(event) is opens is menu.is_open


# -- a name is typed ----------------------------------------------------------------------------


def named(app, *names, unusable=()):
    return shown(app, *(Row(name, lambda: None, enabled=name not in unusable) for name in names))


@pytest.mark.parametrize(
    ("names", "typed", "found"),
    [
        (["  alpha", "> beta", "/gamma", "• delta", "*eps"], "b", "> beta"),
        (["  alpha", "> beta", "/gamma", "• delta", "*eps"], "g", "/gamma"),
        (["  alpha", "> beta", "/gamma", "• delta", "*eps"], "d", "• delta"),
        (["  alpha", "> beta", "/gamma", "• delta", "*eps"], "e", "*eps"),
        (["zero", "a cat", "a cow"], "a co", "a cow"),
        (["zero", "acow", "a cow"], "a c", "a cow"),
        (["zero", "one"], "x", "zero"),  # there is none: it stays
        (["one", "two", "BIG"], "big", "BIG"),
        (["ab", "aa", "abb"], "aa", "aa"),  # a double letter is a beginning where there is one
        (["ab", "ac", "ad"], "aa", "ad"),  # else it goes on twice
    ],
)
def test_what_is_typed_selects_the_name_that_is_meant(app, names, typed, found):
    menu = named(app, *names)
    for letter in typed:
        press(app, "space" if letter == " " else letter, unicode=letter)
    assert menu._rows[menu._place.selected].title == found


def test_what_was_typed_is_taken_back_letter_by_letter_and_the_name_stays(app):
    menu = named(app, "one", "two", "three")
    for letter in "th":
        press(app, letter, unicode=letter)
    assert menu._place.selected == 2
    press(app, "backspace")
    assert menu._typed == "t" and menu._place.selected in (1, 2)
    at = menu._place.selected
    press(app, "backspace")
    assert menu._typed == "" and menu._place.selected == at and menu._place.page.title == "test"


def test_what_opens_the_menu_closes_it_again(app):
    menu = app.feature(Menu)
    for is_open in (True, False, True, False):
        app.actions["menu"].do()
        assert menu.is_open == is_open


def test_what_cannot_be_chosen_is_not_found(app):
    menu = named(app, "one", "two", "three", unusable=("two",))
    press(app, "t", unicode="t")
    assert menu._rows[menu._place.selected].title == "three"


def test_a_space_alone_chooses_and_within_a_name_it_is_a_letter(app):
    done = []
    menu = shown(app, Row("one", lambda: done.append(1)), Row("one two", lambda: done.append(2)))
    press(app, "space", unicode=" ")
    assert done == [1]
    for letter in "one t":
        press(app, "space" if letter == " " else letter, unicode=letter)
    assert done == [1] and menu._place.selected == 1


def test_a_word_ends_with_another_key_or_after_a_while(app, monkeypatch):
    now = [100.0]
    monkeypatch.setattr("emu.host.menu.menu.time.monotonic", lambda: now[0])
    menu = named(app, "ab", "bc", "abc")
    press(app, "a", unicode="a")
    assert menu._hint() == f"{translated('find')}: a"
    now[0] += TYPE_AHEAD - 0.1
    press(app, "b", unicode="b")
    assert menu._hint() == f"{translated('find')}: ab"
    now[0] += TYPE_AHEAD
    assert "find" not in menu._hint()
    press(app, "b", unicode="b")
    assert menu._typed == "b" and menu._place.selected == 1
    press(app, "down")
    assert menu._typed == "" and menu._place.selected == 2
    press(app, "backspace")  # nothing is typed: it goes back
    assert menu._place.page.title != "test"


# -- the foot -----------------------------------------------------------------------------------


ABOUT = Page("about", list)
FEET = {
    "a row": ((Row("a", lambda: None),), {}, "RETURN choose   ESC back"),
    "a choice": (
        (Row("a", None, lambda: "x", lambda: ["x", "y"], print),), {}, "LEFT/RIGHT   ESC back",
    ),
    "more": ((Row("a", lambda: None, more=lambda: ABOUT),), {}, "RETURN start   TAB look inside"),
    "a page's own": ((Row("a", lambda: None),), {"hint": "DELETE gone"}, "DELETE gone"),
    "no rows": ((), {"hint": "DELETE gone"}, "ESC back"),
    "a text": ((), {"entry": print}, "RETURN take it   ESC back"),
    "a text with a hint": ((), {"entry": print, "hint": "0 to 9"}, "RETURN take it   ESC back"),
    "what else its keys do": (
        (Row("a", lambda: None),),
        {"hint": "RETURN play", "keys": {"delete": Deed("remove", print)}},
        "RETURN play   DELETE remove",
    ),
    "a key that is not for this row": (
        (Row("a", lambda: None),),
        {"keys": {"delete": Deed("remove", print, lambda number: False)}},
        "RETURN choose   ESC back",
    ),
    "a tile": (
        (Row("a tile", lambda: None, lambda: "its word"),), {"tiles": True}, "a tile   its word",
    ),
    "how it stands": (
        (Row("a", lambda: None, lambda: "on", keys="ALT+A"),),
        {},
        "RETURN choose   ESC back   ALT+A",
    ),
    "a key at the right": ((Row("a", lambda: None, keys="ALT+A"),), {}, "RETURN choose   ESC back"),
}  # fmt: skip


@pytest.mark.parametrize("name", FEET)
def test_the_foot_says_what_keys_there_are(app, name):
    made, words, foot = FEET[name]
    menu = shown(app, *made, **words)
    assert menu._view._foot.text == foot == menu._hint()


def test_the_foot_of_the_list_of_pages_says_how_to_enter_and_leave(app):
    menu = app.feature(Menu)
    menu.open()
    frames(app)
    assert menu._view._foot.text == "RETURN enter   ESC leave"


def test_the_path_names_each_page_once(app):
    menu = app.feature(Menu)
    menu.open("Quit")
    for title in ("Folder", "Folder", "Inner"):
        menu.show(Page(title, lambda: rows(1)))
    frames(app)
    assert " ".join(label.text for label in menu._view._where).strip() == "Quit > Folder > Inner"


@pytest.mark.parametrize("words", [{"wrap": True}, {"entry": print}, {}], ids=str)
def test_a_long_text_goes_on_in_the_next_row_where_a_page_says_so(app, words):
    text = "word " * 40 + "end"
    menu = shown(app, Row(text, lambda: None, name=True), **words)
    made = [row.title for row in menu._rows][2 if "entry" in words else 0 :]
    assert " ".join(made) == text
    assert (len(made) > 1) == bool(words)
    if words:
        assert max(map(len, made)) <= menu._view.columns


# -- the whole window ---------------------------------------------------------------------------


def test_tiles_take_the_window_while_the_user_is_among_them(app):
    menu = app.feature(Menu)
    menu.open()
    menu._pages[menu._at] = Page("tiles", lambda: rows(9), tiles=True)
    menu._enter_page()
    frames(app)
    assert not menu._view.layout.whole
    press(app, "return")
    frames(app)
    assert menu._view.layout.whole and menu._view._back.visible
    press(app, "escape")
    frames(app)
    assert not menu._view.layout.whole and menu.is_open


def test_in_large_letters_the_list_of_pages_scrolls_with_the_keys(app):
    app.overlay.large = True
    menu = app.feature(Menu)
    menu.open("Start")
    press(app, "left")
    count = len(menu._pages)
    for at in range(1, count):
        press(app, "down")
        frames(app)
        many = menu._view.visible_rows
        assert menu._first_page <= menu._at == at < menu._first_page + many
        assert menu._view._rows[at - menu._first_page].is_selected
    assert menu._first_page == count - many > 0
    press(app, "down")
    frames(app)
    assert (menu._at, menu._first_page) == (0, 0)
    menu.row(2)
    assert menu._at == 2 and not menu._in_pages


def test_the_picture_is_seen_for_a_moment_and_then_the_menu_again(app, monkeypatch):
    now = [50.0]
    monkeypatch.setattr("emu.host.menu.menu.time.perf_counter", lambda: now[0])
    menu = shown(app, *rows(3))
    assert menu.overlay() is not None and not_said(menu)
    menu.peek(0.5)
    assert menu.overlay() is None and not not_said(menu)
    now[0] += 0.5
    assert menu.overlay() is not None and not_said(menu)
    menu.close_menu()
    assert menu.overlay() is None and not not_said(menu)


def not_said(menu):
    """True while the menu shows messages itself."""
    return menu.shows_messages
