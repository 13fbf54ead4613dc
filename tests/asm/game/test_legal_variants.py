"""What a state with presets must satisfy: real ones do, changed ones are named.

Real states are those of the games in lock step, which are all held against the same text;
here each rule of it has a state that breaks it.
"""

import pytest

from tests.asm.game import lockstep
from tests.asm.game.engine import NOBODY, Engine, K
from tests.asm.game.model import legal, switches
from tests.asm.game.model.table import BANK


class Bench:
    """A Russian game of three, seat 0 with the dice, whose state can be changed and judged."""

    def __init__(self, binary, preset=switches.RUSSIAN, **own):
        self.pair = lockstep.Pair(Engine(binary), 3, 4711, preset=preset, own=own)
        for _ in range(3):
            self.pair.send("ROLL")
        self.engine, self.game = self.pair.engine, self.pair.game
        assert not self.faults()

    def faults(self):
        return legal.faults(self.engine.whole(), self.pair.fields)

    def send(self, *request):
        assert self.pair.send(*request), request
        assert not self.faults()
        return self

    def own(self, seat, square):
        self.engine.give(seat, square)
        self.game.deeds[square].owner = seat
        return self

    def roll_to(self, square):
        """The player with the dice lands there with the roll that comes."""
        self.engine.place(0, (square - 7) % 40)
        self.game.players[0].square = (square - 7) % 40
        self.engine.force_dice(3, 4)
        self.game.random.v = int.from_bytes(self.engine.table("rng_v", 3), "big")
        self.pair.show()
        return self.send("ROLL")

    def wrong(self, *changes):
        """The faults of the state with these bytes changed: (field, value) or with an index."""
        kept = bytes(self.engine.ram)
        for field, value, *index in changes:
            self.engine.poke(field, value, *index)
        found = self.faults()
        self.engine.ram[:] = kept
        return found


@pytest.fixture
def bench(rules_binary):
    return Bench(rules_binary)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SHORT", 1),
        ("RENT", 1),
        ("CLOCK", 1),
        ("TAX", 2),
        ("BANKER", 9),
        ("PRESET", 1),
        ("PRESET", 4),
    ],
)
def test_switches_have_values_there_are(bench, name, value):
    """V-3.15."""
    own = ("switches", K["PRESET_OWN"], K["SW_PRESET"])
    assert bench.wrong(own, ("switches", value, K["SW_" + name]))


def test_a_preset_is_its_switches(bench):
    """V-3.15."""
    assert bench.wrong(("switches", K["PRESET_CLASSIC"], K["SW_PRESET"]))
    assert bench.wrong(("switches", 1, K["SW_LUXURY"]))
    luxury = ("switches", 1, K["SW_LUXURY"])
    assert not bench.wrong(luxury, ("switches", K["PRESET_OWN"], K["SW_PRESET"]))


def test_open_loans(bench):
    """V-3.12, V-3.13."""
    bench.send("LOAN", 1, 400, "laps", 3).send("GRANT")
    wrong = bench.wrong
    for change in (
        ("loan_lender", 0), ("loan_lender", 5), ("loan_borrower", 6), ("loan_hi", 16),
        ("loan_left", 0), ("loan_left", 6), ("loan_unit", 2), ("loan_left", 1, 1),
        ("loan_lo", 1, 7), ("loan_lender", BANK, 4), ("loan_lender", 9),
    ):  # fmt: skip
        assert wrong(change), change
    assert wrong(("loan_lo", 0), ("loan_hi", 0))
    assert not wrong(("loan_unit", 0), ("loan_left", 20))
    assert not wrong(("loan_lender", BANK))
    off = (("switches", 0, K["SW_LOANS"]), ("switches", 3, K["SW_PRESET"]))
    assert wrong(*off)


@pytest.mark.feature("F247")
@pytest.mark.parametrize("banker", [1, 2, 3])
def test_new_money_of_the_banker(rules_binary, banker):
    """Seed document 004, 2.5.3: both agree who issues, how much, and what it leaves."""
    bench = Bench(rules_binary, banker=banker)
    mine = bench.game.banker() == bench.game.me.seat
    for amount in (0, 1, 500, 4000, 4001):
        taken = bench.pair.send("LOAN", BANK, amount, "issue", 0)
        assert taken == (mine and 1 <= amount <= 4000), amount
        assert not bench.faults()
    assert bench.game.issued == 4501 * mine


def test_a_loan_that_is_asked_for(bench):
    """V-3.12: the lender decides, the terms wait in the lowest free place."""
    bench.send("LOAN", 1, 400, "laps", 3)
    for change in (
        ("mode_active", 2, 1), ("loan_lender", BANK), ("loan_left", 0), ("loan_borrower", 0),
        ("mode_square", 1, 1), ("mode_square", 40, 1),
    ):  # fmt: skip
        assert bench.wrong(change), change
    bench.send("REFUSE_LOAN")
    assert bench.wrong(("mode_depth", 1), ("mode_kind", K["MODE_LOAN"], 1), ("mode_active", 1, 1))


def test_the_log_of_the_bank(bench):
    """V-3.14."""
    logged = [("issue_count", 1), ("issue_lo", 5), ("issue_total", 5), ("issue_turn_lo", 1)]
    assert not bench.wrong(*logged)
    assert bench.wrong(*logged[:3], ("issue_turn_lo", 99))
    assert bench.wrong(*logged, ("issue_total", 4))
    assert bench.wrong(*logged, ("issue_count", 9))
    assert bench.wrong(*logged, ("issue_count", 2))
    assert bench.wrong(*logged, ("issue_lo", 7, 3))
    assert bench.wrong(*logged, ("issue_lo", 0))
    second = [("issue_count", 2), ("issue_lo", 5, 1), ("issue_total", 10)]
    assert bench.wrong(*logged, *second, ("issue_turn_lo", 1, 1))  # one entry a turn


def test_no_more_money_than_was_ever_printed(bench):
    """V-3.14: 15140 and what was issued."""
    bench.engine.set_money(1, 14000)
    assert "more money than there is" in bench.faults()
    bench.engine.poke("issue_total", 20, 1)
    assert not bench.faults()


def test_rent_that_is_asked_for(bench):
    """V-3.4."""
    bench.own(1, 39).roll_to(39)
    for change in (
        ("rent_lo", 51), ("rent_hi", 1), ("mode_active", 2, 1), ("mode_square", 37, 1),
        ("square_owner", NOBODY, 39), ("player_flags", K["PF_ALIVE"] | K["PF_CPU"], 1),
    ):  # fmt: skip
        assert bench.wrong(change), change
    bench.send("LESS", 10)


def test_income_tax_waits_on_its_square(bench):
    """V-3.8."""
    assert bench.wrong(("turn_phase", K["PHASE_TAX"]))
    bench.roll_to(4)
    assert bench.wrong(("player_square", 38, 0))
    bench.send("TAX", 0)


def test_streets_that_have_risen_are_streets(bench):
    """V-3.5."""
    assert not bench.wrong(("street_built", 1 << 1))
    assert bench.wrong(("street_built", 1 << 0))
    assert bench.wrong(("street_built", 1 << 4, 1))  # 12, the Electric Company


def test_bids(bench):
    """V-3.3."""
    bench.roll_to(39).send("PASS").send("BID", 60)
    for change in (
        ("auction_last_lo", 61, 1), ("auction_last_lo", 60, 0), ("auction_last_lo", 9, 0),
        ("auction_last_lo", 70, 2), ("auction_last_lo", 20, 6),
    ):  # fmt: skip
        assert bench.wrong(change), change
    assert not bench.wrong(("auction_last_lo", 20, 2))


def test_who_was_first_sits_first(bench):
    """V-3.1."""
    assert bench.wrong(("turn_first", 1))


def test_a_bankrupts_deeds_wait_for_no_auction(bench):
    """V-3.11."""
    assert bench.wrong(("square_pending", 1, 39))


def test_a_go_free_card_of_a_deck_that_cycles(bench):
    """V-3.10: it is in the deck or in a hand."""
    for value in (0, K["FREE_USED"]):
        assert bench.wrong(("deck_free", value))


def test_hotels_that_cannot_be_sold_do_not_pay_debts(rules_binary):
    """V-3.6: PF_LOSING, although the wealth is there."""
    bench = Bench(rules_binary, switches.OWN, hotel=2)
    bench.engine.give(0, 37, 39, level=5)
    for square in (6, 8, 9, 11, 13, 14, 16, 18):
        bench.engine.give(1, square, level=4)
    bench.engine.give(1, 19, level=4)  # 36 houses are too many: only the debtor is looked at
    bench.engine.set_money(0, -10)
    bench.engine.poke("debt_lo", 10, BANK * 8)
    assert bench.engine.byte("bank_houses") >= 128
    state = legal.State(bench.engine.whole(), bench.pair.fields)
    assert legal.cannot_sell(state, 0)
    bench.engine.give(1, 19, level=0)
    bench.engine.poke("bank_houses", 4)
    assert not legal.cannot_sell(legal.State(bench.engine.whole(), bench.pair.fields), 0)


def test_a_state_without_the_block_is_a_classic_one(rules_binary):
    """V-3.15: programs that have no presets keep none."""
    bench = Bench(rules_binary, switches.CLASSIC)
    assert not legal.faults(bench.engine.state(), bench.pair.fields)
    assert len(bench.engine.whole()) > len(bench.engine.state())
