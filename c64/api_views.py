"""What ``c64.C64`` shows of the machine: memory, picture, keyboard, registers, cartridge, drives.

Each is a view: it holds nothing itself, so a snapshot that is restored shows in it.
"""

import contextlib
import operator
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, overload

from c64.base.lazy_numpy import np
from c64.bus.board import Board
from c64.cartridge.registry import cartridge_changed, save_cartridge
from c64.cartridge.reu import REU
from c64.drive.attach import DRIVE_KINDS, attach_drive, is_auto
from c64.input.keyboard import KEY_PLACES, KEY_SPECIAL, keys_for_name
from c64.vic.palettes import choose_palette
from disk.image_file import write_atomically
from disk.plain_file import read_plain

if TYPE_CHECKING:  # both take longer to import than all of this package's Python
    import numpy.typing as npt
    from PIL import Image

    Bytes = npt.NDArray[np.uint8]
FilePath = str | PathLike[str]

DRIVE_NUMBERS = range(8, 12)
HEAD_MOVES = 256  # of them a drive keeps for who listens
STATUS_AT, STATUS_MOST = 0x02D5, 36  # in the RAM of a 1541
_STATUS = re.compile(rb"\d\d,[ -Z]{1,24},\d\d,\d\d")
# DriveHead.speed: 2^-32 half tracks in 256 periods of 16 MHz
HEAD_TRACKS_A_SECOND = 62500 / (1 << 33)


class Memory:
    """The address space as the CPU sees it, without side effects on reads.

    ``memory[a]`` is an int 0..255, ``memory[a:b]`` bytes; addresses 0..$FFFF.  Assigning
    does what a write of the CPU would do (RAM below a ROM, registers in the I/O area).
    """

    def __init__(self, board: Board) -> None:
        self._board = board

    def __len__(self) -> int:
        return 0x10000

    def _address(self, key: SupportsIndex) -> int:
        addr = operator.index(key)
        if not 0 <= addr <= 0xFFFF:
            raise IndexError(f"address {addr:#x} is outside $0000-$FFFF")
        return addr

    @overload
    def __getitem__(self, key: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, key: slice) -> bytes: ...
    def __getitem__(self, key: SupportsIndex | slice) -> int | bytes:
        if isinstance(key, slice):
            return bytes(self._board.peek(a) for a in range(*key.indices(0x10000)))
        return int(self._board.peek(self._address(key)))

    @overload
    def __setitem__(self, key: SupportsIndex, value: SupportsIndex) -> None: ...
    @overload
    def __setitem__(self, key: slice, value: bytes | bytearray | memoryview) -> None: ...
    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, slice):
            where = range(*key.indices(0x10000))
            data = bytes(value)
            if len(where) != len(data):
                raise ValueError(f"{len(data)} bytes do not fit into {len(where)} addresses")
            for addr, byte in zip(where, data, strict=True):
                self._board.poke(addr, byte)
            return
        byte = operator.index(value)
        if not 0 <= byte <= 0xFF:
            raise ValueError(f"{byte} is not a byte, 0 to 255")
        self._board.poke(self._address(key), byte)


SPRITE_ORIGIN = 120  # column of ``frame`` where X of sprites is 0


class Screen:
    """The picture the VIC makes, and the text in it."""

    def __init__(self, board: Board, palette: "str | Iterable[Iterable[int]]") -> None:
        self._board = board
        self._chosen = palette
        self._palette: Bytes | None = None

    @property
    def palette(self) -> "Bytes":
        """The RGB of the colours in ``ndarray`` and ``image``: uint8[16, 3]."""
        if self._palette is None:
            self._palette = choose_palette(self._chosen)
        return self._palette

    @palette.setter
    def palette(self, colours: "Bytes") -> None:
        self._palette = colours

    def __repr__(self) -> str:
        _, _, width, height = self._board.vic.crop()
        line = next((row.strip() for row in self.text().splitlines() if row.strip()), "")
        return f"<screen of {width} x {height} pixels, first line of text {line!r}>"

    @property
    def indices(self) -> "Bytes":
        """The visible picture as palette indices: uint8[272, 384] (PAL), a copy."""
        left, top, width, height = self._board.vic.crop()
        columns = self.frame[:, left : left + width]
        shown = columns[top : top + height]
        # NTSC's last visible lines are the first of the frame.
        return np.concatenate((shown, columns[: height - len(shown)]))

    def beam_at(self, column: int, row: int) -> tuple[int, int]:
        """Return X, as sprites have it, and raster line of a pixel of ``indices``, or beside it."""
        vic = self._board.vic
        left, top, _, _ = vic.crop()
        x = (left + column - SPRITE_ORIGIN) % (vic.model.x_last + 8)
        return x, (top + row) % vic.lines

    @property
    def frame(self) -> "Bytes":
        """The whole frame, blanking included: uint8[lines, 8 * cycles], a view."""
        self._board.vic.sync()
        model = self._board.model
        shape = (model.lines, model.cycles_per_line * 8)
        flat = np.frombuffer(memoryview(self._board.vic.frame), dtype=np.uint8)
        return flat[: shape[0] * shape[1]].reshape(shape)

    @property
    def ndarray(self) -> "Bytes":
        """The visible picture in colour: uint8[272, 384, 3] (PAL), RGB, a copy."""
        return self.palette[self.indices]

    @property
    def image(self) -> "Image.Image":
        """The visible picture as a Pillow image of mode RGB."""
        from PIL import Image

        return Image.fromarray(self.ndarray)

    def codes(self) -> "Bytes":
        """The 1000 screen codes of the text screen the VIC is set to: uint8[25, 40]."""
        return np.frombuffer(self._cells(), dtype=np.uint8).reshape(25, 40)

    def _cells(self) -> bytes:
        vic = self._board.vic
        base = vic.bank + (vic.peek(0x18) >> 4) * 0x400
        return bytes(vic.ram[base : base + 1000])

    def text(self) -> str:
        """The text screen as 25 lines of 40 characters, joined by newlines.

        Letters come as capitals, or in the lower/upper character set as typed; graphics
        characters as ``.`` and reversed characters as their plain ones.
        """
        lower = bool(self._board.vic.peek(0x18) & 2)
        text = self._cells().translate(_TEXT_BY_CODE[lower]).decode("latin-1")
        return "\n".join(text[row : row + 40] for row in range(0, 1000, 40))


def _as_text(code: int, lower: bool) -> str:
    code &= 0x7F
    if 1 <= code <= 26:
        return chr(code + (0x60 if lower else 0x40))
    if lower and 0x41 <= code <= 0x5A:
        return chr(code)
    if code == 0:
        return "@"
    if 0x20 <= code <= 0x3F:
        return chr(code)
    return {0x1B: "[", 0x1C: "£", 0x1D: "]", 0x1E: "^", 0x1F: "_", 0x60: " "}.get(code, ".")


# By screen code, in Latin-1: upper case and graphics, lower and upper case.
_TEXT_BY_CODE = tuple(
    bytes(ord(_as_text(code, lower)) for code in range(256)) for lower in (False, True)
)


class _Register:
    """A register of the CPU as an attribute."""

    def __init__(self, name: str, most: int, text: str) -> None:
        self._name, self._most = name, most
        self.__doc__ = text

    def __get__(self, owner: "Registers | None", kind: type | None = None) -> int:
        if owner is None:
            return self  # type: ignore[return-value]  # for help()
        return int(getattr(owner.cpu, self._name))

    def __set__(self, owner: "Registers", value: SupportsIndex) -> None:
        number = operator.index(value)
        if not 0 <= number <= self._most:
            raise ValueError(f"register {self._name}: {number} is outside 0 to ${self._most:X}")
        if self._name == "pc":
            owner.cpu.go_to(number)
        else:
            setattr(owner.cpu, self._name, number)


class _Flag:
    """A flag of the status register as an attribute."""

    def __init__(self, bit: int, text: str) -> None:
        self._bit = bit
        self.__doc__ = text

    def __get__(self, owner: "Registers | None", kind: type | None = None) -> bool:
        if owner is None:
            return self  # type: ignore[return-value]  # for help()
        return bool(owner.p >> self._bit & 1)

    def __set__(self, owner: "Registers", value: bool) -> None:
        owner.p = owner.p & ~(1 << self._bit) | bool(value) << self._bit


class Registers:
    """The registers of the CPU, which stands between two instructions.

    After power-on and ``reset()`` the reset sequence comes next; what is written before it has
    run, it overwrites.  In a function of ``on_write`` they are those of the middle of an
    instruction.
    """

    a = _Register("a", 0xFF, "The accumulator.")
    x = _Register("x", 0xFF, "The index register X.")
    y = _Register("y", 0xFF, "The index register Y.")
    sp = _Register("sp", 0xFF, "The stack pointer: $0100 + sp is the next free byte.")
    pc = _Register("pc", 0xFFFF, "The address of the next instruction.")
    n = _Flag(7, "Negative.")
    v = _Flag(6, "Overflow.")
    d = _Flag(3, "Decimal mode.")
    i = _Flag(2, "Interrupts (IRQ) are kept out.")
    z = _Flag(1, "Zero.")
    c = _Flag(0, "Carry.")

    def __init__(self, board: Board) -> None:
        self.cpu = board.cpu

    @property
    def p(self) -> int:
        """The status register, NV-BDIZC; bit 5 is always 1 and bit 4 (B) 0."""
        return int(self.cpu.p)

    @p.setter
    def p(self, value: SupportsIndex) -> None:
        number = operator.index(value)
        if not 0 <= number <= 0xFF:
            raise ValueError(f"register p: {number} is outside 0 to $FF")
        self.cpu.p = number & 0xEF | 0x20

    @property
    def flags(self) -> str:
        """The flags as the monitor shows them: ``nv-bdIzC``, capitals are set."""
        return "".join(
            name.upper() if self.p >> bit & 1 and name != "-" else name
            for bit, name in zip(range(7, -1, -1), "nv-bdizc", strict=True)
        )

    @flags.setter
    def flags(self, text: str) -> None:
        if text.lower() != "nv-bdizc":
            raise ValueError(
                f"flags: {text!r} is wrong; write nv-bdizc, a capital for each flag that is set"
            )
        bits = sum(char.isupper() << bit for bit, char in zip(range(7, -1, -1), text, strict=True))
        self.p = bits

    def __repr__(self) -> str:
        return (
            f"pc=${self.pc:04X} a=${self.a:02X} x=${self.x:02X} y=${self.y:02X} "
            f"sp=${self.sp:02X} {self.flags}"
        )


class _Machine(Protocol):
    """The part of C64 that types."""

    def type(self, text: str, wait: bool = True) -> None: ...


class Keyboard:
    """The keys of the machine.

    Keys have the names that the caps have, ``"A" "1" "RETURN" "F1" "CRSR_DOWN" "LSHIFT"``; a name
    such as ``"F2" "UP" "CLR"`` is two of them.  ``"SHIFT_LOCK"`` stays down until it is held
    again.  All methods raise ValueError, and press nothing, for a name that no key has.
    """

    def __init__(self, board: Board, machine: _Machine) -> None:
        self._board, self._machine = board, machine

    def hold(self, *keys: str) -> None:
        """Press keys, which stay down until they are released."""
        for key in self._checked(keys):
            self._board.keyboard.press(key)

    def release(self, *keys: str) -> None:
        """Let go of keys; without a name of all, but for SHIFT LOCK."""
        for key in self._checked(keys):
            self._board.keyboard.release(key)
        if not keys:
            self._board.keyboard.release_all()

    @contextmanager
    def held(self, *keys: str) -> Iterator[None]:
        """Hold keys as long as the ``with`` block lasts."""
        self.hold(*keys)
        try:
            yield
        finally:
            self.release(*keys)

    @property
    def down(self) -> frozenset[str]:
        """The names of the keys that are down."""
        keyboard = self._board.keyboard
        return frozenset(key for key in (*KEY_PLACES, *KEY_SPECIAL) if keyboard.pressed(key))

    def type(self, text: str, wait: bool = True) -> None:
        """Type a text; the same as ``C64.type``."""
        self._machine.type(text, wait)

    def _checked(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        for key in keys:
            if keys_for_name(key) is None:
                raise ValueError(f"keyboard: no key is called {key!r}")
        return keys


class CartridgeView:
    """What is in the expansion port."""

    def __init__(self, board: Board) -> None:
        self._board = board

    @property
    def identity(self) -> str:
        """Its name, size and checksum, ``"nothing"`` for the empty port."""
        return str(self._board.cart.identity)

    @property
    def changed(self) -> bool:
        """True if a program has written to its flash or EEPROM since it was saved."""
        return bool(cartridge_changed(self._board.cart))

    def save(self, path: FilePath) -> None:
        """Write an EasyFlash, GMOD2 or GMOD3, as it is now, to a .crt.

        Raises ValueError for other cartridges, MediaError if the file cannot be written.
        """
        save_cartridge(self._board.cart, Path(path))

    @property
    def reu_size(self) -> int:
        """How much a REU holds in KiB; 0: there is none in the port."""
        reu: Any = self._board.cart  # its fields are made of its size
        return reu.size // 1024 if isinstance(reu, REU) else 0

    def save_reu(self, path: FilePath) -> None:
        """Write what the REU holds to a file, unless it is there already.

        Raises ValueError without a REU, MediaError if the file cannot be written.
        """
        if not isinstance(self._board.cart, REU):
            raise ValueError(
                "there is no REU in the expansion port; make the machine with one: reu='512k'"
            )
        reu: Any = self._board.cart  # its fields are made of its size
        content = bytes(reu.ram)
        with contextlib.suppress(OSError):
            if read_plain(path, len(content)) == content:
                return
        write_atomically(path, content)

    def freeze(self) -> bool:
        """Press its freeze button; returns False if nothing came of it.

        That is so without a freezer in the port, and with a program that holds NMI.  The button of
        an ISEPIC is a switch: it freezes when it moves towards the computer, every second time.
        """
        return bool(self._board.freeze())

    @property
    def unfrozen(self) -> str:
        """What to tell a user when ``freeze`` has returned False."""
        return str(self._board.cart.unfrozen)


class SidView:
    """A SID as who listens to it may look at it.

    address  its first one: $D400 is the first SID's
    side     where it is heard if there are several: "left", "middle" or "right"
    """

    def __init__(self, sid: Any, address: int, side: str) -> None:
        self._sid, self.address, self.side = sid, address, side

    @property
    def chip(self) -> str:
        """ "6581" or "8580"."""
        return str(self._sid.model)

    @property
    def muted(self) -> int:
        """A bit for each voice that is not heard, 0 to 7: the chip goes on as it is."""
        return int(self._sid.muted)

    @muted.setter
    def muted(self, voices: int) -> None:
        if not 0 <= voices <= 7:
            raise ValueError(f"muted {voices}: must be 0 to 7, one bit per voice")
        self._sid.muted = voices

    @property
    def registers(self) -> bytes:
        """What was written last to its first 25 registers, for who cannot read them."""
        sid, found = self._sid, bytearray()
        for v in range(3):
            found += sid.freq[v].to_bytes(2, "little") + sid.pw[v].to_bytes(2, "little")
            found += bytes((sid.control[v], sid.attack_decay[v], sid.sustain_release[v]))
        found += bytes((sid.cutoff & 7, sid.cutoff >> 3, sid.routing, sid.mode_volume))
        return bytes(found)

    @property
    def envelopes(self) -> tuple[int, int, int]:
        """The envelope counter of each voice, 0 to 255; 0 while it has no waveform."""
        sid = self._sid
        first, second, third = (sid.env[v] if sid.control[v] & 0xF0 else 0 for v in range(3))
        return first, second, third


class DriveSlot:
    """The drive of one device number; there may be none."""

    def __init__(self, board: Board, number: int, dos: bytes | None, auto: bool) -> None:
        self._board, self._dos, self._auto = board, dos, auto
        self.number = number

    def __repr__(self) -> str:
        if self._device is None:
            return f"<drive {self.number}: none>"
        disk = "no disk" if self.image is None else f"disk {self.image.name!r}"
        return f"<drive {self.number}: {self.kind}, {disk}>"

    @property
    def _device(self) -> Any:
        return self._board.iec.devices.get(self.number)

    @property
    def kind(self) -> str | None:
        """``"quick"``, ``"1541"``, or None: no drive has this number."""
        device = self._device
        return next((kind for kind, made in DRIVE_KINDS.items() if type(device) is made), None)

    @property
    def auto(self) -> bool:
        """True if it is, or would be, a virtual drive that becomes a 1541 by itself."""
        return bool(is_auto(self._board, self.number, self._auto))

    @property
    def image(self) -> Any:
        """The image of the disk in it (disk.d64.D64Image ...), the folder, or None."""
        return None if self._device is None else self._device.image

    @property
    def busy(self) -> bool:
        """True while it is addressed (quick), or while its motor runs (1541)."""
        return self._device is not None and bool(self._device.busy)

    @property
    def led(self) -> bool:
        """True while its lamp is on."""
        unit = getattr(self._device, "unit", None)
        return self.busy if unit is None else bool(unit.led())

    @property
    def motor(self) -> bool:
        """True while its motor runs; of a virtual drive, while it is addressed."""
        return self.busy

    @property
    def track(self) -> float | None:
        """The track under the head, in halves from 1.0; None without a head (virtual drive)."""
        unit = getattr(self._device, "unit", None)
        return None if unit is None else unit.head.half / 2

    def head_moves(self, last: bool = False) -> list[tuple[int, float, float]]:
        """Take what the head of a 1541 did since the last call; [] without a head.

        (machine cycle, track, speed): speed in tracks per second at which it hit an end of its
        way, 0.0 where it came over another half track.  The first call begins to listen; at most
        the last ``HEAD_MOVES`` are kept.  Nothing of it is in a saved state.

        last  True: listen no longer, until the next call; [] if nobody did
        """
        device = self._device
        unit = getattr(device, "unit", None)
        if unit is None:
            return []
        if unit.head.moves is None:
            if last:
                return []
            unit.head.moves = deque(maxlen=HEAD_MOVES)
        found = [
            (device.cycle_of(at), half / 2, hit * HEAD_TRACKS_A_SECOND)
            for at, half, hit in unit.head.moves
        ]
        unit.head.moves.clear()
        if last:
            unit.head.moves = None
        return found

    @property
    def error(self) -> int:
        """The number of an error on a virtual drive's status channel, 0 for none.

        A 1541 keeps it in its own memory, and says it by its lamp: 0.
        """
        dos = getattr(self._device, "dos", None)
        return int(dos.status[0]) if dos is not None and dos.failed else 0

    @property
    def status(self) -> str:
        """What its status channel would say next, such as ``62, FILE NOT FOUND,00,00``.

        "" without a drive, or where a program in a 1541's RAM has written over it.  Channel 15 of
        a 1541 sends from $02D5 (ERRBUF; Immers and Neufeld, "Inside Commodore DOS"); that of ours
        does so, too.
        """
        device = self._device
        if hasattr(device, "dos"):
            said = bytes(device.dos.message)
        else:
            unit = getattr(device, "unit", None)
            said = b"" if unit is None else bytes(unit.ram[STATUS_AT : STATUS_AT + STATUS_MOST])
        found = _STATUS.match(said)
        return "" if found is None else found[0].decode("ascii")

    @property
    def notice(self) -> Callable[[str], object] | None:
        """Function that is told, in a line of text, when the disk's file cannot be written.

        Raises ValueError when it is set and no drive has this number.
        """
        return None if self._device is None else self._device.notice

    @notice.setter
    def notice(self, function: Callable[[str], object] | None) -> None:
        if self._device is None:
            raise ValueError(f"device {self.number}: no drive is attached there")
        if function is not None and not callable(function):
            raise TypeError(f"notice: {function!r} is not callable; give a function")
        self._device.notice = function

    def attach(self, media: Any, read_only: bool = False, kind: str | None = None) -> None:
        """Put a disk in, and plug a drive in if there is none.

        media  path of an image or a folder, or what ``disk.loader.open_media`` gives for one;
               None: no disk
        kind   "quick", "1541" or "auto": put in a drive of this kind; None: leave it as it is (a
               .g64 always comes in a 1541; a .d71, a .d81 and a folder in a virtual drive)

        Raises disk.errors.MediaError if the file is no usable disk image.
        """
        attach_drive(self._board, media, self.number, read_only, kind, self._dos)

    def _release(self) -> None:
        """Let other processes write the file of the disk."""
        if self._device.image is not None:
            self._device.image.release()

    def flush(self) -> None:
        """Write what has changed on the disk to its file."""
        if self._device is not None:
            self._device.flush()

    def eject(self) -> None:
        """Take the disk out; what was written to it is in its file."""
        if self._device is not None:
            self._device.flush()
            self._release()
            self._device.mount(None)

    def unplug(self) -> None:
        """Take the drive off the serial bus; what was written to its disk is in the file."""
        if self._device is not None:
            self._device.flush()
            self._release()
            self._board.iec.detach(self.number)


class Drives(Mapping[int, DriveSlot]):
    """The four device numbers 8 to 11; KeyError for others."""

    def __init__(self, board: Board, dos: bytes | None, kind: str) -> None:
        """kind: what drive 8 is, as MachineConfig has it."""
        auto = {8: kind == "auto"}
        self._slots = {
            number: DriveSlot(board, number, dos, auto.get(number, kind != "quick"))
            for number in DRIVE_NUMBERS
        }

    def __getitem__(self, number: int) -> DriveSlot:
        if number not in self._slots:
            raise KeyError(f"{number} is not a drive number; use 8, 9, 10 or 11")
        return self._slots[number]

    def __repr__(self) -> str:
        return f"<drives {', '.join(f'{n}: {slot.kind}' for n, slot in self.items())}>"

    def __iter__(self) -> Iterator[int]:
        return iter(self._slots)

    def __len__(self) -> int:
        return len(self._slots)
