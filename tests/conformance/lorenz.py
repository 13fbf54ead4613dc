"""Wolfgang Lorenz' suite as its chain: each test prints `` - OK`` and LOADs the next.

A program prints its name, does its work, and after success prints the next one's name and
loads it over itself with the KERNAL's LOAD from drive 8.  Where a collection lacks a member
of the chain, LOAD fails, the program before says LOAD ERROR!, and a new chain begins.

Source: the programs of VICE's test collection (general/Lorenz-2.15), version 2.15.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import c64
from c64.bus.pla import PLA_KERNAL
from c64.drive.fastload import install
from disk.d64 import D64Image
from disk.volume import Volume
from tests.conformance.corpus import load_cases

CHROUT = 0xFFD2
LOAD_START = 0x0801
FILE_PRG = 2
PRINT_NAME = bytes.fromhex("20d2ffe8bd")  # JSR CHROUT, INX, LDA name,X
BLOCKS_ON_A_DISK, NAMES_ON_A_DISK = 660, 140
SPARE = 5_000_000  # cycles: boot, LOADs, and what a KERNAL of other speed costs
CHUNK = 1_000_000


@dataclass(frozen=True)
class Test:
    """One program: ``title`` as it prints it, the name of the ``following`` one."""

    path: Path
    title: str
    following: str
    cia: str  # 6526, 8521 or any
    cycles: int

    @property
    def name(self):
        """The file's name without extension."""
        return self.path.stem


@dataclass(frozen=True)
class Chain:
    """Tests that load each other; after the last one comes ``missing``."""

    tests: tuple
    cia: str

    @property
    def missing(self):
        """Name that the last test wants to load."""
        return self.tests[-1].following

    @property
    def cycles(self):
        """Cycles that the tests took in x64sc."""
        return sum(test.cycles for test in self.tests)

    def disk(self):
        """Return the chain's disk, in memory, each program by the name it is loaded by."""
        image = D64Image.blank(b"LORENZ", b"LO")
        volume = Volume(image)
        names = [self.tests[0].name, *(test.following for test in self.tests[:-1])]
        for name, test in zip(names, self.tests, strict=True):
            volume.write_file(name.upper().encode(), FILE_PRG, test.path.read_bytes())
        return image


def printed_names(data):
    """Return the two names a program prints: its own, and that of the next."""
    names, at = [], 0
    while (at := data.find(PRINT_NAME, at)) >= 0 and len(names) < 2:
        at += len(PRINT_NAME)
        start = (data[at] | data[at + 1] << 8) - LOAD_START + 2
        names.append(data[start : data.index(0, start)].decode("ascii").lower())
    return names


@lru_cache(maxsize=1)
def read_tests(folder):
    """Return {file name: Test} of the programs below ``folder``."""
    tests = {}
    for case in load_cases(folder, ident="Lorenz"):
        names = printed_names(case.prg.read_bytes())
        if len(names) != 2:
            continue
        cia = case.model()[1].get("cia", "any")
        before = tests.get(case.prg.stem)
        if before and before.cia != cia:
            cia = "any"  # the suite runs it with either
        cycles = case.entry["net_cycles"]
        if cycles is None:  # a checkout knows only when to give up
            cycles = case.entry["timeout_cycles"]
        test = Test(case.prg, *names, cia, cycles)
        tests[test.name] = test
    return tests


def _after(test, tests, cia):
    """Return the test that follows on a machine with that CIA, or None."""
    wanted = [test.following + "new", test.following] if cia == "8521" else [test.following]
    for name in wanted:
        if name in tests and tests[name].cia in ("any", cia):
            return tests[name]
    return None


def _walk(first, tests):
    found = [first]
    cia = first.cia
    blocks = 0
    while True:
        after = _after(found[-1], tests, "8521" if cia == "any" else cia)
        blocks += -(-found[-1].path.stat().st_size // 254)
        full = blocks > BLOCKS_ON_A_DISK - 8 or len(found) == NAMES_ON_A_DISK
        if after is None or after in found or full:
            return Chain(tuple(found), "8521" if cia == "any" else cia)
        cia = after.cia if cia == "any" else cia
        found.append(after)


def chains(folder):
    """Return the Chains that together reach every program below ``folder``."""
    tests = read_tests(folder)
    loaded = {t.following for t in tests.values()}
    done, result = set(), []
    firsts = [t for t in tests.values() if t.name.removesuffix("new") not in loaded]
    for first in firsts + list(tests.values()):
        if first.name not in done:
            result.append(_walk(first, tests))
            done.update(test.name for test in result[-1].tests)
    return result


def run_chain(chain):
    """Run a chain from LOAD and RUN at BASIC's prompt; returns what is printed, in lower case."""
    machine = c64.C64("c64c", cia=chain.cia, sample_rate=0)
    board, printed = machine.board, bytearray()

    def record(board):
        if board.read_map[board.mode16 + 15] == PLA_KERNAL:
            printed.append(board.cpu.a)
        return False

    install(board)
    machine.drives[8].attach(chain.disk())
    machine.run_cycles(2_500_000)
    machine.type(f'LOAD"{chain.tests[0].name}",8,1\n'.upper())
    machine.tick(30)
    board.set_trap(CHROUT, record)
    machine.type("RUN\n")
    limit = board.cycle + chain.cycles + chain.cycles // 10 + SPARE * len(chain.tests)
    while board.cycle < limit and b"LOAD ERROR!" not in printed and not board.cpu.jammed:
        machine.run_cycles(CHUNK)
    return printed.decode("latin-1").lower()
