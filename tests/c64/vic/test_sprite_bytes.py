"""A sprite advanced by eight pixels or a row at once ends where it does pixel by pixel."""

import random

import pytest

import c64
from c64.base.fields import dump_fields
from c64.vic.vic import VIC
from tests.c64.vic.bench import Bench
from tests.volume import seldom

FLOPS = ("seq_active", "seq_x_flop", "seq_multi_flop")
ROUNDS = [12_000, seldom(60_000)]
LINES = 240
SPRITE_SEEDS = 12 if c64.compiled() else 2


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
        pixels = vic.shift8(0, 1, first)
    left = [getattr(vic, name) for name in FLOPS]
    return pixels, vic.seq_shift[0], vic.seq_pixel[0], left


@pytest.mark.skipif(
    c64.compiled(), reason="the sequencer's functions can be called uncompiled only"
)
@pytest.mark.parametrize("rounds", ROUNDS)
def test_eight_pixels_at_once_are_eight_single_ones(rounds):
    rng = random.Random(64)
    once, singly = VIC(), VIC()
    kinds = {}
    for _ in range(rounds):
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
    assert min(kinds.values()) > rounds // 100


def sprite_lines(rng, every):
    """Yield two chips with the same sprites after each line, drawn at once and by the cycle.

    every  cycles between writes to registers that sprites depend on
    """
    benches = [Bench("8565" if every else "6569") for _ in range(2)]
    memory = rng.randbytes(65536)
    coordinates = [rng.randrange(256) for _ in range(16)]
    switches = {reg: rng.randrange(256) for reg in (0x10, 0x15, 0x17, 0x1B, 0x1C, 0x1D)}
    for bench in benches:
        bench.ram[:] = memory
        bench.set({**dict(enumerate(coordinates)), **switches, 0x11: 0x1B})
    at_once, singly = (bench.vic for bench in benches)
    for _ in range(LINES):
        for cycle in range(at_once.cycles):
            at_once.clock()
            singly.clock()
            singly.sync()
            if every and (cycle + 1) % every == 0:
                reg, value = rng.choice((0x00, 0x06, 0x1C, 0x1D)), rng.randrange(256)
                at_once.write(reg, value)
                singly.write(reg, value)
        at_once.sync()
        yield at_once, singly


@pytest.mark.slow
@pytest.mark.parametrize("every", [0, 41])
def test_sprites_drawn_by_the_row_end_as_those_drawn_by_the_cycle(every):
    rng = random.Random(every)
    shown = 0
    for seed in range(SPRITE_SEEDS):
        for line, (at_once, singly) in enumerate(sprite_lines(rng, every)):
            found, told = dump_fields(at_once), dump_fields(singly)
            differ = [name for name in told if found[name] != told[name]]
            assert not differ, f"seed {seed}, line {line}: {differ}"
            shown += at_once.sprite_dma != 0
        assert bytes(at_once.frame) == bytes(singly.frame)
    assert shown > SPRITE_SEEDS * LINES // 5  # there were sprites in a good part of them
