"""What keys do in the menu: where they lead, what the foot says, and which name letters mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from emu.host.input.key_names import key_text
from emu.host.menu.names import folded
from emu.host.menu.page import only_read
from emu.host.menu.text import BETWEEN
from emu.language.translation import translated

if TYPE_CHECKING:
    from emu.host.menu.page import Page, Row

HINT_ROWS = "RETURN choose   ESC back"
HINT_CHOICE = "LEFT/RIGHT   ESC back"
HINT_PAGES = "RETURN enter   ESC leave"
HINT_MORE = "RETURN start   TAB look inside"
HINT_ENTRY = "RETURN take it   ESC back"

MODIFIERS = (
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT,
    pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE, pygame.K_CAPSLOCK,
)  # fmt: skip
STEPS = {
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_RETURN: "enter",
    pygame.K_KP_ENTER: "enter",
    pygame.K_SPACE: "enter",
    pygame.K_ESCAPE: "back",
    pygame.K_BACKSPACE: "back",
    pygame.K_MENU: "more",
    pygame.K_PAGEUP: "page up",
    pygame.K_PAGEDOWN: "page down",
    pygame.K_HOME: "first",
    pygame.K_END: "last",
}
MOVES = ("up", "down", "page up", "page down", "first", "last")  # of the selection


def match(names: Sequence[str], typed: str, at: int) -> int | None:
    """Return which name, from ``at`` on and round about, is meant by what is typed.

    One that begins with it goes first, then one that has it in it.  A single letter, or the same
    letter again and again, goes on to the next.  Accents do not count.
    """
    names, typed = [folded(name) for name in names], folded(typed)
    if len(set(typed)) == 1:
        single = not any(name.startswith(typed) for name in names)
        typed, at = (typed[0] if single else typed), at + 1
    order = [(at + distance) % len(names) for distance in range(len(names))]
    begins = (i for i in order if names[i].startswith(typed))
    return next(begins, next((i for i in order if typed in names[i]), None))


def _split(hint: str) -> list[str]:
    """Return the parts of a hint in the user's language."""
    return translated(hint).split(BETWEEN)


def hints(page: Page | None = None, selected: int = 0, row: Row | None = None) -> list[str]:
    """Return the parts of what the foot says of the keys.

    page      the one that the keys move in, None: in the list of pages
    selected  the number of its selected row;  row  that row, None for none
    """
    if page is None:
        return _split(HINT_PAGES)
    if page.entry is not None:
        return _split(HINT_ENTRY)
    if row is None or not row.usable or row.run is only_read:
        return _split(HINT_ROWS)[1:]
    deeds = [
        f"{key_text(key.upper())} {translated(deed.title)}"
        for key, deed in page.keys.items()
        if deed.fits(selected)
    ]
    if page.tiles and row.word:
        word = translated(row.word)  # the name is below the tile's picture
        return [word, *deeds] if deeds else [row.title, word]
    if page.hint or deeds:
        change = _split(HINT_CHOICE)[:1] if row.choices is not None else []
        return [*(_split(page.hint) if page.hint else change), *deeds]
    if row.more is not None:
        return _split(HINT_MORE)
    found = _split(HINT_CHOICE if row.choices is not None else HINT_ROWS)
    return [*found, key_text(row.keys)] if row.value is not None else found
