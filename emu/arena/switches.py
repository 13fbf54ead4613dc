"""Sets of switches for games by other rules, named or drawn at random.

A set is {name: value} by the names of asm/game/play/switches.inc; CLOCK has the minutes of a
short game.  No game mixes the rules of 1989 with the Russian ones, so a random set is of one
family.
"""

import functools
import random
from collections.abc import Mapping

from emu.arena.rules import Image, image
from emu.errors import UsageError

OF_1989, RUSSIAN = 1, 2  # FAMILY_* of switches, and the presets that are all of one
MINUTES = (10, 30, 60)  # of a short game that is drawn
LIKELY = 0.5  # that a switch is set
EACH, DRAWN = "each", "drawn"

Switches = dict[str, int]


@functools.cache
def names() -> tuple[str, ...]:
    """The switches in order, without the preset, which is none."""
    return tuple(name for _, name in sorted(image().named("SW_").items()) if name != "PRESET")


def table(label: str, name: str, game: Image) -> int:
    return game.ram[game.labels[label] + game.numbers[f"SW_{name}"]]


def family(name: str, value: int) -> int:
    """The family of a value: OF_1989, RUSSIAN, or 0 for both or the classic game."""
    if value < 2 or name == "CLOCK":
        return table("switch_families", name, image()) if value else 0
    return RUSSIAN


def family_of(chosen: Mapping[str, int]) -> int:
    """The family whose code a game by these switches needs."""
    return OF_1989 if OF_1989 in {family(*one) for one in chosen.items()} else RUSSIAN


def values(name: str) -> range:
    """The values of a switch besides 0."""
    return range(1, table("switch_highest", name, image()) + 1)


def each() -> list[Switches]:
    """One set for every value of every switch."""
    return [{name: value} for name in names() if name != "CLOCK" for value in values(name)] + [
        {"CLOCK": MINUTES[0]}
    ]


def drawn(seed: int) -> Switches:
    """A random set of one family: at least one switch, the others with probability one half."""
    rng = random.Random(seed)
    wanted = rng.choice((OF_1989, RUSSIAN))
    possible = {
        name: [value for value in values(name) if family(name, value) in (0, wanted)]
        for name in names()
    }
    possible = {name: found for name, found in possible.items() if found}
    if "CLOCK" in possible:
        possible["CLOCK"] = list(MINUTES)
    chosen = {name: rng.choice(v) for name, v in possible.items() if rng.random() < LIKELY}
    return chosen or {name: rng.choice(v) for name, v in [rng.choice(list(possible.items()))]}


def parse(text: str) -> Switches:
    """The set of ``TAX=1,LOANS=1``."""
    found = {}
    for part in text.split(","):
        name, _, value = part.strip().upper().partition("=")
        if name not in names():
            raise UsageError(f"switch {name!r}: must be one of {', '.join(names())}")
        most = values(name)[-1] if name != "CLOCK" else image().numbers["MINUTES_MOST"]
        if not value.isdigit() or int(value) > most:
            raise UsageError(f"switch {name}={value}: must be 0 to {most}")
        found[name] = int(value)
    if {OF_1989, RUSSIAN} <= {family(*one) for one in found.items()}:
        raise UsageError(f"switches {text}: no game mixes the rules of 1989 and Russian ones")
    return found


def sets(text: str, seeds: list[int]) -> list[Switches]:
    """A set per game: random (``drawn``), one switch after another (``each``), or the same."""
    if text == DRAWN:
        return [drawn(seed) for seed in seeds]
    if text == EACH:
        alone = each()
        return [alone[game % len(alone)] for game in range(len(seeds))]
    return [parse(text)] * len(seeds)
