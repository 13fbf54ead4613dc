"""Symbols of an assembled program: names, segments, routines and source lines.

From what ld65 writes: ``--dbgfile`` (everything) or ``-Ln`` (names only).
Source: "ld65 Users Guide" and cc65's src/dbginfo/dbginfo.c for the format, version 2.0.
"""

import bisect
import difflib
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from c64.cpu.opcodes import OPCODES
from emu.errors import HostError
from emu.kit.labels import read_labels
from emu.kit.types import AnyPath, Block, Line, Peek, Place, Where

_FIELD = re.compile(r'(\w+)=("[^"]*"|[^,]*)')
_MNEMONICS = frozenset(op.mnemonic for op in OPCODES if op.documented)
BRANCHES = frozenset(op.mnemonic for op in OPCODES if op.mode == "rel")
Fields = dict[str, str]  # of a record in a debug file
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


@dataclass(frozen=True)
class Symbol:
    """A label (``is_label``) or a constant; ``scoped``: inside a ``.proc`` or ``.scope``."""

    name: str
    value: int
    is_label: bool
    where: str = ""
    scoped: bool = False


class Symbols:
    """What is known about the program in memory; ``+`` joins the symbols of two programs.

    names     {name: [Symbol]}; those in a scope also as ``scope::name``
    segments  {name: Segment}
    routines  [Routine] by address
    lines     {address: (path, line)} of every instruction and every piece of data
    code      {address: size} of instructions
    sources   {path: size in bytes when it was assembled}
    uses      {address: (path, line)} where the expansion of a macro begins: its use
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

    def add(self, symbol: Symbol, *names: str) -> None:
        """Enter a symbol under its names."""
        for name in names:
            known = self.names.setdefault(name, [])
            if symbol not in known:
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
        """Return the address of a name, or ``what`` itself if it is a number.

        HostError names the nearest names there are, or the several a name could mean.
        """
        if isinstance(what, str) and what in self._known:
            return self._known[what]
        if not isinstance(what, str):
            if not 0 <= what <= 0xFFFF:
                raise HostError(f"address {what:#x} is outside $0000-$FFFF")
            return what
        found = self.names.get(what)
        if found is None:
            near = ", ".join(difflib.get_close_matches(what, self.names, n=3))
            none = "" if self.names else ": the test names neither dbg nor labels"
            hint = f"; near it: {near}" if near else none
            raise HostError(f"label '{what}' does not exist{hint}")
        values = _meant(found)
        if len(values) > 1:
            ways = ", ".join(sorted(f"{s.where or '?'} (${s.value:04X})" for s in found))
            raise HostError(f"label '{what}' exists more than once: {ways}")
        self._known[what] = values.pop() & 0xFFFF
        return self._known[what]

    def labels(self) -> "_Labels":
        """Return a dict {name: address}; a name that is wrong is told as ``address`` does."""
        meant = {name: _meant(symbols) for name, symbols in self.names.items()}
        return _Labels(self, {n: v.pop() & 0xFFFF for n, v in meant.items() if len(v) == 1})

    def is_branch(self, addr: int, peek: Peek) -> bool:
        """Return True for a conditional branch: by its source, or else by ``peek(addr)``."""
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
                raise HostError(f"range ${first:04X}-${last:04X} ends before it begins")
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
    """What ``Symbols.labels`` returns."""

    def __init__(self, symbols: Symbols, known: dict[str, int]) -> None:
        super().__init__(known)
        self._symbols = symbols

    def __missing__(self, name: str) -> int:
        return self._symbols.address(name)


def _meant(symbols: Iterable[Symbol]) -> set[int]:
    """Return the values that a name can mean: outside of all scopes before inside of one."""
    return {s.value for s in symbols if not s.scoped} or {s.value for s in symbols}


_source_cache: dict[str, list[str]] = {}


def source_lines(path: str) -> list[str]:
    """Return the lines of a source file, [] if it is not there."""
    if path not in _source_cache:
        try:
            _source_cache[path] = Path(path).read_text(errors="replace").splitlines()
        except OSError:
            _source_cache[path] = []
    return _source_cache[path]


def statement(path: str, line: int) -> str:
    """Return the first word of a source line after its label, in capitals; "" if none."""
    lines = source_lines(path)
    match = _STATEMENT.match(lines[line - 1].strip()) if 0 < line <= len(lines) else None
    return match[1].upper() if match else ""


def symbols_from_labels(path: AnyPath) -> Symbols:
    """Return the Symbols of a file of ``ld65 -Ln`` (VICE's label format)."""
    symbols = Symbols()
    for name, value in read_labels(path).items():
        symbols.add(Symbol(name, value, True), name)
    return symbols


def _records(path: AnyPath) -> dict[str, dict[int, Fields]]:
    """Return {kind: {id: {key: text}}} of a debug file; HostError if it is none."""
    try:
        text = Path(path).read_text(errors="replace")
    except OSError as error:
        raise HostError(f"dbg {path}: cannot be read ({error.strerror})") from None
    if not text.startswith("version\tmajor=2,"):
        raise HostError(f"dbg {path}: not a debug file of version 2, as ld65 --dbgfile writes")
    records: dict[str, dict[int, Fields]] = {}
    for line in text.splitlines():
        kind, _, rest = line.partition("\t")
        fields = {k: v.strip('"') for k, v in _FIELD.findall(rest)}
        if "id" in fields:
            records.setdefault(kind, {})[int(fields["id"])] = fields
    return records


def _ids(text: str | None) -> list[int]:
    return [int(i) for i in text.split("+")] if text else []


class _DebugFile:
    """One pass over the records, building Symbols."""

    def __init__(self, path: AnyPath) -> None:
        self.path = Path(path)
        self.records = _records(path)
        self.symbols = Symbols()
        try:
            self.files = {i: self._find(f["name"]) for i, f in self.table("file").items()}
            self.read_segments()
            self.read_lines()
            self.read_symbols()
        except (KeyError, ValueError) as error:
            raise HostError(f"dbg {path}: damaged: a record's {error} is wrong") from None

    def table(self, kind: str) -> dict[int, Fields]:
        return self.records.get(kind, {})

    def _find(self, name: str) -> str:
        """Return the path of a source: as given, or seen from the debug file's folders."""
        if Path(name).is_absolute():
            return os.path.normpath(name)
        for folder in (Path.cwd(), *self.path.resolve().parents):
            if (folder / name).is_file():
                return os.path.normpath(folder / name)
        return name

    def read_segments(self) -> None:
        self.segments: dict[int, Segment] = {}
        for i, f in self.table("seg").items():
            segment = Segment(
                f["name"], int(f["start"], 0), int(f["size"], 0), f.get("oname"),
                int(f.get("ooffs", 0)),
            )  # fmt: skip
            self.segments[i] = segment
            if segment.size:
                self.symbols.segments[segment.name] = segment
        for i, f in self.table("file").items():
            self.symbols.sources[self.files[i]] = int(f["size"])

    def span(self, i: int) -> tuple[int, int, bool, bool]:
        """Return (address, size, holds data, is in the program) of a span."""
        f = self.table("span")[i]
        segment = self.segments[int(f["seg"])]
        return (
            segment.start + int(f["start"]), int(f["size"]), "type" in f,
            segment.output is not None,
        )  # fmt: skip

    def read_lines(self) -> None:
        """Give every address its line; of a macro, the line in the macro."""
        symbols = self.symbols
        best: dict[int, bool] = {}
        for f in self.table("line").values():
            macro = f.get("type") == "2"
            where = (self.files[int(f["file"])], int(f["line"]))
            for i in _ids(f.get("span")):
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

    def read_symbols(self) -> None:
        scopes, table = self.table("scope"), self.table("sym")
        for f in table.values():
            if f.get("type") not in ("lab", "equ") or "val" not in f:
                continue
            value, name = int(f["val"], 0), f["name"]
            full = self._qualified(f, scopes, table)
            where = self._where(f)
            symbol = Symbol(name, value, f["type"] == "lab", f"{full} in {where}", full != name)
            file = Path(where.split(":")[0]).name
            self.symbols.add(symbol, *{name, full, f"{file}:{full}"})
        for f in scopes.values():
            label = table.get(int(f["sym"])) if "sym" in f else None
            if label is not None and f.get("type") == "scope" and int(f["size"]):
                self._add_routine(f, label)
        self.symbols.routines.sort(key=lambda r: r.start)

    def _qualified(self, f: Fields, scopes: dict[int, Fields], table: dict[int, Fields]) -> str:
        """Return the name with its scopes: ``scope::name``."""
        if "parent" in f:
            parent = table[int(f["parent"])]
            return self._qualified(parent, scopes, table) + "::" + f["name"]
        parts, scope = [f["name"]], scopes.get(int(f.get("scope", -1)))
        while scope is not None and scope["name"]:
            parts.insert(0, scope["name"])
            scope = scopes.get(int(scope.get("parent", -1)))
        return "::".join(parts)

    def _where(self, f: Fields) -> str:
        lines = _ids(f.get("def"))
        line = self.table("line").get(lines[0]) if lines else None
        return f"{self.files[int(line['file'])]}:{line['line']}" if line else "?"

    def _add_routine(self, scope: Fields, label: Fields) -> None:
        if label.get("type") != "lab":
            return
        start = int(label["val"], 0)
        path, _, line = self._where(label).rpartition(":")
        self.symbols.routines.append(
            Routine(label["name"], start, start + int(scope["size"]), path, int(line or 0))
        )


def symbols_from_dbg(path: AnyPath) -> Symbols:
    """Return the Symbols of a file of ``ld65 --dbgfile``; HostError if it is unusable."""
    return _DebugFile(path).symbols


def linked_blocks(symbols: Symbols, folder: AnyPath) -> list[Block]:
    """Return [(address, bytes)] of the segments in the files that ld65 wrote.

    folder  where it ran; the debug file names its outputs from there
    """
    blocks = []
    for segment in symbols.segments.values():
        if segment.output and segment.size and segment.start >= 2:
            data = Path(folder, segment.output).read_bytes()
            blocks.append((segment.start, data[segment.offset : segment.offset + segment.size]))
    return blocks


def check_build(
    symbols: Symbols, dbg: AnyPath, prg: AnyPath, memory: Callable[[int], int | None]
) -> set[str]:
    """Refuse a debug file that is of another build than the program.

    prg     path of the program; segments with that output name are looked at
    memory  function(address) -> byte of the program, None outside of it

    Every instruction that a debug file lists must be, by the word in the source, the one
    that is in the program.  Sources that have changed since are not looked at but returned, as a
    set of paths.
    """
    name = Path(prg).name
    mine = [s for s in symbols.segments.values() if s.output and Path(s.output).name == name]
    changed = {p for p, size in symbols.sources.items() if _size(p) not in (size, None)}
    size = Path(prg).stat().st_size
    for segment in mine:
        if segment.offset + segment.size > size:
            raise HostError(
                f"dbg {dbg}: from another build than {prg}: segment {segment.name} ends at "
                f"byte {segment.offset + segment.size}, the program has {size}"
            )
    for addr in sorted(symbols.code):
        inside = any(s.start <= addr < s.start + s.size for s in mine)
        if inside and symbols.lines[addr][0] not in changed:
            _check_instruction(symbols, dbg, prg, addr, memory(addr))
    return changed


def _size(path: str) -> int | None:
    try:
        return Path(path).stat().st_size
    except OSError:
        return None


def _check_instruction(
    symbols: Symbols, dbg: AnyPath, prg: AnyPath, addr: int, byte: int | None
) -> None:
    path, line = symbols.lines[addr]
    word = statement(path, line)
    if byte is None or word not in _MNEMONICS:
        return
    op = OPCODES[byte]
    if op.mnemonic != word or op.length != symbols.code[addr]:
        raise HostError(
            f"dbg {dbg}: from another build than {prg}: ${addr:04X} is '{word}' in "
            f"{Path(path).name}:{line}, but {op.mnemonic} in the program; assemble both again"
        )


def labels_of(symbols: Symbols) -> dict[str, int]:
    """Return {name: address} of the labels whose name means one address."""
    labels = {}
    for name, found in symbols.names.items():
        values = {s.value for s in found if s.is_label}
        if len(values) == 1:
            labels[name] = values.pop() & 0xFFFF
    return labels
