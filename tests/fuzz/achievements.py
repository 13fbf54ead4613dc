"""Sets of achievements: RAIntegration's text, a server's JSON, and what is kept of a program."""

import json
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from disk.budget import TEXT_MOST
from emu.host.achievements.feature import Kept, _Set
from emu.host.achievements.sets import ACHIEVEMENTS_MOST, WORDS_MOST, Achievement, read_set
from emu.host.achievements.trigger import CONDITIONS_MOST
from tests.fuzz.dice import changed_json, flipped, whole

Case = tuple[str, bytes]  # how the file's name ends, and what is in it; KEPT: a file of ours
KEPT = "kept"
MOST = 100  # points of an achievement
FRAMES = 8

FLAGS = ("", "", "", *(f"{letter}:" for letter in "PRZABICDNOMGQT"), "m:", "X:")
SIZES = (*"HMNOPQRSTLUKWXGIJ hx", "", "F")
COMPARED = ("=", "==", "!=", "<", "<=", ">", ">=")
WAYS = tuple("*/%&^+-")
ODD = (
    "_", "S", "s", ":", '"', '\\"', "\\", "\n", "\r", "\0", "\u2028", "\ud800", "\u0663", "\u00b2",
    "{recall}", "fF00d0", "@f", "-1", "v-5", "h", "0x", "0xH", ".5.", "(5)", "(999999999)", "", " ",
)  # fmt: skip
# What a reader may go through again and again, or make much of.
REPEATED = (
    "S", "S0=1", "_A:", "A:", "_S:", "\\\"", '"', ":", "\n", "1:\n", '1:"0=1":A:B\n', "_0=1",
    "_A:0xH0*0xH1", "_B:0xX0", "_I:0xH0", "_N:0xH0=1", "9", "0x", "_C:0=1.1.", "{", "[",
    '{"a":', ",",
)  # fmt: skip
WORDS = (
    "", "Title", " two \n words ", "x" * 900, "\u00c4\u00df", "\ud800", "a:b", 'a "quote"',
    "\x1b[2J\x9b\u202e",
)  # fmt: skip


def make_set(dice: Random) -> Case:
    """Return a set in one of its forms, sound, nearly sound or absurd."""
    make = dice.choice((_make_text, _make_text, _make_json, _make_json, _make_kept))
    ending, content = make(dice)
    if dice.random() < 0.25:
        content = flipped(dice, content)
    if dice.random() < 0.05:
        content = content[: dice.randrange(len(content) + 1)]
    return ending, content


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _number(dice: Random) -> str:
    value = dice.choice((dice.randrange(4), dice.randrange(4), whole(dice, 32)))
    form = dice.choice(("{}", "{}", "h{:x}", "v{}", "-{}", "0{}", "{}" * 30))
    return form.replace("{}", str(value)).format(value)


def _value(dice: Random) -> str:
    if dice.random() < 0.3:
        return _number(dice)
    place = dice.choice((0xD0, 0xD1, 0xD2, 0xD3, 0, 0xFFFF, 0x10000, whole(dice, 32)))
    return f"{dice.choice(('', '', 'd', 'p', 'b', '~'))}0x{dice.choice(SIZES)}{place:x}"


def _condition(dice: Random) -> str:
    flag, value = dice.choice(FLAGS), _value(dice)
    if flag[:1] in ("A", "B", "I"):
        return flag + value + (dice.choice(WAYS) + _value(dice) if dice.random() < 0.4 else "")
    goal = _number(dice) if flag[:1] in ("M", "G", "m") else _value(dice)
    hits = dice.choice(("", "", ".1.", ".2.", "(3)", f".{whole(dice, 30)}."))
    return f"{flag}{value}{dice.choice(COMPARED)}{goal}{hits}"


def _trigger(dice: Random) -> str:
    groups = []
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        count = dice.choice((0, 1, 1, 2, 3, 6))
        groups.append("_".join(_condition(dice) for _ in range(count)))
    text = "S".join(groups)
    if dice.random() < 0.15:
        at = dice.randrange(len(text) + 1)
        text = text[:at] + dice.choice(ODD) + text[at + dice.randrange(2) :]
    if dice.random() < 0.04:
        text += _much(dice)
    return text


def _much(dice: Random) -> str:
    """Return a token as often as a file may have it, or as a set may have conditions."""
    token = dice.choice(REPEATED)
    size = dice.choice((CONDITIONS_MOST * len(token), 100_000, 400_000, TEXT_MOST - 100))
    return token * (size // len(token))


def _make_text(dice: Random) -> Case:
    lines = [dice.choice(("1.3.0", "", "0")), dice.choice(WORDS)]
    for number in range(dice.choice((0, 1, 1, 3, 8, ACHIEVEMENTS_MOST + 1))):
        trigger = _trigger(dice) if number < 20 else "0=1"
        fields = [f'"{trigger}"' if dice.random() < 0.6 else trigger]
        for word in dice.choices(WORDS, k=2):
            fields.append(f'"{word}"' if dice.random() < 0.5 else word)
        fields += [""] * 4 + [dice.choice(("5", "100", "-1", "x", "\u0663", "9" * 5000))]
        lines.append(":".join((dice.choice(("1", str(number), "N0", "\u0663")), *fields)))
    text = dice.choice(("\n", "\n", "\r\n")).join(lines)
    return ".txt", _encoded(text + ("\n1:" + _much(dice) if dice.random() < 0.04 else ""))


def _row(dice: Random) -> dict[str, Any]:
    return {
        "ID": dice.choice((1, 2, "3", 1 << 64)),
        "MemAddr": _trigger(dice),
        "Title": dice.choice(WORDS),
        "Description": dice.choice(WORDS),
        "Points": dice.choice((0, 5, 25, 101, -1, "5", 1e308)),
    }


def _make_json(dice: Random) -> Case:
    rows = [_row(dice) for _ in range(dice.choice((0, 1, 2, 8)))]
    if dice.random() < 0.1:
        rows = [{"ID": n, "MemAddr": "0=1", "Title": "A"} for n in range(ACHIEVEMENTS_MOST + 1)]
    plain: dict[str, Any] = dice.choice((
        {"Achievements": rows}, {"PatchData": {"Achievements": rows}},
        {"Sets": [{"Achievements": rows}, {"Achievements": rows[:1]}]},
    ))  # fmt: skip
    return ".json", _json(dice, plain)


def _make_kept(dice: Random) -> Case:
    rows = [
        [str(dice.choice((1, n))), dice.choice(WORDS), dice.choice(WORDS), 5, _trigger(dice)]
        for n in range(dice.choice((0, 1, 2, 8)))
    ]
    earned = {row[0]: "2026-11-28" for row in rows if dice.random() < 0.4}
    return KEPT, _json(dice, {"set": rows, "earned": earned})


def _json(dice: Random, plain: Any) -> bytes:
    times = dice.choice((0, 0, 1, 3))
    changed = changed_json(dice, plain, times)
    text = json.dumps(changed, ensure_ascii=dice.random() < 0.5)
    if dice.random() < 0.1:
        number = dice.choice(("1e999", "NaN", "9" * 5000))
        text = text.replace(str(dice.choice((0, 1, 5))), number, 1)
    if dice.random() < 0.03:
        text = text[: dice.randrange(len(text) + 1)] + _much(dice)
    return _encoded(text)


# -- use -------------------------------------------------------------------------------------------


@cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="achievements-")


def use_set(case: Case, dice: Random) -> None:
    """Take the set of a file, keep it, and play some frames with it."""
    ending, content = case
    kept = Kept(Path(_folder().name) / "kept")
    if ending == KEPT:
        kept.forget("k")
        kept.keep("k", [], {})
        (Path(_folder().name) / "kept" / "k.json").write_bytes(content)
        achievements, earned = kept.of("k")
    else:
        path = Path(_folder().name) / f"case{ending}"
        path.write_bytes(content)
        achievements, earned = read_set(path), {}
        assert achievements
        _check(achievements)
    kept.keep("k", achievements, earned)
    assert kept.of("k") == (achievements, earned), "what is kept does not come back"
    _play(_Set("k", achievements, earned), dice)


def _check(achievements: list[Achievement]) -> None:
    """See that what was taken can be shown and is within its limits."""
    assert len(achievements) <= ACHIEVEMENTS_MOST
    for row in achievements:
        assert 0 <= row.points <= MOST
        for words in (row.title, row.description):
            assert len(words) <= WORDS_MOST and words == " ".join(words.split())
            words.encode()


def _play(found: _Set, dice: Random) -> None:
    """Look at a memory that changes, with a reset now and then."""
    ram = bytearray(0x10000)
    places = (0xD0, 0xD1, 0xD2, 0xD3, 0, 0xFFFF)
    earned = set(found.earned)
    for _ in range(FRAMES):
        for at in dice.sample(places, 3):
            ram[at] = dice.choice((0, 1, 2, 3, dice.randrange(256)))
        for row in found.frame(memoryview(ram)):
            earned.add(row.number)
        assert earned == set(found.earned)
        for row in found.achievements:
            text = found.progress(row)
            assert text and "\n" not in text
        if dice.random() < 0.1:
            found.reset()
