"""Calling BASIC's routines as V2's books describe them: a stub sets registers and stores them.

The same stub runs with Commodore's ROMs where GO64_ROMS names a folder of them, so that
what is expected here can be seen to be V2's.
"""

from dataclasses import dataclass, field

from tests.asm.rom.floats import accumulator, from_accumulator
from tests.asm.rom.rom_machine import INPUT_LOOP

STUB, RESULTS, ERROR_SEEN = 0xC200, 0xC2F0, 0xC2FF
JUMPER, HOOK, SEEN = 0xC400, 0xC500, 0xC580
FAC, ARG, SIGNS, ROUNDING = 0x61, 0x69, 0x6F, 0x70
TEXT, DATA, PROGRAM = 0xC100, 0xC180, 0x0801
CARRY, ZERO, NEGATIVE = 0x01, 0x02, 0x80
# 10 END, 20 PRINT, 30 END
LINES = "0708 0a00 80 00  0d08 1400 99 00  1308 1e00 80 00  0000"


@dataclass(frozen=True)
class Call:
    """One call of an entry, and what V2 leaves.

    entry    address
    a, x, y  registers;  c  carry
    fac, arg numbers in the accumulators, or None
    text     bytes at TXTPTR, ended by 0;  before: TXTPTR is one byte before them
    memory   {address: hex} before the call
    code     hex, run before the call, ``after`` behind it
    stacked  hex, pushed before the entry is jumped to: the first byte lies on top, and the return
             address below all
    hook     hex, what IEVAL points at for the first operand
    shows    the entry that the call shows, if it is not ``entry``
    lines    three lines of program are there
    left     what is to be left: a, x, y, c, z, n, fac, arg, text (bytes that TXTPTR has passed),
             error (its number), shown (the screen's first line), or {address: hex} as ``at``
    """

    entry: int
    a: int = 0
    x: int = 0
    y: int = 0
    c: int = 0
    fac: float | None = None
    arg: float | None = None
    text: bytes | None = None
    before: bool = False
    memory: dict = field(default_factory=dict)
    code: str = ""
    after: str = ""
    stacked: str = ""
    hook: str = ""
    shows: int = 0
    lines: bool = False
    left: dict = field(default_factory=dict)
    at: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Jump:
    """An entry that programs jump to, as it goes on to READY or to the statement loop.

    until    where to stop
    screen   the first lines then;  the other fields are those of Call
    """

    entry: int
    a: int = 0
    x: int = 0
    y: int = 0
    c: int = 0
    text: bytes | None = None
    memory: dict = field(default_factory=dict)
    lines: bool = False
    until: int = INPUT_LOOP
    screen: list = field(default_factory=list)
    at: dict = field(default_factory=dict)
    before: bool = False
    fac: None = None
    arg: None = None


def shown(call):
    """The entry that a call shows."""
    return call.shows or call.entry


def store(machine, at, digits):
    """Put hex digits into memory."""
    machine.put(at, bytes.fromhex(digits))


def set_up(machine, call):
    """Memory and accumulators as the call wants them."""
    ram = machine.ram
    ram[0x3A] = 0xFF  # direct mode
    ram[0x13] = 0
    if call.lines:
        store(machine, PROGRAM, LINES)
        ram[0x2D:0x33] = (PROGRAM + 20).to_bytes(2, "little") * 3
    for at, number in ((FAC, call.fac), (ARG, call.arg)):
        if number is not None:
            machine.put(at, accumulator(number))
            ram[ROUNDING] = 0
    ram[SIGNS] = ram[FAC + 5] ^ ram[ARG + 5]
    ram[0x0D] = 0
    if call.text is not None:
        machine.put(TEXT - 1, b":" + call.text + b"\0")
        ram[0x7A:0x7C] = (TEXT - call.before).to_bytes(2, "little")
    for at, digits in call.memory.items():
        store(machine, at, digits)


def run(machine, call):
    """Make the call; return what it left, by the names of ``Call.left``."""
    set_up(machine, call)
    ram = machine.ram
    low, high = RESULTS & 255, RESULTS >> 8
    registers = bytes([0xA9, call.a, 0xA2, call.x, 0xA0, call.y, 0x38 if call.c else 0x18])
    to = call.entry.to_bytes(2, "little")
    if call.stacked:
        pushes = "".join(f"a9{byte:02x}48" for byte in reversed(bytes.fromhex(call.stacked)))
        machine.put(JUMPER, bytes.fromhex(pushes) + registers + b"\x4c" + to)
        to = JUMPER.to_bytes(2, "little")
    if call.hook:  # one time
        machine.put(HOOK, bytes.fromhex("a9868d0a03a9ae8d0b03" + call.hook))
        ram[0x030A:0x030C] = HOOK.to_bytes(2, "little")
    body = bytes.fromhex(call.code) + registers if call.code else registers
    body += b"\x20" + to
    body += bytes([0x08, 0x8D, low, high, 0x8E, low + 1, high, 0x8C, low + 2, high])
    body += bytes([0x68, 0x8D, low + 3, high]) + bytes.fromhex(call.after) + b"\x60"
    machine.put(STUB, body)
    # an error comes to this: its number, and back to the test
    sp = (machine.cpu.sp - 2) & 0xFF
    seen = bytes([0x8E, ERROR_SEEN & 255, ERROR_SEEN >> 8, 0xA2, sp, 0x9A, 0x60])
    machine.put(SEEN, seen)
    ram[0x0300:0x0302] = SEEN.to_bytes(2, "little")
    ram[ERROR_SEEN] = 0
    machine.call(STUB)
    a, x, y, flags = ram[RESULTS : RESULTS + 4]
    return {
        "a": a,
        "x": x,
        "y": y,
        "c": flags & CARRY,
        "z": flags >> 1 & 1,
        "n": flags >> 7,
        "fac": from_accumulator(ram[FAC : FAC + 6]),
        "arg": from_accumulator(ram[ARG : ARG + 6]),
        "text": machine.word(0x7A) - TEXT,
        "error": ram[ERROR_SEEN],
        "shown": machine.screen()[0].rstrip(),
    }


def jump(machine, target):
    """Jump to an entry with an empty stack; return the lines on the screen when it has ended."""
    set_up(machine, target)
    code = bytes([0xA2, 0xFA, 0x9A, 0xA9, target.a, 0xA2, target.x, 0xA0, target.y])
    code += bytes([0x38 if target.c else 0x18, 0x4C]) + target.entry.to_bytes(2, "little")
    machine.put(STUB, code)
    machine.begin(STUB)
    machine.run_to(target.until)
    return [line.rstrip() for line in machine.screen()]
