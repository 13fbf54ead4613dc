"""``make test``: style, types, all tests but the long ones; then the chips' tests uncompiled, too.

``make test-fast``: style and types, and the compiled tests that a change is most likely to break
first, in a minute on two cores.  It shows nothing about the rest.

The compiled run ends with the coverage of the assembly source, which it also writes to
build/coverage.info (LCOV); a run of all tests fails when too few lines of the rules ran.

The checks of style and types run beside the first tests; what they found is printed behind those.
There is a worker more than there are processors, since tests of windows and servers often wait.

The environment variable GO64_CORPUS names the folder of the outside suites; without it
the tests that need them are left out, and one line says so.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from tools.quality import sanitize

ROOT = Path(__file__).resolve().parents[2]
BYTECODE = ROOT / "build" / "bytecode"
LINT = [sys.executable, "-m", "tools.quality.lint"]
PATIENCE = 900  # seconds for one test, the slowest takes 60; one that hangs is named and fails
FLOORS = ("asm/game/play=85",)  # lines of the rules that must run, when all tests run

# The chips, what they are built and read from, the rules, the test kit and the pages: what nearly
# every change touches, and the title of the game's screens.  Left out are whole games, the ROMs,
# other screens, the window and packages, and of the rest what is marked ``slow``.
FAST = (
    "tests/c64",
    "tests/disk",
    "tests/tools",
    "tests/test_layers.py",
    "tests/asm/test_contracts.py",
    "tests/asm/game/test_*.py",
    "tests/asm/game/ui/test_title.py",
    "tests/emu/kit",
    "tests/emu/test_*.py",
)
FAST_WITHOUT = ("tests/asm/game/test_lockstep.py", "tests/asm/game/test_random.py")


def fast_paths() -> list[str]:
    """Return the files and folders of the fast tests."""
    found = [path for pattern in FAST for path in sorted(ROOT.glob(pattern))]
    paths = [path.relative_to(ROOT).as_posix() for path in found]
    return [path for path in paths if path not in FAST_WITHOUT]


def environment(pure: bool = False) -> dict[str, str]:
    """Return the environment variables of a run, with or without the compiled machine.

    All processes share the bytecode that the first one has written.  Where a variable forbids
    writing it, each of some hundred processes would compile again what it imports.
    """
    found = dict(os.environ, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    found["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    found["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    for name in ("PYTHONDONTWRITEBYTECODE", "GO64_PURE"):
        found.pop(name, None)
    return found | ({"GO64_PURE": "1"} if pure else {})


def remove_bytecode_of_temporary_files() -> None:
    """Remove the bytecode of what tests have written into temporary folders."""
    temporary = Path(tempfile.gettempdir()).resolve()
    for kept in (BYTECODE / temporary.relative_to(temporary.anchor)).glob("*"):
        if not ROOT.is_relative_to(temporary / kept.name):
            shutil.rmtree(kept, ignore_errors=True)


def pytest(what: str, arguments: Iterable[str], pure: bool = False) -> int:
    """Run pytest in a process of its own; returns its exit status."""
    print(f"== {what}", flush=True)
    begin = time.perf_counter()
    command = [sys.executable, "-m", "pytest", *arguments]
    status = subprocess.run(command, cwd=ROOT, env=environment(pure), check=False).returncode
    remove_bytecode_of_temporary_files()
    print(f"== {what}: {time.perf_counter() - begin:.0f} s", flush=True)
    return status


class Checks:
    """The checks of style and types, in a process of their own."""

    def __init__(self) -> None:
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115  (result closes it)
        self._process = subprocess.Popen(
            LINT, cwd=ROOT, env=environment(), stdout=self._said, text=True
        )

    def result(self) -> int:
        """Wait for the end, print what was found; returns the exit status."""
        status = self._process.wait()
        self._said.seek(0)
        print(self._said.read(), end="", flush=True)
        self._said.close()
        return status


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tests; returns 0 when all passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="run the tests marked long as well")
    parser.add_argument("--fast", action="store_true", help="what breaks first, and no more")
    parser.add_argument("--jobs", default=str((os.cpu_count() or 1) + 1))
    args, rest = parser.parse_known_args(argv)
    if os.environ.get("GO64_CORPUS"):
        print(f"outside suites: {os.environ['GO64_CORPUS']}")
    else:
        print("outside suites: GO64_CORPUS is not set, their tests are left out")
    marks = "not long and not slow" if args.fast else "" if args.long else "not long"
    # Each worker begins with a run of neighbours, which share what their fixtures have made.
    common = ["-rs", "-n", args.jobs, "--dist=worksteal", "-m", marks, *rest]
    if not args.long:
        common.insert(0, f"--timeout={PATIENCE}")
    coverage = ["--c64-lcov", str(ROOT / "build" / "coverage.info")]
    if not rest:
        coverage += [f"--c64-floor={floor}" for floor in FLOORS]
    checks = Checks()
    if args.fast:
        status = pytest("what breaks first", [*common, *fast_paths()])
        unclean = checks.result()
    else:
        status = pytest("compiled machine", [*common, *coverage, "tests"])
        unclean = checks.result()
        what = "uncompiled machine, tests of the chips"
        status |= pytest(what, [*common, "tests/c64"], pure=True)
    if args.long and not rest:
        status |= sanitize.main([])
    if unclean:
        print("== style, layout or types: FAILED, see above; `make lint` repeats these checks")
    return 1 if status or unclean else 0


if __name__ == "__main__":
    sys.exit(main())
