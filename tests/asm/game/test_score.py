"""Score, vote to quit, end (R-15)."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.model import board
from tests.asm.game.test_eliminations import lose


def score(game, player):
    game.call("score_get", x=player)
    return game.word()


@pytest.mark.feature("F070")
def test_the_vector_of_the_rules(game):
    """R-15.5: 387+154+5+1+4+6+1+1 = 559."""
    game.set_money(0, 1234)
    game.give(0, 6, 8, 9, level=2)
    game.give(0, 5, 12)
    game.poke("deck_free", 0, 0)
    game.set_pair("player_equity", 775, 0)
    assert score(game, 0) == 559


@pytest.mark.feature("F071")
@pytest.mark.parametrize("group", ["brown", "purple", "red", "green"])
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_twenty_entries_of_the_improvement_table(game, group, level):
    """R-15.2: one entry a street, not cumulative."""
    square = board.MEMBERS[group][0]
    game.set_money(0, 0)
    game.give(0, square, level=level)
    game.set_pair("player_equity", 0, 0)
    entry = {
        "brown": (1, 2, 5, 7, 15), "purple": (5, 15, 30, 40, 70), "red": (10, 20, 50, 70, 100),
        "green": (20, 35, 80, 110, 180),
    }[group][level - 1]  # fmt: skip
    assert score(game, 0) == 1 + entry


def test_stations_count_n_times_two_to_the_n_minus_one(game):
    """R-15.3, R-20.1: 0, 1, 4, 12, 32; each deed 1, and 2(n-1) for the group."""
    game.set_money(0, 0)
    for number, term in enumerate((0, 1, 4, 12, 32)):
        game.give(0, *board.STATIONS[:number])
        game.set_pair("player_equity", 0, 0)
        assert score(game, 0) == term + number + 2 * max(number - 1, 0)


def test_a_group_counts_twice_what_is_held_beyond_the_first(game):
    """R-15.4, R-20.2: also of groups that are not complete."""
    game.set_money(0, 0)
    for squares in ((11,), (11, 13), (11, 13, 14), (11, 13, 14, 37), (11, 13, 14, 37, 39)):
        game.give(0, *squares)
        game.set_pair("player_equity", 0, 0)
        groups = [[s for s in squares if s < 20], [s for s in squares if s > 20]]
        term = sum(2 * (len(group) - 1) for group in groups if group)
        assert score(game, 0) == len(squares) + term


def test_utilities_count_themselves(game):
    game.set_money(0, 0)
    game.give(0, 12, 28)
    game.set_pair("player_equity", 0, 0)
    assert score(game, 0) == 2 + 2 + 2


@pytest.mark.parametrize(
    ("money", "eighth"),
    [(7, 0), (8, 1), (-1, -1), (-8, -1), (-9, -2), (32767, 4095), (-32768, -4096)],
)
def test_an_eighth_of_the_money_rounds_down(game, money, eighth):
    """R-15.5."""
    game.set_pair("player_money", money & 0xFFFF, 0)
    assert score(game, 0) == eighth


@pytest.mark.feature("F014")
def test_the_richest_state_fits_sixteen_bits(game):
    """R-1.7: all deeds, hotels and houses to the limit, the cap of money, both cards."""
    for group in board.GROUPS[4:8]:
        game.give(0, *board.MEMBERS[group], level=5)
    game.give(0, *board.MEMBERS["orange"], level=4)
    game.give(0, *board.MEMBERS["purple"], level=4)
    for group in ("brown", "light blue", "stations", "utilities"):
        game.give(0, *board.MEMBERS[group])
    game.set_money(0, 32767)
    game.poke("deck_free", 0, 0)
    game.poke("deck_free", 0, 1)
    assert 0 < game.equity(0) < 9200
    assert 4095 + 2845 // 2 < score(game, 0) < 32768


@pytest.mark.feature("F072")
def test_quitting_asks_every_other_player_and_one_refusal_cancels(game):
    """R-15.1."""
    game.do("QUIT")
    assert (game.mode, game.active) == (K["MODE_QUIT"], 1)
    game.do("AGREE")
    assert game.active == 2
    events = game.do("REFUSE")
    assert [tuple(e[1:3]) for e in events if e.name == "VOTE"] == [(2, 0)]
    assert (game.mode, game.active) == (K["MODE_NORMAL"], 0)
    game.do("ROLL")


@pytest.mark.feature("F073")
def test_when_all_agree_the_highest_score_wins(game):
    """R-15.1."""
    game.give(2, 39)
    game.do("QUIT")
    for _ in range(3):
        events = game.do("AGREE")
    assert game.mode == K["MODE_OVER"]
    assert game.byte("winners") == 1 << 2
    assert ("GAME_OVER", 2, K["OVER_VOTE"]) in [(e.name, e[1], e[2]) for e in events]


@pytest.mark.parametrize("first", [0, 2, 3])
@pytest.mark.parametrize("best", [(0, 1, 2, 3), (1, 3), (0, 2), (2,)])
def test_who_ties_for_the_highest_score_shares_the_victory(engine, first, best):
    """R-15.1, whoever began."""
    engine.new_game(4, first=first)
    for seat in set(range(4)) - set(best):
        engine.set_money(seat, 1400)
    engine.do("QUIT")
    for _ in range(3):
        events = engine.do("AGREE")
    assert engine.byte("winners") == sum(1 << seat for seat in best)
    told = sorted(e[1] for e in events if e.name == "GAME_OVER")
    assert told == list(best)


def test_a_player_who_is_out_shares_no_victory(engine):
    """R-15.1: all have a score of 0, but only two of them live."""
    engine.new_game(3, first=1)
    lose(engine, 0, K["CREDIT_BANK"])
    engine.set_money(1, 0)
    engine.set_money(2, 0)
    engine.do("QUIT")
    engine.do("AGREE")
    assert [score(engine, seat) for seat in range(3)] == [0, 0, 0]
    assert engine.byte("winners") == 0b110


def test_negative_scores_compare_as_signed(engine):
    engine.new_game(2)
    engine.set_money(0, 0)
    engine.do("QUIT")
    engine.set_pair("player_money", -80 & 0xFFFF, 1)
    engine.set_pair("debt", 80, 64 + 1)
    engine.give(1, 39)
    engine.set_pair("player_equity", 80, 1)
    engine.set_pair("player_money", -8 & 0xFFFF, 0)
    engine.do("AGREE")
    assert engine.byte("winners") == 1 << 1


def test_computers_agree_to_quit(engine):
    """R-15.1."""
    engine.do("SEATS", 3)
    for seat in range(3):
        engine.do("COLOUR", seat, seat)
    engine.do("CPU", 1, 1)
    engine.do("OPTION", K["OPT_RANDOM"], K["RANDOM_UNBIASED"])
    engine.do("START")
    for one in (6, 1, 1):
        engine.roll(one, 5)
    events = engine.do("QUIT")
    assert [(e[1], e[2]) for e in events if e.name == "VOTE"] == [(1, 1)]
    assert engine.active == 2
    engine.do("AGREE")
    assert engine.mode == K["MODE_OVER"]


@pytest.mark.feature("F074")
def test_nobody_resigns_alone(game):
    """R-15.1."""
    assert not [n for n in K if n.startswith("REQ_") and "RESIGN" in n]
    game.do("QUIT")
    game.refuses("END_TURN", "MODE")


@pytest.mark.parametrize(
    ("players", "turns"), [(2, 80), (3, 81), (4, 80), (5, 80), (6, 84), (7, 84), (8, 80)]
)
def test_a_quick_game_ends_by_score_when_all_have_had_their_turns(engine, players, turns):
    """R-16.7."""
    assert turns % players == 0
    engine.new_game(players, length=1)
    engine.poke("turn_phase", K["PHASE_DONE"])
    engine.poke("turn_count", turns - 1)
    engine.do("END_TURN")
    assert (engine.mode, engine.active) == (K["MODE_NORMAL"], 1)
    assert engine.byte("turn_count") == turns
    engine.set_money(1, engine.money(1) + 100)
    engine.poke("turn_phase", K["PHASE_DONE"])
    events = engine.do("END_TURN")
    over = [(e[1], e[2]) for e in events if e.name == "GAME_OVER"]
    assert over == [(1, K["OVER_VOTE"])]
    assert engine.mode == K["MODE_OVER"]
    assert engine.byte("winners") == 1 << 1


def test_a_whole_game_does_not_count_its_turns(engine):
    """R-16.7."""
    engine.new_game(4)
    engine.poke("turn_phase", K["PHASE_DONE"])
    engine.poke("turn_count", 200)
    engine.do("END_TURN")
    assert engine.mode == K["MODE_NORMAL"]
