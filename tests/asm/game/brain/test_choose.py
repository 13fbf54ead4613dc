"""Buying, gaol, a loser's deeds (R-17.2, R-17.5, R-17.11)."""

import pytest

from tests.asm.game.brain.table import obey, obey_while, set_skill, set_weight, sit, wish
from tests.asm.game.engine import K
from tests.asm.game.model.generator import Generator
from tests.asm.game.test_cards import CHEST, cards, draw


def offered(game, square):
    """Seat 0 stands on an unowned deed."""
    game.place(0, (square - 7) % 40)
    game.roll(3, 4)
    assert game.byte("turn_phase") == K["PHASE_BUY"]


@pytest.mark.feature("F098")
def test_what_leaves_300_is_bought(lonely):
    """R-17.2."""
    lonely.set_money(0, 700)
    offered(lonely, 39)
    assert obey(lonely)[0][0] == "BUY"
    assert (lonely.owner(39), lonely.money(0)) == (0, 300)


@pytest.mark.feature("F098")
@pytest.mark.parametrize(("square", "owners", "answer"), [
    (25, (1,), "MORTGAGE"),  # a station, of which another has one
    (28, (1,), "MORTGAGE"),  # a utility
    (24, (), "MORTGAGE"),  # the first of its group
    (24, (1,), "MORTGAGE"),
])  # fmt: skip
def test_with_less_than_half_in_hand_it_raises_money_for_any_deed(lonely, square, owners, answer):
    """R-17.2: with 70 in hand and 200 on its deeds; whoever else owns in the group."""
    lonely.give(0, 37, 32)
    for owner, other in zip(owners, {25: (5,), 28: (12,), 24: (21,)}[square], strict=False):
        lonely.give(owner, other)
    lonely.set_money(0, 70)
    offered(lonely, square)
    assert wish(lonely)[0] == answer


@pytest.mark.feature("F098")
@pytest.mark.parametrize(("skill", "kept"), [(0, 300), (1, 320), (2, 400)])
@pytest.mark.parametrize("short", [0, 1])
def test_who_buys_nothing_else_keeps_his_reserve_to_the_pound(lonely, skill, kept, short):
    """R-17.2: 300 with a normal computer, if its other reasons are taken away."""
    set_skill(lonely, 0, skill)
    set_weight(lonely, "BUY_MORE", 0, skill)
    lonely.set_money(0, 400 + kept - short)
    offered(lonely, 39)
    assert wish(lonely)[0] == ("PASS" if short else "BUY")


@pytest.mark.feature("F092")
@pytest.mark.feature("F098")
@pytest.mark.parametrize(("skill", "eighths"), [(0, 6), (1, 8), (2, 4)])
@pytest.mark.parametrize(("richest", "answer"), [(-11, "PASS"), (-10, "BUY"), (200, "BUY")])
def test_what_nobody_can_outbid_it_gets_by_a_bid(lonely, skill, eighths, richest, answer):
    """R-17.2: a rival with 10 less than it bids for any deed could make it pay the price."""
    set_skill(lonely, 0, skill)
    set_weight(lonely, "BID_PLAIN", eighths, skill)
    lonely.set_money(0, 1500)
    for seat, money in ((1, 40), (2, 400 * eighths // 8 + richest), (3, -300)):
        lonely.set_money(seat, money)
    offered(lonely, 39)
    assert wish(lonely)[0] == answer


@pytest.mark.feature("F098")
@pytest.mark.parametrize(("skill", "alive", "mine", "his", "square", "answer"), [
    (1, 2, 21, 23, 24, "PASS"),
    (1, 3, 21, 23, 24, "BUY"),
    (0, 2, 21, 23, 24, "BUY"),
    (1, 2, 21, None, 24, "PASS"),
    (1, 3, 21, None, 24, "BUY"),
    (1, 2, None, None, 24, "BUY"),
    (1, 2, 37, None, 39, "BUY"),  # of two it completes the group
    (1, 2, None, 23, 24, "BUY"),
    (1, 2, None, 29, 27, "PASS"),  # a dear one: it costs 260
    (1, 3, None, 29, 27, "BUY"),
    (0, 2, None, 29, 27, "BUY"),
    (1, 2, None, 39, 37, "BUY"),  # of two he would complete the group
    (1, 2, 5, 15, 25, "BUY"),  # stations are worth something one by one
])  # fmt: skip
def test_hard_leaves_a_second_street_of_three_to_auctions(
    lonely, skill, alive, mine, his, square, answer
):
    """R-17.2: its only rival may spend his money on it, and neither can build there then.

    If he has the first it leaves him dear ones only.
    """
    set_skill(lonely, 0, skill)
    for seat in range(alive, 4):
        lonely.poke("player_flags", 0, seat)
    for seat, deed in ((0, mine), (1, his)):
        if deed is not None:
            lonely.give(seat, deed)
    lonely.set_money(0, 1500)
    lonely.set_money(1, 1500)
    offered(lonely, square)
    assert wish(lonely)[0] == answer


@pytest.mark.feature("F098")
@pytest.mark.parametrize("skill", [0, 1, 2])
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(("held", "square"), [((26, 27), 29), ((21, 23), 24), ((5, 15, 25), 35)])
def test_the_last_deed_of_a_group_is_left_to_nobody(lonely, skill, owner, held, square):
    """R-17.2: with one rival left as well, whoever of the two would complete it."""
    set_skill(lonely, 0, skill)
    for seat in (2, 3):
        lonely.poke("player_flags", 0, seat)
    lonely.give(owner, *held)
    for seat in (0, 1):
        lonely.set_money(seat, 1500)
    offered(lonely, square)
    assert wish(lonely)[0] == "BUY"


@pytest.mark.feature("F098")
@pytest.mark.parametrize(
    ("money", "owners", "answer"),
    [(240, (1, 2), "BUY"), (240, (), "BUY"), (60, (1,), "PASS"), (60, (), "PASS"),
     (49, (), "PASS")],
)  # fmt: skip
def test_with_less_it_looks_at_the_group(lonely, money, owners, answer):
    """R-17.2: Bond Street's neighbours have owners, nobody can be asked for money."""
    lonely.give(1, 32)
    for owner, square in zip(owners, (21, 23), strict=False):
        lonely.give(owner, square)
    lonely.set_money(0, money)
    offered(lonely, 24)  # Trafalgar Square, 240
    assert wish(lonely)[0] == answer


@pytest.mark.feature("F098")
@pytest.mark.feature("F103")
def test_the_shortage_is_raised_by_mortgages_and_the_money_arrives(lonely):
    """R-17.2, R-17.6: cheapest first, one request each, and every pound is accounted for."""
    lonely.give(0, 12, 1, 6)  # 75, 30, 50
    lonely.set_money(0, 130)
    offered(lonely, 21)  # Strand, 220: more than half of it in hand, nobody owns in its group
    asked = []
    while lonely.byte("turn_phase") == K["PHASE_BUY"]:
        asked.append(obey(lonely)[0][:2])
    assert asked == [("MORTGAGE", 12), ("MORTGAGE", 1), ("BUY", asked[-1][1])]
    assert lonely.owner(21) == 0
    assert lonely.money(0) == 130 + 75 + 30 - 220


@pytest.mark.feature("F103")
def test_nothing_is_mortgaged_if_it_would_not_suffice(lonely):
    """R-17.2, R-17.6: deeds of a complete group are not touched for it."""
    lonely.give(0, 6, 8, 9)  # complete
    lonely.give(0, 12)
    lonely.set_money(0, 130)
    offered(lonely, 21)
    assert wish(lonely)[0] == "PASS"


@pytest.mark.feature("F103")
@pytest.mark.parametrize(
    ("square", "deeds", "money", "answer"),
    [
        (21, (12, 1), 220 - 105, "MORTGAGE"),
        (21, (12, 1), 220 - 106, "PASS"),
        (39, (12, 1, 5), 400 - 205, "MORTGAGE"),  # the sum goes past 255
        (39, (12, 1, 5), 400 - 206, "PASS"),
    ],
)
def test_money_is_raised_if_it_suffices_to_the_pound(lonely, square, deeds, money, answer):
    """R-17.2, R-17.6: what a complete group would bring does not count."""
    lonely.give(0, 6, 8, 9)
    lonely.give(0, *deeds)
    lonely.set_money(0, money)
    offered(lonely, square)
    assert wish(lonely)[0] == answer


@pytest.mark.feature("F103")
@pytest.mark.parametrize("seed", range(40))
def test_raising_money_never_spends_what_it_has_not(lonely, seed):
    """R-17.6: whatever it owns, buying ends with money >= 0 or with the deed unbought."""
    import random

    rng = random.Random(seed)
    for square in (1, 3, 5, 6, 8, 11, 12, 13, 16, 28):
        lonely.give(rng.choice((0, 0, 1)), square, mortgaged=rng.random() < 0.3)
    lonely.set_money(0, rng.randrange(260))
    square = rng.choice((21, 24, 26, 31, 37, 39, 15))
    offered(lonely, square)
    money = lonely.money(0)
    while lonely.byte("turn_phase") == K["PHASE_BUY"] and lonely.mode == K["MODE_NORMAL"]:
        (name, arg, _), _ = obey(lonely)
        assert lonely.money(0) >= 0
        money += lonely.values[arg] if name == "MORTGAGE" else 0
    if lonely.owner(square) == 0:
        assert lonely.money(0) == money - lonely.price(square)
    else:
        assert lonely.money(0) == money


# --- gaol -------------------------------------------------------------------------------------


def in_gaol(game, money, card=False):
    game.place(0, 10)
    game.poke("player_flags", game.flags(0) | K["PF_GAOL"], 0)
    game.set_money(0, money)
    if card:
        game.poke("deck_free", 0, 1)
        game.put_on_top(1, 15)
        game.poke("deck_next", 1, 1)
    return game


@pytest.mark.feature("F097")
def test_out_of_gaol_by_card_before_anything_else(lonely):
    """R-17.5."""
    assert obey(in_gaol(lonely, 2000, card=True))[0][0] == "CARD"
    assert wish(lonely)[0] == "ROLL"


@pytest.mark.feature("F097")
@pytest.mark.feature("F104")
@pytest.mark.parametrize(
    ("money", "answers"),
    [(49, {"ROLL"}), (772, {"ROLL"}), (800, {"ROLL", "BAIL"}), (846, {"BAIL"}), (5000, {"BAIL"})],
)
def test_the_bail_is_paid_from_much_money_only(lonely, money, answers):
    """R-17.5: more than 770 and two to five nudges, which are 2-75."""
    in_gaol(lonely, money)
    assert {wish(lonely)[0] for _ in range(40)} == answers


@pytest.mark.feature("F097")
@pytest.mark.parametrize("weight", [20, 63, 193, 255])
def test_the_bail_is_paid_from_what_exceeds_its_weight_and_the_nudges(lonely, weight):
    """R-17.5: to the pound; the sum may carry into the high byte."""
    set_weight(lonely, "GAOL_RICH", weight)
    for seed in range(1, 12):
        twin = Generator(Generator.UNBIASED, seed)
        keep = 4 * weight + sum(1 + twin.below(15) for _ in range(2 + twin.below(4)))
        for more, answer in ((0, "ROLL"), (1, "BAIL")):
            in_gaol(lonely, keep + more)
            lonely.seed(seed)
            assert wish(lonely)[0] == answer


@pytest.mark.feature("F097")
def test_after_the_third_failure_it_posts_and_after_a_debt_goes_on(lonely):
    """R-5.4, R-17.5."""
    in_gaol(lonely, 20)
    lonely.give(0, 39)
    lonely.poke("player_gaol_fails", 2, 0)
    lonely.roll(1, 2)
    asked = []
    while lonely.byte("turn_phase") in (K["PHASE_BAIL"], K["PHASE_MOVE"]):
        asked.append(obey(lonely)[0][0])
    assert asked == ["BAIL", "AUTO_PAY", "CONTINUE"]
    assert lonely.byte("player_square", 0) == 13


@pytest.mark.feature("F097")
@pytest.mark.feature("F096")
def test_after_a_failed_roll_it_builds(lonely):
    """R-17.5."""
    in_gaol(lonely, 700)
    lonely.give(0, 6, 8, 9)
    lonely.roll(1, 2)
    assert obey(lonely)[0][0] == "BUILD"


# --- a loser's deeds ---------------------------------------------------------------------------


def inheritance(game, money):
    """Seat 3 has lost to seat 0 and left these."""
    sit(game, 0)
    game.give(3, 1, 3, 12, 37, 39, mortgaged=1)
    game.set_money(3, 0)
    draw(game, CHEST, cards(CHEST, "from each")[0])
    assert game.mode == K["MODE_TRANSFER"]
    game.set_money(0, money)
    return game


@pytest.mark.feature("F095")
def test_a_rich_creditor_repays_everything_dearest_first(game):
    """R-17.11."""
    asked = obey_while(inheritance(game, 2000), 0)
    chosen = [(square, mark) for name, square, mark in asked if name == "CHOOSE"]
    assert chosen == [(39, 3), (37, 3), (12, 3), (3, 3), (1, 3)]
    assert [game.mortgaged(s) for s in (1, 3, 12, 37, 39)] == [0] * 5
    assert [game.owner(s) for s in (1, 3, 12, 37, 39)] == [0] * 5


@pytest.mark.feature("F095")
def test_others_are_taken_for_the_fee_as_far_as_money_goes(game):
    """R-17.11: 300 and two to five nudges stay when deeds are repaid, 50 when fees are paid."""
    inheritance(game, 600)
    while game.mode == K["MODE_TRANSFER"]:
        obey(game)
    assert (game.owner(39), game.mortgaged(39)) == (0, 0)
    assert (game.owner(37), game.mortgaged(37)) == (0, 1)


@pytest.mark.feature("F095")
def test_a_poor_creditor_leaves_the_deeds_to_the_auction(game):
    """R-17.11, R-13.3: without choosing anything it looks once and confirms."""
    inheritance(game, 40)
    assert [obey(game)[0][0] for _ in range(2)] == ["REVIEW", "CONFIRM"]
    assert game.mode == K["MODE_AUCTION"]
    assert game.byte("mode_square", 1) == 1
