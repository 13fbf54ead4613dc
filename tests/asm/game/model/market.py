"""What is a market in the 1989 game: rent that is claimed, auctions in real time, houses that
several buy in one session (V-1.2, V-1.4, V-1.5).

Written from the text of VARIANTS.  What it leaves open, and what was decided: a session is
about houses (hotels are bought as ever); who bids for a house buys the right to it, and pays
the printed price besides where it is placed; one who alone wants more than there are gets what
there is; a house nobody bids for ends the auctions.
"""

from tests.asm.game.model.table import BANK, CAP, NO_SQUARE, NOBODY, Mode, need
from tests.asm.game.model.variants import Variants

METHODS = {
    "CLAIM": "claim", "CRY": "cry", "GONE": "gone", "HOUSES": "open_session", "WANT": "want",
    "WANTED": "close_wants", "PLACE": "place", "PLACED": "placed",
}  # fmt: skip
KINDS = {"claim": "CLAIM", "houses": "HOUSES"}
NO_SEAT = 255
HOUSES = 32


class Market(Variants):
    """Claims, real-time auctions, sessions of houses."""

    def __init__(self, source, seed):
        super().__init__(source, seed)
        self.wanted = {}  # {seat: houses asked for}, then those that may still be placed
        self.won = {}  # {seat: houses got by auction in this session}
        self.placing = None  # who places, None while wants are asked and auctioned

    def gate(self, *kinds, **how):
        """In a real-time auction there is nothing but crying."""
        if self.real_time():
            need("real time" in kinds, "real time")
        else:
            super().gate(*kinds, **how)

    def real_time(self):
        return self.mode.kind == "auction" and self.switch["auction"] == 1

    # --- rent (F152) ---------------------------------------------------------

    def collect(self, player, deed, amount):
        """The owner has to ask for it; a computer always does, and at once."""
        owner = self.players[deed.owner]
        if self.switch["rent"] == 1 and not owner.cpu:
            self.rent_due = amount
            self.tell("CLAIM", owner.seat, deed.title.square, self.dicer.seat, amount)
            self.modes.append(Mode("claim", owner.seat, deed.title.square))
        else:
            super().collect(player, deed, amount)

    def claim(self, asked):
        """1 = claimed in time, 0 = the time is over and the rent lost."""
        need(self.mode.kind == "claim" and asked in (0, 1))
        mode = self.modes.pop()
        if asked:
            self.pay_rent(self.dicer, mode.active, mode.square, self.rent_due)
        else:
            self.tell("MISSED", mode.active, mode.square, self.dicer.seat, self.rent_due)

    # --- auctions in real time (F153, F155) ----------------------------------

    def cry(self, amount, seat):
        """Anybody bids at any time what he has in hand; any price above the standing bid."""
        self.gate("real time")
        need(seat < 8 and self.players[seat].alive, "seat")
        need(self.mode.square != NO_SQUARE or self.lacks(seat), "has all he wanted")
        need(self.bid < amount <= CAP, "low")
        need(self.players[seat].money >= amount, "money")
        self.bid, self.bidder = amount, seat
        self.tell("BID", seat, self.mode.square, amount=amount)

    def gone(self):
        """Nobody has bid for so long: the lot is the highest bidder's."""
        self.gate("real time")
        square, bidder = self.modes.pop().square, self.bidder
        if square == NO_SQUARE:
            self.house_gone()
        elif bidder is None:
            self.tell("UNSOLD", NOBODY, square)
        else:
            self.bought("WON", self.players[bidder], self.deeds[square], self.bid)

    # --- houses (F156, F157, F158) -------------------------------------------

    def street_limit(self):
        """Houses a street can have; a short game's hotel stands in the place of three."""
        return 3 if self.switch["clock"] else 4

    def free(self, deed):
        """How many more houses a street takes: its group whole and not mortgaged."""
        group = self.group(deed)
        if not deed.title.house or any(d.owner != deed.owner or d.mortgaged for d in group):
            return 0
        return max(0, self.street_limit() - deed.level)

    def places(self, seat):
        return sum(self.free(deed) for deed in self.owned(seat))

    def scarce(self, seat):
        """Might two owners want more houses than the bank has?"""
        total = sum(self.places(p.seat) for p in self.living())
        return bool(self.switch["short"]) and total > max(self.places(seat), self.houses)

    def afford_level(self, deed):
        house = deed.level < self.street_limit()
        return super().afford_level(deed) and not (house and self.scarce(self.me.seat))

    def open_session(self):
        need(self.switch["short"])
        self.gate("normal")
        self.may_deal()
        need(self.houses > 0 and any(self.places(p.seat) for p in self.living()))
        self.wanted = {p.seat: 0 for p in self.living()}
        self.won = dict(self.wanted)
        self.placing = None
        self.tell("HOUSES", self.dicer.seat)
        self.modes.append(Mode("houses", self.dicer.seat))

    def asking(self):
        need(self.mode.kind == "houses" and self.placing is None)

    def want(self, seat, number):
        self.asking()
        need(seat in self.wanted and number <= min(HOUSES, self.places(seat)))
        self.wanted[seat] = number
        self.tell("WANTED", seat, number)

    def lacks(self, seat):
        return self.wanted[seat] > self.won[seat]

    def close_wants(self):
        """All have said how many: enough for everybody, or auctions."""
        self.asking()
        if sum(self.wanted.values()) <= self.houses:
            self.place_next()
        else:
            self.next_lot()

    def next_lot(self):
        """A house is put up, as long as two want more than they have got."""
        left = self.houses - sum(self.won.values())
        lacking = [seat for seat in self.wanted if self.lacks(seat)]
        if left and len(lacking) > 1:
            self.tell("HOUSE_LOT", NOBODY, left, amount=left)
            self.open_auction(NO_SQUARE, self.dicer.seat)
            return
        for seat in lacking:  # one at most, or nothing is left
            self.won[seat] += min(left, self.wanted[seat] - self.won[seat])
        self.wanted = dict(self.won)
        self.place_next()

    def house_gone(self):
        if self.bidder is None:
            self.wanted = dict(self.won)
            self.place_next()
            return
        self.won[self.bidder] += 1
        self.tell("HOUSE_LOT", self.bidder, amount=self.bid)
        self.charge(self.players[self.bidder], BANK, self.bid)
        self.next_lot()

    def place_next(self):
        """The player with the dice places first, the others in play order."""
        order = [self.dicer, *self.after(self.dicer.seat)]
        left = [p.seat for p in order if self.wanted[p.seat]]
        if left:
            self.placing = self.mode.active = left[0]
        else:
            self.modes.pop()

    def place(self, square):
        """A house for its price; what he has not in hand he must be able to raise."""
        need(self.mode.kind == "houses" and self.placing is not None)
        deed = self.own(square)
        self.can_build(deed)
        need(deed.level < self.street_limit())
        need(deed.level == min(d.level for d in self.group(deed)))
        need(self.wanted[self.placing] and self.houses > 0)
        spend = self.me.money if self.option["limited"] else self.wealth(self.me)
        need(spend >= deed.title.house)
        self.raise_level(deed)
        self.wanted[self.placing] -= 1

    def placed(self):
        """What he has not placed lapses; his debts come before the next one's houses."""
        need(self.mode.kind == "houses" and self.placing is not None)
        player = self.me
        self.wanted[player.seat] = 0
        self.place_next()
        if player.money < 0 and self.mode.kind == "houses":
            self.modes.append(Mode("must pay", player.seat, player.square))

    # --- for games in lock step ----------------------------------------------

    def session(self):
        """(wanted, won, who places) by seat as the 6502 rules keep them; None = no session."""
        if not any(mode.kind == "houses" for mode in self.modes):
            return None
        seats = range(8)
        who = NO_SEAT if self.placing is None else self.placing
        return [self.wanted.get(s, 0) for s in seats], [self.won.get(s, 0) for s in seats], who


def likely(game, kind, one):
    """The name of a request that belongs to the mode; None: another table knows better."""
    mode = game.mode.kind
    if mode == "claim":
        return "CLAIM"
    if mode == "houses":
        if game.placing is None:
            return ("WANT", "WANT", "WANT", "WANT", "WANTED")[one % 5]
        return ("PLACE", "PLACE", "PLACE", "PLACE", "PLACED")[one % 5]
    if game.real_time():
        return ("CRY", "CRY", "CRY", "GONE")[one % 4]
    if mode == "normal" and game.switch["short"] and kind % 16 == 3:
        return "HOUSES"
    return None


def arguments(game, name, one, two):
    """Parameters of a request of this module, mostly ones that are taken."""
    if name == "CLAIM":
        return (one % 4 > 0 if two % 16 else one % 256,)
    if name == "CRY":
        seat = one % game.count if two % 8 else one % 256
        return (game.bid + 1 + one % 40 if two % 16 else two % 40000), seat
    if name == "WANT":
        seat = one % game.count if two % 8 else one % 10
        most = game.places(seat) if seat < 8 else 0
        return seat, (min(most, one % 6), most, most + 1, two % 256)[two % 4]
    if name == "PLACE":
        mine = [d.title.square for d in game.owned(game.mode.active) if game.free(d)]
        return ((mine or [0])[one % len(mine or [0])] if two % 8 else two % 48,)
    return ()
