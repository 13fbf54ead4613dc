"""The NTSC machine: 65 cycles, 263 lines, 60 Hz, where it does something else than PAL.

What is the same on all models is tested with them (test_timing.py, test_sprites.py,
test_picture.py run with ``ALL``).
"""

import numpy as np
import pytest

import c64
from c64.bus.models import MODELS, NTSC_HZ
from c64.vic.fetch import VIC_CELL_MATRIX
from tests.c64.vic.bench import WINDOW, Bench

NTSC = "6567"
FULL = b"\xff" * 63
slow_uncompiled = pytest.mark.skipif(c64.PURE, reason="seconds of machine time, minutes uncompiled")


def sprites(*specs, vic=NTSC):
    """A VIC with a blank screen and sprites (number, x, y), run for two frames."""
    bench = Bench(vic)
    for number, x, y in specs:
        bench.sprite(number, x, y, color=number + 1, data=FULL)
    bench.set({0x15: sum(1 << number for number, _, _ in specs)})
    return bench.frames(2)


def open_side_border(bench, *lines):
    """Open the right border of each of the lines, and the left one of the next."""
    for line in lines:
        bench.at(line, 56, 0x16, 0x00)
        bench.at(line, 58, 0x16, 0x08)


def test_a_line_has_65_cycles_and_line_262_is_the_last():
    bench = Bench(NTSC).to(262, 3)
    for expected in (*range(4, 66), 1):
        bench.vic.clock()
        assert bench.vic.cycle_in_line == expected
    # As on PAL, the counter still reads the last line in the first cycle of line 0.
    assert (bench.vic.read(0x12), bench.vic.read(0x11) & 0x80) == (262 & 0xFF, 0x80)
    bench.vic.clock()
    assert (bench.vic.read(0x12), bench.vic.read(0x11) & 0x80) == (0, 0)


def test_a_raster_interrupt_of_line_263_never_comes():
    bench = Bench(NTSC)
    bench.set({0x11: 0x9B, 0x12: 263 & 0xFF, 0x1A: 1})
    bench.frames(1)
    bench.vic.write(0x19, 0xFF)
    bench.frames(2)
    assert bench.vic.irq == 0


def test_den_in_one_cycle_of_line_48_allows_bad_lines_for_the_frame():
    bench = Bench(NTSC)
    bench.set({0x11: 0x0B})
    assert bench.frames(2).stolen() == 0
    bench.at(0x30, 30, 0x11, 0x1B)
    bench.vic.clock()
    bench.vic.write(0x11, 0x0B)
    assert bench.stolen() == 25 * 43


def test_a_bad_line_that_begins_late_reads_ff_for_three_columns():
    bench = Bench(NTSC)
    bench.ram[0x400:0x7E8] = b"\x11" * 1000
    bench.set({0x11: 0x1C})
    bench.to(0x33, 19)
    bench.vic.write(0x11, 0x1B)
    bench.to(0x33, 60)
    cells = [cell >> VIC_CELL_MATRIX & 0xFF for cell in bench.vic.cells[0:5]]
    assert cells == [0xFF, 0xFF, 0xFF, 0x11, 0x11]


def test_the_eight_sprites_are_read_from_cycle_59_to_cycle_9_of_the_next_line():
    bench = Bench(NTSC)
    bench.set({0x11: 0x0B})
    for number in range(8):
        bench.sprite(number, 100, 100)
    bench.set({0x15: 0xFF})
    bench.frames(2)
    # Three cycles of notice: BA is low from 56 to 65 and, in the next line, from 1 to 9.
    assert bench.ba(101) == [*range(3, 10), *range(56, 66), 1, 2]


def test_one_sprite_in_every_line_leaves_60_cycles():
    bench = sprites((3, 100, 100))
    bench.set({0x11: 0x0B})
    bench.frames(2)
    assert len(bench.ba(105)) == 65 - 60


def test_y_expanded_sprite_steals_for_42_lines():
    bench = Bench(NTSC)
    bench.set({0x11: 0x0B})
    bench.sprite(0, 100, 100)
    bench.set({0x15: 1, 0x17: 1})
    assert bench.frames(2).stolen() == 42 * 5


def test_setting_the_flip_flop_in_cycle_15_crunches_the_counter():
    bench = sprites((0, 24, 100))
    bench.set({0x17: 1})
    bench.frames(2)
    bench.to(103, 14)
    mc, base = bench.vic.sprite_mc[0], bench.vic.sprite_mcbase[0]
    bench.vic.clock()
    bench.vic.write(0x17, 0)
    bench.vic.clock()
    assert bench.vic.sprite_mcbase[0] == (0x2A & mc & base) | (0x15 & (mc | base))


def test_the_x_coordinate_stands_still_for_eight_pixels_at_180():
    left = {}
    for x in (0x170, 0x178, 0x188):
        bench = sprites((7, x, 100))  # sprite 7 is read last, after these cycles
        open_side_border(bench, 100, 101, 102)
        bench.to(104, 1)
        left[x] = (bench.row(101) + bench.row(102)).index(8, 400)
    assert left[0x178] - left[0x170] == 8
    assert left[0x188] - left[0x178] == 24  # 16 further, and 8 in which X does not count


def test_csel_cleared_after_cycle_56_opens_the_side_border():
    bench = Bench(NTSC)
    bench.set({0x16: 0x08})
    bench.frames(2)
    open_side_border(bench, 100, 101)
    bench.to(103, 30)
    right = slice(WINDOW + 320, WINDOW + 352)
    assert bench.row(100)[right] == [6] * 32
    assert bench.row(101)[WINDOW - 32 : WINDOW] == [6] * 32
    assert bench.row(102)[right] == [14] * 32


def test_rsel_cleared_in_the_last_line_opens_the_lower_border():
    bench = Bench(NTSC)
    for _ in range(2):
        bench.at(249, 20, 0x11, 0x13)
        bench.at(252, 20, 0x11, 0x1B)
    assert bench.window(260) == [6] * 320


def test_the_border_color_changes_at_the_second_pixel_as_on_the_6569():
    bench = Bench(NTSC).frames(2)
    bench.at(40, 30, 0x20, 2)
    bench.to(42, 1)
    assert bench.row(40)[31 * 8 - 8 : 31 * 8 + 8] == [14] * 9 + [2] * 7


def test_the_light_pen_held_low_triggers_in_line_0():
    bench = Bench(NTSC)
    bench.vic.lightpen(0)
    bench.frames(1)
    bench.to(0, 10)
    assert (bench.vic.read(0x14), bench.vic.read(0x19) & 8) == (0, 8)


def test_the_clock_is_that_of_the_14_mhz_crystal_and_a_frame_is_a_59_826th_of_a_second():
    model = MODELS["ntsc"]
    assert round(model.clock_hz) == round(NTSC_HZ) == 1022727
    assert round(model.frame_hz, 3) == 59.826


@slow_uncompiled
@pytest.mark.parametrize(
    ("model", "fifty", "tenths"),
    [
        ("ntsc", 0, 20), ("ntsc", 1, 24), ("c64", 1, 20), ("c64", 0, 16),
        ("oldntsc", 0, 20), ("drean", 1, 20),
    ],
)  # fmt: skip
def test_the_time_of_day_clock_counts_the_mains(model, fifty, tenths):
    """In two seconds: 60 Hz counted in sixes are right; with the bit for 50 Hz it is too fast."""
    machine = c64.C64(model, sample_rate=0)
    machine.run_cycles(100_000)
    machine.memory[0xDC0E] = machine.memory[0xDC0E] & 0x7E | fifty << 7
    for register in (0xDC0B, 0xDC0A, 0xDC09, 0xDC08):
        machine.memory[register] = 0
    machine.run_cycles(round(2 * machine.model.clock_hz) + 5000)
    cia = machine.board.cia1
    cia.read(0x0B)
    assert cia.read(0x09) * 10 + cia.read(0x08) == tenths


@slow_uncompiled
@pytest.mark.parametrize("model", ["ntsc", "c64"])
def test_the_kernals_jiffy_clock_counts_sixty_a_second(model):
    machine = c64.C64(model, sample_rate=0)
    machine.run_cycles(1_000_000)
    first = int.from_bytes(machine.memory[0xA0:0xA3], "big")
    machine.run_cycles(round(4 * machine.model.clock_hz))
    assert abs(int.from_bytes(machine.memory[0xA0:0xA3], "big") - first - 240) <= 1


def pitch(machine, frequency):
    """Return the frequency in Hz of a sawtooth of the SID at ``frequency``, from its sound."""
    machine.tick(60)  # the KERNAL silences the SID when it starts
    sid = 0xD400
    for register, value in ((0, frequency & 0xFF), (1, frequency >> 8), (5, 0), (6, 0xF0)):
        machine.memory[sid + register] = value
    machine.memory[sid + 24], machine.memory[sid + 4] = 15, 0x21
    machine.tick(10)
    machine.audio()
    machine.run_cycles(round(machine.model.clock_hz))
    sound = machine.audio().astype(float)
    spectrum = np.abs(np.fft.rfft((sound - sound.mean()) * np.hanning(len(sound))))
    return spectrum.argmax() * 48000 / len(sound)


@slow_uncompiled
def test_a_tone_is_higher_by_the_ratio_of_the_clocks():
    """Frequency register 7493 is 440 Hz on PAL (clock / 2**24) and 457 Hz on NTSC."""
    found = {model: pitch(c64.C64(model), 7493) for model in ("c64", "ntsc")}
    for model, hertz in found.items():
        assert abs(hertz - 7493 * MODELS[model].clock_hz / (1 << 24)) < 1.5
    assert found["ntsc"] > found["c64"] + 15


@slow_uncompiled
def test_the_picture_of_the_prompt_is_384_by_247():
    machine = c64.C64("ntsc", sample_rate=0)
    machine.tick(120)
    assert machine.screen.indices.shape == (247, 384)
    inside = machine.screen.indices[23:223, 32:352]
    assert set(np.unique(inside)) == {6, 14}
    assert (machine.screen.indices[:20] == 14).all()
