"""Scripted players that imitate people; they know what a person at the table knows.

``decide(rules, me)`` returns (request, parameters).  They measure the computers and are no
opponents in the game: a child never trades, a mason neither but mortgages to build, a farmer gets
its deeds by bids, a trader trades actively, a taker accepts every offer, and a trickster looks for
offers that a computer wrongly accepts.
"""

import random
from typing import Any

from emu.arena.rules import NOBODY, SEATS, SQUARES, Rules

Wish = tuple[Any, ...]
HOTEL, HOUSES_DEAREST, HOUSES = 5, 4, 32
STREETS = range(8)
TURNS_ENOUGH = 512  # an evening and another


class Person:
    """A plain player; subclasses override what they do differently.

    keep    money it keeps when building;  bid  share of the price it bids up to
    highest level it builds to
    """

    keep, bid, highest = 100, 1.0, HOTEL

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.session = -1  # the turn in which it has asked for houses

    def decide(self, rules: Rules, me: int) -> Wish:
        """Return its request."""
        kinds = rules.K
        if rules.mode == kinds["MODE_CLAIM"]:
            return "CLAIM", 1
        if rules.mode == kinds["MODE_HOUSES"]:
            return self.place(rules, me)
        if rules.money(me) < 0 or rules.byte("bank_houses") > 127:
            return ("AUTO_PAY",)
        by_mode = {
            kinds["MODE_FIRST"]: self.first, kinds["MODE_NORMAL"]: self.turn,
            kinds["MODE_AUCTION"]: self.auction, kinds["MODE_TRADE"]: self.answer,
            kinds["MODE_MUST_PAY"]: self.pay, kinds["MODE_TRANSFER"]: self.transfer,
            kinds["MODE_QUIT"]: self.vote,
        }  # fmt: skip
        return by_mode[rules.mode](rules, me)

    def first(self, rules: Rules, me: int) -> Wish:
        return ("ROLL",)

    def pay(self, rules: Rules, me: int) -> Wish:
        return ("CONTINUE",)

    def vote(self, rules: Rules, me: int) -> Wish:
        """Somebody wants to stop: only when the game has lasted far too long."""
        return ("AGREE",) if rules.turns >= TURNS_ENOUGH else ("REFUSE",)

    def turn(self, rules: Rules, me: int) -> Wish:
        """Its own turn, by its phase."""
        kinds, phase = rules.K, rules.byte("turn_phase")
        if phase == kinds["PHASE_ROLL"]:
            return ("ROLL",)
        if phase == kinds["PHASE_BUY"]:
            return ("PASS",) if rules.check("BUY") else ("BUY",)
        if phase == kinds["PHASE_BAIL"]:
            return ("BAIL",)
        if phase == kinds["PHASE_MOVE"]:
            return ("CONTINUE",)
        if phase == kinds["PHASE_TAX"]:
            return "TAX", 0
        return self.trade(rules, me) or self.build(rules, me) or self.repay(rules, me) or (
            "END_TURN",
        )  # fmt: skip

    def trade(self, rules: Rules, me: int) -> Wish | None:
        """An offer, or None; asked until there is none."""
        return None

    def build(self, rules: Rules, me: int) -> Wish | None:
        """One house on its most expensive complete group."""
        for group in reversed(STREETS):
            if not rules.owns_group(me, group):
                continue
            cost = rules.byte("group_house_cost", group)
            if rules.money(me) - cost < self.keep:
                continue
            for square in rules.members(group):
                if rules.byte("square_level", square) >= self.highest:
                    continue
                why = rules.check("BUILD", square)
                if not why:
                    return "BUILD", square
                if why == "SESSION" and self.session != rules.turns:
                    self.session = rules.turns
                    return ("HOUSES",)
        return None

    def want(self, rules: Rules, me: int) -> int:
        """Houses for all its groups, the most expensive first, that leave the money it keeps."""
        spare, number = rules.money(me) - self.keep, 0
        most = min(self.highest, HOUSES_DEAREST)
        for group in reversed(STREETS):
            squares = rules.members(group)
            pledged = any(rules.byte("square_mortgaged", s) for s in squares)
            if not rules.owns_group(me, group) or pledged:
                continue
            cost = rules.byte("group_house_cost", group)
            room = sum(max(0, most - rules.byte("square_level", s)) for s in squares)
            count = max(0, min(room, spare // cost))
            spare, number = spare - count * cost, number + count
        return min(number, HOUSES)

    def place(self, rules: Rules, me: int) -> Wish:
        """Place the houses it has won, where they fit and it can pay."""
        for group in reversed(STREETS):
            if rules.byte("group_house_cost", group) > rules.money(me):
                continue
            for square in rules.members(group):
                if not rules.check("PLACE", square):
                    return "PLACE", square
        return ("PLACED",)

    def cry(self, rules: Rules, me: int) -> int | None:
        """Its bid in a live auction, or None; nothing for the right to a house."""
        if rules.byte("mode_square", rules.byte("mode_depth")) == NOBODY:
            return None
        wish = self.auction(rules, me)
        return wish[1] if wish[0] == "BID" else None

    def repay(self, rules: Rules, me: int) -> Wish | None:
        """Repay a deed when there is plenty of money."""
        for square in range(SQUARES):
            if rules.owner(square) == me and rules.byte("square_mortgaged", square):
                if rules.money(me) > 400 and not rules.check("REPAY", square):
                    return "REPAY", square
        return None

    def auction(self, rules: Rules, me: int) -> Wish:
        """Raise by ten as long as the deed costs less than it is worth, and there is money."""
        square = rules.byte("mode_square", rules.byte("mode_depth"))
        amount = max(rules.pair("auction_bid") + 10, 10)
        if amount <= min(rules.price(square) * self.bid, rules.money(me)):
            return "BID", amount
        return ("FORFEIT",)

    def answer(self, rules: Rules, me: int) -> Wish:
        """Answer an offer."""
        return ("DECLINE",)

    def transfer(self, rules: Rules, me: int) -> Wish:
        """A loser's deeds: take those it can pay for."""
        if not rules.byte("transfer_seen"):
            return ("REVIEW",)
        spare = rules.money(me) - trade_charges(rules, me)
        for square in range(SQUARES):
            laid = rules.owner(square) == rules.byte("trade_from")
            if laid and not rules.byte("square_mark", square):
                if rules.byte("fee_value", square) <= spare:
                    if not rules.check("CHOOSE", square, 1):
                        return "CHOOSE", square, 1
        return ("CONFIRM",)


class Child(Person):
    """Eight years old: buys what it can, bids up to the price, builds when it can, never trades."""

    keep = 0


class Refuser(Person):
    """A careful person who refuses every trade."""


class Mason(Person):
    """A builder without trades: like the child, and it mortgages other deeds for its houses."""

    keep = 0

    def build(self, rules: Rules, me: int) -> Wish | None:
        wish = super().build(rules, me)
        if wish:
            return wish
        for group in reversed(STREETS):
            squares = rules.members(group)
            low = any(rules.byte("square_level", s) < HOUSES_DEAREST - 1 for s in squares)
            if not rules.owns_group(me, group) or not low:
                continue
            if not any(rules.check("BUILD", s) == "MONEY" for s in squares):
                continue
            for square in range(SQUARES):
                if rules.owner(square) == me and not rules.owns_group(me, rules.group(square)):
                    if not rules.check("MORTGAGE", square):
                        return "MORTGAGE", square
        return None


class Farmer(Person):
    """A bid-farmer: passes what it lands on and gets deeds by bids, from all that others lack.

    It buys only what completes a group or keeps a rival from one, bids others up to just below
    the price, and takes every deed for which nobody else has the money.
    """

    bid = 1.5

    def turn(self, rules: Rules, me: int) -> Wish:
        square = rules.byte("player_square", me)
        if rules.byte("turn_phase") == rules.K["PHASE_BUY"] and not near(rules, square):
            return ("PASS",)
        return super().turn(rules, me)

    def auction(self, rules: Rules, me: int) -> Wish:
        square = rules.byte("mode_square", rules.byte("mode_depth"))
        amount = max(rules.pair("auction_bid") + 1, 10)
        most = rules.price(square) * (self.bid if near(rules, square) else 0.95)
        return ("BID", amount) if amount <= min(most, rules.money(me)) else ("FORFEIT",)


class Taker(Person):
    """Accepts every offer that the rules let it accept, and makes none."""

    def answer(self, rules: Rules, me: int) -> Wish:
        return ("DECLINE",) if rules.check("APPROVE") else ("APPROVE",)


class Trader(Person):
    """Trades actively, and fairly by what groups are worth to a person.

    Twice a turn it asks a rival for the deeds it lacks of a group, for a swap that completes a
    group for each, or for two and a half times the price.  It accepts offers that complete a
    group for it, or pay twice the price, but never completes only the other's group.
    """

    bid = 1.2

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked: tuple[int, int] = (-1, 0)
        self.refused: dict[int, int] = {}

    def trade(self, rules: Rules, me: int) -> Wish | None:
        turn, times = self.asked
        times = times if turn == rules.turns else 0
        if times >= 2:
            return None
        self.asked = rules.turns, times + 1
        offers = [o for o in self.ideas(rules, me) if not rules.check("OFFER", *o)]
        offers.sort(key=lambda o: self.refused.get(hash(o), 0))
        if not offers:
            return None
        key = hash(offers[0])
        self.refused[key] = self.refused.get(key, 0) + 1
        return "OFFER", *offers[0]

    def ideas(self, rules: Rules, me: int) -> list[tuple[Any, ...]]:
        """Offers that would complete a group for it."""
        found: list[tuple[Any, ...]] = []
        for group, rival, lacking in lacks(rules, me):
            swaps = [squares for other, _, squares in lacks(rules, rival, me) if other != group]
            price = sum(rules.price(s) for s in lacking)
            for squares in swaps:
                given = sum(rules.price(s) for s in squares)
                pay = min(max(price - given, 0), rules.money(me))
                found.append((rival, 0, pay, 0, tuple(sorted([*lacking, *squares]))))
            pay = min(price * 5 // 2, rules.money(me) - 100)
            if pay > price:
                found.append((rival, 0, pay, 0, tuple(lacking)))
        return found

    def answer(self, rules: Rules, me: int) -> Wish:
        if rules.check("APPROVE"):
            return ("DECLINE",)
        mine, theirs, value = terms(rules, me)
        if mine and (not theirs or value >= 0):
            return ("APPROVE",)
        if not mine and not theirs and value > 20:
            return ("APPROVE",)
        paid = rules.pair("trade_give")
        return ("APPROVE",) if theirs and not mine and value > paid // 2 > 300 else ("DECLINE",)


class Trickster(Trader):
    """Looks for offers that a computer wrongly accepts.

    For deeds that complete a group it offers heaps of cheap ones, then money, halving the
    distance to the lowest accepted price, up to eight times a turn.  It accepts only more than
    fair offers, builds to four houses and never to hotels, so that houses run out, and bids
    rivals up to just below what they have paid before.
    """

    highest, keep, bid = HOUSES_DEAREST, 40, 1.3

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.low: dict[tuple[int, int], int] = {}
        self.last: tuple[tuple[int, int], int, int] | None = None

    def trade(self, rules: Rules, me: int) -> Wish | None:
        self.learn(rules, me)
        turn, times = self.asked
        times = times if turn == rules.turns else 0
        if times >= 8:
            return None
        self.asked = rules.turns, times + 1
        for group, rival, lacking in lacks(rules, me):
            cheap = [s for s in range(SQUARES) if self.junk(rules, me, s, group)]
            if times % 2 == 0 and cheap:
                heap = tuple(sorted([*lacking, *cheap[: 2 + times]]))
                if not rules.check("OFFER", rival, 0, 5, 0, heap):
                    return "OFFER", rival, 0, 5, 0, heap
            key = (rival, group)
            low, high = self.low.get(key, 0), rules.money(me) - 60
            pay = (low + high) // 2
            if pay > low + 4 and not rules.check("OFFER", rival, 0, pay, 0, tuple(lacking)):
                self.last = key, pay, lacking[0]
                return "OFFER", rival, 0, pay, 0, tuple(lacking)
        return None

    def learn(self, rules: Rules, me: int) -> None:
        """Learn from a rejected offer that it was too low."""
        if self.last:
            key, pay, square = self.last
            if rules.owner(square) != me:
                self.low[key] = pay
            self.last = None

    def junk(self, rules: Rules, me: int, square: int, group: int) -> bool:
        """Return True for a deed of its own that is useless to it."""
        if rules.owner(square) != me or rules.group(square) == group:
            return False
        return rules.held(me, rules.group(square)) == 1

    def answer(self, rules: Rules, me: int) -> Wish:
        mine, theirs, value = terms(rules, me)
        good = (mine and not theirs) or (mine and value > 100) or (not theirs and value > 60)
        return ("APPROVE",) if good and not rules.check("APPROVE") else ("DECLINE",)

    def auction(self, rules: Rules, me: int) -> Wish:
        square = rules.byte("mode_square", rules.byte("mode_depth"))
        standing, bidder = rules.pair("auction_bid"), rules.byte("auction_bidder")
        if bidder not in (NOBODY, me) and standing < rules.price(square) * 0.7:
            amount = standing + 1 + self.random.randrange(9)
            if max(amount, 10) <= rules.money(me):
                return "BID", max(amount, 10)
        return super().auction(rules, me)


def near(rules: Rules, square: int) -> bool:
    """Return True if somebody lacks only one deed of the square's group."""
    group = rules.group(square)
    last = rules.byte("group_size", group) - 1
    return any(rules.held(seat, group) == last for seat in range(SEATS))


def trade_charges(rules: Rules, me: int) -> int:
    """The cost to ``me`` of the deeds gained in the trade or transfer."""
    rules.call("trade_charges", x=me)
    return int(rules.bus.cpu.a | rules.bus.cpu.y << 8)


def lacks(rules: Rules, me: int, only: int | None = None) -> list[tuple[int, int, list[int]]]:
    """Return [(group, rival, squares)] where one rival holds all that ``me`` lacks of a group."""
    found = []
    for group in reversed(STREETS):
        squares = rules.members(group)
        owners = {rules.owner(s) for s in squares}
        if me not in owners or len(owners) != 2 or NOBODY in owners:
            continue
        (rival,) = owners - {me}
        if only not in (None, rival) or rival >= SEATS:
            continue
        if any(rules.byte("square_level", s) for s in squares):
            continue
        found.append((group, rival, [s for s in squares if rules.owner(s) == rival]))
    return found


def terms(rules: Rules, me: int) -> tuple[bool, bool, int]:
    """Evaluate the offer that ``me`` has to answer: whether it completes a group for me, for the
    other, and what I gain by prices and money."""
    giver = rules.byte("trade_from")
    marks = [s for s, mark in enumerate(rules.table("square_mark", SQUARES)) if mark]
    value = rules.pair("trade_give") - rules.pair("trade_want")
    change = dict.fromkeys(range(10), 0)
    for square in marks:
        comes = rules.owner(square) == giver
        value += rules.price(square) if comes else -rules.price(square)
        change[rules.group(square)] += 1 if comes else -1

    def completes(seat: int, sign: int) -> bool:
        return any(
            delta * sign > 0
            and rules.held(seat, group) + delta * sign == rules.byte("group_size", group)
            for group, delta in change.items()
        )

    return completes(me, 1), completes(giver, -1), value


SCRIPTED = {
    "child": Child, "mason": Mason, "farmer": Farmer, "refuser": Refuser, "taker": Taker,
    "trader": Trader, "trickster": Trickster,
}  # fmt: skip
