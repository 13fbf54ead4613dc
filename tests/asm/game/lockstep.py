"""Drive the 6502 rules and the Python rules with the same requests, and compare.

A step is a triple of numbers, so that a generator (random, or hypothesis with its
shrinking) can make any: the first picks the kind of request, the others its
parameters.  Most are legal; about one in eight is anything at all.
"""

import random

from tests.asm.game.engine import NOBODY, REASONS, K
from tests.asm.game.model import board
from tests.asm.game.model.generator import Generator
from tests.asm.game.model.rules import USED, Game, Refused

KINDS = {
    "setup": "SETUP", "first": "FIRST", "normal": "NORMAL", "auction": "AUCTION",
    "trade": "TRADE", "must pay": "MUST_PAY", "transfer": "TRANSFER", "quit": "QUIT",
    "over": "OVER",
}  # fmt: skip
PHASES = {"roll": 0, "buy": 1, "post": 2, "move": 3, "done": 4}
OPTIONS = ("money", "parking", "go", "limited", "deeds")
METHODS = {
    "ROLL": "roll", "BUY": "buy", "PASS": "say_pass", "END_TURN": "end_turn", "POST": "post",
    "CARD": "card", "BID": "make_bid", "FORFEIT": "forfeit", "BUILD": "build", "SELL": "sell",
    "MORTGAGE": "mortgage", "REPAY": "repay", "BUILD_GROUP": "build_group",
    "AUTO_PAY": "auto_pay", "CONTINUE": "go_on", "OFFER": "offer", "TOGGLE": "toggle",
    "APPROVE": "approve", "DECLINE": "decline", "REVIEW": "review", "CHOOSE": "choose",
    "CONFIRM": "confirm", "QUIT": "ask_quit", "AGREE": "agree", "REFUSE": "disagree",
}  # fmt: skip
NAMES = list(METHODS)
ON_SQUARES = ("BUILD", "SELL", "MORTGAGE", "REPAY", "BUILD_GROUP", "TOGGLE")
DEEDS = list(board.TITLES)


class Pair:
    """Both implementations of one game."""

    def __init__(
        self, engine, players, seed, source=Generator.UNBIASED, *, options=(), computers=()
    ):
        self.engine = engine
        self.game = Game(source, seed)
        self.log = []
        self.taken = {}
        engine.call("play_init")
        engine.seed(seed)
        self.setup(players, dict(options), source, computers)

    def setup(self, players, options, source, computers):
        engine, game = self.engine, self.game
        engine.do("SEATS", players)
        game.seats(players)
        for seat in range(players):
            engine.do("COLOUR", seat, (seat * 3 + 1) % 10)
            game.colour(seat, (seat * 3 + 1) % 10)
        for seat in computers:
            engine.do("CPU", seat, 1)
            game.computer(seat, 1)
        engine.do("OPTION", K["OPT_RANDOM"], source)
        for name, value in options.items():
            engine.do("OPTION", K["OPT_" + name.upper()], value)
            game.set_option(name, value)
        engine.do("START")
        game.start()
        self.compare("START")

    def deal_scene(self, rng):
        """Hand out whole groups, houses, money and GO-free cards alike in both."""
        game, engine = self.game, self.engine
        seats = [p.seat for p in game.living()]
        stock = [32, 12]
        for group in board.GROUPS:
            squares = board.MEMBERS[group]
            owner = rng.choice([*seats, None])
            level = rng.choice((0, 0, 0, 1, 2, 3, 4, 5)) if len(squares) > 1 else 0
            kind, need = (1, 1) if level == 5 else (0, level)
            bare = owner is None or group in ("stations", "utilities")
            if bare or need * len(squares) > stock[kind]:
                level = 0
            stock[kind] -= need * len(squares) if level else 0
            for square in squares:
                one = owner if rng.random() < 0.85 or level else rng.choice([*seats, None])
                deed = game.deeds[square]
                deed.owner, deed.level = one, level
                deed.mortgaged = one is not None and not level and rng.random() < 0.2
                engine.poke("square_owner", NOBODY if one is None else one, square)
                engine.poke("square_level", level, square)
                engine.poke("square_mortgaged", deed.mortgaged, square)
        engine.poke("bank_houses", game.houses)
        engine.poke("bank_hotels", game.hotels)
        engine.recount()
        classes = rng.choice(((9, 9, 30), (60, 200), (1000, 1500), (100, 3000, 0)))
        for seat in seats:
            most = rng.choice(classes)
            cash = rng.randrange(most) if most else 32767 - rng.randrange(300)
            if game.option["limited"]:
                cash %= 1500
            game.players[seat].cash = cash
            engine.set_money(seat, cash)
        for number, deck in enumerate(game.decks):
            if rng.random() < 0.4:
                self.on_top(number, board.FREE_CARD)
                deck.next, deck.free = rng.choice((1, 1, 14, 15)), rng.choice(seats)
                engine.poke("deck_next", deck.next, number)
                engine.poke("deck_free", deck.free, number)
            everybody = next(n for n, c in enumerate(deck.cards) if "each" in c[0])
            if everybody in deck.order[deck.next :] and rng.random() < 0.7:
                self.on_top(number, everybody)
        self.compare("scene")

    def on_top(self, number, card):
        """Make a card that has not been drawn the next one of its deck."""
        deck = self.game.decks[number]
        place = deck.order.index(card)
        deck.order[deck.next], deck.order[place] = deck.order[place], deck.order[deck.next]
        self.engine.put_on_top(number, card)

    # --- one step ------------------------------------------------------------------

    def step(self, kind, one, two):
        """Send one request to both; they must agree on taking it and on what it does."""
        name, args = self.choose(kind, one, two)
        self.send(name, *args)

    def send(self, name, *args):
        self.log.append((name, *args))
        reason = self.to_engine(name, args)
        events = self.engine.events()
        try:
            getattr(self.game, METHODS[name])(*args)
            self.game.settle()
            allowed = True
        except Refused:
            allowed = False
        assert allowed == (not reason), f"{self.tail()}: 6502 says {REASONS[reason]}"
        if allowed:
            self.taken[name] = self.taken.get(name, 0) + 1
            self.compare(name)
            self.check_events(events)
        return allowed

    def to_engine(self, name, args):
        engine = self.engine
        code = K["REQ_" + name]
        if name == "BID":
            return engine.request(code, args[0] & 0xFF, args[0] >> 8)
        if name == "OFFER":
            partner, cards, give, want, marks = args
            engine.propose(partner, marks, give, want, cards)
            return engine.request(code)
        return engine.request(code, *args)

    # --- choosing a request -----------------------------------------------------------

    def choose(self, kind, one, two):
        """Turn three numbers into a request that mostly makes sense in this mode."""
        game = self.game
        mode = game.mode.kind
        if kind % 8 == 7:
            name = NAMES[kind // 8 % len(NAMES)]
            if name == "QUIT" and two % 32:
                name = "BUILD"
        else:
            name = self.likely(mode, kind // 8, one)
        if name in ON_SQUARES:
            mine = [d.title.square for d in game.owned(game.mode.active)]
            if name == "TOGGLE":
                mine = list(game.marks)
            return name, ((mine or DEEDS)[one % len(mine or DEEDS)] if two % 8 else two % 40,)
        if name == "BID":
            return name, (max(10, game.bid + one % 60) if two % 8 else two % 40000,)
        if name == "CHOOSE":
            laid = (
                [d.title.square for d in game.owned(game.loser)] if game.loser is not None else []
            )
            laid = laid if laid and two % 8 else list(range(42))
            return name, (laid[one % len(laid)], (0, 1, 3, 1, 3, two)[two % 6] & 0xFF)
        if name == "OFFER":
            return name, self.an_offer(random.Random(one << 20 | two))
        return name, ()

    def likely(self, mode, kind, one):
        """The name of a request that belongs to this mode."""
        game = self.game
        if mode in ("first", "over", "setup"):
            return "ROLL"
        if game.me.money < 0 and mode in ("normal", "must pay"):
            return ("AUTO_PAY", "SELL", "MORTGAGE", "AUTO_PAY", "SELL", "ROLL")[kind % 6]
        if game.houses < 0:
            return ("SELL", "SELL", "BUILD", "AUTO_PAY", "MORTGAGE", "SELL")[kind % 6]
        managing = ("BUILD", "BUILD", "BUILD", "REPAY", "MORTGAGE", "SELL", "BUILD_GROUP")
        if kind % 5 == 0 and mode != "quit":
            return managing[kind // 5 % len(managing)]
        if mode == "normal":
            if kind % 16 == 1:
                return "OFFER"
            if kind % 256 == 2:
                return "QUIT"
            wanted = {
                "roll": ("ROLL", "ROLL", "POST", "CARD") if game.me.gaol else ("ROLL",),
                "buy": ("BUY", "BUY", "BUY", "PASS"),
                "post": ("POST",),
                "move": ("CONTINUE",),
                "done": ("END_TURN",),
            }[game.phase]
            return wanted[one % len(wanted)]
        wanted = {
            "auction": ("BID", "BID", "BID", "PASS", "PASS", "FORFEIT", "OFFER"),
            "trade": ("APPROVE", "APPROVE", "TOGGLE", "DECLINE"),
            "must pay": ("CONTINUE",),
            "transfer": ("REVIEW", "CHOOSE", "CHOOSE", "CHOOSE", "CONFIRM"),
            "quit": ("AGREE", "REFUSE"),
        }[mode]
        return wanted[one % len(wanted)]

    def an_offer(self, rng):
        """A proposal, mostly one that can be made."""
        game = self.game
        others = [p.seat for p in game.living() if p.seat != game.mode.active]
        partner = rng.choice(others) if others and rng.random() < 0.95 else rng.randrange(9)
        theirs = game.owned(partner)
        mine = game.owned(game.mode.active)
        marks = {}
        for deeds in (mine, theirs):
            for deed in rng.sample(deeds, min(len(deeds), rng.choice((0, 1, 1, 2, 3)))):
                marks[deed.title.square] = 1
                if deeds is theirs and deed.mortgaged and rng.random() < 0.5:
                    marks[deed.title.square] = 3
        if rng.random() < 0.05:
            marks[rng.randrange(40)] = rng.choice((1, 2, 3))
        cards = 0
        for number, deck in enumerate(game.decks):
            if deck.free in (partner, game.mode.active) and rng.random() < 0.5:
                cards |= 1 << number
        if rng.random() < 0.02:
            cards = rng.randrange(5)
        give = rng.choice((0, 0, rng.randrange(200), rng.randrange(2000)))
        want = rng.choice((0, 0, rng.randrange(200), rng.randrange(2000)))
        return partner, cards, give, want, marks

    # --- comparing ------------------------------------------------------------------------

    def tail(self):
        return " ".join(map(str, self.log[-4:]))

    def compare(self, name):
        """Every field of the state must agree."""
        ours, theirs = from_engine(self.engine), from_model(self.game)
        if ours != theirs:
            wrong = {k: (ours[k], theirs[k]) for k in theirs if ours.get(k) != theirs[k]}
            raise AssertionError(f"{self.tail()}: (6502, model) {wrong}")
        self.engine.check_invariants()

    def check_events(self, events):
        """EV_CASH must leave every player's money as it is, EV_MOVE the squares."""
        cash = {e[1]: e[4] for e in events if e.name == "CASH"}
        for seat, money in cash.items():
            assert money == self.engine.money(seat) & 0xFFFF, self.tail()
        moves = {e[1]: e[3] for e in events if e.name == "MOVE"}
        for seat, square in moves.items():
            assert square == self.engine.byte("player_square", seat), self.tail()

    @property
    def over(self):
        return self.game.mode.kind == "over"


def debts(engine):
    """All debts, [debtor][creditor]."""
    low, high = engine.table("debt_lo", 80), engine.table("debt_hi", 80)
    return [[low[c * 8 + p] | high[c * 8 + p] << 8 for c in range(10)] for p in range(8)]


def from_engine(engine):
    """The state of the 6502 rules, by name."""
    e = engine
    flags = [e.flags(p) for p in range(8)]
    mode = e.mode
    depth = e.byte("mode_depth")
    fields = {
        "flags": flags,
        "square": e.table("player_square", 8),
        "money": [e.money(p) for p in range(8)],
        "equity": [e.equity(p) for p in range(8)],
        "colour": e.table("player_colour", 8),
        "fails": e.table("player_gaol_fails", 8),
        "groups": e.table("player_groups", 80),
        "debts": debts(e),
        "owner": e.table("square_owner", 40),
        "level": e.table("square_level", 40),
        "mortgaged": e.table("square_mortgaged", 40),
        "mark": e.table("square_mark", 40),
        "pending": e.table("square_pending", 40),
        "houses": (e.byte("bank_houses") + 128) % 256 - 128,
        "hotels": e.byte("bank_hotels"),
        "pool": e.pair("pool"),
        "out": e.bank_out(),
        "decks": [
            e.table("deck_cards", 32)[d * 16 : d * 16 + e.byte("deck_size", d)] for d in (0, 1)
        ],
        "next": e.table("deck_next", 2),
        "free": e.table("deck_free", 2),
        "modes": [(e.byte("mode_kind", n), e.byte("mode_active", n)) for n in range(depth + 1)],
        "first": e.byte("turn_first"),
        "dice": tuple(e.table("dice", 2)),
        "turns": e.byte("turn_count") | e.byte("turn_count", 1) << 8,
        "rng": (*e.table("rng_v", 3), e.byte("rng_w"), e.byte("rng_n")),
    }
    if mode not in (K["MODE_SETUP"], K["MODE_FIRST"], K["MODE_OVER"]):
        fields["turn"] = (e.byte("turn_phase"), e.byte("turn_again"), e.byte("turn_doubles"))
    kinds = [kind for kind, _ in fields["modes"]]
    if K["MODE_AUCTION"] in kinds:
        at = kinds.index(K["MODE_AUCTION"])
        passed = e.table("auction_passed", 8)
        fields["auction"] = (
            e.byte("mode_square", at),
            e.pair("auction_bid"),
            e.byte("auction_bidder"),
            passed,
        )
    if mode == K["MODE_TRADE"]:
        fields["trade"] = (
            e.byte("trade_from"), e.byte("trade_cards"), e.pair("trade_give"), e.pair("trade_want"),
        )  # fmt: skip
    if mode == K["MODE_TRANSFER"]:
        fields["transfer"] = (e.byte("trade_from"), e.byte("transfer_seen"))
    if mode == K["MODE_QUIT"]:
        fields["asker"] = e.byte("quit_asker")
    if mode == K["MODE_OVER"]:
        fields["winner"] = e.byte("winner")
    return fields


def from_model(game):
    """The state of the Python rules, by the same names."""
    g = game

    def flags(p):
        bits = (
            p.alive, p.gaol, p.sent, p.must_post, p.moves, g.in_debt(p), g.losing(p), p.cpu,
        )  # fmt: skip
        return sum(1 << n for n, bit in enumerate(bits) if bit)

    squares = [g.deeds.get(s) for s in range(40)]

    def of_squares(value, other=0):
        return [value(d) if d else other for d in squares]

    free = {None: NOBODY, USED: K["FREE_USED"]}
    kind = g.mode.kind
    fields = {
        "flags": [flags(p) for p in g.players],
        "square": [p.square for p in g.players],
        "money": [p.money for p in g.players],
        "equity": [g.equity(p.seat) for p in g.players],
        "colour": [NOBODY if p.colour is None else p.colour for p in g.players],
        "fails": [p.fails for p in g.players],
        "groups": [g.held(p.seat, group) for group in board.GROUPS for p in g.players],
        "debts": [[p.debts.get(c, 0) for c in range(10)] for p in g.players],
        "owner": of_squares(lambda d: NOBODY if d.owner is None else d.owner, NOBODY),
        "level": of_squares(lambda d: d.level),
        "mortgaged": of_squares(lambda d: int(d.mortgaged)),
        "mark": [g.marks.get(s, 0) for s in range(40)],
        "pending": [g.pending.get(s, NOBODY) for s in range(40)],
        "houses": g.houses,
        "hotels": g.hotels,
        "pool": g.pool,
        "out": g.circulating,
        "decks": [d.order for d in g.decks],
        "next": [d.next for d in g.decks],
        "free": [free.get(d.free, d.free) for d in g.decks],
        "modes": [(K["MODE_" + KINDS[m.kind]], m.active) for m in g.modes],
        "first": g.first,
        "dice": g.dice,
        "turns": g.turns,
        "rng": (*g.random.v.to_bytes(3, "big"), g.random.w, g.random.n),
    }
    if kind not in ("setup", "first", "over"):
        fields["turn"] = (PHASES[g.phase], int(g.again), g.doubles)
    for mode in g.modes:
        if mode.kind == "auction":
            said = {"pass": K["AUCTION_PASS"], "forfeit": K["AUCTION_FORFEIT"]}
            passed = [said.get(g.passed.get(s), 0) for s in range(8)]
            bidder = NOBODY if g.bidder is None else g.bidder
            fields["auction"] = (mode.square, g.bid, bidder, passed)
    if kind == "trade":
        fields["trade"] = (g.trade[0], *g.trade[2:])
    if kind == "transfer":
        fields["transfer"] = (g.loser, int(g.seen))
    if kind == "quit":
        fields["asker"] = g.asker
    if kind == "over":
        fields["winner"] = g.winner
    return fields


def play(engine, seed, limit=4000):
    """Play one whole random game in lock step; returns the Pair."""
    rng = random.Random(seed)
    options = {
        "money": rng.randrange(3), "parking": rng.randrange(3), "go": rng.randrange(2),
        "limited": rng.random() < 0.2, "deeds": rng.randrange(6),
    }  # fmt: skip
    players = rng.randint(2, 8)
    source = rng.choice((Generator.EXACT, Generator.UNBIASED))
    computers = [seat for seat in range(players) if rng.random() < 0.1]
    pair = Pair(
        engine, players, rng.randrange(1, 1 << 22), source, options=options, computers=computers
    )
    if rng.random() < 0.7:
        for _ in range(players):
            pair.send("ROLL")
        pair.deal_scene(rng)
    for _ in range(limit):
        if pair.over:
            break
        pair.step(rng.randrange(1 << 16), rng.randrange(1 << 16), rng.randrange(1 << 16))
    return pair
