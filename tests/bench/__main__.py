"""``make bench``: one ``name: value`` line per figure, most of them ratios.

    python -m tests.bench                    the medians of this checkout
    python -m tests.bench --against FOLDER   how this checkout compares with another, by turns

docs/measured/machine-speed.md says what the figures are.  Both checkouts must be built; the one in
FOLDER is measured by this one's programs, with this one's Python.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ROUNDS = 7
SERVE = """
import sys
sys.path.append({tests!r})
from bench.rows import serve
serve({corpus!r}, {quick})
"""
IN_FULL = ("py65_cycles_per_second_loop", "snapshot_us", "restore_us", "memory_16_machines_mb")


class Side:
    """A process that measures the machine of one checkout, a round when it is asked.

    folder  of the checkout
    """

    def __init__(self, folder, corpus, quick):
        self.folder = folder
        path = os.pathsep.join([str(folder), *(place for place in sys.path if place)])
        code = SERVE.format(tests=str(HERE.parent), corpus=corpus, quick=quick)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            cwd=folder, env=dict(os.environ, PYTHONPATH=path),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def round(self):
        """Return {row: figure} of one more round."""
        with contextlib.suppress(BrokenPipeError):  # it has ended, and answers nothing
            self._process.stdin.write("\n")
            self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit(f"bench: {self.folder} cannot be measured: see above; is it built?")
        return json.loads(answer)

    def close(self):
        """End the process."""
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()


def medians(rounds):
    """Return {row: median} of rounds; without rows that are not in all of them."""
    names = [name for name in rounds[0] if all(name in each for each in rounds)]
    return {name: statistics.median(each[name] for each in rounds) for name in names}


def ratios(mine, theirs):
    """Return {row: median over the rounds of mine / theirs}, for rows that both have."""
    pairs = list(zip(mine, theirs, strict=True))
    return medians([{n: a[n] / b[n] for n in a if b.get(n)} for a, b in pairs])


def figure(name, value):
    """Return a figure as text, with as many digits as say something."""
    return f"{value:.0f}" if name in IN_FULL else f"{value:.2f}"


def measure(sides, rounds):
    """Return [[{row: figure} of a round, ...] of each side], measured by turns."""
    found = [[] for _ in sides]
    for number in range(rounds):
        order = range(len(sides)) if number % 2 == 0 else reversed(range(len(sides)))
        for at in order:
            found[at].append(sides[at].round())
    return found


def report(results):
    """Yield the lines of one side's or both sides' rounds."""
    compiled = [all(each.pop("compiled") for each in rounds) for rounds in results]
    if len(results) == 1:
        for name, value in medians(results[0]).items():
            yield f"{name}: {figure(name, value)}"
    else:
        mine, theirs = (medians(rounds) for rounds in results)
        for name, ratio in ratios(*results).items():
            yield f"{name}: {ratio:.3f} ({figure(name, mine[name])}, {figure(name, theirs[name])})"
    yield f"compiled: {', '.join(map(str, compiled))}"


def main(argv=None):
    """Measure and print; returns 0."""
    parser = argparse.ArgumentParser(
        prog="make bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--against", metavar="FOLDER", type=Path, help="another checkout")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"default {ROUNDS}")
    parser.add_argument("--quick", action="store_true", help="only show that it works")
    args = parser.parse_args(argv)
    if args.rounds < 1:
        parser.error(f"--rounds {args.rounds}: at least 1")
    folders = [ROOT]
    if args.against:
        if not (args.against / "c64" / "__init__.py").is_file():
            parser.error(f"--against {args.against}: no checkout of GO 64 (it has no c64 in it)")
        folders.append(args.against.resolve())
    sides = [Side(folder, os.environ.get("GO64_CORPUS"), args.quick) for folder in folders]
    try:
        results = measure(sides, args.rounds)
    finally:
        for side in sides:
            side.close()
    for line in report(results):
        print(line)
    if not os.environ.get("GO64_CORPUS"):
        print("no row by Klaus' test: GO64_CORPUS is not set")
    return 0


if __name__ == "__main__":
    sys.exit(main())
