"""Runs a target in a process of its own, and tells what came of it.

A case is its target's name and a number: the same two make the same case again.  The process
writes the number of each case before it begins, so whoever watches knows in which one it died
or hangs.  After a fault it goes on with the next case in a new process.
"""

import gc
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from disk.errors import Go64Error

SLOW = 20.0  # seconds of the processor's time that a case may take
MEMORY = 256 << 20  # bytes a process may have at most
GATHERED = 256  # cases, after which Python is to free objects that refer to each other
FAULTS = 10  # after which a target is given up
_POLL = 0.1
_CROWD = 10  # times as long a case may take by the clock, as others use the computer, too
_IMPORTS = 60.0  # seconds more for the first case: imports, machines that boot


@dataclass(frozen=True)
class Build:
    """Which build is tried, and what a case may take on it.

    memory  bytes that a process may have, 0: any
    slow    seconds of the processor's time that a case may take
    begin   seconds more that the first case of a process may take
    cwd, environment  of the processes, None: as here
    """

    memory: int = MEMORY
    slow: float = SLOW
    begin: float = _IMPORTS
    cwd: Path | None = None
    environment: Mapping[str, str] | None = None


@dataclass
class Result:
    """What came of a target: cases tried, of these refused, seconds, faults as lines."""

    name: str
    cases: int = 0
    refused: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.cases} cases ({self.refused} refused), "
            f"{self.seconds:.0f} s, {len(self.faults)} faults"
        )


def try_case(name: str, number: int) -> bool:
    """Try one case in this process; returns whether it was refused in a line.

    Raises whatever is a fault.
    """
    from tests.fuzz.targets import TARGETS

    target, dice = TARGETS[name], Random(f"{name} {number}")
    case = target.make(dice)
    try:
        target.use(case, dice)
    except Go64Error as error:
        if "\n" in str(error) or not str(error):
            raise AssertionError(f"not a line: {str(error)!r}") from error
        return True
    return False


def work(name: str, first: int, count: int, seconds: float, status: Path, memory: int) -> None:
    """Be the process that tries cases; ``status`` gets a row of JSON for each step.

    The seconds count from the end of the first case, for which machines boot and games are played.
    """
    unraised: list[str] = []
    sys.unraisablehook = lambda found: unraised.append(f"{found.exc_value!r} in {found.object!r}")
    end = math.inf
    with status.open("a", buffering=1) as rows:
        for number in range(first, first + count):
            if time.monotonic() >= end:
                break
            if number % GATHERED == 0:  # left to itself it would let thousands of cases add up
                gc.collect()
            rows.write(json.dumps(["begin", number]) + "\n")
            refused, fault = False, ""
            try:
                refused = try_case(name, number)
            except BaseException as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                where = f"{Path(last.filename).name}:{last.lineno}"
                fault = f"{type(error).__name__}: {error} ({where})".splitlines()[0][:300]
            if unraised:
                fault = unraised[0]
                unraised.clear()
            most = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            if not fault and memory and most > memory:
                fault = f"{most >> 20} MiB of memory"
            rows.write(json.dumps(["end", number, refused, fault]) + "\n")
            if fault:
                return
            if number == first:
                end = time.monotonic() + seconds
        rows.write(json.dumps(["done"]) + "\n")


def fuzz(
    name: str,
    count: int,
    seconds: float,
    first: int = 0,
    build: Build = Build(),
) -> Result:
    """Try ``count`` cases of a target, for so many seconds at most, in processes that are watched.

    build  the one that is to be tried
    """
    result, begin, last = Result(name), time.monotonic(), first + count
    while first < last and len(result.faults) < FAULTS:
        left = seconds - (time.monotonic() - begin)
        if left <= 0:
            break
        first = _watch(result, first, last - first, left, build)
    result.seconds = time.monotonic() - begin
    return result


def _watch(result: Result, first: int, count: int, seconds: float, build: Build) -> int:
    """Run one process to its end and note what it did; returns the next case to try."""
    with tempfile.TemporaryDirectory(prefix="go64-fuzz-") as folder:
        status = Path(folder) / "status"
        status.touch()
        words = map(str, (result.name, first, count, seconds, status, build.memory))
        command = [sys.executable, "-m", "tests.fuzz", "--work", *words]
        told = dict(build.environment or os.environ, TMPDIR=folder)
        with (Path(folder) / "said").open("w+") as said:
            process = subprocess.Popen(command, cwd=build.cwd, env=told, stdout=said, stderr=said)
            hangs = _wait(process, status, build)
            said.seek(0)
            lines = said.read().strip().splitlines()
        told_by = next((s for s in lines if "rror" in s), lines[-1] if lines else "")[:300]
        why = f"takes more than {build.slow:g} s" if hangs else f"ended with {process.returncode}"
        return _note(result, status, first, count, f"{why} {told_by}".rstrip())


def processor_time(pid: int) -> float:
    """Return seconds of the processor's time that a process has had.

    The clock's where the system has no /proc: a busy computer makes cases look slow there.
    """
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _wait(process: "subprocess.Popen[bytes]", status: Path, build: Build) -> bool:
    """Wait for a process to end; returns whether it was killed because a case took too long."""
    size, since, worked, ended = 0, time.monotonic(), 0.0, False
    while process.poll() is None:
        time.sleep(_POLL)
        now, limit = status.stat().st_size, build.slow + (0 if ended else build.begin)
        if now != size:
            size, since, worked = now, time.monotonic(), processor_time(process.pid)
            ended = ended or '"end"' in status.read_text()
            continue
        waited = time.monotonic() - since
        works = processor_time(process.pid) - worked if waited > limit else 0.0
        if waited > _CROWD * limit or works > limit:
            process.kill()
            process.wait()
            return True
    return False


def _note(result: Result, status: Path, first: int, count: int, why: str) -> int:
    """Add what a process did to the result; returns the next case to try.

    why  it ended, should it have been in the middle of a case
    """
    at, open_case, done = first, False, False
    for row in map(json.loads, status.read_text().splitlines()):
        if row[0] == "begin":
            at, open_case = row[1], True
        elif row[0] == "end":
            open_case = False
            result.cases += 1
            result.refused += row[2]
            if row[3]:
                result.faults.append(f"{result.name} {at}: {row[3]}")
        else:
            done = True
    if done:
        return first + count
    if open_case or not result.faults:
        result.cases += open_case
        result.faults.append(f"{result.name} {at}: {why}")
    return at + 1
