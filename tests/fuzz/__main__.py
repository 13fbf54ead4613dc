"""``make fuzz``: files, commands and states that somebody made up.

    python -m tests.fuzz [--seconds N] [--build usual|bounds|sanitizer] [--first N] [TARGET ...]
    python -m tests.fuzz --case TARGET NUMBER     # one case here, with its traceback

Each target is tried for that many seconds.  A fault is a signal, an exception that is no line
for the user, 20 seconds of processor time or 256 MiB; it is told with its number, which makes it
again.
"""

import argparse
import sys
import time
from pathlib import Path

from tests.fuzz.runner import Build, fuzz, try_case, work

ENDLESS = 1 << 60
SLOW_CHECKED = 300.0  # seconds a case may take on the builds that look
BEGIN_CHECKED = 900.0  # and more for the first, before which machines boot there


def main(argv: list[str] | None = None) -> int:
    """Fuzz; returns 0 when nothing was found."""
    words = sys.argv[1:] if argv is None else argv
    if words[:1] == ["--work"]:
        name, first, count, seconds, status, memory = words[1:]
        work(name, int(first), int(count), float(seconds), Path(status), int(memory))
        return 0
    if words[:1] == ["--case"]:
        print("refused" if try_case(words[1], int(words[2])) else "taken")
        return 0
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.fuzz")
    parser.add_argument("--seconds", type=float, default=60, help="for each target")
    parser.add_argument("--build", default="usual", choices=("usual", "bounds", "sanitizer"))
    parser.add_argument("--first", type=int, default=None, help="number of the first case")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    args = parser.parse_args(words)
    return run(args)


def _made(kind: str) -> Build:
    """Return a build, made if need be; those that look take several times the time and memory."""
    if kind == "usual":
        return Build()
    from tools.quality import sanitize

    home, logs = sanitize.HOME / kind, sanitize.HOME / f"{kind}-logs"
    sanitize.copy_project(home)
    sanitize.build(kind, home)
    environment = sanitize.environment(kind, logs)
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):  # say it where it is read, and end there
        if name in environment:
            environment[name] = f"halt_on_error=1:{environment[name].split(':', 1)[1]}"
    return Build(0, SLOW_CHECKED, BEGIN_CHECKED, home, environment)


def run(args: argparse.Namespace) -> int:
    """Fuzz as the options say."""
    from tests.fuzz.targets import TARGETS

    unknown = sorted(set(args.targets) - set(TARGETS))
    if unknown:
        print(f"fuzz: {unknown[0]}: no such target; there are {', '.join(TARGETS)}")
        return 2
    build = _made(args.build)
    first = int(time.time()) * 1000 if args.first is None else args.first
    results = []
    for name in args.targets or TARGETS:
        results.append(fuzz(name, ENDLESS, args.seconds, first, build))
        print(results[-1], *(f"  {line}" for line in results[-1].faults), sep="\n", flush=True)
    faults = sum(len(result.faults) for result in results)
    cases = sum(result.cases for result in results)
    seconds = sum(result.seconds for result in results)
    print(f"fuzz, {args.build} build: {cases} cases, {seconds:.0f} s, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
