"""A sprite advanced by eight pixels at once ends where it does pixel by pixel."""

import random

import pytest

import c64
from c64.vic.vic import VIC

pytestmark = pytest.mark.skipif(
    c64.compiled(), reason="the sequencer's functions can be called uncompiled only"
)
FLOPS = ("seq_active", "seq_x_flop", "seq_multi_flop")
ROUNDS = 60_000


def row(rng):
    """Return what a shift register may hold: anything, little, a single bit, nothing."""
    bits = rng.getrandbits(24)
    few = bits & rng.getrandbits(24) & rng.getrandbits(24)
    return rng.choice((bits, few, bits & 0xFF0000, 1 << rng.randrange(24), 0))


def advance(vic, situation, at_once):
    """Set up sprite 0, advance it by a byte; returns the pixels and all that it is left with."""
    for name, value in situation["state"].items():
        setattr(vic, name, value)
    vic.seq_shift[0], vic.seq_pixel[0], vic.seq_x[0] = situation["row"], *situation["pixel"]
    first = 0
    if at_once:
        pixels = vic.sprite_byte(0, 1, situation["starting"])
    else:
        if situation["starting"]:
            first = vic.seq_x[0] & 7
            for name in FLOPS:
                setattr(vic, name, getattr(vic, name) | 1)
        pixels = vic.any_byte(0, 1, first)
    left = [getattr(vic, name) for name in FLOPS]
    return pixels, vic.seq_shift[0], vic.seq_pixel[0], left


def test_eight_pixels_at_once_are_eight_single_ones():
    rng = random.Random(64)
    once, singly = VIC(), VIC()
    kinds = {}
    for _ in range(ROUNDS):
        switches = ("seq_x_flop", "seq_multi_flop", "seq_multicolor", "seq_expand_x")
        situation = {
            "state": {"seq_active": 1, **{name: rng.randrange(2) for name in switches}},
            "row": row(rng),
            "pixel": (rng.randrange(4), rng.randrange(8)),
            "starting": rng.randrange(2),
        }
        found = advance(once, situation, at_once=True)
        assert found == advance(singly, situation, at_once=False), situation
        state = situation["state"]
        kind = (state["seq_multicolor"], state["seq_expand_x"], found[3][0])
        kinds[kind] = kinds.get(kind, 0) + 1
    assert len(kinds) == 8  # of every kind some went on and some ran empty
    assert min(kinds.values()) > ROUNDS // 100
