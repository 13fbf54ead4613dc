"""REU: registers, transfers and what they cost."""

import pytest

import c64
from c64.cartridges import REU_NAMES
from tests.c64.test_cartridge import image

STORE = bytes([0xA9, 0, 0x8D, 0x01, 0xDF, 0xEA, 0xEA])  # LDA #command, STA $DF01, NOP, NOP


def machine(reu="512k", **options):
    """Return a machine with a REU, the screen off (no bad lines), interrupts off."""
    made = c64.C64(sample_rate=0, reu=reu, **options)
    made.board.cpu.step()  # the reset sequence
    made.board.cpu.p |= 4
    for addr, value in ((0, 0x2F), (1, 0x37), (0xD011, 0x0B)):
        made.memory[addr] = value
    return made


def order(m, c64_addr, reu_addr, length):
    """Write the address and length registers."""
    words = ((c64_addr, 2), (reu_addr, 3), (length, 2))
    m.memory[0xDF02:0xDF09] = b"".join(v.to_bytes(n, "little") for v, n in words)


def execute(m, command):
    """Run STA $DF01 and a NOP; returns the cycles the NOP took beyond its two."""
    m.board.ram[0x1000 : 0x1000 + len(STORE)] = STORE
    m.board.ram[0x1001] = command
    m.board.cpu.pc = 0x1000
    while m.board.cpu.pc != 0x1005:
        m.board.run_until(m.board.cycle + 1)
    before = m.board.cycle
    m.board.run_until(before + 1)
    return m.board.cycle - before - 2


def test_bytes_go_to_the_reu_and_back():
    m = machine()
    m.board.ram[0x2000:0x2005] = b"HELLO"
    order(m, 0x2000, 0x12345, 5)
    assert execute(m, 0x90) == 5
    assert bytes(m.board.cart.ram[0x12345:0x1234A]) == b"HELLO"
    order(m, 0x3000, 0x12345, 5)
    assert execute(m, 0x91) == 5
    assert bytes(m.board.ram[0x3000:0x3005]) == b"HELLO"


def test_a_swap_takes_two_cycles_a_byte():
    m = machine()
    m.board.ram[0x2000:0x2003] = b"abc"
    m.board.cart.ram[0:3] = b"XYZ"
    order(m, 0x2000, 0, 3)
    assert execute(m, 0x92) == 6
    assert (bytes(m.board.ram[0x2000:0x2003]), bytes(m.board.cart.ram[0:3])) == (b"XYZ", b"abc")


def test_after_a_transfer_the_length_is_1_and_the_addresses_have_counted():
    m = machine()
    order(m, 0x2000, 0x100FE, 4)
    execute(m, 0x90)
    assert m.memory[0xDF00:0xDF09] == bytes([0x50, 0x10, 0x04, 0x20, 0x02, 0x01, 0xF9, 1, 0])


def test_autoload_restores_addresses_and_length():
    m = machine()
    order(m, 0x2000, 0x100FE, 4)
    execute(m, 0xB0)
    assert m.memory[0xDF02:0xDF09] == bytes([0x00, 0x20, 0xFE, 0x00, 0xF9, 4, 0])


@pytest.mark.parametrize(("control", "c64_addr", "reu_addr"), [(0x80, 0, 3), (0x40, 3, 0)])
def test_an_address_can_be_fixed(control, c64_addr, reu_addr):
    m = machine()
    order(m, 0x2000, 0, 3)
    m.memory[0xDF0A] = control
    execute(m, 0x90)
    assert (m.memory[0xDF02], m.memory[0xDF04]) == (c64_addr, reu_addr)


def test_a_difference_stops_a_verify_one_cycle_late_and_sets_the_fault():
    m = machine()
    m.board.ram[0x2000:0x2008] = m.board.cart.ram[0:8]
    m.board.ram[0x2002] ^= 1
    order(m, 0x2000, 0, 8)
    assert execute(m, 0x93) == 4
    assert m.memory[0xDF00] == 0x30
    assert m.memory[0xDF02:0xDF04] + m.memory[0xDF07:0xDF09] == bytes([3, 0x20, 5, 0])


def test_a_verify_of_equal_bytes_ends_the_block():
    m = machine()
    m.board.ram[0x2000:0x2008] = m.board.cart.ram[0:8]
    order(m, 0x2000, 0, 8)
    assert execute(m, 0x93) == 8
    assert m.memory[0xDF00] == 0x50


def test_reading_the_status_clears_it_and_the_interrupt():
    m = machine()
    order(m, 0x2000, 0, 1)
    m.memory[0xDF09] = 0xC0
    execute(m, 0x90)
    assert m.board.cart.irq == 1
    assert m.board.access_read(0xDF00) == 0xD0
    assert (m.board.cart.irq, m.memory[0xDF00]) == (0, 0x10)


def test_without_bit_4_a_write_to_ff00_starts_the_transfer():
    m = machine()
    m.board.ram[0x2000] = 0x77
    order(m, 0x2000, 0, 1)
    assert execute(m, 0x80) == 0
    assert m.memory[0xDF01] == 0x80
    m.memory[0xFF00] = 1
    m.board.run_until(m.board.cycle + 3)
    assert (m.board.cart.ram[0], m.board.ram[0xFF00]) == (0x77, 1)
    assert m.memory[0xDF01] == 0x10


def test_a_transfer_waits_for_the_vic():
    m = machine()
    m.memory[0xD011] = 0x1B
    m.board.run_until(m.board.cycle + 2 * 312 * 63)
    while m.board.vic.raster_line != 60:
        m.board.run_until(m.board.cycle + 1)
    order(m, 0x2000, 0, 63 * 8)
    stolen = m.board.stolen
    assert execute(m, 0x90) == 63 * 8 + m.board.stolen - stolen
    assert m.board.stolen - stolen in (40, 43, 46)


def test_128k_wraps_at_128k_and_has_small_chips():
    m = machine("128k")
    order(m, 0x2000, 0x1FFFF, 2)
    m.board.ram[0x2000:0x2002] = b"AB"
    execute(m, 0x90)
    assert (m.board.cart.ram[0x1FFFF], m.board.cart.ram[0]) == (0x41, 0x42)
    assert m.memory[0xDF00] == 0x40


def test_256k_has_nothing_above_and_gives_what_was_last_on_its_lines():
    m = machine("256k")
    m.board.ram[0x2000] = 0x5A
    order(m, 0x2000, 0x40000, 1)
    execute(m, 0x90)
    order(m, 0x3000, 0x50000, 1)
    execute(m, 0x91)
    assert m.board.ram[0x3000] == 0x5A


def test_above_512k_a_transfer_stays_in_its_512k():
    m = machine("1m")
    order(m, 0x2000, 0xFFFFF, 2)
    m.board.ram[0x2000:0x2002] = b"AB"
    execute(m, 0x90)
    assert (m.board.cart.ram[0xFFFFF], m.board.cart.ram[0x80000]) == (0x41, 0x42)


@pytest.mark.parametrize("name", ["128k", "512k", "2m"])
def test_every_size_has_its_ram(name):
    assert len(machine(name).board.cart.ram) == REU_NAMES[name] * 1024


def test_a_cartridge_works_beside_a_reu():
    m = machine(cart=image(19, 8))
    m.memory[0xDE00] = 5
    assert m.memory[0x8000] == 5
    assert m.memory[0xDF01] == 0x10


def test_snapshots_hold_the_reus_ram_and_registers():
    m = machine(cart=image(19, 8))
    m.memory[0xDE00] = 3
    order(m, 0x2000, 0x777, 9)
    m.board.cart.ram[0x777] = 0x99
    saved = m.snapshot()
    m.board.cart.ram[0x777] = 0
    m.memory[0xDE00] = 0
    order(m, 0, 0, 0)
    m.restore(saved)
    assert (m.board.cart.ram[0x777], m.memory[0xDF07], m.memory[0x8000]) == (0x99, 9, 3)
