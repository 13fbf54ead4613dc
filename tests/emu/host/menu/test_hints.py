"""What the foot says of the keys is what they do; what is selected can be seen."""

import pygame
import pytest

from emu.host.input.key_names import key_text
from emu.host.menu.builtin import top_pages
from emu.host.menu.keys import hints
from emu.host.menu.menu import Menu
from emu.host.menu.page import Deed, Page, Row, only_read
from emu.host.menu.widgets import COLOURS
from emu.language.translation import LANGUAGES, translated, use
from tests.emu.host.menu.test_deeds import clicks, middle
from tests.emu.host.menu.test_menu import HELLO
from tests.emu.host.windows import click, frames, press

DEEDS = {"insert": Deed("mark", print), "delete": Deed("remove", print, lambda number: number == 1)}


def opened(make_app, page=None):
    app = make_app("--basic-prompt")
    frames(app, 2)
    menu = app.feature(Menu)
    menu.open(page)
    frames(app, 3)
    return app, menu


def test_where_nothing_can_be_chosen_only_the_way_back_is_said():
    page = Page("empty", list)
    assert hints(page, 0, None) == ["ESC back"]
    assert hints(page, 0, Row("a title", heading=True)) == ["ESC back"]
    assert hints(page, 0, Row("grey", print, enabled=False)) == ["ESC back"]
    assert hints(page, 0, Row("to be read", only_read)) == ["ESC back"]
    assert hints(page, 0, Row("to be run", print)) == ["RETURN choose", "ESC back"]


def test_messages_are_read_and_not_chosen(make_app):
    app, menu = opened(make_app, "Help")
    press(app, "return")
    frames(app, 2)
    assert menu._place.page.title == "Messages" and menu._hint() == "ESC back"


def test_a_value_with_more_keys_is_said_to_be_changed_by_left_and_right():
    row = Row("$C000 = 9", None, lambda: "held", lambda: ("held", "off"), print)
    page = Page("Cheats", list, keys=DEEDS)
    assert hints(page, 1, row) == ["LEFT/RIGHT", "INSERT mark", "DELETE remove"]
    assert hints(page, 0, row) == ["LEFT/RIGHT", "INSERT mark"]


def test_a_tile_has_its_word_and_the_keys_of_its_page_or_its_name():
    row = Row("game", print, lambda: "2026-01-02")
    found = hints(Page("Library", list, tiles=True, keys=DEEDS), 1, row)
    assert found == ["2026-01-02", "INSERT mark", "DELETE remove"]
    assert hints(Page("Library", list, tiles=True), 1, row) == ["game", "2026-01-02"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_library_says_both_of_its_keys(make_app, tmp_path, code):
    path = tmp_path / "a name of many letters.prg"
    path.write_bytes(HELLO)
    app = make_app(str(path), "--scale", "3", "--language", code)
    frames(app, 60)
    app.library.add(path, "2026-01-02T10:00:00")
    menu = app.feature(Menu)
    menu.open("Library")
    frames(app, 3)
    assert menu._hint().split("   ") == [
        "2026-01-02", *(f"{key_text(key)} {translated(word)}"
                        for key, word in (("INSERT", "favourite"), ("DELETE", "forget"))),
    ]  # fmt: skip
    use("en")


def test_each_switch_of_each_page_is_changed_by_left_and_right(make_app):
    app, menu = opened(make_app)
    rows = [row for page in top_pages(app, menu) for row in page.rows()]
    switches = [row for row in rows if row.usable and row.word in ("on", "off")]
    assert len(switches) > 20
    assert [row.title for row in switches if row.choices is None] == []


def test_right_switches_a_deed_of_the_sound_page_on_and_left_off(make_app):
    app, menu = opened(make_app, "Sound")
    at = next(at for at, row in enumerate(menu._rows) if row.title == "level meter")
    menu._place.selected = at
    for key, word in (("right", "on"), ("left", "off"), ("left", "on"), ("return", "off")):
        press(app, key)
        assert menu.is_open and menu._rows[at].word == word


def test_no_note_repeats_a_row_that_takes_two_lines(make_app):
    app, menu = opened(make_app, "Tape")
    row = Row("cassette", print, lambda: "go64_20261129_194054.tap")
    menu.show(Page("Long", lambda: [row]))
    frames(app, 2)
    assert len(menu._list.parts(row)) == 2 and menu._note(menu._view) == ""


def colour_at(app, pixel):
    return app._lay_over().get_at(pixel)


def test_what_is_selected_is_seen_after_each_click_and_below_the_mouse(make_app):
    app, menu = opened(make_app, "Picture")
    selected = pygame.Color(COLOURS["row"]["selected_bg"])
    x, y = middle(menu, "status line")
    edge = menu._view._rows[0].rect.right - 3, y
    for _ in range(3):
        clicks(app, "status line")
        frames(app, 8)
        assert colour_at(app, edge) == selected
    moved = pygame.event.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(1, 1), buttons=(0, 0, 0))
    pygame.event.post(moved)
    frames(app, 8)
    assert colour_at(app, edge) == selected
    click(app, (x, y))
    frames(app, 8)
    assert colour_at(app, edge) == selected


def test_the_question_before_another_chip_names_it_as_its_row_does(make_app):
    _, menu = opened(make_app, "Machine")
    for title, word, said in (
        ("SID", "8580", "SID: 8580"), ("SID filter", "dark", "SID filter: dark"),
        ("model", "c64c", "model: c64c"), ("digiboost (8580)", "on", "digiboost: on"),
    ):  # fmt: skip
        row = next(row for row in menu._rows if row.title == title)
        row.put(word)
        assert menu._place.page.title == said
        menu.back()
        assert menu._place.page.title == "Machine"


def test_alt_f3_leads_to_the_search_for_a_value_and_back(make_app):
    app, menu = opened(make_app)
    menu.close_menu()
    press(app, "f3", mod=pygame.KMOD_LALT)
    assert menu.is_open and menu._place.page.title == "Cheats"
    press(app, "escape")
    assert not menu.is_open


def test_the_menu_keeps_no_picture_of_a_button_that_it_draws_itself(make_app):
    app, menu = opened(make_app, "Library")
    press(app, "escape")
    press(app, *["down"] * 12)
    frames(app, 20)
    view = menu._view
    buttons = [*view._rows, *view._pages, *view._tiles]
    states = [state for button in buttons for state in button.drawable_shape.states.values()]
    drawn = [state for state in states if state.surface.get_width() > 1]
    assert len(states) == 5 * len(buttons)
    assert len(drawn) == len(buttons), "the usual one, made with the button"
