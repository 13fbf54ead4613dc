"""The longest frame while a C64 program uses a folder of the host, in milliseconds.

    python -m tests.bench.folder

A folder of 4,200 files and one of 16 MiB, with the machine as a window has it (aside) and as a run
without one has it (waits); ``--plain`` only the second, for a checkout that has nothing else.
"""

import argparse
import tempfile
import time
from pathlib import Path

import c64

FILES, BIG = 4200, 16 << 20
COMMANDS = {
    "list": 'OPEN1,8,0,"$":CLOSE1',
    "find": 'OPEN1,8,2,"F4000,S,R":CLOSE1',
    "copy": 'OPEN15,8,15,"C:NEW=BIG":CLOSE15',
    "copy_too_large": 'OPEN15,8,15,"C:NEW=BIG,BIG":CLOSE15',
    "scratch": 'OPEN15,8,15,"S:F1*":CLOSE15',
}


def fill(folder):
    """Make the files."""
    for number in range(FILES):
        (folder / f"f{number}.seq").write_bytes(b"x")
    (folder / "big.seq").write_bytes(bytes(BIG))


def frames(machine, text, served):
    """Type a command; returns the seconds of each frame until BASIC is ready again."""
    machine.fastload = served
    machine.type(text + "\n", wait=False)
    taken, quiet = [], 0
    while quiet < 20 and len(taken) < 20000:
        before = time.perf_counter()
        machine.tick()
        machine.audio()
        taken.append(time.perf_counter() - before)
        busy = machine.typing or not machine.at_prompt
        quiet = 0 if busy else quiet + 1
        if taken[-1] < 0.02:
            time.sleep(0.02 - taken[-1])  # the pace of a window
    return taken


def measure(aside, served):
    """Return {command: (ms of the longest frame, how many took more than 20 ms, seconds)}."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        machine = c64.C64()
        machine.drives[8].attach(folder)
        machine.drives[8].image.aside = aside
        machine.tick(150)
        for what, text in COMMANDS.items():
            began = time.perf_counter()
            taken = frames(machine, text, served)
            late = sum(seconds > 0.02 for seconds in taken)
            found[what] = (max(taken) * 1000, late, time.perf_counter() - began)
    return found


def main():
    """Print a line a command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plain", action="store_true")
    args = parser.parse_args()
    for aside in (False,) if args.plain else (False, True):
        for served in (False, True):
            for what, (longest, late, lasts) in measure(aside, served).items():
                way = ("aside" if aside else "waits") + (", served" if served else ", lines")
                print(
                    f"folder_{what} ({way}): {longest:.1f} ms, {late} late, {lasts:.1f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main()
