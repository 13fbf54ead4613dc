"""What computers decide by the rules of 1989, and that they never stop a game."""

import random

import pytest

from tests.asm.game.engine import K
from tests.asm.game.test_market import (
    BLUE,
    BROWN,
    GREEN,
    HOUSES,
    LIGHT_BLUE,
    MAYFAIR,
    OLD_KENT,
    RED,
    RULES1989,
    YELLOW,
    broken,
    computer,
    cry,
    to_auction,
    walk_to,
)  # fmt: skip
from tests.volume import seldom

CODES = {v: n[4:] for n, v in K.items() if n.startswith("REQ_")}


@pytest.fixture
def game(engine):
    """A game of four by the rules of 1989; seats 0 and 1 are computers, 0 has the dice."""
    game = engine.new_game(4, preset=RULES1989)
    computer(game, 0)
    computer(game, 1)
    return game


def decides(game):
    """The request a computer wants, (name, arg0, arg1, arg2)."""
    game.call("brain_decide")
    assert not game.carry
    return CODES[game.cpu.a], *game.table("arg0", 3)


def bids(game, seat):
    """What ``le_cry`` says for a seat: the amount, or None."""
    game.call("le_cry", x=seat)
    if game.carry:
        return None
    low, high, who = game.table("arg0", 3)
    assert (CODES[game.cpu.a], who) == ("CRY", seat)
    return low | high << 8


def wants(game, seat):
    """How many houses ``le_want`` names."""
    game.call("le_want", x=seat)
    assert not game.carry and CODES[game.cpu.a] == "WANT"
    assert game.byte("arg0") == seat
    return game.byte("arg1")


# --- taxes and rent ------------------------------------------------------------------------


@pytest.mark.parametrize(("money", "choice"), [(1990, 1), (1991, 0)])
def test_it_chooses_the_lower_tax(game, money, choice):
    """V-1.14."""
    game.set_money(0, money)
    walk_to(game, 4)
    assert decides(game)[:2] == ("TAX", choice)


@pytest.mark.feature("F152")
def test_it_claims_even_when_its_seat_was_a_persons_before(game):
    """V-1.14."""
    game.give(2, MAYFAIR)
    walk_to(game, MAYFAIR)
    computer(game, 2)
    assert decides(game)[:2] == ("CLAIM", 1)


# --- real-time auctions --------------------------------------------------------------------


@pytest.mark.feature("F153")
def test_it_bids_up_to_what_the_deed_is_worth_to_it(game):
    """A plain deed: six eighths of 400 and up to two taps of 7."""
    to_auction(game)
    standing = 0
    while (amount := bids(game, 1)) is not None:
        assert standing < amount <= 300 + 14
        cry(game, 2, amount)  # a person takes it over
        standing = amount
    assert standing >= 300


def test_it_never_bids_against_itself(game):
    to_auction(game)
    cry(game, 1, 1)
    assert bids(game, 1) is None
    assert bids(game, 0) is not None


def test_it_bids_no_more_than_it_has_in_hand(game):
    to_auction(game)
    game.set_money(1, 90)
    game.give(1, BLUE[0])
    cry(game, 2, 60)
    amount = bids(game, 1)
    assert amount is None or 60 < amount <= 90
    cry(game, 2, 90)
    assert bids(game, 1) is None


def test_among_themselves_a_lot_is_sold_when_nobody_bids_any_more(game):
    for seat in (2, 3):
        computer(game, seat)
    to_auction(game)
    for _ in range(60):
        name, low, high, seat = decides(game)
        steps = game.byte("brain_steps")
        if name == "GONE":
            break
        assert name == "CRY"
        game.do("CRY", low, high, seat)
    assert steps < 10  # bids are no requests of a turn
    game.do("GONE")
    assert game.owner(MAYFAIR) == game.byte("auction_bidder") < 4
    assert 250 <= game.pair("auction_bid") <= 314


# --- houses --------------------------------------------------------------------------------


def done(game):
    """The end of seat 0's move."""
    walk_to(game, 20)
    assert game.byte("turn_phase") == K["PHASE_DONE"]


def short(game, money=1500):
    """Two owners have places for 8 and 12 houses; the bank has 6."""
    game.give(0, *BROWN)
    game.give(1, *LIGHT_BLUE)
    broken(game, 6)
    game.set_money(0, money)
    done(game)


@pytest.mark.feature("F157")
def test_it_opens_a_session_where_it_may_not_just_build(game):
    """V-1.14."""
    short(game)
    assert decides(game)[0] == "HOUSES"
    game.poke("turn_count", game.byte("turn_count"))  # the same turn
    assert decides(game)[0] == "END_TURN"


def test_it_opens_none_for_what_it_cannot_pay(game):
    short(game, money=201)  # normal keeps 152 for the first houses
    assert decides(game)[0] == "END_TURN"


def test_without_a_shortage_it_builds_as_ever(game):
    game.give(0, *BROWN)
    done(game)
    assert decides(game)[:2] == ("BUILD", BROWN[0])


@pytest.mark.parametrize(
    ("squares", "level", "money", "number"),
    [
        (BROWN, 0, 1500, 6),  # to three each
        (BROWN, 0, 152 + 149, 2),
        (BROWN, 0, 201, 0),
        (BROWN, 3, 1500, 2),  # all have three: to the fourth
        (BROWN, 4, 1500, 0),  # a hotel is none of them
        (BLUE + BROWN, 0, 152 + 1250, 7),  # six at 200, one at 50
        (BLUE[:1], 0, 1500, 0),
        ((*BROWN, *LIGHT_BLUE, *GREEN, *RED, *YELLOW), 0, 9000, 32),  # there are no more
        ((), 0, 1500, 0),
    ],
)
def test_how_many_houses_it_wants(game, squares, level, money, number):
    game.give(1, *squares, level=level)
    game.set_money(1, money)
    assert wants(game, 1) == number


def test_a_short_game_has_three_on_a_street(game):
    game.give(1, *BROWN, level=3)
    game.poke("switches", 1, K["SW_CLOCK"])
    assert wants(game, 1) == 0


def test_a_mortgaged_group_wants_none(game):
    game.give(1, *BROWN)
    game.poke("square_mortgaged", 1, OLD_KENT)
    game.recount()
    assert wants(game, 1) == 0


@pytest.mark.feature("F156")
def test_it_bids_half_of_what_a_house_costs_for_the_right_to_it(game):
    short(game)
    game.do("HOUSES")
    game.do("WANT", 0, 6)
    game.do("WANT", 1, 9)
    game.do("WANTED")
    standing = 0
    while (amount := bids(game, 1)) is not None:
        assert standing < amount <= 25
        cry(game, 0, amount)
        standing = amount
    assert standing == 25
    assert bids(game, 2) is None


@pytest.mark.feature("F156")
@pytest.mark.feature("F157")
def test_a_whole_session_among_computers(game):
    """Both say what they want, six houses go one by one, and all of them stand in the end."""
    short(game)
    seen = []
    for _ in range(200):
        name, *arguments = decides(game)
        seen.append(name)
        game.do(name, *arguments)
        if name != "HOUSES" and game.mode == K["MODE_NORMAL"]:
            break
    assert seen[:4] == ["HOUSES", "WANT", "WANT", "WANTED"]
    assert seen.count("GONE") in (5, 6)
    assert seen.count("PLACE") == 6
    assert seen.count("PLACED") == 2
    assert game.byte("bank_houses") == 0
    assert min(game.money(0), game.money(1)) >= 0
    game.check_invariants()


def test_who_has_overspent_in_a_session_pays_by_itself(game):
    """A seat that was a person's when it placed."""
    game.give(0, *BROWN)
    game.give(1, *LIGHT_BLUE)
    game.set_money(0, 0)
    game.do("HOUSES")
    game.do("WANT", 0, 1)
    game.do("WANT", 1, 1)
    game.do("WANTED")
    game.do("PLACE", OLD_KENT)
    game.do("PLACED")
    assert game.mode == K["MODE_MUST_PAY"]
    for name in ("AUTO_PAY", "CONTINUE"):
        assert decides(game)[0] == name
        game.do(name)
    assert (game.mode, game.active) == (HOUSES, 1)


# --- always a way on -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "name"),
    [("claim", "CLAIM"), ("auction", "GONE"), ("asking", "WANTED"), ("placing", "PLACED")],
)
def test_the_fallback_knows_a_way_on(game, where, name):
    """Whatever a computer has tried in a turn."""
    game.give(2, MAYFAIR, BLUE[0])
    if where == "claim":
        walk_to(game, MAYFAIR)
    elif where == "auction":
        to_auction(game, GREEN[0])
    else:
        game.give(0, *BROWN)
        game.do("HOUSES")
        if where == "placing":
            game.do("WANT", 0, 1)
            game.do("WANTED")
    game.call("brain_fallback")
    assert not game.carry
    code, arguments = game.cpu.a, game.table("arg0", 3)
    assert CODES[code] == name
    assert game.request(code, *arguments) == 0


def whole_game(engine, seed, players, limit=30_000, **options):
    """Computers alone play until one has won; returns how many requests of each kind."""
    rng = random.Random(seed)
    game = engine.new_game(players, preset=RULES1989, **options)
    game.seed(rng.randrange(1, 1 << 22))
    for seat in range(players):
        computer(game, seat)
        game.poke("settings", rng.randrange(3), K["OPT_SKILLS"] + seat)
    taken = dict.fromkeys(CODES.values(), 0)
    for step in range(limit):
        if game.mode == K["MODE_OVER"]:
            return taken
        game.call("brain_step")
        assert not game.carry, f"stuck in mode {game.mode}, phase {game.byte('turn_phase')}"
        taken[CODES[game.cpu.a]] += 1
        game.events()
        if step % 16 == 0:
            game.check_invariants()
    raise AssertionError("no end")


MARKET = ("CRY", "GONE", "HOUSES", "WANT", "WANTED", "PLACE", "PLACED", "TAX")


@pytest.mark.parametrize("games", [7, seldom(50)])
def test_games_of_computers_end_without_a_fault(engine, games):
    """V-1.14: two to eight seats of all skills; nobody is ever without an idea."""
    seen = dict.fromkeys(MARKET, 0)
    for seed in range(games):
        taken = whole_game(engine, seed, 2 + seed % 7)
        assert engine.byte("brain_fallbacks") == 0
        assert not taken["BID"] and not taken["LESS"]
        seen = {name: number + taken[name] for name, number in seen.items()}
    assert min(seen.values()) > games, seen


@pytest.mark.long
@pytest.mark.parametrize("batch", range(20))
def test_two_thousand_games_of_computers_end_without_a_fault(engine, batch):
    """V-1.14: no turn comes to its 250th request."""
    for seed in range(1000 + 100 * batch, 1100 + 100 * batch):
        whole_game(engine, seed, 2 + seed % 7)
        assert engine.byte("brain_fallbacks") == 0
