"""Fast loaders of the usual kinds, our own code: the computer's half, the drive's, and a disk.

``build(kind)`` assembles one, ``Loading`` runs it with a 1541 and tells what came.
"""

import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import c64
from disk.d64 import D64Image
from disk.geometry import SECTOR_SIZE
from emu.kit.symbols import symbols_from_labels

HERE = Path(__file__).resolve().parent
INCLUDES = HERE.parents[3] / "asm" / "inc"
# Objects of a kind: the drive's program, and the two halves of its protocol.
KINDS = {
    "onebit": ("drive", "data_busy", "kind_onebit"),
    "timed": ("drive", "data_busy", "kind_timed"),
    "clocked": ("drive", "kind_clocked"),
    "gcr": ("drive_head", "drive_gcr", "kind_clocked"),
    "fly": ("drive_head", "drive_fly", "kind_clocked"),
}
TARGET = 0x4000
# Where the file's blocks are: every density, near and far, both ends of the disk.
PLACES = (
    (17, 3),
    (17, 13),
    (1, 0),
    (1, 1),
    (18, 5),
    (24, 18),
    (25, 0),
    (30, 17),
    (31, 4),
    (35, 16),
)
LAST = 77  # bytes of the last block


class Program(NamedTuple):
    """A loader: the file, and the addresses of its labels."""

    prg: bytes
    labels: dict


@cache
def build(kind, pad=None):
    """Return the Program of a kind of loader.

    pad  of the timed one: cycles before the first read; of the one on the fly: twice so many
         cycles more for five bytes
    """
    defined = [] if pad is None else ["-D", f"PAD={pad}"]
    with tempfile.TemporaryDirectory() as folder:
        objects = []
        for name in ("main", "encode", "send", *KINDS[kind]):
            objects.append(f"{folder}/{name}.o")
            source = str(HERE / f"{name}.s")
            where = ["-I", str(HERE), "-I", str(INCLUDES)]
            subprocess.run(["ca65", "-g", *defined, *where, "-o", objects[-1], source], check=True)
        out = ["-Ln", f"{folder}/labels", "-o", f"{folder}/prg"]
        subprocess.run(["ld65", "-C", str(HERE / "loader.cfg"), *out, *objects], check=True)
        labels = symbols_from_labels(f"{folder}/labels").labels()
        return Program(Path(folder, "prg").read_bytes(), dict(labels))


@cache
def disk_with_file(places=PLACES):
    """Return (image as bytes, the file's content): linked blocks at ``places``."""
    image = D64Image.blank(b"LOADER", b"LD")
    content = b""
    for number, (track, sector) in enumerate(places):
        last = number == len(places) - 1
        data = bytes((number * 89 + at * at + (at >> 3)) & 0xFF for at in range(SECTOR_SIZE - 2))
        link = (0, LAST + 1) if last else places[number + 1]
        image.write(track, sector, bytes(link) + data)
        content += data[:LAST] if last else data
    return image.to_bytes(), content


class Loading:
    """A machine with a 1541 that runs a loader.

    disk   the image; without it, that of disk_with_file
    first  where the file begins on it: track, sector
    kind_of_drive  "1541" or "auto"
    """

    def __init__(
        self, kind, model="c64", disk=None, screen=1, sprites=0, irq=0, pad=None, first=PLACES[0],
        kind_of_drive="1541",
    ):  # fmt: skip
        program = build(kind, pad)
        self.labels = program.labels
        self.machine = c64.C64(model=model, drive=kind_of_drive)
        self.machine.tick(150)
        image = disk or D64Image(disk_with_file()[0])
        self.machine.drives[8].attach(image, kind=kind_of_drive)
        self.machine.memory[0x0801 : 0x0801 + len(program.prg) - 2] = program.prg[2:]
        at = self.labels["file_track"] - self.labels["__UPLOAD_RUN__"]
        at += self.labels["__UPLOAD_LOAD__"]
        self.machine.memory[at : at + 2] = bytes(first)
        for name, value in (("screen", screen), ("sprites", sprites), ("irq", irq)):
            self.machine.memory[self.labels[f"want_{name}"]] = value
        self.machine.type("SYS2061\n")

    def run(self, frames):
        """Run until the loader has ended; returns the bytes that came."""
        memory, labels = self.machine.memory, self.labels
        for _ in range(frames):
            self.machine.tick(1)
            if memory[labels["done"]]:
                break
        assert memory[labels["done"]] == 1, f"ended with {memory[labels['done']]}"
        end = memory[labels["received"]] | memory[labels["received"] + 1] << 8
        return bytes(memory[TARGET:end])

    @property
    def ticks(self):
        """Return how many raster interrupts came meanwhile."""
        at = self.labels["ticks"]
        return self.machine.memory[at] | self.machine.memory[at + 1] << 8
