"""The block of state that presets have, in both implementations (lockstep.py compares it)."""

import functools

from tests.asm.game.engine import GAME, NOBODY, K
from tests.asm.game.model import switches
from tests.asm.game.model.table import PRINTED

UNITS = ("turns", "laps")
PLACE = ("lender", "borrower", "lo", "hi", "unit", "left")
ISSUES = 8


@functools.cache
def built_switches():
    """Names of the switches that some code of the rules looks at."""
    code = "".join(
        path.read_text()
        for pattern in ("play/*.s", "variants/*.s", "variants/*.inc")
        for path in GAME.glob(pattern)
    )
    return [n for n in switches.NAMES if n == "preset" or f"SW_{n.upper()}" in code]


def from_engine(e):
    """Fields of the 6502 rules."""
    fields = {"switches": e.table("switches", K["SWITCHES"])}
    fields |= {"loan_" + part: e.table("loan_" + part, 8) for part in PLACE}
    count = e.byte("issue_count")
    turns = [e.pair("issue_turn", n) for n in range(count)]
    fields["issues"] = list(zip(turns, [e.pair("issue", n) for n in range(count)], strict=True))
    fields["issue_total"] = int.from_bytes(e.table("issue_total", 3), "little")
    kind = e.byte("mode_kind", e.byte("mode_depth"))
    fields["clock"] = (e.pair("clock_minutes"), e.pair("clock"))
    if kind in (K["MODE_RENT"], K["MODE_CLAIM"]):
        fields["rent"] = (e.pair("rent"), e.byte("mode_square", e.byte("mode_depth")))
    if kind == K["MODE_LOAN"]:
        fields["loan place"] = e.byte("mode_square", e.byte("mode_depth"))
    if K["MODE_HOUSES"] in e.table("mode_kind", e.byte("mode_depth") + 1):
        fields["session"] = (e.table("wanted", 8), e.table("loan_lo", 8), e.byte("session_seat"))
        del fields["loan_lo"]
    if e.byte("switches", K["SW_BUILD"]) == 2:
        bits = int.from_bytes(e.table("street_built", 5), "little")
        fields["built"] = {square for square in range(40) if bits >> square & 1}
    if kind == K["MODE_AUCTION"] and e.byte("switches", K["SW_AUCTION"]) == 2:
        fields["last bids"] = [e.pair("auction_last", seat) for seat in range(8)]
    return fields


def from_model(g):
    """The same of the Python rules."""
    fields = {"switches": [g.switch[name] for name in switches.NAMES]}
    rows = [row(loan) for loan in g.loans]
    kind = g.mode.kind
    if kind == "loan":
        place = g.loans.index(None)
        rows[place] = row(g.asked)
        rows[place][1] = NOBODY
        fields["loan place"] = place
    if kind == "first" and g.switch["order"]:
        for seat, total in enumerate(g.totals):
            rows[seat][2] = total
    fields |= {"loan_" + part: [r[n] for r in rows] for n, part in enumerate(PLACE)}
    fields["clock"] = (g.minutes, g.clock)
    entries = list(g.emissions.items())[-ISSUES:]
    fields["issues"] = [(turn, min(amount, 0xFFFF)) for turn, amount in entries]
    fields["issue_total"] = g.issued
    if kind in ("rent", "claim"):
        fields["rent"] = (g.rent_due, g.mode.square)
    if session := g.session():
        fields["session"] = session
        del fields["loan_lo"]
    if g.switch["build"] == 2:
        fields["built"] = g.built
    if kind == "auction" and g.switch["auction"] == 2:
        fields["last bids"] = [g.last_bids.get(seat, 0) for seat in range(8)]
    return fields


def row(loan):
    """A place of the list of loans, as the 6502 keeps it."""
    if not loan:
        return [0, NOBODY, 0, 0, 0, 0]
    unit = UNITS.index(loan.unit)
    low, high = loan.amount & 0xFF, loan.amount >> 8
    return [loan.lender, loan.borrower, low, high, unit, loan.remaining]


def total_money_stays(game):
    """VARIANTS 3, transactions: what is in the bank and in hands is what was ever printed."""
    assert game.stock + game.circulating == PRINTED + game.issued
    assert not game.switch["bank"] or game.stock >= 0
