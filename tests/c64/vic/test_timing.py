"""When the VIC-II does what: bus, counters, interrupts."""

import pytest

from c64.vic.fetch import VIC_CELL_COLOR, VIC_CELL_MATRIX
from tests.c64.builds import few_uncompiled
from tests.c64.vic.bench import ALL, Bench


def test_pal_frame_has_312_lines_of_63_cycles():
    bench = Bench("6569").to(100, 1)
    for expected in (*range(2, 64), 1):
        bench.vic.clock()
        assert bench.vic.cycle_in_line == expected
    bench.frames()
    before = bench.vic.frame_count
    bench.vic.run(312 * 63 - 1)
    assert bench.vic.frame_count == before
    bench.vic.run(1)
    assert bench.vic.frame_count == before + 1


def test_ntsc_frame_has_263_lines_of_65_cycles():
    bench = Bench("6567").frames()
    before = bench.vic.frame_count
    bench.vic.run(263 * 65 - 1)
    assert bench.vic.frame_count == before
    bench.vic.run(1)
    assert bench.vic.frame_count == before + 1
    assert len(bench.vic.frame) == 263 * 65 * 8


def test_line_counter_reads_last_line_in_the_first_cycle_of_line_0():
    bench = Bench().to(311, 63)
    bench.vic.clock()
    assert bench.vic.cycle_in_line == 1
    assert (bench.vic.read(0x12), bench.vic.read(0x11) & 0x80) == (311 & 0xFF, 0x80)
    bench.vic.clock()
    assert (bench.vic.read(0x12), bench.vic.read(0x11) & 0x80) == (0, 0)


@few_uncompiled(1)
@pytest.mark.parametrize(("line", "bit"), [(0xFF, 0), (0x100, 0x80), (0x106, 0x80)])
def test_bit_7_of_d011_is_bit_8_of_the_line_and_the_others_are_as_written(line, bit):
    bench = Bench()
    for value in (0x1B, 0xEC):
        bench.set({0x11: value})
        bench.to(line, 5)
        assert bench.vic.read(0x11) == value & 0x7F | bit


@few_uncompiled(2)
@pytest.mark.parametrize("model", ALL)
def test_bad_line_holds_ba_low_from_cycle_12_to_54(model):
    bench = Bench(model).frames()
    assert bench.ba(0x33) == list(range(12, 55))
    assert bench.ba(0x34) == []


@few_uncompiled(1)
@pytest.mark.parametrize("model", ALL)
def test_text_screen_steals_43_cycles_from_each_of_25_lines(model):
    assert Bench(model).frames(2).stolen() == 25 * 43


def test_no_bad_lines_while_the_screen_is_off():
    bench = Bench()
    bench.set({0x11: 0x0B})
    assert bench.frames(2).stolen() == 0


def test_den_in_one_cycle_of_line_48_allows_bad_lines_for_the_frame():
    bench = Bench()
    bench.set({0x11: 0x0B})
    bench.frames(2)
    bench.at(0x30, 30, 0x11, 0x1B)
    bench.vic.clock()
    bench.vic.write(0x11, 0x0B)
    assert bench.stolen() == 25 * 43


def test_den_after_line_48_is_too_late_for_bad_lines():
    bench = Bench()
    bench.set({0x11: 0x0B})
    bench.frames(2)
    bench.at(0x31, 1, 0x11, 0x1B)
    bench.to(0x100, 1)
    assert bench.vic.vcbase == 0


@few_uncompiled(7)
@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("model", ALL)
def test_sprite_holds_ba_low_three_cycles_ahead_and_two_during_its_accesses(model, number):
    bench = Bench(model)
    bench.set({0x11: 0x0B})
    bench.sprite(number, 100, 100)
    bench.set({0x15: 1 << number})
    bench.frames(2)
    bench.to(100, 30)
    low = []
    for _ in range(60):
        bench.vic.clock()
        if bench.vic.ba_low:
            low.append(bench.vic.cycle_in_line)
    cycles = bench.vic.cycles
    first = (55 if cycles == 63 else 56) + 2 * number
    assert low == [(first + i - 1) % cycles + 1 for i in range(5)]


def test_eight_sprites_steal_19_cycles_a_line_for_21_lines():
    bench = Bench()
    bench.set({0x11: 0x0B})
    for number in range(8):
        bench.sprite(number, 24 + 30 * number, 100)
    bench.set({0x15: 0xFF})
    assert bench.frames(2).stolen() == 21 * 19


def test_y_expanded_sprite_steals_for_42_lines():
    bench = Bench()
    bench.set({0x11: 0x0B})
    bench.sprite(0, 100, 100)
    bench.set({0x15: 1, 0x17: 1})
    assert bench.frames(2).stolen() == 42 * 5


def test_raster_interrupt_comes_in_cycle_1_of_its_line():
    bench = Bench()
    bench.set({0x12: 0x80, 0x1A: 1})
    bench.frames(1)
    bench.vic.write(0x19, 0xFF)
    bench.to(0x7F, 63)
    assert bench.vic.irq == 0
    bench.vic.clock()
    assert (bench.vic.cycle_in_line, bench.vic.irq) == (1, 1)
    assert bench.vic.read(0x19) == 0xF1
    bench.vic.write(0x19, 0x01)
    assert (bench.vic.irq, bench.vic.read(0x19)) == (0, 0x70)


@pytest.mark.parametrize(("line", "cycle"), [(0x80, 1), (262, 1), (0, 2)])
def test_ntsc_raster_interrupt_comes_in_cycle_1_of_its_line_and_in_cycle_2_of_line_0(line, cycle):
    bench = Bench("6567")
    bench.set({0x11: 0x1B | line >> 8 << 7, 0x12: line & 0xFF, 0x1A: 1})
    bench.frames(1)
    bench.vic.write(0x19, 0xFF)
    bench.to((line - 1) % 263, 65)
    for expected in range(1, cycle + 1):
        assert bench.vic.irq == 0
        bench.vic.clock()
        assert bench.vic.cycle_in_line == expected
    assert bench.vic.irq == 1


def test_ntsc_eight_sprites_steal_19_cycles_a_line_for_21_lines():
    bench = Bench("6567")
    bench.set({0x11: 0x0B})
    for number in range(8):
        bench.sprite(number, 24 + 30 * number, 100)
    bench.set({0x15: 0xFF})
    assert bench.frames(2).stolen() == 21 * 19


def test_raster_interrupt_of_line_0_comes_in_cycle_2():
    bench = Bench()
    bench.set({0x12: 0, 0x1A: 1})
    bench.to(200, 1)
    bench.vic.write(0x19, 0xFF)
    bench.to(311, 63)
    bench.vic.clock()
    assert bench.vic.irq == 0
    bench.vic.clock()
    assert (bench.vic.cycle_in_line, bench.vic.irq) == (2, 1)


def test_raster_interrupt_comes_in_the_middle_of_a_line_when_the_compare_value_becomes_equal():
    bench = Bench()
    bench.set({0x12: 0x10, 0x1A: 1})
    bench.to(0x80, 20)
    bench.vic.write(0x19, 0xFF)
    bench.vic.write(0x12, 0x80)
    assert bench.vic.irq == 0
    bench.vic.clock()
    assert bench.vic.irq == 1


def test_acknowledged_raster_interrupt_does_not_come_again_in_the_same_line():
    bench = Bench()
    bench.set({0x12: 0x80, 0x1A: 1})
    bench.to(0x80, 10)
    bench.vic.write(0x19, 0x01)
    bench.vic.run(40)
    assert bench.vic.irq == 0


def test_masked_interrupt_is_latched_but_leaves_the_line_high():
    bench = Bench()
    bench.set({0x12: 0x80})
    bench.to(0x80, 10)
    assert (bench.vic.irq, bench.vic.read(0x19)) == (0, 0x71)
    bench.vic.write(0x1A, 1)
    assert (bench.vic.irq, bench.vic.read(0x19)) == (1, 0xF1)


def test_ba_counts_three_cycles_before_the_first_matrix_access_is_valid():
    """DMA delay: a bad line that begins in cycle n reads $FF for three columns."""
    bench = Bench()
    bench.ram[0x400:0x7E8] = b"\x11" * 1000
    bench.set({0x11: 0x1C})
    bench.to(0x33, 19)
    bench.ram[0x1234] = 0xA5
    bench.vic.bus_addr = 0x1234
    bench.vic.write(0x11, 0x1B)
    bench.to(0x33, 60)
    # The display state begins in cycle 20: column 0 is what cycle 20 accessed.
    cells = bench.vic.cells[0:5]
    assert [cell >> VIC_CELL_MATRIX & 0xFF for cell in cells] == [0xFF, 0xFF, 0xFF, 0x11, 0x11]
    assert [cell >> VIC_CELL_COLOR for cell in cells[0:3]] == [5, 5, 5]


def test_vc_advances_40_a_text_line_and_rc_counts_eight_rows():
    bench = Bench().frames().to(0x33, 60)
    assert (bench.vic.vcbase, bench.vic.rc) == (0, 1)
    bench.to(0x3A, 57)
    assert bench.vic.rc == 7
    bench.to(0x3A, 58)
    assert bench.vic.vcbase == 40
    bench.to(0xFA, 63)
    assert bench.vic.idle == 1


def test_refresh_counts_down_five_a_line_from_ff_at_the_start_of_the_frame():
    bench = Bench()
    bench.ram[0x3F00:0x4000] = bytes(range(256))
    bench.to(0, 10)
    seen = []
    for _ in range(5):
        bench.vic.clock()
        seen.append(bench.vic.phi1_data)
    assert seen == [0xFF, 0xFE, 0xFD, 0xFC, 0xFB]


def test_idle_accesses_read_3fff_and_with_ecm_39ff():
    bench = Bench()
    bench.ram[0x3FFF], bench.ram[0x39FF] = 0x12, 0x34
    bench.to(20, 30)
    assert bench.vic.phi1_data == 0x12
    bench.set({0x11: 0x5B})
    bench.vic.run(2)
    assert bench.vic.phi1_data == 0x34


@pytest.mark.parametrize(("model", "address"), [("6569", 0x38FF), ("8565", 0x3807)])
@pytest.mark.parametrize(("line", "moves"), [(0x32, True), (0x30, False)])
def test_the_idle_access_in_which_a_bad_line_begins_goes_elsewhere_unless_yscroll_is_0(
    model, address, line, moves
):
    bench = Bench(model)
    bench.ram[0x3FFF], bench.ram[address] = 0x12, 0x34
    bench.set({0x11: 0x10 | (line + 1) & 7})
    bench.at(line, 30, 0x11, 0x10 | line & 7)
    assert (bench.vic.idle, bench.vic.phi1_data) == (1, 0x12)
    bench.vic.clock()
    assert (bench.vic.idle, bench.vic.phi1_data) == (0, 0x34 if moves else 0x12)


def test_character_rom_is_seen_in_banks_0_and_2_only():
    bench = Bench()
    bench.chargen[0x0000:0x1000] = b"\xc9" * 4096
    bench.set({0x18: 0x14})  # characters at $1000
    for bank, expected in ((0, 0xC9), (0x4000, 0), (0x8000, 0xC9), (0xC000, 0)):
        bench.vic.bank = bank
        bench.to(0x35, 30)
        assert bench.vic.phi1_data == expected, hex(bank)


def test_ultimax_shows_the_upper_half_of_romh_at_3000():
    bench = Bench()
    bench.vic.cart_rom_hi = bytearray(b"\x00" * 4096 + b"\x77" * 4096)
    bench.vic.ultimax = 1
    bench.to(20, 30)
    assert bench.vic.phi1_data == 0x77
