"""Copies of the project in which mutate.py changes Python and runs tests.

One copy has no compiled modules.  Code that is Python in the compiled machine, too, is changed in
another copy, which has the compiled machine.  There all tests run, including those marked
``compiled_only``.  This module is also a pytest plugin (``-p tools.quality.mutant_python``) of the
processes that run tests there.  The file that GO64_MUTANT names says what it does:

survey   run tests, and write which blocks of code each of them ran and how long it took
tests    run these tests alone, in this order, each with its own limit
serve    run tests in forks, on request (mutant_server.py)

A block is a list of statements that are run one after the other: a body of a function, of a
branch, of a loop.  A test that does not run the block of a change cannot notice it.
"""

import ast
import builtins
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterable, Sequence
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tools.quality.mutant_server import NOT_SERVED, Serve

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("c64", "disk", "emu")  # whose modules can be changed
COPIED = ("asm", "c64", "disk", "docs", "emu", "packaging", "tests", "tools")
LINKED = (".git", "build")  # large, and only read
FILES = (
    "pyproject.toml",
    "setup.py",
    "Makefile",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
)
CACHE = ROOT / "build" / "mutate"
BLOCKS = 1 << 16  # places for blocks that ran
ANYTHING = ("", 0)  # any block of code, run by a process that we do not see
STARTS = ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system")
LISTS = ("body", "orelse", "finalbody")
SLOWER = 10  # times the time without a change: then a test counts as endless
LEAST = 60  # seconds, at least
NOTHING_RAN = 5  # pytest's status

Block = list[ast.stmt]


def blocks_of(tree: ast.AST) -> list[Block]:
    """Return the lists of statements of the functions of a module, in a fixed order."""
    found = []
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in ast.walk(function):
            for name in LISTS:
                body = getattr(node, name, None)
                if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                    found.append(body)
    return list({id(body): body for body in found}.values())


def stays_python(module: str) -> bool:
    """True for a module of c64 that is Python in the compiled machine, too, and of which no
    compiled module takes anything: the compiler would have taken over its constants."""
    path = ROOT / module
    if path.with_suffix(".pxd").exists():
        return False
    taken = re.compile(rf"from {module[:-3].replace('/', '.')} import")
    compiled = (pxd.with_suffix(".py") for pxd in (ROOT / "c64").rglob("*.pxd"))
    return not any(taken.search(other.read_text()) for other in compiled)


def spans(text: str) -> list[tuple[int, int]]:
    """[(first line, last line)] of the blocks of a module, in the order of blocks_of."""
    return [(body[0].lineno, body[-1].end_lineno or 0) for body in blocks_of(ast.parse(text))]


def block_at(text: str, line: int) -> int | None:
    """The number of the innermost block that has a line; None outside functions."""
    around = [
        (last - first, number)
        for number, (first, last) in enumerate(spans(text))
        if first <= line <= last
    ]
    return min(around)[1] if around else None


def cpu_seconds() -> float:
    """Return the CPU time of this process and its children: the same on a busy computer."""
    return sum(os.times()[:4])


def is_own(module: str, test: str) -> bool:
    """Return whether a test is in a file that has the module's name."""
    return Path(module).stem in Path(test.split("::", maxsplit=1)[0]).stem


class Seen:
    """Records the blocks that ran, by a line at the beginning of each.

    A test that starts a process may run any block there unseen; this is place 0, ``ANYTHING``.

    names  [(module, number of its block)] by place in ``ran``
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.names = [ANYTHING]
        sys.addaudithook(self.event)
        self.ran = vars(builtins)["__ran__"] = bytearray(BLOCKS)
        self.plain = SourceFileLoader.source_to_code

        def source_to_code(
            loader: SourceFileLoader, data: Any, path: Any, **words: Any
        ) -> CodeType:
            return self.code(loader, data, path, words)

        type.__setattr__(SourceFileLoader, "source_to_code", source_to_code)

    def event(self, name: str, _: tuple[object, ...]) -> None:
        """Note that a process was started."""
        if name in STARTS:
            self.ran[0] = 1

    def code(
        self, loader: SourceFileLoader, data: Any, path: Any, words: dict[str, Any]
    ) -> CodeType:
        """Compile a module, with marks if its package can be changed."""
        path = Path(os.fsdecode(path))
        if not any(path.is_relative_to(self.root / top) for top in PACKAGES):
            return self.plain(loader, data, path, **words)
        tree = ast.parse(data)
        module = path.relative_to(self.root).as_posix()
        for number, body in enumerate(blocks_of(tree)):
            mark = ast.parse(f"__ran__[{len(self.names)}] = 1").body[0]
            for node in ast.walk(mark):
                ast.copy_location(node, body[0])
            doc = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
            body.insert(int(doc), mark)
            self.names.append((module, number))
        return self.plain(loader, tree, path, **words)

    def take(self) -> list[int]:
        """Return the blocks that have run since the last call, as places."""
        places = [place for place, ran in enumerate(self.ran) if ran] if any(self.ran) else []
        self.ran[:] = bytes(BLOCKS)
        return places


class Survey:
    """pytest plugin: notes which blocks each test ran, and how long it took.

    A fixture may serve several tests, so the blocks that ran while it was made count for all tests
    of that file.
    """

    def __init__(self, job: dict[str, Any]) -> None:
        self.out = Path(job["survey"])
        self.seen = Seen(Path.cwd())
        self.rows: dict[str, list[tuple[float, str, list[int]]]] = {}  # places
        self.made: dict[str, set[int]] = {}  # file: places while fixtures were made

    def pytest_collection_finish(self) -> None:
        """Note what has run up to here: it runs in every process."""
        self.always = self.seen.take()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Note the blocks that fixtures run."""
        self.seen.take()
        try:
            return (yield)
        finally:
            file = item.nodeid.split("::")[0]
            self.made.setdefault(file, set()).update(self.seen.take())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Note the blocks and the time of a test."""
        begin = cpu_seconds()
        done = yield
        row = (cpu_seconds() - begin, item.nodeid, self.seen.take())
        self.rows.setdefault(item.nodeid.split("::")[0], []).append(row)
        return done

    def pytest_sessionfinish(self) -> None:
        """Write the result."""
        names = self.seen.names

        def named(places: Iterable[int]) -> list[tuple[str, int]]:
            return [names[place] for place in places]

        found = {
            "always": named(self.always),
            "files": {
                file: {
                    "made": named(self.made.get(file, ())),
                    "tests": [[seconds, test, named(ran)] for seconds, test, ran in rows],
                }
                for file, rows in self.rows.items()
            },
        }
        self.out.write_text(json.dumps(found))


class Some:
    """pytest plugin: runs some tests alone, in a given order, each with its limit."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.order = {test: place for place, (_, test) in enumerate(job["tests"])}
        self.seconds = {test: seconds for seconds, test in job["tests"]}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep those tests only."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self.order),
            key=lambda item: self.order[item.nodeid],
        )
        for item in items:
            limit = max(LEAST, SLOWER * self.seconds[item.nodeid])
            item.add_marker(pytest.mark.timeout(limit))


def pytest_configure(config: pytest.Config) -> None:
    """Carry out the job."""
    if "GO64_MUTANT" in os.environ and JOB is not None:
        config.pluginmanager.register(JOB)


JOB: Survey | Some | Serve | None = None
if __name__ != "__main__" and "GO64_MUTANT" in os.environ:  # before anything imports c64
    _job = json.loads(Path(os.environ["GO64_MUTANT"]).read_text())
    kind: Any = Survey if "survey" in _job else Serve if "serve" in _job else Some
    JOB = kind(_job)


class Copy:
    """A copy of the project: runs its tests there, without and with a change.

    compiled  True: with the compiled machine, for modules that stay Python in it
    """

    def __init__(self, compiled: bool = False) -> None:
        self.compiled = compiled
        self.out = tempfile.TemporaryDirectory()
        self.root = Path(self.out.name, "go64")
        self.root.mkdir()
        binaries = () if compiled else ("*.so", "*.pyd")
        leave = shutil.ignore_patterns("__pycache__", *binaries)
        for name in COPIED:
            shutil.copytree(ROOT / name, self.root / name, symlinks=True, ignore=leave)
        for name in FILES:
            shutil.copy(ROOT / name, self.root / name)
        for name in LINKED:
            (self.root / name).symlink_to(ROOT / name)
        self.server: subprocess.Popen[str] | None = None
        self.always: set[tuple[str, int]] = set()
        # {file: [(seconds, test, {(module, block)})]}
        self.rows: dict[str, list[tuple[float, str, set[tuple[str, int]]]]] = {}
        self.sources = sha256()
        for folder in PACKAGES:
            for path in sorted((ROOT / folder).rglob("*.py")):
                self.sources.update(path.read_bytes())

    def start(self, job: dict[str, Any], files: Iterable[str], **how: Any) -> subprocess.Popen[str]:
        """Start a process that runs tests of files."""
        path = Path(self.out.name, f"{'-'.join(job)}.json")  # a server may read its own late
        path.write_text(json.dumps(job))
        environment = os.environ | {
            "GO64_PURE": "" if self.compiled else "1",
            "GO64_MUTANT": str(path),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(self.root),
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
        }
        words = (
            "-x",
            "-q",
            "-m",
            "not long",
            "-p",
            "no:xdist",
            "-p",
            "tools.quality.mutant_python",
            "--assert=plain",  # rewriting takes in emu/, too, past the marks of Seen
        )
        return subprocess.Popen(
            [sys.executable, "-m", "pytest", *words, *files],
            cwd=self.root, env=environment, text=True, **how,
        )  # fmt: skip

    def pytest(self, job: dict[str, Any], files: Iterable[str]) -> tuple[int, str]:
        """Run tests of files in a process; returns its status and output."""
        with self.start(job, files, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            said, _ = process.communicate()
        return process.returncode, said

    def serve(self, files: Iterable[str]) -> None:
        """Start a process that collects the tests of files and runs them in forks."""
        its_ask, ask = os.pipe()
        answer, its_answer = os.pipe()
        self.server = self.start(
            {"serve": [its_ask, its_answer]}, files, pass_fds=(its_ask, its_answer),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(its_ask)
        os.close(its_answer)
        self.asked, self.answers = os.fdopen(ask, "w"), os.fdopen(answer)

    def served(
        self, module: str, before: str, text: str, tests: Sequence[tuple[float, str]]
    ) -> bool | None:
        """Do the same as ``passes`` in a fork of the server; None if it cannot."""
        path = self.root / module
        job = {"module": str(path), "before": before, "after": text, "tests": tests}
        try:
            self.asked.write(json.dumps(job) + "\n")
            self.asked.flush()
        except BrokenPipeError:  # the server could not collect its tests
            self.server = None
            return None
        status = int(self.answers.readline() or NOT_SERVED)
        return None if status == NOT_SERVED else status == 0

    def survey(self, files: Iterable[str]) -> str:
        """Find out which blocks the tests of files run, once.  Returns what failed or ""."""
        for file in files:
            if file in self.rows:
                continue
            build = b"cpu time" + (b", compiled" if self.compiled else b"")
            content = (ROOT / file).read_bytes()
            name = sha256(self.sources.digest() + content + file.encode() + build)
            kept = CACHE / f"{name.hexdigest()[:24]}.json"
            if not kept.exists():
                CACHE.mkdir(parents=True, exist_ok=True)
                status, said = self.pytest({"survey": f"{kept}.new"}, [file])
                if status not in (0, NOTHING_RAN):
                    return f"{file}: {said[-300:]!r}"
                Path(f"{kept}.new").rename(kept)
            found = json.loads(kept.read_text())
            self.always.update(map(tuple, found["always"]))
            here = found["files"].get(file, {"made": (), "tests": ()})
            made = set(map(tuple, here["made"]))
            self.rows[file] = [
                (seconds, test, made.union(map(tuple, ran))) for seconds, test, ran in here["tests"]
            ]
        return ""

    def choose(
        self, module: str, block: int | None, files: Iterable[str]
    ) -> list[tuple[float, str]]:
        """Return [(seconds, test)] of files that run a block, in the order in which to run them.

        First come those of files that have the module's name, then the fastest.  Code outside of
        functions runs in all tests, so those that run anything else of the module come first.
        """
        everywhere = block is None or (module, block) in self.always
        found = []
        for file in files:
            own = is_own(module, file)
            for seconds, test, ran in self.rows[file]:
                near = everywhere and any(name == module for name, _ in ran)
                if everywhere or (module, block) in ran or ANYTHING in ran:
                    found.append((not own, not near, seconds, test))
        return [row[2:] for row in sorted(found)]

    def passes(
        self, module: str, text: str, tests: Sequence[tuple[float, str]], block: int | None = None
    ) -> bool:
        """Return whether tests pass while a module has another text in the block of this number."""
        if not tests:
            return True
        path = self.root / module
        before = path.read_text()
        path.write_text(text)  # for a server, too: its tests may start processes
        try:
            if self.server is not None and block is not None and (module, block) not in self.always:
                passed = self.served(module, before, text, tests)
                if passed is not None:
                    return passed
            own = [row for row in tests if is_own(module, row[1])]
            for part in filter(None, (own, tests)):  # to import fewer files is quicker
                files = dict.fromkeys(test.split("::")[0] for _, test in part)
                if self.pytest({"tests": part}, files)[0]:
                    return False
            return True
        finally:
            path.write_text(before)
