"""Cartridges: what each kind shows where, and when."""

import pytest

import c64
from c64.cartridge.easyflash import (
    CART_EASYFLASH,
)
from c64.cartridge.pagefox import (
    CART_PAGEFOX,
)
from c64.cartridge.registry import cartridge_from_crt
from c64.cartridge.wiring import (
    CART_DINAMIC,
    CART_FC3,
    CART_GS,
    CART_MAGIC_DESK,
    CART_OCEAN,
    CART_PLAIN,
    CART_RGCD,
    CART_SIMONS,
    CART_SUPER_GAMES,
)
from c64.config import MachineConfig
from c64.snapshot import SnapshotError
from disk.crt import Crt, CrtChip, parse_crt
from disk.errors import MediaDamaged, MediaUnknown
from tests.disk.test_crt import crt


def image(hardware, banks, addresses=(0x8000,), exrom=0, game=1):
    """Return a Crt whose bank b holds the byte b at $8000 and b + $80 elsewhere."""
    chips = [
        CrtChip(0, b, a, bytes([b if a == 0x8000 else b | 0x80]) * 8192)
        for b in range(banks)
        for a in addresses
    ]
    return Crt("x.crt", hardware, exrom, game, "", tuple(chips))


def machine(cart, **options):
    """Return a powered-on machine with ``cart`` in its port and BASIC's memory map."""
    made = c64.C64(sample_rate=0, cart=cart, **options)
    made.memory[0] = 0x2F
    made.memory[1] = 0x37
    return made


def test_8k_shows_at_8000_and_leaves_basic():
    m = machine(image(CART_PLAIN, 1))
    assert m.memory[0x8000] == 0
    assert m.memory[0xA000] == m.board.basic[0]


def test_16k_takes_the_place_of_basic():
    m = machine(image(CART_PLAIN, 1, (0x8000, 0xA000), game=0))
    assert (m.memory[0x9FFF], m.memory[0xA000]) == (0, 0x80)


def test_ultimax_shows_romh_at_e000_and_to_the_vic_instead_of_the_character_rom():
    m = machine(image(CART_PLAIN, 1, (0x8000, 0xE000), exrom=1, game=0))
    assert m.memory[0xFFFC] == 0x80
    assert m.board.vic.ultimax == 1
    assert m.board.vic.cart_rom_hi[0x1FFF] == 0x80


@pytest.mark.parametrize(
    ("hardware", "banks"),
    [(CART_OCEAN, 16), (CART_OCEAN, 64), (CART_MAGIC_DESK, 8), (CART_MAGIC_DESK, 128)],
)
def test_a_write_to_de00_selects_the_bank(hardware, banks):
    m = machine(image(hardware, banks))
    for bank in (banks - 1, 1, 0):
        m.memory[0xDE00] = bank
        assert m.memory[0x8000] == bank


def test_a_write_goes_to_the_ram_below_the_rom():
    m = machine(image(CART_PLAIN, 1))
    m.memory[0x8000] = 0x55
    assert (m.memory[0x8000], m.board.ram[0x8000]) == (0, 0x55)


def test_ocean_of_512k_leaves_basic_and_smaller_ones_do_not():
    assert machine(image(CART_OCEAN, 64)).board.cart.game == 1
    assert machine(image(CART_OCEAN, 32)).board.cart.game == 0


def test_bit_7_switches_magic_desk_off_and_on():
    m = machine(image(CART_MAGIC_DESK, 4))
    m.memory[0xDE00] = 0x81
    assert m.board.cart.exrom == 1
    m.memory[0xDE00] = 0x01
    assert m.memory[0x8000] == 1


def test_game_system_takes_the_bank_from_the_address():
    m = machine(image(CART_GS, 8))
    m.memory[0xDE05] = 0
    assert m.memory[0x8000] == 5


def test_reading_an_address_selects_dinamics_bank():
    m = machine(image(CART_DINAMIC, 16))
    m.board.access_read(0xDE07)
    assert m.memory[0x8000] == 7


def test_simons_basic_takes_a000_by_a_write_and_gives_it_back_by_a_read():
    m = machine(image(CART_SIMONS, 1, (0x8000, 0xA000)))
    m.memory[0xDE00] = 0
    assert m.memory[0xA000] == 0x80
    m.board.access_read(0xDE00)
    assert m.memory[0xA000] == m.board.basic[0]


def test_final_cartridge_shows_its_last_pages_and_hides_its_register():
    m = machine(image(CART_FC3, 4, (0x8000, 0xA000)))
    m.memory[0xDFFF] = 0x42
    assert (m.memory[0x8000], m.memory[0xDE00], m.memory[0xDFFF]) == (2, 2, 2)
    m.memory[0xDFFF] = 0xC1
    m.memory[0xDFFF] = 0x40
    assert m.memory[0xDE00] == 1


@pytest.mark.parametrize(
    ("value", "exrom", "game"),
    [(0, 1, 0), (4, 1, 1), (5, 1, 0), (6, 0, 1), (7, 0, 0)],
)
def test_easyflash_sets_the_lines_by_de02(value, exrom, game):
    m = machine(image(CART_EASYFLASH, 4, (0x8000, 0xA000), exrom=1, game=0))
    m.memory[0xDE02] = value
    assert (m.board.cart.exrom, m.board.cart.game) == (exrom, game)


def test_super_games_banks_16k_by_df00_until_it_is_locked():
    m = machine(image(CART_SUPER_GAMES, 4, (0x8000, 0xA000)))
    m.memory[0xDF00] = 2
    assert (m.memory[0x8000], m.memory[0xA000]) == (2, 0x82)
    m.memory[0xDF00] = 0x0C  # off, and no more
    m.memory[0xDF00] = 0
    assert (m.board.cart.exrom, m.board.cart.game) == (1, 1)


def test_pagefox_shows_rom_or_its_ram_which_takes_writes_with_the_c64s():
    m = machine(image(CART_PAGEFOX, 4, (0x8000, 0xA000), game=0))
    m.memory[0xDE80] = 0x06  # the upper half of the upper ROM
    assert (m.memory[0x8000], m.memory[0xA000]) == (3, 0x83)
    m.memory[0xDE80] = 0x0A  # the upper half of the RAM
    m.memory[0x8001] = 0x11
    m.memory[0xA001] = 0x22
    assert (m.memory[0x8001], m.memory[0xA001], m.board.ram[0xA001]) == (0x11, 0x22, 0x22)
    m.memory[1] = 0x35  # neither window is mapped
    m.memory[0x8001] = 0x33
    m.memory[1] = 0x37
    assert m.memory[0x8001] == 0x33
    m.memory[0xDE80] = 0xFF
    assert (m.board.cart.exrom, m.board.cart.game) == (1, 1)


def test_rgcd_banks_by_de00_until_it_is_off():
    m = machine(image(CART_RGCD, 8))
    m.memory[0xDE00] = 5
    assert m.memory[0x8000] == 5
    m.memory[0xDE00] = 8
    m.memory[0xDE00] = 0
    assert m.board.cart.exrom == 1


def test_easyflash_has_256_bytes_of_ram_at_df00():
    m = machine(image(CART_EASYFLASH, 4, (0x8000, 0xA000), exrom=1, game=0))
    m.memory[0xDF12] = 0x34
    assert m.memory[0xDF12] == 0x34


def test_reset_selects_bank_0_and_power_on_lines():
    m = machine(image(CART_MAGIC_DESK, 8))
    m.memory[0xDE00] = 0x87
    m.reset()
    assert (m.board.cart.exrom, m.memory[0x8000]) == (0, 0)


def test_snapshots_hold_the_bank_and_name_another_cartridge():
    m = machine(image(CART_MAGIC_DESK, 8))
    m.memory[0xDE00] = 5
    saved = m.snapshot()
    m.memory[0xDE00] = 2
    m.restore(saved)
    assert m.memory[0x8000] == 5
    with pytest.raises(SnapshotError, match=r"made with Magic Desk .* this machine has nothing"):
        c64.C64(sample_rate=0).restore(saved)


def test_what_is_not_emulated_is_refused_with_what_is():
    with pytest.raises(MediaUnknown, match="type 99 is not emulated; types that are: 0, 1, 3,"):
        cartridge_from_crt(image(99, 1))
    with pytest.raises(MediaUnknown, match=r"hardware type 39 \(IDE64\) is not emulated; types"):
        cartridge_from_crt(image(39, 1))
    # ... and not what a revision of a type is called here.
    with pytest.raises(MediaUnknown, match="hardware type 277 is not emulated"):
        cartridge_from_crt(image(277, 1))


def test_banks_and_sizes_the_hardware_has_not_are_refused():
    with pytest.raises(MediaDamaged, match=r"has a bank 4; banks of type Final .* end at 3"):
        cartridge_from_crt(image(CART_FC3, 5))
    odd = parse_crt(crt(((0, 0, 0x9000, b"a" * 8192),)), "x.crt")
    with pytest.raises(MediaDamaged, match=r"8192 bytes at .9000; a ROM must have"):
        cartridge_from_crt(odd)


def test_an_unknown_size_of_reu_is_refused_with_those_that_exist():
    with pytest.raises(ValueError, match="reu '3k' does not exist; choose from 128k, 256k"):
        MachineConfig(reu="3k")
