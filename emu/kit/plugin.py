"""pytest plugin: tests of 6502 programs on the exact machine (entry point ``c64``).

Fixture ``kit`` (emu.kit.machine.Kit), configured by a marker on test, class or module:

    @pytest.mark.c64(prg="game.prg", dbg="game.dbg")
    def test_the_score_is_added(kit):
        assert kit.call("score_add", a=5).cycles < 40

``c64`` is the same fixture by its first name, which hides the module ``c64`` in a test.

Options: ``--c64-lcov FILE``, ``--c64-profile``, ``--c64-update-golden``, ``--c64-mutate SOURCE``.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from disk.base.errors import Go64Error
from emu.kit.errors import KitUsageError

if TYPE_CHECKING:
    from emu.kit.asmtests import Directives
    from emu.kit.coverage import Collection
    from emu.kit.machine import Kit
    from emu.kit.machine_pool import BootedMachine, MachineSpec
    from emu.kit.types import AnyPath

    Arguments = dict[str, Any]  # of the marker c64

MARKER = (
    "c64(prg=, d64=, dbg=, labels=, model=, vic=, sid=, cia=, reu=, cart=, drive=, true_drive=, "
    "kernal=, roms=, seed=, limit=, audio=, boot=, ...): the machine of the fixture kit; paths are "
    "relative to the test file"
)
MODELS_MARKER = "c64_models(*models): run the test on each of these models, such as c64 and ntsc"
ARGUMENTS = (
    "prg", "d64", "dbg", "labels", "standard", "model", "roms", "seed", "limit", "audio", "boot",
    "true_drive",
)  # fmt: skip
# Fields of c64.config.MachineOptions that name a file, and those that are no business of a test's:
# audio= is the sample rate, and tests save nothing.
HARDWARE_FILES = ("kernal", "basic", "chargen", "cart", "reu_image", "dos")
NOT_IN_TESTS = ("sample_rate", "palette", "reu_save", "cart_save")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("c64", "6502 programs on an exact Commodore 64")
    group.addoption("--c64-lcov", metavar="FILE", help="write coverage of assembly source (LCOV)")
    group.addoption(
        "--c64-floor",
        metavar="FOLDER=PERCENT",
        action="append",
        default=[],
        help="fail when fewer lines of the assembly source below FOLDER ran",
    )
    group.addoption("--c64-profile", action="store_true", help="print cycles by routine and line")
    group.addoption(
        "--c64-update-golden", action="store_true", help="write golden pictures, do not compare"
    )
    group.addoption(
        "--c64-mutate",
        metavar="SOURCE[:LINE]",
        action="append",
        default=[],
        help="change instructions of this source, and list what no test notices",
    )
    group.addoption(
        "--c64-mutate-count", metavar="N", type=int, help="try only N of the changes, by lot"
    )
    group.addoption(
        "--c64-mutate-floor",
        metavar="PERCENT",
        type=float,
        default=100,
        help="fail when fewer of the changes are noticed (100)",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARKER)
    config.addinivalue_line("markers", MODELS_MARKER)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Report(config), "c64-report")
        if config.getoption("--c64-mutate"):
            from emu.kit.mutate import Mutation

            mutation = Mutation(config)
            mutation.jobs = getattr(config.option, "c64_jobs", 1)
            config.pluginmanager.register(mutation, "c64-mutate")


def counting(config: pytest.Config) -> bool:
    """Return True if an option requests coverage, a profile or changes of the program."""
    options = ("--c64-lcov", "--c64-profile", "--c64-floor", "--c64-mutate")
    return any(config.getoption(option) for option in options)


@pytest.hookimpl(wrapper=True)
def pytest_cmdline_main(config: pytest.Config) -> Iterator[None]:
    """With ``--c64-mutate``, let ``-n`` say how many changes are tried at once."""
    if config.getoption("--c64-mutate") and getattr(config.option, "numprocesses", None):
        given = config.option.numprocesses
        config.option.c64_jobs = given if isinstance(given, int) else os.cpu_count() or 1
        config.option.numprocesses = 0  # xdist would give each process a part of the tests
    return (yield)


def _paths(value: AnyPath | Iterable[AnyPath] | None, folder: Path, what: str) -> tuple[str, ...]:
    """Return the path or paths of a marker's argument, absolute; they must exist."""
    values = [value] if isinstance(value, (str, Path)) else list(value or ())
    paths = [str((folder / v).resolve()) for v in values]
    for path in paths:
        if not Path(path).exists():
            raise KitUsageError(f"{what} {path}: no such file")
    return tuple(paths)


def _programs(value: Any, folder: Path) -> tuple[tuple[str, int | None], ...]:
    """Return ((path, address or None), ...) of the argument ``prg``."""
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], int):
        value = [value]
    values = [value] if isinstance(value, (str, Path)) else list(value or ())
    pairs = [v if isinstance(v, tuple) else (v, None) for v in values]
    return tuple((_paths(path, folder, "prg")[0], address) for path, address in pairs)


def make_spec(arguments: Arguments, folder: Path) -> MachineSpec:
    """Return the MachineSpec of the arguments of a marker; KitUsageError for wrong ones."""
    from emu.kit.machine_pool import MachineSpec

    every = (*ARGUMENTS, *_machine_options())
    for name in arguments:
        if name not in every:
            near = difflib.get_close_matches(name, every, 1)
            hint = f" (near it: {near[0]})" if near else ""
            raise KitUsageError(
                f"marker c64: unknown argument '{name}'{hint}; use {', '.join(every)}"
            )
    if "model" in arguments and "standard" in arguments:
        raise KitUsageError("marker c64: give model= or standard=, not both")
    d64 = _paths(arguments.get("d64"), folder, "d64")
    roms = _paths(arguments.get("roms"), folder, "roms")
    return MachineSpec(
        prg=_programs(arguments.get("prg"), folder),
        d64=d64[0] if d64 else None,
        dbg=_paths(arguments.get("dbg"), folder, "dbg"),
        labels=_paths(arguments.get("labels"), folder, "labels"),
        standard=arguments.get("standard", "pal"),
        model=arguments.get("model"),
        options=_hardware(arguments, folder),
        roms=roms[0] if roms else None,
        seed=arguments.get("seed", 64),
        audio=arguments.get("audio", 0),
        boot=bool(arguments.get("boot", True)),
    )


def _machine_options() -> list[str]:
    """Return the options of the machine that a marker takes besides its own arguments."""
    from c64.config import MachineOptions

    names = MachineOptions.__annotations__
    return [name for name in names if name not in (*ARGUMENTS, *NOT_IN_TESTS)]


def _hardware(arguments: Arguments, folder: Path) -> tuple[tuple[str, Any], ...]:
    """Return ((name, value), ...) of the arguments that say what the machine is built of."""
    found = {name: arguments[name] for name in _machine_options() if name in arguments}
    for name in HARDWARE_FILES:
        if found.get(name) is not None:
            found[name] = _paths(found[name], folder, name)[0]
    if "true_drive" in arguments:
        if "drive" in found:
            raise KitUsageError("marker c64: give drive= or true_drive=, not both")
        found["drive"] = "1541" if arguments["true_drive"] else "quick"
    return tuple(sorted(found.items()))


_specs: dict[tuple[Path, str], MachineSpec] = {}


def _spec(arguments: Arguments, folder: Path) -> MachineSpec:
    """Return what ``make_spec`` does, kept for the next test with the same marker."""
    key = (folder, repr(sorted(arguments.items())))
    if key not in _specs:
        _specs[key] = make_spec(arguments, folder)
    return _specs[key]


def _arguments(node: pytest.Item) -> Arguments:
    """Return the arguments of the node's markers; the nearest one wins."""
    arguments: Arguments = {}
    for marker in reversed(list(node.iter_markers("c64"))):
        if marker.args:
            raise KitUsageError("marker c64: give arguments by name, e.g. prg='game.prg'")
        arguments.update(marker.kwargs)
    return arguments


def make_kit(config: pytest.Config, arguments: Arguments, folder: Path, machine: str = "") -> Kit:
    """Return the Kit for a test; see ``emu.kit.machine_pool.booted_machine`` for ``machine``."""
    from emu.kit.machine import Kit
    from emu.kit.machine_pool import booted_machine

    return Kit(
        booted_machine(_spec(arguments, folder), machine),
        limit=arguments.get("limit"),
        folder=folder,
        update_golden=config.getoption("--c64-update-golden"),
        counting=counting(config),
    )


@pytest.fixture
def c64_model(request: pytest.FixtureRequest) -> str | None:
    """The model of the marker ``c64_models`` that the test runs on; None without this marker."""
    model: str | None = getattr(request, "param", None)
    return model


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test once on each model of its marker ``c64_models``."""
    marker = metafunc.definition.get_closest_marker("c64_models")
    if marker is None:
        return
    if not marker.args or marker.kwargs:
        raise pytest.UsageError(
            f"{metafunc.definition.nodeid}: c64_models takes models: c64_models('c64', 'ntsc')"
        )
    if "c64_model" not in metafunc.fixturenames:
        raise pytest.UsageError(
            f"{metafunc.definition.nodeid}: c64_models needs the fixture kit in the test"
        )
    metafunc.parametrize("c64_model", marker.args, indirect=True)


@pytest.fixture
def c64(request: pytest.FixtureRequest, c64_model: str | None) -> Kit:
    """A Commodore 64 that has booted, with the program of the marker in memory."""
    arguments = _arguments(request.node)
    if c64_model is not None:
        arguments.pop("standard", None)
        arguments["model"] = c64_model
    try:
        return make_kit(request.config, arguments, request.path.parent)
    except Go64Error as error:
        problem = str(error)
    pytest.fail(problem, pytrace=False)


@pytest.hookimpl(trylast=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give each example of a Hypothesis test a fresh machine."""
    if hasattr(getattr(item, "obj", None), "hypothesis"):
        from emu.kit.hypothesis_tests import prepare

        prepare(item)


@pytest.fixture
def kit(c64: Kit) -> Kit:  # in this order, so that a project's own ``kit`` leaves ``c64`` alone
    """What ``c64`` is, by a name that hides no module."""
    return c64


@pytest.fixture(scope="session")
def c64_factory(pytestconfig: pytest.Config) -> Callable[..., Kit]:
    """Make further machines: ``c64_factory("second", prg=...)``, for fixtures of any scope.

    The first argument is the machine's name, the others are those of the marker, with paths
    relative to pytest's root folder.  Each name is a machine of its own; another call with it
    restores the machine to the moment after the boot.
    """

    def make(machine: str, **arguments: Any) -> Kit:
        try:
            return make_kit(pytestconfig, arguments, pytestconfig.rootpath, machine)
        except Go64Error as error:
            problem = str(error)
        pytest.fail(problem, pytrace=False)

    return make


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> AssemblyFile | None:
    """Collect ``.proc test_*`` of ``test_*.s``."""
    if file_path.suffix == ".s" and file_path.name.startswith("test_"):
        file: AssemblyFile = AssemblyFile.from_parent(parent, path=file_path)
        return file
    return None


class AssemblyFile(pytest.File):
    """A source with tests; see emu.kit.asmtests."""

    directives: Directives
    _booted: BootedMachine | None = None
    _refused = ""

    def collect(self) -> Iterator[AssemblyTest]:
        from emu.kit.asmtests import read_tests

        try:
            tests, self.directives = read_tests(self.path)
        except Go64Error as error:
            raise self.CollectError(str(error)) from None
        for name, line in tests:
            yield AssemblyTest.from_parent(self, name=name, line=line)

    def kit(self) -> Kit:
        """Return a Kit with the program in memory."""
        from emu.kit.asmtests import assemble, marker_arguments
        from emu.kit.machine import Kit
        from emu.kit.machine_pool import BootedMachine, keep_counts

        if self._refused:
            raise KitUsageError(self._refused)
        try:
            arguments = marker_arguments(self.directives)
            if self._booted is None:
                assembled = assemble(self.path, self.directives)
                spec = make_spec(arguments, self.path.parent)
                self._booted = keep_counts(self.path, BootedMachine(spec, assembled))
        except Go64Error as error:  # the other tests of the file need not try again
            self._refused = str(error)
            raise
        return Kit(
            self._booted,
            limit=arguments.get("limit"),
            folder=self.path.parent,
            counting=counting(self.config),
        )


class AssemblyTest(pytest.Item):
    """One ``.proc test_*``."""

    parent: AssemblyFile

    def __init__(self, *, line: int, **rest: Any) -> None:
        super().__init__(**rest)
        self.line = line

    def runtest(self) -> None:
        from emu.kit.asmtests import Checker

        kit = self.parent.kit()
        Checker(kit)
        if "setup" in kit.symbols.names:
            kit.call("setup")
        kit.call(self.name)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """One message without Python's frames, unless the kit itself is at fault."""
        if isinstance(excinfo.value, (AssertionError, Go64Error)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, self.name


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Show registers, flags and memory side by side."""
    from emu.kit.compare import explain

    return explain(left, right) if op == "==" else None


# -- counts of the session, over all workers of pytest-xdist ---------------------------


def _counts(config: pytest.Config) -> Collection:
    """Return what this process has counted, without sources that its tests have written."""
    from emu.kit import coverage
    from emu.kit.machine_pool import counted_machines

    total = coverage.nothing()
    temporary: pytest.TempPathFactory | None = getattr(config, "_tmp_path_factory", None)
    for each in counted_machines():
        found = coverage.collect(each)
        if temporary is not None:
            found = coverage.outside(found, temporary.getbasetemp())
        coverage.merge(total, found)
    return total


def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    if hasattr(config, "workeroutput") and counting(config):
        config.workeroutput["c64_counts"] = _counts(config)


class _Report:
    """Collects the counts and writes the requested reports."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.total: Collection = {"lines": {}, "routines": {}}
        self.broken: list[str] = []
        self.floors = [_floor(text) for text in config.getoption("--c64-floor")]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        counts = getattr(node, "workeroutput", {}).get("c64_counts")
        if counts:
            from emu.kit import coverage

            coverage.merge(self.total, counts)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not counting(self.config):
            return
        from emu.kit import coverage

        coverage.merge(self.total, _counts(self.config))
        self.broken = coverage.below_floors(self.total, self.floors, self.config.rootpath)
        if self.broken and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not counting(self.config):
            return
        from emu.kit import coverage

        path = self.config.getoption("--c64-lcov")
        if path or self.floors:
            terminalreporter.section("coverage of assembly source")
            lines = [*coverage.summary(self.total, self.config.rootpath)]
            if path:
                lines.append(_write(path, coverage.lcov_text(self.total)))
            for line in lines:
                terminalreporter.write_line(line)
            for line in self.broken:
                terminalreporter.write_line(line, red=True)
        if self.config.getoption("--c64-profile"):
            terminalreporter.section("cycles of assembly source")
            for line in coverage.profile(self.total):
                terminalreporter.write_line(line)


def _write(path: str, text: str) -> str:
    """Write the tracefile; return a message that says so, or why not."""
    try:
        Path(path).write_text(text)
    except OSError as error:
        return f"--c64-lcov {path}: cannot be written ({error.strerror})"
    return f"written to {path}"


def _floor(text: str) -> tuple[str, float]:
    """Return (folder, percent) of ``FOLDER=PERCENT``; UsageError for anything else."""
    folder, _, percent = text.rpartition("=")
    try:
        if folder and 0 <= float(percent) <= 100:
            return folder, float(percent)
    except ValueError:
        pass
    raise pytest.UsageError(f"--c64-floor {text}: expected FOLDER=PERCENT, e.g. src=85")
