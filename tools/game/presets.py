"""The presets of the game: one file each in asm/game/presets, from which all else is derived.

    number = 4              # PRESET_*: its place in set-up, and what saved games have
    code = "levy"           # whose code it needs: "rules1989", "russian", or levy.s beside it

    [switches]              # of asm/game/play/switches.inc, those that are not 0
    REPAY = 1

    [patches.price]         # figures of the board that are others (tools/game/patches.py)
    39 = 380

    [en]                    # for each language
    name = "Levy"
    about = "A tax a turn."

``read`` rejects a preset that cannot be played.  ``words`` is what tools/game/words.py puts
into the books, ``constants`` their numbers.  What the 6502 sources know of them is made by
tools/game/preset_tables.py.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "asm" / "game"
FOLDER = GAME / "presets"
SWITCHES = GAME / "play" / "switches.inc"
FIXED = {"classic": 0, "1989": 1, "russian": 2, "own": 3}  # by saved games, and by the program
EMPTY = ("classic", "own")  # of these nothing is set
MOST = 14  # the highest number: PRESETS * SWITCHES is below 256
CODES = {"rules1989": 1, "russian": 2}  # FAMILY_*
AREAS = {"rules1989": "RULES1989", "russian": "VARIANT"}  # of the memory map
FIRST_MORE, STEP = 4, 2  # further FAMILY_*: even, as bit 0 tells RULES1989
OF_GAME = ("PRESET", "BANKER", "CLOCK")  # a seat, minutes, the preset itself: no preset's
HIGHEST = 7  # a value is three bits
KEYS = {"number", "code", "switches", "patches"}
WORDS = {"name": 15, "about": 76}  # the columns there are for it
STEM = re.compile(r"[a-z0-9]{1,12}")
CODE = re.compile(r"[a-z]{1,8}")  # it is a file on the disk as well
ROW = re.compile(r"^SWITCH\s+(\w+),\s*([^,]+),\s*(\d),\s*(\d)$", re.MULTILINE)


class PresetError(Exception):
    """A preset is wrong; the message says where, and what would be right."""


class Switch(NamedTuple):
    """A row of switches.inc; ``own`` as there."""

    number: int
    highest: int
    family: int
    own: bool

    def family_of(self, value: int) -> int:
        """Whose rule a value is: FAMILY_*, 0 of both or of the classic game."""
        return 0 if not value else self.family if value == 1 else CODES["russian"]


class Preset(NamedTuple):
    """A file: ``code`` None for the classic game and the players' own set."""

    stem: str
    number: int
    code: str | None
    switches: dict[str, int]
    words: dict[str, dict[str, str]]  # {language: {name, about}}
    patches: dict[str, Any]


def need(condition: object, where: str, message: str) -> None:
    """Raise PresetError unless the condition holds."""
    if not condition:
        raise PresetError(f"{where}: {message}")


def is_number(value: object, most: int) -> bool:
    """True for a whole number from 0 on."""
    return type(value) is int and 0 <= value <= most


def switches(path: Path = SWITCHES) -> dict[str, Switch]:
    """{name: Switch} of switches.inc."""
    rows = ROW.findall(path.read_text(encoding="utf-8"))
    return {
        name: Switch(n, int(highest) if highest.isdigit() else MOST, int(family), own == "1")
        for n, (name, highest, family, own) in enumerate(rows)
    }


def load(path: Path, languages: Iterable[str]) -> Preset:
    """The preset of a file, each entry checked by itself."""
    where = f"presets/{path.name}"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PresetError(f"{where}: {error}") from None
    need(STEM.fullmatch(path.stem), where, "its name must be 1-12 small letters or digits")
    unknown = sorted({*data} - KEYS - {*languages})
    need(not unknown, where, f"{', '.join(unknown)}: only {', '.join(sorted(KEYS))} are known")
    number: Any = data.get("number")
    need(is_number(number, MOST), where, f"number is {number!r}, must be 0-{MOST}")
    fixed = FIXED.get(path.stem)
    need(fixed in (None, number), where, f"number is {number}, must stay {fixed}: saved games")
    chosen = data.get("switches", {})
    check_switches(chosen, where)
    code, figures = code_of(path, data.get("code"), chosen, where), data.get("patches", {})
    need(isinstance(figures, dict), where, "patches must be tables: [patches.price]")
    need(not figures or code not in (None, *CODES), where,
         "[patches]: its code writes them, so it needs code of its own")  # fmt: skip
    told = {language: words_of(data, language, where) for language in languages}
    return Preset(path.stem, number, code, chosen, told, figures)


def check_switches(chosen: Any, where: str) -> None:
    """Reject unknown switches and values, and a mix of the rules of 1989 and Russian ones."""
    need(isinstance(chosen, dict), where, "switches must be a table: [switches]")
    known = switches()
    seen: dict[int, str] = {}
    for name, value in chosen.items():
        need(name in known, where, f"{name} is no switch of play/switches.inc")
        need(name not in OF_GAME, where, f"{name} is a game's own, no preset sets it")
        most = min(known[name].highest, HIGHEST)
        need(is_number(value, most), where, f"{name} is {value!r}, must be 0-{most}")
        seen.setdefault(known[name].family_of(value), name)
    both = [seen.get(family) for family in CODES.values()]
    need(None in both, where, f"{both[0]} is of 1989, {both[-1]} is Russian: no game has both")


def code_of(path: Path, code: Any, chosen: Mapping[str, int], where: str) -> str | None:
    """The name of the code that a preset needs, None of those that have none."""
    if path.stem in EMPTY:
        need(not chosen and code is None, where, "must have neither switches nor code")
        return None
    known = switches()
    families = {known[name].family_of(value) for name, value in chosen.items()} - {0}
    if code is None:
        need(any(chosen.values()), where, "has neither switches nor code: it is the classic game")
        return "rules1989" if CODES["rules1989"] in families else "russian"
    if not isinstance(code, str) or not (code in CODES or CODE.fullmatch(code)):
        raise PresetError(f"{where}: code is {code!r}, must be 1-8 small letters")
    if code in CODES:
        need(families <= {CODES[code]}, where, f"its switches are not those of code {code!r}")
        return code
    need((path.parent / f"{code}.s").exists(), where, f"code: there is no {code}.s beside it")
    foreign = [name for name, value in chosen.items() if value and not known[name].own]
    free = ", ".join(name for name, switch in known.items() if switch.own)
    need(not foreign, where, f"with code of its own it may set {free}, not {', '.join(foreign)}")
    return code


def words_of(data: Mapping[str, Any], language: str, where: str) -> dict[str, str]:
    """{name, about} of a preset in a language."""
    found: dict[str, str] = data.get(language, {})
    here = f"{where}: [{language}]"
    need(isinstance(found, dict), here, "must be a table")
    unknown = sorted({*found} - {*WORDS})
    need(not unknown, here, f"{', '.join(unknown)}: only {', '.join(WORDS)} are known")
    for key, most in WORDS.items():
        text = found.get(key)
        if not isinstance(text, str) or not text:
            raise PresetError(f"{here}: {key} is missing")
        need(len(text) <= most, here, f"{key} has {len(text)} characters, at most {most}")
    return found


def languages() -> list[str]:
    """Those of the words, by their files."""
    return sorted(path.stem[6:] for path in (GAME / "data" / "text").glob("words_*.toml"))


def read(folder: Path = FOLDER) -> list[Preset]:
    """All presets in the order of their numbers, which have no gap."""
    known = languages()
    presets = [load(path, known) for path in sorted(folder.glob("*.toml"))]
    presets.sort(key=lambda preset: preset.number)
    by_number: dict[int, Preset] = {}
    for preset in presets:
        here = f"presets/{preset.stem}.toml"
        other = by_number.setdefault(preset.number, preset)
        need(other is preset, here, f"number {preset.number} is that of {other.stem}.toml")
        for language in known:
            name = preset.words[language]["name"]
            same = [p.stem for p in presets if p.words[language]["name"] == name]
            need(len(same) == 1, here, f"[{language}] name {name!r} is also that of "
                 f"{next(s for s in [*same, ''] if s != preset.stem)}.toml")  # fmt: skip
    for stem in FIXED:
        need(any(p.stem == stem for p in presets), f"presets/{stem}.toml", "is missing")
    for number, preset in enumerate(presets):
        need(preset.number == number, f"presets/{preset.stem}.toml",
             f"number is {preset.number}, {number} would be the next one")  # fmt: skip
    changed = [preset.stem for preset in presets if preset.patches]
    need(len(changed) < 2, f"presets/{changed[-1] if changed else ''}.toml",
         f"[patches]: {changed[0] if changed else ''} has some, and one preset can")  # fmt: skip
    used = {preset.code for preset in presets}
    for path in sorted(folder.glob("*.s")):
        need(path.stem in used, f"presets/{path.name}", f'no preset has code = "{path.stem}"')
    return presets


@cache
def the_presets() -> tuple[Preset, ...]:
    """Those of the game."""
    return tuple(read())


def families() -> dict[str, int]:
    """{code: FAMILY_*} of all code there is, the further ones in the order of their presets."""
    found = dict(CODES)
    for preset in the_presets():
        if preset.code and preset.code not in found:
            found[preset.code] = FIRST_MORE + STEP * (len(found) - len(CODES))
    return found


def more() -> list[str]:
    """Names of the code besides RULES1989 and RUSSIAN."""
    return [code for code in families() if code not in CODES]


def areas() -> dict[int, str]:
    """{FAMILY_*: area of the memory map}."""
    return {number: AREAS.get(code, code.upper()) for code, number in families().items()}


def family_of(preset: Preset) -> int:
    """FAMILY_* of a preset; 0 of those that have none, or any."""
    return families()[preset.code] if preset.code else 0


def constants() -> dict[str, int]:
    """{PRESET_*, PRESETS, FAMILY_*: number}."""
    found = {f"PRESET_{preset.stem.upper()}": preset.number for preset in the_presets()}
    found["PRESETS"] = len(the_presets())
    return found | {f"FAMILY_{code.upper()}": number for code, number in families().items()}


def words(language: str) -> dict[str, dict[str, str]]:
    """{source: {key: text}} that the presets add to a language's words."""
    return {
        "presets": {f"p_{p.stem}": p.words[language]["name"] for p in the_presets()},
        "setup": {f"n_{p.stem}": p.words[language]["about"] for p in the_presets()},
    }
