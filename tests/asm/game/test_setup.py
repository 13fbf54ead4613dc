"""Set-up, roll for first, starting deeds (R-3, R-16)."""

import pytest

from tests.asm.game.engine import NOBODY, K
from tests.asm.game.lockstep import BLOCKS


def ready(engine, players, **options):
    """Seats with colours and options, before REQ_START."""
    engine.do("SEATS", players)
    for seat in range(players):
        engine.do("COLOUR", seat, 9 - seat)
    engine.do("OPTION", K["OPT_RANDOM"], K["RANDOM_UNBIASED"])
    for name, value in options.items():
        engine.do("OPTION", K["OPT_" + name.upper()], value)


@pytest.mark.feature("F015")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_players_start_with_1500_on_go(engine, players):
    """R-3.1, R-3.3."""
    ready(engine, players)
    engine.do("START")
    assert [engine.money(p) for p in range(8)] == [1500] * players + [0] * (8 - players)
    assert engine.table("player_square", 8) == [0] * 8
    engine.check_invariants()


@pytest.mark.feature("F137")
@pytest.mark.parametrize("players", [7, 8])
def test_all_eight_seats_can_be_taken(engine, players):
    """R-20.11."""
    ready(engine, players)
    engine.do("START")
    assert sum(engine.flags(p) & K["PF_ALIVE"] for p in range(8)) == players


def test_every_field_has_room_for_all_eight_seats(engine):
    """R-2.3, R-20.11: no field reaches into another."""
    taken = set()
    for label, size in BLOCKS.items():
        begin = engine.labels[label]
        room = set(range(begin, begin + size))
        assert not room & taken, label
        assert room <= set(range(engine.state_begin, engine.state_end)), label
        taken |= room


def test_house_rules_are_off_at_first(engine):
    """R-20.6, R-16.2, R-16.3, R-16.5."""
    settings = engine.table("settings", K["OPTIONS"])
    for option in ("LIMITED", "PARKING", "GO", "DEEDS"):
        assert settings[K[f"OPT_{option}"]] == 0


@pytest.mark.parametrize("players", [0, 1, 9, 255])
def test_other_numbers_of_players_are_refused(engine, players):
    engine.refuses("SEATS", "RANGE", players)


@pytest.mark.feature("F040")
@pytest.mark.parametrize(("setting", "money"), [(0, 1500), (1, 1000), (2, 2000)])
def test_starting_money_follows_the_house_rule(engine, setting, money):
    """R-16.1."""
    ready(engine, 3, money=setting)
    engine.do("START")
    assert engine.money(2) == money
    assert engine.bank_out() == 3 * money


@pytest.mark.feature("F005")
@pytest.mark.feature("F117")
def test_each_of_the_ten_colours_is_used_once(engine):
    """R-1.4."""
    engine.do("SEATS", 3)
    engine.do("COLOUR", 0, 7)
    engine.refuses("COLOUR", "TAKEN", 1, 7)
    engine.refuses("COLOUR", "RANGE", 1, 10)
    engine.do("COLOUR", 0, 6)
    engine.do("COLOUR", 1, 7)
    engine.refuses("START", "COLOUR")
    engine.do("COLOUR", 2, 0)
    engine.do("START")


@pytest.mark.feature("F139")
def test_each_of_the_eight_tokens_is_one_seats(engine):
    engine.do("SEATS", 3)
    assert engine.table("player_token", 8) == list(range(8))
    engine.refuses("TOKEN", "TAKEN", 0, 2)
    engine.do("TOKEN", 0, 0)
    engine.do("TOKEN", 0, 6)
    assert engine.table("player_token", 8) == [6, 1, 2, 3, 4, 5, 0, 7]
    engine.do("TOKEN", 1, 0)
    engine.do("SEATS", 8)
    assert engine.table("player_token", 8) == [6, 0, 2, 3, 4, 5, 1, 7]
    engine.refuses("TOKEN", "TAKEN", 7, 6)
    engine.refuses("TOKEN", "RANGE", 7, 8)
    engine.refuses("TOKEN", "RANGE", 8, 0)
    ready(engine, 8)
    engine.do("START")
    engine.refuses("TOKEN", "MODE", 0, 6)


def test_seats_that_join_later_with_a_taken_colour_stop_the_start(engine):
    """R-1.4."""
    engine.do("SEATS", 2)
    engine.do("COLOUR", 2, 9)
    ready(engine, 2)
    engine.do("SEATS", 3)
    engine.refuses("START", "TAKEN")
    engine.do("COLOUR", 2, 7)
    engine.do("START")


def test_a_seat_may_give_its_colour_back(engine):
    ready(engine, 2)
    engine.do("COLOUR", 0, K["NO_COLOUR"])
    engine.refuses("START", "COLOUR")


def test_names_of_eight_characters_are_kept(engine):
    engine.ram[0x0300:0x0308] = b"FLORENCE"
    engine.do("NAME", 3, 0, 0x00, 0x03)
    assert bytes(engine.table("player_names", 64)[24:32]) == b"FLORENCE"


@pytest.mark.feature("F069")
@pytest.mark.parametrize(
    ("totals", "first"),
    [
        (((3, 4), (5, 4), (6, 3), (2, 2)), 1),
        (((1, 1), (1, 1), (1, 1), (1, 1)), 0),
        (((1, 1), (2, 3), (6, 6), (6, 5)), 2),
    ],
)
def test_highest_total_begins_and_the_lowest_seat_on_a_tie(engine, totals, first):
    """R-3.2 with its example 7, 9, 9, 4: the second seat."""
    ready(engine, 4)
    engine.do("START")
    for seat, (one, two) in enumerate(totals):
        assert (engine.mode, engine.active) == (K["MODE_FIRST"], seat)
        events = engine.roll(one, two)
    assert (engine.mode, engine.active) == (K["MODE_NORMAL"], first)
    assert engine.byte("turn_first") == first
    assert [e[:2] for e in events if e.name in ("FIRST", "TURN")] == [
        (K["EV_FIRST"], first),
        (K["EV_TURN"], first),
    ]


@pytest.mark.parametrize(
    ("players", "money", "wanted", "dealt"),
    [
        (4, 2, 5, 5), (6, 2, 5, 4), (4, 0, 5, 4), (2, 1, 5, 2), (6, 1, 4, 2), (3, 2, 3, 3),
        (7, 2, 5, 4), (8, 2, 5, 3), (4, 0, 0, 0), (8, 0, 5, 3), (8, 0, 4, 3), (8, 1, 5, 2),
        (5, 2, 5, 5), (6, 0, 5, 4),
    ],
)  # fmt: skip
def test_starting_deeds_are_bought_at_price(engine, players, money, wanted, dealt):
    """R-16.5; eight players get three at most, 24 of 28."""
    ready(engine, players, money=money, deeds=wanted)
    engine.do("START")
    for _ in range(players):
        engine.do("ROLL")
    assert engine.byte("settings", K["OPT_DEEDS"]) == dealt
    for player in range(players):
        deeds = [s for s in range(40) if engine.owner(s) == player]
        paid = sum(engine.byte("price_lo", s) | engine.byte("price_hi", s) << 8 for s in deeds)
        assert len(deeds) == dealt
        assert engine.money(player) == (1500, 1000, 2000)[money] - paid
    engine.check_invariants()


def test_starting_deeds_go_round_from_the_starting_player(engine):
    """R-16.5."""
    ready(engine, 3, money=2, deeds=2)
    engine.do("START")
    engine.roll(1, 1)
    engine.roll(6, 6)
    events = engine.roll(1, 2)
    assert [e[1] for e in events if e.name == "BOUGHT"] == [1, 2, 0, 1, 2, 0]


def test_all_deeds_are_unowned_without_starting_deeds(game):
    """R-3.4."""
    assert game.table("square_owner", 40) == [NOBODY] * 40


@pytest.mark.feature("F044")
def test_limited_money_cuts_what_the_bank_pays_out(engine):
    """R-16.4: eight players at 2000 are more than the 15140 printed."""
    ready(engine, 8, money=2, limited=1)
    engine.do("START")
    assert [engine.money(p) for p in range(8)] == [2000] * 7 + [1140]
    assert engine.bank_out() == 15140


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("MONEY", 3), ("PARKING", 3), ("GO", 2), ("LIMITED", 2), ("DEEDS", 6), ("RANDOM", 4)),
        *(("LENGTH", 2), ("CALLER", 9)),
    ],
)
def test_values_an_option_does_not_have_are_refused(engine, option, value):
    engine.refuses("OPTION", "RANGE", K["OPT_" + option], value)


def test_there_is_no_ninth_option(engine):
    engine.refuses("OPTION", "RANGE", K["OPT_CALLER"] + 1, 0)


@pytest.mark.parametrize("name", ["ROLL", "BUY", "END_TURN", "BID", "QUIT", "SELL"])
def test_requests_of_the_game_are_refused_in_set_up(engine, name):
    engine.refuses(name, "MODE", 1)


def test_set_up_requests_are_refused_in_the_game(game):
    for name in ("SEATS", "COLOUR", "CPU", "OPTION", "NAME", "START"):
        game.refuses(name, "MODE", 2)


def test_a_new_game_remembers_nothing_of_the_one_before(engine):
    names = ("deck_free", "card_last", "auction_bidder", "winners")  # as play_init sets them
    fresh = {name: engine.byte(name) for name in names}
    assert fresh == {
        "deck_free": NOBODY,
        "card_last": NOBODY,
        "auction_bidder": NOBODY,
        "winners": 0,
    }
    for name in names:
        engine.poke(name, 3)
    engine.call("play_init")
    assert {name: engine.byte(name) for name in names} == fresh


def test_a_new_game_begins_alike_whatever_was_in_memory_and_touches_nothing_beside_it(engine):
    """R-3: the random register goes on."""
    begin, end = engine.state_begin, engine.variant_end
    engine.call("play_init")
    fresh, kept = engine.whole(), engine.labels["rng_v"] - begin
    assert engine.variant_begin == engine.state_end
    engine.ram[begin - 1 : end + 1] = bytes([0x5A]) * (end - begin + 2)
    engine.call("play_init")
    assert engine.whole()[:kept] == fresh[:kept]
    assert engine.whole()[kept : kept + 5] == bytes([0x5A]) * 5
    assert engine.whole()[kept + 5 :] == fresh[kept + 5 :]
    assert engine.ram[begin - 1] == engine.ram[end] == 0x5A
