"""One machine per configuration, booted once and restored for every test."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import c64
from c64.autostart import is_basic, set_end
from c64.debug.probe import Probe
from c64.prompt import at_prompt
from c64.roms import RomError, RomSet, load_roms
from c64.snapshot import Checkpoint
from disk.errors import MediaError
from disk.loader import open_media
from emu.errors import HostError
from emu.kit.coverage import Counted
from emu.kit.symbols import Symbols, check_build, symbols_from_dbg, symbols_from_labels
from emu.kit.types import AnyPath, Peek

if TYPE_CHECKING:
    from emu.kit.asmtests import Assembled

NewStation = TypeVar("NewStation", bound=Counted)
MODELS = {"pal": "c64", "ntsc": "ntsc"}
BOOT_FRAMES = 400
BASIC_START = 0x0801


@dataclass(frozen=True)
class Setup:
    """The configuration of a test; equal setups share a machine.

    prg       ((path, address or None), ...): None takes the file's own load address
    d64       path of the disk in drive 8; changes to it are not saved
    dbg       paths of ld65 --dbgfile output;  labels  paths of ld65 -Ln output
    standard  "pal" or "ntsc"
    roms      folder with kernal, basic and chargen files, None: GO 64's own
    audio     samples per second for ``audio()``, 0 for none
    boot      False: the machine has just been switched on, before its first cycle
    """

    prg: tuple[tuple[str, int | None], ...] = ()
    d64: str | None = None
    dbg: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    standard: str = "pal"
    roms: str | None = None
    seed: int = 64
    audio: int = 0
    boot: bool = True


class Part:
    """A program that another one loads, with its counts."""

    def __init__(self, dbg: AnyPath, peek: Peek) -> None:
        self.symbols = symbols_from_dbg(dbg)
        self.probe = Probe()
        self.peek = peek
        self.counted = False


class Station:
    """A booted machine with its symbols and the snapshot after the boot.

    assembled  emu.kit.asmtests.Assembled, a program without a file
    counted    True when a test on it has counted coverage
    """

    def __init__(self, setup: Setup, assembled: Assembled | None = None) -> None:
        self.setup = setup
        self.counted = False
        self.parts: dict[str, Part] = {}
        if setup.standard not in MODELS:
            raise HostError(f"standard '{setup.standard}' does not exist; choose from pal, ntsc")
        self.symbols = _symbols(setup)
        self.machine = c64.C64(
            MODELS[setup.standard],
            roms=_roms(setup.roms),
            seed=setup.seed,
            sample_rate=setup.audio,
        )
        if setup.d64:
            self._insert(setup.d64)
        if setup.boot:
            self._boot()
        for path, address in setup.prg:
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
            raise HostError(f"d64 {path}: not a disk image; a program goes into prg=")
        media.path = None  # before: another process may write to the file itself
        self.machine.attach(media)

    def _boot(self) -> None:
        """Run until BASIC has waited for input for three frames."""
        seen = 0
        for _ in range(BOOT_FRAMES):
            self.machine.tick()
            seen = seen + 1 if at_prompt(self.machine.board) else 0
            if seen == 3:
                return
        raise HostError(f"boot: BASIC did not show its prompt in {BOOT_FRAMES} frames")

    def _load(self, path: AnyPath, address: int | None) -> None:
        if address is None:
            media = _open(path, "prg")
            if media.kind == "disk":
                raise HostError(f"prg {path}: is a disk image; it goes into d64=")
            program = media.program()
            start, data = program.start, bytes(program.data)
            basic = is_basic(program)
        else:
            start, data = address, Path(path).read_bytes()
            basic = start == BASIC_START
        end = start + len(data)
        if end > 0x10000:
            raise HostError(f"prg {path}: ends at ${end:X}, past the end of memory")
        ram = self.machine.board.ram
        ram[start:end] = data
        if basic:
            set_end(ram, end)

        def byte(addr: int) -> int | None:
            return data[addr - start] if start <= addr < end else None

        for dbg in self.setup.dbg:
            for source in sorted(check_build(self.symbols, dbg, path, byte)):
                warnings.warn(f"{source}: has changed since {dbg} was made", stacklevel=2)

    def part(self, dbg: AnyPath) -> Part:
        """Return the Part of a debug file, made at its first use."""
        key = str(dbg)
        if key not in self.parts:
            self.parts[key] = add_station((id(self), key), Part(dbg, self.peek))
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
        if self.setup.audio:
            self.machine.audio()

    def _plug(self) -> None:
        """Attach the drives that were there after the boot, and no others."""
        iec = self.machine.board.iec
        for number in set(iec.devices) - set(self.devices):
            iec.detach(number)
        for number, device in self.devices.items():
            iec.attach(number, device)


_symbols_read: dict[Any, Symbols] = {}


def _symbols(setup: Setup) -> Symbols:
    """Return the Symbols of a setup's files, the same for all setups of the same files.

    Reading a large program's debug file takes as long as hundreds of frames.
    """
    files = [*setup.dbg, *setup.labels]
    try:
        stamps = tuple((path, os.stat(path).st_mtime_ns, os.stat(path).st_size) for path in files)
    except OSError:
        stamps = ()  # reading it says what is wrong with it
    key = (stamps, len(setup.dbg))
    if not stamps or key not in _symbols_read:
        symbols = Symbols()
        for path in setup.dbg:
            symbols += symbols_from_dbg(path)
        for path in setup.labels:
            symbols += symbols_from_labels(path)
        _symbols_read[key] = symbols
    return _symbols_read[key]


def _open(path: AnyPath, what: str) -> Any:
    try:
        return open_media(path)
    except (MediaError, OSError) as error:
        raise HostError(f"{what} {path}: {error}") from None


def _roms(folder: str | None) -> RomSet | None:
    """Return the RomSet of a folder, None for our own."""
    if folder is None:
        return None
    found = {}
    for kind in ("kernal", "basic", "chargen"):
        files = sorted(p for p in Path(folder).glob(f"{kind}*") if p.is_file())
        if len(files) != 1:
            raise HostError(f"roms {folder}: {len(files)} files '{kind}*'; expected one")
        found[kind] = files[0]
    try:
        roms: RomSet = load_roms(**found)
    except RomError as error:
        raise HostError(f"roms {folder}: {error}") from None
    return roms


_stations: dict[Any, Counted] = {}


def station(setup: Setup, machine: str = "") -> Station:
    """Return the Station of a setup, made at its first use in this process.

    machine  a name; each name has a machine of its own
    """
    key = (setup, machine)
    known = _stations.get(key)
    return known if isinstance(known, Station) else add_station(key, Station(setup))


def add_station(key: Any, new: NewStation) -> NewStation:
    """Add a Station that was made elsewhere, so that its counts are not lost.

    It may be any argument for ``emu.kit.coverage.collect``.
    """
    _stations[key] = new
    return new


def counted_stations() -> list[Counted]:
    """Return every Station made so far whose coverage was counted."""
    return [s for s in _stations.values() if getattr(s, "counted", True)]
