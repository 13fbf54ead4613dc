"""Pack bytes for the game's loader: LZ with offsets into what is already unpacked.

A packed file is a sequence of blocks; a block is the address it is unpacked to (low,
high), then a stream.  An address of 0 ends the file.  A copy may reach
back into earlier blocks of its file, to where they lie in memory, and into what is always there
(``resident``).  Bits are taken from bytes that
stand where the first of their bits is needed, highest bit first.  A stream begins as
after a copy:

    after a copy    0 G(n), n bytes         that many bytes as they are, at most 256; behind
                                            256 of them comes what may come after a copy
                    1 ...                   copy, below
    after bytes     0 G(length)             copy from as far back as the last copy (first: 1)
                    1 ...                   copy, below

    copy            a byte: low * 2 + more, G(high + 1), then, with more, the rest of
                    G(length - 1) behind its first bit: ``length`` (2..) bytes from
                    ``high * 128 + low + 1`` back;  G(256) ends the block

G(n), n >= 1, is an Elias gamma code, interlaced: for every binary digit of n after the
first a 1 and the digit, then a 0.  The unpacker is asm/game/sys/unpack.s.  That bytes come
in runs and offsets are used again is ZX0's idea (Einar Saukas); its format is another one.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

LENGTH_MOST = 255  # 8 bits suffice for a copy
OFFSET_MOST = 254 * 128 + 128  # high + 1 = 256 ends the block
END = 256
RUN_MOST = 256  # bytes as they are, until another run begins
CHAIN = 1000  # places tried for a copy
ENOUGH = 40  # bytes of a copy after which no further place is tried
SHORT = 12  # copies up to so many bytes are tried in all lengths, from WAYS places per length
WAYS = 64
STEP = 16  # bytes compared at once
PAYLOAD = 254  # bytes of a file in a block of the disk
UNKNOWN = chr(256)

Block = tuple[int, bytes]  # address, what lies there
Copy = tuple[int, int, int]  # offset, shortest, longest length
Step = tuple[int, int, bool]  # length, offset or 0, whether the offset is new


def gamma_bits(value: int) -> int:
    """Return the number of bits of G(value)."""
    return 2 * value.bit_length() - 1


def find_matches(data: str, start: int = 0) -> list[list[Copy]]:
    """Return [(offset, shortest, longest)] for each position from ``start`` on, nearest first.

    A copy from there is tried in all lengths between these two, both included.  For each length
    only the WAYS nearest places are useful: no farther one makes the copy cheaper.
    """
    last: dict[str, int] = {}
    chain, found = [-1] * len(data), []
    for at in range(len(data) - 1):
        key = data[at : at + 2]
        chain[at] = last.get(key, -1)
        last[key] = at
        if at >= start:
            found.append(_places(data, chain, at))
    return [*found, []]


def _places(data: str, chain: Sequence[int], at: int) -> list[Copy]:
    """Return the places from which copies to ``at`` are tried."""
    places, counts = [], [0] * (LENGTH_MOST + 1)
    most = min(LENGTH_MOST, len(data) - at)
    early, need = chain[at], 2  # lengths below ``need`` have been found often enough
    wanted = data[at : at + need]
    for _ in range(CHAIN):
        if early < 0 or at - early > OFFSET_MOST or need > most:
            break
        if data[early : early + need] == wanted:
            length = _match_length(data, early, at, need, most)
            places.append((at - early, need, length))
            if length >= ENOUGH:
                break
            for part in range(need, length + 1):
                counts[part] += 1
            # Of the long ones the nearest place is enough.
            while counts[need] >= (WAYS if need <= SHORT else 1):
                need += 1
            wanted = data[at : at + need]
        early = chain[early]
    return places


def _match_length(data: str, early: int, late: int, length: int, most: int) -> int:
    back, at = late - early, late + length
    while at + STEP <= late + most and data[at : at + STEP] == data[at - back : at - back + STEP]:
        at += STEP
    while at < late + most and data[at] == data[at - back]:
        at += 1
    return at - late


# A way to a place is a tuple, as there are millions: its cost in bits, the offset of its last copy;
# then its last step: length, whether the offset is new, whether it is bytes; and the way before.
Way = tuple[int, int, int, bool, bool, "Way | None"]
Ways = dict[int, Way]  # by the offset of the last copy
COST: Final = 0
OFFSET: Final = 1
LENGTH: Final = 2
NEW: Final = 3
PLAIN: Final = 4
BEFORE: Final = 5


def parse(data: str, start: int = 0, alone: int = 0) -> Iterator[Step]:
    """Yield a sequence of steps that makes ``data`` from ``start`` on, cheap in bits.

    The first ``alone`` bytes are no copies from before ``start``.
    A step is (length, 0, False): bytes; (length, offset, offset is new): a copy.

    For every place, of the ways that end with bytes and of those that end with a copy, the
    cheapest is kept for each last offset, and of these the WAYS cheapest: a more expensive one
    may have the offset that is used again.
    """
    found, size = find_matches(data, start), len(data)
    prices = [0, *(gamma_bits(n) for n in range(1, END + 1))]
    copied: list[Ways] = [{} for _ in range(size + 1)]
    plain: list[Ways] = [{} for _ in range(size + 1)]
    done: Ways = {}
    copied[start][1] = (0, 1, 0, False, False, None)
    for at in range(start, size):
        behind_copy, behind_bytes = _cheapest(copied[at]), _cheapest(plain[at])
        copied[at] = plain[at] = done
        ways = plain[at + 1]
        for way in behind_copy:
            _offer(ways, (way[COST] + 10, way[OFFSET], 1, False, True, way))
        for way in behind_bytes:
            cost, offset, length, _, _, before = way
            if length == RUN_MOST:
                _offer(ways, (cost + 10, offset, 1, False, True, way))
                continue
            price = cost + 8 + prices[length + 1] - prices[length]
            _offer(ways, (price, offset, length + 1, False, True, before))
            if at >= offset and data[at] == data[at - offset]:
                _offer_again(data, copied, at, way, prices)
        if at >= start + alone:
            best = min(behind_copy[:1] + behind_bytes[:1])
            _offer_copies(copied, at, best, found[at - start], prices)
    return _steps(min([*copied[size].values(), *plain[size].values()]))


def _cheapest(ways: Ways) -> list[Way]:
    """Return the WAYS cheapest; of equal ones those with the nearest offset, which is unique."""
    return sorted(ways.values())[:WAYS]


def _offer(ways: Ways, way: Way) -> None:
    known = ways.get(way[OFFSET])
    if known is None or way[COST] < known[COST]:
        ways[way[OFFSET]] = way


def _tried(shortest: int, longest: int) -> Iterable[int]:
    """Return the lengths to try between these: short ones, and the whole."""
    lengths = range(shortest, longest + 1)
    return lengths if longest <= SHORT else (*range(shortest, SHORT + 1), longest)


def _offer_again(
    data: str, copied: Sequence[Ways], at: int, way: Way, prices: Sequence[int]
) -> None:
    """Offer copies from the last offset, after bytes; the first is known to be possible."""
    cost, offset = way[COST] + 1, way[OFFSET]
    longest = _match_length(data, at - offset, at, 1, min(LENGTH_MOST, len(data) - at))
    for length in _tried(1, longest):
        ways = copied[at + length]
        price = cost + prices[length]
        known = ways.get(offset)
        if known is None or price < known[COST]:
            ways[offset] = (price, offset, length, False, False, way)


def _offer_copies(
    copied: Sequence[Ways], at: int, best: Way, places: Iterable[Copy], prices: Sequence[int]
) -> None:
    """Offer copies from new offsets, after the cheapest way."""
    for offset, shortest, longest in places:
        price = best[COST] + 8 + prices[((offset - 1) >> 7) + 1]
        for length in _tried(shortest, longest):
            ways = copied[at + length]
            cost = price + prices[length - 1]
            known = ways.get(offset)
            if known is None or cost < known[COST]:
                ways[offset] = (cost, offset, length, True, False, best)


def _steps(way: Way) -> Iterator[Step]:
    """Yield the steps that lead to a place, in order."""
    steps = []
    while (before := way[BEFORE]) is not None:
        steps.append((way[LENGTH], 0 if way[PLAIN] else way[OFFSET], way[NEW]))
        way = before
    return reversed(steps)


class BitWriter:
    """Writes bytes and bits: a byte of bits is placed where its first bit is needed."""

    def __init__(self) -> None:
        self.out = bytearray()
        self.at = -1
        self.left = 0

    def bit(self, value: int) -> None:
        """Append one bit."""
        if self.left == 0:
            self.at, self.left = len(self.out), 8
            self.out.append(0)
        self.left -= 1
        self.out[self.at] |= value << self.left

    def gamma(self, value: int, first: bool = True) -> None:
        """Append G(value), without its first bit unless ``first``."""
        code = "".join("1" + digit for digit in bin(value)[3:]) + "0"
        for digit in code if first else code[1:]:
            self.bit(int(digit))


def pack_block(data: bytes, before: str = "", alone: int = 0) -> bytes:
    """Return the stream of ``data`` (bytes), with its end.

    ``before``: memory up to it as the unpacker will find it, a string of characters as a
    place of which nothing is known must equal no byte (UNKNOWN).
    ``alone``: first bytes of ``data`` that are not copied from there.
    """
    bits, at = BitWriter(), 0
    for length, offset, new in parse(before + data.decode("latin-1"), len(before), alone):
        bits.bit(int(new))
        if new:
            high, low = divmod(offset - 1, 128)
            bits.out.append(low * 2 + (length > 2))
            bits.gamma(high + 1)
            if length > 2:
                bits.gamma(length - 1, first=False)
        else:
            bits.gamma(length)
            if not offset:
                bits.out += data[at : at + length]
        at += length
    bits.bit(1)
    bits.out.append(0)
    bits.gamma(END)
    return bytes(bits.out)


def unpack_block(stream: bytes, before: bytes | bytearray = b"") -> tuple[bytes, int]:
    """Inverse of pack_block, for tests: (data, bytes used); ``before``: memory up to it."""
    out, place, offset = bytearray(before), 0, 1
    buffer = left = 0

    def byte() -> int:
        nonlocal place
        place += 1
        return stream[place - 1]

    def bit() -> int:
        nonlocal buffer, left
        if left == 0:
            buffer, left = byte(), 8
        left -= 1
        return buffer >> left & 1

    def gamma(more: int | None = None) -> int:
        value = 1
        while bit() if more is None else more:
            value, more = value * 2 + bit(), None
        return value

    copied = True
    while True:
        if not bit():
            length = gamma()
            if copied:
                out += bytes(byte() for _ in range(length))
                copied = length == RUN_MOST
                continue
        else:
            low = byte()
            high = gamma() - 1
            if high == END - 1:
                return bytes(out[len(before) :]), place
            offset = high * 128 + (low >> 1) + 1
            length = gamma(low & 1) + 1
        for _ in range(length):
            out.append(out[-offset])
        copied = True


def pack_blocks(blocks: Iterable[Block], resident: Iterable[Block] = (), alone: int = 0) -> bytes:
    """Pack [(address, bytes), ...] into one file.

    resident  [(address, bytes), ...] that is in memory whenever the file is unpacked
    alone     first bytes of the file that are no copies from there: they tell whether what is
              in memory is what the file was packed for
    """
    out, memory = bytearray(), UNKNOWN * 0x10000
    for address, data in resident:
        memory = memory[:address] + data.decode("latin-1") + memory[address + len(data) :]
    for address, data in blocks:
        if not 0 < address <= 0xFFFF or address + len(data) > 0x10000:
            raise ValueError(f"block of {len(data)} bytes at ${address:04X}: not in memory")
        before = memory[max(0, address - OFFSET_MOST) : address].lstrip(UNKNOWN)
        out += address.to_bytes(2, "little") + pack_block(data, before, alone)
        alone = 0
        memory = memory[:address] + data.decode("latin-1") + memory[address + len(data) :]
    return bytes(out + b"\0\0")


def pack_parts(parts: Iterable[Sequence[Block]], resident: Iterable[Block], alone: int) -> bytes:
    """Pack one file that is unpacked in parts, each [(address, bytes), ...] as for pack_blocks.

    A part ends by an address 0 and fills the blocks of a disk, so nothing of the next one has come
    by then.  What fills them is zeros, two at a time, which are parts without blocks; so a part of
    odd size brings its first byte once more.
    """
    *first, last = parts
    packed, memory = b"", list(resident)
    for part in first:
        content = pack_blocks(part, memory, alone)
        if len(content) % 2:
            (address, data), *_ = part
            content = pack_blocks([*part, (address, data[:1])], memory, alone)
        packed += content + bytes(-len(content) % PAYLOAD)
        memory += part
        alone = 0
    return packed + pack_blocks(last, memory, alone)


def unpack_blocks(packed: bytes, resident: Iterable[Block] = ()) -> list[Block]:
    """Inverse of pack_blocks, for tests: [(address, bytes), ...]."""
    return next(unpack_parts(packed, resident))


def unpack_parts(packed: bytes, resident: Iterable[Block] = ()) -> Iterator[list[Block]]:
    """Inverse of pack_parts, for tests: the blocks of each part, none of those that fill."""
    memory, place = bytearray(0x10000), 0
    for address, data in resident:
        memory[address : address + len(data)] = data
    while place < len(packed):
        blocks = []
        while address := int.from_bytes(packed[place : place + 2], "little"):
            data, used = unpack_block(packed[place + 2 :], memory[:address])
            memory[address : address + len(data)] = data
            blocks.append((address, data))
            place += 2 + used
        yield blocks
        place += 2


def main(argv: Sequence[str] | None = None) -> int:
    """Pack one file to one block at an address: pack.py ADDRESS IN OUT."""
    address, source, target = argv or sys.argv[1:]
    data = Path(source).read_bytes()
    packed = pack_blocks([(int(address, 16), data)])
    Path(target).write_bytes(packed)
    print(f"{source}: {len(data)} -> {len(packed)} bytes")
    return 0


if __name__ == "__main__":
    from tools.usage import answer_help

    answer_help(__doc__, "ADDRESS IN OUT")
    sys.exit(main())
