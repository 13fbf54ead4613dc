"""Ports A and B, and what reads of the other registers give."""

from c64.cia.cia import CIA
from tests.c64.cia.helpers import CRA, CRB, make, read, write

PRA, PRB, DDRA, DDRB = 0, 1, 2, 3


def test_outputs_drive_and_inputs_are_released():
    cia = make()
    write(cia, PRA, 0x0F)
    write(cia, DDRA, 0x3C)
    assert cia.pa_pins() == 0xCF
    write(cia, PRB, 0xF0)
    write(cia, DDRB, 0x3C)
    assert (cia.pb_pins(), cia.pb_high()) == (0xF3, 0x30)


def test_a_port_reads_its_pins_not_its_register():
    cia = make()
    write(cia, PRA, 0xFF)
    write(cia, DDRA, 0xFF)
    cia.pa_in = 0x7E
    assert read(cia, PRA) == 0x7E
    write(cia, PRA, 0x0F)
    assert read(cia, PRA) == 0x0E


def test_inputs_read_what_the_outside_pulls():
    cia = make()
    cia.pb_in = 0x5A
    write(cia, PRB, 0x00)
    assert read(cia, PRB) == 0x5A


def test_direction_registers_read_back():
    cia = make()
    write(cia, DDRA, 0x12)
    write(cia, DDRB, 0x34)
    assert (read(cia, DDRA), read(cia, DDRB)) == (0x12, 0x34)


def test_control_registers_read_back_without_the_load_strobe():
    cia = make()
    write(cia, CRA, 0xFE)
    write(cia, CRB, 0x7E)
    assert (read(cia, CRA), read(cia, CRB)) == (0xEE, 0x6E)


def test_peek_of_every_register_equals_read_and_changes_nothing():
    for seed in range(3):
        cia, twin = make("8521"), make("8521")
        for reg in (2, 3, 0, 1, 4, 5, 6, 7, 12, 13, 14, 15):
            for chip in (cia, twin):
                write(chip, reg, (seed * 37 + reg * 11) & 0xBF)
        for reg in range(16):
            assert cia.peek(reg) == twin.peek(reg)
            cia.peek(reg)
        for reg in range(16):
            assert cia.peek(reg) == read(cia, reg) == read(twin, reg)


def test_two_chips_do_not_touch():
    one, two = CIA("6526"), CIA("6526")
    write(one, 5, 0x12)
    write(one, 8, 0x05)
    assert two.peek(5) == 0xFF and two.peek(8) == 0
