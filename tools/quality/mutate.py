"""``make mutate AREA=play``: measure how many small changes of the code the tests notice.

6502 code is changed in the linked program, one instruction at a time, by the table below.  Then
tests run: first those that the module's source names on its line ``; Test``, then related ones,
then all of that part.  A change is caught when a test fails, crashes or does not end; a change that
survives is printed with its line.  Tests run in forks of this process, in which they have run
without a change (mutant.py); of the rules' tests only those run that execute the instruction, the
fastest first.  Python code (AREA=c64/cia) is changed by Cosmic Ray or, with --edges, as in
mutation_edges.py.  It runs uncompiled unless it is Python in the compiled machine, too.

    tools/quality/mutate.py AREA [--count N] [--seed S] [--module NAME] [--line N] [--near]
                            [--edges] [--seconds N]

AREA: play, variants, brain, ui, pages, video, sys or music of asm/game, or a folder of c64/,
disk/ or emu/.
The changes come in random order, so an interrupted run (Ctrl-C) has measured a smaller sample.  The
same seed makes the same changes as long as the code is the same.  Exit status: 0 = at least
``--aim`` per cent were caught, 1 = fewer, 2 = it could not be measured.
"""

import argparse
import ast
import difflib
import math
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from tools.quality.mutate_options import options

if __name__ == "__main__" and {"-h", "--help"} & {*sys.argv[1:]}:
    options().parse_args()  # the help needs no pytest, which the imports below do

from emu.errors import HostError, UsageError
from emu.kit.symbols import Symbols, source_lines
from tools.quality.mutant import (
    CRASHED,
    FAILED,
    INTERRUPTED,
    NO_TESTS,
    Linked,
    Watch,
    first_failed,
    forget,
    forked,
    run_tests,
)
from tools.quality.mutant_python import PACKAGES, Copy, block_at, is_own, stays_python
from tools.quality.mutate_equivalent import EQUIVALENT, EQUIVALENT_PYTHON
from tools.quality.mutation_edges import Edge, edges

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "build" / "game"
RULES = ("play", "variants", "brain")
SCREENS = ("ui", "pages", "video", "sys", "music")
AIMS = {"play": 98, "variants": 98, "brain": 90, **dict.fromkeys(SCREENS, 90)}
AIM_CHIPS = 95

TEST_LINE = re.compile(r"^; Test\s+(.*)$")
LONGER = 1.25  # a file of the game that is packed by itself, from the disk
OPENING = 20  # lines of a source in which ``; Test`` can be

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
# Left out by BIT instead, a read that changes only flags, which nothing tests after a store.
LEFT_OUT = {0x20: 0x2C, 0x8D: 0x2C, 0x8E: 0x2C, 0x8C: 0x2C, 0x85: 0x24, 0x86: 0x24, 0x84: 0x24}

# Tests of several chips, after those of a folder (a VIC that lags draws differently).
TOGETHER = {
    "c64/vic": ("tests/c64/bus/test_lazy.py",),
    "c64/cia": ("tests/c64/bus/test_lazy.py",),
    "c64/bus": (
        "tests/c64/debug/test_probe.py",
        "tests/c64/test_power_on.py",
        "tests/c64/tape/test_datasette.py",
        "tests/c64/sid/test_second.py",
        "tests/c64/cartridge/test_freezer.py",
        "tests/c64/cartridge/test_reu.py",
    ),
    "c64/base": (
        "tests/c64/test_snapshot_format.py",
        "tests/c64/test_snapshot.py",
        "tests/c64/drive/test_served_calls.py",
        "tests/c64/test_hostile_state.py",
    ),
    "c64/debug": ("tests/c64/cpu/test_bus.py", "tests/c64/cpu/test_interrupts.py"),
    "emu/shared": (
        "tests/emu/replay/test_recorder.py",
        "tests/emu/replay/test_events.py",
        "tests/emu/host/state/test_slots.py",
    ),
    "emu/replay": ("tests/emu/shared/test_recording_file.py",),
}


class Change(NamedTuple):
    """A changed byte of the program; ``what`` describes it as a programmer would."""

    address: int
    old: int
    new: int
    source: Path
    line: int
    what: str


Key = tuple[Path, int, str, int]  # source, line, what, which of these


class Mutation(Protocol):
    """The fields that are used of Cosmic Ray's MutationSpec."""

    module_path: Path
    operator_name: str
    operator_args: dict[str, Any]
    occurrence: int
    start_pos: tuple[int, int]


Changed = Callable[[Any], tuple[str, str]]  # (text of the module, changed line) of a change


def changes(symbols: Symbols, peek: Callable[[int], int], sources: set[Path]) -> list[Change]:
    """Return every possible change to the instructions of some sources, by address."""
    found = []
    for address in sorted(symbols.code):
        path, line = symbols.lines[address]
        if Path(path) not in sources:
            continue
        text = source_lines(path)[line - 1]
        if "always" in text:  # a branch that is a jump: it always branches
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
    """Return the test files that a source names; later names of a line are in the same folder."""
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


def equivalent(table: Iterable[Key]) -> set[Key]:
    """Return the keys of a table of changes (Bed.tables) that EQUIVALENT names."""
    found: set[Key] = set()
    count: Counter[tuple[str, str]] = Counter()
    for key in sorted(table):
        source, _, what, _ = key
        name = source.relative_to(ROOT / "asm" / "game").as_posix()
        if (name, what, count[name, what]) in EQUIVALENT:
            found.add(key)
        count[name, what] += 1
    return found


class Rules:
    """The rules and the computers, linked as in their tests."""

    ALL = ("tests/asm/game/test_*.py", "tests/asm/game/brain/test_*.py")
    # Whole games in lock step with the model run everything and catch most: one batch of each kind
    # before the long rest.  They do not check what a computer thinks.
    GAMES = tuple(
        f"tests/asm/game/{name}"
        for name in (
            "test_lockstep.py::test_random_games_agree_in_every_field_after_every_request",
            "test_lockstep.py::test_random_games_of_1989_agree[0]",
            "test_market_lockstep.py::test_games_by_the_rules_of_1989_agree[0]",
            "test_lockstep.py::test_random_games_with_presets_agree[own-0]",
            "test_lockstep.py::test_random_games_with_presets_agree[Russian-0]",
        )
    )
    THOUGHTS = tuple(
        f"tests/asm/game/brain/test_{name}.py"
        for name in ("mind", "values", "choose", "auction", "trade", "manage", "brain", "rules1989")
    )
    # These test no rule, or the program on the disk.
    WITHOUT = ("start", "memory_map", "citations", "random")

    def __init__(self, area: str) -> None:
        from tests.asm.game import engine

        self.folder = ROOT / "asm" / "game" / area
        self.soon = self.THOUGHTS if area == "brain" else self.GAMES
        self.out = tempfile.TemporaryDirectory()
        self.program = engine.build(Path(self.out.name))
        vars(engine)["build"] = lambda out: self.program
        self.program.counted = True
        self.watch = Watch(self.program.probe)
        self.program.probe.counting = 1
        self.linked = [Linked(Path(self.out.name, "rules.dbg"))]
        self.overlays = {"rules1989": engine.RULES1989, "russian": engine.RUSSIAN}

    def put(self, change: Change, linked: Linked) -> None:
        """Change the program; this is a fork."""
        self.program.counted = False
        file, _ = linked.place(change.address)
        program = self.program
        content = self.overlays.get(file.suffix[1:])
        if content is None:
            program.blocks = [changed(block, change) for block in program.blocks]
            return
        before = program.overlays[content]
        after = program.overlays[content] = changed(before, change)
        program.blocks = [after if block is before else block for block in program.blocks]

    def mend(self, change: Change, linked: Linked) -> None:
        """Do nothing: the change was in the fork only."""


def changed(block: tuple[int, bytes], change: Change) -> tuple[int, bytes]:
    """Return a block (address, bytes) of a program with a change, if it lies there."""
    start, data = block
    at = (change.address & 0xFFFF) - start
    if not 0 <= at < len(data):
        return block
    return start, data[:at] + bytes([change.new]) + data[at + 1 :]


class Screens:
    """The program as linked for the disk, in its own folder, where one byte of it changes.

    The tests of music link it alone, too, and random.s with the rules; there the same instruction
    is changed.  The disk from which tests load the program is unchanged: the byte changes when the
    loader has brought it, and nothing on that disk is packed against its part of the program.
    """

    ALL = tuple(f"tests/asm/game/{name}/test_*.py" for name in ("ui", "pictures", "music"))
    soon = tuple(  # pages and what leads from one to the next; every screen; every message
        f"tests/asm/game/ui/test_{name}.py" for name in ("screen_scripts", "gallery", "log")
    )
    WARM = ("tests/asm/game/ui/test_title.py",)  # loads what all tests need
    WITHOUT = ("load", "fast", "arena")  # the packed program, and that of the drive
    watch = None

    def __init__(self, area: str) -> None:
        from tests.asm.game import engine
        from tests.asm.game.ui import machine
        from tools import build
        from tools.game.build_game import AREAS

        build.build_game()
        vars(build)["build_game"] = lambda: None
        self.folder = ROOT / "asm" / "game" / area
        self.out = tempfile.TemporaryDirectory()
        self.linked = [Linked(OUT / "game.dbg", ROOT)]
        folder = Path(self.out.name)
        for path in OUT.iterdir():
            (folder / path.name).symlink_to(path)
        for file in self.linked[0].files:
            (folder / file.name).unlink()
            shutil.copyfile(file, folder / file.name)
        self.linked[0].files = [folder / file.name for file in self.linked[0].files]
        debug = folder / "game.dbg"  # which names its outputs
        debug.unlink()
        debug.write_text((OUT / "game.dbg").read_text().replace(str(OUT), str(folder)))
        vars(machine).update(OUT=folder, DEBUG_FILE=str(debug))
        self.been_there = vars(machine)["_been_there"]
        self.loaded = [f"game.{ending}" for ending, _ in AREAS]
        self.program = None
        if area == "sys":
            rules = Path(self.out.name, "rules")
            rules.mkdir()
            self.program = engine.build(rules)
            vars(engine)["build"] = lambda out: self.program
            self.linked.append(Linked(rules / "rules.dbg", ROOT))
        if area == "music":
            from tests.asm.game.music import bench

            self.linked.append(Linked(bench.link() / "sound.dbg", ROOT))
        vars(build)["ROOT"] = vars(engine)["ROOT"] = self.make_disk()
        vars(build)["build_disk"] = lambda: None
        self.give_time()

    def make_disk(self) -> Path:
        """Write the game's disk, each file by itself; returns a root of the project that has it."""
        from disk.build import build_image
        from tools.game import build_game, pack, words

        root = Path(self.out.name, "root")
        packs = root / "build" / "game"
        packs.mkdir(parents=True)
        (root / "disk").mkdir()
        for path in ROOT.iterdir():
            if not (root / path.name).exists():
                (root / path.name).symlink_to(path)
        for path in OUT.iterdir():
            (packs / path.name).symlink_to(path)
        for language in words.LANGUAGES:
            for name, blocks, _ in build_game.later_files(OUT, language):
                (packs / f"{name}.pak").unlink()
                packed = pack.pack_blocks(blocks, (), build_game.MARK_SIZE)
                (packs / f"{name}.pak").write_bytes(packed)
        shutil.copyfile(ROOT / "disk" / "contents.toml", root / "disk" / "contents.toml")
        build_image(root / "disk" / "contents.toml", root / "disk" / "go64.d64")
        return root

    def give_time(self) -> None:
        """Let tests wait longer for a file, which is longer if it is packed by itself."""
        from tests.asm.game.ui import test_load

        for name in test_load.OVERLAY_SECONDS:
            test_load.OVERLAY_SECONDS[name] *= LONGER

    def change_loaded(self, change: Change) -> None:
        """Make the change in tests that load the program from the disk, too."""
        from tests.asm.game.ui import test_load

        plain: Callable[..., Any] = test_load.until_title

        def until_title(kit: Any, *words: Any) -> Any:
            use = kit.use_symbols

            def begins(path: str | Path) -> None:
                use(path)
                kit.board.ram[change.address & 0xFFFF] = change.new

            kit.use_symbols = begins  # it is called at the program's first byte
            return plain(kit, *words)

        vars(test_load)["until_title"] = until_title

    def put(self, change: Change, linked: Linked) -> None:
        """Change a file; games played with the unchanged program are not used."""
        if self.program and linked is not self.linked[0]:  # the rules, here in a fork
            self.program.blocks = [changed(block, change) for block in self.program.blocks]
            return
        file, at = linked.place(change.address)
        if linked is self.linked[0]:
            file = Path(self.out.name, file.name)
        data = file.read_bytes()
        file.write_bytes(data[:at] + bytes([change.new]) + data[at + 1 :])
        self.lay_table(file)
        self.been_there.clear()
        if linked is self.linked[0] and file.name in self.loaded:
            self.change_loaded(change)

    def mend(self, change: Change, linked: Linked) -> None:
        """Put the files back."""
        file, _ = linked.place(change.address)
        data = linked.data[file]
        if linked is self.linked[0]:
            file = Path(self.out.name, file.name)
        file.write_bytes(data)
        self.lay_table(file)

    def lay_table(self, file: Path) -> None:
        """Pack the picture of the table again, if the file comes with it."""
        from tools.art.pictures import pack_painting, read_table
        from tools.game.build_game import MAP

        if file.name != f"game.{MAP['PERSPECTIVE_LAY'].file}":
            return
        (table,) = (painting for painting in read_table() if painting.name == "TABLE")
        packed = file.with_name("table.pak")
        packed.unlink()
        packed.write_bytes(pack_painting(table, MAP, file.read_bytes()))


class Bed:
    """Tests that run here without a change, and in forks with one, so that nothing loads twice."""

    def __init__(self, kind: Rules | Screens, sources: set[Path]) -> None:
        self.kind = kind
        self.seen = kind.watch.seen if kind.watch else {}
        self.sound: set[str] = set()  # files and tests that pass without a change
        self.broken: set[str] = set()  # tests that fail without a change
        self.note = Path(kind.out.name, "failed.txt")
        self.tables: list[dict[Key, Change]] = []  # for each linked program
        for linked in kind.linked:
            table: dict[Key, Change] = {}
            count: Counter[tuple[Path, int, str]] = Counter()
            for change in changes(linked.symbols, linked.peek, sources):
                key = (change.source, change.line, change.what)
                table[*key, count[key]] = change
                count[key] += 1
            self.tables.append(table)
        self.rest = [
            path.relative_to(ROOT).as_posix()
            for names in kind.ALL
            for path in sorted(ROOT.glob(names))
            if path.stem.removeprefix("test_") not in kind.WITHOUT
        ]

    def survey(self, files: Sequence[str]) -> None:
        """Run test files here without a change, once; HostError if one fails."""
        if isinstance(self.kind, Screens):  # a test that fails will be run without the change
            files = self.kind.WARM
        new = [file for file in files if file not in self.sound]
        if new:
            status, said = run_tests(new, *([self.kind.watch] if self.kind.watch else []))
            if status == INTERRUPTED:
                raise KeyboardInterrupt
            if status:
                raise HostError(f"{' '.join(new)}: fails without a change: {said[-900:]!r}")
            self.sound.update(new)

    def choose(self, address: int, files: Sequence[str]) -> Sequence[str]:
        """Return the tests of some files that run an instruction, the fastest first."""
        address &= 0xFFFF
        rows = sorted(
            (seconds, name)
            for file in files
            for seconds, name, ran in self.seen.get(file, ())
            if not {address - 1, address}.isdisjoint(ran)
        )
        return [name for _, name in rows] if self.kind.watch else files

    def lives(self, key: Key, tests: Sequence[str], near: bool) -> bool:
        """Return whether a change survives the tests of its source, related ones and, unless
        ``near`` is enough, all of its part."""
        address = self.tables[0][key].address
        soon = [test for test in self.kind.soon if test not in tests]
        rest = [file for file in self.rest if file not in {*tests, *soon}]
        for files in (tests, soon, *([] if near else [rest])):
            whole = [test for test in files if "::" in test]
            apart = [test for test in files if test not in whole]
            self.survey(apart)
            if not self.passes(key, [*self.choose(address, apart), *whole]):
                return False
        return True

    def passes(self, key: Key, tests: Sequence[str]) -> bool:
        """Return whether tests pass with a change, in every program that has the instruction."""
        pairs = zip(self.kind.linked, self.tables, strict=True)
        here = [(table[key], linked) for linked, table in pairs if key in table]

        def work() -> int:
            for change, linked in here:
                self.kind.put(change, linked)
            forget()
            status, said = run_tests([*tests, *(f"--deselect={name}" for name in self.broken)])
            self.note.write_text(first_failed(said))
            return status

        try:
            status = forked(work) if tests else 0
        finally:
            for change, linked in here:
                self.kind.mend(change, linked)
        if status not in (0, FAILED, CRASHED, NO_TESTS):
            raise HostError(f"pytest ended with {status}: {' '.join(tests)}")
        if status == FAILED and not self.kind.watch and not self.good(self.note.read_text()):
            return self.passes(key, tests)
        return status in (0, NO_TESTS)

    def good(self, name: str) -> bool:
        """Return whether a test that failed passes without a change; else never run it again."""
        if name and name not in self.sound:
            if forked(lambda: run_tests([name])[0]):
                print(f"left out, as it fails without a change: {name}", flush=True)
                self.broken.add(name)
                return False
            self.sound.add(name)
        return True


def measure(args: argparse.Namespace) -> tuple[int, int]:
    """Make the requested changes, print those that survive; returns (caught, made)."""
    area, module = args.area, args.module
    folder = ROOT / "asm" / "game" / area
    sources = {p for p in folder.glob("*.s") if module in (None, p.stem)}
    if not sources:
        raise UsageError(f"asm/game/{area}: there is no module {module}")
    bed = Bed(Rules(area) if area in RULES else Screens(area), sources)
    equal = equivalent(bed.tables[0])
    every = [
        pair
        for pair in bed.tables[0].items()
        if pair[0] not in equal and args.line in (None, pair[1].line)
    ]
    if not every:
        raise HostError(f"{area}: the program's debug file has no instruction of its sources")
    chosen = random.Random(args.seed).sample(every, min(args.count, len(every)))
    left = f", {len(equal)} left out as equivalent" if equal else ""
    print(f"{area}: {len(chosen)} of {len(every)} changes, seed {args.seed}{left}", flush=True)
    caught = number = 0
    try:
        for number, (key, change) in enumerate(chosen, 1):
            begin = time.perf_counter()
            alive = bed.lives(key, tests_of(change.source), args.near)
            caught += not alive
            where = f"{change.source.relative_to(ROOT)}:{change.line}"
            state = "ALIVE " if alive else "caught"
            print(f"{number:4} {state} {where} {change.what} ({time.perf_counter() - begin:.0f} s)",
                  flush=True)  # fmt: skip
    except KeyboardInterrupt:  # the changes come in random order, so those made are a sample, too
        number -= 1
        if not number:
            raise
    return caught, number


def edge_changes(folder: str) -> tuple[list[Edge], Changed]:
    """Return the changes that mutation_edges.py makes in a folder, and how to make one."""
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        found += edges(path.relative_to(ROOT), path.read_text())

    def changed_text(change: Edge) -> tuple[str, str]:
        plain = (ROOT / change.module_path).read_text()
        made = change.made(plain)
        lines = difflib.unified_diff(plain.splitlines(), made.splitlines(), lineterm="", n=0)
        return made, new_line("\n".join(lines))

    return found, changed_text


def python_changes(folder: str, out: str) -> tuple[list[Mutation], Changed]:
    """Return the changes that Cosmic Ray makes in a folder, [MutationSpec], and how to make one."""
    try:
        from cosmic_ray.ast import get_ast
        from cosmic_ray.mutating import mutate_code
        from cosmic_ray.plugins import get_operator
        from cosmic_ray.work_db import WorkDB, use_db
    except ImportError:
        raise HostError("Cosmic Ray is not installed: pip install go64[mutate]") from None
    config, session = Path(out, "config.toml"), Path(out, "session.sqlite")
    config.write_text(
        f'[cosmic-ray]\nmodule-path = "{folder}"\ntimeout = 1.0\nexcluded-modules = []\n'
        'test-command = "none"\n[cosmic-ray.distributor]\nname = "local"\n'
    )
    command = [sys.executable, "-m", "cosmic_ray.cli", "init", str(config), str(session)]
    subprocess.run(command, cwd=ROOT, check=True)
    with use_db(session, WorkDB.Mode.open) as db:
        found = [item.mutations[0] for item in db.work_items]
    # Modules come in the order of a set: without sorting, a seed would not determine the sample.
    found.sort(key=lambda c: (c.module_path.as_posix(), c.start_pos, c.operator_name, c.occurrence))

    def changed_text(change: Mutation) -> tuple[str, str]:
        text = (ROOT / change.module_path).read_text()
        operator = get_operator(change.operator_name)(**dict(change.operator_args))
        plain = get_ast(text).get_code()
        made = mutate_code(text, operator, change.occurrence) or plain
        lines = difflib.unified_diff(plain.splitlines(), made.splitlines(), lineterm="", n=0)
        return made, new_line("\n".join(lines))

    return found, changed_text


def python_files(folder: str) -> tuple[list[str], list[str]]:
    """Return (near, other) test files for a folder of Python modules: its own and those of several
    chips, then all others of its top folder."""
    if not (ROOT / "tests" / folder).is_dir():
        raise UsageError(f"{folder}: there is no folder tests/{folder}")
    own = sorted((ROOT / "tests" / folder).rglob("test_*.py"))
    near = [*(path.relative_to(ROOT).as_posix() for path in own), *TOGETHER.get(folder, ())]
    top = folder.split("/", maxsplit=1)[0]
    every = sorted((ROOT / "tests" / top).rglob("test_*.py"))
    rest = [path.relative_to(ROOT).as_posix() for path in every]
    return list(dict.fromkeys(near)), [name for name in rest if name not in near]


def measure_python(args: argparse.Namespace) -> tuple[int, int]:
    """Do the same for a folder of Python modules, changed by Cosmic Ray's operators in a copy of
    the project, which runs uncompiled unless they stay Python; returns (caught, made)."""
    folder = args.area
    near, rest = python_files(folder)
    copies: dict[bool, Copy] = {}
    found: Sequence[Mutation | Edge]
    if args.edges:
        found, changed_text = edge_changes(folder)
    else:
        with tempfile.TemporaryDirectory() as out:
            found, changed_text = python_changes(folder, out)
    every = [
        change
        for change in found
        if args.module is None or change.module_path.stem in args.module.split(",")
        if args.line in (None, change.start_pos[0])
        if not args.edges or stays_python(change.module_path.as_posix())
    ]
    if not every:
        raise UsageError(f"{folder}: there is no change of module {args.module}, line {args.line}")
    chosen = random.Random(args.seed).sample(every, min(args.count, len(every)))
    python = {change.module_path: stays_python(change.module_path.as_posix()) for change in chosen}
    for compiled in sorted(set(python.values())):
        copies[compiled] = Copy(compiled)
        if failed := copies[compiled].survey(near):
            raise HostError(f"fails without a change: {failed}")
        if args.near and args.edges:
            copies[compiled].serve(near)
    print(f"{folder}: {len(chosen)} of {len(every)} changes, seed {args.seed}", flush=True)
    caught = made = 0
    with suppress(KeyboardInterrupt):  # in random order, so the changes made are a sample, too
        for change in chosen:
            begin = time.perf_counter()
            module = change.module_path.as_posix()
            text, line = changed_text(change)
            why = EQUIVALENT_PYTHON.get((module, line)) or hint(change, line)
            copy = copies[python[change.module_path]]
            parts = (near, *([] if args.near else [rest]))
            alive = why or python_lives(copy, change, text, parts, args.seconds)
            made += why is None
            caught += not alive
            state = "caught" if not alive else f"(equivalent: {why})" if why else "ALIVE "
            spent = time.perf_counter() - begin
            where = f"{module}:{change.start_pos[0]}"
            print(f"{made:4} {state} {where} {line} ({spent:.0f} s)", flush=True)
    return caught, made


def hint(change: Mutation | Edge, line: str) -> str | None:
    """Return why a change means nothing in plain Python, which runs here; None if it may."""
    if isinstance(change, Edge):
        return None
    source = (ROOT / change.module_path).read_text()
    text = source.splitlines()[change.start_pos[0] - 1].strip()
    if is_annotation(source, change.start_pos):
        return "an annotation"
    if change.operator_name.endswith("RemoveDecorator") and text.startswith("@cython."):
        return "a word to Cython"
    return None


def is_annotation(source: str, place: tuple[int, int]) -> bool:
    """Return whether a place, (line, column), of a module lies in a type annotation."""
    found = []
    for node in ast.walk(ast.parse(source)):
        found += [getattr(node, name, None) for name in ("annotation", "returns")]
    return any(
        (node.lineno, node.col_offset) <= place < (node.end_lineno, node.end_col_offset)
        for node in found
        if isinstance(node, ast.expr)
    )


def python_lives(
    copy: Copy,
    change: Mutation | Edge,
    text: str,
    parts: Iterable[Sequence[str]],
    seconds: float = math.inf,
) -> bool:
    """Return whether no test of some lists of files, run one after the other, notices a change.

    seconds   CPU time that the tests of a list may take, without those of the module's own files
    """
    module = change.module_path.as_posix()
    block = block_at((ROOT / module).read_text(), change.start_pos[0])
    for files in parts:
        if failed := copy.survey(files):
            raise HostError(f"fails without a change: {failed}")
        chosen = within(copy.choose(module, block, files), seconds, module)
        if not copy.passes(module, text, chosen, block):
            return False
    return True


def within(
    tests: Sequence[tuple[float, str]], seconds: float, module: str
) -> list[tuple[float, str]]:
    """Return those of [(seconds, test)] that together take no longer than some seconds.

    The tests of files with the module's name are always included.
    """
    own = [row for row in tests if is_own(module, row[1])]
    others = [row for row in tests if row not in own]
    ends = accumulate(spent for spent, _ in others)
    return own + [row for row, end in zip(others, ends, strict=True) if end <= seconds]


def new_line(diff: str) -> str:
    """Return the line that a change has inserted, from a unified diff."""
    added = [text[1:].strip() for text in (diff or "").splitlines() if text.startswith("+")]
    return next((text for text in added if not text.startswith("++")), "")


def interval(caught: int, made: int) -> tuple[float, float]:
    """Return Wilson's interval of 95 % for a share, in per cent."""
    z = 1.96
    middle = caught + z * z / 2
    spread = z * math.sqrt(caught * (made - caught) / made + z * z / 4)
    low, high = (100 * (middle + side * spread) / (made + z * z) for side in (-1, 1))
    return low, high


def main(argv: Sequence[str] | None = None) -> int:
    """Measure what the arguments say; returns the exit status."""
    args = options().parse_args(argv)
    try:
        if args.count < 1:
            raise UsageError(f"--count {args.count}: must be 1 or more")
        if args.area.split("/")[0] in PACKAGES:
            caught, made = measure_python(args)
        elif args.area in RULES + SCREENS:
            caught, made = measure(args)
        else:
            areas = ", ".join(RULES + SCREENS)
            raise UsageError(
                f"area {args.area!r}: must be one of {areas}, or a folder of {', '.join(PACKAGES)}"
            )
    except (HostError, UsageError) as error:
        print(f"mutate: {error}", file=sys.stderr)
        return 2
    aim = args.aim if args.aim is not None else AIMS.get(args.area, AIM_CHIPS)
    if not made:
        print(f"mutate: {args.area}: nothing was measured", file=sys.stderr)
        return 2
    low, high = interval(caught, made)
    print(
        f"{args.area}: {caught} of {made} caught, {100 * caught / made:.0f} % "
        f"(95 % of such samples: {low:.0f}-{high:.0f} %); aim {aim} %"
    )
    return 0 if 100 * caught >= aim * made else 1


if __name__ == "__main__":
    sys.exit(main())
