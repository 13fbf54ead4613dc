"""The 6567 R56A (old NTSC, 64 cycles, 262 lines) and the 6572 (PAL-N, 65 cycles, 312 lines).

What all chips have in common is tested with them (``ALL`` in bench.py), and every pixel of random
programs in test_random_pictures.py.  Here is what is these two's own.

Source: Christian Bauer's VIC-II article, 3.4 and 3.6.3; VICE 3 (x64sc), vicii-chip-model.c.
"""

import numpy as np
import pytest

import c64
from tests.c64.builds import few_uncompiled
from tests.c64.vic.bench import Bench
from tests.c64.vic.test_ntsc import open_side_border, pitch, slow_uncompiled, sprites

OLD_NTSC, PAL_N = "6567R56A", "6572"
SHAPES = {OLD_NTSC: (262, 64), PAL_N: (312, 65)}
MODELS = ("oldntsc", "drean")


@pytest.mark.parametrize(("vic", "shape"), SHAPES.items())
def test_a_frame_has_so_many_lines_of_so_many_cycles(vic, shape):
    lines, cycles = shape
    bench = Bench(vic).frames()
    before = bench.vic.frame_count
    bench.vic.run(lines * cycles - 1)
    assert bench.vic.frame_count == before
    bench.vic.run(1)
    assert bench.vic.frame_count == before + 1
    assert len(bench.vic.frame) == lines * cycles * 8


@pytest.mark.parametrize(("vic", "shape"), SHAPES.items())
def test_the_line_counter_reads_the_last_line_in_the_first_cycle_of_line_0(vic, shape):
    lines, cycles = shape
    bench = Bench(vic).to(lines - 1, cycles)
    for line in (lines - 1, 0):
        bench.vic.clock()
        assert (bench.vic.read(0x12), bench.vic.read(0x11) >> 7) == (line & 0xFF, line >> 8)


@few_uncompiled(1)
@pytest.mark.parametrize(("vic", "shape"), SHAPES.items())
@pytest.mark.parametrize("line", [0x80, "last", "none"])
def test_a_raster_interrupt_comes_in_cycle_1_of_its_line_and_never_behind_the_last(
    vic, shape, line
):
    lines, cycles = shape
    line = {"last": lines - 1, "none": lines}.get(line, line)
    bench = Bench(vic)
    bench.set({0x11: 0x1B | line >> 8 << 7, 0x12: line & 0xFF, 0x1A: 1})
    bench.frames(1)
    bench.vic.write(0x19, 0xFF)
    seen = []
    for _ in range(lines * cycles):
        bench.vic.clock()
        if bench.vic.irq:
            seen.append((bench.vic.raster_line, bench.vic.cycle_in_line))
            bench.vic.write(0x19, 0xFF)
    assert seen == ([(line, 1)] if line < lines else [])


@few_uncompiled(1)
@pytest.mark.parametrize(
    ("vic", "low"),
    [
        (OLD_NTSC, [*range(3, 11), *range(56, 65), 1, 2]),
        (PAL_N, [*range(3, 10), *range(56, 66), 1, 2]),
    ],
)
def test_the_eight_sprites_are_read_from_cycle_59_on(vic, low):
    """Three cycles of notice: BA is low from cycle 56 on."""
    bench = Bench(vic)
    bench.set({0x11: 0x0B})
    for number in range(8):
        bench.sprite(number, 100, 100)
    bench.set({0x15: 0xFF})
    bench.frames(2)
    assert bench.ba(101) == low


@few_uncompiled(1)
@pytest.mark.parametrize(("vic", "stands_still"), [(OLD_NTSC, 0), (PAL_N, 8), ("6567", 8)])
def test_the_x_coordinate_stands_still_in_lines_of_65_cycles_only(vic, stands_still):
    left = {}
    for x in (0x178, 0x188):
        bench = sprites((7, x, 100), vic=vic)  # sprite 7 is read last, after these cycles
        open_side_border(bench, 100, 101, 102)
        bench.to(104, 1)
        left[x] = (bench.row(101) + bench.row(102)).index(8, 400)
    assert left[0x188] - left[0x178] == 16 + stands_still


@few_uncompiled(1)
@pytest.mark.parametrize(
    ("vic", "first"),
    [
        ("6569", {0x160: 101, 0x164: None, 0x168: None, 0x16C: None}),
        (OLD_NTSC, {0x160: 101, 0x164: 100, 0x168: 100, 0x16C: None}),
        ("6567", {0x160: 101, 0x164: 101, 0x168: 101, 0x16C: None}),
        (PAL_N, {0x160: 101, 0x164: 101, 0x168: 101, 0x16C: None}),
    ],
)
def test_display_begins_in_cycle_58_or_59_which_decides_the_line_beside_the_picture(vic, first):
    """The display of a sprite of line 100 begins behind X $163 or $16B; then it is read."""
    found = {}
    for x in first:
        bench = sprites((0, x, 100), vic=vic)
        open_side_border(bench, *range(98, 124))
        bench.to(126, 1)
        found[x] = next((line for line in range(98, 124) if 1 in bench.row(line)[400:]), None)
    assert found == first


@pytest.mark.parametrize(("vic", "interrupts"), [(OLD_NTSC, 0), (PAL_N, 8), ("6567", 8)])
def test_a_light_pen_latches_and_interrupts_but_on_the_6567_r56a(vic, interrupts):
    bench = Bench(vic).frames()
    bench.to(100, 30)
    bench.vic.lightpen(0)
    bench.vic.lightpen(1)
    bench.to(100, 40)
    assert (bench.vic.read(0x14), bench.vic.read(0x19) & 8) == (100, interrupts)


@pytest.mark.parametrize("vic", SHAPES)
def test_a_light_pen_that_is_held_low_interrupts_in_line_0(vic):
    bench = Bench(vic)
    bench.vic.lightpen(0)
    bench.frames(1)
    bench.to(0, 10)
    assert (bench.vic.read(0x13), bench.vic.read(0x14)) == (0xD5, 0)
    assert bench.vic.read(0x19) & 8 == 8


@slow_uncompiled
@pytest.mark.parametrize("model", MODELS)
def test_a_tone_is_as_high_as_the_clock_makes_it(model):
    machine = c64.C64(model)
    hertz = 7493 * machine.model.clock_hz / (1 << 24)
    assert abs(pitch(machine, 7493) - hertz) < 1.5


@slow_uncompiled
@pytest.mark.parametrize(
    ("model", "shape", "top"), [("oldntsc", (247, 384), 23), ("drean", (272, 384), 35)]
)
def test_the_picture_of_the_prompt_lies_where_it_should(model, shape, top):
    machine = c64.C64(model, sample_rate=0)
    machine.tick(150)
    picture = machine.screen.indices
    assert picture.shape == shape
    assert set(np.unique(picture[top : top + 200, 32:352])) == {6, 14}
    assert (picture[: top - 1] == 14).all() and (picture[top + 200 :] == 14).all()
