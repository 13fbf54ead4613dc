#!/usr/bin/env python3
"""List the ROM addresses that a program enters and that GO 64's ROMs do not promise.

    python -m tools.rom.entered FILE --kernal K --basic B   run it with original ROMs
    python -m tools.rom.entered FILE                        run it with our own
    python -m tools.rom.entered --trace TRACE               of a trace: the PC begins each line

What counts is a jump, a call or a return from RAM into KERNAL or BASIC, also through a vector in
RAM; the promised entries are those of docs/program/roms.md.  With our own ROMs the first address
counts most, as a program that has gone wrong may go anywhere.  Lines of a trace have the address
of an instruction, as ``$A474``, ``.C:a474`` or ``A474``, and what follows is not read.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import c64
from c64.errors import Go64Error
from tools.rom.entries import page_entries

LINE = re.compile(r"\W*(?:C:)?\$?([0-9a-fA-F]{4})\b")
FRAMES = 1500
ROM = frozenset([*range(0xA000, 0xC000), *range(0xE000, 0x10000)])
AFTER_JSR = 3


def entered_in_run(machine: c64.C64, path: Path, frames: int) -> set[int]:
    """Return every address of a ROM that a program enters from RAM in so many frames.

    Raises Go64Error if the file cannot be started.
    """
    flags = machine.board.stray_flags
    for address in ROM:
        flags[address] = 1
    machine.autostart(path)
    machine.tick(frames)
    return {address for address in ROM if flags[address] & 2}


def entered_in_trace(lines: Iterable[str]) -> set[int]:
    """Return every address of a ROM that a trace enters from RAM, except returns to a ROM."""
    entered: set[int] = set()
    left: set[int] = set()  # where instructions of a ROM lie that led to RAM
    before: int | None = None
    for line in lines:
        found = LINE.match(line)
        if found is None:
            continue
        address = int(found[1], 16)
        if "(interrupt)" in line:
            left.add(address - AFTER_JSR)  # RTI comes back to it
        if before is not None:
            if before in ROM and address not in ROM:
                left.add(before)
            elif before not in ROM and address in ROM and address - AFTER_JSR not in left:
                entered.add(address)
        before = address
    return entered


def report(entered: Iterable[int], promised: Iterable[int]) -> str:
    """Return the lines about the addresses: those that nobody promises, or that there are none."""
    known, all_entered = set(promised), set(entered)
    strange = sorted(all_entered - known)
    head = f"{len(all_entered)} addresses entered, {len(strange)} of them no entry"
    return "\n".join([head, *(f"${address:04X}" for address in strange)])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program or read the trace; returns 1 if it goes where there is no entry."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.rom.entered",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="program, disk or tape")
    parser.add_argument("--kernal", metavar="FILE")
    parser.add_argument("--basic", metavar="FILE")
    parser.add_argument("--trace", type=Path, metavar="TRACE")
    parser.add_argument("--frames", type=int, default=FRAMES, metavar="N")
    args = parser.parse_args(argv)
    if (args.file is None) == (args.trace is None):
        parser.error("name a FILE to run, or a --trace")
    promised = page_entries()
    try:
        if args.trace is not None:
            with args.trace.open(errors="replace") as lines:
                entered = entered_in_trace(lines)
        else:
            machine = c64.C64(kernal=args.kernal, basic=args.basic, sample_rate=0)
            entered = entered_in_run(machine, args.file, args.frames)
    except (Go64Error, OSError) as error:
        print(f"entered: {error}", file=sys.stderr)
        return 2
    print(report(entered, promised))
    return 1 if set(entered) - set(promised) else 0


if __name__ == "__main__":
    sys.exit(main())
