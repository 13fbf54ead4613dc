"""The menu's scroll bar: its thumb follows the mouse, its track turns pages towards the pointer.

pygame_gui has one, too.  There a fast mouse leaves the thumb behind, and the track does nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame

from emu.host.menu.repeat import Repeat

THUMB_LEAST = 0.08  # of the bar: it can be taken however long the list is
TRACK, THUMB, HOVERED, HELD = "#30266d", "#6c5eb5", "#8f82d6", "#b9b2ec"
MOUSE = "mouse"  # the source of what its button holds


class ScrollBar:
    """Shows which part of a list is in sight, and lets the mouse change it.

    rect    its place in the window, in pixels
    scroll  function that scrolls until this share of the list, 0 to 1, is above the visible part
    turn    function that turns by one window, down (1) or up (-1)
    held    True: the mouse has taken its thumb, or presses its track
    """

    def __init__(
        self,
        rect: pygame.Rect,
        scroll: Callable[[float], object],
        turn: Callable[[int], object],
    ) -> None:
        self.rect, self._scroll, self._turn = rect, scroll, turn
        self._first, self._part = 0.0, 1.0
        self._y = 0  # of the mouse, in pixels
        self._grip: int | None = None  # pixels from the thumb's top to the mouse that has taken it
        self._moved = False  # since ``scroll`` was called last
        self._repeat = Repeat()

    @property
    def visible(self) -> bool:
        """True if the list has more than is in sight."""
        return self._part < 1

    @property
    def held(self) -> bool:
        """True while the mouse has taken it."""
        return self._grip is not None or self._repeat.source is not None

    def put(self, first: float, part: float) -> None:
        """Set where in the list the visible part begins, and its share of the list: 0 to 1.

        A thumb that is held stays below the mouse.  If keys or the wheel have moved the list, the
        mouse holds it at another place.
        """
        if part != self._part:
            self.let_go()
        changed = first != self._first
        self._first, self._part = first, part
        if self._grip is not None and changed and not self._moved:
            self._grip = self._y - self._resting_top()
        self._moved = False

    @property
    def _room(self) -> int:
        """Pixels that the thumb's top can move."""
        return self.rect.height - round(max(self._part, THUMB_LEAST) * self.rect.height)

    def _resting_top(self) -> int:
        """Return the top of the thumb where the list is."""
        return self.rect.top + round(self._first / (1 - self._part) * self._room)

    @property
    def thumb(self) -> pygame.Rect:
        """Its place in the window, in pixels."""
        top = self._resting_top()
        if self._grip is not None:
            top = max(self.rect.top, min(self._y - self._grip, self.rect.top + self._room))
        return pygame.Rect(self.rect.left, top, self.rect.width, self.rect.height - self._room)

    # -- the mouse ---------------------------------------------------------------------------

    def take(self, event: pygame.event.Event, pixel: tuple[int, int]) -> bool:
        """Handle an event of the mouse; returns True if it was for the bar.

        pixel  where it is in the window
        """
        if event.type == pygame.MOUSEBUTTONDOWN:
            return event.button == pygame.BUTTON_LEFT and self._press(pixel)
        if not self.held:
            return False
        self._y = pixel[1]
        if event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            self.let_go()
        elif event.type == pygame.MOUSEMOTION and not event.buttons[0]:
            self.let_go()  # its button was released outside of the menu
        elif event.type == pygame.MOUSEMOTION and self._grip is not None:
            self._drag()
        return True

    def _press(self, pixel: tuple[int, int]) -> bool:
        if not self.visible or not self.rect.collidepoint(pixel):
            return False
        self._y = pixel[1]
        thumb = self.thumb
        if thumb.collidepoint(pixel):
            self._grip = self._y - thumb.top
            return True
        step = "page up" if self._y < thumb.top else "page down"
        self._repeat.begin(step, MOUSE, time.monotonic())
        self._turn_towards()
        return True

    def _drag(self) -> None:
        self._moved = True
        above = (self.thumb.top - self.rect.top) / max(1, self._room)
        self._scroll(above * (1 - self._part))

    def _turn_towards(self) -> None:
        """Turn a page, unless the thumb has reached the pointer; it never turns back."""
        up, thumb = self._repeat.step == "page up", self.thumb
        if self._y < thumb.top if up else self._y >= thumb.bottom:
            self._turn(-1 if up else 1)

    def let_go(self) -> None:
        """Treat all mouse buttons as released."""
        self._grip = None
        self._repeat.end()

    def update(self) -> None:
        """Continue what the held button does."""
        if self._repeat.due(time.monotonic()):
            self._turn_towards()

    # -- drawing -----------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, mouse: tuple[int, int]) -> None:
        """Draw it on the window's Surface, if the list has more than is in sight.

        mouse  the pixel where it is: the thumb below it is lighter
        """
        if not self.visible:
            return
        thumb = self.thumb
        surface.fill(TRACK, self.rect)
        over = THUMB if not thumb.collidepoint(mouse) else HOVERED
        surface.fill(HELD if self._grip is not None else over, thumb)
