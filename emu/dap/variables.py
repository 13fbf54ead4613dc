"""What the editor's view of variables shows, as trees of items that can be looked at and set."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from c64.base.fields import dump_fields
from emu.dap.c_variables import CVariables, Type, Variable
from emu.dap.chip_registers import CHIPS, TITLES, Field, Register
from emu.dap.errors import DapError
from emu.dap.expressions import number_text
from emu.kit.symbols import Symbols, is_linkers
from emu.kit.types import Board
from emu.monitor.memory_banks import BANK_IO, peek_bank, write_bank

ITEMS_MOST = 4096  # of an array, or of the zero page's labels
STRING_MOST = 40
_FLAGS = "CZIDB-VN"
_REGISTERS = (("A", "a"), ("X", "x"), ("Y", "y"), ("SP", "sp"))
Items = Callable[[], "list[Item]"]
Put = Callable[[int], None]


class Item(NamedTuple):
    """A line in the view.

    children    function that returns the lines below it, None if there are none
    put         function that sets its value, None if it cannot be set; ``most`` is the largest
    address     of its ``size`` bytes in memory, None if it has none
    expression  what shows it as a watch, ""
    """

    name: str
    text: str
    type: str = ""
    children: Items | None = None
    put: Put | None = None
    most: int = 0xFF
    address: int | None = None
    size: int = 1
    expression: str = ""


def flag_items(p: int) -> list[Item]:
    """Return the flags in a status register, from bit 7."""
    return [
        Item(name, str(p >> bit & 1), most=1)
        for bit, name in reversed(list(enumerate(_FLAGS)))
        if name not in "B-"
    ]


class Views:
    """The scopes of one machine.

    changed  function to be called after the machine was changed
    """

    def __init__(
        self, board: Board, symbols: Symbols, variables: CVariables, changed: Callable[[], None]
    ) -> None:
        self._board, self._symbols, self._variables = board, symbols, variables
        self._changed = changed

    def scopes(self, pc: int) -> list[tuple[str, Items]]:
        """Return (title, items) of what there is to see at an instruction."""
        found: list[tuple[str, Items]] = [("Registers", self.registers), ("Flags", self.flags)]
        here = self.locals_at(pc)
        if here:
            found.append(("Locals", lambda: [self.variable(v) for v in here]))
        if self._variables.globals:
            globals_ = self._variables.globals
            found.append(("Globals", lambda: [self.variable(v) for v in globals_[:ITEMS_MOST]]))
        found += [("Zero page", self.zero_page), ("Beam", self.beam)]
        return found + [(title, self._chip(name)) for name, title in TITLES.items()]

    # -- CPU ---------------------------------------------------------------------------

    def registers(self) -> list[Item]:
        """Return the registers of the CPU."""
        cpu = self._board.cpu
        items = [
            Item("PC", number_text(cpu.pc, 2), put=self._set("pc"), most=0xFFFF, expression="pc")
        ]
        for name, attribute in _REGISTERS:
            value = number_text(getattr(cpu, attribute))
            items.append(Item(name, value, put=self._set(attribute), expression=attribute))
        p = cpu.p | 0x30
        items.append(Item("P", number_text(p), put=self._set("p"), expression="p"))
        items.append(Item("cycle", str(self._board.cycle), expression="cycle"))
        return items

    def _set(self, attribute: str) -> Put:
        def put(value: int) -> None:
            if attribute == "pc":
                self._board.cpu.go_to(value)
            else:
                setattr(self._board.cpu, attribute, value & 0xCF if attribute == "p" else value)

        return put

    def flags(self) -> list[Item]:
        """Return the bits of the status register."""
        items = flag_items(self._board.cpu.p)
        return [item._replace(put=self._set_flag(_FLAGS.index(item.name))) for item in items]

    def _set_flag(self, bit: int) -> Put:
        def put(value: int) -> None:
            cpu = self._board.cpu
            cpu.p = (cpu.p & ~(1 << bit)) | value << bit

        return put

    def beam(self) -> list[Item]:
        """Return where the VIC is in the picture, and what it does there."""
        board, vic = self._board, self._board.vic
        return [
            Item("raster line", number_text(vic.raster_line, 2), expression="rl"),
            Item("cycle in line", f"{vic.cycle_in_line} of {vic.cycles}", expression="cy"),
            Item("frame", str(vic.frame_count)),
            Item("bad line", str(int(vic.bad_line))),
            Item("BA low", str(int(vic.ba_low))),
            Item("display state", "idle" if vic.idle else "display"),
            Item("cycles taken by the VIC", str(board.stolen)),
        ]

    # -- chips -------------------------------------------------------------------------

    def _chip(self, name: str) -> Items:
        def items() -> list[Item]:
            self._catch_up(name)
            found = [self._register(name, register) for register in CHIPS[name]]
            return [*found, Item("internal", "", children=lambda: self._internal(name))]

        return items

    def _catch_up(self, name: str) -> None:
        if name == "sid":
            self._board.sync_sid()
        elif name.startswith("cia"):
            getattr(self._board, name).catch_up()

    def _internal(self, name: str) -> list[Item]:
        """Return every field of a chip's own field list."""
        items = []
        for key, value in dump_fields(getattr(self._board, name)).items():
            text = str(value) if isinstance(value, int) else value[:64].hex(" ")
            items.append(Item(key, text))
        return items

    def _register_value(self, chip: str, register: Register) -> int:
        if chip == "sid":
            return self._sid_value(register)
        return sum(
            peek_bank(self._board, BANK_IO, register.address + n) << 8 * n
            for n in range(register.size)
        )

    def _sid_value(self, register: Register) -> int:
        """Return what was written to a register of the SID, which the CPU cannot read."""
        sid, at = self._board.sid, register.address - 0xD400
        if at < 21:
            voice, part = divmod(at, 7)
            arrays = {0: sid.freq, 2: sid.pw, 4: sid.control, 5: sid.attack_decay,
                      6: sid.sustain_release}  # fmt: skip
            return int(arrays[part][voice])
        cutoff = (sid.cutoff & 7) | sid.cutoff >> 3 << 8
        return int({21: cutoff, 23: sid.routing, 24: sid.mode_volume}[at])

    def _register(self, chip: str, register: Register) -> Item:
        def put(new: int) -> None:
            for n in range(register.size):
                write_bank(self._board, BANK_IO, register.address + n, new >> 8 * n & 0xFF)

        def fields() -> list[Item]:
            value = self._register_value(chip, register)
            return [self._field(field, value, put) for field in register.fields]

        return Item(
            f"${register.address:04X} {register.name}",
            number_text(self._register_value(chip, register), register.size),
            children=fields if register.fields else None, put=put,
            most=(1 << 8 * register.size) - 1, address=register.address, size=register.size,
            expression=f"@io:${register.address:04X}" if register.size == 1 else "",
        )  # fmt: skip

    def _field(self, field: Field, value: int, put: Put) -> Item:
        most = (1 << field.width) - 1
        now = value >> field.shift & most

        def put_field(new: int) -> None:
            put((value & ~(most << field.shift)) | new << field.shift)

        text = str(now) if field.width == 1 else number_text(now)
        return Item(field.name, text, put=put_field, most=most)

    # -- memory ------------------------------------------------------------------------

    def zero_page(self) -> list[Item]:
        """Return the labels in the zero page, each with the bytes up to the next one."""
        names: dict[int, str] = {}
        for found in self._symbols.names.values():
            for symbol in found:
                if symbol.is_label and symbol.value < 0x100 and not is_linkers(symbol.name):
                    names.setdefault(symbol.value, symbol.name)
        items, places = [], sorted(names)
        for at, place in enumerate(places):
            after = places[at + 1] if at + 1 < len(places) else place + 1
            size = after - place if after - place in (1, 2) else 1
            items.append(self.memory(names[place], place, size, names[place]))
        return items

    def memory(self, name: str, address: int, size: int = 1, expression: str = "") -> Item:
        """Return an Item for one number of ``size`` bytes in memory."""
        value = self._value(address, size)
        return Item(
            name, number_text(value, size), put=lambda new: self._poke(address, size, new),
            most=(1 << 8 * size) - 1, address=address, size=size, expression=expression,
        )  # fmt: skip

    def _value(self, address: int, size: int) -> int:
        peek = self._board.peek
        return sum(peek((address + n) & 0xFFFF) << 8 * n for n in range(size))

    def _poke(self, address: int, size: int, value: int) -> None:
        for n in range(size):
            self._board.poke((address + n) & 0xFFFF, value >> 8 * n & 0xFF)

    # -- C -----------------------------------------------------------------------------

    def locals_at(self, pc: int) -> list[Variable]:
        """Return the locals of the routine at an address."""
        routine = self._symbols.routine_at(pc)
        start = pc if routine is None else routine.start
        return self._variables.locals(start, self._board.peek)

    def find_variable(self, name: str, pc: int) -> Variable | None:
        """Return the variable of C with a name, a local one before a global one."""
        found = (v for v in (*self.locals_at(pc), *self._variables.globals) if v.name == name)
        return next(found, None)

    def reader(self, variable: Variable) -> Callable[[], int]:
        """Return a function that reads a number or pointer, for conditions."""
        address, kind = variable.address, variable.type
        return lambda: self._number_value(address, kind)

    def _number_value(self, address: int, kind: Type) -> int:
        value, bits = self._value(address, kind.size), 8 * kind.size
        return value - (1 << bits) if kind.signed and value >> (bits - 1) else value

    def variable(self, variable: Variable) -> Item:
        """Return the Item of a variable in C."""
        return self._typed(variable.name, variable.address, variable.type, variable.name)

    def _typed(self, name: str, address: int, kind: Type, expression: str = "") -> Item:
        if kind.kind in ("number", "pointer") and 0 < kind.size <= 8:
            return self._number(name, address, kind, expression)
        if kind.kind == "struct":
            parts = [(m, address + at, inner) for m, at, inner in kind.members]
            return self._whole(name, "{...}", address, kind, parts)
        if kind.kind == "array" and kind.element is not None:
            inner = kind.element
            shown = min(kind.count, ITEMS_MOST)
            parts = [(f"[{n}]", address + n * inner.size, inner) for n in range(shown)]
            return self._whole(name, self._array_text(address, kind), address, kind, parts)
        return Item(name, f"at ${address:04X}", kind.name, address=address, size=max(kind.size, 1))

    def _whole(
        self, name: str, text: str, address: int, kind: Type,
        parts: Iterable[tuple[str, int, Type]],
    ) -> Item:  # fmt: skip
        def children() -> list[Item]:
            return [self._typed(part, at & 0xFFFF, inner) for part, at, inner in parts]

        return Item(name, text, kind.name, children, address=address, size=max(kind.size, 1))

    def _array_text(self, address: int, kind: Type) -> str:
        peek = self._board.peek
        data = bytes(peek((address + n) & 0xFFFF) for n in range(min(kind.size, STRING_MOST)))
        text = data.hex(" ").upper()
        return text + (" ..." if kind.size > STRING_MOST else "")

    def _number(self, name: str, address: int, kind: Type, expression: str) -> Item:
        value, bits = self._value(address, kind.size), 8 * kind.size
        signed = self._number_value(address, kind)
        text = f"${value:0{2 * kind.size}X} ({signed})"
        children: Items | None = None
        inner = kind.element
        if kind.kind == "pointer" and inner is not None and inner.size:
            children = lambda: [self._typed("*", value & 0xFFFF, inner)]  # noqa: E731
        return Item(
            name, text, kind.name, children, lambda new: self._poke(address, kind.size, new),
            (1 << bits) - 1, address, kind.size, expression,
        )  # fmt: skip

    # -- changes -----------------------------------------------------------------------

    def put(self, item: Item, value: int) -> None:
        """Set an item; DapError if it cannot be, or not to this value."""
        if item.put is None:
            raise DapError(f"{item.name}: cannot be changed")
        least = -(item.most + 1) // 2
        if not least <= value <= item.most:
            raise DapError(f"{item.name}: {value} is outside of 0 to {item.most}")
        item.put(value & item.most)
        self._changed()
