"""Build the game: data, art, assembly, memory map, packing (called by tools/build.py).

build/game/gen/        generated includes and binaries, the words among them (tools/game/words.py)
build/game/game.*      main, text, start, sprites, font, the overlays: title, trade,
                       deal, help, disk, finale, desk, view, and brain, variant, rules1989 (see
                       asm/game/game.cfg), .map .lbl .dbg
build/game/us.text     another set of names, linked to the same place
build/game/de.*        the same program with German words
build/game/*.pak       packed (tools/game/pack.py); with a D before the name those in German
build/game/go64.prg    the loader, first file of the disk
build/game/fast.bin    the program that a 1541 runs
"""

import os
import re
import subprocess
import sys
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from emu.process.several import in_processes
from tools.art import faces, pictures
from tools.art.art import build_art
from tools.game import GAME_TOOLS, gamerules, memorymap, pack, patches, presets, words

MAP = memorymap.read_areas()
Linked = tuple[tuple[str, int], ...]  # of areas: file ending, address


def linked(*names: str) -> Linked:
    """((file ending, address), ...) of areas of the memory map."""
    return tuple((MAP[name].ending, MAP[name].start) for name in names)


# In this order for copies to what lies below: words before the title, which repeats many of them.
AREAS = linked("MAIN", "FAST_BOOT", "FAST", "WORDS", "START", "TITLE", "OPTIONS", "TUNE", "MORE")
AREAS += linked("SPRITES", "FONT_LOAD")
# The loader puts these in place: it needs them itself, and a slow drive need not send them.
PLACED = linked("FAST_BOOT", "FAST")
RESIDENT = ("MAIN", "WORDS", "MORE")  # what files that come later are packed against
# Bytes there that are changed: {name: how many}.
WRITTEN = {"fee_value": 40, "far_call": 14} | patches.tables()
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
        ("PERSPECTIVE", ("PERSPECTIVE",)),
        ("BOARD", ("TEXT",)),
        ("BRAIN", ("BRAIN",)),
        ("FACES", ("FACES",)),
        ("RULES1989", ("RULES1989",)),
        ("RUSSIAN", ("VARIANT",)),
        ("TALK", ("TALK",)),
        ("GUIDE", ("GUIDE",)),
    )
}


# The code of further presets, from FILE_MORE on (disk.s): it has no words, so it is there once.
MORE = {
    gamerules.constants()["FILE_MORE"] + number: (code, linked(code.upper()))
    for number, code in enumerate(presets.more())
}
OVERLAYS |= MORE
# Words of another language come through other areas (asm/game/sys/language.s).
FILE_WORDS = gamerules.constants()["FILE_WORDS"]
# What go64.prg calls or reads of the game.
LOADER_USES = ("loading_draw", "prefetch_byte", "far_call", "file_number", "names_wanted")
# Of the zero page, in what both are linked with.
LOADER_ZERO_PAGE = ("ahead_end", "fast_level", "fast_time", "fast_byte")
GEORAM_ZERO_PAGE = ("unpack_dst", "unpack_src", "unpack_bits", "unpack_count")  # of the game
PROGRAMS = {language: language for language in words.LANGUAGES} | {words.LANGUAGES[0]: "game"}
LETTERS = {"en": "", "de": "d"}  # what a language's files have before their names

# Objects are linked in the order of their names, but for these, each behind another.  The order is
# part of what is measured: it decides which branch crosses a page, which costs a cycle.
LINKED_BEHIND = {
    "pages/live_auction.s": "pages/gains.s",
    "pages/market_widgets.s": "pages/live_auction.s",
    "pages/russian_questions.s": "pages/play.s",
    "pages/trade_table.s": "pages/stats.s",
    "pages/overlay_entries.s": "pages/trade.s",
    "ui/key_guard.s": "",  # the first of its folder
    "ui/frame_loop.s": "ui/grid.s",
    "ui/shared_tails.s": "ui/panel.s",
}


class GameError(Exception):
    """The game cannot be built; the message says what is wrong."""


def run(command: Sequence[str | Path], root: Path) -> None:
    """Run a tool; a failing one ends the build with its own words."""
    result = subprocess.run([str(c) for c in command], cwd=root, check=False)
    if result.returncode:
        raise GameError(f"{command[0]} failed: {' '.join(str(c) for c in command)}")


def assemble(root: Path, source: Path, out: Path, language: str = "") -> Path:
    """Assemble one source of asm/game, with the books of a language; returns the object file."""
    game = root / "asm" / "game"
    parts = [*source.relative_to(game).with_suffix("").parts, *language.split()]
    target = out / "obj" / ("_".join(parts) + ".o")
    target.parent.mkdir(parents=True, exist_ok=True)
    includes = [game, source.parent, out / "gen", out / "data", root / "asm" / "inc"]
    includes += [out / "gen" / language] if language else []
    flags = [f for folder in includes for f in ("-I", folder, "--bin-include-dir", folder)]
    run(["ca65", "-g", *flags, "-l", target.with_suffix(".lst"), "-o", target, source], root)
    return target


def sources(root: Path) -> list[Path]:
    """Sources of the resident program (apart: loader, the drive's program, the other names)."""
    game = root / "asm" / "game"
    apart = {game / "loader", game / "fast", game / "cartridge", game / "data" / "text"}
    found = [p for p in sorted(game.rglob("*.s")) if p.parent not in apart]
    for name, before in LINKED_BEHIND.items():
        source = game / name
        found.remove(source)
        folder = next(at for at, other in enumerate(found) if other.parent == source.parent)
        found.insert(found.index(game / before) + 1 if before else folder, source)
    return found


EMPTY: Mapping[str, int] = {}


def link(
    root: Path,
    out: Path,
    name: str,
    config: Path,
    objects: Iterable[Path],
    values: Mapping[str, int] = EMPTY,
    sizes: words.Sizes | None = None,
) -> None:
    """Link; writes NAME.map, NAME.lbl, NAME.dbg and the areas of the memory map.

    ``values``: {symbol: number} that the configuration or the objects import
    ``sizes``: {area: {language: bytes of its words}}, to be told when an area is full
    """
    base = out / name
    defines = [part for symbol in values for part in ("-D", f"{symbol}={values[symbol]}")]
    command = [
        *("ld65", *defines, "-C", config, "-m", f"{base}.map", "-Ln", f"{base}.lbl"),
        *("--dbgfile", f"{base}.dbg", "-o", base, *objects),
    ]
    result = subprocess.run(
        [str(part) for part in command], cwd=root, check=False, capture_output=True, text=True
    )
    print(result.stderr, end="", file=sys.stderr)
    if result.returncode:
        full = re.findall(r"overflows memory area ['`](\w+)' by (\d+) byte", result.stderr)
        if full:
            raise GameError(f"{name}: {room_missing(sizes or {}, full)}")
        raise GameError(f"ld65 failed: {name}")


def room_missing(sizes: words.Sizes, full: Iterable[tuple[str, str]]) -> str:
    """The message about full areas: [(area, bytes too many)]."""
    said = []
    for area, count in full:
        of = ", ".join(f"{language} {size}" for language, size in sizes.get(area, {}).items())
        said.append(f"area {area} lacks {count} bytes" + (f"; its words: {of}" if of else ""))
    return ". ".join(said)


def write_text(path: Path, text: str) -> None:
    """Write a file unless it says the same already."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def write_build_id(root: Path, out: Path) -> None:
    """Write the number of this build, which overlays must have, too.

    It depends on the sources and on the tools that make something of them, not on other tools.
    """
    paths = [p for folder in ("asm/game", "asm/inc") for p in (root / folder).rglob("*.*")]
    paths += [p for folder in GAME_TOOLS for p in (root / folder).rglob("*.py")]
    number = 0
    for path in sorted(paths):
        number = zlib.crc32(path.read_bytes(), number)
    write_text(
        out / "gen" / "build.inc", f"; made by tools/game/build_game.py\nBUILD_ID = {number}\n"
    )


def build_program(root: Path, out: Path) -> None:
    """Assemble and link the program with the words of each language, then other sets of names."""
    game = root / "asm" / "game"
    text = game / "data" / "text"
    write_build_id(root, out)
    write_text(out / "gen" / "game.cfg", memorymap.config_text(game / "game.cfg"))
    sizes = words.write_words(out / "gen")
    objects = [assemble(root, source, out) for source in sources(root)]
    values = memorymap.symbols(MAP)
    linked_for = set()
    for name, language in words.SETS.items():
        board = assemble(root, text / f"{name}.s", out)
        if language in linked_for:
            link(root, out, name, text / "text.cfg", [board], values, sizes)
            continue
        linked_for.add(language)
        own = assemble(root, text / "words.s", out, language)
        link(
            root,
            out,
            PROGRAMS[language],
            out / "gen" / "game.cfg",
            [*objects, own, board],
            sizes=sizes,
        )
    for language in words.LANGUAGES[1:]:
        check_same(out, language)


def words_of(out: Path, program: str) -> dict[str, tuple[int, int]]:
    """{file ending: (first byte, number)} of the words in each area of a linked program."""
    found = {}
    for segment, area in memorymap.segments():
        if segment.endswith("WORDS") or segment == "TEXT":
            start, size = memorymap.segment_place(out / f"{program}.map", segment)
            found[MAP[area].ending] = (start - MAP[area].start, size)
    return found


def check_same(out: Path, language: str) -> None:
    """Raise GameError unless the program is the same in a language, apart from its texts."""
    first, other = PROGRAMS[words.LANGUAGES[0]], PROGRAMS[language]
    places = words_of(out, first)
    for area in (area for area in MAP.values() if area.file):
        one, two = ((out / f"{name}.{area.file}").read_bytes() for name in (first, other))
        at, size = places.get(area.ending, (0, 0))
        if size and at + size != len(one):
            raise GameError(f"{area.name}: words must be the last in it")
        if not size:
            at = len(one)
            if at != len(two):
                raise GameError(f"{other}: {area.name} has {len(two)} bytes instead of {at}")
        for place, (a, b) in enumerate(zip(one[:at], two[:at], strict=True)):
            if a != b:
                raise GameError(
                    f"{other}: ${area.start + place:04X} in {area.name} is ${b:02X}, in "
                    f"{first} ${a:02X}: the program must not depend on its words"
                )


def linked_blocks(out: Path, areas: Linked, program: str = "game") -> list[pack.Block]:
    """[(address, bytes)] of areas, as the linker has written them."""
    return [(start, (out / f"{program}.{area}").read_bytes()) for area, start in areas]


def language_blocks(out: Path, program: str = "game") -> list[pack.Block]:
    """[(address, bytes)] of the file that brings a language's words (asm/game/sys/language.s)."""
    [(at, code)] = linked_blocks(out, linked("LANGUAGE"), program)
    [(_, resident)] = linked_blocks(out, linked("WORDS"), program)
    [(_, tune)] = linked_blocks(out, linked("TUNE"), program)
    title = tune[words_of(out, program)[MAP["TUNE"].ending][0] :]
    resident = resident.ljust(MAP["WORDS"].size, b"\0")
    return [(at, code + resident), (MAP["TEXT"].start, title)]


def resident_blocks(
    out: Path, program: str = "game", areas: Iterable[str] = RESIDENT
) -> list[pack.Block]:
    """[(address, bytes)] of the parts of the program that are never written to.

    Files loaded later are packed against them: copies reach back into the program.
    """
    found = gamerules.labels(out / "game.lbl")
    holes = sorted((found[name], size) for name, size in WRITTEN.items())
    blocks = []
    for at, data in linked_blocks(out, linked(*areas), program):
        end = at + len(data)
        for hole, size in holes:
            if at <= hole < end:
                blocks.append((at, data[: hole - at]))
                data = data[hole + size - at :]
                at = hole + size
        blocks.append((at, data))
    return blocks


def later_files(out: Path, language: str) -> list[tuple[str, list[pack.Block], list[pack.Block]]]:
    """[(name, blocks, what is in memory then)] of the files that are loaded later."""
    program, letter = PROGRAMS[language], LETTERS[language]
    resident = resident_blocks(out, program)
    files = [
        (letter + name, linked_blocks(out, areas, program), resident)
        for number, (name, areas) in OVERLAYS.items()
        if number not in MORE
    ]
    # The words of the language before may be in memory, not these.
    other = resident_blocks(out, program, [name for name in RESIDENT if name != "WORDS"])
    files.append((f"{letter}words", language_blocks(out, program), other))
    if language == words.LANGUAGES[0]:
        files += [(name, linked_blocks(out, areas), other) for name, areas in MORE.values()]
    if language == words.SETS["us"]:
        files.append(("us", [(MAP["TEXT"].start, (out / "us.text").read_bytes())], resident))
    return files


def shown_first(out: Path, program: str) -> list[list[pack.Block]]:
    """Return DISK in two parts: what shows its first picture, without ``files_rest``; the rest."""
    (at, code), (check_at, check) = linked_blocks(out, linked("DISK", "CHECK"), program)
    rest, _ = memorymap.segment_place(out / f"{program}.map", "DISK_CODE")
    book, _ = words_of(out, program)[MAP["DISK"].ending]
    first = [(at, code[: rest - at]), (at + book, code[book:]), (check_at, b"\0")]
    return [first, [(rest, code[rest - at : book]), (check_at, check)]]


def _packed(what: tuple[list[list[pack.Block]], list[pack.Block], int]) -> bytes:
    return pack.pack_parts(*what)


def build_packs(out: Path) -> None:
    """Pack the program (its areas in one file), the overlays, names, words."""
    program = tuple(area for area in AREAS if area not in PLACED)
    # {name: (blocks of each part, what is in memory then, size of the mark)}
    files: dict[str, tuple[list[list[pack.Block]], list[pack.Block], int]] = {
        "game": ([linked_blocks(out, program)], [], 0)
    }
    for language in words.LANGUAGES:
        for name, blocks, resident in later_files(out, language):
            first = name == f"{LETTERS[language]}disk"
            parts = shown_first(out, PROGRAMS[language]) if first else [blocks]
            files[name] = (parts, resident, MARK_SIZE)
    packed = in_processes(_packed, files.values(), os.cpu_count() or 1)
    for name, content in zip(files, packed, strict=True):
        (out / f"{name}.pak").write_bytes(content)


def build_pictures(out: Path) -> list[pictures.Painting]:
    """Return the full pictures, checked; the loader shows the first."""
    try:
        return pictures.build_pictures(out)
    except pictures.BadPicture as error:
        raise GameError(f"pictures: {error}") from error


def build_faces(root: Path, out: Path) -> None:
    """Check and write the portraits of the characters."""
    try:
        faces.write_faces(root / "asm" / "game" / "art" / faces.NAME, out / "gen")
    except faces.BadFace as error:
        raise GameError(f"portraits: {error}") from error


def build_drive_program(root: Path, out: Path) -> None:
    """Assemble and link what runs in a 1541."""
    folder = root / "asm" / "game" / "fast"
    objects = [assemble(root, source, out) for source in sorted(folder.glob("*.s"))]
    link(root, out, "fast", folder / "fast.cfg", objects)


def write_zero_page(out: Path, name: str, names: Iterable[str], labels: dict[str, int]) -> None:
    """Write gen/<name>.inc: what another program has of the game's zero page."""
    lines = [f"{name} = ${labels[name]:02X}\n" for name in names]
    write_text(out / "gen" / f"{name}.inc", "; made by tools/game/build_game.py\n" + "".join(lines))


def build_loader(root: Path, out: Path) -> None:
    """Assemble and link the loader, which knows the size of what it loads."""
    labels = gamerules.labels(out / "game.lbl")
    lines = [f"PACK_SIZE = {(out / 'game.pak').stat().st_size}\n"]
    lines += [f"{name} = ${labels[name]:02X}\n" for name in LOADER_ZERO_PAGE]
    write_text(out / "gen" / "sizes.inc", "; made by tools/game/build_game.py\n" + "".join(lines))
    write_zero_page(out, "georam_zp", GEORAM_ZERO_PAGE, labels)
    folder = root / "asm" / "game" / "loader"
    objects = [assemble(root, source, out) for source in sorted(folder.glob("*.s"))]
    objects += [out / "obj" / f"sys_{name}.o" for name in ("unpack", "drive_fast")]
    own = {"__FAST_SIZE__", "__FAST_BOOT_SIZE__"}  # of the segments here, not of the areas
    values = {name: value for name, value in memorymap.symbols(MAP).items() if name not in own}
    values |= {name: labels[name] for name in LOADER_USES}
    link(root, out, "go64", folder / "loader.cfg", objects, values)


def build_game(root: str | Path) -> None:
    """Build everything below ``root``/build/game."""
    root = Path(root)
    out = root / "build" / "game"
    (out / "gen").mkdir(parents=True, exist_ok=True)
    for name in ("gamedata", "preset_tables"):
        run([sys.executable, root / "tools" / "game" / f"{name}.py", out / "data"], root)
    run([sys.executable, root / "tools" / "music" / "music.py", out / "data"], root)
    build_art(root / "asm" / "game" / "art", out / "gen")
    paintings = build_pictures(out)
    build_faces(root, out)
    build_program(root, out)
    pictures.pack_pictures(out, paintings)
    build_packs(out)
    build_drive_program(root, out)
    build_loader(root, out)
    gamerules.write_rules(out)
