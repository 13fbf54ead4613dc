"""What keys do in the menu: where they lead, and which name is meant by letters."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

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


def match(names: Sequence[str], typed: str, at: int) -> int | None:
    """Return which name, from ``at`` on and round about, is meant by what is typed.

    One that begins with it goes first, then one that has it in it.  A single letter, or the same
    letter again and again, goes on to the next.
    """
    if len(set(typed)) == 1:
        single = not any(name.startswith(typed) for name in names)
        typed, at = (typed[0] if single else typed), at + 1
    order = [(at + distance) % len(names) for distance in range(len(names))]
    begins = (i for i in order if names[i].startswith(typed))
    return next(begins, next((i for i in order if typed in names[i]), None))
