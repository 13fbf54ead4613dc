"""What all tests share: the feature list, written from the run that shows it.

``pytest --features FILE`` writes a row for every promise of tests/features.toml: works when
tests carry its mark (``@pytest.mark.feature("F041")``) and all of them passed.
"""

import contextlib
import gc
import importlib
import os
import signal
import threading
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import c64
from emu.kit import plugin
from tests import fewer_reports, shared_symbols

ROOT = Path(__file__).resolve().parents[1]
FEATURES = Path(__file__).with_name("features.toml")
_results = defaultdict(dict)


@pytest.fixture(scope="session", autouse=True)
def user_data(tmp_path_factory):
    """A folder of data that is nobody's: saved states are sealed with a key in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patch.setenv("LANGUAGE", "en")  # of the texts that tests compare
        yield


@pytest.fixture(scope="session", autouse=True)
def nothing_reaches_the_medium():
    """Files are not brought onto the medium, which takes 5 ms each: only a power cut would tell.

    What is no open file is refused as fsync does.  tests/disk/power_cut.py holds when it is called;
    whoever needs a file on the medium calls ``os.fdatasync``.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)
        yield


@pytest.fixture(scope="session", autouse=True)
def debug_files(tmp_path_factory, pytestconfig):
    """Debug files are read by one worker for all."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if hasattr(pytestconfig, "workerinput") else own) / "symbols"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        shared_symbols.share(patch, folder)
        yield


@pytest.fixture(scope="module")
def little_to_look_through():
    """Leave out what there is so far whenever a module's tests have Python look for garbage.

    What a run of all tests keeps in its memory takes Python a quarter of a second each time.
    """
    gc.collect()
    gc.freeze()


def pytest_configure(config):
    """Have workers send fewer reports, and have CTRL+C be what Python makes of it.

    What a script leaves in the background has SIGINT ignored, and so have all processes that it
    starts in turn.  Tests that send it would then wait for its effect for ever.
    """
    config.pluginmanager.register(fewer_reports)
    main = threading.current_thread() is threading.main_thread()
    if main and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser, pluginmanager):
    """Add ``--features``; load the test kit also where GO 64 is not installed."""
    if not pluginmanager.is_registered(plugin):
        pluginmanager.register(plugin, "c64")
    parser.addoption("--features", metavar="FILE", help="write the list of features to FILE")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Collect without looking for garbage: there is none, and it took a third of the time.

    What has been collected lives until the end.  Later passes leave it out, and come less often
    than once in 700 new objects.
    """
    gc.disable()
    try:
        _import_share(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 10, 10)
        gc.enable()


def _import_share(config):
    """As one of several workers, import this one's share of the modules first.

    Each module's assertions are rewritten at its first import and kept in a file.  Workers that
    import all modules in the same order do that for each of them at the same moment.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None:
        return
    wanted = [config.invocation_params.dir / arg.split("::")[0] for arg in config.args]
    paths = sorted(p for p in (ROOT / "tests").rglob("test_*.py") if _below(p, wanted))
    number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for path in paths[number::count]:
        # Collecting the module says what is wrong with it.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def _below(path, folders):
    return any(path.is_relative_to(folder) for folder in folders)


@pytest.hookimpl(tryfirst=True)  # before ``-m`` looks at the marks
def pytest_collection_modifyitems(items):
    """Send the feature marks along with the reports, which may come from other processes.

    On the uncompiled machine, leave out what is marked ``compiled_only``: where the two cannot
    differ, or where another test holds them against each other bit for bit.  The mark says which.
    Of what is marked ``few_uncompiled``, all but the first cases are long there; those that are
    long anyway do not count.
    """
    cases = Counter()
    for item in items:
        for mark in item.iter_markers("few_uncompiled"):
            cases[item.function] += not any(item.iter_markers("long"))
            if c64.PURE and cases[item.function] > mark.args[0]:
                item.add_marker(pytest.mark.long)
        for mark in item.iter_markers("compiled_only"):
            (reason,) = mark.args
            if c64.PURE:
                item.add_marker(pytest.mark.skip(reason=f"compiled only: {reason}"))
        for mark in item.iter_markers("feature"):
            for ident in mark.args:
                item.user_properties.append(("feature", ident))


def pytest_runtest_logreport(report):
    """Collect what each marked test did; one that is skipped neither shows nor denies anything."""
    if not report.skipped and (report.when == "call" or report.failed):
        for name, ident in report.user_properties:
            if name == "feature":
                test = report.nodeid.split("[")[0]
                good = report.passed and _results[ident].get(test, True)
                _results[ident][test] = good


def _row(ident, what):
    tests = _results.get(ident, {})
    works = bool(tests) and all(tests.values())
    names = ", ".join(f"`{t.split('::')[-1]}`" for t in sorted(tests))
    return works, f"| {ident} | {what} | {'works' if works else 'open'} | {names} |"


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """Write the list at the end of the run (in the process that sees all reports)."""
    target = session.config.getoption("--features")
    if not target or hasattr(session.config, "workerinput"):
        return
    groups = tomllib.loads(FEATURES.read_text())
    known = {ident for rows in groups.values() for ident in rows}
    unknown = sorted(set(_results) - known)
    if unknown:
        raise pytest.UsageError(f"features: {FEATURES.name} has no row {', '.join(unknown)}")
    lines, count = [], 0
    for group, rows in groups.items():
        lines += ["", f"## {group}", "", "| id | feature | state | shown by |", "|--|--|--|--|"]
        for ident, what in rows.items():
            works, row = _row(ident, what)
            count += works
            lines.append(row)
    head = [
        "# Which features work, and which tests show it?",
        "",
        "`make features` writes this page. A feature works when tests carry its mark and all of "
        "them pass.",
        "",
        f"{count} of {len(known)} work.",
    ]
    Path(target).write_text("\n".join(head + lines) + "\n")
