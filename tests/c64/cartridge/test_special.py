"""Cartridges that are more than banks and a register: capacitors, banks by reading, clips."""

import pytest

from c64.cartridge.special import (
    CART_EPYX,
    CART_EXOS,
    CART_KINGSOFT,
    CART_STARDOS,
    CART_ZAXXON,
    EPYX_CHARGED,
    EpyxFastLoad,
)
from tests.c64.cartridge.test_wiring import NUMBERED, RAM, crt, fill, looping, wired

EPYX = crt(CART_EPYX, (0, 0x8000, NUMBERED))
ZAXXON = crt(
    CART_ZAXXON, (0, 0x8000, NUMBERED[:4096]), (0, 0xA000, fill(0x80)), (1, 0xA000, fill(0x81))
)  # fmt: skip
KINGSOFT = [fill(1), fill(2), fill(3)]
EXOS = crt(CART_EXOS, (0, 0xE000, fill(0x55)))
STARDOS = crt(CART_STARDOS, (0, 0x8000, fill(9)), (0, 0xE000, fill(0x55)))


def test_epyxs_rom_goes_when_nothing_has_read_it_for_512_cycles():
    cart = EpyxFastLoad(NUMBERED, b"")
    assert cart.read_roml(0) == NUMBERED[0]
    cart.now = EPYX_CHARGED - 1
    assert cart.read_roml(0x1000) == NUMBERED[0x1000]  # discharges it
    cart.now += EPYX_CHARGED
    assert cart.read_roml(0) == -2
    cart.now += 1
    cart.read_io(0x100)  # $DF00 does nothing
    assert cart.read_roml(0) == -2
    cart.read_io(0x42)  # any address in $DE00
    cart.now += EPYX_CHARGED - 1
    assert cart.read_roml(0) == NUMBERED[0]


def test_epyx_in_the_machine_shows_ram_after_a_while_and_its_last_page_always():
    m = looping(EPYX)
    m.board.access_read(0xDE00)
    assert m.memory[0x9FFF] == 0xFF
    m.run_cycles(EPYX_CHARGED - 20)
    assert m.memory[0x9FFF] == 0xFF
    m.run_cycles(40)
    m.board.ram[0x9FFF] = RAM
    assert (m.memory[0x9FFF], m.memory[0xDFFF]) == (RAM, 0xFF)
    m.board.access_read(0x9FFF)  # of the RAM, which discharges nothing
    assert m.memory[0x9FFF] == RAM
    m.reset()
    m.memory[0], m.memory[1] = 0x2F, 0x37
    assert m.memory[0x9FFF] == 0xFF


def test_a_look_at_epyxs_rom_does_not_discharge_the_capacitor():
    m = looping(EPYX)
    m.board.access_read(0xDE00)
    for _ in range(4):
        assert m.memory[0x8020] == 1
        m.run_cycles(120)
    m.run_cycles(60)
    m.board.ram[0x8020] = RAM
    assert m.memory[0x8020] == RAM


@pytest.mark.parametrize("reu", [None, "128k"])
def test_snapshots_hold_epyxs_capacitor_behind_a_reu_too(reu):
    m = looping(EPYX) if reu is None else wired(EPYX, reu=reu)
    m.board.ram[0x1000:0x1003] = bytes([0x4C, 0x00, 0x10])
    m.board.cpu.pc = 0x1000
    m.board.access_read(0xDE00)
    m.run_cycles(300)
    saved = m.snapshot()
    m.run_cycles(300)
    m.board.ram[0x8020] = RAM
    assert m.memory[0x8020] == RAM
    m.restore(saved)
    assert m.memory[0x8020] == 1


def test_a_read_of_zaxxons_rom_chooses_the_bank_at_a000():
    m = wired(ZAXXON)
    assert (m.memory[0x8040], m.memory[0x9040], m.memory[0xA000]) == (2, 2, 0x80)
    m.board.access_read(0x9123)
    assert m.memory[0xA000] == 0x81
    saved = m.snapshot()
    m.board.access_read(0x8FFF)
    assert m.memory[0xA000] == 0x80
    m.restore(saved)
    assert m.memory[0xA000] == 0x81
    m.reset()
    m.memory[0], m.memory[1] = 0x2F, 0x37
    assert m.memory[0xA000] == 0x80


@pytest.mark.parametrize("addresses", [(0x8000, 0x8000, 0x8000), (0x8000, 0xA000, 0xE000)])
@pytest.mark.parametrize("reu", [None, "128k"])
def test_a_write_brings_kingsofts_third_eprom_to_e000_and_a_read_the_second_to_a000(addresses, reu):
    m = wired(crt(CART_KINGSOFT, *zip(range(3), addresses, KINGSOFT, strict=True)), reu=reu)
    m.board.vic.phi1_data = 0x17
    assert (m.memory[0x8000], m.memory[0xA000], m.memory[0xE000]) == (1, 2, m.board.kernal[0])
    m.memory[0xDE00] = 0
    m.memory[1] = 0x30  # which matters to nothing in Ultimax mode
    assert [m.memory[a] for a in (0x8000, 0xA000, 0xE000)] == [1, 0x17, 3]
    for addr in (0x7000, 0xC000):
        m.memory[addr] = 0x12
        assert (m.memory[addr], m.board.ram[addr]) == (0x12, 0x12)
    for addr in (0x8000, 0xA000, 0xE000):
        m.board.ram[addr] = 0x34
        m.memory[addr] = 0x12
        assert m.board.ram[addr] == 0x34
    m.memory[1] = 0x37
    assert (m.memory[0xD020] & 15, m.board.vic.ultimax2) == (m.board.vic.peek(0x20) & 15, 0)
    saved = m.snapshot()
    m.board.access_read(0xDE00)
    assert (m.memory[0xA000], m.memory[0xE000]) == (2, m.board.kernal[0])
    m.restore(saved)
    assert m.memory[0xE000] == 3


@pytest.mark.parametrize("cart", [EXOS, STARDOS])
def test_a_kernal_by_a_clip_shows_where_hiram_is_high_and_ram_takes_the_writes(cart):
    m = wired(cart)
    assert (m.memory[0xE000], m.memory[0xFFFF], m.memory[0xA000]) == (0x55, 0x55, 0x6E)
    m.memory[0xE000] = 0x12
    assert (m.memory[0xE000], m.board.ram[0xE000]) == (0x55, 0x12)
    m.memory[1] = 0x35
    assert m.memory[0xE000] == 0x12
    assert m.memory[0x8000] == RAM


def test_the_reset_vector_is_that_of_the_kernal_by_a_clip():
    kernal = fill(0xEA)[:-4] + b"\x34\xe2" + b"\xea\xea"
    m = wired(crt(CART_EXOS, (0, 0xE000, kernal)))
    m.board.cpu.step()
    assert m.board.cpu.pc == 0xE234


def access(m, addr, times):
    for _ in range(times):
        m.board.access_read(addr)


def test_256_reads_of_io_switch_stardos_on_or_off_and_few_do_not():
    m = wired(STARDOS)
    access(m, 0xDE61, 20)
    assert m.memory[0x8000] == RAM
    access(m, 0xDE61, 236)
    assert m.memory[0x8000] == 9
    access(m, 0xDFA1, 20)
    assert m.memory[0x8000] == 9
    saved = m.snapshot()
    access(m, 0xDFA1, 236)
    assert m.memory[0x8000] == RAM
    m.restore(saved)
    access(m, 0xDE61, 1)
    assert m.memory[0x8000] == 9


def test_stardoss_capacitor_rests_between_the_two_thresholds():
    """Charged from nothing to 2 V by waiting, it needs fewer reads, and alone never switches."""
    m = wired(STARDOS)
    m.board.cart.now = 10_000_000
    m.board.cart.read_io(0x61)
    assert m.board.cart.exrom == 1
    assert m.board.cart.voltage == 2_078_125
    for _ in range(8):
        m.board.cart.read_io(0x61)
    assert m.board.cart.exrom == 0
