"""Proposing and answering trades (R-17.9, R-17.10)."""

import pytest

from tests.asm.game.brain import reference
from tests.asm.game.brain.table import obey, set_weight, sit, wish
from tests.asm.game.brain.test_manage import at_the_end
from tests.asm.game.engine import K


def proposal(game):
    """The block the brain has filled: partner, give, want, marked squares."""
    marks = [s for s, m in enumerate(game.table("offer_marks", 40)) if m]
    return game.byte("offer_partner"), game.pair("offer_give"), game.pair("offer_want"), marks


def next_turn(game, money=None):
    """Everybody ends his turn until seat 0 stands at the end of its next one."""
    if game.active == 0:
        game.do("END_TURN")
    for seat in (1, 2, 3):
        game.place(seat, 13)
        game.roll(3, 4)
        game.do("END_TURN")
    return at_the_end(game, game.money(0) if money is None else money)


@pytest.mark.feature("F094")
def test_the_missing_deed_is_asked_for_and_the_gain_is_shared(lonely):
    """R-17.9: a complete orange is worth 600; the partner gets half of that and the price."""
    lonely.give(0, 16, 18)
    lonely.give(2, 19)
    at_the_end(lonely, 1400)
    assert wish(lonely)[0] == "OFFER"
    partner, give, want, marks = proposal(lonely)
    assert (partner, want, marks) == (2, 0, [19])
    assert give == 200 + (600 - 148) // 2
    mine, theirs = reference.shares(lonely, 0, 2, marks, give, want)
    assert abs(mine - theirs) <= 1


@pytest.mark.feature("F094")
def test_two_groups_that_two_share_alone_are_swapped(lonely):
    """R-17.9: both get one."""
    lonely.give(0, 16, 18, 21)
    lonely.give(2, 19, 23, 24)
    at_the_end(lonely, 600)
    assert wish(lonely)[0] == "OFFER"
    partner, give, want, marks = proposal(lonely)
    assert partner == 2
    assert marks in ([19, 21], [16, 18, 23, 24])
    assert reference.agrees(*reference.shares(lonely, 0, 2, marks, give, want))


@pytest.mark.feature("F094")
def test_short_of_money_it_adds_its_cheapest_deeds(lonely):
    """R-17.9."""
    lonely.give(0, 16, 18, 1, 5, 12)
    lonely.give(2, 19)
    at_the_end(lonely, 180)
    assert wish(lonely)[0] == "OFFER"
    partner, give, _, marks = proposal(lonely)
    assert partner == 2
    assert 19 in marks
    assert {1, 5} & set(marks)
    assert give <= 80
    mine, theirs = reference.shares(lonely, 0, 2, marks, give)
    assert reference.agrees(mine, theirs)
    assert reference.agrees(theirs, mine)


@pytest.mark.feature("F094")
@pytest.mark.feature("F187")
def test_one_offer_a_turn(lonely):
    lonely.give(0, 16, 18, 21, 23)
    lonely.give(2, 19)
    lonely.give(3, 24)
    at_the_end(lonely, 900)
    assert obey(lonely)[0][0] == "OFFER"
    lonely.do("DECLINE")
    assert wish(lonely)[0] != "OFFER"


@pytest.mark.feature("F094")
@pytest.mark.feature("F186")
def test_a_refusal_makes_it_wait_longer_each_time_and_offer_more(lonely):
    """R-17.9: two turns, four, ... ten; nudges more each time."""
    lonely.give(0, 16, 18)
    lonely.give(2, 19)
    at_the_end(lonely, 1400)
    gaps, offers, gap = [], [], 0
    for _ in range(64):
        if obey(lonely)[0][0] == "OFFER":
            offers.append(proposal(lonely)[1])
            gaps.append(gap)
            gap = 0
            lonely.do("DECLINE")
        gap += 1
        lonely.set_money(0, 1400)
        next_turn(lonely)
    assert gaps[1:] == [2, 4, 6, 8, 10, 10, 10, 10]
    nudges = [offer - offers[0] for offer in offers]
    for refused, nudged in enumerate(nudges):
        assert min(refused, 6) <= nudged <= 15 * min(refused, 6)
    assert lonely.byte("brain_tries", 0) == 6
    mine, theirs = reference.shares(lonely, 0, 2, [19], max(offers))
    assert reference.agrees(mine, theirs)


@pytest.mark.parametrize(
    ("asked", "tries", "computer", "answers"),
    [
        (5, 0, True, {0}),
        (5, 1, True, {0}),
        (5, 2, True, {0, 1}),
        (5, 6, True, {0, 1}),
        (5, 6, False, {0}),  # people are asked again and again
        (4, 6, True, {0}),  # refused for another group
    ],
)
def test_twice_refused_by_computers_it_sometimes_asks_for_another_group(
    computers, asked, tries, computer, answers
):
    """R-17.9."""
    computers.poke("tr_want", 5)
    computers.poke("brain_asked", asked + 1 | 0x10, 0)
    computers.poke("brain_tries", tries, 0)
    found = set()
    for _ in range(40):
        computers.call("asked_before", a=K["PF_ALIVE"] | computer * K["PF_CPU"], y=0)
        found.add(computers.carry)
    assert found == answers


@pytest.mark.feature("F094")
def test_an_approval_ends_the_wait(lonely):
    """R-17.9."""
    lonely.give(0, 16, 18, 37)
    lonely.give(2, 39)
    lonely.give(3, 19)
    at_the_end(lonely, 1400)
    obey(lonely)
    square = next(s for s in proposal(lonely)[3] if s in (19, 39))
    lonely.do("APPROVE")
    assert lonely.owner(square) == 0
    next_turn(lonely, money=1400)
    assert wish(lonely)[0] == "OFFER"


@pytest.mark.feature("F094")
def test_three_owners_of_a_group_come_nearer_to_two(lonely):
    """One deed short is worth a quarter of the group; no game stands still."""
    lonely.give(0, 16)
    lonely.give(1, 18)
    lonely.give(2, 19)
    at_the_end(lonely, 1400)
    assert wish(lonely)[0] == "OFFER"
    _, give, _, marks = proposal(lonely)
    assert len(marks) == 1
    assert give > 180


@pytest.mark.feature("F188")
@pytest.mark.feature("F185")
def test_computers_accept_what_computers_offer_and_offer_what_they_would_accept(computers):
    """F185, F188: every proposal in whole games is fair to both sides by the reference."""
    from tests.asm.game.brain.table import Table

    seen = 0
    for seed in range(6):
        table = Table(computers, 4, 1000 + seed, model=False)
        while not table.finished and table.turns < 300:
            choice = table.decide()
            name, args = choice
            if name == "OFFER":
                partner, cards, give, want, marks = args
                me = computers.active
                mine, theirs = reference.shares(computers, me, partner, marks, give, want, cards)
                assert reference.agrees(mine, theirs)
                assert reference.agrees(theirs, mine)
                seen += 1
                said = table.said["TRADE_DONE"]
            table.log.append((name, *args))
            assert not table.to_engine(name, args)
            for event in computers.events():
                table.said[event.name] += 1
            if name == "OFFER":
                while computers.mode == K["MODE_TRADE"]:
                    table.step()
                assert table.said["TRADE_DONE"] == said + 1
    assert seen > 20


# --- answers -----------------------------------------------------------------------------------


def offered(game, *args, **terms):
    """Seat 0, a person, offers something to seat 1, a computer; returns its answer.

    As often as one likes, and from the first deed on: what limits that has tests of its own.
    """
    sit(game, 1)
    game.poke("brain_tries", 0, 0)
    set_weight(game, "TRADE_FROM", 0)
    game.offer(1, *args, **terms)
    return wish(game)[0]


@pytest.mark.feature("F093")
@pytest.mark.parametrize(("give", "answer"), [(61, "APPROVE"), (60, "DECLINE"), (10, "DECLINE")])
def test_a_single_deed_goes_for_more_than_its_price(game, give, answer):
    """R-17.10: Old Kent Road, whose neighbour nobody has; a brown deed is a group but for one."""
    game.give(1, 6)
    assert offered(game, [6], give=give + 40) == answer


@pytest.mark.feature("F093")
def test_a_complete_group_is_never_broken(game):
    """R-17.10: for no money."""
    game.give(1, 1, 3)
    game.set_money(0, 20000)
    assert offered(game, [1], give=15000) == "DECLINE"


@pytest.mark.feature("F093")
@pytest.mark.parametrize(("give", "answer"), [(250, "DECLINE"), (350, "DECLINE"), (351, "APPROVE")])
def test_who_helps_a_rival_to_a_group_wants_his_share(game, give, answer):
    """R-17.10: the rival gains 452 by his third orange; a third of that, and the price."""
    game.give(0, 16, 18)
    game.give(1, 19)
    assert offered(game, [19], give=give) == answer


@pytest.mark.feature("F093")
def test_a_gift_is_taken_and_a_demand_refused(game):
    game.give(0, 5)
    assert offered(game, [5]) == "APPROVE"
    obey(game)
    assert game.owner(5) == 1
    game.give(1, 6)
    assert offered(game, want=5) == "DECLINE"


@pytest.mark.feature("F093")
def test_a_card_counts_forty(game):
    """R-17.10."""
    game.put_on_top(0, 15)
    game.poke("deck_next", 1, 0)
    game.poke("deck_free", 0, 0)
    assert offered(game, cards=1, want=41) == "DECLINE"
    obey(game)
    assert offered(game, cards=1, want=39) == "APPROVE"


@pytest.mark.feature("F093")
def test_mortgaged_deeds_are_repaid_from_what_exceeds_the_reserve(game):
    """R-17.10."""
    game.give(0, 39, mortgaged=1)
    sit(game, 1)
    game.offer(1, [39], want=50)
    assert [obey(game)[0][0] for _ in range(2)] == ["TOGGLE", "APPROVE"]
    assert (game.owner(39), game.mortgaged(39)) == (1, 0)
    game.give(0, 37, mortgaged=1)
    game.set_money(1, 410)
    game.offer(1, [37], want=50)
    assert obey(game)[0][0] == "APPROVE"
    assert (game.owner(37), game.mortgaged(37)) == (1, 1)


@pytest.mark.feature("F093")
def test_an_offer_it_cannot_pay_is_declined(game):
    """R-14.5: the wish goes through the rules' own check."""
    game.give(0, 39)
    sit(game, 1)
    game.set_money(1, 100)
    game.offer(1, [39], want=90)
    game.set_money(1, 30)
    assert wish(game)[0] == "DECLINE"


@pytest.mark.feature("F093")
@pytest.mark.parametrize("give", [16383, 20000, 32767])
def test_sums_past_sixteen_bits_do_not_turn_round(game, give):
    """The most that can be offered is still good, and the worst still bad."""
    game.give(1, 6)
    game.set_money(0, give)
    assert offered(game, [6], give=give) == "APPROVE"
    obey(game)
    game.set_money(1, 32767)
    game.give(0, 39)
    assert offered(game, [39], want=give) == "DECLINE"
