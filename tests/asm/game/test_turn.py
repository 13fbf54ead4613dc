"""Turns, movement, landing, taxes, Free Parking (R-4, R-6, R-16.2, R-16.3)."""

import pytest

from tests.asm.game.engine import NOBODY, K


def names(events):
    return [e.name for e in events]


@pytest.mark.feature("F001")
def test_a_token_walks_over_all_forty_squares(game):
    for square in range(40):
        game.place(0, square)
        game.poke("turn_phase", K["PHASE_ROLL"])
        game.call("move_steps", a=1)
        assert game.byte("player_square", 0) == (square + 1) % 40
        game.events()


def test_a_step_back_over_go_pays_nothing(game):
    """R-4.2."""
    game.place(0, 1)
    game.call("move_back", a=3)
    assert game.byte("player_square", 0) == 38
    assert game.money(0) == 1500


def test_turns_are_counted_in_sixteen_bits(game):
    game.poke("turn_count", 255)
    game.roll(6, 4)
    game.do("END_TURN")
    assert game.table("turn_count", 2) == [0, 1]


def test_the_roll_moves_by_the_sum(game):
    """R-4.2."""
    events = game.roll(3, 5)
    move = next(e for e in events if e.name == "MOVE")
    assert move[1:4] == (0, 0, 8)
    assert move[4] == 8 << 8 | K["MOVE_FORWARD"]
    assert game.byte("player_square", 0) == 8


@pytest.mark.parametrize(
    ("start", "dice", "end"), [(38, (1, 2), 1), (35, (6, 4), 5), (39, (6, 5), 10)]
)
def test_passing_go_pays_200_once(game, start, dice, end):
    """R-4.2."""
    game.place(0, start)
    events = game.roll(*dice)
    assert names(events).count("SALARY") == 1
    assert game.byte("player_square", 0) == end
    assert game.money(0) == 1700


@pytest.mark.feature("F043")
@pytest.mark.parametrize(("option", "paid"), [(0, 200), (1, 400)])
def test_landing_on_go_pays_the_salary_or_double_by_house_rule(engine, option, paid):
    """R-4.2, R-6.4, R-16.3."""
    engine.new_game(2, go=option)
    engine.place(0, 35)
    engine.roll(2, 3)
    assert engine.money(0) == 1500 + paid


@pytest.mark.feature("F043")
def test_double_salary_is_not_paid_for_passing(engine):
    """R-16.3."""
    engine.new_game(2, go=1)
    engine.place(0, 39)
    engine.roll(4, 7 - 4)
    assert engine.money(0) == 1700


def test_a_double_gives_another_roll_after_the_landing(game):
    """R-4.3."""
    game.roll(5, 5)
    assert game.byte("turn_phase") == K["PHASE_ROLL"]
    game.refuses("END_TURN", "PHASE")


@pytest.mark.feature("F233")
def test_the_third_double_goes_to_gaol_without_moving(game):
    """R-4.3, R-5.1."""
    game.roll(5, 5)
    game.roll(5, 5)
    money = game.money(0)
    events = game.roll(4, 4)
    assert game.byte("player_square", 0) == 10
    assert game.flags(0) & (K["PF_GAOL"] | K["PF_SENT"]) == K["PF_GAOL"] | K["PF_SENT"]
    assert next(e for e in events if e.name == "GAOL")[2] == K["GAOL_DOUBLES"]
    assert game.byte("turn_phase") == K["PHASE_DONE"]
    assert game.money(0) == money


def test_doubles_are_counted_afresh_each_turn(game):
    """R-4.3."""
    for player in range(3):
        assert game.active == player
        game.roll(5, 5)
        game.roll(6, 4)
        game.do("END_TURN")


def test_a_turn_needs_its_roll_before_it_ends(game):
    """R-4.1, R-4.4."""
    game.refuses("END_TURN", "PHASE")
    game.roll(6, 4)
    game.refuses("ROLL", "PHASE")
    game.do("END_TURN")
    assert game.active == 1


def test_play_order_is_seat_order_and_skips_the_dead(engine):
    """R-3.2."""
    engine.new_game(5, first=1)
    for dead in (2, 3):
        engine.poke("player_flags", 0, dead)
    order = []
    for _ in range(4):
        order.append(engine.active)
        engine.place(engine.active, 0)
        engine.roll(6, 4)
        engine.do("END_TURN")
    assert order == [1, 4, 0, 1]


@pytest.mark.feature("F054")
@pytest.mark.feature("F158")
def test_roll_and_end_of_turn_are_refused_in_debt(game):
    """R-4.4, R-12.3."""
    game.give(0, 39)
    game.set_money(0, -10)
    game.set_pair("debt", 10, 8 * 8 + 0)
    game.refuses("ROLL", "DEBT")
    game.poke("turn_phase", K["PHASE_DONE"])
    game.refuses("END_TURN", "DEBT")


@pytest.mark.feature("F016")
def test_only_the_active_player_can_act(game):
    """R-10.4: requests carry no player, they are the active one's."""
    game.give(1, 39)
    game.refuses("MORTGAGE", "NOT_OWNER", 39)
    assert game.active == 0


@pytest.mark.parametrize(("start", "tax"), [(0, 200), (34, 100)])
def test_taxes_go_to_the_bank(game, start, tax):
    """R-6.3."""
    game.place(0, start)
    events = game.roll(1, 3)
    assert game.money(0) == 1500 - tax
    assert game.pair("pool") == 0
    assert next(e for e in events if e.name == "TAX")[4] == tax


@pytest.mark.feature("F041")
@pytest.mark.feature("F042")
def test_taxes_wait_on_free_parking_by_house_rule(engine):
    """R-16.2: 300 collected, paid to whoever lands on 20."""
    engine.new_game(2, parking=1)
    engine.roll(1, 3)
    engine.do("END_TURN")
    engine.place(1, 34)
    engine.roll(1, 3)
    assert engine.pair("pool") == 300
    engine.do("END_TURN")
    engine.place(0, 15)
    engine.roll(2, 3)
    assert engine.pair("pool") == 0
    assert engine.money(0) == 1500 - 200 + 300
    engine.check_invariants()


def test_free_parking_pays_nothing_without_the_house_rule(game):
    """R-6.4."""
    game.place(0, 15)
    game.roll(2, 3)
    assert game.money(0) == 1500


def test_only_paid_tax_is_in_the_pool_and_the_rest_enters_when_paid(engine):
    """R-16.2."""
    engine.new_game(2, parking=1)
    engine.give(0, 39)
    engine.set_money(0, 150)
    engine.roll(1, 3)
    assert engine.pair("pool") == 150
    assert engine.money(0) == -50
    engine.do("MORTGAGE", 39)
    assert engine.pair("pool") == 200
    assert engine.money(0) == 150
    engine.check_invariants()


def test_the_pool_is_capped(engine):
    """R-16.2."""
    engine.new_game(2, parking=1)
    engine.set_pair("pool", 32700)
    out = engine.bank_out() + 32700
    for n, value in enumerate(out.to_bytes(3, "little")):
        engine.poke("bank_out", value, n)
    engine.roll(1, 3)
    assert engine.pair("pool") == 32767
    engine.check_invariants()


@pytest.mark.parametrize(("setting", "pool"), [(0, 0), (1, 0), (2, 50)])
def test_bail_goes_to_the_pool_only_with_the_third_setting(engine, setting, pool):
    """R-16.2, R-20.7."""
    engine.new_game(2, parking=setting)
    engine.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"], 0)
    engine.place(0, 10)
    engine.do("BAIL")
    assert engine.pair("pool") == pool
    assert engine.money(0) == 1450


@pytest.mark.feature("F234")
def test_square_30_sends_to_gaol_without_salary(game):
    """R-4.2, R-5.1, R-6.4."""
    game.place(0, 25)
    events = game.roll(2, 3)
    assert game.byte("player_square", 0) == 10
    assert game.money(0) == 1500
    assert [e[2] for e in events if e.name == "GAOL"] == [K["GAOL_SQUARE"]]
    game.do("END_TURN")
    assert game.active == 1


def test_being_sent_to_gaol_cancels_the_extra_roll(game):
    """R-4.3."""
    game.place(0, 24)
    game.roll(3, 3)
    assert game.byte("turn_phase") == K["PHASE_DONE"]


def test_landing_on_10_is_a_visit(game):
    """R-5.1."""
    game.roll(6, 4)
    assert not game.flags(0) & K["PF_GAOL"]


def test_an_unowned_deed_can_be_bought(game):
    """R-6.1."""
    events = game.roll(1, 2)
    assert events[-1].name == "OFFERED" or "OFFERED" in names(events)
    assert game.byte("turn_phase") == K["PHASE_BUY"]
    game.refuses("END_TURN", "PHASE")
    game.do("BUY")
    assert game.owner(3) == 0
    assert game.money(0) == 1440
    assert game.equity(0) == 30
    game.check_invariants()


def test_buying_needs_the_money_in_hand(game):
    """R-6.1: equity does not help, but the player may manage first."""
    game.set_money(0, 59)
    game.give(0, 39)
    game.roll(1, 2)
    game.refuses("BUY", "MONEY")
    game.do("MORTGAGE", 39)
    game.do("BUY")
    assert game.owner(3) == 0


@pytest.mark.parametrize("square", [5, 12, 28, 35])
def test_stations_and_utilities_are_bought_alike(game, square):
    game.place(0, square - 4)
    game.roll(1, 3)
    game.do("BUY")
    assert game.owner(square) == 0
    game.check_invariants()


def test_own_deed_and_mortgaged_deed_cost_nothing(game):
    """R-6.2."""
    game.give(0, 3)
    game.roll(1, 2)
    assert game.money(0) == 1500
    game.do("END_TURN")
    game.give(0, 3, mortgaged=1)
    game.roll(1, 2)
    assert game.money(1) == 1500


def test_declining_leads_to_an_auction(game):
    """R-6.1, R-9.1."""
    game.roll(1, 2)
    game.do("PASS")
    assert (game.mode, game.active) == (K["MODE_AUCTION"], 1)
    assert game.owner(3) == NOBODY
