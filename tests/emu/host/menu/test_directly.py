"""Pages that come by a key of their own or an event: one ESC is the way back to where one was."""

import pytest

from emu.host.media.library_page import LibraryPage
from emu.host.menu.files import all_files
from emu.host.menu.menu import Menu
from emu.host.menu.page import Page, Row
from tests.emu.host.media.test_drop import drop
from tests.emu.host.menu.test_menu import disk
from tests.emu.host.windows import click, frames, press

OPENERS = ("cheats", "achievements", "macros")


@pytest.fixture
def app(make_app):
    made = make_app("--basic-prompt", "--scale", "2")
    frames(made, 2)
    return made


def page(title="Asked", rows=2, **more):
    return Page(title, lambda: [Row(f"row {n}", lambda: None) for n in range(rows)], **more)


@pytest.mark.parametrize("name", OPENERS)
def test_escape_leads_from_the_page_of_a_key_back_into_the_game(app, name):
    menu = app.feature(Menu)
    app.actions[name].do()
    frames(app, 2)
    assert menu.is_open and [p.page.title.lower() for p in menu._stack] == [name]
    press(app, "escape")
    assert not menu.is_open
    press(app, "f10")
    assert menu._in_pages and menu._place.page.title == menu._pages[0].title


def test_each_page_within_takes_one_escape(app):
    menu = app.feature(Menu)
    menu.ask(page())
    for title in ("one", "two"):
        menu.show(page(title))
    for title in ("two", "one", "Asked"):
        assert menu._place.page.title == title and not menu._in_pages
        press(app, "escape")
    assert not menu.is_open


def test_the_same_page_as_a_row_of_the_menu_leads_back_to_that_row(app):
    menu = app.feature(Menu)
    menu.open("Input")
    menu._find("macros of this file")
    press(app, "return")
    assert menu._place.page.title == "Macros"
    press(app, "escape")
    assert menu.is_open and menu._rows[menu._place.selected].title == "macros of this file"


def test_over_the_list_of_pages_it_leads_back_to_the_list(app):
    menu = app.feature(Menu)
    press(app, "f10")
    menu.ask(page())
    assert not menu._in_pages
    press(app, "escape")
    assert menu.is_open and menu._in_pages


def test_a_second_one_over_the_first_takes_one_escape_each(app, tmp_path):
    menu = app.feature(Menu)
    for name in ("a", "b"):
        drop(app, disk(tmp_path / f"{name}.d64"))
    assert [p.page.title for p in menu._stack] == ["Dropped disk"] * 2
    press(app, "escape")
    assert menu.is_open
    press(app, "escape")
    assert not menu.is_open


def test_the_list_of_pages_beside_it_can_be_clicked_and_reached_by_left(app):
    menu = app.feature(Menu)
    menu.ask(page())
    frames(app, 3)
    assert not any(button.is_selected for button in menu._view._pages)
    assert menu._view._where[0].text == "Asked"
    at = [p.title for p in menu._pages].index("Input")
    click(app, menu._view._pages[at].rect.center)
    frames(app, 2)
    assert menu._place.page.title == "Input" and len(menu._stack) == 1
    assert menu._view._pages[at].is_selected
    press(app, "escape")
    assert menu.is_open and menu._in_pages
    press(app, "escape")
    menu.ask(page())
    press(app, "left")
    assert menu._in_pages and menu._place.page.title == "Input"
    press(app, "escape")
    assert not menu.is_open


def test_the_button_in_the_whole_window_names_the_menu_only_where_it_leads_there(app):
    menu = app.feature(Menu)
    menu.ask(page(wide=True))
    frames(app, 3)
    back = menu._view._back
    assert back.visible and back.text == "←"
    menu.show(page("inner", wide=True))
    frames(app, 3)
    assert back.text == "←"
    click(app, back.rect.center)
    frames(app, 3)
    assert menu.is_open and back.text == "←"
    click(app, back.rect.center)
    assert not menu.is_open
    menu.open("Library")
    frames(app, 3)
    assert menu._view._back.text == "← menu"


def test_what_lies_behind_it_is_no_preview_of_the_picture_page(app):
    menu = app.feature(Menu)
    menu.open("Picture")
    frames(app, 3)
    thin = menu._surface.get_at((1, 1))
    menu.close_menu()
    menu.ask(page())
    frames(app, 3)
    assert menu._surface.get_at((1, 1)).a > thin.a


def test_what_a_row_does_behind_the_menu_and_fails_forgets_where_it_was(app):
    menu = app.feature(Menu)
    menu.open("Input")

    def fail():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        menu.behind(fail)
    assert not menu.is_open
    menu.ask(page())
    press(app, "escape")
    assert not menu.is_open


def test_a_file_that_is_gone_leaves_the_list_open_and_says_so(app, tmp_path):
    menu = app.feature(Menu)
    paths = [disk(tmp_path / f"{name}.d64") for name in "ab"]
    menu.ask(all_files(app, [tmp_path], app.feature(LibraryPage)._load))
    frames(app, 3)
    paths[0].unlink()
    for title in ("a.d64", "b.d64"):
        select = [row.title.strip() for row in menu._rows].index(title)
        menu.run(select)
        assert menu.is_open is (title == "a.d64")
        if menu.is_open:
            frames(app, 2)
            assert menu._view._note.startswith("a.d64: no such file")
    assert app.started == paths[1]


def test_what_is_done_behind_a_menu_that_was_never_open_brings_a_page_alone(app):
    menu = app.feature(Menu)
    menu.behind(lambda: menu.ask(page()))
    assert [p.page.title for p in menu._stack] == ["Asked"]
    press(app, "escape")
    assert not menu.is_open
