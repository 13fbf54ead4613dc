#!/usr/bin/env python3
"""Build what is not committed: the compiled machine, the ROMs, the game, the disk.

    tools/build.py core             compile the machine as one unit, as users run it
    tools/build.py ext [NAME ...]   compile what changed, by module (vic.fetch): quick, for work
    tools/build.py roms             assemble KERNAL, BASIC and the drive's DOS, draw the characters
    tools/build.py game             assemble, link and pack the game
    tools/build.py disk             write disk/go64.d64
    tools/build.py cartridge        write build/game/go64.crt
    tools/build.py assets           roms, game, disk, cartridge
    tools/build.py all              core and assets (default)

Each step does nothing if its sources have not changed.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.compile.amalgamate import JoinError  # noqa: E402  (the path must be set first)
from tools.game import GAME_TOOLS  # noqa: E402

if TYPE_CHECKING:
    from setuptools import Extension

BUILD = ROOT / "build"
# What is built of the ROMs: the machine needs each of them, wherever it is packed.
ROM_FILES = tuple(
    f"c64/roms/{name}.bin" for name in ("kernal", "basic", "chargen", "entries", "dos1541", "eapi")
)


class BuildError(Exception):
    """A step failed; the message says which and what to do."""


def files_below(*folders: str, endings: set[str] | None = None) -> list[Path]:
    """Return all files below the folders, sorted; ``endings`` filters by suffix."""
    found = []
    for folder in folders:
        path = ROOT / folder
        found += [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]
    return sorted(
        p
        for p in found
        if "__pycache__" not in p.parts and (endings is None or p.suffix in endings)
    )


def fingerprint(paths: Iterable[Path]) -> str:
    """Return a digest of the names and contents of the files."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def step(
    name: str,
    sources: Iterable[Path],
    targets: Sequence[Path],
    action: Callable[[], None],
    force: bool = False,
    note: str = "",
) -> None:
    """Run ``action`` unless ``targets`` exist and were built from these ``sources``.

    note  a message for a step that takes long
    """
    stamp = BUILD / "stamps" / name
    now = fingerprint(sources)
    fresh = stamp.exists() and stamp.read_text() == now and all(t.exists() for t in targets)
    if fresh and not force:
        return
    print(f"build: {name}{note and f' ({note})'}", flush=True)
    stamp.unlink(missing_ok=True)  # a build that fails halfway leaves targets of no sources at all
    action()
    missing = [t for t in targets if not t.exists()]
    if missing:
        raise BuildError(f"{name}: did not produce {missing[0].relative_to(ROOT)}")
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(now)


def run(command: Sequence[str | Path]) -> None:
    """Run a tool; a failing one ends the build with its own words."""
    result = subprocess.run([str(c) for c in command], cwd=ROOT, check=False)
    if result.returncode:
        raise BuildError(f"{command[0]} failed: {' '.join(str(c) for c in command)}")


def need_assembler() -> None:
    """Check that cc65's assembler and linker are there."""
    for tool in ("ca65", "ld65", "od65"):
        if not shutil.which(tool):
            raise BuildError(
                f"{tool} not found: install cc65 (Debian: apt-get install cc65; "
                "macOS: brew install cc65; others: https://cc65.github.io)"
            )


def assemble(sources: Iterable[Path], out: Path, includes: Iterable[str]) -> list[Path]:
    """Assemble each source into ``out``; returns the object files in order."""
    need_assembler()
    objects = []
    flags = [f for folder in includes for f in ("-I", folder)]
    for source in sources:
        name = "_".join(source.relative_to(ROOT / "asm").with_suffix("").parts)
        target = out / f"{name}.o"
        target.parent.mkdir(parents=True, exist_ok=True)
        run(["ca65", "-g", *flags, "-l", target.with_suffix(".lst"), "-o", target, source])
        objects.append(target)
    return objects


def link(objects: Iterable[Path], config: str | Path, out: Path, name: str) -> None:
    """Link with the memory map ``config``; writes NAME.map, NAME.lbl and NAME.dbg."""
    base = out / name
    listings = ["-m", f"{base}.map", "-Ln", f"{base}.lbl", "--dbgfile", f"{base}.dbg"]
    run(["ld65", "-C", config, *listings, "-o", f"{base}.bin", *objects])


def compile_in_place(modules: "Sequence[Extension]") -> None:
    """Compile Extension objects and put the results beside their sources."""
    from setuptools import Distribution

    command = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
    command.inplace = True
    command.build_temp = str(BUILD / "temp")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()


def build_split(names: Sequence[str] | None = None, annotate: bool = False) -> None:
    """Compile chips one by one, for work on them; remove the joined unit."""
    from tools.compile.extensions import module_names, split_extensions

    compile_in_place(split_extensions(names or module_names(), annotate))
    for core in (ROOT / "c64").glob("_core.*"):
        core.unlink()  # only now: a build that is broken off leaves the machine compiled


def core_sources() -> list[Path]:
    """Return what the compiled machine is made from: its modules, and the tools that compile it."""
    from tools.compile.extensions import source_files

    tools = ("extensions", "amalgamate", "inline_constants", "cold_functions", "one_name")
    return [*(ROOT / f"tools/compile/{name}.py" for name in tools), *source_files()]


def build_core(force: bool = False) -> None:
    """Compile the machine as one unit; remove separately compiled modules."""
    from tools.compile.extensions import ALONE, extensions, module_names

    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    wanted = module_names()

    def action() -> None:
        compile_in_place(extensions())
        for name in wanted:
            (ROOT / "c64" / f"{name.replace('.', '/')}{suffix}").unlink(missing_ok=True)

    targets = [ROOT / f"c64/_core{suffix}"]
    targets += [ROOT / f"{name.replace('.', '/')}{suffix}" for name in ALONE]
    step("core", core_sources(), targets, action, force, "compiles the machine, about a minute")


def build_roms(force: bool = False) -> None:
    """Assemble the free ROMs and put them where the machine finds them."""
    out = BUILD / "rom"
    roms = ROOT / "c64" / "roms"

    def action() -> None:
        from tools.rom.entries import pack_entries, page_entries, returns
        from tools.rom.romlayout import LayoutError, write_memory_map

        out.mkdir(parents=True, exist_ok=True)
        roms.mkdir(parents=True, exist_ok=True)
        sources = files_below("asm/rom/kernal", "asm/rom/basic", endings={".s"})
        objects = assemble(sources, out, ["asm/inc", "asm/rom"])
        try:
            write_memory_map(objects, out / "rom.cfg")
        except LayoutError as error:
            raise BuildError(f"roms: {error}") from error
        link(objects, out / "rom.cfg", out, "rom")
        run([sys.executable, "tools/rom/chargen.py", out / "chargen.bin"])
        for name in ("kernal", "basic", "chargen"):
            shutil.copyfile(out / f"{name}.bin", roms / f"{name}.bin")
        places = [*page_entries(), *returns((out / "rom.lbl").read_text())]
        (roms / "entries.bin").write_bytes(pack_entries(places))

    targets = [roms / f"{n}.bin" for n in ("kernal", "basic", "chargen", "entries")]
    sources = [
        *files_below("asm/rom", "asm/inc"),
        ROOT / "docs/program/roms.md",
        ROOT / "tools/rom/chargen.py",
        ROOT / "tools/rom/entries.py",
        ROOT / "tools/rom/romlayout.py",
    ]
    step("roms", sources, targets, action, force)
    build_dos(force)
    build_eapi(force)


def build_dos(force: bool = False) -> None:
    """Assemble the 1541's ROM, complete its checksum and put it where the drive finds it."""
    out = BUILD / "dos"
    target = ROOT / "c64" / "roms" / "dos1541.bin"

    def action() -> None:
        from tools.rom.dosrom import seal_rom

        out.mkdir(parents=True, exist_ok=True)
        objects = assemble(files_below("asm/dos", endings={".s"}), out, ["asm/inc", "asm/dos"])
        link(objects, "asm/dos/dos.cfg", out, "dos")
        target.write_bytes(seal_rom(out / "dos1541.bin", out / "dos.lbl"))

    sources = [*files_below("asm/dos", "asm/inc"), ROOT / "tools/rom/dosrom.py"]
    step("dos", sources, [target], action, force)


def build_eapi(force: bool = False) -> None:
    """Assemble the flash driver for EasyFlash files (c64/cartridge/eapi.py)."""
    out = BUILD / "eapi"
    target = ROOT / "c64" / "roms" / "eapi.bin"

    def action() -> None:
        out.mkdir(parents=True, exist_ok=True)
        objects = assemble(files_below("asm/eapi", endings={".s"}), out, ["asm/inc"])
        link(objects, "asm/eapi/eapi.cfg", out, "eapi")
        shutil.copyfile(out / "eapi.bin", target)

    step("eapi", files_below("asm/eapi", "asm/inc"), [target], action, force)


def build_game(force: bool = False) -> None:
    """Assemble, link and pack the game (see tools/game/build_game.py)."""

    def action() -> None:
        from tools.game import presets

        try:
            presets.the_presets()  # all else asks them
        except presets.PresetError as error:
            raise BuildError(f"game: {error}") from error
        from tools.game import build_game

        try:
            build_game.build_game(ROOT)
        except (presets.PresetError, build_game.GameError) as error:
            raise BuildError(f"game: {error}") from error

    sources = files_below("asm/game", "asm/inc") + files_below(*GAME_TOOLS, endings={".py"})
    targets = [BUILD / "game", ROOT / "emu" / "arena" / "rules.json"]
    step("game", sources, targets, action, force)


def build_disk(force: bool = False) -> None:
    """Write the game's disk image from its table of contents."""
    contents = ROOT / "disk" / "contents.toml"
    image = ROOT / "disk" / "go64.d64"

    def action() -> None:
        from disk.build import build_image
        from tools.game import presets

        rows = [{"host": f"../build/game/{code}.pak", "name": code.upper(), "pace": [17, 6]}
                for code in presets.more()]  # fmt: skip
        build_image(contents, image, rows)

    sources = [*files_below("build/game", endings={".prg", ".bin", ".pak"}), contents]
    step("disk", [*sources, *files_below("disk", endings={".py"})], [image], action, force)


def build_cartridge(force: bool = False) -> None:
    """Write the game's cartridge (see tools/game/cartridge.py)."""
    target = BUILD / "game" / "go64.crt"

    def action() -> None:
        from tools.game import build_game, cartridge

        try:
            cartridge.build_cartridge(ROOT)
        except build_game.GameError as error:
            raise BuildError(f"cartridge: {error}") from error

    sources = files_below("asm/game", "asm/inc") + files_below(*GAME_TOOLS, endings={".py"})
    sources += [ROOT / "c64" / "roms" / "eapi.bin", *files_below("disk", endings={".py"})]
    sources += files_below("build/game", endings={".main", ".pak"})
    step("cartridge", sources, [target], action, force)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the steps named on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    steps = {
        "core": build_core, "roms": build_roms, "game": build_game, "disk": build_disk,
        "cartridge": build_cartridge,
    }  # fmt: skip
    parser.add_argument("what", nargs="?", default="all", choices=[*steps, "ext", "assets", "all"])
    parser.add_argument("names", nargs="*", help="with ext: modules of c64/")
    parser.add_argument("--force", action="store_true", help="build even if nothing changed")
    parser.add_argument("--annotate", action="store_true", help="with ext: cython -a")
    args = parser.parse_args(argv)
    try:
        if args.what == "ext":
            build_split(args.names, args.annotate)
            return 0
        assets = [name for name in steps if name != "core"]
        todo = {"assets": assets, "all": list(steps)}.get(args.what, [args.what])
        for name in todo:
            steps[name](force=args.force)
    except (BuildError, JoinError) as error:
        print(f"build: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
