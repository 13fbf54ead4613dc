"""Memory by bank, where a cartridge is in the port."""

import c64
from emu.monitor.memory_banks import BANK_CART, BANK_CPU, peek_bank
from tests.c64.cartridge.test_cartridge import image


def test_bank_cart_shows_the_cartridges_rom_and_ram_where_there_is_none():
    m = c64.C64(sample_rate=0, cart=image(0, 1, (0x8000, 0xA000), game=0))
    m.board.ram[0xC000] = 7
    assert [peek_bank(m.board, BANK_CART, at) for at in (0x8000, 0xA000, 0xC000)] == [0, 0x80, 7]


def test_bank_cart_shows_ram_where_a_cartridge_leaves_the_bus_open():
    m = c64.C64(sample_rate=0, cart=image(36, 4))
    m.memory[0xDE00] = 0x01  # 16K mode of the Retro Replay: nothing at $8000
    m.board.ram[0x8000] = 0x5A
    assert peek_bank(m.board, BANK_CART, 0x8000) == 0x5A


def test_looking_at_flash_that_is_programmed_does_not_change_its_status():
    m = c64.C64(sample_rate=0, cart=image(32, 4, (0x8000, 0xA000), exrom=1, game=0))
    for addr, value in ((0x555, 0xAA), (0x2AA, 0x55), (0x555, 0xA0), (0x1000, 0)):
        m.board.cart.write_roml(addr, value)
    before = m.board.cart.low.toggle
    assert peek_bank(m.board, BANK_CPU, 0x9000) == peek_bank(m.board, BANK_CART, 0x9000) == 0
    assert m.board.cart.low.toggle == before
