"""A C64's keyboard on the screen, for the mouse: RESTORE, C=, the pound sign, both arrows ...

SHIFT, CTRL and C= stay down for the key that comes next; SHIFT LOCK until it is pressed again.
"""

from dataclasses import dataclass

import pygame

from emu.host.actions import Action, on_off
from emu.host.feature import AppProtocol, Feature
from emu.host.picture.charset_text import CELL, Letters, glyphs_of
from emu.host.types import Size

# (label, key of c64.input.keyboard, width in quarters of a key); without a name it is a gap
ROWS = (
    (("←", "LEFT_ARROW", 4), *((c, c, 4) for c in "1234567890+-"), ("£", "POUND", 4),
     ("HOM", "HOME", 4), ("DEL", "DEL", 4)),
    (("CTRL", "CTRL", 6), *((c, c, 4) for c in "QWERTYUIOP@*"), ("↑", "UP_ARROW", 4),
     ("RESTR", "RESTORE", 6)),
    (("STOP", "STOP", 5), ("LCK", "SHIFT_LOCK", 4), *((c, c, 4) for c in "ASDFGHJKL:;="),
     ("RETURN", "RETURN", 7)),
    (("C=", "CBM", 4), ("SHIFT", "LSHIFT", 6), *((c, c, 4) for c in "ZXCVBNM,./"),
     ("SHIFT", "RSHIFT", 6), ("↓", "CRSR_DOWN", 4), ("→", "CRSR_RIGHT", 4)),
    (("", "", 14), (" ", "SPACE", 36)),
)  # fmt: skip
FUNCTION_KEYS = (("F1", "F1"), ("F3", "F3"), ("F5", "F5"), ("F7", "F7"))
STICKY = ("LSHIFT", "RSHIFT", "CTRL", "CBM")
BESIDE, BESIDE_WIDTH = 65, 6  # the function keys, in quarters of a key: a row has 64
SHARE = 0.94  # of the window's width
NAMES = {"STOP": "RUN/STOP", "HOME": "CLR/HOME", "DEL": "INST/DEL", "CBM": "C="}

BODY, KEY, KEY_EDGE, LABEL = "#b9ab90", "#3a312b", "#1f1a17", (240, 234, 220)
FUNCTION, HELD = "#857763", "#6c5eb5"


@dataclass(frozen=True)
class Key:
    """A key on the screen: its Rect in pixels, what is on it, and what it is."""

    rect: pygame.Rect
    label: str
    name: str


def layout(size: Size) -> tuple[pygame.Rect, list[Key]]:
    """Return (Rect of the keyboard, Keys) for a window of a size in pixels."""
    quarter = max(1, int(size[0] * SHARE) // (BESIDE + BESIDE_WIDTH + 2))
    tall = 4 * quarter
    width = (BESIDE + BESIDE_WIDTH + 2) * quarter
    height = len(ROWS) * tall + 2 * quarter
    body = pygame.Rect((size[0] - width) // 2, size[1] - height - quarter, width, height)
    keys = []
    for row, items in enumerate(ROWS):
        x, y = body.x + quarter, body.y + quarter + row * tall
        for label, name, wide in items:
            if name:
                rect = pygame.Rect(x, y, wide * quarter, tall)
                keys.append(Key(rect, label, name))
            x += wide * quarter
    for row, (label, name) in enumerate(FUNCTION_KEYS):
        x = body.x + (BESIDE + 1) * quarter
        rect = pygame.Rect(x, body.y + quarter + row * tall, BESIDE_WIDTH * quarter, tall)
        keys.append(Key(rect, label, name))
    return body, keys


class ScreenKeys(Feature):
    """The keyboard on the screen, shown and hidden by ALT+O."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self.shown = False
        self._held: Key | None = None  # under the mouse button
        self._sticky: list[str] = []
        self._laid: tuple[Size, tuple[pygame.Rect, list[Key]]] | None = None
        self._surface: pygame.Surface | None = None
        # Window's size, key that is held, keys that stay down, SHIFT LOCK: what was drawn.
        self._drawn: tuple[Size, Key | None, tuple[str, ...], bool] | None = None
        self._letters: Letters | None = None

    def actions(self) -> tuple[Action, ...]:
        """Return the Action that shows it."""
        return (
            Action(
                "screen-keys",
                "on-screen keyboard",
                self.toggle,
                "o",
                group="input",
                state=lambda: on_off(self.shown),
            ),
        )

    def toggle(self) -> None:
        """Show or hide it."""
        self.shown = not self.shown
        self._let_go(everything=True)
        self.app.input.free_mouse(self.shown, "keyboard")
        self.app.window.expose()

    def _keyboard(self) -> tuple[pygame.Rect, list[Key]]:
        """Return (Rect, Keys) for the window as it is."""
        size = self.app.window.pixels
        if self._laid is None or self._laid[0] != size:
            self._laid = size, layout(size)
        return self._laid[1]

    def key_at(self, position: tuple[int, int]) -> Key | None:
        """Return the Key at a position of the mouse, or None."""
        at = self.app.window.pixel_at(position)
        return next((key for key in self._keyboard()[1] if key.rect.collidepoint(at)), None)

    # -- events ------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Press what the mouse presses."""
        if not self.shown:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            key = self.key_at(event.pos)
            if key is not None:
                self._press(key)
            return self._keyboard()[0].collidepoint(self.app.window.pixel_at(event.pos))
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._held is not None:
            self._let_go()
            return True
        if event.type == pygame.WINDOWFOCUSLOST:
            self._let_go(everything=True)
        return False

    def _press(self, key: Key) -> None:
        press = self.app.input.press_keys
        if key.name in self._sticky:
            self._sticky.remove(key.name)
            self.app.input.release_keys(("screen", key.name))
        elif key.name in STICKY:
            self._sticky.append(key.name)
            press(("screen", key.name), key.name)
        else:
            self._held = key
            # Keys that are down for it start again: after a short tap they go up when it does.
            for name in (*self._sticky, key.name):
                press(("screen", name), name)

    def _let_go(self, everything: bool = False) -> None:
        """Release the key that is held, and with it those that were down for it."""
        names = [self._held.name] if self._held else []
        if self._held is not None or everything:
            names += self._sticky
            self._sticky = []
        for name in names:
            self.app.input.release_keys(("screen", name))
        self._held = None

    # -- the picture ---------------------------------------------------------------------

    @property
    def at_foot(self) -> int:
        """How high the keyboard is, with what is below it."""
        return self.app.window.pixels[1] - self._keyboard()[0].top if self.shown else 0

    def overlay(self) -> pygame.Surface | None:
        """Return the keyboard as a Surface as large as the window."""
        if not self.shown:
            return None
        locked = "SHIFT_LOCK" in self.app.machine.keyboard.down
        now = (self.app.window.pixels, self._held, tuple(self._sticky), locked)
        if now != self._drawn:
            self._drawn, self._surface = now, self._draw(locked)
        return self._surface

    def _draw(self, locked: bool) -> pygame.Surface:
        if self._letters is None:
            self._letters = Letters(glyphs_of(self.app.machine.roms.chargen))
        surface = pygame.Surface(self.app.window.pixels, pygame.SRCALPHA)
        body, keys = self._keyboard()
        gap = max(1, body.height // 90)
        pygame.draw.rect(surface, BODY, body, border_radius=4 * gap)
        for key in keys:
            down = key is self._held or key.name in self._sticky
            down = down or (locked and key.name == "SHIFT_LOCK")
            colour = (
                HELD
                if down
                else FUNCTION
                if key.label.startswith("F") and len(key.label) > 1
                else KEY
            )
            cap = key.rect.inflate(-gap, -gap)
            pygame.draw.rect(surface, KEY_EDGE, cap, border_radius=2 * gap)
            pygame.draw.rect(surface, colour, cap.inflate(-gap, -2 * gap), border_radius=2 * gap)
            self._label(surface, key, self._letters)
        return surface

    def _label(self, surface: pygame.Surface, key: Key, letters: Letters) -> None:
        """Draw what is on a key, as large as fits into half its height.

        A name too long for its key is made narrower.
        """
        room = key.rect.width * 9 // 10
        half = key.rect.height // (2 * CELL)
        scale = max(1, min(room // (CELL * len(key.label)), half))
        text = letters.draw(key.label, scale, LABEL)
        if text.get_width() > room:
            text = pygame.transform.smoothscale(text.convert_alpha(), (room, text.get_height()))
        surface.blit(text, text.get_rect(center=key.rect.center))
