"""The 6510's port: registers, what an input reads, and how long a charge stays."""

import random

import pytest

from c64.bus.processor_port import PORT_FALL_OFF_6510, PORT_FALL_OFF_8500, CpuPort

DIRECTION, DATA = 0, 1


@pytest.fixture
def port():
    return CpuPort()


def test_after_reset_all_pins_are_inputs_and_the_roms_are_visible(port):
    assert port.read(DIRECTION, 0) == 0x00
    assert port.read(DATA, 0) == 0x17
    assert port.lines == 7


def test_after_reset_the_data_register_holds_0(port):
    port.write(DIRECTION, 0xFF, 0)
    assert port.read(DATA, 1) == 0
    assert port.lines == 0


def test_outputs_read_back_what_was_written(port):
    port.write(DIRECTION, 0xFF, 0)
    for value in (0x00, 0x55, 0xAA, 0xFF):
        port.write(DATA, value, 1)
        assert port.read(DATA, 2) == value
        assert port.lines == value & 7


def test_the_kernals_usual_setting_reads_37(port):
    port.write(DIRECTION, 0x2F, 0)
    port.write(DATA, 0x37, 1)
    assert port.read(DATA, 2) == 0x37


def test_banking_inputs_are_pulled_up_whatever_the_data_register_holds(port):
    port.write(DATA, 0x00, 0)
    assert port.lines == 7
    assert port.read(DATA, 1) & 7 == 7
    port.write(DIRECTION, 0x03, 2)
    assert port.lines == 4


def test_the_motor_pin_reads_0_as_input(port):
    port.write(DIRECTION, 0x20, 0)
    port.write(DATA, 0x20, 1)
    assert port.read(DATA, 2) & 0x20
    port.write(DIRECTION, 0x00, 3)
    assert port.read(DATA, 4) & 0x20 == 0


def test_a_cassette_key_pulls_the_sense_pin_down(port):
    assert port.read(DATA, 0) & 0x10
    port.sense = 0
    assert port.read(DATA, 1) & 0x10 == 0


def test_the_cassette_write_pin_holds_what_was_driven(port):
    port.write(DIRECTION, 0x08, 0)
    for level in (0x08, 0x00):
        port.write(DIRECTION, 0x08, 1)
        port.write(DATA, level, 1)
        port.write(DIRECTION, 0x00, 2)
        assert port.read(DATA, 10**7) & 0x08 == level


@pytest.mark.parametrize("bit", [0x40, 0x80])
def test_a_1_on_an_unconnected_pin_leaks_away(port, bit):
    port.write(DIRECTION, bit, 100)
    port.write(DATA, bit, 101)
    port.write(DIRECTION, 0x00, 1000)
    assert port.read(DATA, 1000 + PORT_FALL_OFF_6510) & 0xC0 == bit
    assert port.read(DATA, 1001 + PORT_FALL_OFF_6510) & 0xC0 == 0


@pytest.mark.parametrize("bit", [0x40, 0x80])
def test_the_leak_starts_when_the_pin_is_released_not_when_it_is_written(port, bit):
    port.write(DIRECTION, bit, 0)
    port.write(DATA, bit, 0)
    port.write(DIRECTION, 0x00, 10**6)
    assert port.read(DATA, 10**6 + 1000) & bit


@pytest.mark.parametrize("bit", [0x40, 0x80])
def test_writing_an_unconnected_input_does_not_charge_it(port, bit):
    port.write(DATA, bit, 0)
    assert port.read(DATA, 1) & bit == 0


@pytest.mark.parametrize("bit", [0x40, 0x80])
def test_driving_0_takes_the_charge_away(port, bit):
    port.write(DIRECTION, bit, 0)
    port.write(DATA, bit, 1)
    port.write(DATA, 0, 2)
    port.write(DIRECTION, 0, 3)
    assert port.read(DATA, 4) & bit == 0


class Pin:
    """One pin of the port as the module's docstring describes it, apart from the others.

    held  what it was last driven to;  until  the cycle in which a 1 left there has become 0
    """

    def __init__(self, bit):
        self.bit = bit
        self.ddr = self.data = self.held = self.until = 0

    def write(self, addr, value, cycle):
        level = value >> self.bit & 1
        if addr == DATA:
            self.data = level
        else:
            if self.ddr and not level:
                self.until = cycle + PORT_FALL_OFF_6510
            self.ddr = level
        if self.ddr:
            self.held = self.data

    def read(self, cycle, sense):
        if self.ddr:
            return self.data
        if self.bit >= 6:
            return int(self.held and cycle <= self.until)
        return {3: self.held, 4: sense, 5: 0}.get(self.bit, 1)


@pytest.mark.parametrize("seed", range(4))
def test_every_pin_does_what_it_does_alone(port, seed):
    """Random programs: what is read, what the PLA sees, what the datasette is driven with."""
    rng = random.Random(seed)
    pins = [Pin(bit) for bit in range(8)]
    cycle = 0
    for _ in range(1000):
        cycle += rng.choice((1, 3, 1000, PORT_FALL_OFF_6510 // 2, PORT_FALL_OFF_6510))
        addr, value = rng.randrange(2), rng.randrange(256)
        port.sense = rng.randrange(2)
        port.write(addr, value, cycle)
        for pin in pins:
            pin.write(addr, value, cycle)
        then = cycle + rng.choice((0, 1, PORT_FALL_OFF_6510 - 1, PORT_FALL_OFF_6510))
        shown = sum(pin.read(then, port.sense) << pin.bit for pin in pins)
        assert port.read(DATA, then) == port.peek(DATA, then) == shown
        ddr = sum(pin.ddr << pin.bit for pin in pins)
        assert port.read(DIRECTION, then) == port.peek(DIRECTION, then) == ddr
        assert port.lines == sum((pin.data or not pin.ddr) << pin.bit for pin in pins[:3])
        assert port.driven == sum(pin.held << pin.bit for pin in pins)


def test_a_reset_makes_all_pins_inputs_and_clears_the_register_behind_them(port):
    port.sense = 0  # a key of the datasette stays down
    port.write(DIRECTION, 0xFF, 0)
    port.write(DATA, 0xFF, 1)
    port.reset()
    assert (port.read(DIRECTION, 2), port.read(DATA, 2)) == (0, 0x07)
    assert (port.lines, port.driven, port.sense) == (7, 0, 0)


def test_the_charge_of_another_chip_stays_for_another_time():
    port = CpuPort(PORT_FALL_OFF_8500)
    for addr, value in ((DIRECTION, 0xC0), (DATA, 0xC0), (DIRECTION, 0)):
        port.write(addr, value, 0)
    assert port.read(DATA, PORT_FALL_OFF_8500) & 0xC0 == 0xC0
    assert port.read(DATA, PORT_FALL_OFF_8500 + 1) & 0xC0 == 0
