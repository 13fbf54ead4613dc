"""The 32 cards and the decks (R-7, R-12.7, R-12.8)."""

import pytest

from tests.asm.game.engine import NOBODY, K
from tests.asm.game.model import board

RECEIVE, PAY, REPAIR, COLLECT, PAY_EACH, ADVANCE, STATION, UTILITY, BACK, GAOL, FREE = range(11)
CHEST, CHANCE = 0, 1
SQUARES = {CHEST: 2, CHANCE: 7}
QUIET = {CHEST: (0, 1, 4), CHANCE: (0, 1)}  # the bank pays: nothing else happens


def draw(game, deck, card, square=None, dice=(1, 1)):
    """Seat 0 lands on a card square and draws this card; returns the events."""
    square = SQUARES[deck] if square is None else square
    game.put_on_top(deck, card)
    game.poke("turn_phase", K["PHASE_ROLL"])
    game.poke("turn_doubles", 0)
    game.place(0, (square - sum(dice)) % 40)
    return game.roll(*dice)


def cards(deck, effect):
    table = (board.CHEST_CARDS, board.CHANCE_CARDS)[deck]
    return [n for n, card in enumerate(table) if card[0] == effect]


@pytest.mark.feature("F009")
@pytest.mark.parametrize("card", [*cards(CHEST, "get"), *cards(CHEST, "pay")])
def test_community_chest_pays_or_charges(game, card):
    """R-7.1."""
    what, amount = board.CHEST_CARDS[card]
    draw(game, CHEST, card)
    assert game.money(0) == 1500 + (amount if what == "get" else -amount)
    assert game.byte("card_last") == card


@pytest.mark.feature("F008")
@pytest.mark.parametrize("card", [*cards(CHANCE, "get"), *cards(CHANCE, "pay")])
def test_chance_pays_or_charges(game, card):
    """R-7.2."""
    what, amount = board.CHANCE_CARDS[card]
    draw(game, CHANCE, card)
    assert game.money(0) == 1500 + (amount if what == "get" else -amount)
    assert game.byte("card_last") == 16 + card


@pytest.mark.parametrize("deck", [CHEST, CHANCE])
def test_repairs_count_houses_and_a_hotel_as_one(game, deck):
    """R-7.5."""
    card = cards(deck, "repairs")[0]
    house, hotel = (board.CHEST_CARDS, board.CHANCE_CARDS)[deck][card][1:]
    game.give(0, 16, 18, level=4)
    game.give(0, 19, level=5)
    game.give(1, 37, 39, level=1)
    draw(game, deck, card)
    assert game.money(0) == 1500 - 8 * house - hotel


@pytest.mark.parametrize("deck", [CHEST, CHANCE])
def test_repairs_of_nothing_charge_nothing(game, deck):
    """R-7.5."""
    game.give(0, 16)
    events = draw(game, deck, cards(deck, "repairs")[0])
    assert game.money(0) == 1500
    assert not [e for e in events if e.name == "CARD_PAY"]


def test_every_other_player_pays_the_drawer(game):
    """R-7.8, R-12.7."""
    draw(game, CHEST, cards(CHEST, "from each")[0])
    assert [game.money(p) for p in range(4)] == [1530, 1490, 1490, 1490]


def test_the_drawer_pays_every_other_player(game):
    """R-7.8, R-12.8."""
    draw(game, CHANCE, cards(CHANCE, "to each")[0])
    assert [game.money(p) for p in range(4)] == [1350, 1550, 1550, 1550]


@pytest.mark.parametrize(
    ("card", "square"), list(zip(range(5, 10), (0, 5, 11, 24, 39), strict=True))
)
@pytest.mark.parametrize("start", [7, 22, 36])
def test_advance_moves_forward_and_pays_when_go_is_passed(game, card, square, start):
    """R-7.3."""
    draw(game, CHANCE, card, start)
    assert game.byte("player_square", 0) == square
    assert game.money(0) == 1500 + (200 if square < start else 0)
    assert game.byte("turn_phase") == (K["PHASE_ROLL"] if square == 0 else K["PHASE_BUY"])


def test_community_chest_advances_to_go_too(game):
    draw(game, CHEST, 13, 33)
    assert game.byte("player_square", 0) == 0
    assert game.money(0) == 1700


def test_a_station_reached_by_an_advance_card_charges_the_plain_rent(game):
    """R-7.2: only "nearest station" doubles."""
    game.give(1, 5)
    draw(game, CHANCE, 6, 22)
    assert game.money(0) == 1500 + 200 - 25


@pytest.mark.parametrize(("start", "station"), [(7, 15), (22, 25), (36, 5)])
@pytest.mark.parametrize("card", [10, 11])
def test_nearest_station_charges_double(game, start, station, card):
    """R-7.3, R-8.2."""
    game.give(1, 15, 25, 5)
    draw(game, CHANCE, card, start)
    assert game.byte("player_square", 0) == station
    assert game.money(1) == 1500 + 200
    assert game.money(0) == 1500 - 200 + (200 if station == 5 else 0)


@pytest.mark.parametrize(("start", "utility"), [(7, 12), (22, 28), (36, 12)])
def test_nearest_utility_charges_ten_times_a_fresh_roll(game, start, utility):
    """R-7.3, R-7.4, R-20.3: even if only one is held."""
    game.give(1, utility)
    events = draw(game, CHANCE, 12, start)
    throws = [e for e in events if e.name == "DICE"]
    assert len(throws) == 2
    assert throws[1][4] >> 8 == K["DICE_CARD"]
    assert game.money(1) == 1500 + 10 * (throws[1][2] + throws[1][3])


@pytest.mark.parametrize(("card", "square"), [(10, 15), (12, 12)])
def test_a_nearest_deed_that_nobody_owns_may_be_bought(game, card, square):
    """R-7.3."""
    draw(game, CHANCE, card)
    assert game.byte("turn_phase") == K["PHASE_BUY"]
    game.do("BUY")
    assert game.owner(square) == 0


@pytest.mark.parametrize(("owner", "mortgaged"), [(0, 0), (1, 1)])
@pytest.mark.parametrize(("card", "square"), [(10, 15), (12, 12)])
def test_a_nearest_deed_that_is_own_or_mortgaged_costs_nothing(
    game, card, square, owner, mortgaged
):
    """R-7.3."""
    game.give(owner, square, mortgaged=mortgaged)
    draw(game, CHANCE, card)
    assert game.money(0) == 1500
    assert game.byte("turn_phase") == K["PHASE_ROLL"]


def test_a_mortgaged_utility_is_not_rolled_for(game):
    """R-7.3."""
    game.give(1, 12, mortgaged=1)
    events = draw(game, CHANCE, 12)
    assert len([e for e in events if e.name == "DICE"]) == 1
    assert game.money(0) == 1500


@pytest.mark.parametrize(("start", "end"), [(7, 4), (22, 19), (36, 33)])
def test_back_three_never_pays_and_lands(game, start, end):
    """R-7.3: 4 is taxed, 19 is for sale, 33 draws Community Chest."""
    game.put_on_top(CHEST, 4)
    events = draw(game, CHANCE, 13, start)
    moves = [e for e in events if e.name == "MOVE"]
    assert moves[-1][3:] == (end, 3 << 8 | K["MOVE_BACK"])
    assert game.byte("player_square", 0) == end
    if start == 7:
        assert game.money(0) == 1300
    if start == 22:
        assert game.byte("turn_phase") == K["PHASE_BUY"]
    if start == 36:
        assert game.money(0) == 1550
        assert game.byte("card_last") == 4


@pytest.mark.parametrize("deck", [CHEST, CHANCE])
def test_go_to_gaol_card(game, deck):
    """R-4.2, R-4.3: no salary, no extra roll."""
    draw(game, deck, 14, square={CHEST: 33, CHANCE: 36}[deck])
    assert game.byte("player_square", 0) == 10
    assert game.flags(0) & K["PF_GAOL"]
    assert game.money(0) == 1500
    assert game.byte("turn_phase") == K["PHASE_DONE"]


@pytest.mark.parametrize("deck", [CHEST, CHANCE])
def test_go_free_card_is_kept(game, deck):
    """R-7.6."""
    events = draw(game, deck, 15)
    assert game.byte("deck_free", deck) == 0
    assert ("GO_FREE", deck) in [(e.name, e[2]) for e in events]
    game.check_invariants()


@pytest.mark.feature("F036")
@pytest.mark.parametrize("deck", [CHEST, CHANCE])
def test_the_deck_is_reshuffled_when_the_last_card_is_returned(game, deck):
    """R-7.7, each deck on its own."""
    other = game.deck(1 - deck)
    before = game.deck(deck)
    first = next(n for n in before if n != 15)
    game.put_at(deck, 15, first)
    game.poke("deck_next", 15, deck)
    events = draw(game, deck, first)
    assert ("SHUFFLED", deck) in [(e.name, e[2]) for e in events]
    assert sorted(game.deck(deck)) == list(range(16))
    assert game.deck(deck) != before
    assert game.byte("deck_next", deck) == 0
    assert game.deck(1 - deck) == other


@pytest.mark.feature("F133")
@pytest.mark.parametrize("held", [True, False])
def test_a_held_go_free_card_stays_out_and_a_used_one_comes_back(game, held):
    """R-7.7: 15 cards while it is out."""
    game.put_at(CHEST, 0, 15)
    game.poke("deck_next", 15, CHEST)
    game.poke("deck_free", 2 if held else K["FREE_USED"], CHEST)
    draw(game, CHEST, game.deck(CHEST)[15])
    assert sorted(game.deck(CHEST)) == list(range(15 if held else 16))
    assert game.byte("deck_free", CHEST) == (2 if held else NOBODY)
    game.check_invariants()


def test_a_go_free_card_drawn_last_leaves_fifteen(game):
    """R-7.7: all the others have been returned."""
    game.put_at(CHANCE, 15, 15)
    game.poke("deck_next", 15, CHANCE)
    draw(game, CHANCE, 15)
    assert game.byte("deck_free", CHANCE) == 0
    assert sorted(game.deck(CHANCE)) == list(range(15))
    game.check_invariants()


def test_card_fees_go_to_the_pool_only_with_the_third_setting(engine):
    """R-16.2."""
    for setting, pool in ((1, 0), (2, 100)):
        engine.new_game(2, parking=setting)
        draw(engine, CHEST, 8)
        assert engine.pair("pool") == pool
        engine.check_invariants()


def test_both_decks_hold_every_card_once_at_the_start(game):
    """R-1.3, R-3.3."""
    assert sorted(game.deck(CHEST)) == sorted(game.deck(CHANCE)) == list(range(16))


@pytest.mark.parametrize(("square", "deck"), [(2, 0), (17, 0), (33, 0), (7, 1), (22, 1), (36, 1)])
def test_whoever_lands_on_a_card_square_draws_from_its_deck(game, square, deck):
    """R-6.5."""
    card = game.deck(deck)[game.byte("deck_next", deck)]
    game.place(0, square - 3)
    events = game.roll(1, 2)
    assert next(e[2] for e in events if e.name == "CARD") == deck * 16 + card
    assert [e.name for e in events].count("CARD") == 1 + (square == 36 and card == 14)


def test_with_both_go_free_cards_out_each_deck_is_fifteen_until_they_are_used(game):
    """R-7.7, R-20.9."""
    for deck in (CHEST, CHANCE):
        game.put_at(deck, 0, 15)
        game.poke("deck_free", 3, deck)
        game.poke("deck_next", 15, deck)
        draw(game, deck, game.deck(deck)[15])
        assert sorted(game.deck(deck)) == list(range(15))
        game.check_invariants()
    for deck in (CHEST, CHANCE):
        game.poke("deck_free", K["FREE_USED"], deck)
        game.poke("deck_next", 14, deck)
        quiet = next(c for c in game.deck(deck) if c in QUIET[deck])
        game.put_at(deck, 14, quiet)
        draw(game, deck, quiet)
        assert sorted(game.deck(deck)) == list(range(16))
        assert game.byte("deck_free", deck) == NOBODY
        game.check_invariants()


def test_no_house_rule_stops_the_reshuffle(engine):
    """R-16.6: there is no setting for it, and with all the others it still happens."""
    options = {"money": 2, "parking": 2, "go": 1, "limited": 1, "deeds": 2, "length": 1}
    assert len(options) + 1 == K["OPTIONS"]  # and the random source
    engine.new_game(2, **options)
    for deck in (CHEST, CHANCE):
        quiet = QUIET[deck][0]
        engine.put_at(deck, 15, quiet)
        engine.poke("deck_next", 15, deck)
        events = draw(engine, deck, quiet)
        assert ("SHUFFLED", deck) in [(e.name, e[2]) for e in events]


def test_a_card_after_a_double_leaves_the_extra_roll(game):
    """R-4.3, R-4.5."""
    draw(game, CHEST, 4)
    assert game.byte("turn_phase") == K["PHASE_ROLL"]
