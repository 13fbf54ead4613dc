"""The machine for Python programs: ``import c64; machine = c64.C64()``.

Everything a script, a notebook, a test or the window wants.  docs/program/api.md shows examples.
Two machines of the same configuration that are given the same inputs are equal to the last byte.
"""

import operator
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from enum import IntEnum
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, Unpack

from c64.api_hooks import Hook, Hooks, OnReach, OnWrite, Write
from c64.api_views import CartridgeView, Drives, Keyboard, Memory, Registers, Screen, SidView
from c64.autostart import Autostart
from c64.base.faults import watched
from c64.base.lazy_numpy import np
from c64.bus.board import BOARD_JAMMED, BOARD_LIMIT, BOARD_STOPPED
from c64.bus.machine import build_board, change_roms, power_on_ram, reset
from c64.bus.models import Model
from c64.bus.ram_expansion import make_expansion
from c64.bus.sid_places import FIRST_SID, mean, mix
from c64.cartridge.expansion import make_port
from c64.config import MachineConfig, MachineOptions, check_names
from c64.debug.labels import find_label, read_labels
from c64.debug.state_diff import differences
from c64.drive.attach import attach_drive
from c64.drive.fastload import install as install_fastload
from c64.drive.fastload import is_on as fastload_is_on
from c64.input.joystick import Joystick, Paddles
from c64.input.keyboard import KEY_PLACES, keys_for_char
from c64.input.light_pen import LIGHT_PENS, LightPen
from c64.input.line_mouse import LINE_MICE, LineMouse
from c64.input.mouse import Mouse1351
from c64.input.player_adapter import PlayerAdapter
from c64.input.typist import Typist, parse_keys
from c64.prompt import at_prompt, in_own_code
from c64.roms import RomSet, load_dos, load_roms
from c64.snapshot import load_snapshot, parts_of, save_snapshot
from c64.tape.deck import TapeDeck

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = [
    "C64",
    "KEY_PLACES",
    "LIGHT_PENS",
    "LINE_MICE",
    "Hook",
    "MachineConfig",
    "StopReason",
    "Write",
    "keys_for_char",
    "parse_keys",
]

CYCLES_A_FRAME_AT_MOST = 312 * 65 * 2


class StopReason(IntEnum):
    """Why ``run_cycles`` came back."""

    CYCLES = BOARD_LIMIT  #: the cycles are over
    STOPPED = BOARD_STOPPED  #: a hook, a breakpoint or the debug cartridge stopped the machine
    JAMMED = BOARD_JAMMED  #: the CPU has met a JAM opcode


def _count(what: str, number: SupportsIndex) -> int:
    """Return a whole number from 0 on; TypeError or ValueError for anything else."""
    count = operator.index(number)
    if count < 0:
        raise ValueError(f"{what}: {count} is negative; only a snapshot leads back")
    return count


def _function(what: str, function: object) -> None:
    if not callable(function):
        raise TypeError(f"{what}: {function!r} is not callable; give a function")


class Watcher(Protocol):
    """Who is told what is done to a machine: a recorder of inputs, or their replay."""

    def frame(self) -> None:
        """A frame is about to begin; the keys of ``type`` are pressed."""

    def before(self, what: str) -> None:
        """``what`` is about to be pressed: "reset", "freeze" or "off and on"."""

    def after(self, what: str) -> None:
        """It has been pressed."""


class C64:
    """A Commodore 64 with drive 8 (no disk in it), powered on.

    ``C64()``, ``C64("ntsc", reu="512k")`` and ``C64(config)`` make one.

    config   c64.MachineConfig, or the name of a model
    options  fields of MachineConfig, which replace those of ``config``

    Raises TypeError for an option that there is not, ConfigError (also a ValueError) for a choice
    that does not exist and for what does not go together, RomError for an unusable ROM file,
    MediaError for an unusable .crt.

    config     the MachineConfig;  model  its chips: ``clock_hz``, ``frame_hz``, ``lines`` ...
    roms       c64.roms.RomSet
    memory     Memory, the address space as the CPU sees it
    registers  Registers of the CPU;  screen  Screen;  keyboard  Keyboard
    drives     Drives: DriveSlot by device number;  cartridge  CartridgeView
    labels     {name: address} for ``on`` and ``on_write``
    watcher    Watcher, or None
    board      c64.bus.board.Board, the chips themselves: for monitors, not part of the API
    """

    def __init__(
        self, config: MachineConfig | str | None = None, **options: Unpack[MachineOptions]
    ) -> None:
        check_names(options)
        if isinstance(config, MachineConfig):
            self.config = replace(config, **options)
        else:
            self.config = MachineConfig(*([] if config is None else [config]), **options)
        config = self.config
        self.model: Model = config.chips()
        roms: RomSet = config.roms or load_roms(config.kernal, config.basic, config.chargen)
        base = 0xD100 if config.plus60k_base is None else config.plus60k_base
        self.board: Any = build_board(
            self.model,
            roms,
            config.seed,
            config.sample_rate,
            make_port(config),
            make_expansion(config.plus60k, base, config.plus256k),
            config.ram_pattern,
        )
        self._dos: bytes | None = None if config.dos is None else load_dos(config.dos)
        attach_drive(self.board, None, kind=config.drive, dos=self._dos)
        self.memory = Memory(self.board)
        self.registers = Registers(self.board)
        self.screen = Screen(self.board, config.palette)
        self.keyboard = Keyboard(self.board, self)
        self.drives = Drives(self.board, self._dos, config.drive)
        self.cartridge = CartridgeView(self.board)
        self.labels: dict[str, int] = {}
        self.watcher: Watcher | None = None
        self._typist = Typist(self.board.keyboard, self.board.controls)
        self._hooks = Hooks(self, self.board)
        if config.cpu == "py65":
            from c64.cpu.engine_py65 import Py65Engine

            self.board.engine = Py65Engine(self.board)

    def __repr__(self) -> str:
        chosen = (f for f in fields(self.config) if getattr(self.config, f.name) != f.default)
        said = "".join(f" {f.name}={getattr(self.config, f.name)!r}" for f in chosen)
        return f"<C64{said}: cycle {self.cycle}, frame {self.frames}, {self.registers}>"

    @property
    def roms(self) -> RomSet:
        """The ROMs in the sockets."""
        roms: RomSet = self.board.roms
        return roms

    def change_roms(self, roms: RomSet) -> None:
        """Put other ROMs into the sockets, for a state that was made with them.

        Nothing else changes: whoever exchanges them restores a state, or pulls reset.
        """
        self._hooks.check_idle("change_roms")
        change_roms(self.board, roms)

    # -- time ----------------------------------------------------------------------------

    @property
    def cycle(self) -> int:
        """Cycles of phi2 since power-on."""
        return int(self.board.cycle)

    @property
    def frames(self) -> int:
        """Frames that the VIC has finished since power-on."""
        return int(self.board.vic.frame_count)

    @property
    def at_prompt(self) -> bool:
        """True when the KERNAL waits for a key with its cursor on: at READY, or in INPUT."""
        return bool(at_prompt(self.board))

    @property
    def in_own_code(self) -> bool:
        """True when the CPU is in a program or cartridge, not in the KERNAL or BASIC."""
        return bool(in_own_code(self.board))

    @property
    def jammed(self) -> bool:
        """True when the CPU has met a JAM opcode; only a reset helps."""
        return bool(self.board.cpu.jammed)

    @property
    def stray(self) -> int | None:
        """Where a program has entered our own ROMs though there is no entry; None: nowhere.

        It is the first such address since the last reset.  With original ROMs it is always None.
        """
        return None if self.board.stray < 0 else int(self.board.stray)

    def tick(self, frames: int = 1, limit: int | None = None) -> bool:
        """Run ``frames`` whole frames, from 0 on; returns True unless the machine stopped.

        limit  cycle at which to stop in the middle of a frame

        A jammed CPU does not stop the frames: the other chips go on, as on the machine.  What
        stops them is ``stop()`` and the debug cartridge.  What a hook raises comes out here;
        MachineFault is raised for an error within a drive or a cartridge.
        """
        self._hooks.check_idle("tick")
        for _ in range(_count("tick", frames)):
            self.begin_frame()
            end = self.cycle + CYCLES_A_FRAME_AT_MOST
            end = end if limit is None else min(end, limit)
            if self.board.run_frame(end) == BOARD_JAMMED:
                self._run_jammed(end)
            if self._hooks.settle() or self.stopped:
                return False
        return True

    def _run_jammed(self, end: int) -> None:
        """Let what is left of a frame pass while the CPU does nothing but read $FFFF."""
        self.board.run_jammed(end)

    def begin_frame(self) -> None:
        """Press and release the keys that ``type`` has due; ``tick`` does so by itself."""
        self._typist.tick()
        if self.watcher is not None:
            self.watcher.frame()

    def run_cycles(self, cycles: int) -> StopReason:
        """Run whole instructions for at least ``cycles`` cycles; returns the reason to stop."""
        self._hooks.check_idle("run_cycles")
        end = self.cycle + _count("run_cycles", cycles)
        reason = StopReason(self.board.run_until(end))
        self._hooks.settle()
        return reason

    def stop(self) -> None:
        """End the run under way before the next instruction, or the next run at its beginning.

        For hooks: ``tick`` then returns False, and the next one goes on from there.
        """
        self._hooks.stop()

    @property
    def debugcart(self) -> bool:
        """Set to True: a write to $D7FF stops the machine until it is reset, as VICE's option."""
        return bool(self.board.debugcart)

    @debugcart.setter
    def debugcart(self, plugged: bool) -> None:
        self.board.debugcart = int(plugged)

    @property
    def debug_value(self) -> int:
        """The byte that was last written to $D7FF with ``debugcart`` on; 0 after a reset."""
        return int(self.board.debug_value)

    @property
    def stopped(self) -> bool:
        """True once the debug cartridge has stopped the machine."""
        return bool(self.board.stop) and not self._hooks.stopping

    # -- switches ------------------------------------------------------------------------

    def reset(self) -> None:
        """Pull the reset line, as a reset button does: RAM stays."""
        self._hooks.check_idle("reset")
        self._typist.clear()
        with self._switched("reset"):
            reset(self.board)

    def freeze(self) -> bool:
        """Press the freeze button of the cartridge; see ``cartridge.freeze``."""
        with self._switched("freeze"):
            return self.cartridge.freeze()

    def power_cycle(self) -> None:
        """Switch off and on: RAM as at power-on (same seed), every chip reset."""
        self._hooks.check_idle("power_cycle")
        self._typist.clear()
        with self._switched("off and on"):
            power_on_ram(self.board, self.config.seed, self.config.ram_pattern)
            reset(self.board)

    @contextmanager
    def _switched(self, what: str) -> Iterator[None]:
        """Tell the watcher, before and after, that somebody presses a switch."""
        if self.watcher is not None:
            self.watcher.before(what)
        with watched(self.board):
            yield
        if self.watcher is not None:
            self.watcher.after(what)

    # -- inputs --------------------------------------------------------------------------

    def type(self, text: str, wait: bool = True) -> None:
        """Type ``text`` on the keyboard matrix, ``\\n`` being RETURN.

        Special keys stand in braces by their names: ``{F1} {CLR} {STOP} {LEFT}``.
        wait  True: run the machine until the last key is up

        Raises ValueError for a character the keyboard does not have.
        """
        self._typist.type(text)
        while wait and self.typing:
            if not self.tick():
                break

    def stop_typing(self) -> None:
        """Forget what ``type`` has yet to type, and let go of the keys it holds."""
        self._typist.stop()

    @property
    def typing(self) -> bool:
        """True while something of ``type`` is left to press or to release."""
        return bool(self._typist.busy)

    def joystick(self, port: int) -> Joystick:
        """Return joystick 1 to 4: ``press("fire")``, ``release()``.

        1 and 2 are in the control ports, 3 and 4 at the ``adapter``.
        """
        stick: Joystick = self.board.controls.joystick(port)
        return stick

    def paddles(self, port: int) -> Paddles:
        """Return the pair of paddles of control port 1 or 2: ``turn(x, y)``, ``press("x")``."""
        paddles: Paddles = self.board.controls.paddles(port)
        return paddles

    @property
    def mouse(self) -> Mouse1351:
        """The 1351 mouse: ``plug()`` into control port 1, ``move(dx, dy)``, ``press("left")``."""
        mouse: Mouse1351 = self.board.controls.mouse
        return mouse

    @property
    def line_mouse(self) -> LineMouse:
        """A mouse over the joystick lines: ``plug("NEOS", 1)``, ``move(dx, dy)``, ``press``.

        Kinds: "NEOS", "Amiga", "Atari ST".
        """
        mouse: LineMouse = self.board.controls.line_mouse
        return mouse

    @property
    def light_pen(self) -> LightPen:
        """A light pen or gun in port 1: ``plug("Magnum gun")``, ``point(x, line)``, ``press()``."""
        pen: LightPen = self.board.controls.light_pen
        return pen

    @property
    def adapter(self) -> PlayerAdapter:
        """The adapter for joysticks 3 and 4 at the user port: ``plug("protovision")``."""
        adapter: PlayerAdapter = self.board.controls.adapter
        return adapter

    @property
    def tape(self) -> TapeDeck:
        """The datasette: ``insert(open_media(path))``, ``play()``, ``record()``, ``counter`` ..."""
        deck: TapeDeck = self.board.deck
        return deck

    # -- outputs -------------------------------------------------------------------------

    def audio(self) -> "npt.NDArray[np.int16]":
        """Return what the SID made since the last call: int16[n], mono, the last 16,384 at most.

        With several SIDs it is int16[n, 2], left and right: see c64/bus/sid_places.py.
        """
        self.board.sync_sid()
        samples = [sid.take_samples() for sid in self.board.sids]
        first: npt.NDArray[np.int16] = samples[0]
        return first if len(samples) == 1 else mix(samples, self.model.sides)

    def audio_bytes(self) -> bytes:
        """Return the sound in mono, two bytes a sample, without numpy: the mean of all SIDs."""
        self.board.sync_sid()
        samples = [sid.take_sample_bytes() for sid in self.board.sids]
        return bytes(samples[0]) if len(samples) == 1 else mean(samples)

    @property
    def channels(self) -> int:
        """How many channels ``audio`` has: 1, or 2 with several SIDs."""
        return min(len(self.board.sids), 2)

    @property
    def sids(self) -> tuple[SidView, ...]:
        """A view of each SID, the first one first."""
        self.board.sync_sid()
        at = (FIRST_SID, *(place.at for place in self.model.sids))
        chips = zip(self.board.sids, at, self.model.sides, strict=True)
        return tuple(SidView(sid, place, side) for sid, place, side in chips)

    @property
    def ram(self) -> memoryview:
        """The 65536 bytes of RAM on the board, below ROMs and I/O too; writes change them."""
        return memoryview(self.board.ram)

    # -- hooks ---------------------------------------------------------------------------

    def load_labels(self, path: str | PathLike[str]) -> None:
        """Add the labels of a file of ``ld65 -Ln``; LabelError if it is none."""
        self.labels |= read_labels(path)

    def address(self, place: int | str) -> int:
        """Return the address of a label, or of an address; LabelError, IndexError if none."""
        if isinstance(place, str):
            return find_label(self.labels, place)
        number = operator.index(place)
        if not 0 <= number <= 0xFFFF:
            raise IndexError(f"address {number:#x} is outside $0000-$FFFF")
        return number

    def on(self, place: int | str, function: OnReach) -> Hook:
        """Call ``function(machine)`` whenever the instruction at ``place`` is about to begin.

        place  address or label

        The function may read and write memory and registers and call ``stop()``, which leaves the
        machine before that instruction; if it sets ``registers.pc``, the machine goes on there
        instead.  To run, reset or restore the machine from it is a HookError.  Several hooks at a
        place are called in the order in which they were set.  An interrupt that is taken at the
        place comes first, its handler too.  Works with both kinds of ``cpu``.
        """
        _function("on", function)
        return self._hooks.on(self.address(place), function)

    def on_write(self, where: int | str | range, function: OnWrite) -> Hook:
        """Call ``function(machine, write)`` at every write of the CPU to a place.

        where  address, label or range of addresses

        Exact to the cycle: the function is called within the cycle of the write, when the byte is
        in RAM or in the chip and the other chips have yet to take part in this cycle.  Each write
        counts: pushes to the stack, both writes of INC and its like, writes to RAM below a ROM.
        DMA of a REU, ``memory[...] = `` and what is loaded by ``autostart`` are no writes of the
        CPU.  The function may read, and write memory; ``stop()`` ends the run after the
        instruction.

        Raises HookError with ``cpu="py65"``, and in a machine that the monitor or the pytest
        plugin watches; when one of these begins to watch later, the hooks hear nothing more.
        """
        _function("on_write", function)
        if not isinstance(where, range):
            first = self.address(where)
            where = range(first, first + 1)
        if where.step != 1 or not 0 <= where.start < where.stop <= 0x10000:
            raise ValueError(
                f"on_write: {where} is not a range of addresses below $10000 with step 1"
            )
        return self._hooks.on_write(where, function)

    # -- state ---------------------------------------------------------------------------

    def snapshot(self) -> bytes:
        """Return the whole state: restored, the machine goes on as it would have, to the bit.

        Not in it: what ``type`` has yet to type, hooks, labels, samples that ``audio`` has yet to
        return.  A disk comes with what is on it, not with the name of its file.
        """
        data: bytes = save_snapshot(self.board)
        return data

    def restore(self, data: bytes) -> None:
        """Go to the state of ``snapshot()``; SnapshotError (and no change) if unusable.

        It may be one of another machine or another day; the configuration must be the same in
        model, cartridge, RAM expansions and drives.
        """
        self._hooks.check_idle("restore")
        with watched(self.board):
            load_snapshot(self.board, data)

    def same_state(self, other: "C64") -> bool:
        """Return whether both machines are in the same state, to the last bit of a snapshot."""
        return self.snapshot() == other.snapshot()

    def diff(self, other: "C64") -> list[str]:
        """Return what differs from another machine, in words: ``cpu.a: $05, other $06``.

        [] if ``same_state`` is true.  Of an array of bytes, the first ranges that differ are shown.
        """
        self.board.settle()
        other.board.settle()
        lines: list[str] = differences(parts_of(self.board), parts_of(other.board))
        return lines

    # -- disks and files -----------------------------------------------------------------

    @property
    def fastload(self) -> bool:
        """True: the KERNAL's LOAD, SAVE and CHRIN are served at once, past the serial lines.

        A machine starts without that; ``autostart`` switches it on.
        """
        return bool(fastload_is_on(self.board))

    @fastload.setter
    def fastload(self, on: bool) -> None:
        install_fastload(self.board, on)

    def flush(self) -> None:
        """Write changed disk images, and a changed EasyFlash, GMOD or REU, to their files."""
        for device in self.board.iec.devices.values():
            device.flush()
        self.tape.flush()
        if self.config.cart_save is not None and self.cartridge.changed:
            self.cartridge.save(self.config.cart_save)
        if self.config.reu_save is not None:
            self.cartridge.save_reu(self.config.reu_save)

    @property
    def unsaved(self) -> list[str]:
        """Names of the images that a drive has written to and whose files the host did not take.

        ``flush`` tries once more; each drive's ``notice`` has told why.
        """
        images = [device.image for device in self.board.iec.devices.values()]
        return [image.name for image in images if image is not None and image.unsaved]

    def autostart(
        self,
        path: str | PathLike[str],
        settle: bool = False,
        *,
        run: bool = True,
        fastload: bool = True,
        delay: int = 0,
        read_only: bool = False,
    ) -> Autostart:
        """Boot, load the file (.prg .p00 .t64 .d64) and run it.

        settle     True: also wait until the program has loaded its own parts from disk
        run        False: load only
        fastload   True: the KERNAL's LOADs are served at once, past the serial lines
        delay      frames to wait at the prompt first
        read_only  True: a disk goes in as if its write-protect notch were covered

        Raises MediaError if the file cannot be used, AutostartError if it does not start.
        """
        start = Autostart(self, path, run, fastload, delay, read_only)
        self._hooks.rearm()
        start.finish(settle)
        return start
