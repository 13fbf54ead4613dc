"""Raising money, building, repaying (R-17.6 to R-17.8)."""

import pytest

from tests.asm.game.brain.table import obey, obey_while, set_skill, sit, wish
from tests.asm.game.engine import K
from tests.asm.game.test_cards import CHEST, cards, draw

EASY = 2  # OPT_SKILLS


def at_the_end(game, money):
    """Seat 0 has rolled and stands on Free Parking; nothing is due."""
    game.place(0, 13)
    game.roll(3, 4)
    game.set_money(0, money)
    assert game.byte("turn_phase") == K["PHASE_DONE"]
    return game


def names(asked):
    return [name for name, *_ in asked]


@pytest.mark.feature("F096")
def test_houses_rise_evenly_and_leave_what_the_first_ones_need(lonely):
    """R-17.7: three houses each, 150 stay."""
    lonely.give(0, 6, 8, 9)
    asked = obey_while(at_the_end(lonely, 620), 0)
    assert names(asked) == ["BUILD"] * 9 + ["END_TURN"]
    assert [lonely.level(s) for s in (6, 8, 9)] == [3, 3, 3]
    assert lonely.money(0) == 620 - 9 * 50


@pytest.mark.feature("F096")
def test_the_dearest_group_comes_first(lonely):
    """R-17.7."""
    lonely.give(0, 6, 8, 9)
    lonely.give(0, 37, 39)
    asked = obey_while(at_the_end(lonely, 602), 0)
    assert [square for name, square, _ in asked if name == "BUILD"] == [37, 39, 6]


@pytest.mark.feature("F096")
def test_above_three_houses_only_what_exceeds_the_reserve_is_spent(lonely):
    """R-17.4, R-17.7: 350 while few deeds are sold; nobody charges rent."""
    lonely.give(0, 6, 8, 9, level=3)
    asked = obey_while(at_the_end(lonely, 350 + 149), 0)
    assert names(asked) == ["BUILD", "BUILD", "END_TURN"]


@pytest.mark.feature("F096")
@pytest.mark.parametrize(("money", "built"), [(799, 1), (800, 2), (849, 2), (850, 3)])
def test_whatever_rents_there_are_no_more_than_700_are_kept(lonely, money, built):
    """R-17.4, R-17.7: hotels on the dearest streets, and hotels of its own: no pressure."""
    lonely.give(0, 1, 3, level=5)
    lonely.give(0, 6, 8, 9, level=3)
    lonely.give(1, 37, 39, level=5)
    lonely.give(1, 5, 15, 25, 35)
    lonely.give(1, 16, 18, 19, level=5)
    asked = obey_while(at_the_end(lonely, money), 0)
    assert names(asked) == ["BUILD"] * built + ["END_TURN"]


@pytest.mark.feature("F096")
def test_under_pressure_it_spends_below_the_reserve(lonely):
    """R-17.7: a rival's hotels call for more, but 300 stay."""
    lonely.give(0, 6, 8, 9, level=3)
    lonely.give(1, 16, 18, 19, level=5)
    asked = obey_while(at_the_end(lonely, 300 + 149), 0)
    assert names(asked) == ["BUILD", "BUILD", "END_TURN"]


@pytest.mark.feature("F096")
def test_nothing_is_built_without_stock_or_on_a_mortgaged_group(lonely):
    """R-10.1: the rules say no, the turn goes on."""
    lonely.give(0, 6, 8, 9)
    lonely.poke("bank_houses", 0)
    at_the_end(lonely, 200)
    assert wish(lonely)[0] == "END_TURN"
    lonely.poke("bank_houses", 32)
    lonely.give(0, 6, mortgaged=1)
    assert wish(lonely)[0] == "END_TURN"


@pytest.mark.feature("F091")
def test_a_complete_group_is_freed_before_anything_is_built(lonely):
    """R-17.8: 150 stay."""
    lonely.give(0, 6, 8, 9, mortgaged=1)
    lonely.give(0, 1, 3)
    asked = obey_while(at_the_end(lonely, 330), 0)
    assert [a[:2] for a in asked[:4]] == [("REPAY", 6), ("REPAY", 8), ("REPAY", 9), ("END_TURN", 9)]


@pytest.mark.feature("F091")
def test_other_deeds_are_repaid_dearest_first_from_what_exceeds_the_reserve(lonely):
    """R-17.8."""
    lonely.give(0, 39, 16, 12, mortgaged=1)
    asked = obey_while(at_the_end(lonely, 350 + 220 + 99 + 82), 0)
    assert [a[:2] for a in asked[:2]] == [("REPAY", 39), ("REPAY", 16)]
    assert names(asked) == ["REPAY", "REPAY", "END_TURN"]
    assert lonely.money(0) == 350 + 82  # the utility costs 83


@pytest.mark.feature("F091")
def test_under_pressure_nothing_is_repaid(lonely):
    """R-17.7: it skips AutoRepay."""
    lonely.give(0, 39, mortgaged=1)
    lonely.give(1, 1, 3, level=1)
    assert wish(at_the_end(lonely, 3000))[0] == "END_TURN"


@pytest.mark.feature("F100")
def test_a_debtor_raises_the_shortage_and_goes_on(game):
    """R-17.6, R-12.6: in the interrupt that a card brings."""
    sit(game, 2)
    game.give(2, 39)
    game.set_money(2, 4)
    draw(game, CHEST, cards(CHEST, "from each")[0])
    assert (game.mode, game.active) == (K["MODE_MUST_PAY"], 2)
    assert [obey(game)[0][0] for _ in range(2)] == ["AUTO_PAY", "CONTINUE"]
    assert game.money(2) == 200 - 6


@pytest.mark.feature("F100")
def test_debts_in_its_own_turn_come_before_everything(lonely):
    """R-17.1, R-17.6."""
    lonely.give(0, 39)
    lonely.give(1, 1, 3, level=4)
    lonely.set_money(0, 10)
    lonely.place(0, 40 - 8)
    lonely.roll(5, 6)  # Whitechapel Road, past GO: 320
    assert lonely.money(0) < 0
    asked = obey_while(lonely, 0)
    assert names(asked)[0] == "AUTO_PAY"
    assert lonely.money(0) >= 0


@pytest.mark.feature("F096")
def test_when_the_bank_is_out_of_houses_the_rich_move_them_to_dearer_streets(lonely):
    """R-17.7: two who have built everywhere a little would play for ever."""
    lonely.give(0, 6, 8, 9, level=2)
    lonely.give(0, 37, 39)
    lonely.poke("bank_houses", 0)
    at_the_end(lonely, 3000)
    asked = obey_shift(lonely)
    assert names(asked) == ["SELL", "BUILD"] * 6 + ["END_TURN"]
    assert [lonely.level(s) for s in (6, 8, 9, 37, 39)] == [0, 0, 0, 3, 3]


@pytest.mark.feature("F096")
def test_the_houses_of_the_cheapest_streets_are_moved_first(lonely):
    """R-17.7: brown before light blue."""
    lonely.give(0, 1, 3, level=1)
    lonely.give(0, 6, 8, 9, level=2)
    lonely.give(0, 37, 39)
    lonely.poke("bank_houses", 0)
    asked = obey_shift(at_the_end(lonely, 3000))
    assert [a[:2] for a in asked[:4:2]] == [("SELL", 1), ("SELL", 3)]
    assert [lonely.level(s) for s in (1, 3, 37, 39)] == [0, 0, 3, 3]


@pytest.mark.feature("F096")
@pytest.mark.parametrize(("money", "asked"), [(999, "END_TURN"), (1000, "SELL"), (1001, "SELL")])
def test_who_is_not_rich_keeps_his_houses(lonely, money, asked):
    """R-17.7: from 1000 on."""
    lonely.give(0, 6, 8, 9, level=2)
    lonely.give(0, 37, 39)
    lonely.poke("bank_houses", 0)
    assert wish(at_the_end(lonely, money))[0] == asked


@pytest.mark.feature("F096")
@pytest.mark.parametrize(
    ("cheap", "dear", "pairs", "after"),
    [(1, 1, 3, [0, 0, 0, 2, 3]), (2, 2, 2, [1, 1, 2, 3, 3]), (2, 3, 0, [2, 2, 2, 3, 3])],
)
def test_an_easy_computer_moves_houses_to_dearer_streets_and_never_back(
    lonely, cheap, dear, pairs, after
):
    """R-17.7: it sold and built the same house until its 250 requests were used up."""
    set_skill(lonely, 0, EASY)
    lonely.give(0, 6, 8, 9, level=cheap)
    lonely.give(0, 37, 39, level=dear)
    lonely.poke("bank_houses", 0)
    at_the_end(lonely, 3000)
    assert names(obey_shift(lonely)) == ["SELL", "BUILD"] * pairs + ["END_TURN"]
    assert sorted(lonely.level(s) for s in (6, 8, 9)) == after[:3]
    assert sorted(lonely.level(s) for s in (37, 39)) == after[3:]


@pytest.mark.feature("F096")
@pytest.mark.parametrize(("money", "houses"), [(999, 2), (1600, 3)])
def test_an_easy_computer_builds_three_houses_only_when_it_is_rich(lonely, money, houses):
    """R-17.7: two houses and a reserve of 400; with 1000 in hand three, as the others."""
    set_skill(lonely, 0, EASY)
    lonely.give(0, 1, 3)
    obey_while(at_the_end(lonely, money), 0)
    assert [lonely.level(s) for s in (1, 3)] == [houses] * 2


@pytest.mark.parametrize(
    ("turns", "money", "rivals", "stops"),
    [
        (511, 3000, 100, False),
        (512, 3000, 3007, True),  # the same eighth
        (512, 3000, 3008, False),
        (512, 300, 100, True),
        (1535, 3000, 3008, False),
        (1536, 3000, 3008, True),
    ],
)
def test_it_asks_to_stop_a_long_game_when_nobody_is_ahead(lonely, turns, money, rivals, stops):
    """R-17.12: in one turn of 32, so 240 looks are enough to see it; much later in any case."""
    at_the_end(lonely, money)
    for seat in range(1, 4):
        lonely.set_money(seat, 100)
    lonely.set_money(2, rivals)
    lonely.poke("turn_count", turns & 0xFF)
    lonely.poke("turn_count", turns >> 8, 1)
    said = [wish(lonely)[0] for _ in range(240)]
    assert set(said) == ({"END_TURN", "QUIT"} if stops else {"END_TURN"})
    assert said.count("QUIT") < 40


def obey_shift(game):
    """As obey_while, without the invariant of the stock: the scene has taken it away."""
    asked = []
    while game.active == 0:
        said = wish(game)
        asked.append(said)
        assert not game.request(K["REQ_" + said[0]], *said[1:])
        game.events()
        assert len(asked) < 30, asked
    return asked
