"""What a profile holds: cycles by routine and instruction, calls, and their order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from emu.kit.logs import Logged


@dataclass
class Cost:
    """``cycles`` (with those stolen), ``stolen`` and ``count``: of instructions, or of calls."""

    cycles: int = 0
    stolen: int = 0
    count: int = 0

    def add(self, cycles: int, stolen: int, count: int = 1) -> None:
        self.cycles += cycles
        self.stolen += stolen
        self.count += count


class Edge(NamedTuple):
    """A call: from an instruction of one routine to another; routines are their entries.

    The place of an interrupt is the entry of what ran when the profile began, too.
    """

    caller: int
    place: int
    callee: int


class Event(NamedTuple):
    """A routine (its entry) is entered or left at a cycle since the beginning."""

    cycle: int
    enters: bool
    entry: int


@dataclass
class Costs:
    """What was measured.

    cycles, stolen  of the whole run
    own             {(entry of the routine, address): Cost} of each instruction
    calls           {Edge: Cost}: number and inclusive cycles; of a recursion, each level
    events          [Event] in order, all routines left at the end
    names           {entry: name};  kit  whose symbols name source lines
    """

    kit: Logged
    cycles: int = 0
    stolen: int = 0
    own: dict[tuple[int, int], Cost] = field(default_factory=dict)
    calls: dict[Edge, Cost] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)

    def self_cycles(self) -> dict[str, int]:
        """Return {routine: cycles in itself}."""
        found: dict[str, int] = {}
        for (entry, _), cost in self.own.items():
            name = self.names[entry]
            found[name] = found.get(name, 0) + cost.cycles
        return found

    def inclusive_cycles(self) -> dict[str, int]:
        """Return {routine: cycles from its entry to its end}; a recursion counts once."""
        found: dict[str, int] = {}
        open_ones: list[Event] = []
        for event in self.events:
            if event.enters:
                open_ones.append(event)
                continue
            begin = open_ones.pop()
            if all(event.entry != other.entry for other in open_ones):
                name = self.names[event.entry]
                found[name] = found.get(name, 0) + event.cycle - begin.cycle
        return found

    def callers(self, routine: str) -> dict[str, int]:
        """Return {caller: how often it called the routine}."""
        found: dict[str, int] = {}
        for edge, cost in self.calls.items():
            if self.names[edge.callee] == routine:
                name = self.names[edge.caller]
                found[name] = found.get(name, 0) + cost.count
        return found
