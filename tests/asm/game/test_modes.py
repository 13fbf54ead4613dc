"""The stack of modes (R-2.5): which can stand on which, and that four places are enough.

The rules never remember what to come back to: after each request they look at the state
(debt_settle), so an auction after an elimination in a must-pay interrupt does not stand on
either.  Seven stacks remain.  From every one of them every request with every square leads
to one of the seven, which is shown here from states that reach them in play; the games in
lock step (test_lockstep.py) meet no other.
"""

import pytest

from tests.asm.game.engine import NOBODY, K
from tests.asm.game.test_cards import CHEST, cards, draw

NAMES = {v: n[5:] for n, v in K.items() if n.startswith("MODE_") and n != "MODE_DEPTH"}
STACKS = {
    ("NORMAL",), ("NORMAL", "AUCTION"), ("NORMAL", "TRADE"), ("NORMAL", "AUCTION", "TRADE"),
    ("NORMAL", "MUST_PAY"), ("NORMAL", "TRANSFER"), ("NORMAL", "QUIT"),
}  # fmt: skip
ENDS = {("OVER",)}
ARGUMENTS = [(0, 0), (1, 0), (3, 1), (5, 1), (6, 3), (39, 0), (41, 1), (10, 0), (0, 4), (255, 255)]


def stack(game):
    return tuple(NAMES[k] for k in game.table("mode_kind", game.byte("mode_depth") + 1))


def scene(game):
    """Everybody has something of everything."""
    game.give(0, 6, 8, 9, level=1)
    game.give(0, 5)
    game.give(1, 1, 3, mortgaged=1)
    game.give(1, 15)
    game.give(2, 37, 39, level=5)
    game.give(3, 12, mortgaged=1)


def to_auction(game):
    game.place(0, 21)
    game.roll(1, 2)  # Trafalgar Square
    game.do("PASS")


def to_must_pay(game):
    for seat in (2, 3):
        game.set_money(seat, 4)
    draw(game, CHEST, cards(CHEST, "from each")[0])


def to_transfer(game):
    game.set_money(3, 0)  # his one deed is mortgaged: nothing to raise
    draw(game, CHEST, cards(CHEST, "from each")[0])


WAYS = {
    ("NORMAL",): lambda game: game.roll(6, 4),
    ("NORMAL", "AUCTION"): to_auction,
    ("NORMAL", "TRADE"): lambda game: game.offer(1, [5, 15], give=10),
    ("NORMAL", "AUCTION", "TRADE"): lambda game: (to_auction(game), game.offer(3, [15], want=1)),
    ("NORMAL", "MUST_PAY"): to_must_pay,
    ("NORMAL", "TRANSFER"): to_transfer,
    ("NORMAL", "QUIT"): lambda game: game.do("QUIT"),
}


@pytest.mark.parametrize("start", sorted(STACKS), ids=" on ".join)
def test_from_each_stack_every_request_leads_to_a_stack_that_can_be(game, start):
    """R-2.5."""
    scene(game)
    WAYS[start](game)
    assert stack(game) == start
    there = bytes(game.ram)
    reached = set()
    for code in range(K["REQUESTS"]):
        for arguments in [*ARGUMENTS, *((square, 0) for square in range(40))]:
            game.propose((game.active + 1) % 4, [5], give=1)
            if not game.request(code, *arguments):
                game.events()
                reached.add(stack(game))
                game.check_invariants()
            game.ram[:] = there
    assert reached <= STACKS | ENDS
    assert reached


def test_auctions_after_eliminations_in_a_must_pay_interrupt_nest_no_deeper_than_a_trade(engine):
    """R-2.5, R-12.6, R-12.7, R-13.3: the worst there is, step by step."""
    game = engine.new_game(5)
    game.give(2, 39)
    game.give(3, 1, 3, mortgaged=1)
    game.give(4, 12, mortgaged=1)
    for seat in (2, 3, 4):
        game.set_money(seat, 0)
    draw(game, CHEST, cards(CHEST, "from each")[0])
    assert (stack(game), game.active) == (("NORMAL", "MUST_PAY"), 2)
    game.do("AUTO_PAY")
    game.do("CONTINUE")
    for loser in (3, 4):  # both lost to the drawer, one after the other
        assert (stack(game), game.active) == (("NORMAL", "TRANSFER"), 0)
        assert game.byte("trade_from") == loser
        game.do("REVIEW")
        game.do("CONFIRM")
    for square in (1, 3, 12):  # everything he left, in board order
        assert stack(game) == ("NORMAL", "AUCTION")
        assert game.byte("mode_square", 1) == square
        game.offer(2 if game.active != 2 else 0, give=1)
        assert stack(game) == ("NORMAL", "AUCTION", "TRADE")
        game.do("DECLINE")
        while stack(game) == ("NORMAL", "AUCTION") and game.byte("mode_square", 1) == square:
            game.do("FORFEIT")
    assert stack(game) == ("NORMAL",)
    assert game.deepest == 2 < K["MODE_DEPTH"]
    assert [game.owner(s) for s in (1, 3, 12)] == [NOBODY] * 3
    game.check_invariants()
