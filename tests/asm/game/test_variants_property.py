"""The Russian rules of property: building, mortgages, auctions, bankrupts (VARIANTS, section 3)."""

import pytest

from tests.asm.game.engine import NOBODY, K
from tests.asm.game.test_variants_turn import FREE, give_card

RUSSIAN = K["PRESET_RUSSIAN"]
GREEN, BLUE, BROWN = (31, 32, 34), (37, 39), (1, 3)


@pytest.fixture
def russian(engine):
    """A game of four by the Russian rules in which seat 0 has the dice."""
    return engine.new_game(4, preset=RUSSIAN)


def next_turn(game):
    game.place(game.active, 0)
    game.roll(6, 4)
    game.do("END_TURN")


# --- building -----------------------------------------------------------------------


@pytest.mark.feature("F219")
def test_a_street_rises_one_level_a_turn(russian):
    """V-3.5.

    Its own example: three houses at once on three streets; a fourth waits for the next turn.
    """
    russian.give(0, *GREEN)
    for square in GREEN:
        russian.do("BUILD", square)
    for square in GREEN:
        russian.refuses("BUILD", "ONCE", square)
    assert K["REQ_BUILD"] not in russian.actions()
    for _ in range(4):
        next_turn(russian)
    assert russian.active == 0
    russian.do("BUILD", GREEN[1])
    russian.refuses("BUILD", "EVEN", GREEN[1])
    assert [russian.level(s) for s in GREEN] == [1, 2, 1]
    russian.check_invariants()


def test_each_turn_is_a_new_one_whoever_has_the_dice(russian):
    """V-3.5.

    A turn ends with END_TURN; who builds in his turn of an auction builds in that turn.
    """
    russian.give(1, *BLUE)
    russian.place(0, 18)
    russian.roll(1, 2)
    russian.do("PASS")
    assert russian.active == 1
    russian.do("BUILD", 37)
    russian.refuses("BUILD", "EVEN", 37)
    russian.do("BUILD", 39)
    russian.refuses("BUILD", "ONCE", 37)
    while russian.mode == K["MODE_AUCTION"]:
        russian.do("FORFEIT")
    russian.do("END_TURN")
    russian.do("BUILD", 37)


def test_sold_and_built_again_is_a_second_time(russian):
    """V-3.5."""
    russian.give(0, *GREEN, level=1)
    russian.do("BUILD", 31)
    russian.do("SELL", 31)
    russian.refuses("BUILD", "ONCE", 31)
    russian.do("BUILD", 32)


def test_a_hotel_is_a_level_too(russian):
    """V-3.5."""
    russian.give(0, *BLUE, level=3)
    russian.set_money(0, 3000)
    for square in BLUE:
        russian.do("BUILD", square)
    russian.refuses("BUILD", "ONCE", 37)
    for _ in range(4):
        next_turn(russian)
    russian.do("BUILD", 37)
    assert russian.level(37) == 5


def test_levelling_a_group_leaves_out_what_has_risen(russian):
    """V-3.5: 31 has been built on and sold again: only 34 can still rise."""
    russian.give(0, *GREEN, level=1)
    russian.do("BUILD", 31)
    russian.do("SELL", 31)
    russian.do("BUILD", 32)
    russian.do("BUILD_GROUP", 32)
    assert [russian.level(s) for s in GREEN] == [1, 2, 2]
    russian.refuses("BUILD_GROUP", "LEVEL", 32)
    russian.check_invariants()


def test_the_classic_game_builds_as_often_as_one_likes(game):
    game.give(0, *BROWN)
    for _ in range(2):
        for square in BROWN:
            game.do("BUILD", square)
    assert game.level(1) == 2


@pytest.mark.feature("F221")
@pytest.mark.parametrize(("houses", "allowed"), [(0, False), (3, False), (4, True), (5, True)])
def test_a_hotel_is_sold_only_if_the_bank_has_four_houses(russian, houses, allowed):
    """V-3.6."""
    others = [(6, 8, 9), (11, 13, 14), (16, 18, 19)]  # 12 houses a level
    russian.give(0, *BLUE, level=5)
    for group in others[:2]:
        russian.give(1, *group, level=4)
    russian.give(1, *others[2], level=1)
    russian.poke("bank_houses", houses)
    if allowed:
        russian.do("SELL", 39)
        assert (russian.level(39), russian.byte("bank_houses")) == (4, houses - 4)
        assert russian.money(0) == 1600
    else:
        russian.refuses("SELL", "NO_HOUSES", 39)
        assert K["REQ_SELL"] not in russian.actions()


def short_of_houses(game, left):
    """Seat 1 holds all houses but ``left``; there are no others (streets of seat 1)."""
    groups = [(6, 8, 9), (11, 13, 14), (16, 18, 19)]
    need = 32 - left
    for group in groups:
        level = min(4, need // 3)
        game.give(1, *group, level=level)
        need -= 3 * level
    game.give(1, *BROWN)
    for square in BROWN:
        level = min(4, need, (need + 1) // 2 if square == 1 else need)
        game.poke("square_level", level, square)
        game.poke("bank_houses", game.byte("bank_houses") - level)
        need -= level
    assert not need
    game.recount()
    game.check_invariants()


def owe(game, player, amount, creditor=8):
    """Charge a player, and see to what follows, as a request does."""
    game.set_pair_word("play_amount", amount)
    game.call("money_charge", a=creditor, x=player)
    game.call("debt_settle")
    return game.events()


def test_auto_pay_leaves_hotels_that_cannot_be_sold(russian):
    """V-3.6: The greens' houses go first, and then make room for a hotel's."""
    russian.give(0, *BLUE, level=5)
    russian.give(0, *GREEN, level=1)
    short_of_houses(russian, 3)
    russian.set_money(0, 0)
    owe(russian, 0, 500)
    assert russian.byte("bank_houses") == 0
    russian.do("AUTO_PAY")
    assert [russian.level(s) for s in GREEN] == [0, 0, 0]
    assert russian.money(0) >= 0
    assert russian.byte("bank_houses") >= 0
    russian.check_invariants()


def test_auto_pay_never_makes_a_group_uneven(russian):
    """V-3.6: Only one blue hotel can be broken: its houses must stay while the other stands."""
    russian.give(0, *BLUE, level=5)
    russian.give(0, 5)
    short_of_houses(russian, 4)
    russian.set_money(0, 0)
    owe(russian, 0, 150)
    russian.do("AUTO_PAY")  # the station 100, one hotel 100
    assert sorted(russian.level(s) for s in BLUE) == [4, 5]
    assert russian.money(0) == 50
    russian.check_invariants()


def test_auto_pay_leaves_an_uneven_group_until_houses_have_come_back(russian):
    """V-3.6.

    The bank's four houses let one hotel fall; the group is uneven, so its houses stay.  With
    the six of the greens the other hotel falls, at the next debt, and the houses follow."""
    russian.give(0, *BLUE, level=5)
    russian.give(0, *GREEN, level=2)
    short_of_houses(russian, 10)
    russian.poke("bank_houses", 4)
    russian.set_money(0, 0)
    owe(russian, 0, 1000)  # a hotel 100, six houses 600, two mortgages 300
    russian.do("AUTO_PAY")
    assert sorted(russian.level(s) for s in BLUE) == [4, 5]
    owe(russian, 0, 300)
    russian.do("AUTO_PAY")
    assert russian.money(0) == 0
    assert [russian.level(s) for s in BLUE] == [3, 3]
    assert russian.byte("bank_houses") == 4 - 4 + 6 - 4 + 2


def test_auto_pay_of_all_there_is_walks_until_nothing_more_comes(russian):
    """V-3.6: One walk raises 1160; the second breaks the other hotel and takes all."""
    russian.give(0, *BLUE, level=5)
    russian.give(0, *GREEN, level=2)
    short_of_houses(russian, 10)
    russian.poke("bank_houses", 4)
    russian.set_money(0, 0)
    equity = russian.equity(0)
    owe(russian, 0, equity)
    russian.do("AUTO_PAY")
    assert russian.money(0) == 0
    assert russian.equity(0) == 0
    assert [russian.level(s) for s in (*BLUE, *GREEN)] == [0] * 5


def test_a_debtor_whom_nothing_can_help_is_bankrupt(russian):
    """V-3.6: Two hotels are worth 1000, but none can be sold and nothing else is left."""
    russian.give(0, *BLUE, level=5)
    short_of_houses(russian, 0)
    russian.set_money(0, 0)
    events = owe(russian, 0, 50, creditor=2)
    assert "ELIMINATED" in [e.name for e in events]
    assert not russian.flags(0) & K["PF_ALIVE"]
    assert russian.byte("bank_hotels") == 12
    assert russian.owner(37) == NOBODY
    russian.check_invariants()


@pytest.mark.slow
def test_such_a_bankrupt_pays_no_more_than_he_owes(engine):
    """V-3.6.

    With SW_HOTEL alone the creditor gets his 50; the rest of the 1000 stays with the bank.
    """
    game = engine.new_game(4, switches={"hotel": 2})
    game.give(0, *BLUE, level=5)
    short_of_houses(game, 0)
    game.set_money(0, 0)
    owe(game, 0, 50, creditor=2)
    assert game.money(2) == 1550
    assert not game.flags(0) & K["PF_ALIVE"]
    game.check_invariants()


def test_as_long_as_something_can_be_sold_he_is_only_in_debt(russian):
    """V-3.6."""
    russian.give(0, *BLUE, level=5)
    russian.give(0, 5)
    short_of_houses(russian, 0)
    russian.set_money(0, 0)
    owe(russian, 0, 150)
    assert russian.flags(0) & K["PF_DEBT"]
    russian.do("MORTGAGE", 5)
    assert not russian.flags(0) & K["PF_ALIVE"]


# --- mortgages ----------------------------------------------------------------------


@pytest.mark.feature("F222")
@pytest.mark.parametrize(("square", "value"), [(1, 30), (12, 75), (37, 175), (39, 200)])
def test_repaying_costs_the_mortgage_value_only(russian, square, value):
    """V-3.7."""
    russian.give(0, square, mortgaged=1)
    russian.set_money(0, value - 1)
    russian.refuses("REPAY", "MONEY", square)
    russian.set_money(0, value)
    russian.do("REPAY", square)
    assert russian.money(0) == 0
    assert not russian.mortgaged(square)
    russian.check_invariants()


def test_mortgaged_deeds_change_hands_without_a_fee(russian):
    """V-3.7."""
    russian.give(0, 39, mortgaged=1)
    russian.offer(1, [39], want=10)
    russian.do("APPROVE")
    assert (russian.money(0), russian.money(1)) == (1510, 1490)
    assert russian.owner(39) == 1


def test_the_fees_come_back_with_the_classic_game(russian):
    assert russian.table("fee_value", 40) == [0] * 40
    russian.new_game(4)
    expected = [-(-value // 10) for value in russian.values]
    assert russian.table("fee_value", 40) == expected
    assert (expected[37], expected[12]) == (18, 8)


def test_a_loaded_state_has_its_fees(russian):
    """V-3.7."""
    saved = russian.whole()
    begin, end = russian.state_begin, russian.variant_end
    russian.new_game(4)
    russian.ram[begin:end] = saved
    russian.call("play_resume")
    assert russian.table("fee_value", 40) == [0] * 40


# --- auctions -----------------------------------------------------------------------


def auction(game, *bids):
    """Trafalgar Square is put up; bids of seats 1, 2, 3, 0 in turn, None forfeits."""
    game.place(0, 21)
    game.roll(1, 2)
    game.do("PASS")
    for bid in bids:
        if bid is None:
            game.do("FORFEIT")
        else:
            game.do("BID", bid & 0xFF, bid >> 8)


def spend(game, player, left):
    """He spends his money before the auction ends."""
    game.set_money(player, left)


@pytest.mark.feature("F215")
def test_if_the_winner_cannot_pay_the_bidder_before_him_buys(russian):
    """V-3.3."""
    auction(russian, 100, 150, 200, None, None)
    spend(russian, 3, 199)
    russian.do("FORFEIT")
    assert (russian.mode, russian.active, russian.owner(24)) == (K["MODE_AUCTION"], 2, NOBODY)
    russian.refuses("BID", "LOW_BID", 149, 0)
    russian.do("BID", 150, 0)
    assert russian.owner(24) == 2
    assert [russian.money(p) for p in range(4)] == [1500, 1500, 1350, 199]
    russian.check_invariants()


@pytest.mark.feature("F248")
@pytest.mark.parametrize("word", ["FORFEIT", "PASS"])
def test_who_bid_before_may_refuse_then_the_one_before_him_is_asked(russian, word):
    """V-3.3: He has the right to buy, and no duty."""
    auction(russian, 100, 150, 200, None, None)
    spend(russian, 3, 199)
    russian.do("FORFEIT")
    russian.do(word)
    assert (russian.mode, russian.active, russian.owner(24)) == (K["MODE_AUCTION"], 1, NOBODY)
    events = russian.do(word)
    assert ("UNSOLD", NOBODY, 24) in [(e.name, *e[1:3]) for e in events]
    assert (russian.mode, russian.active, russian.owner(24)) == (K["MODE_NORMAL"], 0, NOBODY)
    assert [russian.money(p) for p in range(4)] == [1500, 1500, 1500, 199]
    russian.check_invariants()


def test_and_so_on_back(russian):
    """V-3.3."""
    auction(russian, 100, 150, 200, None, None)
    spend(russian, 3, 0)
    spend(russian, 2, 149)
    events = russian.do("FORFEIT")
    assert [(e[1], e[4]) for e in events if e.name == "FALLBACK"] == [(3, 200), (2, 150)]
    russian.do("BID", 100, 0)
    assert russian.owner(24) == 1
    assert russian.money(1) == 1400


def test_each_counts_once_at_his_own_last_bid(russian):
    """V-3.3: Seat 1 has bid 100 and 300: he is not asked again for the 100."""
    auction(russian, 100, 150, None, None, 300)
    spend(russian, 1, 120)
    russian.do("FORFEIT")
    russian.do("BID", 150, 0)
    assert (russian.owner(24), russian.money(2)) == (2, 1350)


def test_unsold_it_stays_with_the_bank(russian):
    """V-3.3."""
    auction(russian, 100, None, None)
    spend(russian, 1, 99)
    events = russian.do("FORFEIT")
    assert ("UNSOLD", NOBODY, 24) in [(e.name, *e[1:3]) for e in events]
    assert russian.owner(24) == NOBODY
    assert (russian.mode, russian.active) == (K["MODE_NORMAL"], 0)


def test_bids_of_an_earlier_auction_are_forgotten(russian):
    """V-3.3."""
    auction(russian, 100, 150, None, None, None)
    assert russian.owner(24) == 2
    russian.do("END_TURN")
    russian.place(1, 23)
    russian.roll(1, 2)
    russian.do("PASS")
    assert russian.active == 2
    russian.do("BID", 50, 0)
    for _ in range(2):
        russian.do("FORFEIT")
    spend(russian, 2, 49)
    russian.do("FORFEIT")
    assert russian.owner(26) == NOBODY


def test_the_classic_winner_goes_into_debt(game):
    """R-9.6."""
    auction(game, 100, 150, 200, None, None)
    spend(game, 3, 199)
    game.do("FORFEIT")
    assert (game.owner(24), game.money(3)) == (3, -1)


@pytest.mark.feature("F246")
def test_with_the_switch_no_deed_changes_hands_but_a_mortgaged_one(engine):
    """V-3.7 with the switch at 2: neither what is given nor what is wanted."""
    engine.new_game(4, switches={"repay": 2})
    engine.give(0, 5)
    engine.give(1, 15)
    for square in (5, 15):
        engine.propose(1, [square], give=1)
        engine.refuses("OFFER", "NOT_MORTGAGED")
    engine.do("MORTGAGE", 5)
    engine.propose(1, [5], give=1)
    engine.do("OFFER")
    engine.do("APPROVE")
    assert (engine.owner(5), engine.mortgaged(5)) == (1, 1)
    engine.check_invariants()


# --- bankrupts ----------------------------------------------------------------------


@pytest.mark.feature("F227")
@pytest.mark.parametrize("creditor", [2, 8, 9])
def test_all_that_a_bankrupt_has_goes_back_to_the_bank(russian, creditor):
    """V-3.11.

    The creditor has the money there was; deeds are free, not mortgaged, not auctioned.
    """
    russian.give(1, *BROWN, level=2)
    russian.give(1, 5, mortgaged=1)
    give_card(russian, 1, 0)
    russian.set_money(1, 70)
    events = owe(russian, 1, 1000, creditor)
    assert not russian.flags(1) & K["PF_ALIVE"]
    assert ("ELIMINATED", 1, 8) in [(e.name, e[1], e[3]) for e in events]
    assert russian.money(2) == 1500 + (70 if creditor == 2 else 0)
    for square in (*BROWN, 5):
        assert (russian.owner(square), russian.mortgaged(square)) == (NOBODY, 0)
        assert russian.byte("square_pending", square) == NOBODY
        assert russian.level(square) == 0
    assert russian.byte("bank_houses") == 32
    assert russian.byte("deck_free", 0) == NOBODY
    assert russian.deck(0)[russian.byte("deck_next", 0) - 1] == FREE
    assert (russian.mode, russian.active) == (K["MODE_NORMAL"], 0)
    russian.check_invariants()
    russian.place(0, 1)
    russian.roll(1, 1)
    russian.do("BUY")
    assert russian.owner(3) == 0


def test_the_dice_go_on_when_he_had_them(russian):
    """V-3.11."""
    russian.give(1, *BLUE, level=1)
    russian.place(0, 36)
    russian.set_money(0, 20)
    russian.roll(1, 2)
    russian.do("LESS", 200, 0)
    assert not russian.flags(0) & K["PF_ALIVE"]
    assert (russian.mode, russian.active) == (K["MODE_NORMAL"], 1)
    assert russian.money(1) == 1520
    russian.check_invariants()


def test_the_classic_creditor_chooses_among_the_deeds(game):
    game.give(1, *BROWN)
    game.set_money(1, 0)
    owe(game, 1, 1000, 2)
    assert game.mode == K["MODE_TRANSFER"]
