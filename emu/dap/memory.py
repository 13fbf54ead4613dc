"""Bytes and instructions for the editor's views of memory and disassembly."""

import base64
import binascii
import re
from collections.abc import Callable

from c64.cpu.opcodes import OPCODES
from emu.dap.errors import DapError
from emu.dap.protocol import Arguments, Json
from emu.dap.sources import SourceMap
from emu.kit.listing import disassemble
from emu.kit.types import Board, Peek

MEMORY_SIZE = 0x10000
INSTRUCTIONS_MOST = 4096  # in one answer
LONGEST = 3  # bytes of an instruction
_TRIES = 8  # instructions by which disassembling backwards begins earlier, to fall into step
_REFERENCE = re.compile(r"(?:0x|\$)([0-9A-Fa-f]{1,4})|(\d{1,5})")


def reference(address: int) -> str:
    """Return an address as the protocol has it."""
    return f"0x{address & 0xFFFF:04X}"


def address_of(text: str) -> int:
    """Return the address in a reference to memory; DapError if it is none."""
    match = _REFERENCE.fullmatch(text)
    value = -1 if match is None else int(match[1], 16) if match[1] else int(match[2])
    if not 0 <= value < MEMORY_SIZE:
        raise DapError(f"memory reference '{text[:20]}': expected 0x0000 to 0xFFFF")
    return value


def read_memory(board: Board, arguments: Arguments) -> Json:
    """Answer ``readMemory``: bytes as the CPU sees them, without side effects."""
    start = address_of(arguments.text("memoryReference")) + arguments.number("offset", 0)
    count = arguments.number("count")
    if count < 0:
        raise DapError(f"readMemory: 'count' is {count}; it must not be negative")
    end = start + count
    first, last = max(start, 0), min(end, MEMORY_SIZE)
    data = bytes(board.peek(addr) for addr in range(first, last))
    missing = count - len(data) if first == start else count
    if not 0 <= start < MEMORY_SIZE:
        return {"address": str(start), "unreadableBytes": count}
    answer = {"address": reference(first), "data": base64.b64encode(data).decode("ascii")}
    return {**answer, "unreadableBytes": missing} if missing else answer


def write_memory(board: Board, arguments: Arguments) -> tuple[int, int]:
    """Do ``writeMemory`` as the CPU would; returns (address, number of bytes written)."""
    start = address_of(arguments.text("memoryReference")) + arguments.number("offset", 0)
    try:
        data = base64.b64decode(arguments.text("data"), validate=True)
    except (binascii.Error, ValueError):
        raise DapError("writeMemory: 'data' is not base64") from None
    if not (start >= 0 and start + len(data) <= MEMORY_SIZE):
        if not arguments.flag("allowPartial") or not 0 <= start < MEMORY_SIZE:
            raise DapError(
                f"writeMemory: {len(data)} bytes do not fit between {start:#x} and 0xFFFF"
            )
        data = data[: MEMORY_SIZE - start]
    for at, value in enumerate(data, start):
        board.poke(at, value)
    return start, len(data)


class Disassembler:
    """Lists instructions before and after an address."""

    def __init__(self, peek: Peek, sources: SourceMap, source_json: Callable[[str], Json]) -> None:
        self._peek, self._sources, self._source_json = peek, sources, source_json

    def answer(self, arguments: Arguments) -> Json:
        """Answer ``disassemble``: as many instructions as are wanted, some of them invalid."""
        at = address_of(arguments.text("memoryReference")) + arguments.number("offset", 0)
        skip, count = arguments.number("instructionOffset", 0), arguments.number("instructionCount")
        if not 0 <= count <= INSTRUCTIONS_MOST or abs(skip) > MEMORY_SIZE:
            raise DapError(f"disassemble: at most {INSTRUCTIONS_MOST} instructions")
        symbols = arguments.flag("resolveSymbols", True)
        places = self._before(at, -skip) if skip < 0 else []
        nexts = self._after(at, count + max(skip, 0))
        places = [*places, *(nexts if skip < 0 else nexts[skip:])][:count]
        return {"instructions": [self._instruction(place, symbols) for place in places]}

    def _after(self, addr: int, count: int) -> list[int]:
        """Return the addresses of ``count`` instructions from one on; some may be past $FFFF."""
        places = []
        for _ in range(count):
            places.append(addr)
            inside = 0 <= addr < MEMORY_SIZE
            addr += OPCODES[self._peek(addr)].length if inside else 1
        return places

    def _before(self, addr: int, count: int) -> list[int]:
        """Return the addresses of ``count`` instructions before one; some may be negative."""
        code = self._sources.symbols.code
        places: list[int] = []
        while len(places) < count:
            known = next((addr - n for n in range(1, LONGEST + 1) if code.get(addr - n) == n), None)
            addr = self._guess(addr) if known is None else known
            places.append(addr)
        return places[::-1]

    def _guess(self, addr: int) -> int:
        """Return where the instruction before an address most probably begins.

        Decoding falls into step with a program after a few instructions: most of the ways that
        begin further back agree.
        """
        if not 0 < addr <= MEMORY_SIZE:
            return addr - 1
        votes: dict[int, int] = {}
        for begin in range(max(addr - _TRIES * LONGEST, 0), addr):
            at, last, doubtful = begin, begin, False
            while at < addr:
                opcode = OPCODES[self._peek(at)]
                last, doubtful = at, not opcode.documented
                at += opcode.length
            if at == addr:
                votes[last] = votes.get(last, 0) + (1 if doubtful else 3)
        return max(votes, key=lambda last: (votes[last], last)) if votes else addr - 1

    def _instruction(self, addr: int, symbols: bool) -> Json:
        if not 0 <= addr < MEMORY_SIZE:
            text = f"-0x{-addr:04X}" if addr < 0 else f"0x{addr:04X}"
            return {"address": text, "instruction": "", "presentationHint": "invalid"}
        text, length = disassemble(addr, self._peek, self._sources.symbols)
        data = " ".join(f"{self._peek((addr + n) & 0xFFFF):02X}" for n in range(length))
        found: Json = {"address": reference(addr), "instructionBytes": data, "instruction": text}
        name = self._sources.symbols.name_at(addr)
        if symbols and name and "+" not in name:
            found["symbol"] = name
        spot = self._sources.at(addr)
        if spot is not None and self._sources.begins(addr):
            found |= {"location": self._source_json(spot.path), "line": spot.line}
        return found
