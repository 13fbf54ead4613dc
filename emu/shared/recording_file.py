"""Recordings of inputs as files (.go64rec), and the machine that a recording is of.

A recording holds all that the replay needs but Commodore's ROMs: RAM, disks, tape, cartridge, and
GO 64's own ROMs.  It names no file of the host.  ROMs are known by their SHA-1; whoever replays
says where his are.
What the replay writes to a disk is written in memory, and no disk of the host is touched.
"""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import c64
from c64.config import MachineConfig, of_today
from c64.errors import Go64Error
from c64.roms import ROM_SIZES, rom_sha1
from disk.crt import Crt, parse_crt, write_crt
from disk.loader import open_media
from disk.plain_file import read_plain
from emu.errors import HostError
from emu.replay.events import STEPS_AT_MOST, Recording, pack, unpack
from emu.replay.player import Player
from emu.shared.checksummed import read_sealed, write_sealed
from emu.shared.state.header import facts_of
from emu.shared.state.own_roms import (
    ROM_BLOCKS,
    Images,
    header_of,
    own_roms,
    roms_with,
    take_roms,
)
from emu.shared.state.write import DRIVE_KINDS

if TYPE_CHECKING:
    from c64.api import C64
    from c64.api_views import FilePath


ENDING = ".go64rec"
MAGIC = b"GO64RECD"
VERSION = 1
WHAT = "a recording of inputs"
ROM_FILES = ("kernal", "basic", "chargen", "dos")
# Of a configuration: what does not matter to the machine, or is a file.
_NOT_FACTS = (*ROM_FILES, "cart", "palette")
BLOCKS = ("events", "sums", "cart", *ROM_BLOCKS)
SHA256_DIGITS = 64


@dataclass(frozen=True)
class RecFile:
    """What a file holds.

    path       of it
    config     MachineConfig without ROM files and sound
    roms       {"kernal": SHA-1, ...} in hexadecimal digits
    recording  emu.replay.events.Recording
    header     dict: ``go64`` (version), ``saved`` (seconds since 1970), ``title``
    own_roms   {name of ROM_SIZES: bytes}: GO 64's own ROMs that it was made with
    """

    path: Path
    config: MachineConfig
    roms: dict[str, str]
    recording: Recording
    header: dict[str, Any]
    own_roms: Images


def is_recording(path: FilePath | None) -> bool:
    """Tell by its name whether a file is a recording of inputs."""
    return path is not None and Path(path).suffix.lower() == ENDING


def roms_of(machine: C64) -> dict[str, str]:
    """Return {name: SHA-1} of the ROMs; that of a 1541 only if it is not GO 64's own."""
    roms, dos = machine.roms, machine.config.dos
    found = {name: rom_sha1(bytes(getattr(roms, name))) for name in ROM_FILES[:3]}
    return found | {"dos": "" if dos is None else rom_sha1(read_plain(dos, ROM_SIZES["dos1541"]))}


def check_recordable(machine: C64) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return (plain values of the configuration, blocks); HostError if it cannot be had again."""
    header, blocks = facts_of(machine)
    if "config" not in header:
        raise HostError("this machine cannot be recorded: it is not made of files")
    plain = header["config"]
    if plain["cart"] is not None:
        blocks["cart"] = write_crt(cast("Crt", open_media(plain["cart"])))
    return {name: value for name, value in plain.items() if name not in _NOT_FACTS}, blocks


def recording_writer(
    path: FilePath, machine: C64, recording: Recording, title: str = ""
) -> Callable[[], None]:
    """Take a machine's Recording; returns a function that writes it to a file, from any thread.

    The function raises HostError if the file cannot be written.
    """
    plain, blocks = check_recordable(machine)
    header = {
        "go64": c64.__version__, "saved": int(time.time()), "title": title, "config": plain,
        "roms": roms_of(machine), "steps": len(recording.sums), "final": recording.final,
    }  # fmt: skip
    ours = own_roms(machine, DRIVE_KINDS)  # a virtual drive may become a 1541 in the replay
    header |= header_of(ours)
    sums = _little(array("I", recording.sums))
    blocks |= {"events": pack(recording.events), "sums": sums.tobytes()} | ours
    return lambda: write_sealed(path, MAGIC, VERSION, header, blocks)


def save_recording(path: FilePath, machine: C64, recording: Recording, title: str = "") -> None:
    """Write a Recording of a machine to a file; HostError if it cannot be written."""
    recording_writer(path, machine, recording, title)()


def open_recording(path: FilePath) -> RecFile:
    """Return the RecFile in a file; HostError says in a line why there is none."""
    header, blocks = read_sealed(path, MAGIC, VERSION, WHAT, BLOCKS)
    try:
        config = _config(header["config"], blocks, path)
        roms = {name: str(header["roms"][name]) for name in ROM_FILES}
        ours = take_roms(header, blocks, path)
        return RecFile(Path(path), config, roms, _recording(header, blocks), _told(header), ours)
    except HostError:
        raise
    except Go64Error as error:
        raise HostError(f"{path}: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        raise HostError(f"{path}: damaged, its contents are invalid") from None


def _config(plain: dict[str, Any], blocks: dict[str, bytes], path: FilePath) -> MachineConfig:
    plain = of_today(plain)
    known = {field.name for field in fields(MachineConfig)}
    allowed = known - {*_NOT_FACTS, "roms", "cart_save", "reu_save", "reu_image", "sample_rate"}
    for name in sorted(set(plain) - allowed):
        raise HostError(f"{path}: configures '{name}', which no recording does")
    if "cart" in blocks:
        plain = plain | {"cart": parse_crt(blocks["cart"], f"{path}, cartridge")}
    return MachineConfig(**plain, sample_rate=0)


def _recording(header: dict[str, Any], blocks: dict[str, bytes]) -> Recording:
    steps, final = header["steps"], header["final"]
    digits = isinstance(final, str) and len(final) in (0, SHA256_DIGITS)
    if type(steps) is not int or not 0 < steps <= STEPS_AT_MOST or not digits:
        raise ValueError
    sums = array("I", blocks["sums"])
    if len(sums) != steps:
        raise ValueError
    return Recording(unpack(blocks["events"], steps), _little(sums), final)


def _little(words: array[int]) -> array[int]:
    """Turn words between this computer's byte order and the file's, in place."""
    if sys.byteorder == "big":
        words.byteswap()
    return words


def _told(header: dict[str, Any]) -> dict[str, Any]:
    told = {"go64": str(header["go64"])[:40], "title": str(header["title"])[:80]}
    return told | {"saved": min(max(int(header["saved"]), 0), 1 << 40)}


def machine_for(
    found: RecFile,
    sample_rate: int = 0,
    palette: str | Sequence[Sequence[int]] = "pepto",
    **roms: Any,
) -> C64:
    """Return a new C64 on which the recording of a RecFile can be replayed.

    roms  paths of original ROM files, by the names of ROM_FILES, None for GO 64's own

    Raises HostError if the ROMs are other ones.
    """
    try:
        config = replace(found.config, sample_rate=sample_rate, palette=palette, **roms)
        machine = c64.C64(config)
        machine.change_roms(roms_with(machine, found.own_roms))
        present = roms_of(machine)
    except Go64Error as error:
        raise HostError(f"{found.path}: {error}") from None
    except OSError as error:
        raise HostError(f"{found.path}: {error.filename}: {error.strerror}") from None
    for name, sha in found.roms.items():
        if present[name] != sha:
            own = f"the ROM with SHA-1 {sha[:40]}" if sha else "GO 64's own ROM"
            raise HostError(
                f"{found.path}: was recorded with another {name}: --{name} must be {own}"
            )
    return machine


def play_recording(machine: C64, found: RecFile) -> Player:
    """Return a Player that is about to replay a RecFile on a machine; HostError."""
    try:
        return Player(machine, found.recording)
    except HostError as error:
        raise HostError(f"{found.path}: {error}") from None


def outcome(player: Player) -> str:
    """Return what became of a replay, in a line."""
    if player.left:
        return f"replay left at frame {player.step} of {player.steps}: {player.left}"
    if player.diverged is not None:
        back = ", after it was taken back" if player.taken_back else ""
        where = f"frame {player.diverged} of {player.steps}"
        return f"the replay diverged from the recording at {where}{back}"
    return f"replay: {player.steps} frames, the same machine"
