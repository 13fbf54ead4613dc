"""Tournaments of computer players: how long games are, and whether they are fair.

python -m tests.asm.game.brain.tournament [games a size]     a line a number of players
"""

import collections
import sys
import tempfile
from pathlib import Path

from tests.asm.game.brain.table import SECOND, Table

TURNS = 1000
COUNTED = {
    "trades": "TRADE_DONE", "groups": "GROUP", "built": "BUILT", "auctions": "AUCTION",
    "bids": "BID", "mortgages": "MORTGAGED",
}  # fmt: skip


class Tally:
    """What happened in the games of one number of players.

    turns     sorted list;  wins  by seat;  places  by place in play order, starter first
    said      events;  slowest  cycles of a decision;  requests  in all games
    """

    def __init__(self, players):
        self.players, self.turns, self.wealth = players, [], []
        self.wins, self.places = collections.Counter(), collections.Counter()
        self.said, self.slowest, self.requests = collections.Counter(), 0, 0

    def add(self, table):
        engine = table.engine
        self.turns.append(table.turns if table.finished else TURNS + 1)
        self.said += table.said
        self.slowest = max(self.slowest, table.slowest)
        self.requests += table.steps
        if table.finished:
            (winner,) = (seat for seat in range(8) if engine.byte("winners") >> seat & 1)
            self.wins[winner] += 1
            self.places[(winner - engine.byte("turn_first")) % self.players] += 1
            self.wealth.append(engine.money(winner) + engine.equity(winner))

    @property
    def games(self):
        return len(self.turns)

    def within(self, turns):
        return sum(length <= turns for length in self.turns)

    def unfairness(self, counts):
        """Chi-square against equal chances; players - 1 degrees of freedom."""
        total = sum(counts.values())
        expected = total / self.players
        return sum((counts[n] - expected) ** 2 / expected for n in range(self.players))

    def line(self):
        turns, each = sorted(self.turns), self.games
        middle = turns[each // 2]
        seats = " ".join(str(self.wins[seat]) for seat in range(self.players))
        said = ", ".join(f"{k} {self.said[v] / each:.1f}" for k, v in COUNTED.items())
        return (
            f"{self.players} players, {each} games: turns {turns[0]}-{middle}-{turns[-1]}, "
            f"{self.within(300)} within 300, {len(self.wealth)} won within {TURNS}; "
            f"wins by seat {seats} (chi-square {self.unfairness(self.wins):.1f}, by place "
            f"{self.unfairness(self.places):.1f}); winner's wealth "
            f"{sum(self.wealth) // max(len(self.wealth), 1)}; a game: {said}; "
            f"slowest decision {self.slowest} cycles ({self.slowest / SECOND:.2f} s)"
        )


def play(engine, players, games, first=0, **options):
    """Play games of computers; returns the Tally."""
    tally = Tally(players)
    for seed in range(first, first + games):
        table = Table(engine, players, (seed * 7919 + players * 1000 + 1) & 0x3FFFFF,
                      options=options, model=False)  # fmt: skip
        table.play(TURNS)
        tally.add(table)
    return tally


def main(games):
    from tests.asm.game import engine

    with tempfile.TemporaryDirectory() as folder:
        machine = engine.Engine(engine.build(Path(folder)))
    for players in range(2, 9):
        print(play(machine, players, games).line(), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
