"""What computers decide by the Russian rules, and that they never stop a game."""

import random

import pytest

from tests.asm.game.engine import NOBODY, K
from tests.asm.game.test_gaol import fail
from tests.asm.game.test_variants_turn import give_card, to_tax

RUSSIAN = K["PRESET_RUSSIAN"]
BANK = K["CREDIT_BANK"]
CODES = {v: n[4:] for n, v in K.items() if n.startswith("REQ_")}


@pytest.fixture
def russian(engine):
    """A game of four by the Russian rules; seats 0 and 1 are computers, 0 has the dice."""
    game = engine.new_game(4, preset=RUSSIAN)
    for seat in (0, 1):
        game.poke("player_flags", game.flags(seat) | K["PF_CPU"], seat)
    return game


def decides(game):
    """The request a computer wants, (name, arg0, arg1), or None."""
    game.call("brain_decide")
    if game.carry:
        return None
    return CODES[game.cpu.a], game.byte("arg0"), game.byte("arg1")


@pytest.mark.parametrize(("money", "choice"), [(1990, 1), (1991, 0), (5000, 0), (0, 1)])
def test_it_chooses_the_lower_tax(russian, money, choice):
    """A tenth of 1990 is 199, of 1991 it is 200."""
    russian.set_money(0, money)
    to_tax(russian)
    assert decides(russian)[:2] == ("TAX", choice)


def test_a_card_is_better_than_50(russian):
    give_card(russian, 0, 0)
    russian.poke("player_flags", russian.flags(0) | K["PF_GAOL"], 0)
    russian.place(0, 10)
    fail(russian, 3)
    assert decides(russian)[0] == "CARD"


def test_without_a_card_it_pays(russian):
    russian.poke("player_flags", russian.flags(0) | K["PF_GAOL"], 0)
    russian.place(0, 10)
    fail(russian, 3)
    assert decides(russian)[0] == "BAIL"


def lent(game, amount, lender=1):
    """Seat 2 asks for a loan; what the lender wants to do."""
    for _ in range(2):
        game.place(game.active, 0)
        game.roll(6, 4)
        game.do("END_TURN")
    game.ask_loan(lender, amount, 5)
    game.do("LOAN")
    return decides(game)[0]


@pytest.mark.parametrize(
    ("money", "amount", "equity", "answer"),
    [
        (1500, 100, (39,), "GRANT"),
        (599, 100, (39,), "REFUSE_LOAN"),
        (600, 100, (39,), "GRANT"),
        (1500, 101, (39,), "REFUSE_LOAN"),
        (1500, 50, (), "REFUSE_LOAN"),
    ],
)
def test_it_lends_what_it_does_not_need_to_who_has_something(
    russian, money, amount, equity, answer
):
    """500 stay; no more than half of the borrower's equity."""
    russian.give(2, *equity)
    russian.set_money(1, money)
    assert lent(russian, amount) == answer


@pytest.mark.parametrize(("amount", "answer"), [(100, "GRANT"), (101, "REFUSE_LOAN")])
def test_as_a_banker_it_lends_by_the_machines_rule(russian, amount, answer):
    russian.poke("switches", 2, K["SW_BANKER"])
    russian.set_money(1, 0)  # it is not its own
    russian.give(2, 39)
    assert lent(russian, amount, BANK) == answer


def test_it_borrows_what_is_lacking_for_a_deed_it_wants(russian):
    """The machine lends it, so nothing is mortgaged."""
    russian.give(0, 37, 31, 32)
    russian.set_money(0, 330)
    russian.place(0, 36)
    russian.roll(1, 2)
    assert decides(russian)[0] == "LOAN"
    russian.call("brain_step")
    russian.events()
    assert russian.loans() == [(0, BANK, 0, 70, 0, 10)]
    assert russian.money(0) == 400
    russian.call("brain_step")
    assert russian.owner(39) == 0


def test_a_computer_in_debt_lends_nothing(russian):
    """It is asked in another's turn; what it owes is settled before its own."""
    russian.give(2, 39)
    for _ in range(2):
        russian.place(russian.active, 0)
        russian.roll(6, 4)
        russian.do("END_TURN")
    russian.ask_loan(1, 10, 5)
    russian.do("LOAN")
    russian.set_pair("player_money", 0xFFFF, 1)
    assert decides(russian)[0] == "REFUSE_LOAN"


@pytest.mark.parametrize(("answer", "then"), [("GRANT", "BUY"), ("REFUSE_LOAN", "MORTGAGE")])
def test_it_asks_a_banker_once_a_turn(russian, answer, then):
    russian.poke("switches", 4, K["SW_BANKER"])
    russian.give(0, 37, 31, 32)
    russian.set_money(0, 330)
    russian.place(0, 36)
    russian.roll(1, 2)
    assert decides(russian)[0] == "LOAN"
    russian.do("LOAN")
    assert (russian.mode, russian.active) == (K["MODE_LOAN"], 3)
    russian.do(answer)
    assert decides(russian)[0] == then


@pytest.mark.parametrize(("stations", "asks"), [((5,), False), ((5, 15), True)])
def test_it_asks_no_banker_for_more_than_the_machine_would_lend(russian, stations, asks):
    """60 are lacking; half of its equity is 50, or 100."""
    russian.poke("switches", 4, K["SW_BANKER"])
    russian.give(0, 37, 31, 32, mortgaged=1)
    russian.give(0, *stations)
    russian.set_money(0, 340)
    russian.place(0, 36)
    russian.roll(1, 2)
    assert (decides(russian)[0] == "LOAN") == asks


def test_it_pays_back_what_leaves_it_500(russian):
    russian.give(0, 37, 31)
    russian.ask_loan(BANK, 100, 9)
    russian.do("LOAN")
    russian.place(0, 0)
    russian.roll(6, 4)
    for money, wanted in ((599, False), (600, True)):
        russian.set_money(0, money)
        assert (decides(russian)[0] == "PAYBACK") == wanted


@pytest.mark.parametrize("mode", ["tax", "loan", "rent"])
def test_the_fallback_knows_a_way_on(russian, mode):
    """Whatever a computer has tried in a turn."""
    if mode == "tax":
        to_tax(russian)
    elif mode == "loan":
        russian.give(0, 39)
        russian.ask_loan(1, 10, 5)
        russian.do("LOAN")
    else:
        russian.give(2, 39)
        russian.place(0, 36)
        russian.roll(1, 2)
        russian.poke("player_flags", russian.flags(2) | K["PF_CPU"], 2)
        assert decides(russian) == ("LESS", 50, 0)
    russian.call("brain_fallback")
    assert not russian.carry
    code, arguments = russian.cpu.a, russian.table("arg0", 2)
    assert CODES[code] == {"tax": "TAX", "loan": "REFUSE_LOAN", "rent": "LESS"}[mode]
    assert russian.request(code, *arguments) == 0


def whole_game(engine, seed, players, limit=30_000, preset=RUSSIAN, **switches):
    """Computers alone play until one has won; returns how many requests that took."""
    rng = random.Random(seed)
    game = engine.new_game(players, preset=0 if switches else preset, switches=switches)
    game.seed(rng.randrange(1, 1 << 22))
    for seat in range(players):
        game.poke("player_flags", game.flags(seat) | K["PF_CPU"], seat)
        game.poke("settings", rng.randrange(3), K["OPT_SKILLS"] + seat)
    for step in range(limit):
        if game.mode == K["MODE_OVER"]:
            return step
        game.call("brain_step")
        assert not game.carry, f"stuck in mode {game.mode}, phase {game.byte('turn_phase')}"
        game.events()
        if step % 16 == 0:
            game.check_invariants()
    raise AssertionError("no end")


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
def test_computers_play_whole_games_by_the_russian_rules(engine, players):
    whole_game(engine, players, players)
    assert not engine.loans() or engine.byte("winners")
    assert engine.byte("loan_borrower", 7) == NOBODY


@pytest.mark.parametrize(
    "switch",
    [("order", 1), ("rent", 2), ("tax", 1), ("luxury", 1), ("auction", 2), ("hotel", 2),
     ("build", 2), ("repay", 1), ("loans", 1), ("bankrupt", 2), ("third", 1), ("cards", 1),
     ("banker", 2), ("bank", 1)],
    ids=lambda s: s[0],
)  # fmt: skip
def test_computers_play_a_whole_game_by_every_single_switch(engine, switch):
    whole_game(engine, 7, 4, **dict([switch]))
