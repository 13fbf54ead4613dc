"""Everything a computer decides by the rules of 1935, against a second one in Python (mind.py)."""

import collections
import random

import pytest

from tests.asm.game.brain import mind
from tests.asm.game.brain.table import Table, set_skill
from tests.asm.game.brain.test_values import any_position
from tests.asm.game.engine import NOBODY, K
from tests.asm.game.model import board
from tests.volume import seldom

ME = 1
DEEDS = list(board.TITLES)
MONEY = (0, 4200)  # a knob: from, to


class Scene:
    """A position with a computer in seat 1 that has to decide, and a knob that changes it."""

    def __init__(self, engine, rng, kind):
        self.engine, self.rng = engine, rng
        any_position(engine, rng)
        for seat in range(4):
            flags = K["PF_ALIVE"] | (K["PF_CPU"] if seat == ME or rng.random() < 0.5 else 0)
            engine.poke("player_flags", flags, seat)
            asked = rng.choice((0, rng.randrange(1, 4) << 4 | rng.randint(1, 10)))
            engine.poke("brain_asked", asked, seat)
            engine.poke("brain_tries", rng.randrange(7), seat)
            engine.poke("brain_wait", rng.choice((0, 0, rng.randrange(11))), seat)
        set_skill(engine, ME, rng.randrange(3))
        engine.poke("turn_count", rng.randrange(256))
        engine.poke("brain_turn", engine.byte("turn_count") - (rng.random() < 0.3))
        engine.poke("brain_traded", kind != "propose" and rng.random() < 0.6)
        engine.poke("brain_steps", rng.choice((*[0] * 12, 248, 249, 250, 255)))
        engine.poke("bank_houses", rng.choice((0, 0, 1, 5, 32)))
        engine.seed(rng.randrange(1, 1 << 22))
        self.knob, self.ends = self.money(ME), MONEY
        getattr(self, kind)()

    def mode(self, name, square=NOBODY, active=ME):
        depth = 0 if name == "NORMAL" else 1
        self.engine.poke("mode_depth", depth)
        self.engine.poke("mode_active", 2)
        for label, value in (("kind", K["MODE_" + name]), ("active", active), ("square", square)):
            self.engine.poke("mode_" + label, value, depth)

    def phase(self, name):
        self.mode("NORMAL")
        self.engine.poke("turn_phase", K["PHASE_" + name])

    def money(self, seat):
        return lambda amount: self.engine.set_pair("player_money", amount, seat)

    def pair(self, label):
        return lambda amount: self.engine.set_pair(label, amount)

    def nobodys(self):
        square = self.rng.choice(DEEDS)
        self.engine.give(NOBODY, square)
        return square

    # --- kinds ------------------------------------------------------------------------------

    def manage(self):
        self.phase("DONE")
        self.engine.place(ME, self.rng.randrange(40))
        if self.rng.random() < 0.3:
            self.one_rival()
        if self.rng.random() < 0.3:
            self.knob = self.money(self.rng.choice((0, 2, 3)))

    def one_rival(self):
        """The others are out."""
        for seat in (0, 3):
            self.engine.poke("player_flags", 0, seat)
            self.engine.set_money(seat, 0)
        for square in DEEDS:
            if self.engine.owner(square) in (0, 3):
                self.engine.poke("square_owner", 2, square)
        self.engine.recount()

    def propose(self):
        """Groups that two or three share."""
        engine, rng = self.engine, self.rng
        for squares in board.MEMBERS.values():
            owners = rng.sample(range(4), 3 if rng.random() < 0.2 else 2)
            for square in squares:
                engine.poke("square_level", 0, square)
                owner = NOBODY if rng.random() < 0.1 else rng.choice(owners)
                engine.poke("square_owner", owner, square)
        engine.recount()
        self.manage()

    def buy(self):
        self.phase("BUY")
        if self.rng.random() < 0.3:
            self.one_rival()
        square = self.nobodys()
        self.engine.place(ME, square)
        self.ends = (0, 900)
        if self.rng.random() < 0.5:  # the first of its group: a quarter in hand will do
            title = board.TITLES[square]
            self.engine.give(NOBODY, *board.MEMBERS[title.group])
            self.ends = (0, title.price // 2 - 1)

    def gaol(self):
        self.phase("ROLL")
        self.engine.poke("player_flags", self.engine.flags(ME) | K["PF_GAOL"], ME)
        self.ends = (0, 1200)

    def auction(self):
        if self.rng.random() < 0.3:
            self.one_rival()
        self.mode("AUCTION", self.nobodys())
        standing = self.rng.choice((0, 10, 100, 240, self.rng.randrange(700)))
        self.engine.set_pair("auction_bid", standing)
        self.engine.poke("auction_bidder", 3)
        self.knob = self.rng.choice((self.knob, self.pair("auction_bid")))
        self.ends = (0, 1000)

    def deeds_between(self, giver):
        """Some deeds of the two that can change hands, with marks."""
        engine, rng = self.engine, self.rng
        marks = {}
        for square in rng.sample(DEEDS, 9):
            owner = engine.owner(square)
            if owner in (giver, ME) and not engine.level(square):
                pledged = owner == giver and engine.mortgaged(square)
                marks[square] = rng.choice((1, 3)) if pledged else 1
        return marks

    def trade(self):
        engine, rng = self.engine, self.rng
        engine.poke("trade_from", 2)
        self.mode("TRADE")
        marks = self.deeds_between(2)
        for square in range(40):
            engine.poke("square_mark", marks.get(square, 0), square)
        cards = [n for n in range(2) if engine.byte("deck_free", n) in (ME, 2)]
        engine.poke("trade_cards", sum(1 << n for n in cards if rng.random() < 0.5))
        for label in ("trade_give", "trade_want"):
            engine.set_pair(label, rng.choice((0, 0, rng.randrange(900), rng.randrange(9000))))
        self.knob, self.ends = rng.choice(
            ((self.knob, MONEY), (self.pair("trade_give"), (0, 2000)),
             (self.pair("trade_want"), (0, 900)), (self.money(2), MONEY))
        )  # fmt: skip

    def transfer(self):
        engine, rng = self.engine, self.rng
        engine.poke("trade_from", 3)
        self.mode("TRANSFER")
        engine.poke("player_flags", 0, 3)
        for square in DEEDS:
            if engine.owner(square) == 3:
                engine.poke("square_level", 0, square)
                engine.poke("square_mortgaged", 1, square)
            marked = engine.owner(square) == 3 and rng.random() < 0.3
            engine.poke("square_mark", rng.choice((1, 3)) if marked else 0, square)
        engine.poke("transfer_seen", rng.randrange(2))
        self.ends = rng.choice(((0, 900), (290, 900)))  # where it pays fees, where it repays

    def other(self):
        """Little to think about: debts, phantom houses, bail, a debtor's interrupt."""
        rng, engine = self.rng, self.engine
        self.phase(rng.choice(("ROLL", "BAIL", "MOVE")))
        if rng.random() < 0.3:
            self.mode(rng.choice(("MUST_PAY", "QUIT", "TRADE")))
            engine.poke("trade_from", 2)
        if rng.random() < 0.3:
            engine.set_pair("player_money", -50 & 0xFFFF, ME)
        elif rng.random() < 0.3:
            engine.poke("bank_houses", -2)

    # --- comparing --------------------------------------------------------------------------

    def decided(self, value):
        self.knob(value)
        return mind.Mind(self.engine).decide()

    def verge(self):
        """Two neighbouring values of the knob between which the computer changes its mind."""
        low, high = self.ends
        first, last = self.decided(low), self.decided(high)
        if first == last:
            return (self.rng.randint(low, high),)
        while high - low > 1:
            middle = (low + high) // 2
            if self.decided(middle) == first:
                low = middle
            else:
                high = middle
        return low, high

    def compare(self):
        """Both decide on both sides of a verge; returns the requests."""
        before = bytes(self.engine.ram)
        said = []
        for value in self.verge():
            self.engine.ram[:] = before
            self.knob(value)
            said.append(self.request_of())
        self.engine.ram[:] = before
        return said

    def request_of(self):
        return mind.compare(self.engine)[0][0]


PART = 0.3  # of the scenes, and on until all has been asked for
KINDS = {  # scenes
    "manage": 150, "propose": 90, "buy": 40, "gaol": 25, "auction": 80, "trade": 120,
    "transfer": 25, "other": 40,
}  # fmt: skip
ASKED = {
    "propose": {"OFFER", "END_TURN"},
    "manage": {"REPAY", "BUILD", "SELL", "MORTGAGE", "END_TURN"},
    "buy": {"BUY", "MORTGAGE", "PASS"},
    "gaol": {"ROLL", "BAIL"},
    "auction": {"BID", "MORTGAGE", "FORFEIT"},
    "trade": {"APPROVE", "TOGGLE", "DECLINE"},
    "transfer": {"CHOOSE", "CONFIRM", "REVIEW"},
    "other": {"ROLL", "BAIL", "AUTO_PAY", "CONTINUE", "DECLINE", "AGREE"},
}


@pytest.mark.parametrize("part", [PART, seldom(1)])
@pytest.mark.parametrize("kind", KINDS)
def test_a_computer_asks_for_what_its_twin_would(computers, kind, part):
    """R-17.1 to R-17.11: to the pound, to the bit of the random register, and of its memory."""
    start = bytes(computers.ram)
    for weights in ("game", "any"):
        said = collections.Counter()
        for number in range(KINDS[kind]):
            if number >= KINDS[kind] * part and ASKED[kind] <= set(said):
                break
            rng = random.Random(f"{kind} {weights} {number}")
            computers.ram[:] = start
            if weights == "any":
                mind.random_weights(computers, rng)
            try:
                said.update(Scene(computers, rng, kind).compare())
            except AssertionError as error:
                raise AssertionError(f"scene {number}, {weights} weights: {error}") from error
        assert ASKED[kind] <= set(said), said


def test_computers_and_their_twins_ask_for_the_same_in_whole_games(computers):
    """R-17.1 to R-17.12: all skills at one table; hard against one."""
    said = collections.Counter()
    for seed, seats in enumerate((4, 4, 4, 2)):
        table = Table(computers, seats, 90_210 + seed, model=False)
        for seat in range(seats):
            set_skill(computers, seat, (seat + seed) % 3)
        while not table.finished and table.turns < 100:
            name = mind.compare(computers)[0][0]
            assert not table.to_engine(name, table.arguments(name))
            computers.events()
            said[name] += 1
    assert {"OFFER", "BID", "BUILD", "REPAY", "AUTO_PAY", "CHOOSE"} <= set(said), said
