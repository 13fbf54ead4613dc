"""Fingerprint of a machine's state: detects changes from outside, and replays that diverge.

The inputs (keyboard, control ports) are apart from the rest, since they are what is recorded; the
RAM is, since an autostart writes nothing else.  What the SID makes of its voices for the listener
is left out: it depends on the sample rate, and the machine cannot hear it.  So are the names of
disks' files, and how a disk is packed in a snapshot, which is the business of the host's zlib.
"""

import hashlib
import zlib
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from c64.base.fields import Storage, fields_size, load_all, save_all
from c64.snapshot import DEVICES, parts_of

if TYPE_CHECKING:
    from c64.api import C64
    from disk.image_file import ImageFile

Board = Any  # c64.bus.board.Board, whose attributes come from a list that mypy cannot follow
Media = tuple[tuple[Any, ...], ...]  # (drive, its type, image, protected) of each, then the tape
LARGE_ARRAY = 256 << 10  # bytes of an array that is summed up now and then only: the RAM of a REU
# Fields of a SID that follow from the sample rate;
# tests/emu/replay/test_fingerprint.py holds the list.
AUDIO_ONLY = {
    "silent", "cic", "phase", "volume_sum", "volume_from", "filter_band", "filter_low",
    "filter_earlier", "filter_wait",
    "output_low", "output_high", "history", "history_at", "sample_clock",
}  # fmt: skip
INPUTS = ("keyboard", "controls")


class _WithoutAudio:
    """A SID without the fields of AUDIO_ONLY."""

    def __init__(self, sid: Any) -> None:
        self._sid = sid
        self.fields = tuple(field for field in sid.fields if field.name not in AUDIO_ONLY)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sid, name)


class Fingerprint(NamedTuple):
    """What a machine was.

    cycle   of phi2;  inputs  bytes;  ram  bytes;  rest  bytes of everything else
    media   ((drive, its image, write-protected), ..., (cassette, write-protected))
    served  True: LOAD is served at once
    """

    cycle: int
    inputs: bytes
    ram: bytes
    rest: bytes
    media: Media
    served: bool


def input_chips(board: Board, devices: bool) -> list[Any]:
    """Return the chips of the inputs, with what may be plugged in beside them if wanted."""
    found = [getattr(board, name) for name in INPUTS]
    return [*found, board.controls.devices] if devices else found


def inputs_of(machine: "C64") -> bytes:
    """Return keyboard, control ports and, if there are any, what else is plugged in as bytes."""
    board = machine.board
    data: bytes = save_all(input_chips(board, board.controls.devices.plugged()))
    return data


def have_devices(board: Board, data: bytes) -> bool:
    """Tell whether what ``inputs_of`` gave has devices in it."""
    without: int = sum(fields_size(chip) for chip in input_chips(board, devices=False))
    return len(data) > without


def put_inputs(machine: "C64", data: bytes) -> None:
    """Set keyboard and control ports, and what is plugged in, to what ``inputs_of`` gave."""
    board = machine.board
    devices = have_devices(board, data)
    load_all(input_chips(board, devices), data)
    if not devices:
        board.controls.devices.unplug()


def fingerprint_of(machine: "C64") -> Fingerprint:
    """Return the current Fingerprint."""
    board, rest = machine.board, []
    board.settle()
    ram, *others = Storage(board).save()
    rest += others
    for name, chip in _chips(board):
        rest += [piece for piece in Storage(chip).save() if len(piece) < LARGE_ARRAY]
        if name.startswith("drive") and hasattr(chip, "dos"):
            rest.append(chip.dos.save_state())
    return Fingerprint(
        board.cycle, inputs_of(machine), bytes(ram), b"".join(rest), _media(board),
        bool(machine.fastload),
    )  # fmt: skip


def _chips(board: Board) -> list[tuple[str, Any]]:
    """Return [(name, chip)] of all but the board itself and the inputs."""
    found = [(name, chip) for name, chip in parts_of(board) if "." not in name]
    return [
        (name, _WithoutAudio(chip) if name.startswith("sid") else chip)
        for name, chip in found
        if name not in ("board", *INPUTS, DEVICES)
    ]


def _media(board: Board) -> Media:
    found = []
    for number, device in board.iec.devices.items():
        image = device.image
        found.append((number, type(device), image, image is not None and bool(image.read_only)))
    cassette = board.tape.cassette
    return (*found, (cassette, cassette is not None and bool(cassette.read_only)))


def same_media(one: Media, other: Media) -> bool:
    """Tell whether the very same disks and cassette are in the same drives."""
    return len(one) == len(other) and all(
        x is y or (isinstance(x, int) and x == y)
        for a, b in zip(one, other, strict=True)
        for x, y in zip_longest(a, b)
    )


class Sums:
    """Makes sums of moments; remembers those of disks, which seldom change."""

    def __init__(self) -> None:
        self._disks: dict[int, tuple[ImageFile, int, bytes]] = {}

    def quick(self, machine: "C64", fingerprint: Fingerprint, whole: bool = False) -> int:
        """Return a CRC-32 of a Fingerprint that is now; ``whole``: with a REU's memory, too."""
        crc = zlib.crc32(fingerprint.rest, zlib.crc32(fingerprint.ram))
        for image in self._images(fingerprint):
            crc = zlib.crc32(self._content(image), crc)
        for piece in _large_arrays(machine.board) if whole else ():
            crc = zlib.crc32(piece, crc)
        return crc

    def final(self, machine: "C64", fingerprint: Fingerprint) -> str:
        """Return a SHA-256 of all of a Fingerprint that is now, in hexadecimal digits."""
        found = hashlib.sha256()
        for part in (
            fingerprint.inputs,
            fingerprint.ram,
            fingerprint.rest,
            *_large_arrays(machine.board),
        ):
            found.update(part)
        for image in self._images(fingerprint):
            found.update(self._content(image))
        return found.hexdigest()

    @staticmethod
    def _images(fingerprint: Fingerprint) -> "list[ImageFile]":
        return [row[2] for row in fingerprint.media[:-1] if row[2] is not None]

    def _content(self, image: "ImageFile") -> bytes:
        """Return 32 bytes that identify the contents of a disk."""
        known = self._disks.get(id(image))
        if known is None or known[0] is not image or known[1] != image.version:
            content = hashlib.sha256(image.to_bytes()).digest()
            known = self._disks[id(image)] = image, image.version, content
        return known[2]


def _large_arrays(board: Board) -> list[bytes]:
    return [
        piece
        for _, chip in _chips(board)
        for piece in Storage(chip).save()
        if len(piece) >= LARGE_ARRAY
    ]
