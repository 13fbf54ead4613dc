"""What computers decide by the presets' rules, against a second one in Python."""

import collections
import random

import pytest

from tests.asm.game.brain import mind
from tests.asm.game.brain.mind_variants import Rules1989, Russian
from tests.asm.game.brain.table import set_skill
from tests.asm.game.brain.test_mind import DEEDS, ME, Scene
from tests.asm.game.engine import BANK, NOBODY, K
from tests.asm.game.model import board
from tests.volume import seldom

CODES = {v: n[4:] for n, v in K.items() if n.startswith("REQ_")}


class VariedScene(Scene):
    """A position by the rules of a preset."""

    Kind = None

    def decided(self, value):
        self.knob(value)
        return self.Kind(self.engine).decide()

    def request_of(self):
        return mind.compare(self.engine, self.Kind)[0][0]

    def tax(self):
        self.phase("TAX")
        self.engine.place(ME, 4)
        for square in DEEDS:  # little enough for a tenth to be less
            if self.rng.random() < 0.8:
                self.engine.give(NOBODY, square)
        self.ends = (0, 2600)


class Rules1989Scene(VariedScene):
    """1989."""

    Kind = Rules1989

    def cry(self):
        self.auction()
        self.engine.poke("auction_bidder", self.rng.choice((0, 1, 2, 3, NOBODY)))

    def whole_groups(self):
        """Streets in one hand each, some with houses, few mortgaged."""
        engine, rng = self.engine, self.rng
        for group in list(board.MEMBERS)[:8]:
            owner, level = rng.choice((ME, ME, 0, 2)), rng.choice((0, 0, 1, 2, 3, 4))
            for square in board.MEMBERS[group]:
                engine.poke("square_owner", owner, square)
                engine.poke("square_level", min(level + rng.randrange(2), 5), square)
                engine.poke("square_mortgaged", not level and rng.random() < 0.05, square)
        engine.recount()
        engine.poke("bank_houses", rng.choice((1, 5, 32)))
        self.ends = (0, 3000)

    def build(self):
        self.whole_groups()
        self.phase("DONE")
        self.engine.poke("brain_traded", self.rng.choice((1, 3)))

    def wants(self):
        self.whole_groups()
        self.mode("HOUSES")
        self.engine.poke("session_seat", NOBODY)
        for seat in range(4):
            self.engine.poke("wanted", self.rng.choice((0, 0, 3)), seat)
        self.engine.place(ME, self.rng.randrange(40))

    def places(self):
        self.wants()
        self.engine.poke("session_seat", ME)
        self.engine.poke("wanted", self.rng.randrange(3), ME)

    def house(self):
        self.whole_groups()
        self.auction()
        self.mode("AUCTION", NOBODY)
        for seat in range(4):
            self.engine.poke("wanted", self.rng.randrange(9), seat)
            self.engine.poke("loan_lo", self.rng.randrange(4), seat)
        self.engine.set_pair("auction_bid", self.rng.choice((0, 0, 20, 60, 99)))
        self.ends = (0, 1000) if self.knob == self.money(ME) else (0, 120)

    def over(self):
        self.phase("DONE")
        self.engine.poke("switches", 1, K["SW_CLOCK"])
        self.engine.set_pair("clock", 0)
        self.knob, self.ends = self.pair("clock"), (0, 300)


class RussianScene(VariedScene):
    """The Russian rules."""

    Kind = Russian

    def lent(self, loans):
        """Open loans of seat 1."""
        for place in range(loans):
            self.loan(place, self.rng.choice((BANK, 0, 2)), ME, self.rng.randrange(1, 300))

    def loan(self, place, lender, borrower, amount):
        for name, value in (("lender", lender), ("borrower", borrower), ("left", 5)):
            self.engine.poke(f"loan_{name}", value, place)
        self.engine.set_pair("loan", amount, place)

    def borrow(self):
        self.lent(self.rng.choice((0, 0, 1, 8)))
        self.buy()
        self.engine.poke("brain_traded", self.rng.random() < 0.3)
        self.engine.poke("switches", self.rng.choice((0, 1, 3)), K["SW_BANKER"])

    def pay_back(self):
        self.lent(self.rng.choice((1, 2, 8)))
        self.phase("DONE")
        self.engine.poke("brain_traded", 1)
        self.ends = (400, 900)

    def lend(self):
        rng = self.rng
        lender, amount = rng.choice((BANK, ME)), rng.randrange(1, 600)
        self.lent(rng.choice((0, 2)))
        self.loan(3, lender, NOBODY, amount)
        self.loan(4, BANK, 2, rng.randrange(1, 200))
        self.mode("LOAN", 3)
        self.knob, self.ends = rng.choice(
            ((self.knob, (0, 1200)), (lambda much: self.engine.set_pair("loan", much, 3), (1, 900)))
        )

    def call(self):
        self.auction()
        self.engine.set_pair("auction_bid", self.rng.choice((0, 0, 40)))
        self.engine.poke("auction_bidder", NOBODY)
        self.engine.poke("settings", self.rng.choice((ME + 1, ME + 1, 1)), K["OPT_CALLER"])
        self.engine.poke("player_count", self.rng.choice((4, 5, 5)))
        self.knob, self.ends = self.money(ME), (0, 400)

    def rent(self):
        self.mode("RENT", 39)
        self.engine.set_pair("rent", self.rng.randrange(2000))

    def third(self):
        self.phase("BAIL")
        self.engine.poke("player_flags", self.engine.flags(ME) | K["PF_GAOL"], ME)


SCENES = [
    (Rules1989Scene, "tax", 15, {"TAX"}),
    (Rules1989Scene, "cry", 50, {"CRY", "GONE"}),
    (Rules1989Scene, "build", 60, {"BUILD", "HOUSES", "END_TURN"}),
    (Rules1989Scene, "wants", 60, {"WANT", "WANTED"}),
    (Rules1989Scene, "places", 40, {"PLACE", "PLACED"}),
    (Rules1989Scene, "house", 50, {"CRY", "GONE"}),
    (Rules1989Scene, "over", 15, {"END_TURN"}),
    (RussianScene, "tax", 15, {"TAX"}),
    (RussianScene, "borrow", 80, {"LOAN", "BUY", "PASS"}),
    (RussianScene, "pay_back", 30, {"PAYBACK", "END_TURN"}),
    (RussianScene, "lend", 60, {"GRANT", "REFUSE_LOAN"}),
    (RussianScene, "call", 40, {"BID", "FORFEIT"}),
    (RussianScene, "rent", 3, {"LESS"}),
    (RussianScene, "third", 8, {"CARD", "BAIL"}),
    (RussianScene, "manage", 20, {"REPAY"}),
    (RussianScene, "trade", 20, {"DECLINE"}),
]
PART = 0.3  # of the scenes, and on until all has been asked for
PRESETS = {Rules1989Scene: K["PRESET_1989"], RussianScene: K["PRESET_RUSSIAN"]}


@pytest.mark.parametrize("part", [PART, seldom(1)])
@pytest.mark.parametrize(("scene", "kind", "number", "asked"), SCENES)
def test_a_computer_of_a_preset_asks_for_what_its_twin_would(
    engine, scene, kind, number, asked, part
):
    """V-1.14, V-3.16: on both sides of where it changes its mind."""
    engine.new_game(4, preset=PRESETS[scene])
    start = bytes(engine.ram)
    said = collections.Counter()
    for place in range(number):
        if place >= number * part and asked <= set(said):
            break
        engine.ram[:] = start
        try:
            said.update(
                scene(engine, random.Random(f"{scene.Kind} {kind} {place}"), kind).compare()
            )
        except AssertionError as error:
            raise AssertionError(f"scene {place}: {error}") from error
    assert asked <= set(said), said


@pytest.mark.parametrize(
    ("preset", "twin", "shown"),
    [
        ("1989", Rules1989, {"CRY", "GONE", "TAX", "OFFER", "WANT", "PLACE"}),
        ("RUSSIAN", Russian, {"TAX", "BID", "OFFER", "REPAY", "AUTO_PAY"}),
    ],
)
def test_computers_and_their_twins_agree_in_whole_games_of_presets(engine, preset, twin, shown):
    """V-1.14, V-3.16."""
    said = collections.Counter()
    for seed, players in ((3, 3), (4, 5)):
        engine.new_game(players, preset=K["PRESET_" + preset], caller=2 * (preset == "RUSSIAN"))
        engine.seed(seed * 7919)
        for seat in range(players):
            engine.poke("player_flags", engine.flags(seat) | K["PF_CPU"], seat)
            set_skill(engine, seat, (seat + seed) % 3)
        for _ in range(700):
            if engine.mode == K["MODE_OVER"]:
                break
            (name, *_), _ = mind.compare(engine, twin)
            assert not engine.request(K["REQ_" + name], *engine.table("arg0", 4))
            engine.events()
            said[name] += 1
    assert shown <= set(said), said
