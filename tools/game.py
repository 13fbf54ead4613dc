"""Build the game: data, art, assembly, memory map, packing (called by tools/build.py).

build/game/gen/        generated includes and binaries, the words among them (tools/words.py)
build/game/game.*      main, text, start, sprites, font, the contents of the slot: title, trade,
                       deal, help, disk, finale, desk, view, and brain, variant, leisure (see
                       asm/game/game.cfg), .map .lbl .dbg
build/game/us.text     the other set of names, linked to the same place
build/game/*.pak       packed (tools/pack.py)
build/game/go64.prg    the loader, first file of the disk
build/game/fast.bin    what it and the game have a 1541 run
"""

import subprocess
import sys
import zlib
from pathlib import Path

from tools import gamerules, memorymap, pack, pictures, words
from tools.art import build_art

MAP = memorymap.read_areas()


def linked(*names):
    """((file ending, address), ...) of areas of the memory map."""
    return tuple((MAP[name].file, MAP[name].start) for name in names)


AREAS = linked("MAIN", "FAST_BOOT", "FAST", "TITLE", "OPTIONS", "TUNE", "WORDS", "MORE", "START")
AREAS += linked("SPRITES", "FONT_LOAD")
# The loader puts these in place: it needs them itself, and a slow drive need not send them.
PLACED = linked("FAST_BOOT", "FAST")
RESIDENT = ("MAIN", "WORDS", "MORE")  # what files that come later are packed against
WRITTEN = {"fee_value": 40}  # a table there that the rules change: {name: bytes}
MARK_SIZE = 7  # "GO", the build, the number: what such a file begins with (asm/game/sys/disk.s)
OVERLAYS = {  # parts loaded later: by FILE_* (asm/game/sys/disk.inc), name, its areas
    gamerules.constants()[f"FILE_{name}"]: (name.lower(), linked(*areas))
    for name, areas in (
        ("TITLE", ("TITLE", "OPTIONS", "TUNE")),
        ("TRADE", ("TRADE", "GRID")),
        ("DISK", ("DISK", "CHECK")),
        ("FINALE", ("FINALE",)),
        ("DEAL", ("DEAL", "GRID")),
        ("HELP", ("HELP", "OPTIONS")),
        ("DESK", ("DESK",)),
        ("VIEW", ("VIEW",)),
        ("LONDON", ("TEXT",)),
        ("BRAIN", ("BRAIN",)),
        ("LEISURE", ("LEISURE",)),
        ("RUSSIAN", ("VARIANT",)),
    )
}


class GameError(Exception):
    """The game cannot be built; the message says what is wrong."""


def run(command, root):
    """Run a tool; a failing one ends the build with its own words."""
    result = subprocess.run([str(c) for c in command], cwd=root, check=False)
    if result.returncode:
        raise GameError(f"{command[0]} failed: {' '.join(str(c) for c in command)}")


def assemble(root, source, out):
    """Assemble one source of asm/game; returns the object file."""
    game = root / "asm" / "game"
    target = out / "obj" / ("_".join(source.relative_to(game).with_suffix("").parts) + ".o")
    target.parent.mkdir(parents=True, exist_ok=True)
    includes = [game, source.parent, out / "gen", out / "data", root / "asm" / "inc"]
    flags = [f for folder in includes for f in ("-I", folder, "--bin-include-dir", folder)]
    run(["ca65", "-g", *flags, "-l", target.with_suffix(".lst"), "-o", target, source], root)
    return target


def sources(root):
    """Sources of the resident program (apart: loader, the drive's program, the other names)."""
    game = root / "asm" / "game"
    apart = {game / "loader", game / "fast", game / "data" / "text"}
    return [p for p in sorted(game.rglob("*.s")) if p.parent not in apart]


def link(root, out, name, config, objects, values=()):
    """Link; writes NAME.map, NAME.lbl, NAME.dbg and the areas of the memory map.

    ``values``: {symbol: number} that the configuration or the objects import
    """
    base = out / name
    defines = [part for symbol in values for part in ("-D", f"{symbol}={values[symbol]}")]
    run(
        [
            *("ld65", *defines, "-C", config, "-m", f"{base}.map", "-Ln", f"{base}.lbl"),
            *("--dbgfile", f"{base}.dbg", "-o", base),
            *objects,
        ],
        root,
    )


def write_text(path, text):
    """Write a file unless it says the same already."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def write_build_id(root, out):
    """A number of this build: what is loaded later must be of the same one."""
    paths = sorted([*(root / "asm" / "game").rglob("*.*"), *(root / "tools").glob("*.py")])
    number = 0
    for path in paths:
        number = zlib.crc32(path.read_bytes(), number)
    write_text(out / "gen" / "build.inc", f"; made by tools/game.py\nBUILD_ID = {number}\n")


def build_program(root, out):
    """Assemble and link the resident program with the London names, then the US names."""
    game = root / "asm" / "game"
    write_build_id(root, out)
    words.write_words(out / "gen")
    objects = [assemble(root, source, out) for source in sources(root)]
    texts = [assemble(root, game / "data" / "text" / f"{name}.s", out) for name in words.SETS]
    english = assemble(root, game / "data" / "text" / "words_en.s", out)
    link(root, out, "game", game / "game.cfg", [*objects, english, texts[0]])
    values = memorymap.symbols(MAP)
    link(root, out, "us", game / "data" / "text" / "text.cfg", [texts[1]], values)


def linked_blocks(out, areas):
    """[(address, bytes)] of areas, as the linker has written them."""
    return [(start, (out / f"game.{area}").read_bytes()) for area, start in areas]


def resident_blocks(out):
    """[(address, bytes)] of the program that no byte of is ever written to.

    What is loaded later is packed against it: copies reach back into the program.
    """
    found = gamerules.labels(out / "game.lbl")
    holes = sorted((found[name], size) for name, size in WRITTEN.items())
    blocks = []
    for at, data in linked_blocks(out, linked(*RESIDENT)):
        end = at + len(data)
        for hole, size in holes:
            if at <= hole < end:
                blocks.append((at, data[: hole - at]))
                data = data[hole + size - at :]
                at = hole + size
        blocks.append((at, data))
    return blocks


def build_packs(out):
    """Pack the program (its areas in one file), what the slot can hold, the names."""
    program = [area for area in AREAS if area not in PLACED]
    (out / "game.pak").write_bytes(pack.pack_blocks(linked_blocks(out, program)))
    resident = resident_blocks(out)
    later = [(name, linked_blocks(out, areas)) for name, areas in OVERLAYS.values()]
    later.append(("us", [(MAP["TEXT"].start, (out / "us.text").read_bytes())]))
    for name, blocks in later:
        (out / f"{name}.pak").write_bytes(pack.pack_blocks(blocks, resident, MARK_SIZE))


def build_pictures(out):
    """Check and pack the full pictures; the loader shows the first."""
    try:
        pictures.build_pictures(out)
    except pictures.BadPicture as error:
        raise GameError(f"pictures: {error}") from error


def build_drive_program(root, out):
    """Assemble and link what runs in a 1541."""
    folder = root / "asm" / "game" / "fast"
    objects = [assemble(root, source, out) for source in sorted(folder.glob("*.s"))]
    link(root, out, "fast", folder / "fast.cfg", objects)


def build_loader(root, out):
    """Assemble and link the loader, which knows the size of what it loads."""
    size = (out / "game.pak").stat().st_size
    write_text(out / "gen" / "sizes.inc", f"; made by tools/game.py\nPACK_SIZE = {size}\n")
    folder = root / "asm" / "game" / "loader"
    objects = [assemble(root, source, out) for source in sorted(folder.glob("*.s"))]
    objects += [out / "obj" / f"sys_{name}.o" for name in ("unpack", "drive_fast")]
    own = {"__FAST_SIZE__", "__FAST_BOOT_SIZE__"}  # of the segments here, not of the areas
    values = {name: value for name, value in memorymap.symbols(MAP).items() if name not in own}
    link(root, out, "go64", folder / "loader.cfg", objects, values)


def build_game(root):
    """Build everything below ``root``/build/game."""
    root = Path(root)
    out = root / "build" / "game"
    (out / "gen").mkdir(parents=True, exist_ok=True)
    run([sys.executable, root / "tools" / "gamedata.py", out / "data"], root)
    run([sys.executable, root / "tools" / "score.py", out / "data"], root)
    build_art(root / "asm" / "game" / "art", out / "gen")
    build_pictures(out)
    build_program(root, out)
    build_packs(out)
    build_drive_program(root, out)
    build_loader(root, out)
    gamerules.write_rules(out)
