"""A machine out of a state file (.go64), and what becomes of the files that it had.

The file is emu.host.state.write's, with what emu.host.state.header adds.  What is written to a
disk goes to its file again only if that still has the content of then, or is in the drive already;
otherwise the disk of that moment comes back write-protected.  So does a folder.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import c64
from c64.config import MachineConfig
from c64.errors import Go64Error
from disk.loader import open_media
from emu.errors import HostError
from emu.host.state.checksummed import read_sealed
from emu.host.state.header import STATE_MAGIC, STATE_VERSION, config_of, digest_of
from emu.host.state.write import State, load_state_file, put_state

ENDING = ".go64"


@dataclass(frozen=True)
class StateFile:
    """What a state file holds.

    path     of the file;  state  emu.host.state.write.State: snapshot, picture, title
    config   MachineConfig, None: of a machine that was not made of files
    files    {device number: SHA-256 of the content of the disk's file}
    tape     [name, path, SHA-256, write-protected], or None
    version  of the emulator that has written it
    """

    path: Path
    state: State
    config: MachineConfig | None
    files: dict
    tape: list | None
    version: str


def is_state_file(path):
    """Tell by its name whether a file is a saved machine."""
    return path is not None and Path(path).suffix.lower() == ENDING


def open_state_file(path):
    """Return the StateFile in a file; HostError says in a line why there is none."""
    state = load_state_file(path)
    header, blocks = read_sealed(path, STATE_MAGIC, STATE_VERSION, "a save state")
    try:
        plain = header.get("config")
        config = None if plain is None else config_of(plain, blocks, path)
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


def machine_of(found, sample_rate=0, read_only=False, **options):
    """Return (machine, notes): a new C64 in the state of a StateFile, lines for the user.

    options  fields of MachineConfig that do not matter to the state: palette, cart_save ...

    Raises HostError.
    """
    if found.config is None:
        raise HostError(f"{found.path}: says nothing of its machine; load it into that one")
    try:
        machine = c64.C64(replace(found.config, sample_rate=sample_rate, **options))
        _insert_tape(machine, found.tape, read_only)
    except Go64Error as error:
        raise HostError(f"{found.path}: {error}") from None
    return machine, resume(machine, found, read_only)


def resume(machine, found, read_only=False):
    """Put a machine into the state of a StateFile; returns lines for the user.

    Raises HostError, and leaves the machine as it was, if it is of another configuration or
    of a snapshot that this version cannot read.
    """
    notes, before = [], {slot: (slot.kind, slot.image) for slot in machine.drives.values()}
    try:
        drives = [
            _usable(machine.drives[number], kind, path, protected or read_only, found, notes)
            for number, kind, path, protected in found.state.header["drives"]
        ]
        header = found.state.header | {"drives": drives}
        put_state(machine, replace(found.state, header=header))
    except Go64Error as error:
        for slot, (kind, image) in before.items():
            if kind is not None and slot.image is not image:
                slot.attach(image, kind=kind)
        raise HostError(f"{found.path}: {error}") from None
    return notes


def _usable(slot, kind, path, protected, found, notes):
    """Return a row of the header's drives, with a path only if its file may be written again."""
    number, present = slot.number, getattr(slot.image, "path", None)
    in_drive = slot.kind == kind and present is not None and str(present.resolve()) == path
    sha = found.files.get(number, "")
    if not path or in_drive or (sha and digest_of(path) == sha):
        return [number, kind, path, protected]
    if Path(path).is_dir():
        slot.attach(path, True, kind)
        notes.append(f"drive {number}: the folder {path} comes back write-protected")
        return [number, kind, path, True]
    notes.append(
        f"drive {number}: {path} is not as it was; the disk of then comes back write-protected"
    )
    return [number, kind, "", True]


def _insert_tape(machine, tape, read_only):
    """Put the cassette in whose file is as it was, so that what is recorded goes there."""
    if tape is None or not tape[2] or digest_of(tape[1]) != tape[2]:
        return
    media = open_media(tape[1])
    if media.kind == "cassette":
        media.name, media.read_only = tape[0], media.read_only or tape[3] or read_only
        machine.tape.insert(media)
