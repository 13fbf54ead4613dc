"""LOAD, SAVE and CHRIN past the serial lines: the KERNAL's calls served at once.

Traps at the jump table's $FFD5, $FFD8 and $FFCF talk to the drive directly and leave what
the KERNAL leaves: bytes in memory or A, ST in $90, end address in X/Y and $AE/$AF, carry
and error number, the I flag cleared.  It works with any KERNAL, because it knows only the
jump table and the documented zero page.  CHRIN is served while the drive, addressed over
the lines, is about to send a byte; everything before and after goes over the lines.

The real code runs instead when the KERNAL is not banked in, when the device is no drive of
ours, when there is no file name, when a program has put its own routine into the vector
($0330, $0332, $0324: it then points below the KERNAL), and for VERIFY, whose failure KERNALs
report in ways of their own.

Source: Commodore, "C64 Programmer's Reference Guide", KERNAL routines LOAD, SAVE and CHRIN.

Not emulated: the messages SEARCHING FOR, LOADING and SAVING; the STOP key; the time.
"""

from c64.drive.channels import CHANNEL_LAST
from c64.drive.dos import DOS_LOAD, DOS_SAVE
from c64.drive.quick import Drive

FASTLOAD_LOAD, FASTLOAD_SAVE, FASTLOAD_CHRIN = 0xFFD5, 0xFFD8, 0xFFCF
_ILOAD, _ISAVE, _ICHRIN = 0x0330, 0x0332, 0x0324
_KERNAL_START = 0xE000

_STATUS, _VERIFY, _END, _NAME_SIZE, _SECONDARY, _DEVICE, _NAME, _START = (
    0x90, 0x93, 0xAE, 0xB7, 0xB9, 0xBA, 0xBB, 0xC3,
)  # fmt: skip
_SAVE_START = 0xC1
_INPUT_DEVICE = 0x99

_ST_TIMEOUT, _ST_END, _ST_NO_DEVICE = 0x02, 0x40, 0x80
_ERROR_NOT_FOUND, _ERROR_NO_DEVICE = 4, 5
_CARRY, _ZERO, _INTERRUPT, _NEGATIVE = 0x01, 0x02, 0x04, 0x80


def install(board, on=True):
    """Serve the calls of a board at once, or (``on`` False) by the lines again."""
    board.set_trap(FASTLOAD_LOAD, serve_load if on else None)
    board.set_trap(FASTLOAD_SAVE, serve_save if on else None)
    board.set_trap(FASTLOAD_CHRIN, serve_chrin if on else None)


def _drive_for(board, vector, number):
    """Return the drive that this call concerns, or None: let the KERNAL do it."""
    if not board.sees_kernal() or _word(board, vector) < _KERNAL_START:
        return None
    for device in board.iec.devices.values():
        if isinstance(device, Drive) and device.dos.number == number:
            return device
    return None


def _dos_for(board, vector):
    """Return the DOS of the drive that a call with a file name concerns, or None."""
    drive = _drive_for(board, vector, board.ram_low[_DEVICE]) if board.ram_low[_NAME_SIZE] else None
    return None if drive is None else drive.dos


def _word(board, address):
    ram = board.ram_low  # once: the board makes a view of it for each who asks
    return ram[address] | ram[(address + 1) & 0xFFFF] << 8


def _put_word(board, address, value):
    board.ram_low[address], board.ram_low[address + 1] = value & 0xFF, value >> 8 & 0xFF


def _file_name(board):
    start = _word(board, _NAME)
    return bytes(board.peek((start + at) & 0xFFFF) for at in range(board.ram_low[_NAME_SIZE]))


def _return(board, error=None):
    """Return to the caller as RTS does; ``error`` sets carry and A."""
    cpu, ram, sp = board.cpu, board.ram_low, board.cpu.sp
    back = ram[0x100 + ((sp + 1) & 0xFF)] | ram[0x100 + ((sp + 2) & 0xFF)] << 8
    cpu.sp = (sp + 2) & 0xFF
    cpu.pc = (back + 1) & 0xFFFF
    cpu.p &= ~(_INTERRUPT | _CARRY) & 0xFF
    if error is not None:
        cpu.a = error
        cpu.p |= _CARRY
    return True


def serve_load(board):
    """Trap at LOAD; returns True when it was served."""
    dos = _dos_for(board, _ILOAD)
    if dos is None or board.cpu.a != 0:  # A: 0 LOAD, else VERIFY
        return False
    cpu, ram = board.cpu, board.ram_low
    _put_word(board, _START, cpu.x | cpu.y << 8)
    ram[_VERIFY] = 0
    ram[_STATUS] = 0
    secondary, ram[_SECONDARY] = ram[_SECONDARY], 0x60
    dos.open(DOS_LOAD, _file_name(board))
    error = None
    if dos.peek(DOS_LOAD) < 0:
        ram[_STATUS] = _ST_END | _ST_TIMEOUT
        error = _ERROR_NOT_FOUND
    else:
        end, ram[_STATUS] = _receive(board, dos, secondary == 0)
        _put_word(board, _END, end)
        cpu.x, cpu.y = end & 0xFF, end >> 8
    dos.close(DOS_LOAD)
    return _return(board, error)


def _take(dos):
    """Return (byte, ST) of the next byte: $40 with the last one, $42 when there is none."""
    value = dos.peek(DOS_LOAD)
    if value < 0:
        return 0, _ST_END | _ST_TIMEOUT
    dos.advance(DOS_LOAD)
    return value & 0xFF, _ST_END if value & CHANNEL_LAST else 0


def _receive(board, dos, own_address):
    """Load to the file's address or the caller's; returns (end, ST).

    What is loaded may lie over the zero page, so nothing is kept there meanwhile.
    """
    low, status = _take(dos)
    high, more = _take(dos)
    address = _word(board, _START) if own_address else low | high << 8
    status |= more
    while not status & _ST_END:
        value, more = _take(dos)
        status |= more
        if more & _ST_TIMEOUT:
            break
        board.poke(address, value)
        address = (address + 1) & 0xFFFF
    return address, status


def serve_save(board):
    """Trap at SAVE; returns True when it was served.

    A drive that refuses (protected, full, name taken) is error 5, DEVICE NOT PRESENT: by
    the lines, too, it would let go of them.
    """
    dos = _dos_for(board, _ISAVE)
    if dos is None:
        return False
    cpu, ram = board.cpu, board.ram_low
    start, end = _word(board, cpu.a), cpu.x | cpu.y << 8
    _put_word(board, _SAVE_START, start)
    _put_word(board, _END, end)
    ram[_STATUS] = 0
    ram[_SECONDARY] = 0x61
    dos.open(DOS_SAVE, _file_name(board))
    dos.begin(DOS_SAVE, False)
    content = start.to_bytes(2, "little") + bytes(board.peek(a) for a in range(start, end))
    taken = dos.accepts() and all(dos.put(byte) for byte in content)
    dos.end()
    dos.close(DOS_SAVE)
    if taken:
        return _return(board)
    ram[_STATUS] = _ST_NO_DEVICE
    return _return(board, _ERROR_NO_DEVICE)


def serve_chrin(board):
    """Trap at CHRIN; returns True when a drive's byte was served."""
    ram = board.ram_low
    if ram[_INPUT_DEVICE] < 8 or ram[_STATUS]:
        return False
    drive = _drive_for(board, _ICHRIN, ram[_INPUT_DEVICE])
    byte = -1 if drive is None else drive.give()
    if byte < 0:
        return False
    if byte & CHANNEL_LAST:
        ram[_STATUS] |= _ST_END
    cpu, value = board.cpu, byte & 0xFF
    cpu.a = value
    cpu.p = cpu.p & ~(_ZERO | _NEGATIVE) & 0xFF | value & _NEGATIVE | (0 if value else _ZERO)
    return _return(board)
