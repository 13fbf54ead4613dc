"""Self-test, variables and interrupt of the DOS ROM, on flat memory but for the blinking."""

import re

import pytest

from c64.roms import ROM_OWN_FOLDER
from tests.asm.dos.dos_drive import DosDrive, patterned_disk
from tests.asm.dos.dos_flat import ROM_BASE, flat_drive, run_from

SECOND = 1_000_000
VIA1_PRB, VIA1_IFR = 0x1800, 0x180D
VIA2_PRB, VIA2_PCR, VIA2_IER = 0x1C00, 0x1C0C, 0x1C0E
LED, MOTOR = 0x08, 0x04


@pytest.fixture
def flat():
    return flat_drive()


def test_a_drive_without_fault_starts(flat):
    assert run_from(flat, "dos_reset", "main_loop", SECOND)


def test_reset_clears_the_ram(flat):
    flat.ram[0x0080:0x0800] = bytes([0x5A]) * 0x780
    assert run_from(flat, "dos_reset", "dos_warm", SECOND)
    assert bytes(flat.ram[:0x800]) == bytes(0x800)


@pytest.mark.parametrize("where", [0xC000, 0xD123, 0xFFFF])
def test_a_wrong_byte_of_rom_stops_the_drive_with_two_blinks(flat, where):
    flat.ram[where] ^= 0x10
    assert run_from(flat, "dos_reset", "fault", SECOND)
    assert flat.x == 2
    assert not run_from(flat, "fault", "main_loop", SECOND)


def test_the_checksum_covers_every_page(flat):
    for page in range(0x40):
        damaged = flat_drive()
        damaged.ram[ROM_BASE + 256 * page + 7 * page % 256] ^= 0x81
        # the self-test itself is not run with a byte of its own changed
        if page not in (0xEA - 0xC0, 0xEB - 0xC0):
            assert run_from(damaged, "rom_test", "fault", SECOND), hex(page)


def test_a_faulty_rom_blinks_twice_then_pauses_again_and_again():
    rom = bytearray((ROM_OWN_FOLDER / "dos1541.bin").read_bytes())
    rom[0x2000] ^= 1
    drive = DosDrive(patterned_disk(), rom=bytes(rom))
    lit = []
    for _ in range(100):
        drive.run(SECOND // 10)
        lit.append(drive.bus.led())
    assert not drive.bus.head.motor
    text = "".join(map(str, lit)).strip("0")
    runs = [len(run) for run in re.findall("0+", text)]
    blinks = re.split("0{8,}", text)
    assert len(blinks) >= 3
    assert all(re.fullmatch("1+0+1+", blink) for blink in blinks[1:-1])
    assert max(runs) <= 20


@pytest.mark.parametrize("jumpers", range(4))
def test_the_jumpers_set_the_device_number(flat, jumpers):
    flat.ram[VIA1_PRB] = jumpers << 5
    flat.call("address_init")
    assert flat.memory["LISTEN_ADDR"] == 0x28 + jumpers
    assert flat.memory["TALK_ADDR"] == 0x48 + jumpers


def test_after_the_start_the_head_reads_the_motor_rests_and_the_bus_is_free(flat):
    assert run_from(flat, "dos_reset", "main_loop", SECOND)
    assert flat.ram[VIA1_PRB] == 0
    assert flat.ram[VIA2_PRB] & (LED | MOTOR) == 0
    assert flat.ram[VIA2_PCR] == 0xEE
    assert flat.ram[VIA2_IER] == 0xC0


def test_programs_find_the_tries_the_interleave_and_the_block_marks(flat):
    assert run_from(flat, "dos_reset", "main_loop", SECOND)
    assert [flat.ram[at] for at in (0x69, 0x6A, 0x39, 0x47)] == [10, 5, 0x08, 0x07]


def test_an_interrupt_keeps_the_registers_and_notes_attention(flat):
    assert run_from(flat, "dos_reset", "main_loop", SECOND)
    flat.ram[VIA1_IFR] = 0x02
    flat.a, flat.x, flat.y = 1, 2, 3
    flat.memory.put("ATN_PENDING", 0)
    at, sp = flat.symbols.address("main_loop"), flat.sp
    flat.ram[0x100 + sp - 2 : 0x101 + sp] = bytes([0x25, at & 0xFF, at >> 8])
    flat.sp = sp - 3
    assert run_from(flat, "dos_irq", "main_loop", 1000)
    assert (flat.a, flat.x, flat.y, flat.sp) == (1, 2, 3, sp)
    assert flat.memory["ATN_PENDING"] == 1
