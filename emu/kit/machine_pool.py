"""One machine per configuration, booted once and restored for every test."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import c64
from c64.autostart import is_basic, set_end
from c64.debug.probe import Probe
from c64.prompt import at_prompt
from c64.roms import RomError, RomSet, load_roms
from c64.snapshot import Checkpoint
from disk.errors import MediaError, MediaUnknown
from disk.loader import open_media
from disk.plain_file import read_plain
from disk.prg import PRG_LARGEST, parse_prg
from emu.kit.coverage import Counted
from emu.kit.errors import KitUsageError
from emu.kit.mutations import Change, change_code
from emu.kit.symbols import Symbols, check_build, symbols_from_dbg, symbols_from_labels
from emu.kit.types import AnyPath, Block, Board

NewCounted = TypeVar("NewCounted", bound=Counted)
MODELS = {"pal": "c64", "ntsc": "ntsc"}
BOOT_FRAMES = 400
BASIC_START = 0x0801

UNNAMED = ("", ".bin", ".out")  # endings of programs that a compiler wrote


@dataclass(frozen=True)
class MachineSpec:
    """What a test asks for; equal specs share a machine.

    prg       ((path, address or None), ...): None takes the file's own load address
    d64       path of the disk in drive 8; changes to it are not saved
    dbg       paths of debug files and listings;  labels  paths of label files
    standard  "pal" or "ntsc": short for the models "c64" and "ntsc"
    model     one of c64.MODELS; None: as the standard says
    options   ((name, value), ...) of further fields of c64.config.MachineOptions, by name
    roms      folder with kernal, basic and chargen files, None: GO 64's own
    audio     samples per second for ``audio()``, 0 for none
    boot      False: the machine has just been switched on, before its first cycle
    """

    prg: tuple[tuple[str, int | None], ...] = ()
    d64: str | None = None
    dbg: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    standard: str = "pal"
    model: str | None = None
    options: tuple[tuple[str, Any], ...] = ()
    roms: str | None = None
    seed: int = 64
    audio: int = 0
    boot: bool = True


@dataclass
class Assembled:
    """A linked test program: [(address, bytes)] and its symbols."""

    blocks: list[Block]
    symbols: Symbols


class LoadedProgram:
    """A program that another one brings into memory, with what is counted of it."""

    def __init__(self, dbg: AnyPath, owner: BootedMachine) -> None:
        self.symbols = symbols_of(MachineSpec(dbg=(os.fspath(dbg),)))
        self.probe = Probe()
        self.peek, self.machine = owner.peek, owner.machine
        self.owner = owner
        self.counted = False


class BootedMachine:
    """A booted machine with its symbols, which can be restored to that moment.

    assembled  a program that is not in a file
    counted    True when a test on it has counted coverage
    """

    def __init__(self, spec: MachineSpec, assembled: Assembled | None = None) -> None:
        self.spec = spec
        self.counted = False
        self.changes: list[Change] = []  # of instructions, by --c64-mutate
        self.parts: dict[str, LoadedProgram] = {}
        if spec.standard not in MODELS:
            raise KitUsageError(f"standard '{spec.standard}' does not exist; choose from pal, ntsc")
        self.symbols = symbols_of(spec)
        options: dict[str, Any] = dict(spec.options)
        try:
            self.machine = c64.C64(
                spec.model or MODELS[spec.standard],
                roms=_roms(spec.roms),
                seed=spec.seed,
                sample_rate=spec.audio,
                **options,
            )
        except c64.ConfigError as error:
            raise KitUsageError(f"marker c64: {error}") from None
        if spec.d64:
            self._insert(spec.d64)
        if spec.boot:
            self._boot()
        for path, address in spec.prg:
            self._load(path, address)
        if assembled is not None:
            self.symbols += assembled.symbols
            for start, data in assembled.blocks:
                self.machine.board.ram[start : start + len(data)] = data
        self.probe = Probe()
        board = self.machine.board
        self.checkpoint = Checkpoint(board)
        self.traps = dict(board.traps)
        self.cart, self.devices = board.cart, dict(board.iec.devices)

    def _insert(self, path: AnyPath) -> None:
        media = _open(path, "d64")
        if media.kind != "disk":
            raise KitUsageError(f"d64 {path}: not a disk image; a program goes into prg=")
        media.path = None  # before: another process may write to the file itself
        self.machine.drives[8].attach(media)

    def _boot(self) -> None:
        """Run until BASIC has waited for input for three frames."""
        seen = 0
        for _ in range(BOOT_FRAMES):
            self.machine.tick()
            seen = seen + 1 if at_prompt(self.machine.board) else 0
            if seen == 3:
                return
        raise KitUsageError(f"boot: BASIC did not show its prompt in {BOOT_FRAMES} frames")

    def _load(self, path: AnyPath, address: int | None) -> None:
        if address is None:
            media = _open(path, "prg")
            if media.kind == "disk":
                raise KitUsageError(f"prg {path}: is a disk image; it goes into d64=")
            program = media.program()
            start, data = program.start, bytes(program.data)
            basic = is_basic(program)
        else:
            start, data = address, Path(path).read_bytes()
            basic = start == BASIC_START
        end = start + len(data)
        if end > 0x10000:
            raise KitUsageError(f"prg {path}: ends at ${end:X}, past the end of memory")
        ram = self.machine.board.ram
        ram[start:end] = data
        if basic:
            set_end(ram, end)

        def byte(addr: int) -> int | None:
            return data[addr - start] if start <= addr < end else None

        for dbg in self.spec.dbg:
            for source in sorted(check_build(self.symbols, dbg, path, byte)):
                warnings.warn(f"{source}: has changed since {dbg} was made", stacklevel=2)

    def part(self, dbg: AnyPath) -> LoadedProgram:
        """Return the LoadedProgram of a debug file, made at its first use."""
        key = str(dbg)
        if key not in self.parts:
            self.parts[key] = keep_counts((id(self), key), LoadedProgram(dbg, self))
        return self.parts[key]

    def peek(self, address: int) -> int:
        """Return the byte the CPU would read there."""
        value: int = self.machine.board.peek(address)
        return value

    def put_back(self) -> None:
        """Restore the machine to the moment after the boot.

        Traps, probes, drives and cartridges of the last test are removed.
        """
        board = self.machine.board
        if board.cart is not self.cart:
            board.cart = self.cart
        if board.iec.devices != self.devices:
            self._plug()
        self.checkpoint.restore()
        if board.traps != self.traps:
            for pc in set(board.traps) | set(self.traps):
                board.set_trap(pc, self.traps.get(pc))
        self.machine._typist.clear()
        if self.spec.audio:
            self.machine.audio()
        for change in self.changes:
            self._change(change)

    def _change(self, change: Change) -> None:
        """Change an instruction now, or when it is about to run, as it may not be loaded yet."""
        board = self.machine.board
        if change.home is not None:
            change.home.put(change.new)
        elif not change_code(board.ram, change):
            before = board.traps.get(change.address)
            board.set_trap(change.address, partial(_change_late, change, before))

    def remove_changes(self) -> None:
        """Restore the program as its file has it."""
        for change in self.changes:
            if change.home is not None:
                change.home.put(change.old)
        self.changes.clear()
        self.put_back()

    def _plug(self) -> None:
        """Attach the drives that were there after the boot, and no others."""
        iec = self.machine.board.iec
        for number in set(iec.devices) - set(self.devices):
            iec.detach(number)
        for number, device in self.devices.items():
            iec.attach(number, device)


def _change_late(change: Change, before: Callable[[Board], bool] | None, board: Board) -> bool:
    """Trap: change the instruction here before it runs, and do what the previous trap did."""
    change_code(board.ram, change)
    return before(board) if before else False


_symbols_read: dict[Any, Symbols] = {}


def symbols_of(spec: MachineSpec) -> Symbols:
    """Return the Symbols of a spec's files, the same for all specs of the same files.

    Reading a large program's debug file takes as long as ten thousand frames.
    """
    files = [*spec.dbg, *spec.labels]
    try:
        stats = [(os.fspath(path), os.stat(path)) for path in files]
        stamps = tuple((path, stat.st_mtime_ns, stat.st_size) for path, stat in stats)
    except OSError:
        stamps = ()  # reading it says what is wrong with it
    key = (stamps, len(spec.dbg))
    if not stamps or key not in _symbols_read:
        symbols = Symbols()
        for path in spec.dbg:
            symbols += symbols_from_dbg(path)
        for path in spec.labels:
            symbols += symbols_from_labels(path)
        _symbols_read[key] = symbols
    return _symbols_read[key]


def _open(path: AnyPath, what: str) -> Any:
    try:
        try:
            return open_media(path)
        except MediaUnknown:
            if what != "prg" or Path(path).suffix.lower() not in UNNAMED:
                raise
        return parse_prg(read_plain(path, PRG_LARGEST), str(path))
    except (MediaError, OSError) as error:
        raise KitUsageError(f"{what} {path}: {error}") from None


def _roms(folder: str | None) -> RomSet | None:
    """Return the RomSet of a folder, None for our own."""
    if folder is None:
        return None
    found = {}
    for kind in ("kernal", "basic", "chargen"):
        files = sorted(p for p in Path(folder).glob(f"{kind}*") if p.is_file())
        if len(files) != 1:
            raise KitUsageError(f"roms {folder}: {len(files)} files '{kind}*'; expected one")
        found[kind] = files[0]
    try:
        roms: RomSet = load_roms(**found)
    except RomError as error:
        raise KitUsageError(f"roms {folder}: {error}") from None
    return roms


_machines: dict[Any, Any] = {}  # of what Counted says, some with ``changes``


def booted_machine(spec: MachineSpec, machine: str = "") -> BootedMachine:
    """Return the BootedMachine of a spec, made at its first use in this process.

    machine  a name: each has a machine of its own
    """
    key = (spec, machine)
    known = _machines.get(key)
    return known if isinstance(known, BootedMachine) else keep_counts(key, BootedMachine(spec))


def keep_counts(key: Any, new: NewCounted) -> NewCounted:
    """Keep a BootedMachine that was not made here, so that its counts are not lost.

    It may be any argument for ``emu.kit.coverage.collect``.
    """
    _machines[key] = new
    return new


def counted_machines() -> list[Counted]:
    """Return every BootedMachine made so far whose coverage was counted."""
    return [s for s in _machines.values() if getattr(s, "counted", True)]


def every_machine() -> list[Counted]:
    """Return every BootedMachine made so far, and those passed to ``keep_counts``."""
    return list(_machines.values())


def add_change(program: Counted, change: Change) -> None:
    """Change an instruction of a program from now on, however often its machine is restored."""
    owner: Any = getattr(program, "owner", program)
    owner.changes.append(change)
    if isinstance(owner, BootedMachine):
        owner.put_back()


def remove_changes() -> None:
    """Restore all programs as their files have them."""
    for program in _machines.values():
        if getattr(program, "changes", None):
            program.remove_changes()
