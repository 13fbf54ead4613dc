"""The range coder of P64 files: places of flux reversals out of a few thousand bytes.

A binary adaptive coder with probabilities of 12 bits that move by a sixteenth.  Each reversal
has a flag "the distance differs from the last one" and, if so, the distance as four bytes, low
byte first, and the same for its strength.  A byte is coded from its high bit; the context is the
bits before it and the byte that was coded last at that place.

Source: the format as P64's reference implementation and VICE's p64.c read and write it.
"""

import array

FLUX_PLACES = 8  # four bytes of distance, four of strength
FLUX_FLAGS = FLUX_PLACES * 65536
FLUX_EVEN = 2048  # a probability of one half
FLUX_BEYOND = 8  # bytes behind the end that may be asked for: it reads four ahead


class FluxDecoder:
    """Decodes one half track.

    data   the coded bytes
    """

    def __init__(self, data):
        self.data = bytearray(data) + bytearray(4)
        self.size = len(data)
        self.at = 0
        self.beyond = 0
        self.low = 0
        self.high = 0xFFFFFFFF
        self.code = 0
        self.chances = array.array("i", [FLUX_EVEN]) * (FLUX_FLAGS + 8)
        self.last = bytearray(FLUX_PLACES)
        self.flags = bytearray(2)
        for _ in range(4):
            self.code = self.code << 8 | self.next_byte()

    def next_byte(self):
        """Return the next coded byte, 0 behind the end."""
        if self.at >= self.size:
            self.beyond += 1
            return 0
        self.at += 1
        return self.data[self.at - 1]

    def bit(self, context):
        """Decode a bit and let its probability follow."""
        chance = self.chances[context]
        middle = self.low + ((self.high - self.low) >> 12) * chance
        if self.code <= middle:
            self.chances[context] = chance + ((0xFFF - chance) >> 4)
            self.high = middle
            value = 1
        else:
            self.chances[context] = chance - (chance >> 4)
            self.low = middle + 1
            value = 0
        while (self.low ^ self.high) & 0xFF000000 == 0:
            self.low = self.low << 8 & 0xFFFFFFFF
            self.high = (self.high << 8 | 0xFF) & 0xFFFFFFFF
            self.code = (self.code << 8 | self.next_byte()) & 0xFFFFFFFF
        return value

    def flag(self, which):
        """Decode flag 0 (another distance) or 1 (another strength)."""
        value = self.bit(FLUX_FLAGS + which * 4 + self.flags[which])
        self.flags[which] = value
        return value

    def word(self, place):
        """Decode four bytes."""
        word = 0
        for number in range(4):
            at = place + number
            context = 1
            for _ in range(8):
                model = at * 65536 + ((self.last[at] << 8 | context) & 0xFFFF)
                context = context << 1 | self.bit(model)
            self.last[at] = context & 0xFF
            word |= (context & 0xFF) << (8 * number)
        return word

    def fill(self, cells, count):
        """Put up to ``count`` reversals into a ring of one bit cells, first in bit 7.

        Those of less than half the full strength are left out.  A count beyond what is coded
        ends with it, not with millions of reversals out of nothing.

        returns  how many were decoded
        """
        ring = len(cells) * 8
        place = distance = strength = done = 0
        while done < count and self.beyond <= FLUX_BEYOND:
            if self.flag(0):
                distance = self.word(0)
                if distance == 0:
                    break
            place = (place + distance) % ring
            if self.flag(1):
                strength = (strength + self.word(4)) & 0xFFFFFFFF
            if strength >= 0x80000000:
                cells[place >> 3] |= 0x80 >> (place & 7)
            done += 1
        return done
