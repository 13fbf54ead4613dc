"""Where source lines are in memory, and which line an address belongs to."""

import bisect
import os
from pathlib import Path
from typing import NamedTuple

from emu.kit.symbols import C_SOURCES, Symbols

NEAR = 30  # lines below one without code that are searched for some


class Spot(NamedTuple):
    """A line of a source."""

    path: str
    line: int

    @property
    def in_c(self) -> bool:
        """True for a source in C, where a line has many instructions."""
        return self.path.lower().endswith(C_SOURCES)


class SourceMap:
    """The lines of a program's Symbols, by address and the other way round.

    files  {path: {line: addresses where it begins}}, paths as the debug file has them, made
           absolute
    """

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self._absolute: dict[str, str] = {}
        self._starts = sorted(symbols.code)
        self._spots = {at: self._spot(at) for at in self._starts if at in symbols.lines}
        self.files: dict[str, dict[int, list[int]]] = {}
        self._real: dict[str, str] = {}
        self._first: set[int] = set()
        self._enter_lines()

    def _spot(self, addr: int) -> Spot:
        path, line = self.symbols.lines[addr]
        if path not in self._absolute:
            self._absolute[path] = os.path.abspath(path)
        return Spot(self._absolute[path], line)

    def _enter_lines(self) -> None:
        before: Spot | None = None
        end = -1
        for addr, spot in self._spots.items():
            goes_on = spot.in_c and spot == before and addr == end
            before, end = spot, addr + self.symbols.code[addr]
            if goes_on:
                continue
            self._first.add(addr)
            self.files.setdefault(spot.path, {}).setdefault(spot.line, []).append(addr)
        for path, lines in self.files.items():
            self._real[os.path.realpath(path)] = path
            if Spot(path, 0).in_c:
                for line, found in lines.items():
                    lines[line] = self._one_a_routine(found)

    def _one_a_routine(self, addrs: list[int]) -> list[int]:
        """Return the first address in each routine: a ``for`` is not entered in each round."""
        firsts: dict[int, int] = {}
        for addr in addrs:
            routine = self.symbols.routine_at(addr)
            firsts.setdefault(-1 if routine is None else routine.start, addr)
        return list(firsts.values())

    def find_file(self, path: str) -> str | None:
        """Return the file that an editor's path means; None if no code comes from it."""
        if path in self.files:
            return path
        try:
            real = os.path.realpath(path)
        except ValueError:
            return None
        if real in self._real:
            return self._real[real]
        parts = [part.lower() for part in Path(path).parts]
        rated = sorted(((_tail(parts, known), known) for known in self.files), reverse=True)
        if not rated or not rated[0][0] or (len(rated) > 1 and rated[0][0] == rated[1][0]):
            return None
        return rated[0][1]

    def addresses(self, path: str, line: int) -> tuple[int, list[int]]:
        """Return (line, addresses) of a file's line, or of the next one with code.

        path  as ``find_file`` returns it;  without any code near: (line, [])
        """
        lines = self.files[path]
        for near in range(line, line + NEAR):
            if near in lines:
                return near, lines[near]
        return line, []

    def at(self, addr: int) -> Spot | None:
        """Return the line that the instruction at an address belongs to, None if none does."""
        spot = self._spots.get(addr)
        if spot is not None:
            return spot
        at = bisect.bisect_right(self._starts, addr) - 1
        if at < 0:
            return None
        start = self._starts[at]
        inside = addr < start + self.symbols.code[start]
        return self._spots.get(start) if inside else None

    def begins(self, addr: int) -> bool:
        """True if a statement begins at an address."""
        return addr in self._first

    def name(self, addr: int) -> str:
        """Return a name for the code at an address: its routine, the label before it, or ""."""
        routine = self.symbols.routine_at(addr)
        return routine.name if routine is not None else self.symbols.name_at(addr)


def _tail(parts: list[str], path: str) -> int:
    """Return how many of the last parts of two paths are the same."""
    count = 0
    for one, other in zip(reversed(parts), reversed(Path(path).parts), strict=False):
        if one != other.lower():
            break
        count += 1
    return count
