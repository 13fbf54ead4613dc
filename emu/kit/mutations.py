"""Small changes of an instruction, each of which a good test notices (``pytest --c64-mutate``).

The kinds are those of mutation testing (DeMillo, Lipton and Sayward, "Hints on Test Data
Selection", 1978), made for the 6502: a condition inverted, a number one off, an operation swapped
with its opposite, a statement left out.  A change keeps the instruction's length, and its cycles
where there is an instruction that does nothing and takes as many.
"""

from typing import NamedTuple

from c64.cpu.opcodes import OPCODES
from emu.kit.rom_code import Home

NOP = 0xEA
LEFT_OUT = "left out"
# (mnemonic, the other): one bit apart in the opcode, in every addressing mode they share.
_PAIRS = (
    ("BPL", "BMI"), ("BVC", "BVS"), ("BCC", "BCS"), ("BNE", "BEQ"), ("ADC", "SBC"), ("INC", "DEC"),
    ("INX", "DEX"), ("INY", "DEY"), ("CLC", "SEC"), ("CLI", "SEI"), ("CLD", "SED"), ("ASL", "LSR"),
    ("ROL", "ROR"),
)  # fmt: skip
_SWAPS: dict[str, tuple[str, ...]] = {
    **{one: (other,) for one, other in _PAIRS},
    **{other: (one,) for one, other in _PAIRS},
    "AND": ("ORA", "EOR"),
    "ORA": ("AND", "EOR"),
    "EOR": ("AND", "ORA"),
}
_DROPPED = ("STA", "STX", "STY", "JSR", "TAX", "TXA", "TAY", "TYA", "CLV")
# What does nothing instead, by mode: a NOP of the same length that reads the zero page or $0000.
_NOTHING = {
    "imp": (NOP,), "zpg": (0x04, 0), "zpx": (0x14, 0), "zpy": (0x14, 0), "inx": (0x14, 0),
    "iny": (0x14, 0), "abs": (0x0C, 0, 0), "abx": (0x0C, 0, 0), "aby": (0x0C, 0, 0),
}  # fmt: skip
_OPCODE = {(op.mnemonic, op.mode): at for at, op in enumerate(OPCODES) if op.documented}


class Change(NamedTuple):
    """An instruction at ``address`` whose bytes ``old`` become ``new``.

    home  where they are in ROM;  None: in RAM, now or when it runs
    """

    address: int
    old: bytes
    new: bytes
    home: Home | None = None


def mutations(code: bytes) -> list[tuple[bytes, str]]:
    """Return [(bytes instead, word for it or "")] of an instruction's bytes."""
    op = OPCODES[code[0]]
    if not op.documented or op.length != len(code):
        return []
    found = [
        (bytes([_OPCODE[other, op.mode], *code[1:]]), "") for other in _SWAPS.get(op.mnemonic, ())
    ]
    if op.mode == "imm":
        found += [(bytes([code[0], code[1] + step & 0xFF]), "") for step in (1, -1)]
    if op.mnemonic in _DROPPED:
        found.append((bytes(_NOTHING[op.mode]), LEFT_OUT))
    return found


def change_code(ram: memoryview, change: Change) -> bool:
    """Change the instruction if it is in memory; return False if something else is there."""
    here = slice(change.address, change.address + len(change.old))
    if bytes(ram[here]) == change.old:
        ram[here] = change.new
        return True
    return bytes(ram[here]) == change.new
