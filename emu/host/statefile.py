"""State files (.go64): a machine as it was, with all that it takes to have it again.

Layout (little endian): magic ``GO64STAT``, uint16 version, uint32 CRC-32 of the rest, uint32
length of the rest; then uint32 length of a JSON header, the header, and the blocks that it
lists by name and size, each packed by zlib: the snapshot (c64.snapshot), a picture (PNG), the
cartridge if it came out of an archive.

The header has the emulator's version, the configuration, and for each drive its kind and the
file that was in it with the SHA-256 of its content.  What is written to a disk goes to its file
again only if that still has this content; otherwise the disk of that moment comes back write
protected.  So does a folder.  Files that the machine was to write to when it was saved
(cart_save, reu_save) are not taken from a state file.
"""

import hashlib
import io
import json
import os
import struct
import zlib
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

import c64
from c64.config import MachineConfig
from c64.errors import ConfigError, Go64Error, MediaError, SnapshotError
from disk.crt import Crt, parse_crt, write_crt
from disk.errors import MediaWriteError
from disk.image_file import write_atomically
from emu.errors import StateFileError

MAGIC, VERSION, ENDING = b"GO64STAT", 1, ".go64"
THUMBNAIL_WIDTH = 192
LARGEST = 256 << 20  # of a file, and of what a block unpacks to
_PREFIX = struct.Struct("<8sHII")
_LENGTH = struct.Struct("<I")
_PATHS = ("kernal", "basic", "chargen", "cart", "dos")
_NOT_KEPT = ("cart_save", "reu_save", "reu_image", "roms", "sample_rate")


@dataclass(frozen=True)
class DriveFile:
    """What was in a drive.

    kind       "quick" or "1541";  path  of the host's file or folder, "" for none
    sha256     of the file's content, "" for a folder;  read_only  it was write-protected
    """

    kind: str
    path: str = ""
    sha256: str = ""
    read_only: bool = False

    def is_there(self):
        """Return whether the host's file still has the content."""
        return bool(self.sha256) and _digest(self.path) == self.sha256

    def is_folder(self):
        """Return whether it was a folder, which is there."""
        return bool(self.path) and not self.sha256 and Path(self.path).is_dir()


@dataclass(frozen=True)
class StateFile:
    """A machine out of a state file.

    config     MachineConfig, without sound
    snapshot   for ``C64.restore``
    drives     {device number: DriveFile}
    version    the emulator's that has written it;  title  a few words, "" for none
    picture    PNG, b"" for none
    """

    path: Path
    config: MachineConfig
    snapshot: bytes
    drives: dict
    version: str = ""
    title: str = ""
    picture: bytes = b""

    def thumbnail(self):
        """Return the picture as a Pillow image, None if there is none."""
        if not self.picture:
            return None
        from PIL import Image, UnidentifiedImageError

        try:
            image = Image.open(io.BytesIO(self.picture), formats=["PNG"])
            image.load()
        except (OSError, ValueError, UnidentifiedImageError, Image.DecompressionBombError):
            return None
        return image


# -- writing -------------------------------------------------------------------------------


def save_state_file(path, machine, picture=True, title=""):
    """Write a machine to a state file, all or nothing.

    picture  a Pillow image to be shown for it, True for the machine's own, None for none

    Raises StateFileError.
    """
    blocks = {"snapshot": machine.snapshot()}
    if picture is not None:
        blocks["picture"] = _png(machine.screen.image if picture is True else picture)
    config = _config_as_plain(machine, blocks)
    header = {
        "go64": c64.__version__,
        "title": title,
        "config": config,
        "drives": {n: asdict(_drive_file(s)) for n, s in machine.drives.items() if s.kind},
    }
    packed = {name: zlib.compress(content) for name, content in blocks.items()}
    header["blocks"] = {name: len(content) for name, content in packed.items()}
    text = json.dumps(header).encode()
    body = _LENGTH.pack(len(text)) + text + b"".join(packed.values())
    prefix = _PREFIX.pack(MAGIC, VERSION, zlib.crc32(body), len(body))
    try:
        write_atomically(path, prefix + body)
    except MediaWriteError as error:
        raise StateFileError(str(error)) from None


def _png(image):
    height = max(1, image.height * THUMBNAIL_WIDTH // image.width)
    out = io.BytesIO()
    image.convert("RGB").resize((THUMBNAIL_WIDTH, height)).save(out, "PNG")
    return out.getvalue()


def _config_as_plain(machine, blocks):
    """Return the configuration as plain values; a cartridge without a file becomes a block."""
    config = machine.config
    if config.roms is not None:
        raise StateFileError("this machine has ROMs that are in no file; it cannot be saved so")
    plain = {f.name: getattr(config, f.name) for f in fields(config) if f.name not in _NOT_KEPT}
    for name in _PATHS:
        if isinstance(plain[name], str | os.PathLike):
            plain[name] = os.path.abspath(plain[name])
    if isinstance(config.cart, Crt):
        blocks["cart"], plain["cart"] = write_crt(config.cart), None
    elif config.cart is not None and not isinstance(plain["cart"], str):
        raise StateFileError("this machine's cartridge is in no file; it cannot be saved so")
    if config.reu_image is not None:
        size = machine.board.cart.size // 1024
        plain["reu"] = f"{size}k" if size < 1024 else f"{size // 1024}m"
    return plain


def _drive_file(slot):
    """Return the DriveFile of a c64.api_views.DriveSlot."""
    image = slot.image
    path = getattr(image, "path", None)
    if path is None:
        return DriveFile(slot.kind)
    path = os.path.abspath(path)
    return DriveFile(slot.kind, path, _digest(path), bool(image.read_only))


def _digest(path):
    """Return the SHA-256 of a file, "" if it cannot be read."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except (OSError, ValueError):
        return ""


# -- reading -------------------------------------------------------------------------------


def load_state_file(path):
    """Return the StateFile in a file; StateFileError says in a line why there is none."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise StateFileError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        return _parse(content, path)
    except (ConfigError, SnapshotError, MediaError) as error:
        raise StateFileError(f"{path}: {error}") from None
    except (
        ValueError, KeyError, TypeError, AttributeError, RecursionError, struct.error, zlib.error,
    ):  # fmt: skip
        raise StateFileError(f"{path}: its header cannot be read") from None


def _parse(content, path):
    if len(content) < _PREFIX.size or not content.startswith(MAGIC):
        raise StateFileError(f"{path}: does not begin with GO64STAT, so it is no saved machine")
    _, version, crc, size = _PREFIX.unpack_from(content)
    body = memoryview(content)[_PREFIX.size :]
    if version != VERSION:
        raise StateFileError(f"{path}: version {version}; this GO 64 reads {VERSION}")
    if len(body) != size:
        raise StateFileError(f"{path}: {len(body)} bytes instead of {size}: the file is damaged")
    if zlib.crc32(body) != crc:
        raise StateFileError(f"{path}: checksum does not match: the file is damaged")
    (length,) = _LENGTH.unpack_from(body)
    at = _LENGTH.size + length
    header = json.loads(bytes(body[_LENGTH.size : at]))
    blocks = {}
    for name, size in header["blocks"].items():
        blocks[name] = _unpacked(bytes(body[at : at + size]), path)
        at += size
    return StateFile(
        path,
        _config_of(header["config"], blocks, path),
        blocks["snapshot"],
        {int(number): DriveFile(**row) for number, row in header["drives"].items()},
        str(header["go64"]),
        str(header["title"]),
        blocks.get("picture", b""),
    )


def _unpacked(packed, path):
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(packed, LARGEST)
    if unpacker.unconsumed_tail:
        raise StateFileError(f"{path}: a block unpacks to more than {LARGEST} bytes")
    return content


def _config_of(plain, blocks, path):
    """Return the MachineConfig of plain values; files that it needs have to be there."""
    known = {field.name for field in fields(MachineConfig)} - set(_NOT_KEPT)
    for name in set(plain) - known:
        raise StateFileError(f"{path}: configures '{name}', which this GO 64 does not know")
    for name in _PATHS:
        if plain.get(name) is not None and not Path(plain[name]).is_file():
            raise StateFileError(f"{path}: needs the {name} {plain[name]}, which is not there")
    if "cart" in blocks:
        plain = plain | {"cart": parse_crt(blocks["cart"], f"{path}, cartridge")}
    return MachineConfig(**plain, sample_rate=0)


# -- going on ------------------------------------------------------------------------------


def machine_of(state, sample_rate=0, read_only=False, **options):
    """Return (machine, notes): a new C64 in the state of a StateFile, lines for the user.

    options  fields of MachineConfig that do not matter to the state: palette, cart_save ...

    Raises StateFileError.
    """
    try:
        machine = c64.C64(replace(state.config, sample_rate=sample_rate, **options))
        return machine, resume(machine, state, read_only)
    except StateFileError:
        raise
    except Go64Error as error:
        raise StateFileError(f"{state.path}: {error}") from None


def resume(machine, state, read_only=False):
    """Put a machine into the state of a StateFile; returns lines for the user.

    Disks that are in the drives already stay there, and tied to their files.  Raises
    StateFileError, and leaves the machine as it was: of another configuration, or with a
    snapshot that this version cannot read.
    """
    notes = []
    before = {slot: (slot.kind, slot.image) for slot in machine.drives.values()}
    own = machine.snapshot()
    try:
        for number, slot in machine.drives.items():
            if number in state.drives:
                notes += _put_in(slot, state.drives[number], read_only)
            else:
                slot.unplug()
        machine.restore(state.snapshot)
    except (Go64Error, ValueError) as error:
        for slot, (kind, image) in before.items():
            if kind is None:
                slot.unplug()
            else:
                slot.attach(image, kind=kind)
        machine.restore(own)
        raise StateFileError(f"{state.path}: {error}") from None
    return notes


def _put_in(slot, saved, read_only):
    """Make a drive such that the state can be restored; yields lines for the user."""
    present = getattr(slot.image, "path", None)
    if slot.kind == saved.kind and present is not None and str(present) == saved.path:
        return
    if saved.is_there():
        slot.attach(saved.path, read_only or saved.read_only, saved.kind)
    elif saved.is_folder():
        slot.attach(saved.path, True, saved.kind)
        yield f"drive {slot.number}: the folder {saved.path} comes back write-protected"
    else:
        slot.attach(None, kind=saved.kind)
        if saved.path:
            yield (
                f"drive {slot.number}: {saved.path} is not as it was; "
                "the disk of that moment comes back write-protected"
            )


def is_state_file(path):
    """Tell by its name whether a file is a saved machine."""
    return path is not None and Path(path).suffix.lower() == ENDING
