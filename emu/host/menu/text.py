"""The menu's texts in rows of so many letters: none is cut but names of files."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from emu.host.picture.charset_text import BRIGHT

TITLE_LEAST = 6  # letters of a name that are seen beside a long word
INDENT = "  "  # of what goes on in the next line
BETWEEN = "   "  # the parts of the foot

Part = tuple[str, str]  # of a row that takes more lines than one: what is at its left and right


def cut(text: str, width: int) -> str:
    """Return a text that is no longer than so many letters."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def tail(text: str, width: int) -> str:
    """Return the end of a text in so many letters: of a folder that tells most."""
    return text if len(text) <= width else "…" + text[len(text) - max(0, width - 1) :]


def wrapped(text: str, width: int, count: int) -> list[str]:
    """Return a text in so many lines at most, broken at blanks where it can be."""
    lines = textwrap.wrap(text, width) or [""]
    if len(lines) <= count:
        return lines
    return [*lines[: count - 1], cut(" ".join(lines[count - 1 :]), width)]


def spread(title: str, value: str, width: int) -> str:
    """Return title and value at both ends of so many letters; the value has the right of way."""
    value = cut(value, width - min(TITLE_LEAST, len(title)) - bool(title))
    title = cut(title, max(0, width - len(value) - 1) if value else width)
    return title + BRIGHT + " " * (width - len(title) - len(value)) + value


def fits(title: str, value: str, width: int) -> bool:
    """Tell whether both can be read in one line."""
    return len(title) + len(value) + bool(title and value) <= width


def parts(title: str, value: str, width: int) -> list[Part]:
    """Return a row as so many lines as it takes; the value ends the last."""
    if fits(title, value, width):
        return [(title, value)]
    titles = textwrap.wrap(title, width, subsequent_indent=INDENT) or [""]
    if fits(titles[-1], value, width):
        return [*((line, "") for line in titles[:-1]), (titles[-1], value)]
    values = textwrap.wrap(value, width)
    return [*((line, "") for line in titles), *(("", line) for line in values)]


def foot(said: Sequence[str], width: int) -> str:
    """Return what fits of the foot's parts: the last tells most, the first comes next."""
    said = [part for part in said if part]
    while len(said) > 1 and len(BETWEEN.join(said)) > width:
        del said[1 if len(said) > 2 else 0]
    return cut(BETWEEN.join(said), width)


def path(titles: Sequence[str], width: int, count: int) -> list[str]:
    """Return the titles of pages in so many lines at most; the outer ones are left out first."""
    for first in range(len(titles)):
        lines = textwrap.wrap(" > ".join(titles[first:]), width)
        if len(lines) <= count:
            return lines
    return wrapped(titles[-1] if titles else "", width, count)
