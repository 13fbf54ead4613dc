#!/usr/bin/env python3
"""What the 6502 sources know of the presets: tables and numbers, from their files.

tools/game/preset_tables.py [OUT]    write OUT/presets.inc (default build/game/data)
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.game import patches, presets  # noqa: E402  (the path must be set first)
from tools.game.gamedata import DataError, write_changed  # noqa: E402
from tools.usage import answer_help  # noqa: E402


def value_rows(name: str, rows: Iterable[Iterable[int | str]]) -> str:
    """A macro of byte lines."""
    lines = "".join(f"        .byte {', '.join(map(str, row))}\n" for row in rows)
    return f".macro {name}\n{lines}.endmacro\n"


def include() -> str:
    """The text of presets.inc."""
    chosen, known = presets.the_presets(), presets.switches()
    sets = [
        [f"SW_{name} << 3 | {value}" for name, value in p.switches.items() if value] for p in chosen
    ]
    begins, at = [], 0
    for row in sets:
        begins.append(at)
        at += len(row) + bool(row)
    nothing = at - 1  # the 0 that ends the last one: where nothing is set
    begins = [begin if row else nothing for begin, row in zip(begins, sets, strict=True)]
    whole = [[p.switches.get(name, 0) for name in known] for p in chosen]
    for preset, values in zip(chosen, whole, strict=True):
        values[0] = preset.number
    family = ["PRESET_BY_SWITCHES" if p.stem == "own" else presets.family_of(p) for p in chosen]
    begin = chosen[0].stem
    order = "".join(
        f'        .assert p_{p.stem} = p_{begin} + {p.number}, error, "names in their order"\n'
        for p in chosen
    )
    files = "".join(f"        MORE_FAMILY {code.upper()}, {code}\n" for code in presets.more())
    return "".join(
        [
            "; written by tools/game/preset_tables.py from presets/*.toml\n",
            *(f"{name:<16}= {number}\n" for name, number in presets.constants().items()),
            f"MORE_FAMILIES   = {len(presets.more())}\n",
            f"FAMILY_MORE     = {presets.FIRST_MORE}\n",
            value_rows("PRESET_FAMILIES", [family]),
            value_rows("PRESET_BEGINS", [begins]),
            value_rows("PRESET_SETS", [[*row, 0] for row in sets if row]),
            value_rows("PRESET_WHOLE", whole),
            value_rows("PRESET_ABOUTS", [[f"<n_{p.stem}" for p in chosen]]),
            f".macro PRESET_NAMES\n{order}.endmacro\n",
            f".macro MORE_FAMILY_ROWS\n{files}.endmacro\n",
            patches.include(),
        ]
    )


def build(out: str | Path) -> None:
    """Write presets.inc below ``out`` if its text changed."""
    write_changed(Path(out), {"presets.inc": include()})


def main(argv: Sequence[str] | None = None) -> int:
    """Write it; returns 1, after one line, for presets that cannot be played."""
    args = sys.argv[1:] if argv is None else argv
    try:
        build(args[0] if args else ROOT / "build" / "game" / "data")
    except (DataError, presets.PresetError) as error:
        print(f"presets: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    answer_help(__doc__, "[OUT]")
    sys.exit(main())
