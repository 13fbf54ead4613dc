"""Coverage and profile of assembly source.

The probe counts by address; this module maps addresses to source lines.  Counts are merged
as ``{path: {line: [hits, cycles, stolen, branches]}}`` with ``branches`` a list of [taken,
not taken] of the conditional branches in the line, so that pytest-xdist's workers can
send theirs.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol, TypedDict

import numpy as np

from c64.debug.probe import Probe
from emu.kit.symbols import Symbols

SUMMARY_FILES = 12
Entry = list[Any]  # of a line: hits, cycles, stolen, [[taken, not taken], ...]
Routine = list[Any]  # path, line, calls, cycles, stolen
Lines = dict[int, Entry]  # of one file, by number


class Collection(TypedDict):
    """Counts by line, {path: {line: Entry}}, and by routine, {name: Routine}."""

    lines: dict[str, Lines]
    routines: dict[str, Routine]


class Counted(Protocol):
    """What counts may be collected of: emu.kit.machine_pool.BootedMachine and others."""

    symbols: Symbols
    probe: Probe

    def peek(self, address: int, /) -> int:
        """Return the byte at an address."""


def collect(booted: Counted) -> Collection:
    """Return {"lines": ..., "routines": ...} of what a booted's probe has counted.

    booted  anything with ``symbols``, ``probe``, and ``peek(address)``

    The counts of a macro's line are summed over all uses; its hits are those of the use that
    ran most often.
    """
    symbols, probe, peek = booted.symbols, booted.probe, booted.peek
    count, cycles = np.asarray(probe.count), np.asarray(probe.cycles)
    stolen, fell = np.asarray(probe.stolen), np.asarray(probe.fell)
    lines: dict[str, Lines] = {}
    routines: dict[str, Routine] = {}
    for addr in sorted(symbols.code):
        path, number = symbols.lines[addr]
        hits = int(count[addr])
        entry = lines.setdefault(path, {}).setdefault(number, [0, 0, 0, []])
        entry[0] = max(entry[0], hits)
        entry[1] += int(cycles[addr])
        entry[2] += int(stolen[addr])
        if symbols.is_branch(addr, peek):
            entry[3].append([hits - int(fell[addr]), int(fell[addr])])
    for routine in symbols.routines:
        inside = slice(routine.start, routine.end)
        entry = [routine.path, routine.line, int(count[routine.start]),
                 int(cycles[inside].sum()), int(stolen[inside].sum())]  # fmt: skip
        routines[routine.name] = entry
    return {"lines": lines, "routines": routines}


def merge(into: Collection, other: Collection) -> Collection:
    """Add the counts of one collection to another."""
    for path, numbers in other["lines"].items():
        mine = into["lines"].setdefault(path, {})
        for number, (hits, cycles, stolen, branches) in numbers.items():
            entry = mine.setdefault(int(number), [0, 0, 0, []])
            entry[0] += hits
            entry[1] += cycles
            entry[2] += stolen
            for i, pair in enumerate(branches):
                if i == len(entry[3]):
                    entry[3].append([0, 0])
                entry[3][i][0] += pair[0]
                entry[3][i][1] += pair[1]
    for name, values in other["routines"].items():
        entry = into["routines"].setdefault(name, [*values[:2], 0, 0, 0])
        for i in (2, 3, 4):
            entry[i] += values[i]
    return into


def outside(collection: Collection, folder: Path) -> Collection:
    """Return what was counted of files that are not in a folder."""
    lines, routines = collection["lines"], collection["routines"]
    return {
        "lines": {path: lines[path] for path in lines if not Path(path).is_relative_to(folder)},
        "routines": {
            name: entry
            for name, entry in routines.items()
            if not Path(entry[0]).is_relative_to(folder)
        },
    }


def nothing() -> Collection:
    """Return an empty collection."""
    return {"lines": {}, "routines": {}}


def lcov_text(collection: Collection) -> str:
    """Return the collection as an LCOV tracefile (source: the man page geninfo(1))."""
    out = []
    for path in sorted(collection["lines"]):
        out += ["TN:", f"SF:{path}"]
        mine = {n: r for n, r in collection["routines"].items() if r[0] == path}
        for name, routine in sorted(mine.items(), key=lambda item: item[1][1]):
            out.append(f"FN:{routine[1]},{name}")
        out += [f"FNDA:{routine[2]},{name}" for name, routine in mine.items()]
        out += [f"FNF:{len(mine)}", f"FNH:{sum(1 for r in mine.values() if r[2])}"]
        out += _branch_records(collection["lines"][path])
        numbers = collection["lines"][path]
        out += [f"DA:{number},{numbers[number][0]}" for number in sorted(numbers)]
        hit = sum(1 for entry in numbers.values() if entry[0])
        out += [f"LF:{len(numbers)}", f"LH:{hit}", "end_of_record"]
    return "\n".join(out) + "\n"


def _branch_records(numbers: Lines) -> list[str]:
    out: list[str] = []
    found = hit = 0
    for number in sorted(numbers):
        for block, pair in enumerate(numbers[number][3]):
            for branch, times in enumerate(pair):
                ran = sum(pair) > 0
                out.append(f"BRDA:{number},{block},{branch},{times if ran else '-'}")
                found += 1
                hit += times > 0
    return [*out, f"BRF:{found}", f"BRH:{hit}"]


def summary(collection: Collection, root: Path) -> list[str]:
    """Return lines of text: lines and branches reached in each file.

    root  Path of the project; names are relative to it

    If there are more than SUMMARY_FILES files, they are summed by folder.
    """
    files = {_short(path, root): lines for path, lines in collection["lines"].items()}
    rows: dict[str, list[int]] = {}
    for name in sorted(files):
        key = name if len(files) <= SUMMARY_FILES else str(Path(name).parent)
        row = rows.setdefault(key, [0, 0, 0, 0])
        for i, value in enumerate(_reached(files[name])):
            row[i] += value
    if rows:
        rows["all"] = [sum(row[i] for row in rows.values()) for i in range(4)]
    return [
        f"{name:<40} lines {hit:>5}/{all_:<5} {_percent(hit, all_):>6}   "
        f"branches {ways:>5}/{both:<5} {_percent(ways, both):>6}"
        for name, (hit, all_, ways, both) in rows.items()
    ]


def _reached(numbers: Lines) -> tuple[int, int, int, int]:
    """Return (lines reached, lines, branch directions taken, directions) of a file's counts."""
    hit = sum(1 for entry in numbers.values() if entry[0])
    ways = [times for entry in numbers.values() for pair in entry[3] for times in pair]
    return hit, len(numbers), sum(1 for times in ways if times), len(ways)


def below_floors(
    collection: Collection, floors: Iterable[tuple[str, float]], root: Path
) -> list[str]:
    """Return a message for every floor [(folder, percent)] that is not reached."""
    broken = []
    for folder, percent in floors:
        hit = lines = 0
        for path, numbers in collection["lines"].items():
            if Path(_short(path, root)).is_relative_to(folder):
                reached = _reached(numbers)
                hit, lines = hit + reached[0], lines + reached[1]
        if not lines:
            broken.append(f"--c64-floor {folder}: no source below this folder was counted")
        elif 100 * hit < percent * lines:
            broken.append(
                f"--c64-floor {folder}: {hit} of {lines} lines ran, {_percent(hit, lines)}; "
                f"at least {percent:g}% must"
            )
    return broken


def profile(collection: Collection, top: int = 20) -> list[str]:
    """Return lines of text: cycles by routine, then by line; stolen cycles separately."""
    routines = sorted(collection["routines"].items(), key=lambda item: -item[1][3])
    out = [f"{'routine':<32}{'calls':>10}{'cycles':>14}{'stolen':>12}"]
    for name, (_, _, calls, cycles, stolen) in routines[:top]:
        if cycles:
            out.append(f"{name:<32}{calls:>10}{cycles - stolen:>14}{stolen:>12}")
    lines = [
        (cycles, stolen, hits, f"{Path(path).name}:{number}")
        for path, numbers in collection["lines"].items()
        for number, (hits, cycles, stolen, _) in numbers.items()
        if cycles
    ]
    out.append(f"{'line':<32}{'times':>10}{'cycles':>14}{'stolen':>12}")
    for cycles, stolen, hits, where in sorted(lines, reverse=True)[:top]:
        out.append(f"{where:<32}{hits:>10}{cycles - stolen:>14}{stolen:>12}")
    return out


def _short(path: str, root: Path) -> str:
    try:
        return Path(path).relative_to(root).as_posix()
    except ValueError:
        return str(path)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"
