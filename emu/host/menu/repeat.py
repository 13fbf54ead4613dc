"""Repeats a step of the menu while its key or a direction of a pad is held."""

from __future__ import annotations

from collections.abc import Container

REPEATED = ("up", "down", "page up", "page down")  # left and right change what is chosen
PAD = "pad"  # the source of what a direction of a pad holds
FIRST, NEXT = 0.4, 0.05  # seconds until the first and each further repetition


class Repeat:
    """At most one step is held: the last one that was begun."""

    def __init__(self) -> None:
        self.source: object = None  # what holds the step, None: nothing is held
        self.step = ""
        self._due = 0.0

    def begin(self, step: str, source: object, now: float) -> None:
        """Hold a step that was done, in place of any other; its next repetition is due later.

        source  what holds it: the number of a key, or PAD;  now  in seconds
        """
        self.source = source if step in REPEATED else None
        self.step, self._due = step, now + FIRST

    def end(self, source: object = None) -> None:
        """Release the step if this source holds it; None: any source."""
        if source is None or source == self.source:
            self.source = None

    def due(self, now: float, held: Container[str] = ()) -> bool:
        """Tell whether the step is due again: never twice for a late frame.

        held  the directions of the pads that are held
        """
        if self.source == PAD and self.step not in held:
            self.end()
        if self.source is None or now < self._due:
            return False
        self._due = now + NEXT
        return True
