"""Games in lock step at which computers sit beside people who play at random.

The 6502 brain decides for its seats, the random requests of lockstep.py for the others; the
rules and the model carry both out.
"""

from tests.asm.game import variant_state
from tests.asm.game.engine import K
from tests.asm.game.lockstep import METHODS, ON_SQUARES, Pair

CODES = {K["REQ_" + name]: name for name in METHODS}


class Company(Pair):
    """A Pair whose computers think."""

    def step(self, kind, one, two):
        """One decision of a computer, or one request of a person."""
        if not self.game.me.cpu or self.game.mode.kind in ("first", "over"):
            super().step(kind, one, two)
            return
        engine = self.engine
        engine.call("brain_decide")
        assert not engine.carry, f"{self.tail()}: a computer has no idea"
        register = int.from_bytes(bytes(engine.table("rng_v", 3)), "big")
        self.game.random.v = register  # it throws dice for its taps and nudges
        name = CODES[engine.cpu.a]
        taken = self.send(name, *self.arguments(name))
        assert taken, f"a computer asked for what is refused: {self.tail()}"
        self.situations["decisions of computers"] += 1
        self.situations[f"computer: {name}"] += 1

    def arguments(self, name):
        """What the brain has laid into arg0, arg1 and the block of an offer."""
        engine = self.engine
        one, two = engine.byte("arg0"), engine.byte("arg1")
        if name in ("BID", "LESS"):
            return (one | two << 8,)
        if name in (*ON_SQUARES, "TAX", "PAYBACK", "CLAIM", "PLACE"):
            return (one,)
        if name in ("CHOOSE", "WANT"):
            return one, two
        if name == "CRY":
            return one | two << 8, engine.byte("arg2")
        give, want = engine.pair("offer_give"), engine.pair("offer_want")
        partner, cards = engine.byte("offer_partner"), engine.byte("offer_cards")
        if name == "OFFER":
            marks = {square: m for square, m in enumerate(engine.table("offer_marks", 40)) if m}
            return partner, cards, give, want, marks
        if name == "LOAN":  # the same block (play.inc, LOAN_ASK_*)
            return partner, give, variant_state.UNITS[cards], want & 0xFF
        return ()
