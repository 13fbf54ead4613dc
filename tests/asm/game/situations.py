"""What happened in games played in lock step, counted: proof that the rare things were there."""

from collections import Counter

from tests.asm.game.model import board
from tests.asm.game.model.table import CAP

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


class Situations(Counter):
    """Counts by name; ``look`` after every request that was taken."""

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
        self["third failure in gaol"] += ("STAY", 3) in [(e.name, e[2]) for e in events]
        self["money at the cap"] += ("CASH", CAP) in [(e.name, e[4]) for e in events]
        for event in events:
            if event.name == "ELIMINATED":
                self["eliminated by a player" if event[3] < 8 else "eliminated by the bank"] += 1
            if event.name == "SHUFFLED" and len(game.decks[event[2]].order) == 15:
                self["deck exhausted with its GO-free card out"] += 1
        self._cards(game, events, kinds)

    def _cards(self, game, events, kinds):
        """Cards that concern everybody: who loses at once, or has lost already."""
        drawn = {e[2]: e[1] for e in events if e.name == "CARD"}
        lost = kinds.count("ELIMINATED") + sum(game.losing(p) for p in game.players)
        if COLLECT in drawn:
            self["several lose to one collect-all card"] += lost > 1
        if PAY_EACH in drawn:
            out = {e[1] for e in events if e.name == "ELIMINATED"}
            self["pay-all card loses the game"] += drawn[PAY_EACH] in out
