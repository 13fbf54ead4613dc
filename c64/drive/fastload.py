"""LOAD, SAVE and CHRIN past the serial lines: the KERNAL's calls served at once.

Traps at the jump table's $FFD5, $FFD8 and $FFCF talk to the drive directly and leave what
the KERNAL leaves: bytes in memory or A, ST in $90, end address in X/Y and $AE/$AF, carry
and error number, the I flag cleared.  It works with any KERNAL, because it knows only the
jump table and the documented zero page.  CHRIN is served while the drive, addressed over
the lines, is about to send a byte; everything before and after goes over the lines.

The real code runs instead when the KERNAL is not banked in, when the device is no drive of
ours, when there is no file name, when a program has put its own routine into the vector
($0330, $0332, $0324: it then points below the KERNAL), and for VERIFY of a disk, whose failure
KERNALs report in ways of their own.

Source: Commodore, "C64 Programmer's Reference Guide", KERNAL routines LOAD, SAVE and CHRIN.

Not emulated: the messages SEARCHING FOR, LOADING and SAVING; the STOP key; the time.
"""

from c64.base.kernal_calls import (
    DEVICE,
    END,
    ERROR_NOT_FOUND,
    ICHRIN,
    ILOAD,
    INPUT_DEVICE,
    ISAVE,
    NAME_SIZE,
    NEGATIVE,
    SAVE_START,
    SECONDARY,
    ST_END,
    ST_NO_DEVICE,
    ST_TIMEOUT,
    START,
    STATUS,
    VERIFY,
    ZERO,
    file_name,
    get_word,
    put_word,
    return_from_call,
    served,
)
from c64.drive.channels import CHANNEL_LAST
from c64.drive.dos import DOS_LOAD
from c64.drive.virtual_drive import Drive
from c64.tape.datafiles import read_tape
from c64.tape.fastload import TAPE_DEVICE, load_tape, save_tape

WAIT = 1000  # cycles
FASTLOAD_LOAD, FASTLOAD_SAVE, FASTLOAD_CHRIN = 0xFFD5, 0xFFD8, 0xFFCF


def install(board, on=True):
    """Serve the calls of a board at once, or (``on`` False) by the lines again."""
    board.set_trap(FASTLOAD_LOAD, serve_load if on else None)
    board.set_trap(FASTLOAD_SAVE, serve_save if on else None)
    board.set_trap(FASTLOAD_CHRIN, serve_chrin if on else None)
    board.deck.serve(on)


def is_on(board):
    """Return whether the calls of a board are served at once."""
    return FASTLOAD_LOAD in board.traps


def _drive_for(board, vector, number):
    """Return the drive that this call concerns, or None: let the KERNAL do it."""
    if not served(board, vector):
        return None
    for device in board.iec.devices.values():
        if isinstance(device, Drive) and device.dos.number == number:
            return device
    return None


def _dos_for(board, vector):
    """Return the DOS of the drive that a call with a file name concerns, or None."""
    drive = _drive_for(board, vector, board.ram_low[DEVICE]) if board.ram_low[NAME_SIZE] else None
    return None if drive is None else drive.dos


def serve_load(board):
    """Trap at LOAD; returns True when it was served."""
    if board.ram_low[DEVICE] == TAPE_DEVICE:
        return load_tape(board)
    dos = _dos_for(board, ILOAD)
    if dos is None or board.cpu.a != 0:  # A: 0 LOAD, else VERIFY
        return False
    if not dos.has_done(dos.open, DOS_LOAD, file_name(board)):
        return _wait(board)
    cpu, ram = board.cpu, board.ram_low
    put_word(board, START, cpu.x | cpu.y << 8)
    ram[VERIFY] = 0
    ram[STATUS] = 0
    secondary, ram[SECONDARY] = ram[SECONDARY], 0x60
    error = None
    if dos.peek(DOS_LOAD) < 0:
        ram[STATUS] = ST_END | ST_TIMEOUT
        error = ERROR_NOT_FOUND
    else:
        end, ram[STATUS] = _receive(board, dos, secondary == 0)
        put_word(board, END, end)
        cpu.x, cpu.y = end & 0xFF, end >> 8
    dos.close(DOS_LOAD)
    return return_from_call(board, error)


def _wait(board):
    """Let a millisecond pass before the trap springs once more; returns True: it was served."""
    for _ in range(WAIT):
        board.read(0xFFFF)
    return True


def _take(dos):
    """Return (byte, ST) of the next byte: $40 with the last one, $42 when there is none."""
    value = dos.peek(DOS_LOAD)
    if value < 0:
        return 0, ST_END | ST_TIMEOUT
    dos.advance(DOS_LOAD)
    return value & 0xFF, ST_END if value & CHANNEL_LAST else 0


def _receive(board, dos, own_address):
    """Load to the file's address or the caller's; returns (end, ST).

    What is loaded may lie over the zero page, so nothing is kept there meanwhile.
    """
    low, status = _take(dos)
    high, more = _take(dos)
    address = get_word(board, START) if own_address else low | high << 8
    status |= more
    while not status & ST_END:
        value, more = _take(dos)
        status |= more
        if more & ST_TIMEOUT:
            break
        board.poke(address, value)
        address = (address + 1) & 0xFFFF
    return address, status


def serve_save(board):
    """Trap at SAVE; returns True when it was served.

    A drive that refuses (protected, full, name taken) is no error, as with Commodore's KERNAL:
    ST says that it let go of the lines, and its error channel why.
    """
    if board.ram_low[DEVICE] == TAPE_DEVICE:
        return save_tape(board)
    dos = _dos_for(board, ISAVE)
    if dos is None:
        return False
    cpu, ram = board.cpu, board.ram_low
    start, end = get_word(board, cpu.a), cpu.x | cpu.y << 8
    if dos.busy():
        return _wait(board)
    content = start.to_bytes(2, "little") + bytes(board.peek(a) for a in range(start, end))
    if not dos.has_done(dos.save, file_name(board), content):
        return _wait(board)
    put_word(board, SAVE_START, start)
    put_word(board, END, end)
    ram[STATUS] = 0
    ram[SECONDARY] = 0x61
    if not dos.taken:
        ram[STATUS] = ST_NO_DEVICE
    return return_from_call(board)


def serve_chrin(board):
    """Trap at CHRIN; returns True when a drive's byte was served."""
    ram = board.ram_low
    if ram[INPUT_DEVICE] == TAPE_DEVICE:
        return read_tape(board)
    if ram[INPUT_DEVICE] < 8 or ram[STATUS]:
        return False
    drive = _drive_for(board, ICHRIN, ram[INPUT_DEVICE])
    byte = -1 if drive is None else drive.give()
    if byte < 0:
        return False
    if byte & CHANNEL_LAST:
        ram[STATUS] |= ST_END
    cpu, value = board.cpu, byte & 0xFF
    cpu.a = value
    cpu.p = cpu.p & ~(ZERO | NEGATIVE) & 0xFF | value & NEGATIVE | (0 if value else ZERO)
    return return_from_call(board)
