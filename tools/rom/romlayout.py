"""Where the code of the two 8 KB ROMs lies: the linker's memory map, made from the objects.

A segment ENTRY_xxxx starts at $xxxx, where programs expect an entry of KERNAL or BASIC
(asm/rom, docs/program/roms.md).  Every other segment may lie anywhere between those: BASIC's
in either ROM, as the KERNAL is visible whenever BASIC is; the KERNAL's in its own.  Largest
first, each goes into the smallest gap that holds it, so that the layout follows from the
sources alone and need not be kept by hand.
"""

import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

FIXED = re.compile(r"ENTRY_([0-9A-F]{4})$")
SIZE_LINE = re.compile(r"\s+(\w+):\s+(\d+)$")


class LayoutError(Exception):
    """The code does not fit; the message says what and by how much."""


@dataclass(frozen=True)
class Rom:
    """One ROM: name in the memory map, first address, size in bytes."""

    name: str
    start: int
    size: int


@dataclass(frozen=True)
class Segment:
    """Code to be placed: name, size in bytes, whether it must lie in the KERNAL's ROM."""

    name: str
    size: int
    kernal: bool

    @property
    def address(self) -> int | None:
        """The address it must start at, or None."""
        found = FIXED.match(self.name)
        return int(found[1], 16) if found else None


BASIC = Rom("BASIC", 0xA000, 0x2000)
KERNAL = Rom("KERNAL", 0xE000, 0x2000)
ROMS = (BASIC, KERNAL)

Placed = tuple[int, Segment]  # address, segment
Gap = list[int]  # start, end
Layout = dict[Rom, list[Placed]]
Gaps = dict[Rom, list[Gap]]


def read_segments(objects: Iterable[Path]) -> list[Segment]:
    """Return the Segments of ca65's object files that are not empty, in order of name."""
    sizes: dict[str, int] = {}
    in_kernal: dict[str, bool] = {}
    for path in objects:
        dump = subprocess.run(
            ["od65", "--dump-segsize", path], capture_output=True, text=True, check=True
        ).stdout
        for name, size in (
            found.groups() for found in map(SIZE_LINE.match, dump.splitlines()) if found
        ):
            if int(size):
                sizes[name] = sizes.get(name, 0) + int(size)
                in_kernal[name] = in_kernal.get(name, False) or "_kernal_" in path.name
    return [Segment(name, sizes[name], in_kernal[name]) for name in sorted(sizes)]


def gaps_between(rom: Rom, placed: Iterable[Placed]) -> list[Gap]:
    """Return the free ranges [start, end] of a ROM around its placed (address, Segment)s."""
    gaps: list[Gap] = []
    at, before = rom.start, ""
    for address, segment in sorted(placed, key=lambda item: item[0]):
        if address < at:
            raise LayoutError(
                f"{before} is {at - address} bytes too long: "
                f"it reaches into {segment.name} at ${address:04X}"
            )
        gaps.append([at, address])
        at, before = address + segment.size, segment.name
    if at > rom.start + rom.size:
        raise LayoutError(f"{before} reaches beyond the end of {rom.name}")
    gaps.append([at, rom.start + rom.size])
    return [gap for gap in gaps if gap[0] < gap[1]]


def place(segments: Iterable[Segment]) -> tuple[Layout, Gaps]:
    """Return the layout {Rom: [(address, Segment), ...] by address} and the gaps left.

    Raises LayoutError where fixed segments overlap or a floating one finds no gap.
    """
    layout: Layout = {rom: [] for rom in ROMS}
    floating = []
    for segment in segments:
        if segment.address is None:
            floating.append(segment)
            continue
        rom = next((r for r in ROMS if 0 <= segment.address - r.start < r.size), None)
        if rom is None:
            raise LayoutError(f"{segment.name} lies in neither ROM")
        layout[rom].append((segment.address, segment))
    gaps = {rom: gaps_between(rom, layout[rom]) for rom in ROMS}
    for segment in sorted(floating, key=lambda s: (not s.kernal, -s.size, s.name)):
        roms = (KERNAL,) if segment.kernal else ROMS
        fitting = [
            (gap[1] - gap[0], gap[0], rom, gap)
            for rom in roms
            for gap in gaps[rom]
            if gap[1] - gap[0] >= segment.size
        ]
        if not fitting:
            widest = max((gap[1] - gap[0] for rom in roms for gap in gaps[rom]), default=0)
            raise LayoutError(
                f"no gap for {segment.name}, {segment.size} bytes: the widest has {widest}; "
                "cut it into smaller segments, or shorten the code"
            )
        _, address, rom, gap = min(fitting, key=lambda fit: fit[:2])
        layout[rom].append((address, segment))
        gap[0] += segment.size
    for rom in ROMS:
        layout[rom].sort(key=lambda item: item[0])
    return layout, gaps


def memory_map(layout: Layout, gaps: Gaps) -> str:
    """Return ld65's configuration as text."""
    free = {rom: sum(end - start for start, end in gaps[rom]) for rom in ROMS}
    widest = max((end - start for rom in ROMS for start, end in gaps[rom]), default=0)
    lines = [
        "# Made by tools/rom/romlayout.py.  Bytes free: "
        + ", ".join(f"{rom.name} {free[rom]}" for rom in ROMS)
        + f"; widest gap {widest}.",
        "MEMORY {",
        *(
            f"    {rom.name}: start = ${rom.start:04X}, size = ${rom.size:04X}, "
            f'fill = yes, fillval = $AA, file = "build/rom/{rom.name.lower()}.bin";'
            for rom in ROMS
        ),
        "}",
        "SEGMENTS {",
        *(
            f"    {segment.name}: load = {rom.name}, type = ro, start = ${address:04X};"
            for rom in ROMS
            for address, segment in layout[rom]
        ),
        "}",
    ]
    return "\n".join(lines) + "\n"


def write_memory_map(objects: Iterable[Path], path: Path) -> None:
    """Lay out the object files and write the memory map to ``path``."""
    path.write_text(memory_map(*place(read_segments(objects))))
