"""The second computer player (mind.py) by the rules of the presets: V-1.14, V-3.16."""

from tests.asm.game.brain.mind import GROUP_OF, GROUPS, HOUSE, Mind
from tests.asm.game.engine import BANK, NOBODY, K
from tests.asm.game.model import board

KEPT_BY_LENDERS, TERM = 500, 10
TAX_OF_SQUARE = 200
HOUSES = 32
CALLERS_FROM = 5  # players


class Varied(Mind):
    """What both families have."""

    def think(self):
        return self.of_preset() or super().think()

    def borrowed(self, seat):
        return sum(loan[3] for loan in self.engine.loans() if loan[2] == seat)

    def choose_tax(self):
        """The lower one; a tenth is rounded up."""
        mine = [s for s in GROUP_OF if self.owner[s] == self.me]
        total = self.cash[self.me] - self.borrowed(self.me)
        total += sum(board.TITLES[s].price + self.level[s] * board.TITLES[s].house for s in mine)
        return "TAX", int(-(-max(total, 0) // 10) < TAX_OF_SQUARE)


class Rules1989(Varied):
    """1989."""

    def of_preset(self):
        engine, mode = self.engine, self.engine.mode
        if mode == K["MODE_CLAIM"]:
            return "CLAIM", 1
        if mode == K["MODE_HOUSES"]:
            return self.session()
        if mode == K["MODE_AUCTION"] and engine.switch("auction"):
            return self.cries()
        if mode != K["MODE_NORMAL"]:
            return None
        phase = engine.byte("turn_phase")
        if phase == K["PHASE_TAX"]:
            return self.choose_tax()
        time_up = engine.switch("clock") and not engine.pair("clock")
        calm = self.cash[self.me] >= 0 and not engine.byte("bank_houses") & 0x80
        return ("END_TURN",) if time_up and calm and phase == K["PHASE_DONE"] else None

    def other(self, seat):
        """Another computer at the same table, with the same dice of the mind."""
        twin = Rules1989(self.engine, seat)
        twin.random = self.random
        return twin

    def cries(self):
        """The first computer that bids; a turn has as many bids as it has."""
        self.memory["steps"] -= 1
        for seat in range(7, -1, -1):
            if self.is_computer(seat) and (said := self.other(seat).cry()):
                return said
        return ("GONE",)

    def cry(self):
        """Up to what the lot is worth to it, from money in hand; or None."""
        engine = self.engine
        square = engine.byte("mode_square", engine.byte("mode_depth"))
        if engine.byte("auction_bidder") == self.me:
            return None
        if square == NOBODY:
            number, dearest = self.houses_wanted()
            if engine.byte("loan_lo", self.me) >= number:  # houses it has got
                return None
            worth = dearest // 2
        else:
            worth, _ = self.most(square)
        worth, standing = min(worth, self.cash[self.me]), engine.pair("auction_bid")
        if worth <= standing:
            return None
        bid = self.bid(worth, standing)
        said = "CRY", bid & 0xFF, bid >> 8, self.me
        return said if self.may(*said) else None

    def session(self):
        """All say how many houses they want, then each places its own."""
        engine = self.engine
        if engine.byte("session_seat") != NOBODY:
            return self.build("PLACE") or ("PLACED",)
        for seat in range(7, -1, -1):
            if self.is_computer(seat):
                number = self.other(seat).houses_wanted()[0]
                if number != engine.byte("wanted", seat):
                    return "WANT", seat, number
        return ("WANTED",)

    def houses_wanted(self):
        """(how many, what the dearest costs)."""
        for limit, keep in self.plans():
            spare, costs = self.cash[self.me] - keep, []
            for group in range(7, -1, -1):
                for _ in range(self.missing(group, min(limit, 4 - self.engine.switch("clock")))):
                    if len(costs) < HOUSES and HOUSE[group] <= spare:
                        costs.append(HOUSE[group])
                        spare -= HOUSE[group]
            if costs:
                return len(costs), costs[0]
        return 0, 0

    def missing(self, group, limit):
        streets = GROUPS[group]
        if not self.whole(self.me, group) or any(self.pledged[s] for s in streets):
            return 0
        return sum(max(0, limit - self.level[s]) for s in streets)


class Russian(Varied):
    """The Russian rules."""

    def of_preset(self):
        engine, mode = self.engine, self.engine.mode
        if mode == K["MODE_RENT"]:
            return "LESS", engine.byte("rent_lo"), engine.byte("rent_hi")
        if mode == K["MODE_LOAN"]:
            return self.lend()
        if mode == K["MODE_AUCTION"]:
            return self.call() or self.call_again()
        if mode != K["MODE_NORMAL"]:
            return None
        phase = engine.byte("turn_phase")
        if phase == K["PHASE_TAX"]:
            return self.choose_tax()
        if phase == K["PHASE_BAIL"]:
            return ("CARD",) if self.may("CARD") else None
        if phase == K["PHASE_DONE"] and engine.switch("repay") == 2:
            self.memory["traded"] = 1  # what it would offer is not mortgaged
        if not engine.switch("loans") or self.cash[self.me] < 0:
            return None
        if phase == K["PHASE_BUY"]:
            return self.borrow()
        return self.pay_back() if phase == K["PHASE_DONE"] else None

    def call(self):
        """As auctioneer: half the price, or 10."""
        engine = self.engine
        caller = engine.byte("settings", K["OPT_CALLER"]) - 1 == self.me
        seats = engine.byte("player_count")
        if not caller or seats < CALLERS_FROM or engine.pair("auction_bid"):
            return None
        if not engine.switch("auction") or self.cash[self.me] < 10:
            return None
        square = engine.byte("mode_square", engine.byte("mode_depth"))
        for price in (board.TITLES[square].mortgage, 10):
            if self.may("BID", price, 0):
                return "BID", price, 0
        return None

    def call_again(self):
        """Asked whether it buys at its last bid: it does."""
        engine = self.engine
        if engine.byte("auction_bidder") != NOBODY or not engine.pair("auction_last", self.me):
            return None
        bid = engine.pair("auction_bid") + 1
        asked = "BID", bid & 0xFF, bid >> 8
        return asked if self.may(*asked) else None

    def credit(self, seat, amount):
        """The machine's rule."""
        return self.borrowed(seat) + amount <= self.engine.equity(seat) // 2

    def is_rich(self, amount):
        return self.cash[self.me] >= 0 and self.cash[self.me] - amount >= KEPT_BY_LENDERS

    def lend(self):
        engine = self.engine
        place = engine.byte("mode_square", engine.byte("mode_depth"))
        amount, lender = engine.pair("loan", place), engine.byte("loan_lender", place)
        lends = lender == BANK or self.is_rich(amount)
        if lends and self.credit(engine.byte("mode_active"), amount) and self.may("GRANT"):
            return ("GRANT",)
        return ("REFUSE_LOAN",)

    def borrow(self):
        """What is lacking for a deed it wants; of a banker what the machine would lend, once."""
        engine, me = self.engine, self.me
        square = engine.byte("player_square", me)
        lacking = board.TITLES[square].price - self.cash[me]
        if not self.wants(square) or lacking <= 0:
            return None
        engine.ask_loan(BANK, lacking, TERM)
        if not self.may("LOAN"):
            return None
        if engine.switch("banker"):
            if self.memory["traded"] or not self.credit(me, lacking):
                return None
            self.memory["traded"] += 1
        self.block = BANK, lacking & 0xFF, lacking >> 8, TERM, 0
        return ("LOAN",)

    def pay_back(self):
        for place, _, borrower, amount, _, _ in reversed(self.engine.loans()):
            if borrower == self.me and self.is_rich(amount):
                return ("PAYBACK", place) if self.may("PAYBACK", place) else None
        return None
