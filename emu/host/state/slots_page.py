"""The page of saved states: ten pictures with their times, and what the keys do there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
import pygame

from emu.host.picture.charset_text import Letters, glyphs_of

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol
    from emu.host.types import Size
    from emu.shared.state.write import State

COLUMNS, ROWS = 5, 2
CELL = (60, 66)  # of the VIC's pixels: a picture and a line of text
PICTURE = (56, 40)
PAPER, FRAME, CHOSEN, EMPTY = (24, 24, 40), (60, 60, 90), (255, 214, 90), (40, 40, 60)
INK = (230, 230, 210)
KEYS = {"LEFT": -1, "RIGHT": 1, "UP": -COLUMNS, "DOWN": COLUMNS}
HELP = "RETURN load  S save  DEL delete  ESC"
FAINT = (150, 150, 175)


def thumbnail(app: AppProtocol, state: State, size: Size) -> pygame.Surface:
    """Return a Surface with the picture of a state."""
    colours = np.asarray(app.machine.screen.palette, dtype=np.uint8)
    pixels = colours[np.minimum(state.picture, len(colours) - 1)]
    surface = pygame.surfarray.make_surface(np.transpose(pixels, (1, 0, 2)))
    return pygame.transform.smoothscale(surface, size)


class SlotsProtocol(Protocol):
    """What the page uses of emu.host.state.slots.Slots, which says what each does."""

    app: AppProtocol
    slot: str

    def peek(self, slot: str) -> State | None: ...
    def load(self) -> None: ...
    def save(self) -> None: ...
    def delete(self, slot: str) -> None: ...


class SlotsView:
    """Draws the page and takes its keys."""

    def __init__(self, slots: SlotsProtocol) -> None:
        self._slots = slots
        self._at = int(slots.slot) - 1
        self._surface: pygame.Surface | None = None
        self._letters = Letters(glyphs_of(slots.app.machine.roms.chargen))

    def key(self, event: pygame.event.Event) -> bool:
        """Take a key; returns False if it closes the page."""
        slots, self._surface = self._slots, None
        name = pygame.key.name(event.key).upper()
        if name in KEYS:
            self._at = (self._at + KEYS[name]) % (COLUMNS * ROWS)
        elif name.isdigit() and len(name) == 1:
            self._at = (int(name) - 1) % 10
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            slots.slot = str(self._at + 1)
            slots.load()
            return False
        elif event.key == pygame.K_s:
            slots.slot = str(self._at + 1)
            slots.save()
        elif event.key == pygame.K_DELETE:
            slots.delete(str(self._at + 1))
        elif event.key in (pygame.K_ESCAPE, pygame.K_e):
            return False
        return True

    def surface(self) -> pygame.Surface:
        """Return the page; another Surface whenever it has changed."""
        if self._surface is None:
            self._surface = self._drawn()
        return self._surface

    def _drawn(self) -> pygame.Surface:
        width, height = COLUMNS * CELL[0] + 8, ROWS * CELL[1] + 44
        page = pygame.Surface((width, height))
        page.fill(PAPER)
        self._write(page, "SAVED STATES", 8, 6, CHOSEN)
        for number in range(COLUMNS * ROWS):
            self._cell(page, number)
        state = self._slots.peek(str(self._at + 1))
        line = f"{state.saved}  {state.header['title'][:22]}" if state else "nothing saved here"
        self._write(page, f"{self._at + 1}: {line}", 8, height - 26, INK)
        self._write(page, HELP, 8, height - 13, FAINT)
        return page

    def _cell(self, page: pygame.Surface, number: int) -> None:
        row, column = divmod(number, COLUMNS)
        left, top = 4 + column * CELL[0], 18 + row * CELL[1]
        chosen = number == self._at
        pygame.draw.rect(page, CHOSEN if chosen else FRAME, (left, top, *[n + 4 for n in PICTURE]))
        state = self._slots.peek(str(number + 1))
        if state is None:
            pygame.draw.rect(page, EMPTY, (left + 2, top + 2, *PICTURE))
        else:
            page.blit(thumbnail(self._slots.app, state, PICTURE), (left + 2, top + 2))
        text, colour = state.saved[-5:] if state else "-", CHOSEN if chosen else INK
        self._write(page, text, left + 30 - 4 * len(text), top + 47, colour)
        self._write(page, str(number + 1), left + 4, top + 4, colour)

    def _write(
        self, page: pygame.Surface, text: str, left: int, top: int, colour: tuple[int, int, int]
    ) -> None:
        page.blit(self._letters.draw(text, 1, colour), (left, top))
