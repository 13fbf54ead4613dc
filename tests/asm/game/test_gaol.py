"""Gaol (R-5)."""

import pytest

from tests.asm.game.engine import K


@pytest.fixture
def prisoner(game):
    """Seat 0 is in gaol and has the dice."""
    game.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"], 0)
    game.place(0, 10)
    return game


def fail(game, times):
    """Fail that many gaol rolls, the others passing by."""
    for n in range(times):
        game.roll(1, 2)
        if n == 2:
            return
        game.do("END_TURN")
        for _ in range(3):
            game.place(game.active, 0)
            game.roll(6, 4)
            game.do("END_TURN")


@pytest.mark.feature("F191")
def test_bail_before_the_roll_frees_and_the_roll_is_a_normal_one(prisoner):
    """R-5.2: doubles count as usual."""
    prisoner.do("BAIL")
    assert prisoner.money(0) == 1450
    prisoner.roll(5, 5)
    assert prisoner.byte("player_square", 0) == 20
    assert prisoner.byte("turn_doubles") == 1
    assert prisoner.byte("turn_phase") == K["PHASE_ROLL"]


def test_bail_needs_the_money_in_hand(prisoner):
    prisoner.set_money(0, 49)
    prisoner.refuses("BAIL", "MONEY")


def test_bail_and_card_are_for_prisoners(game):
    game.refuses("BAIL", "NOT_GAOL")
    game.poke("deck_free", 0)
    game.refuses("CARD", "NOT_GAOL")


@pytest.mark.feature("F037")
def test_community_chests_card_is_used_before_chances(prisoner):
    """R-5.5."""
    for deck in (0, 1):
        prisoner.put_on_top(deck, 15)
        prisoner.poke("deck_next", 1, deck)
        prisoner.poke("deck_free", 0, deck)
    events = prisoner.do("CARD")
    assert prisoner.table("deck_free", 2) == [K["FREE_USED"], 0]
    assert next(e for e in events if e.name == "CARD_USED")[2] == 0
    assert not prisoner.flags(0) & K["PF_GAOL"]
    prisoner.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"], 0)
    prisoner.do("CARD")
    assert prisoner.table("deck_free", 2) == [K["FREE_USED"]] * 2
    prisoner.check_invariants()


def test_without_a_card_none_can_be_used(prisoner):
    prisoner.poke("deck_free", 1, 0)
    prisoner.refuses("CARD", "NO_CARD")


def test_a_double_releases_and_moves_without_an_extra_roll(prisoner):
    """R-5.3, R-5.7."""
    prisoner.roll(5, 5)
    assert prisoner.byte("player_square", 0) == 20
    assert prisoner.byte("turn_phase") == K["PHASE_DONE"]
    assert prisoner.byte("turn_doubles") == 0
    assert not prisoner.flags(0) & K["PF_GAOL"]


def test_anything_else_stays_and_counts(prisoner):
    """R-5.3."""
    prisoner.roll(1, 2)
    assert prisoner.byte("player_square", 0) == 10
    assert prisoner.byte("player_gaol_fails", 0) == 1
    assert prisoner.byte("turn_phase") == K["PHASE_DONE"]


def test_the_third_failure_pays_and_moves_by_that_roll(prisoner):
    """R-5.4."""
    fail(prisoner, 3)
    assert prisoner.byte("turn_phase") == K["PHASE_BAIL"]
    assert prisoner.flags(0) & K["PF_BAIL"]
    prisoner.refuses("END_TURN", "PHASE")
    prisoner.do("BAIL")
    assert prisoner.byte("player_square", 0) == 13
    assert prisoner.money(0) == 1450
    assert prisoner.byte("player_gaol_fails", 0) == 0
    assert not prisoner.flags(0) & (K["PF_BAIL"] | K["PF_GAOL"])


@pytest.mark.feature("F068")
def test_no_card_after_the_third_failure(prisoner):
    """R-5.4."""
    prisoner.put_on_top(0, 15)
    prisoner.poke("deck_next", 1, 0)
    prisoner.poke("deck_free", 0, 0)
    fail(prisoner, 3)
    prisoner.refuses("CARD", "PHASE")


def test_bail_that_becomes_a_debt_moves_once_it_is_paid(prisoner):
    """R-5.4 with R-12."""
    prisoner.give(0, 39)
    prisoner.set_money(0, 20)
    fail(prisoner, 3)
    prisoner.do("BAIL")
    assert prisoner.money(0) == -30
    assert prisoner.byte("player_square", 0) == 10
    assert prisoner.flags(0) & K["PF_MOVES"]
    prisoner.refuses("CONTINUE", "DEBT")
    prisoner.do("MORTGAGE", 39)
    prisoner.do("CONTINUE")
    assert prisoner.byte("player_square", 0) == 13
    assert not prisoner.flags(0) & K["PF_MOVES"]


def test_bail_beyond_all_wealth_eliminates(prisoner):
    """R-5.4, R-13."""
    prisoner.set_money(0, 20)
    fail(prisoner, 3)
    events = prisoner.do("BAIL")
    assert ("ELIMINATED", 0) in [(e.name, e[1]) for e in events]
    assert prisoner.active == 1
    prisoner.check_invariants()


def test_rent_is_received_in_gaol(prisoner):
    """R-5.6."""
    prisoner.give(0, 3)
    prisoner.roll(1, 2)
    prisoner.do("END_TURN")
    prisoner.roll(1, 2)
    assert prisoner.money(0) == 1504


def test_managing_and_trading_are_allowed_in_gaol(prisoner):
    """R-5.6."""
    prisoner.give(0, 3)
    prisoner.do("MORTGAGE", 3)
    assert K["REQ_OFFER"] in prisoner.actions()


def test_in_1989_bail_is_paid_before_the_throws_of_two_turns_only(engine):
    """V-1.6: Before the third throw there is no way out but a card or a double."""
    engine.new_game(4, preset=K["PRESET_1989"])
    engine.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"], 0)
    engine.place(0, 10)
    for fails in range(3):
        engine.poke("player_gaol_fails", fails, 0)
        assert (K["REQ_BAIL"] in engine.actions()) == (fails < 2)
    engine.refuses("BAIL", "PHASE")
    engine.roll(1, 2)
    assert engine.byte("turn_phase") == K["PHASE_BAIL"]
    engine.do("BAIL")
    assert engine.byte("player_square", 0) == 13
