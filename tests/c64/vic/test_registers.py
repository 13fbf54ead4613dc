"""Registers of the VIC-II: unused bits, latches, light pen, state."""

import pytest

from c64.base.fields import dump_fields, fields_size, load_fields, save_fields
from c64.vic.vic import VIC
from tests.c64.builds import few_uncompiled
from tests.c64.vic.bench import ALL, Bench


def test_unused_bits_read_as_1():
    vic = VIC("6569")
    for reg in range(0x40):
        vic.clock()
        vic.write(reg, 0)
    expected = {0x16: 0xC0, 0x18: 0x01, 0x1A: 0xF0}
    expected |= {reg: 0xF0 for reg in range(0x20, 0x2F)}
    expected |= {reg: 0xFF for reg in range(0x2F, 0x40)}
    for reg in range(0x40):
        if reg not in (0x11, 0x12, 0x13, 0x14, 0x19, 0x1E, 0x1F):
            assert vic.read(reg) == expected.get(reg, 0), hex(reg)


def test_registers_keep_what_was_written():
    bench = Bench()
    for reg in (*range(0x11), 0x15, 0x17, 0x1B, 0x1C, 0x1D):
        bench.vic.clock()
        bench.vic.write(reg, 0xA5)
        assert bench.vic.read(reg) == 0xA5, hex(reg)
    for reg in range(0x20, 0x2F):
        bench.vic.clock()
        bench.vic.write(reg, 0xA5)
        assert bench.vic.read(reg) == 0xF5, hex(reg)


def test_registers_repeat_every_64_addresses():
    bench = Bench()
    bench.vic.write(0x15 + 64, 0x3C)
    assert bench.vic.read(0x15) == bench.vic.read(0x15 + 128) == 0x3C


def test_collision_registers_are_read_only():
    bench = Bench()
    bench.vic.write(0x1E, 0xFF)
    bench.vic.write(0x1F, 0xFF)
    assert (bench.vic.read(0x1E), bench.vic.read(0x1F)) == (0, 0)


@pytest.mark.parametrize(("model", "extra"), [("6569", 2), ("8565", 1), ("6567", 2)])
def test_light_pen_latches_the_position_of_the_next_cycle(model, extra):
    bench = Bench(model).to(100, 20)
    bench.vic.lightpen(0)
    bench.vic.clock()
    # Cycle 21 begins at X $38.
    assert (bench.vic.read(0x13), bench.vic.read(0x14)) == (0x38 // 2 + extra, 100)


def test_light_pen_latches_once_a_frame_and_interrupts():
    bench = Bench().to(100, 20)
    bench.vic.write(0x19, 0xFF)
    bench.vic.write(0x1A, 8)
    bench.vic.lightpen(0)
    bench.vic.clock()
    bench.vic.lightpen(1)
    assert (bench.vic.irq, bench.vic.read(0x19) & 8) == (1, 8)
    bench.to(150, 20)
    bench.vic.lightpen(0)
    bench.vic.clock()
    bench.vic.lightpen(1)
    assert bench.vic.read(0x14) == 100
    bench.frames().to(150, 20)
    bench.vic.lightpen(0)
    bench.vic.clock()
    assert bench.vic.read(0x14) == 150


def test_light_pen_held_low_triggers_at_the_start_of_the_next_frame():
    bench = Bench().to(100, 20)
    bench.vic.lightpen(0)
    bench.to(0, 3)
    assert (bench.vic.read(0x13), bench.vic.read(0x14)) == (0xD1, 0)


def test_peek_has_no_side_effects():
    bench = Bench()
    for number in (0, 1):
        bench.sprite(number, 100, 100)
    bench.set({0x15: 3})
    bench.frames(2)
    assert bench.vic.peek(0x1E) == 3
    assert bench.vic.peek(0x1E) == 3
    assert bench.vic.read(0x1E) == 3


@few_uncompiled(2)
@pytest.mark.parametrize("model", ALL)
def test_saved_and_loaded_state_goes_on_with_the_same_picture(model):
    first = Bench(model)
    first.ram[0x400:0x7E8] = bytes(i & 0xFF for i in range(1000))
    first.ram[0x2000:0x2800] = bytes((i * 37) & 0xFF for i in range(2048))
    for number in range(8):
        first.sprite(number, 30 + 25 * number, 60 + 10 * number, color=number)
    first.set({0x15: 0xFF, 0x16: 0x0B})
    first.frames(2)
    first.to(77, 33)
    state = save_fields(first.vic)
    assert len(state) == fields_size(first.vic)
    second = Bench(model)
    second.vic.ram, second.vic.color_ram = first.ram, first.color_ram
    load_fields(second.vic, state)
    first.vic.run(40000)
    second.vic.run(40000)
    assert first.vic.picture() == second.vic.picture()
    assert dump_fields(first.vic) == dump_fields(second.vic)


def test_unknown_model_is_refused_with_the_names_of_the_known():
    with pytest.raises(ValueError, match="6569, 8565, 6567"):
        VIC("6510")
