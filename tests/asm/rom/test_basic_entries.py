"""BASIC's routines at the addresses where machine code calls them, with what books say of them.

The contracts are those of "Mapping the Commodore 64", the lists of BASIC ROM routines at
sta.c64.org and the articles on them in the C64-Wiki.
"""

import math

import pytest

from tests.asm.rom.basic_calls import ARG, FAC, MEMORY, ROUNDING, SIGNS, STUB, TEXT
from tests.asm.rom.floats import accumulator, pack, unpack

ULP = 2.0**-31


# address: (FAC, ARG, number in memory, FAC afterwards)
ARITHMETIC = {
    0xB849: [(2.25, None, None, 2.75), (-0.5, None, None, 0)],
    0xB850: [(2.5, None, 10, 7.5), (-1, None, 0, 1)],
    0xB853: [(2.5, 10, None, 7.5), (7, -2, None, -9), (0, 3, None, 3)],
    0xB867: [(2.5, None, 10, 12.5), (1, None, -1, 0), (0, None, 4, 4)],
    0xB86A: [(2.5, 10, None, 12.5), (0, 3, None, 3), (3, 0, None, 3), (1e10, -1, None, 1e10 - 1)],
    0xB8F7: [(5, None, None, 0)],
    0xB9EA: [(10, None, None, math.log(10)), (0.5, None, None, math.log(0.5))],
    0xBA28: [(2.5, None, 10, 25), (-3, None, 0.5, -1.5), (0, None, 7, 0)],
    0xBA2B: [(2.5, 10, None, 25), (-3, -4, None, 12), (3, 0, None, 0)],
    0xBAE2: [(2.5, None, None, 25), (-0.1, None, None, -1), (0, None, None, 0)],
    0xBAFE: [(25, None, None, 2.5), (-1, None, None, 0.1)],
    0xBB0F: [(4, None, 10, 2.5), (-4, None, 1, -0.25)],
    0xBB12: [(4, 10, None, 2.5), (-8, -2, None, 0.25), (3, 0, None, 0)],
    0xBBA2: [(None, None, -1234.5, -1234.5), (5, None, 0, 0)],
    0xBBFC: [(1, -7.5, None, -7.5), (1, 0, None, 0)],
    0xBC39: [(-7.5, None, None, -1), (0, None, None, 0), (1e-9, None, None, 1)],
    0xBC58: [(-7.5, None, None, 7.5), (2, None, None, 2)],
    0xBCCC: [(2.75, None, None, 2), (-2.75, None, None, -3), (1e12, None, None, 1e12)],
    0xBF71: [(2, None, None, math.sqrt(2)), (144, None, None, 12)],
    0xBF78: [(None, 2, 10, 1024)],
    0xBF7B: [(10, 2, None, 1024), (0.5, 2, None, math.sqrt(2)), (0, 5, None, 1)],
    0xBFB4: [(2, None, None, -2), (0, None, None, 0)],
    0xBFED: [(1, None, None, math.e), (-2, None, None, math.exp(-2))],
    0xE264: [(1, None, None, math.cos(1))],
    0xE26B: [(1, None, None, math.sin(1)), (-4, None, None, math.sin(-4))],
    0xE2B4: [(1, None, None, math.tan(1))],
    0xE30E: [(1, None, None, math.pi / 4), (-0.2, None, None, math.atan(-0.2))],
    0xAFE6: [(12, 10, None, 14), (1, -2, None, -1)],
    0xAFE9: [(12, 10, None, 8), (-1, 300, None, 300)],
}


@pytest.mark.parametrize(
    ("addr", "case"), [(addr, case) for addr, cases in ARITHMETIC.items() for case in cases]
)
@pytest.mark.parametrize("valtyp", [0, 0xFF])
def test_arithmetic_leaves_its_result_in_fac(basic_calls, addr, case, valtyp):
    fac, arg, memory, wanted = case
    basic_calls.ram[0x0D] = 0 if addr in (0xAFE6, 0xAFE9) else valtyp
    got = basic_calls(addr, fac, arg, memory)
    assert got == pytest.approx(wanted, rel=4 * ULP, abs=0)


def test_conupk_loads_arg_and_the_signs_and_keeps_fac(basic_calls):
    for fac, memory, differ in ((3, -2.5, True), (-3, -2.5, False), (0, 7, False)):
        assert basic_calls(0xBA8C, fac, memory=memory, x=0x55) == fac
        regs = basic_calls.regs
        assert basic_calls.arg == memory
        assert bool(basic_calls.ram[SIGNS] & 0x80) == differ
        assert (regs.a, regs.x, regs.y) == (basic_calls.ram[FAC], 0x55, 0)
        assert bool(regs.zero) == (fac == 0)


def test_loading_fac_returns_the_exponent_and_clears_the_rounding_byte(basic_calls):
    basic_calls.ram[ROUNDING] = 0xFF
    basic_calls(0xBBA2, memory=10)
    assert (basic_calls.regs.a, basic_calls.regs.y, basic_calls.ram[ROUNDING]) == (0x84, 0, 0)
    assert not basic_calls.regs.zero
    assert basic_calls.machine.word(0x22) == MEMORY


@pytest.mark.parametrize(
    ("addr", "x", "y", "place"),
    [
        (0xBBC7, 0, 0, 0x5C),
        (0xBBCA, 0, 0, 0x57),
        (0xBBD0, 0, 0, 0xC020),
        (0xBBD4, 0x30, 0xC0, 0xC030),
    ],
)
@pytest.mark.parametrize("value", [-1234.5, 0, 1 / 3])
def test_storing_fac_rounds_and_keeps_it(basic_calls, addr, x, y, place, value):
    basic_calls.ram[0x49:0x4B] = b"\x20\xc0"
    assert basic_calls(addr, value, x=x, y=y) == unpack(pack(value))
    assert bytes(basic_calls.ram[place : place + 5]) == pack(value)
    assert basic_calls.regs.y == 0
    assert bool(basic_calls.regs.zero) == (value == 0)
    if value:
        basic_calls.ram[ROUNDING] = 0x80
        basic_calls.machine.call(addr, x=x, y=y)
        up = int.from_bytes(pack(value), "big") + 1
        assert int.from_bytes(basic_calls.ram[place : place + 5], "big") == up


def test_fac_to_arg_rounds_or_does_not(basic_calls):
    for addr, step in ((0xBC0C, 1), (0xBC0F, 0)):
        basic_calls.machine.put(FAC, accumulator(-7.5))
        basic_calls.ram[ROUNDING] = 0x80
        basic_calls.machine.call(addr)
        assert basic_calls.arg == -7.5 - step * 2.0**-29
        assert basic_calls.ram[ARG + 5] & 0x80


def test_round_carries_into_the_exponent(basic_calls):
    basic_calls.machine.put(FAC, bytes([0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0]))
    basic_calls.ram[ROUNDING] = 0x80
    basic_calls.machine.call(0xBC1B)
    assert basic_calls.fac == 1


@pytest.mark.parametrize(("value", "sign"), [(-2, 0xFF), (0, 0), (1e-30, 1)])
def test_sign_comes_in_a(basic_calls, value, sign):
    assert basic_calls(0xBC2B, value) == unpack(pack(value))
    assert basic_calls.regs.a == sign
    assert bool(basic_calls.regs.zero) == (sign == 0)


@pytest.mark.parametrize(
    ("fac", "memory", "result"),
    [
        (1, 2, 0xFF),
        (2, 1, 1),
        (2, 2, 0),
        (-1, -2, 1),
        (-2, -1, 0xFF),
        (-1, 1, 0xFF),
        (1, -1, 1),
        (0, 0, 0),
        (0, 3, 0xFF),
        (0, -3, 1),
        (3, 0, 1),
        (-3, 0, 0xFF),
        (1e9, 1e9 - 2, 1),
        (-1.5, -1.25, 0xFF),
        (1 + 2**-31, 1, 1),
    ],
)
def test_compare_keeps_both_and_tells_in_a(basic_calls, fac, memory, result):
    basic_calls.machine.put(ARG, accumulator(77))
    assert basic_calls(0xBC5B, fac, memory=memory) == unpack(pack(fac))
    assert basic_calls.regs.a == result
    assert bool(basic_calls.regs.zero) == (result == 0)
    assert basic_calls.arg == 77


def test_compare_rounds_fac(basic_calls):
    basic_calls(0xBC5B, 1, memory=1 + 2.0**-31)
    assert basic_calls.regs.a == 0xFF
    basic_calls.ram[ROUNDING] = 0x80
    basic_calls.machine.call(0xBC5B, a=MEMORY & 255, y=MEMORY >> 8)
    assert basic_calls.machine.result.a == 0


# -- integers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("addr", "registers", "value"),
    [
        (0xB391, {"a": 0x12, "y": 0x34}, 0x1234),
        (0xB391, {"a": 0xFF, "y": 0xFE}, -2),
        (0xB395, {"a": 0x80, "y": 0x00}, -32768),
        (0xB395, {"a": 0, "y": 0}, 0),
        (0xB395, {"a": 0x7F, "y": 0xFF}, 32767),
        (0xB3A2, {"y": 200}, 200),
        (0xB3A2, {"y": 0}, 0),
        (0xBC3C, {"a": 100}, 100),
        (0xBC3C, {"a": 0x9C}, -100),
        (0xBD7E, {"a": 5}, 12),
        (0xBD7E, {"a": 0xF6}, -3),
    ],
)
def test_integers_in_registers_become_numbers(basic_calls, addr, registers, value):
    basic_calls.machine.put(FAC, accumulator(7))
    assert basic_calls(addr, **registers) == value


@pytest.mark.parametrize(
    ("addr", "mantissa", "x", "carry", "value"),
    [
        (0xBC44, "fffe", 0x90, 0, -2),
        (0xBC44, "1234", 0x90, 0, 0x1234),
        (0xBC49, "fffe", 0x90, 1, 65534),
        (0xBC49, "fffe", 0x90, 0, -2),
        (0xBC49, "0000", 0x90, 1, 0),
        (0xBC49, "80", 0x88, 1, 128),
        (0xBC4F, "fffffffe", 0xA0, 1, 2**32 - 2),
        (0xBC4F, "fffffffe", 0xA0, 0, -2),
    ],
)
def test_integers_in_the_mantissa_become_numbers(basic_calls, addr, mantissa, x, carry, value):
    basic_calls.machine.put(FAC, bytes(6))
    basic_calls.machine.put(FAC + 1, bytes.fromhex(mantissa))
    assert basic_calls(addr, x=x, c=carry) == value


@pytest.mark.parametrize("value", [0, 1, -1, 2.75, -2.75, 65536.5, 2**31 - 1, -(2**31)])
def test_qint_leaves_32_bits_with_sign_in_the_mantissa(basic_calls, value):
    basic_calls(0xBC9B, value)
    got = int.from_bytes(basic_calls.ram[FAC + 1 : FAC + 5], "big", signed=True)
    assert got == math.floor(value)


@pytest.mark.parametrize("addr", [0xB1AA, 0xB1BF])
@pytest.mark.parametrize("value", [0, -2.5, 300.9, -32768, 32767])
def test_fac_to_an_integer_with_sign(basic_calls, addr, value):
    basic_calls(addr, value)
    wanted = math.floor(value).to_bytes(2, "big", signed=True)
    assert bytes(basic_calls.ram[0x64:0x66]) == wanted
    assert bytes([basic_calls.regs.a, basic_calls.regs.y]) == wanted


def test_fac_to_an_address_and_to_a_byte(basic_calls):
    basic_calls(0xB7F7, 49152.5)
    assert basic_calls.machine.word(0x14) == 49152
    assert (basic_calls.regs.a, basic_calls.regs.y) == (0xC0, 0x00)
    basic_calls.text("")
    basic_calls(0xB7A1, 255)
    assert basic_calls.regs.x == 255
    basic_calls(0xB1B8, 300)
    assert bytes(basic_calls.ram[0x64:0x66]) == b"\x01\x2c"


@pytest.mark.parametrize(
    ("addr", "operands", "error"),
    [
        (0xBB12, {"fac": 0, "arg": 1}, 20),
        (0xBB0F, {"fac": 0, "memory": 1}, 20),
        (0xBA2B, {"fac": 1e30, "arg": 1e30}, 15),
        (0xB97E, {}, 15),
        (0xB9EA, {"fac": 0}, 14),
        (0xBF71, {"fac": -1}, 14),
        (0xB7F7, {"fac": -1}, 14),
        (0xB7A1, {"fac": 256}, 14),
        (0xB1BF, {"fac": 32768}, 14),
        (0xB1B8, {"fac": -1}, 14),
        (0xB245, {}, 18),
        (0xB248, {}, 14),
        (0xAF08, {}, 11),
        (0xAD99, {}, 22),
        (0xA435, {}, 16),
        (0xA437, {"x": 25}, 25),
        (0xA408, {"a": 0, "y": 0xFF}, 16),
        (0xB3A6, {}, 21),
        (0xB3AE, {}, 27),
        (0xBB8A, {}, 20),
        (0xE0F9, {"a": 5}, 5),
        (0xA3FB, {"a": 128}, 16),
        (0xA3FB, {"a": 4}, 0),
        (0xA408, {"a": 0, "y": 0x20}, 0),
        (0xE10C, {"a": 65}, 0),
    ],
)
def test_what_cannot_be_done_ends_with_basics_error(basic_calls, addr, operands, error):
    basic_calls.ram[0x3A] = 0xFF  # direct mode
    assert basic_calls.error(addr, **operands) == error


# -- constants --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("addr", "value"),
    [
        (0xAEA8, math.pi),
        (0xB9BC, 1),
        (0xB9D6, math.sqrt(0.5)),
        (0xB9DB, math.sqrt(2)),
        (0xB9E0, -0.5),
        (0xB9E5, math.log(2)),
        (0xBAF9, 10),
        (0xBF11, 0.5),
        (0xBFBF, 1 / math.log(2)),
        (0xE2E0, math.pi / 2),
        (0xE2E5, math.pi * 2),
        (0xE2EA, 0.25),
    ],
)
def test_constants_lie_where_machine_code_takes_them(basic_calls, addr, value):
    assert basic_calls(0xBBA2, a=addr & 255, y=addr >> 8) == pytest.approx(value, rel=ULP)


def test_the_conversion_vectors_point_at_the_entries(basic_calls):
    assert (basic_calls.machine.word(3), basic_calls.machine.word(5)) == (0xB1AA, 0xB391)


# -- text -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, b" 0"), (-12.5, b"-12.5"), (1 / 3, b" .333333333"), (1e10, b" 1E+10")],
)
def test_fout_writes_fac_at_the_bottom_of_the_stack(basic_calls, value, text):
    basic_calls(0xBDDD, value)
    assert (basic_calls.regs.a, basic_calls.regs.y) == (0, 1)
    assert bytes(basic_calls.ram[0x100 : 0x101 + len(text)]) == text + b"\0"


@pytest.mark.parametrize(
    ("text", "value"),
    [("12.5", 12.5), ("-3E2", -300), (".5,", 0.5), ("7:", 7), ("1E-3", 0.001), ("+8", 8)],
)
def test_fin_reads_the_number_at_txtptr(basic_calls, text, value):
    basic_calls.text(text)
    digit = text[0].isdigit()
    got = basic_calls(0xBCF3, a=ord(text[0]), c=not digit)
    assert got == pytest.approx(value, rel=ULP)
    used = len(text.rstrip(",:"))
    assert basic_calls.machine.word(0x7A) == TEXT + used


def test_val_reads_a_string_by_address_and_length(basic_calls):
    basic_calls.text("untouched")
    basic_calls.machine.put(MEMORY, "-12.5678")
    basic_calls.ram[0x22:0x24] = MEMORY.to_bytes(2, "little")
    assert basic_calls(0xB7B5, a=5) == -12.5
    assert bytes(basic_calls.ram[MEMORY : MEMORY + 8]) == b"-12.5678"
    assert basic_calls.machine.word(0x7A) == TEXT


PLUS, TIMES = b"\xaa", b"\xac"


@pytest.mark.parametrize(
    ("addr", "text", "value", "used"),
    [
        (0xAD8A, b"1" + PLUS + b"2,", 3, 3),
        (0xAD9E, b"2" + TIMES + b"(3" + PLUS + b"4))", 14, 7),
        (0xAEF1, b"(5)X", 5, 3),
        (0xAF28, b"A:", 0, 1),
        (0xAE83, b"5" + PLUS + b"2", 5, 1),
    ],
)
def test_expressions_are_evaluated_at_txtptr(basic_calls, addr, text, value, used):
    basic_calls.text(text)
    if addr == 0xAE83:  # the operand behind TXTPTR
        basic_calls.ram[0x7A:0x7C] = (TEXT - 1).to_bytes(2, "little")
    assert basic_calls(addr) == value
    assert basic_calls.ram[0x0D] == 0
    assert basic_calls.machine.word(0x7A) == TEXT + used


@pytest.mark.parametrize(
    ("addr", "text", "x", "linnum"),
    [
        (0xB79B, ",200", 200, None),
        (0xB79E, "200", 200, None),
        (0xB7F1, ",7", 7, None),
        (0xE200, ",7", 7, None),
        (0xB7EB, "53280,11", 11, 53280),
    ],
)
def test_bytes_and_addresses_are_read_at_txtptr(basic_calls, addr, text, x, linnum):
    basic_calls.text(text)
    basic_calls(addr)
    assert basic_calls.regs.x == x
    assert linnum is None or basic_calls.machine.word(0x14) == linnum


def test_an_integer_is_evaluated_behind_txtptr(basic_calls):
    basic_calls.text("(300,")
    basic_calls(0xB1B2)
    assert bytes(basic_calls.ram[0x64:0x66]) == b"\x01\x2c"


def test_line_numbers_are_read_at_txtptr(basic_calls):
    basic_calls.text("63999,")
    basic_calls(0xA96B, a=ord("6"), c=0)
    assert basic_calls.machine.word(0x14) == 63999


@pytest.mark.parametrize(
    ("addr", "text", "a"),
    [(0xAEF7, ")1", 0), (0xAEFA, "(1", 0), (0xAEFD, ",1", 0), (0xAEFF, "#1", 35)],
)
def test_the_character_that_is_wanted_is_skipped_and_another_is_a_syntax_error(
    basic_calls, addr, text, a
):
    basic_calls.text(text)
    basic_calls(addr, a=a)
    assert (basic_calls.regs.a, basic_calls.regs.carry) == (ord("1"), 0)
    basic_calls.text("!")
    assert basic_calls.error(addr, a=a) == 11


@pytest.mark.parametrize(
    ("addr", "valtyp", "carry", "error"),
    [
        (0xAD8D, 0, 1, 0),
        (0xAD8D, 0xFF, 1, 22),
        (0xAD8F, 0xFF, 0, 0),
        (0xAD8F, 0, 0, 22),
        (0xAD90, 0, 0, 0),
        (0xAD90, 0, 1, 22),
    ],
)
def test_the_types_are_checked(basic_calls, addr, valtyp, carry, error):
    basic_calls.ram[0x0D] = valtyp
    assert basic_calls.error(addr, c=carry) == error


def test_a_variable_is_made_where_it_is_not_there(basic_calls):
    basic_calls.text("QX:")
    basic_calls(0xB08B)
    place = basic_calls.machine.word(0x47)
    assert (basic_calls.regs.a, basic_calls.regs.y) == (place & 255, place >> 8)
    assert bytes(basic_calls.ram[place - 2 : place]) == b"QX"
    basic_calls.ram[0x49:0x4B] = basic_calls.ram[0x47:0x49]
    basic_calls(0xBBD0, 12.5)
    basic_calls.text("QX:")
    assert basic_calls(0xAF28) == 12.5


def test_a_variable_is_found_by_its_name_in_memory(basic_calls):
    basic_calls.text("QY:")
    basic_calls(0xB08B)
    place = basic_calls.machine.word(0x47)
    basic_calls.ram[0x45:0x47] = b"QY"
    basic_calls(0xB0E7)
    assert (basic_calls.regs.a, basic_calls.regs.y) == (place & 255, place >> 8)


@pytest.mark.parametrize(("addr", "bytes_left"), [(0xA9C4, b"\x01\x2c"), (0xA9D6, pack(300.75))])
def test_variables_are_given_fac(basic_calls, addr, bytes_left):
    basic_calls.ram[0x49:0x4B] = MEMORY.to_bytes(2, "little")
    basic_calls(addr, 300.75)
    assert bytes(basic_calls.ram[MEMORY : MEMORY + len(bytes_left)]) == bytes_left


@pytest.mark.parametrize(("a", "letter"), [(0x40, 0), (0x41, 1), (0x5A, 1), (0x5B, 0), (0xC1, 0)])
def test_letters_are_told_by_the_carry(basic_calls, a, letter):
    basic_calls(0xB113, a=a)
    assert (basic_calls.regs.carry, basic_calls.regs.a) == (letter, a)


def test_a_mantissa_is_normalised(basic_calls):
    basic_calls.machine.put(FAC, bytes([0x90, 0, 0, 0x80, 0, 0]))
    basic_calls.ram[ROUNDING] = 0
    basic_calls.machine.call(0xB8D7)
    assert bytes(basic_calls.ram[FAC : FAC + 5]) == bytes([0x80, 0x80, 0, 0, 0])


def test_fre_and_pos_tell_of_memory_and_cursor(basic_calls):
    basic_calls.ram[0x0D] = 0
    free = basic_calls.machine.word(0x33) - basic_calls.machine.word(0x31)
    assert basic_calls(0xB37D, 0) % 65536 == free
    basic_calls.machine.print("ABC")
    assert basic_calls(0xB39E, 0) == 3


# -- strings ----------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["string", "value", "descriptor"])
def test_a_text_becomes_a_string_and_is_freed(basic_calls, which):
    basic_calls.machine.put(MEMORY, 'HELLO"')
    before = basic_calls.ram[0x16]
    basic_calls(0xB487, a=MEMORY & 255, y=MEMORY >> 8)
    assert basic_calls.ram[0x0D] == 0xFF
    assert basic_calls.string() == b"HELLO"
    free, registers = {
        "string": (0xB6A3, {}),
        "value": (0xB6A6, {}),
        "descriptor": (0xB6AA, {"a": basic_calls.ram[0x64], "y": 0}),
    }[which]
    basic_calls(free, **registers)
    regs = basic_calls.regs
    assert (regs.a, regs.x, regs.y) == (5, MEMORY & 255, MEMORY >> 8)
    assert basic_calls.machine.word(0x22) == MEMORY
    assert basic_calls.ram[0x16] == before


def test_a_text_ends_at_the_characters_asked_for(basic_calls):
    basic_calls.machine.put(MEMORY, 'A"B,C')
    basic_calls.ram[0x07:0x09] = b",;"
    basic_calls(0xB48D, a=MEMORY & 255, y=MEMORY >> 8)
    assert basic_calls.string() == b'A"B'


def test_the_length_of_a_string_comes_in_a_and_y(basic_calls):
    for text in ("HELLO", ""):
        basic_calls.text(f'"{text}"')
        basic_calls(0xAD9E)
        basic_calls(0xB782)
        regs = basic_calls.regs
        assert (regs.a, regs.y, bool(regs.zero)) == (len(text), len(text), not text)
        assert basic_calls.ram[0x0D] == 0


def test_the_collector_moves_strings_together(basic_calls):
    basic_calls(0xB4F4, a=20)  # nobody's
    basic_calls(0xB47D, a=3)
    basic_calls.machine.put(basic_calls.machine.word(0x62), "ABC")
    basic_calls.machine.call(0xB4CA)
    basic_calls.machine.call(0xB526)
    assert basic_calls.string() == b"ABC"
    assert basic_calls.machine.word(0x33) == basic_calls.machine.word(0x37) - 3


def test_a_string_is_given_to_a_variable(basic_calls):
    basic_calls.text('"GIVEN"')
    basic_calls(0xAD9E)
    basic_calls.ram[0x49:0x4B] = MEMORY.to_bytes(2, "little")
    basic_calls.machine.call(0xAA2C)
    length, body = basic_calls.ram[MEMORY], basic_calls.machine.word(MEMORY + 1)
    assert bytes(basic_calls.ram[body : body + length]) == b"GIVEN"


def test_room_for_a_string_is_taken_from_the_top(basic_calls):
    top = basic_calls.machine.word(0x33)
    basic_calls.ram[0x64:0x66] = b"\x19\x00"
    for addr in (0xB4F4, 0xB475, 0xB47D):
        basic_calls(addr, a=10)
        top -= 10
        regs = basic_calls.regs
        assert (regs.a, regs.x, regs.y) == (10, top & 255, top >> 8)
        assert basic_calls.machine.word(0x33) == top
    assert bytes(basic_calls.ram[0x61:0x64]) == bytes([10, top & 255, top >> 8])
    basic_calls.machine.put(MEMORY, "0123456789")
    for half in (0, 5):
        basic_calls.machine.call(0xB688, a=5, x=(MEMORY + half) & 255, y=MEMORY >> 8)
    assert basic_calls.machine.word(0x35) == top + 10
    basic_calls.machine.call(0xB4CA)
    assert basic_calls.string() == b"0123456789"


@pytest.mark.parametrize(("addr", "value", "string"), [(0xB465, -2.5, b"-2.5"), (0xB6EC, 65, b"A")])
def test_str_and_chr_end_the_routine_that_calls_them(basic_calls, addr, value, string):
    # JSR addr, then what must not be reached: BRK
    basic_calls.machine.put(STUB, bytes([0x20, addr & 255, addr >> 8, 0x00]))
    basic_calls.text("")
    basic_calls(STUB, value)
    assert basic_calls.string() == string


@pytest.mark.parametrize(("addr", "value"), [(0xB77C, 3), (0xB78B, 52), (0xB7AD, 4.5)])
def test_functions_of_a_string(basic_calls, addr, value):
    basic_calls.text('"4.5"')
    basic_calls(0xAD9E)
    assert basic_calls(addr) == value
    assert basic_calls.ram[0x0D] == 0


def test_peek_reads_the_address_in_fac_and_keeps_linnum(basic_calls):
    basic_calls.ram[0x14:0x16] = b"\x34\x12"
    basic_calls.ram[MEMORY] = 0xA5
    assert basic_calls(0xB80D, MEMORY) == 0xA5
    assert basic_calls.machine.word(0x14) == 0x1234


def test_rnd_gives_the_next_number(basic_calls):
    numbers = {basic_calls(0xE097, 1) for _ in range(5)}
    assert len(numbers) == 5
    assert all(0 < number < 1 for number in numbers)


def test_polynomials_take_degree_and_coefficients(basic_calls):
    data = b"\x02" + pack(3) + pack(-2) + pack(1)
    basic_calls.machine.put(MEMORY, data)
    at = {"a": MEMORY & 255, "y": MEMORY >> 8}
    assert basic_calls(0xE059, 0.5, **at) == 3 * 0.25 - 2 * 0.5 + 1
    assert basic_calls(0xE043, 0.5, **at) == 0.5 * (3 / 16 - 2 / 4 + 1)
