"""Saved games with chosen bytes and the right checksum, and games that go on from them.

``Reader`` is the game's own check of a file on a bare 6510.  ``Forger`` changes real states:
bytes anywhere, fields by their names, and wholes whose sums are made to fit again, so that
not everything is refused at the first look.  ``wander`` plays random requests from a state.
"""

import binascii
import random

from tests.asm.game import lockstep
from tests.asm.game.engine import NOBODY, Engine, K
from tests.asm.game.model import board, legal
from tools.game.build_game import MAP

BUFFER = MAP["COVERED"].start
HEAD = 9
BEFORE = HEAD + 5 + 150  # head, screen, the last events
NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 39, 40, 127, 128, 250, 254, 255)
MOVES = (
    "mode_kind", "mode_active", "mode_depth", "turn_phase", "player_flags", "deck_free",
    "trade_from", "player_square",
)  # fmt: skip
EVENTS = [(2, 0xF0, 0, 0, 0), (9, 0x81, 39, 44, 1), (3, 0, 0, 0, 0)]  # type, seats, param, amount


def classic(engine):
    """What presets have in a game without one: nothing, and no loans."""
    block = bytearray(engine.variant_end - engine.variant_begin)
    at = engine.labels["loan_borrower"] - engine.variant_begin
    block[at : at + K["LOANS"]] = bytes((NOBODY,) * K["LOANS"])
    return bytes(block)


def with_sum(content):
    """The content with its checksum behind it."""
    return content + binascii.crc_hqx(content, 0xFFFF).to_bytes(2, "big")


class Reader:
    """save_check and what it is told apart from: the memory of the game that goes on."""

    def __init__(self, engine):
        self.engine = engine
        engine.call("save_pack")
        self.head = bytes(engine.ram[BUFFER : BUFFER + HEAD])
        self.classic = classic(engine)
        kept = MAP["COVERED"]
        sums = engine.labels["equity_sum"]  # of the check, 96 bytes
        self.rest = [
            range(0x0259, sums),
            range(sums + 96, kept.start),
            range(kept.start + kept.size, 0x10000),
        ]

    def memory(self):
        """Everything but page 0, the stack, variables of PAGE2, the buffer and the check's sums."""
        return [bytes(self.engine.ram[part.start : part.stop]) for part in self.rest]

    def refuses(self, content):
        """Check a file; returns 0 or why it is refused."""
        engine = self.engine
        engine.ram[BUFFER : BUFFER + len(content)] = content
        engine.set_pair_word("save_size", len(content))
        engine.call("save_check")
        return engine.cpu.a if engine.carry else 0

    def file(self, state, preset=None):
        """A file with this state, three lines of history and an untouched screen.

        preset  what presets have, as in a classic game if None
        """
        told = b"".join(bytes([NOBODY if n == 0 else 0] * 27) + bytes(e[n] for e in EVENTS)
                        for n in range(5))  # fmt: skip
        screen = bytes((0, NOBODY, 0, 10, 0))
        return with_sum(self.head + screen + told + state + (preset or self.classic))

    def is_valid(self, state):
        """state_valid alone, without ranges and checksum: the invariant of other tests."""
        engine = self.engine
        content = self.file(state)
        engine.ram[BUFFER : BUFFER + len(content)] = content
        engine.set_pair_word("unpack_dst", BUFFER)
        engine.call("ranges_check")
        return not engine.carry


# Random games; the last of those that are always played has a debt out of turn, as hardly any has.
GAMES, AT_LEAST = (*range(12), 20, *range(12, 20), *range(21, 80)), 13


def harvest(binary, each, games=GAMES):
    """Real states from random games: at most ``each`` of each stack of modes and phase."""
    engine, found = Engine(binary), {}
    fields = legal.places(engine)

    class Watched(lockstep.Pair):
        scrambles = False

        def compare(self, name):
            state = legal.State(self.engine.state(), fields)
            kind = (*state.kinds, state.byte("turn_phase"))
            kept = found.setdefault(kind, [])
            if len(kept) < each and (not kept or rng.random() < 0.3):
                kept.append(state.content)

    for number, seed in enumerate(games, start=1):
        rng = random.Random(f"harvest {seed}")
        players, register = rng.randint(2, 8), rng.randrange(1, 1 << 22)
        options, computers = {"parking": rng.randrange(3)}, [1] if seed % 3 else []
        pair = Watched(engine, players, register, options=options, computers=computers)
        for _ in range(pair.game.count):
            pair.send("ROLL")
        if seed % 4:
            pair.deal_scene(rng)
        for step in range(700):
            if pair.over:
                break
            if step < 600 or not pair.wind_up():
                pair.step(*(rng.randrange(1 << 16) for _ in range(3)))
        stacks = {kind[:-1] for kind, kept in found.items() if kept}
        if number >= AT_LEAST and stacks == legal.STACKS:
            break
    return found, fields


class Forger:
    """Mutants of real states.

    states  [bytes];  fields  {name: offset}
    """

    def __init__(self, states, fields, seed):
        self.states, self.fields = states, fields
        self.dice = random.Random(f"forger {seed}")
        self.sizes = self._sizes(len(states[0]))

    def _sizes(self, behind):
        """{name: bytes} of the fields."""
        ends = [*sorted(set(self.fields.values())), behind]
        return {n: ends[ends.index(at) + 1] - at for n, at in self.fields.items() if at < behind}

    def mutant(self):
        """The next one: the state."""
        dice = self.dice
        self.state = bytearray(dice.choice(self.states))
        kind = dice.randrange(4)
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            if kind == 0:
                self.state[dice.randrange(len(self.state))] = dice.randrange(256)
            elif kind == 1:
                self.field(dice.choice(sorted(self.sizes)))
            else:
                dice.choice((self.deed, self.purse, self.debt, self.building, self.moved))()
        if kind == 3:
            self.fit()
        return bytes(self.state)

    def put(self, name, value, index=0):
        self.state[self.fields[name] + index] = value & 0xFF

    def get(self, name, index=0):
        return self.state[self.fields[name] + index]

    def field(self, name):
        index = self.dice.randrange(self.sizes[name])
        value = self.dice.choice((*NUMBERS, self.get(name, index) + 1, self.get(name, index) - 1))
        self.put(name, value, index)

    def seat(self):
        return self.dice.randrange(8)

    def deed(self):
        """A square changes hands, is mortgaged, marked or waits."""
        square, name = (
            self.dice.randrange(40),
            self.dice.choice(("owner", "mortgaged", "mark", "pending")),
        )
        values = {"owner": (self.seat(), NOBODY), "pending": (self.seat(), NOBODY)}
        self.put(f"square_{name}", self.dice.choice(values.get(name, (0, 1, 3))), square)

    def building(self):
        """Houses on a group, which its owner holds or not."""
        group = board.MEMBERS[self.dice.choice(board.GROUPS)]
        owner, level = self.seat(), self.dice.randrange(6)
        for square in group:
            if self.dice.random() < 0.9:
                self.put("square_owner", owner, square)
                self.put("square_mortgaged", 0, square)
            self.put("square_level", max(0, level - self.dice.randrange(2)), square)

    def purse(self):
        seat = self.seat()
        amount = self.dice.choice((0, 1, 50, 1500, 9000, 32767, 0xFFFF, 0xF000, 0x8000))
        self.put("player_money_lo", amount, seat)
        self.put("player_money_hi", amount >> 8, seat)

    def debt(self):
        index, amount = self.dice.randrange(80), self.dice.choice((1, 40, 256, 2000, 0x8000))
        self.put("debt_lo", amount, index)
        self.put("debt_hi", amount >> 8, index)

    def moved(self):
        """Another mode, phase, active seat or flag."""
        name = self.dice.choice(MOVES)
        self.field(name)

    def fit(self):
        """Make the sums fit what the squares, purses and debts say."""
        state = legal.State(self.state, self.fields)
        levels, out = state.table("square_level", 40), state.pair("pool")
        self.put("bank_houses", 32 - sum(v for v in levels if v < 5))
        self.put("bank_hotels", 12 - levels.count(5))
        for seat in range(8):
            owed = sum(state.pair("debt", c * 8 + seat) for c in range(10))
            if owed:
                self.put("player_money_lo", -owed, seat)
                self.put("player_money_hi", -owed >> 8, seat)
            money, equity = state.money(seat), state.equity(seat)
            self.put("player_equity_lo", equity, seat)
            self.put("player_equity_hi", equity >> 8, seat)
            flags = self.get("player_flags", seat) & ~(K["PF_DEBT"] | K["PF_LOSING"])
            if money < 0 and flags & K["PF_ALIVE"]:
                flags |= K["PF_DEBT"] if money + equity >= 0 else K["PF_LOSING"]
            self.put("player_flags", flags, seat)
            out += max(money, 0)
        for n, value in enumerate(out.to_bytes(3, "little")):
            self.put("bank_out", value, n)
        for number, group in enumerate(board.GROUPS):
            owners = [state.byte("square_owner", s) for s in board.MEMBERS[group]]
            for seat in range(8):
                self.put("player_groups", owners.count(seat), number * 8 + seat)


NAMES = {v: n[4:] for n, v in K.items() if n.startswith("REQ_")}


class Wanderer:
    """Random requests from any state, the memory watched.

    engine  the rules alone;  seen  {request: how often it was taken}
    """

    def __init__(self, binary):
        self.engine = Engine(binary)
        self.fields = legal.places(self.engine)
        self.clean = bytes(self.engine.ram)
        self.own = self._own()
        self.seen = {}

    def _own(self):
        """What the rules may write: page 0, stack, state and variables."""
        engine = self.engine
        variables = engine.labels["__PLAY_BSS_RUN__"], engine.labels["__PLAY_BSS_SIZE__"]
        return [(0, 0x200), (engine.state_begin, engine.variant_end),
                (variables[0], sum(variables))]  # fmt: skip

    def fenced(self):
        """The memory with what the rules may write wiped."""
        memory = bytearray(self.engine.ram)
        for first, behind in self.own:
            memory[first:behind] = bytes(behind - first)
        return memory

    def wander(self, state, requests, dice):
        """Play; every state must be legal, and what is none of the rules' stays as it was."""
        engine = self.engine
        engine.ram[:] = self.clean
        engine.ram[engine.state_begin : engine.state_begin + len(state)] = state
        engine.call("play_resume")
        before = self.fenced()
        for _ in range(requests):
            if engine.mode == K["MODE_OVER"]:
                break
            code = dice.choice(sorted(engine.actions()))
            name, arguments = NAMES[code], self.arguments(NAMES[code], dice)
            if name == "QUIT" and dice.random() < 0.9:
                continue
            if engine.request(code, *arguments):
                continue
            self.seen[name] = self.seen.get(name, 0) + 1
            engine.events()
            found = legal.faults(engine.state(), self.fields)
            assert not found, f"after {name}{arguments}: {found}"
        assert self.fenced() == before, "the rules wrote where they should not"

    def arguments(self, name, dice):
        engine = self.engine
        if name == "BID":
            bid = max(10, engine.pair("auction_bid") + dice.randrange(1, 90))
            return bid & 0xFF, bid >> 8
        if name == "OFFER":
            marks = {s: 1 for s in dice.sample(list(board.TITLES), dice.randrange(3))}
            engine.propose(dice.randrange(8), marks, dice.choice((0, 0, 5)), dice.choice((0, 7)))
        if name == "CHOOSE":
            return dice.randrange(40), dice.choice((0, 1, 3))
        mine = [s for s in board.TITLES if engine.owner(s) == engine.active]
        return (dice.choice(mine or [0]),)
