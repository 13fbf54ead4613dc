"""Games of computers: the brain's requests drive the 6502 rules and, in lock step, the model.

``Table(engine)`` is a game at which computers sit.  ``step`` lets the brain decide once and
sends what it asks for; ``play`` goes on until the game is over or a number of turns is reached.
"""

import collections

from tests.asm.game.engine import REASONS, K
from tests.asm.game.lockstep import NAMES, Pair
from tests.asm.game.model.generator import Generator

CODES = {K["REQ_" + name]: name for name in NAMES}
SECOND = 985_248  # cycles of a PAL machine


class Table(Pair):
    """A Pair at which the brain sits.

    slowest   most cycles a decision has taken
    taken     how often each request was taken;  wins etc. are read from ``game``
    """

    def __init__(self, engine, players, seed, *, options=(), people=(), model=True):
        self.slowest, self.model, self.steps = 0, model, 0
        self.trades, self.groups, self.said = 0, 0, collections.Counter()
        seats = [seat for seat in range(players) if seat not in people]
        super().__init__(
            engine, players, seed, Generator.UNBIASED, options=options, computers=seats
        )

    def decide(self):
        """Let the brain decide; returns (name, args) as Pair.send takes them, None for nothing."""
        engine = self.engine
        cycles = engine.call("brain_decide")
        self.slowest = max(self.slowest, cycles)
        if engine.carry:
            return None
        name = CODES[engine.cpu.a]
        return name, self.arguments(name)

    def arguments(self, name):
        """What the brain has laid into arg0-arg3 and the offer's block."""
        engine = self.engine
        one, two = engine.byte("arg0"), engine.byte("arg1")
        if name == "BID":
            return (one | two << 8,)
        if name in ("BUILD", "SELL", "MORTGAGE", "REPAY", "BUILD_GROUP", "TOGGLE"):
            return (one,)
        if name == "CHOOSE":
            return one, two
        if name == "OFFER":
            marks = {s: m for s, m in enumerate(engine.table("offer_marks", 40)) if m}
            terms = engine.byte("offer_cards"), engine.pair("offer_give"), engine.pair("offer_want")
            return engine.byte("offer_partner"), *terms, marks
        return ()

    def step(self):
        """One decision and its request; returns the name, None if there is nothing to decide."""
        choice = self.decide()
        if choice is None:
            return None
        name, args = choice
        self.steps += 1
        if self.model:
            engine, generator = self.engine, self.game.random
            generator.v = int.from_bytes(bytes(engine.table("rng_v", 3)), "big")
            assert self.send(name, *args), f"the brain asked for what is refused: {self.tail()}"
        else:
            self.log.append((name, *args))
            reason = self.to_engine(name, args)
            assert not reason, f"{self.tail()}: {REASONS[reason]}"
            for event in self.engine.events():
                self.said[event.name] += 1
        return name

    def step_any(self, rng):
        """A request of a person who plays at random, but does not quit."""
        name, args = self.choose(*(rng.randrange(1 << 16) for _ in range(3)))
        if name != "QUIT":
            self.send(name, *args)

    @property
    def turns(self):
        return self.engine.byte("turn_count") | self.engine.byte("turn_count", 1) << 8

    @property
    def finished(self):
        return self.engine.mode == K["MODE_OVER"]

    def play(self, turns=300, steps=60_000):
        """Let computers play; returns True if the game is over."""
        for _ in range(steps):
            if self.finished or self.turns > turns:
                return self.finished
            assert self.step(), f"nothing to decide: {self.tail()}"
        raise AssertionError(f"{steps} requests in {self.turns} turns: {self.tail()}")


def sit(engine, *seats):
    """Put computers on seats; returns the engine."""
    for seat in seats:
        engine.poke("player_flags", engine.flags(seat) | K["PF_CPU"], seat)
    return engine


def set_weight(engine, name, value, skill=0):
    """Change a weight of a skill: 0 normal, 1 hard, 2 easy."""
    engine.poke("brain_weights", value, skill * K["WEIGHTS"] + K["WEIGHT_" + name])


def set_skill(engine, seat, skill):
    """Make a computer normal (0), hard (1) or easy (2)."""
    engine.poke("settings", skill, K["OPT_SKILLS"] + seat)


def wish(engine):
    """What the brain asks for now: (name, arg0, arg1), None for nothing; the state's game part
    must stay as it is."""
    before = rules_part(engine)
    engine.call("brain_decide")
    if engine.carry:
        return None
    name = CODES[engine.cpu.a]
    assert rules_part(engine) == before, "deciding changed the state"
    assert not engine.check(engine.cpu.a, engine.byte("arg0"), engine.byte("arg1")), name
    return name, engine.byte("arg0"), engine.byte("arg1")


def rules_part(engine):
    """The state without what belongs to computers and without the dice."""
    return bytes(engine.ram[engine.state_begin : engine.labels["brain_turn"]])


def obey(engine):
    """One decision and its request; returns (name, arg0, arg1) and the events."""
    said = wish(engine)
    assert said, "nothing to decide"
    code = K["REQ_" + said[0]]
    assert not engine.request(code, *said[1:])
    events = engine.events()
    engine.check_invariants()
    return said, events


def obey_while(engine, seat, limit=200):
    """Decide for this seat until others have to; returns the list of (name, arg0, arg1)."""
    said = []
    while engine.active == seat and engine.mode != K["MODE_OVER"]:
        said.append(obey(engine)[0])
        assert len(said) < limit, said[-5:]
    return said
