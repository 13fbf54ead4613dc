"""Dealing in deeds: auctions, managing, trades (R-9 to R-11, R-12.5, R-14)."""

from tests.asm.game.model import board
from tests.asm.game.model.rules1989 import HOTEL, Rules1989
from tests.asm.game.model.table import (
    BANK,
    CAP,
    INTEREST,
    NO_SQUARE,
    NOBODY,
    PLAIN,
    Mode,
    need,
)


class Dealing(Rules1989):
    """The requests about deeds."""

    # --- auctions (R-9) ------------------------------------------------------

    def open_auction(self, square, first):
        self.modes.append(Mode("auction", first, square))
        self.bid, self.bidder, self.passed = 0, None, {}
        self.last_bids = {}
        self.mode.active = self.option["caller"] - 1
        if not self.names_price():
            self.mode.active = first
        if square != NO_SQUARE:
            self.tell("AUCTION", self.mode.active, square)

    def names_price(self):
        """The auctioneer speaks, and nobody has named a price yet (V-3.2)."""
        caller = self.option["caller"] - 1
        if self.switch["auction"] != 2 or self.count < 5 or self.bid or caller < 0:
            return False
        return self.mode.active == caller and self.me.alive and self.me.money >= 10

    def say_pass(self):
        self.gate("normal", "auction", phases=("buy",), debt=True)
        if self.mode.kind == "normal":
            self.resolved()
            self.open_auction(self.me.square, self.next(self.me.seat))
        else:
            need(not self.names_price(), "a price has to be named")
            self.passed[self.me.seat] = "pass"
            self.tell("PASS", self.me.seat, self.mode.square)
            self.next_speaker()

    def forfeit(self):
        self.gate("auction", debt=True)
        need(not self.names_price(), "a price has to be named")
        self.passed[self.me.seat] = "forfeit"
        self.tell("FORFEIT", self.me.seat, self.mode.square)
        self.next_speaker()

    def make_bid(self, amount):
        self.gate("auction")
        need(10 <= amount <= CAP and amount > self.bid and amount <= self.me.cash)
        if self.names_price():
            self.bid = amount - 1  # any bid has to be above it
            self.tell("LOAN_ASKED", self.me.seat, self.mode.square, amount=amount)
        else:
            self.tell("BID", self.me.seat, self.mode.square, amount=amount)
            self.bid, self.bidder = amount, self.me.seat
            self.last_bids[self.me.seat] = amount
        self.passed = {s: w for s, w in self.passed.items() if w == "forfeit"}
        self.next_speaker()

    def next_speaker(self):
        for player in self.after(self.mode.active):
            if player.seat == self.bidder:
                break
            if player.seat not in self.passed:
                self.mode.active = player.seat
                return
        speaker, square = self.mode.active, self.modes.pop().square
        if self.switch["auction"] == 2:
            if self.bidder is None:
                self.last_bids.pop(speaker, None)  # asked for his last bid, he has refused
            elif self.short_of_bid(self.bidder, square):
                self.bidder = None
            if self.bidder is None and self.ask_before(square):
                return
        if self.bidder is None:
            self.tell("UNSOLD", NOBODY, square)
        else:
            self.bought("WON", self.players[self.bidder], self.deeds[square], self.bid)

    def short_of_bid(self, seat, square):
        """Has he less than he bid last?  Then that bid is gone."""
        bid = self.last_bids[seat]
        if self.players[seat].cash >= bid:
            return False
        self.tell("FALLBACK", seat, square, amount=bid)
        del self.last_bids[seat]
        return True

    def ask_before(self, square):
        """Who bid before has the right to buy at his own last bid: he alone may speak."""
        for seat in sorted(self.last_bids, key=self.last_bids.get, reverse=True):
            if not self.short_of_bid(seat, square):
                self.modes.append(Mode("auction", seat, square))
                self.passed = {s: "forfeit" for s in range(8) if s != seat}
                self.bid = self.last_bids[seat] - 1  # a bid has to be above what stands
                self.tell("OFFERED", seat, square, amount=self.last_bids[seat])
                return True
        return False

    def bought(self, how, player, deed, price):
        """The bank sells a deed."""
        self.tell(how, player.seat, deed.title.square, amount=price)
        self.acquire(deed, player.seat)
        self.charge(player, BANK, price)

    # --- managing (R-10, R-11) -----------------------------------------------

    def own(self, square):
        need(square in self.deeds, "no deed")
        deed = self.deeds[square]
        need(deed.owner == self.me.seat, "owner")
        return deed

    def can_build(self, deed):
        """R-10.1 but for evenness."""
        need(deed.title.house, "street")
        need(self.whole(self.me.seat, deed.title.group), "group")
        need(not any(d.mortgaged for d in self.group(deed)), "mortgaged")

    def rested(self, deed):
        """Nothing was built there in this turn, where that counts."""
        return self.switch["build"] != 2 or deed.title.square not in self.built

    def afford_level(self, deed):
        stock = self.hotels if deed.level == self.hotel_stands_on() else self.houses
        return self.me.cash >= deed.title.house and stock > 0

    def raise_level(self, deed):
        deed.level = HOTEL if deed.level == self.hotel_stands_on() else deed.level + 1
        self.tell("BUILT", self.me.seat, deed.title.square, deed.level, deed.title.house)
        self.charge(self.me, BANK, deed.title.house)
        self.built.add(deed.title.square)

    def build(self, square):
        self.gate(*self.CONSTRUCT, phantom=True)
        self.may_deal()
        deed = self.own(square)
        self.can_build(deed)
        need(deed.level < 5 and deed.level == min(d.level for d in self.group(deed)))
        need(self.rested(deed) and self.afford_level(deed))
        self.raise_level(deed)

    def build_group(self, square):
        """R-10.8."""
        self.gate(*self.CONSTRUCT, phantom=True)
        self.may_deal()
        deed = self.own(square)
        self.can_build(deed)
        top = max(d.level for d in self.group(deed))
        lower = [d for d in self.group(deed) if d.level < top and self.rested(d)]
        need(lower and self.afford_level(lower[0]))
        for one in lower:
            if not self.afford_level(one):
                break
            self.raise_level(one)

    def lower_level(self, player, deed):
        if deed.level == HOTEL:
            self.sell_hotel(player, deed)
            return
        deed.level -= 1
        self.sold(player, deed)

    def sell(self, square):
        self.gate(*self.MANAGE, debt=True, phantom=True)
        deed = self.own(square)
        need(self.can_sell(deed))
        self.lower_level(self.me, deed)

    def in_trade(self, square):
        return self.mode.kind == "trade" and self.marks.get(square)

    def mortgage(self, square):
        self.gate(*self.MANAGE, debt=True, phantom=True)
        deed = self.own(square)
        need(self.can_mortgage(deed) and not self.in_trade(square))
        self.pledge(self.me, deed)

    def pledge(self, player, deed):
        deed.mortgaged = True
        self.tell("MORTGAGED", player.seat, deed.title.square, amount=deed.title.mortgage)
        self.from_bank(player.seat, deed.title.mortgage)

    def repay(self, square):
        self.gate(*self.MANAGE, phantom=True)
        deed = self.own(square)
        need(deed.mortgaged and not self.in_trade(square))
        cost = deed.title.mortgage + self.fee(deed)
        need(self.me.cash >= cost)
        self.tell("REPAID", self.me.seat, square, amount=cost)
        self.charge(self.me, BANK, cost)
        deed.mortgaged = False

    def auto_pay(self):
        """R-12.5 by the method of R-17.6."""
        self.gate(*self.CONSTRUCT, debt=True, phantom=True)
        player = self.me
        need(player.money < 0 or self.houses < 0)
        raised = True
        while raised and (player.money < 0 or self.houses < 0):
            raised = self.auto_walk(player)

    def auto_walk(self, player):
        """All groups once; False if nothing could be raised."""
        steps = self.auto_steps(player)
        raised = False
        while (player.money < 0 or self.houses < 0) and (step := next(steps, None)):
            step()
            raised = True
        return raised

    def auto_steps(self, player):
        order = ("utilities", *board.GROUPS[:7], "stations", "blue")
        mine = {g: [self.deeds[s] for s in board.MEMBERS[g]] for g in order}
        complete = [g for g in order if self.whole(player.seat, g)]

        def mortgages(groups):
            for group in groups:
                for deed in mine[group]:
                    if deed.owner == player.seat and self.can_mortgage(deed):
                        yield lambda deed=deed: self.pledge(player, deed)

        yield from mortgages([g for g in order if g not in complete])
        for level in (5, 4, 3, 2, 1):
            for group in complete:
                for deed in mine[group]:
                    if deed.level == level and self.can_sell(deed):
                        yield lambda deed=deed: self.lower_level(player, deed)
        yield from mortgages(complete)

    # --- trades (R-14) -------------------------------------------------------

    def offer(self, partner, cards, give, want, marks):
        """cards: bit 0 Chest's, bit 1 Chance's; marks: {square: 1, or 3 to repay}."""
        self.gate("normal", "auction", "trade")
        self.may_deal()
        me = self.me
        need(partner < 8 and partner != me.seat and self.players[partner].alive, "partner")
        back = self.mode.kind == "trade"
        need(not back or (partner == self.trade[0] and self.sent_back < 3))
        for square, mark in marks.items():
            need(square in self.deeds and mark in (PLAIN, INTEREST))
            deed = self.deeds[square]
            need(deed.owner in (me.seat, partner))
            need(mark == PLAIN or (deed.owner == partner and deed.mortgaged))
            need(not any(d.level for d in self.group(deed)))
            need(self.switch["repay"] != 2 or deed.mortgaged, "only what is mortgaged is sold")
        need(cards < 4)
        for number in (0, 1):
            need(not cards >> number & 1 or self.decks[number].free in (me.seat, partner))
        need(marks or cards or give or want)
        terms = (me.seat, partner, cards, give, want)
        self.amounts_in_hand(terms)
        need(min(self.outcome(me, terms, marks)) >= 0)
        need(self.outcome(self.players[partner], terms, marks)[1] >= 0)
        self.marks = dict(marks)
        self.trade = terms
        self.tell("TRADE", me.seat, 0, partner)
        self.sent_back = self.sent_back + 1 if back else 0
        if back:
            self.modes.pop()
        self.modes.append(Mode("trade", partner))

    def amounts_in_hand(self, terms):
        giver, partner, _, give, want = terms
        need(give <= self.players[giver].cash)
        need(want <= self.players[partner].cash)

    def outcome(self, player, terms, marks):
        """(money, wealth) of a party after the trade (R-14.5)."""
        initiator, _, _, give, want = terms
        money = player.money + (want - give if player.seat == initiator else give - want)
        equity = self.equity(player.seat)
        for square, mark in marks.items():
            deed = self.deeds[square]
            title = deed.title
            if deed.owner == player.seat:
                equity -= 0 if deed.mortgaged else title.mortgage
                continue
            money -= self.price_of_receiving(deed, mark)
            equity += 0 if deed.mortgaged and mark == PLAIN else title.mortgage
        return money, money + equity

    def price_of_receiving(self, deed, mark):
        if not deed.mortgaged:
            return 0
        return self.fee(deed) + (deed.title.mortgage if mark == INTEREST else 0)

    def toggle(self, square):
        self.gate("trade", debt=True, phantom=True)
        need(self.marks.get(square) and self.deeds[square].owner == self.trade[0])
        need(self.deeds[square].mortgaged)
        self.marks[square] ^= PLAIN ^ INTEREST

    def approve(self):
        self.gate("trade", debt=True)
        initiator, partner, cards, give, want = self.trade
        one, two = self.players[initiator], self.players[partner]
        self.amounts_in_hand(self.trade)
        need(min(self.outcome(one, self.trade, self.marks)) >= 0)
        need(min(self.outcome(two, self.trade, self.marks)) >= 0)
        self.modes.pop()
        self.charge(one, partner, give)
        self.charge(two, initiator, want)
        for number in (1, 0):
            if cards >> number & 1:
                deck = self.decks[number]
                deck.free = partner if deck.free == initiator else initiator
                self.tell("GO_FREE", deck.free, number)
        moving = [(self.deeds[s], mark) for s, mark in sorted(self.marks.items())]
        for giver, taker in ((initiator, two), (partner, one)):
            for deed, mark in [m for m in moving if m[0].owner == giver]:
                moving.remove((deed, mark))
                self.hand_over(deed, taker, mark)
        self.marks = {}
        self.tell("TRADE_DONE", initiator, 0, partner)

    def hand_over(self, deed, taker, mark):
        cost = self.price_of_receiving(deed, mark)
        self.tell("DEED", taker.seat, deed.title.square, deed.owner, cost)
        self.charge(taker, BANK, cost)
        self.acquire(deed, taker.seat)
        if mark == INTEREST:
            deed.mortgaged = False

    def decline(self):
        self.gate("trade", debt=True)
        self.tell("TRADE_OFF", self.trade[0], 0, self.me.seat)
        self.marks = {}
        self.modes.pop()
