"""Keyboard: matrix, tables, shift keys, repeat, buffer."""

import pytest

SCNKEY = 0xFF9F
LSTX, NDX, SFDX, KEYD = 0xC5, 0xC6, 0xCB, 0x277
XMAX, RPTFLG, KOUNT, DELAY, SHFLAG, MODE = 0x289, 0x28A, 0x28B, 0x28C, 0x28D, 0x291
LEFT_SHIFT, RIGHT_SHIFT, CBM, CTRL, STOP = (1, 7), (6, 4), (7, 5), (7, 2), (7, 7)
A, SPACE, RETURN, DELETE, CURSOR_RIGHT = (1, 2), (7, 4), (0, 1), (0, 0), (0, 2)
JIFFY = 16422

# Programmer's Reference Guide, appendix C, with the matrix of the schematic:
# unshifted characters by column of port A
UNSHIFTED = ["\x14\r\x1d\x88\x85\x86\x87\x11", "3WA4ZSE?", "5RD6CFTX", "7YG8BHUV",
             "9IJ0MKON", "+PL-.:@,", "\\*;\x13?=^/", "1_?2 ?Q?"]  # fmt: skip


@pytest.fixture
def quiet(machine):
    """The machine with interrupts off: SCNKEY runs only when called."""
    machine.interrupts_off()
    return machine


def scan(machine, *keys, times=1):
    """Call SCNKEY with the keys down; returns what went into the buffer."""
    machine.keys = set(keys)
    before = machine.ram[NDX]
    for _ in range(times):
        machine.cpu.p |= 4
        machine.call(SCNKEY)
    return bytes(machine.ram[KEYD + before : KEYD + machine.ram[NDX]])


def press(machine, *keys):
    """One press and release into an empty buffer; returns the code."""
    machine.ram[NDX] = 0
    scan(machine)
    return scan(machine, *keys)


def plain_keys():
    """((column, row), code) of all keys but the shift keys and STOP."""
    return [((c, r), ord(code)) for c, row in enumerate(UNSHIFTED)
            for r, code in enumerate(row) if code != "?"]  # fmt: skip


@pytest.mark.parametrize(("key", "code"), plain_keys())
def test_every_key_gives_its_character(quiet, key, code):
    assert press(quiet, key) == bytes([code])
    assert quiet.ram[SFDX] == quiet.ram[LSTX] == key[0] * 8 + key[1]


@pytest.mark.parametrize(("key", "code"), plain_keys())
def test_shifted_keys(quiet, key, code):
    special = {0x14: 0x94, 0x0D: 0x8D, 0x1D: 0x9D, 0x11: 0x91, 0x13: 0x93, 0x85: 0x89, 0x86: 0x8A,
               0x87: 0x8B, 0x88: 0x8C, 0x20: 0xA0, 0x5C: 0xA9, 0x5E: 0xDE, 0x5F: 0x5F, 0x40: 0xBA,
               0x2A: 0xC0, 0x2B: 0xDB, 0x2D: 0xDD, 0x30: 0x30, 0x3D: 0x3D,
               0x2E: 0x3E, 0x2C: 0x3C, 0x3A: 0x5B, 0x3B: 0x5D, 0x2F: 0x3F}  # fmt: skip
    if code in special:
        expected = special[code]
    elif 0x31 <= code <= 0x39:
        expected = code - 0x10
    else:
        expected = code + 0x80
    assert press(quiet, key, LEFT_SHIFT) == bytes([expected])
    assert press(quiet, key, RIGHT_SHIFT) == bytes([expected])


def test_commodore_key_with_digits_gives_the_second_eight_colours(quiet):
    keys = [(7, 0), (7, 3), (1, 0), (1, 3), (2, 0), (2, 3), (3, 0), (3, 3)]
    codes = b"".join(press(quiet, key, CBM) for key in keys)
    assert codes == bytes.fromhex("8195969798999a9b")


def test_ctrl_with_digits_gives_the_first_eight_colours_and_reverse(quiet):
    keys = [(7, 0), (7, 3), (1, 0), (1, 3), (2, 0), (2, 3), (3, 0), (3, 3), (4, 0), (4, 3)]
    codes = b"".join(press(quiet, key, CTRL) for key in keys)
    assert codes == bytes.fromhex("90051c9f9c1e1f9e1292")


def test_ctrl_with_letters_gives_control_codes(quiet):
    letters = [(k, c) for k, c in plain_keys() if 0x41 <= c <= 0x5A]
    assert len(letters) == 26
    for key, code in letters:
        assert press(quiet, key, CTRL) == bytes([code & 0x1F])


def test_commodore_key_with_letters_gives_the_graphics_of_the_key_fronts(quiet):
    expected = {"A": 0xB0, "B": 0xBF, "C": 0xBC, "D": 0xAC, "E": 0xB1, "F": 0xBB, "G": 0xA5,
                "H": 0xB4, "I": 0xA2, "J": 0xB5, "K": 0xA1, "L": 0xB6, "M": 0xA7, "N": 0xAA,
                "O": 0xB9, "P": 0xAF, "Q": 0xAB, "R": 0xB2, "S": 0xAE, "T": 0xA3, "U": 0xB8,
                "V": 0xBE, "W": 0xB3, "X": 0xBD, "Y": 0xB7, "Z": 0xAD}  # fmt: skip
    for key, code in plain_keys():
        if chr(code) in expected:
            assert press(quiet, key, CBM) == bytes([expected[chr(code)]])


def test_shift_flags(quiet):
    for key, flag in ((LEFT_SHIFT, 1), (RIGHT_SHIFT, 1), (CBM, 2), (CTRL, 4)):
        assert press(quiet, key) == b""
        assert quiet.ram[SHFLAG] == flag
        assert quiet.ram[SFDX] == 64
    scan(quiet)
    assert quiet.ram[SHFLAG] == 0


def test_stop_gives_code_3_and_with_shift_131(quiet):
    assert press(quiet, STOP) == b"\x03"
    assert press(quiet, STOP, LEFT_SHIFT) == b"\x83"


def test_without_a_key_the_scan_takes_the_59_cycles_of_the_original(quiet):
    scan(quiet, times=2)
    quiet.keys = set()
    before = quiet.board.cycle
    quiet.call(SCNKEY)
    assert quiet.board.cycle - before == 59 + 3  # and the jump table's JMP


def test_a_held_key_counts_once(quiet):
    assert press(quiet, A) == b"A"
    assert scan(quiet, A, times=40) == b""


def test_another_key_counts_while_the_first_is_still_down(quiet):
    press(quiet, A)
    assert scan(quiet, A, (1, 5)) == b"S"


@pytest.mark.parametrize("key", [SPACE, DELETE, CURSOR_RIGHT, (0, 7)])
def test_space_delete_and_cursor_keys_repeat(quiet, key):
    press(quiet, key)
    quiet.ram[NDX] = 0
    assert scan(quiet, key, times=18) == b""
    assert len(scan(quiet, key, times=1)) == 1


def test_repeats_come_every_fourth_look(quiet):
    press(quiet, SPACE)
    codes = b""
    for _ in range(60):
        quiet.ram[NDX] = 0
        codes += scan(quiet, SPACE)
    assert len(codes) == (60 - 16) // 4


def test_repeats_do_not_pile_up(quiet):
    press(quiet, SPACE)
    scan(quiet, SPACE, times=100)
    assert quiet.ram[NDX] == 1


def test_all_keys_repeat_with_bit_7_of_the_flag(quiet):
    quiet.ram[RPTFLG] = 0x80
    press(quiet, A)
    quiet.ram[NDX] = 0
    assert scan(quiet, A, times=20) == b"A"


def test_no_key_repeats_with_bit_6_of_the_flag(quiet):
    quiet.ram[RPTFLG] = 0x40
    press(quiet, SPACE)
    quiet.ram[NDX] = 0
    assert scan(quiet, SPACE, times=60) == b""


def test_the_buffer_holds_as_many_as_its_limit(quiet):
    for _ in range(6):
        scan(quiet)
        scan(quiet, A)
        scan(quiet)
        scan(quiet, RETURN)
    assert quiet.ram[NDX] == 10
    quiet.ram[NDX], quiet.ram[XMAX] = 0, 3
    for _ in range(5):
        scan(quiet)
        scan(quiet, A)
    assert quiet.ram[NDX] == 3


def test_shift_and_commodore_key_switch_the_character_set_once_a_press(quiet):
    scan(quiet)
    scan(quiet, LEFT_SHIFT, CBM, times=5)
    assert quiet[0xD018] == 0x17
    scan(quiet)
    scan(quiet, LEFT_SHIFT, CBM, times=5)
    assert quiet[0xD018] == 0x15


def test_the_character_set_can_be_locked(quiet):
    quiet.ram[MODE] = 0x80
    scan(quiet)
    scan(quiet, LEFT_SHIFT, CBM)
    assert quiet[0xD018] == 0x15


def test_the_table_vector_is_used(quiet):
    quiet.put(0xC000, b"\xee\x00\xc1\x4c\x48\xeb")
    quiet.put(0x28F, b"\x00\xc0")
    assert press(quiet, A) == b"A"
    assert quiet.ram[0xC100] == 1


def test_the_matrix_is_left_with_the_stop_column_selected(quiet):
    for keys in ((), (A,), (LEFT_SHIFT,)):
        scan(quiet, *keys)
        assert quiet.board.cia1.pra == 0x7F


def test_the_interrupt_types_what_is_pressed(machine):
    machine.begin(0xE5CD)
    for key in ((3, 5), (4, 1)):
        machine.tap(key)
    assert machine.screen()[0].startswith("HI")


def test_decode_tables_stand_where_programs_look(machine):
    assert machine[0xEB81 + 10] == 0x41
    assert machine[0xEBC2 + 10] == 0xC1
    assert machine[0xEC03 + 10] == 0xB0
    assert machine[0xEC78 + 10] == 0x01
    assert all(machine[table + 64] == 0xFF for table in (0xEB81, 0xEBC2, 0xEC03, 0xEC78))


def test_who_fills_the_buffer_when_it_is_empty_loses_no_key(machine):
    """Keys that are put there from outside, whenever the count says 0, all arrive."""
    machine.interrupts_off()
    ram, cpu = machine.ram, machine.cpu
    ram[0x0277:0x0279] = b"AX"
    ram[0xC6] = 1
    cpu.pc, sp = 0xE5B4, cpu.sp
    machine.put(0x0340, bytes([0x60]))
    cpu.sp = (sp - 2) & 0xFF
    ram[0x0101 + cpu.sp : 0x0103 + cpu.sp] = (0x0340 - 1).to_bytes(2, "little")
    for _ in range(200):
        if not ram[0xC6]:
            ram[0x0277:0x027A], ram[0xC6] = b"BCD", 3
        cpu.step()
        if cpu.pc == 0x0340:
            break
    assert cpu.a == ord("A")
    assert bytes(ram[0x0277:0x027A]) == b"BCD"
