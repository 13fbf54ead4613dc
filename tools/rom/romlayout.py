"""Where the code of the two 8 KB ROMs lies: the linker's memory map, made from the objects.

A segment ENTRY_xxxx starts at $xxxx, where programs expect an entry of KERNAL or BASIC
(asm/rom, docs/program/roms.md).  Every other segment may lie anywhere between those: BASIC's
in either ROM, as the KERNAL is visible whenever BASIC is; the KERNAL's in its own.  How they
are packed follows from the sources alone and need not be kept by hand: the largest first into
the smallest gap that holds it or, where that leaves too much room in between, the small ones by
what fills a gap best; then what several gaps have left is gathered in one.  If all that is not
enough, a few gaps at a time are emptied and filled in another order.
"""

import random
import re
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
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

    def holds(self, address: int) -> bool:
        """Tell whether an address lies in this ROM."""
        return 0 <= address - self.start < self.size


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


@dataclass
class Room:
    """A gap between fixed segments, from ``start`` to ``end``, and the Segments it holds."""

    rom: Rom
    start: int
    end: int
    held: list[Segment] = field(default_factory=list)

    @property
    def free(self) -> int:
        """Bytes that nothing lies in."""
        return self.end - self.start - sum(segment.size for segment in self.held)

    def placed(self) -> list[tuple[int, Segment]]:
        """Return (address, Segment) of what it holds, one behind the other."""
        sizes = accumulate((segment.size for segment in self.held), initial=self.start)
        return list(zip(sizes, self.held, strict=False))

    def gap(self) -> list[int]:
        """Return [start, end] of what is left."""
        return [self.end - self.free, self.end]


BASIC = Rom("BASIC", 0xA000, 0x2000)
KERNAL = Rom("KERNAL", 0xE000, 0x2000)
ROMS = (BASIC, KERNAL)
# ``least`` of pack(), till all have room; repack() goes on from the last, which leaves it least.
PACKINGS = (0, 300, 200, 150, 120, 75, 50, 1 << 16, 100)
TRIES = 60_000  # of repack(), ten thousand a second; a tenth was enough so far

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
        address = segment.address
        rom = next((r for r in ROMS if r.holds(address)), None)
        if rom is None:
            raise LayoutError(f"{segment.name} lies in neither ROM")
        layout[rom].append((segment.address, segment))
    gaps = {rom: gaps_between(rom, layout[rom]) for rom in ROMS}
    floating.sort(key=lambda s: (not s.kernal, -s.size, s.name))
    left: list[Segment] = []
    for least in PACKINGS:
        rooms = [Room(rom, start, end) for rom in ROMS for start, end in gaps[rom]]
        left = [s for s in pack(floating, rooms, least) if not gather(s, rooms)]
        if not left:
            break
    if left := repack(left, rooms):
        widest = max((room.free for room in rooms), default=0)
        raise LayoutError(
            f"no gap for {left[0].name}, {left[0].size} bytes: the widest has {widest}; "
            "cut it into smaller segments, or shorten the code"
        )
    for rom in ROMS:
        layout[rom] += [item for room in rooms if room.rom is rom for item in room.placed()]
        layout[rom].sort(key=lambda item: item[0])
    return layout, {rom: [r.gap() for r in rooms if r.rom is rom] for rom in ROMS}


def pack(floating: Iterable[Segment], rooms: Sequence[Room], least: int) -> list[Segment]:
    """Fill Rooms with Segments; return what is not placed.

    floating  in the order in which they are tried
    least     bytes: segments of that size and more go first, each into the smallest gap that holds
              it.  Then each gap, from the smallest on, takes those that fill it best
    """
    left: list[Segment] = []
    small: list[Segment] = []
    for segment in floating:
        if segment.size < least:
            small.append(segment)
        elif not put(segment, rooms):
            left.append(segment)
    for room in sorted(rooms, key=lambda room: (room.free, room.start)):
        for segment in best_filling(small, room.rom, room.free):
            small.remove(segment)
            room.held.append(segment)
    return left + small


def put(segment: Segment, rooms: Sequence[Room]) -> bool:
    """Place a Segment in the smallest gap that holds it; returns whether there is one."""
    fitting = [room for room in rooms if fits(segment, room.rom, room.free)]
    if fitting:
        min(fitting, key=lambda room: (room.free, room.start)).held.append(segment)
    return bool(fitting)


def gather(segment: Segment, rooms: Sequence[Room]) -> bool:
    """Place a Segment that no gap holds, by gathering in one what other gaps have left.

    Returns whether that was possible; if not, all is as before.
    """
    if put(segment, rooms):
        return True
    for room in sorted(rooms, key=lambda room: (-room.free, room.start)):
        before = [list(other.held) for other in rooms]
        while not fits(segment, room.rom, room.free) and widen(room, rooms):
            pass
        if fits(segment, room.rom, room.free):
            room.held.append(segment)
            return True
        for other, held in zip(rooms, before, strict=True):
            other.held[:] = held
    return False


def widen(room: Room, rooms: Sequence[Room]) -> bool:
    """Swap a Segment of a Room for a smaller one of another that has room for it.

    The swap that gains most is made; returns whether there is one.
    """
    best: tuple[int, Room, Segment, Segment] | None = None
    for large in room.held:
        for other in rooms:
            if other is room or not other.free or (large.kernal and other.rom is BASIC):
                continue
            for small in other.held:
                gain = large.size - small.size
                if not (best[0] if best else 0) < gain <= other.free:
                    continue
                if fits(small, room.rom, small.size):
                    best = gain, other, large, small
    if best is None:
        return False
    _, other, large, small = best
    room.held[room.held.index(large)] = small
    other.held[other.held.index(small)] = large
    return True


def repack(left: list[Segment], rooms: Sequence[Room]) -> list[Segment]:
    """Place what is left by filling a few Rooms anew; return what has no place in the end.

    A try that leaves more bytes than before is taken back.  Chance chooses rooms and order, always
    alike: ``random()`` gives the same numbers in every version of Python.
    """
    chance = random.Random(0).random
    if sum(segment.size for segment in left) > sum(room.free for room in rooms):
        return left
    for _ in range(TRIES):
        if not left:
            break
        chosen = some_rooms(left, rooms, chance)
        before = [list(room.held) for room in chosen]
        loose = [*left, *(segment for room in chosen for segment in room.held)]
        loose.sort(key=lambda s: (not s.kernal, -s.size * (0.6 + 0.8 * chance()), s.name))
        for room in sorted(chosen, key=lambda room: (room.end - room.start) * (0.5 + chance())):
            room.held[:] = best_filling(loose, room.rom, room.end - room.start)
            for segment in room.held:
                loose.remove(segment)
        if sum(s.size for s in loose) <= sum(s.size for s in left):
            left = loose
        else:
            for room, held in zip(chosen, before, strict=True):
                room.held[:] = held
    return left


def some_rooms(
    left: Iterable[Segment], rooms: Sequence[Room], chance: Callable[[], float]
) -> list[Room]:
    """Return Rooms by chance: with bytes free, without, and large enough for all that is left."""
    largest = max(segment.size for segment in left)
    most = 3 + int(7 * chance())
    counts = (2 + int((most - 1) * chance()), most // 3, 6)
    kinds = (
        [room for room in rooms if room.free],
        [room for room in rooms if not room.free],
        [room for room in rooms if room.end - room.start >= largest],
    )
    found: list[Room] = []
    for count, kind in zip(counts, kinds, strict=True):
        for _ in range(count if kind else 0):
            room = kind[int(len(kind) * chance())]
            if room not in found:
                found.append(room)
    return found


def fits(segment: Segment, rom: Rom, room: int) -> bool:
    """Tell whether a Segment may go into ``room`` bytes of a ROM."""
    return segment.size <= room and (rom is KERNAL or not segment.kernal)


def best_filling(small: Iterable[Segment], rom: Rom, room: int) -> tuple[Segment, ...]:
    """Return the Segments that together fill ``room`` bytes of a ROM best."""
    fillings: dict[int, tuple[Segment, ...]] = {0: ()}
    for segment in small:
        if not fits(segment, rom, room):
            continue
        for size, filling in list(fillings.items()):
            if size + segment.size <= room:
                fillings.setdefault(size + segment.size, (*filling, segment))
        if room in fillings:
            break
    return fillings[max(fillings)]


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
