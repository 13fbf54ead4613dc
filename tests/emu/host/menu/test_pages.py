"""The pages that come with the menu, row by row: what is there, when, and what each row does."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from emu.host.actions import Action
from emu.host.menu import builtin, files
from emu.host.menu.font import DISGUISES, MenuFont, safe
from emu.host.menu.menu import Menu
from emu.host.menu.page import CLOSE, Page, Row, row_of
from emu.host.picture.charset_text import BRIGHT, CELL, Letters, glyphs_of
from emu.host.settings import Settings
from emu.host.settings_table import SECTIONS, SETTINGS


class Opened:
    """The menu as its rows see it: pages that were shown, and how often it was left."""

    def __init__(self):
        self.pages, self.left, self.backs = [], 0, 0

    def show(self, page):
        self.pages.append(page)

    def back(self):
        self.backs += 1

    def close_menu(self):
        self.left += 1

    def behind(self, do):
        self.close_menu()
        do()


@pytest.fixture
def menu():
    return Opened()


@pytest.fixture
def started(shared, monkeypatch):
    """What the App was started again with: a list of dicts, or of paths that were loaded."""
    found = []
    monkeypatch.setattr(shared, "start_again", lambda **words: found.append(words))
    monkeypatch.setattr(shared, "load", lambda path: not found.append(path))
    return found


def titled(rows, title):
    return next(row for row in rows if row.title == title)


# -- rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "usable"),
    [
        ({}, False),
        ({"run": print}, True),
        ({"choose": print}, True),
        ({"run": print, "enabled": False}, False),
        ({"run": print, "heading": True}, False),
        ({"value": lambda: "x", "choices": list}, False),
    ],
)
def test_a_row_can_be_chosen_if_it_does_something_and_is_no_title(words, usable):
    row = Row("a", **words)
    assert row.usable == usable
    assert row.word == ("x" if "value" in words else "")
    row.put("nothing")  # which chooses where there is a choice only


@pytest.mark.parametrize("possible", [False, True])
@pytest.mark.parametrize("choices", [False, True])
def test_an_action_is_a_row_of_the_menu(choices, possible):
    done = []
    words = {"choices": lambda: ("x", "y"), "choose": done.append} if choices else {}
    action = Action(
        "name", "title", lambda: done.append("run"), "k", group="time", state=lambda: "x",
        enabled=lambda: possible, **words,
    )  # fmt: skip
    row = row_of(action)
    assert (row.title, row.word, row.enabled, row.keys) == (
        "title", "x", possible, action.keys_text,
    )  # fmt: skip
    row.run()
    row.put("y")
    assert done == (["run", "y"] if choices else ["run"])[: 2 * possible]
    assert (row.choose is not None) == choices


def test_a_question_does_it_or_goes_on():
    rows = builtin.question("Sure?", "yes", lambda: "done").rows()
    assert [row.title for row in rows] == ["yes", "no, leave it as it is"]
    assert [row.run() for row in rows] == ["done", CLOSE]


# -- Start ----------------------------------------------------------------------------------------


def test_start_offers_a_file_the_game_basic_and_the_last_twelve_files(
    shared, menu, started, monkeypatch
):
    paths = [Path(f"/games/{number}.d64") for number in range(20)]
    monkeypatch.setattr(shared.library, "paths", lambda: paths)
    rows = builtin.start_rows(shared, menu)
    assert [row.title for row in rows] == [
        "open a file ...", "the property game", "BASIC", "recent files",
        *(f"{number}.d64" for number in range(builtin.RECENT)),
    ]  # fmt: skip
    assert rows[3].heading and all(row.name and row.more for row in rows[4:])
    for row in (rows[1], rows[5]):
        assert row.run() is CLOSE
    assert started == [None, paths[1]]
    with monkeypatch.context() as failing:
        failing.setattr(shared, "load", lambda path: False)
        assert rows[5].run() is None, "the list stays for another one"
    assert rows[2].run() is CLOSE
    assert started[-1] == {"file": None, "basic_prompt": True, "cart": None}
    monkeypatch.setattr(shared.library, "paths", lambda: [Path(builtin.__file__).with_name("x")])
    monkeypatch.setattr(builtin, "is_bundled", lambda path: True)
    assert [row.title for row in builtin.start_rows(shared, menu)][3:] == []


# -- Drives ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("image", "name"),
    [
        (None, "none"),
        (SimpleNamespace(path="/a/b.d64", name="N"), "b.d64"),
        (SimpleNamespace(path=None, name="c.d64"), "c.d64"),
    ],
)
def test_a_drive_names_its_disk(image, name):
    assert builtin.disk_name(SimpleNamespace(image=image)) == name


def test_each_drive_has_its_disk_and_its_kind(shared, menu, monkeypatch):
    rows = builtin.drive_rows(shared, menu)
    titles = ["disk", "take it out", "kind"]
    assert [row.title for row in rows] == ["drive 8", *titles, "drive 9", *titles]
    attached, inserted = [], []
    monkeypatch.setattr(
        shared, "attach", lambda number, image, kind: attached.append((number, image, kind))
    )
    monkeypatch.setattr(shared, "insert", lambda path, device: inserted.append((path, device)))
    for number, (disk, out, kind) in {8: rows[1:4], 9: rows[5:8]}.items():
        slot = shared.machine.drives[number]
        assert not out.enabled and disk.word == "none"
        assert kind.word == (slot.kind or "none") and "1541" in kind.choices()
        kind.put("1581")
        assert attached[-1] == (number, None, "1581")
        page = disk.run()
        assert page.title == f"Drive {number}"
        assert "this folder as a disk" in [row.title for row in page.rows()]
        titled(page.rows(), "this folder as a disk").run()
        assert inserted[-1][1] == number
    assert menu.backs == 2


# -- Machine --------------------------------------------------------------------------------------

MACHINE = {  # row -> (option, a word for it, what begins anew with it, what is kept)
    "model": ("model", "ntsc", "ntsc", "ntsc"),
    "SID": ("sid", "8580", "8580", "8580"),
    "SID filter": ("sid_filter", None, None, None),
    "digiboost (8580)": ("digiboost", "on", True, True),
}


@pytest.mark.parametrize("title", MACHINE)
def test_another_machine_is_asked_about_first(shared, menu, started, title, monkeypatch):
    field, word, value, kept = MACHINE[title]
    config = shared.args.config
    row = titled(builtin.machine_rows(shared, menu), title)
    words = row.choices()
    assert row.word in words
    row.put(row.word)
    assert menu.pages == [], "it is so already"
    if word is None:
        word = value = kept = next(w for w in words if w not in (row.word, "model's"))
    before = getattr(shared.settings, field)
    row.put(word)
    (page,) = menu.pages
    assert page.title == f"{title.removesuffix(' (8580)')}: {word}" and started == []
    yes, no = page.rows()
    assert yes.title == "yes, switch off and on" and no.run() is CLOSE and started == []
    assert yes.run() is CLOSE
    assert started == [{field: value}] and getattr(shared.settings, field) == kept
    monkeypatch.setattr(shared.settings, field, before)
    if "model's" in words:
        monkeypatch.setattr(shared.args, "config", replace(config, **{field: word}))
        row = titled(builtin.machine_rows(shared, menu), title)
        assert row.word == word
        row.put("model's")
        assert menu.pages[-1].title == f"{title}: model's"
        menu.pages[-1].rows()[0].run()
        assert started[-1] == {field: None} and getattr(shared.settings, field) == ""


@pytest.mark.parametrize("cart", [None, "/carts/game.crt"])
def test_the_cartridge_is_named_and_pulled(shared, menu, started, monkeypatch, cart):
    config = replace(shared.args.config, cart=cart)
    monkeypatch.setattr(shared.args, "config", config)
    monkeypatch.setattr(builtin, "cart_path", lambda args: cart and Path(cart))
    rows = builtin.machine_rows(shared, menu)
    assert titled(rows, "cartridge").word == ("game.crt" if cart else "none plugged in")
    pull = [row for row in rows if row.title == "pull the cartridge"]
    assert len(pull) == bool(cart)
    for row in pull:
        assert row.run() is CLOSE and started == [{"cart": None}]
    question = titled(rows, "switch off and on").run()
    assert question.title == "Off and on?" and question.rows()[0].title == "yes, off and on"
    count = len(started)
    question.rows()[0].run()
    assert started[count:] == [{}]
    assert titled(rows, "SIDs").word == "1" and titled(rows, "SIDs").run().title == "SIDs"


# -- Settings, Help, Quit -------------------------------------------------------------------------


def test_every_setting_that_is_a_choice_is_on_its_page_and_is_put_and_shown(tmp_path):
    app = SimpleNamespace(settings=Settings())
    rows = builtin.setting_rows(app)
    assert rows[0].title == "not kept, next start"
    kept = SimpleNamespace(settings=Settings(path=tmp_path / "mine.toml"))
    assert builtin.setting_rows(kept)[0].title == "mine.toml, next start"
    headings = [row.title for row in rows[1:] if row.heading]
    choices = [s for s in SETTINGS if s.words or isinstance(s.default, bool)]
    shown = [s for s in choices if s.section != "memory"]
    assert headings == [
        title for section, title in SECTIONS.items() if any(s.section == section for s in shown)
    ]
    chosen = [row for row in rows if not row.heading]
    assert len(chosen) == len(shown)
    by_title = {setting.title: setting for setting in shown}
    assert {row.title for row in chosen} == set(by_title)
    for row in chosen:
        setting, words = by_title[row.title], row.choices()
        assert len(set(words)) == len(words) > 1 and "" not in words
        for word in words:
            row.put(word)
            assert row.word == word
            value = getattr(app.settings, setting.name)
            assert type(value) is type(setting.default)
        if isinstance(setting.default, bool):
            assert words == ("off", "on")
            assert getattr(app.settings, setting.name) is True
        elif "" in setting.words:
            row.put(words[list(setting.words).index("")])
            assert getattr(app.settings, setting.name) == ""


@pytest.mark.parametrize(
    ("name", "word"),
    [("language", "the system's"), ("sid", "model's"), ("vic", "model's"), ("cia", "model's"),
     ("sid_filter", "model's"), ("kernal", "none")],
)  # fmt: skip
def test_a_setting_of_nothing_says_whose_it_is(name, word):
    assert builtin._none_of(next(s for s in SETTINGS if s.name == name)) == word


def test_the_messages_are_listed_the_newest_first(shared):
    app = SimpleNamespace(overlay=SimpleNamespace(messages=[("10:00:00", "a"), ("10:00:01", "b")]))
    page = builtin.messages_page(app)
    assert page.wrap and page.empty == "no message so far"
    assert [(row.title, row.heading) for row in page.rows()] == [
        ("10:00:01", True), ("b", False), ("10:00:00", True), ("a", False),
    ]  # fmt: skip
    assert all(row.name for row in page.rows() if not row.heading)


def test_help_and_quit_do_what_their_keys_do(shared, menu):
    rows = builtin.help_rows(shared, menu)
    assert titled(rows, "messages so far").word == str(len(shared.overlay.messages))
    row = titled(rows, "warp")
    row.run()
    assert shared.warp and menu.left == 1
    row.run()
    assert not shared.warp
    assert {a.title for a in shared.actions if a.keys_text} <= {row.title for row in rows}
    back, *others = builtin.quit_rows(shared, menu)
    assert back.run() is CLOSE and back.keys == "F10"
    assert {row.title for row in others} == {a.title for a in shared.actions.groups()["quit"]}


def test_a_recording_is_replayed_from_its_page(shared, menu):
    (row,) = builtin.record_rows(shared, menu)
    page = row.run()
    assert page.title == "Replay" and row.title == "replay inputs ..."


# -- the list of pages ----------------------------------------------------------------------------


def test_pages_come_in_the_order_of_their_groups_and_quit_is_the_last(shared):
    titles = [page.title for page in builtin.top_pages(shared, shared.feature(Menu))]
    known = [title for title in builtin.GROUPS.values() if title in titles]
    assert [title for title in titles if title in known] == known
    assert titles[0] == "Start" and titles[-3:] == ["Settings", "Help", "Quit"]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(
    ("titles", "moved"),
    [(["a", "Tape", "b", "Drives", "c"], ["a", "b", "Drives", "Tape", "c"]),
     (["Drives", "a", "Tape"], ["Drives", "Tape", "a"]), (["a", "Tape"], ["a", "Tape"]),
     (["Drives", "a"], ["Drives", "a"])],
)  # fmt: skip
def test_a_page_is_moved_behind_another_if_both_are_there(titles, moved):
    pages = [Page(title, list) for title in titles]
    builtin._move(pages, "Tape", "Drives")
    assert [page.title for page in pages] == moved


# -- folders --------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    """A folder with folders and files of all kinds."""
    for name in ("b folder", "A folder", ".hidden folder"):
        (tmp_path / name).mkdir()
    for name in ("z.d64", "A.D64", "m.g64", "n.txt", ".x.d64"):
        (tmp_path / name).write_bytes(b"x" * 1500)
    return tmp_path


def test_a_folder_lists_folders_and_files_of_its_kinds_by_name(folder):
    inner, found = files.listing(folder, (".d64", ".g64"))
    assert [path.name for path in inner] == ["A folder", "b folder"]
    assert [path.name for path in found] == ["A.D64", "m.g64", "z.d64"]


@pytest.mark.parametrize("most", [1, 3, 5])
def test_of_a_huge_folder_so_many_are_listed(folder, monkeypatch, most):
    monkeypatch.setattr(files, "FILES_AT_MOST", most)
    inner, found = files.listing(folder, (".d64", ".g64"))
    assert len(inner) + len(found) == most


def test_a_folder_is_browsed_and_a_file_is_taken(shared, folder):
    taken = []
    page = files.browse(shared, "Open", (".d64", ".g64"), taken.append, folder)
    rows = page.rows()
    assert [row.title for row in rows] == [
        str(folder), "> ..", "> A folder", "> b folder", "  A.D64", "  m.g64", "  z.d64",
    ]  # fmt: skip
    assert rows[0].heading and rows[0].name and [row.word for row in rows[4:]] == ["1 K"] * 3
    rows[5].run()
    assert taken == [folder / "m.g64"] and rows[5].more().title
    inner = rows[2].run()
    assert inner.title == "Open" and [row.title for row in inner.rows()] == [
        str(folder / "A folder"), "> ..", "no .d64 .g64 here",
    ]  # fmt: skip
    assert inner.rows()[1].run().rows()[0].title == str(folder)


@pytest.mark.parametrize(
    ("suffixes", "words"),
    [
        ((".a",), "no .a here"),
        ((".a", ".b", ".c"), "no .a .b .c here"),
        ((".a", ".b", ".c", ".d"), "no files to use here"),
        ((), None),
    ],
)
def test_a_folder_of_nothing_says_what_is_missing(shared, tmp_path, suffixes, words):
    rows = files.browse(shared, "Open", suffixes, print, tmp_path).rows()
    assert [row.title for row in rows[2:]] == ([words] if words else [])
    rows = files.browse(shared, "Folder", suffixes, print, tmp_path, folders=True).rows()
    assert rows[2].title == "this folder, and what is in it"


def test_nothing_is_above_the_root_and_what_cannot_be_read_leads_back(shared, tmp_path):
    root = Path(tmp_path.anchor)
    assert "> .." not in [row.title for row in files.browse(shared, "Open", (), print, root).rows()]
    gone = tmp_path / "gone"
    error, above = files.browse(shared, "Open", (), print, gone).rows()
    assert error.heading and error.title.startswith(f"{gone}: ") and above.title == "> .."
    assert above.run().rows()[0].title == str(tmp_path)


# -- the menu's font ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def font(shared):
    """The font at twice its size."""
    return MenuFont(Letters(glyphs_of(shared.machine.roms.chargen)), 2, (255, 0, 0))


SIDE = 2 * CELL


@pytest.mark.parametrize(
    ("text", "size"), [("", (0, 0)), ("a", (16, 16)), (f"a{BRIGHT}b", (32, 16)), (BRIGHT, (0, 16))]
)
def test_a_letter_is_a_square_and_what_changes_the_colour_takes_no_room(font, text, size):
    assert font.size(text) == size
    rect = font.get_rect(text)
    assert rect.size == size and rect.topleft == ((0, SIDE) if text else (0, 0))
    metrics = font.get_metrics(text)
    assert metrics == [(0, 0, 0, 0, 0) if c == BRIGHT else (0, SIDE, 0, SIDE, SIDE) for c in text]


def test_the_font_draws_a_text_where_it_is_told_and_in_its_colours(font):
    white = pygame.Color(255, 255, 255)
    alone = font.render_premul("a", white)
    assert alone.get_size() == (SIDE, SIDE)
    surface = font.render_premul_to("a", white, (64, 48), (8, SIDE + 4))
    assert surface.get_size() == (64, 48)
    assert surface.get_bounding_rect().move(-8, -4) == alone.get_bounding_rect()
    bright = pygame.surfarray.array3d(font.render_premul(f"a{BRIGHT}a", white))
    assert {tuple(map(int, c)) for c in bright[:SIDE].reshape(-1, 3)} == {(0, 0, 0), (255,) * 3}
    assert {tuple(map(int, c)) for c in bright[SIDE:].reshape(-1, 3)} == {(0, 0, 0), (255, 0, 0)}
    assert (font.get_point_size(), font.get_padding_height()) == (SIDE, 0)
    assert font.get_direction() == pygame.DIRECTION_LTR


def test_a_dot_and_a_percent_sign_are_hidden_from_the_library_and_drawn_all_the_same(font):
    assert "." not in safe("a.b%") and "%" not in safe("a.b%") and safe("ab") == "ab"
    assert len(DISGUISES) == 2
    white = pygame.Color(255, 255, 255)
    for text in ("a.b", "5 %"):
        plain, disguised = (font.render_premul(word, white) for word in (text, safe(text)))
        assert pygame.image.tobytes(plain, "RGBA") == pygame.image.tobytes(disguised, "RGBA")
