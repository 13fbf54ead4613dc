"""How fast the machine is beside VICE's x64sc: ``python -m tests.bench.x64sc [LOAD ...]``.

x64sc must be in the PATH.  It runs with our ROMs, reSID and a dummy sound device, without a window
and at warp (it then draws few of its frames; we draw all, and make all sound).
What starting costs is taken out: it runs for two lengths, and the difference counts.  One round
measures both by turns, CPU time of the process; printed are the median of the ratios and their
quartiles.
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import c64
from emu.shared.disks import BUNDLED_GAME
from tests.bench import loads

ROMS = Path(c64.__file__).parent / "roms"
OUR_ROMS = ("kernal", "basic", "chargen", "dos1541")  # also the names of its options
STEP = 40_000_000  # cycles that one of our slices has, and by which x64sc's two lengths differ
BEGUN = {"ready": 8_000_000, "busy": 12_000_000, "title": 60_000_000}  # the load runs by then
# 10 SYS 2061, and a copier: SEI, X = 0, two pages from $0840 to $C000, JMP $C000
STUB = bytes.fromhex(
    "0108 0b08 0a00 9e 32303631 00 0000 78a200 bd40089d00c0 bd40099d00c1 e8d0f1 4c00c0"
)
PROGRAM_AT = 0x0840


def wrapped(program):
    """Return a .prg that moves ``program``, at most 512 bytes, to $C000 and starts it."""
    if len(program) > 512:
        raise ValueError(f"busy.s has {len(program)} bytes, the copier here moves 512")
    return STUB.ljust(PROGRAM_AT - 0x0801 + 2, b"\0") + program.ljust(512, b"\0")


def start_options(load, folder):
    """Return what x64sc is started with for a load; files go into ``folder``."""
    if load == "busy":
        path = Path(folder, "busy.prg")
        path.write_bytes(wrapped(loads.busy_program()))
        return ["-autostartprgmode", "1", "-autostart", str(path)]
    if load == "title":
        return ["-drive8type", "1541", "-drive8truedrive", "-autostart", str(BUNDLED_GAME)]
    return []


def x64sc_seconds(options, cycles):
    """Return the CPU seconds of a run of x64sc."""
    command = [
        "x64sc",
        "-default",
        "-console",
        "-sounddev",
        "dummy",
        "-warp",
        "-limitcycles",
        str(cycles),
    ]
    for name in OUR_ROMS:
        command += [f"-{name}", str(ROMS / f"{name}.bin")]
    with tempfile.TemporaryDirectory(prefix="x64sc") as home:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        environment = dict(os.environ, HOME=home)
        subprocess.run(
            command + options, check=False, env=environment, capture_output=True, timeout=600
        )  # it fails by design when it has reached the limit
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def our_machine(load):
    """Return our machine in a load."""
    if load == "title":
        machine = c64.C64()
        machine.autostart(BUNDLED_GAME, settle=True)
        machine.tick(200)
        return machine
    return {"ready": loads.ready, "busy": loads.busy}[load]()


def our_speed(machine):
    """Return cycles a CPU second of a slice, every picture and all sound made."""
    start, spent = machine.cycle, time.process_time()
    while machine.cycle - start < STEP:
        machine.tick()
        machine.screen.indices  # noqa: B018 - composes the picture
        machine.audio()
    return (machine.cycle - start) / (time.process_time() - spent)


def measure(load, rounds):
    """Return (median, lower, upper quartile) of how many times as fast we are."""
    machine, ratios = our_machine(load), []
    with tempfile.TemporaryDirectory(prefix="x64sc") as folder:
        options = start_options(load, folder)
        for _ in range(rounds):
            short = x64sc_seconds(options, BEGUN[load])
            ours = our_speed(machine)
            long = x64sc_seconds(options, BEGUN[load] + STEP)
            if long <= short:
                sys.exit(f"x64sc does not run: {long:.2f} s of CPU time for the whole length")
            ratios.append(ours * (long - short) / STEP)
    lower, middle, upper = statistics.quantiles(ratios, n=4)
    return middle, lower, upper


def main():
    """Measure the loads that are named, all of them without names."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.x64sc", description=__doc__)
    parser.add_argument("loads", nargs="*", metavar="LOAD", help="ready, busy, title")
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    for load in args.loads:
        if load not in BEGUN:
            parser.error(f"no load {load}: there are {', '.join(BEGUN)}")
    if shutil.which("x64sc") is None:
        sys.exit("x64sc is not in the PATH")
    for load in args.loads or BEGUN:
        print("{}: {:.2f} times x64sc ({:.2f}-{:.2f})".format(load, *measure(load, args.rounds)))


if __name__ == "__main__":
    main()
