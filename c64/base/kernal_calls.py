"""What a trap at a call of the KERNAL needs: its variables, its arguments, the way back.

Only the jump table and the documented zero page are known, so that it works with any KERNAL.
Source: Commodore, "C64 Programmer's Reference Guide", KERNAL routines and memory map.
"""

ILOAD, ISAVE, ICHRIN = 0x0330, 0x0332, 0x0324  # vectors
KERNAL_START = 0xE000
STATUS, VERIFY, END, TAPE_BUFFER, NAME_SIZE, SECONDARY, DEVICE, NAME, START = (
    0x90, 0x93, 0xAE, 0xB2, 0xB7, 0xB9, 0xBA, 0xBB, 0xC3,
)  # fmt: skip
SAVE_START, INPUT_DEVICE = 0xC1, 0x99
ST_TIMEOUT, ST_READ_ERROR, ST_END, ST_NO_DEVICE = 0x02, 0x10, 0x40, 0x80
ERROR_NOT_FOUND = 4
CARRY, ZERO, INTERRUPT, NEGATIVE = 0x01, 0x02, 0x04, 0x80


def served(board, vector):
    """Return whether the call is the KERNAL's: banked in, its vector not a program's."""
    return board.sees_kernal() and get_word(board, vector) >= KERNAL_START


def get_word(board, address):
    ram = board.ram_low  # once: the board makes a view of it for each who asks
    return ram[address] | ram[(address + 1) & 0xFFFF] << 8


def put_word(board, address, value):
    board.ram_low[address], board.ram_low[address + 1] = value & 0xFF, value >> 8 & 0xFF


def file_name(board):
    start = get_word(board, NAME)
    return bytes(board.peek((start + at) & 0xFFFF) for at in range(board.ram_low[NAME_SIZE]))


def return_from_call(board, error=None):
    """Return to the caller as RTS does; ``error`` sets carry and A."""
    cpu, ram, sp = board.cpu, board.ram_low, board.cpu.sp
    back = ram[0x100 + ((sp + 1) & 0xFF)] | ram[0x100 + ((sp + 2) & 0xFF)] << 8
    cpu.sp = (sp + 2) & 0xFF
    cpu.pc = (back + 1) & 0xFFFF
    cpu.p &= ~(INTERRUPT | CARRY) & 0xFF
    if error is not None:
        cpu.a = error
        cpu.p |= CARRY
    return True
