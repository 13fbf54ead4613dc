"""Dice from the console's seed: a game that can be played again, and A at the names."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.test_options import register

LINE = 10 + K["OPT_RANDOM"]  # ITEM_RANDOM (asm/game/pages/setup.s)


def chosen(game):
    """From set-up to the line of the dice, and to its last value."""
    for _ in range(20):
        if game.byte("setup_item") == LINE:
            break
        game.key("{DOWN}", 5)
    for _ in range(4):
        if game.byte("settings", K["OPT_RANDOM"]) == K["RANDOM_SEEDED"]:
            assert "seed 3E2AD2" in game.text()
            return game
        game.key("{RIGHT}", 5)
    raise AssertionError(game.where())


def decks(game):
    """The order of both decks."""
    place = game.labels["deck_cards"]
    return bytes(game.ram[place : place + 32])


def played(game, wait, rolls=12):
    """Begin after some pictures, roll after as many more; the decks, the register at each throw."""
    game.tick(wait)
    game.machine.type("{F7}", wait=False)
    while game.mode != K["MODE_FIRST"]:
        game.tick(1)
    order, throws = decks(game), []

    def thrown(_):
        throws.append(register(game))
        return False

    game.machine.board.set_trap(game.labels["random_dice"], thrown)
    while len(throws) < rolls:
        game.tick(wait)
        game.key("rbn", 60)
    game.machine.board.set_trap(game.labels["random_dice"], None)
    return order, throws[:rolls]


@pytest.mark.feature("F249")
def test_two_games_from_the_seed_are_alike_however_long_one_waits(at):
    first = played(chosen(at("setup")), 1, rolls=7)
    assert played(chosen(at("setup")), 37, rolls=7) == first
    assert len(set(first[1])) == len(first[1])


@pytest.mark.parametrize("source", ["RANDOM_UNBIASED", "RANDOM_LFSR"])
def test_other_registers_begin_anywhere(at, source):
    """The title's key decides where."""
    orders = set()
    for wait in (3, 4):
        game = at("title")
        game.tick(wait)
        game.key("\n", 40)
        game.ram[game.labels["settings"] + K["OPT_RANDOM"]] = K[source]
        orders.add(played(game, 1, rolls=0)[0])
    assert len(orders) == 2


@pytest.mark.feature("F249")
@pytest.mark.parametrize("key", ["A", "Z", "{DEL}"])
def test_n_begins_anew_whenever_a_letter_of_a_name_is_taken(at, key):
    """VARIANTS 2.1: pressing A, which takes a letter on the console, resets N."""
    game = at("setup")
    game.ram[game.labels["settings"] + K["OPT_RANDOM"]] = K["RANDOM_LFSR"]
    game.key("{DOWN}", 20)
    game.ram[game.labels["rng_n"]] = 100
    game.tick(5)
    assert 100 < game.byte("rng_n") <= 106
    game.key(key, 10)
    assert game.byte("rng_n") <= 20
