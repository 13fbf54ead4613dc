"""A step of the menu that goes on while its key or its direction of a pad is held."""

from __future__ import annotations

from collections.abc import Container

REPEATED = ("up", "down", "page up", "page down")  # left and right change what is chosen
PAD = "pad"  # the source of what a direction of a pad holds
FIRST, NEXT = 0.4, 0.05  # seconds until it is done again


class Repeat:
    """At most one step is held: the last one that was begun."""

    def __init__(self) -> None:
        self.source: object = None  # what holds the step, None: nothing is held
        self.step = ""
        self._due = 0.0

    def begin(self, step: str, source: object, now: float) -> None:
        """A step was done; what was held before is no more, nor is another step at once.

        source  what holds it: a key's number, or PAD;  now  in seconds
        """
        self.source = source if step in REPEATED else None
        self.step, self._due = step, now + FIRST

    def end(self, source: object = None) -> None:
        """Let go what is held, if it is held by that; None: by whatever."""
        if source is None or source == self.source:
            self.source = None

    def due(self, now: float, held: Container[str] = ()) -> bool:
        """Tell whether the step is to be done once more: never twice for a frame that was late.

        held  the directions of the pads that are held
        """
        if self.source == PAD and self.step not in held:
            self.end()
        if self.source is None or now < self._due:
            return False
        self._due = now + NEXT
        return True
