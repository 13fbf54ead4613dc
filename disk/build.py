"""Make a D64 from a table of contents.

The table is TOML:

    [disk]
    name = "GO 64"           # up to 16 characters
    id = "64"                # two characters
    tracks = 35              # 35 (default) or 40
    directory = 7            # sectors from block to block of the directory, 1 to 18; without it
                             # as a 1541 does
    spare = [17]             # tracks left free for what is written to the disk later

    [[file]]
    host = "../build/game/go64.prg"   # relative to the table
    name = "GO 64"                    # up to 16 characters
    type = "prg"                      # prg (default), seq or usr
    pace = [10, 4]                    # sectors from block to block, and more where the head
                                      # moves, 1 to 20 and 0 to 20; without it as a 1541 does

The files come in the table's order, so that the first is what LOAD"*",8 loads.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeGuard

from disk.d64 import D64Image
from disk.directory import PRG, SEQ, USR
from disk.errors import DosError, MediaDamaged, MediaNotFound
from disk.geometry import Link
from disk.image_file import write_atomically
from disk.petscii import to_petscii
from disk.prg import Program
from disk.volume import Volume

_TYPES = {"prg": PRG, "seq": SEQ, "usr": USR}
_NAME_SIZE = 16
_PACE_MOST = 20
_DIRECTORY_MOST = 18

Table = Mapping[str, object]  # of the TOML file


def build_image(
    contents_path: str | os.PathLike[str],
    out_path: str | os.PathLike[str],
    more: Iterable[Table] = (),
) -> None:
    """Write the D64 that ``contents_path`` describes to ``out_path``.

    more  rows as [[file]] has them, behind those of the table

    Raises MediaNotFound or MediaDamaged: which file or which line of the table is wrong.
    """
    contents_path = Path(contents_path)
    table = _read_table(contents_path)
    head, rows = table.get("disk", {}), table.get("file", [])
    if not isinstance(head, dict) or not _are_tables(rows):
        raise MediaDamaged(f"{contents_path}: must have a table [disk] and tables [[file]]")
    tracks = head.get("tracks", 35)
    if tracks not in (35, 40):
        raise MediaDamaged(f"{contents_path}: tracks = {tracks}; it must be 35 or 40")
    name = _text(head, "name", _NAME_SIZE, f"{contents_path}, [disk]")
    disk_id = _text(head, "id", 2, f"{contents_path}, [disk]")
    image = D64Image.blank(name, disk_id, tracks)
    volume = Volume(image)
    volume.directory_pace = _number(head.get("directory"), contents_path)
    spare = _blocks_of(head.get("spare", []), volume, contents_path)
    for link in spare:
        volume.set_free(*link, False)
    for number, row in enumerate([*rows, *more], 1):
        _add(volume, contents_path, row, f"{contents_path}, file {number}")
    for link in spare:
        volume.set_free(*link, True)
    write_atomically(out_path, image.to_bytes())


def program_disk(
    programs: Iterable[Program], name: bytes = b"GO 64", disk_id: bytes = b"64"
) -> D64Image:
    """Return a D64Image in memory that holds ``programs`` (disk.prg.Program) as files.

    A name that comes twice gets a number.  Raises MediaDamaged if they do not fit.
    """
    image = D64Image.blank(name, disk_id)
    volume = Volume(image)
    for program in programs:
        try:
            volume.write_file(_unused(volume, program.c64_name), PRG, program.to_bytes())
        except DosError as error:
            raise MediaDamaged(f"programs for one disk: {error}; a disk has 664 blocks") from None
    image.dirty = False
    return image


def _unused(volume: Volume, name: bytes) -> bytes:
    name = name.translate(None, b'",=:*?$#@') or b"PROGRAM"
    candidate, number = name, 1
    while volume.find(candidate) is not None:
        number += 1
        tail = b" %d" % number
        candidate = name[: _NAME_SIZE - len(tail)] + tail
    return candidate


def _read_table(path: Path) -> Table:
    import tomllib  # late: every machine has this module, and hardly one makes disks from tables

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MediaNotFound(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MediaDamaged(f"{path}: is not TOML: {error}") from None


def _are_tables(rows: object) -> TypeGuard[list[Table]]:
    return isinstance(rows, list) and all(isinstance(row, dict) for row in rows)


def _text(table: Table, key: str, size: int, where: str) -> bytes:
    value = table.get(key)
    if not isinstance(value, str) or not 1 <= len(value) <= size:
        raise MediaDamaged(f"{where}: {key} = {value!r}; it must be text of 1..{size} characters")
    return to_petscii(value)


def _number(value: object, contents_path: Path) -> int | None:
    if value is None or (type(value) is int and 1 <= value <= _DIRECTORY_MOST):
        return value
    raise MediaDamaged(
        f"{contents_path}: directory = {value!r}; it must be a number, 1..{_DIRECTORY_MOST}"
    )


def _blocks_of(value: object, volume: Volume, contents_path: Path) -> list[Link]:
    """Return the blocks of the tracks that ``spare`` tells."""
    last = volume.last_track()
    if isinstance(value, list) and all(type(n) is int and 1 <= n <= last for n in value):
        tracks = [track for track in value if track != volume.dir_track]
        sizes = volume.layout.sectors_of
        return [(track, sector) for track in tracks for sector in range(sizes(track))]
    raise MediaDamaged(
        f"{contents_path}: spare = {value!r}; it must be a list of tracks, 1..{last}"
    )


def _pace(value: object, where: str) -> tuple[int, int] | None:
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value):
        step, skew = value
        if 1 <= step <= _PACE_MOST and 0 <= skew <= _PACE_MOST:
            return step, skew
    raise MediaDamaged(f"{where}: pace = {value!r}; it must be two numbers, 1..20 and 0..20")


def _add(volume: Volume, contents_path: Path, row: Table, where: str) -> None:
    name = _text(row, "name", _NAME_SIZE, where)
    kind = row.get("type", "prg")
    file_type = _TYPES.get(kind) if isinstance(kind, str) else None
    if file_type is None:
        raise MediaDamaged(f"{where}: type = {kind!r}; it must be {' or '.join(_TYPES)}")
    host = row.get("host")
    if not isinstance(host, str):
        raise MediaDamaged(f"{where}: host = {host!r}; it must name the file to put on the disk")
    host_path = contents_path.parent / host
    try:
        content = host_path.read_bytes()
    except OSError as error:
        raise MediaNotFound(f"{where}: {host_path}: cannot be read: {error.strerror}") from None
    if not content:
        raise MediaDamaged(f"{where}: {host_path} is empty; a file on disk has at least 1 byte")
    volume.pace = _pace(row.get("pace"), where)
    try:
        volume.write_file(name, file_type, content)
    except DosError as error:
        raise MediaDamaged(
            f"{where}: '{row['name']}' ({len(content)} bytes) does not fit on the disk: {error}"
        ) from None
