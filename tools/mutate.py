"""``make mutate AREA=play``: how many small changes of the code the tests notice.

6502 code is changed in the linked program, an instruction at a time, by the table below, and the
tests that the module's source names on its line ``; Test`` are run: a change is caught when one of
them fails, crashes or does not end.  What was not caught is run against all tests of that part
before it counts as alive; it is printed with its line.  Python code (AREA=c64/cia) is changed by
Cosmic Ray, and run uncompiled.

    tools/mutate.py AREA [--count N] [--seed S] [--module NAME]

AREA: play, variants, brain, ui, pages, video, sys or music of asm/game, or a folder below c64/.
Of the screens, what is always in memory is changed; contents of the slot share their addresses.
The same seed makes the same changes as long as the code is the same.  Exit status: 0 = at least
``--aim`` per cent were caught, 1 = fewer, 2 = it could not be measured.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from emu.errors import HostError, UsageError
from emu.kit.symbols import Symbols, source_lines, symbols_from_dbg
from tools import memorymap

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "game"
RULES = ("play", "variants", "brain")
SCREENS = ("ui", "pages", "video", "sys", "music")
AIMS = {"play": 98, "variants": 98, "brain": 90, **dict.fromkeys(SCREENS, 90)}
AIM_CHIPS = 95
MUTANT = "GO64_MUTANT"
PATIENCE = 300  # seconds for one test: a change can make a program go round for ever
WORDS = ("-x", "-q", "-m", "not long", f"--timeout={PATIENCE}")
TEST_LINE = re.compile(r"^; Test\s+(.*)$")
OPENING = 20  # lines of a source in which ``; Test`` stands

BRANCHES = {0xF0: 0xD0, 0x90: 0xB0, 0x30: 0x10, 0x50: 0x70}
PAIRS = {
    **BRANCHES,
    0x18: 0x38,  # CLC SEC
    0xE8: 0xCA,  # INX DEX
    0xC8: 0x88,  # INY DEY
    0x69: 0xE9,  # ADC SBC immediate
    0x65: 0xE5,  # zero page
    0x6D: 0xED,  # absolute
    0x7D: 0xFD,  # absolute,X
    0xE6: 0xC6,  # INC DEC zero page
    0xEE: 0xCE,
    0xFE: 0xDE,
    0x0A: 0x4A,  # ASL LSR
    0x29: 0x09,  # AND ORA immediate
    0x2D: 0x0D,
    0x3D: 0x1D,
}
PAIRS |= {new: old for old, new in PAIRS.items()}
IMMEDIATE = {0xA9, 0xA2, 0xA0, 0xC9, 0xE0, 0xC0, 0x69, 0xE9, 0x49}
# Left out, that is: read instead, which costs A or only flags nobody looks at behind a store.
LEFT_OUT = {0x20: 0x2C, 0x8D: 0x2C, 0x8E: 0x2C, 0x8C: 0x2C, 0x85: 0x24, 0x86: 0x24, 0x84: 0x24}


class Change(NamedTuple):
    """A byte of the program that is another one; ``what`` names it as a programmer would."""

    address: int
    old: int
    new: int
    source: Path
    line: int
    what: str


def changes(symbols: Symbols, peek, sources) -> list[Change]:
    """Return every change that can be made to the instructions of some sources, by address."""
    found = []
    for address in sorted(symbols.code):
        path, line = symbols.lines[address]
        if Path(path) not in sources:
            continue
        text = source_lines(path)[line - 1]
        if "always" in text:  # a branch that is a jump: its other half is never run
            continue
        code, _, _ = text.partition(";")
        opcode, operand = peek(address), peek(address + 1)
        to = []
        if opcode in PAIRS:
            to.append((address, opcode, PAIRS[opcode], "turned round"))
        if opcode in IMMEDIATE:
            to.append((address + 1, operand, operand + 1 & 0xFF, "one more"))
        if opcode in LEFT_OUT:
            to.append((address, opcode, LEFT_OUT[opcode], "left out"))
        found += [Change(*one[:3], Path(path), line, f"{code.strip()}: {one[3]}") for one in to]
    return found


def tests_of(source: Path) -> list[str]:
    """Return the test files that a source names; later names of a line lie beside the first."""
    names: list[str] = []
    for text in source.read_text().splitlines()[:OPENING]:
        if found := TEST_LINE.match(text):
            names += re.findall(r"[\w/*.]+\.py", found[1])
    tests: list[str] = []
    folder = Path()
    for name in names:
        folder = Path(name).parent if "/" in name else folder
        tests += sorted(
            p.relative_to(ROOT).as_posix() for p in ROOT.glob((folder / Path(name).name).as_posix())
        )
    if not tests:
        raise HostError(
            f"{source}: no line '; Test tests/...' in its head names a test that exists"
        )
    return list(dict.fromkeys(tests))


class Rules:
    """The rules and the computers: the tests link them themselves and are told of the change."""

    ALL = ("tests/asm/game",)
    WITHOUT = ("tests/asm/game/ui", "tests/asm/game/robust", "tests/asm/game/music")

    def __init__(self, area):
        from tests.asm.game import engine

        self.folder = ROOT / "asm" / "game" / area
        self.out = tempfile.TemporaryDirectory()
        program = engine.build(Path(self.out.name))
        self.symbols, self.peek = program.symbols, program.peek

    def run(self, change, tests):
        """Return True if the tests pass with a change, or without one."""
        environment = dict(os.environ)
        if change is not None:
            environment[MUTANT] = f"{change.address:04x}:{change.old:02x}:{change.new:02x}"
        return run_tests(tests, environment)


class Screens:
    """The program as it is linked for the disk: a byte of its built file is another one."""

    ALL = ("tests/asm/game/ui",)
    WITHOUT = ("tests/asm/game/ui/test_load.py",)

    def __init__(self, area):
        self.folder = ROOT / "asm" / "game" / area
        self.symbols = symbols_from_dbg(OUT / "game.dbg", ROOT)
        self.bytes, shared = {}, set()
        for part in memorymap.read_areas().values():
            file = OUT / f"game.{part.file}"
            if part.file and file.exists():
                for n, value in enumerate(file.read_bytes()):
                    if part.start + n in self.bytes:
                        shared.add(part.start + n)
                    self.bytes[part.start + n] = value, file, n
        for address in shared:
            del self.bytes[address]

    def peek(self, address):
        """The byte at an address; 0 where several contents lie, one at a time: left out."""
        return self.bytes.get(address, (0,))[0]

    def run(self, change, tests):
        """Return True if the tests pass with a change, or without one."""
        if change is None:
            return run_tests(tests, dict(os.environ))
        _, file, at = self.bytes[change.address]
        data = file.read_bytes()
        try:
            file.write_bytes(data[:at] + bytes([change.new]) + data[at + 1 :])
            return run_tests(tests, dict(os.environ))
        finally:
            file.write_bytes(data)


def run_tests(tests, environment):
    """Return True if tests pass; one that does not end is a failure."""
    environment |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-m",
        "not long",
        f"--timeout={PATIENCE}",
    ]
    command += ["-p", "tools.mutant", *tests]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    if done.returncode not in (0, 1, 3):
        raise HostError(f"pytest ended with {done.returncode}: {done.stdout[-300:].decode()!r}")
    return done.returncode == 0


def measure(area, count, seed, module=None):
    """Make ``count`` changes, print each that lives; returns (caught, made)."""
    kind = Rules(area) if area in RULES else Screens(area)
    sources = {p for p in kind.folder.glob("*.s") if module in (None, p.stem)}
    if not sources:
        raise UsageError(f"asm/game/{area}: there is no module {module}")
    every = changes(kind.symbols, kind.peek, sources)
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    print(f"{area}: {len(chosen)} of {len(every)} changes, seed {seed}", flush=True)
    rest = [p.as_posix() for p in map(Path, kind.ALL)]
    rest += [f"--ignore={path}" for path in kind.WITHOUT]
    sound: set[str] = set()
    caught = 0
    for number, change in enumerate(sorted(chosen), 1):
        tests = tests_of(change.source)
        if not sound.issuperset(tests):
            if not kind.run(None, tests):
                raise HostError(f"{' '.join(tests)}: fails without a change")
            sound.update(tests)
        begin = time.perf_counter()
        alive = kind.run(change, tests) and kind.run(change, rest)
        caught += not alive
        where = f"{change.source.relative_to(ROOT)}:{change.line}"
        state = "ALIVE " if alive else "caught"
        print(f"{number:4} {state} {where} {change.what} ({time.perf_counter() - begin:.0f} s)",
              flush=True)  # fmt: skip
    return caught, len(chosen)


def measure_python(folder, count, seed):
    """The same for a folder of Python modules, by Cosmic Ray, uncompiled; (caught, made)."""
    if not (ROOT / "tests" / folder).is_dir():
        raise UsageError(f"{folder}: there is no folder tests/{folder}")
    try:
        from cosmic_ray.work_db import WorkDB, use_db
        from cosmic_ray.work_item import TestOutcome
    except ImportError:
        raise HostError("Cosmic Ray is not installed: pip install go64[mutate]") from None
    with tempfile.TemporaryDirectory() as out:
        config, session = Path(out, "config.toml"), Path(out, "session.sqlite")
        command = (
            f"{sys.executable} -m pytest -x -q -m 'not long' --timeout={PATIENCE} tests/{folder}"
        )
        config.write_text(
            f'[cosmic-ray]\nmodule-path = "{folder}"\ntimeout = 1800.0\nexcluded-modules = []\n'
            f'test-command = "{command}"\n[cosmic-ray.distributor]\nname = "local"\n'
        )
        environment = os.environ | {"GO64_PURE": "1", "SDL_VIDEODRIVER": "dummy"}
        ray = [sys.executable, "-m", "cosmic_ray.cli"]

        def run(*words):
            subprocess.run([*ray, *map(str, words)], cwd=ROOT, env=environment, check=True)

        try:
            run("baseline", config)
        except subprocess.CalledProcessError:
            raise HostError(f"tests/{folder}: fails without a change") from None
        run("init", config, session)
        with use_db(session, WorkDB.Mode.open) as db:
            items = list(db.work_items)
            keep = {i.job_id for i in random.Random(seed).sample(items, min(count, len(items)))}
            db.clear()
            db.add_work_items(item for item in items if item.job_id in keep)
        print(f"{folder}: {len(keep)} of {len(items)} changes, seed {seed}", flush=True)
        run("exec", config, session)
        caught = 0
        with use_db(session, WorkDB.Mode.open) as db:
            items = {item.job_id: item for item in db.work_items}
            for job, result in db.results:
                alive = result.test_outcome == TestOutcome.SURVIVED
                caught += not alive
                change = items[job].mutations[0]
                where = f"{change.module_path}:{change.start_pos[0]}"
                print("ALIVE " if alive else "caught", where, change.operator_name)
    return caught, len(keep)


def main(argv=None):
    """Measure what the arguments say; returns the exit status."""
    parser = argparse.ArgumentParser(prog="mutate", description=__doc__.split("\n\n")[0])
    parser.add_argument("area", help="play, variants, brain, ui, pages, video, sys, music, c64/...")
    parser.add_argument("--count", type=int, default=40, help="changes (40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", help="one module of the area, as build")
    parser.add_argument("--aim", type=int, help="per cent to be caught (98 rules, 95 chips, 90)")
    args = parser.parse_args(argv)
    try:
        if args.count < 1:
            raise UsageError(f"--count {args.count}: must be 1 or more")
        if args.area.startswith("c64"):
            caught, made = measure_python(args.area, args.count, args.seed)
        elif args.area in RULES + SCREENS:
            caught, made = measure(args.area, args.count, args.seed, args.module)
        else:
            areas = ", ".join(RULES + SCREENS)
            raise UsageError(f"area {args.area!r}: must be one of {areas}, or a folder below c64/")
    except (HostError, UsageError) as error:
        print(f"mutate: {error}", file=sys.stderr)
        return 2
    aim = args.aim if args.aim is not None else AIMS.get(args.area, AIM_CHIPS)
    print(f"{args.area}: {caught} of {made} caught, {100 * caught / made:.0f} %; aim {aim} %")
    return 0 if 100 * caught >= aim * made else 1


if __name__ == "__main__":
    sys.exit(main())
