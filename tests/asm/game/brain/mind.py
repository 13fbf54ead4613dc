"""A second computer player: what ``brain_decide`` must ask for, by R-17.

docs/inside/game-engine.md, "Computer players", has the figures.

``Mind(engine)`` looks at the 6502's state, weights and random register; ``decide`` says what the
computer whose turn it is asks for, by the rules of 1935 (no preset).  It changes nothing; what
computers remember is in ``memory`` afterwards, the register in ``random``.  Whether the rules take
a request is asked of the rules, which have a second implementation of their own (model/).
"""

from tests.asm.game.engine import NOBODY, K
from tests.asm.game.model import board
from tests.asm.game.model.generator import Generator
from tools.game import gamerules

NAMES = list(gamerules.weights())
GROUPS = [board.MEMBERS[name] for name in board.GROUPS]
STATIONS, UTILITIES = 8, 9
GROUP_OF = {square: n for n, squares in enumerate(GROUPS) for square in squares}
HOUSE = [board.HOUSE_COST.get(name) for name in board.GROUPS[:8]]
CHEAP_FIRST = (UTILITIES, *range(7), STATIONS, 7)
ASKED_FIRST = (*range(7, -1, -1), STATIONS, UTILITIES)
FANCIED, CARD, HOTEL = 250, 40, 5
HARD = 1
DUEL = {
    "BUY_MORE": 1, "BID_PLAIN": 8, "KEEP_FIRST": 200, "KEEP_PRESSURE": 60, "GAOL_RICH": 25,
    "GAOL_STAY": 1,
}  # fmt: skip
PEOPLE_HEARD = 2
TRIES, LONGEST_WAIT = 6, 10
LEAST_BID, SPLIT_MARGIN, DEAR = 10, 24, 256
RICH, VERY_RICH = 1000, 4072
WHY = {"unfair": 0, "early": 1, "cash": 2, "enough": 3}
FALLBACKS = (
    "AUTO_PAY", "CONTINUE", "ROLL", "END_TURN", "FORFEIT", "PASS", "BAIL", "DECLINE", "AGREE",
    "CONFIRM", "SELL", "MORTGAGE", "REVIEW", "TAX", "LESS", "REFUSE_LOAN", "CLAIM", "GONE",
    "WANTED", "PLACED",
)  # fmt: skip


class Mind:
    """What one computer sees, and what it wants.

    me      its seat;  memory  {field: value} as it is after ``decide``
    random  the Generator after it;  block  (partner, give, want, marks) of an offer
    lost    True if it had no idea that the rules take
    """

    def __init__(self, engine, me=None):
        self.engine = engine
        self.me = engine.active if me is None else me
        self.cash = [engine.money(seat) for seat in range(8)]
        self.flags = engine.table("player_flags", 8)
        self.owner = engine.table("square_owner", 40)
        self.level = engine.table("square_level", 40)
        self.pledged = engine.table("square_mortgaged", 40)
        self.random = Generator(
            Generator.UNBIASED, int.from_bytes(bytes(engine.table("rng_v", 3)), "big")
        )
        skill = engine.byte("settings", K["OPT_SKILLS"] + self.me)
        table = engine.table("brain_weights", 3 * K["WEIGHTS"])[skill * K["WEIGHTS"] :]
        self.weight = dict(zip(NAMES, table, strict=False))
        if skill == HARD and sum(flags & K["PF_ALIVE"] for flags in self.flags) == 2:
            self.weight |= DUEL
        self.worth = [self.weight[name.upper().replace(" ", "_")] for name in board.GROUPS]
        self.memory = {name: engine.byte(f"brain_{name}") for name in ("turn", "traded", "steps")}
        self.memory |= {n: engine.table(f"brain_{n}", 8) for n in ("wait", "asked", "tries")}
        self.block, self.lost = None, False
        self.has_fees = not engine.switch("repay")

    # --- seeing -------------------------------------------------------------------------------

    def held(self, seat, group):
        return sum(self.owner[square] == seat for square in GROUPS[group])

    def whole(self, seat, group):
        return self.held(seat, group) == len(GROUPS[group])

    def sold(self):
        return sum(self.owner[square] != NOBODY for square in GROUP_OF)

    def fee(self, square):
        return board.TITLES[square].fee if self.has_fees else 0

    def may(self, name, *args):
        return not self.engine.check(K["REQ_" + name], *args)

    def is_computer(self, seat):
        return bool(self.flags[seat] & K["PF_CPU"])

    def rent(self, square):
        """Rent of a street or a station."""
        owner, title = self.owner[square], board.TITLES[square]
        if self.pledged[square]:
            return 0
        if title.group == "stations":
            return board.STATION_RENT[self.held(owner, STATIONS)]
        amount = title.rent[self.level[square]]
        bare = self.whole(owner, GROUP_OF[square]) and not self.level[square]
        return 2 * amount if bare else amount

    def reserve(self):
        """R-17.4."""
        worst = [0, 0, 0]
        for square, group in GROUP_OF.items():
            if group < STATIONS and self.owner[square] not in (NOBODY, self.me):
                amount, stretch = self.rent(square), (group >= 4) + (group >= 6)
                if stretch == 2 and self.level[square]:
                    amount //= 4
                worst[stretch] = max(worst[stretch], amount)
        others = [seat for seat in range(8) if seat != self.me]
        total = sum(worst) + 250 * any(self.whole(seat, STATIONS) for seat in others)
        total += 75 * any(self.whole(seat, UTILITIES) for seat in others)
        sold = self.sold()
        return total + (350 if sold < 12 else 250 if sold < 20 else 150 if sold < 28 else 100)

    def keep(self):
        return min(self.reserve(), 4 * self.weight["KEEP_MOST"])

    def nudges(self):
        return sum(1 + self.random.below(15) for _ in range(2 + self.random.below(4)))

    def tap(self):
        return 1 + self.random.below(7)

    def highest(self):
        """(level of its own, of rivals)."""
        own = rivals = 0
        for square, owner in enumerate(self.owner):
            if owner == self.me:
                own = max(own, self.level[square])
            elif owner != NOBODY:
                rivals = max(rivals, self.level[square])
        return own, rivals

    def pressed(self):
        own, rivals = self.highest()
        return own < rivals

    # --- a decision ---------------------------------------------------------------------------

    def decide(self):
        """(name, arguments) of the request; an offer's lie in ``block``."""
        self.begin()
        if self.memory["steps"] < 250:
            name, *args = self.think()
            if name and self.may(name, *args):
                return name, *args
        self.lost = True
        return self.fall_back()

    def begin(self):
        """A turn's first decision forgets what it did in the last one."""
        memory = self.memory
        memory["steps"] = min(memory["steps"] + 1, 255)
        turn = self.engine.byte("turn_count")
        if self.engine.mode != K["MODE_NORMAL"] or turn == memory["turn"]:
            return
        memory["turn"], memory["traded"], memory["steps"] = turn, 0, 0
        me, asked = self.me, memory["asked"][self.me]
        memory["wait"][me] = max(memory["wait"][me] - 1, 0)
        if asked and self.held(me, asked % 16 - 1) > asked // 16:
            memory["asked"][me] = memory["tries"][me] = memory["wait"][me] = 0

    def fall_back(self):
        for name in FALLBACKS:
            for square in range(39, -1, -1):
                if self.may(name, square, 0):
                    return name, square, 0
        return (None,)

    def think(self):
        engine, mode = self.engine, self.engine.mode
        if self.cash[self.me] < 0 or engine.byte("bank_houses") & 0x80:
            return self.refuse("") if mode == K["MODE_TRADE"] else ("AUTO_PAY",)
        by_mode = {
            K["MODE_FIRST"]: lambda: ("ROLL",),
            K["MODE_NORMAL"]: self.in_turn,
            K["MODE_AUCTION"]: self.speak,
            K["MODE_TRADE"]: self.answer,
            K["MODE_MUST_PAY"]: lambda: ("CONTINUE",),
            K["MODE_TRANSFER"]: self.choose_deeds,
        }
        return by_mode.get(mode, lambda: (None,))()

    def in_turn(self):
        by_phase = {
            K["PHASE_ROLL"]: self.roll,
            K["PHASE_BUY"]: self.buy,
            K["PHASE_BAIL"]: lambda: ("BAIL",),
            K["PHASE_MOVE"]: lambda: ("CONTINUE",),
            K["PHASE_DONE"]: self.manage,
        }
        return by_phase[self.engine.byte("turn_phase")]()

    def roll(self):
        """R-17.5."""
        gaol = self.flags[self.me] & K["PF_GAOL"]
        if not gaol or self.highest()[1] >= self.weight["GAOL_STAY"]:
            return ("ROLL",)
        if self.may("CARD"):
            return ("CARD",)
        keep = 4 * self.weight["GAOL_RICH"] + self.nudges()
        return ("BAIL" if self.cash[self.me] > keep and self.may("BAIL") else "ROLL",)

    # --- buying -------------------------------------------------------------------------------

    def wants(self, square):
        """R-17.2."""
        me, title, group = self.me, board.TITLES[square], GROUP_OF[square]
        price, cash = title.price, self.cash[self.me]
        if cash >= price + 4 * self.weight["BUY_KEEP"]:
            return True
        if cash + self.engine.equity(me) < price:
            return False
        return bool(self.worth[group] >= FANCIED or self.weight["BUY_MORE"])

    def rivals(self, group):
        """How many deeds of a group each rival has who has some."""
        return [n for s in range(8) if s != self.me and (n := self.held(s, group))]

    def in_duel(self, group):
        """Has it one rival, and the group three streets?"""
        return bool(self.weight["BUY_MORE"] & 1) and len(GROUPS[group]) == 3

    def has_one(self, group):
        """Three streets, of which it has one: with another its rival spoils them for both."""
        return self.in_duel(group) and self.held(self.me, group) & 1 == 1

    def is_second(self, square):
        """A street of such a group, or a dear one of three of which its rival has one."""
        group = GROUP_OF[square]
        his = max(self.rivals(group), default=0) & 1 and board.TITLES[square].price >= DEAR
        return self.has_one(group) or (self.in_duel(group) and bool(his))

    def is_split(self, group):
        """Such a group of which its rival has one."""
        return self.has_one(group) and self.rivals(group) == [1]

    def buy(self):
        square = self.engine.byte("player_square", self.me)
        price = board.TITLES[square].price
        if self.is_second(square):
            return ("PASS",)
        if not self.wants(square) or self.beyond() < price // 8 * self.weight["BID_PLAIN"]:
            return ("PASS",)
        return ("BUY",) if self.cash[self.me] >= price else self.raised(price) or ("PASS",)

    def raised(self, price):
        """R-17.6: the first deed to be mortgaged, if single deeds bring enough; or None."""
        deeds = [
            square
            for group in CHEAP_FIRST
            for square in GROUPS[group]
            if self.owner[square] == self.me
            and not self.pledged[square]
            and not self.whole(self.me, group)
        ]
        brings = sum(board.TITLES[square].mortgage for square in deeds)
        if deeds and self.cash[self.me] + brings >= price:
            return "MORTGAGE", deeds[0]
        return None

    # --- auctions -----------------------------------------------------------------------------

    def most(self, square):
        """R-17.3: (what it would go to, whether it would buy the deed)."""
        group, eighth = GROUP_OF[square], board.TITLES[square].price // 8
        size, mine = len(GROUPS[group]), self.held(self.me, group)
        rivals = self.rivals(group)
        wanted = self.wants(square)
        if self.worth[group] >= FANCIED or mine + 1 == size:
            kind = "FULL"
        elif rivals == [size - 1]:
            kind = "BLOCK"
        elif rivals == [1] or mine:
            kind = "PART"
        else:
            kind = "PLAIN"
        worth = eighth * self.weight["BID_" + kind]
        worth += sum(self.tap() for _ in range(1 + (self.random.byte() & 1)))
        if self.is_split(group):
            worth = min(worth, max(self.beyond() - SPLIT_MARGIN, eighth * self.weight["BID_LEAST"]))
        elif not wanted:
            spare = self.cash[self.me] - self.keep()
            worth = min(worth, max(spare, eighth * self.weight["BID_LEAST"]))
        return worth, wanted

    def beyond(self):
        """What no rival can bid; less than nothing if all have debts."""
        return LEAST_BID + max(cash for seat, cash in enumerate(self.cash) if seat != self.me)

    def bid(self, worth, standing):
        """A quarter of the way and a tap."""
        return min(max(standing + (worth - standing) // 4 + self.tap(), LEAST_BID), worth)

    def speak(self):
        engine = self.engine
        square = engine.byte("mode_square", engine.byte("mode_depth"))
        worth, wanted = self.most(square)
        if self.beyond() >= 0:
            worth = min(worth, self.beyond())
        standing = engine.pair("auction_bid")
        if worth < LEAST_BID or worth <= standing:
            return ("FORFEIT",)
        bid = self.bid(worth, standing)
        if self.cash[self.me] >= bid:
            return "BID", bid & 0xFF, bid >> 8
        return (wanted and self.raised(bid)) or ("FORFEIT",)

    # --- a loser's deeds ----------------------------------------------------------------------

    def choose_deeds(self):
        """R-17.11."""
        loser, marks = self.engine.byte("trade_from"), self.engine.table("square_mark", 40)
        spent = sum(self.deed_cost(s, marks[s]) for s in GROUP_OF if marks[s])
        for mark, keep in ((3, 300 + self.nudges()), (1, 50)):
            for square in sorted(GROUP_OF, reverse=True):
                if self.owner[square] == loser and not marks[square]:
                    cost = self.fee(square) + (board.TITLES[square].mortgage if mark == 3 else 0)
                    if cost <= self.cash[self.me] - keep - spent:
                        return "CHOOSE", square, mark
        return ("CONFIRM" if self.engine.byte("transfer_seen") else "REVIEW",)

    def deed_cost(self, square, mark):
        """R-14.4: what a deed costs whoever receives it."""
        if not self.pledged[square]:
            return 0
        return self.fee(square) + (board.TITLES[square].mortgage if mark & 2 else 0)

    # --- what trades are worth ----------------------------------------------------------------

    def bonus(self, group, count, purse):
        """Worth of so many deeds of a group, in units of four."""
        size, worth = len(GROUPS[group]), self.worth[group]
        if not count or count < size - 1:
            return 0
        if count < size:
            return worth // 4
        houses = self.weight["TRADE_POOR"] if group < STATIONS else 0
        poor = houses and purse < HOUSE[group] // 16 * houses
        return worth // 2 if poor else worth

    def gain(self, seat, delta, comes):
        """R-17.10: change in the worth of a party's groups."""
        purse = min(max(self.cash[seat] + comes, 0) // 16, 255)
        total = 0
        for group, change in enumerate(delta):
            now = self.held(seat, group)
            if change:
                total += self.bonus(group, now + change, purse) - self.bonus(group, now, purse)
        return 4 * total

    def weigh(self, giver, partner, marks, cards, comes):
        """(deeds and cards that come to ``giver``, his gain in groups, the partner's)."""
        total, delta = 0, [0] * 10
        for square in marks:
            title = board.TITLES[square]
            sign = -1 if self.owner[square] == giver else 1
            pledged = title.mortgage - self.fee(square)
            total += sign * (pledged if self.pledged[square] else title.price)
            delta[GROUP_OF[square]] += sign
        for number in range(2):
            if cards >> number & 1:
                gives = self.engine.byte("deck_free", number) == giver
                total += -CARD if gives else CARD
        back = [-change for change in delta]
        return total, self.gain(giver, delta, comes), self.gain(partner, back, -comes)

    def is_fair(self, own, other, eighths):
        return own > 0 and (other < 0 or own >= 8192 or 8 * own >= eighths * other)

    def least(self, seat):
        return self.weight["TRADE_LEAST" if self.is_computer(seat) else "TRADE_WARY"]

    # --- proposing ----------------------------------------------------------------------------

    def propose(self):
        """R-17.9: the offer, or None."""
        memory, me = self.memory, self.me
        if memory["traded"]:
            return None
        memory["traded"] = 1
        if self.random.byte() >= self.weight["TRADE_OFTEN"]:
            return None
        if self.sold() < self.weight["TRADE_FROM"]:
            return None
        for group in ASKED_FIRST:
            mine = self.held(me, group)
            if mine in (0, len(GROUPS[group])):
                continue
            for rival in range(7, -1, -1):
                if rival == me or not self.asks(rival, group):
                    continue
                his = self.held(rival, group)
                if his and mine + his >= len(GROUPS[group]) - 1 and self.terms(rival, group):
                    self.remember(rival, group, mine)
                    return ("OFFER",)
        return None

    def asks(self, rival, group):
        """People are left alone for a while, computers asked for something else."""
        memory, me = self.memory, self.me
        if not self.is_computer(rival):
            return not memory["wait"][me]
        if memory["asked"][me] % 16 == group + 1 and memory["tries"][me] >= 2:
            return not self.random.byte() & 0x80
        return True

    def remember(self, rival, group, mine):
        memory, me = self.memory, self.me
        asked = mine * 16 + group + 1
        if memory["asked"][me] != asked:
            memory["asked"][me], memory["tries"][me] = asked, 0
        memory["tries"][me] = min(memory["tries"][me] + 1, TRIES)
        if not self.is_computer(rival):
            memory["wait"][me] = min(2 * memory["tries"][me], LONGEST_WAIT)

    def terms(self, rival, want):
        """A group the two share alone in return, or money, or money and its cheapest deeds."""
        me = self.me
        asked = [square for square in GROUPS[want] if self.owner[square] == rival]
        for group in range(9, -1, -1):
            mine, his = self.held(me, group), self.held(rival, group)
            if group != want and mine and his and mine + his == len(GROUPS[group]):
                given = [square for square in GROUPS[group] if self.owner[square] == me]
                if self.settles(rival, want, asked + given):
                    return True
                break
        given = []
        spare = [
            square
            for square, group in sorted(GROUP_OF.items())
            if self.owner[square] == me and group != want and not self.whole(me, group)
        ]
        for _ in range(4):
            if self.settles(rival, want, asked + given):
                return True
            if not spare:
                return False
            given.append(spare.pop(0))
        return False

    def settles(self, rival, want, marks):
        """The money that shares the gain; would both agree?"""
        me, weight = self.me, self.weight
        deeds, mine, his = self.weigh(me, rival, marks, 0, 0)
        comes = (weight["TRADE_SHARE"] * (mine + his) >> 3) - mine - deeds
        if self.memory["asked"][me] % 16 == want + 1:
            comes -= sum(1 + self.random.below(15) for _ in range(self.memory["tries"][me]))
        payer = rival if comes >= 0 else me
        most = max(self.cash[payer] - 4 * weight["TRADE_KEEP"], 0)
        comes = min(comes, most) if comes >= 0 else -min(-comes, most)
        give, wanted = max(-comes, 0), max(comes, 0)
        self.block = rival, give, wanted, sorted(marks)
        deeds, mine, his = self.weigh(me, rival, marks, 0, comes)
        own, other = mine + deeds + comes, his - deeds - comes
        if not self.is_fair(own, other, self.least(rival)):
            return False
        if not self.is_fair(other, own, weight["TRADE_LEAVE"]):
            return False
        self.engine.propose(rival, marks, give, wanted)
        fees = sum(self.deed_cost(s, 1) for s in marks if self.owner[s] == me)
        return self.may("OFFER") and self.cash[rival] - wanted + give >= fees

    # --- answering ----------------------------------------------------------------------------

    def refuse(self, why):
        self.hear()
        if why:
            self.memory["why"] = WHY[why]
        return ("DECLINE",)

    def hear(self, more=1):
        """How many offers of a person it has listened to in this turn; one more, two at most."""
        asker = self.engine.byte("trade_from")
        if self.is_computer(asker):
            return 0
        turn, wait, tries = (self.engine.byte("turn_count"), *self.people())
        if wait[asker] != turn:
            wait[asker], tries[asker] = turn, 0
        heard = tries[asker]
        tries[asker] = heard if heard >= PEOPLE_HEARD else heard + more
        return heard

    def people(self):
        """Turn and number of each person's offers: a computer's waits and refusals."""
        return self.memory["wait"], self.memory["tries"]

    def answer(self):
        """R-17.10."""
        engine, me, asker = self.engine, self.me, self.engine.byte("trade_from")
        marks = {s: m for s, m in enumerate(engine.table("square_mark", 40)) if m}
        give, want = engine.pair("trade_give"), engine.pair("trade_want")
        if self.hear(0) >= PEOPLE_HEARD:
            return self.refuse("enough")
        if any(self.owner[s] == me and self.whole(me, GROUP_OF[s]) for s in marks):
            return self.refuse("unfair")
        most = [amount if amount < 0x1000 else 0xF00 + amount % 256 for amount in (want, give)]
        comes = most[0] - most[1]
        deeds, his, mine = self.weigh(asker, me, marks, engine.byte("trade_cards"), comes)
        if not self.is_fair(mine - deeds - comes, his + deeds + comes, self.least(asker)):
            return self.refuse("unfair")
        if his >= 256 and self.sold() < self.weight["TRADE_FROM"]:
            return self.refuse("early")
        received = [s for s in marks if self.owner[s] != me]
        left = self.cash[me] + give - want - sum(self.deed_cost(s, marks[s]) for s in received)
        if want > give and not self.is_computer(asker):
            keep = 4 * self.weight["TRADE_KEEP"] if mine >= 256 else self.keep()
            if left < keep:
                return self.refuse("cash")
        spare = left - self.keep() if left >= 0 else -1
        for square in sorted(received, reverse=True):
            costs = board.TITLES[square].mortgage
            if self.pledged[square] and marks[square] == 1 and spare >= costs:
                return "TOGGLE", square
        if not self.may("APPROVE"):
            return self.refuse("cash")
        self.hear()
        return ("APPROVE",)

    # --- managing -----------------------------------------------------------------------------

    def manage(self):
        """The end of a turn."""
        for idea in (self.propose, self.complete, self.build, self.shift, self.repay, self.stop):
            if said := idea():
                return said
        return ("END_TURN",)

    def stop(self):
        """R-17.12: in one turn of 32, after 512 turns if nobody scores more, after 1536 always."""
        turns = self.engine.byte("turn_count") + 256 * self.engine.byte("turn_count", 1)
        if turns < 512 or (turns < 1536 and self.is_behind()) or self.random.byte() >= 8:
            return None
        return ("QUIT",)

    def is_behind(self):
        """Has somebody a higher score (R-15.2)?"""
        scores = [self.score(seat) for seat in range(8)]
        return max(scores) > scores[self.me]

    def score(self, seat):
        held = [self.held(seat, group) for group in range(len(GROUPS))]
        total = self.cash[seat] // 8 + self.engine.equity(seat) // 2
        total += sum(self.engine.byte("deck_free", deck) == seat for deck in (0, 1))
        total += sum(3 * k - 2 for k in held if k) + held[UTILITIES]
        total += held[STATIONS] * 2 ** held[STATIONS] // 2
        for square, level in enumerate(self.level):
            if level and self.owner[square] == seat:
                total += board.SCORE[board.TITLES[square].house][level - 1]
        return total

    def complete(self):
        return self.repaid(self.cash[self.me] - 4 * self.weight["KEEP_FIRST"], True)

    def repay(self):
        """R-17.8."""
        return None if self.pressed() else self.repaid(self.cash[self.me] - self.keep(), False)

    def repaid(self, spare, whole):
        for group in reversed(CHEAP_FIRST):
            if whole and not self.whole(self.me, group):
                continue
            for square in GROUPS[group]:
                title = board.TITLES[square]
                mine = self.owner[square] == self.me and self.pledged[square]
                if mine and title.mortgage + self.fee(square) <= spare:
                    return "REPAY", square
        return None

    def ahead(self):
        """The rents within the next throw, so many eighths of each."""
        here, total = self.engine.byte("player_square", self.me), 0
        for step in range(2, 13):
            square = (here + step) % 40
            rival = self.owner[square] not in (NOBODY, self.me)
            if rival and GROUP_OF[square] != UTILITIES:
                total += self.rent(square) // 8 * self.weight["KEEP_AHEAD"]
        return total

    def first_level(self):
        cash = self.cash[self.me]
        return None if cash < RICH else 3 if cash < VERY_RICH else HOTEL

    def build(self, request="BUILD"):
        """R-17.7."""
        (level, keep), (top, least) = self.plans()
        raising = request == "BUILD" and self.weight["RAISE"]
        said = self.built(level, keep, raising, request)
        return said or self.built(top, least, 0, request)

    def plans(self):
        """To which level it builds first, leaving what; to which level then, leaving what."""
        keep = 4 * self.weight["KEEP_FIRST"] + self.ahead()
        level = self.first_level() or self.weight["LEVEL_FIRST"]
        least = 4 * self.weight["KEEP_PRESSURE"] if self.pressed() else self.keep()
        return (level, keep), (self.weight["LEVEL_TOP"], least)

    def built(self, limit, keep, raising, request="BUILD"):
        spare = self.cash[self.me] - keep
        for group in range(7, -1, -1):
            cost = HOUSE[group]
            if not self.whole(self.me, group) or (cost > spare and not raising):
                continue
            for square in GROUPS[group]:
                if self.level[square] >= limit:
                    continue
                reason = self.engine.check(K["REQ_" + request], square)
                if reason == K["REASON_SESSION"] and cost <= spare and self.opens_session():
                    return ("HOUSES",)
                if reason not in (0, K["REASON_MONEY"]):
                    continue
                return (request, square) if cost <= spare else self.raised(cost + keep)
        return None

    def opens_session(self):
        """Once a turn."""
        opened, self.memory["traded"] = self.memory["traded"] & 2, self.memory["traded"] | 2
        return not opened

    def shift(self):
        """R-17.7: from its cheapest group to the dearest one that is still low."""
        limit = self.first_level()
        if self.engine.byte("bank_houses") or not limit:
            return None
        low = [g for g in range(7, -1, -1) if self.first_of("BUILD", g, limit)]
        short = [g for g in low if self.first_of("BUILD", g, limit)[1]]
        for group in range(short[0] if short else 0):
            found = self.first_of("SELL", group, HOTEL)
            if found and not found[1]:
                return "SELL", found[0]
        return None

    def first_of(self, name, group, limit):
        """(street, houses lack) where a request would be taken, but for houses; None."""
        for square in GROUPS[group]:
            if self.level[square] < limit:
                reason = self.engine.check(K["REQ_" + name], square)
                if reason in (0, K["REASON_NO_HOUSES"]):
                    return square, bool(reason)
        return None


def after(engine):
    """What computers remember, read from the 6502, by the names of ``Mind.memory``."""
    memory = {name: engine.byte(f"brain_{name}") for name in ("turn", "traded", "steps")}
    return memory | {name: engine.table(f"brain_{name}", 8) for name in ("wait", "asked", "tries")}


def compare(engine, kind=Mind):
    """Let both decide; they must ask for the same and remember the same.  Returns what they ask
    for (as ``Mind.decide``), and the Mind."""
    mind = kind(engine)
    wanted = mind.decide()
    lost = engine.byte("brain_fallbacks")
    engine.call("brain_decide")
    code, args = engine.cpu.a, tuple(engine.table("arg0", 4))[: len(wanted) - 1]
    assert not engine.carry
    name = wanted[0]
    assert (code, args) == (K["REQ_" + name], wanted[1:]), (name, wanted)
    assert engine.byte("brain_fallbacks") - lost & 0xFF == mind.lost
    why = mind.memory.pop("why", None)
    assert after(engine) == mind.memory
    assert int.from_bytes(bytes(engine.table("rng_v", 3)), "big") == mind.random.v
    if name == "OFFER":
        marks = [square for square, mark in enumerate(engine.table("offer_marks", 40)) if mark]
        terms = engine.byte("offer_partner"), engine.pair("offer_give"), engine.pair("offer_want")
        assert (*terms, marks) == mind.block
    if name == "LOAN":
        labels = ("offer_partner", "offer_give_lo", "offer_give_hi", "offer_want_lo", "offer_cards")
        assert tuple(map(engine.byte, labels)) == mind.block
    if why is not None:
        assert engine.byte("brain_why") == why
    return wanted, mind


def random_weights(engine, rng):
    """Other weights for each skill than the game's, some of them extreme."""
    ranges = {"LEVEL_FIRST": 5, "LEVEL_TOP": 5, "RAISE": 1, "KEEP_AHEAD": 8,
              "TRADE_SHARE": 8, "GAOL_STAY": 6, "TRADE_FROM": 20, "TRADE_POOR": 12,
              "TRADE_LEAST": 12, "TRADE_WARY": 24, "TRADE_LEAVE": 10}  # fmt: skip
    for skill in range(3):
        for number, name in enumerate(NAMES):
            most = ranges.get(name, 18 if name.startswith("BID_") else 255)
            least = name in ("TRADE_SHARE",)
            value = rng.choice((0, 1, 4)) if name == "BUY_MORE" else rng.randint(least, most)
            engine.poke("brain_weights", value, skill * len(NAMES) + number)
