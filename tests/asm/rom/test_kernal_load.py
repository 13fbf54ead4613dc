"""LOAD, VERIFY and SAVE over the lines of the serial bus, with the virtual drive."""

import pytest

from tests.asm.rom.conftest import PROGRAM

LOAD, SAVE, READST, SETMSG = 0xFFD5, 0xFFD8, 0xFFB7, 0xFF90
LIMIT = 10_000_000
STOP_KEY = (7, 7)


def error(machine):
    """The error an I/O routine ended with."""
    assert machine.carry
    return machine.result.a


def text(machine):
    """The screen's lines that are not empty."""
    return [line.rstrip() for line in machine.screen() if line.strip()]


def test_load_to_the_address_in_the_file(machine, drive):
    machine.name("PROGRAM", secondary=1)
    cpu = machine.call(LOAD, a=0, x=0x00, y=0x20, limit=LIMIT)
    assert not machine.carry
    assert bytes(machine.ram[0xC000 : 0xC000 + len(PROGRAM)]) == PROGRAM
    assert cpu.x + 256 * cpu.y == 0xC000 + len(PROGRAM)
    assert machine.word(0xAE) == 0xC000 + len(PROGRAM)
    assert machine.ram[0x90] == 0x40


def test_load_to_an_address_of_ones_own(machine, drive):
    machine.name("PROGRAM", secondary=0)
    machine.call(LOAD, a=0, x=0x00, y=0x20, limit=LIMIT)
    assert bytes(machine.ram[0x2000 : 0x2000 + len(PROGRAM)]) == PROGRAM


def test_a_program_of_one_byte_loads(machine, drive):
    machine.name("SHORT", secondary=1)
    cpu = machine.call(LOAD, a=0, limit=LIMIT)
    assert machine.ram[0x801] == ord("A")
    assert cpu.x + 256 * cpu.y == 0x802


def test_the_directory_loads_as_a_program(machine, drive):
    machine.name("$", secondary=0)
    machine.call(LOAD, a=0, x=0x01, y=0x08, limit=LIMIT)
    assert not machine.carry
    listing = bytes(machine.ram[0x801 : machine.word(0xAE)])
    assert b'"PROGRAM"' in listing
    assert b"BLOCKS FREE" in listing


def test_verify_of_the_same_bytes_is_right(machine, drive):
    machine.put(0xC000, PROGRAM)
    machine.name("PROGRAM", secondary=1)
    machine.call(LOAD, a=1, limit=LIMIT)
    assert not machine.carry
    assert not machine.ram[0x90] & 0x10


def test_verify_finds_one_wrong_byte_and_stores_nothing(machine, drive):
    machine.put(0xC000, PROGRAM)
    machine.ram[0xC123] ^= 1
    machine.name("PROGRAM", secondary=1)
    machine.call(LOAD, a=1, limit=LIMIT)
    assert machine.ram[0x90] & 0x10
    assert machine.ram[0xC123] == PROGRAM[0x123] ^ 1


def test_load_of_a_missing_file(machine, drive):
    machine.name("NOBODY", secondary=1)
    machine.call(LOAD, a=0, limit=LIMIT)
    assert error(machine) == 4


def test_load_from_a_missing_device(machine, drive):
    machine.name("PROGRAM", device=9, secondary=1)
    machine.call(LOAD, a=0, limit=LIMIT)
    assert error(machine) == 5
    assert machine.ram[0x90] & 0x80


def test_load_with_an_empty_bus(machine):
    machine.name("PROGRAM", secondary=1)
    machine.call(LOAD, a=0, limit=LIMIT)
    assert error(machine) == 5


def test_load_without_a_name(machine, drive):
    machine.name("", secondary=1)
    machine.call(LOAD, a=0)
    assert error(machine) == 8


@pytest.mark.parametrize("device", [0, 1, 2, 3])
@pytest.mark.parametrize("routine", [LOAD, SAVE])
def test_keyboard_datasette_rs232_and_screen_are_refused(machine, routine, device):
    machine.name("X", device=device)
    machine.call(routine, a=0xFB)
    assert error(machine) == 9


def test_after_an_error_the_bus_works_on(machine, drive):
    machine.name("NOBODY", secondary=1)
    machine.call(LOAD, a=0, limit=LIMIT)
    test_load_to_the_address_in_the_file(machine, drive)


@pytest.mark.parametrize("size", [1, 2, 254, 255, 700])
def test_what_is_saved_is_on_the_disk_and_loads_again(machine, drive, size):
    data = bytes(i * 7 & 0xFF for i in range(size))
    machine.put(0xC000, data)
    machine.ram[0xFB], machine.ram[0xFC] = 0x00, 0xC0
    machine.name("SAVED")
    end = 0xC000 + size
    machine.call(SAVE, a=0xFB, x=end & 0xFF, y=end >> 8, limit=LIMIT)
    assert not machine.carry
    volume = drive.dos.volume
    assert volume.read_file(volume.find(b"SAVED")) == b"\x00\xc0" + data
    machine.put(0xC000, bytes(size))
    machine.name("SAVED", secondary=1)
    machine.call(LOAD, a=0, limit=LIMIT)
    assert bytes(machine.ram[0xC000:end]) == data


def test_save_without_a_name(machine, drive):
    machine.name("")
    machine.call(SAVE, a=0xFB)
    assert error(machine) == 8


def test_save_to_a_missing_device(machine, drive):
    machine.name("X", device=10)
    machine.call(SAVE, a=0xFB, limit=LIMIT)
    assert error(machine) == 5


def test_stop_ends_load_with_error_0(machine, drive):
    machine.cpu.p &= ~4
    machine.name("PROGRAM", secondary=1)
    machine.keys = {STOP_KEY}
    machine.run(40_000)
    machine.call(LOAD, a=0, limit=LIMIT)
    assert error(machine) == 0
    machine.keys = set()
    machine.run(40_000)
    test_load_to_the_address_in_the_file(machine, drive)


def test_messages_of_load_verify_and_save(machine, drive):
    machine.call(SETMSG, a=0x80)
    machine.name("SHORT", secondary=1)
    machine.call(LOAD, a=0, limit=LIMIT)
    assert text(machine) == ["SEARCHING FOR SHORT", "LOADING"]
    machine.print("\x93")
    machine.call(LOAD, a=1, limit=LIMIT)
    assert text(machine) == ["SEARCHING FOR SHORT", "VERIFYING"]
    machine.print("\x93")
    machine.name("NEW")
    machine.ram[0xFB], machine.ram[0xFC] = 0x00, 0xC0
    machine.call(SAVE, a=0xFB, x=0x05, y=0xC0, limit=LIMIT)
    assert text(machine) == ["SAVING NEW"]


def test_programs_see_no_messages(machine, drive):
    machine.call(SETMSG, a=0)
    machine.name("NOBODY", secondary=1)
    machine.call(LOAD, a=0, limit=LIMIT)
    assert text(machine) == []


def test_errors_are_printed_when_their_messages_are_on(machine, drive):
    machine.call(SETMSG, a=0x40)
    machine.name("NOBODY", secondary=1)
    machine.call(LOAD, a=0, limit=LIMIT)
    assert text(machine) == ["I/O ERROR #4"]


def test_load_and_save_go_by_their_vectors(machine):
    for routine, vector in ((LOAD, 0x330), (SAVE, 0x332)):
        machine.put(0xC000, b"\xa9\x77\x60")
        machine.put(vector, b"\x00\xc0")
        assert machine.call(routine).a == 0x77


def test_a_message_that_scrolls_does_not_disturb_load(machine, drive):
    machine.call(SETMSG, a=0x80)
    machine.call(0xFFF0, x=24, y=0, c=0)
    test_load_to_the_address_in_the_file(machine, drive)


@pytest.mark.parametrize("top", [50, 130])
def test_eight_sprites_on_bad_lines_do_not_disturb_the_bus(machine, drive, top):
    """One cycle in 82 is left to the CPU where sprites and a bad line meet."""
    machine.poke(0xD000, *[top] * 16)
    machine.poke(0xD017, 0xFF)
    machine.poke(0xD015, 0xFF)
    test_load_to_the_address_in_the_file(machine, drive)
    test_what_is_saved_is_on_the_disk_and_loads_again(machine, drive, 700)
