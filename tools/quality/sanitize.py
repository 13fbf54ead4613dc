"""``make test-checked``: tests on builds of the machine that look where the usual one does not.

    python -m tools.quality.sanitize [bounds|sanitizer ...] [-- what pytest is to run]

``bounds`` is Cython's own look at indices, views and divisions; ``sanitizer`` is the C
compiler's (AddressSanitizer and UndefinedBehaviorSanitizer, GCC or Clang on Linux).  Each is
compiled in a copy of the project below build/checked, in about a minute; the usual build stays
as it is.  These machines are several times slower: all tests take half an hour on two cores.

A mistake counts wherever it is: an exception in a function that cannot raise one (Cython prints
it and goes on) fails the test in which it comes, and what a sanitizer writes fails the run.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "build" / "checked"
KINDS = ("bounds", "sanitizer")
# What the machine's tests need and nobody commits.
MADE = (
    "c64/roms", "disk/go64.d64", "emu/arena/rules.json", "build/rom", "build/dos", "build/game",
)  # fmt: skip
# The chips, the disks, outside suites that are here, and everything that throws dice.
TESTS = ("tests/c64", "tests/disk", "tests/conformance", "tests/emu/monitor/vice")
# Of no use where each object has guards around it: they measure memory, or run in very little.
LEFT_OUT: dict[str, tuple[str, ...]] = {
    "bounds": (),
    "sanitizer": (
        "tests/c64/test_memory.py",
        "tests/disk/test_sizes.py::test_a_huge_file_is_refused_with_little_memory",
        "tests/emu/monitor/vice/test_crowd.py::"
        "test_ten_thousand_random_packets_change_neither_memory_nor_life",
    ),
}
# Functions that cannot raise: Cython writes what they met to the hook for such exceptions.
STRICT = ("-W", "error::pytest.PytestUnraisableExceptionWarning")


class CheckedError(Exception):
    """A build that looks cannot be made or used here; the message says why."""


def project_files() -> list[Path]:
    """Return the paths of all files of the project, from its top."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    return [Path(name) for name in listed.stdout.decode().split("\0") if name]


def copy_project(target: Path) -> None:
    """Bring the copy up to date; what is equal keeps its date, so nothing is made twice."""
    wanted = set()
    for top in MADE:
        for path in [ROOT / top, *(ROOT / top).rglob("*")]:
            if path.is_file():
                wanted.add(path.relative_to(ROOT))
    wanted.update(path for path in project_files() if (ROOT / path).is_file())
    for path in sorted(wanted):
        source, copy = ROOT / path, target / path
        content = source.read_bytes()
        if path.suffix == ".dbg":  # the linker's, which has the paths of what it wrote
            content = content.replace(os.fsencode(ROOT), os.fsencode(target))
        if not copy.exists() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
            shutil.copymode(source, copy)
    for top in ("c64", "disk", "emu", "tests", "tools"):  # what has been taken away since
        for path in (target / top).rglob("*.p*"):
            if path.suffix in (".py", ".pxd") and path.relative_to(target) not in wanted:
                path.unlink()


def compiler_file(name: str) -> Path:
    """Return the path of a library of the C compiler's; CheckedError without it."""
    cc = os.environ.get("CC", "cc").split()
    found = subprocess.run([*cc, f"-print-file-name={name}"], capture_output=True, check=False)
    path = Path(found.stdout.decode().strip() or name)
    if not path.is_absolute():
        raise CheckedError(
            f"{name}: the C compiler has no AddressSanitizer (Debian: libgcc-12-dev)"
        )
    return path


def environment(kind: str, logs: Path) -> dict[str, str]:
    """Return the environment variables with which a build runs."""
    found = dict(os.environ, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    found["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    found["GO64_CHECKS"] = kind
    found.pop("GO64_PURE", None)
    if kind == "sanitizer":
        # Python itself is not built so: the library has to be there first.  It keeps small
        # objects in pools of its own, where nobody would see an index beyond their end.
        found["LD_PRELOAD"] = str(compiler_file("libasan.so"))
        found["PYTHONMALLOC"] = "malloc"
        told = f"log_path={logs / 'report'}:detect_leaks=0:allocator_may_return_null=1"
        found["ASAN_OPTIONS"] = told
        found["UBSAN_OPTIONS"] = f"{told}:print_stacktrace=1"
    return found


def build(kind: str, target: Path) -> None:
    """Compile the machine of one kind in the copy."""
    command = [sys.executable, "tools/build.py", "core"]
    told = dict(os.environ, GO64_CHECKS=kind)
    if subprocess.run(command, cwd=target, env=told, check=False).returncode:
        raise CheckedError(f"{kind}: does not compile")


def reports(logs: Path) -> dict[str, int]:
    """Return what sanitizers have written, each mistake once, with how often it came."""
    found: dict[str, int] = {}
    for path in sorted(logs.glob("report*")):
        for line in path.read_text(errors="replace").splitlines():
            if "runtime error:" in line or "ERROR: AddressSanitizer" in line:
                what = line.split("==")[-1].strip()
                found[what] = found.get(what, 0) + 1
    return found


def run(kind: str, arguments: Sequence[str]) -> int:
    """Make one build and run tests on it; returns 0 if nothing was found."""
    target, logs = HOME / kind, HOME / f"{kind}-logs"
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    told = environment(kind, logs)
    copy_project(target)
    build(kind, target)
    print(f"== {kind}: {' '.join(arguments)}", flush=True)
    begin = time.perf_counter()
    left_out = [word for test in LEFT_OUT[kind] for word in ("--deselect", test)]
    command = [sys.executable, "-m", "pytest", *STRICT, *left_out, *arguments]
    status = subprocess.run(command, cwd=target, env=told, check=False).returncode
    found = reports(logs)
    for what, times in found.items():
        print(f"{kind}: {what} ({times} times)")
    print(f"== {kind}: {time.perf_counter() - begin:.0f} s", flush=True)
    return 1 if status or found else 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the builds that are named, or all; returns 0 when none of them found anything."""
    words = list(sys.argv[1:] if argv is None else argv)
    arguments = words[words.index("--") + 1 :] if "--" in words else []
    kinds = words[: words.index("--")] if "--" in words else words
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        print(f"checked: {unknown[0]}: no such build; there are {', '.join(KINDS)}")
        return 2
    if not arguments:
        jobs = str(os.cpu_count() or 1)
        paths = [path for path in TESTS if (ROOT / path).exists()]
        arguments = ["-n", jobs, "-m", "not long", *paths]
    try:
        return max(run(kind, arguments) for kind in kinds or KINDS)
    except CheckedError as error:
        print(f"checked: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    from tools.usage import answer_help

    answer_help(__doc__, "[bounds|sanitizer ...] [-- ARGUMENTS OF PYTEST]")
    sys.exit(main())
