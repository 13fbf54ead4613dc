"""Sprites of the VIC-II: position, expansion, colours, priority, collisions, crunch."""

import itertools

import pytest

from tests.c64.builds import few_uncompiled, long_uncompiled, some_uncompiled
from tests.c64.vic.bench import ALL, Bench


def sprites(*specs, model="6569", **registers):
    """A bench with a blank screen and sprites (number, x, y, data), run for two frames."""
    bench = Bench(model)
    mask = 0
    for number, x, y, data in specs:
        bench.sprite(number, x, y, color=number + 1, pointer=0xC0 + number, data=data)
        mask |= 1 << number
    bench.set({0x15: mask, 0x25: 11, 0x26: 12})
    bench.set({int(name[1:], 16): value for name, value in registers.items()})
    return bench.frames(2)


FULL = b"\xff" * 63
ROW = b"\xe4\x1b\x81" * 21


def bits(data, back=6, fore=1):
    return [fore if byte & 0x80 >> i else back for byte in data for i in range(8)]


@pytest.mark.parametrize("model", ALL)
def test_sprite_at_24_50_covers_the_top_left_corner_of_the_window(model):
    bench = sprites((0, 24, 50, FULL), model=model)
    assert bench.window(51, 0, 25) == [1] * 24 + [6]
    assert bench.window(71, 0, 1) == [1]
    assert bench.window(72, 0, 1) == [6]


@few_uncompiled(1)
@pytest.mark.parametrize("x", [24, 25, 30, 100, 255, 256, 300])
def test_sprite_shows_its_24_bits_at_its_x_coordinate(x):
    bench = sprites((0, x, 100, ROW))
    assert bench.window(101, x - 24, 24) == bits(ROW[:3])


def test_x_expansion_doubles_each_pixel():
    bench = sprites((0, 24, 100, ROW), d01d=1)
    assert bench.window(101, 0, 48) == [p for p in bits(ROW[:3]) for _ in (0, 1)]


def test_y_expansion_doubles_each_row():
    data = b"".join(bytes([1 << (i % 8), i, 0]) for i in range(21))
    bench = sprites((0, 24, 100, data), d017=1)
    for i in range(42):
        assert bench.window(101 + i, 0, 24) == bits(data[3 * (i // 2) : 3 * (i // 2) + 3]), i
    assert bench.window(143, 0, 24) == [6] * 24


def test_multicolor_sprite_has_three_colors_and_transparent():
    bench = sprites((0, 24, 100, b"\x1b\x1b\x1b" * 21), d01c=1)
    assert bench.window(101, 0, 8) == [6, 6, 11, 11, 1, 1, 12, 12]


def test_multicolor_expanded_sprite_has_pixels_four_wide():
    bench = sprites((0, 24, 100, b"\x1b\x1b\x1b" * 21), d01c=1, d01d=1)
    assert bench.window(101, 0, 16) == [6] * 4 + [11] * 4 + [1] * 4 + [12] * 4


def test_lower_number_is_in_front():
    bench = sprites((0, 30, 100, FULL), (1, 24, 100, FULL))
    assert bench.window(101, 0, 31) == [2] * 6 + [1] * 24 + [6]


@long_uncompiled
def test_sprite_behind_foreground_shows_only_on_background():
    bench = sprites((0, 24, 100, FULL), d01b=1)
    bench.ram[0x2000:0x2008] = b"\xf0" * 8
    bench.color_ram[:] = b"\x07" * 1024
    bench.frames(2)
    assert bench.window(101, 0, 8) == [7] * 4 + [1] * 4


def test_hidden_sprite_in_front_of_another_hides_it_behind_the_foreground():
    """The front sprite's priority decides, even where it is itself hidden."""
    bench = sprites((0, 24, 100, FULL), (1, 24, 100, FULL), d01b=1)
    bench.ram[0x2000:0x2008] = b"\xf0" * 8
    bench.color_ram[:] = b"\x07" * 1024
    bench.frames(2)
    assert bench.window(101, 0, 8) == [7] * 4 + [1] * 4


def test_sprites_that_overlap_collide_and_the_register_clears_on_read():
    bench = sprites((2, 40, 100, FULL), (5, 50, 105, FULL), (7, 200, 100, FULL))
    assert bench.vic.read(0x1E) == 0x24
    bench.vic.clock()
    assert bench.vic.read(0x1E) == 0


def test_transparent_pixels_do_not_collide():
    left = b"\xff\xff\x00" * 21
    bench = sprites((0, 40, 100, left), (1, 56, 100, left))
    assert bench.vic.read(0x1E) == 0


def test_collision_with_foreground_but_not_with_background():
    bench = sprites((3, 40, 100, FULL))
    assert bench.vic.read(0x1F) == 0
    bench.ram[0x2000:0x2008] = b"\x01" * 8
    bench.frames(2)
    assert bench.vic.read(0x1F) == 8


@long_uncompiled
def test_multicolor_01_counts_as_background_for_collisions():
    bench = sprites((3, 40, 100, FULL), d016=0x18)
    bench.color_ram[:] = b"\x0f" * 1024
    bench.ram[0x2000:0x2008] = b"\x55" * 8
    bench.frames(2)
    bench.vic.read(0x1F)
    bench.frames(2)
    assert bench.vic.read(0x1F) == 0
    bench.ram[0x2000:0x2008] = b"\xaa" * 8
    bench.frames(2)
    assert bench.vic.read(0x1F) == 8


@few_uncompiled(1)
@pytest.mark.parametrize(("register", "mask"), [(0x1E, 4), (0x1F, 2)])
def test_first_collision_interrupts_in_its_line(register, mask):
    bench = sprites((0, 100, 150, FULL), (1, 100, 150, FULL))
    bench.ram[0x2000:0x2008] = b"\xff" * 8
    bench.to(140, 1)
    bench.vic.read(register)
    bench.vic.clock()
    bench.vic.write(0x19, 0xFF)
    bench.vic.write(0x1A, mask)
    for _ in range(63 * 40):
        bench.vic.clock()
        if bench.vic.irq:
            break
    assert bench.vic.raster_line == 151
    assert bench.vic.read(0x19) & mask
    # Reading what has collided is no acknowledgement (Bauer, 3.12; x64sc): a write of 1 is.
    assert bench.vic.read(register) == 3
    bench.vic.clock()
    assert bench.vic.irq and bench.vic.read(0x19) & mask
    bench.vic.run(63)
    # The register still holds the collision: no second interrupt.
    bench.vic.write(0x19, 0xFF)
    bench.vic.run(63 * 10)
    assert bench.vic.irq == 0


def test_x_coordinate_changed_after_the_start_does_not_move_the_rest():
    bench = sprites((0, 100, 100, FULL))
    bench.at(101, 30, 0, 200)
    bench.at(101, 60, 0, 100)
    bench.to(103, 1)
    assert bench.window(101, 76, 24) == [1] * 24


def test_sprite_can_be_shown_only_once_a_line():
    bench = sprites((0, 60, 100, FULL))
    bench.at(101, 40, 0, 250)
    bench.at(101, 60, 0, 60)
    bench.to(103, 1)
    assert bench.window(101, 226, 24) == [6] * 24


def test_sprite_with_an_x_coordinate_that_never_comes_is_not_shown():
    bench = sprites((0, 0x1FC, 100, FULL))
    assert 1 not in bench.row(101) and 1 not in bench.row(102)


def test_setting_the_flip_flop_in_cycle_15_crunches_the_counter():
    bench = sprites((0, 24, 100, FULL), d017=1)
    bench.to(103, 14)
    mc, base = bench.vic.sprite_mc[0], bench.vic.sprite_mcbase[0]
    bench.vic.clock()
    bench.vic.write(0x17, 0)
    bench.vic.clock()
    assert bench.vic.sprite_mcbase[0] == (0x2A & mc & base) | (0x15 & (mc | base))


@few_uncompiled(1)
@pytest.mark.parametrize("value", [0, 1])
def test_a_flip_flop_that_is_set_in_cycle_15_stays_so_whatever_is_written(value):
    """The second of two equal rows: x64sc and VirtualC64 agree that nothing is crunched then."""
    bench = sprites((0, 24, 100, FULL), d017=1)
    bench.to(102, 14)
    base = bench.vic.sprite_mcbase[0]
    bench.vic.clock()
    bench.vic.write(0x17, value)
    bench.vic.clock()
    assert bench.vic.sprite_mcbase[0] == base + 3


def test_y_coordinate_written_in_the_line_can_restart_the_sprite():
    bench = sprites((0, 24, 100, FULL))
    bench.at(110, 20, 1, 121)
    bench.to(143, 1)
    shown = [line for line in range(90, 143) if bench.window(line, 0, 1) == [1]]
    assert shown == list(range(101, 143))


def test_sprite_that_starts_before_its_first_data_arrive_shows_what_was_fetched_without_dma():
    """At X $164 the display of sprite 6 begins in cycle 59; its data come in cycles 7 and 8."""
    bench = sprites((6, 0x164, 100, FULL))
    bench.ram[0x3FFF] = 0x0F  # the idle access between two reads of an empty bus
    for line in (99, 100):
        bench.at(line, 56, 0x16, 0x00)
        bench.at(line, 58, 0x16, 0x08)
    bench.to(102, 1)
    assert bench.row(100)[144 + 0x164 - 24 : 144 + 0x164] == bits(b"\xff\x0f\xff", fore=7)


@few_uncompiled(1)
@pytest.mark.parametrize("model", some_uncompiled(ALL, "6569", "8565"))
def test_a_read_of_the_collisions_clears_twelve_pixels_more(model):
    """Two reads 32 pixels apart: what collides in the 20 pixels before the second is seen.

    Source: VICE's test program VICII/spritevssprite.
    """
    dot = b"\x80\x00\x00" + bytes(60)
    bench = sprites((0, 100, 40, dot), (1, 100, 40, dot), model=model)
    seen = []
    lines = itertools.cycle(range(60, 230, 24))  # a sprite is over before it is shown again
    for x, y in zip(range(100, 164), lines, strict=False):
        bench.to(y - 2, 1)
        bench.set({0: x, 1: y, 2: x, 3: y})
        bench.to(y + 1, 30)
        bench.vic.read(0x1E)
        bench.vic.run(4)
        seen.append(bench.vic.read(0x1E))
    first = seen.index(3)
    assert seen == [0] * first + [3] * 20 + [0] * (44 - first)
