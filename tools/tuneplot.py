"""Draw a log of the tuner: ``python -m tools.tuneplot LOG PNG``.

Above, what the tables of each generation scored (middle, best of those drawn, the new mean in
games of its own); below, the weights that moved most, as parts of their first spread.  Needs
matplotlib (``pip install go64[plot]``); docs/play/opponents.md shows the result.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from disk.base.errors import Go64Error
from emu.errors import UsageError
from tools.tune import limits

MOVED = 6  # weights shown
Line = dict[str, Any]  # of the log
SCORES = {
    "middle": "middle of the tables drawn",
    "best": "best of them",
    "mean_scores": "the new mean, in games of its own",
}


def read_log(path: str | Path) -> list[Line]:
    """Return the lines of one run: list of dict, see ``tools.tune.tune``."""
    try:
        lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    except ValueError as error:
        raise UsageError(f"{path}: not a line of JSON a generation: {error}") from None
    if not lines or any(not SCORES.keys() < line.keys() for line in lines):
        raise UsageError(f"{path}: no log of python -m tools.tune")
    if [line["generation"] for line in lines] != list(range(len(lines))):
        raise UsageError(f"{path}: generations do not follow each other: more than one run?")
    return lines


def moved(lines: Sequence[Line]) -> dict[str, list[float]]:
    """Return {weight: [its mean in each generation, in first spreads from the first one]}."""
    first = lines[0]["mean"]
    ways = {
        name: [(line["mean"][name] - value) / limits(name, value)[2] for line in lines]
        for name, value in first.items()
    }
    order = sorted(ways, key=lambda name: -abs(ways[name][-1]))
    return {name: ways[name] for name in order[:MOVED]}


def draw(lines: Sequence[Line], target: str | Path) -> None:
    """Write the picture."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError("a plot needs matplotlib: pip install go64[plot]") from None
    figure = Figure(figsize=(8, 7), layout="constrained")
    above, below = figure.subplots(2, sharex=True)
    generations = range(1, len(lines) + 1)
    for key, label in SCORES.items():
        above.plot(generations, [line[key] for line in lines], marker="o", label=label)
    above.set(title=f"{lines[0]['skill']}, seed {lines[0]['seed']}", ylabel="score, at most 4")
    for name, way in moved(lines).items():
        below.plot(generations, way, marker=".", label=name)
    below.set(xlabel="generation", ylabel="moved, in first spreads")
    for part in (above, below):
        part.grid(alpha=0.3)
        part.legend(fontsize="small")
    figure.savefig(target, dpi=100, format="png", metadata={"Software": None})


def main(argv: Sequence[str] | None = None) -> int:
    """Read a log and draw it."""
    parser = argparse.ArgumentParser(prog="python -m tools.tuneplot", description=__doc__)
    parser.add_argument("log", type=Path)
    parser.add_argument("png", type=Path)
    args = parser.parse_args(argv)
    try:
        draw(read_log(args.log), args.png)
    except (Go64Error, OSError) as error:
        print(f"tuneplot: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
