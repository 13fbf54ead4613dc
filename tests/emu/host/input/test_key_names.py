"""Names of the host's keys in the user's language."""

import pytest

from emu.host.input.key_names import KEYS, key_text
from emu.host.picture.overlay import HELP_COLUMNS, KEYS_HELP, WELCOME
from emu.language import translation

OTHERS = tuple(code for code in translation.LANGUAGES if code != "en")


@pytest.fixture
def language(monkeypatch):
    return lambda code: monkeypatch.setattr(translation, "_language", code)


def test_in_english_they_are_what_pygame_calls_them(language):
    language("en")
    for keys in ("HOME / SHIFT+HOME", "ALT+LEFT", "F11, ALT+F", "KEYPAD 5", "LEFT SHIFT", "PLEFT"):
        assert key_text(keys) == keys


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("HOME / SHIFT+HOME", "POS1 / UMSCHALT+POS1"),
        ("TAB / LEFT CTRL", "TAB / STRG LINKS"),
        ("PAGE UP", "BILD AUF"),
        ("NUM PAD + 0", "ZIFFERNBLOCK + 0"),
        ("ALT+LEFT", "ALT+LINKS"),
        ("F11, ALT+F", "F11, ALT+F"),
        ("LEFT SHIFT", "UMSCHALT LINKS"),
        ("DELETE", "ENTF"),
        ("BACKSPACE", "RÜCKTASTE"),
        ("RETURN", "RETURN"),
    ],
)
def test_in_german_they_are_what_is_printed_on_the_keys(language, english, german):
    language("de")
    assert key_text(english) == german


@pytest.mark.parametrize("code", OTHERS)
def test_each_is_in_the_catalogue_in_brackets(code):
    for name in KEYS:
        other = translation.catalog(code).gettext(name)
        assert other != name or name == "[enter]"
        assert other[0] + other[-1] == "[]", "what tells it from a word of the menu"


@pytest.mark.parametrize("code", translation.LANGUAGES)
def test_no_word_of_the_help_is_cut_in_any_language(code, make_app):
    app = make_app("--basic-prompt", "--language", code)
    written = []
    app.overlay._text = lambda lines: written.extend(text for text, _ in lines)
    app.overlay.toggle_help()
    app.overlay.welcome()
    whole = [key_text(keys) for keys, _ in (*KEYS_HELP, *WELCOME)]
    whole += [translation.translated(what) for _, what in KEYS_HELP]
    for word in whole:
        assert any(word in line for line in written), word
    assert all(len(line) <= HELP_COLUMNS for line in written)
    titles = {translation.translated(action.title) for action in app.actions}
    ends = [line.split("  ")[-1].strip() for line in written if line.startswith("ALT+")]
    assert len(ends) > 10
    assert {*ends} <= titles | {translation.translated(what) for _, what in WELCOME}
