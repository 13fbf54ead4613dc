"""Turns a tap on the picture into moves and a click of the 1351, as a hand would make them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from c64.api import C64
    from emu.web.game import Table

STEP = 24  # dots a picture; the game follows 31 between two looks
PRESSED = 4  # pictures
PATIENCE = 120  # pictures, then the tap is forgotten
PORT = 1
FIRST_LINE = 51  # raster line of the window's first row, on every model


def window_of(machine: "C64") -> tuple[int, int]:
    """Return (left, top) of the inner 320 x 200 in the visible picture."""
    _, top, width, _ = machine.board.vic.crop()
    return (width - 320) // 2, FIRST_LINE - top


class Pointer:
    """The mouse that taps move.

    machine  c64.C64;  table  emu.web.game.Table
    """

    def __init__(self, machine: "C64", table: "Table") -> None:
        self._machine, self._table = machine, table
        self._target: tuple[int, int] | None = None
        self._left = self._down = 0
        self._plugged = False

    def tap(self, x: int, y: int) -> None:
        """Click at a pixel of the display window (320 x 200), after any earlier click."""
        if self._down:
            return
        if not self._plugged:
            self._machine.mouse.plug(PORT)
            self._plugged = True
        self._target, self._left = (x, y), PATIENCE

    def stop(self) -> None:
        """Release the mouse."""
        if self._down:
            self._machine.mouse.release("left")
        self._target, self._down = None, 0

    def tick(self) -> None:
        """Move on by one picture."""
        if self._down:
            self._down -= 1
            if not self._down:
                self._machine.mouse.release("left")
                self._target = None
            return
        if self._target is None:
            return
        self._left -= 1
        x, y, noticed = self._table.pointer(self._machine.ram)
        across, down = self._target[0] - x, self._target[1] - y
        if self._left <= 0:
            self._target = None
        elif not noticed:
            self._machine.mouse.move(2 if self._left % 2 else -2, 0)
        elif across or down:
            self._machine.mouse.move(_step(across), _step(down))
        else:
            self._machine.mouse.press("left")
            self._down = PRESSED


def _step(off: int) -> int:
    return max(-STEP, min(STEP, off))
