"""Fixtures: the built game, and machines that stand at well-known places in it."""

import pytest

from emu.kit.plugin import counting
from tests.asm.game.ui.machine import DEBUG_FILE, Game
from tools import build


@pytest.fixture(scope="session")
def built(pytestconfig):
    """The game is assembled, linked and packed."""
    build.build_game()
    Game.counting = counting(pytestconfig)


@pytest.fixture(scope="session")
def places(built):
    """Snapshots of a machine at the title, in set-up and in the first turn of four."""
    game = Game().boot()
    found = {"title": game.machine.snapshot()}
    game.key("\n")
    found["setup"] = game.machine.snapshot()
    game.key("{F7}", 60)
    found["first"] = game.machine.snapshot()
    for _ in range(4):
        game.key("r", 90)
    game.tick(120)
    found["turn"] = game.machine.snapshot()
    return found


@pytest.fixture
def at(places, c64_factory):
    """Call with a place: a machine that stands there, each time another one."""
    count = iter(range(100))

    def make(place):
        kit = c64_factory(f"game {next(count)}", dbg=DEBUG_FILE, boot=False)
        game = Game(kit=kit)
        game.machine.restore(places[place])
        return game

    return make
