"""BASIC's numbers as the host's: five bytes in memory, six in the accumulators FAC and ARG."""

import math


def pack(value):
    """A number in the five bytes of a variable."""
    if value == 0:
        return bytes(5)
    mantissa, exponent = math.frexp(abs(value))
    bits = round(mantissa * 2**32)
    if bits == 2**32:
        bits, exponent = 2**31, exponent + 1
    first = bits >> 24 & 0x7F | (0x80 if value < 0 else 0)
    return bytes([exponent + 128, first, bits >> 16 & 255, bits >> 8 & 255, bits & 255])


def unpack(data):
    """The number in five bytes."""
    if not data[0]:
        return 0.0
    bits = int.from_bytes(data[1:5], "big") | 1 << 31
    return math.ldexp(-bits if data[1] & 0x80 else bits, data[0] - 160)


def accumulator(value):
    """A number in the six bytes of an accumulator: the sign has a byte of its own."""
    five = pack(value)
    return bytes([five[0], five[1] | 0x80 if five[0] else 0, *five[2:], 0xFF * (value < 0)])


def from_accumulator(data):
    """The number in six bytes."""
    sign = -1 if data[5] & 0x80 else 1
    return sign * math.ldexp(int.from_bytes(data[1:5], "big"), data[0] - 160) if data[0] else 0.0
