"""Fixtures of the computer players' tests."""

import pytest

from tests.asm.game.brain.table import sit


@pytest.fixture
def computers(engine):
    """A game of four computers in which seat 0 has the dice."""
    engine.new_game(4)
    return sit(engine, 0, 1, 2, 3)


@pytest.fixture
def lonely(engine):
    """A game of four in which seat 0, a computer, has the dice; the others are human."""
    engine.new_game(4)
    return sit(engine, 0)
