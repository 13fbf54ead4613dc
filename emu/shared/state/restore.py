"""Restores a machine from a state file (.go64), and reconnects its files.

emu.shared.state.write writes the file, with what emu.shared.state.header adds.  A disk is connected
to its file again only if the content of the file has not changed, or if it is in the drive already;
otherwise the saved disk comes back write-protected.  So does a folder.

All this applies to the user's own state files (seal.py).  In a stranger's, no file name is
followed: disks come back write-protected, and folders, ROMs and cartridges only if the user names
them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import c64
from c64.config import MachineConfig
from c64.errors import Go64Error
from disk.host_folder import HostFolder
from disk.loader import open_media
from emu.errors import HostError
from emu.shared.state.header import config_of, digest_of
from emu.shared.state.write import State, load_state_file, present_drives, put_state, untied

if TYPE_CHECKING:
    from c64.api import C64
    from c64.api_views import DriveSlot, FilePath
    from emu.shared.state.write import DriveRow


ENDING = ".go64"


@dataclass(frozen=True)
class StateFile:
    """What a state file holds.

    path     of the file;  state  emu.shared.state.write.State: snapshot, picture, title
    config   MachineConfig, None: of a machine that was not made of files
    files    {device number: SHA-256 of the content of the disk's file}
    tape     [name, path, SHA-256, write-protected], or None
    version  of the emulator that has written it
    """

    path: Path
    state: State
    config: MachineConfig | None
    files: dict[int, str]
    tape: list[Any] | None
    version: str


def is_state_file(path: FilePath | None) -> bool:
    """Tell by its name whether a file is a save state."""
    return path is not None and Path(path).suffix.lower() == ENDING


def open_state_file(
    path: FilePath, given: Mapping[str, Any] | None = None, trusted: bool = True
) -> StateFile:
    """Return the StateFile in a file; HostError says in a line why there is none.

    given    {field of MachineConfig: path} of ROMs and a cartridge that the user names
    trusted  False: it may come from a stranger
    """
    state = load_state_file(path)
    state = replace(state, own=state.own and trusted)
    header = state.header
    try:
        plain = header.get("config")
        config = None
        if plain is not None:
            config = config_of(plain, state.more, path, state.own, given or {})
        files = {int(number): str(sha) for number, sha in header.get("files", {}).items()}
        tape = header.get("tape")
        if tape is not None:
            name, where, sha, protected = tape
            tape = [str(name), str(where), str(sha), bool(protected)]
        return StateFile(Path(path), state, config, files, tape, str(header.get("go64", "")))
    except HostError:
        raise
    except Go64Error as error:
        raise HostError(f"{path}: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise HostError(f"{path}: damaged, its header is invalid") from None


def machine_of(
    found: StateFile,
    sample_rate: int = 0,
    read_only: bool = False,
    folders: Mapping[int, FilePath | None] | None = None,
    **options: Any,
) -> tuple[C64, list[str]]:
    """Return (machine, notes): a new C64 in the state of a StateFile, lines for the user.

    folders  {drive: path} of the folders that the user names
    options  fields of MachineConfig that do not matter to the state: palette, cart_save ...

    Raises HostError.
    """
    if found.config is None:
        raise HostError(
            f"{found.path}: does not say which machine it needs; load it while that machine runs"
        )
    try:
        machine = c64.C64(replace(found.config, sample_rate=sample_rate, **options))
        for number, kind, path, _ in found.state.header["drives"]:
            if path and _same_folder(path, (folders or {}).get(number)):
                machine.drives[number].attach(path, True, kind)
        if found.state.own:
            _insert_tape(machine, found.tape, read_only)
    except Go64Error as error:
        raise HostError(f"{found.path}: {error}") from None
    return machine, resume(machine, found, read_only)


def resume(machine: C64, found: StateFile, read_only: bool = False) -> list[str]:
    """Put a machine into the state of a StateFile; returns lines for the user.

    Raises HostError, and leaves the machine as it was, if it is of another configuration or
    of a snapshot that this version cannot read.
    """
    notes: list[str] = []
    before, roms = present_drives(machine), machine.roms
    rows, own = found.state.header["drives"], found.state.own
    try:
        if not own:
            notes += [
                f"drive {number}: its disk comes back write-protected, as the state was not saved "
                "by you on this computer"
                for number, _, path, _ in rows
                if path and not isinstance(machine.drives[number].image, HostFolder)
            ]
            drives = untied(machine, rows)
        else:
            drives = [
                _usable(machine.drives[number], kind, path, protected or read_only, found, notes)
                for number, kind, path, protected in rows
            ]
        header = found.state.header | {"drives": drives}
        put_state(machine, replace(found.state, header=header))
    except Go64Error as error:
        for number, (kind, image) in before.items():
            if machine.drives[number].image is not image:
                machine.drives[number].attach(image, kind=kind)
        raise HostError(f"{found.path}: {error}") from None
    if machine.roms is not roms and machine.roms.carried:
        notes.append(f"{found.path}: continues with the ROMs of the GO 64 that saved it")
    return notes


def _usable(
    slot: DriveSlot, kind: str, path: str, protected: bool, found: StateFile, notes: list[str]
) -> DriveRow:
    """Return a row of the header's drives, with a path only if its file may be written again."""
    number, present = slot.number, getattr(slot.image, "path", None)
    in_drive = slot.kind == kind and present is not None and str(present.resolve()) == path
    sha = found.files.get(number, "")
    if not path or in_drive or (sha and digest_of(path) == sha):
        return [number, kind, path, protected]
    if os.path.isdir(path):
        slot.attach(path, True, kind)
        notes.append(f"drive {number}: the folder {path} comes back write-protected")
        return [number, kind, path, True]
    notes.append(
        f"drive {number}: {path} has changed; the save state's disk comes back write-protected"
    )
    return [number, kind, "", True]


def _same_folder(path: str, given: FilePath | None) -> bool:
    """Tell whether the user names the folder that a state does; the state's is not looked at."""
    return given is not None and os.path.isdir(given) and str(Path(given).resolve()) == path


def _insert_tape(machine: C64, tape: list[Any] | None, read_only: bool) -> None:
    """Insert the cassette if its file is unchanged, so that recording goes there."""
    if tape is None or not tape[2] or digest_of(tape[1]) != tape[2]:
        return
    media = open_media(tape[1])
    if media.kind == "cassette":
        media.name, media.read_only = tape[0], media.read_only or tape[3] or read_only
        machine.tape.insert(media)
