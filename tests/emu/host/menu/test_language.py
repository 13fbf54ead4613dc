"""Every page of the menu in another language: no row, value or choice is left in English."""

import re

import pytest

from emu.host.achievements.feature import Achievements
from emu.host.menu.builtin import messages_page, top_pages
from emu.host.menu.menu import Menu
from emu.host.menu.page import Page
from emu.host.menu.place import shown
from emu.language import translation
from emu.language.translation import LANGUAGES, translated, use
from emu.shared.disks import BUNDLED_GAME
from tests.emu.host.windows import frames, press

# rows that open a page
ASKING = ("find a value, cheats", "files ...", "folders ...", "messages so far",
          "switch off and on", "saved states", "SIDs")  # fmt: skip
BROWSING = ("open a file ...", "disk", "cartridge", "cassette", "replay inputs ...",
            "all files within ...", "ROMs")  # fmt: skip
OTHERS = [code for code in LANGUAGES if code != "en"]
PAGE_TITLE_MOST = 10  # letters that the list of pages has room for
# What no language changes: numbers with units, addresses, names of keys, chips and files.
SAME = re.compile(
    r"[\W\d]*|[\d.]+ (%|s|K|B|Hz)|(\d )?\$?[\dA-Fa-f]+|\d+[km]|[A-Z\d+/.= -]+|.*[/.]\w+|c64c?|R\w+"
    r"|oldntsc|drean|English|Deutsch|numpad|cursor|wasd|ijkl|pepto|colodore|1351|SIDs|KoalaPad|Amiga|Atari-ST"
)


def everything(app):
    """Yield each text of the menu: titles, rows, words and choices, of pages within pages too."""
    menu = app.feature(Menu)
    waiting = list(top_pages(app, menu))
    while waiting:
        page = waiting.pop()
        yield page.title
        yield page.hint
        rows = page.rows()
        yield "" if rows else page.empty
        for row in rows:
            if not row.name:
                yield row.title
            yield row.word
            yield from row.choices() if row.choices else ()
            if row.title in (*ASKING, *BROWSING):
                found = row.run()
                waiting += [found] if isinstance(found, Page) else []


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_in_the_menu_is_left_in_english(code, make_app):
    app = make_app("--basic-prompt", "--language", code)
    frames(app, 3)
    known = translation.catalog(code)._whole
    seen = {text.strip() for text in everything(app) if text}
    assert len(seen) > 150
    left = [t for t in seen if t not in known and translated(t) == t and not SAME.fullmatch(t)]
    assert sorted(left) == []


@pytest.mark.parametrize("code", OTHERS)
def test_titles_of_pages_fit_into_their_list_and_rows_into_theirs(code, make_app):
    app = make_app("--basic-prompt", "--language", code)
    frames(app, 2)
    press(app, "f10")
    menu = app.feature(Menu)
    frames(app, 3)
    for page in menu._pages:
        assert len(translated(page.title)) <= PAGE_TITLE_MOST
    cut = []
    for page in menu._pages:
        menu.open(page.title)
        wide = menu._view
        for row in menu._rows:
            word = translated(row.word) or row.keys
            if not (page.tiles or row.heading or row.name or wide.fits(row.title, word, False)):
                cut.append(row.title)
    assert cut == []


def test_a_cartridge_is_neuter_in_german(make_app):
    app = make_app("--basic-prompt", "--language", "de")
    (page,) = (page for page in top_pages(app, app.feature(Menu)) if page.title == "Machine")
    said = {translated(row.title): translated(row.word) for row in page.rows()}
    assert said[translated("cartridge")] == "keins gesteckt"


def test_a_name_is_found_by_typing_it_in_german(make_app):
    app = make_app("--basic-prompt", "--language", "de")
    frames(app, 2)
    press(app, "f10")
    for letter in "bil":
        press(app, letter, unicode=letter)
    menu = app.feature(Menu)
    assert menu._pages[menu._at].title == "Picture"


def test_messages_and_the_title_of_the_window_are_german(make_app):
    app = make_app("--basic-prompt", "--language", "de")
    frames(app, 2)
    app.swap_sound()
    assert app.overlay.message in ("Ton an", "Ton aus")
    app.guarded(lambda: app.load("nowhere.d64"))
    assert app.overlay.message.startswith("nowhere.d64: keine solche Datei")
    app.paused = True
    assert app._title().endswith("Pause")


def test_a_file_that_is_called_like_a_page_keeps_its_name(make_app, tmp_path):
    from emu.host.menu.files import browse

    use("de")
    app = make_app("--basic-prompt", "--language", "de")
    (tmp_path / "Settings").mkdir()
    page = browse(app, "Open", (".prg",), lambda path: None, tmp_path)
    menu = app.feature(Menu)
    menu.ask(page)
    assert "> Settings" in [row.title for row in menu._rows]


def _row(menu, title):
    """Return the Row of the page in sight by its English title."""
    return next(row for row in menu._rows if row.title == translated(title))


def test_the_language_changes_at_once_and_is_called_as_it_calls_itself(make_app):
    app = make_app("--basic-prompt", "--language", "en")
    frames(app, 2)
    menu = app.feature(Menu)
    menu.open("Settings")
    frames(app, 2)
    row = _row(menu, "language")
    assert (row.word, row.choices()) == ("English", ("the system's", "English", "Deutsch"))
    english = app._lay_over().copy()
    menu._choose(row, "Deutsch")
    assert (app.settings.language, translated("Picture")) == ("de", "Bild")
    assert _row(menu, "language").title == "Sprache"
    assert app._lay_over().get_buffer().raw != english.get_buffer().raw
    menu._choose(_row(menu, "language"), "English")
    assert app.settings.language == "en"
    assert _row(menu, "language").title == "language"


def test_status_line_and_loading_bar_follow_the_language(make_app):
    app = make_app("--basic-prompt")
    for status, loading in (((("paused", (255, 255, 255)),), None), ((), ("x.prg", None))):
        shown = []
        for code in ("en", "de"):
            use(code)
            foot = app.overlay.foot(400, "", loading, status)
            shown.append(foot.get_buffer().raw)
        assert shown[0] != shown[1]


def test_messages_so_far_and_the_list_of_keys_follow_the_language(make_app):
    app = make_app("--basic-prompt")
    app.overlay.say("sound off")
    app.overlay.toggle_help()
    shown_keys = []
    for code, said in (("en", "sound off"), ("de", "Ton aus"), ("en", "sound off")):
        use(code)
        assert messages_page(app).rows()[1].title == said
        shown_keys.append(app.overlay.surface().get_buffer().raw)
    assert shown_keys[0] == shown_keys[2] != shown_keys[1]


def test_the_game_in_the_library_follows_the_language(make_app):
    app = make_app()
    app.library.add(BUNDLED_GAME, "2026-01-02T10:00:00")
    use("de")
    (page,) = (page for page in top_pages(app, app.feature(Menu)) if page.title == "Library")
    assert page.rows()[0].title == translated("Property game") != "Property game"


def test_achievements_of_the_game_follow_the_language(make_app):
    app = make_app("--basic-prompt")
    achievements = app.feature(Achievements)
    achievements._find_game()
    rows = achievements._rows_of(achievements._game)
    titles = [row.title for row in rows if not row.heading]
    use("de")
    assert [shown(row).title for row in rows if not row.heading] == list(map(translated, titles))
    assert "Hausherr" in [shown(row).title for row in rows]
    about = rows[1].run()
    assert all(not row.name for row in about.rows())


@pytest.fixture(autouse=True)
def english_again():
    """Show English again after the test."""
    yield
    use(translation.ENGLISH)
