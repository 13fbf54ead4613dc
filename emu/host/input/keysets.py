"""Sets of keys that act as a joystick: those that go64 has, and the user's own.

In the settings file a set of one's own is a table; a direction has one key or a list of them, by
the names that pygame (SDL) gives keys:

    [keysets.mine]
    up = "w"
    down = "s"
    left = "a"
    right = "d"
    fire = ["space", "keypad 0"]
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

import pygame

from emu.host.input.keymap import DIRECTIONS, JOYSTICK_KEYS

if TYPE_CHECKING:
    from emu.host.settings import Settings

DEFAULT_SET = "numpad"
KeySet = dict[int, tuple[str, ...]]  # pygame's number of a key -> directions
T = TypeVar("T")


def by_pygame(table: Mapping[str, T]) -> dict[int, T]:
    """Return the table with pygame's key numbers for its names."""
    return {getattr(pygame, f"K_{name}"): value for name, value in table.items()}


def own_set(name: str, table: Mapping[str, object]) -> KeySet:
    """Return {pygame key: directions} of a table of the user's; ValueError says what is wrong."""
    found: KeySet = {}
    for direction, keys in table.items():
        if direction not in DIRECTIONS:
            raise ValueError(f"'{direction}' is not one of {', '.join(DIRECTIONS)}")
        for key in keys if isinstance(keys, list) else [keys]:
            code = _code_of(key)
            found[code] = (*found.get(code, ()), direction)
    return found


def _code_of(key: object) -> int:
    """Return pygame's number of the key that the user's file names; ValueError if none is."""
    try:
        if isinstance(key, str):
            return pygame.key.key_code(key)
    except ValueError:
        pass
    raise ValueError(f"no key is called {key!r}")


def all_sets(settings: Settings) -> dict[str, KeySet]:
    """Return {name: {pygame key: directions}}; a set that is wrong gives a warning."""
    sets = {name: by_pygame(table) for name, table in JOYSTICK_KEYS.items()}
    for name, table in settings.tables.get("keysets", {}).items():
        try:
            if not isinstance(table, dict):
                raise ValueError("it must be a table of directions and keys")
            sets[name] = own_set(name, table)
        except ValueError as error:
            warnings.warn(f"settings: [keysets.{name}] not used: {error}", stacklevel=2)
    return sets
