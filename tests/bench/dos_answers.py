"""Random cases to our drives and to an original DOS in our true drive: the same answers?

    python -m tests.bench.dos_answers ROM COUNT [SEED] [--free] [--write] [--scene SCENE ...]

ROM is the 16,384 bytes of a 1541's ROM that you own.  COUNT random cases of each scene
(tests/c64/drive/dos_cases.py) go to it and to our virtual drive, with --free to our own DOS.
--write keeps the original's answers, beside those that are there, in
tests/c64/drive/dos_answers.json, for the tests of both drives: answers are facts, and no byte of a
ROM is among them.
"""

import argparse
import random
import sys

from c64.drive.handover import NoAnswerError
from c64.roms import load_dos
from tests.c64.drive.dos_cases import COMMANDS, SCENES, True1541, Virtual, record, recorded

NUMBERS = [
    "0",
    "1",
    "2",
    "2",
    "2",
    "02",
    "002",
    "18",
    "018",
    "0018",
    "5",
    "17",
    "20",
    "21",
    "35",
    "36",
    "255",
    "256",
    "258",
    "300",
    "999",
    "1000",
    "00",
    "x",
    "=",
    "?",
    "/",
    "99",
    "3",
    "13",
    "14",
    "15",
    "16",
]
BETWEEN = (" ", ",", ":", ";", "\x1d", "A", "-", "  ")
BEHIND = ("", "", "", "\r", "\0", "\r\n", " ", "x")
WHOLE = [
    "I",
    "I0",
    "I1",
    "I:",
    "I0:",
    "I1:",
    "INIT",
    "V",
    "V1",
    "V1:",
    "P",
    "M",
    "M-",
    "M-X",
    "MR",
    "Q",
    "?",
    "X:Y",
    "B",
    "B-",
    "BAD",
    "B-R",
    "B,-R",
    "B:-R",
    "B",
    "-P",
    "U0",
    "T",
    "#",
    "$",
]


FILES = (
    "ALPHA", "BETA", "GAMMA", "AL*", "A?PHA", "*", "?", "B*", "NEW", "N2", "", "0", "1", " ",
    "A", "BETA ", " BETA", "ALPHA2", "SEVENTEEN LETTERS", "N*", "OLD=", "@NEW", "$",
)  # fmt: skip
DRIVES = ("", "", "", "0:", "0:", "0:", "1:", "2:", ":", "9:", "X:", " :", "00:", "10:", "01:")
JOINTS = ("=", "=", "=", "=", ",", ",", "==", "=,", ",=", "", " = ", ":")
NAMES = (
    "ALPHA", "ALPHA", "BETA", "BETA", "BETA2", "GAMMA", "LOCKED", "OPEN", "RECS", "RECS", "AL*",
    "A?PHA", "*", "?", "B*", "B?TA*", "*A", "NEW", "N2", "", "0", "1", " ", "A", "BETA ", " BETA",
    "ALPHAS", "SEVENTEEN LETTERS", "A=B", "@N", "$", "NEW*", "R*", "O*",
)  # fmt: skip
PLACES = (
    "",
    "",
    "",
    "",
    "",
    "0:",
    "0:",
    "0:",
    ":",
    "1:",
    "2:",
    "9:",
    "X:",
    " :",
    "00:",
    "10:",
    "01:",
)
ENDS = ("", "", "", "", "", "", "\r", "\0", ",", ":", "=", " ")
PARTS = (
    "S", "P", "U", "R", "R", "W", "W", "A", "M", "D", "L", "SEQ", "PRG", "USR", "READ", "WRITE",
    "X", "", " R", "s", "w", "S ", "L,\x14", "L,\x15", "L,\0",
)  # fmt: skip
BUFFERS = (
    "",
    "",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "9",
    "02",
    " 2",
    "2 ",
    "x",
    "255",
    "256",
    "258",
    "-1",
    "2,3",
    "\r",
)
LISTED = ("=P", "=S", "=U", "=R", "=D", "=X", "=", "=PRG", "=L", "=s")


def command(dice):
    """Return a random command as bytes."""
    kind = dice.choice("UUUUUBBBBBPW")
    if kind == "W":
        return dice.choice(WHOLE).encode()
    if kind == "P":
        some = (0, 1, 2, 3, 13, 0x60, 0x62, 0x6F, 255)
        return b"P" + bytes(dice.choice(some) for _ in range(dice.randrange(5)))
    if kind == "U":
        head = "U" + dice.choice("1122AB") + dice.choice((":", " ", "", ",", ": "))
    else:
        head = dice.choice(("B-", "B-", "B-", "BLOCK-")) + dice.choice("RRPPPPAFXr")
        head += dice.choice(("", ":", " ", ": ", "EAD:", ","))
    count = dice.choice((0, 1, 2, 2, 3, 3, 4, 4, 4, 5))
    text = head + "".join(dice.choice(NUMBERS) + dice.choice(BETWEEN) for _ in range(count))
    if dice.random() < 0.3:
        text = text[: dice.randrange(2, 14)]
    text = (text + dice.choice(BEHIND))[:41]
    return b"U1" if text.rstrip() == "U" else text.encode("latin-1")


def file_command(dice):
    """Return a random command to S, R or C as bytes."""
    head = dice.choice("SSRRRCCC") + dice.choice(
        ("", "", "", "CRATCH", "EN", "0", "1", "2", " ", "0 ")
    )
    text = head + dice.choice((":", ":", ":", ":", ":", "", "::", ",", "=", " :"))
    for number in range(dice.choice((0, 1, 2, 2, 2, 2, 3, 4, 5))):
        if number:
            text += dice.choice(JOINTS if number == 1 else (",", ",", ",", "=", ":", ",,"))
        text += dice.choice(DRIVES) + dice.choice(FILES)
    text = (text + dice.choice(("", "", "", "", "\r", ",", "=", ":", "\0")))[:41]
    return text.encode("latin-1")


def opened(dice):
    """Return a random (secondary address, name) for OPEN."""
    at = dice.choice((0, 1, 2, 2, 3, 5, 8, 14))
    kind = dice.choice("fffffffffb$")
    if kind == "b":
        return at, b"#" + dice.choice(BUFFERS).encode("latin-1")
    if kind == "$":
        return dice.choice((1, 2, 3)), b"$" + dice.choice(
            ("", "", "0", "0:", "ALPHA", "1")
        ).encode()
    text = dice.choice(("", "", "", "", "", "@", "@", "@@", " ", "/"))
    text += dice.choice(PLACES) + dice.choice(NAMES)
    for _ in range(dice.choice((0, 0, 1, 1, 2, 2, 2, 3))):
        text += dice.choice((",", ",", ",", ",", ",", ", ", "=")) + dice.choice(PARTS)
    return at, (text + dice.choice(ENDS))[:41].encode("latin-1") or b" "


def listed(dice):
    """Return a random (0, name) that asks for the directory."""
    text = "$" + dice.choice(
        ("", "", "", "0", "1", "0:", "0:", ":", "1:", "2:", "$", "9", " ", "X:")
    )
    for number in range(dice.choice((0, 1, 1, 1, 1, 2, 2, 3, 4))):
        text += "," * (number > 0) + dice.choice(("", "", "", "0:", "1:")) + dice.choice(NAMES)
        text += dice.choice(LISTED) if dice.random() < 0.1 else ""
    text += dice.choice(LISTED) if dice.random() < 0.4 else ""
    return 0, (text + dice.choice(ENDS))[:41].encode("latin-1")


def positioned(dice):
    """Return a random command to P, with the bytes of channel, record and place, as bytes."""
    some = (0, 1, 2, 2, 2, 3, 4, 5, 6, 13, 19, 20, 21, 30, 98, 255)
    channels = (2, 2, 2, 2, 0x62, 0x62, 0x62, 0x12, 0xF2, 3, 15, 0x6F, 50, 0)
    text = b"P" + bytes([dice.choice(channels)])[: dice.randrange(8)]
    text += bytes(
        [dice.choice(some), dice.choice((0, 0, 0, 0, 0, 0, 1, 2, 255)), dice.choice(some)]
    )
    return text[: dice.choice((9, 9, 9, 4, 3))] + dice.choice((b"", b"", b"", b"\r", b"\r\r", b"x"))


def remembered(dice):
    """Return a random command about the 8 bytes at $0310, as bytes."""
    low, high = dice.choice((0x10, 0x10, 0x11, 0x13, 0x17)), 3
    if dice.random() < 0.5:
        count = dice.choice((0, 1, 1, 2, 3, 8)) if low == 0x10 else 1
        text = b"M-R" + bytes([low, high]) + bytes([count] if count else [])
        return text + dice.choice((b"", b"", b"\r", b"x"))
    content = bytes(dice.randrange(256) for _ in range(dice.randrange(5)))
    head = dice.choice((b"M-W", b"M-W", b"M-W", b"M-w", b"M_W", b"M W", b"MW-", b"M-", b"M-X"))
    return head + bytes([low, high, len(content)]) + content


def named(dice):
    """Return a random command to N, V, I, and what begins like one, as bytes."""
    head = dice.choice("NNNVVII") + dice.choice(("", "", "EW", "0", "1", "2", " "))
    text = head + dice.choice((":", ":", ":", "", "::", ",", "="))
    text += dice.choice(("", "DISK", "A,B", "N*", "1", "0:X", " ", "SEVENTEEN LETTERS X"))
    return (text + dice.choice(("", "", "", ",", "\r", "=", ",,"))).encode("latin-1")


def on_empty(dice):
    """Return a random case for a drive without a disk."""
    kind = dice.choice("ccffonl")
    if kind == "o":
        return opened(dice)
    if kind == "l":
        return listed(dice)
    make = {"c": command, "f": file_command, "n": named}[kind]
    return COMMANDS, make(dice)


MAKERS = {
    "blocks": lambda dice: (COMMANDS, command(dice)),
    "files": lambda dice: (COMMANDS, file_command(dice)),
    "opens": opened,
    "lists": listed,
    "records": lambda dice: (COMMANDS, positioned(dice)),
    "memory": lambda dice: (COMMANDS, remembered(dice)),
    "names": lambda dice: (COMMANDS, named(dice)),
    "empty": on_empty,
}


def compare(scene, count, dice, theirs, ours):
    """Ask both ``count`` cases; returns {case: answer of theirs}, and how many answers differ."""
    rows, unlike = {}, 0
    for _ in range(count):
        case = MAKERS[scene](dice)
        if case in rows:
            continue
        try:
            rows[case] = theirs.answer(scene, *case)
        except NoAnswerError:
            print(f"{scene} {case}: no answer, the drive hangs")
            theirs.scene = None
            continue
        found = ours.answer(scene, *case)
        if found != rows[case]:
            unlike += 1
            print(f"{scene} {case}:\n  {rows[case]} original\n  {found} ours", flush=True)
    print(f"{scene}: {len(rows)} different cases, {unlike} answers unlike", flush=True)
    return rows, unlike


def main(words):
    """Compare, and say what is not alike; returns the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rom")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--free", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--scene", nargs="*", choices=SCENES, default=list(SCENES))
    wanted = parser.parse_args(words)
    theirs = True1541(load_dos(wanted.rom))
    ours = True1541(load_dos()) if wanted.free else Virtual()
    differ, kept = 0, recorded()
    for scene in wanted.scene:
        dice = random.Random(f"{scene} {wanted.seed}")
        rows, unlike = compare(scene, wanted.count, dice, theirs, ours)
        kept[scene] = kept.get(scene, {}) | rows
        differ += unlike
    if wanted.write:
        record(kept)
    return differ > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
