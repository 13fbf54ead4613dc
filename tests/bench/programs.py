"""Public programs on our ROMs, beside x64sc with original ones: ``python -m tests.bench.programs``.

FOLDER holds the files as OWNER+NAME/PATH, as a repository of that name has them.  Each is started
by ``go64 FILE`` with no other option that matters, and by x64sc with the ROMs it finds itself, both
without a window.  Their pictures are taken at the same cycles.  Start-up and loading take different
times, so a picture that moves is compared with a row of x64sc's, and the nearest counts.

A program "runs" if the nearest pictures differ in no more than a share of their cells (8 x 8 dots),
or if what differs moves: then somebody has to look (``--pictures`` keeps them side by side).
Printed are the rows for docs/measured/programs.md.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image

from c64.vic.palettes import choose_palette

ENDINGS = {".prg", ".d64", ".g64", ".crt", ".t64", ".p00", ".tap"}
SECOND = 985_248  # cycles
PROGRAM_SECONDS, DISK_SECONDS = 12, 50
SHOTS = (3 * SECOND // 2, 3 * SECOND)  # of x64sc, which starts later, after the cycles of ours
# 10 SYS 2061; a row of blocks in all 16 colours
COLOURS = bytes.fromhex(
    "0108 0b08 0a00 9e 32303631 00 0000 a200 a9a0 9d0004 8a 9d00d8 e8 e028 d0f2 4c1d08"
)
FIRST_BLOCK = (36, 39)  # a dot of it in the picture: x, y
CELL = 8
TIMEOUT = 300  # seconds of the host for a run
ALIKE = 0.02  # of the cells may differ: a cursor, a clock

Cells = np.ndarray  # uint8[34, 48, 8, 8], colours 0-15
Palette = np.ndarray  # int[16, 3]


@dataclass
class Result:
    """What came of a program: share of cells that differ, what go64 said, its exit status."""

    path: Path
    differ: float = 1.0
    moves: float = 0.0
    lines: list[str] = field(default_factory=list)
    status: int = 0


def seconds_of(path: Path) -> int:
    """Return how many seconds of the machine a file is given."""
    return DISK_SECONDS if path.suffix.lower() in {".d64", ".g64", ".tap"} else PROGRAM_SECONDS


def run_go64(path: Path, cycles: int, picture: Path, more: list[str]) -> tuple[int, list[str]]:
    """Run a file in go64; returns the exit status and its lines, but for the limit's."""
    command = [sys.executable, "-m", "emu", str(path), "--headless", "--limit-cycles", str(cycles)]
    command += ["--exit-screenshot", str(picture), *more]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=TIMEOUT, errors="replace"
    )
    lines = [line for line in done.stderr.splitlines() if "--limit-cycles" not in line]
    return done.returncode, lines


def run_x64sc(program: str, path: Path, cycles: int, picture: Path, home: Path) -> None:
    """Run a file in x64sc; it ends with status 1 at the limit by design."""
    for folder in (".local/state/vice", ".config/vice", ".cache/vice"):
        (home / folder).mkdir(parents=True, exist_ok=True)
    command = [program, "-default", "-console", "-sounddev", "dummy", "-warp"]
    command += ["-limitcycles", str(cycles), "-exitscreenshot", str(picture)]
    if path.suffix.lower() == ".crt":
        command += ["-cartcrt", str(path)]
    else:
        command += ["-drive8truedrive", "-autostartprgmode", "1", "-autostart", str(path)]
    environment = dict(os.environ, HOME=str(home))
    subprocess.run(command, check=False, capture_output=True, timeout=TIMEOUT, env=environment)


def x64sc_palette(program: str, folder: Path) -> Palette:
    """Return the 16 colours of x64sc's pictures, from one that shows them."""
    path, picture = folder / "colours.prg", folder / "colours.png"
    path.write_bytes(COLOURS)
    run_x64sc(program, path, 6 * SECOND, picture, folder)
    x, y = FIRST_BLOCK
    with Image.open(picture) as image:
        dots = np.asarray(image.convert("RGB")).astype(int)
    return dots[y, x : x + 16 * CELL : CELL]


def cells_of(picture: Path, palette: Palette) -> Cells:
    """Return a picture of 384 x 272 dots as 34 x 48 cells of the palette's nearest colours."""
    with Image.open(picture) as image:
        shown = np.asarray(image.convert("RGB")).astype(int)
    dots = np.abs(shown[:, :, None, :] - palette).sum(axis=3).argmin(axis=2).astype(np.uint8)
    rows, columns = dots.shape[0] // CELL, dots.shape[1] // CELL
    cut = dots[: rows * CELL, : columns * CELL]
    return cut.reshape(rows, CELL, columns, CELL).swapaxes(1, 2)


def share(first: Cells, second: Cells) -> float:
    """Return the share of cells that differ."""
    if first.shape != second.shape:
        return 1.0
    return float((first != second).any(axis=(2, 3)).mean())


def compare(
    path: Path, x64sc: tuple[str, Palette], pictures: Path, name: str, more: list[str]
) -> Result:
    """Run a file in both and compare; x64sc is the program and its colours."""
    result = Result(path)
    our_palette = np.array(choose_palette("pepto"), dtype=int)
    cycles = seconds_of(path) * SECOND
    with tempfile.TemporaryDirectory(prefix="programs") as folder:
        ours = pictures / f"{name}.go64.png"
        ours.unlink(missing_ok=True)
        try:
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            result.status, result.lines = run_go64(copy, cycles, ours, more)
            theirs = []
            for number, later in enumerate(SHOTS):
                shot = pictures / f"{name}.x64sc{number}.png"
                if not shot.exists():
                    shutil.copyfile(path, copy)
                    run_x64sc(x64sc[0], copy, cycles + later, shot, Path(folder))
                theirs.append(cells_of(shot, x64sc[1]))
                result.differ = min(result.differ, share(cells_of(ours, our_palette), theirs[-1]))
                result.moves = max(result.moves, share(theirs[0], theirs[-1]))
                if result.differ <= ALIKE:
                    break
        except (OSError, subprocess.TimeoutExpired) as error:
            result.lines.append(f"{type(error).__name__}: {error}")
    return result


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the programs below a folder, sorted."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix.lower() in ENDINGS:
            yield path


def row(result: Result, folder: Path) -> str:
    """Return a row of the table."""
    where = result.path.relative_to(folder)
    source, inside = where.parts[0].replace("+", "/"), "/".join(where.parts[1:])
    verdict = "runs" if result.differ <= ALIKE else f"differs {result.differ:.0%}"
    if result.differ > ALIKE and result.moves > ALIKE:
        verdict += f", moves {result.moves:.0%}"
    told = "; ".join(result.lines).replace("|", "/")[:300]
    return f"| {inside} | {source} | {verdict} | {told} |"


def main() -> int:
    """Run every file of the folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.programs", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--x64sc", default="x64sc", metavar="PROGRAM")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep the pictures here")
    parser.add_argument("--only", default="", metavar="TEXT", help="files whose path has this")
    parser.add_argument("options", nargs="*", help="behind --: further options of go64")
    args = parser.parse_args()
    if shutil.which(args.x64sc) is None:
        sys.exit(f"{args.x64sc} is not in the PATH: name it with --x64sc")
    with tempfile.TemporaryDirectory(prefix="programs") as scratch:
        pictures = args.pictures or Path(scratch)
        pictures.mkdir(parents=True, exist_ok=True)
        x64sc = args.x64sc, x64sc_palette(args.x64sc, Path(scratch))
        for path in files_below(args.folder):
            if args.only in str(path):
                name = "_".join(path.relative_to(args.folder).parts)
                result = compare(path, x64sc, pictures, name, args.options)
                print(row(result, args.folder), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
