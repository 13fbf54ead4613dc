"""Saved machines in which the rules of 1989 and the Russian ones ask somebody, or everybody."""

from emu.shared.state.write import save_state_file
from tests.asm.game.ui import rules1989
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.test_claim import due
from tests.asm.game.ui.test_computer import against
from tests.asm.game.ui.test_houses import town
from tests.asm.game.ui.test_russian import asked_for_a_loan, asked_for_rent

COMPUTER = 3  # whose seat a computer has in an auction


def of_1989(seats=4):
    """A first turn by the rules of 1989."""
    return rules1989.first_turn(Game().boot().key("\n"), seats)


def russian():
    """A first turn by the Russian rules."""
    game = Game().boot()
    game.key("\n").key("{DOWN}" * 5, 5).key("{RIGHT}{RIGHT}", 20).key("{F7}")
    for _ in range(4):
        game.tick_until_armed()
        game.key("r", 120)
    return game.until("Loans")


def auction():
    """A lot in real time; a computer plays the last seat, and is too poor to bid.

    The page says how it goes: until the first bid the time stands still.
    """
    game = of_1989()
    rules1989.money(game, COMPUTER, 0)
    rules1989.auction(game)
    against(game, COMPUTER)
    return game.key(" ")


def claim():
    """Somebody claims his rent, or does not."""
    game = of_1989()
    due(game)
    return game


def houses():
    """All are asked how many houses they want; the first three could build."""
    game = of_1989()
    town(game)
    game.key("h", 5).until("Who wants any?")
    return game


def houses_of_a_computer():
    """The same, and who has the dice is a computer."""
    game = houses()
    against(game, rules1989.active(game))
    return game


def rent():
    """An owner may take less."""
    game = russian()
    asked_for_rent(game)
    return game


def loan():
    """Somebody is asked for a loan."""
    game = russian()
    asked_for_a_loan(game)
    return game


WAYS = {
    "auction": auction,
    "claim": claim,
    "houses": houses,
    "computer": houses_of_a_computer,
    "rent": rent,
    "loan": loan,
}
__all__ = ["COMPUTER", "WAYS", "saved"]


def saved(way, folder):
    """Return a file with such a machine, half a second after the question came."""
    game = WAYS[way]()
    game.tick_until_armed()
    rules1989.with_disk(game)
    path = folder / f"{way}.go64"
    save_state_file(path, game.machine, way)
    return path
