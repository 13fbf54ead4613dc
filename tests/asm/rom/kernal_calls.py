"""Calls of KERNAL entries as data: what goes in, and what the books say comes out."""

from dataclasses import dataclass, field

STUB = 0xC000  # code that makes the stack and the registers, then jumps to the entry
DATA = 0xC100
CARRY, ZERO, NEGATIVE = 1, 2, 0x80


@dataclass(frozen=True)
class Call:
    """One call of an entry, and what it leaves.

    push     bytes that lie on the stack above the return address, first pushed first
    memory   {address: bytes before}
    leaves   {address: bytes after}
    out      {name: value after} of registers a, x, y and flags c, z, n; others are not told
    """

    entry: int
    a: int = 0
    x: int = 0
    y: int = 0
    c: int = 0
    push: tuple[int, ...] = ()
    memory: dict[int, bytes] = field(default_factory=dict)
    leaves: dict[int, bytes] = field(default_factory=dict)
    out: dict[str, int] = field(default_factory=dict)

    def __str__(self):
        return f"{self.entry:04X}"


def stub(call):
    """Return machine code that pushes, loads the registers and jumps to the entry."""
    code = bytearray()
    for value in call.push:
        code += bytes((0xA9, value, 0x48))
    code += bytes((0xA9, call.a, 0xA2, call.x, 0xA0, call.y, 0x38 if call.c else 0x18))
    return bytes(code) + bytes((0x4C, call.entry & 0xFF, call.entry >> 8))


def run(machine, call):
    """Make a Call on a RomMachine; return its registers and flags by name."""
    for address, data in call.memory.items():
        machine.poke(address, *data)
    code = stub(call)
    machine.put(STUB, code)
    machine.cpu.p |= 4
    result = machine.call(STUB, limit=3_000_000)
    flags = int(result.flags)
    return {
        "a": result.a, "x": result.x, "y": result.y,
        "c": flags & CARRY, "z": (flags & ZERO) >> 1, "n": (flags & NEGATIVE) >> 7,
    }  # fmt: skip
