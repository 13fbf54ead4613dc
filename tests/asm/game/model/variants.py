"""Rules of the families in which a turn differs from RULES' (VARIANTS 3 and its first table).

Each takes effect only with its switch (switches.py); RULES' own are in rules.py.
"""

from tests.asm.game.model import board, switches
from tests.asm.game.model.loans import Loans
from tests.asm.game.model.table import NOBODY, TAX, Mode, need

INCOME_TAX, LUXURY_TAX = board.TAXES


class Variants(Loans):
    """Switches, taxes, rent, decks, bankruptcy."""

    # --- set-up --------------------------------------------------------------

    def preset(self, number):
        need(self.mode.kind == "setup" and number in (*switches.PRESETS, switches.OWN))
        if number == switches.OWN:
            self.switch["preset"] = number
        else:
            self.switch = switches.of_preset(number)
            self.minutes = self.clock = 0

    def set_switch(self, name, value):
        need(self.mode.kind == "setup" and value in switches.VALUES.get(name, ()))
        need(name != "clock" and not switches.mixed({**self.switch, name: value}))
        self.switch[name] = value
        if self.switch["short"]:  # houses are auctioned in real time, so all is
            self.switch["auction"] = 1
        self.switch["preset"] = switches.OWN

    def set_clock(self, minutes):
        """A short game of so many minutes, or none (V-1.10)."""
        need(self.mode.kind == "setup" and 0 <= minutes <= switches.MINUTES)
        need(not minutes or not switches.mixed({**self.switch, "clock": 1}))
        self.switch["clock"] = int(minutes > 0)
        self.minutes, self.clock = minutes, 60 * minutes
        if minutes and self.switch["preset"] == switches.CLASSIC:
            self.switch["preset"] = switches.OWN

    def seat_by_totals(self):
        """Everybody takes the seat of their sum; of equal ones the lower is first (V-3.1)."""
        banker = self.players[self.switch["banker"] - 1] if self.switch["banker"] else None
        caller = self.players[self.option["caller"] - 1] if self.option["caller"] else None
        playing = self.players[: self.count]
        playing.sort(key=lambda player: -self.totals[player.seat])  # keeps the order of equals
        self.players[: self.count] = playing
        for seat, player in enumerate(playing):
            player.seat = seat
        if banker:
            self.switch["banker"] = 1 + banker.seat
        if caller:
            self.option["caller"] = 1 + caller.seat
        self.first = 0
        self.tell("ORDER", NOBODY)

    # --- taxes ---------------------------------------------------------------

    def land_on_tax(self, player, square):
        amount = board.TAXES[square]
        if square == LUXURY_TAX and self.switch["luxury"]:
            amount = 75
        if square == INCOME_TAX and self.switch["tax"]:
            self.phase = "tax"
            self.tell("TAX_CHOICE", player.seat, square)
        else:
            self.pay_tax(player, square, amount)

    def pay_tax(self, player, square, amount):
        self.tell("TAX", player.seat, square, TAX, amount)
        self.charge(player, TAX, amount)

    def worth(self, player):
        """Money, printed prices and full cost of buildings, less what is borrowed."""
        deeds = self.owned(player.seat)
        printed = sum(d.title.price + d.level * d.title.house for d in deeds)
        return max(0, player.money + printed - self.borrowed(player.seat))

    def tax(self, choice):
        """0 = the 200 of the board, 1 = a tenth of the worth."""
        self.gate("normal", phases=("tax",), debt=True)
        need(choice in (0, 1))
        self.resolved()
        tenth = -(-self.worth(self.me) // 10)
        amount = tenth if choice else board.TAXES[INCOME_TAX]
        if amount:
            self.pay_tax(self.me, INCOME_TAX, amount)

    # --- rent ----------------------------------------------------------------

    def collect(self, player, deed, amount):
        """Rent: at once, or the owner says how much of it."""
        owner = self.players[deed.owner]
        if self.switch["rent"] == 2 and not owner.cpu:
            self.rent_due = amount
            self.tell("RENT_DUE", owner.seat, deed.title.square, player.seat, amount)
            self.modes.append(Mode("rent", owner.seat, deed.title.square))
        else:
            self.pay_rent(player, owner.seat, deed.title.square, amount)

    def pay_rent(self, player, owner, square, amount):
        self.tell("RENT", player.seat, square, owner, amount)
        self.charge(player, owner, amount)

    def less(self, amount):
        self.gate("rent")
        need(0 <= amount <= self.rent_due)
        mode = self.modes.pop()
        self.pay_rent(self.dicer, mode.active, mode.square, amount)

    # --- decks that cycle ----------------------------------------------------

    def put_at_bottom(self, deck):
        """The card that was just carried out; GO-free cards are gone from the order."""
        index = deck.order.pop(0)
        if index != board.FREE_CARD or deck.free is None:
            deck.order.append(index)

    def return_free_card(self, deck):
        deck.free = None
        deck.order.append(board.FREE_CARD)

    # --- bankruptcy ----------------------------------------------------------

    def return_to_bank(self, deeds):
        """All property of a bankrupt goes back: nobody gets it, nothing is auctioned."""
        for deed in deeds:
            deed.owner, deed.mortgaged = None, False
