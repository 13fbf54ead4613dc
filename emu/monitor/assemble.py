"""A statement of 6502 code as bytes, by py65's assembler; out-of-range branches are refused."""

from py65.assembler import Assembler

from c64.cpu.opcodes import OPCODES
from emu.monitor.errors import MonitorError


class BranchTooFar(MonitorError):
    """A branch to an address more than 128 bytes before or 127 behind the next instruction."""


def assemble(assembler: Assembler, statement: str, at: int) -> bytes:
    """Return the bytes of a statement at an address.

    Raises BranchTooFar; SyntaxError, KeyError and OverflowError as py65's assembler does.
    """
    code = bytes(assembler.assemble(statement, at))
    if OPCODES[code[0]].mode == "rel":
        target = int(assembler.normalize_and_split(statement)[1].lstrip("$"), 16)
        distance = (target - at - 2 + 0x8000 & 0xFFFF) - 0x8000  # a branch may cross $FFFF
        if not -128 <= distance <= 127:
            raise BranchTooFar(
                f"'{statement}' cannot reach ${target:04X}: from ${at:04X} a branch reaches "
                f"${(at - 126) & 0xFFFF:04X} to ${(at + 129) & 0xFFFF:04X}"
            )
    return code
