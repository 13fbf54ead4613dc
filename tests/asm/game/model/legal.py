"""What is true of the state between two requests, by RULES: ``faults`` names what is not.

Written from the rules, not from the code that keeps them nor from the check of a loaded
game (asm/game/sys/save_valid.s), so that the three can be held against each other.
"""

from functools import cached_property
from itertools import pairwise

from tests.asm.game.engine import K, signed
from tests.asm.game.model import board, legal_variants, switches

NONE = 0xFF
SEATS = range(8)
HIGHEST = {  # bytes that are numbers of something: the highest, and whether NONE may stand there
    "player_square": (8, 39, False), "player_colour": (8, 9, True), "player_token": (8, 7, False),
    "player_gaol_fails": (8, 5, False), "square_owner": (40, 7, True),
    "square_level": (40, 5, False), "square_mortgaged": (40, 1, False),
    "square_mark": (40, 3, False), "square_pending": (40, 7, True), "turn_phase": (1, 4, False),
    "turn_again": (1, 1, False), "turn_doubles": (1, 2, False), "turn_best": (1, 12, False),
    "turn_first": (1, 7, False), "dice": (2, 6, False), "card_last": (1, 31, True),
    "mode_kind": (4, 12, False), "mode_active": (4, 7, True), "mode_square": (4, 39, True),
    "auction_bidder": (1, 7, True), "auction_passed": (8, 2, False), "trade_from": (1, 7, True),
    "trade_cards": (1, 3, False), "transfer_seen": (1, 3, False), "quit_asker": (1, 7, False),
    "brain_traded": (1, 3, False), "brain_tries": (8, 6, False),
    "pool_hi": (1, 127, False), "auction_bid_hi": (1, 127, False), "trade_give_hi": (1, 127, False),
    "trade_want_hi": (1, 127, False), "player_names": (64, 0x5F, False),
}  # fmt: skip
OPTIONS = (  # a skill or character a seat
    2, 2, 1, 1, 5, K["RANDOM_SEEDED"], 1, 8, *8 * (K["KINDS"] - 1,),
)  # fmt: skip
STACKS = {
    ("FIRST",), ("NORMAL",), ("NORMAL", "AUCTION"), ("NORMAL", "TRADE"),
    ("NORMAL", "AUCTION", "TRADE"), ("NORMAL", "MUST_PAY"), ("NORMAL", "TRANSFER"),
    ("NORMAL", "QUIT"), ("OVER",),
}  # fmt: skip
KINDS = (
    "SETUP", "FIRST", "NORMAL", "AUCTION", "TRADE", "MUST_PAY", "TRANSFER", "QUIT", "OVER",
    "RENT", "LOAN", "CLAIM", "HOUSES",
)  # fmt: skip
ON_SQUARES = ("owner", "level", "mortgaged", "mark", "pending")
BUY, BAIL, MOVE, DONE = (K[f"PHASE_{n}"] for n in ("BUY", "BAIL", "MOVE", "DONE"))


class State:
    """The bytes of a state by the names of state.inc.

    places  {name: offset};  content  bytes
    """

    def __init__(self, content, places):
        self.content, self.places = content, places

    def byte(self, name, index=0):
        return self.content[self.places[name] + index]

    def table(self, name, count):
        at = self.places[name]
        return self.content[at : at + count]

    def pair(self, name, index=0):
        return self.byte(name + "_lo", index) | self.byte(name + "_hi", index) << 8

    def pair_of(self, name):
        """16 bits in two bytes that follow each other."""
        return int.from_bytes(self.table(name, 2), "little")

    @property
    def presets(self):
        """The bytes have the block that presets need behind the others."""
        return self.places.get("switches", len(self.content)) < len(self.content)

    def flag(self, seat, name):
        return bool(self.byte("player_flags", seat) & K["PF_" + name])

    def money(self, seat):
        return signed(self.pair("player_money", seat))

    @property
    def depth(self):
        return self.byte("mode_depth")

    @cached_property
    def kinds(self):
        return tuple(KINDS[k] for k in self.table("mode_kind", self.depth + 1))

    @property
    def actives(self):
        return self.table("mode_active", self.depth + 1)

    @cached_property
    def living(self):
        return [seat for seat in SEATS if self.flag(seat, "ALIVE")]

    @cached_property
    def _deeds(self):
        """{owner: squares of deeds}."""
        found = {}
        for square, owner in enumerate(self.table("square_owner", 40)):
            if square in board.TITLES:
                found.setdefault(owner, []).append(square)
        return found

    def deeds(self, seat):
        return self._deeds.get(seat, [])

    @cached_property
    def chosen(self):
        """{name: value} of the switches; all classic in a state that has none."""
        if not self.presets:
            return dict.fromkeys(switches.NAMES, 0)
        names = switches.NAMES
        return dict(zip(names, self.table("switches", len(names)), strict=True))

    def equity(self, seat):
        """R-2.4."""
        total = 0
        for square in self.deeds(seat):
            title = board.TITLES[square]
            total += 0 if self.byte("square_mortgaged", square) else title.mortgage
            total += self.byte("square_level", square) * title.house // 2
        return total


def faults(content, places):
    """Return what is wrong with a state, in words; [] = the rules can lead to it."""
    s = State(content, places)
    found = [*wrong_numbers(s)] or [*modes(s)]
    if not found:  # what follows counts with them
        for look in (seats, money, turn, squares, marks, bank, cards, deciding):
            found += look(s)
        found += legal_variants.faults(s)
    return found


def wrong_numbers(s):
    if s.byte("state_version") != K["STATE_VERSION"]:
        yield "version"
    if not 2 <= s.byte("player_count") <= 8:
        yield "player_count"
    if any(v > most for v, most in zip(s.table("settings", 16), OPTIONS, strict=True)):
        yield "settings"
    if s.depth > 2 or any(s.byte(f"mode_{n}", 3) for n in ("kind", "active", "square")):
        yield "mode_depth"
    limits = dict(HIGHEST)
    if s.presets:
        yield from legal_variants.wrong_switches(s.chosen)
        limits |= legal_variants.HIGHEST
        limits["turn_phase"] = (1, 5, False)
    for name, (count, most, none) in limits.items():
        found = s.table(name, count)
        if max(found) > most and any(v > most and not (none and v == NONE) for v in found):
            yield name


def seats(s):
    """R-1.4, R-2.3, R-5."""
    count = s.byte("player_count")
    colours = s.table("player_colour", count)
    if NONE in colours or len(set(colours)) < count:
        yield "colours"
    if len(set(s.table("player_token", 8))) < 8:
        yield "tokens"
    if s.byte("turn_first") >= count:
        yield "who was first does not play"
    for seat in SEATS:
        name = bytes(s.table("player_names", 64)[seat * 8 :][:8])
        letters = name.rstrip(b"\0")
        if any(c < 0x20 for c in letters):
            yield f"name of {seat}"
        if not s.flag(seat, "ALIVE"):
            if s.byte("player_flags", seat) & 0x7F or s.byte("player_gaol_fails", seat):
                yield f"{seat} is out and has flags"
            continue
        if seat >= count:
            yield f"{seat} does not play and lives"
        fails, gaol = s.byte("player_gaol_fails", seat), s.flag(seat, "GAOL")
        if gaol and s.byte("player_square", seat) != board.GAOL:
            yield f"{seat} is in gaol elsewhere"
        if not gaol and (fails or s.flag(seat, "SENT")):
            yield f"{seat} is not in gaol"
        most = 5 if s.chosen["third"] == 2 else 3
        if fails > most or (fails == most) != s.flag(seat, "BAIL"):
            yield f"third failure of {seat}"


def money(s):
    """R-2.1, R-2.2, R-12.1, R-12.2."""
    out = s.pair("pool")
    halves = s.table("debt_lo", 80), s.table("debt_hi", 80)
    debts = [low | high << 8 for low, high in zip(*halves, strict=True)]
    for seat in SEATS:
        have = s.money(seat)
        out += max(have, 0)
        owed = debts[seat::8]
        if sum(owed) != max(-have, 0):
            yield f"debts of {seat}"
        if any(owed[c] for c in SEATS if c == seat or c not in s.living):
            yield f"{seat} owes somebody who is not there"
        if have and seat not in s.living:
            yield f"{seat} is out and has money"
        equity = s.equity(seat)
        if s.pair("player_equity", seat) != equity:
            yield f"equity of {seat}"
        owes = seat in s.living and have < 0
        loses = owes and (have + equity < 0 or cannot_sell(s, seat))
        if s.flag(seat, "DEBT") != (owes and not loses):
            yield f"PF_DEBT of {seat}"
        if s.flag(seat, "LOSING") != loses:
            yield f"PF_LOSING of {seat}"
    if int.from_bytes(s.table("bank_out", 3), "little") != out:
        yield "bank_out"


def cannot_sell(s, seat):
    """Hotels that the bank has no houses for are worth nothing (V-3.6)."""
    return s.chosen["hotel"] == 2 and not legal_variants.can_raise(s, seat)


def modes(s):
    """R-2.5, and who is active."""
    kinds, actives, living = s.kinds, s.actives, s.living
    if kinds not in (STACKS | legal_variants.STACKS if s.presets else STACKS):
        yield f"modes {kinds}"
        return
    first, second = kinds[0], kinds[1] if s.depth else None
    for place, seat in enumerate(actives):
        waits = place == 0 and second in ("AUCTION", "MUST_PAY", "TRANSFER")
        if seat not in living and not (waits and seat < 8):
            yield f"{seat} is active and out"
    for one, two in pairwise(actives):
        if (
            one == two
            and kinds[-1] in ("TRADE", "MUST_PAY", "QUIT", "RENT", "LOAN", "CLAIM")
            and actives[-1] == two
        ):
            below = s.depth == 2 and (one, two) == tuple(actives[:2])
            if not (kinds[-1] == "TRADE" and (below or s.byte("transfer_seen") % 2)):
                yield "nobody else"
    winners = {seat for seat in SEATS if s.byte("winners") >> seat & 1}
    if first == "OVER" and (not winners or winners - set(living) or min(winners) != actives[0]):
        yield "winners"
    if first != "OVER" and winners:
        yield "winners of a game that goes on"
    if first != "OVER" and len(living) < 2:
        yield "nobody is left"
    if first == "FIRST" and len(living) != s.byte("player_count"):
        yield "not all roll for the first turn"


def turn(s):
    """R-4, R-5, R-6.1, and R-12.6: who may be in debt while the turn goes on."""
    kinds, actives = s.kinds, s.actives
    if kinds[0] == "OVER":
        return
    dicer, phase = actives[0], s.byte("turn_phase")
    for seat in s.living:
        flags = {n: s.flag(seat, n) for n in ("BAIL", "MOVES", "SENT")}
        here = seat == dicer
        if flags["BAIL"] != (here and phase == BAIL) or flags["MOVES"] != (here and phase == MOVE):
            yield f"bail of {seat}"
        if flags["SENT"] and not (here and phase == DONE):
            yield f"{seat} was sent to gaol"
        debt, losing = s.flag(seat, "DEBT"), s.flag(seat, "LOSING")
        if kinds[-1] in ("FIRST", "NORMAL") and (losing or (debt and not here)):
            yield f"{seat} is not asked for his debts"
        if kinds[-1] == "MUST_PAY" and seat == actives[-1] and losing:
            yield f"{seat} loses and must pay"
    if kinds[0] != "NORMAL":
        return
    if 0 in s.table("dice", 2):
        yield "dice"
    doubles = s.byte("turn_doubles")
    if s.byte("turn_again") and not doubles:
        yield "a further roll without a double"
    if doubles and s.flag(dicer, "GAOL"):
        yield "doubles in gaol"
    lends = s.chosen["loans"]  # a lap that ends on the way there may leave a debt
    builds = s.chosen["short"]  # and so may houses asked for before he decides
    if phase == BUY and (dicer in s.living or not lends):  # or ruin who was to buy
        square = s.byte("player_square", dicer)
        beside = {(), ("TRADE",), ("QUIT",), ("LOAN",)}
        if builds:
            beside |= {k[1:] for k in legal_variants.STACKS if "HOUSES" in k} | {("MUST_PAY",)}
        if not free_deed(s, square) or kinds[1:] not in beside:
            yield "what is offered"
        debts = any(s.money(p) < 0 for p in s.living if not (lends and p == dicer))
        if waiting(s) or (debts and not builds):
            yield "something was to be settled before a deed is offered"
    if kinds == ("NORMAL",) and waiting(s) and s.money(dicer) >= 0:
        if s.byte("bank_houses") < 128:
            yield "an auction should have begun"


def waiting(s):
    """Deeds of somebody who lost that are to be auctioned (R-9.8)."""
    return [n for n, seat in enumerate(s.table("square_pending", 40)) if seat != NONE]


def free_deed(s, square):
    """A deed that nobody owns and that is not to be auctioned yet."""
    taken = s.byte("square_owner", square) != NONE or s.byte("square_pending", square) != NONE
    return square in board.TITLES and not taken


def squares(s):
    """R-10.1, R-10.2, R-11, R-13.1, R-13.3."""
    kinds = s.kinds
    rows = zip(*(s.table(f"square_{n}", 40) for n in ON_SQUARES), strict=True)
    for square, (owner, level, pledged, mark, pending) in enumerate(rows):
        if square not in board.TITLES or owner == NONE:
            if level or pledged or mark:
                yield f"{square}: something on nobody's square"
            if square not in board.TITLES and (owner != NONE or pending != NONE):
                yield f"{square}: no deed"
        if pending != NONE and (owner != NONE or pending >= s.byte("player_count")):
            yield f"{square}: pending"
        if kinds[0] == "FIRST" and (owner != NONE or pending != NONE):
            yield f"{square}: before the first turn"
        if owner == NONE or square not in board.TITLES:
            continue
        if owner not in s.living:
            laid = kinds[-1] == "TRANSFER" and owner == s.byte("trade_from")
            laid |= kinds[0] == "OVER"  # it ended with him
            if not (laid and pledged):
                yield f"{square}: the owner is out"
        if level and not may_be_built(s, square):
            yield f"{square}: buildings"


def may_be_built(s, square):
    title = board.TITLES[square]
    group = board.MEMBERS[title.group]
    levels = [s.byte("square_level", g) for g in group]
    if s.chosen["clock"]:  # V-1.11: a hotel follows on three houses
        levels = [{4: 9, 5: 4}.get(level, level) for level in levels]
    return (
        title.house
        and len({s.byte("square_owner", g) for g in group}) == 1
        and not any(s.byte("square_mortgaged", g) for g in group)
        and max(levels) - min(levels) <= 1
        and max(levels) <= 5
    )


def marks(s):
    """R-13.2, R-14.2 to R-14.4."""
    kind = s.kinds[-1]
    sides = {
        "TRADE": {s.byte("trade_from"), s.actives[-1]},
        "TRANSFER": {s.byte("trade_from")},
    }.get(kind, set())
    for square, title in board.TITLES.items():
        mark = s.byte("square_mark", square)
        if not mark:
            continue
        if mark == K["MARK_REPAY"] or s.byte("square_owner", square) not in sides:
            yield f"{square}: mark"
        if mark & K["MARK_REPAY"] and not s.byte("square_mortgaged", square):
            yield f"{square}: nothing to repay"
        if any(s.byte("square_level", g) for g in board.MEMBERS[title.group]):
            yield f"{square}: traded with buildings in the group"


def bank(s):
    """R-1.2, R-10.6, and the deeds each holds of a group."""
    levels = [s.byte("square_level", square) for square in board.TITLES]
    houses = 32 - sum(v for v in levels if v < 5)
    hotels = 12 - levels.count(5)
    if s.byte("bank_houses") != houses & 0xFF or s.byte("bank_hotels") != hotels or hotels < 0:
        yield "stock of the bank"
    mine = [s.byte("square_level", d) for d in s.deeds(s.actives[-1])]
    if houses < 0 and sum(v for v in mine if v < 5) < -houses:
        yield "nobody can sell what the bank lacks"
    for number, group in enumerate(board.GROUPS):
        owners = [s.byte("square_owner", g) for g in board.MEMBERS[group]]
        if any(s.byte("player_groups", number * 8 + p) != owners.count(p) for p in SEATS):
            yield f"who holds {group}"


def cards(s):
    """R-7.6, R-7.7."""
    for deck in (0, 1):
        size, free = s.byte("deck_size", deck), s.byte("deck_free", deck)
        order = list(s.table("deck_cards", 32)[deck * 16 :][:16])
        following = s.byte("deck_next", deck)
        if size not in (15, 16) or following >= size:
            yield f"deck {deck}: size"
            continue
        if sorted(order[:size]) != list(range(size)) or (size == 15 and order[15] != NONE):
            yield f"deck {deck}: cards"
            continue
        if free < K["FREE_USED"] and free not in s.living:
            yield f"deck {deck}: who has its card is out"
        if size == 15 and free == NONE:
            yield f"deck {deck}: its card is nowhere"
        if s.chosen["cards"]:
            if free == K["FREE_USED"] or (size == 16) != (free == NONE):
                yield f"deck {deck}: its card in a deck that cycles"
        elif size == 16 and free != NONE and order.index(board.FREE_CARD) >= following:
            yield f"deck {deck}: its card is twice there"


def deciding(s):
    """R-9, R-13.2, R-14.1, R-14.2, R-15.1, R-16.5; the generator; computers' notes."""
    kinds, actives, living = s.kinds, s.actives, s.living
    if "AUCTION" in kinds:
        of_1989 = s.chosen["auction"] == 1 or "HOUSES" in kinds
        yield from legal_variants.cries(s) if of_1989 else auction(s)
    if kinds[-1] == "TRADE":
        giver = s.byte("trade_from")
        sent_back = s.byte("transfer_seen") % 2  # each counter-offer makes them change places
        if (actives[-1] if sent_back else giver) != actives[-2]:
            yield "who has offered"
        if giver not in living or giver == actives[-1]:
            yield "who offers"
        for deck in (0, 1):
            holds = s.byte("deck_free", deck) in (giver, actives[-1])
            if s.byte("trade_cards") >> deck & 1 and not holds:
                yield f"nobody there has the card of deck {deck}"
    if kinds[-1] == "TRANSFER":
        loser = s.byte("trade_from")
        if loser >= s.byte("player_count") or loser in living:
            yield "the loser plays"
    if kinds[-1] == "QUIT" and s.byte("quit_asker") != actives[0]:
        yield "who has asked"
    if s.byte("settings", K["OPT_DEEDS"]) * s.byte("player_count") > len(board.TITLES):
        yield "more deeds to deal than there are"
    v = s.table("rng_v", 3)
    if not (v[0] & 0x3F or v[1] or v[2]):
        yield "the generator stands still"
    for asked in s.table("brain_asked", 8):
        if asked and not (1 <= asked & 15 <= 10 and asked >> 4 <= 4):
            yield "what a computer has asked for"


def auction(s):
    speaker, bidder, bid = s.actives[1], s.byte("auction_bidder"), s.pair("auction_bid")
    square = s.byte("mode_square", 1)
    if square == NONE or not free_deed(s, square):
        yield "what is auctioned"
    if speaker == bidder or s.byte("auction_passed", speaker & 7):
        yield "who speaks"
    if bidder == NONE:
        if bid and not legal_variants.price_named(s, bid):
            yield "a bid of nobody"
    elif bid < 10 or bidder not in s.living or s.byte("auction_passed", bidder):
        yield "the bid"


def places(engine):
    """{name: offset} of the fields, for ``faults``."""
    first = engine.state_begin
    behind = engine.labels.get("variant_end", engine.state_end)
    fields = {n: at for n, at in engine.labels.items() if first <= at < behind}
    return {n: at - first for n, at in fields.items() if n.isidentifier() and n != "state_begin"}
