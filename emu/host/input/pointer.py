"""The mouse of the host as another mouse, a pair of paddles, a KoalaPad, a light pen or a gun.

A KoalaPad is wired like a pair of paddles.  Its stylus is where the mouse is on the picture: POTX
grows to the right, POTY downwards; its buttons are those of the paddles.

A light pen or gun sees the point of the picture that the mouse is on, and no light beside it.

Source: VICE's manual, "KoalaPad", and what its x64sc does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame

from c64.api import LINE_MICE
from emu.host.input.devices import MICE, PEN_PORT, PENS, POTS

if TYPE_CHECKING:
    from c64.api import C64

MICE_AND_PENS = ("mouse", "line_mouse", "light_pen")  # of a C64
SEEN = ("off", "KoalaPad", *PENS)  # those that leave the host's pointer where it is
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
    beam     function of a position in the window that returns X, as sprites have it, and raster
             line there, None beside the picture
    """

    def __init__(
        self,
        machine: Callable[[], C64],
        kind: str,
        port: int,
        place: Callable[[], tuple[int, int, int, int]],
        beam: Callable[[tuple[int, int]], tuple[int, int] | None] = lambda _: None,
    ) -> None:
        self._machine, self.kind, self._chosen_port = machine, kind, port
        self._place, self._beam = place, beam
        self._turned = [PADDLE_MIDDLE * PADDLE_DIVIDE] * 2
        self._free: set[str] = set()
        self.plug()

    @property
    def port(self) -> int:
        """The control port it is in: a light pen works in one only."""
        return PEN_PORT if self.kind in PENS else self._chosen_port

    def put(self, kind: str, port: int) -> None:
        """Make it something else, or change its port."""
        self.release()
        if self.kind in POTS:
            self._machine().paddles(self.port).turn(255, 255)
        self.kind, self._chosen_port = kind, port
        self.plug()

    def plug(self) -> None:
        """Let the machine have what it is."""
        machine = self._machine()
        machine.mouse.plug(self.port if self.kind == "1351" else 0)
        kind = MICE.get(self.kind, "NEOS")
        port = self.port if self.kind in MICE else 0
        # One that is there already goes on: what it has counted is part of the machine's state.
        if (machine.line_mouse.kind, machine.line_mouse.port) != (LINE_MICE[kind], port):
            machine.line_mouse.plug(kind, port)
        machine.light_pen.plug(PENS.get(self.kind))
        if self.kind == "paddles":
            self._turn()
        self._grab()

    def free(self, free: bool, who: str) -> None:
        """Give the mouse to the host while somebody (a word) needs it there, or back."""
        (self._free.add if free else self._free.discard)(who)
        self.release()
        self._grab()

    def _grab(self) -> None:
        held = self.kind not in SEEN and not self._free
        pygame.event.set_grab(held)
        pygame.mouse.set_visible(not held)

    def release(self) -> None:
        """Let go of all buttons."""
        machine = self._machine()
        for name in BUTTONS.values():
            for part in MICE_AND_PENS:
                getattr(machine, part).release(name)
            machine.paddles(self.port).release(PADDLE_BUTTONS[name])

    def take(self, event: pygame.event.Event) -> None:
        """Move or press what the event says."""
        if self.kind == "off" or self._free:
            return
        if event.type == pygame.MOUSEMOTION:
            if self.kind in PENS:
                self._point(event.pos)
            else:
                self._stylus(*event.pos) if self.kind == "KoalaPad" else self._move(*event.rel)
        elif event.type == pygame.WINDOWLEAVE:
            self._machine().light_pen.lift()
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            name = BUTTONS.get(event.button)
            if name:
                self._button(name, event.type == pygame.MOUSEBUTTONDOWN)

    def _stylus(self, x: int, y: int) -> None:
        left, top, width, height = self._place()
        self._machine().paddles(self.port).turn(
            (x - left) * 255 // max(1, width - 1), (y - top) * 255 // max(1, height - 1)
        )

    def _point(self, position: tuple[int, int]) -> None:
        """Let the pen see what is at a position of the window."""
        seen = self._beam(position)
        if seen is None:
            self._machine().light_pen.lift()
        else:
            self._machine().light_pen.point(*seen)

    def _move(self, right: int, down: int) -> None:
        if self.kind == "1351" or self.kind in MICE:
            self._mouse().move(right, down)
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
        if self.kind in POTS:
            part, name = self._machine().paddles(self.port), PADDLE_BUTTONS[name]
        else:
            part = self._mouse()
        part.press(name) if down else part.release(name)

    def _mouse(self) -> Any:  # their types are in .pxd files
        """Return the mouse or the pen of the machine's that it is."""
        machine = self._machine()
        if self.kind in PENS:
            return machine.light_pen
        return machine.line_mouse if self.kind in MICE else machine.mouse
