"""Commands to a drive's DOS: names, numbers and bytes of any kind on any channel."""

from random import Random
from typing import Any

from c64.drive.dos import DriveDos
from disk.d64 import D64Image
from disk.d71_d81 import D81Image
from tests.disk.test_fuzz_media import disk_of

WORDS = (
    b"I", b"V", b"N:", b"N0:NAME,ID", b"S:", b"S0:*", b"R:NEW=FIRST", b"C:COPY=FIRST,SECOND",
    b"U1 2 0 ", b"U2:2,0,", b"B-R ", b"B-W:", b"B-P 2 ", b"B-A 0 ", b"B-F:0,", b"B-E ", b"M-R",
    b"M-W", b"M-E", b"P", b"/PART,", b"/", b"UI", b"UJ", b"U0>", b"&", b"$", b"#", b"#2",
    b"@:FIRST", b"FIRST", b"RECORDS", b"REL,L,", b"X,P,W", b"FIRST,A", b"SECOND,S,M", b"*", b"?",
)  # fmt: skip
NUMBERS = (b"0", b"1", b"18", b"35", b"36", b"80", b"255", b"256", b"-1", b"99999999999", b"")


def make_commands(dice: Random) -> list[tuple[str, int, bytes]]:
    """Return [(what to do, channel, bytes)]."""
    found = []
    for _ in range(dice.choice((3, 10, 30))):
        text = dice.choice(WORDS) + b" ".join(dice.choices(NUMBERS, k=dice.randrange(4)))
        if dice.random() < 0.4:
            text += dice.randbytes(dice.choice((1, 3, 40, 300)))
        what = dice.choice(("open", "put", "put", "get", "close"))
        channel = dice.choice((15, 15, 0, 1, 2, 2, dice.randrange(16)))
        found.append((what, channel, text))
    return found


def use_commands(case: list[tuple[str, int, bytes]], dice: Random) -> None:
    """Send them to a drive as a computer does."""
    dos = DriveDos(8)
    image: Any = dice.choice((D64Image.blank(b"SEED", b"SE"), D81Image.formatted(b"S", b"SE", 80)))
    disk_of(image)
    dos.mount(image)
    for what, channel, text in case:
        if what == "close":
            dos.close(channel)
        elif what == "get":
            for _ in range(300):
                if dos.peek(channel) < 0:
                    break
                dos.advance(channel)
        else:
            dos.begin(channel, what == "open")
            for byte in text:
                if not (dos.accepts() and dos.put(byte)):
                    break
            dos.end()
    dos.load_state(dos.save_state())
    dos.flush()
