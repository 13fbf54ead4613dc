"""Does the machine wait for a key at BASIC's prompt, whichever KERNAL it has?

A KERNAL that waits runs round a few instructions of its screen editor: the cursor is
switched on ($CC is 0), interrupts are too, and the number of keys in the buffer ($C6) is
read each time.  The variables alone do not tell it: an original KERNAL clears the zero page
two seconds before it comes to the prompt.  Nor does an address, which is another in every
KERNAL.  So it is looked at what the CPU does next, in a copy of the memory: nothing of that
happens to the machine.

A program that waits in INPUT waits in the same loop, and is at a prompt in this sense.
"""

from c64.bus.pla import PLA_BASIC, PLA_IO, PLA_KERNAL, PLA_PORT, PLA_RAM, pla_region
from c64.debug.flat_bus import FlatBus

KEYBUF, KEYBUF_COUNT, KEYBUF_SIZE = 0x0277, 0xC6, 10
CURSOR_SWITCH = 0xCC
LOOP_SIZE = 16  # instructions; Commodore's loop has 4, that of the MEGA65 Open ROMs 8
HANDLER_CYCLES = 20000  # an interrupt handler that runs just now has ended by then
INTERRUPTS_OFF = 0x04
PAGE = 0x1000
CHRGET = range(0x73, 0x8B)
STACK, PAGE_SIZE = 0x0100, 0x0100
JSR_CHRIN = b"\x20\xcf\xff"
_RAM = (PLA_RAM, PLA_PORT)
REGISTERS = ("pc", "a", "x", "y", "sp", "p")


def at_prompt(board):
    """Return True when the KERNAL waits for a key with its cursor on.

    board  c64.bus.board.Board between two instructions; stays as it is
    """
    ram, cpu = board.ram_low, board.cpu
    if ram[CURSOR_SWITCH] or ram[KEYBUF_COUNT] or cpu.reset_pending or cpu.jammed:
        return False
    bus, roms = _copy(board)
    if _waits(bus, roms):
        return True
    bus.run(HANDLER_CYCLES)
    return _waits(bus, roms)


def in_own_code(board):
    """Return True when the CPU is in a program or cartridge, not in the KERNAL or BASIC."""
    page = board.cpu.pc // PAGE
    return not board.cpu.reset_pending and _region(board, page) not in (PLA_KERNAL, PLA_BASIC)


def in_ram(board):
    """Return True when the CPU is in RAM, and not in BASIC's CHRGET, which is there, too."""
    cpu = board.cpu
    if cpu.reset_pending or cpu.pc in CHRGET:
        return False
    return _region(board, cpu.pc // PAGE) in _RAM


def program_waits(board):
    """Return True when CHRIN was called by a program in RAM: it waits for input, not BASIC."""
    ram, cpu = board.ram_low, board.cpu
    for at in range(cpu.sp + 1, 0xFF):
        behind = (
            ram[STACK + at] | ram[STACK + at + 1] << 8
        ) - 2  # of a JSR, its last byte is there
        if STACK + PAGE_SIZE <= behind < 0xFFFE and _region(board, behind // PAGE) in _RAM:
            call = bytes(board.peek_ram(behind + n) for n in range(3))
            if call == JSR_CHRIN:
                return True
    return False


def _region(board, page):
    """Return what the CPU sees in a 4 KiB page: PLA_KERNAL ..."""
    cart = board.cart
    mode = board.port.lines & 7 | cart.game << 3 | cart.exrom << 4
    return pla_region(mode, page, False)


def _copy(board):
    """Return a FlatBus with what the CPU sees, and the 4 KiB pages of it that are no RAM.

    All of the I/O area reads $FF there, which is no key to an interrupt handler that looks.
    """
    memory = bytearray(board.ram_high)
    memory[:PAGE] = board.ram_low[:PAGE]
    memory[:2] = board.peek(0), board.peek(1)
    roms = set()
    for page in range(1, 16):
        region, start = _region(board, page), page * PAGE
        if region == PLA_RAM:
            continue
        roms.add(page)
        if region == PLA_KERNAL:
            memory[start : start + PAGE] = board.kernal[start - 0xE000 :][:PAGE]
        elif region == PLA_BASIC:
            memory[start : start + PAGE] = board.basic[start - 0xA000 :][:PAGE]
        elif region == PLA_IO:
            memory[start : start + PAGE] = b"\xff" * PAGE
        else:
            memory[start : start + PAGE] = bytes(map(board.peek, range(start, start + PAGE)))
    bus = FlatBus()
    bus.ram = memory
    for name in REGISTERS:
        setattr(bus.cpu, name, getattr(board.cpu, name))
    bus.cpu.reset_pending = 0
    return bus, roms


def _waits(bus, roms):
    """Return True when the CPU goes round a small loop in ROM that looks for a key."""
    cpu = bus.cpu
    places, enabled = set(), False
    bus.log_count, bus.logging = 0, 1
    for _ in range(4 * LOOP_SIZE):
        places.add(cpu.pc)
        enabled = enabled or not cpu.p & INTERRUPTS_OFF
        cpu.step()
    bus.logging = 0
    polls = any(addr == KEYBUF_COUNT and not write for addr, _, write in bus.accesses())
    in_rom = all(place // PAGE in roms for place in places)
    return polls and enabled and in_rom and len(places) <= LOOP_SIZE
