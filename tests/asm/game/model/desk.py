"""A model game at a point of one's choosing, for tests of the model alone."""

from tests.asm.game.model.generator import Generator
from tests.asm.game.model.rules import Game
from tests.asm.game.model.table import PRINTED


class Desk(Game):
    """A game that can be told its dice, and that counts all money after every request."""

    def __init__(self, players=4, totals=None, preset=0, options=(), **switches):
        super().__init__(Generator.UNBIASED, 1)
        self.thrown = []
        self.random.dice = self.next_throw
        self.seats(players)
        for seat in range(players):
            self.colour(seat, seat)
        for name, value in dict(options).items():
            self.set_option(name, value)
        self.preset(preset)
        for name, value in switches.items():
            self.set_switch(name, value)
        self.do("start")
        for total in totals or [12, *[3] * (players - 1)]:
            self.do("roll", (total // 2, total - total // 2))

    def next_throw(self):
        return self.thrown.pop(0)

    def do(self, name, *args):
        """A request as the games in lock step send it; throws come first for a roll."""
        if name == "roll":
            self.thrown = list(args)
            args = ()
        getattr(self, name)(*args)
        self.settle()
        self.count_money()
        return self

    def count_money(self):
        """Every dollar is in the bank, in the pool or in a hand (VARIANTS 3, transactions)."""
        assert self.stock + self.circulating == PRINTED + self.issued
        assert self.issued == sum(self.emissions.values())
        assert not self.switch["bank"] or self.stock >= 0

    def give(self, seat, *squares, level=0, mortgaged=False):
        for square in squares:
            deed = self.deeds[square]
            deed.owner, deed.level, deed.mortgaged = seat, level, mortgaged

    def purse(self, *amounts):
        """Everybody's money, by seat; the bank has the rest."""
        for seat, amount in enumerate(amounts):
            self.stock += self.players[seat].cash - amount
            self.players[seat].cash = amount

    def walk_to(self, square, throw=(1, 2)):
        """The player with the dice rolls this and lands on a square."""
        self.me.square = (square - sum(throw)) % 40
        return self.do("roll", throw)

    @property
    def cash(self):
        return [p.cash for p in self.living()]
