"""Breakpoints by the addresses that they cover: thousands of them cost no more than a few."""

import numpy as np

from emu.monitor.breakpoint import Breakpoint

NARROW = 16  # addresses of a breakpoint that is kept at each of them; wider ones are searched


def _age(point: Breakpoint) -> tuple[bool, int]:
    """Order breakpoints as they were made, those of steps last."""
    return point.hidden, abs(point.number)


class BreakpointMap:
    """Breakpoints that wait for one kind of access.

    count  int32[65536]: how many cover an address
    """

    def __init__(self) -> None:
        self.count = np.zeros(0x10000, dtype=np.int32)
        self._narrow: dict[int, dict[int, Breakpoint]] = {}  # by address and number
        self._wide: dict[int, Breakpoint] = {}

    def add(self, point: Breakpoint) -> None:
        """Add a breakpoint that is not in the map."""
        self.count[point.first : point.last + 1] += 1
        for held in self._places(point):
            held[point.number] = point

    def remove(self, point: Breakpoint) -> None:
        """Remove a breakpoint that is in the map."""
        self.count[point.first : point.last + 1] -= 1
        for held in self._places(point):
            del held[point.number]

    def _places(self, point: Breakpoint) -> list[dict[int, Breakpoint]]:
        if point.last - point.first >= NARROW:
            return [self._wide]
        return [self._narrow.setdefault(a, {}) for a in range(point.first, point.last + 1)]

    def at(self, addr: int) -> list[Breakpoint]:
        """Return the breakpoints that cover an address, in the order in which they were made."""
        found = list(self._narrow.get(addr, {}).values())
        wide = [p for p in self._wide.values() if p.first <= addr <= p.last]
        return sorted(found + wide, key=_age) if wide else found
