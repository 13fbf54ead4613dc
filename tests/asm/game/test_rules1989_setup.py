"""The preset of 1989, its family of switches, a short game's minutes: before the game begins."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.test_variants_setup import RUSSIAN, SWITCHES, switches

RULES1989 = {
    "SW_PRESET": 1, "SW_RENT": 1, "SW_TAX": 1, "SW_LUXURY": 1, "SW_AUCTION": 1, "SW_SHORT": 1,
    "SW_HOTEL": 1, "SW_BUILD": 1, "SW_BANKRUPT": 1,
}  # fmt: skip
OF_RULES1989 = ("RENT", "AUCTION", "SHORT", "HOTEL", "BUILD", "BANKRUPT")
OF_RUSSIAN = ("ORDER", "REPAY", "LOANS", "THIRD", "CARDS", "BANKER", "BANK")
TWICE = ("RENT", "AUCTION", "HOTEL", "BUILD", "BANKRUPT")  # 2 is a Russian rule


def chosen(engine):
    return {name: value for name, value in switches(engine).items() if value}


def clock(engine, minutes):
    engine.do("CLOCK", minutes & 0xFF, minutes >> 8)


def family(engine):
    engine.call("switch_family")
    return engine.cpu.a


def test_the_preset_of_1989_sets_all_its_switches_and_the_next_preset_none_of_them(engine):
    """V-1.1."""
    engine.do("PRESET", K["PRESET_1989"])
    assert chosen(engine) == RULES1989
    engine.do("PRESET", K["PRESET_RUSSIAN"])
    assert chosen(engine) == RUSSIAN
    engine.do("PRESET", K["PRESET_1989"])
    engine.do("PRESET", K["PRESET_CLASSIC"])
    assert not chosen(engine)


@pytest.mark.parametrize("name", OF_RULES1989)
def test_a_rule_of_1989_stands_beside_no_russian_one(engine, name):
    """V-1.1: taxes are of both families."""
    engine.do("SWITCH", K["SW_TAX"], 1)
    engine.do("SWITCH", K["SW_" + name], 1)
    for other in OF_RUSSIAN:
        engine.refuses("SWITCH", "FAMILY", K["SW_" + other], 1)
    for other in TWICE:
        if other != name:
            engine.refuses("SWITCH", "FAMILY", K["SW_" + other], 2)
    real_time = {"SW_AUCTION": 1} if name == "SHORT" else {}
    assert chosen(engine) == {"SW_PRESET": 3, "SW_TAX": 1, "SW_" + name: 1, **real_time}
    if name in TWICE:  # nothing else is of its family: it may change
        engine.do("SWITCH", K["SW_" + name], 2)


def test_scarce_houses_are_auctioned_in_real_time(engine):
    """V-1.1, V-1.5: the one switch sets the other, which stays so as long as it does."""
    engine.do("SWITCH", K["SW_SHORT"], 1)
    engine.do("SWITCH", K["SW_AUCTION"], 0)
    assert chosen(engine) == {"SW_PRESET": 3, "SW_SHORT": 1, "SW_AUCTION": 1}
    engine.do("SWITCH", K["SW_SHORT"], 0)
    engine.do("SWITCH", K["SW_AUCTION"], 0)
    assert chosen(engine) == {"SW_PRESET": 3}


@pytest.mark.parametrize("name", [*OF_RUSSIAN, *TWICE])
def test_a_russian_rule_stands_beside_none_of_1989(engine, name):
    """V-1.1."""
    engine.do("SWITCH", K["SW_LUXURY"], 1)
    engine.do("SWITCH", K["SW_" + name], 2 if name in TWICE else 1)
    for other in OF_RULES1989:
        if other != name:
            engine.refuses("SWITCH", "FAMILY", K["SW_" + other], 1)
    engine.refuses("CLOCK", "FAMILY", 30, 0)
    engine.do("CLOCK", 0, 0)  # no short game: that may always be said


def test_the_preset_of_1989_takes_no_russian_rule(engine):
    """V-1.1."""
    engine.do("PRESET", K["PRESET_1989"])
    engine.refuses("SWITCH", "FAMILY", K["SW_BANK"], 1)
    engine.refuses("SWITCH", "FAMILY", K["SW_RENT"], 2)
    engine.do("SWITCH", K["SW_RENT"], 0)
    others = {name: value for name, value in RULES1989.items() if name != "SW_RENT"}
    assert chosen(engine) == {**others, "SW_PRESET": 3}


@pytest.mark.parametrize(
    ("own", "expected"),
    [({}, 2), ({"TAX": 1}, 2), ({"HOTEL": 1}, 1), ({"RENT": 2}, 2), ({"BANKER": 1}, 2),
     ({"TAX": 1, "BANKRUPT": 1}, 1)],
)  # fmt: skip
def test_which_file_a_set_of_switches_needs(engine, own, expected):
    """V-1.1: RULES1989 or RUSSIAN, and a classic game neither."""
    assert family(engine) == 0
    engine.do("PRESET", K["PRESET_OWN"])
    for name, value in own.items():
        engine.do("SWITCH", K["SW_" + name], value)
    assert family(engine) == expected
    engine.do("PRESET", K["PRESET_1989"])
    assert family(engine) == 1


@pytest.mark.parametrize("minutes", [1, 59, 60, 255, 256, 599])
def test_a_short_game_has_its_minutes_in_seconds(engine, minutes):
    """V-1.10."""
    clock(engine, minutes)
    assert (engine.pair("clock_minutes"), engine.pair("clock")) == (minutes, 60 * minutes)


def test_more_than_599_minutes_are_refused(engine):
    """V-1.10: one digit of hours, two of minutes."""
    for low, high in ((88, 2), (0, 3), (0, 255)):
        engine.refuses("CLOCK", "RANGE", low, high)
    engine.do("CLOCK", 87, 2)


def test_a_short_game_makes_no_set_the_players_own_but_the_classic_one(engine):
    """V-1.10: the preset of 1989 with a short game is still that preset."""
    engine.do("PRESET", K["PRESET_1989"])
    clock(engine, 90)
    assert chosen(engine) == {**RULES1989, "SW_CLOCK": 1}
    clock(engine, 0)
    assert chosen(engine) == RULES1989
    assert (engine.pair("clock_minutes"), engine.pair("clock")) == (0, 0)
    engine.do("PRESET", K["PRESET_CLASSIC"])
    clock(engine, 90)
    assert chosen(engine) == {"SW_PRESET": 3, "SW_CLOCK": 1}


def test_another_preset_ends_the_short_game(engine):
    """V-1.10."""
    clock(engine, 300)
    engine.do("PRESET", K["PRESET_RUSSIAN"])
    assert chosen(engine) == RUSSIAN
    assert (engine.pair("clock_minutes"), engine.pair("clock")) == (0, 0)


@pytest.mark.feature("F146")
@pytest.mark.parametrize("asked", [0, 2, 4])
def test_two_deeds_are_dealt_in_a_short_game_and_paid_for(engine, asked):
    """V-1.10, R-16.5: no more and no fewer, whatever the option says."""
    clock(engine, 30)
    engine.do("OPTION", K["OPT_RANDOM"], K["RANDOM_UNBIASED"])
    engine.seed(asked + 1)
    engine.do("SEATS", 8)
    for seat in range(8):
        engine.do("COLOUR", seat, seat)
    engine.do("OPTION", K["OPT_DEEDS"], asked)
    engine.do("START")
    for _ in range(8):
        engine.do("ROLL")
    for seat in range(8):
        mine = [square for square in range(40) if engine.owner(square) == seat]
        assert len(mine) == 2
        assert engine.money(seat) == 1500 - sum(map(engine.price, mine))
    engine.check_invariants()


def test_minutes_are_agreed_upon_before_the_game(game):
    """V-1.10."""
    game.refuses("CLOCK", "MODE", 30, 0)


def test_what_the_preset_does_not_change(engine):
    """V-1.15: gaol, repaying, decks, order of play and who lends are as in the classic game."""
    engine.do("PRESET", K["PRESET_1989"])
    for name in OF_RUSSIAN:
        assert not engine.byte("switches", K["SW_" + name])


def test_nobody_lends_and_no_rent_is_asked_for_in_part(engine):
    """V-1.15: requests that only the Russian rules have are unknown there."""
    game = engine.new_game(4, preset=K["PRESET_1989"])
    for name in ("LESS", "LOAN", "GRANT", "REFUSE_LOAN", "PAYBACK"):
        game.refuses(name, "MODE", 0, 0)
    assert not {K["REQ_LOAN"], K["REQ_PAYBACK"]} & game.actions()


def test_a_russian_game_knows_no_request_of_1989(engine):
    """V-1.1."""
    game = engine.new_game(4, preset=K["PRESET_RUSSIAN"])
    for name in ("TIME", "CLAIM", "CRY", "GONE", "HOUSES", "WANT", "WANTED", "PLACE", "SELL_ALL"):
        game.refuses(name, "MODE", 0, 0)


def test_a_classic_game_knows_none_of_either(game):
    """V-1.1."""
    for code in range(K["REQ_LESS"], K["REQUESTS"]):
        assert game.check(code, 0, 0) == K["REASON_MODE"]


assert {*OF_RULES1989, *OF_RUSSIAN, "PRESET", "TAX", "LUXURY", "CLOCK"} == {n[3:] for n in SWITCHES}
