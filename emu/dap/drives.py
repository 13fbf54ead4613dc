"""The CPUs of 1541s: threads of their own, with registers, memory, instructions and breakpoints.

In references to memory a drive's addresses follow its number: 0x80500 is $0500 in drive 8.
"""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any

from c64.base.fields import dump_fields
from emu.dap.errors import DapError
from emu.dap.expressions import number_text
from emu.dap.memory import MEMORY_SIZE, Disassembler, address_of, read_memory, reference
from emu.dap.protocol import Arguments
from emu.dap.sources import SourceMap
from emu.dap.variables import Item, Items, Put, flag_items
from emu.kit.listing import disassemble
from emu.kit.symbols import Symbols
from emu.monitor.drive_commands import set_register
from emu.monitor.drive_cpu import present_units

if TYPE_CHECKING:
    from emu.dap.protocol import Json
    from emu.kit.types import Board

FRAME = 1000  # added to a drive's number: its frame
NEXT = 8  # instructions that are listed
ROW = 16  # bytes in a line of memory
RAM_SIZE = 0x800
_NO_SYMBOLS = Symbols()
_REGISTERS = ("a", "x", "y", "sp", "p")
_REFERENCE = re.compile(r"(?:0x)?([89ab])([0-9a-f]{4})", re.IGNORECASE)
_PLACE = re.compile(r"(8|9|10|11):\$?([0-9a-f]{1,4})", re.IGNORECASE)
_CHIPS = (("VIA 1", "via1"), ("VIA 2", "via2"), ("Head", "head"))


def drive_reference(number: int, address: int) -> str:
    """Return an address in a drive as references to memory have it."""
    return f"0x{number:X}{address & 0xFFFF:04X}"


def drive_place(text: str) -> tuple[int, int] | None:
    """Return (drive, address) of a reference or of ``8:$0500``; None if it means no drive."""
    match = _REFERENCE.fullmatch(text)
    if match is not None:
        return int(match[1], 16), int(match[2], 16)
    match = _PLACE.fullmatch(text.replace(" ", ""))
    return None if match is None else (int(match[1]), int(match[2], 16))


def of_drive(arguments: Arguments) -> tuple[int, Arguments]:
    """Return (drive, arguments with an address in it) of a request with ``memoryReference``.

    drive  0: it is about the computer's memory
    """
    place = drive_place(arguments.text("memoryReference"))
    if place is None:
        return 0, arguments
    number, address = place
    values = {**arguments.values, "memoryReference": reference(address)}
    return number, Arguments(f"drive {number}", values)


def _moved(found: Json, number: int) -> Json:
    """Return an answer about a drive's memory, its address as references have it."""
    text = str(found.get("address", ""))
    if not text.startswith("0x") or int(text, 16) >= MEMORY_SIZE:
        return found
    return {**found, "address": drive_reference(number, int(text, 16))}


class Drives:
    """The 1541s of a machine, by device number."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def _units(self) -> dict[int, Any]:
        """Return {number: c64.drive.board1541.DriveBus}, caught up with the machine."""
        return present_units(self._board)

    def threads(self) -> list[Json]:
        """Return the protocol's threads."""
        return [{"id": number, "name": f"1541, drive {number}"} for number in self._units()]

    def has(self, number: int) -> bool:
        """Tell whether a thread or frame is one of a drive."""
        return number % FRAME in self._units()

    def unit(self, number: int) -> Any:
        """Return the board of a drive; DapError if it has no CPU."""
        units = self._units()
        if number not in units:
            raise DapError(f"drive {number}: is no 1541 with a CPU of its own")
        return units[number]

    def frame(self, number: int) -> Json:
        """Return where the CPU of a drive stands."""
        cpu = self.unit(number).cpu
        return {
            "id": FRAME + number, "name": f"${cpu.pc:04X} in drive {number}", "line": 0,
            "column": 0, "presentationHint": "subtle",
            "instructionPointerReference": drive_reference(number, cpu.pc),
        }  # fmt: skip

    def read_memory(self, number: int, arguments: Arguments) -> Json:
        """Answer ``readMemory`` of a drive's memory."""
        return _moved(read_memory(self.unit(number), arguments), number)

    def write_memory(self, number: int, arguments: Arguments) -> int:
        """Do ``writeMemory`` in a drive's RAM; returns the number of bytes."""
        unit = self.unit(number)
        start = address_of(arguments.text("memoryReference")) + arguments.number("offset", 0)
        try:
            data = base64.b64decode(arguments.text("data"), validate=True)
        except ValueError:
            raise DapError("writeMemory: 'data' is not base64") from None
        if not 0 <= start <= RAM_SIZE - len(data):
            raise DapError(f"writeMemory: a drive has RAM from $0000 to ${RAM_SIZE - 1:04X}")
        memoryview(unit.ram)[start : start + len(data)] = data
        return len(data)

    def disassemble(self, number: int, arguments: Arguments) -> Json:
        """Answer ``disassemble`` of a drive's memory."""
        peek = self.unit(number).peek
        disassembler = Disassembler(peek, SourceMap(_NO_SYMBOLS), lambda path: {"path": path})
        found = disassembler.answer(arguments)
        return {"instructions": [_moved(one, number) for one in found["instructions"]]}

    def scopes(self, number: int) -> list[tuple[str, Items]]:
        """Return (title, items) of what there is to see in a drive; number of it or its frame."""
        unit = self.unit(number % FRAME)
        chips = [(title, _fields(getattr(unit, name))) for title, name in _CHIPS]
        return [
            ("Registers", lambda: _registers(unit)), ("Flags", lambda: flag_items(unit.cpu.p)),
            ("Next instructions", lambda: _instructions(unit)), *chips,
            ("RAM", lambda: _memory(unit)),
        ]  # fmt: skip


def _fields(chip: Any) -> Items:
    def items() -> list[Item]:
        return [
            Item(key, number_text(value) if isinstance(value, int) else value[:64].hex(" "))
            for key, value in dump_fields(chip).items()
        ]

    return items


def _registers(unit: Any) -> list[Item]:
    cpu = unit.cpu
    items = [Item("PC", number_text(cpu.pc, 2), put=_setter(unit, "pc"), most=0xFFFF)]
    items += [
        Item(name.upper(), number_text(getattr(cpu, name)), put=_setter(unit, name))
        for name in _REGISTERS
    ]
    return [*items, Item("cycle", str(unit.cycle))]


def _setter(unit: Any, name: str) -> Put:
    return lambda value: set_register(unit, name, value)


def _instructions(unit: Any) -> list[Item]:
    items, at = [], unit.cpu.pc
    for _ in range(NEXT):
        text, length = disassemble(at, unit.peek, _NO_SYMBOLS)
        items.append(Item(f"${at:04X}", text))
        at = (at + length) & 0xFFFF
    return items


def _memory(unit: Any) -> list[Item]:
    ram = bytes(unit.ram)
    return [
        Item(f"${at:04X}", ram[at : at + ROW].hex(" ").upper()) for at in range(0, RAM_SIZE, ROW)
    ]
