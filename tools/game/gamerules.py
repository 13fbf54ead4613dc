"""The game's rules and its computer players as a file that a bare 6510 can run.

    python -m tools.game.gamerules    write emu/arena/rules.json from build/game

The file has the code on the disk, byte for byte: the areas of the memory map with rules and
brain, the addresses of their names, and the numbers of requests, events and modes from the
includes.  ``emu.arena`` runs it; the build calls ``write_rules``.
"""

import base64
import json
import re
import sys
from collections import Counter
from pathlib import Path

from tools.game import memorymap, patches, presets
from tools.usage import answer_help

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "asm" / "game"
TARGET = ROOT / "emu" / "arena" / "rules.json"
AREAS = ("MAIN", "BRAIN", "TITLE")  # the rules of set-up lie with its pages
ROWS = (
    ("requests.inc", "REQUEST", "REQ_"),
    ("events.inc", "EVENT", "EV_"),
    ("switches.inc", "SWITCH", "SW_"),
)
WEIGHTS = GAME / "brain" / "weights.inc"
CHARACTERS = GAME / "brain" / "characters.inc"
SKILLS = ("normal", "hard", "easy")  # by SKILL_*: the columns of the weights
INCLUDES = (
    "state.inc", "play/play.inc", "sys/random.inc", "brain/brain.inc", "sys/disk.inc",
    "pictures/show.inc",
)  # fmt: skip


def constants() -> dict[str, int]:
    """Return every ``NAME = number`` of the public includes, REQ_* and EV_* from their rows."""
    found = presets.constants()
    for name, macro, prefix in ROWS:
        rows = re.findall(rf"^{macro}\s+(\w+),", (GAME / "play" / name).read_text(), re.MULTILINE)
        found |= {prefix + row: number for number, row in enumerate(rows)}
        found[f"{macro}S" if macro != "SWITCH" else "SWITCHES"] = len(rows)
    for name in INCLUDES:
        for line in (GAME / name).read_text().splitlines():
            match = re.match(r"(\w+)\s*=\s*(\$[0-9A-Fa-f]+|\d+)\b", line)
            if match:
                text = match[2]
                found[match[1]] = int(text[1:], 16) if text[0] == "$" else int(text)
    names = list(weights())
    found |= {"WEIGHT_" + name: number for number, name in enumerate(names)}
    kinds = [f"CHARACTER_{name.upper()}" for name in characters()]
    found |= {kind: len(SKILLS) + number for number, kind in enumerate(kinds)}
    return found | {"WEIGHTS": len(names), "KINDS": len(SKILLS) + len(kinds)}


def weights(path: Path = WEIGHTS) -> dict[str, tuple[int, ...]]:
    """Return {name: (normal, hard, easy)} of the computers' weights."""
    rows = re.findall(r"^WEIGHT\s+(\w+),\s*(\d+),\s*(\d+),\s*(\d+)", path.read_text(), re.MULTILINE)
    return {name: tuple(map(int, values)) for name, *values in rows}


def characters(path: Path = CHARACTERS) -> dict[str, tuple[str, dict[str, int]]]:
    """Return {name: (skill, {weight: value that is not the skill's})} of the characters."""
    found: dict[str, tuple[str, dict[str, int]]] = {}
    others: dict[str, int] = {}
    for line in path.read_text().splitlines():
        words = re.findall(r"\w+", line.split(";")[0])
        if words[:1] == ["CHARACTER"]:
            others = {}
            found[words[1].lower()] = words[2].lower(), others
        elif words[:1] == ["OTHER"]:
            others[words[1]] = int(words[2])
    return found


def labels(path: Path) -> dict[str, int]:
    """Return {name: address} of ld65's ``-Ln`` output, without the linker's own.

    Names that several modules define are left out.
    """
    found = set(re.findall(r"^al 00([0-9A-F]{4}) \.(\w+)$", path.read_text(), re.MULTILINE))
    times = Counter(name for _, name in found)
    return {
        name: int(address, 16)
        for address, name in found
        if times[name] == 1 and not name.startswith("__")
    }


def write_rules(out: str | Path, target: Path = TARGET) -> None:
    """Write the file from the linked game in ``out``."""
    areas = memorymap.read_areas()

    def block(name: str) -> tuple[int, str]:
        data = (Path(out) / f"game.{areas[name].file}").read_bytes()
        return areas[name].start, base64.b64encode(data).decode()

    rules = {
        "blocks": [block(name) for name in AREAS],
        "families": {family: block(name) for family, name in presets.areas().items()},
        "presets": {p.number: presets.family_of(p) for p in presets.the_presets()},
        "patches": [
            [preset.number, *row]
            for preset in presets.the_presets()
            for row in patches.rows(preset)
        ],
        "constants": constants(),
        "labels": labels(Path(out) / "game.lbl"),
    }
    text = json.dumps(rules, separators=(",", ":"), sort_keys=True)
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    answer_help(__doc__)
    write_rules(ROOT / "build" / "game")
    sys.exit(0)
