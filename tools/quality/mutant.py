"""Linked programs to change, and forks of a warm process that run tests, for mutate.py.

A program may have overlays that share their addresses, each in a file of its own.  ``Linked``
therefore gives every file a bank: its addresses are bank << 16 | address in memory.
"""

import contextlib
import io
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from c64.debug.probe import Probe
from emu.kit.symbols import Symbols, symbols_from_dbg

SEGMENT = re.compile(r"^(seg\t.*?start=)0x([0-9A-Fa-f]+)(.*?)$", re.MULTILINE)
OUTPUT = re.compile(r',oname="([^"]+)",ooffs=(\d+)')
FAILED, INTERRUPTED, CRASHED, NO_TESTS = 1, 2, 3, 5  # exit statuses of pytest, except CRASHED
PATIENCE = 300  # seconds for one test: a change can make a program loop forever


class Linked:
    """A program that ld65 linked with a debug file, its files apart.

    symbols  emu.kit.symbols.Symbols;  files  [Path] by bank
    """

    def __init__(self, dbg: str | Path, *folders: str | Path) -> None:
        self.files: list[Path] = []
        self.places: list[
            tuple[int, int, Path, int]
        ] = []  # (first banked address, size, file, offset)

        def moved(match: re.Match[str]) -> str:
            found = OUTPUT.search(match[3])
            length = re.search(r"size=0x([0-9A-Fa-f]+)", match[3])
            if not found or not length:
                return match[0]
            file, start = Path(found[1]), int(match[2], 16)
            if file not in self.files:
                self.files.append(file)
            start |= self.files.index(file) + 1 << 16
            size = int(length[1], 16)
            self.places.append((start, size, file, int(found[2])))
            return f"{match[1]}0x{start:06X}{match[3]}"

        text = SEGMENT.sub(moved, Path(dbg).read_text())
        with tempfile.TemporaryDirectory() as out:
            copy = Path(out, "banks.dbg")
            copy.write_text(text)
            self.symbols: Symbols = symbols_from_dbg(copy, *folders)
        self.data = {file: file.read_bytes() for file in self.files}

    def place(self, address: int) -> tuple[Path, int]:
        """(file, offset) of a banked address."""
        for start, size, file, offset in self.places:
            if start <= address < start + size:
                return file, offset + address - start
        raise KeyError(f"{address:#x}")

    def peek(self, address: int) -> int:
        """The byte at a banked address, 0 where there is none."""
        try:
            file, at = self.place(address)
        except KeyError:
            return 0
        return self.data[file][at]


class Watch:
    """pytest plugin: which instructions each test runs, by the counts of a probe, and how long.

    seen  {file of tests: [(seconds, name, set of addresses)]}
    """

    def __init__(self, probe: Probe) -> None:
        self.count = np.frombuffer(probe.count, np.int64)
        self.seen: dict[str, list[tuple[float, str, frozenset[int]]]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        before, begin = self.count.copy(), time.perf_counter()
        done = yield
        ran = frozenset(np.flatnonzero(self.count - before).tolist())
        row = (time.perf_counter() - begin, item.nodeid, ran)
        self.seen.setdefault(item.nodeid.split("::")[0], []).append(row)
        return done


def run_tests(tests: Iterable[str], *plugins: object) -> tuple[int, str]:
    """Run tests in this process, silently; return pytest's exit status and output."""
    said = io.StringIO()
    words = ("-x", "-q", "-m", "not long", f"--timeout={PATIENCE}", "-p", "no:cacheprovider")
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        status = pytest.main([*words, *tests], [*plugins])
    return int(status), said.getvalue()


def first_failed(said: str) -> str:
    """The name of the test that pytest's summary names first, "" if it names none."""
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)
    return found[1] if found else ""


def forget() -> None:
    """Clear the caches (functools) that test modules keep of the unchanged program."""
    for name, module in list(sys.modules.items()):
        if name.rpartition(".")[2].startswith("test_"):
            for value in list(vars(module).values()):
                if getattr(value, "__module__", "") == name:  # not what it has from helpers
                    getattr(value, "cache_clear", int)()


def forked(work: Callable[[], int]) -> int:
    """Run ``work`` in a fork of this process; returns its exit status, CRASHED if it had none."""
    pid = os.fork()
    if not pid:
        code = CRASHED
        try:
            null = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(null, stream)
            code = work()
        finally:
            os._exit(code)
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.WEXITSTATUS(status) if os.WIFEXITED(status) else CRASHED
        time.sleep(0.01)
