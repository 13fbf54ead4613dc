"""Loans of bank and players, the bank's money and its emission (VARIANTS, section 3; V-10)."""

import random

import pytest

from tests.asm.game.engine import NOBODY, K
from tests.asm.game.test_variants_property import owe

RUSSIAN = K["PRESET_RUSSIAN"]
BANK = K["CREDIT_BANK"]
TURNS, LAPS, ISSUE = K["LOAN_TURNS"], K["LOAN_LAPS"], K["LOAN_ISSUE"]
DEEDS = (37, 39, 31, 32, 34, 26, 27, 29)  # equity 1,235: the machine lends 617


@pytest.fixture
def russian(engine):
    """A game of four by the Russian rules in which seat 0 has the dice and deeds."""
    game = engine.new_game(4, preset=RUSSIAN)
    game.give(0, *DEEDS)
    return game


@pytest.fixture
def banker(russian):
    """The same, and seat 2 is the banker."""
    russian.poke("switches", 3, K["SW_BANKER"])
    return russian


def asks(game, *terms):
    """The player with the dice asks for a loan; returns the events."""
    game.ask_loan(*terms)
    return game.do("LOAN")


def refuses(game, reason, *terms):
    game.ask_loan(*terms)
    game.refuses("LOAN", reason)


def a_turn(game, square=0):
    """Whoever has the dice rolls ten from a square and gives them on."""
    game.place(game.active, square)
    game.roll(6, 4)
    while game.mode == K["MODE_NORMAL"] and game.byte("turn_phase") == K["PHASE_BUY"]:
        game.do("PASS")
        while game.mode == K["MODE_AUCTION"]:
            game.do("FORFEIT")
    return game.do("END_TURN")


def a_round(game):
    """All four have the dice once; the events of the last END_TURN."""
    for _ in range(4):
        events = a_turn(game)
    return events


def names(events):
    return [e.name for e in events]


# --- the bank lends -----------------------------------------------------------------


@pytest.mark.feature("F223")
@pytest.mark.parametrize("term", [1, 2, 5])
def test_a_loan_of_the_bank_is_due_at_the_nth_turn(russian, term):
    """V-3.12, V-3.13: The machine grants it at once; it is paid from the money in hand."""
    events = asks(russian, BANK, 300, term)
    assert names(events)[:2] == ["LOAN_ASKED", "LOAN"]
    assert (russian.money(0), russian.mode) == (1800, K["MODE_NORMAL"])
    assert russian.loans() == [(0, BANK, 0, 300, TURNS, term)]
    for left in range(term - 1, 0, -1):
        a_round(russian)
        assert (russian.money(0), russian.loans()[0][5]) == (1800, left)
    events = a_round(russian)
    assert (russian.active, russian.money(0)) == (0, 1500)
    assert ("LOAN_DUE", 0, 0, BANK, 300) in [(e.name, *e[1:]) for e in events]
    assert not russian.loans()
    russian.check_invariants()


@pytest.mark.feature("F223")
@pytest.mark.parametrize("term", [1, 3])
def test_a_loan_of_the_bank_is_due_at_the_nth_lap(russian, term):
    """V-3.12, V-3.13.

    Passing GO counts, after the salary; a turn that does not pass GO does not.
    """
    asks(russian, BANK, 300, term, LAPS)
    for left in range(term, 0, -1):
        assert (russian.money(0), russian.loans()[0][5]) == (1800 + 200 * (term - left), left)
        a_round(russian)
        assert russian.loans()[0][5] == left
        for _ in range(4):
            a_turn(russian, 30 if russian.active == 0 else 0)  # to GO
    assert russian.money(0) == 1500 + 200 * term
    assert not russian.loans()
    russian.check_invariants()


def test_gaol_and_going_back_are_no_laps(russian):
    """V-3.13."""
    asks(russian, BANK, 300, 1, LAPS)
    russian.place(0, 27)
    russian.roll(1, 2)  # Go to Gaol
    assert russian.loans()
    assert russian.money(0) == 1800


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ((BANK, 0, 5), "RANGE"),
        ((BANK, K["LOAN_MOST"] + 1, 5), "RANGE"),
        ((BANK, 100, 0), "RANGE"),
        ((BANK, 100, 21), "RANGE"),
        ((BANK, 100, 6, LAPS), "RANGE"),
        ((BANK, 100, 5, 2), "RANGE"),
        ((BANK, 618, 5), "CREDIT"),
        ((0, 100, 5), "PARTNER"),
        ((4, 100, 5), "PARTNER"),
        ((9, 100, 5), "PARTNER"),
        ((255, 100, 5), "PARTNER"),
        ((1, 1501, 5), "TRADE_THEM"),
    ],
)
def test_what_cannot_be_asked_for(russian, terms, reason):
    """V-3.12."""
    refuses(russian, reason, *terms)


def test_the_machine_lends_half_of_the_equity_in_all(russian):
    """V-3.12."""
    asks(russian, BANK, 400, 5)
    asks(russian, 1, 50, 5)
    russian.do("GRANT")
    refuses(russian, "CREDIT", BANK, 168, 5)
    asks(russian, BANK, 167, 5)
    refuses(russian, "CREDIT", BANK, 1, 5)
    assert russian.money(0) == 1500 + 400 + 50 + 167


def test_eight_loans_are_open_at_most(russian):
    """V-3.12."""
    for n in range(8):
        asks(russian, BANK, 10 + n, 5)
    refuses(russian, "NO_LOAN", BANK, 10, 5)
    assert [loan[3] for loan in russian.loans()] == list(range(10, 18))
    russian.do("PAYBACK", 3)
    asks(russian, BANK, 99, 5)
    assert russian.loans()[3][3] == 99


def test_nobody_asks_in_debt_nor_in_the_choice_of_a_tax(russian):
    """V-3.12."""
    russian.set_money(0, 0)
    owe(russian, 0, 10)
    refuses(russian, "DEBT", BANK, 100, 5)
    russian.do("AUTO_PAY")
    russian.place(0, 1)
    russian.roll(1, 2)
    refuses(russian, "PHASE", BANK, 100, 5)


def test_only_who_has_the_dice_asks(russian):
    """V-3.12."""
    russian.place(0, 18)
    russian.roll(1, 2)
    russian.do("PASS")
    refuses(russian, "MODE", BANK, 100, 5)


def test_the_classic_game_has_no_loans(game):
    game.give(0, 39)
    refuses(game, "MODE", BANK, 10, 5)
    game.refuses("PAYBACK", "MODE", 0)
    assert not {K["REQ_LOAN"], K["REQ_PAYBACK"]} & game.actions()


# --- a banker -----------------------------------------------------------------------


@pytest.mark.feature("F224")
def test_the_banker_decides_about_loans_of_the_bank(banker):
    """V-3.2: He may refuse what the machine would grant, and grant what it would refuse."""
    asks(banker, BANK, 100, 5)
    assert (banker.mode, banker.active) == (K["MODE_LOAN"], 2)
    assert banker.actions() == {K["REQ_GRANT"], K["REQ_REFUSE_LOAN"]}
    events = banker.do("REFUSE_LOAN")
    assert ("LOAN_REFUSED", 0, BANK, 100) in [(e.name, e[1], e[3], e[4]) for e in events]
    assert (banker.money(0), banker.loans(), banker.mode) == (1500, [], K["MODE_NORMAL"])
    asks(banker, BANK, 2000, 5)
    banker.do("GRANT")
    assert (banker.money(0), banker.money(2)) == (3500, 1500)  # the bank's money is not his
    banker.check_invariants()


def test_a_refused_loan_leaves_nothing_behind(banker):
    """V-3.2."""
    before = banker.whole()
    asks(banker, BANK, 100, 5, LAPS)
    banker.do("REFUSE_LOAN")
    after = bytearray(banker.whole())
    at = banker.labels["mode_kind"] - banker.state_begin
    for name in ("mode_kind", "mode_active", "mode_square"):
        at = banker.labels[name] - banker.state_begin + 1
        after[at] = before[at]  # above the stack
    assert bytes(after) == before


def test_the_machine_decides_where_the_banker_asks_or_is_out(banker):
    """V-3.2."""
    for _ in range(2):
        a_turn(banker)
    assert banker.active == 2
    refuses(banker, "CREDIT", BANK, 10, 5)  # he owns nothing
    banker.give(2, 5)
    asks(banker, BANK, 50, 5)
    assert banker.money(2) == 1550
    owe(banker, 2, 5000)
    assert not banker.flags(2) & K["PF_ALIVE"]
    a_turn(banker)
    asks(banker, BANK, 50, 5)
    assert (banker.active, banker.money(0)) == (0, 1550)


# --- players lend -------------------------------------------------------------------


@pytest.mark.feature("F225")
def test_a_player_lends_on_the_same_terms(russian):
    """V-3.12."""
    asks(russian, 1, 700, 2)
    assert (russian.mode, russian.active) == (K["MODE_LOAN"], 1)
    russian.do("GRANT")
    assert (russian.money(0), russian.money(1)) == (2200, 800)
    a_round(russian)
    assert russian.money(1) == 800
    a_round(russian)
    assert (russian.money(0), russian.money(1)) == (1500, 1500)
    assert not russian.loans()
    russian.check_invariants()


@pytest.mark.feature("F225")
def test_a_players_loan_in_laps(russian):
    """V-3.12."""
    asks(russian, 3, 700, 1, LAPS)
    russian.do("GRANT")
    a_turn(russian, 35)
    assert (russian.money(0), russian.money(3)) == (1700, 1500)


def test_a_player_need_not_lend(russian):
    """V-3.12."""
    asks(russian, 1, 700, 2)
    russian.do("REFUSE_LOAN")
    assert (russian.money(0), russian.loans()) == (1500, [])


def test_a_loan_may_be_paid_back_early(russian):
    """V-3.13."""
    asks(russian, 1, 700, 20)
    russian.do("GRANT")
    russian.refuses("PAYBACK", "RANGE", 8)
    russian.refuses("PAYBACK", "NOT_OWNER", 1)
    assert K["REQ_PAYBACK"] in russian.actions()
    russian.set_money(0, 699)
    russian.refuses("PAYBACK", "MONEY", 0)
    assert K["REQ_PAYBACK"] not in russian.actions()
    russian.set_money(0, 700)
    events = russian.do("PAYBACK", 0)
    assert ("LOAN_BACK", 0, 1, 700) in [(e.name, e[1], e[3], e[4]) for e in events]
    assert (russian.money(0), russian.money(1), russian.loans()) == (0, 1500, [])
    russian.check_invariants()


def test_who_has_not_borrowed_it_cannot_pay_it_back(russian):
    """V-3.13."""
    asks(russian, 1, 700, 20)
    russian.do("GRANT")
    a_turn(russian)
    russian.refuses("PAYBACK", "NOT_OWNER", 0)


# --- default ------------------------------------------------------------------------


@pytest.mark.feature("F226")
@pytest.mark.parametrize("lender", [1, BANK])
def test_who_cannot_pay_a_loan_back_is_bankrupt(russian, lender):
    """V-3.13: First he gives what he has; his deeds would not bring the rest."""
    asks(russian, lender, 600, 1)
    if lender == 1:
        russian.do("GRANT")
    for square in DEEDS:
        russian.poke("square_mortgaged", 1, square)
    russian.recount()
    for _ in range(3):
        a_turn(russian)
    a = russian.money(1)
    russian.set_money(0, 150)
    events = a_turn(russian)
    assert "ELIMINATED" in names(events)
    assert not russian.flags(0) & K["PF_ALIVE"]
    assert russian.money(1) == a + (150 if lender == 1 else 0)
    assert {russian.owner(s) for s in DEEDS} == {NOBODY}
    assert not russian.loans()
    assert (russian.mode, russian.active) == (K["MODE_NORMAL"], 1)
    russian.check_invariants()


def test_a_loan_that_can_be_raised_is_a_debt_first(russian):
    """V-3.13: R-12: he sells or mortgages before he may roll."""
    asks(russian, 1, 600, 1)
    russian.do("GRANT")
    for _ in range(3):
        a_turn(russian)
    russian.set_money(0, 500)
    a_turn(russian)
    assert (russian.active, russian.money(0), russian.money(1)) == (0, -100, 1400)
    russian.refuses("ROLL", "DEBT")
    russian.do("AUTO_PAY")
    assert russian.money(1) == 1500
    russian.roll(6, 4)
    russian.check_invariants()


def test_default_after_an_elimination_is_seen_at_once(russian):
    """V-3.13: The dice come to a borrower because the player before him is out."""
    for _ in range(2):
        a_turn(russian)
    assert russian.active == 2
    russian.poke("loan_borrower", 3, 0)
    russian.poke("loan_lender", 1, 0)
    russian.set_pair("loan", 600, 0)
    russian.poke("loan_left", 1, 0)
    russian.set_money(3, 20)
    events = owe(russian, 2, 5000)
    assert [e[1] for e in events if e.name == "ELIMINATED"] == [2, 3]
    assert (russian.active, russian.mode) == (0, K["MODE_NORMAL"])
    assert russian.money(1) == 1520
    russian.check_invariants()


def test_a_bankrupts_loans_lapse_and_his_claims_are_the_banks(russian):
    """V-3.13."""
    asks(russian, 1, 100, 9)
    russian.do("GRANT")
    asks(russian, 2, 150, 9)
    russian.do("GRANT")
    owe(russian, 1, 5000)
    assert [loan[:4] for loan in russian.loans()] == [(0, BANK, 0, 100), (1, 2, 0, 150)]
    owe(russian, 0, 9000)
    assert not russian.loans()
    russian.check_invariants()


@pytest.mark.parametrize(("choice", "tax"), [(0, 200), (1, 212)])
def test_a_debt_from_a_lap_is_settled_with_the_landing(russian, choice, tax):
    """V-3.13: He passes GO on to income tax: short of money, he still chooses, then raises it all.

    A tenth of prices of 2470 less the debt of 350.
    """
    asks(russian, BANK, 600, 1, LAPS)
    russian.set_money(0, 50)
    russian.place(0, 34)
    russian.roll(6, 4)
    assert (russian.money(0), russian.byte("turn_phase")) == (-350, K["PHASE_TAX"])
    assert russian.actions() == {K["REQ_TAX"]}
    russian.do("TAX", choice)
    assert russian.money(0) == -350 - tax
    russian.do("AUTO_PAY")
    russian.do("END_TURN")
    russian.check_invariants()


def test_open_loans_lower_the_score(russian):
    """V-3.12.

    V-10: (1600 - 600 - 200) / 8 instead of 1600 / 8 of the money; the lender's claim is none.
    """
    russian.call("score_get", x=0)
    before = russian.word()
    asks(russian, BANK, 600, 9)
    asks(russian, 1, 204, 9)
    russian.do("GRANT")
    russian.set_money(0, 1500)
    russian.call("score_get", x=0)
    assert before - russian.word() == 1500 // 8 - (1500 - 804) // 8
    russian.set_money(0, 0)
    russian.call("score_get", x=0)
    assert before - russian.word() == 1500 // 8 - (0 - 804) // 8


def test_wealth_in_hand_is_what_counts_for_debts(russian):
    """V-3.12.

    2.4.3: bankrupt is who cannot pay what is due; a loan that is not due ruins nobody.
    """
    asks(russian, BANK, 600, 9)
    russian.set_money(0, 0)
    owe(russian, 0, 1000)
    assert russian.flags(0) & K["PF_DEBT"]
    assert russian.flags(0) & K["PF_ALIVE"]


# --- the bank's money ---------------------------------------------------------------


def log(game):
    count = game.byte("issue_count")
    return [(game.pair("issue_turn", n), game.pair("issue", n)) for n in range(count)]


@pytest.mark.slow
def test_the_bank_begins_with_what_the_stakes_leave(russian):
    """V-3.14."""
    assert russian.stock() == 15140 - 4 * 1500


@pytest.mark.feature("F212")
def test_the_bank_issues_what_it_lacks_and_writes_it_down(russian):
    """V-3.14: Turn and amount are listed; one entry a turn, the last eight of them."""
    expected = []
    for n in range(10):
        russian.set_money(1, 15140 + total(russian) - russian.bank_out() + russian.money(1) - n)
        assert russian.stock() == n
        turn = russian.byte("turn_count")
        russian.place(russian.active, 30)
        events = russian.roll(6, 4)
        issued = [(e[1], e[4]) for e in events if e.name == "ISSUED"]
        assert issued == [(NOBODY, 200 - n)]
        expected.append((turn, 200 - n))
        assert log(russian) == expected[-8:]
        assert (russian.stock(), total(russian)) == (0, sum(amount for _, amount in expected))
        russian.do("END_TURN")
        russian.check_invariants()


def total(game):
    return int.from_bytes(bytes(game.table("issue_total", 3)), "little")


def test_issues_of_one_turn_are_one_entry(russian):
    """V-3.14."""
    russian.set_money(1, 15140 - russian.bank_out() + 1500)
    events = russian.do("MORTGAGE", 37) + russian.do("MORTGAGE", 39)
    assert names(events).count("ISSUED") == 1
    assert log(russian) == [(1, 175 + 200)]


def test_the_log_and_the_total_of_issues_hold_large_amounts(russian):
    """V-3.14: An entry stops at 65535, the total has three bytes."""
    russian.poke("issue_count", 1)
    russian.set_pair("issue_turn", 1, 0)
    russian.set_pair("issue", 65500, 0)
    for n, value in enumerate((65500).to_bytes(3, "little")):
        russian.poke("issue_total", value, n)
    for seat in range(4):
        russian.set_money(seat, (15140 + 65500) // 4)
    russian.place(0, 30)
    russian.roll(6, 4)
    assert log(russian) == [(1, 65535)]
    assert (total(russian), russian.stock()) == (65700, 0)


@pytest.mark.feature("F247")
def test_the_banker_issues_money_when_he_wants(banker):
    """Seed document 004, 2.5.3: any amount at any moment, written down, decided by the banker."""
    for _ in range(2):
        a_turn(banker)
    turn, stock = banker.byte("turn_count"), banker.stock()
    events = asks(banker, BANK, 500, 0, ISSUE)
    assert [(e.name, e[1], e[4]) for e in events] == [("ISSUED", NOBODY, 500)]
    asks(banker, BANK, 4000, 0, ISSUE)
    assert (log(banker), total(banker)) == ([(turn, 4500)], 4500)
    assert banker.stock() == stock + 4500 and not banker.loans()
    assert banker.mode == K["MODE_NORMAL"]
    banker.check_invariants()


@pytest.mark.feature("F247")
def test_loans_do_not_keep_the_banker_from_issuing(banker):
    for place in range(8):
        banker.poke("loan_borrower", 0, place)
    banker.poke("mode_active", 2)
    assert names(asks(banker, BANK, 1, 0, ISSUE)) == ["ISSUED"]
    refuses(banker, "NO_LOAN", 0, 1, 1)


@pytest.mark.feature("F247")
@pytest.mark.parametrize("amount", [0, 4001, 0x8000])
def test_the_banker_issues_from_1_to_4000_at_a_time(banker, amount):
    banker.poke("mode_active", 2)
    refuses(banker, "RANGE", BANK, amount, 0, ISSUE)


@pytest.mark.feature("F247")
def test_nobody_else_issues_money(banker):
    refuses(banker, "RANGE", BANK, 500, 0, ISSUE)
    banker.poke("switches", 0, K["SW_BANKER"])  # the machine, which issues what it lacks
    refuses(banker, "RANGE", BANK, 500, 0, ISSUE)


@pytest.mark.feature("F247")
def test_a_bank_that_is_never_short_issues_nothing(banker):
    banker.poke("mode_active", 2)
    banker.poke("switches", 0, K["SW_BANK"])
    refuses(banker, "RANGE", BANK, 500, 0, ISSUE)


@pytest.mark.feature("F247")
def test_no_more_is_issued_when_the_total_has_three_bytes(banker):
    banker.poke("mode_active", 2)
    banker.poke("issue_total", 1, 2)
    refuses(banker, "RANGE", BANK, 500, 0, ISSUE)


def test_stakes_beyond_the_printed_money_are_issued(engine):
    """V-3.14."""
    game = engine.new_game(8, preset=RUSSIAN, money=2)
    assert log(game) == [(0, 8 * 2000 - 15140)]
    assert game.stock() == 0


def test_a_bank_that_cannot_fail_is_not_limited(engine):
    """V-3.14: SW_BANK and the house rule of limited money (R-16.4): nothing is cut."""
    game = engine.new_game(8, preset=RUSSIAN, money=2, limited=1)
    assert [game.money(p) for p in range(8)] == [2000] * 8


def test_with_limited_money_alone_the_bank_lends_what_it_has(engine):
    """V-3.14."""
    game = engine.new_game(4, switches={"loans": 1}, limited=1)
    game.give(0, *DEEDS)
    game.set_money(1, 1500 + 15140 - game.bank_out() - 40)
    asks(game, BANK, 100, 5)
    assert (game.money(0), game.loans()) == (1540, [(0, BANK, 0, 40, TURNS, 5)])
    events = asks(game, BANK, 100, 5)
    assert "LOAN_REFUSED" in names(events)
    assert len(game.loans()) == 1
    game.check_invariants()


def wander(game, rng, steps):
    """Send random requests, mostly such as can be taken; yields the name of each that was."""
    names = {K[n]: n for n in K if n.startswith("REQ_") and n not in ("REQ_QUIT", "REQ_AUTO_PAY")}
    for _ in range(steps):
        if game.mode == K["MODE_OVER"]:
            return
        code = rng.choice([c for c in game.actions() if c in names] or list(names))
        game.propose(rng.randrange(5), [rng.randrange(40)], give=rng.randrange(100))
        if code == K["REQ_LOAN"]:
            lender = rng.choice((BANK, BANK, *range(5)))
            game.ask_loan(lender, rng.randrange(1, 400), 1, rng.randrange(3))
        arguments = rng.randrange(40), rng.randrange(2)
        if code == K["REQ_BID"]:
            arguments = rng.randrange(256), rng.randrange(2)
        if not game.request(code, *arguments):
            yield names[code]
            game.events()


@pytest.mark.slow
def test_money_with_bank_and_emission_is_constant(engine):
    """V-3.14.

    Every transfer has one sender and one receiver: what is in hand is what was printed and
    issued less what the bank has, after each of many operations; and it never has less than 0."""
    done, issued = set(), 0
    for seed in range(4):
        rng = random.Random(seed)
        game = engine.new_game(5, preset=RUSSIAN)
        for squares in ((1, 3), (6, 8, 9), (11, 13, 14), (37, 39), (5,), (12,)):
            game.give(rng.randrange(5), *squares)
        game.set_money(0, 1500 + game.stock())
        for name in wander(game, rng, 1000):
            done.add(name)
            in_hand = sum(max(game.money(p), 0) for p in range(8)) + game.pair("pool")
            assert 15140 + total(game) - game.stock() == in_hand, name
            assert game.stock() >= 0, name
            game.check_invariants()
        issued += total(game)
    assert issued
    wanted = {"LOAN", "GRANT", "PAYBACK", "LESS", "BUY", "MORTGAGE", "REPAY", "BUILD", "TAX", "BID"}
    assert {"REQ_" + name for name in wanted} <= done
