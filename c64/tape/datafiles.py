"""Data files on the datasette at once: OPEN, CLOSE, CHRIN, GETIN and CHROUT past the pulses.

As the KERNAL has it, a file is a header of kind 4 and blocks of 192 bytes, the first of which is
a 2; a zero stands behind the last byte.  The block lies in the tape buffer and BUFPNT says how
far it has been read or filled: all state is the machine's, so a snapshot has it.

The real code runs instead without a cassette, where a program has put its own routine into a
vector, for a logical number that is open, and for files of other devices.  CHROUT has a trap
only while there is a cassette, since programs print a lot.

Source: Commodore, "C64 Programmer's Reference Guide"; "Mapping the Commodore 64", $A6, $033C.

Not emulated: the messages, the STOP key, the time.
"""

from c64.base.kernal_calls import (
    DEVICE,
    ICHRIN,
    INPUT_DEVICE,
    NAME_SIZE,
    NEGATIVE,
    SECONDARY,
    ST_END,
    STATUS,
    TAPE_BUFFER,
    ZERO,
    file_name,
    get_word,
    return_from_call,
    served,
)
from c64.tape.blocks import (
    DATA,
    DATA_HEADER,
    DATA_LEADER,
    END_OF_TAPE,
    HEADER_LEADER,
    HEADER_SIZE,
    make_header,
    write_block,
)
from c64.tape.fastload import TAPE_DEVICE, find_header, next_block

IOPEN, ICLOSE, ICHKIN, ICHKOUT, ICHROUT, IGETIN = 0x031A, 0x031C, 0x031E, 0x0320, 0x0326, 0x032A
OPEN, CLOSE, CHKIN, CHKOUT, CHRIN, CHROUT, GETIN = (
    0xFFC0, 0xFFC3, 0xFFC6, 0xFFC9, 0xFFCF, 0xFFD2, 0xFFE4,
)  # fmt: skip
FILES, OUTPUT_DEVICE, BUFFER_AT, LOGICAL = 0x98, 0x9A, 0xA6, 0xB8
NUMBERS, DEVICES, SECONDARIES = 0x0259, 0x0263, 0x026D  # of the open files, ten each
MOST_FILES = 10
TO_READ, ENDS_TAPE = 0, 2  # secondary addresses, which are kept with CHANNEL; 1: to write
CHANNEL = 0x60
ERROR_NOT_FOUND, ERROR_NOT_INPUT, ERROR_NOT_OUTPUT = 4, 6, 7
RETURN = 0x0D


def install(board, on):
    """Serve data files on the tape of a board, or not; a trap of somebody else's stays."""
    for place, function in TRAPS.items():
        if board.traps.get(place) in (None, function):
            board.set_trap(place, function if on else None)


def _entry(board, number):
    """Return the place of a logical number among the open files, or None."""
    ram = board.ram_low
    open_files = range(min(ram[FILES], MOST_FILES))
    return next((at for at in open_files if ram[NUMBERS + at] == number), None)


def _is_tapes(board, at):
    """Tell whether an open file, by its place, is on the datasette."""
    return at is not None and board.ram_low[DEVICES + at] == TAPE_DEVICE


def _buffer(board, at):
    """Return the address of a byte of the tape buffer."""
    return (get_word(board, TAPE_BUFFER) + at) & 0xFFFF


# -- OPEN and CLOSE --------------------------------------------------------------------------------


def open_tape(board):
    """Trap at OPEN; returns True when it was served."""
    ram, number = board.ram_low, board.ram_low[LOGICAL]
    if ram[DEVICE] != TAPE_DEVICE or board.deck.cassette is None or not served(board, IOPEN):
        return False
    if number == 0 or _entry(board, number) is not None or ram[FILES] >= MOST_FILES:
        return False
    secondary = ram[SECONDARY] & 0x0F
    ram[STATUS] = 0
    name = file_name(board) if ram[NAME_SIZE] else b""
    if secondary == TO_READ:
        if board.deck.key != "play":
            board.deck.play()
        header = find_header(board, name, (DATA_HEADER,))
        if header is None or header[0] == END_OF_TAPE:
            return return_from_call(board, ERROR_NOT_FOUND)
        ram[BUFFER_AT] = HEADER_SIZE - 1  # the next byte is that of the next block
    else:
        _write_header(board, DATA_HEADER, name)
        _begin_block(board)
    at = ram[FILES]
    ram[NUMBERS + at], ram[DEVICES + at] = number, TAPE_DEVICE
    ram[SECONDARIES + at] = ram[SECONDARY] = CHANNEL | secondary
    ram[FILES] = at + 1
    return return_from_call(board)


def close_tape(board):
    """Trap at CLOSE; returns True when it was served."""
    ram = board.ram_low
    at = _entry(board, board.cpu.a)
    if not _is_tapes(board, at) or board.deck.cassette is None or not served(board, ICLOSE):
        return False
    secondary = ram[SECONDARIES + at] & 0x0F
    if secondary != TO_READ:
        _put(board, 0)
        _write_buffer(board)
        if secondary == ENDS_TAPE:
            _write_header(board, END_OF_TAPE, b"")
    last = ram[FILES] = ram[FILES] - 1
    for table in (NUMBERS, DEVICES, SECONDARIES):
        ram[table + at] = ram[table + last]  # the last entry moves into the gap
    return return_from_call(board)


# -- channels --------------------------------------------------------------------------------------


def check_input(board):
    """Trap at CHKIN: a file that is written cannot be read."""
    at = _entry(board, board.cpu.x)
    if not _is_tapes(board, at) or not served(board, ICHKIN):
        return False
    if board.ram_low[SECONDARIES + at] & 0x0F == TO_READ:
        return False
    return return_from_call(board, ERROR_NOT_INPUT)


def check_output(board):
    """Trap at CHKOUT: a file that is read cannot be written."""
    at = _entry(board, board.cpu.x)
    if not _is_tapes(board, at) or not served(board, ICHKOUT):
        return False
    if board.ram_low[SECONDARIES + at] & 0x0F != TO_READ:
        return False
    return return_from_call(board, ERROR_NOT_OUTPUT)


def read_tape(board, vector=ICHRIN):
    """Trap at CHRIN, with the input from the datasette; returns True when it was served.

    The byte behind is looked at as well: a zero means that this was the last one.  Where the tape
    has no more, what is read is a RETURN.
    """
    ram, cpu = board.ram_low, board.cpu
    if ram[INPUT_DEVICE] != TAPE_DEVICE or board.deck.cassette is None:
        return False
    if not served(board, vector):
        return False
    value = _get(board)
    behind = None if value is None else _get(board)
    if behind is not None:
        ram[BUFFER_AT] = (ram[BUFFER_AT] - 1) & 0xFF
    if not behind:
        ram[STATUS] |= ST_END
    cpu.a = RETURN if value is None else value
    cpu.p = cpu.p & ~(ZERO | NEGATIVE) & 0xFF | cpu.a & NEGATIVE | (0 if cpu.a else ZERO)
    return return_from_call(board)


def get_tape(board):
    """Trap at GETIN; returns True when it was served."""
    return read_tape(board, IGETIN)


def print_tape(board):
    """Trap at CHROUT; returns True when it was served."""
    on_tape = board.ram_low[OUTPUT_DEVICE] == TAPE_DEVICE and board.deck.cassette is not None
    if not on_tape or not served(board, ICHROUT):
        return False
    _put(board, board.cpu.a)
    return return_from_call(board)


TRAPS = {
    OPEN: open_tape, CLOSE: close_tape, CHKIN: check_input, CHKOUT: check_output,
    CHROUT: print_tape, GETIN: get_tape,
}  # fmt: skip


# -- the buffer ------------------------------------------------------------------------------------


def _get(board):
    """Return the next byte of the file that is read, None where the tape has no more."""
    ram = board.ram_low
    at = (ram[BUFFER_AT] + 1) & 0xFF
    if at >= HEADER_SIZE:
        block = next_block(board, HEADER_SIZE)
        if not block or block[0] != DATA:
            return None
        for place, value in enumerate(block):
            board.poke(_buffer(board, place), value)
        at = 1
    ram[BUFFER_AT] = at
    return board.peek_ram(_buffer(board, at))


def _put(board, value):
    """Add a byte to the block; one that is full goes onto the tape."""
    ram = board.ram_low
    at = (ram[BUFFER_AT] + 1) & 0xFF
    if at >= HEADER_SIZE:
        _write_buffer(board)
        _begin_block(board)
        at = 1
    board.poke(_buffer(board, at), value)
    ram[BUFFER_AT] = at


def _begin_block(board):
    board.poke(_buffer(board, 0), DATA)
    board.ram_low[BUFFER_AT] = 0


def _write_buffer(board):
    content = bytes(board.peek_ram(_buffer(board, at)) for at in range(HEADER_SIZE))
    board.deck.write(write_block(content, DATA_LEADER))


def _write_header(board, kind, name):
    start = get_word(board, TAPE_BUFFER)
    header = make_header(kind, start, (start + HEADER_SIZE) & 0xFFFF, name)
    board.deck.write(write_block(header, HEADER_LEADER))
