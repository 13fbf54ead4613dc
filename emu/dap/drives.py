"""The CPUs of 1541s: threads of their own, which can be looked at.

They cannot be stepped or stopped: the machine's breakpoints are those of the 6510.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from c64.base.fields import dump_fields
from emu.dap.errors import DapError
from emu.dap.expressions import number_text
from emu.dap.variables import Item, Items, flag_items
from emu.kit.listing import disassemble
from emu.kit.symbols import Symbols

if TYPE_CHECKING:
    from emu.dap.protocol import Json
    from emu.kit.types import Board

FRAME = 1000  # added to a drive's number: its frame
NEXT = 8  # instructions that are listed
ROW = 16  # bytes in a line of memory
RAM_SIZE = 0x800
_NO_SYMBOLS = Symbols()
_REGISTERS = ("a", "x", "y", "sp", "p")
_CHIPS = (("VIA 1", "via1"), ("VIA 2", "via2"), ("Head", "head"))


class Drives:
    """The 1541s of a machine, by device number."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def _units(self) -> dict[int, Any]:
        """Return {number: c64.drive.board1541.DriveBus}, caught up with the machine."""
        devices = self._board.iec.devices
        self._board.iec.sync(self._board.cycle)
        return {n: d.unit for n, d in devices.items() if getattr(d, "unit", None) is not None}

    def threads(self) -> list[Json]:
        """Return the protocol's threads."""
        return [{"id": number, "name": f"1541, drive {number}"} for number in self._units()]

    def has(self, number: int) -> bool:
        """Tell whether a thread or frame is one of a drive."""
        return number % FRAME in self._units()

    def _unit(self, number: int) -> Any:
        units = self._units()
        if number not in units:
            raise DapError(f"drive {number}: is no 1541 with a CPU of its own")
        return units[number]

    def frame(self, number: int) -> Json:
        """Return where the CPU of a drive stands."""
        cpu = self._unit(number).cpu
        return {
            "id": FRAME + number, "name": f"${cpu.pc:04X} in drive {number}", "line": 0,
            "column": 0, "presentationHint": "subtle",
        }  # fmt: skip

    def scopes(self, number: int) -> list[tuple[str, Items]]:
        """Return (title, items) of what there is to see in a drive; number of it or its frame."""
        unit = self._unit(number % FRAME)
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
    items = [Item("PC", number_text(cpu.pc, 2))]
    items += [Item(name.upper(), number_text(getattr(cpu, name))) for name in _REGISTERS]
    return [*items, Item("cycle", str(unit.cycle))]


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
