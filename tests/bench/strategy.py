"""Which groups pay and which win: ``python -m tests.bench.strategy [--seats A,B] [--games N]``.

Computers play each other on the game's own 6502 code (emu/arena).  The table is that of
docs/play/strategy.md: how often tokens stop on a group in 100 turns, what it costs with three
houses on each street and earns in 100 turns of others, how often the player who completes it wins.
Prices and rents are those of asm/game/data/board.toml.
"""

import argparse
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from emu.arena.match import Match, Task, tasks
from emu.arena.statistics import wilson

BOARD = Path(__file__).resolve().parents[2] / "asm/game/data/board.toml"
HOUSES = 3
STATIONS, UTILITIES = "stations", "utilities"
THROW = 7  # the mean of two dice
SQUARES = 40


@dataclass
class Seen:
    """What was counted in some games.

    throws     turns played      stops      Counter of squares that tokens came to
    completed  Counter of groups completed, once a game      won  those whose owner won
    first_won  games that the owner of the first complete group of streets won, of ``first``
    """

    throws: int = 0
    stops: Counter[int] = field(default_factory=Counter)
    completed: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    first: int = 0
    first_won: int = 0

    def add(self, other: dict[str, Any]) -> None:
        """Add one game of ``watch``."""
        self.throws += other["turns"]
        self.stops.update(other["stops"])
        winners = set(other["winners"])
        for group, seat in other["owners"].items():
            self.completed[group] += 1
            self.won[group] += seat in winners
        streets = [seat for group, seat in other["owners"].items() if group not in FEES]
        self.first += bool(streets)
        self.first_won += bool(streets) and streets[0] in winners


FEES = (STATIONS, UTILITIES)  # groups that nobody builds on


def watch(task: Task) -> dict[str, Any]:
    """Play a game; returns its turns, winners, stops and who completed each group first.

    Groups count only while nobody is bankrupt.
    """
    match = Match(task)
    rules, count = match.rules, len(match.seats)
    groups = groups_of(board())
    places = rules.table("player_square", count)
    stops: Counter[int] = Counter()
    owners: dict[str, int] = {}
    most = match.rounds_most * count
    while not rules.over and rules.turns <= most:
        match.step()
        now = rules.table("player_square", count)
        if now != places:
            stops.update(square for square, old in zip(now, places, strict=True) if square != old)
            places = now
        if not all(map(rules.alive, range(count))):
            continue  # what a bankrupt leaves completes groups of those who have won already
        held = rules.table("square_owner", SQUARES)
        for group, squares in groups.items():
            seats = {held[square] for square in squares}
            if group not in owners and len(seats) == 1 and min(seats) < count:
                owners[group] = match.person(seats.pop())
    result = match.result(None)
    return {"turns": rules.turns, "winners": result["winners"], "stops": stops, "owners": owners}


def board() -> dict[str, Any]:
    """Return the forty squares, the groups and the rents that depend on how many are held."""
    return tomllib.loads(BOARD.read_text(encoding="utf-8"))


def groups_of(data: dict[str, Any]) -> dict[str, list[int]]:
    """Return {group: its squares}."""
    found: dict[str, list[int]] = {name: [] for name in data["groups"]}
    for square, row in enumerate(data["square"]):
        if "group" in row:
            found[row["group"]].append(square)
    return found


def earnings(data: dict[str, Any], group: str, share: Callable[[int], float]) -> tuple[int, float]:
    """Return what a group costs with three houses, and what it earns per opponent's turn."""
    squares = groups_of(data)[group]
    rows = [data["square"][square] for square in squares]
    cost = sum(row["price"] for row in rows)
    if group == STATIONS:
        rents = [data["rents"][STATIONS][-1]] * len(rows)
    elif group == UTILITIES:
        rents = [data["rents"][UTILITIES][-1] * THROW] * len(rows)
    else:
        cost += HOUSES * data["groups"][group]["house"] * len(rows)
        rents = [row["rent"][HOUSES] for row in rows]
    return cost, sum(share(square) * rent for square, rent in zip(squares, rents, strict=True))


def next_house(data: dict[str, Any], group: str) -> list[int]:
    """Return what each improvement of a whole group adds to its rents, for each 100 it costs."""
    rows = [data["square"][square] for square in groups_of(data)[group]]
    cost = data["groups"][group]["house"] * len(rows)
    rents = [sum(row["rent"][level] for row in rows) for level in range(len(rows[0]["rent"]))]
    rents[0] *= 2  # the whole group is owned
    return [round(100 * (after - before) / cost) for before, after in pairwise(rents)]


def table(seen: Seen) -> Iterable[str]:
    """Yield the rows of the groups, in Markdown."""
    data = board()
    heads = ("group", "stops", "cost", "earns", "paid back in", "completed", "won", "interval")
    yield f"| {' | '.join(heads)} |"
    yield "|--" * len(heads) + "|"

    def share(square: int) -> float:
        return seen.stops[square] / seen.throws

    for group, squares in groups_of(data).items():
        cost, per_turn = earnings(data, group, share)
        often = 100 * sum(map(share, squares))
        games, won = seen.completed[group], seen.won[group]
        low, high = wilson(won, games)
        yield (
            f"| {group} | {often:.1f} | {cost} | {100 * per_turn:.0f} | {cost / per_turn:.0f} "
            f"| {games} | {100 * won / max(games, 1):.0f} % | {100 * low:.0f} - {100 * high:.0f} |"
        )


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(prog="tests.bench.strategy", description=__doc__)
    parser.add_argument("--seats", default="hard,hard,hard,hard")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    seen = Seen()
    for result in map(watch, tasks(args.seats.split(","), args.games, args.seed)):
        seen.add(result)
    print(*table(seen), sep="\n")
    low, high = wilson(seen.first_won, seen.first)
    print(
        f"{args.games} games, {seen.throws} turns; the first to complete a group of streets won "
        f"{seen.first_won} of {seen.first} ({100 * low:.0f} - {100 * high:.0f} %)"
    )
    most = seen.stops.most_common(8)
    busiest = ", ".join(f"{square} {100 * n / seen.throws:.1f}" for square, n in most)
    print(f"busiest squares, stops per 100 turns: {busiest}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
