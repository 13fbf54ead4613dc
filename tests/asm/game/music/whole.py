"""Every register of the SID in every tick of performances, in few letters, to be compared.

``python -m tests.asm.game.music.whole`` keeps what is played now: listen to it (`make play`) first.
"""

import json
import random
import zlib
from itertools import pairwise

import numpy as np

from tests.asm.game.engine import ROOT, K
from tests.asm.game.music.bench import EFFECTS, NUMBERS, Bench

KEPT = ROOT / "tests" / "asm" / "game" / "music" / "whole.json"
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
PART = 25  # ticks of a sum
NOISE, FREE = "RANDOM_SID", "RANDOM_LFSR"  # what voice 3 is for
TRAFFIC = 600  # ticks
MONEY = {"day": 1500, "debt": 20, "rich": 3000}


def sums(rows):
    """Three letters for the registers of each half second."""
    ends = [*range(0, len(rows), PART), len(rows)]
    values = (zlib.crc32(np.ascontiguousarray(rows[a:b])) for a, b in pairwise(ends))
    return " ".join("".join(LETTERS[v >> 6 * i & 63] for i in range(3)) for v in values)


def tune(standard, source):
    bench = Bench(standard, K[source])
    bench.tell("music_title")
    first, _ = bench.play(500)
    bench.tell("music_stop")
    second, _ = bench.play(20)
    bench.tell("music_title")
    third, _ = bench.play(60)
    return np.concatenate((first, second, third))


def alone(standard, number):
    bench = Bench(standard, K[FREE])
    rows, _ = bench.play(90, {5: [number]})
    return rows


def traffic(source, seed, music):
    """Requests as they come, with the tune or without."""
    dice = random.Random(seed)
    bench = Bench(source=K[source])
    if music:
        bench.tell("music_title")
    asked = {}
    for _ in range(60):
        asked.setdefault(dice.randrange(TRAFFIC), []).append(dice.randrange(NUMBERS))
    rows, _ = bench.play(TRAFFIC, asked)
    bench.poke("sound_off", 1)
    bench.tell("effect_init")
    bench.tell("voice3_give")
    silent, _ = bench.play(PART, {2: [3, 9]})
    return np.concatenate((rows, silent))


def vamp(mood, source):
    bench = Bench(source=K[source])
    bench.poke("vamp_on", 1)
    bench.poke("player_money_lo", MONEY[mood] & 255)
    bench.poke("player_money_hi", MONEY[mood] >> 8)
    rows, _ = bench.play(600, {200: [4], 320: [NUMBERS - 1]})
    bench.poke("vamp_off", 1)
    after, _ = bench.play(2 * PART)
    return np.concatenate((rows, after))


PERFORMANCES = {
    **{f"tune {standard} {source}": (tune, standard, source)
       for standard in ("pal", "ntsc") for source in (NOISE, FREE)},
    **{f"{name} {standard}": (alone, standard, number)
       for standard in ("pal", "ntsc") for number, name in enumerate(EFFECTS)},
    **{f"traffic {source} {seed} {music}": (traffic, source, seed, music)
       for source in (NOISE, FREE) for seed in range(2) for music in (False, True)},
    **{f"vamp {mood} {source}": (vamp, mood, source)
       for mood in MONEY for source in (NOISE, FREE)},
}  # fmt: skip


def performed(name):
    """What is played, in letters."""
    play, *how = PERFORMANCES[name]
    return sums(play(*how))


if __name__ == "__main__":
    KEPT.write_text(json.dumps({name: performed(name) for name in PERFORMANCES}, indent=0) + "\n")
