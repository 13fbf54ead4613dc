#!/usr/bin/env python3
"""What takes the game's memory: bytes per module in each area, and routines that could move.

    tools/game/account.py            a line per area and module, the largest first
    tools/game/account.py MAIN       routines there that only other areas use, and which

The second list is where to look for room: a routine that one overlay alone uses can move there,
unless the one before it falls through into it.  Both read what the linker left
(build/game/game.dbg).
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tools.game import memorymap
from tools.usage import answer_help

DEBUG = memorymap.LINKED.with_suffix(".dbg")
FIELD = re.compile(r'([a-z]+)=(?:"([^"]*)"|([^,]*))')

Record = dict[str, str]
Records = dict[str, dict[int, Record]]  # by kind of line, then id


class Routine(NamedTuple):
    """A label of an area that no code of that area names.

    name  of the label;  size  bytes of its .proc, 0 if it has none
    users  {area: times it is named there}
    """

    name: str
    size: int
    users: dict[str, int]


def read_debug(path: Path = DEBUG) -> Records:
    """Return the lines of a debug file of ld65: {kind: {id: {field: value}}}."""
    if not path.exists():
        raise memorymap.MapError(
            f"{path.name} is missing: build the game first (tools/build.py game)"
        )
    found: Records = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, _, rest = line.partition("\t")
        fields = {name: quoted or plain for name, quoted, plain in FIELD.findall(rest)}
        if "id" in fields:
            found[kind][int(fields["id"])] = fields
    return found


def numbers(text: str) -> list[int]:
    """The ids in a field such as "3+17"; none if it is empty."""
    return [int(part) for part in text.split("+")] if text else []


def span_areas(debug: Records, areas: dict[str, str]) -> dict[int, str]:
    """{span: area} of all spans that lie in an area."""
    segments = {number: areas.get(seg["name"]) for number, seg in debug["seg"].items()}
    places = ((number, segments[int(span["seg"])]) for number, span in debug["span"].items())
    return {number: area for number, area in places if area}


def module_sizes(debug: Records, areas: dict[str, str]) -> dict[str, Counter[str]]:
    """{area: bytes of each module in it}."""
    places = span_areas(debug, areas)
    sizes: dict[str, Counter[str]] = defaultdict(Counter)
    for scope in debug["scope"].values():
        if "parent" in scope:  # of a routine: its module's own scope counts it
            continue
        module = debug["mod"][int(scope["mod"])]["name"].removesuffix(".o")
        for number in numbers(scope.get("span", "")):
            if number in places:
                sizes[places[number]][module] += int(debug["span"][number]["size"])
    return sizes


def used_elsewhere(debug: Records, areas: dict[str, str], area: str) -> list[Routine]:
    """The routines of an area that only code of other areas names, the largest first."""
    places = span_areas(debug, areas)
    lines = {
        number: {places[span] for span in numbers(line.get("span", "")) if span in places}
        for number, line in debug["line"].items()
    }
    users: dict[int, Counter[str]] = defaultdict(Counter)
    for number, symbol in debug["sym"].items():
        target = int(symbol.get("exp", number))
        for line in numbers(symbol.get("ref", "")):
            users[target].update(lines[line])
    found = []
    for number, symbol in debug["sym"].items():
        if symbol["type"] != "lab" or "seg" not in symbol or "parent" in symbol:
            continue
        here = areas.get(debug["seg"][int(symbol["seg"])]["name"])
        if here == area and users[number] and area not in users[number]:
            size = int(symbol.get("size", 0))
            found.append(Routine(symbol["name"], size, dict(users[number])))
    return sorted(found, key=lambda routine: (-routine.size, routine.name))


def main(argv: Sequence[str] | None = None) -> int:
    """Print the account, or the routines of one area that only others use."""
    args = sys.argv[1:] if argv is None else argv
    areas = dict(memorymap.segments())
    known = sorted(set(areas.values()))
    if len(args) > 1 or (args and args[0] not in known):
        print(f"account: one area at most, of: {', '.join(known)}", file=sys.stderr)
        return 2
    try:
        debug = read_debug()
        if args:
            for routine in used_elsewhere(debug, areas, args[0]):
                where = ", ".join(f"{name} {count}" for name, count in routine.users.items())
                print(f"{routine.size:5} {routine.name:<20} {where}")
        else:
            for area, sizes in module_sizes(debug, areas).items():
                for module, size in sizes.most_common():
                    print(f"{area:<16} {size:5} {module}")
    except memorymap.MapError as error:
        print(f"account: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    answer_help(__doc__, "[AREA]")
    sys.exit(main())
