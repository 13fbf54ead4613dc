"""The 1989 game: taxes, hotels without houses, bankrupts (docs/play/rules.md, VARIANTS 1)."""

import pytest

from tests.asm.game.engine import BANK, NOBODY, K
from tests.asm.game.model import board

ORANGE = ST_JAMES, TENNESSEE, NEW_YORK = 16, 18, 19
GREEN, BLUE, BROWN = (31, 32, 34), (37, 39), (1, 3)
OTHERS = ("red", "yellow", "green", "blue", "purple", "light blue", "brown")


@pytest.fixture
def game(engine):
    """A game of four by the preset of 1989 in which seat 0 has the dice."""
    return engine.new_game(4, preset=K["PRESET_1989"])


def leave(game, houses):
    """Leave the bank so many houses: seat 2 has the others."""
    for group in OTHERS:
        for square in board.MEMBERS[group]:
            here = min(4, game.byte("bank_houses") - houses)
            game.give(2, square, level=here)
    assert game.byte("bank_houses") == houses


def levels(game, squares=ORANGE):
    return [game.level(square) for square in squares]


def kinds(events):
    return [event.name for event in events]


# --- taxes --------------------------------------------------------------------------


@pytest.mark.feature("F150")
@pytest.mark.feature("F151")
def test_income_tax_is_200_or_a_tenth_of_worth(game):
    """V-1.3: money, printed prices of all deeds, mortgaged or not, buildings at cost."""
    game.give(0, *BLUE, level=1)
    game.give(0, 5, mortgaged=1)
    worth = 1500 + 350 + 400 + 2 * 200 + 200
    game.place(0, 1)
    game.roll(1, 2)
    assert game.byte("turn_phase") == K["PHASE_TAX"]
    game.refuses("OFFER", "PHASE")
    game.do("TAX", 1)
    assert game.money(0) == 1500 - worth // 10
    game.check_invariants()


def test_luxury_tax_is_75(game):
    """V-1.3."""
    game.place(0, 35)
    game.roll(1, 2)
    assert game.money(0) == 1425


# --- hotels -------------------------------------------------------------------------


@pytest.mark.feature("F159")
def test_the_manuals_example_of_a_hotel_without_houses(game):
    """V-1.7: 50 for the hotel, 50 for the fourth house, 250 for Tennessee; 2, 2 and 3 stand."""
    game.give(0, ST_JAMES, TENNESSEE, level=5)
    game.give(0, NEW_YORK, level=4)
    leave(game, 3)
    hotels = game.byte("bank_hotels")
    events = game.do("SELL", ST_JAMES)
    assert game.money(0) == 1500 + 50 + 50 + 250
    assert levels(game) == [2, 2, 3]
    assert (game.byte("bank_houses"), game.byte("bank_hotels") - hotels) == (0, 2)
    assert [tuple(e) for e in events if e.name == "REBUILT"] == [
        (K["EV_REBUILT"], 0, ST_JAMES, 0, 350)
    ]
    assert "SOLD" not in kinds(events)
    game.check_invariants()


@pytest.mark.parametrize(
    ("bank", "paid", "after"),
    [(0, 750, [0, 0, 0]), (1, 700, [0, 0, 1]), (2, 650, [0, 1, 1]), (3, 600, [1, 1, 1])],
)
def test_three_hotels_leave_what_the_bank_has(game, bank, paid, after):
    """V-1.7: a player may lose all hotels by selling one."""
    game.give(0, *ORANGE, level=5)
    leave(game, bank)
    game.do("SELL", NEW_YORK)
    assert (game.money(0) - 1500, levels(game), game.byte("bank_houses")) == (paid, after, 0)
    game.check_invariants()


def test_with_four_houses_in_the_bank_a_hotel_is_sold_as_ever(game):
    """V-1.7."""
    game.give(0, *ORANGE, level=5)
    leave(game, 4)
    events = game.do("SELL", NEW_YORK)
    assert (game.money(0) - 1500, levels(game), game.byte("bank_houses")) == (50, [5, 5, 4], 0)
    assert "REBUILT" not in kinds(events)


@pytest.mark.feature("F160")
def test_all_hotels_of_a_group_are_sold_with_one_request(game):
    """V-1.8: each leaves four houses."""
    game.give(0, *ORANGE, level=5)
    game.do("SELL_ALL", TENNESSEE)
    assert (game.money(0) - 1500, levels(game)) == (150, [4, 4, 4])
    game.refuses("SELL_ALL", "BARE", TENNESSEE)
    game.check_invariants()


@pytest.mark.feature("F160")
@pytest.mark.parametrize(("bank", "after"), [(12, [4, 4, 4]), (7, [2, 2, 3]), (0, [0, 0, 0])])
def test_all_hotels_at_once_leave_no_more_than_the_bank_has(game, bank, after):
    """V-1.7, V-1.8."""
    game.give(0, *ORANGE, level=5)
    leave(game, bank)
    game.do("SELL_ALL", ST_JAMES)
    assert levels(game) == after
    assert game.money(0) - 1500 == (15 - sum(after)) * 50
    game.check_invariants()


def test_selling_all_is_for_streets_of_ones_own_and_where_hotels_are_rearranged(game, engine):
    """V-1.8."""
    game.give(1, *ORANGE, level=5)
    game.give(0, 5)
    game.refuses("SELL_ALL", "NOT_OWNER", TENNESSEE)
    game.refuses("SELL_ALL", "NOT_STREET", 5)
    game.refuses("SELL_ALL", "NOT_DEED", 0)
    game.refuses("SELL_ALL", "RANGE", 40)
    own = engine.new_game(4, switches={"bankrupt": 1})
    own.give(0, *ORANGE, level=5)
    own.refuses("SELL_ALL", "MODE", TENNESSEE)


def test_auto_pay_rearranges_as_well(game):
    """V-1.7, R-12.5."""
    game.give(0, *ORANGE, level=5)
    leave(game, 2)
    game.set_money(0, -100)
    game.poke("debt_lo", 100, BANK * 8)
    game.poke("player_flags", K["PF_ALIVE"] | K["PF_DEBT"], 0)
    events = game.do("AUTO_PAY")
    assert "REBUILT" in kinds(events)
    assert levels(game) == [0, 1, 1]
    assert game.money(0) == 550
    game.check_invariants()


def test_nobody_is_ever_short_of_houses_for_a_hotel(game):
    """V-1.7: there are no phantom houses."""
    game.give(0, *ORANGE, level=5)
    leave(game, 0)
    game.do("SELL", ST_JAMES)
    assert game.byte("bank_houses") == 0


# --- bankrupts ----------------------------------------------------------------------


def ruin(game, loser=0, owner=1):
    """The loser lands on Mayfair with a hotel of the owner's."""
    game.give(owner, *BLUE, level=5)
    game.place(loser, 36)
    return game.roll(1, 2)


@pytest.mark.feature("F194")
def test_a_creditor_gets_everything_and_owes_the_interest_at_once(engine):
    """V-1.9: half of the buildings, the money, cards, deeds, less 10 % of each loan."""
    game = engine.new_game(4, switches={"bankrupt": 1})
    game.give(0, *BROWN, level=1)
    game.give(0, 5)
    game.give(0, 31, mortgaged=1)  # 150 lent: 15
    game.poke("deck_free", 0, 1)
    game.call("cash_sync")
    game.set_money(0, 30)
    events = ruin(game)
    assert game.money(1) == 1500 + 30 + 50 - 15
    assert [game.owner(square) for square in (*BROWN, 5, 31)] == [1] * 4
    assert [game.mortgaged(square) for square in (*BROWN, 5, 31)] == [0, 0, 0, 1]
    assert (levels(game, BROWN), game.byte("bank_houses")) == ([0, 0], 32)
    assert game.byte("deck_free", 1) == 1
    assert [(e[1], e[2], e[3], e[4]) for e in events if e.name == "DEED"] == [
        (1, 1, 0, 0), (1, 3, 0, 0), (1, 5, 0, 0), (1, 31, 0, 15),
    ]  # fmt: skip
    assert not any(game.table("square_mark", 40))
    assert (game.equity(0), game.flags(0) & K["PF_ALIVE"]) == (0, 0)


@pytest.mark.feature("F194")
def test_the_principal_is_repaid_later_with_another_tenth(engine):
    """V-1.9."""
    game = engine.new_game(4, first=1, switches={"bankrupt": 1})
    game.give(1, 31, mortgaged=1)
    game.set_money(1, 0)
    game.give(2, *BLUE, level=5)
    game.place(1, 36)
    game.roll(1, 2)
    assert (game.owner(31), game.money(2), game.active) == (2, 1500 - 15, 2)
    game.do("REPAY", 31)
    assert game.money(2) == 1500 - 15 - 165


def test_a_creditor_who_cannot_pay_the_interest_has_to_raise_it(engine):
    """V-1.9, R-12.6."""
    game = engine.new_game(4, switches={"bankrupt": 1})
    game.give(0, *GREEN, mortgaged=1)  # 15, 15 and 16
    game.set_money(0, 0)
    game.set_money(1, 20)
    ruin(game)
    assert (game.mode, game.active, game.money(1)) == (K["MODE_MUST_PAY"], 1, 20 - 46)
    game.do("AUTO_PAY")
    game.do("CONTINUE")
    game.check_invariants()


def test_a_creditor_can_be_ruined_by_the_interest(engine):
    """V-1.9, R-13.4: what he has is auctioned then, for the bank is owed."""
    game = engine.new_game(4, switches={"bankrupt": 1})
    game.give(0, *GREEN, mortgaged=1)
    game.set_money(0, 0)
    game.give(1, 37)
    game.poke("square_mortgaged", 1, 37)
    game.recount()
    game.set_money(1, 10)
    game.place(0, 34)
    game.roll(1, 2)  # mortgaged: nothing is due
    game.do("END_TURN")
    game.place(1, 36)
    game.give(0, 39)
    game.roll(1, 2)  # 50 for Mayfair: he has 10
    assert game.flags(1) & K["PF_ALIVE"] == 0
    assert game.owner(37) == 0
    game.check_invariants()


def test_who_owes_the_bank_has_his_deeds_auctioned(engine):
    """V-1.9, R-13.4: without their mortgages."""
    game = engine.new_game(4, switches={"bankrupt": 1})
    game.give(0, 5)
    game.give(0, 15, mortgaged=1)
    game.set_money(0, 50)
    game.place(0, 1)
    game.roll(1, 2)  # income tax
    assert game.mode == K["MODE_AUCTION"]
    assert game.byte("square_pending", 15) != NOBODY
    assert not any(game.table("square_mortgaged", 40))
    assert not any(game.table("square_mark", 40))
    game.check_invariants()


def test_when_one_is_left_nothing_changes_hands(engine):
    """V-1.9, R-13.5."""
    game = engine.new_game(2, switches={"bankrupt": 1})
    game.give(0, 5)
    game.set_money(0, 10)
    ruin(game)
    assert (game.mode, game.byte("winners"), game.owner(5)) == (K["MODE_OVER"], 2, 0)
    assert not any(game.table("square_mark", 40))
