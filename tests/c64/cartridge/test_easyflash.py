"""AM29F040B: its commands, its status, its times; EasyFlash around it."""

import pytest

import c64
from c64.cartridge.easyflash import (
    CART_EASYFLASH,
)
from c64.cartridge.memory.flash import (
    FLASH_ERASE_CHIP,
    FLASH_ERASE_SECTOR,
    FLASH_PROGRAM,
    FLASH_SIZE,
    FLASH_WINDOW,
    Flash040,
)
from c64.cartridge.registry import cartridge_from_crt, save_cartridge
from c64.cartridge.wiring import (
    CART_MAGIC_DESK,
)
from disk.errors import MediaWriteError
from disk.loader import open_media
from tests.c64.cartridge.test_cartridge import image

UNLOCK = ((0x555, 0xAA), (0x2AA, 0x55))
ERASE = (*UNLOCK, (0x555, 0x80), *UNLOCK)
PROGRAM = (*UNLOCK, (0x555, 0xA0))


@pytest.fixture
def chip():
    return Flash040(bytes(range(256)) * (FLASH_SIZE // 256))


def tell(chip, *writes, now=0):
    for addr, value in writes:
        chip.write(addr, value, now)


def test_without_a_command_it_reads_and_takes_no_writes(chip):
    tell(chip, (0x1234, 0x00))
    assert chip.read(0x1234, 0) == 0x34
    assert not chip.changed


def test_autoselect_names_maker_and_device_until_f0(chip):
    tell(chip, *UNLOCK, (0x555, 0x90))
    assert [chip.read(addr, 0) for addr in (0, 1, 2, 0x10001)] == [0x01, 0xA4, 0x00, 0xA4]
    tell(chip, (0, 0xF0))
    assert chip.read(1, 0) == 1


def test_a_byte_is_programmed_in_7_cycles_and_only_clears_bits(chip):
    tell(chip, *PROGRAM, (0x70FF, 0x5A), now=100)
    first, second = chip.read(0x70FF, 101), chip.read(0x70FF, 102)
    assert (first & 0x80, first ^ second) == (0x80, 0x40)  # complement of bit 7; toggle
    assert chip.read(0x70FF, 100 + FLASH_PROGRAM) == 0x5A
    assert chip.changed


def test_a_0_that_should_become_1_fails_until_f0(chip):
    tell(chip, *PROGRAM, (0x7001, 0xFF))
    assert chip.read(0x7001, 1_000_000) & 0x20
    tell(chip, *PROGRAM, (0x7002, 0x00), now=1_000_000)
    assert chip.peek(0x7002) == 2
    tell(chip, (0, 0xF0), now=1_000_001)
    assert chip.read(0x7001, 1_000_002) == 0x01


def test_a_broken_command_changes_nothing(chip):
    tell(chip, UNLOCK[0], (0x2AB, 0x55), (0x555, 0xA0), (0x7000, 0x00))
    assert chip.read(0x7000, 0) == 0x00 == 0x7000 & 0xFF
    tell(chip, *UNLOCK, (0x555, 0xA1), (0x70FF, 0x00))
    assert chip.read(0x70FF, 0) == 0xFF


def test_a_sector_is_erased_in_a_second(chip):
    tell(chip, *ERASE, (0x2ABCD, 0x30), now=10)
    status = chip.read(0x20000, 20)
    assert (status & 0x80, status & 0x08) == (0, 0)
    later = chip.read(0x20000, 10 + FLASH_WINDOW)
    assert (later & 0x08, (later ^ status) & 0x44) == (8, 0x44)
    done = 10 + FLASH_ERASE_SECTOR
    assert chip.read(0x20000, done - 1) & 0x80 == 0
    assert chip.read(0x20001, done) == 0xFF
    assert (chip.read(0x1FFFE, done), chip.read(0x30001, done)) == (0xFE, 0x01)


def test_the_status_has_the_data_sheets_bits_and_no_others(chip):
    """DQ7 polling, DQ6 toggle, DQ5 time exceeded, DQ3 erasing, DQ2 toggle in the sector."""
    tell(chip, *ERASE, (0x20000, 0x30), now=0)
    inside, outside = (0x2ABCD, 0x12345)
    open_, shut = FLASH_WINDOW - 1, FLASH_WINDOW
    reads = ((inside, open_), (inside, open_), (outside, open_), (outside, open_))
    assert [chip.read(*read) for read in reads] == [0x44, 0x00, 0x40, 0x00]
    reads = ((inside, shut), (inside, shut), (outside, shut), (outside, shut))
    assert [chip.read(*read) for read in reads] == [0x4C, 0x08, 0x48, 0x08]
    tell(chip, (0, 0xB0), now=1000)  # suspended
    assert [chip.read(inside, 1001) for _ in range(2)] == [0x84, 0x80]
    assert chip.read(outside, 1002) == 0x45
    done = 2 * FLASH_ERASE_SECTOR
    tell(chip, (0, 0x30), now=1003)
    chip.read(0, done)
    tell(chip, *PROGRAM, (0x70FF, 0x5A), now=done)
    assert [chip.read(0x70FF, done + 1) for _ in range(2)] == [0xC0, 0x80]
    tell(chip, *PROGRAM, (0x7001, 0xFE), now=done + 100)  # 0 cannot become 1
    assert [chip.read(0x7001, done + 200) for _ in range(2)] == [0x60, 0x20]


def test_sectors_can_be_added_within_the_window_and_not_after_it(chip):
    tell(chip, *ERASE, (0x10000, 0x30), now=0)
    tell(chip, (0x20000, 0x30), now=FLASH_WINDOW - 1)
    tell(chip, (0x30000, 0x30), now=3 * FLASH_WINDOW)
    done = 2 * FLASH_ERASE_SECTOR
    assert chip.read(0x10001, done - 1) & 0x80 == 0
    assert [chip.read(addr, done) for addr in (0x10001, 0x20001, 0x30001)] == [0xFF, 0xFF, 0x01]


def test_another_command_within_the_window_calls_the_erasure_off(chip):
    tell(chip, *ERASE, (0x10000, 0x30), now=0)
    tell(chip, (0, 0xF0), now=20)
    assert chip.read(0x10001, 5_000_000) == 0x01


def test_an_erasure_can_be_suspended_to_read_elsewhere(chip):
    tell(chip, *ERASE, (0x10000, 0x30), now=0)
    tell(chip, (0, 0xB0), now=1000)
    assert chip.read(0x20005, 1001) == 0x05
    assert chip.read(0x10005, 1002) & 0x80
    tell(chip, (0, 0x30), now=500_000)
    done = 500_000 + FLASH_ERASE_SECTOR - 1000
    assert chip.read(0x10005, done - 1) & 0x80 == 0
    assert chip.read(0x10005, done) == 0xFF


def test_the_chip_is_erased_in_8_seconds(chip):
    tell(chip, *ERASE, (0x555, 0x10), now=0)
    assert chip.read(0x12345, FLASH_ERASE_CHIP - 1) & 0x88 == 0x08
    assert chip.read(0x12345, FLASH_ERASE_CHIP) == 0xFF
    assert bytes(chip.data).count(0xFF) == FLASH_SIZE


def easyflash(**options):
    """Return a machine with an EasyFlash of 4 banks, in Ultimax mode as after a reset."""
    crt = image(CART_EASYFLASH, 4, (0x8000, 0xA000), exrom=1, game=0)
    return c64.C64(sample_rate=0, cart=crt, **options)


def run(m, *stores):
    """Let the CPU do LDA #value, STA addr for each of (addr, value)."""
    code = b"".join(bytes([0xA9, value, 0x8D, addr & 0xFF, addr >> 8]) for addr, value in stores)
    m.board.cpu.step()  # what came before, be it the reset
    m.board.ram[0x300 : 0x300 + len(code)] = code
    m.board.cpu.pc = 0x300
    for _ in range(2 * len(stores)):
        m.board.cpu.step()


def write_bank(bank, base, offset, value):
    """Return the stores that program a byte of the chip that shows at ``base``."""
    commands = [(base + at, data) for at, data in PROGRAM]
    return (0xDE00, bank), *commands, (base + offset, value)


@pytest.mark.parametrize(("base", "chip_at"), [(0x8000, 0x8000), (0xE000, 0xA000)])
def test_a_program_writes_to_an_easyflash_in_ultimax_mode(base, chip_at):
    m = easyflash()
    run(m, (0xDE02, 0x05), *write_bank(3, base, 0x1234, 0x01))
    m.run_cycles(20)
    m.memory[0xDE02] = 0x07  # 16K
    assert m.memory[chip_at + 0x1234] == (1 if base == 0x8000 else 0x83 & 0x01)


def test_in_16k_mode_writes_go_to_the_ram_below():
    m = easyflash()
    run(m, (0xDE02, 0x07), *write_bank(3, 0x8000, 0x1234, 0x01))
    assert (m.memory[0x9234], m.board.ram[0x9234]) == (3, 1)


def test_snapshots_hold_what_was_written():
    m = easyflash()
    saved = m.snapshot()
    run(m, (0xDE02, 0x05), *write_bank(1, 0x8000, 0, 0x00))
    written = m.snapshot()
    m.restore(saved)
    assert m.board.cart.low.peek(0x2000) == 1
    m.restore(written)
    assert m.board.cart.low.peek(0x2000) == 0


def test_a_changed_easyflash_is_kept_in_a_file_and_an_unchanged_one_is_not(tmp_path):
    path = tmp_path / "kept.crt"
    m = easyflash(cart_save=path)
    m.flush()
    assert not path.exists()
    run(m, (0xDE02, 0x05), *write_bank(2, 0x8000, 0x10, 0x00))
    m.flush()
    again = cartridge_from_crt(open_media(path))
    assert bytes(again.low.data) == bytes(m.board.cart.low.data)
    assert bytes(again.high.data) == bytes(m.board.cart.high.data)
    assert again.low.peek(0x4010) == 0
    assert not m.board.cart.changed


def test_other_cartridges_cannot_be_saved_and_a_bad_place_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"Magic Desk .* has no flash memory"):
        save_cartridge(cartridge_from_crt(image(CART_MAGIC_DESK, 4)), tmp_path / "x.crt")
    with pytest.raises(MediaWriteError, match="nowhere"):
        save_cartridge(easyflash().board.cart, tmp_path / "nowhere" / "x.crt")
