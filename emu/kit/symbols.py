"""Symbols of an assembled program: names, segments, routines and source lines.

From what ld65 writes, ``--dbgfile`` (everything) or ``-Ln`` (names only), and from what other
assemblers and compilers write (emu.kit.debug_formats, c64.debug.labels).
Source: "ld65 Users Guide" and cc65's src/dbginfo/dbginfo.c for the format, version 2.0.

A debug file may come from a stranger.  Its size is limited, and its numbers and references are
checked.  Of the sources it names, only those are read that lie in its own folder, in one that the
caller names, or in the current directory, unless that is the home directory or the root.
"""

import bisect
import difflib
import os
import re
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path, PureWindowsPath

from c64.cpu.opcodes import OPCODES
from c64.debug.labels import LabelError, read_labels
from disk.budget import DEBUG_MOST, Budget, OverBudget
from disk.plain_file import read_plain, read_text
from emu.kit.debug_formats import DebugData, FormatError, read_debug_data
from emu.kit.errors import KitUsageError
from emu.kit.linker_records import (
    DBG_LARGEST,
    NUMBER_MOST,
    Damaged,
    Fields,
    Table,
    debug_records,
    ids_of,
    memory_of,
    number_of,
)  # fmt: skip
from emu.kit.types import AnyPath, Block, Line, Peek, Place, Where

SOURCE_LARGEST = 4 << 20
SOURCE_LINES_MOST = 100_000
_SOURCES_KEPT = 32 << 20  # bytes of memory for the lines of sources
_LINE_COST = 60  # bytes that a line takes beside its text
OUTPUT_LARGEST = 16 << 20
C_SOURCES = (".c", ".h", ".cc", ".cpp", ".cxx", ".hpp")
IN_C = "1"  # type of a line in a high-level language; 0 is the assembler's own
_SYMBOL_COST = 600  # bytes that a symbol of ld65's takes beside its names
_BYTE_COST = 10  # of a byte of a statement in C, for the time that it takes
_DEPTH_MOST = 64  # of scopes in one another; ca65 allows 16
_MNEMONICS = frozenset(op.mnemonic for op in OPCODES if op.documented)
BRANCHES = frozenset(op.mnemonic for op in OPCODES if op.mode == "rel")
_NONE = Table()
_STATEMENT = re.compile(r"^(?:@?[A-Za-z_]\w*:|:)?\s*([A-Za-z_.]\w*)")


@dataclass(frozen=True)
class Segment:
    """A piece of the program: ``start`` and ``size`` in memory, ``offset`` in ``output``."""

    name: str
    start: int
    size: int
    output: str | None = None
    offset: int = 0


@dataclass(frozen=True)
class Routine:
    """A ``.proc``: the addresses ``start`` to ``end`` - 1, and where its source begins."""

    name: str
    start: int
    end: int
    path: str | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Symbol:
    """A label (``is_label``) or a constant; ``scoped``: inside a ``.proc`` or ``.scope``."""

    name: str
    value: int
    is_label: bool
    where: str = ""
    scoped: bool = False


class Symbols:
    """The symbols of the program in memory; ``+`` joins those of two programs.

    names     {name: [Symbol]}; those in a scope also as ``scope::name``
    segments  {name: Segment}
    routines  [Routine] by address
    lines     {address: (path, line)} of every instruction and every piece of data
    code      {address: size} of instructions
    sources   {path: size in bytes when it was assembled}
    uses      {address: (path, line)} where a macro is used, by the address of its expansion
    """

    def __init__(self) -> None:
        self.names: dict[str, list[Symbol]] = {}
        self.segments: dict[str, Segment] = {}
        self.sources: dict[str, int] = {}
        self.lines: dict[int, Line] = {}
        self.code: dict[int, int] = {}
        self.uses: dict[int, Line] = {}
        self.routines: list[Routine] = []
        self._sorted: list[tuple[int, str]] | None = None
        self._known: dict[str, int] = {}
        self._seen: dict[str, set[Symbol]] = {}  # those of a name that several have

    def add(self, symbol: Symbol, *names: str) -> None:
        """Enter a symbol under its names."""
        for name in names:
            known = self.names.setdefault(name, [])
            if known and name not in self._seen:
                self._seen[name] = set(known)
            if known and symbol in self._seen[name]:
                continue
            if known:
                self._seen[name].add(symbol)
            known.append(symbol)
        self._sorted, self._known = None, {}

    def __add__(self, other: "Symbols") -> "Symbols":
        both = Symbols()
        for part in (self, other):
            for name, symbols in part.names.items():
                for symbol in symbols:
                    both.add(symbol, name)
            for table in ("segments", "lines", "code", "sources", "uses"):
                getattr(both, table).update(getattr(part, table))
        both.routines = sorted(self.routines + other.routines, key=lambda r: r.start)
        return both

    def address(self, what: Place) -> int:
        """Return the address of a name or of a source line (``main.c:11``), or a number itself.

        LabelError names the nearest names there are, or the several a name could mean;
        KitUsageError for a number that is no address.
        """
        if isinstance(what, str) and what in self._known:
            return self._known[what]
        if not isinstance(what, str):
            if not 0 <= what <= 0xFFFF:
                raise KitUsageError(f"address {what:#x} is outside $0000-$FFFF")
            return what
        found = self.names.get(what)
        if found is None:
            place = self._line_place(what)
            if place is not None:
                return place
            near = ", ".join(difflib.get_close_matches(what, self.names, n=3))
            none = "" if self.names else ": the test names neither dbg nor labels"
            hint = f"; near it: {near}" if near else none
            raise LabelError(f"label '{what}' does not exist{hint}")
        values = _meant(found)
        if len(values) > 1:
            ways = ", ".join(sorted(f"{s.where or '?'} (${s.value:04X})" for s in found))
            raise LabelError(f"label '{what}' exists more than once: {ways}")
        self._known[what] = values.pop() & 0xFFFF
        return self._known[what]

    def _line_place(self, what: str) -> int | None:
        """Return the first address of a source line ``main.c:11``, None if it is no such place."""
        name, _, digits = what.rpartition(":")
        if not name or not digits.isdecimal() or len(digits) > 7:
            return None
        parts, number = Path(name).parts, int(digits)
        mine = [
            (at, path, line)
            for at, (path, line) in self.lines.items()
            if at in self.code and Path(path).parts[-len(parts) :] == parts
        ]
        there = sorted((at, path) for at, path, line in mine if line == number)
        if len({path for _, path in there}) > 1:
            paths = ", ".join(sorted({path for _, path in there}))
            raise LabelError(f"line '{what}' exists more than once: {paths}")
        if there:
            return there[0][0]
        if not mine:
            return None
        near = sorted({line for _, _, line in mine}, key=lambda line: abs(line - number))[:3]
        words = ", ".join(map(str, sorted(near)))
        raise LabelError(f"line '{what}' has no code; lines near it that have: {words}")

    def labels(self) -> "_Labels":
        """Return a dict {name: address}; a wrong name raises the error of ``address``."""
        meant = {name: _meant(symbols) for name, symbols in self.names.items()}
        return _Labels(self, {n: v.pop() & 0xFFFF for n, v in meant.items() if len(v) == 1})

    def is_branch(self, addr: int, peek: Peek) -> bool:
        """Return True for a conditional branch, judged by its source or else by ``peek(addr)``."""
        if self.code.get(addr) != 2:
            return False
        word = statement(*self.lines[addr])
        return (word if word in _MNEMONICS else OPCODES[peek(addr)].mnemonic) in BRANCHES

    def range(self, what: Where) -> tuple[int, int]:
        """Return (first, last) of an address, a name, a segment or a (first, last) pair.

        The name of a routine means all of it; ``segment:NAME`` or a name that only a
        segment has, the segment.
        """
        if isinstance(what, tuple):
            first, last = self.address(what[0]), self.address(what[1])
            if last < first:
                raise KitUsageError(f"range ${first:04X}-${last:04X} ends before it begins")
            return first, last
        if isinstance(what, str):
            name = what.removeprefix("segment:")
            if name in self.segments and (name != what or name not in self.names):
                segment = self.segments[name]
                return segment.start, segment.start + max(segment.size, 1) - 1
            at = self.address(what)
            for routine in self.routines:
                if routine.name == what:
                    return routine.start, routine.end - 1
            return at, at
        at = self.address(what)
        return at, at

    def name_at(self, addr: int) -> str:
        """Return ``label`` or ``label+n`` for an address, "" if no label is near below."""
        if self._sorted is None:
            labels: dict[int, str] = {}
            for symbols in self.names.values():
                for s in symbols:
                    if s.is_label and (s.value not in labels or labels[s.value][0] == "@"):
                        labels[s.value] = s.name
            self._sorted = sorted(labels.items())
        at = bisect.bisect_right(self._sorted, (addr, "\uffff")) - 1
        if at < 0 or addr - self._sorted[at][0] > 0xFF:
            return ""
        base, name = self._sorted[at]
        return name if base == addr else f"{name}+{addr - base}"

    def routine_at(self, addr: int) -> Routine | None:
        """Return the innermost Routine that contains an address, or None."""
        best = None
        for routine in self.routines:
            if routine.start <= addr < routine.end:
                if best is None or routine.end - routine.start <= best.end - best.start:
                    best = routine
        return best

    def source(self, addr: int) -> tuple[str, int, str] | None:
        """Return (path, line, text) of the source at an address, or None; text may be ""."""
        where = self.lines.get(addr)
        if where is None:
            return None
        lines = source_lines(where[0])
        text = lines[where[1] - 1] if 0 < where[1] <= len(lines) else ""
        return where[0], where[1], text.split(";")[0].rstrip()


class _Labels(dict[str, int]):
    """The dict that ``Symbols.labels`` returns."""

    def __init__(self, symbols: Symbols, known: dict[str, int]) -> None:
        super().__init__(known)
        self._symbols = symbols

    def __missing__(self, name: str) -> int:
        return self._symbols.address(name)


def _meant(symbols: Iterable[Symbol]) -> set[int]:
    """Return the values a name can mean; those outside of all scopes take precedence."""
    return {s.value for s in symbols if not s.scoped} or {s.value for s in symbols}


_source_cache: dict[str, list[str]] = {}
_source_costs: dict[str, int] = {}  # bytes of memory, the oldest first
_readable: set[str] = set()  # sources that lie where their debug file may name some


def source_lines(path: str) -> list[str]:
    """Return the lines of a source file, [] if it is missing or must not be read."""
    if path not in _readable:
        return []
    if path not in _source_cache:
        size = _size(path)
        try:
            text = "" if size is None or size > SOURCE_LARGEST else _text(path)
        except OSError:
            text = ""
        lines = text.splitlines()
        _source_cache[path] = lines if len(lines) <= SOURCE_LINES_MOST else []
        _source_costs[path] = _LINE_COST * len(_source_cache[path]) + memory_of(text)
        while sum(_source_costs.values()) > _SOURCES_KEPT and len(_source_costs) > 1:
            first = next(iter(_source_costs))
            del _source_cache[first], _source_costs[first]
    return _source_cache[path]


def _text(path: AnyPath) -> str:
    return read_text(path, DBG_LARGEST, "replace")


def statement(path: str, line: int) -> str:
    """Return the first word of a source line after its label, in capitals; "" if none, and in C."""
    if path.lower().endswith(C_SOURCES):
        return ""
    lines = source_lines(path)
    match = _STATEMENT.match(lines[line - 1].strip()) if 0 < line <= len(lines) else None
    return match[1].upper() if match else ""


def symbols_from_labels(path: AnyPath) -> Symbols:
    """Return the Symbols of a file of labels, as c64.debug.labels reads them."""
    symbols = Symbols()
    for name, value in read_labels(path).items():
        symbols.add(Symbol(name, value, True), name)
    return symbols


def _following(places: list[tuple[int, int, int]], line: int) -> tuple[int, int] | None:
    """Return (segment, offset) of what is at a line or first after it; places are in order."""
    at = bisect.bisect_left(places, (line, 0, 0))
    return places[at][1:] if at < len(places) else None


class _Sources:
    """Finds the sources that a debug file names."""

    def __init__(self, path: AnyPath, folders: tuple[AnyPath, ...]) -> None:
        self.path = Path(path)
        self._roots = _source_roots(self.path, folders)

    def find(self, name: str) -> str:
        """Return the path of a source, as given or relative to the debug file's folders.

        It may be read if it lies in one of the allowed folders.
        """
        if "\0" in name:
            raise Damaged(f"name={name[:20]!r}")
        if "\\" in name and not Path(name).exists():  # the tool ran on Windows
            name = PureWindowsPath(name).as_posix()
        if Path(name).is_absolute():
            found = [os.path.normpath(name)]
        else:
            folders = (Path.cwd(), *self.path.resolve().parents)
            found = [os.path.normpath(folder / name) for folder in folders]
        for path in found:
            if self._may_read(path) and _size(path) is not None:
                _readable.add(path)
                return path
        return found[0] if len(found) == 1 else name

    def _may_read(self, path: str) -> bool:
        real = Path(os.path.realpath(path))
        return any(real.is_relative_to(root) for root in self._roots)


class _DebugFile(_Sources):
    """One pass over the records, building Symbols."""

    def __init__(self, path: AnyPath, folders: tuple[AnyPath, ...]) -> None:
        super().__init__(path, folders)
        self.symbols = Symbols()
        self._budget = Budget(DEBUG_MOST)
        self._spans: dict[int, tuple[int, int, bool, bool]] = {}
        self._scopes: dict[int, list[str]] = {}  # names from the inside, by the id of the innermost
        self.moves: dict[int, list[tuple[int, int]]] = {}  # {segment: [(from offset, how far)]}
        try:
            self.records = debug_records(path, self._budget)
            self.files = {i: self.find(f["name"]) for i, f in self.table("file").items()}
            self.read_segments()
            self.read_origins()
            self.read_lines()
            self.read_statements()
            self.read_symbols()
        except OverBudget:
            raise _too_much(path) from None
        except KeyError as error:
            missing = str(error)[:40]
            raise KitUsageError(f"dbg {path}: damaged: a record lacks {missing}") from None
        except ValueError as error:
            raise KitUsageError(f"dbg {path}: damaged: a record's {error} is wrong") from None

    def table(self, kind: str) -> Table:
        return self.records.get(kind, _NONE)

    def read_segments(self) -> None:
        self.segments: dict[int, Segment] = {}
        for i, f in self.table("seg").items():
            segment = Segment(
                f["name"], number_of(f, "start"), number_of(f, "size"), f.get("oname"),
                number_of(f, "ooffs") if "ooffs" in f else 0,
            )  # fmt: skip
            if segment.start + segment.size > 0x1000000:
                raise Damaged(f"size={f['size'][:20]!r}")
            self.segments[i] = segment
            if segment.size:
                self.symbols.segments[segment.name] = segment
        for i, f in self.table("file").items():
            self.symbols.sources[self.files[i]] = number_of(f, "size")

    def read_origins(self) -> None:
        """Find what lies at an address that ``.org`` says instead of the configuration.

        ld65 counts spans from where it puts the segment all the same.  Labels there belong to no
        segment, and have the right values: their lines' spans tell how far off spans are.
        """
        placed = [
            f for f in self.table("sym").holding("type=lab")
            if f.get("type") == "lab" and "seg" not in f and "val" in f
            and f.get("addrsize") != "zeropage"
        ]  # fmt: skip
        exact: dict[int, dict[int, int]] = {}  # {segment: {offset: how far it is moved}}
        others: dict[int, dict[int, int]] = {}
        first = self._first_spans() if placed else {}
        defined = [(f, i) for f in placed for i in ids_of(f, "def")]
        for label, i in defined:
            line = self.table("line").get(i)
            if line is None or line.get("type", "0") != "0":  # of a macro, or C
                continue
            place = _following(first.get(line["file"], []), number_of(line, "line"))
            if place is not None:
                number, offset = place
                moved = number_of(label, "val") - self.segments[number].start - offset
                (exact if "span" in line else others).setdefault(number, {})[offset] = moved
        for number, found in others.items():  # a gap may be between a label and the next statement
            known = set(exact.get(number, {}).values())
            found = {at: moved for at, moved in found.items() if moved in known or not known}
            exact[number] = found | exact.get(number, {})
        for number, found in exact.items():
            self._move(number, sorted(found.items()))

    def _first_spans(self) -> dict[str, list[tuple[int, int, int]]]:
        """Return {file: [(line, segment, offset)]} of the assembler's lines, in order."""
        found: dict[str, list[tuple[int, int, int]]] = {}
        for line in self.table("line").holding("span="):
            if "span" in line and line.get("type", "0") == "0":
                span = self.table("span")[min(ids_of(line, "span"))]
                place = (number_of(line, "line"), number_of(span, "seg"), number_of(span, "start"))
                found.setdefault(line["file"], []).append(place)
        return {file: sorted(places) for file, places in found.items()}

    def _move(self, number: int, moves: list[tuple[int, int]]) -> None:
        """Note that a segment's contents lie elsewhere: the whole if all are moved alike."""
        segment = self.segments[number]
        if len({moved for _, moved in moves}) > 1:
            self.moves[number] = moves
        elif segment.start + moves[0][1] >= 0:
            moved = replace(segment, start=segment.start + moves[0][1])
            self.segments[number] = moved
            if self.symbols.segments.get(segment.name) == segment:
                self.symbols.segments[segment.name] = moved

    def span(self, i: int) -> tuple[int, int, bool, bool]:
        """Return (address, size, holds data, is in the program) of a span."""
        if i in self._spans:
            return self._spans[i]
        f = self.table("span")[i]
        number, offset = number_of(f, "seg"), number_of(f, "start")
        segment, moves = self.segments[number], self.moves.get(number)
        address = segment.start + offset
        if moves:
            at = bisect.bisect_right(moves, (offset, NUMBER_MOST)) - 1
            address = max(address + moves[max(at, 0)][1], 0)
        found = address, number_of(f, "size"), "type" in f, segment.output is not None
        self._spans[i] = found
        return found

    def read_lines(self) -> None:
        """Give every address its line; of a macro, the line in the macro."""
        symbols = self.symbols
        best: dict[int, bool] = {}
        for f in self.table("line").holding("span="):
            if "span" not in f or f.get("type") == IN_C:
                continue
            macro = f.get("type") == "2"
            where = (self.files[number_of(f, "file")], number_of(f, "line"))
            for i in ids_of(f, "span"):
                addr, size, data, stored = self.span(i)
                if size > 3 and not data:  # a whole macro, .res or .incbin
                    if not macro:
                        symbols.uses[addr] = where
                    continue
                if addr in best and best[addr] and not macro:
                    continue
                best[addr] = macro
                symbols.lines[addr] = where
                if stored and not data and not statement(*where).startswith("."):
                    symbols.code[addr] = size

    def read_statements(self) -> None:
        """Give the instructions of a statement in C its line instead of the compiler's."""
        spans = []
        for f in self.table("line").holding("type="):
            if f.get("type") == IN_C:
                where = (self.files[number_of(f, "file")], number_of(f, "line"))
                spans += [(*self.span(i)[:2], where) for i in ids_of(f, "span")]
        self._budget.take(_BYTE_COST * sum(size for _, size, _ in spans))
        for addr, size, where in sorted(spans, key=lambda span: -span[1]):  # the smallest count
            _enter_span(self.symbols, addr, size, where)

    def read_symbols(self) -> None:
        scopes, table = self.table("scope"), self.table("sym")
        seen = set()  # a constant of an include file is in every module
        for f in table.values():
            if f.get("type") not in ("lab", "equ") or "val" not in f:
                continue
            value, name = number_of(f, "val"), f["name"]
            full = self._qualified(f, table)
            where = self._where(f)
            if (known := (full, name, value, f["type"], where)) in seen:
                continue
            seen.add(known)
            self._budget.take(_SYMBOL_COST + 3 * memory_of(full) + 2 * memory_of(where))
            symbol = Symbol(name, value, f["type"] == "lab", f"{full} in {where}", full != name)
            file = os.path.basename(where.split(":")[0])
            self.symbols.add(symbol, *{name, full, f"{file}:{full}"})
        for f in scopes.values():
            label = table.get(number_of(f, "sym")) if "sym" in f else None
            if label is not None and f.get("type") == "scope" and number_of(f, "size"):
                self._add_routine(f, label)
        self.symbols.routines.sort(key=lambda r: r.start)

    def _qualified(self, f: Fields, table: Table) -> str:
        """Return the name with its scopes: ``scope::name``."""
        parts = [f["name"]]
        while "parent" in f and len(parts) < _DEPTH_MOST:
            f = table[number_of(f, "parent")]
            parts.append(f["name"])
        if "scope" in f:
            parts += self._scope(number_of(f, "scope"))
        if len(parts) >= _DEPTH_MOST:
            raise Damaged(f"scope of {parts[0][:20]!r}, {_DEPTH_MOST} deep or in itself,")
        return "::".join(reversed(parts))

    def _scope(self, number: int) -> list[str]:
        """Return the names of a scope and those around it, at most _DEPTH_MOST."""
        if number not in self._scopes:
            names: list[str] = []
            scope = self.table("scope").get(number)
            while scope is not None and scope["name"] and len(names) < _DEPTH_MOST:
                names.append(scope["name"])
                around = number_of(scope, "parent") if "parent" in scope else None
                scope = None if around is None else self.table("scope").get(around)
            self._scopes[number] = names
        return self._scopes[number]

    def _where(self, f: Fields) -> str:
        lines = ids_of(f, "def")
        line = self.table("line").get(lines[0]) if lines else None
        if line is None:
            return "?"
        return f"{self.files[number_of(line, 'file')]}:{number_of(line, 'line')}"

    def _add_routine(self, scope: Fields, label: Fields) -> None:
        if label.get("type") != "lab":
            return
        start = number_of(label, "val")
        path, _, line = self._where(label).rpartition(":")  # "?" if nobody says
        number = int(line) if path else 0
        self.symbols.routines.append(
            Routine(label["name"], start, start + number_of(scope, "size"), path or None, number)
        )


def _enter_span(symbols: Symbols, addr: int, size: int, where: Line) -> None:
    """Give the instructions of a statement in C their line.

    What the assembler said about its instructions is kept; without, the whole is counted as one.
    """
    known = [at for at in range(addr, addr + size) if at in symbols.code]
    if not known and size:
        symbols.code[addr] = size
    for at in known or [addr]:
        symbols.lines[at] = where


class _OtherFile(_Sources):
    """What emu.kit.debug_formats has read, building Symbols."""

    def __init__(self, path: AnyPath, folders: tuple[AnyPath, ...], data: DebugData) -> None:
        super().__init__(path, folders)
        self.symbols = Symbols()
        self._found: dict[str, str] = {}
        self._places: dict[str, int] = {}  # by source: the line after the last one found
        try:
            self._read(data)
        except ValueError as error:
            raise KitUsageError(f"dbg {path}: damaged: a record's {error} is wrong") from None

    def _path(self, name: str) -> str:
        if name not in self._found:
            self._found[name] = self.find(name) if name else ""
        return self._found[name]

    def _read(self, data: DebugData) -> None:
        symbols = self.symbols
        for name, value in data.labels.items():
            symbols.add(Symbol(name, value, True), name)
        for row in data.rows:
            path = self._path(row.file)
            line = row.line or self._line_of(path, row.text)
            if not line or row.address in symbols.lines:
                continue
            symbols.lines[row.address] = (path, line)
            code = row.code
            if code is None:  # KickAssembler does not say; a macro's line may be any
                word = statement(path, line)
                code = row.size <= 3 and (not word or not word.startswith("."))
            if code:
                symbols.code[row.address] = row.size
        for routine in data.routines:
            place = symbols.lines.get(routine.start, (self._path(routine.file), routine.line))
            found = Routine(routine.name, routine.start, routine.end, place[0], place[1])
            symbols.routines.append(found)
        symbols.routines.sort(key=lambda r: r.start)

    def _line_of(self, path: str, text: str) -> int:
        """Return the next line of a source that has this text, 0 if none has."""
        lines, wanted = source_lines(path), text.split()
        begin = self._places.get(path, 0)
        for part in (range(begin, len(lines)), range(min(begin, len(lines)))):
            for at in part:
                if lines[at].split() == wanted:
                    self._places[path] = at + 1
                    return at + 1
        return 0


def _too_much(path: AnyPath) -> KitUsageError:
    return KitUsageError(f"dbg {path}: says more than {DEBUG_MOST >> 20} MiB of memory can hold")


def symbols_from_dbg(path: AnyPath, *folders: AnyPath) -> Symbols:
    """Return the Symbols of a debug file; KitUsageError if it is unusable.

    It is one of ``ld65 --dbgfile``, or of emu.kit.debug_formats.

    folders  further folders of sources, beside the file's own and the current one
    """
    try:
        data = read_debug_data(read_plain(path, DBG_LARGEST))
    except FormatError as error:
        raise KitUsageError(f"dbg {path}: {error}") from None
    except OverBudget:
        raise _too_much(path) from None
    except (OSError, ValueError):
        data = None  # reading it as ld65's file reports what is wrong
    return (
        _DebugFile(path, folders).symbols
        if data is None
        else _OtherFile(path, folders, data).symbols
    )


def linked_blocks(symbols: Symbols, folder: AnyPath) -> list[Block]:
    """Return [(address, bytes)] of the segments in the files that ld65 wrote.

    folder  where it ran; the debug file's outputs are relative to it

    KitUsageError if one is outside of the folder, no plain file, empty or too large; OSError if it
    cannot be read.
    """
    blocks = []
    root = Path(folder).resolve()
    for segment in symbols.segments.values():
        if segment.output and segment.size and segment.start >= 2:
            path = Path(os.path.realpath(root / segment.output))
            odd = path.exists() and (_size(path) or 0) not in range(1, OUTPUT_LARGEST + 1)
            if odd or not path.is_relative_to(root):
                name = segment.output[:80]
                raise KitUsageError(f"dbg: {name!r}: is no file of a program in {folder}")
            data = read_plain(path, OUTPUT_LARGEST)
            blocks.append((segment.start, data[segment.offset : segment.offset + segment.size]))
    return blocks


def check_build(
    symbols: Symbols, dbg: AnyPath, prg: AnyPath, memory: Callable[[int], int | None]
) -> set[str]:
    """Reject a debug file of another build than the program.

    prg     path of the program; segments with that output name are checked
    memory  function(address) -> byte of the program, None outside of it

    Every instruction in the debug file must agree with the source and with the program.
    Sources that have changed since are not checked but returned, as a set of paths.
    """
    name = Path(prg).name
    mine = [s for s in symbols.segments.values() if s.output and Path(s.output).name == name]
    changed = {p for p, size in symbols.sources.items() if _size_of_source(p) not in (size, None)}
    size = Path(prg).stat().st_size
    for segment in mine:
        if segment.offset + segment.size > size:
            raise KitUsageError(
                f"dbg {dbg}: from another build than {prg}: segment {segment.name} ends at "
                f"byte {segment.offset + segment.size}, the program has {size}"
            )
    for addr in sorted(symbols.code):
        inside = any(s.start <= addr < s.start + s.size for s in mine)
        if inside and symbols.lines[addr][0] not in changed:
            _check_instruction(symbols, dbg, prg, addr, memory(addr))
    return changed


def _size_of_source(path: str) -> int | None:
    return _size(path) if path in _readable else None


def _size(path: AnyPath) -> int | None:
    """Return the size of a regular file, else None: a device never ends."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None


def _source_roots(dbg: Path, folders: tuple[AnyPath, ...]) -> list[Path]:
    """Return the folders where the sources of a debug file may lie."""
    project = Path.cwd().resolve()
    everything = (Path.home().resolve(), Path(project.anchor))
    named = [dbg.parent, *(Path(folder) for folder in folders)]
    return [*(folder.resolve() for folder in named), *({project} - set(everything))]


def _check_instruction(
    symbols: Symbols, dbg: AnyPath, prg: AnyPath, addr: int, byte: int | None
) -> None:
    path, line = symbols.lines[addr]
    word = statement(path, line)
    if byte is None or word not in _MNEMONICS:
        return
    op = OPCODES[byte]
    if op.mnemonic != word or op.length != symbols.code[addr]:
        raise KitUsageError(
            f"dbg {dbg}: from another build than {prg}: ${addr:04X} is '{word}' in "
            f"{Path(path).name}:{line}, but {op.mnemonic} in the program; assemble both again"
        )


def labels_of(symbols: Symbols) -> dict[str, int]:
    """Return {name: address} of the labels with an unambiguous name."""
    labels = {}
    for name, found in symbols.names.items():
        values = {s.value for s in found if s.is_label}
        if len(values) == 1:
            labels[name] = values.pop() & 0xFFFF
    return labels


def is_linkers(name: str) -> bool:
    """True for a name that ld65 made, ``__CODE_SIZE__``: a number more often than a place."""
    return name.startswith("__") and name.endswith("__")
