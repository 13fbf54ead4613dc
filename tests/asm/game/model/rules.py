"""A second implementation of the rules, written from RULES R-1 to R-16 and R-20.

It shares nothing with the 6502 code but the numbering of seats and squares and
the random sources, so that both can be driven in lock step.  It keeps cash and
debts apart, works equity, counts and ledgers out afresh whenever they are
asked for, and carries out modes as objects on a list.

A request is a method named after it; it raises ``Refused`` before it has
changed anything.
"""

from tests.asm.game.model import board, switches
from tests.asm.game.model.generator import Generator
from tests.asm.game.model.market import Market
from tests.asm.game.model.rules1989 import DEALT
from tests.asm.game.model.table import (
    BACK,
    BANK,
    BY_BAIL,
    BY_CARD,
    BY_DOUBLE,
    BY_DOUBLES,
    BY_FREE_CARD,
    BY_SQUARE,
    CLOCK,
    FORWARD,
    INTEREST,
    LAST,
    NOBODY,
    OF_CARD,
    OF_FIRST,
    OF_GAOL,
    OF_TURN,
    PLAIN,
    START_MONEY,
    TAX,
    TO_GAOL,
    USED,
    VOTE,
    Mode,
    Refused,
    need,
)

__all__ = ["USED", "Game", "Refused"]

# Turns of a quick game by the number of players: about 80, the same for each.
QUICK_TURNS = {2: 80, 3: 81, 4: 80, 5: 80, 6: 84, 7: 84, 8: 80}


class Game(Market):
    """A game from set-up to its end."""

    # --- set-up (R-3) --------------------------------------------------------

    def seats(self, count):
        need(self.mode.kind == "setup" and 2 <= count <= 8)
        self.count = count

    def colour(self, seat, colour):
        need(self.mode.kind == "setup" and seat < 8)
        if colour != 255:
            need(colour < 10)
            others = [p for p in self.players[: self.count] if p.seat != seat]
            need(all(p.colour != colour for p in others))
        self.players[seat].colour = None if colour == 255 else colour

    def token(self, seat, token):
        need(self.mode.kind == "setup" and seat < 8 and token < 8)
        (holder,) = (p for p in self.players if p.token == token)
        need(holder.seat == seat or holder.seat >= self.count)
        holder.token, self.players[seat].token = self.players[seat].token, token

    def computer(self, seat, kind):
        """A person (0), or a computer: 1 normal, 2 hard, 3 easy, 4 to 11 a character."""
        need(self.mode.kind == "setup" and seat < 8 and kind < 12)
        self.players[seat].cpu = bool(kind)
        self.players[seat].skill = max(kind - 1, 0)

    def set_option(self, name, value):
        limit = dict(money=3, parking=3, go=2, limited=2, deeds=6, length=2, caller=9)[name]
        need(self.mode.kind == "setup" and value < limit)
        self.option[name] = value

    def start(self):
        need(self.mode.kind == "setup")
        colours = [p.colour for p in self.players[: self.count]]
        need(None not in colours and len(set(colours)) == self.count)
        deeds = min(self.option["deeds"], self.most_deeds())
        self.option["deeds"] = DEALT if self.switch["clock"] else deeds
        if self.random.source == Generator.EXACT:
            self.random.shift()
        self.shuffle(1)
        self.shuffle(0)
        for player in self.players[: self.count]:
            player.alive = True
            self.from_bank(player.seat, START_MONEY[self.option["money"]])
        self.modes = [Mode("first", 0)]

    def most_deeds(self):
        """R-16.5; eight players at three each are 24 of the 28."""
        most = 5
        if self.count >= 6:
            most = 4
        if self.option["money"] == 0:
            most = 4
        if self.option["money"] == 1:
            most = 2
        return min(most, 28 // self.count)

    def shuffle(self, number):
        deck = self.decks[number]
        if deck.free == USED:
            deck.free = None
        if self.random.source == Generator.EXACT:
            order = self.random.deck(0 if number else 16)
        else:
            order = self.random.cards()
        deck.order = [c for c in order if deck.free is None or c != board.FREE_CARD]
        deck.next = 0

    def throw(self, player, kind):
        """Throw the dice; doubles count in the turn's own rolls only.  True for a double."""
        self.dice = self.random.dice()
        double = self.dice[0] == self.dice[1]
        self.doubles += double and kind == OF_TURN
        count = self.doubles if double and kind == OF_TURN else 0
        self.tell("DICE", player.seat, *self.dice, count | kind << 8)
        return double

    def first_roll(self):
        self.throw(self.me, OF_FIRST)
        seat = self.mode.active
        self.totals.append(sum(self.dice))
        if sum(self.dice) > self.best:
            self.best = sum(self.dice)
            self.first = seat
        self.mode.active = seat + 1
        if seat + 1 < self.count:
            return
        if self.switch["order"]:
            self.seat_by_totals()
        self.tell("FIRST", self.first)
        order = [self.players[self.first], *self.after(self.first)]
        listed = [s for group in board.GROUPS for s in board.MEMBERS[group]]
        for _ in range(self.option["deeds"]):
            for player in order:
                while True:
                    deed = self.deeds[listed[self.random.below(28)]]
                    if deed.owner is None:
                        break
                self.bought("BOUGHT", player, deed, deed.title.price)
        self.begin_turn(self.first)

    # --- a turn (R-4) --------------------------------------------------------

    def begin_turn(self, seat):
        if self.time_is_up():
            self.count_out(CLOCK)
            return
        self.modes = [Mode("normal", seat)]
        self.phase = "roll"
        self.again = False
        self.doubles = 0
        self.turns += 1
        self.players[seat].sent = False
        self.built = set()
        self.tell("TURN", seat)
        self.count_down(self.players[seat], "turns")

    def end_turn(self):
        self.gate("normal", phases=("done",))
        self.me.sent = False
        if self.option["length"] and self.turns >= QUICK_TURNS[self.count]:
            self.count_out()
        else:
            self.begin_turn(self.next(self.me.seat))

    def roll(self):
        if self.mode.kind == "first":
            self.first_roll()
            return
        self.gate("normal", phases=("roll",))
        player = self.me
        self.again = False
        if player.gaol:
            self.doubles = 0
            self.gaol_roll(player, self.throw(player, OF_GAOL))
            return
        if self.throw(player, OF_TURN):
            if self.doubles == 3:
                self.to_gaol(player, BY_DOUBLES)
                return
            self.again = True
        self.walk(player)

    def gaol_roll(self, player, double):
        """R-5.3, R-5.4."""
        if double:
            self.release(player, BY_DOUBLE)
            self.walk(player)
            return
        player.fails += 1
        self.tell("STAY", player.seat, player.fails)
        self.phase = "done"
        if player.fails == self.last_failure():
            player.must_post = True
            self.phase = "bail"
        elif player.fails >= 3:
            self.phase = "roll"

    def last_failure(self):
        """How many failed rolls lead to bail: with ``third`` 2 the third lap has three."""
        return 5 if self.switch["third"] == 2 else 3

    def release(self, player, how):
        self.tell("RELEASED", player.seat, how)
        player.gaol = player.sent = player.must_post = False
        player.fails = 0

    def to_gaol(self, player, why=BY_SQUARE):
        self.tell("GAOL", player.seat, why)
        self.tell("MOVE", player.seat, player.square, board.GAOL, TO_GAOL)
        player.square = board.GAOL
        player.gaol = player.sent = True
        player.fails = 0
        self.again = False
        self.doubles = 0
        self.phase = "done"

    def walk(self, player):
        self.forward(player, (player.square + sum(self.dice)) % 40)
        self.land(player)

    def forward(self, player, square):
        """R-4.2, R-16.3."""
        passed = square < player.square
        steps = (square - player.square) % 40
        self.tell("MOVE", player.seat, player.square, square, FORWARD | steps << 8)
        player.square = square
        if passed:
            double = square == board.GO and self.option["go"]
            paid = self.from_bank(player.seat, 400 if double else 200)
            self.tell("SALARY", player.seat, amount=paid)
            self.tell_cash()
            self.count_down(player, "laps")

    def resolved(self):
        self.phase = "roll" if self.again else "done"

    def land(self, player):
        """R-6."""
        self.resolved()
        square = player.square
        if square in self.deeds:
            deed = self.deeds[square]
            if deed.owner is None:
                self.phase = "buy"
                self.tell("OFFERED", player.seat, square, amount=deed.title.price)
            elif self.pays_rent(player, deed):
                self.collect(player, deed, self.rent(deed))
        elif square in board.TAXES:
            self.land_on_tax(player, square)
        elif square in board.CHEST:
            self.draw(player, 0)
        elif square in board.CHANCE:
            self.draw(player, 1)
        elif square == board.PARKING:
            amount, self.pool = self.pool, 0
            if amount:
                self.tell("PARKING", player.seat, amount=amount)
            self.arrive(player.seat, amount)
        elif square == board.GO_TO_GAOL:
            self.to_gaol(player)

    def pays_rent(self, player, deed):
        return deed.owner != player.seat and not deed.mortgaged

    def rent(self, deed):
        """R-8 by the dice that were thrown."""
        group = deed.title.group
        held = self.held(deed.owner, group)
        if group == "stations":
            return board.STATION_RENT[held]
        if group == "utilities":
            return board.UTILITY_TIMES[held] * sum(self.dice)
        double = deed.level == 0 and self.whole(deed.owner, group)
        return deed.title.rent[deed.level] * (2 if double else 1)

    def buy(self):
        self.gate("normal", phases=("buy",))
        player = self.me
        deed = self.deeds[player.square]
        need(player.cash >= deed.title.price)
        self.bought("BOUGHT", player, deed, deed.title.price)
        self.resolved()

    # --- gaol (R-5) ----------------------------------------------------------

    def bail(self):
        self.gate("normal", phases=("roll", "bail"))
        player = self.me
        need(player.gaol)
        forced = self.phase == "bail"
        need(forced or player.cash >= 50)
        first_two = player.fails < 2 or self.switch["preset"] != switches.RULES1989
        need(forced or first_two, "before the throws of two turns only")
        self.tell("BAIL", player.seat, 0, self.fees_to, 50)
        self.release(player, BY_BAIL)
        self.charge(player, self.fees_to, 50)
        self.tell_cash()
        if not forced:
            return
        if self.switch["third"]:
            self.phase = "roll"
            return
        if player.money < 0:
            player.moves = True
            self.phase = "move"
        else:
            self.walk(player)

    def card(self):
        self.gate("normal", phases=("roll", "bail") if self.switch["third"] else ("roll",))
        player = self.me
        need(player.gaol)
        held = [deck for deck in self.decks if deck.free == player.seat]
        need(held)
        self.use_up(held[0])
        self.tell("CARD_USED", player.seat, self.decks.index(held[0]))
        self.release(player, BY_FREE_CARD)
        self.phase = "roll"

    def use_up(self, deck):
        """A GO-free card goes back."""
        if self.switch["cards"]:
            self.return_free_card(deck)
        else:
            deck.free = USED

    def go_on(self):
        """Continue: after must-pay, or after a bail that had become a debt."""
        self.gate("must pay", "normal", phases=("move",))
        if self.mode.kind == "must pay":
            self.modes.pop()
        else:
            self.me.moves = False
            self.walk(self.me)

    # --- cards (R-7) ---------------------------------------------------------

    def draw(self, player, number):
        deck = self.decks[number]
        index = deck.order[deck.next]
        deck.next += not self.switch["cards"]
        what, *operands = deck.cards[index]
        card = number * 16 + index
        self.tell("CARD", player.seat, card)

        def pays(payer, creditor, amount):
            self.tell("CARD_PAY", payer.seat, card, creditor, amount)
            self.charge(payer, creditor, amount)

        if what in ("advance", "nearest", "back", "gaol"):
            self.put_back(number)
            self.move_by_card(player, what, *operands)
            return
        if what == "get":
            got = self.from_bank(player.seat, operands[0])
            self.tell("CARD_GET", player.seat, card, BANK, got)
        elif what == "pay":
            pays(player, self.fees_to, operands[0])
        elif what == "repairs":
            levels = [d.level for d in self.owned(player.seat)]
            amount = sum(v for v in levels if v < 5) * operands[0] + levels.count(5) * operands[1]
            if amount:
                pays(player, self.fees_to, amount)
        elif what == "from each":
            for other in self.after(player.seat):
                pays(other, player.seat, operands[0])
        elif what == "to each":
            for other in self.after(player.seat):
                pays(player, other.seat, operands[0])
        elif what == "free":
            deck.free = player.seat
            self.tell("GO_FREE", player.seat, number)
        self.put_back(number)

    def put_back(self, number):
        """The card is executed; the last one has the deck shuffled (R-7.7)."""
        deck = self.decks[number]
        if self.switch["cards"]:
            self.put_at_bottom(deck)
        elif deck.next == len(deck.order):
            self.tell("SHUFFLED", NOBODY, number)
            if self.random.source == Generator.EXACT:
                self.random.shift()
            self.shuffle(number)

    def move_by_card(self, player, what, operand=None):
        if what == "gaol":
            self.to_gaol(player, BY_CARD)
        elif what == "advance":
            self.forward(player, operand)
            self.land(player)
        elif what == "back":
            square = (player.square - operand) % 40
            self.tell("MOVE", player.seat, player.square, square, BACK | operand << 8)
            player.square = square
            self.land(player)
        else:
            target = min(operand, key=lambda square: (square - player.square) % 40)
            self.forward(player, target)
            deed = self.deeds[target]
            if deed.owner is None:
                self.land(player)
            elif self.pays_rent(player, deed):
                self.collect(player, deed, self.card_rent(deed))

    def card_rent(self, deed):
        """Twice the station's rent; ten times a fresh roll (R-7.3, R-7.4, R-20.3)."""
        if deed.title.group == "stations":
            return 2 * self.rent(deed)
        self.throw(self.me, OF_CARD)
        return 10 * sum(self.dice)

    # --- interrupts and elimination (R-12.6, R-13) ---------------------------

    def settle(self):
        """What follows a request, until somebody has to decide."""
        while True:
            self.tell_solvent()
            self.tell_cash()
            if self.mode.kind == "must pay" and self.losing(self.me):
                self.modes.pop()
            if self.mode.kind != "normal":
                return
            alive = self.living()
            if len(alive) == 1:
                self.finish({alive[0].seat}, LAST)
                return
            holder = self.dicer
            for player in [*self.after(holder.seat), holder]:
                if self.losing(player):
                    self.eliminate(player)
                    break
                if self.in_debt(player):
                    if player is not holder:
                        self.modes.append(Mode("must pay", player.seat, player.square))
                    return
            else:
                if self.houses < 0:
                    return
                if self.pending:
                    square = min(self.pending)
                    self.open_auction(square, self.next(self.pending.pop(square)))
                elif not holder.alive:
                    self.begin_turn(self.next(holder.seat))
                    continue  # a loan may have fallen due
                return

    def eliminate(self, player):
        self.tell("RUIN", player.seat, amount=-player.money)
        worth = self.equity(player.seat)
        mortgaged = {d.title.square for d in self.owned(player.seat) if d.mortgaged}
        if self.switch["bankrupt"] == 2:
            self.take_down(player)
        elif self.switch["bankrupt"] == 1:
            raised = self.worth_of_buildings(player.seat)
            self.take_down(player)
            self.from_bank(player.seat, raised)
        else:
            self.raise_all(player)
        owed = [c for c in self.order_of_creditors(player.seat) if player.debts.get(c)]
        creditor = owed[0] if owed else TAX
        lost_to = BANK if self.switch["bankrupt"] == 2 else creditor
        self.tell("ELIMINATED", player.seat, 0, lost_to, worth)
        self.owing.discard(player.seat)
        player.debts = {}
        self.arrive(BANK, player.cash)
        player.cash = 0
        self.tell_cash()
        player.alive = player.gaol = player.sent = player.must_post = player.moves = False
        player.fails = 0
        for other in self.players:
            left = other.debts.pop(player.seat, 0)
            if left:
                other.debts[BANK] = other.debts.get(BANK, 0) + left
        for number, deck in reversed(list(enumerate(self.decks))):
            if deck.free == player.seat:
                if lost_to < BANK:
                    deck.free = creditor
                    self.tell("GO_FREE", creditor, number)
                else:
                    self.use_up(deck)
        self.forget_loans(player.seat)
        deeds = self.owned(player.seat)
        if len(self.living()) == 1 or not deeds:
            return
        if self.switch["bankrupt"] == 2:
            self.return_to_bank(deeds)
            return
        if creditor < BANK and self.switch["bankrupt"] == 1:
            self.all_to_creditor(deeds, creditor, mortgaged)
            return
        self.loser = player.seat
        if creditor < BANK:
            self.marks = {}
            self.seen = False
            self.tell("TRANSFER", creditor, 0, player.seat)
            self.modes.append(Mode("transfer", creditor))
        else:
            self.release_deeds(deeds, player.seat)

    def raise_all(self, player):
        raised = min(self.equity(player.seat), -player.money)
        self.take_down(player)
        self.from_bank(player.seat, raised)

    def take_down(self, player):
        """Buildings go to the bank, deeds are mortgaged; they stay so if the game is over."""
        for deed in self.owned(player.seat):
            deed.level = 0
            deed.mortgaged = True

    def release_deeds(self, deeds, after):
        for deed in deeds:
            deed.owner = None
            deed.mortgaged = False
            self.pending[deed.title.square] = after

    def review(self):
        self.gate("transfer", debt=True, phantom=True)
        self.seen = True

    def choose(self, square, choice):
        self.gate("transfer", debt=True, phantom=True)
        need(square in self.deeds and self.deeds[square].owner == self.loser)
        need(choice in (0, PLAIN, INTEREST))
        self.marks[square] = choice
        self.seen = True

    def confirm(self):
        self.gate("transfer", debt=True)
        need(self.seen)
        laid = self.owned(self.loser)
        taken = [(d, m) for d in laid if (m := self.marks.get(d.title.square))]
        total = sum(self.price_of_receiving(d, m) for d, m in taken)
        need(total <= self.me.cash)
        player = self.me
        self.modes.pop()
        for deed, mark in taken:
            self.hand_over(deed, player, mark)
        self.release_deeds(self.owned(self.loser), player.seat)
        self.marks = {}

    # --- the end (R-15) ------------------------------------------------------

    def ask_quit(self):
        self.gate("normal")
        self.asker = self.me.seat
        self.tell("QUIT", self.asker)
        self.modes.append(Mode("quit", self.asker))
        self.next_vote()

    def next_vote(self):
        for player in self.after(self.mode.active):
            if player.seat == self.asker:
                break
            if not player.cpu:
                self.mode.active = player.seat
                return
            self.tell("VOTE", player.seat, 1)
        self.count_out()

    def count_out(self, how=VOTE):
        """The highest score wins."""
        worth = self.final_value if self.by_value() else self.score
        scores = {p.seat: worth(p.seat) for p in self.players if p.alive}
        best = max(scores.values())
        self.finish({seat for seat, score in scores.items() if score == best}, how)

    def agree(self):
        need(self.mode.kind == "quit")
        self.tell("VOTE", self.me.seat, 1)
        self.next_vote()

    def disagree(self):
        need(self.mode.kind == "quit")
        self.tell("VOTE", self.me.seat, 0)
        self.modes.pop()

    def finish(self, seats, how):
        """The game is over; several seats with the same score share the victory."""
        for seat in sorted(seats, reverse=True):
            self.tell("GAME_OVER", seat, how)
        self.winners = seats
        self.modes = [Mode("over", min(seats))]
