#!/usr/bin/env python3
"""The game's memory map, read from asm/game/game.cfg.

    tools/game/memorymap.py        free bytes per area, by the last link (build/game/game.map)
    tools/game/memorymap.py doc    write the table in docs/inside/game-engine.md

``read_areas`` serves the build (where blocks are unpacked to) and the tests.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tools.game import presets
from tools.usage import answer_help

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "asm" / "game" / "game.cfg"
DOCUMENT = ROOT / "docs" / "inside" / "game-engine.md"
LINKED = ROOT / "build" / "game" / "game.map"
BEGIN = "<!-- from asm/game/game.cfg by tools/game/memorymap.py doc -->\n"
END = "<!-- end -->\n"
AREA = re.compile(
    r"(\w+):\s*start = \$([0-9A-F]{4}), size = \$([0-9A-F]{4}), type = r[ow](?:, define = yes)?"
    r'(?:, file = "%O\.(\w+)")?;'
)
LOAD = re.compile(r"^\s*(\w+):\s*load = (\w+),", re.MULTILINE)
SEGMENT = re.compile(r"^(\w+) +([0-9A-F]{6})  ([0-9A-F]{6})  ([0-9A-F]{6})  \d{5}$", re.MULTILINE)


class MapError(Exception):
    """The memory map cannot be read; the message says where and what would be right."""


class Area(NamedTuple):
    """A line of MEMORY: ``file`` is the ending of what the linker writes, or None."""

    name: str
    start: int
    size: int
    file: str | None
    note: str

    @property
    def end(self) -> int:
        """The first address behind it."""
        return self.start + self.size

    @property
    def ending(self) -> str:
        """``file`` of an area that is written; MapError for another."""
        if self.file is None:
            raise MapError(f'{CONFIG.name}: {self.name} must have file = "%O.x"')
        return self.file


Areas = dict[str, Area]  # by name


def part(text: str, name: str) -> str:
    """The lines of NAME { ... }."""
    found = re.search(rf"^{name} \{{\n(.*?)^\}}", text, re.MULTILINE | re.DOTALL)
    if not found:
        raise MapError(f"{CONFIG.name}: there is no {name} {{ ... }}")
    return found[1]


def config_text(path: str | Path = CONFIG, more: Iterable[str] | None = None) -> str:
    """The memory map; the code of further presets has the lines of RULES1989, by its own name."""
    out = []
    for line in Path(path).read_text().splitlines(keepends=True):
        out.append(line)
        if re.match(r"\s+RULES1989(_(MARK|HOOKS|CODE|DATA))?:", line):
            for code in presets.more() if more is None else more:
                note = "    # code of a preset, in the same place\n" if "start" in line else ""
                out.append(
                    note + line.replace("RULES1989", code.upper()).replace("rules1989", code)
                )
    return "".join(out)


def read_areas(path: str | Path = CONFIG) -> Areas:
    """Return {name: Area} in the order of the file."""
    areas: Areas = {}
    notes: list[str] = []
    for line in part(config_text(path), "MEMORY").splitlines():
        line = line.strip()
        if line.startswith("#"):
            notes.append(line[1:].strip())
            continue
        found = AREA.fullmatch(line)
        if not found:
            raise MapError(
                f"{Path(path).name}: {line!r} must be "
                'NAME: start = $xxxx, size = $xxxx, type = rw[, define = yes][, file = "%O.x"];'
            )
        name, start, size, file = found.groups()
        areas[name] = Area(name, int(start, 16), int(size, 16), file, " ".join(notes))
        notes = []
    return areas


def symbols(areas: Areas) -> dict[str, int]:
    """{symbol: value} of the areas, by the names the linker gives them."""
    values = {}
    for area in areas.values():
        values[f"__{area.name}_START__"] = area.start
        values[f"__{area.name}_SIZE__"] = area.size
    return values


def table(areas: Areas) -> str:
    """The map as a table for a document."""
    rows = [
        f"| ${a.start:04X}-${a.end - 1:04X} | `{a.name}` | {a.size} | {a.note} |\n"
        for a in areas.values()
    ]
    return "".join(["| address | area | bytes | contents |\n", "|--|--|--|--|\n", *rows])


def write_table(path: Path = DOCUMENT) -> None:
    """Put the table between its marks in the document."""
    text = path.read_text(encoding="utf-8")
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not mark or not end:
        raise MapError(f"{path.name}: the marks {BEGIN.strip()} and {END.strip()} are missing")
    path.write_text(before + BEGIN + table(read_areas()) + END + after, encoding="utf-8")


def segments(config: str | Path = CONFIG) -> list[tuple[str, str]]:
    """[(segment, area)] in the order in which they are linked."""
    return LOAD.findall(part(config_text(config), "SEGMENTS"))


def segment_place(linked: Path, segment: str) -> tuple[int, int]:
    """(start, size) of a segment, by what the linker says."""
    text = linked.read_text()
    text = text[text.index("Segment list:") : text.index("Exports list")]
    for name, start, _, size in SEGMENT.findall(text):
        if name == segment:
            return int(start, 16), int(size, 16)
    raise MapError(f"{linked.name}: there is no segment {segment}")


def free_bytes(areas: Areas, linked: Path = LINKED, config: str | Path = CONFIG) -> dict[str, int]:
    """{area: bytes behind its last segment}, for the areas that hold segments."""
    if not linked.exists():
        raise MapError(f"{linked.name} is missing: build the game first (tools/build.py game)")
    text = linked.read_text()
    text = text[text.index("Segment list:") : text.index("Exports list")]
    ends = {name: int(end, 16) for name, _, end, _ in SEGMENT.findall(text)}
    last: dict[str, int] = {}
    for segment, area in segments(config):
        if segment in ends:
            last[area] = max(last.get(area, 0), ends[segment])
    return {name: areas[name].end - 1 - end for name, end in last.items()}


def main(argv: Sequence[str] | None = None) -> int:
    """Print what is free, or write the table."""
    args = sys.argv[1:] if argv is None else argv
    try:
        if args == ["doc"]:
            write_table()
        elif args:
            print(__doc__, file=sys.stderr)
            return 2
        else:
            areas = read_areas()
            for name, free in free_bytes(areas).items():
                print(f"{name:<10} ${areas[name].start:04X}  {areas[name].size:5}, free {free:5}")
            free = free_bytes(areas, LINKED.with_name("de.map"))["WORDS"]
            print(f"WORDS, in German, free {free}")
    except MapError as error:
        print(f"memorymap: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    answer_help(__doc__, "[doc]")
    sys.exit(main())
