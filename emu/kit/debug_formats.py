"""What assemblers and compilers other than ca65 say about addresses and source lines.

``read_debug_data`` knows the debug files of KickAssembler (``-debugdump``, .dbg) and Oscar64
(``-g``, .dbj), the listings of ACME (``-r``), 64tass (``-L``) and dasm (``-l``), and llvm-mos's ELF
with DWARF, which needs pyelftools (``go64[elf]``).  Which it is, the contents say.

Sources: "C64Debugger - KickAss format" in C64 Debugger's README; output of acme 0.97, 64tass 1.58,
dasm 2.20; the keys of a .dbj as VS64 reads them; "DWARF Debugging Information Format", version 4.
"""

import io
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from c64.cpu.opcodes import OPCODES
from disk.budget import DEBUG_MOST, JSON_VALUES_MOST, Budget
from emu.kit.linker_records import Damaged, lines_of, memory_of

_MNEMONICS = frozenset(op.mnemonic for op in OPCODES)
_HEAD = 4096  # bytes that tell the format
_JSON_MOST = 8 << 20  # bytes
_COST = 250  # bytes that a row, a label or a routine takes beside its text, with what it becomes
_ELF = b"\x7fELF"


class Row(NamedTuple):
    """Bytes of a source line: ``size`` of them from ``address``.

    line  from 1; 0: to be found by ``text``
    code  True: an instruction, False: data, None: unknown
    span  True: all instructions of a statement in C
    """

    address: int
    size: int
    file: str
    line: int
    code: bool | None
    text: str = ""
    span: bool = False


class RoutineRow(NamedTuple):
    """A function in C: the addresses ``start`` to ``end`` - 1."""

    name: str
    start: int
    end: int
    file: str
    line: int


@dataclass
class DebugData:
    """What a file of one of these formats says; adding raises OverBudget if it is too much."""

    rows: list[Row] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    routines: list[RoutineRow] = field(default_factory=list)
    _budget: Budget = field(default_factory=lambda: Budget(DEBUG_MOST))

    def add(self, row: Row) -> None:
        """Add a row; its file's name belongs to many."""
        self._budget.take(_COST + memory_of(row.text))
        self.rows.append(row)

    def label(self, name: str, value: int) -> None:
        """Add a label; the first of several equal names counts."""
        self._budget.take(_COST + 2 * memory_of(name))
        self.labels.setdefault(name, value)

    def add_routine(self, routine: RoutineRow) -> None:
        """Add a function in C."""
        self._budget.take(_COST + memory_of(routine.name) + memory_of(routine.file))
        self.routines.append(routine)


class FormatError(ValueError):
    """A file of a known format is damaged, or cannot be read here."""


def read_debug_data(data: bytes) -> DebugData | None:
    """Return what a file says; None if it is of none of these formats. FormatError, OverBudget."""
    head = data[:_HEAD]
    if head.startswith(_ELF):
        return _checked(_elf(data))
    for mark, read in _TEXT_FORMATS:
        if mark.search(head):
            try:
                return _checked(read(data))
            except Damaged as error:
                raise FormatError(f"damaged: a {error}") from None
    return None


def _checked(found: DebugData) -> DebugData:
    found.rows = [
        row for row in found.rows if row.size > 0 and 0 <= row.address <= 0x10000 - row.size
    ]
    found.labels = {name: value for name, value in found.labels.items() if 0 <= value <= 0xFFFF}
    return found


def _is_instruction(text: str) -> bool:
    """True if a source line is an instruction, behind a label perhaps."""
    words = re.split(r"[\s:]+", text.split(";", maxsplit=1)[0].strip())[:3]
    return any(word.upper() in _MNEMONICS for word in words)


# -- KickAssembler ---------------------------------------------------------------------------

_TAG = re.compile(r"<(/?)(\w+)")
_SOURCE = re.compile(r"(\d+),(.+)")
_SPAN = re.compile(r"\$?([0-9A-Fa-f]{1,6}),\$?([0-9A-Fa-f]{1,6}),(\d+),(\d+)")
_LABEL = re.compile(r"[^,]*,\$?([0-9A-Fa-f]{1,6}),([^,]+)")


def _kick(data: bytes) -> DebugData:
    """Read <Sources>, <Segment> and <Labels>, whose lines are lists with commas."""
    found, files, part = DebugData(), dict[int, str](), ""
    for line in map(str.strip, lines_of(data)):
        tag = _TAG.match(line)
        if tag is not None:
            part = part if tag[1] or tag[2] == "Block" else tag[2]
            continue
        if part == "Sources" and (match := _SOURCE.match(line)):
            files[int(match[1])] = match[2].strip()
        elif part == "Segment" and (match := _SPAN.match(line)):
            first, last = int(match[1], 16), int(match[2], 16)
            name = files.get(int(match[3]))
            if name is not None and ".jar:" not in name:
                found.add(Row(first, last - first + 1, name, int(match[4]), None))
        elif part == "Labels" and (match := _LABEL.match(line)):
            found.label(match[2].strip(), int(match[1], 16))
    return found


# -- Oscar64 ---------------------------------------------------------------------------------

_BARE_KEY = re.compile(r"([{,]\s*)([A-Za-z_]\w*)\s*:")


def _oscar(data: bytes) -> DebugData:
    """Read the functions, their lines and the variables of a .dbj, whose keys have no quotes."""
    values = sum(map(data.count, (b",", b"[", b"{", b":")))
    if len(data) > _JSON_MOST or values > JSON_VALUES_MOST:
        raise FormatError(f"has {len(data)} bytes and {values} values, which is too much")
    try:
        top = json.loads(_BARE_KEY.sub(r'\1"\2":', data.decode("utf-8", "replace")))
        found = DebugData()
        for function in top.get("functions", []):
            _oscar_function(found, function)
        for variable in top.get("variables", []):
            found.label(str(variable["name"]), int(variable["start"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FormatError(f"damaged: {type(error).__name__} {str(error)[:60]}") from None
    return found


def _oscar_function(found: DebugData, function: dict[str, Any]) -> None:
    name, start, end = str(function["name"]), int(function["start"]), int(function["end"])
    source, line = str(function.get("source", "")), int(function.get("line", 0))
    found.label(name, start)
    found.add_routine(RoutineRow(name, start, end, source, line))
    for part in function.get("lines", []):
        first, last = int(part["start"]), int(part["end"])
        file = str(part.get("source", source))
        found.add(Row(first, last - first, file, int(part["line"]), True, span=True))


# -- listings --------------------------------------------------------------------------------

_ACME_SOURCE = re.compile(r"; \*{8} Source: (.+)")
_ACME_ROW = re.compile(r"\s*(\d+)  ([0-9a-f]{4,6}) ([0-9a-f]{2,16})(\.\.\.)?\s*(.*)")


def _acme(data: bytes) -> DebugData:
    found, file = DebugData(), ""
    for line in lines_of(data):
        source, row = _ACME_SOURCE.match(line), _ACME_ROW.match(line)
        if source is not None:
            file = source[1].strip()
        elif row is not None:
            code = row[4] is None and len(row[3]) <= 6 and _is_instruction(row[5])
            found.add(Row(int(row[2], 16), len(row[3]) // 2, file, int(row[1]), code))
    return found


_TASS_SOURCE = re.compile(r"[^;]*;\*{6}  (?:Processing input file|Return to file): (.+)")
_TASS_ROW = re.compile(r"(?:(\d*)(?::\d+)?\t)?([.>])([0-9a-f]{4,6})\t((?:[0-9a-f]{2} ?)+)(\t.*)?")


def _tass(data: bytes) -> DebugData:
    """Read 64tass's listing; without --line-numbers a line is identified by its text."""
    found, file = DebugData(), ""
    for line in lines_of(data):
        source, row = _TASS_SOURCE.match(line), _TASS_ROW.fullmatch(line)
        if source is not None:
            file = source[1].strip()
        elif row is not None and row[5] is not None:
            said = row[5].split("\t")[-1]
            size, number = len(row[4].split()), int(row[1] or 0)
            found.add(Row(int(row[3], 16), size, file, number, row[2] == ".", said))
    return found


_DASM_SOURCE = re.compile(r"------- FILE (.+?)(?: LEVEL \d+.*)?")
_DASM_ROW = re.compile(r"\s*(\d+)\s+([0-9a-f]{4,6})\t+ +((?:[0-9a-f]{2}(?:[ *\t]|$))+)(.*)")


def _dasm(data: bytes) -> DebugData:
    """Read the instructions; dasm shows the value of an equate as if it were data."""
    found, file = DebugData(), ""
    for line in lines_of(data):
        source, row = _DASM_SOURCE.fullmatch(line.strip()), _DASM_ROW.match(line)
        if source is not None:
            file = source[1].strip()
        elif row is not None and _is_instruction(row[4]):
            size = len(re.findall(r"[0-9a-f]{2}", row[3]))
            if size <= 3:
                found.add(Row(int(row[2], 16), size, file, int(row[1]), True))
    return found


# -- ELF -------------------------------------------------------------------------------------


def _elf(data: bytes) -> DebugData:
    try:
        from elftools.common.exceptions import DWARFError, ELFError
        from elftools.elf.elffile import ELFFile
    except ImportError:
        raise FormatError("is an ELF file: pip install 'go64[elf]' to read it") from None
    found = DebugData()
    try:
        file = ELFFile(io.BytesIO(data))
        table: Any = file.get_section_by_name(".symtab")
        for symbol in table.iter_symbols() if table is not None else ():
            _elf_symbol(found, symbol)
        if file.has_dwarf_info():
            dwarf = file.get_dwarf_info()
            for unit in dwarf.iter_CUs():
                for row in _elf_lines(dwarf, unit):
                    found.add(row)
    except (ELFError, DWARFError, ValueError, KeyError, IndexError, TypeError, AttributeError,
            AssertionError, OverflowError, EOFError) as error:  # fmt: skip
        raise FormatError(f"damaged: {type(error).__name__} {str(error)[:60]}") from None
    return found


def _elf_symbol(found: DebugData, symbol: Any) -> None:
    kind, value = symbol["st_info"]["type"], symbol["st_value"]
    if not symbol.name or kind not in ("STT_FUNC", "STT_OBJECT", "STT_NOTYPE"):
        return
    found.label(symbol.name, value)
    if kind == "STT_FUNC" and symbol["st_size"]:
        found.add_routine(RoutineRow(symbol.name, value, value + symbol["st_size"], "", 0))


def _elf_lines(dwarf: Any, unit: Any) -> Iterable[Row]:
    """Yield the rows of a unit's line program: each lasts to the address of the next."""
    program = dwarf.line_program_for_CU(unit)
    if program is None:
        return
    names = [_elf_name(program, entry) for entry in program["file_entry"]]
    first = 0 if program["version"] >= 5 else 1
    before = None
    for entry in program.get_entries():
        state = entry.state
        if state is None:
            continue
        if before is not None and state.address > before.address:
            at = before.file - first
            name = names[at] if 0 <= at < len(names) else ""
            size = state.address - before.address
            yield Row(before.address, size, name, before.line, True, span=True)
        before = None if state.end_sequence else state


def _elf_name(program: Any, entry: Any) -> str:
    name: str = entry.name.decode("utf-8", "replace")
    at: int = entry.dir_index
    folders = program["include_directory"]
    at -= 0 if program["version"] >= 5 else 1
    if not 0 <= at < len(folders) or name.startswith("/"):
        return name
    return f"{folders[at].decode('utf-8', 'replace')}/{name}"


_TEXT_FORMATS: tuple[tuple[re.Pattern[bytes], Callable[[bytes], DebugData]], ...] = (
    (re.compile(rb"<C64debugger\b"), _kick),
    (re.compile(rb'\A\s*\{\s*"?(?:variables|functions|memory|types|breakpoints)\b'), _oscar),
    (re.compile(rb"\A;? ?64tass .*listing file|\A\s*; 64tass [^\n]*listing file"), _tass),
    (re.compile(rb"\A\s*; \*{8} Source: "), _acme),
    (re.compile(rb"\A------- FILE "), _dasm),
)
