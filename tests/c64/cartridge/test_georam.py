"""GeoRAM: window, registers, sizes."""

import pytest

import c64
from c64.cartridge.wiring import (
    CART_MAGIC_DESK,
)
from c64.config import MachineConfig
from tests.c64.cartridge.test_cartridge import image


def machine(size="512k"):
    made = c64.C64(sample_rate=0, georam=size)
    made.memory[0], made.memory[1] = 0x2F, 0x37
    return made


def choose(m, block, page):
    m.memory[0xDFFF] = block
    m.memory[0xDFFE] = page


def test_the_window_shows_the_page_of_the_block():
    m = machine()
    for block in (0, 5, 31):
        for page in (0, 63):
            choose(m, block, page)
            m.memory[0xDE12] = block * 2 + (page == 63)
    choose(m, 5, 63)
    assert m.memory[0xDE12] == 11
    assert m.board.cart.ram[5 * 0x4000 + 63 * 0x100 + 0x12] == 11


@pytest.mark.parametrize(("size", "blocks"), [("64k", 4), ("512k", 32), ("4m", 256)])
def test_blocks_past_the_end_come_round_again(size, blocks):
    m = machine(size)
    choose(m, blocks - 1, 1)
    m.memory[0xDE00] = 0x77
    choose(m, blocks * 2 - 1 & 0xFF, 1)
    assert m.memory[0xDE00] == 0x77


def test_registers_can_only_be_written_and_begin_at_df80():
    m = machine()
    choose(m, 3, 7)
    m.board.vic.phi1_data = 0x5C
    assert m.memory[0xDFFF] == 0x5C
    m.memory[0xDF7F] = 9
    assert (m.board.cart.block, m.board.cart.page) == (3, 7)


def test_a_reset_selects_page_0_and_keeps_the_ram():
    m = machine()
    choose(m, 2, 2)
    m.memory[0xDE00] = 0x44
    m.reset()
    assert (m.board.cart.block, m.board.cart.page) == (0, 0)
    assert m.board.cart.ram[2 * 0x4000 + 2 * 0x100] == 0x44


def test_what_does_not_exist_or_fit_is_refused():
    with pytest.raises(ValueError, match="georam '3k' does not exist; choose from 64k, 128k"):
        MachineConfig(georam="3k")
    with pytest.raises(ValueError, match="georam takes the whole port; leave out cart"):
        MachineConfig(cart=image(CART_MAGIC_DESK, 4), georam="512k")
