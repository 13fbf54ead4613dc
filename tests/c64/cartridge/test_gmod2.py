"""GMOD2: its banks and its write mode; M93C86: its commands, its status, its times."""

import pytest

import c64
from c64.cartridge.gmod2 import (
    CART_GMOD2,
)
from c64.cartridge.memory.eeprom import EEPROM_BUSY, EEPROM_FLOATS, Eeprom
from c64.cartridge.registry import cartridge_from_crt
from c64.cartridge.wiring import (
    CART_MAGIC_DESK,
)
from disk.crt import Crt, CrtChip
from disk.errors import MediaDamaged
from disk.loader import open_media
from tests.c64.cartridge.test_cartridge import image, machine
from tests.c64.cartridge.test_easyflash import PROGRAM, run

READ, WRITE, ERASE = 2, 1, 3  # the operations, with an address
ENABLE, DISABLE, ERASE_ALL, WRITE_ALL = 0x300, 0x000, 0x200, 0x100  # of operation 0


def bits(value, count):
    return [value >> n & 1 for n in reversed(range(count))]


def command(operation, address, *data):
    """Return the bits of a command, the start bit first."""
    return [1, *bits(operation, 2), *bits(address, 10), *(b for d in data for b in bits(d, 16))]


def send(chip, stream, now=0):
    """Select the chip and clock the bits in; it stays selected."""
    chip.wires(0, 0, 0, now)
    chip.wires(1, 0, 0, now)
    for bit in stream:
        chip.wires(1, 0, bit, now)
        chip.wires(1, 1, bit, now)
    chip.wires(1, 0, 0, now)


def tell(chip, stream, now=0):
    """Send a command and deselect the chip, which begins what was asked for."""
    send(chip, stream, now)
    chip.wires(0, 0, 0, now)


def word(chip, address, now=10**6, count=1):
    """Return what READ gives, ``count`` words as one number."""
    send(chip, command(READ, address), now)
    assert chip.read(now) == 0  # before the first bit
    value = 0
    for _ in range(16 * count):
        chip.wires(1, 1, 0, now)
        value = value << 1 | chip.read(now)
        chip.wires(1, 0, 0, now)
    chip.wires(0, 0, 0, now)
    return value


@pytest.fixture
def chip():
    """A chip whose word n is n, and which can be written to."""
    made = Eeprom(b"".join(n.to_bytes(2, "big") for n in range(1024)))
    tell(made, command(0, ENABLE))
    return made


def test_a_new_chip_is_full_of_ones_and_takes_no_writes():
    made = Eeprom()
    tell(made, command(WRITE, 3, 0x1234))
    assert (word(made, 3), made.changed) == (0xFFFF, 0)


def test_reading_goes_on_to_the_next_words_and_from_the_last_to_the_first(chip):
    assert word(chip, 0x155) == 0x155
    assert word(chip, 0x3FE, count=3) == 0x03FE_03FF_0000


def test_zeros_before_the_start_bit_are_not_part_of_a_command(chip):
    tell(chip, [0, 0, 0, *command(WRITE, 5, 0xBEEF)])
    assert word(chip, 5) == 0xBEEF


@pytest.mark.parametrize(
    ("stream", "words"),
    [
        (command(WRITE, 2, 0xA55A), (1, 0xA55A, 3)),
        (command(ERASE, 2), (1, 0xFFFF, 3)),
        (command(0, WRITE_ALL, 0x1234), (0x1234, 0x1234, 0x1234)),
        (command(0, ERASE_ALL), (0xFFFF, 0xFFFF, 0xFFFF)),
        (command(WRITE, 2, 0xA55A)[:-1], (1, 2, 3)),
        ([*command(WRITE, 2, 0xA55A), 0], (1, 2, 3)),
        ([*command(ERASE, 2), 1], (1, 2, 3)),
        (command(0, ERASE_ALL)[:-1], (1, 2, 3)),
    ],
)
def test_a_command_with_its_number_of_bits_writes_and_one_with_another_does_not(
    chip, stream, words
):
    tell(chip, stream)
    assert tuple(word(chip, n) for n in (1, 2, 3)) == words
    assert chip.changed == (words != (1, 2, 3))


def test_ewds_ends_what_ewen_allowed(chip):
    tell(chip, command(0, DISABLE))
    tell(chip, command(WRITE, 2, 0))
    assert word(chip, 2) == 2
    tell(chip, command(0, ENABLE))
    tell(chip, command(WRITE, 2, 0), 10**6)
    assert word(chip, 2, 2 * 10**6) == 0


def test_it_is_busy_for_5_ms_from_the_fall_of_select_and_then_ready(chip):
    send(chip, command(WRITE, 2, 0), 900)
    assert chip.read(999) == EEPROM_FLOATS
    chip.wires(0, 0, 0, 1000)
    assert chip.read(1000) == EEPROM_FLOATS  # not selected
    chip.wires(1, 0, 0, 1001)
    assert chip.read(1000 + EEPROM_BUSY - 1) == 0
    assert chip.read(1000 + EEPROM_BUSY) == 1
    chip.wires(0, 0, 0, 1001 + EEPROM_BUSY)
    chip.wires(1, 0, 0, 1002 + EEPROM_BUSY)
    assert chip.read(1002 + EEPROM_BUSY) == EEPROM_FLOATS


def test_ready_lasts_until_the_next_start_bit(chip):
    tell(chip, command(WRITE, 2, 0))
    chip.wires(1, 0, 0, 10**6)
    chip.wires(1, 1, 0, 10**6)
    chip.wires(1, 0, 1, 10**6)
    assert chip.read(10**6) == 1
    chip.wires(1, 1, 1, 10**6)
    assert chip.read(10**6) == EEPROM_FLOATS


def test_what_comes_while_it_is_busy_is_not_listened_to(chip):
    tell(chip, command(WRITE, 2, 0), 0)
    tell(chip, command(WRITE, 3, 0), EEPROM_BUSY // 2)
    assert (word(chip, 2), word(chip, 3)) == (0, 3)


# -- the cartridge --------------------------------------------------------------------


def test_bits_0_to_5_select_the_bank_and_bit_6_takes_the_rom_away():
    m = machine(image(CART_GMOD2, 64))
    for addr, value in ((0xDE00, 63), (0xDEFF, 1), (0xDE80, 0x80 | 7)):
        m.memory[addr] = value
        assert m.memory[0x8000] == value & 63
    m.memory[0xDF00] = 2  # not decoded
    assert m.memory[0x8000] == 7
    m.memory[0xDE00] = 0x47
    m.board.ram[0x8000] = 0x99
    assert (m.board.cart.exrom, m.memory[0x8000]) == (1, 0x99)
    m.reset()
    assert (m.board.cart.exrom, m.board.cart.game, m.memory[0x8000]) == (0, 1, 0)


def flash_stores(bank, offset, value):
    commands = [(0xE000 + at, data) for at, data in PROGRAM]
    return (0xDE00, 0xC0 | bank), *commands, (0xE000 + offset, value)


def test_in_write_mode_stores_to_e000_reach_the_flash_and_no_store_above_8000_the_ram():
    m = c64.C64(sample_rate=0, cart=image(CART_GMOD2, 64))
    m.board.cpu.step()
    for addr in (0x8001, 0xA001, 0xC001, 0xE001):
        m.board.ram[addr] = 0x77
    run(m, *flash_stores(9, 0x1234, 0x08), (0x8001, 0), (0xA001, 0), (0xC001, 0), (0x7001, 0x66))
    assert [m.board.ram[a] for a in (0x8001, 0xA001, 0xC001, 0xE001)] == [0x77] * 4
    assert (m.memory[0x8001], m.memory[0xE000]) == (0x77, m.board.kernal[0])  # reads are as ever
    assert (m.board.ram[0x7001], m.board.vic.ultimax2) == (0x66, 0)
    m.memory[0xDE00] = 9
    assert (m.memory[0x9234], m.memory[0x9235]) == (0x08, 9)
    m.memory[0xD020] = 3
    assert m.memory[0xD020] & 15 == 3


def test_io_goes_on_and_a_store_goes_to_ram_again_after_write_mode():
    m = machine(image(CART_GMOD2, 64))
    m.memory[0xDE00] = 0xC0
    m.memory[0xD020] = 3
    assert m.memory[0xD020] & 15 == 3
    m.memory[0xDE00] = 0x40
    m.memory[0xE005] = 0x12
    assert m.board.ram[0xE005] == 0x12


@pytest.mark.parametrize("command", [0x00, 0x80])
def test_write_mode_holds_behind_a_reu_whose_transfer_waits_for_ff00_or_not(command):
    m = machine(image(CART_GMOD2, 64), reu="128k")
    m.memory[0xDE00] = 0xC0
    m.memory[0xDF01] = command
    m.board.ram[0xC000] = 0x55
    m.memory[0xC000] = 0x11
    assert (m.board.ram[0xC000], m.memory[0xC000]) == (0x55, 0x55)
    m.memory[0xDE00] = 0x40
    m.memory[0xC000] = 0x11
    assert m.board.ram[0xC000] == 0x11


def serial(m, stream, keep=False):
    """Do a command by the register as a program does, in the order select, data, clock."""
    m.memory[0xDE00] = 0x00
    m.memory[0xDE00] = 0x40
    for bit in stream:
        m.memory[0xDE00] = 0x40 | bit << 4
        m.memory[0xDE00] = 0x60 | bit << 4
    if not keep:
        m.memory[0xDE00] = 0x00


def read_word(m, address):
    serial(m, command(READ, address), keep=True)
    value = 0
    for _ in range(16):
        m.memory[0xDE00] = 0x40
        m.memory[0xDE00] = 0x60
        value = value << 1 | m.memory[0xDE00] >> 7
    m.memory[0xDE00] = 0
    return value


def test_the_eeprom_is_written_and_read_by_the_register():
    m = machine(image(CART_GMOD2, 2))
    serial(m, command(0, ENABLE))
    serial(m, command(WRITE, 0x2AA, 0xC0DE))
    m.memory[0xDE00] = 0x40
    m.board.vic.phi1_data = 0xFF
    assert m.memory[0xDE00] == 0x7F  # busy; nobody drives the other bits
    m.run_cycles(EEPROM_BUSY + 10)
    m.board.vic.phi1_data = 0x15
    assert m.memory[0xDE00] == 0x95  # ready
    assert read_word(m, 0x2AA) == 0xC0DE
    m.board.vic.phi1_data = 0x15
    assert m.memory[0xDE00] == 0x15


def test_flash_and_eeprom_are_kept_in_a_file(tmp_path):
    path = tmp_path / "kept.crt"
    m = c64.C64(sample_rate=0, cart=image(CART_GMOD2, 64), cart_save=path)
    m.flush()
    assert not path.exists()
    m.board.cpu.step()
    m.memory[0], m.memory[1] = 0x2F, 0x37
    serial(m, command(0, ENABLE))
    serial(m, command(WRITE, 1, 0xABCD))
    assert m.board.cart.changed
    run(m, *flash_stores(3, 0x10, 0x01))
    m.flush()
    assert not m.board.cart.changed
    again = machine(open_media(path))
    assert read_word(again, 1) == 0xABCD
    again.memory[0xDE00] = 3
    assert (again.memory[0x8010], again.memory[0x8011]) == (1, 3)
    chips = open_media(path).chips
    assert [chip.bank for chip in chips[:64]] == list(range(64))
    assert [(c.kind, len(c.data)) for c in chips[64:]] == [(3, 2048)]


def test_snapshots_hold_the_eeprom_in_the_middle_of_a_command():
    m = machine(image(CART_GMOD2, 2))
    serial(m, command(0, ENABLE))
    stream = command(WRITE, 1, 0x4321)
    serial(m, stream[:20], keep=True)
    saved = m.snapshot()
    m.reset()
    m.restore(saved)
    for bit in stream[20:]:
        m.memory[0xDE00] = 0x40 | bit << 4
        m.memory[0xDE00] = 0x60 | bit << 4
    m.memory[0xDE00] = 0
    m.run_cycles(EEPROM_BUSY)
    assert read_word(m, 1) == 0x4321


def eeprom_crt(hardware, size):
    chips = (CrtChip(0, 0, 0x8000, bytes(8192)), CrtChip(3, 0, 0, bytes(size)))
    return Crt("x.crt", hardware, 0, 1, "", chips)


def test_an_eeprom_of_another_size_or_in_another_cartridge_is_refused():
    with pytest.raises(MediaDamaged, match=r"EEPROM has 512 bytes; that of a GMOD2 has 2048"):
        cartridge_from_crt(eeprom_crt(CART_GMOD2, 512))
    with pytest.raises(MediaDamaged, match="an EEPROM; a cartridge of type Magic Desk has none"):
        cartridge_from_crt(eeprom_crt(CART_MAGIC_DESK, 2048))
