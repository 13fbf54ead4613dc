"""Programs and disks that show a word."""

from disk.d64 import D64Image
from disk.volume import PRG, Volume


def program(words):
    """Return a .prg that shows words at the top of the screen for ever: 1 SYS2061 and a loop."""
    codes = bytes(ord(char) & 0x3F for char in words)
    loop = f"a200 bd1d08 9d0004 e8 e0{len(codes):02x} d0f5 4c0d08"
    return bytes.fromhex("0108 0b08 0100 9e 32303631 00 0000" + loop) + codes


def disk(words):
    """Return a .d64 with that program on it."""
    image = D64Image.blank(b"TEST", b"64")
    Volume(image).write_file(b"FIRST", PRG, program(words))
    return image.to_bytes()
