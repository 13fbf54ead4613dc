"""Variables of programs in C: where they are, and of which type.

llvm-mos's DWARF has types; of its locals only those with a fixed address can be found.  cc65 keeps
no types: a variable has the bytes up to the next one, and shows as a number of so many bytes.  The
locals of cc65 are on its own stack; they are found between statements, not within an expression.

Sources: "DWARF Debugging Information Format", version 4, sections 4.1 and 5; the record ``csym`` of
ld65's debug file; cc65's "doc/cc65-intern", stack frames.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from disk.plain_file import read_plain
from emu.kit.errors import KitUsageError
from emu.kit.linker_records import DBG_LARGEST, Table, debug_records
from emu.kit.symbols import Symbols, is_linkers
from emu.kit.types import Peek

VARIABLES_MOST = 20_000
SIZE_MOST = 0x10000
GAP_MOST = 0x400  # bytes up to the next label that are still one variable
DEPTH_MOST = 16  # of types within types
Locals = Callable[[int, Peek], list["Variable"]]  # of the routine at an address


@dataclass(frozen=True)
class Type:
    """A type in C.

    kind     "number", "pointer", "array", "struct" or "bytes" (of unknown type)
    members  of a struct: (name, offset, type)
    element  of an array or pointer; ``count`` elements of an array
    """

    name: str
    kind: str
    size: int
    signed: bool = False
    members: tuple[tuple[str, int, Type], ...] = ()
    element: Type | None = None
    count: int = 0


@dataclass(frozen=True)
class Variable:
    """A variable in memory."""

    name: str
    address: int
    type: Type


def raw_type(size: int) -> Type:
    """Return the type of a variable of which only the size is known."""
    if size in (1, 2, 4):
        return Type(f"{8 * size} bits", "number", size)
    byte = Type("byte", "number", 1)
    return Type(f"{size} bytes", "array", size, element=byte, count=size)


class CVariables:
    """The variables of a debug file.

    globals  [Variable] by name
    ``locals(pc, peek)`` returns those of the routine at an address
    """

    def __init__(self, dbg: str, symbols: Symbols) -> None:
        self.globals: list[Variable] = []
        self.locals: Locals = lambda _pc, _peek: []
        data = read_plain(dbg, DBG_LARGEST) if dbg else b""
        if data.startswith(b"\x7fELF"):
            self.globals, self.locals = _elf_variables(data)
        elif data.startswith(b"version\tmajor=2,") and b"\ncsym\t" in data:
            frames = _Frames(dbg, symbols)
            if frames.routines:
                self.globals, self.locals = _cc65_globals(symbols), frames.locals
        self.globals.sort(key=lambda variable: variable.name)


# -- cc65 --------------------------------------------------------------------------------------


def _cc65_globals(symbols: Symbols) -> list[Variable]:
    """Return the labels of data that C made: they begin with an underscore."""
    labels = {
        symbol.value: symbol.name
        for found in symbols.names.values()
        for symbol in found
        if symbol.is_label and not symbol.scoped and not is_linkers(symbol.name)
    }
    ends = sorted({*labels, *(s.start + s.size for s in symbols.segments.values())})
    variables = []
    for address, name in labels.items():
        if not name.startswith("_") or address in symbols.code or symbols.routine_at(address):
            continue
        at = bisect.bisect_right(ends, address)
        size = ends[at] - address if at < len(ends) else 1
        kind = raw_type(size if size <= GAP_MOST else 1)
        variables.append(Variable(name[1:], address, kind))
    return variables[:VARIABLES_MOST]


class _Frames:
    """The locals of cc65's routines: offsets from its stack pointer at the routine's begin."""

    def __init__(self, dbg: str, symbols: Symbols) -> None:
        try:
            self._records = debug_records(dbg)
            self.routines = self._routines(symbols)
            self._pointer = self._find_pointer(symbols)
        except (KeyError, ValueError, KitUsageError):
            self.routines = {}  # who reads the lines tells what is wrong

    def _table(self, kind: str) -> Table:
        return self._records.get(kind, Table())

    def _routines(self, symbols: Symbols) -> dict[int, list[tuple[str, int]]]:
        """Return {start of a routine: [(name, offset)] from the lowest}."""
        found: dict[int, list[tuple[str, int]]] = {}
        for record in self._table("csym").values():
            label = self._table("scope")[int(record["scope"])].get("sym")
            if label is None:
                continue
            start = int(self._table("sym")[int(label)]["val"], 0)
            locals_ = found.setdefault(start, [])
            if record["sc"] == "auto":
                locals_.append((record["name"], int(record.get("offs", "0"))))
                locals_.sort(key=lambda local: local[1])
        return found

    def _find_pointer(self, symbols: Symbols) -> int | Callable[[Peek], int] | None:
        """Return the address of cc65's stack pointer, or of an operand that has it."""
        for name in ("c_sp", "sp"):
            known = {s.value for s in symbols.names.get(name, ()) if s.is_label}
            if len(known) == 1:
                return known.pop()
        for record in self._table("sym").values():
            if record["name"] in ("c_sp", "sp") and record.get("type") == "imp":
                for line in record.get("ref", "").split("+"):
                    operand = self._operand(line)
                    if operand is not None:
                        return operand
        return None

    def _operand(self, line: str) -> Callable[[Peek], int] | None:
        """Return what reads the operand of a line's instruction, None if it has two bytes not."""
        spans = self._table("line")[int(line)].get("span", "") if line else ""
        for number in filter(None, spans.split("+")):
            span = self._table("span")[int(number)]
            if int(span["size"], 0) == 2 and "type" not in span:
                segment = self._table("seg")[int(span["seg"])]
                at = int(segment["start"], 0) + int(span["start"], 0)
                return lambda peek: peek((at + 1) & 0xFFFF)
        return None

    def locals(self, start: int, peek: Peek) -> list[Variable]:
        """Return the locals of the routine that begins at ``start``."""
        found = self.routines.get(start, [])
        if not found or self._pointer is None:
            return []
        pointer = self._pointer if isinstance(self._pointer, int) else self._pointer(peek)
        top = peek(pointer) | peek((pointer + 1) & 0xFFFF) << 8
        top -= min(found[0][1], 0)
        ends = [offset for _, offset in found[1:]] + [found[-1][1] + 2]
        ends = [min(end, 0) if at < 0 else end for (_, at), end in zip(found, ends, strict=True)]
        return [
            Variable(name, (top + offset) & 0xFFFF, raw_type(max(end - offset, 1)))
            for (name, offset), end in zip(found, ends, strict=True)
        ]


# -- DWARF -------------------------------------------------------------------------------------

_SIGNED = (5, 6)  # DW_ATE_signed, signed_char
_THROUGH = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type")
_WORDS = {
    "DW_TAG_structure_type": "struct", "DW_TAG_union_type": "union",
    "DW_TAG_enumeration_type": "enum",
}  # fmt: skip
_DW_OP_ADDR = 3
_VOID = Type("void", "bytes", 0)


def _elf_variables(data: bytes) -> tuple[list[Variable], Locals]:
    """Return the variables of an ELF file with DWARF; none if it is damaged."""
    import io

    from elftools.elf.elffile import ELFFile

    everywhere: list[Variable] = []
    inside: list[tuple[int, int, Variable]] = []
    types = _Types()
    try:
        file = ELFFile(io.BytesIO(data))
        dwarf = file.get_dwarf_info() if file.has_dwarf_info() else None
        for unit in dwarf.iter_CUs() if dwarf is not None else ():
            for first, last, variable in _unit_variables(unit, types):
                if last:
                    inside.append((first, last, variable))
                else:
                    everywhere.append(variable)
                if len(everywhere) + len(inside) > VARIABLES_MOST:
                    break
    except Exception:  # the library has dozens of them; what reads the lines tells of damage
        return [], lambda _pc, _peek: []
    return everywhere, lambda pc, _: [v for first, last, v in inside if first <= pc < last]


def _unit_variables(unit: Any, types: _Types) -> Iterator[tuple[int, int, Variable]]:
    """Yield (first, end, Variable) of a unit's variables; 0, 0 of those outside of functions."""
    for die in unit.iter_DIEs():
        attributes = die.attributes
        if die.tag != "DW_TAG_variable" or "DW_AT_location" not in attributes:
            continue
        place = attributes["DW_AT_location"].value
        if not isinstance(place, list) or not place or place[0] != _DW_OP_ADDR:
            continue
        address = int.from_bytes(bytes(place[1:]), "little")
        name = _attribute(die, "DW_AT_name")
        if not name or address > 0xFFFF:
            continue
        first, end = _function_of(die)
        yield first, end, Variable(name, address, types.of(die))


def _function_of(die: Any) -> tuple[int, int]:
    parent = die.get_parent()
    while parent is not None:
        if parent.tag == "DW_TAG_subprogram" and "DW_AT_low_pc" in parent.attributes:
            low = parent.attributes["DW_AT_low_pc"].value
            high = parent.attributes["DW_AT_high_pc"]
            end = high.value if high.form == "DW_FORM_addr" else low + high.value
            return low, end
        parent = parent.get_parent()
    return 0, 0


def _attribute(die: Any, name: str) -> str:
    found = die.attributes.get(name)
    return found.value.decode("utf-8", "replace") if found is not None else ""


def _number(die: Any, name: str, usual: int = 0) -> int:
    found = die.attributes.get(name)
    value = found.value if found is not None else usual
    return value if isinstance(value, int) and 0 <= value <= SIZE_MOST else usual


def _title(kind: Any) -> str:
    """Return how C names a type: ``struct place``."""
    words = [_WORDS.get(kind.tag, ""), _attribute(kind, "DW_AT_name")]
    return " ".join(filter(None, words)) or "?"


class _Types:
    """The types of an ELF file, each made once; one within itself has no members."""

    def __init__(self) -> None:
        self._known: dict[int, Type] = {}

    def of(self, die: Any, depth: int = 0) -> Type:
        """Return the type that a DIE refers to."""
        if "DW_AT_type" not in die.attributes or depth > DEPTH_MOST:
            return _VOID
        kind = die.get_DIE_from_attribute("DW_AT_type")
        if kind.offset not in self._known:
            self._known[kind.offset] = Type(_title(kind), "bytes", _number(kind, "DW_AT_byte_size"))
            self._known[kind.offset] = self._made(kind, depth)
        return self._known[kind.offset]

    def _made(self, kind: Any, depth: int) -> Type:
        name, size = _title(kind), _number(kind, "DW_AT_byte_size")
        if kind.tag == "DW_TAG_base_type":
            return Type(name, "number", size, kind.attributes["DW_AT_encoding"].value in _SIGNED)
        if kind.tag == "DW_TAG_enumeration_type":
            return Type(name, "number", size)
        if kind.tag == "DW_TAG_pointer_type":
            inner = self.of(kind, depth + 1)
            return Type(f"{inner.name} *", "pointer", size or 2, element=inner)
        if kind.tag == "DW_TAG_array_type":
            return self._array(kind, depth)
        if kind.tag in ("DW_TAG_structure_type", "DW_TAG_union_type"):
            return Type(name, "struct", size, members=self._members(kind, depth))
        if kind.tag in _THROUGH:
            inner = self.of(kind, depth + 1)
            return replace(inner, name=_attribute(kind, "DW_AT_name") or inner.name)
        return Type(name, "bytes", size)

    def _array(self, kind: Any, depth: int) -> Type:
        inner = self.of(kind, depth + 1)
        counts = []
        for child in kind.iter_children():
            if child.tag == "DW_TAG_subrange_type":
                most = _number(child, "DW_AT_upper_bound", -1)
                counts.append(_number(child, "DW_AT_count", most + 1))
        name = inner.name + "".join(f"[{count}]" for count in counts)
        for at, count in enumerate(reversed(counts), 1):
            size = min(inner.size * count, SIZE_MOST)
            last = name if at == len(counts) else f"{inner.name}[{count}]"
            inner = Type(last, "array", size, element=inner, count=count)
        return inner

    def _members(self, kind: Any, depth: int) -> tuple[tuple[str, int, Type], ...]:
        return tuple(
            (_attribute(child, "DW_AT_name"), _number(child, "DW_AT_data_member_location"),
             self.of(child, depth + 1))
            for child in kind.iter_children()
            if child.tag == "DW_TAG_member"
        )  # fmt: skip
