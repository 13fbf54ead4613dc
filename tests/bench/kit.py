"""``python -m tests.bench.kit``: what the test kit costs, one ``name: value`` line each.

Tests a second are those of a run of pytest in a process of its own, from the end of the first
test (which boots the machine) to the last, with pytest's own plugins and this one: tests that
do nothing, tests that call a small routine, and the same tests written in assembly.

The overhead of a log is the time of the same run with it, divided by that of a plain run,
measured in turns; the median of the rounds.  Times are of the process, not of the clock.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, nullcontext
from importlib.metadata import entry_points
from pathlib import Path

from emu.kit.machine import Kit
from emu.kit.machine_pool import BootedMachine, MachineSpec

ROUNDS = 5
FRAMES = 40
CALLS = 2000
ROUTINE = bytes.fromhex("18 65fb 85fb 60")  # CLC, ADC $FB, STA $FB, RTS
ROOT = Path(__file__).resolve().parents[2]
TESTS = 600
PROGRAM = """\
.exportzp sum
.export add
.zeropage
sum:    .res 1
.code
.proc add
        clc
        adc sum
        sta sum
        rts
.endproc
"""
CALL_TESTS = """\
import pytest

pytestmark = pytest.mark.c64(prg=("add.bin", 0x2000), dbg="add.dbg")
"""
CALL_TEST = """
def test_{0}(c64):
    result = c64.call("add", a=1, zp={{"sum": 2}})
    assert result.a == 3
    assert c64.memory["sum"] == 3
"""
ASSEMBLY_TESTS = """\
; c64: link add.s
        .include "test.inc"
        .import add
        .importzp sum
"""
ASSEMBLY_TEST = """
.proc test_{0}
        lda #2
        sta sum
        lda #1
        jsr add
        assert_a 3
        assert_byte sum, 3
        rts
.endproc
"""
CONFTEST = """\
import time

begin = []

def pytest_runtest_logfinish():
    if not begin:
        begin.append(time.process_time())

def pytest_sessionfinish(session):
    took = time.process_time() - begin[0]
    print(f"\\nrate {(session.testscollected - 1) / took} failed {session.testsfailed}")
"""


def _run(kit, log):
    begin = time.process_time()
    context = log(kit)
    with nullcontext() if context is None else context:
        for _ in range(FRAMES):
            kit.board.run_frame(kit.board.cycle + 40_000)
    return time.process_time() - begin


def _plain(kit):
    kit.board.attach_probe(None)


def _watch(kit):
    kit.watch((0xD000, 0xD3FF))


def _all(kit):
    stack = ExitStack()
    for log in (kit.bus_log(), kit.interrupt_log()):
        stack.enter_context(log)
    return stack


LOGS = {
    "last 32 instructions, stack depth (always on)": lambda kit: None,
    "coverage and profile": lambda kit: setattr(kit.probe, "counting", 1),
    "register log": lambda kit: kit.register_log(),
    "watch of the VIC's registers": _watch,
    "step log": lambda kit: kit.step_log(),
    "interrupt log": lambda kit: kit.interrupt_log(),
    "bus log, every access": lambda kit: kit.bus_log(),
    "bus log and interrupt log": _all,
}


def overhead(station, log):
    """Return the median ratio of a run with ``log`` to a plain one."""
    ratios = []
    for _ in range(ROUNDS):
        plain = _run(Kit(station), _plain)
        ratios.append(_run(Kit(station), log) / plain)
        station.probe.counting = 0
    return statistics.median(ratios)


def calls_a_second(station):
    """Return how often a second a test's machine is put back and a routine is called."""
    best = 0
    for _ in range(ROUNDS):
        begin = time.process_time()
        for _ in range(CALLS):
            kit = Kit(station)
            kit.board.ram[0xC000 : 0xC000 + len(ROUTINE)] = ROUTINE
            kit.call(0xC000, a=1, zp={0xFB: 1})
        best = max(best, CALLS / (time.process_time() - begin))
    return best


def write_tests(folder):
    """Write the program and the three files of tests; returns {what: file}."""
    from emu.kit.asmtests import CONFIG

    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "add.s").write_text(PROGRAM)
    (folder / "add.cfg").write_text(CONFIG)
    for command in (
        ["ca65", "-g", "add.s"],
        ["ld65", "-C", "add.cfg", "--dbgfile", "add.dbg", "-o", "add.bin", "add.o"],
    ):
        subprocess.run(command, cwd=folder, check=True)
    texts = {
        "test_empty.py": "".join(f"def test_{i}():\n    pass\n\n" for i in range(TESTS)),
        "test_call.py": CALL_TESTS + "".join(CALL_TEST.format(i) for i in range(TESTS)),
        "test_add.s": ASSEMBLY_TESTS + "".join(ASSEMBLY_TEST.format(i) for i in range(TESTS)),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return dict(zip(("empty", "call", "assembly"), texts, strict=True))


def tests_a_second(folder, name):
    """Return how many tests of a file pytest runs in a second of one core."""
    installed = any(e.value == "emu.kit.plugin" for e in entry_points(group="pytest11"))
    plugin = [] if installed else ["-p", "emu.kit.plugin"]
    command = [sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", "-q", name]
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    result = subprocess.run(
        command, cwd=folder, env=environment, check=False, capture_output=True, text=True
    )
    match = re.search(r"rate ([\d.]+) failed 0$", result.stdout, re.MULTILINE)
    if not match:
        sys.exit(f"{name}: tests failed\n{result.stdout[-3000:]}")
    return float(match[1])


def print_tests_a_second():
    """Print the best of the rounds, measured in turns."""
    best = {}
    with tempfile.TemporaryDirectory(prefix="c64bench") as name:
        files = write_tests(Path(name))
        for _ in range(ROUNDS):
            for what, file in files.items():
                best[what] = max(best.get(what, 0), tests_a_second(name, file))
    for what, rate in best.items():
        print(f"{what} tests of pytest, a second: {rate:.0f}", flush=True)
    print(f"a call test's time, of an empty test's: {best['empty'] / best['call']:.2f}")


def main():
    """Print the figures."""
    print_tests_a_second()
    station = BootedMachine(MachineSpec())
    print(f"fixture and call, a second: {calls_a_second(station):.0f}")
    for name, log in LOGS.items():
        print(f"overhead, {name}: {overhead(station, log):.2f}")


if __name__ == "__main__":
    main()
