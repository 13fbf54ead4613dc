"""LOAD and SAVE on the datasette at once: the KERNAL's calls served past the pulses.

What is read is on the tape as the KERNAL of a C64 writes it (c64/tape/blocks.py), and so is what
is written: tapes go from here to any machine and back.  The tape moves on by what was read or
written, and what comes behind it, for a loader of a program's own, is heard from there.  PLAY or
RECORD are pressed for the user, and PLAY stays down.  Without a cassette the KERNAL's own code
runs.

GO 64's own KERNAL has no room for code of its own for tapes.  An original one has, and does it by
pulses where LOADs are not served at once (``--no-fastload``).

VERIFY compares, and says so in ST as the KERNAL does.  Data files are datafiles.py's.

Not emulated: the messages, the STOP key, the time.
"""

from c64.base.kernal_calls import (
    END,
    ERROR_NOT_FOUND,
    ILOAD,
    ISAVE,
    NAME_SIZE,
    SAVE_START,
    SECONDARY,
    ST_END,
    ST_READ_ERROR,
    START,
    STATUS,
    TAPE_BUFFER,
    VERIFY,
    file_name,
    get_word,
    put_word,
    return_from_call,
    served,
)  # fmt: skip
from c64.tape.blocks import (
    ABSOLUTE,
    END_OF_TAPE,
    HEADER_LEADER,
    HEADER_SIZE,
    NAME_AT,
    RELOCATABLE,
    make_header,
    read_block,
    write_block,
    write_file,
)

TAPE_DEVICE = 1
AT_ITS_ADDRESS, TAPE_ENDS_HERE = 1, 2  # bits of the secondary address


def load_tape(board):
    """Trap at LOAD or VERIFY (A is not 0) from the datasette; True when it was served."""
    deck, cpu, ram = board.deck, board.cpu, board.ram_low
    if deck.cassette is None or not served(board, ILOAD):
        return False
    verify = cpu.a != 0
    if deck.key != "play":
        deck.play()
    put_word(board, START, cpu.x | cpu.y << 8)
    ram[VERIFY], ram[STATUS] = verify, 0
    header = find_header(board, file_name(board) if ram[NAME_SIZE] else b"")
    if header is None or header[0] == END_OF_TAPE:
        return return_from_call(board, ERROR_NOT_FOUND)
    start, end = (int.from_bytes(header[at : at + 2], "little") for at in (1, 3))
    size = (end - start) & 0xFFFF
    if header[0] == RELOCATABLE and not ram[SECONDARY] & AT_ITS_ADDRESS:
        start = get_word(board, START)
    content, wrong = next_block(board, size), 0
    for at, value in enumerate(content or b""):
        address = (start + at) & 0xFFFF
        if not verify:
            board.poke(address, value)
        elif board.peek(address) != value:
            wrong = ST_READ_ERROR
    ram[STATUS] = ST_END | (wrong if content else ST_READ_ERROR)
    end = (start + size) & 0xFFFF
    put_word(board, END, end)
    cpu.x, cpu.y = end & 0xFF, end >> 8
    return return_from_call(board)


def find_header(board, name, kinds=(RELOCATABLE, ABSOLUTE)):
    """Return the header of the next file whose name begins so, which goes into the buffer.

    kinds  of header: programs, unless data are meant; the end of the tape ends the search
    """
    while (header := next_block(board)) is not None:
        if len(header) != HEADER_SIZE or header[0] not in (*kinds, END_OF_TAPE):
            continue  # other files, data, or what cannot be read
        buffer = get_word(board, TAPE_BUFFER)
        for at, value in enumerate(header):
            board.poke((buffer + at) & 0xFFFF, value)
        if header[0] == END_OF_TAPE or header[NAME_AT:].startswith(name):
            return header
    return None


def next_block(board, size=None):
    """Return the next block on the tape, which moves on; None at its end."""
    tape = board.tape
    pulses = memoryview(tape.pulses)[: tape.count]
    block = read_block(pulses, tape.at, size)
    board.deck.pass_by(len(pulses) if block is None else block[1])
    return None if block is None else block[0]


def save_tape(board):
    """Trap at SAVE on the datasette; returns True when it was served."""
    deck, cpu, ram = board.deck, board.cpu, board.ram_low
    if deck.cassette is None or not served(board, ISAVE):
        return False
    start, end = get_word(board, cpu.a), cpu.x | cpu.y << 8
    put_word(board, SAVE_START, start)
    put_word(board, END, end)
    ram[STATUS] = 0
    content = bytes(board.peek(a) for a in range(start, end))
    name = file_name(board) if ram[NAME_SIZE] else b""
    kind = ABSOLUTE if ram[SECONDARY] & AT_ITS_ADDRESS else RELOCATABLE
    pulses = write_file(kind, start, content, name)
    if ram[SECONDARY] & TAPE_ENDS_HERE:
        pulses += write_block(make_header(END_OF_TAPE, start, end, name), HEADER_LEADER)
    deck.write(pulses)
    return return_from_call(board)
