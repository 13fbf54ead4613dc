"""Rules of the 1989 game that need no clock on the screen (VARIANTS 1, docs/play/rules.md V-1).

Each takes effect only with its switch (switches.py); RULES' own are in rules.py.
"""

from tests.asm.game.model import switches
from tests.asm.game.model.table import BANK, Table, need

HOTEL = 5
DEALT = 2  # deeds of a short game


class Rules1989(Table):
    """Hotels, bankrupts, the short game, the final value."""

    # --- hotels (V-1.7, V-1.8, V-1.11) ----------------------------------------

    def hotel_stands_on(self):
        """The level from which a street gets its hotel."""
        return 3 if self.switch["clock"] else 4

    def sell_hotel(self, player, deed):
        """It becomes the houses it stood on; if they are not there, the group is rearranged."""
        left = self.hotel_stands_on()
        if self.switch["hotel"] == 1 and self.houses < left:
            self.rearrange(player, deed)
            return
        while deed.level > left:
            deed.level -= 1
            self.sold(player, deed)

    def sold(self, player, deed):
        """A level less."""
        receipt = deed.title.house // 2
        self.tell("SOLD", player.seat, deed.title.square, deed.level, receipt)
        self.from_bank(player.seat, receipt)

    def rearrange(self, player, deed):
        """What is left can stand as houses, the group's own and the bank's; odd ones go to the
        dearest streets."""
        group = self.group(deed)
        levels = sum(d.level for d in group)
        left = self.houses + sum(d.level for d in group if d.level < HOTEL)
        each, odd = divmod(left, len(group))
        dearest = sorted(group, key=lambda d: (d.title.price, d.title.square), reverse=True)
        for place, street in enumerate(dearest):
            street.level = each + (place < odd)
        receipt = (levels - left) * deed.title.house // 2
        self.tell("REBUILT", player.seat, deed.title.square, amount=receipt)
        self.from_bank(player.seat, receipt)

    def sell_all(self, square):
        """All hotels of a group with one request."""
        need(self.switch["hotel"] == 1)
        self.gate(*self.MANAGE, debt=True, phantom=True)
        deed = self.own(square)
        need(deed.title.house and max(d.level for d in self.group(deed)) == HOTEL)
        for street in self.group(deed):
            if street.level == HOTEL:
                self.sell_hotel(self.me, street)

    # --- bankrupts (V-1.9) -----------------------------------------------------

    def worth_of_buildings(self, seat):
        return sum(d.level * d.title.house // 2 for d in self.owned(seat))

    def all_to_creditor(self, deeds, creditor, mortgaged):
        """Deeds as they were; the fee of each mortgaged one is due at once."""
        for deed in deeds:
            loser, deed.mortgaged = deed.owner, deed.title.square in mortgaged
            fee = deed.title.fee if deed.mortgaged else 0
            self.tell("DEED", creditor, deed.title.square, loser, fee)
            self.acquire(deed, creditor)
        due = sum(deed.title.fee for deed in deeds if deed.mortgaged)
        self.charge(self.players[creditor], BANK, due)

    # --- the short game (V-1.10 to V-1.13) --------------------------------------

    def by_value(self):
        """In the preset and in every short game the final value counts, not the score."""
        return self.switch["preset"] == switches.RULES1989 or self.switch["clock"]

    def final_value(self, seat):
        """Money, deeds at their price, mortgaged ones at the mortgage value, buildings at cost."""
        deeds = self.owned(seat)
        printed = sum(d.title.mortgage if d.mortgaged else d.title.price for d in deeds)
        built = sum(d.level * d.title.house for d in deeds)
        return self.players[seat].money + printed + built

    def time(self, seconds):
        """What the screen's clock shows; it never goes back."""
        need(self.switch["clock"] and self.mode.kind not in ("setup", "over"))
        need(0 <= seconds <= self.clock)
        if self.clock and not seconds:
            self.tell("TIME_UP", self.dicer.seat)
        self.clock = seconds

    def time_is_up(self):
        return self.switch["clock"] and not self.clock

    def may_deal(self):
        """No trades, no building, no sale of houses once the time is over."""
        need(not self.time_is_up(), "time")
