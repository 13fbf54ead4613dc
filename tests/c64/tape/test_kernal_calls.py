"""What a call of the KERNAL that is served at once leaves behind: registers, zero page, tables.

No KERNAL is needed for that: a call begins with the CPU at its address in the jump table, its
arguments in the documented places, and a way back on the stack.  Source: Commodore, "C64
Programmer's Reference Guide", KERNAL routines and memory map.
"""

import array

import pytest

from c64.drive.fastload import install
from c64.tape.blocks import (
    ABSOLUTE,
    DATA,
    DATA_HEADER,
    DATA_LEADER,
    END_OF_TAPE,
    HEADER_LEADER,
    RELOCATABLE,
    make_header,
    read_block,
    write_block,
    write_file,
)
from disk.tap import Cassette, make_tap
from tests.c64.builds import long_uncompiled
from tests.c64.bus.boards import known_board

OPEN, CLOSE, CHKIN, CHKOUT = 0xFFC0, 0xFFC3, 0xFFC6, 0xFFC9
CHRIN, CHROUT, LOAD, SAVE, GETIN = 0xFFCF, 0xFFD2, 0xFFD5, 0xFFD8, 0xFFE4
VECTORS = {
    OPEN: 0x031A, CLOSE: 0x031C, CHKIN: 0x031E, CHKOUT: 0x0320, CHRIN: 0x0324, CHROUT: 0x0326,
    GETIN: 0x032A, LOAD: 0x0330, SAVE: 0x0332,
}  # fmt: skip
ST, FILES, INPUT, OUTPUT, BUFFER_AT, LOGICAL = 0x90, 0x98, 0x99, 0x9A, 0xA6, 0xB8
END, NAME_SIZE, SECONDARY, DEVICE, NAME, SAVED_FROM = 0xAE, 0xB7, 0xB9, 0xBA, 0xBB, 0xC1
BUFFER, NUMBERS, DEVICES, SECONDARIES = 0x033C, 0x0259, 0x0263, 0x026D
BACK, SP = 0x1234, 0xF0
CARRY, ZERO, INTERRUPT, NEGATIVE = 1, 2, 4, 0x80
CONTENT = bytes(range(1, 252))


def word(board, at):
    return board.ram[at] | board.ram[at + 1] << 8


def put(board, at, value):
    board.ram[at], board.ram[at + 1] = value & 0xFF, value >> 8


def computer(pulses=(), files=0):
    """A board whose variables are as a KERNAL leaves them, with a cassette."""
    board = known_board()
    board.cpu.step()
    for vector in VECTORS.values():
        put(board, vector, 0xF000)
    put(board, 0xB2, BUFFER)
    board.ram[FILES], board.ram[ST] = files, 0xFF
    board.ram[INPUT], board.ram[OUTPUT] = 0, 3
    install(board)
    board.deck.insert(Cassette(make_tap(array.array("i", pulses))))
    return board


def name_file(board, name, number=2, device=1, secondary=0):
    """SETNAM and SETLFS."""
    board.ram[0x1F00 : 0x1F00 + len(name)] = name
    put(board, NAME, 0x1F00)
    board.ram[NAME_SIZE] = len(name)
    board.ram[LOGICAL], board.ram[DEVICE], board.ram[SECONDARY] = number, device, secondary


def call(board, at, a=0, x=0, y=0):
    """Call the KERNAL; returns (A, X, Y, flags) if it was served, else None."""
    cpu = board.cpu
    cpu.pc, cpu.sp, cpu.a, cpu.x, cpu.y = at, SP, a, x, y
    cpu.p = 0x20 | CARRY | INTERRUPT | ZERO | NEGATIVE | 0x40
    put(board, 0x0100 + SP + 1, BACK - 1)
    if not board.traps[at](board):
        assert (cpu.pc, cpu.sp) == (at, SP)  # the KERNAL's own code goes on
        return None
    assert (cpu.pc, cpu.sp) == (BACK, SP + 2)
    assert cpu.p & (0x40 | INTERRUPT) == 0x40
    return cpu.a, cpu.x, cpu.y, cpu.p & (CARRY | ZERO | NEGATIVE)


def failed(answer, error):
    return answer[0] == error and answer[3] & CARRY


def blocks(board):
    """What is on the tape: [bytes]."""
    found, at = [], 0
    while (block := read_block(board.deck.cassette.pulses, at)) is not None:
        found.append(block[0])
        at = block[1]
    return found


# -- LOAD and SAVE ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "secondary", "place"),
    [
        (RELOCATABLE, 0, 0x2000), (RELOCATABLE, 1, 0x3000), (RELOCATABLE, 2, 0x2000),
        (RELOCATABLE, 3, 0x3000), (ABSOLUTE, 0, 0x3000), (ABSOLUTE, 1, 0x3000),
    ],
)  # fmt: skip
def test_load_says_where_a_program_ends(kind, secondary, place):
    board = computer(write_file(kind, 0x3000, CONTENT, b"NAME"))
    name_file(board, b"NA", secondary=secondary)
    end = place + len(CONTENT)
    _, x, y, flags = call(board, LOAD, 0, 0x00, 0x20)
    assert (x, y, flags & CARRY) == (end & 0xFF, end >> 8, 0)
    assert (word(board, END), board.ram[ST], board.ram[0x93]) == (end, 0x40, 0)
    assert bytes(board.ram[place:end]) == CONTENT
    assert board.ram[place - 1] == (place - 1 ^ 0x80) & 0xFF
    assert board.ram[end] == (end ^ 0x80) & 0xFF
    assert bytes(board.ram[BUFFER : BUFFER + 9]) == (
        bytes([kind, 0x00, 0x30, 0xFB, 0x30]) + b"NAME"
    )
    assert board.deck.key in ("play", "stop")


def test_load_goes_on_at_0000_behind_ffff():
    board = computer(write_file(ABSOLUTE, 0xFFF0, CONTENT, b""))
    name_file(board, b"")
    board.access_write(1, 0x37)
    _, x, y, _ = call(board, LOAD)
    assert x | y << 8 == word(board, END) == (0xFFF0 + len(CONTENT)) & 0xFFFF
    assert bytes(board.ram[0xFFF0:0x10000]) == CONTENT[:16]
    assert bytes(board.ram[3:0x80]) == CONTENT[19 : 16 + 0x80]


def test_verify_changes_nothing_and_says_in_st_whether_all_is_equal():
    board = computer(write_file(ABSOLUTE, 0x3000, CONTENT, b"X") * 2)
    name_file(board, b"")
    board.ram[0x3000 : 0x3000 + len(CONTENT)] = CONTENT
    assert call(board, LOAD, 1)[3] & CARRY == 0
    assert (board.ram[ST], board.ram[0x93]) == (0x40, 1)
    board.ram[0x3000] ^= 1
    assert call(board, LOAD, 1)[3] & CARRY == 0
    assert board.ram[ST] == 0x50 and board.ram[0x3000] == CONTENT[0] ^ 1


@pytest.mark.parametrize("behind", [b"", b"the end of the tape"])
def test_a_program_that_is_not_there_is_error_4(behind):
    pulses = write_file(RELOCATABLE, 0x3000, CONTENT, b"OTHER")
    if behind:
        pulses += write_block(make_header(END_OF_TAPE, 0, 0, b""), HEADER_LEADER)
        pulses += write_file(RELOCATABLE, 0x3000, CONTENT, b"MINE")
    board = computer(pulses)
    name_file(board, b"MINE")
    assert failed(call(board, LOAD), 4)


@pytest.mark.slow
def test_data_and_headers_of_another_length_are_passed_over():
    long = write_block(make_header(RELOCATABLE, 0x2000, 0x2001, b"LONG") + b" ", HEADER_LEADER)
    short = write_block(make_header(RELOCATABLE, 0x2000, 0x2001, b"SHORT")[:-1], HEADER_LEADER)
    data = write_block(make_header(DATA_HEADER, 0, 0, b"DATA"), HEADER_LEADER)
    board = computer(long + short + data + write_file(ABSOLUTE, 0x3000, CONTENT, b"MINE"))
    name_file(board, b"")
    call(board, LOAD)
    assert bytes(board.ram[BUFFER + 5 : BUFFER + 9]) == b"MINE"


@pytest.mark.parametrize(
    ("secondary", "kind", "ends"),
    [(0, RELOCATABLE, False), (1, ABSOLUTE, False), (2, RELOCATABLE, True), (3, ABSOLUTE, True)],
)
def test_save_writes_a_header_with_both_addresses_and_what_is_between(secondary, kind, ends):
    board = computer()
    name_file(board, b"FILE", secondary=secondary)
    board.ram[0x30C8 : 0x30C8 + len(CONTENT)] = CONTENT
    put(board, 0x40, 0x30C8)
    end = 0x30C8 + len(CONTENT)
    assert call(board, SAVE, 0x40, end & 0xFF, end >> 8)[3] & CARRY == 0
    assert (word(board, SAVED_FROM), word(board, END), board.ram[ST]) == (0x30C8, end, 0)
    header, content, *last = blocks(board)
    assert header[:9] == bytes([kind, 0xC8, 0x30, end & 0xFF, end >> 8]) + b"FILE"
    assert len(header) == 192 and set(header[9:]) == {0x20}
    assert content == CONTENT
    assert [block[0] for block in last] == [END_OF_TAPE] * ends
    board.deck.to_begin()
    board.ram[0x30C8:end] = bytes(len(CONTENT))
    name_file(board, b"FILE", secondary=1)
    call(board, LOAD)
    assert bytes(board.ram[0x30C8:end]) == CONTENT


def test_a_program_up_to_the_end_of_memory_ends_at_0000():
    header, _ = read_block(write_file(ABSOLUTE, 0xFF00, bytes(0x100), b""), 0)
    assert header[:5] == bytes([ABSOLUTE, 0x00, 0xFF, 0x00, 0x00])


# -- data files ------------------------------------------------------------------------------------


def opened(board, secondary, number=2, name=b"DATA"):
    """OPEN a file on the tape, and have it for input or output."""
    name_file(board, name, number, secondary=secondary)
    answer = call(board, OPEN)
    board.ram[INPUT if secondary == 0 else OUTPUT] = 1
    return answer


def entries(board):
    """The open files: [(number, device, secondary address)]."""
    ram = board.ram
    return [
        (ram[NUMBERS + at], ram[DEVICES + at], ram[SECONDARIES + at]) for at in range(ram[FILES])
    ]


def test_open_puts_the_file_into_the_tables():
    board = computer(files=1)
    board.ram[NUMBERS], board.ram[DEVICES], board.ram[SECONDARIES] = 5, 8, 0x62
    assert opened(board, 1, 7)[3] & CARRY == 0
    assert entries(board) == [(5, 8, 0x62), (7, 1, 0x61)]
    assert (board.ram[ST], board.ram[SECONDARY]) == (0, 0x61)
    assert opened(board, 2, 9)[3] & CARRY == 0
    assert entries(board)[1:] == [(7, 1, 0x61), (9, 1, 0x62)]


@pytest.mark.parametrize(("secondary", "kept"), [(0x10, 0x60), (0x61, 0x61), (0xF2, 0x62)])
def test_only_four_bits_of_the_secondary_address_count(secondary, kept):
    pulses = write_block(make_header(DATA_HEADER, 0, 0, b"DATA"), HEADER_LEADER)
    board = computer(pulses)
    opened(board, secondary)
    assert entries(board) == [(2, 1, kept)]
    assert len(blocks(board)) == 1


@pytest.mark.parametrize("which", [0, 1, 2])
def test_close_moves_the_last_file_into_the_gap(which):
    board = computer()
    for number in (3, 4, 5):
        opened(board, 1, number)
    board.ram[OUTPUT] = 3
    assert call(board, CLOSE, 3 + which)[3] & CARRY == 0
    left = {0: [5, 4], 1: [3, 5], 2: [3, 4]}[which]
    assert entries(board) == [(number, 1, 0x61) for number in left]


@long_uncompiled
@pytest.mark.slow
def test_what_is_written_is_on_the_tape_in_blocks_with_a_zero_behind_it():
    for size in (0, 1, 190, 191, 192, 382, 500):
        board = computer()
        opened(board, 1)
        text = bytes(at * 7 & 0xFF | 1 for at in range(size))
        for byte in text:
            a, x, y, flags = call(board, CHROUT, byte, 0x11, 0x22)
            assert (a, x, y, flags & CARRY) == (byte, 0x11, 0x22, 0)
        call(board, CLOSE, 2)
        header, *data = blocks(board)
        assert header[:9] == bytes([DATA_HEADER, 0x3C, 0x03, 0xFC, 0x03]) + b"DATA"
        assert {block[0] for block in data} == {DATA} and {len(block) for block in data} == {192}
        assert b"".join(block[1:] for block in data)[: size + 1] == text + b"\0"
        assert len(data) == size // 191 + 1


@pytest.mark.parametrize("buffer", [0x0400, 0xFF40])
def test_the_buffer_is_where_its_pointer_says(buffer):
    board = computer()
    put(board, 0xB2, buffer)
    opened(board, 1)
    text = bytes(range(64, 255))
    for byte in text:
        call(board, CHROUT, byte)
    assert bytes(board.ram[buffer : buffer + 192]) == bytes([DATA]) + text
    call(board, CLOSE, 2)
    assert blocks(board)[1] == bytes([DATA]) + text
    board.deck.to_begin()
    board.ram[OUTPUT] = 3
    board.ram[buffer : buffer + 192] = bytes(192)
    opened(board, 0)
    assert bytes(call(board, CHRIN)[0] for _ in text[:-1]) == text[:-1]


@pytest.mark.parametrize(("secondary", "last"), [(1, DATA), (2, END_OF_TAPE)])
def test_close_writes_the_tapes_end_if_that_was_asked_for(secondary, last):
    board = computer()
    opened(board, secondary)
    call(board, CLOSE, 2)
    assert [block[0] for block in blocks(board)][-1] == last


def test_close_of_a_file_that_is_read_writes_nothing():
    board = computer()
    opened(board, 1)
    call(board, CLOSE, 2)
    before = blocks(board)
    board.deck.to_begin()
    opened(board, 0)
    call(board, CLOSE, 2)
    assert blocks(board) == before and entries(board) == []


@pytest.mark.parametrize("routine", [CHRIN, GETIN])
def test_what_was_written_is_read_again_and_st_says_with_the_last_byte(routine):
    text = bytes([0x41, 0x80, 0xFF, 0x01]) + bytes(at | 1 for at in range(250)) + b"Z"
    board = computer()
    opened(board, 1)
    for byte in text:
        call(board, CHROUT, byte)
    call(board, CLOSE, 2)
    board.deck.to_begin()
    board.ram[OUTPUT] = 3
    opened(board, 0)
    for at, byte in enumerate(text):
        a, _, _, flags = call(board, routine)
        assert (a, flags) == (byte, NEGATIVE if byte & 0x80 else 0)
        assert board.ram[ST] == (0x40 if at == len(text) - 1 else 0), at


def test_a_zero_that_is_read_sets_z_and_is_the_last_byte_if_another_follows():
    head = write_block(make_header(DATA_HEADER, 0, 0, b""), HEADER_LEADER)
    board = computer(head + write_block(bytes([DATA]) + bytes(191), DATA_LEADER))
    opened(board, 0, name=b"")
    assert call(board, CHRIN)[::3] == (0, ZERO)
    assert board.ram[ST] == 0x40


def test_behind_the_last_block_of_a_tape_comes_a_return_and_not_its_last_byte_again():
    head = write_block(make_header(DATA_HEADER, 0, 0, b""), HEADER_LEADER)
    text = bytes(range(64, 255))
    board = computer(head + write_block(bytes([DATA]) + text, DATA_LEADER))
    opened(board, 0, name=b"")
    for byte in text[:-1]:
        assert (call(board, CHRIN)[0], board.ram[ST]) == (byte, 0)
    assert (call(board, CHRIN)[0], board.ram[ST]) == (text[-1], 0x40)
    for _ in range(3):
        assert (call(board, CHRIN)[0], board.ram[ST]) == (0x0D, 0x40)


def test_a_file_without_a_block_gives_a_return():
    board = computer(write_block(make_header(DATA_HEADER, 0, 0, b""), HEADER_LEADER))
    opened(board, 0, name=b"")
    assert call(board, CHRIN)[::3] == (0x0D, 0)
    assert board.ram[ST] == 0x40


def test_a_file_that_is_not_there_is_error_4_and_opens_nothing():
    board = computer(write_file(RELOCATABLE, 0x3000, CONTENT, b"DATA"))
    assert failed(opened(board, 0), 4)
    assert entries(board) == []


def test_what_goes_the_other_way_is_an_error():
    board = computer()
    opened(board, 1)
    assert failed(call(board, CHKIN, 0, 2), 6)
    assert call(board, CHKOUT, 0, 2) is None  # the KERNAL's own code does that
    call(board, CLOSE, 2)
    board.deck.to_begin()
    opened(board, 0)
    assert failed(call(board, CHKOUT, 0, 2), 7)
    assert call(board, CHKIN, 0, 2) is None


# -- what is the KERNAL's own business -----------------------------------------------------------


def asked(board, routine):
    """Call a routine as a program would for a file on the tape."""
    name_file(board, b"DATA", 2, 1, 1)
    board.ram[INPUT] = board.ram[OUTPUT] = 1
    return call(board, routine, 2 if routine == CLOSE else 0, 2, 0x20)


ALL = (LOAD, SAVE, OPEN, CHRIN, GETIN, CHROUT, CLOSE)


@pytest.mark.parametrize("routine", ALL)
def test_a_call_is_served_that_concerns_the_tape(routine):
    board = computer(write_file(RELOCATABLE, 0x3000, CONTENT, b"DATA"))
    if routine == CLOSE:
        opened(board, 1)
    assert asked(board, routine) is not None


@pytest.mark.parametrize("routine", ALL)
@pytest.mark.parametrize("why", ["vector", "banked out", "no cassette", "other device"])
def test_a_call_is_left_to_the_kernal(routine, why):
    board = computer(write_file(RELOCATABLE, 0x3000, CONTENT, b"DATA"))
    opened(board, 1)
    trap = board.traps[routine]
    if why == "vector":
        put(board, VECTORS[routine], 0xDFFF)  # the program's own routine
    elif why == "banked out":
        board.access_write(1, 0x35)
    elif why == "no cassette":
        board.deck.eject()
    name_file(board, b"DATA", 3, 1, 1)
    board.ram[INPUT] = board.ram[OUTPUT] = 1
    if why == "other device":
        board.ram[DEVICE] = board.ram[INPUT] = board.ram[OUTPUT] = board.ram[DEVICES] = 4
    board.traps[routine] = trap
    before = bytes(board.ram[:0x100]), bytes(board.ram[0x259:0x277])
    assert call(board, routine, 2 if routine == CLOSE else 0, 2, 0x20) is None
    assert (bytes(board.ram[:0x100]), bytes(board.ram[0x259:0x277])) == before


@pytest.mark.parametrize("why", ["number 0", "number is open", "ten files are open"])
def test_what_open_refuses_is_the_kernals_to_say(why):
    board = computer(files=10 if why.startswith("ten") else 1)
    for at in range(10):
        board.ram[NUMBERS + at] = 100 + at
    number = {"number 0": 0, "number is open": 100}.get(why, 2)
    assert opened(board, 1, number) is None
