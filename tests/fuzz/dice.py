"""Values that somebody would try: the borders of ranges, their neighbours, and the absurd."""

import copy
from random import Random
from typing import Any

ABSURD = (
    0, 1, -1, 2, 7, 8, 84, 85, 255, 256, 65535, 65536, 3_199_999, 3_200_000, 3_200_001, 1 << 24,
    (1 << 31) - 1, 1 << 31, -(1 << 31), 1 << 32, 1 << 50, (1 << 63) - 1, 1 << 63, -(1 << 63),
)  # fmt: skip
ODD = (None, True, False, "", "x" * 5000, "\0", "../x", "ffff", 1e308, -0.5, [], {}, [[]], [None])


def number_between(dice: Random, low: int, high: int) -> int:
    """Return a whole number of a range, its borders more often than others."""
    near = [low, high, min(low + 1, high), max(high - 1, low), (low + high) // 2]
    return dice.choice([*near, dice.randint(low, high), min(max(low, dice.choice(ABSURD)), high)])


def whole(dice: Random, bits: int) -> int:
    """Return an unsigned number of so many bits."""
    value = dice.choice([dice.choice(ABSURD), dice.getrandbits(bits), dice.getrandbits(8)])
    return value & ((1 << bits) - 1)


def flipped(dice: Random, data: bytes, most: int = 6) -> bytes:
    """Return bytes with a few of them changed."""
    found = bytearray(data)
    for _ in range(dice.randint(1, most) if found else 0):
        found[dice.randrange(len(found))] = dice.choice([0, 0xFF, 0x80, dice.randrange(256)])
    return bytes(found)


def odd_value(dice: Random, before: Any) -> Any:
    """Return what somebody would put in a value's place."""
    if type(before) is int and dice.random() < 0.5:
        return before + dice.choice((-1, 1, -8, 8, 256))
    if isinstance(before, str) and before and dice.random() < 0.5:
        return dice.choice((before[:-1], before * 2, before[::-1]))
    return copy.deepcopy(dice.choice((*ABSURD, *ODD)))


def changed_json(dice: Random, plain: Any, times: int = 1) -> Any:
    """Return values out of JSON with so many of them replaced, left out or doubled."""
    top = {"": copy.deepcopy(plain)}
    for _ in range(times):
        places: list[tuple[Any, Any]] = []
        _collect(top, places)
        inside, at = dice.choice(places)
        what = dice.random()
        if what < 0.1 and inside is not top:
            del inside[at]
        elif what < 0.2 and isinstance(inside, list):
            inside.insert(at, copy.deepcopy(inside[at]))
        elif inside is not top:
            inside[at] = odd_value(dice, inside[at])
    return top[""]


def _collect(value: Any, places: list[tuple[Any, Any]]) -> None:
    """Add every place below a value: (dictionary or list, key)."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in keys:
        places.append((value, key))
        if isinstance(value[key], dict | list):
            _collect(value[key], places)
