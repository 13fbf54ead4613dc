"""Look for better weights for a computer player by the cross-entropy method.

    python -m tools.tune --skill hard --generations 12 --seed 1 --log LOG

A generation draws weight tables around a mean, lets each play the same games (against the
other skills and the scripted people, seats moved on), and moves mean and spread towards the
best of them.  Each line of the log is a generation: its seed, mean, spread, the best score,
and the score of the mean in games of its own.  The same seed gives the same log, by
however many processes (--jobs) or on a cluster (--scheduler tcp://host:8786).

    python -m tools.tune --take LOG          put the log's last mean into weights.inc
"""

import argparse
import json
import random
import re
import statistics
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from disk.base.errors import Go64Error
from emu.arena.match import Task, tasks
from emu.arena.pool import play_all
from emu.errors import UsageError
from tools.game import gamerules

COLUMNS = ("normal", "hard", "easy")
# Against whom, how many games of 100, and what a share of wins there counts.  With one rival left
# hard has five weights of its own (duel in weights.s): two seats say nothing of those five.
CONTESTS: dict[str, tuple[tuple[tuple[str, ...], int, float], ...]] = {
    "hard": (
        (("hard", "normal"), 20, 1.0),
        (("hard", "normal", "normal", "normal"), 40, 1.5),
        (("hard", "trickster"), 25, 1.0),
        (("hard", "trader"), 15, 0.5),
    ),
    "normal": ((("normal", "easy"), 50, 1.0), (("normal", "trader"), 50, 1.0)),
}
# (least, most, first spread) where a quarter of the weight's value does not serve.
RANGES: dict[str, tuple[float, float, float]] = {
    "BUY_MORE": (0, 1, 0.5), "RAISE": (0, 1, 0.5), "LEVEL_FIRST": (1, 5, 0.7),
    "LEVEL_TOP": (3, 5, 0.7), "GAOL_STAY": (1, 6, 1.5), "KEEP_AHEAD": (0, 8, 1.5),
    "BID_PLAIN": (1, 16, 1.5), "BID_PART": (1, 16, 1.5), "BID_BLOCK": (1, 24, 2),
    "BID_FULL": (1, 32, 3), "BID_LEAST": (0, 8, 1), "TRADE_SHARE": (2, 7, 0.7),
    "TRADE_LEAST": (1, 8, 1.2), "TRADE_LEAVE": (1, 8, 0.8), "TRADE_WARY": (1, 40, 3),
    "TRADE_POOR": (0, 12, 2), "BUY_KEEP": (0, 200, 20),
    "KEEP_FIRST": (0, 120, 10), "TRADE_KEEP": (0, 100, 8),
}  # fmt: skip
FIXED = {"TRADE_FROM": "no group changes hands earlier", "TRADE_OFTEN": "character, not strength"}
ELITE, SMOOTH, LEAST_SPREAD = 0.2, 0.7, 0.15


def limits(name: str, value: float) -> tuple[float, float, float]:
    """Return (least, most, first spread) of a weight."""
    return RANGES.get(name, (0, 255, max(value / 4, 4)))


def whole(names: Iterable[str], values: Iterable[float]) -> list[int]:
    """Round weights to what the table can hold."""
    found: list[int] = []
    for name, value in zip(names, values, strict=True):
        least, most, _ = limits(name, value)
        found.append(int(min(max(round(value), least), most)))
    return found


def contest_tasks(
    skill: str, weights: Sequence[int], games: int, seed: int
) -> list[tuple[float, Task]]:
    """The games by which a table of weights is judged: [(value of a win, task)]."""
    found = []
    for number, (seats, part, value) in enumerate(CONTESTS[skill]):
        count = max(round(games * part / 100 / len(seats)), 1) * len(seats)
        for task in tasks(seats, count, seed * 16 + number, rounds=200, weights={skill: weights}):
            found.append((value / count, task))
    return found


def scores(
    skill: str, tables: Iterable[Sequence[int]], games: int, seed: int, **how: Any
) -> list[float]:
    """Return what each table of weights scores: the sum of its shares of wins by their values."""
    todo = [contest_tasks(skill, table, games, seed) for table in tables]
    results = iter(play_all([task for one in todo for _, task in one], **how))
    found = []
    for one in todo:
        score = 0.0
        for value, _ in one:
            result = next(results)
            for seat in result["winners"]:
                if result["seats"][seat] == skill:
                    score += value / len(result["winners"])
        found.append(round(score, 4))
    return found


def tune(
    skill: str,
    start: Mapping[str, int],
    generations: int,
    population: int,
    games: int,
    seed: int,
    **how: Any,
) -> Iterator[dict[str, Any]]:
    """Yield a line of the log for each generation."""
    names = list(start)
    mean = [float(v) for v in start.values()]
    spread = [0.0 if n in FIXED else limits(n, v)[2] for n, v in start.items()]
    rng = random.Random(seed)
    for generation in range(generations):
        drawn = [whole(names, mean)] + [
            whole(names, map(rng.gauss, mean, spread)) for _ in range(population - 1)
        ]
        got = scores(skill, drawn, games, seed * 1000 + generation, **how)
        order = sorted(range(population), key=lambda n: -got[n])
        best = [drawn[n] for n in order[: max(round(population * ELITE), 2)]]
        for n, values in enumerate(zip(*best, strict=True)):
            if spread[n]:
                mean[n] += SMOOTH * (statistics.fmean(values) - mean[n])
                spread[n] += SMOOTH * (statistics.pstdev(values) - spread[n])
                spread[n] = max(spread[n], LEAST_SPREAD)
        table = whole(names, mean)
        (now,) = scores(skill, [table], games * 2, seed * 1000 + 500 + generation, **how)
        yield {
            "skill": skill, "seed": seed, "generation": generation, "games": games,
            "population": population, "best": got[order[0]],
            "elite": round(statistics.fmean(got[n] for n in order[: len(best)]), 4),
            "middle": statistics.median(got), "mean_scores": now,
            "mean": dict(zip(names, table, strict=True)),
            "spread": {n: round(s, 2) for n, s in zip(names, spread, strict=True)},
        }  # fmt: skip


def take(path: str | Path, target: Path = gamerules.WEIGHTS) -> None:
    """Put the last mean of a log into its column of weights.inc."""
    last = json.loads(Path(path).read_text(encoding="utf-8").splitlines()[-1])
    write_column(last["skill"], last["mean"], target)


def write_column(skill: str, values: Mapping[str, int], target: Path = gamerules.WEIGHTS) -> None:
    """Write a column of weights.inc."""
    column, lines = COLUMNS.index(skill), []
    for line in target.read_text(encoding="utf-8").splitlines():
        row = re.match(r"(WEIGHT (\w+), *)(\d+), *(\d+), *(\d+)(.*)", line)
        if row and row[2] in values:
            numbers = [int(row[n]) for n in (3, 4, 5)]
            numbers[column] = values[row[2]]
            head = f"WEIGHT {row[2]},"
            line = f"{head:20}{numbers[0]:>6},{numbers[1]:>5},{numbers[2]:>5}{row[6]}"
        lines.append(line)
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """Tune, or take what was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.tune",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--skill", choices=sorted(CONTESTS), default="hard")
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--population", type=int, default=24)
    parser.add_argument("--games", type=int, default=100, help="games to judge a table by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--log", type=Path, help="file for one line of JSON per generation (else only printed)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--scheduler", help="address of a Dask scheduler: tcp://host:8786")
    parser.add_argument("--take", type=Path, metavar="LOG")
    args = parser.parse_args(argv)
    try:
        if args.take:
            take(args.take)
            return 0
        if args.population < 4 or args.generations < 1 or args.games < 1:
            raise UsageError("--population must be 4 or more, --generations and --games 1 or more")
        column = COLUMNS.index(args.skill)
        start = {name: values[column] for name, values in gamerules.weights().items()}
        how = {"jobs": args.jobs, "scheduler": args.scheduler}
        for line in tune(
            args.skill, start, args.generations, args.population, args.games, args.seed, **how
        ):
            text = json.dumps(line)
            print(text, flush=True)
            if args.log:
                with args.log.open("a", encoding="utf-8") as log:
                    log.write(text + "\n")
    except (Go64Error, OSError) as error:
        print(f"tune: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
