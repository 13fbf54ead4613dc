"""What to say when a program enters GO 64's ROMs where they have no entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from c64.api import C64


def stray_line(address: int) -> str:
    """Return the line about a program that has gone to ``address``."""
    return (
        f"no entry at ${address:04X} in GO 64's ROMs, where the program goes: if it fails, "
        "name original ROMs with --kernal FILE and --basic FILE"
    )


class StrayWatch:
    """Look at a machine between frames, and say it once after each start or reset.

    say  function of a line of text
    """

    def __init__(self, machine: C64, say: Callable[[str], object]) -> None:
        self._machine = machine
        self._say = say
        self._said: int | None = None

    def look(self) -> None:
        """Say what is new."""
        stray = self._machine.stray
        if stray != self._said:
            self._said = stray
            if stray is not None:
                self._say(stray_line(stray))
