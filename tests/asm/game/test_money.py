"""Money, wealth, the cap and limited money (R-2, R-16.4)."""

import pytest

from tests.asm.game.engine import K, signed


@pytest.mark.feature("F012")
@pytest.mark.parametrize("money", [-32768, -1, 0, 1, 32767])
def test_money_is_signed_sixteen_bits(game, money):
    game.give(0, 39)
    game.set_pair("player_money", money & 0xFFFF, 0)
    game.call("wealth_get", x=0)
    low, middle, high = game.table("play_sum", 3)
    total = low | middle << 8 | high << 16
    assert (total - (1 << 24) if high & 0x80 else total) == money + 200


@pytest.mark.feature("F013")
def test_wealth_needs_more_than_sixteen_bits(game):
    """R-1.7, R-2.2: 32767 + 9000 = 41767."""
    game.set_pair("player_money", 32767, 0)
    game.set_pair("player_equity", 9000, 0)
    game.call("wealth_get", x=0)
    assert game.table("play_sum", 3) == [41767 & 0xFF, 41767 >> 8, 0]


@pytest.mark.feature("F039")
@pytest.mark.parametrize("routine", ["money_credit", "money_from_bank"])
@pytest.mark.parametrize("amount", [0, 1, 7, 8, 200, 32767])
def test_credits_past_the_cap_disappear(game, routine, amount):
    """R-2.1: from the bank and from a player alike."""
    game.set_money(0, 32760)
    if routine == "money_credit":
        game.set_money(1, 0)
    game.set_pair_word("play_amount", amount)
    game.call(routine, x=0)
    assert game.money(0) == min(32767, 32760 + amount)


@pytest.mark.feature("F039")
def test_a_trade_past_the_cap_loses_the_excess(game):
    """R-2.1."""
    game.set_money(0, 32700)
    game.set_money(1, 500)
    game.offer(1, want=500)
    game.do("APPROVE")
    assert (game.money(0), game.money(1)) == (32767, 0)
    game.check_invariants()


def test_salary_at_the_cap(game):
    game.set_money(0, 32700)
    game.place(0, 35)
    game.roll(2, 3)
    assert game.money(0) == 32767
    game.check_invariants()


@pytest.mark.feature("F044")
def test_with_limited_money_no_more_than_15140_circulates(engine):
    """R-16.4."""
    engine.new_game(4, limited=1)
    engine.set_money(1, 15140 - 50 - 3 * 1500)
    engine.place(0, 35)
    events = engine.roll(2, 3)
    assert engine.money(0) == 1550
    assert next(e for e in events if e.name == "SALARY")[4] == 50
    assert engine.bank_out() == 15140


@pytest.mark.feature("F046")
@pytest.mark.feature("F166")
def test_a_station_is_worth_what_can_be_raised_on_it(game):
    """R-2.4: 100, and nothing once it is mortgaged."""
    game.give(0, 5)
    assert game.equity(0) == 100
    game.do("MORTGAGE", 5)
    assert game.equity(0) == 0


@pytest.mark.feature("F211")
def test_the_bank_pays_however_much_is_out(engine):
    """R-16.4: unless money is limited, more than the printed bills circulates."""
    engine.new_game(4)
    for seat in range(4):
        engine.set_money(seat, 30_000)
    engine.place(0, 38)
    engine.roll(1, 2)
    assert engine.money(0) == 30_200
    assert engine.bank_out() == 120_200


def test_equity_is_mortgages_and_half_of_the_improvements(game):
    """R-2.4."""
    game.give(0, 6, 8, 9, level=2)
    game.give(0, 5)
    game.give(0, 12, mortgaged=1)
    assert game.equity(0) == 50 + 50 + 60 + 6 * 25 + 100


def test_cash_events_tell_money_after_each_change(game):
    game.give(1, 3)
    events = game.roll(1, 2)
    cash = {e[1]: signed(e[4]) for e in events if e.name == "CASH"}
    assert cash == {0: 1496, 1: 1504}


def test_money_in_circulation_is_what_players_and_pool_hold(engine):
    """The bank's ledger."""
    engine.new_game(3, parking=2)
    engine.roll(1, 3)
    assert engine.bank_out() == sum(engine.money(p) for p in range(3)) + engine.pair("pool") == 4500
    assert engine.mode == K["MODE_NORMAL"]


@pytest.mark.parametrize("receipt", [100, 167, 168, 260, 500, 2000])
def test_what_exceeds_the_cap_leaves_circulation(game, receipt):
    """R-2.1: up to 32767."""
    game.set_money(0, 32_600)
    game.set_pair_word("play_amount", receipt)
    game.call("money_from_bank", x=0)
    assert game.money(0) == min(32_600 + receipt, 32_767)
    game.check_invariants()


@pytest.mark.parametrize("tax", [67, 68, 200, 300, 700])
def test_what_exceeds_the_cap_of_free_parking_leaves_circulation(engine, tax):
    """R-2.1, R-16.2."""
    engine.new_game(3, parking=2)
    engine.set_pair("pool", 32_700)
    for n, value in enumerate((engine.bank_out() + 32_700).to_bytes(3, "little")):
        engine.poke("bank_out", value, n)
    engine.set_pair_word("play_amount", tax)
    engine.call("money_charge", a=K["CREDIT_TAX"], x=0)
    assert engine.money(0) == 1500 - tax
    assert engine.pair("pool") == min(32_700 + tax, 32_767)
    engine.check_invariants()
