"""The menu in the window, by keys, mouse and pad; its pages, and what their rows do."""

import subprocess
import sys

import numpy as np
import pygame
import pytest

from disk.d64 import D64Image
from emu.host.actions import Action
from emu.host.menu.menu import Menu
from emu.host.menu.page import Page, Row
from tests.emu.host.windows import click, frames, press
from tests.volume import diagonal

HELLO = bytes([1, 8, 11, 8, 10, 0, 153, 34, 72, 73, 34, 0, 0, 0])  # 10 PRINT"HI"


def opened(app):
    """Open the menu; returns it."""
    press(app, "f10")
    menu = app.feature(Menu)
    assert menu.is_open
    return menu


def titles(menu):
    return [row.title for row in menu._rows]


def go(app, menu, page):
    """Go to a page of the list, and into it."""
    menu.open(page)
    frames(app)
    assert menu._place.page.title == page
    return menu


def select(app, menu, title):
    """Move to a row by keys."""
    for _ in range(len(menu._rows) + 1):
        if menu._rows[menu._place.selected].title == title:
            return
        press(app, "down")
    raise AssertionError(f"{title} is not in {titles(menu)}")


def disk(path, name=b"HELLO"):
    """Write a disk image with one program; returns its path."""
    from disk.volume import Volume

    image = D64Image.blank(b"TEST", b"00")
    Volume(image).write_file(name, 2, HELLO)
    path.write_bytes(image.to_bytes())
    return path


def test_the_library_of_widgets_is_not_loaded_before_the_menu_opens():
    code = "import sys, emu.host.app, emu.host.features; print('pygame_gui' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.endswith("False\n")


def test_f10_opens_it_and_escape_leaves_it_and_the_machine_waits_meanwhile(make_app):
    app = make_app()
    frames(app, 3)
    cycle = app.machine.cycle
    menu = opened(app)
    frames(app, 5)
    assert app.machine.cycle == cycle
    press(app, "escape")
    assert not menu.is_open
    assert app.machine.cycle > cycle


def test_escape_goes_back_a_page_at_a_time(make_app):
    app = make_app()
    menu = go(app, opened(app), "Machine")
    press(app, "return")
    assert len(menu._stack) == 2 or menu._rows
    press(app, "escape", "escape", "escape")
    assert not menu.is_open


def test_keys_in_the_menu_do_not_reach_the_machine(make_app):
    app = make_app()
    opened(app)
    pygame.event.post(
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a", scancode=4)
    )
    frames(app)
    assert app.machine.keyboard.down == set()


def test_what_was_held_when_it_opened_is_let_go(make_app):
    app = make_app()
    app.machine.joystick(2).press("fire")
    pygame.event.post(
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a", scancode=4)
    )
    frames(app)
    assert app.machine.keyboard.down
    opened(app)
    assert app.machine.keyboard.down == set()
    assert not app.machine.joystick(2).pressed("fire")


def test_every_action_is_on_the_page_of_its_group(make_app):
    app = make_app()
    app.actions.add(Action("later", "brought later", print, group="odd things"))
    menu = opened(app)
    pages = {page.title: page for page in menu._pages}
    assert "Odd things" in pages
    for group, actions in app.actions.groups().items():
        title = "Help" if group == "help" else group.capitalize()
        rows = [row.title for row in pages[title].rows()]
        assert {a.title for a in actions if a.name != "menu"} <= set(rows)


def test_the_selected_row_shows_its_own_text_and_not_that_of_the_page_before(make_app):
    app = make_app()
    menu = app.feature(Menu)
    shown = []
    for title in ("Machine", "Record", "Picture", "Machine"):
        menu.open(title)
        frames(app)
        row = menu.overlay().subsurface(menu._view._rows[0].rect)
        shown.append(pygame.image.tobytes(row, "RGB"))
        menu.close_menu()
        frames(app)
    assert len(set(shown)) == 3 and shown[0] == shown[3]


def test_a_switch_is_changed_and_the_menu_stays(make_app):
    app = make_app()
    menu = go(app, opened(app), "Time")
    select(app, menu, "warp")
    press(app, "return")
    assert app.warp and menu.is_open
    assert menu._rows[menu._place.selected].value() == "on"


def test_a_command_is_done_behind_the_menu(make_app):
    app = make_app()
    done = []
    app.actions.add(Action("go", "go now", lambda: done.append(menu.is_open), group="time"))
    menu = go(app, opened(app), "Time")
    select(app, menu, "go now")
    press(app, "return")
    assert done == [False]


@pytest.mark.parametrize(
    ("page", "row", "shown"),
    [("Machine", "find a value, cheats", "Cheats"), ("Time", "saved states", "States")],
)
def test_a_row_that_opens_a_page_of_the_menu_shows_it(make_app, page, row, shown):
    app = make_app()
    menu = go(app, opened(app), page)
    select(app, menu, row)
    press(app, "return")
    assert menu.is_open and menu._place.page.title == shown


def test_a_choice_goes_on_by_left_and_right(make_app):
    app = make_app()
    menu = go(app, opened(app), "Input")
    select(app, menu, "keys: symbol/position")
    press(app, "right")
    assert app.settings.positional
    press(app, "left")
    assert not app.settings.positional and menu.is_open


def test_a_long_choice_is_a_list(make_app):
    app = make_app()
    menu = go(app, opened(app), "Input")
    select(app, menu, "joystick keys")
    press(app, "return")
    assert menu._place.page.title == "joystick keys"
    assert menu._rows[menu._place.selected].title == "• numpad"  # what is chosen now
    select(app, menu, "  wasd")
    press(app, "return")
    assert app.settings.joy_keys == "wasd"
    assert menu._place.page.title == "Input"


def test_what_makes_no_sense_now_is_passed_over_and_does_nothing(make_app):
    app = make_app()
    done = []
    app.actions.add(
        Action("never", "never", lambda: done.append(1), group="time", enabled=lambda: False)
    )
    menu = go(app, opened(app), "Time")
    never = titles(menu).index("never")
    for _ in range(2 * len(menu._rows)):
        press(app, "down")
        assert menu._place.selected != never
    menu.run(never)
    assert done == []


def test_a_letter_goes_to_the_next_row_that_begins_with_it(make_app):
    app = make_app()
    menu = go(app, opened(app), "Time")
    press(app, "w", unicode="w")
    assert menu._rows[menu._place.selected].title == "warp"


def names_to_find(menu, *names):
    """Show a page with rows of these names."""
    menu.show(Page("Names", lambda: [Row(f"  {name}", lambda: None, name=True) for name in names]))


def selected(menu):
    return menu._rows[menu._place.selected].title.strip()


def test_what_is_typed_finds_a_name_among_two_thousand(make_app):
    app = make_app()
    menu = opened(app)
    names_to_find(menu, *(f"game {n:04}.d64" for n in range(2000)))
    for letter in "game 1764":
        press(app, "space" if letter == " " else letter, unicode=letter)
    assert selected(menu) == "game 1764.d64" and menu._hint() == "find: game 1764"
    press(app, "backspace")
    assert menu._hint() == "find: game 176" and menu.is_open


def test_shift_is_no_end_of_what_is_typed(make_app):
    app = make_app()
    menu = opened(app)
    names_to_find(menu, "alpha", "Beta", "(BONUS) B", "(Bonus) a")
    for letter in "(Bonus) A":
        press(app, "left shift", mod=pygame.KMOD_LSHIFT)
        press(app, "a", mod=pygame.KMOD_LSHIFT, unicode=letter)
    assert selected(menu) == "(Bonus) a"


def test_rows_put_above_it_leave_the_row_selected_whose_page_was_open(make_app):
    app = make_app()
    menu = opened(app)
    names = ["one", "two", "three"]

    def rows():
        return [Row(name, lambda: Page("Inside", lambda: [])) for name in names]

    menu.show(Page("Names", rows))
    select(app, menu, "two")
    press(app, "return")
    assert menu._place.page.title == "Inside"
    names.insert(0, "zero")
    press(app, "escape")
    assert menu._place.page.title == "Names" and selected(menu) == "two"


def test_a_name_is_found_by_what_is_in_it_if_none_begins_so(make_app):
    app = make_app()
    menu = opened(app)
    names_to_find(menu, "aztec", "maze of doom", "the doom", "boulder", "bruce lee")
    for letter in "doom":
        press(app, letter, unicode=letter)
    assert selected(menu) == "maze of doom"


def test_the_same_letter_again_goes_on_to_the_next(make_app):
    app = make_app()
    menu = opened(app)
    names_to_find(menu, "aztec", "boulder", "bruce lee", "bubble")
    seen = []
    for _ in range(4):
        press(app, "b", unicode="b")
        seen.append(selected(menu))
    assert seen == ["boulder", "bruce lee", "bubble", "boulder"]


def test_a_letter_in_the_list_of_pages_goes_to_the_page(make_app):
    app = make_app()
    menu = opened(app)
    press(app, "m", unicode="m")
    assert menu._place.page.title == "Machine" and menu._in_pages


def test_a_pause_between_letters_begins_another_name(make_app, monkeypatch):
    now = [0.0]
    monkeypatch.setattr("emu.host.menu.menu.time.monotonic", lambda: now[0])
    app = make_app()
    menu = opened(app)
    names_to_find(menu, "ab", "bc")
    press(app, "a", unicode="a")
    now[0] += 2
    press(app, "b", unicode="b")
    assert selected(menu) == "bc"


def test_a_name_that_does_not_fit_is_shown_in_full_when_it_is_selected(make_app):
    app = make_app()
    menu = opened(app)
    long = "a very long name of a disk image, of which the end tells the side (side B).d64"
    names_to_find(menu, "short", long)
    frames(app, 2)
    assert menu._note(menu._view) == ""
    press(app, "down")
    frames(app, 2)
    assert menu._view._note == long


def test_a_message_leaves_the_foot_of_the_menu_and_can_be_read_again(make_app):
    app = make_app()
    menu = opened(app)
    frames(app, 2)
    hint = menu._view._foot.text
    app.overlay.say("one " * 40 + "end")
    frames(app, 2)
    assert menu._view._foot.text == hint and menu._view._note.endswith("end")
    menu = go(app, menu, "Help")
    select(app, menu, "messages so far")
    press(app, "return")
    assert menu._place.page.title == "Messages"
    text = " ".join(row.title for row in menu._rows if not row.heading)
    assert text == "one " * 40 + "end"


def test_a_message_does_not_lie_over_a_question_and_can_still_be_read(make_app):
    app = make_app()
    app.overlay.say("as long as a message that takes several lines of large letters may be")
    app.feature(Menu).ask(Page("Question", lambda: [Row("yes", lambda: None)]))
    frames(app)
    assert app.overlay.message == "" and len(app.overlay.messages) == 1


def test_a_cartridge_is_pulled_only_where_there_is_one(make_app):
    app = make_app()
    menu = go(app, opened(app), "Machine")
    assert "pull the cartridge" not in titles(menu)
    assert not app.actions["freeze"].possible()


# -- the mouse ---------------------------------------------------------------------------


def test_the_right_button_opens_it_and_a_click_beside_it_leaves_it(make_app):
    app = make_app()
    click(app, (50, 50), button=3)
    menu = app.feature(Menu)
    assert menu.is_open
    click(app, (1, 1))
    assert not menu.is_open


def test_the_right_button_belongs_to_the_machine_while_it_has_the_mouse(make_app):
    app = make_app("--basic-prompt", "--mouse")
    click(app, (50, 50), button=3)
    assert not app.feature(Menu).is_open


def test_pages_and_rows_can_be_clicked(make_app):
    app = make_app()
    menu = opened(app)
    frames(app, 3)
    at = [page.title for page in menu._pages].index("Time")
    click(app, menu._view._pages[at].rect.center)
    assert menu._place.page.title == "Time"
    frames(app, 2)
    click(app, menu._view._rows[titles(menu).index("warp")].rect.center)
    assert app.warp


def test_a_click_before_the_page_of_the_last_one_was_drawn_is_for_that_page(make_app):
    app, done = make_app(), []
    inner = Page(
        "inner", lambda: [Row("title", heading=True), Row("it", lambda: done.append("it"))]
    )
    middle = Page("middle", lambda: [Row("off", enabled=False), Row("in", lambda: inner)])
    opened(app)
    menu = app.feature(Menu)
    menu.show(middle)
    frames(app, 9)
    row = menu._view._rows[1].rect.move(8, 8).topleft
    menu.back()
    menu.show(
        Page("tiles", lambda: [Row("a", lambda: middle), Row("b", lambda: middle)], tiles=True)
    )
    frames(app, 9)
    tile = menu._view._tiles[0].rect.center
    assert menu._view._tiles[0].rect.collidepoint(row)  # which would be the first row
    for place in (tile, row, row):  # a busy host hands them over together
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=place, button=1))
    frames(app)
    assert menu._place.page is inner and done == ["it"]


def wheel(app, notches, **more):
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches, **more))
    frames(app, 2)


def test_the_wheel_scrolls_a_long_page_and_stops_at_its_ends(make_app):
    app = make_app()
    menu = opened(app)
    menu.show(Page("long", lambda: [Row(f"row {i}", print) for i in range(90)]))
    frames(app, 2)
    place, many = menu._place, menu._view.visible_rows
    wheel(app, 2)
    assert (place.first, place.selected) == (0, 0)
    wheel(app, -2)
    assert (place.first, place.selected) == (6, 6)  # what is selected stays where it is seen
    wheel(app, -1, flipped=False)
    wheel(app, -1, flipped=True)  # a host that scrolls the other way round
    assert (place.first, place.selected) == (6, 6)
    press(app, "down")
    wheel(app, 1)
    assert (place.first, place.selected) == (3, 4)
    wheel(app, -90)
    assert place.first == 90 - many
    wheel(app, -1)
    assert place.first == 90 - many
    press(app, "end")
    assert place.selected == 89


def test_on_a_short_page_the_wheel_moves_what_is_selected_but_not_round_about(make_app):
    app = make_app()
    menu = opened(app)
    rows = [Row("heading", heading=True), *(Row(f"row {i}", print) for i in range(3))]
    menu.show(Page("short", lambda: rows))
    frames(app, 2)
    seen = []
    for notches in (-1, -1, -1, 1, 1, 1):
        wheel(app, notches)
        seen.append(menu._place.selected)
    assert seen == [2, 3, 3, 2, 1, 1]


# -- the picture ---------------------------------------------------------------------------


# make test takes each size with borders or without.
SIZES = diagonal(("1", "2", "3"), ([], ["--no-borders"]))


@pytest.mark.parametrize(("scale", "borders"), SIZES)
def test_it_is_drawn_within_every_size_of_the_window(make_app, scale, borders):
    app = make_app("--basic-prompt", "--scale", scale, *borders)
    frames(app, 2)
    menu = go(app, opened(app), "Settings")
    frames(app, 4)
    surface = app.window._large[0][1]
    assert surface.get_size() == app.window.pixels
    screen = surface.get_rect()
    for widget in (*menu._view._pages, *menu._view._rows, menu._view._foot):
        assert screen.contains(widget.rect)
    colours = pygame.surfarray.array3d(surface) @ np.array((0x10000, 0x100, 1))
    assert len(np.unique(colours)) > 8


def test_it_is_made_anew_when_the_window_has_another_size(make_app):
    app = make_app("--basic-prompt", "--scale", "1")
    menu = opened(app)
    frames(app, 2)
    before = menu._view
    app.window._surface = pygame.display.set_mode((900, 700), pygame.RESIZABLE)
    frames(app, 2)
    assert menu._view is not before and menu._view.size == (900, 700)


def test_names_with_any_character_are_drawn(make_app):
    app = make_app()
    menu = opened(app)
    names = ["a.d64", "100% %{x}", "", "日本語.prg", "x" * 300, "ümlaut <b>"]
    menu.show(Page("odd", lambda: [Row(name, print) for name in names]))
    frames(app, 4)
    assert app.feature(Menu).is_open


# -- files and drives ------------------------------------------------------------------------


def test_a_disk_is_put_into_drive_8_and_taken_out(make_app, tmp_path):
    path = disk(tmp_path / "one.d64")
    app = make_app()
    app.library.add(path)
    menu = go(app, opened(app), "Drives")
    press(app, "return")
    assert menu._place.page.title == "Drive 8"
    select(app, menu, "  one.d64")
    press(app, "return")
    assert app.machine.drives[8].image.path == path
    assert menu._place.page.title == "Drives"
    select(app, menu, "take it out")
    press(app, "return")
    assert app.machine.drives[8].image is None


def test_only_folders_and_files_that_can_be_used_are_listed(make_app, tmp_path):
    folder = tmp_path / "stuff"
    (folder / "inner").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    for name in ("b.D64", "a.prg", "letter.txt", "save.cfg"):
        (folder / name).write_bytes(b"")
    app = make_app()
    app.library.add(folder / "a.prg")
    menu = go(app, opened(app), "Start")
    press(app, "return")
    assert titles(menu) == [
        str(folder),
        "> ..",
        "all files within ...",
        "> inner",
        "  a.prg",
        "  b.D64",
    ]
    select(app, menu, "> inner")
    press(app, "return")
    assert titles(menu)[:2] == [str(folder / "inner"), "> .."]
    press(app, "escape")
    assert "  a.prg" in titles(menu)


def test_a_folder_that_cannot_be_read_says_so(make_app, tmp_path):
    from emu.host.menu.files import browse

    page = browse(make_app(), "Open", (".prg",), print, tmp_path / "gone")
    assert "No such file" in page.rows()[0].title
    assert page.rows()[1].title == "> .."


def test_a_recent_file_is_started(make_app, tmp_path):
    path = tmp_path / "hello.prg"
    path.write_bytes(HELLO)
    app = make_app()
    app.library.add(path)
    menu = go(app, opened(app), "Start")
    select(app, menu, "hello.prg")
    press(app, "return")
    assert not menu.is_open
    frames(app, 200)
    assert "HI" in app.machine.screen.text()


def test_a_file_that_cannot_be_used_leaves_the_machine_alone(make_app, tmp_path):
    path = tmp_path / "empty.prg"
    path.write_bytes(b"")
    app = make_app()
    app.library.add(path)
    frames(app, 60)
    cycle = app.machine.cycle
    menu = go(app, opened(app), "Start")
    select(app, menu, "empty.prg")
    press(app, "return")
    assert "empty" in app.overlay.message
    assert app.machine.cycle >= cycle


# -- another machine -------------------------------------------------------------------------


def test_another_model_asks_first_and_then_begins_anew(make_app):
    app = make_app()
    menu = go(app, opened(app), "Machine")
    select(app, menu, "model")
    press(app, "right")
    assert titles(menu) == ["yes, switch off and on", "no, leave it as it is"]
    press(app, "down", "return")
    assert app.again is None and not menu.is_open
    menu = opened(app)
    assert menu._place.page.title == "Machine"
    press(app, "return")
    select(app, menu, "model")
    press(app, "right", "return")
    assert app.quit
    assert app.again.config.model == "c64c"
    assert app.settings.model == "c64c"


def test_the_next_app_has_the_other_machine_and_the_same_settings(make_app, monkeypatch):
    from emu.host import app as module

    app = make_app()
    app.start_again(model="ntsc")
    seen = []

    class Next(module.App):
        def run(self):
            seen.append((self.machine.model.lines, self.settings))
            self.close()
            return 0

    monkeypatch.setattr(module, "App", Next)
    app.close()
    assert module.run_app(app.again) == 0
    assert seen == [(263, app.settings)]


def test_a_setting_is_chosen_for_the_next_start(make_app):
    from emu.host.settings import load_settings

    app = make_app()
    menu = go(app, opened(app), "Settings")
    select(app, menu, "library at start")
    press(app, "right")
    assert app.settings.library is True
    app.close()
    assert load_settings().library is True


def test_the_disks_of_a_list_take_turns_by_alt_n_and_in_the_menu(make_app, tmp_path):
    for name in ("side a", "side b", "side c"):
        disk(tmp_path / f"{name}.d64")
    (tmp_path / "all.m3u").write_text("side a.d64\nside b.d64\nside c.d64\n")
    app = make_app(str(tmp_path / "all.m3u"))
    assert app.actions["disk-list"].state() == "1 side a"
    press(app, "n", mod=pygame.KMOD_LALT)
    assert app.machine.drives[8].image.path == tmp_path / "side b.d64"
    assert app.overlay.message == "disk 2 of 3: side b"
    app.actions["disk-list"].put("3 side c")
    assert app.machine.drives[8].image.path == tmp_path / "side c.d64"
    app.actions["next-disk"].do()
    assert app.actions["disk-list"].state() == "1 side a"


def test_a_single_disk_has_no_turns(make_app, tmp_path):
    app = make_app(str(disk(tmp_path / "one.d64")))
    assert not app.actions["next-disk"].possible()
    app.insert(disk(tmp_path / "two.d64"))
    assert not app.actions["next-disk"].possible()


def test_a_list_that_is_put_in_takes_over(make_app, tmp_path):
    for name in ("x", "y"):
        disk(tmp_path / f"{name}.d64")
    (tmp_path / "both.m3u").write_text("x.d64\ny.d64\n")
    app = make_app()
    app.insert(tmp_path / "both.m3u")
    app.actions["next-disk"].do()
    assert app.machine.drives[8].image.path == tmp_path / "y.d64"


def test_a_folder_is_put_in_as_a_disk(make_app, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "hello.prg").write_bytes(HELLO)
    app = make_app()
    app.library.add(folder / "hello.prg")
    menu = go(app, opened(app), "Drives")
    press(app, "return")
    select(app, menu, "this folder as a disk")
    press(app, "return")
    assert app.machine.drives[8].image is not None
    assert menu._place.page.title == "Drives"


def test_a_cartridge_that_is_dropped_begins_another_machine(make_app, tmp_path):
    from tests.disk.test_crt import crt

    path = tmp_path / "game.crt"
    path.write_bytes(crt(((0, 0, 0x8000, bytes(8192)),)))
    app = make_app()
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    app.input.poll()
    assert app.quit and app.again.config.cart is not None and app.again.file is None


def test_a_file_that_is_dropped_while_the_menu_is_open_is_started(make_app, tmp_path):
    path = tmp_path / "hello.prg"
    path.write_bytes(HELLO)
    app = make_app()
    menu = opened(app)
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    frames(app, 2)
    assert not menu.is_open and app.started == path


@pytest.mark.parametrize("scale", ["1", "3"])
def test_more_pages_than_fit_scroll(make_app, scale):
    app = make_app("--basic-prompt", "--scale", scale, "--no-borders")
    for i in range(30):
        app.actions.add(Action(f"a{i}", "x", print, group=f"group {i}"))
    menu = opened(app)
    count = len(menu._pages)
    press(app, *["down"] * (count - 1))
    frames(app, 2)
    assert menu._pages[menu._at].title == "Quit"
    shown = menu._view._pages
    assert len(shown) < count
    assert all(pygame.Rect((0, 0), app.window.pixels).contains(b.rect) for b in shown)
    click(app, shown[0].rect.center)
    assert menu._at == count - len(shown)


def test_what_does_not_go_together_is_said_and_the_machine_runs_on(make_app, tmp_path):
    from tests.disk.test_crt import crt

    path = tmp_path / "game.crt"
    path.write_bytes(crt(((0, 0, 0x8000, bytes(8192)),)))
    app = make_app("--basic-prompt", "--georam", "64k")
    app.load(path)
    assert not app.quit and app.again is None
    assert app.overlay.message


def test_keys_of_the_command_line_are_not_typed_again(make_app):
    app = make_app("--basic-prompt", "--keys", "list")
    app.start_again(model="ntsc")
    assert app.again.keys is None and app.again.model == "ntsc"


def test_the_mouse_stays_free_as_long_as_somebody_needs_it(make_app):
    app = make_app("--basic-prompt", "--mouse")
    app.actions["screen-keys"].do()
    opened(app)
    press(app, "escape")
    assert not pygame.event.get_grab()
    app.actions["screen-keys"].do()
    assert pygame.event.get_grab()


def test_the_picture_is_less_dim_while_its_page_is_shown(make_app):
    app = make_app("--basic-prompt", "--scale", "3")
    menu = go(app, opened(app), "Time")
    frames(app, 3)
    dim = menu.overlay().get_at((0, 0)).a
    press(app, "escape", "down")
    assert menu._place.page.title == "Picture"
    frames(app, 3)
    assert menu.overlay().get_at((0, 0)).a < dim / 2


def test_it_opens_over_a_machine_with_py65s_cpu(make_app):
    app = make_app("--basic-prompt", "--cpu", "py65")
    menu = opened(app)
    app._rest()
    press(app, "escape")
    assert not menu.is_open


def test_the_page_of_help_has_every_key_and_a_row_does_what_the_key_does(make_app):
    app = make_app()
    menu = go(app, opened(app), "Help")
    keys = {row.keys for row in menu._rows}
    assert {action.keys_text for action in app.actions if action.keys_text} <= keys
    assert {"ESC", "PAGE UP"} <= keys
    select(app, menu, "warp")
    press(app, "return")
    assert app.warp and not menu.is_open


def test_the_tape_comes_after_the_disks_and_the_last_page_is_quit(make_app):
    pages = [page.title for page in opened(make_app())._pages]
    assert pages.index("Tape") == pages.index("Drives") + 1
    assert pages[0] == "Start" and pages[-1] == "Quit"


def test_a_row_that_shows_how_it_stands_tells_its_key_at_the_foot(make_app):
    app = make_app()
    menu = go(app, opened(app), "Time")
    select(app, menu, "warp")
    assert menu._hint().endswith("ALT+W")
    select(app, menu, "pause, one frame on")  # has its key at the right
    assert "ALT" not in menu._hint()


def test_a_choice_that_cannot_be_seen_says_what_else_it_needs(make_app):
    app = make_app()
    app.actions["glow"].put("off")
    assert app.overlay.message == "glow: off, for crt"
    app.actions["mask"].put("slot")
    assert app.overlay.message.endswith("not with plain")


def test_a_folder_without_anything_to_start_says_so_in_a_line(make_app, tmp_path):
    app = make_app()
    app.library.folder = lambda: tmp_path
    menu = go(app, opened(app), "Start")
    press(app, "return")
    assert titles(menu)[-1] == "no files to use here"
