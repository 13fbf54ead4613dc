"""How the menu fits texts into lines: what is cut, what wraps, what has the right of way."""

import pytest

from emu.host.menu.font import BRIGHT
from emu.host.menu.widgets import cut, spread, wrapped


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abcd", 1, "…"), ("abcd", 0, "…")],
)
def test_a_text_that_is_too_long_ends_in_dots(text, width, shown):
    assert cut(text, width) == shown


@pytest.mark.parametrize(
    ("text", "count", "lines"),
    [
        ("", 2, [""]),
        ("one two", 2, ["one two"]),
        ("one two three", 2, ["one two", "three"]),
        ("one two three four five", 3, ["one two", "three", "four fi…"]),
        ("one two three four", 1, ["one two…"]),
        ("abcdefghijkl", 2, ["abcdefgh", "ijkl"]),
    ],
)
def test_a_text_wraps_at_blanks_into_so_many_lines_at_most(text, count, lines):
    found = wrapped(text, 8, count)
    assert found == lines and len(found) <= count and all(len(line) <= 8 for line in found)


@pytest.mark.parametrize(
    ("title", "value", "left", "right"),
    [
        ("volume", "50", "volume", "50"),
        ("volume", "", "volume", ""),
        ("a very long title", "on", "a very lon…", "on"),
        ("a very long title", "", "a very long t…", ""),
        ("title", "a very long value", "title", "a very …"),
    ],
)
def test_title_and_value_stand_at_both_ends_and_the_value_has_the_right_of_way(
    title, value, left, right
):
    line = spread(title, value, 14)
    shown, blanks = line.split(BRIGHT)
    assert len(shown) + len(blanks) == 14
    assert (shown, blanks.strip()) == (left, right)
