"""The machine behind the page of ``make web``, as the page's worker drives it.

The worker (page/worker.js) calls a method for each message of the page, ``frame`` 50 times a
second, and takes picture and sound as bytes.  Files that the user opens lie in one folder, under
their own names.  What a program writes to a disk is written there, and the worker saves it.

Nothing here needs numpy.
"""

from __future__ import annotations

import gc
import json
import struct
import time
import zlib
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from c64.api import C64
from c64.autostart import Autostart
from c64.config import CONFIG_CHOICES, MachineConfig, of_today
from c64.errors import Go64Error
from c64.input.keyboard import keys_for_char
from c64.roms import ROM_SIZES, rom_sha1
from c64.vic.palettes import PALETTE_ROWS
from disk.budget import Budget, OverBudget, inflate, parse_json
from disk.crt import Crt, write_crt
from disk.d64 import D64Image
from disk.loader import open_media, sources_in
from disk.sid import SidTune
from emu.browser.rewind import Points
from emu.errors import HostError
from emu.shared.key_state import KeyState
from emu.shared.recording_file import (
    is_recording,
    machine_for,
    open_recording,
    outcome,
    play_recording,
)
from emu.shared.state.own_roms import HEADER as ROM_HEADER
from emu.shared.state.own_roms import Images, header_of, own_roms, roms_with, take_roms
from emu.shared.state.restore import machine_of, open_state_file
from emu.web.game import Table
from emu.web.pointer import Pointer, window_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emu.replay.player import Player
    from emu.web.simultaneous import Button

GAME_NAME = "go64.d64"
SAVES_NAME = "saves.d64"
SAVES_DEVICE, SAVES_TITLE, SAVES_ID = 9, b"SAVED GAMES", b"64"
SAMPLE_RATE = 48000
REWIND_EVERY = 25  # frames between two points for rewind
REWIND_POINTS = 240  # points at most: two minutes
REWIND_BYTES = 24 << 20  # memory for them: a program may change all of its disks and RAM
STICK = ("up", "down", "left", "right", "fire")  # bit by bit
STATE_MAGIC = b"GO64WEB1"
STATE_LENGTH = struct.Struct("<I")
STATE_MOST = 64 << 20  # bytes, unpacked
TITLE_MOST, WORDS_MOST = 200, 400  # characters of a title, of what is wrong
# A point for rewind holds the REU's RAM, too: larger ones would interrupt the sound.
REU_SIZES = ("128k", "256k", "512k")
# What the page may choose of a machine, with words other than the usual; the rest of MachineConfig
# keeps its defaults.
CHOICES: dict[str, tuple[str, ...]] = {
    "model": CONFIG_CHOICES["model"],
    "sid": CONFIG_CHOICES["sid"],
    "sid_filter": tuple(word for word in CONFIG_CHOICES["sid_filter"] if word != "usual"),
    "digiboost": ("on",),
    "drive": CONFIG_CHOICES["drive"],
    "reu": REU_SIZES,
    "palette": tuple(PALETTE_ROWS),
}
ROMS = ("kernal", "basic", "chargen", "dos")
# A save state holds those parts of a machine's configuration that are no files, without sound.
KEPT = {field.name: field.default for field in fields(MachineConfig)}
for _name in ("cart", "cart_save", "reu_save", "reu_image", "roms", "sample_rate"):
    del KEPT[_name]


class Session:
    """One machine and the disks in its drives.

    folder   where files lie
    machine  C64
    title    of the program started last
    notes    lines for the user, oldest first; showing them empties the list
    """

    def __init__(self, folder: str, game: str | None = None) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._game = None if game is None else Path(game)
        self._options: dict[str, Any] = {}
        self.notes: list[str] = []
        self.title = "BASIC"
        self._start: Autostart | None = None
        self._player: Player | None = None
        self._table = Table() if game is not None else None
        self._menu: tuple[Button, ...] | None = None
        self._rewind = Points(REWIND_POINTS, REWIND_BYTES)
        self._until_point = 0
        self._sticks = [0, 0]
        self._kept: dict[str, int] = {}  # name -> CRC-32 of what is kept of it elsewhere
        self._show(self._made({}))

    # -- the machine ---------------------------------------------------------------------

    def _made(self, more: dict[str, Any]) -> C64:
        return C64(MachineConfig(**(self._options | more)), sample_rate=SAMPLE_RATE)

    def _replace(self, more: dict[str, Any]) -> None:
        """Replace the machine by a new one, with the same disks."""
        machine = self._made(more)
        self.machine.flush()
        self._show(machine)

    def _show(self, machine: C64) -> None:
        """Replace the machine by another one."""
        self.machine = machine
        self._keys = KeyState(machine.keyboard)
        self._pointer = None if self._table is None else Pointer(machine, self._table)
        self._start = self._player = None
        self._rewind.clear()
        self._until_point = 0
        # Parts of a machine refer to each other, and Python collects few large objects late: dozens
        # of machines would wait, in a memory that never shrinks.
        gc.collect()

    def configure(self, text: str) -> None:
        """Use the options of a JSON object from now on, and switch off and on; Go64Error.

        Of CHOICES and ROMS, whose values are names of files that ``put`` has left.
        """
        options = {k: v for k, v in json.loads(text).items() if v not in (None, "")}
        for name in set(options) - {*CHOICES, *ROMS}:
            raise HostError(f"option '{name}': not one of {', '.join((*CHOICES, *ROMS))}")
        for name in set(options) & set(ROMS):
            options[name] = str(self._path(options[name]))
        before, self._options = self._options, options
        try:
            self._replace({})
        except Go64Error:
            self._options = before
            raise

    @property
    def size(self) -> tuple[int, int, int, int]:
        """Where the visible picture lies in ``frame``: left, top, width, height."""
        left, top, width, height = self.machine.board.vic.crop()
        return left, top, width, height

    def describe(self) -> str:
        """Return what the page shows about the machine, as JSON."""
        machine = self.machine
        drives = {
            number: None if slot.image is None else Path(slot.image.name).name
            for number, slot in machine.drives.items()
            if slot.kind is not None
        }
        model = machine.model
        return json.dumps(
            {
                "title": self.title,
                "starting": self._start is not None,
                "model": machine.config.model,
                "options": {k: v for k, v in self._options.items() if k in CHOICES},
                "choices": CHOICES,
                "roms": {k: Path(v).name for k, v in self._options.items() if k in ROMS},
                "drives": drives,
                "cartridge": machine.cartridge.identity,
                "size": self.size,
                "lines": model.lines,
                "pitch": model.cycles_per_line * 8,
                "hz": model.frame_hz,
                "rate": machine.config.sample_rate,
                "palette": self._palette(),
                "window": window_of(machine),
                "menu": self._menu,
                "notes": self._take_notes(),
            }
        )

    def _palette(self) -> list[int]:
        chosen = self.machine.config.palette
        rows = PALETTE_ROWS[chosen] if isinstance(chosen, str) else chosen
        return [red << 16 | green << 8 | blue for red, green, blue in rows]

    def _take_notes(self) -> list[str]:
        notes, self.notes = self.notes, []
        return notes

    # -- time ----------------------------------------------------------------------------

    def frame(self) -> bool:
        """Run a frame; returns True while a file is being started, which should use warp."""
        start = self._start
        if start is not None:
            try:
                start.tick()
            except Go64Error as error:
                self.notes.append(str(error))
                self._start = start = None
            else:
                if start.settled:
                    self._start = start = None
        self._keys.tick()
        if self._pointer is not None:
            self._pointer.tick()
        if self._player is None:
            self.machine.tick()
        else:
            self._step(self._player)
        self._until_point -= 1
        if self._until_point <= 0:
            self._until_point = REWIND_EVERY
            self._rewind.add(self.machine.frames, self.machine.snapshot())
        return start is not None

    def _step(self, player: Player) -> None:
        """Run one step of the replay."""
        player.prepare()
        self.machine.tick(limit=player.limit)
        player.end()
        if player.over:
            self.notes.append(outcome(player))
            self._player = None

    def noticed(self) -> bool:
        """Look at our game's menu; returns True if ``describe`` has something new to say."""
        menu = None
        if self._table is not None and self._start is None:
            facts = self._table.look(self.machine.ram)
            menu = None if facts is None else () if facts.shows else facts.menu
        new = menu != self._menu or bool(self.notes)
        self._menu = menu
        return new

    def tap(self, x: int, y: int) -> None:
        """Click with the game's mouse at a pixel of its 320 x 200, if the game runs."""
        if self._pointer is not None and self._menu is not None:
            self._pointer.tap(x, y)

    def picture(self) -> Any:
        """Return the buffer of the whole frame, one byte per pixel; ``size``: what is visible."""
        self.machine.board.vic.sync()
        return memoryview(self.machine.board.vic.frame)

    def sound(self) -> bytes:
        """Return the samples made since the last call, int16."""
        return self.machine.audio_bytes()

    def reset(self) -> None:
        """Press reset."""
        self._start = None
        self.machine.reset()

    def power_cycle(self) -> None:
        """Switch off and on."""
        self._start = None
        self.machine.power_cycle()

    def freeze(self) -> None:
        """Press the freeze button of the cartridge."""
        if not self.machine.freeze():
            self.notes.append(self.machine.cartridge.unfrozen)

    def rewind(self) -> bool:
        """Go back to the point before the last; False if there is none."""
        if not self._rewind:
            return False
        if len(self._rewind) > 1 and self.machine.frames - self._rewind.last_frame < REWIND_EVERY:
            self._rewind.pop()
        self.machine.restore(self._rewind.snapshot())
        if self._player is not None:
            self._player.rewound()
            self._player = None if self._player.over else self._player
        self._until_point = REWIND_EVERY
        self._again()
        return True

    def _again(self) -> None:
        """Press the keys and sticks that are held now, instead of those held at that time."""
        self._keys.again()
        for port in (1, 2):
            self.joystick(port, self._sticks[port - 1])

    # -- keys and sticks -----------------------------------------------------------------

    def key_down(self, host: str, names: Iterable[str]) -> None:
        """Press C64 keys, ``names``, for a key of the host or of the page."""
        self._keys.press(host, tuple(names))

    def char_down(self, host: str, char: str) -> bool:
        """Press a key that types a character; returns False if the C64 has no such character."""
        keys = keys_for_char(char)
        if keys is None:
            return False
        self._keys.press(host, keys, symbolic=True)
        return True

    def key_up(self, host: str) -> None:
        """Release that key."""
        self._keys.release(host)

    def release_all(self) -> None:
        """Release every key and both sticks."""
        self._keys.release_all()
        for port in (1, 2):
            self.joystick(port, 0)

    def joystick(self, port: int, bits: int) -> None:
        """Hold the switches of a stick: bits up, down, left, right, fire, the lowest first."""
        self._sticks[port - 1] = bits
        stick = self.machine.joystick(port)
        stick.release()
        stick.press(*(name for bit, name in enumerate(STICK) if bits >> bit & 1))

    def type_text(self, text: str) -> None:
        """Type a text, frame by frame; ValueError for a character that the C64 does not have."""
        self.machine.type(text, wait=False)

    # -- memory --------------------------------------------------------------------------

    def peek(self, first: int, end: int) -> bytes:
        """Return the bytes that the CPU sees from ``first`` to before ``end``."""
        return self.machine.memory[first:end]

    def poke(self, first: int, content: bytes) -> None:
        """Write bytes as the CPU would; IndexError beyond $FFFF."""
        content = bytes(content)
        if not 0 <= first <= 0x10000 - len(content):
            raise IndexError(f"{len(content)} bytes at {first:#x} are outside $0000-$FFFF")
        self.machine.memory[first : first + len(content)] = content

    def text(self) -> str:
        """Return the text on the screen."""
        return self.machine.screen.text()

    def adopt(self, machine: object) -> None:
        """Show another C64 from now on, made by a program of the page."""
        if isinstance(machine, C64) and machine is not self.machine:
            self._show(machine)

    # -- files ---------------------------------------------------------------------------

    def _path(self, name: str) -> Path:
        """Return the path of a file in the folder; of a given path only the name counts."""
        own = name.replace("\\", "/").replace("\0", "").rsplit("/", 1)[-1]
        return self.folder / (own if own not in ("", ".", "..") else "file")

    def put(self, name: str, content: bytes) -> str:
        """Put a file into the folder; returns its name there."""
        path = self._path(name)
        path.write_bytes(bytes(content))
        self._kept[path.name] = zlib.crc32(content)
        return path.name

    def take(self, name: str) -> bytes:
        """Return the contents of a file of the folder, after writing changed disks."""
        self.machine.flush()
        return self._path(name).read_bytes()

    def changed(self) -> list[str]:
        """Write changed disks; returns the names of files that have changed since the last call.

        The caller must save them (``take``), or they are lost with the page.
        """
        self.machine.flush()
        found = []
        for path in sorted(self.folder.iterdir()):
            content = zlib.crc32(path.read_bytes()) if path.is_file() else None
            if content is not None and self._kept.get(path.name) != content:
                self._kept[path.name] = content
                found.append(path.name)
        return found

    def open(self, name: str) -> None:
        """Start a file of the folder, or put it where it belongs; Go64Error if it cannot."""
        path = self._path(name)
        media = None if is_recording(path) else open_media(path)
        kind = "recording" if media is None else media.kind
        if kind in ("state", "recording"):
            self._resume(path, kind)
            return
        sids = media.more_sids if isinstance(media, SidTune) else ()
        if kind == "cartridge":
            self._replace({"cart": str(path)})
        else:
            if self.machine.config.cart is not None or sids or self.machine.config.sids:
                self._replace({"sids": sids})
            else:
                self.machine.power_cycle()  # its reset writes the disks
            self._unplug_saves()
            self._start = Autostart(self.machine, path)
        self._rewind.clear()
        self.title = path.name
        others = sources_in(path)[1:]
        if others:
            names = ", ".join(source.name for source in others[:5])
            self.notes.append(f"{path.name} also has: {names}")

    def _resume(self, path: Path, kind: str) -> None:
        """Resume a save state of the program go64, or replay a recording of it.

        They may come from a stranger, so no file that they name is opened.  Where they need
        original ROMs, those of ``configure`` are used.
        """
        given = {name: self._options[name] for name in ROMS if name in self._options}
        palette = self._options.get("palette", "pepto")
        if kind == "state":
            found = open_state_file(path, given, trusted=False)
            machine, notes = machine_of(found, SAMPLE_RATE, read_only=True)
            player = None
        else:
            recorded = open_recording(path)
            roms = {
                name: file
                for name, file in given.items()
                if rom_sha1(Path(file).read_bytes()) == recorded.roms[name]
            }
            machine, notes = machine_for(recorded, SAMPLE_RATE, palette, **roms), []
            player = play_recording(machine, recorded)
        self.machine.flush()
        self._show(machine)
        self._player = player
        self.notes += notes
        self.title = path.name

    def start_game(self) -> None:
        """Start the game that comes with GO 64, with a disk for saved games in drive 9."""
        if self._game is None:
            raise HostError("the game is not part of this site")
        if self.machine.config.cart is not None:
            self._replace({})
        else:
            self.machine.power_cycle()  # its reset writes the disks
        self._start = Autostart(self.machine, self._game, read_only=True, kind="quick")
        self._plug_saves()
        self._rewind.clear()
        self.title = "GO 64"

    def basic(self) -> None:
        """Switch off and on without a file, cartridge or disk."""
        self._replace({})
        self.title = "BASIC"

    def _plug_saves(self) -> None:
        path = self._path(SAVES_NAME)
        if path.is_file():
            image = D64Image.open(path)
        else:
            image = D64Image.blank(SAVES_TITLE, SAVES_ID)
            image.name, image.path = str(path), path
        self.machine.drives[SAVES_DEVICE].attach(image)

    def _unplug_saves(self) -> None:
        self.machine.drives[SAVES_DEVICE].unplug()

    def insert(self, device: int, name: str) -> None:
        """Put a disk of the folder into a drive; "" takes the disk out."""
        if name:
            self.machine.drives[device].attach(self._path(name))
        else:
            self.machine.drives[device].eject()

    def blank(self, name: str) -> str:
        """Make an empty disk in the folder; returns its name."""
        image = D64Image.blank(b"EMPTY DISK", b"64")
        return self.put(name, image.to_bytes())

    # -- states --------------------------------------------------------------------------

    def save_state(self) -> bytes:
        """Return the whole machine, its disks included, for ``load_state``."""
        config = self.machine.config
        options = {k: v for k, usual in KEPT.items() if (v := getattr(config, k)) != usual}
        header = {
            "title": self.title,
            "saved": int(time.time()),
            "options": {k: Path(v).name if k in ROMS else v for k, v in options.items()},
            "cart": self._cart_name(),
            "drives": {
                number: [slot.kind, self._name_of(slot.image)]
                for number, slot in self.machine.drives.items()
                if slot.kind is not None
            },
        }
        ours = own_roms(self.machine)
        text = json.dumps(header | header_of(ours)).encode()
        packed = zlib.compress(b"".join([self.machine.snapshot(), *ours.values()]), 1)
        return STATE_MAGIC + STATE_LENGTH.pack(len(text)) + text + packed

    def _cart_name(self) -> str | None:
        """Return the name of the cartridge file, which is written first if there is none."""
        cart = self.machine.config.cart
        if isinstance(cart, Crt):
            return self.put(f"{Path(self.title).stem}.crt", write_crt(cart))
        return None if cart is None else Path(str(cart)).name

    def _name_of(self, image: Any) -> str | None:
        path = getattr(image, "path", None)
        if path is None or not Path(path).is_file():
            return None
        return Path(path).name

    def load_state(self, content: bytes) -> None:
        """Load a state of ``save_state``; HostError, and no change, if it is invalid."""
        header, snapshot, ours = _parse_state(bytes(content))
        before = self._options
        try:
            title = str(header["title"])[:TITLE_MOST]
            options = of_today(header["options"])
            for name in set(options) - set(KEPT):
                raise HostError(f"configures '{name}', which this page does not know")
            for name in set(options) & set(ROMS):
                options[name] = str(self._path(options[name]))
            self._options = {k: v for k, v in options.items() if k in (*CHOICES, *ROMS)}
            cart = header["cart"]
            files = {} if cart is None else {"cart": str(self._path(cart))}
            machine = self._made(options | files)
            machine.change_roms(roms_with(machine, ours))
            for number, (kind, name) in header["drives"].items():
                self._plug(machine, int(number), kind, name)
            with Budget():
                machine.restore(snapshot)
        except (Go64Error, OSError, LookupError, TypeError, ValueError, AttributeError) as error:
            self._options = before
            why = " ".join(str(error).split())[:WORDS_MOST]
            raise HostError(f"saved state: does not fit: {why}") from None
        self.machine.flush()
        self._show(machine)
        self.title = title
        self._again()

    def _plug(self, machine: C64, number: int, kind: str, name: str | None) -> None:
        slot = machine.drives[number]
        media: Any = None
        if name == GAME_NAME and self._game is not None:
            slot.attach(self._game, read_only=True, kind=kind)
            return
        if name is not None and self._path(name).is_file():
            media = self._path(name)
        slot.attach(media, kind=None if slot.auto and media is not None else kind)


def _parse_state(content: bytes) -> tuple[dict[str, Any], bytes, Images]:
    """Return (header, snapshot, ROMs of GO 64); HostError if the bytes are no save state."""
    start = len(STATE_MAGIC) + STATE_LENGTH.size
    if not content.startswith(STATE_MAGIC) or len(content) < start:
        raise HostError("save state: this file is not from this page")
    (length,) = STATE_LENGTH.unpack_from(content, len(STATE_MAGIC))
    try:
        with Budget():
            header = parse_json(content[start : start + length])
            if not isinstance(header, dict):
                raise ValueError
            return header, *_split_roms(header, inflate(content[start + length :], STATE_MOST))
    except OverBudget as error:
        raise HostError(f"saved state: {error}") from None
    except (ValueError, LookupError, TypeError, zlib.error):
        raise HostError("saved state: damaged") from None


def _split_roms(header: dict[str, Any], data: bytes) -> tuple[bytes, Images]:
    """Return (snapshot, ROMs): these follow it in the order of the header; HostError."""
    blocks: dict[str, bytes] = {}
    for kind in reversed(header.get(ROM_HEADER, {})):
        data, blocks[kind] = data[: -ROM_SIZES[kind]], data[-ROM_SIZES[kind] :]
    return data, take_roms(header, blocks, "saved state")
