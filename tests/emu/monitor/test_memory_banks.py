"""Memory by bank: RAM, ROM, I/O, and where a cartridge is in the port."""

import c64
from emu.monitor.memory_banks import (
    BANK_CART,
    BANK_CPU,
    BANK_IO,
    BANK_RAM,
    BANK_ROM,
    peek_bank,
    read_bank,
    write_bank,
)
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


def test_each_bank_has_its_own_bytes_at_an_address():
    board = c64.C64(sample_rate=0).board
    ends = (0x9FFF, 0xA000, 0xBFFF, 0xC000, 0xCFFF, 0xD000, 0xDFFF, 0xE000, 0xFFFF)
    for number, at in enumerate(ends):
        board.ram[at] = 0x51 + number
    rom = {
        0xA000: board.basic[0], 0xBFFF: board.basic[-1], 0xD000: board.chargen[0],
        0xDFFF: board.chargen[-1], 0xE000: board.kernal[0], 0xFFFF: board.kernal[-1],
    }  # fmt: skip
    for number, at in enumerate(ends):
        ram = 0x51 + number
        assert peek_bank(board, BANK_RAM, at) == ram
        assert peek_bank(board, BANK_ROM, at) == rom.get(at, ram)
        assert peek_bank(board, BANK_CART, at) == ram
        if at >> 12 != 0xD:
            assert peek_bank(board, BANK_IO, at) == ram


def test_io_is_read_with_its_effects_or_without_and_what_is_written_goes_to_one_bank():
    board = c64.C64(sample_rate=0).board
    board.poke(0, 0x2F)
    board.poke(1, 0x34)  # the CPU sees RAM
    board.vic.collided_sprites = 5
    for read in (peek_bank, read_bank):
        board.run_until(board.cycle + 20)
        assert read(board, BANK_IO, 0xD01E) == 5
    board.run_until(board.cycle + 20)
    assert peek_bank(board, BANK_IO, 0xD01E) == 0
    mode = board.mode16
    write_bank(board, BANK_IO, 0xD020, 0x03)
    write_bank(board, BANK_CPU, 0xD020, 0x77)
    assert board.mode16 == mode and peek_bank(board, BANK_IO, 0xD020) & 15 == 3
    assert board.ram[0xD020] == 0x77 == read_bank(board, BANK_CPU, 0xD020)
    write_bank(board, BANK_RAM, 0xD020, 0x78)
    assert board.ram[0xD020] == 0x78 and peek_bank(board, BANK_IO, 0xD020) & 15 == 3
    for at, changed in ((0xA000, False), (0xC000, True)):
        before = board.ram[at]
        write_bank(board, BANK_ROM, at, before ^ 0xFF)
        assert (board.ram[at] != before) is changed
