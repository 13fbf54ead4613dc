"""BASIC's routines in the KERNAL's ROM ($E000-$E4FF), called by machine code.

Sources as in test_basic_entries.py; for TAN's parts, the comments of the listings at pagetable.com.
With original ROMs in the folder that GO64_ROMS names, the same calls are made on those.
"""

import math

import pytest

from tests.asm.rom.basic_calls import FAC, MEMORY, TEXT
from tests.asm.rom.floats import accumulator, pack, unpack

ULP = 2.0**-31
SINE, TANGENT_SIGN, ANGLE = 0x4E, 0x12, 0x57


@pytest.fixture(params=[False, True], ids=["own", "original"])
def original(request):
    """Whether a machine has the original ROMs."""
    return request.param


@pytest.fixture
def machine(request, machine, original):
    """A machine that has started: with our ROMs, and with the original ones."""
    return request.getfixturevalue("original_machine")() if original else machine


def test_the_second_half_of_exp_is_a_power_of_two(basic_calls):
    for value in (0.5, -3, 10.25):
        assert basic_calls(0xE000, value) == pytest.approx(2.0**value, rel=4 * ULP)


def test_a_polynomial_whose_address_is_set(basic_calls):
    coefficients = b"\2" + pack(3) + pack(-2) + pack(1)
    basic_calls.machine.put(MEMORY, coefficients)
    basic_calls.ram[0x71:0x73] = MEMORY.to_bytes(2, "little")
    assert basic_calls(0xE05D, 0.5) == 3 / 4 - 2 / 2 + 1


def test_the_end_of_rnd_takes_facs_bits_as_the_next_number(basic_calls):
    basic_calls(0xE0E3, -12.0)
    got = basic_calls.fac
    assert 0 <= got < 1
    assert unpack(bytes(basic_calls.ram[0x8B:0x90])) == pytest.approx(got, rel=2 * ULP)
    basic_calls(0xE0F6, 7.5, x=MEMORY & 255, y=MEMORY >> 8)
    assert bytes(basic_calls.ram[MEMORY : MEMORY + 5]) == pack(7.5)


@pytest.mark.parametrize("degrees", [10, 80, 100, 170, 190, 260, 280, 350, -45])
def test_tan_in_parts(basic_calls, degrees):
    # as compilers do it: SIN leaves the angle in turns and the cosine's sign, then $E2D0
    angle, ram = math.radians(degrees), basic_calls.ram
    ram[TANGENT_SIGN] = 0
    sine = basic_calls(0xE26B, angle)
    assert sine == pytest.approx(math.sin(angle), abs=1e-9)
    assert bool(ram[TANGENT_SIGN] & 0x80) == (math.cos(angle) < 0)
    turns = abs(unpack(bytes(ram[ANGLE : ANGLE + 5])))
    basic_calls(0xBBD4, sine, x=SINE, y=0)
    got = basic_calls(0xE2D0, turns)
    assert got == pytest.approx(math.tan(angle), rel=1e-8)
    cosine = basic_calls(0xE2DC, turns, a=ram[TANGENT_SIGN])
    assert cosine == pytest.approx(math.cos(angle), abs=1e-9)
    assert basic_calls(0xE2B4, angle) == pytest.approx(math.tan(angle), rel=1e-8)


def test_sine_of_a_quarter_turn_less_fac(basic_calls):
    # PHA, JMP $E29D: the sign is on the stack
    basic_calls.machine.put(0xC300, bytes.fromhex("48 4c9de2"))
    basic_calls.machine.put(FAC, accumulator(0.0625))
    for sign in (0, 0xFF):
        basic_calls.machine.put(FAC, accumulator(0.0625))
        basic_calls.machine.call(0xC300, a=sign)
        wanted = math.cos(math.pi / 8) * (-1 if sign else 1)
        assert basic_calls.fac == pytest.approx(wanted, abs=1e-9)


def test_nothing_behind_a_place_is_a_syntax_error(basic_calls):
    basic_calls.text("")
    assert basic_calls.error(0xE211) == 11
    basic_calls.text("X")
    basic_calls(0xE211)
    assert basic_calls.regs.a == ord("X")


def test_a_string_that_is_evaluated_becomes_the_name(basic_calls):
    basic_calls.text('"NAME"')
    basic_calls(0xAD9E)
    basic_calls(0xE25A)
    ram = basic_calls.ram
    at = ram[0xBB] | ram[0xBC] << 8
    assert bytes(ram[at : at + ram[0xB7]]) == b"NAME"
    basic_calls.text("1")
    basic_calls(0xAD9E)
    assert basic_calls.error(0xE25A) == 22


@pytest.mark.parametrize(("text", "device", "secondary"), [(",9,2", 9, 2), (",9", 9, 0)])
def test_what_may_follow_a_name(basic_calls, text, device, secondary):
    basic_calls.ram[0xB9], basic_calls.ram[0xBA] = 7, 7
    basic_calls.text(text)
    basic_calls(0xE1E6)
    assert (basic_calls.ram[0xBA], basic_calls.ram[0xB9]) == (device, secondary)


def test_chkout_keeps_a(basic_calls):
    basic_calls(0xE4AD, a=0x41, x=9)
    assert basic_calls.regs.flags & 1 and basic_calls.regs.a == 3  # FILE NOT OPEN
    ram = basic_calls.ram
    ram[0x98], ram[0x0259], ram[0x0263], ram[0x026D] = 1, 4, 3, 0x60
    basic_calls(0xE4AD, a=0x41, x=4)
    assert not basic_calls.regs.flags & 1 and basic_calls.regs.a == 0x41


def test_load_and_save_with_parameters_that_are_set(basic_calls, drive):
    machine, ram = basic_calls.machine, basic_calls.ram
    ram[0x2B:0x2F] = b"\x01\x08\x05\x08"
    machine.put(0x0801, b"ABCD")
    machine.name("SAVED")
    machine.call(0xE159, limit=30_000_000)
    machine.name("PART")
    ram[0xFB:0xFD] = b"\x02\x08"
    machine.call(0xE15F, a=0xFB, x=0x04, y=0x08, limit=30_000_000)
    volume = drive.dos.volume
    assert volume.read_file(volume.find(b"SAVED")) == b"\x01\x08ABCD"
    assert volume.read_file(volume.find(b"PART")) == b"\x02\x08BC"
    machine.name("SAVED")
    ram[0x0A] = 1  # VERIFY
    ram[0x3A] = 0
    machine.call(0xE16F, limit=30_000_000)
    ram[0x0802] ^= 1
    machine.name("SAVED")
    ram[0x0A] = 1
    assert basic_calls.error(0xE16F) == 28
    assert basic_calls.error(0xE19C) == 29


def test_a_file_is_closed_with_basics_errors(basic_calls):
    ram = basic_calls.ram
    ram[0x98], ram[0x0259], ram[0x0263], ram[0x026D] = 1, 4, 3, 0x60
    basic_calls(0xE1CC, a=4)
    assert ram[0x98] == 0


def test_close_takes_all_that_open_has(basic):
    assert basic("OPEN4,3:CLOSE4,3,0\n")[1:] == ["READY."]


def at(address):
    """The registers in which a text's address goes to a routine."""
    return {"a": address & 0xFF, "y": address >> 8}


@pytest.mark.parametrize(
    ("entry", "registers", "shown"),
    [(0xE42D, at(0xE498), "64K RAM   38911 BASIC BYTES FREE"),
     (0xAB1E, at(0xE460), "BASIC BYTES FREE"),
     (0xAB1E, at(0xE473), "**** GO 64 FREE BASIC ****"),
     (0xE42D, {"a": 0x00, "y": 0xC1}, "HELLO 38911 BASIC BYTES FREE"),
     (0xE430, {}, "38911 BASIC BYTES FREE"), (0xE39D, {}, "READY."), (0xE386, {}, "READY.")],
)  # fmt: skip
def test_cartridges_start_basic_from_the_middle(basic_calls, original, entry, registers, shown):
    machine = basic_calls.machine
    machine.put(TEXT, b"HELLO \0")
    machine.put(0xC300, b"\x20" + entry.to_bytes(2, "little") + b"\x4c\x74\xa4")
    cpu = machine.cpu
    cpu.a, cpu.x, cpu.y = registers.get("a", 0), 0, registers.get("y", 0)
    cpu.pc = 0xC300
    machine.run_to(0xE5CD)
    lines = [line.strip() for line in machine.screen() if line.strip()]
    if original and registers.get("y", 0) >= 0xE0:  # a text of the ROM, which has its own
        assert lines[0] != "READY."
    else:
        assert lines[0] == shown
    assert lines[-1] == "READY."
    assert cpu.sp > 0xE0
