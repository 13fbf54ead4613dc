"""Random commands to our virtual drive and to an original DOS in our true drive: the same answers?

    python -m tests.bench.dos_answers ROM COUNT [SEED] [--write] [--files]

ROM is the 16,384 bytes of a 1541's ROM that you own.  Each command comes to a drive in the same
state: channel 2 has buffer 2 with a block in it.  Its answer is the status and the three bytes that
channel 2 sends next; ``--files`` has commands that rename, copy and delete files, whose answer is
also the directory that is left.  ``--write`` keeps them, beside those that are there, in
tests/c64/drive/dos_answers.json, for tests/c64/drive/test_dos_answers.py: answers are facts, and
no byte of a ROM is among them.
"""

import json
import random
import sys
from fractions import Fraction
from pathlib import Path

from c64.drive.drive1541 import Drive1541
from c64.drive.handover import DATA, OPEN, TALK, UNTALK, Controller, NoAnswerError
from c64.drive.virtual_drive import Drive
from c64.roms import load_dos
from disk.d64 import D64Image
from disk.volume import PRG, SEQ

ANSWERS = Path(__file__).parents[1] / "c64" / "drive" / "dos_answers.json"
UNIT, CHANNEL, BYTES = 8, 2, 3
PAL_HZ = Fraction(985248)
SETUP = b"U1 2 0 20 5"
FILE_COMMANDS = (b"S", b"R", b"C")
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


def disk():
    """Return the disk that both drives have."""
    image = D64Image.blank(b"TEST", b"ID")
    volume = image.volume()
    volume.write_file(b"ALPHA", PRG, b"\x01\x08aaa")
    volume.write_file(b"BETA", SEQ, b"b" * 300)
    image.write(20, 5, bytes(range(256)))
    image.write(21, 0, bytes([9]) + bytes(range(1, 256)))
    return D64Image(image.to_bytes())


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


def directory(image):
    """Return [[name, type, blocks]] of a disk."""
    entries = image.volume().entries()
    return [[entry.name.decode("latin-1"), entry.type, entry.size] for entry in entries]


class Virtual:
    """Our virtual drive, without its lines."""

    def __init__(self):
        self.dos = Drive(UNIT).dos
        self.dos.mount(disk())
        self.dos.open(CHANNEL, b"#2")
        self.dos.execute(SETUP)
        self.state, self.content = self.dos.save_state(), self.dos.volume.image.to_bytes()

    def answer(self, text):
        """Return [status, bytes of channel 2 with $100 at the last] of a command."""
        if self.dos.volume.image.to_bytes() != self.content:
            self.dos.exchange(D64Image(self.content))
        self.dos.load_state(self.state)
        self.dos.execute(text)
        if text[:1] in FILE_COMMANDS:
            status = bytes(byte & 0xFF for byte in self._read(15, 100)).decode("latin-1")
            self.dos.flush()
            return [
                status.rstrip("\r"),
                self._read(CHANNEL, BYTES),
                directory(self.dos.volume.image),
            ]
        status = bytes(byte & 0xFF for byte in self._read(15, 100)).decode("latin-1")
        return [status.rstrip("\r"), self._read(CHANNEL, BYTES)]

    def _read(self, channel, count):
        found = []
        while len(found) < count and (byte := self.dos.peek(channel)) >= 0:
            self.dos.advance(channel)
            found.append(byte)
            if channel == 15 and byte > 0xFF:
                break
        return found


class Original:
    """A DOS in our true drive, over the lines."""

    def __init__(self, rom):
        self.drive = Drive1541(UNIT, PAL_HZ, rom)
        self.image = disk()
        self.drive.mount(self.image)
        self.bus = Controller(self.drive)
        self.bus.boot()
        self.bus.command(UNIT, b"I0")
        self.bus.say(UNIT, OPEN | CHANNEL, b"#2")
        self.bus.command(UNIT, SETUP)
        self.bus.read(UNIT, 15, 100)
        self.state, self.cycle = self.drive.save_state(), self.bus.cycle

    def answer(self, text):
        """Return the same as of ``Virtual``."""
        self.drive.load_state(self.state)
        self.bus.cycle = self.cycle
        self.bus.bus.resolve()
        self.bus.command(UNIT, text)
        status = self.bus.read(UNIT, 15, 100).decode("latin-1")
        found = [status.rstrip("\r"), self._bytes()]
        if text[:1] in FILE_COMMANDS:
            self.drive.flush()
            found.append(directory(self.drive.image))
        return found

    def _bytes(self):
        bus, lines, found = self.bus, self.bus.bus, []
        bus.attention(TALK | UNIT, DATA | CHANNEL)
        bus.wait(200)
        bus.lines(0, 0, 1)
        try:
            bus.until(lambda: lines.clk_low, 20000)
            for _ in range(BYTES):
                bus.until(lambda: not lines.clk_low, 3_000_000)
                byte, last = bus.receive()
                found.append(byte | last << 8)
        except NoAnswerError:
            pass
        bus.attention(UNTALK)
        bus.end_attention()
        bus.lines(0, 0, 0)
        bus.wait(200)
        return found


def main(words):
    """Compare, and say what is not alike; returns the exit status."""
    write, files = "--write" in words, "--files" in words
    rom, count, *seed = [word for word in words if not word.startswith("--")]
    dice = random.Random(int(seed[0]) if seed else 1)
    theirs, ours, rows, unlike = Original(load_dos(rom)), Virtual(), {}, 0
    for _ in range(int(count)):
        text = file_command(dice) if files else command(dice)
        try:
            rows[text.hex()] = theirs.answer(text)
        except NoAnswerError:
            print(f"{text!r}: no answer, the drive hangs")
            theirs = Original(load_dos(rom))
            continue
        found = ours.answer(text)
        if found != rows[text.hex()]:
            unlike += 1
            print(f"{text!r}: {rows[text.hex()]} original, {found} ours")
    print(f"{len(rows)} different commands compared, {unlike} answers unlike")
    if write:
        rows = json.loads(ANSWERS.read_text()) | rows
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(row)}" for key, row in rows.items())
        ANSWERS.write_text("{\n" + lines + "\n}\n")
    return unlike > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
