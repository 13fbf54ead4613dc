"""Auctions (R-9)."""

import pytest

from tests.asm.game.engine import NOBODY, K


@pytest.fixture
def auction(game):
    """Seat 0 has declined square 3; seat 1 speaks first."""
    game.roll(1, 2)
    game.do("PASS")
    return game


def bid(game, amount):
    return game.do("BID", amount & 0xFF, amount >> 8)


@pytest.mark.slow
@pytest.mark.feature("F030")
@pytest.mark.feature("F217")
def test_speaking_starts_after_the_decliner_who_comes_last(auction):
    """R-9.1."""
    order = []
    while auction.mode == K["MODE_AUCTION"]:
        order.append(auction.active)
        auction.do("PASS")
    assert order == [1, 2, 3, 0]


@pytest.mark.feature("F034")
@pytest.mark.feature("F216")
@pytest.mark.parametrize("amount", [0, 1, 9])
def test_bids_below_ten_are_refused(auction, amount):
    """R-9.2."""
    auction.refuses("BID", "LOW_BID", amount, 0)
    bid(auction, 10)


def test_each_bid_exceeds_the_standing_one(auction):
    """R-9.2."""
    bid(auction, 300)
    auction.refuses("BID", "LOW_BID", 300 & 255, 300 >> 8)
    auction.refuses("BID", "LOW_BID", 10, 0)
    bid(auction, 301)


@pytest.mark.feature("F123")
def test_a_bid_never_exceeds_the_money_in_hand(auction):
    """R-9.2, R-20.4: wealth does not count."""
    auction.give(1, 39)
    auction.set_money(1, 100)
    auction.refuses("BID", "MONEY", 101, 0)
    assert K["REQ_BID"] in auction.actions()
    auction.set_money(1, 9)
    assert K["REQ_BID"] not in auction.actions()


def test_bids_beyond_sixteen_signed_bits_are_refused(auction):
    auction.refuses("BID", "RANGE", 0, 0x80)


@pytest.mark.feature("F031")
def test_the_bidder_wins_when_all_others_pass_in_a_round(auction):
    """R-9.4, R-9.5."""
    auction.do("PASS")
    bid(auction, 50)
    for _ in range(2):
        auction.do("PASS")
    assert auction.active == 1
    events = auction.do("PASS")
    assert auction.owner(3) == 2
    assert auction.money(2) == 1450
    assert ("WON", 2, 3) in [(e.name, e[1], e[2]) for e in events]
    auction.check_invariants()


def test_a_bid_clears_the_passes_of_the_others(auction):
    """R-9.3."""
    auction.do("PASS")
    bid(auction, 10)
    auction.do("PASS")
    auction.do("PASS")
    assert auction.active == 1
    bid(auction, 20)
    assert auction.active == 2


@pytest.mark.feature("F032")
def test_a_forfeit_holds_for_the_whole_auction(auction):
    """R-9.3."""
    auction.do("FORFEIT")
    bid(auction, 10)
    bid(auction, 20)
    auction.do("PASS")
    assert auction.active == 2
    bid(auction, 30)
    assert auction.active == 3
    auction.do("PASS")
    auction.do("PASS")
    assert auction.owner(3) == 2


@pytest.mark.feature("F033")
def test_without_a_bid_the_deed_stays_unclaimed(auction):
    """R-9.4."""
    for request in ("PASS", "FORFEIT", "PASS"):
        auction.do(request)
        assert auction.mode == K["MODE_AUCTION"]
    events = auction.do("PASS")
    assert auction.owner(3) == NOBODY
    assert "UNSOLD" in [e.name for e in events]
    assert (auction.mode, auction.active) == (K["MODE_NORMAL"], 0)


def test_the_price_does_not_touch_free_parking(engine):
    """R-9.5."""
    engine.new_game(2, parking=2)
    engine.roll(1, 2)
    engine.do("PASS")
    bid(engine, 70)
    engine.do("PASS")
    assert engine.pair("pool") == 0
    assert engine.money(1) == 1430


def test_the_turn_goes_on_with_the_player_with_the_dice(game):
    """R-9.7: with the extra roll of his double."""
    game.place(0, 1)
    game.roll(1, 1)
    game.do("PASS")
    bid(game, 10)
    for _ in range(3):
        game.do("PASS")
    assert (game.mode, game.active) == (K["MODE_NORMAL"], 0)
    assert game.byte("turn_phase") == K["PHASE_ROLL"]


@pytest.mark.feature("F022")
def test_managing_and_trading_on_an_auction_turn(auction):
    """R-9.6, R-14.1."""
    auction.give(1, 39)
    auction.do("MORTGAGE", 39)
    auction.offer(2, [39])
    assert (auction.mode, auction.active) == (K["MODE_TRADE"], 2)
    auction.do("DECLINE")
    assert (auction.mode, auction.active) == (K["MODE_AUCTION"], 1)


@pytest.mark.feature("F131")
def test_a_bidder_whose_money_shrank_pays_through_must_pay(auction):
    """R-9.6, R-12.6."""
    auction.give(1, 37, 39, 31, 32, 34, 29, 27, 26)
    bid(auction, 1500)
    auction.offer(1, want=1000)
    auction.do("APPROVE")
    assert auction.active == 2
    for _ in range(3):
        auction.do("PASS")
    assert auction.owner(3) == 1
    assert auction.money(1) == 500 - 1500
    assert (auction.mode, auction.active) == (K["MODE_MUST_PAY"], 1)


def test_dead_players_do_not_speak(engine):
    engine.new_game(4)
    engine.poke("player_flags", 0, 2)
    engine.roll(1, 2)
    engine.do("PASS")
    engine.do("PASS")
    assert engine.active == 3


def test_passing_is_possible_in_debt_but_bidding_is_not(auction):
    """R-12.3."""
    auction.set_money(1, -5)
    auction.set_pair("debt", 5, 8 * 8 + 1)
    auction.give(1, 39)
    auction.refuses("BID", "DEBT", 10, 0)
    auction.refuses_offer("DEBT", 2, give=0, want=5)
    auction.do("PASS")


@pytest.mark.feature("F065")
def test_nobody_bids_while_his_phantom_houses_are_out(auction):
    """R-10.6: he may not even pass, but sell."""
    auction.give(1, 16, 18, 19, level=5)
    auction.give(2, 21, 23, 24, level=4)
    auction.give(2, 11, 13, 14, level=4)
    auction.give(2, 6, 8, level=3)
    auction.give(2, 9, level=2)
    assert auction.byte("bank_houses") == 0
    auction.do("SELL", 16)
    auction.refuses("BID", "PHANTOM", 10, 0)
    auction.refuses("PASS", "PHANTOM")
    auction.refuses("FORFEIT", "PHANTOM")
    assert auction.actions() >= {K["REQ_SELL"]}
    for square in (18, 19, *[16, 18, 19] * 4):
        if auction.byte("bank_houses") == 0:
            break
        auction.do("SELL", square)
    bid(auction, 10)
    auction.check_invariants()
