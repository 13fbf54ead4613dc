"""What a state file (.go64) says of a machine beside its snapshot, so that it can be made again.

config    the fields of MachineConfig; paths are absolute.  Not among them is what a stranger's
          file could do harm with or need not know: the files that a machine writes to
          (cart_save, reu_save), the sample rate; a REU's image, as its contents are in the
          snapshot
files     {device number: SHA-256 of the content of the disk's file}
tape      [name, path, SHA-256, write-protected] of the cassette, or None
go64      the emulator's version

A cartridge out of an archive has no file: it becomes the block ``cart``.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import c64
from c64.config import MachineConfig, of_today
from disk.budget import IMAGE_MOST
from disk.crt import Crt, parse_crt, write_crt
from disk.plain_file import is_plain, read_plain
from emu.errors import HostError

if TYPE_CHECKING:
    from c64.api import C64
    from c64.api_views import FilePath


STATE_MAGIC = b"GO64STAT"
STATE_VERSION = 1
STATE_PATHS = ("kernal", "basic", "chargen", "cart", "dos")
_NOT_KEPT = ("cart_save", "reu_save", "reu_image", "roms", "sample_rate")


def facts_of(machine: C64) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return (parts of the header, blocks) for a state file of a machine.

    Without a configuration among them if it cannot be had again from files: such a state can
    be loaded into that machine only.
    """
    files = {n: _disk_digest(slot.image) for n, slot in machine.drives.items() if slot.kind}
    header = {"go64": c64.__version__, "files": files, "tape": _tape_of(machine)}
    config = machine.config
    blocks: dict[str, bytes] = {}
    in_memory = config.cart is not None and not isinstance(config.cart, str | os.PathLike | Crt)
    if config.roms is not None or in_memory:
        return header, blocks
    plain = {f.name: getattr(config, f.name) for f in fields(config) if f.name not in _NOT_KEPT}
    if isinstance(config.cart, Crt):
        blocks["cart"], plain["cart"] = write_crt(config.cart), None
    for name in STATE_PATHS:
        if plain[name] is not None:
            plain[name] = os.path.abspath(plain[name])
    if config.reu_image is not None:
        size = machine.cartridge.reu_size
        plain["reu"] = f"{size}k" if size < 1024 else f"{size // 1024}m"
    return header | {"config": plain}, blocks


def config_of(
    plain: dict[str, Any],
    blocks: Mapping[str, bytes],
    path: FilePath,
    own: bool,
    given: Mapping[str, Any],
) -> MachineConfig:
    """Return the MachineConfig of the plain values in a header, without sound.

    own    False: a stranger's, whose files are not looked for
    given  {field: path} of the files that the user names himself

    Raises HostError if a file that it needs is not there; ConfigError, TypeError and others if
    the values make no sense.
    """
    plain = of_today(plain)
    known = {field.name for field in fields(MachineConfig)} - set(_NOT_KEPT)
    for name in sorted(set(plain) - known):
        raise HostError(f"{path}: configures '{name}', which this GO 64 does not know")
    for name in STATE_PATHS:
        if plain.get(name) is None:
            continue
        if given.get(name) is not None:
            plain = plain | {name: given[name]}
        elif not own:
            shown = str(plain[name])[:200]
            raise HostError(f"{path}: needs the {name} {shown}: give it with --{name} FILE")
        elif not is_plain(plain[name]):
            raise HostError(f"{path}: needs the {name} {plain[name]}, which is not there")
    if "cart" in blocks:
        plain = plain | {"cart": parse_crt(blocks["cart"], f"{path}, cartridge")}
    return MachineConfig(**plain, sample_rate=0)


def digest_of(path: FilePath) -> str:
    """Return the SHA-256 of a file in hexadecimal digits, "" if it cannot be read."""
    try:
        return hashlib.sha256(read_plain(path, IMAGE_MOST)).hexdigest()
    except OSError:
        return ""


def _disk_digest(image: object) -> str:
    path = getattr(image, "path", None)
    return digest_of(path) if path is not None else ""


def _tape_of(machine: C64) -> list[Any] | None:
    cassette = machine.tape.cassette
    if cassette is None or cassette.path is None:
        return None
    path = os.path.abspath(cassette.path)
    return [cassette.name, path, digest_of(path), bool(cassette.read_only)]
