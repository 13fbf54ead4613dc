#!/usr/bin/env python3
"""Portraits of the characters: converts a PNG file that you can edit into cells.

    tools/art/faces.py            check asm/game/art/faces.png

The picture has the portraits side by side in the 16 colours of tools/art/artcheck.py, each 48 dots
square and the same left and right: only its left half is kept.  A cell shows two colours, as
everywhere in a bitmap; if one of them is black, it is the paper.

A portrait is a byte of ink and paper for each cell of its left half, row by row, then the dots
of each that has two colours (asm/game/pages/portrait.inc).
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.art.artcheck import Dots, palette_indices  # noqa: E402
from tools.game import gamerules  # noqa: E402  (the path must be set first)
from tools.usage import answer_help  # noqa: E402

NAME = "faces.png"
SIZE, CELL = 48, 8
HALF = SIZE // 2
BLACK = 0


class BadFace(Exception):
    """A portrait cannot be shown; the message says which, where and why."""


def read_sheet(path: Path) -> Dots:
    """uint8[48, 48 * portraits], palette indices; BadFace for another size or colour."""
    image = Image.open(path).convert("RGB")
    count = len(gamerules.characters())
    if image.size != (SIZE * count, SIZE):
        raise BadFace(
            f"{path.name}: {image.size[0]} x {image.size[1]} dots, not {SIZE * count} x {SIZE}"
        )
    dots, strange = palette_indices(image)
    if strange:
        color = image.getpixel(strange)
        raise BadFace(f"{path.name}: {strange}: {color} is no colour of the VIC-II")
    return dots


def cell_bytes(cell: Dots, where: str) -> tuple[int, bytes]:
    """(ink and paper, eight bytes) of a cell of dots."""
    found = sorted(set(cell.ravel().tolist()))
    if len(found) > 2:
        raise BadFace(f"{where}: {len(found)} colours {tuple(found)}; a bitmap cell shows 2")
    paper = BLACK if BLACK in found else max(found, key=lambda c: int((cell == c).sum()))
    ink = next((c for c in found if c != paper), paper)
    return ink << 4 | paper, np.packbits(cell != paper, axis=1).tobytes()


def face_bytes(dots: Dots, name: str) -> bytes:
    """The bytes of a portrait for the program."""
    if (dots != dots[:, ::-1]).any():
        y, x = np.argwhere(dots != dots[:, ::-1])[0]
        raise BadFace(f"{name}: dot ({x}, {y}) is not the same on the other side")
    colors, shapes = bytearray(), bytearray()
    for y in range(0, SIZE, CELL):
        for x in range(0, HALF, CELL):
            cell = dots[y : y + CELL, x : x + CELL]
            color, shape = cell_bytes(cell, f"{name}: cell ({x // CELL}, {y // CELL})")
            colors.append(color)
            shapes += shape if color >> 4 != color & 15 else b""
    return bytes(colors + shapes)


def build_faces(path: Path) -> list[bytes]:
    """[portrait] of a sheet, in the order of brain/characters.inc."""
    dots = read_sheet(path)
    return [
        face_bytes(dots[:, SIZE * n : SIZE * (n + 1)], name)
        for n, name in enumerate(gamerules.characters())
    ]


def write_faces(path: Path, out: str | Path) -> None:
    """faces.bin, the portraits of a sheet, and faces.inc, where each begins."""
    faces = build_faces(path)
    starts = [sum(map(len, faces[:n])) for n in range(len(faces))]
    rows = "".join(f"        .byte half (faces + {start})\n" for start in starts)
    text = f"; made by tools/art/faces.py\n.macro FACES_AT half\n{rows}.endmacro\n"
    text += f"FACE_LAST       = {starts[-1]}\n"
    (Path(out) / "faces.bin").write_bytes(b"".join(faces))
    (Path(out) / "faces.inc").write_text(text)


if __name__ == "__main__":
    answer_help(__doc__)
    try:
        sizes = [len(face) for face in build_faces(ROOT / "asm" / "game" / "art" / NAME)]
        print(f"{len(sizes)} portraits, {sum(sizes)} bytes")
    except BadFace as error:
        sys.exit(f"faces: {error}")
