"""The stack of modes by the Russian rules: two more modes, and every request from each of them."""

import pytest

from tests.asm.game import test_modes
from tests.asm.game.engine import K
from tests.asm.game.test_modes import ARGUMENTS, ENDS, stack

BANK = K["CREDIT_BANK"]
NEW = {("NORMAL", "RENT"), ("NORMAL", "LOAN")}
STACKS = test_modes.STACKS - {("NORMAL", "TRANSFER")} | NEW


def to_rent(game):
    game.place(0, 36)
    game.roll(1, 2)  # Mayfair, a hotel of seat 2


def to_tax(game):
    game.place(0, 1)
    game.roll(1, 2)


def to_loan(game):
    game.ask_loan(BANK, 50, 3)
    game.do("LOAN")


def to_bail(game):
    game.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"], 0)
    game.poke("player_gaol_fails", 2, 0)
    game.place(0, 10)
    game.roll(1, 2)


WAYS = {
    " on ".join(start): way for start, way in test_modes.WAYS.items() if "TRANSFER" not in start
}
WAYS |= {"rent": to_rent, "loan": to_loan, "tax": to_tax, "bail": to_bail}


@pytest.mark.parametrize("way", WAYS)
def test_from_everywhere_every_request_leads_to_a_stack_that_can_be(engine, way):
    """Also after it somebody has something to do: no game stops."""
    game = engine.new_game(4, preset=K["PRESET_RUSSIAN"])
    game.poke("switches", 4, K["SW_BANKER"])
    test_modes.scene(game)
    WAYS[way](game)
    there = bytes(game.ram)
    reached = set()
    for code in range(K["REQUESTS"]):
        for arguments in [*ARGUMENTS, *((square, 0) for square in range(40))]:
            game.propose((game.active + 1) % 4, [5], give=1)
            if code == K["REQ_LOAN"]:
                game.ask_loan(arguments[0] % 10, 10, 1)
            if not game.request(code, *arguments):
                game.events()
                reached.add(stack(game))
                game.check_invariants()
                assert game.actions() or game.mode == K["MODE_OVER"]
            game.ram[:] = there
    assert reached
    assert reached <= STACKS | ENDS
