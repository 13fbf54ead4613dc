"""A whole game on a machine whose SID gives no noise; test_random.py has the trial itself."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game

READ = bytes((0xAD, 0x1B, 0xD4))  # LDA $D41B
SAID = "The sound chip gives no noise: fair sums."


def dead(game, value):
    """Start on a machine whose $D41B always gives ``value``."""
    game.enter()
    places = [at for at in range(0x0800, 0xC000) if bytes(game.ram[at : at + 3]) == READ]
    assert len(places) == 2, "noise_try and random_byte"
    for at in places:
        game.put([(at, bytes((0xA9, value, 0xEA)))])
    game.tick(90)
    return game


def said(game):
    """The page's words, its lines joined."""
    return " ".join(game.text().split())


@pytest.mark.feature("F239")
@pytest.mark.parametrize("value", [0, 255])
def test_set_up_says_at_once_that_there_is_no_noise_and_the_game_begins(built, value):
    game = Game()
    game.machine.tick(120)
    dead(game, value).key("\n", 150)
    assert SAID in said(game)
    game.key("{F7}", 60)
    throws = set()
    for _ in range(4):
        game.key("r", 90)
        throws.add((game.byte("dice"), game.byte("dice", 1)))
    assert game.byte("mode_kind") == K["MODE_NORMAL"]
    assert len(throws) > 1


def test_a_sid_with_noise_is_not_complained_of(built):
    """Whatever line of set-up is looked at."""
    game = Game().boot()
    game.key("\n", 150)
    assert "Rolls by" in said(game)
    for _ in range(18):
        assert SAID not in said(game)
        game.key("{DOWN}")
