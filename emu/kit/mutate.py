"""``pytest --c64-mutate SOURCE``: change the program, and list the changes that no test notices.

The tests run once without a change, to find out which instructions of the source each of them
executes.  Then each change (emu.kit.mutations) is tried with the tests that execute its
instruction, the fastest first, until one fails.  Every change has its own process, forked from this
one, in which machines have booted and modules are loaded.  Where there is no fork (Windows),
changes are tried in this process, one after another.

A change cannot run forever: a test may take TIMES times the cycles that it takes without a change,
plus MORE_CYCLES (emu.kit.budget).  A fork that runs no cycle of the machine is ended after a time.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import time
import warnings
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from c64.cpu.opcodes import OPCODES
from emu.kit import flat, machine_pool
from emu.kit.budget import BUDGET
from emu.kit.coverage import Counted
from emu.kit.listing import disassemble
from emu.kit.mutations import LEFT_OUT, Change, mutations
from emu.kit.rom_code import Home, find_home
from emu.kit.symbols import statement

TIMES, MORE_CYCLES = 10, 1_000_000
PATIENCE = 30.0  # seconds for a fork, in addition to TIMES * 2 times those of its tests
SEED = 64  # of --c64-mutate-count
_MNEMONICS = frozenset(op.mnemonic for op in OPCODES)


class Target(NamedTuple):
    """A source whose lines are changed: ``SOURCE``, ``SOURCE:LINE`` or ``SOURCE:FIRST-LAST``."""

    text: str
    parts: tuple[str, ...]
    first: int
    last: int

    def has(self, path: str, line: int) -> bool:
        """Return True for a line of this source; its folders may be left out."""
        parts = Path(path).parts[-len(self.parts) :]
        return self.first <= line <= self.last and parts == self.parts


def read_target(text: str) -> Target:
    """Return the Target of an option's word; UsageError if its lines are no numbers."""
    name, colon, lines = text.rpartition(":")
    if not colon or not lines or not set(lines) <= set("0123456789-"):
        name, lines = text, ""
    first, _, last = lines.partition("-")
    parts = tuple(part for part in Path(name).parts if part != ".")
    try:
        begin, end = int(first or 0), int(last or first or 1 << 30)
    except ValueError:
        begin, end = 1, 0
    if not parts or begin > end:
        raise pytest.UsageError(
            f"--c64-mutate {text}: expected SOURCE, SOURCE:LINE or SOURCE:FIRST-LAST"
        )
    return Target(text, parts, begin, end)


class Place(NamedTuple):
    """An instruction in a source: its number among those of its line, from 0."""

    path: str
    line: int
    number: int


@dataclass
class Site:
    """An instruction in one program; ``code`` is b"" until a test has run it."""

    program: Counted
    address: int
    code: bytes = b""
    in_rom: bool = False
    home: Home | None = None  # of one in ROM, if it is known


@dataclass
class Timed:
    """A test, with the seconds, cycles and instructions it takes without a change."""

    item: pytest.Item
    seconds: float
    cycles: int
    places: set[Place]


@dataclass
class Mutant:
    """A change of an instruction in all programs that contain it, and its result."""

    place: Place
    words: str
    changes: list[tuple[Counted, Change]]
    tests: list[Timed]
    noticed: str = ""  # by which test


@dataclass
class Watched:
    """The instructions of the targets in the programs that tests have used so far."""

    targets: list[Target]
    sites: dict[Place, list[Site]] = field(default_factory=dict)
    programs: dict[int, tuple[Counted, list[Place], Any]] = field(default_factory=dict)
    sources: set[str] = field(default_factory=set)

    def counts(self) -> dict[int, Any]:
        """Return {program: times each of its instructions has run}, for ``ran``."""
        for program in machine_pool.every_machine():
            if id(program) not in self.programs:
                self._add(program)
        return {
            key: np.asarray(program.probe.count)[addresses]
            for key, (program, _, addresses) in self.programs.items()
        }

    def _add(self, program: Counted) -> None:
        places, addresses = [], []
        numbers: dict[tuple[str, int], int] = {}
        for address in sorted(program.symbols.code):
            path, line = program.symbols.lines[address]
            self.sources.add(path)
            if any(target.has(path, line) for target in self.targets):
                path = os.path.realpath(path)
                number = numbers.get((path, line), 0)
                numbers[path, line] = number + 1
                place = Place(path, line, number)
                self.sites.setdefault(place, []).append(Site(program, address))
                places.append(place)
                addresses.append(address)
        self.programs[id(program)] = (program, places, np.array(addresses, dtype=np.int64))

    def ran(self, before: dict[int, Any]) -> set[Place]:
        """Return the places that have run since ``before``, and read their code."""
        ran: set[Place] = set()
        for key, after in self.counts().items():
            program, places, _ = self.programs[key]
            for at in np.flatnonzero(after - before.get(key, 0)):
                ran.add(places[at])
                for site in self.sites[places[at]]:
                    if site.program is program and not site.code:
                        read_code(site)
        return ran


def read_code(site: Site) -> None:
    """Read the instruction that is in memory, if it is the one that the source has there."""
    symbols, peek = site.program.symbols, site.program.peek
    size = symbols.code[site.address]
    code = bytes(peek(site.address + i & 0xFFFF) for i in range(size))
    op = OPCODES[code[0]]
    word = statement(*symbols.lines[site.address])
    if op.length == size and (word == op.mnemonic or word not in _MNEMONICS):
        site.code = code
        board = getattr(getattr(site.program, "machine", None), "board", None)
        if board is not None:
            site.in_rom = bytes(board.ram[site.address : site.address + size]) != code
            if site.in_rom:
                site.home = find_home(board, site.address, code)


class Mutation:
    """pytest plugin: the baseline, the changes, the report."""

    def __init__(self, config: pytest.Config) -> None:
        option = config.getoption
        self.config = config
        self.watched = Watched([read_target(text) for text in option("--c64-mutate")])
        self.floor: float = option("--c64-mutate-floor")
        self.count: int | None = option("--c64-mutate-count")
        self.jobs = 1
        self.tests: list[Timed] = []
        self.shared: dict[int, set[Place]] = {}  # by fixture that outlives a test: what it ran
        self.mutants: list[Mutant] = []
        self.hidden = 0
        self.problem = ""
        self.misused = False
        flat.COUNT_ALL = True
        if option("--c64-update-golden"):
            raise pytest.UsageError("--c64-mutate and --c64-update-golden contradict each other")
        if not 0 <= self.floor <= 100 or (self.count is not None and self.count < 1):
            raise pytest.UsageError(
                "--c64-mutate-floor is a percentage, --c64-mutate-count 1 or more"
            )

    # -- the run without a change --------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        config = session.config
        if config.option.collectonly or (
            session.testsfailed and not config.option.continue_on_collection_errors
        ):
            return None  # pytest's own loop has words for it
        for item, following in zip_longest(session.items, session.items[1:]):
            self._run_unchanged(item, following or session)
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)
        self._mutate(session)
        return True

    def _run_unchanged(self, item: pytest.Item, following: Any) -> None:
        before, begin = self.watched.counts(), time.perf_counter()
        BUDGET.start()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        self.tests.append(
            Timed(item, time.perf_counter() - begin, BUDGET.spent, self.watched.ran(before))
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, Any]:
        """Note what a fixture of several tests runs, as it counts for all, not only the first."""
        if fixturedef.scope == "function":
            return (yield)
        before = self.watched.counts()
        done = yield
        self.shared.setdefault(id(fixturedef), set()).update(self.watched.ran(before))
        return done

    def _fixtures(self, item: pytest.Item) -> Iterable[Any]:
        """Return the fixtures of a test that outlive it."""
        info = getattr(item, "_fixtureinfo", None)
        found = info.name2fixturedefs if info is not None else {}
        return [f for name in found for f in found[name] if id(f) in self.shared]

    # -- the changes -----------------------------------------------------------------------

    def _mutate(self, session: pytest.Session) -> None:
        if session.testsfailed or not session.items:
            self.problem = "the tests must pass without a change first" if session.items else ""
            return
        for target in self.watched.targets:
            if not any(target.has(place.path, place.line) for place in self.watched.sites):
                names = ", ".join(sorted({Path(path).name for path in self.watched.sources}))
                self.problem = (
                    f"--c64-mutate {target.text}: no program of the tests has instructions from "
                    f"there; their sources: {names or 'none, as they have no debug file'}"
                )
                self.misused = True
                return
        for timed in self.tests:
            for fixture in self._fixtures(timed.item):
                timed.places |= self.shared[id(fixture)]
        session._setupstate.teardown_exact(session)  # type: ignore[arg-type]
        self._make_mutants()
        self._run_mutants()

    def _make_mutants(self) -> None:
        for place in sorted(self.watched.sites):
            sites = self.watched.sites[place]
            tests = sorted((t for t in self.tests if place in t.places), key=lambda t: t.seconds)
            known = [site for site in sites if site.code]
            if any(site.in_rom and site.home is None for site in known):
                self.hidden += 1
                continue
            if not tests or not known:
                self.mutants.append(Mutant(place, "", [], []))
                continue
            found = mutations(known[0].code)
            for number, (code, word) in enumerate(found):
                changes = [
                    (s.program, Change(s.address, s.code, mutations(s.code)[number][0], s.home))
                    for s in known
                    if s.code[0] == known[0].code[0]
                ]
                words = _words(known[0], code, word)
                self.mutants.append(Mutant(place, words, changes, tests))
        if self.count is not None and self.count < len(self.mutants):
            chosen = sorted(random.Random(SEED).sample(range(len(self.mutants)), self.count))
            self.mutants = [self.mutants[at] for at in chosen]

    def _run_mutants(self) -> None:
        writer: Any = self.config.pluginmanager.get_plugin("terminalreporter")
        writer.write_line("")
        writer.write_line(f"{len(self.mutants)} changes of the program")
        todo = [mutant for mutant in self.mutants if mutant.tests]
        results = _forks(todo, self) if hasattr(os, "fork") else _here(todo, self)
        for mutant in results:
            writer.write("." if mutant.noticed else "L")
        writer.write_line("")

    def noticed_by(self, mutant: Mutant) -> str:
        """Run the tests of a mutant with its change; return the name of the one that failed."""
        for program, change in mutant.changes:
            machine_pool.add_change(program, change)
        session = mutant.tests[0].item.session
        for timed in mutant.tests:
            for fixture in self._fixtures(timed.item):
                if mutant.place in self.shared[id(fixture)]:
                    fixture.cached_result = None  # so that the changed program makes it again
            BUDGET.start(TIMES * timed.cycles + MORE_CYCLES)
            if _fails(timed.item):
                return timed.item.nodeid
        session._setupstate.teardown_exact(session)  # type: ignore[arg-type]
        return ""

    # -- the report ------------------------------------------------------------------------

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        ok = session.exitstatus == pytest.ExitCode.OK
        if self.misused:
            session.exitstatus = pytest.ExitCode.USAGE_ERROR
        if ok and self.mutants and self.percent < self.floor:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @property
    def percent(self) -> float:
        noticed = sum(1 for mutant in self.mutants if mutant.noticed)
        return 100 * noticed / max(len(self.mutants), 1)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("changes of the program")
        for line in self.report(terminalreporter.verbosity > 0):
            terminalreporter.write_line(line)

    def report(self, everything: bool = False) -> list[str]:
        """Return lines of text: changes that no test noticed, then how many were.

        everything  with those that were noticed, and by which test
        """
        if self.problem:
            return [self.problem]
        lines = []
        for mutant in self.mutants:
            where = f"{_short(mutant.place.path, self.config.rootpath)}:{mutant.place.line}"
            if not mutant.tests:
                lines.append(f"{where}: no test runs it")
            elif not mutant.noticed:
                lines.append(f"{where}: {mutant.words}: lives ({len(mutant.tests)} tests run it)")
            elif everything:
                lines.append(f"{where}: {mutant.words}: noticed by {mutant.noticed}")
        if self.hidden:
            lines.append(
                f"{self.hidden} instructions were not changed: not in RAM, nor in a ROM that the "
                "CPU saw at the end of the test"
            )
        every, noticed = len(self.mutants), sum(1 for mutant in self.mutants if mutant.noticed)
        if not every:
            return [*lines, "no instruction was changed"]
        return [*lines, f"{noticed} of {every} changes noticed, {self.percent:.1f}%"]


def _words(site: Site, code: bytes, word: str) -> str:
    """Return the instruction and what it becomes."""

    def text(data: bytes) -> str:
        def peek(address: int) -> int:
            return data[address - site.address]

        return disassemble(site.address, peek, site.program.symbols)[0]

    return f"{text(site.code)} {word}" if word == LEFT_OUT else f"{text(site.code)} -> {text(code)}"


def _short(path: str, root: Path) -> str:
    try:
        return Path(path).relative_to(root).as_posix()
    except ValueError:
        return path


def _fails(item: pytest.Item) -> bool:
    """Run a test that has run before; return True if it fails now.  Nothing is reported."""
    from _pytest.runner import runtestprotocol

    item.session._setupstate.teardown_exact(item)
    after: Any = item.parent  # what it shares with others may stay
    reports = runtestprotocol(item, log=False, nextitem=after)
    return any(report.failed for report in reports)


# -- processes -----------------------------------------------------------------------------


def _here(mutants: list[Mutant], mutation: Mutation) -> Generator[Mutant, None, None]:
    """Try the changes in this process; yield each mutant when it is decided."""
    for mutant in mutants:
        try:
            mutant.noticed = mutation.noticed_by(mutant)
        finally:
            machine_pool.remove_changes()
            BUDGET.start()
        yield mutant


class _Fork(NamedTuple):
    mutant: Mutant
    pid: int
    deadline: float


def _forks(mutants: list[Mutant], mutation: Mutation) -> Generator[Mutant, None, None]:
    """Try each change in a fork, as many at once as ``jobs``; yield each mutant when decided."""
    waiting, running = list(reversed(mutants)), dict[int, _Fork]()
    try:
        while waiting or running:
            while waiting and len(running) < mutation.jobs:
                pipe, fork = _begin(waiting.pop(), mutation)
                running[pipe] = fork
            soon = min(fork.deadline for fork in running.values()) - time.monotonic()
            for pipe in select.select(list(running), [], [], max(soon, 0))[0]:
                fork = running.pop(pipe)
                fork.mutant.noticed = _answer(pipe, fork.pid)
                yield fork.mutant
            for pipe, fork in list(running.items()):
                if time.monotonic() >= fork.deadline:
                    os.kill(fork.pid, signal.SIGKILL)
                    del running[pipe]
                    _answer(pipe, fork.pid)
                    fork.mutant.noticed = "time: its tests did not end"
                    yield fork.mutant
    finally:
        for pipe, fork in running.items():
            os.kill(fork.pid, signal.SIGKILL)
            _answer(pipe, fork.pid)


def _begin(mutant: Mutant, mutation: Mutation) -> tuple[int, _Fork]:
    """Start a mutant; return (pipe that its answer comes from, _Fork)."""
    out, into = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads
        pid = os.fork()
    if not pid:
        answer = "the process ended"
        try:
            null = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(null, stream)
            answer = mutation.noticed_by(mutant)
        except BaseException as error:
            answer = f"{type(error).__name__} in a test"
        finally:
            os.write(into, json.dumps(answer[:1000]).encode())
            os._exit(0)
    os.close(into)
    seconds = PATIENCE + 2 * TIMES * sum(timed.seconds for timed in mutant.tests)
    return out, _Fork(mutant, pid, time.monotonic() + seconds)


def _answer(pipe: int, pid: int) -> str:
    """Return which test noticed the change of an ended fork, "" if none did."""
    data = b""
    while part := os.read(pipe, 65536):
        data += part
    os.close(pipe)
    os.waitpid(pid, 0)
    with suppress(ValueError):
        return str(json.loads(data))
    return "a test that ended the process"
