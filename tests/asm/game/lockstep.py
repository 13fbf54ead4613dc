"""Drive the 6502 rules and the Python rules with the same requests, and compare.

A step is a triple of numbers, so that a generator (random, or hypothesis with its
shrinking) can make any: the first picks the kind of request, the others its
parameters.  Most are legal; about one in eight is anything at all.
"""

import random

from tests.asm.game import scenes, variant_state
from tests.asm.game.engine import NOBODY, REASONS, K, signed
from tests.asm.game.model import board, legal, market, switches
from tests.asm.game.model.generator import Generator
from tests.asm.game.model.rules import USED, Game, Refused
from tests.asm.game.model.table import BANK
from tests.asm.game.situations import Situations

KINDS = {
    "setup": "SETUP", "first": "FIRST", "normal": "NORMAL", "auction": "AUCTION",
    "trade": "TRADE", "must pay": "MUST_PAY", "transfer": "TRANSFER", "quit": "QUIT",
    "over": "OVER", "rent": "RENT", "loan": "LOAN", **market.KINDS,
}  # fmt: skip
PHASES = {"roll": 0, "buy": 1, "bail": 2, "move": 3, "done": 4, "tax": 5}
OPTIONS = ("money", "parking", "go", "limited", "deeds", "length", "caller")
METHODS = {
    "ROLL": "roll", "BUY": "buy", "PASS": "say_pass", "END_TURN": "end_turn", "BAIL": "bail",
    "CARD": "card", "BID": "make_bid", "FORFEIT": "forfeit", "BUILD": "build", "SELL": "sell",
    "MORTGAGE": "mortgage", "REPAY": "repay", "BUILD_GROUP": "build_group",
    "AUTO_PAY": "auto_pay", "CONTINUE": "go_on", "OFFER": "offer", "TOGGLE": "toggle",
    "APPROVE": "approve", "DECLINE": "decline", "REVIEW": "review", "CHOOSE": "choose",
    "CONFIRM": "confirm", "QUIT": "ask_quit", "AGREE": "agree", "REFUSE": "disagree",
}  # fmt: skip
NAMES = list(METHODS)
PRESETS_METHODS = {
    "TAX": "tax", "LESS": "less", "LOAN": "ask_loan", "GRANT": "grant",
    "REFUSE_LOAN": "refuse_loan", "PAYBACK": "pay_back",
    "TIME": "time", "SELL_ALL": "sell_all", **market.METHODS,
}  # fmt: skip
METHODS |= {name: method for name, method in PRESETS_METHODS.items() if "REQ_" + name in K}
ON_SQUARES = ("BUILD", "SELL", "MORTGAGE", "REPAY", "BUILD_GROUP", "TOGGLE", "SELL_ALL")
OWN_1989 = -1  # a random set of switches of the family of 1989
DEEDS = list(board.TITLES)
DEAD = {  # sums that belong to modes
    ("auction",): ("auction_bid",),
    ("trade",): ("trade_give", "trade_want"),
    ("rent", "claim"): ("rent",),
}
ASKED = (*variant_state.UNITS, "issue", None)  # LOAN_TURNS and on; None is no unit


class Pair:
    """Both implementations of one game.

    scrambles  False: what a mode has left behind stays, as in a game that is saved: its check
               refuses sums that no mode leaves
    """

    scrambles = True

    def __init__(
        self,
        engine,
        players,
        seed,
        source=Generator.UNBIASED,
        *,
        options=(),
        computers=(),
        preset=switches.CLASSIC,
        own=(),
    ):
        """A preset, and switches of one's own by name, besides what both implementations take.

        Of ``own``, clock is a short game's minutes.
        """
        self._begin(engine, Game(source, seed))
        engine.call("play_init")
        engine.seed(seed)
        self.choose_rules(preset, dict(own))
        self.setup(players, dict(options), source, computers)

    def _begin(self, engine, game):
        self.engine, self.game = engine, game
        self.fields = legal.places(engine)
        self.log = []
        self.left_over = 0
        self.taken = {}
        self.situations = Situations()
        self.names = NAMES if not any(game.switch.values()) else list(METHODS)
        self.stacks = set()

    def choose_rules(self, preset, own):
        self.engine.do("PRESET", preset)
        self.game.preset(preset)
        minutes = own.pop("clock", 0)
        for name, value in own.items():
            self.engine.do("SWITCH", K["SW_" + name.upper()], value)
            self.game.set_switch(name, value)
        if minutes:
            self.engine.do("CLOCK", minutes & 0xFF, minutes >> 8)
            self.game.set_clock(minutes)
        if preset != switches.CLASSIC:
            self.names = list(METHODS)

    @classmethod
    def of(cls, engine, game):
        """A Pair of two that stand at the same point of a game."""
        pair = cls.__new__(cls)
        pair._begin(engine, game)
        pair.show()
        return pair

    def setup(self, players, options, source, computers):
        engine, game = self.engine, self.game
        engine.do("SEATS", players)
        game.seats(players)
        for seat in range(players):
            engine.do("COLOUR", seat, (seat * 3 + 1) % 10)
            game.colour(seat, (seat * 3 + 1) % 10)
        self.ask_tokens(players)
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
        self.show()

    def deal_scene(self, rng):
        """Go to the middle of a game, alike in both (scenes.py)."""
        scenes.deal(self, rng)
        self.compare("scene")
        self.show()

    def ask_tokens(self, players):
        """Every seat asks for tokens, free ones, taken ones, one there is not: both agree."""
        for seat in range(9):
            for token in ((seat * 3 + players) % 8, 8 - seat):
                reason = self.engine.request(K["REQ_TOKEN"], seat, token)
                try:
                    self.game.token(seat, token)
                    allowed = True
                except Refused:
                    allowed = False
                assert allowed == (not reason), f"token {token} for seat {seat}"

    # --- one step ------------------------------------------------------------------

    def step(self, kind, one, two):
        """Send one request to both; they must agree on taking it and on what it does."""
        name, args = self.choose(kind, one, two)
        self.send(name, *args)

    def send(self, name, *args):
        self.log.append((name, *args))
        self.situations.before(name, args, self.game)
        if self.scrambles:
            self.scramble_dead()
        reason = self.to_engine(name, args)
        events = self.engine.events()
        self.expect_events()
        try:
            getattr(self.game, METHODS[name])(*args)
            self.game.settle()
            allowed = True
        except Refused:
            allowed = False
        assert allowed == (not reason), f"{self.tail()}: 6502 says {REASONS[reason]}"
        if not allowed:
            self.situations.refusal(name, args, self.game)
        if allowed:
            self.taken[name] = self.taken.get(name, 0) + 1
            self.situations.look(name, self.game, events)
            self.stacks.add(tuple(KINDS[mode.kind] for mode in self.game.modes))
            self.compare(name)
            self.check_events(events)
            self.compare_events(events)
        return allowed

    def scramble_dead(self):
        """What a mode has left behind means nothing to the next one of its kind."""
        there = {mode.kind for mode in self.game.modes}
        self.left_over = self.left_over * 5 + 12345 & 0x7FFF
        for kinds, labels in DEAD.items():
            if there.isdisjoint(kinds):
                for label in labels:
                    self.engine.set_pair(label, self.left_over)

    def to_engine(self, name, args):
        engine = self.engine
        code = K["REQ_" + name]
        if name == "BID":
            return engine.request(code, args[0] & 0xFF, args[0] >> 8)
        if name == "OFFER":
            partner, cards, give, want, marks = args
            engine.propose(partner, marks, give, want, cards)
            return engine.request(code)
        if name == "LOAN":
            lender, amount, unit, term = args
            engine.propose(lender, (), amount, term, ASKED.index(unit))
            return engine.request(code)
        if name in ("LESS", "TIME"):
            return engine.request(code, args[0] & 0xFF, args[0] >> 8)
        if name == "CRY":
            amount, seat = args
            return engine.request(code, amount & 0xFF, amount >> 8, seat)
        return engine.request(code, *args)

    def wind_up(self):
        """Ask for the end, or agree to it, where that is possible."""
        mode = self.game.mode.kind
        if mode == "quit":
            return self.send("AGREE")
        return mode == "normal" and self.send("QUIT")

    # --- choosing a request -----------------------------------------------------------

    def choose(self, kind, one, two):
        """Turn three numbers into a request that mostly makes sense in this mode."""
        game = self.game
        mode = game.mode.kind
        if kind % 8 == 7:
            name = self.names[kind // 8 % len(self.names)]
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
        if name in PRESETS_METHODS:
            return name, self.of_presets(name, one, two)
        return name, ()

    def of_presets(self, name, one, two):
        """Parameters of a request that the classic game does not have."""
        game = self.game
        if name == "TAX":
            return (one % 2 if two % 16 else one % 256,)
        if name == "LESS":
            full = game.rent_due
            return ((full, full, one % (full + 1), 0, full + 1, two)[two % 6],)
        if name == "LOAN":
            return self.a_loan(random.Random(one << 20 | two))
        if name == "TIME":
            gone = one % 90 if two % 32 else game.clock
            return (max(0, game.clock - gone) if two % 8 else game.clock + two % 3,)
        if name in market.METHODS:
            return market.arguments(game, name, one, two)
        if name == "PAYBACK":
            mine = [n for n, loan in enumerate(game.loans) if loan in game.loans_of(game.me.seat)]
            return ((mine or [0])[one % len(mine or [0])] if two % 8 else one % 12,)
        return ()

    def a_loan(self, rng):
        """A loan that somebody may ask for, mostly one that can be lent."""
        game = self.game
        seat = game.mode.active
        others = [p.seat for p in game.living() if p.seat != seat]
        lender = rng.choice((BANK, BANK, *others, rng.randrange(10)))
        most = game.equity(seat) // 2 - game.borrowed(seat)
        if lender < 8:
            most = game.players[lender].cash
        amounts = (most, most + 1, 1, rng.randrange(300), rng.randrange(1, 5000))
        amount = max(0, rng.choice(amounts)) & 0x7FFF
        units = variant_state.UNITS if rng.random() < 0.97 else ASKED[2:]
        unit = rng.choice(units)
        term = rng.choice((1, 1, 2, 3, 5, 6, 20)) if rng.random() < 0.9 else rng.randrange(256)
        return lender, amount, unit, term

    def likely(self, mode, kind, one):
        """The name of a request that belongs to this mode."""
        game = self.game
        if mode in ("first", "over", "setup"):
            return "ROLL"
        if mode == "normal" and game.phase == "tax":
            return "TAX"  # a debtor is asked as well
        if game.me.money < 0 and mode in ("normal", "must pay"):
            return ("AUTO_PAY", "SELL", "MORTGAGE", "AUTO_PAY", "SELL", "ROLL")[kind % 6]
        if name := market.likely(game, kind, one):
            return name
        if game.houses < 0:
            return ("SELL", "SELL", "BUILD", "AUTO_PAY", "MORTGAGE", "SELL")[kind % 6]
        if mode == "trade" and kind % 8 == 1:
            return "OFFER"
        managing = ("BUILD", "BUILD", "BUILD", "REPAY", "MORTGAGE", "SELL", "BUILD_GROUP")
        if kind % 5 == 0 and mode != "quit":
            return managing[kind // 5 % len(managing)]
        if mode in ("normal", "auction") and game.switch["clock"] and kind % 11 == 3:
            return "TIME"
        if mode == "normal":
            if game.switch["loans"] and kind % 16 in (6, 11):
                return "LOAN" if kind % 48 < 40 else "PAYBACK"
            if kind % 16 == 1:
                return "OFFER"
            if kind % 256 == 2:
                return "QUIT"
            wanted = {
                "roll": ("ROLL", "ROLL", "BAIL", "CARD") if game.me.gaol else ("ROLL",),
                "buy": ("BUY", "BUY", "BUY", "PASS"),
                "bail": ("BAIL", "CARD") if game.switch["third"] else ("BAIL",),
                "tax": ("TAX",),
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
            "rent": ("LESS",),
            "loan": ("GRANT", "GRANT", "REFUSE_LOAN"),
        }[mode]
        return wanted[one % len(wanted)]

    def an_offer(self, rng):
        """A proposal, mostly one that can be made."""
        game = self.game
        others = [p.seat for p in game.living() if p.seat != game.mode.active]
        if game.mode.kind == "trade":
            others = [game.trade[0]]
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
        if game.switch["auction"] and game.mode.kind == "auction" and rng.random() < 0.7:
            bidder = game.players[game.bidder or 0]
            if bidder.cash and bidder.seat != game.mode.active:  # to make the winner short
                return bidder.seat, 0, rng.randrange(9), rng.randint(1, bidder.cash), {}
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
        if len(self.log) % 8 == 0:
            self.engine.check_invariants()  # the model's sums say most of it every time
            wrong = legal.faults(self.engine.whole(), self.fields)
            assert not wrong, f"{self.tail()}: {wrong}"
        variant_state.total_money_stays(self.game)

    def show(self):
        """Forget what was shown: take money and squares from the state."""
        halves = (self.engine.table(f"player_money_{half}", 8) for half in ("lo", "hi"))
        self.shown_money = [signed(low | high << 8) for low, high in zip(*halves, strict=True)]
        self.shown_square = self.engine.table("player_square", 8)

    def check_events(self, events):
        """Whoever moves money by EV_CASH and tokens by EV_MOVE ends where the state is."""
        for event in events:
            if event.name == "ORDER":  # everybody sits elsewhere
                self.show()
            if event.name == "CASH":
                self.shown_money[event[1]] = signed(event[4])
            if event.name == "MOVE":
                assert event[2] == self.shown_square[event[1]], self.tail()
                self.shown_square[event[1]] = event[3]
        shown = (self.shown_money, self.shown_square)
        self.show()
        assert shown == (self.shown_money, self.shown_square), self.tail()

    def expect_events(self):
        """Before a request: nothing has been told."""
        game = self.game
        game.told = []
        game.shown = [p.money for p in game.players]
        game.owing = {p.seat for p in game.players if p.debts and p.alive and p.money < 0}
        self.acting = self.who_acts()

    def who_acts(self):
        return len(self.game.modes), self.game.mode.kind, self.game.mode.active

    def compare_events(self, events):
        """Each event with all its fields, in its order."""
        told = self.game.told
        if self.who_acts() != self.acting:
            mode = self.game.mode
            told.append(("ACTIVE", mode.active, K["MODE_" + KINDS[mode.kind]], 0, 0))
        self.game.tell_cash()
        ours = [(e.name, *e[1:]) for e in events]
        assert ours == told, f"{self.tail()}: (6502, model) {ours} {told}"

    @property
    def over(self):
        return self.game.mode.kind == "over"


BLOCKS = {
    "player_flags": 8, "player_square": 8, "player_money_lo": 8, "player_money_hi": 8,
    "player_equity_lo": 8, "player_equity_hi": 8, "player_colour": 8, "player_token": 8,
    "player_gaol_fails": 8,
    "player_groups": 80, "debt_lo": 80, "debt_hi": 80, "square_owner": 40, "square_level": 40,
    "square_mortgaged": 40, "square_mark": 40, "square_pending": 40, "bank_houses": 1,
    "bank_hotels": 1, "pool_lo": 1, "pool_hi": 1, "bank_out": 3, "deck_next": 2, "deck_size": 2,
    "deck_free": 2, "turn_first": 1, "dice": 2, "turn_count": 2, "rng_v": 3, "rng_w": 1,
    "rng_n": 1,
}  # fmt: skip
GROUP_ROWS = {group: 8 * number for number, group in enumerate(board.GROUPS)}


def from_engine(engine):
    """The state of the 6502 rules: bytes of each field by its label."""
    e = engine
    state = e.state()
    fields = {
        label: state[(at := e.labels[label] - e.state_begin) : at + count]
        for label, count in BLOCKS.items()
    }
    depth = e.byte("mode_depth")
    kinds = e.table("mode_kind", depth + 1)
    fields["modes"] = list(zip(kinds, e.table("mode_active", depth + 1), strict=True))
    fields["decks"] = [e.deck(0), e.deck(1)]
    if e.byte("switches", K["SW_CARDS"]):  # a ring: where it begins in memory means nothing
        tops = fields.pop("deck_next")
        fields["decks"] = [d[top:] + d[:top] for d, top in zip(fields["decks"], tops, strict=True)]
    fields["skills"] = bytes(e.table("settings", 16)[8:])
    fields["caller"] = e.byte("settings", K["OPT_CALLER"])
    mode = kinds[depth]
    if mode == K["MODE_FIRST"] and e.byte("switches", K["SW_ORDER"]):
        del fields["turn_first"]  # seats are given at the end of it
    if mode not in (K["MODE_SETUP"], K["MODE_FIRST"], K["MODE_OVER"]):
        fields["turn"] = (e.byte("turn_phase"), e.byte("turn_again"), e.byte("turn_doubles"))
    if K["MODE_AUCTION"] in kinds:
        square = e.byte("mode_square", kinds.index(K["MODE_AUCTION"]))
        said = e.table("auction_passed", 8)
        fields["auction"] = (square, e.pair("auction_bid"), e.byte("auction_bidder"), said)
    if mode == K["MODE_TRADE"]:
        terms = (e.pair("trade_give"), e.pair("trade_want"))
        said = e.byte("trade_from"), e.byte("trade_cards"), e.byte("transfer_seen")
        fields["trade"] = (*said, *terms)
    if mode == K["MODE_TRANSFER"]:
        fields["transfer"] = (e.byte("trade_from"), e.byte("transfer_seen"))
    if mode == K["MODE_QUIT"]:
        fields["asker"] = e.byte("quit_asker")
    if mode == K["MODE_OVER"]:
        fields["winners"] = e.byte("winners")
    return fields | variant_state.from_engine(e)


def halves(name, values):
    """Two fields of low and high bytes."""
    if not any(values):
        return {name + "_lo": bytes(len(values)), name + "_hi": bytes(len(values))}
    words = b"".join([(v & 0xFFFF).to_bytes(2, "little") for v in values])
    return {name + "_lo": words[::2], name + "_hi": words[1::2]}


def of_players(game):
    """The fields of the players and their debts."""
    g = game

    def flags(p):
        found = (
            p.alive | p.gaol << 1 | p.sent << 2 | p.must_post << 3 | p.moves << 4 | bool(p.cpu) << 7
        )
        return found | g.in_debt(p) << 5 | g.losing(p) << 6 if p.debts else found

    equity = [0] * 8
    for deed in g.deeds.values():
        if deed.owner is not None:
            equity[deed.owner] += g.deed_equity(deed)
    debts = [0] * 80
    for p in g.players:
        for creditor, amount in p.debts.items():
            debts[creditor * 8 + p.seat] = amount
    return {
        "player_flags": bytes(flags(p) for p in g.players),
        "player_square": bytes(p.square for p in g.players),
        "player_colour": bytes(NOBODY if p.colour is None else p.colour for p in g.players),
        "player_token": bytes(p.token for p in g.players),
        "player_gaol_fails": bytes(p.fails for p in g.players),
        **halves("player_money", [p.money for p in g.players]),
        **halves("player_equity", equity),
        **halves("debt", debts),
    }


def of_squares(game):
    """The fields of the squares, and who holds how many of each group."""
    owner, level, mortgaged = bytearray([NOBODY] * 40), bytearray(40), bytearray(40)
    groups = bytearray(80)
    for square, deed in game.deeds.items():
        level[square], mortgaged[square] = deed.level, deed.mortgaged
        if deed.owner is not None:
            owner[square] = deed.owner
            groups[GROUP_ROWS[deed.title.group] + deed.owner] += 1
    mark, pending = bytearray(40), bytearray([NOBODY] * 40)
    for square, value in game.marks.items():
        mark[square] = value
    for square, value in game.pending.items():
        pending[square] = value
    return {
        "square_owner": owner, "square_level": level, "square_mortgaged": mortgaged,
        "square_mark": mark, "square_pending": pending, "player_groups": groups,
    }  # fmt: skip


def from_model(game):
    """The state of the Python rules, by the same names."""
    g = game
    free = {None: NOBODY, USED: K["FREE_USED"]}
    kind = g.mode.kind
    fields = {
        **of_players(g),
        **of_squares(g),
        "bank_houses": bytes([g.houses & 0xFF]),
        "bank_hotels": bytes([g.hotels]),
        **halves("pool", [g.pool]),
        "bank_out": g.circulating.to_bytes(3, "little"),
        "deck_next": bytes(d.next for d in g.decks),
        "deck_size": bytes(len(d.order) for d in g.decks),
        "deck_free": bytes(free.get(d.free, d.free) for d in g.decks),
        "turn_first": bytes([g.first]),
        "dice": bytes(g.dice),
        "turn_count": g.turns.to_bytes(2, "little"),
        "rng_v": g.random.v.to_bytes(3, "big"),
        "rng_w": bytes([g.random.w]),
        "rng_n": bytes([g.random.n]),
        "skills": bytes(p.skill for p in g.players),
        "caller": g.option["caller"],
        "modes": [(K["MODE_" + KINDS[m.kind]], m.active) for m in g.modes],
        "decks": [d.order for d in g.decks],
    }
    if g.switch["cards"]:
        del fields["deck_next"]
    if kind == "first" and g.switch["order"]:
        del fields["turn_first"]
    if kind not in ("setup", "first", "over"):
        fields["turn"] = (PHASES[g.phase], int(g.again), g.doubles)
    for mode in g.modes:
        if mode.kind == "auction":
            said = {"pass": K["AUCTION_PASS"], "forfeit": K["AUCTION_FORFEIT"]}
            passed = [said.get(g.passed.get(s), 0) for s in range(8)]
            bidder = NOBODY if g.bidder is None else g.bidder
            fields["auction"] = (mode.square, g.bid, bidder, passed)
    if kind == "trade":
        fields["trade"] = (g.trade[0], g.trade[2], g.sent_back, *g.trade[3:])
    if kind == "transfer":
        fields["transfer"] = (g.loser, int(g.seen))
    if kind == "quit":
        fields["asker"] = g.asker
    if kind == "over":
        fields["winners"] = sum(1 << seat for seat in g.winners)
    return fields | variant_state.from_model(g)


def rules_of(preset, rng):
    """(preset, switches besides) of a game; of switches without 6502 rules none is chosen."""
    built = [name for name in variant_state.built_switches() if name != "preset"]
    if preset in (switches.OWN, OWN_1989):
        family = switches.RUSSIAN if preset == switches.OWN else switches.RULES1989
        chosen = [name for name in built if name != "clock" and rng.random() < 0.6]
        of_one = {name: switches.values_of(name, family) for name in chosen}
        own = {name: rng.choice(values) for name, values in of_one.items()}
        if family == switches.RULES1989:
            return switches.OWN, own | short_game(rng)
        return preset, own
    if preset == switches.RULES1989:
        return preset, short_game(rng)
    wanted = {name: value for name, value in switches.of_preset(preset).items() if value}
    wanted.pop("preset", None)
    if set(wanted) <= set(built):
        return preset, {}
    return switches.OWN, {name: value for name, value in wanted.items() if name in built}


def short_game(rng):
    """The minutes of one in three games of 1989."""
    minutes = rng.choice((1, 2, 5, rng.randint(1, switches.MINUTES)))
    return {"clock": minutes} if rng.random() < 0.34 else {}


def play(engine, seed, limit=4000, preset=switches.CLASSIC, *, kind=Pair, computers=0.1):
    """Play one whole random game in lock step; returns the Pair.

    preset     one of model/switches.py; OWN = a random set of switches
    kind       Pair, or computers.Company, whose computers think
    computers  how likely a seat is one
    After ``limit`` requests the players agree to quit, so that every game has an end.
    """
    rng = random.Random(seed)
    options = {
        "money": rng.randrange(3), "parking": rng.randrange(3), "go": rng.randrange(2),
        "limited": rng.random() < 0.2, "deeds": rng.randrange(6),
        "length": rng.random() < 0.1,
    }  # fmt: skip
    players = rng.randint(2, 8)
    options["caller"] = random.Random(~seed).randrange(players + 1)  # games stay what they were
    source = rng.choice((Generator.EXACT, Generator.UNBIASED))
    preset, own = rules_of(preset, rng)
    computers = [seat for seat in range(players) if rng.random() < computers]
    pair = kind(
        engine,
        players,
        rng.randrange(1, 1 << 22),
        source,
        options=options,
        computers=computers,
        preset=preset,
        own=own,
    )
    if rng.random() < 0.7:
        for _ in range(players):
            pair.send("ROLL")
        pair.deal_scene(rng)
    for step in range(2 * limit):
        if pair.over:
            return pair
        if step < limit or not pair.wind_up():
            pair.step(rng.randrange(1 << 16), rng.randrange(1 << 16), rng.randrange(1 << 16))
    raise AssertionError(f"the game does not end: {pair.tail()}")
