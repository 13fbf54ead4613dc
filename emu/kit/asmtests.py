"""Tests written in assembly: every ``.proc test_*`` of a file ``test_*.s``.

The file is assembled and linked when its first test runs, in a temporary folder.  Comments at
the beginning of a line are directives:

    ; c64: link money.s math.s     sources and objects linked with it
    ; c64: config test.cfg         ld65 configuration, instead of the one below
    ; c64: prg game.prg            arguments of the marker c64: prg d64 dbg labels
    ; c64: limit 20000             standard seed limit

A ``.proc setup`` runs before each test, on a machine that has just booted.  Interrupts are
off.  The assertions are in asm/inc/test.inc.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from emu.kit.errors import KitError, KitUsageError
from emu.kit.machine import Kit
from emu.kit.machine_pool import Assembled
from emu.kit.symbols import linked_blocks, symbols_from_dbg
from emu.kit.types import AnyPath, Board

Directives = dict[str, list[str]]  # the words after each

TEST_TRAP = 0x00FD
CONFIG = """\
MEMORY {
    ZP:  start = $02,   size = $8E;
    RAM: start = $2000, size = $8000, file = %O;
}
SEGMENTS {
    ZEROPAGE: load = ZP,  type = zp,  optional = yes;
    CODE:     load = RAM, type = rw;
    RODATA:   load = RAM, type = ro,  optional = yes;
    DATA:     load = RAM, type = rw,  optional = yes;
    BSS:      load = RAM, type = bss, optional = yes;
}
"""
_TEST = re.compile(r"^\s*\.proc\s+(test_\w+)", re.IGNORECASE)
_DIRECTIVE = re.compile(r"^;\s*c64:\s*(\w+)\s+(.*?)\s*$")
_KNOWN = ("link", "config", "prg", "d64", "dbg", "labels", "standard", "seed", "limit")


def read_tests(path: AnyPath) -> tuple[list[tuple[str, int]], Directives]:
    """Return ([(name, line)], {directive: [words]}) of a source."""
    tests: list[tuple[str, int]] = []
    directives: Directives = {}
    for number, text in enumerate(Path(path).read_text(errors="replace").splitlines(), 1):
        test, directive = _TEST.match(text), _DIRECTIVE.match(text)
        if test:
            tests.append((test[1], number))
        if directive:
            if directive[1] not in _KNOWN:
                raise KitUsageError(
                    f"{Path(path).name}:{number}: unknown directive '{directive[1]}'; choose from "
                    + ", ".join(_KNOWN)
                )
            directives.setdefault(directive[1], []).extend(directive[2].split())
    return tests, directives


def marker_arguments(directives: Directives) -> dict[str, Any]:
    """Return the directives as arguments of the marker c64."""
    arguments: dict[str, Any] = {
        k: v for k, v in directives.items() if k in ("prg", "dbg", "labels")
    }
    for name in ("d64", "standard"):
        if name in directives:
            arguments[name] = directives[name][0]
    for name in ("seed", "limit"):
        if name in directives:
            try:
                arguments[name] = int(directives[name][0])
            except ValueError:
                raise KitUsageError(
                    f"directive '{name}': '{directives[name][0]}' is not a number"
                ) from None
    return arguments


def include_folder() -> Path:
    """Return the folder of test.inc, in the source tree or as installed."""
    for folder in (
        Path(__file__).resolve().parents[2] / "asm" / "inc",
        Path(sys.prefix) / "share" / "go64" / "inc",
    ):
        if (folder / "test.inc").is_file():
            return folder
    raise KitUsageError("test.inc of GO 64 is not installed (share/go64/inc)")


def _run(command: Sequence[AnyPath], folder: Path) -> None:
    if not shutil.which(command[0]):
        raise KitUsageError(f"{command[0]} not found: install cc65 (Debian: apt-get install cc65)")
    result = subprocess.run(
        [str(c) for c in command], cwd=folder, check=False, capture_output=True, text=True
    )
    if result.returncode:
        raise KitUsageError((result.stderr or result.stdout).strip())


def assemble(path: AnyPath, directives: Directives) -> Assembled:
    """Assemble and link the test source ``path``; KitUsageError with the tools' own words."""
    path = Path(path)
    folder = path.parent
    with tempfile.TemporaryDirectory(prefix="c64test") as name:
        out = Path(name)
        config = out / "test.cfg"
        config.write_text(CONFIG)
        if "config" in directives:
            config = folder / directives["config"][0]
        objects: list[Path] = []
        for source in [path, *(folder / w for w in directives.get("link", []))]:
            if source.suffix == ".o":
                objects.append(source)
                continue
            objects.append(out / f"{len(objects)}.o")
            includes = ("-I", folder, "-I", include_folder())
            _run(["ca65", "-g", *includes, "-o", objects[-1], source], folder)
        _run(["ld65", "-C", config, "--dbgfile", out / "test.dbg", "-o", out / "test.prg",
              *objects], folder)  # fmt: skip
        symbols = symbols_from_dbg(out / "test.dbg", folder)
        return Assembled(linked_blocks(symbols, out), symbols)


class Checker:
    """Evaluates the assertions of test.inc for one Kit."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.begin: int | None = None
        kit.board.set_trap(TEST_TRAP, self.check)

    def check(self, board: Board) -> bool:
        """Trap: evaluate the five bytes after the JSR and continue behind them."""
        kit = self.kit
        stack = [board.ram[0x100 | (kit.sp + i & 0xFF)] for i in (1, 2)]
        jsr = (stack[0] | stack[1] << 8) - 2
        kind, low, high, value_low, value_high = (board.peek(jsr + 3 + i) for i in range(5))
        kit.sp += 2
        kit.pc = jsr + 8
        problem = self._problem(kind, low | high << 8, value_low | value_high << 8)
        if problem:
            source = kit.symbols.uses.get(jsr) or kit.symbols.lines.get(jsr)
            where = f"{Path(source[0]).name}:{source[1]}: " if source else ""
            kit.violation = kit.violation or KitError(f"{where}{problem}")
            board.stop = 1
        return True

    def _problem(self, kind: int, where: int, value: int) -> str | None:
        """Return the reason for a failure, or None."""
        kit = self.kit
        if kind in (1, 2, 3):
            name = "axy"[kind - 1]
            return _differs(name.upper(), getattr(kit, name), value, 2)
        if kind == 4:
            name = {0x01: "carry", 0x02: "zero", 0x80: "negative", 0x40: "overflow"}[where]
            return _differs(name, int(bool(kit.flags & where)), value, 0)
        if kind in (5, 6):
            found = kit.memory[where] if kind == 5 else kit.memory.word(where)
            name = kit.symbols.name_at(where) or f"${where:04X}"
            return _differs(name, found, value, 2 if kind == 5 else 4)
        now = kit.board.cycle
        if kind == 7:
            self.begin = now
            return None
        if kind == 10:
            return "fail: this must not be reached"
        if self.begin is None:
            return "assert_cycles without a begin_cycles"
        took = now - self.begin - 6  # the JSR of this assertion
        if kind == 8:
            return _differs("cycles", took, value, 0)
        return f"cycles: {took}, at most {value}" if took > value else None


def _differs(name: str, found: int, value: int, digits: int) -> str | None:
    if found == value:
        return None
    if not digits:
        return f"{name} is {found}, should be {value}"
    return f"{name} is ${found:0{digits}X} ({found}), should be ${value:0{digits}X} ({value})"
