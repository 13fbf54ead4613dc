"""The random sources of the game, in Python (seed document 003; VARIANTS 2.1).

The shift register has 24 bits of which 22 count.  The exact generator makes
dice and decks as the NES game does; the unbiased one adds two bytes of the
register after 17 shifts and rejects what would favour a value.
"""


class Generator:
    """A shift register with the counters beside it.

    v  24 bits;  w  8 bits;  n  counter of frames
    """

    EXACT = 1
    UNBIASED = 2

    def __init__(self, source, v, w=0, n=0):
        self.source = source
        self.v = v
        self.w = w
        self.n = n

    def shift(self, times=1):
        for _ in range(times):
            bit = (self.v >> 21 ^ self.v >> 20) & 1
            self.v = (self.v << 1 | bit) & 0xFFFFFF
        return self.v & 0xFF

    def stir(self):
        """Five shifts with W + 7 each."""
        self.w = (self.w + 35) & 0xFF
        return self.shift(5)

    def byte(self):
        """17 shifts; low byte plus middle byte."""
        self.shift(17)
        return (self.v + (self.v >> 8)) & 0xFF

    def below(self, n):
        """0..n-1, bytes past the last whole multiple of n rejected."""
        while True:
            value = self.byte()
            if value < 256 - 256 % n:
                return value % n

    def dice(self):
        """Return (die 1, die 2)."""
        if self.source == self.EXACT:
            self.shift()
            self.stir()
            second = (self.shift(5) ^ self.w) % 6 + 1
            return self.shift(5) % 6 + 1, second
        second = self.below(6) + 1
        return self.below(6) + 1, second

    def deck(self, base):
        """A deck as the NES game deals it: card at place 0..15."""
        places = [None] * 16
        k = base
        for card in range(15, -1, -1):
            while True:
                place = (self.shift(3) ^ k) >> 4
                if places[place] is None:
                    places[place] = card
                    break
                k = (k + 1) & 0xFF
        return places

    def cards(self):
        """The cards 0..15, every order equally likely."""
        order = list(range(16))
        for place in range(15, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order
