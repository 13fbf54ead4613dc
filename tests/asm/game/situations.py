"""What happened in games played in lock step, counted: proof that the rare things were there."""

from collections import Counter

from tests.asm.game.model import board
from tests.asm.game.model.table import CAP
from tests.asm.game.variant_state import UNITS

COLLECT = next(n for n, c in enumerate(board.CHEST_CARDS) if c[0] == "from each")
PAY_EACH = 16 + next(n for n, c in enumerate(board.CHANCE_CARDS) if c[0] == "to each")
ALWAYS = {  # the fifty games of make test hold at least one of each of these
    "trade", "trade declined", "auction won", "nobody bids", "auction after an elimination",
    "trade in an auction", "eliminated by a player", "eliminated by the bank", "transfer",
    "must pay",
    "phantom houses", "several lose to one collect-all card", "pay-all card loses the game",
    "deck exhausted with its GO-free card out", "money at the cap", "auto-pay", "construction",
    "third failure in gaol", "refused",
}  # fmt: skip

RARE = {  # about once or twice in fifty games: too rare to be in every fifty
    "eliminated by the bank", "phantom houses", "several lose to one collect-all card",
    "pay-all card loses the game", "must pay", "money at the cap",
}  # fmt: skip


PRESETS = {  # by the switch that they need
    "order": {"seats rearranged"},
    "rent": {"rent asked for in part", "rent waived"},
    "tax": {"tax of 200 chosen", "tax of a tenth chosen"},
    "luxury": {"luxury tax of 75"},
    "auction": {"the bidder before is asked", "nobody who has bid can pay"},
    "hotel": {"no hotel sold for lack of houses", "bankrupt with hotels that cannot be sold"},
    "build": {"second level refused", "a group raised"},
    "repay": {"repaid without a fee", "mortgaged deed traded without a fee"},
    "loans": {
        "the bank lends", "a player lends", "loan refused", "loan paid at its term",
        "loan defaulted", "loan paid early", "lap ends a loan", "lender is out",
        "the machine refuses a loan", "eight loans are open",
    },
    "bankrupt": {"deeds return to the bank"},
    "third": {"third failure: card", "third failure: bail", "third failure: bail is owed"},
    "cards": {"a GO-free card at the bottom", "a deck has gone round"},
    "banker": {"a seat decides for the bank"},
    "bank": {"emission", "emissions of one turn in one entry"},
}  # fmt: skip
RULES1989 = {  # the same where value 1 is a rule of 1989
    "tax": PRESETS["tax"],
    "luxury": PRESETS["luxury"],
    "hotel": {"a group is rearranged", "all hotels sold at once"},
    "bankrupt": {"everything to the creditor"},
    "clock": {"time is up", "the clock ends the game", "a hotel on three houses"},
}  # fmt: skip
PRESETS_RARE = {  # not in every hundred games
    "nobody who has bid can pay", "bankrupt with hotels that cannot be sold", "lender is out",
    "third failure: bail is owed", "eight loans are open",
}  # fmt: skip

OWN_RARE = PRESETS_RARE | {  # where only some games have the switch
    "no hotel sold for lack of houses", "third failure: card", "second level refused",
    "a GO-free card at the bottom", "loan defaulted", "the bidder before is asked",
}  # fmt: skip


def of_switches(names, shown=PRESETS):
    """What games with these switches can show."""
    return {what for name in names for what in shown.get(name, ())}


class Situations(Counter):
    """Counts by name; ``before`` every request, ``look`` after every one that was taken."""

    def before(self, name, args, game):
        """Keep what a request changes."""
        self._args, self._phase, self._kind = args, game.phase, game.mode.kind
        self._loans = list(game.loans)
        self._lenders = {loan.lender for loan in game.loans if loan}
        self._issued, self._entries = game.issued, len(game.emissions)
        self._bids, self._owed = dict(game.last_bids), game.rent_due
        self._built = set(game.built)

    def refusal(self, name, args, game):
        """A request was refused by both."""
        self["refused"] += 1
        if name == "LOAN":
            self["the machine refuses a loan"] += self._beyond_credit(args, game)
        deed = game.deeds.get(args[0]) if name in ("SELL", "BUILD") else None
        if not deed or deed.owner != game.me.seat:
            return
        if name == "SELL" and deed.level == 5 and game.switch["hotel"] == 2 and game.houses < 4:
            self["no hotel sold for lack of houses"] += 1
        if name == "BUILD" and game.switch["build"] == 2 and args[0] in game.built:
            self["second level refused"] += 1

    def _beyond_credit(self, args, game):
        """Nothing but the machine's rule was against this loan."""
        lender, amount, unit, term = args
        here = game.mode.kind == "normal" and game.phase != "tax" and game.me.money >= 0
        fits = unit in UNITS and 1 <= term <= 5 and 1 <= amount <= 4000 and None in game.loans
        lends = game.switch["loans"] and lender == 8 and game.banker() in (None, game.me.seat)
        return bool(here and fits and lends and game.houses >= 0)

    def look_at_presets(self, name, game, events, kinds):
        """What the classic game does not have; ``kinds`` are the names of the events."""
        lost = "ELIMINATED" in kinds
        out = {e[1] for e in events if e.name == "ELIMINATED"} if lost else set()
        self["seats rearranged"] += "ORDER" in kinds
        if name == "LESS":
            self["rent waived"] += self._args[0] == 0
            self["rent asked for in part"] += 0 < self._args[0] < self._owed
        if name == "TAX":
            self[f"tax of {('200', 'a tenth')[self._args[0]]} chosen"] += 1
        if "TAX" in kinds:
            self["luxury tax of 75"] += ("TAX", 38, 75) in [(e.name, e[2], e[4]) for e in events]
        if "FALLBACK" in kinds:
            asked = "OFFERED" in kinds
            self["the bidder before is asked" if asked else "nobody who has bid can pay"] += 1
        if lost:
            owed = {e[1]: e[4] for e in events if e.name == "RUIN"}
            brought = {e[1]: e[4] for e in events if e.name == "ELIMINATED"}
            self["bankrupt with hotels that cannot be sold"] += any(
                brought[seat] >= owed[seat] for seat in out
            )
        self["a group raised"] += name == "BUILD_GROUP"
        if game.switch["repay"]:
            self["repaid without a fee"] += name == "REPAY"
            deeds = [e for e in events if e.name == "DEED" and name == "APPROVE"]
            self["mortgaged deed traded without a fee"] += any(
                game.deeds[e[2]].mortgaged for e in deeds
            )
        self._look_at_loans(name, game, kinds, events, out)
        if game.switch["bankrupt"] == 2:
            self["deeds return to the bank"] += len(out)
        if self._phase == "bail" and game.switch["third"]:
            self["third failure: card"] += name == "CARD"
            self["third failure: bail"] += name == "BAIL"
            self["third failure: bail is owed"] += name == "BAIL" and game.dicer.money < 0
        if game.switch["cards"]:
            self["a GO-free card at the bottom"] += name == "CARD"
            self["a deck has gone round"] += any(
                self[f"drawn from {n}"] >= 17 for n in (0, 1) if self._draws(n, events)
            )
        self._look_at_1989(name, game, events, kinds)
        self["emission"] += game.issued > self._issued
        same = len(game.emissions) == self._entries
        self["emissions of one turn in one entry"] += game.issued > self._issued and same

    def _look_at_1989(self, name, game, events, kinds):
        self["a group is rearranged"] += "REBUILT" in kinds
        self["all hotels sold at once"] += name == "SELL_ALL"
        if game.switch["bankrupt"] == 1 and name not in ("APPROVE", "CONFIRM"):
            self["everything to the creditor"] += "DEED" in kinds
        self["time is up"] += "TIME_UP" in kinds
        if "GAME_OVER" in kinds:
            self["the clock ends the game"] += ("GAME_OVER", 2) in [(e.name, e[2]) for e in events]
        if game.switch["clock"] and "BUILT" in kinds:
            self["a hotel on three houses"] += ("BUILT", 5) in [(e.name, e[3]) for e in events]

    def _draws(self, number, events):
        """Count the cards of a deck."""
        drawn = sum(1 for e in events if e.name == "CARD" and e[2] // 16 == number)
        self[f"drawn from {number}"] += drawn
        return drawn

    def _look_at_loans(self, name, game, kinds, events, out):
        before = {id(loan) for loan in self._loans}
        new = [loan for loan in game.loans if loan and id(loan) not in before]
        for loan in new:
            self["the bank lends" if loan.lender == 8 else "a player lends"] += 1
        self["eight loans are open"] += bool(new) and None not in game.loans
        self["loan refused"] += name == "REFUSE_LOAN"
        self["loan paid early"] += name == "PAYBACK"
        self["a seat decides for the bank"] += (
            name == "LOAN" and game.mode.kind == "loan" and (game.asked.lender == 8)
        )
        if "LOAN_DUE" in kinds:
            due = [e[1] for e in events if e.name == "LOAN_DUE"]
            self["loan defaulted"] += any(seat in out for seat in due)
            self["loan paid at its term"] += any(game.players[seat].money >= 0 for seat in due)
            self["lap ends a loan"] += name != "END_TURN"
        self["lender is out"] += bool(out & self._lenders)

    def look(self, name, game, events):
        """Note what a request led to.

        name    request without REQ_
        game    tests.asm.game.model.rules.Game after it
        events  its events (tests.asm.game.engine.Event)
        """
        kinds = [e.name for e in events]
        modes = [mode.kind for mode in game.modes]
        self["trade"] += kinds.count("TRADE_DONE")
        self["trade declined"] += kinds.count("TRADE_OFF")
        self["auction won"] += kinds.count("WON")
        self["nobody bids"] += kinds.count("UNSOLD")
        self["auction after an elimination"] += "AUCTION" in kinds and name != "PASS"
        self["trade in an auction"] += modes[1:] == ["auction", "trade"]
        self["transfer"] += "transfer" in modes
        self["must pay"] += "must pay" in modes
        self["phantom houses"] += game.houses < 0
        self["auto-pay"] += name == "AUTO_PAY"
        self["construction"] += kinds.count("BUILT")
        if "STAY" in kinds:
            self["third failure in gaol"] += ("STAY", 3) in [(e.name, e[2]) for e in events]
        self["money at the cap"] += CAP in [e[4] for e in events if e.name == "CASH"]
        for event in events:
            if event.name == "ELIMINATED":
                self["eliminated by a player" if event[3] < 8 else "eliminated by the bank"] += 1
            if event.name == "SHUFFLED" and len(game.decks[event[2]].order) == 15:
                self["deck exhausted with its GO-free card out"] += 1
        self._cards(game, events, kinds)
        if any(game.switch.values()):
            self.look_at_presets(name, game, events, kinds)

    def _cards(self, game, events, kinds):
        """Cards that concern everybody: who loses at once, or has lost already."""
        if "CARD" not in kinds:
            return
        drawn = {e[2]: e[1] for e in events if e.name == "CARD"}
        lost = kinds.count("ELIMINATED") + sum(game.losing(p) for p in game.players)
        if COLLECT in drawn:
            self["several lose to one collect-all card"] += lost > 1
        if PAY_EACH in drawn:
            out = {e[1] for e in events if e.name == "ELIMINATED"}
            self["pay-all card loses the game"] += drawn[PAY_EACH] in out
