"""Computers among themselves: games end, nobody has an advantage, the machine keeps up."""

import pytest

from tests.asm.game.brain import tournament
from tests.asm.game.brain.table import SECOND
from tests.asm.game.engine import Engine
from tests.volume import seldom

# chi-square at p = 0.001 for 1 to 7 degrees of freedom
LIMIT = {2: 10.83, 3: 13.82, 4: 16.27, 5: 18.47, 6: 20.52, 7: 22.46, 8: 24.32}


def check(tally):
    print(tally.line())
    assert len(tally.wealth) >= 0.95 * tally.games, "games must end"
    assert tally.within(300) >= 0.85 * tally.games
    assert tally.unfairness(tally.wins) < LIMIT[tally.players]
    assert tally.unfairness(tally.places) < LIMIT[tally.players]
    assert tally.slowest < 2 * SECOND
    assert tally.said["TRADE_DONE"] > tally.games
    assert tally.said["BUILT"] > 5 * tally.games


@pytest.mark.feature("F099")
@pytest.mark.feature("F188")
@pytest.mark.parametrize("players", [seldom(2), 4, seldom(6), seldom(8)])
def test_games_of_computers_end_and_are_fair(rules_binary, players):
    """R-17.1: also trades happen, groups are completed and built on."""
    check(tournament.play(Engine(rules_binary), players, 20))


@pytest.mark.long
@pytest.mark.parametrize("players", range(2, 9))
def test_long_tournaments(rules_binary, players):
    check(tournament.play(Engine(rules_binary), players, 300, first=1000))
