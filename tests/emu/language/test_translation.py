"""Menu, messages and help in the user's language: complete, unambiguous, and drawn with letters."""

import pytest

from disk.errors import MediaError
from disk.loader import open_media
from emu.cli import parse_arguments
from emu.host.picture.charset_text import screen_code
from emu.language import translation
from emu.language.translation import LANGUAGES, PLACE, catalog, system_language, translated, use
from tools.language import collect


def filled(text, values):
    """Return a template with values in its places."""
    return PLACE.sub(lambda place: values[place[1]], text)


OTHERS = [code for code in LANGUAGES if code != "en"]


@pytest.fixture(scope="module")
def texts():
    return collect()


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_the_sources_has_a_translation(code, texts):
    known = dict(translation.read_po((translation.FOLDER / f"{code}.po").read_text("utf-8")))
    assert [text for text in texts if text not in known] == []


@pytest.mark.parametrize("code", OTHERS)
def test_no_translation_is_of_a_text_that_is_gone(code, texts):
    known = dict(translation.read_po((translation.FOLDER / f"{code}.po").read_text("utf-8")))
    assert [text for text in known if text not in texts] == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_values_of_its_text(code):
    known = dict(translation.read_po((translation.FOLDER / f"{code}.po").read_text("utf-8")))
    odd = [a for a, b in known.items() if set(PLACE.findall(a)) != set(PLACE.findall(b))]
    assert odd == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_text_with_values_is_known_by_its_own_template(code):
    """Two templates that fit the same text must say the same of it."""
    known = dict(translation.read_po((translation.FOLDER / f"{code}.po").read_text("utf-8")))
    use(code)
    for english, other in known.items():
        values = {name: f"Q{at}7.d64" for at, name in enumerate(PLACE.findall(english))}
        assert translated(filled(english, values)) == filled(other, values)


@pytest.mark.parametrize("code", OTHERS)
def test_every_letter_of_a_translation_can_be_drawn(code):
    known = dict(translation.read_po((translation.FOLDER / f"{code}.po").read_text("utf-8")))
    letters = {letter for text in known.values() for letter in text} - {"\n", "`", "{", "}"}
    assert {c for c in letters if screen_code(c) == ord("?")} == {"?"} & letters


def test_a_value_that_is_a_message_itself_is_translated_too():
    use("de")
    assert translated("game.d64: cannot be read: is not a plain file") == (
        "game.d64: lässt sich nicht lesen: ist keine gewöhnliche Datei"
    )
    assert translated("sound at warp off") == "Ton bei Warp aus"


def test_what_nobody_has_translated_stays_as_it_is():
    use("de")
    assert translated("a text that is nowhere") == "a text that is nowhere"
    assert translated("") == ""
    use("en")
    assert translated("Settings") == "Settings"


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LANG": "en_GB", "LANGUAGE": "xx:de:en"}, "de"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_the_systems_language_is_that_of_its_variables(variables, code, monkeypatch):
    for name in translation.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert system_language() == code


def test_entries_of_a_file_are_read_but_the_empty_and_the_unsure():
    text = (
        '# a note\nmsgid ""\nmsgstr "Language: nl"\n\n#: a.py:1\nmsgid "one"\nmsgstr "een"\n'
        '#, fuzzy\nmsgid "two"\nmsgstr "twee"\n\n#, python-format\nmsgid "three"\nmsgstr "drie"\n'
        'msgid "four"\nmsgstr ""\n\nmsgctxt "x"\nmsgid "fi"\n"ve"\nmsgstr "vi"\n"jf"\n'
    )
    assert [*translation.read_po(text)] == [("one", "een"), ("three", "drie"), ("five", "vijf")]


def test_of_two_templates_that_fit_the_one_with_more_letters_is_meant():
    found = translation.Catalog(
        'msgid "{a}: {b}"\nmsgstr "{b} <- {a}"\nmsgid "{name}: has {count} bytes"\n'
        'msgstr "{name} = {count}"\nmsgid "disk"\nmsgstr "schijf"\nmsgid ", off"\nmsgstr ", uit"\n'
        'msgid "{a} is {b}"\nmsgstr "{b} ist {a}"\n'
    )
    for text, other in (
        ("x: has 7 bytes", "x = 7"), ("x:\ny: has 7 bytes", "x:\ny = 7"), ("disk", "schijf"),
        ("disk is x", "x ist schijf"), ("disk, off", "schijf, uit"), ("x: disk", "x: schijf"),
        ("disk: x", "schijf: x"), ("plain", "plain"), ("x: y: disk", "x: y: schijf"),
    ):  # fmt: skip
        assert found.gettext(text) == other


def test_a_new_language_is_a_file(tmp_path, monkeypatch):
    (tmp_path / "nl.po").write_text(
        'msgid ""\nmsgstr "Language: nl\\n"\n\n#, fuzzy\nmsgid "off"\nmsgstr "weg"\n\n'
        'msgid "on"\nmsgstr "aan"\n\nmsgid ""\n"drive {number}: "\n"{what}"\n'
        'msgstr ""\n"station {number}: \\"{what}\\""\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(translation, "FOLDER", tmp_path)
    use("nl")
    assert translated("on") == "aan"
    assert translated("off") == "off"  # unsure, so it is left out
    assert translated("drive 8: a.d64") == 'station 8: "a.d64"'
    catalog.cache_clear()


@pytest.mark.parametrize("words", [["--language", "de"], ["--language=de"]])
def test_help_is_in_the_language_of_the_command_line(words, capsys):
    with pytest.raises(SystemExit):
        parse_arguments([*words, "--help"])
    shown = capsys.readouterr().out
    assert "Aufruf: go64" in shown and "nach N Bildern anhalten" in shown
    assert "Vollbild" in shown and "diese Hilfe zeigen" in shown
    for word in ("usage", "options:", "show this"):
        assert word not in shown


def test_help_is_in_the_language_of_the_settings(capsys):
    from emu.host.settings import Settings

    with pytest.raises(SystemExit):
        parse_arguments(["--help"], lambda: Settings(language="de"))
    assert "Aufruf: go64" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        parse_arguments(["--help", "--default"], lambda: Settings(language="de"))
    assert "usage: go64" in capsys.readouterr().out


def test_babel_brings_a_file_up_to_date_and_keeps_what_it_has(tmp_path, monkeypatch, texts):
    pytest.importorskip("babel", reason="babel, which writes the .po files, is not installed")
    from tools import language

    monkeypatch.setattr(language, "LANGUAGES", tmp_path)
    monkeypatch.setattr(language, "ROOT", tmp_path)
    monkeypatch.setattr(language, "collect", lambda: texts)
    (tmp_path / "de.po").write_text(
        'msgid ""\nmsgstr ""\n\nmsgid "on"\nmsgstr "an"\n\nmsgid "gone"\nmsgstr "weg"\n'
    )
    language.update(["de"])
    written = (tmp_path / "de.po").read_text(encoding="utf-8")
    assert dict(translation.read_po(written)) == {"on": "an"}
    assert 'msgid "off"' in written and '"gone"' not in written
    before = written
    language.update(["de"])
    assert (tmp_path / "de.po").read_text(encoding="utf-8") == before


def test_templates_name_their_values_and_have_each_choice_of_words():
    import ast

    from tools.language import templates

    def of(source):
        return templates(ast.parse(source, mode="eval").body)

    assert of('f"{path.name}: {count:3} byte{chr(115)}"') == ["{path_name}: {count} byte{chr_115}"]
    assert of("f\"{n} byte{'' if n == 1 else 's'}\"") == ["{n} byte", "{n} bytes"]
    assert of('f"{a} is {a}"') == ["{a} is {a_}"]


@pytest.mark.parametrize(
    ("name", "content", "german"),
    [
        ("a.prg", b"", "a.prg: die Datei ist leer; eine .prg hat"),
        ("a.prg", b"1", "a.prg: nur 1 Byte; eine .prg hat"),
        ("a.d64", b"", "a.d64: die Datei ist leer; eine .d64 mit 35 Spuren hat"),
        ("a.d64", b"x" * 100, "a.d64: abgeschnitten: 100 Bytes; eine .d64 hat"),
        ("a.d64", b"x" * 300_000, "a.d64: zu groß: 300000 Bytes; eine .d64 hat"),
        ("a.d71", b"", "a.d71: die Datei ist leer; eine .d71 hat"),
        ("a.d81", b"x" * 100, "a.d81: abgeschnitten: 100 Bytes; eine .d81 hat"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_language(tmp_path, name, content, german):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(MediaError) as refused:
        open_media(tmp_path / name)
    text = catalog("de").gettext(str(refused.value))
    assert text.replace(str(tmp_path) + "/", "").startswith(german)
