"""The mouse of the host as a 1351, a pair of paddles or a KoalaPad, in either control port.

A KoalaPad is wired like a pair of paddles.  Its stylus is where the mouse is on the picture: POTX
grows to the right, POTY downwards; its buttons are those of the paddles.

Source: VICE's manual, "KoalaPad", and what its x64sc does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from c64.api import C64

POINTERS = ("off", "1351", "paddles", "KoalaPad")
POTS = ("paddles", "KoalaPad")  # those that are resistors
BUTTONS = {1: "left", 3: "right"}
PADDLE_BUTTONS = {"left": "x", "right": "y"}
PADDLE_MIDDLE = 128
PADDLE_DIVIDE = 2  # counts of a mouse for one of a paddle: the same as in VICE


class Pointer:
    """What the host's mouse is.

    machine  function that returns the C64
    kind     one of POINTERS
    port     control port it is in
    place    function that returns (left, top, width, height) of the picture in the window
    """

    def __init__(
        self,
        machine: Callable[[], C64],
        kind: str,
        port: int,
        place: Callable[[], tuple[int, int, int, int]],
    ) -> None:
        self._machine, self.kind, self.port = machine, kind, port
        self._place = place
        self._turned = [PADDLE_MIDDLE * PADDLE_DIVIDE] * 2
        self._free: set[str] = set()
        self.plug()

    def put(self, kind: str, port: int) -> None:
        """Make it something else, or change its port."""
        self.release()
        if self.kind in POTS:
            self._machine().paddles(self.port).turn(255, 255)
        self.kind, self.port = kind, port
        self.plug()

    def plug(self) -> None:
        """Let the machine have what it is."""
        self._machine().mouse.plug(self.port if self.kind == "1351" else 0)
        if self.kind == "paddles":
            self._turn()
        self._grab()

    def free(self, free: bool, who: str) -> None:
        """Give the mouse to the host while somebody (a word) needs it there, or back."""
        (self._free.add if free else self._free.discard)(who)
        self.release()
        self._grab()

    def _grab(self) -> None:
        held = self.kind not in ("off", "KoalaPad") and not self._free  # a stylus is seen
        pygame.event.set_grab(held)
        pygame.mouse.set_visible(not held)

    def release(self) -> None:
        """Let go of all buttons."""
        for name in BUTTONS.values():
            self._machine().mouse.release(name)
            self._machine().paddles(self.port).release(PADDLE_BUTTONS[name])

    def take(self, event: pygame.event.Event) -> None:
        """Move or press what the event says."""
        if self.kind == "off" or self._free:
            return
        if event.type == pygame.MOUSEMOTION:
            self._stylus(*event.pos) if self.kind == "KoalaPad" else self._move(*event.rel)
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            name = BUTTONS.get(event.button)
            if name:
                self._button(name, event.type == pygame.MOUSEBUTTONDOWN)

    def _stylus(self, x: int, y: int) -> None:
        left, top, width, height = self._place()
        self._machine().paddles(self.port).turn(
            (x - left) * 255 // max(1, width - 1), (y - top) * 255 // max(1, height - 1)
        )

    def _move(self, right: int, down: int) -> None:
        if self.kind == "1351":
            self._machine().mouse.move(right, down)
            return
        # A paddle that is turned to the right has less resistance.
        most = 255 * PADDLE_DIVIDE
        self._turned = [
            max(0, min(most, turned - by))
            for turned, by in zip(self._turned, (right, down), strict=True)
        ]
        self._turn()

    def _turn(self) -> None:
        x, y = (turned // PADDLE_DIVIDE for turned in self._turned)
        self._machine().paddles(self.port).turn(x, y)

    def _button(self, name: str, down: bool) -> None:
        if self.kind == "1351":
            mouse = self._machine().mouse
            mouse.press(name) if down else mouse.release(name)
        else:
            paddles, name = self._machine().paddles(self.port), PADDLE_BUTTONS[name]
            paddles.press(name) if down else paddles.release(name)
