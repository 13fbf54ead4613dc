"""Where the user is on a page of the menu, and what a row of it says in the user's language."""

from __future__ import annotations

from dataclasses import dataclass, replace

from emu.host.input.key_names import key_text
from emu.host.menu.names import composed
from emu.host.menu.page import Page, Row
from emu.language.translation import translated


@dataclass
class Place:
    """Where the user is on a page: the selected row, and the first visible line."""

    page: Page
    selected: int = 0
    first: int = 0
    held: int | None = None  # the selected row that the lines in sight do not follow
    text: str = ""  # what has been typed on a page for that
    left: str = ""  # title of the row from which another page was opened
    listed: bool = False  # it came while the keys were in the list of pages


def value_of(row: Row) -> str:
    """Return the text at the right of a row: its word, else its keys."""
    return translated(row.word) or key_text(row.keys)


def shown(row: Row) -> Row:
    """Return a Row with its title in the user's language."""
    title = composed(row.title) if row.name else translated(row.title)
    return row if title == row.title else replace(row, title=title)
