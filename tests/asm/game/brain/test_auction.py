"""Auctions (R-17.3)."""

import pytest

from tests.asm.game.brain import reference
from tests.asm.game.brain.table import obey, set_skill, set_weight, sit, wish
from tests.asm.game.engine import K
from tests.asm.game.model.generator import Generator


def auction(game, square, *computers):
    """Seat 0 has declined a deed; the others are computers."""
    sit(game, *(computers or (1, 2, 3)))
    game.place(0, (square - 3) % 40)
    game.roll(1, 2)
    game.do("PASS")
    return game


def bids(game):
    """Let computers speak until it is over or a person's turn; returns [(seat, name, amount)]."""
    said = []
    while game.mode == K["MODE_AUCTION"] and game.flags(game.active) & K["PF_CPU"]:
        seat = game.active
        (name, low, high), _ = obey(game)
        said.append((seat, name, low | high << 8 if name == "BID" else None))
    return said


@pytest.mark.feature("F092")
def test_bids_rise_to_the_worth_and_no_further(game):
    """R-17.3."""
    said = bids(auction(game, 16, 0, 1, 2, 3))  # Bow Street, 180: three quarters to each
    amounts = [amount for _, name, amount in said if name == "BID"]
    assert amounts == sorted(set(amounts))
    assert 100 < amounts[-1] <= 135 + 14
    assert {"BID", "FORFEIT"} == {name for _, name, _ in said}


@pytest.mark.feature("F092")
def test_an_auction_among_computers_is_short(game):
    """Each bid closes a quarter of the distance to the bidder's ceiling, and a tap."""
    assert len(bids(auction(game, 39))) < 40


@pytest.mark.feature("F092")
def test_who_would_complete_a_group_outbids_the_others(game):
    """R-17.3: twice the price."""
    game.give(2, 18, 19)
    bids(auction(game, 16, 0, 1, 2, 3))
    assert game.owner(16) == 2


@pytest.mark.feature("F092")
def test_a_rival_about_to_complete_a_group_drives_the_price(game):
    """R-17.3: 125 %."""
    game.give(0, 18, 19)
    said = bids(auction(game, 16, 0, 1, 2, 3))
    best = max(amount for seat, name, amount in said if name == "BID" and seat)
    assert 180 < best <= 225 + 14
    assert game.owner(16) == 0


@pytest.mark.feature("F092")
def test_what_it_would_not_buy_it_bids_for_from_spare_money_only(game):
    """R-17.3, R-17.4."""
    game.give(1, 21)
    game.give(2, 23, 24)
    for seat in (1, 2, 3):
        game.set_money(seat, 100)
    auction(game, 39)  # 400: a quarter of it in hand, but nothing to raise the rest with
    assert {name for _, name, _ in bids(game)} == {"FORFEIT"}


@pytest.mark.feature("F092")
@pytest.mark.parametrize("eighths", [1, 2, 3])
def test_for_less_than_a_mortgage_brings_it_bids_from_any_money(game, eighths):
    """BID_LEAST: otherwise a person with 10 has whatever the others cannot pay."""
    set_weight(game, "BID_LEAST", eighths)
    game.give(1, 21)
    game.give(2, 23, 24)
    for seat in range(4):
        game.set_money(seat, 160)
    said = bids(auction(game, 39, 0, 1, 2, 3))
    best = max(amount for _, name, amount in said if name == "BID")
    assert eighths * 50 - 10 < best <= eighths * 50


@pytest.mark.feature("F092")
@pytest.mark.feature("F103")
def test_money_for_a_bid_is_raised_first(game):
    """R-17.3: it may recover equity for a deed it wants."""
    game.give(1, 12, 28, 5, 15, 25)  # in hand 120, to be raised 75 + 75 + 300
    game.give(1, 6)
    game.set_money(1, 120)
    auction(game, 24, 1)
    asked = []
    while game.mode == K["MODE_AUCTION"] and len(asked) < 30:
        if game.active == 1:
            asked.append(obey(game)[0][0])
        elif game.pair("auction_bid") < 150:
            amount = game.pair("auction_bid") + 20
            game.do("BID", max(amount, 100), 0)
        else:
            game.do("FORFEIT")
    assert "MORTGAGE" in asked
    assert game.owner(24) == 1
    assert game.money(1) >= 0


@pytest.mark.feature("F092")
@pytest.mark.parametrize("money", [0, 5, 9, 10, 11])
def test_without_money_it_drops_out(game, money):
    """R-9.2: no bid is above the money in hand."""
    for seat in (1, 2, 3):
        game.set_money(seat, money)
    auction(game, 39)
    assert wish(game)[0] == "FORFEIT"


@pytest.mark.feature("F092")
@pytest.mark.parametrize("hands", [(60, 40, 0), (40, 60, 0), (0, 10, 60), (60, -50, -9)])
def test_it_bids_no_more_than_wins(game, hands):
    """R-17.3: the least bid above what the richest rival has, whatever the deed is worth."""
    for seat, money in zip((0, 2, 3), hands, strict=True):
        game.set_money(seat, money)
    auction(game, 39, 1)  # 300 and more to it
    amounts = []
    while game.mode == K["MODE_AUCTION"]:
        seat, standing = game.active, game.pair("auction_bid")
        if seat == 1:
            (name, low, high), _ = obey(game)
            amounts.append(low | high << 8 if name == "BID" else None)
        elif game.money(seat) > standing and game.money(seat) >= 10:
            game.do("BID", game.money(seat), 0)
        else:
            game.do("FORFEIT")
    assert game.owner(39) == 1
    assert 60 < amounts[-1] <= 70


@pytest.mark.feature("F092")
def test_for_a_deed_nobody_else_can_pay_it_bids_the_least(game):
    """R-17.3."""
    for seat in (0, 2, 3):
        game.set_money(seat, 0)
    assert bids(auction(game, 39, 1)) == [(1, "BID", 10)]


@pytest.mark.feature("F092")
def test_a_standing_bid_above_the_worth_is_left_alone(game):
    """R-17.3."""
    sit(game, 2, 3)
    game.place(0, 36)
    game.roll(1, 2)
    game.do("PASS")
    value, _ = reference.worth(game, 2, 39)
    amount = value + 14
    game.do("BID", amount & 0xFF, amount >> 8)
    assert bids(game) == [(2, "FORFEIT", None), (3, "FORFEIT", None)]


def test_a_bid_is_a_quarter_of_the_way_to_the_worth_and_a_tap(computers):
    """R-17.3: at least 10, at most the worth; taps of 1 to 7."""
    twin, seen = Generator(Generator.UNBIASED, 0x24680), set()
    computers.seed(0x24680)
    for standing in (0, 3, 10, 120, 240, 255, 256, 500, 1020):
        for way in (1, 2, 7, 9, 40, 200, 255, 256, 900, 1020, 1500):
            computers.set_pair("auction_bid", standing)
            computers.set_pair_word("br_sum", way)
            computers.set_pair_word("worth", standing + way)
            computers.call("bid_size")
            assert not computers.carry
            tap = 1 + twin.below(7)
            bid = computers.byte("br_price") | computers.byte("br_price", 1) << 8
            assert bid == min(max(standing + way // 4 + tap, 10), standing + way)
            seen.add(tap)
    assert seen == set(range(1, 8))


@pytest.mark.feature("F092")
@pytest.mark.parametrize(("money", "low", "high"), [
    (1500, 210 + 1, 210 + 14),  # 7/8 of the price and one or two taps
    (200, 186, 186),  # 24 below the least that he cannot bid
    (146, 132, 132),
    (130, 120, 120),  # half the price, if that is more
    (0, 10, 10),  # what he cannot pay it takes
])  # fmt: skip
def test_for_a_split_group_hard_lets_its_only_rival_pay(computers, money, low, high):
    """R-17.3: Trafalgar Square costs 240; either has a street of the group."""
    set_skill(computers, 0, 1)
    for seat in (2, 3):
        computers.poke("player_flags", 0, seat)
        computers.set_money(seat, 0)
    computers.give(0, 21)
    computers.give(1, 23)
    computers.set_money(0, 1500)
    computers.set_money(1, money)
    seen = set()
    for seed in range(1, 500):
        computers.seed(seed * 997)
        computers.poke("br_me", 0)
        computers.call("weights_take")
        computers.call("auction_worth", a=24)
        computers.call("auction_beyond")
        computers.call("worth_most")
        seen.add(computers.byte("worth") | computers.byte("worth", 1) << 8)
    assert (min(seen), max(seen)) == (low, high)
