"""The commands of VICE's binary monitor protocol, done on a Debugger.

A method ``do_NAME`` for every command of emu.monitor.vice.packets.COMMANDS takes the fields of its
body and returns the body of the answer (nothing: an empty one), or raises Refused.
``after`` then says how the machine continues.

Differences from VICE: drives have no CPU of their own, so that memory spaces 1 to 4 do not
exist; a "load" checkpoint does not see instruction fetches; in conditions ``&&`` binds
more loosely than ``==``, case does not matter, and labels may be used.  DUMP writes GO 64's
own snapshots.

Source: as emu.monitor.vice.packets; lines of the joystick: VICE src/joyport/joyport_io_sim.c.
"""

import os
import stat
import struct
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, Protocol

import numpy as np

from c64.snapshot import SnapshotError
from disk.errors import MediaError
from emu.monitor.breakpoint import OPERATIONS, Breakpoint
from emu.monitor.condition import Condition, Context, ReadNumber, Value
from emu.monitor.debugger import Debugger
from emu.monitor.errors import MonitorError
from emu.monitor.history import Past
from emu.monitor.memory_banks import BANKS, peek_bank, read_bank, write_bank
from emu.monitor.stepping import ReturnGoal, StepGoal
from emu.monitor.vice.host import Host
from emu.monitor.vice.keys import KeyQueue, QueueFull
from emu.monitor.vice.packets import Answer, Command, Error, Fields, Refused, items, text
from emu.monitor.vice.resources import Resource, put_resource

CHECKPOINTS = 65536  # one for each address
CROWD = 256  # checkpoints at one address: each of its accesses makes so many events
HISTORY_LINES = 8192  # as VICE keeps, unless told otherwise
FILE_LIMIT = 64 << 20
VERSION = (3, 10, 0, 0)  # what a client may expect; in r46020 DISPLAY_GET's length is right
REVISION = 46020
FIRST_LINE, SCREEN_WIDTH, SCREEN_HEIGHT = 51, 320, 200
INDEXED = 0
KINDS = {number: kind for kind, number in OPERATIONS.items()}
REGISTERS = (  # name, VICE's number, bits
    ("PC", 0x03, 16), ("A", 0x00, 8), ("X", 0x01, 8), ("Y", 0x02, 8), ("SP", 0x04, 8),
    ("00", 0x37, 8), ("01", 0x38, 8), ("FL", 0x05, 8), ("LIN", 0x35, 16), ("CYC", 0x36, 16),
)  # fmt: skip
HISTORY_REGISTERS = ("PC", "A", "X", "Y", "SP", "FL", "LIN", "CYC")
NUMBERS = {name: number for name, number, _ in REGISTERS}
NAMES = {number: name for name, number, _ in REGISTERS}
WRITABLE = {"A": "a", "X": "x", "Y": "y", "SP": "sp"}
UNKNOWN = 0xFFFF


# How the machine continues after a command: None, not at all; on a way to a goal; or freely,
# after EXIT, a reset, or the start of a file.
After = StepGoal | Literal["exit", "reset", "autostart"] | None


class Reply(Protocol):
    """Sends an answer to the command under way."""

    def __call__(self, body: bytes, kind: int | None = None) -> None:
        """Send one; ``kind`` is its type if it is not the command's."""


class ClientContext(Context):
    """The context of a client's condition: cycles of a line are counted from 0, as in VICE."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.board)
        self._shared = context

    def names(self) -> dict[str, Value]:
        """Return {name: function() -> int}."""
        table = self._shared.names()
        cycle = table["cy"]
        return {**table, "cy": lambda: cycle() - 1, "fl": lambda: flags(self.board.cpu.p)}


def flags(p: int) -> int:
    """Return the status register as VICE shows it: bit 5 set, bit 4 clear."""
    return p & 0xCF | 0x20


def registers_body(values: Iterable[tuple[int, int]]) -> bytes:
    """Return the body of a register answer of [(number, value)]."""
    return items(*(struct.pack("<BH", number, value) for number, value in values))


def _main_space(space: int) -> None:
    if space != 0:
        raise Refused(Error.INVALID_MEMSPACE)


def _file_name(data: bytes) -> str:
    return os.fsdecode(data)


def _regular(name: str) -> None:
    """Reject a name that is not a regular file, or too large a file."""
    try:
        found = os.stat(name)
    except (OSError, ValueError):
        raise Refused(Error.FAILURE) from None
    if not stat.S_ISREG(found.st_mode) or found.st_size > FILE_LIMIT:
        raise Refused(Error.FAILURE)


class Commands:
    """The commands on one machine.

    resources  by name in lower case
    number     reads numbers and labels in conditions
    """

    def __init__(
        self,
        debugger: Debugger,
        host: Host,
        resources: Mapping[str, Resource],
        keys: KeyQueue,
        number: ReadNumber,
    ) -> None:
        self.debugger, self.board, self.machine = debugger, debugger.board, debugger.machine
        self.host, self.resources, self.keys = host, resources, keys
        self._number = number
        self._context = ClientContext(debugger.context)
        self._changed = False
        self.after: After = None

    def run(self, command: Command, fields: Fields, reply: Reply) -> None:
        """Run a command; ``reply`` sends its answers."""
        self.after = None
        do: Callable[[Fields, Reply], bytes | None] = getattr(self, f"do_{command.name}")
        body = do(fields, reply)
        reply(body or b"")

    def note_changes(self) -> None:
        """Restart the history where the client changed the machine."""
        if self._changed:
            self._changed = False
            self.debugger.changed()

    # -- memory ------------------------------------------------------------------------

    def _range(self, fields: Fields) -> range:
        if fields.last < fields.first:
            raise Refused(Error.INVALID_PARAMETER)
        _main_space(fields.space)
        if fields.bank not in BANKS.values():
            raise Refused(Error.INVALID_PARAMETER)
        return range(fields.first, fields.last + 1)

    def do_memory_get(self, fields: Fields, _: Reply) -> bytes:
        """Return memory: its length in two bytes (64 KiB: 0), then the bytes."""
        where = self._range(fields)
        read = read_bank if fields.effects else peek_bank
        self._changed |= fields.effects != 0
        data = bytes(read(self.board, fields.bank, addr) for addr in where)
        return struct.pack("<H", len(data) & 0xFFFF) + data

    def do_memory_set(self, fields: Fields, _: Reply) -> None:
        """Write memory."""
        where = self._range(fields)
        if len(fields.data) < len(where):
            raise Refused(Error.INVALID_LENGTH)
        self._changed = True
        for addr, byte in zip(where, fields.data, strict=False):
            write_bank(self.board, fields.bank, addr, byte)

    def do_banks_available(self, *_: object) -> bytes:
        """Return the banks' numbers and names."""
        return items(*(struct.pack("<H", n) + text(name.encode()) for name, n in BANKS.items()))

    # -- checkpoints -------------------------------------------------------------------

    def checkpoint_body(self, point: Breakpoint, hit: bool = False) -> bytes:
        """Return the body of a checkpoint answer."""
        return struct.pack(
            "<IBHHBBBBIIBB",
            point.number, hit, point.first, point.last, point.stops, point.enabled,
            point.operations, point.temporary, point.hits, point.ignore,
            point.condition is not None, 0,
        )  # fmt: skip

    def _checkpoints(self) -> list[Breakpoint]:
        return [p for p in self.debugger.listed() if p.operations]

    def _checkpoint(self, number: int) -> Breakpoint:
        point = self.debugger.breakpoints.get(number)
        if point is None or point.hidden or not point.operations:
            raise Refused(Error.OBJECT_MISSING)
        return point

    def _check_crowd(self, kind: str, first: int, last: int) -> None:
        if self.debugger.most_at(kind, first, last) >= CROWD:
            raise Refused(Error.FAILURE)

    def do_checkpoint_get(self, fields: Fields, _: Reply) -> bytes:
        """Return a checkpoint."""
        return self.checkpoint_body(self._checkpoint(fields.number))

    def do_checkpoint_set(self, fields: Fields, _: Reply) -> bytes:
        """Make a checkpoint and return it."""
        _main_space(fields.space)
        if fields.last < fields.first or fields.operation not in KINDS:
            raise Refused(Error.INVALID_PARAMETER)
        if len(self.debugger.breakpoints) >= CHECKPOINTS:
            raise Refused(Error.FAILURE)
        if fields.enabled:
            self._check_crowd(KINDS[fields.operation], fields.first, fields.last)
        point = self.debugger.add(
            KINDS[fields.operation],
            fields.first,
            fields.last,
            stops=bool(fields.stops),
            enabled=bool(fields.enabled),
            temporary=bool(fields.temporary),
            client=True,
        )
        return self.checkpoint_body(point)

    def do_checkpoint_delete(self, fields: Fields, _: Reply) -> None:
        """Delete a checkpoint."""
        self.debugger.delete(self._checkpoint(fields.number).number)

    def do_checkpoint_list(self, _: Fields, reply: Reply) -> bytes:
        """Return every checkpoint in an answer of its own, then their number."""
        points = self._checkpoints()
        for point in points:
            reply(self.checkpoint_body(point), Answer.CHECKPOINT)
        return struct.pack("<I", len(points))

    def do_checkpoint_toggle(self, fields: Fields, _: Reply) -> None:
        """Switch a checkpoint on or off."""
        point = self._checkpoint(fields.number)
        if fields.enabled and not point.enabled:
            self._check_crowd(point.kind, point.first, point.last)
        self.debugger.enable(point.number, bool(fields.enabled))

    def do_condition_set(self, fields: Fields, _: Reply) -> None:
        """Give a checkpoint a condition."""
        point = self._checkpoint(fields.number)
        try:
            condition = Condition(fields.text.decode("latin-1"), self._context, self._number)
        except MonitorError:
            raise Refused(Error.FAILURE) from None
        point.condition = condition

    # -- registers ---------------------------------------------------------------------

    def registers(self) -> bytes:
        """Return the body of a register answer."""
        board, cpu, vic = self.board, self.board.cpu, self.board.vic
        values = {
            "PC": cpu.pc, "A": cpu.a, "X": cpu.x, "Y": cpu.y, "SP": cpu.sp, "FL": flags(cpu.p),
            "00": board.port.peek(0, board.cycle), "01": board.port.peek(1, board.cycle),
            "LIN": vic.raster_line, "CYC": vic.cycle_in_line - 1,
        }  # fmt: skip
        return registers_body([(number, values[name]) for name, number, _ in REGISTERS])

    def do_registers_get(self, fields: Fields, _: Reply) -> bytes:
        """Return the registers."""
        _main_space(fields.space)
        return self.registers()

    def do_registers_set(self, fields: Fields, _: Reply) -> bytes:
        """Set registers and return all; LIN and CYC cannot be set and are left alone."""
        _main_space(fields.space)
        if any(number not in NAMES for number, _ in fields.items):
            raise Refused(Error.OBJECT_MISSING)
        self._changed = True
        for number, value in fields.items:
            self._set_register(NAMES[number], value)
        return self.registers()

    def _set_register(self, name: str, value: int) -> None:
        cpu = self.board.cpu
        if name == "PC":
            cpu.go_to(value)
        elif name == "FL":
            cpu.p = value & 0xCF | cpu.p & 0x30
        elif name in ("00", "01"):
            self.board.poke(int(name), value & 0xFF)
        elif name in WRITABLE:
            setattr(cpu, WRITABLE[name], value & 0xFF)

    def do_registers_available(self, fields: Fields, _: Reply) -> bytes:
        """Return the registers' numbers, sizes in bits and names."""
        _main_space(fields.space)
        return items(
            *(bytes([number, bits]) + text(name.encode()) for name, number, bits in REGISTERS)
        )

    def do_cpu_history_get(self, fields: Fields, _: Reply) -> bytes:
        """Return the last instructions: registers before them, cycle, opcode and operands."""
        _main_space(fields.space)
        if not fields.count:
            raise Refused(Error.INVALID_PARAMETER)
        self.note_changes()
        try:
            past = self.debugger.history.recent(min(fields.count, HISTORY_LINES))
        except MonitorError:
            raise Refused(Error.FAILURE) from None
        lines = [self._history_line(entry) for entry in past]
        return struct.pack("<I", len(lines)) + b"".join(text(line) for line in lines)

    def _history_line(self, entry: Past) -> bytes:
        values = {
            "PC": entry.pc, "A": entry.a, "X": entry.x, "Y": entry.y, "SP": entry.sp,
            "FL": flags(entry.p), "LIN": UNKNOWN, "CYC": UNKNOWN,
        }  # fmt: skip
        registers = registers_body([(NUMBERS[name], values[name]) for name in HISTORY_REGISTERS])
        return registers + struct.pack("<Q", entry.cycle) + text(entry.code + b"\xff")

    # -- running -----------------------------------------------------------------------

    def do_advance_instructions(self, fields: Fields, _: Reply) -> None:
        """Run instructions, subroutines as one if wanted; none at all: run on, as VICE does."""
        goal = StepGoal(self.debugger, fields.count, over=bool(fields.over))
        self.after = goal if fields.count else "exit"

    def do_execute_until_return(self, *_: object) -> None:
        """Run to the end of this routine, behind its RTS or RTI."""
        self.after = ReturnGoal(self.debugger)

    def do_exit(self, *_: object) -> None:
        """Let the machine run."""
        self.after = "exit"

    def do_quit(self, *_: object) -> None:
        """End the emulator; the machine does not run again."""
        self.host.quit()

    def do_reset(self, fields: Fields, _: Reply) -> None:
        """Reset or power-cycle the machine and let it run, or reset drive 8."""
        if 8 <= fields.what <= 11:
            self._reset_drive(fields.what)
            return
        if fields.what > 1:
            raise Refused(Error.INVALID_PARAMETER)
        self.keys.clear()
        if fields.what:
            self.machine.power_cycle()
        else:
            self.machine.reset()
        self._changed = True
        self.after = "reset"

    def _reset_drive(self, number: int) -> None:
        try:
            self.machine.board.iec.devices[number].reset()
        except KeyError:
            raise Refused(Error.OBJECT_MISSING) from None
        self._changed = True

    def do_autostart(self, fields: Fields, _: Reply) -> None:
        """Load a file, start it if wanted, and let the machine run."""
        name = _file_name(fields.name)
        _regular(name)
        if fields.index:
            raise Refused(Error.FAILURE)
        self.keys.clear()
        try:
            self.host.autostart(name, bool(fields.run))
        except (MediaError, OSError):
            raise Refused(Error.FAILURE) from None
        self.debugger.restarted()
        self._changed = False
        self.after = "autostart"

    # -- the machine as a whole ----------------------------------------------------------

    def do_dump(self, fields: Fields, _: Reply) -> None:
        """Write a snapshot of the whole machine, whatever the request says of ROMs and disks."""
        try:
            # A pipe that nobody reads must not stop the machine.
            kind = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NONBLOCK", 0)
            target = os.open(_file_name(fields.name), kind, 0o666)
            with open(target, "wb") as file:
                file.write(self.machine.snapshot())
        except (OSError, ValueError):
            raise Refused(Error.FAILURE) from None

    def do_undump(self, fields: Fields, _: Reply) -> bytes:
        """Read a snapshot and return the program counter."""
        name = _file_name(fields.name)
        _regular(name)
        try:
            with open(name, "rb") as file:
                self.machine.restore(file.read())
        except (OSError, SnapshotError):
            raise Refused(Error.FAILURE) from None
        self._changed = True
        return struct.pack("<H", self.board.cpu.pc)

    def _resource(self, name: bytes) -> Resource:
        resource = self.resources.get(name.decode("latin-1").lower())
        if resource is None:
            raise Refused(Error.OBJECT_MISSING)
        return resource

    def do_resource_get(self, fields: Fields, _: Reply) -> bytes:
        """Return a resource: 0 and a text, or 1 and a number of four bytes."""
        if not fields.name:
            raise Refused(Error.INVALID_LENGTH)
        value = self._resource(fields.name).get()
        if isinstance(value, str):
            return b"\0" + text(value.encode()[:255])
        return b"\1" + text(struct.pack("<i", value))

    def do_resource_set(self, fields: Fields, _: Reply) -> None:
        """Set a resource to a text or a number."""
        if not fields.name or not fields.value:
            raise Refused(Error.INVALID_LENGTH)
        if fields.kind > 1:
            raise Refused(Error.INVALID_PARAMETER)
        resource = self._resource(fields.name)
        if fields.kind == 0:
            value: int | str = fields.value.decode("latin-1")
        elif len(fields.value) in (1, 2, 4):
            value = int.from_bytes(fields.value, "little", signed=len(fields.value) == 4)
        else:
            raise Refused(Error.INVALID_LENGTH)
        if not put_resource(resource, value):
            raise Refused(Error.FAILURE)

    def do_keyboard_feed(self, fields: Fields, _: Reply) -> None:
        """Put text into the keyboard buffer, as the KERNAL makes room for it."""
        try:
            self.keys.put(fields.text)
        except QueueFull:
            raise Refused(Error.FAILURE) from None

    def do_joyport_set(self, fields: Fields, _: Reply) -> None:
        """Put levels on the lines of control port 1 (0) or 2 (1): bit 0 is up, 0 pressed."""
        if fields.port > 1:
            raise Refused(Error.INVALID_PARAMETER)
        self._changed = True
        self.board.controls.joystick(fields.port + 1).bits = fields.value & 0x1F

    def do_userport_set(self, *_: object) -> None:
        """The user port is not emulated."""
        raise Refused(Error.FAILURE)

    def do_ping(self, *_: object) -> None:
        """Answer."""

    def do_vice_info(self, *_: object) -> bytes:
        """Return the version of VICE whose protocol this is."""
        return text(bytes(VERSION)) + text(struct.pack("<I", REVISION))

    def do_display_get(self, fields: Fields, _: Reply) -> bytes:
        """Return the picture with all that is around it, a palette index for each pixel."""
        if fields.format != INDEXED:
            raise Refused(Error.INVALID_PARAMETER)
        frame = self.machine.screen.frame
        left = self.board.vic.crop()[0] + 32
        height, width = frame.shape
        info = struct.pack(
            "<HHHHHHB", width, height, left, FIRST_LINE, SCREEN_WIDTH, SCREEN_HEIGHT, 8
        )
        head = struct.pack("<I", len(info)) + info + struct.pack("<I", frame.size)
        return head + np.ascontiguousarray(frame).tobytes()

    def do_palette_get(self, *_: object) -> bytes:
        """Return the 16 colours."""
        return items(*(bytes(map(int, colour)) for colour in self.machine.screen.palette))
