"""The two ways of drawing, eight pixels at a time and pixel by pixel, give one picture."""

import random
import zlib

import pytest

from tests.c64.builds import plain_value
from tests.c64.vic.bench import ALL, Bench
from tests.volume import seldom

WRITABLE = (*range(0x13), 0x15, 0x16, 0x17, 0x18, *range(0x1B, 0x1E), *range(0x20, 0x2F))


def random_bench(model, seed):
    """A bench with random memory and registers; the screen is on."""
    rng = random.Random(seed)
    bench = Bench(model)
    bench.ram[:] = rng.randbytes(65536)
    bench.chargen[:] = rng.randbytes(4096)
    bench.color_ram[:] = bytes(rng.randrange(16) for _ in range(1024))
    for number in range(8):
        x = rng.choice((rng.randrange(0x200), rng.randrange(24, 344)))
        bench.set({2 * number: x & 0xFF, 2 * number + 1: rng.randrange(40, 240)})
        bench.set({0x10: bench.vic.peek(0x10) | (x >> 8) << number, 0x27 + number: number + 1})
    bench.set({0x15: rng.randrange(256), 0x17: rng.randrange(256), 0x1B: rng.randrange(256)})
    bench.set({0x1C: rng.randrange(256), 0x1D: rng.randrange(256)})
    bench.set({0x11: 0x18 | rng.randrange(8) | rng.choice((0, 0x20, 0x40))})
    bench.set({0x16: rng.randrange(32), 0x18: rng.randrange(256)})
    bench.set({0x20 + i: rng.randrange(16) for i in range(7)})
    return bench, rng


def run(bench, rng, cycles, every, single):
    """Run with a random register write every ``every`` cycles; returns what can be seen."""
    vic = bench.vic
    seen = []
    for cycle in range(cycles):
        if single:
            vic.settle = 2
        vic.clock()
        if single:
            vic.sync()
        if every and cycle % every == 0:
            reg = rng.choice(WRITABLE)
            value = rng.randrange(256)
            if reg == 0x11:
                value = value & 0x7F | 0x10
            vic.write(reg, value)
            seen.append((vic.read(0x1E), vic.read(0x1F), vic.read(0x19)))
    vic.sync()
    return seen, bytes(vic.frame)


def digests(frames):
    """Return a number for what is seen of each model in so many frames, drawn either way."""
    numbers = []
    for model in ALL:
        for single in (False, True):
            bench, rng = random_bench(model, 5)
            seen, picture = run(bench, rng, frames * 63 * 312, 61, single)
            numbers.append(zlib.crc32(repr(seen).encode() + picture))
    return numbers


@pytest.mark.slow
@pytest.mark.compiled_only("starts the uncompiled machine itself")
@pytest.mark.parametrize("frames", [1, seldom(2)])
def test_both_builds_draw_the_same_picture_either_way(frames):
    here = digests(frames)
    assert len(set(here)) == len(ALL)
    assert plain_value(digests, str(frames)) == repr(here)


@pytest.mark.compiled_only("see test_both_builds_draw_the_same_picture_either_way")
@pytest.mark.parametrize("every", [0, 997, 61])
@pytest.mark.parametrize("model", ALL)
def test_words_and_single_pixels_draw_the_same_picture(model, every):
    for seed in range(3):
        results = []
        for single in (False, True):
            bench, rng = random_bench(model, seed * 10 + every)
            bench.vic.run(bench.vic.cycles * bench.vic.lines)
            results.append(run(bench, rng, 63 * 312, every, single))
        assert results[0][0] == results[1][0], f"collisions, seed {seed}"
        assert results[0][1] == results[1][1], f"picture, seed {seed}"
