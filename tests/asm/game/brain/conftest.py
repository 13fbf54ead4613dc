"""Fixtures of the computer players' tests."""

import pytest

from tests.asm.game.brain.table import set_weight, sit


@pytest.fixture
def computers(engine):
    """A game of four computers in which seat 0 has the dice."""
    engine.new_game(4)
    return sit(at_any_time(engine), 0, 1, 2, 3)


@pytest.fixture
def lonely(engine):
    """A game of four in which seat 0, a computer, has the dice; the others are people."""
    engine.new_game(4)
    return sit(at_any_time(engine), 0)


def at_any_time(engine):
    """Groups change hands from the first deed on, so that scenes need few of them."""
    for skill in range(3):
        set_weight(engine, "TRADE_FROM", 0, skill)
    return engine
