"""When an achievement is earned: groups of conditions, in the notation of RetroAchievements.

``0xH00d0=5_d0xH00d0!=5S0xH00d1=1S0xH00d1=2``: all conditions of the first group and all of one of
the others.  Flags, hit counts and their order are as rcheevos, the library of RetroAchievements,
has them: a paused group neither counts nor resets, and what is true from the beginning is not
earned before it has been false.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from emu.errors import HostError
from emu.host.achievements.operands import Operand, Ram, Sources, parse_operand, quoted

CONDITIONS_MOST = 5000  # of a set: each frame has to check all of them
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<=": operator.le, ">=": operator.ge,
    "=": operator.eq, "<": operator.lt, ">": operator.gt,
}  # fmt: skip


class Flag(Enum):
    """What a condition is for, by the letter before it."""

    PLAIN = ""
    PAUSE_IF = "P"
    RESET_IF = "R"
    RESET_NEXT_IF = "Z"
    ADD_SOURCE = "A"
    SUB_SOURCE = "B"
    ADD_ADDRESS = "I"
    ADD_HITS = "C"
    SUB_HITS = "D"
    AND_NEXT = "N"
    OR_NEXT = "O"
    MEASURED = "M"
    MEASURED_PERCENT = "G"
    MEASURED_IF = "Q"
    TRIGGER = "T"


OPERAND_FLAGS = (Flag.ADD_SOURCE, Flag.SUB_SOURCE, Flag.ADD_ADDRESS)  # they change the next value
CHAINED = (Flag.RESET_NEXT_IF, Flag.ADD_HITS, Flag.SUB_HITS, Flag.AND_NEXT, Flag.OR_NEXT)
MEASURED = (Flag.MEASURED, Flag.MEASURED_PERCENT)
_FLAG = re.compile(r"([A-Za-z]):")
_COMPARED = re.compile(r"==?|!=|<=?|>=?")
_WAY = re.compile(r"[*/&^%+-]")
_HITS = re.compile(r"\((\d{1,9})\)|\.(\d{1,9})\.")


@dataclass
class Condition:
    """``left`` compared with ``right``, true in ``hits`` frames; ``target`` 0 is none."""

    flag: Flag
    left: Operand
    compare: Callable[[int, int], bool]
    right: Operand
    target: int
    hits: int = 0


@dataclass
class _Run:
    """What the check of a group has found so far."""

    reset: bool = False  # this group or an earlier one clears all hits
    true: bool = True
    paused: bool = False
    add_hits: int = 0
    and_next: bool = True
    or_next: bool = False
    reset_next: bool = False
    can_measure: bool = True
    measured: int | None = None
    of_hits: bool = False  # ``measured`` is


def _count(condition: Condition, run: _Run) -> bool:
    """Count a hit, and return whether a condition is met; the chain before it ends."""
    met = condition.compare(condition.left.number(), condition.right.number())
    if run.reset_next:
        condition.hits, met = 0, False
    else:
        met = (met and run.and_next) or run.or_next
        if met:
            if not condition.target or condition.hits < condition.target:
                condition.hits += 1
            met = not condition.target or condition.hits == condition.target
        elif condition.hits:
            met = condition.hits == condition.target
    run.and_next, run.or_next = True, False
    return met


def _total(condition: Condition, run: _Run) -> int:
    """Return the hits of a condition and of those that were added to it."""
    total = max(condition.hits + run.add_hits, 0) if condition.target else condition.hits
    run.add_hits = 0
    return total


def _met(condition: Condition, run: _Run) -> bool:
    met = _count(condition, run)
    if run.add_hits and condition.target:
        met = _total(condition, run) >= condition.target
    run.reset_next = False
    return met


def _chain(condition: Condition, run: _Run) -> None:
    """Process a condition that changes the next one."""
    met, flag = _count(condition, run), condition.flag
    if flag is Flag.AND_NEXT:
        run.and_next = met
    elif flag is Flag.OR_NEXT:
        run.or_next = met
    elif flag is Flag.RESET_NEXT_IF:
        run.reset_next = met
    else:
        run.add_hits += condition.hits if flag is Flag.ADD_HITS else -condition.hits
        run.reset_next = False


def _measure(condition: Condition, run: _Run) -> None:
    if condition.target:
        _count(condition, run)
        run.measured = _total(condition, run)
        run.true = run.true and run.measured >= condition.target
        run.reset_next = False
    else:
        met = _met(condition, run)
        run.true = run.true and met
        run.measured = condition.left.number()
    run.of_hits = bool(condition.target)


def _step(condition: Condition, run: _Run) -> None:
    """Process one condition of a group that is not paused."""
    if condition.flag in CHAINED:
        _chain(condition, run)
    elif condition.flag in MEASURED:
        _measure(condition, run)
    elif condition.flag is Flag.RESET_IF:
        if _met(condition, run):
            run.true, run.reset = False, True
    else:
        met = _met(condition, run)
        run.true = run.true and met
        if condition.flag is Flag.MEASURED_IF:
            run.can_measure = run.can_measure and met


@dataclass
class Group:
    """Conditions that must be true together, by what happens with them, in this order."""

    pauses: list[Condition] = field(default_factory=list)
    resets: list[Condition] = field(default_factory=list)
    counted: list[Condition] = field(default_factory=list)
    measured: list[Condition] = field(default_factory=list)
    others: list[Condition] = field(default_factory=list)

    def __iter__(self) -> Iterator[Condition]:
        for part in (self.pauses, self.resets, self.counted, self.measured, self.others):
            yield from part

    def look(self, reset: bool) -> _Run:
        """Check the group in this frame; ``reset``: an earlier group has cleared all hits."""
        run = _Run(reset)
        if self._is_paused(run):
            run.true, run.paused = False, True
            return run
        for condition in self.resets:
            _step(condition, run)
        if not run.reset:
            for condition in self.counted:
                _step(condition, run)
        for condition in self.measured:
            if run.reset:
                condition.hits = 0
        for condition in self.measured:
            _step(condition, run)
        if run.measured is not None and (not run.can_measure or (run.of_hits and run.reset)):
            run.measured = 0
        if run.true or not run.reset:
            for condition in self.others:
                _step(condition, run)
        return run

    def _is_paused(self, run: _Run) -> bool:
        for condition in self.pauses:
            if condition.flag in CHAINED:
                _chain(condition, run)
            elif _met(condition, run):
                return True
        return False

    def holds(self) -> bool:
        """Tell whether all conditions are true now, if none depends on earlier frames."""
        run = _Run()
        for condition in self.others:
            _step(condition, run)
            if not run.true:
                return False
        return True

    def part_of(self, condition: Condition) -> list[Condition]:
        """Return the list to which a condition, and the chain that ends in it, belongs."""
        if condition.flag is Flag.PAUSE_IF:
            return self.pauses
        if condition.flag is Flag.RESET_IF:
            return self.resets
        if condition.flag in (*MEASURED, Flag.MEASURED_IF):
            return self.measured
        return self.counted if condition.target else self.others


class Trigger:
    """The conditions of one achievement; ``frame`` is called once a frame.

    sources   shared with others: their owner calls their ``update`` before ``frame``
    measured  how far it is, None where nothing is measured
    target    the value that ``measured`` has to reach, 0 where nothing is measured
    percent   True: show it in percent
    size      the number of conditions, those that only change the next one's value and groups
              without any included

    HostError says what is wrong with a text.
    """

    def __init__(self, text: str, sources: Sources | None = None) -> None:
        used = sources or Sources()
        self._own = used if sources is None else None
        parser = _Parser(text, used)
        self._groups = parser.groups()
        self._plain = all(_is_plain(c) for group in self._groups for c in group)
        self.target, self.percent, self.size = parser.target, parser.percent, parser.size
        self.measured: int | None = None
        self._waits = True  # until it has been false once

    def reset(self) -> None:
        """Start again: the program was restarted, or another state was loaded."""
        self._forget()
        self._waits, self.measured = True, None

    def _forget(self) -> None:
        for group in self._groups:
            for condition in group:
                condition.hits = 0

    def frame(self, ram: Ram) -> bool:
        """Check the memory of a frame; return whether the achievement is earned now."""
        if self._own is not None:
            self._own.update(ram)
        if self._plain:
            return self._plain_frame()
        runs: list[_Run] = []
        for group in self._groups:
            runs.append(group.look(bool(runs) and runs[-1].reset))
        core, others = runs[0], runs[1:]
        true = core.true and (not others or any(run.true for run in others))
        paused = core.paused or (bool(others) and all(run.paused for run in others))
        known = [run for run in runs if run.measured is not None]
        most = max(known, key=lambda run: run.measured or 0, default=None)
        if not paused:
            self.measured = None if most is None else most.measured
        if runs[-1].reset:
            if (most and most.of_hits) or (paused and self._measured_in_pause(runs)):
                self.measured = 0
            return self._reset_by_program()
        if true and self._waits:
            self.reset()
            return False
        self._waits = False
        return true

    def _plain_frame(self) -> bool:
        """Do the same for conditions without a past, as soon as the result is certain."""
        core, *others = self._groups
        true = core.holds() and (not others or any(group.holds() for group in others))
        waits, self._waits = self._waits, self._waits and true
        return true and not waits

    def _measured_in_pause(self, runs: list[_Run]) -> bool:
        """Tell whether ``measured`` seems to be the hits of a paused group."""
        paused = (group for group, run in zip(self._groups, runs, strict=True) if run.paused)
        found = (c for group in paused for c in group.measured if c.flag in MEASURED and c.target)
        return bool(self.measured) and any(c.hits == self.measured for c in found)

    def _reset_by_program(self) -> bool:
        """Forget all hits, as ResetIf was true; this frame counts as false."""
        self._waits = False
        self._forget()
        return False


def _is_plain(condition: Condition) -> bool:
    """Tell whether a condition depends on the current frame alone."""
    plain = (Flag.PLAIN, Flag.TRIGGER, Flag.AND_NEXT, Flag.OR_NEXT)
    return condition.flag in plain and not condition.target


class _Parser:
    """Parses a text."""

    def __init__(self, text: str, sources: Sources) -> None:
        self._text, self._sources, self._at = text, sources, 0
        self._base: Operand | None = None  # of AddAddress
        self._sum: Operand | None = None  # of AddSource and SubSource
        self._negative = False  # True: ``_sum`` is subtracted
        self.target, self.percent, self.size = 0, False, 0

    def groups(self) -> list[Group]:
        found = [self._group()]
        while self._next("Ss"):
            found.append(self._group())
        if self._at < len(self._text):
            raise self._wrong("a condition ends with _ or S")
        return found

    def _next(self, letters: str) -> bool:
        """Tell whether one of some letters comes next, and skip it."""
        here = self._text[self._at : self._at + 1]
        if here and here in letters:
            self._at += 1
            return True
        return False

    def _wrong(self, why: str) -> HostError:
        return HostError(f"{quoted(self._text, self._at)}: {why}")

    def _group(self) -> Group:
        group, chain = Group(), []
        if self._at == len(self._text) or self._text[self._at] in "Ss":
            self._one_more()
            return group
        while True:
            condition = self._condition()
            if condition is not None:
                chain.append(condition)
                if condition.flag not in CHAINED:
                    group.part_of(condition).extend(chain)
                    chain = []
            if not self._next("_"):
                group.others.extend(chain)
                return group

    def _one_more(self) -> None:
        """Count a condition or an empty group: each takes memory, and time in every frame."""
        self.size += 1
        if self.size > CONDITIONS_MOST:
            raise HostError(f"more than {CONDITIONS_MOST} conditions")

    def _condition(self) -> Condition | None:
        """Return the next condition; None for one that only changes the next one's value."""
        self._one_more()
        flag = self._flag()
        left = self._operand()
        if flag in OPERAND_FLAGS:
            self._change(flag, left)
            return None
        if not (found := _COMPARED.match(self._text, self._at)):
            raise self._wrong("expected = != < <= > or >= here")
        self._at = found.end()
        right = self._operand()
        target = self._hits()
        if self._sum is not None:
            left = self._added(left)
        self._base = self._sum = None
        if flag in MEASURED:
            self._measured(flag, right, target)
        return Condition(flag, left, COMPARED[found[0]], right, target)

    def _flag(self) -> Flag:
        if not (found := _FLAG.match(self._text, self._at)):
            return Flag.PLAIN
        try:
            flag = Flag(found[1].upper())
        except ValueError:
            raise self._wrong("unknown flag") from None
        self._at = found.end()
        return flag

    def _operand(self) -> Operand:
        operand, self._at = parse_operand(self._text, self._at, self._sources, self._base)
        return operand

    def _hits(self) -> int:
        if found := _HITS.match(self._text, self._at):
            self._at = found.end()
            return int(found[1] or found[2])
        return 0

    def _change(self, flag: Flag, operand: Operand) -> None:
        """Take a value that changes the next one."""
        if found := _WAY.match(self._text, self._at):
            self._at = found.end()
            operand = self._sources.combined(operand, found[0], self._operand())
        elif found := _COMPARED.match(self._text, self._at):  # left there by old editors
            self._at = found.end()
            self._operand()
            self._hits()
        if flag is Flag.ADD_ADDRESS:
            self._base = operand
            return
        if flag is Flag.ADD_SOURCE:
            self._sum = operand if self._sum is None else self._added(operand)
        elif self._sum is None:
            self._sum, self._negative = operand, True
        else:
            total = self._added(Operand(None, 0)) if self._negative else self._sum
            self._sum, self._negative = self._sources.summed(total, "-", operand), False
        self._base = None

    def _added(self, operand: Operand) -> Operand:
        """Return the sum so far and one more value."""
        assert self._sum is not None
        pair = (operand, "-", self._sum) if self._negative else (self._sum, "+", operand)
        self._negative = False
        return self._sources.summed(*pair)

    def _measured(self, flag: Flag, right: Operand, target: int) -> None:
        goal = target or (right.constant if right.source is None else 0)
        if not goal:
            raise HostError("the measured value has no target")
        if self.target not in (0, goal):
            raise HostError("all measured values must have the same target")
        self.target, self.percent = goal, self.percent or flag is Flag.MEASURED_PERCENT
