"""Pack bytes for the game's loader: LZ with offsets into what is already unpacked.

A packed file is a sequence of blocks; a block is the address it is unpacked to (low,
high), then a stream of tokens.  An address of 0 ends the file.  Bits are taken from
bytes that stand where the first of their bits is needed, highest bit first:

    0                     one byte follows: copy it
    1 G(length - 1) G(high + 1) + byte
                          copy ``length`` (2..) bytes from ``high * 256 + byte + 1`` back
    1 G(1) G(256 ...)     never written: high is at most 254
    1 G(256)              end of the block

G(n), n >= 1, is an Elias gamma code, interlaced: for every binary digit of n after the
first a 1 and the digit, then a 0.  The unpacker is asm/game/sys/unpack.s.
"""

import sys
from pathlib import Path

LENGTH_MOST = 255  # G(length - 1) is at most 254: 256 ends the block, 8 bits suffice
OFFSET_MOST = 254 * 256 + 256
END = 256
CHAIN = 48


def gamma_bits(value):
    """Number of bits of G(value)."""
    return 2 * value.bit_length() - 1


def find_matches(data):
    """For each position, dict length -> nearest offset, for the lengths worth trying."""
    last, chain, found = {}, [-1] * len(data), []
    for at in range(len(data)):
        best, here = 1, []
        key = data[at : at + 2]
        candidate = last.get(key, -1) if len(key) == 2 else -1
        for _ in range(CHAIN):
            if candidate < 0 or at - candidate > OFFSET_MOST:
                break
            length = best
            if data[candidate : candidate + best + 1] == data[at : at + best + 1]:
                length = _match_length(data, candidate, at, best)
            if length > best:
                here.append((length, at - candidate))
                best = length
                if best >= LENGTH_MOST:
                    break
            candidate = chain[candidate]
        if len(key) == 2:
            chain[at] = last.get(key, -1)
            last[key] = at
        found.append(here)
    return found


def _match_length(data, early, late, length):
    most = min(LENGTH_MOST, len(data) - late)
    while length < most and data[early + length] == data[late + length]:
        length += 1
    return length


def parse(data):
    """The cheapest sequence of literals (0) and matches (length, offset), by bits."""
    found = find_matches(data)
    cost = [0] * (len(data) + 1)
    step = [None] * len(data)
    for at in range(len(data) - 1, -1, -1):
        cost[at], step[at] = cost[at + 1] + 9, (1, 0)
        shortest = 2
        for length, offset in found[at]:
            price = 1 + gamma_bits(((offset - 1) >> 8) + 1) + 8
            for part in range(shortest, length + 1):
                total = price + gamma_bits(part - 1) + cost[at + part]
                if total < cost[at]:
                    cost[at], step[at] = total, (part, offset)
            shortest = length + 1
    at = 0
    while at < len(data):
        yield at, *step[at]
        at += step[at][0]


class BitWriter:
    """Bytes with bits interleaved: a bit byte stands where its first bit is needed."""

    def __init__(self):
        self.out = bytearray()
        self.at = -1
        self.left = 0

    def bit(self, value):
        """Append one bit."""
        if self.left == 0:
            self.at, self.left = len(self.out), 8
            self.out.append(0)
        self.left -= 1
        self.out[self.at] |= value << self.left

    def gamma(self, value):
        """Append G(value)."""
        for digit in bin(value)[3:]:
            self.bit(1)
            self.bit(int(digit))
        self.bit(0)


def pack_block(data):
    """The token stream of ``data`` (bytes), with its end."""
    bits = BitWriter()
    for at, length, offset in parse(data):
        if offset == 0:
            bits.bit(0)
            bits.out.append(data[at])
            continue
        bits.bit(1)
        bits.gamma(length - 1)
        bits.gamma(((offset - 1) >> 8) + 1)
        bits.out.append((offset - 1) & 0xFF)
    bits.bit(1)
    bits.gamma(END)
    return bytes(bits.out)


def unpack_block(stream):
    """Inverse of pack_block, for tests: (data, bytes used)."""
    out, place = bytearray(), 0
    buffer = left = 0

    def bit():
        nonlocal buffer, left, place
        if left == 0:
            buffer, left, place = stream[place], 8, place + 1
        left -= 1
        return buffer >> left & 1

    def gamma():
        value = 1
        while bit():
            value = value * 2 + bit()
        return value

    while True:
        if not bit():
            out.append(stream[place])
            place += 1
            continue
        length = gamma() + 1
        if length == END + 1:
            return bytes(out), place
        offset = (gamma() - 1) * 256 + stream[place] + 1
        place += 1
        for _ in range(length):
            out.append(out[-offset])


def pack_blocks(blocks):
    """Pack [(address, bytes), ...] into one file."""
    out = bytearray()
    for address, data in blocks:
        if not 0 < address <= 0xFFFF or address + len(data) > 0x10000:
            raise ValueError(f"block of {len(data)} bytes at ${address:04X}: not in memory")
        out += address.to_bytes(2, "little") + pack_block(data)
    return bytes(out + b"\0\0")


def main(argv=None):
    """Pack one file to one block at an address: pack.py ADDRESS IN OUT."""
    address, source, target = argv or sys.argv[1:]
    data = Path(source).read_bytes()
    packed = pack_blocks([(int(address, 16), data)])
    Path(target).write_bytes(packed)
    print(f"{source}: {len(data)} -> {len(packed)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
