"""One setting: what it may be, how it is explained and what the menu calls it."""

import pytest

from c64.errors import ConfigError
from emu.host import settings_table
from emu.host.settings_table import COMMENT_WIDTH, MANY, SETTINGS, Setting

NUMBERS = {  # name: (default, least, most), or the default of one of a few words
    "scale": (0, 0, 16),
    "saturation": (100, 0, 200),
    "brightness": (100, 50, 150),
    "contrast": (100, 50, 150),
    "gamma": (100, 50, 200),
    "volume": (100, 0, 100),
    "drive_volume": (50, 0, 100),
    "joy_port": (2, None, None),
    "autofire": (0, 0, 25),
    "mouse_port": (1, None, None),
    "paste_limit": (4000, 1, 100_000),
    "run_ahead": (0, 0, 3),
}


def setting(default=0, **more):
    return Setting("a_b", default, "What it means.", "machine", **more)


def test_the_numbers_have_their_defaults_and_limits():
    found = {s.name: (s.default, s.low, s.high) for s in SETTINGS if type(s.default) is int}
    assert found == NUMBERS
    ports = {s.name: s.words for s in SETTINGS if s.name in ("joy_port", "mouse_port")}
    assert ports == {"joy_port": (1, 2), "mouse_port": (1, 2)}


def test_the_file_is_narrow_and_lists_a_few_words_only():
    assert (COMMENT_WIDTH, MANY) == (88, 20)
    words = tuple(f"w{n}" for n in range(MANY))
    listed = setting("w0", words=words[1:]).explained()
    assert " ".join(listed) == f"What it means. One of {', '.join(words[1:])}."
    assert setting("w0", words=words).explained() == ["What it means. One of w1, w2, w3 ... w19."]
    for length, lines in ((44, 1), (45, 2)):
        text = f"{'a' * 43} {'b' * length}"
        assert len(Setting("a", 0, text, "machine").explained()) == lines


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({}, "What it means."),
        ({"low": 1}, "What it means."),
        ({"high": 1}, "What it means."),
        ({"low": 0, "high": 0}, "What it means. From 0 to 0."),
        ({"low": 1, "high": 5, "words": (1, 2)}, "What it means. One of 1, 2."),
        ({"words": ("", "x")}, 'What it means. One of "", x.'),
    ],
)
def test_a_setting_explains_its_values(more, text):
    assert setting(**more).explained() == [text]


def test_a_word_with_a_hyphen_stays_whole():
    words = setting("", words=tuple(f"pen-left-{n}" for n in range(15))).explained()
    assert all(part.startswith("pen-left-") for line in words[1:] for part in line.split(", "))


NO_NUMBER, NO_SWITCH = "it must be a whole number", "it must be true or false"


@pytest.mark.parametrize(
    ("default", "more", "value", "problem"),
    [
        (1, {}, 5, ""),
        (1, {}, True, NO_NUMBER),
        (1, {}, 1.5, NO_NUMBER),
        (1, {}, "1", NO_NUMBER),
        (True, {}, False, ""),
        (True, {}, 1, NO_SWITCH),
        ("", {}, "x", ""),
        ("", {}, 1, 'it must be text in "quotes"'),
        (1.5, {}, 2.5, ""),
        (1.5, {}, 2, ""),
        (1.5, {}, True, "it must be a number"),
        (1.5, {}, "2", "it must be a number"),
        (1.5, {"low": 1.5}, 1, "1.0 is less than 1.5"),
        (1, {"low": 0}, -1, "-1 is less than 0"),
        (1, {"low": 0}, 0, ""),
        (1, {"high": 0}, 1, "1 is more than 0"),
        (1, {"high": 0}, 0, ""),
        (1, {"words": (1, 3)}, 3, ""),
        (1, {"words": (1, 3)}, 2, "'2' is not one of 1, 3"),
        ("a", {"words": ("", "a")}, "b", "'b' is not one of \"\", a"),
    ],
)
def test_a_value_is_of_the_kind_of_the_default_and_within_its_limits(default, more, value, problem):
    assert setting(default, **more).problem(value) == problem


def test_a_text_may_have_to_be_read():
    def read(text):
        if text == "bad":
            raise ConfigError("sids", "no such address")

    assert setting("", read=read).problem("bad") == "no such address"
    assert setting("", read=read).problem("good") == ""


def test_the_menu_says_names_in_words():
    assert setting().title == "a b"
    for name, title in settings_table.CALLED.items():
        assert Setting(name, 0, "", "machine").title == title
