"""The table: players, deeds, decks, modes, and how money moves (R-2, R-12.1, R-12.4)."""

from tests.asm.game.model import board, switches
from tests.asm.game.model.generator import Generator

CAP = 32767
BANK = 8
TAX = 9
PRINTED = 15140
START_MONEY = (1500, 1000, 2000)
USED = "used"
NOBODY = NO_SQUARE = 255
BY_SQUARE, BY_CARD, BY_DOUBLES = 0, 1, 2  # into gaol
BY_BAIL, BY_FREE_CARD, BY_DOUBLE = 0, 1, 2  # out of it
OF_TURN, OF_FIRST, OF_GAOL, OF_CARD = 0, 1, 2, 3  # throws
FORWARD, BACK, TO_GAOL = 0, 1, 2  # moves
LAST, VOTE, CLOCK = 0, 1, 2  # ends
PLAIN, INTEREST = 1, 3  # a deed in a trade: fee, or repaid at once


class Refused(Exception):
    """The rules do not allow the request now."""


def need(condition, why=""):
    if not condition:
        raise Refused(why)


class Player:
    """One seat."""

    def __init__(self, seat):
        self.seat = seat
        self.alive = False
        self.cpu, self.skill = False, 0
        self.cash = 0
        self.debts = {}
        self.square = 0
        self.gaol = False
        self.sent = False
        self.must_post = False
        self.moves = False
        self.fails = 0
        self.colour = None
        self.token = seat

    @property
    def money(self):
        return self.cash - sum(self.debts.values()) if self.debts else self.cash


class Deed:
    """A square that can be owned."""

    def __init__(self, title):
        self.title = title
        self.owner = None
        self.level = 0
        self.mortgaged = False


class Mode:
    """A mode on the stack; ``square`` is what it is about."""

    def __init__(self, kind, active, square=None):
        self.kind = kind
        self.active = active
        self.square = square


class Deck:
    """A deck: the order of the cards, the next one, and where the GO-free card is."""

    def __init__(self, cards):
        self.cards = cards
        self.order = []
        self.next = 0
        self.free = None  # holder, USED, or None while it is in the deck


class Table:
    """Players, deeds, decks and money; what can be asked about them."""

    def __init__(self, source, seed):
        self.random = Generator(source, seed)
        self.players = [Player(seat) for seat in range(8)]
        self.deeds = {square: Deed(title) for square, title in board.TITLES.items()}
        self.decks = (Deck(board.CHEST_CARDS), Deck(board.CHANCE_CARDS))
        self.count = 4
        self.option = dict(money=0, parking=0, go=0, limited=0, deeds=0, length=0, caller=0)
        self.switch = switches.of_preset(switches.CLASSIC)
        self.totals = []  # of the roll for first, by seat
        self.stock = PRINTED  # what the bank has; less than nothing if it is not finite
        self.issued = 0
        self.minutes = self.clock = 0  # of a short game: agreed upon; seconds left
        self.emissions = {}  # {turn: amount}
        self.pool = 0
        self.modes = [Mode("setup", 0)]
        self.phase = "roll"
        self.again = False
        self.doubles = 0
        self.first = 0
        self.best = 0
        self.turns = 0
        self.dice = (0, 0)
        self.bid = 0
        self.bidder = None
        self.passed = {}
        self.pending = {}
        self.marks = {}
        self.trade = None
        self.sent_back = 0  # how often that trade was sent back with other terms
        self.loans = [None] * 8
        self.asked = None
        self.rent_due = 0
        self.built = set()  # squares that a level was added to in this turn
        self.last_bids = {}
        self.loser = None
        self.seen = False
        self.asker = None
        self.winners = set()
        self.told = []  # what it has told since somebody took it: (EV_ name, and its four fields)
        self.owing = set()  # seats that were in debt when it was last told who is
        self.shown = [0] * 8  # money as it was told last

    def tell(self, name, player, param=0, other=0, amount=0):
        """An event, as play/events.inc lists its fields."""
        self.told.append((name, player, param, other, amount & 0xFFFF))

    def tell_cash(self):
        """Whose money is not what was told last."""
        for player in self.players:
            if player.money != self.shown[player.seat]:
                self.shown[player.seat] = player.money
                self.tell("CASH", player.seat, amount=player.money)

    def tell_solvent(self):
        """Whoever has paid all his debts, the last seat first."""
        for player in reversed(self.players):
            if player.alive and player.money < 0:
                self.owing.add(player.seat)
            elif player.seat in self.owing:
                self.owing.remove(player.seat)
                self.tell("SOLVENT", player.seat)

    # --- looking -------------------------------------------------------------

    @property
    def mode(self):
        return self.modes[-1]

    @property
    def me(self):
        return self.players[self.mode.active]

    @property
    def dicer(self):
        return self.players[self.modes[0].active]

    def living(self):
        return [p for p in self.players if p.alive]

    def after(self, seat):
        """The other living players in play order, beginning after a seat."""
        ring = [self.players[(seat + n) % 8] for n in range(1, 8)]
        return [p for p in ring if p.alive]

    def next(self, seat):
        others = self.after(seat)
        return others[0].seat if others else seat

    def owned(self, seat):
        return [d for d in self.deeds.values() if d.owner == seat]

    def acquire(self, deed, seat):
        """A deed has a new owner, whose group may be complete now."""
        deed.owner = seat
        if self.whole(seat, deed.title.group):
            self.tell("GROUP", seat, board.GROUPS.index(deed.title.group))

    def held(self, seat, group):
        return [self.deeds[s].owner for s in board.MEMBERS[group]].count(seat)

    def whole(self, seat, group):
        return self.held(seat, group) == len(board.MEMBERS[group])

    def group(self, deed):
        return [self.deeds[s] for s in board.MEMBERS[deed.title.group]]

    def equity(self, seat):
        return sum(map(self.deed_equity, self.owned(seat)))

    @staticmethod
    def deed_equity(deed):
        """What a deed and its buildings count for (R-2.4)."""
        buildings = deed.level * deed.title.house // 2
        return buildings if deed.mortgaged else buildings + deed.title.mortgage

    def wealth(self, player):
        return player.money + self.equity(player.seat)

    def loans_of(self, seat):
        return [loan for loan in self.loans if loan and loan.borrower == seat]

    def borrowed(self, seat):
        return sum(loan.amount for loan in self.loans_of(seat))

    def losing(self, player):
        """Cannot pay: on paper, or because nothing he has can be sold or mortgaged (V-3.6)."""
        if not player.alive or player.money >= 0:
            return False
        return self.wealth(player) < 0 or not self.can_raise(player)

    def in_debt(self, player):
        return player.alive and player.money < 0 and not self.losing(player)

    def can_raise(self, player):
        return any(self.can_sell(d) or self.can_mortgage(d) for d in self.owned(player.seat))

    def can_sell(self, deed):
        """R-10.3, and whether the bank has the houses a hotel leaves (V-3.6)."""
        if not deed.level or deed.level < max(d.level for d in self.group(deed)):
            return False
        return self.switch["hotel"] != 2 or deed.level < 5 or self.houses >= 4

    def can_mortgage(self, deed):
        return not deed.mortgaged and not any(d.level for d in self.group(deed))

    @property
    def houses(self):
        return 32 - sum(d.level for d in self.deeds.values() if d.level < 5)

    @property
    def hotels(self):
        return 12 - sum(1 for d in self.deeds.values() if d.level == 5)

    @property
    def circulating(self):
        return self.pool + sum(p.cash for p in self.players)

    def score(self, seat):
        """R-15.2 with R-20.1 and R-20.2."""
        player = self.players[seat]
        deeds = self.owned(seat)
        money = player.money - self.borrowed(seat)
        total = self.equity(seat) // 2 + money // 8 + len(deeds)
        total += sum(1 for deck in self.decks if deck.free == seat)
        for group in board.GROUPS:
            k = self.held(seat, group)
            if k:
                total += 2 * (k - 1)
        total += sum(board.SCORE[d.title.house][d.level - 1] for d in deeds if d.level)
        stations = self.held(seat, "stations")
        total += stations * 2**stations // 2
        return total + self.held(seat, "utilities")

    # --- money (R-2.1, R-12.1, R-12.4, R-16) ---------------------------------

    def order_of_creditors(self, seat):
        return [(seat + n) % 8 for n in range(1, 8)] + [BANK, TAX]

    def arrive(self, creditor, amount):
        """Money that is in circulation comes to a creditor."""
        if creditor == BANK or (creditor == TAX and not self.option["parking"]):
            self.stock += amount
            return
        if creditor == TAX:
            self.pool = self.capped(self.pool + amount)
            return
        player = self.players[creditor]
        for other in self.order_of_creditors(creditor):
            part = min(amount, player.debts.get(other, 0))
            if part:
                player.debts[other] -= part
                amount -= part
                self.arrive(other, part)
        player.cash = self.capped(player.cash + amount)

    def capped(self, amount):
        """What is above the cap stays with the bank."""
        self.stock += max(0, amount - CAP)
        return min(CAP, amount)

    def charge(self, player, creditor, amount):
        part = min(player.cash, amount)
        player.cash -= part
        if amount > part:
            player.debts[creditor] = player.debts.get(creditor, 0) + amount - part
            self.tell("DEBT", player.seat, 0, creditor, amount - part)
        self.arrive(creditor, part)

    def from_bank(self, seat, amount):
        """The bank pays; returns how much it was."""
        if self.switch["bank"]:
            self.issue(max(0, amount - self.stock))
        elif self.option["limited"]:
            amount = min(amount, max(0, PRINTED - self.circulating))
        self.stock -= amount
        self.arrive(seat, amount)
        return amount

    def issue(self, amount):
        """Emission: the bank cannot fail, and keeps a record (VARIANTS 3)."""
        if amount:
            if self.turns not in self.emissions:
                self.tell("ISSUED", NOBODY, amount=amount)
            self.emissions[self.turns] = self.emissions.get(self.turns, 0) + amount
        self.issued += amount
        self.stock += amount

    @property
    def fees_to(self):
        return TAX if self.option["parking"] == 2 else BANK

    def fee(self, deed):
        """The tenth on a mortgage, which not all rules have."""
        return 0 if self.switch["repay"] else deed.title.fee

    # --- when a request may come ---------------------------------------------

    def gate(self, *kinds, phases=None, debt=False, phantom=False):
        need(self.mode.kind in kinds, "mode")
        need(self.mode.kind != "normal" or self.phase != "tax" or phases, "tax first")
        if self.mode.kind == "normal" and phases:
            need(self.phase in phases, "phase")
        need(debt or self.me.money >= 0, "debt")
        need(phantom or self.houses >= 0, "phantom")

    MANAGE = ("normal", "auction", "must pay", "trade", "transfer")
    CONSTRUCT = ("normal", "auction", "must pay")
