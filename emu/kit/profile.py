"""Where a program's cycles go: by routine with callers, and by instruction.

A routine is what a JSR or an interrupt enters; code that it jumps to counts as its own.  It lasts
until an RTS or RTI takes its return address, or until another JSR overwrites it.  An interrupt is
called by TOP, whatever it came into: no routine's inclusive cycles depend on where it came.  VICE's
`profile flat` gives the same cycles; docs/program/testing.md names the four differences.
Cycles that the VIC takes count where the CPU waited, and are counted apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from emu.kit import profile_formats as formats
from emu.kit.errors import KitUsageError
from emu.kit.logs import Logged, StepLog
from emu.kit.profile_costs import Cost, Costs, Edge, Event
from emu.kit.types import AnyPath, Words

JSR_PUSHES, BRK_PUSHES = 2, 3  # bytes; no other instruction pushes as many
RTS_PULLS, RTI_PULLS = 2, 3
ROWS = 65536  # of instructions that are lists at the same time
TOP = "(program)"  # what runs when the profile begins, until it returns
FORMATS = (".callgrind", ".speedscope.json", ".cpuprofile", ".txt")


@dataclass
class _Open:
    """A routine that runs.

    sp       stack pointer after its return address was pushed
    caller   the routine that called it, at ``place``
    begin, stolen  cycles and stolen cycles when it began
    interrupts     True: an interrupt entered it
    """

    entry: int
    sp: int
    caller: int
    place: int
    begin: int
    stolen: int
    interrupts: bool = False


class Profile(Costs):
    """What was measured, and its files."""

    def save(self, path: AnyPath) -> None:
        """Write the profile; the ending says how.

        .callgrind (KCachegrind), .speedscope.json, .cpuprofile (Chrome, VS Code), .txt (listing)
        """
        writers = (formats.callgrind, formats.speedscope, formats.cpuprofile, formats.listing)
        for ending, writer in zip(FORMATS, writers, strict=True):
            if str(path).endswith(ending):
                folder = getattr(self.kit, "folder", None) or "."
                Path(folder, path).write_text(writer(self), encoding="utf-8")
                return
        raise KitUsageError(f"profile {path}: must end in one of {' '.join(FORMATS)}")


class ProfileLog:
    """A ``with`` block that measures; its value is the Profile, complete after the block."""

    def __init__(self, kit: Logged) -> None:
        self._steps, self._profile = StepLog(kit), Profile(kit)

    def __enter__(self) -> Profile:
        self._steps.__enter__()
        return self._profile

    def __exit__(self, *error: object) -> None:
        self._steps.__exit__(None, None, None)
        board = self._profile.kit.board
        words = self._steps.words()
        end = np.array([[board.cycle, board.stolen, board.cpu.pc | board.cpu.sp << 40]])
        _measure(self._profile, words, end)


class _Walk:
    """The routines that run, from the outermost to the innermost."""

    def __init__(self, profile: Profile, begin: int, stolen: int, entry: int) -> None:
        self.profile, self.begin = profile, begin
        self.stack = [_Open(entry, 0xFF, entry, entry, begin, stolen)]
        profile.names[entry] = TOP
        profile.events.append(Event(0, True, entry))

    def call(self, entry: int, sp: int, place: int, cycle: int, stolen: int, name: str) -> None:
        """Enter a routine by JSR."""
        self._enter(_Open(entry, sp, self.stack[-1].entry, place, cycle, stolen), name)

    def interrupt(self, entry: int, sp: int, cycle: int, stolen: int, name: str) -> None:
        """Enter a handler, which TOP calls: what runs is interrupted until ``resume``."""
        for each in reversed(self._interrupted()):
            self._note(cycle, False, each.entry)
        top = self.stack[0].entry
        self._enter(_Open(entry, sp, top, top, cycle, stolen, True), name)

    def _interrupted(self) -> list[_Open]:
        """Return what an interrupt now would stop: all but TOP and what is stopped already."""
        begin = len(self.stack)
        while begin > 1 and not self.stack[begin - 1].interrupts:
            begin -= 1
        return self.stack[max(begin - 1, 1) :]

    def _enter(self, new: _Open, name: str) -> None:
        self.profile.names.setdefault(new.entry, name)
        self.stack.append(new)
        self._note(new.begin, True, new.entry)

    def _note(self, cycle: int, enters: bool, entry: int) -> None:
        self.profile.events.append(Event(cycle - self.begin, enters, entry))

    def leave(self, cycle: int, stolen: int) -> None:
        """Leave the innermost routine; what it interrupted goes on."""
        done = self.stack.pop()
        self._note(cycle, False, done.entry)
        if not self.stack:
            return
        spent, taken = cycle - done.begin, stolen - done.stolen
        cost = self.profile.calls.setdefault(Edge(done.caller, done.place, done.entry), Cost())
        cost.add(spent, taken)
        if done.interrupts:
            for each in self.stack[1:]:
                each.begin += spent
                each.stolen += taken
            for each in self._interrupted():
                self._note(cycle, True, each.entry)

    def unwind(self, sp: int, cycle: int, stolen: int) -> None:
        """Leave the routines that were entered with this stack pointer or a lower one."""
        while len(self.stack) > 1 and sp >= self.stack[-1].sp:
            self.leave(cycle, stolen)


def _rows(*parts: Words) -> Iterator[list[int]]:
    """Yield the rows of arrays as lists, few at a time: all at once take ten times the memory."""
    for words in parts:
        for at in range(0, len(words), ROWS):
            yield from words[at : at + ROWS].tolist()


def _measure(profile: Profile, words: Words, last: Words) -> None:
    """Walk through the instructions: rows of (cycle, stolen, word), and the end as another."""
    if not len(words):
        return
    kit = profile.kit
    begin, stolen_before = map(int, words[0, :2])
    walk = _Walk(profile, begin, stolen_before, -1)
    for (cycle, stolen, word), (after, stolen_after, next_word) in pairwise(_rows(words, last)):
        pc, sp = word & 0xFFFF, word >> 40 & 0xFF
        interrupt = word >> 56 & 1
        next_pc, next_sp = next_word & 0xFFFF, next_word >> 40 & 0xFF
        pushed = sp - next_sp & 0xFF
        jumps = not interrupt and next_pc != pc + 1
        calls, breaks = jumps and pushed == JSR_PUSHES, jumps and pushed == BRK_PUSHES
        if interrupt or calls or breaks:
            walk.unwind(next_sp, cycle, stolen)  # whose return addresses it overwrites
        if interrupt:  # its seven cycles are the handler's
            walk.interrupt(next_pc, next_sp, cycle, stolen, _name(kit, next_pc))
        at = next_pc if interrupt else pc
        own = profile.own.setdefault((walk.stack[-1].entry, at), Cost())
        own.add(after - cycle, stolen_after - stolen, 1 - interrupt)
        if calls:
            walk.call(next_pc, next_sp, pc, after, stolen_after, _name(kit, next_pc))
        elif breaks:
            walk.interrupt(next_pc, next_sp, after, stolen_after, _name(kit, next_pc))
        elif jumps and -pushed & 0xFF in (RTS_PULLS, RTI_PULLS):
            walk.unwind(sp, after, stolen_after)
    end, end_stolen = map(int, last[0, :2])
    while walk.stack:
        walk.leave(end, end_stolen)
    profile.cycles, profile.stolen = end - begin, end_stolen - stolen_before


def _name(kit: Logged, address: int) -> str:
    name = kit.symbols.name_at(address)
    return name if name and "+" not in name else f"${address:04X}"
