"""Situations in which a drive is asked one thing, and drives that answer: what comes back is data.

A case is a scene, a secondary address and a text.  On 15 the text is a command; on 0 to 14 it is
the name by which a channel is opened.  The answer is a list: the status, the bytes that follow on
the channel ($100 more for one that is marked as the last), the status after these where the scene
looks at it, and what is on the disk in the end where the text may change that.
"""

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from c64.drive.drive1541 import Drive1541
from c64.drive.handover import DATA, OPEN, STEP, TALK, UNTALK, Controller, NoAnswerError
from c64.drive.virtual_drive import Drive
from disk.d64 import D64Image
from disk.volume import PRG, SEQ, USR

ANSWERS = Path(__file__).with_name("dos_answers.json")
UNIT, COMMANDS, CHANNEL = 8, 15, 2
PAL_HZ = Fraction(985248)
RECORD, RECORDS = 20, 4
LAST = 0x100
MESSAGE = 300  # bytes of a message at most
TYPE_AT = 2  # in a directory entry
SILENCE, WAIT = 20_000, 2_000_000  # cycles until a talker has taken over, until its byte comes
TOO_LONG = 120_000_000  # cycles that formatting does not take
SOON, SELDOM = (
    3000,
    96,
)  # cycles: after that long, time between two looks; a drive waits 200 for EOI
RESETS = (b"UI", b"UJ", b"U9", b"U:")


def block_disk():
    """Return a disk with two files, and two blocks for the block commands."""
    image = D64Image.blank(b"TEST", b"ID")
    volume = image.volume()
    volume.write_file(b"ALPHA", PRG, b"\x01\x08aaa")
    volume.write_file(b"BETA", SEQ, b"b" * 300)
    image.write(20, 5, bytes(range(256)))
    image.write(21, 0, bytes([9]) + bytes(range(1, 256)))
    return D64Image(image.to_bytes())


def full_disk():
    """Return a disk with files of each type, a locked one, and one that was never closed."""
    image = D64Image.blank(b"TEST", b"ID")
    volume = image.volume()
    volume.write_file(b"ALPHA", PRG, b"\x01\x08aaa")
    volume.write_file(b"BETA", SEQ, b"b" * 300)
    volume.write_file(b"GAMMA", USR, b"ggg")
    volume.write_file(b"BETA2", PRG, b"\x02\x08cc")
    for name, bits in ((b"LOCKED", 0x40), (b"OPEN", -0x80)):
        volume.write_file(name, SEQ, b"lll")
        entry = volume.find(name)
        entry.raw[TYPE_AT] += bits
        volume.put_entry(entry)
    records = volume.create_relative(b"RECS", RECORD)
    for number in range(RECORDS):
        records.write(number, b"%d" % number * (5 * number + 1))
    return D64Image(image.to_bytes())


@dataclass(frozen=True)
class Scene:
    """What a drive is like before it is asked.

    disk     function that returns the image, None: the drive is empty
    opened   name by which channel 2 is open, b"": it is not
    said     commands that the drive has obeyed before
    count    bytes that are read behind the answer, 0: none
    channel  on which; None: on that of the case
    after    True: the status behind that counts, too
    tree     True: what is on the disk then counts, too
    """

    disk: object
    opened: bytes = b""
    said: tuple[bytes, ...] = ()
    count: int = 3
    channel: int | None = CHANNEL
    after: bool = True
    tree: bool = False


BLOCK = (b"#2", (b"U1 2 0 20 5",))
SCENES = {
    "blocks": Scene(block_disk, *BLOCK, after=False),
    "files": Scene(block_disk, *BLOCK, after=False, tree=True),
    "opens": Scene(full_disk, channel=None, tree=True),
    "lists": Scene(full_disk, count=400, channel=None),
    "records": Scene(full_disk, b"RECS", count=RECORD + 5),
    "memory": Scene(block_disk, said=(b"M-W\x10\x03\x08ABCDEFGH",), count=0),
    "names": Scene(full_disk, tree=True),
    "empty": Scene(None, channel=None),
}


def tree(image):
    """Return [[name, type, blocks]] of a disk, with the disk's name and ID first."""
    volume = image.volume()
    rows = [[entry.name.decode("latin-1"), entry.type, entry.size] for entry in volume.entries()]
    return [[volume.name().decode("latin-1"), volume.disk_id().decode("latin-1")], *rows]


class Asked:
    """A drive in each scene; the subclasses say how it is talked to."""

    def __init__(self):
        self.scene, self.before = None, None

    def answer(self, scene, secondary, text):
        """Return the answer of a case; NoAnswerError if the drive hangs."""
        what = SCENES[scene]
        if scene == self.scene:
            self.restore(self.before)
        else:
            self.scene = None
            self.set_up(what)
            self.before, self.scene = self.save(), scene
        if secondary == COMMANDS:
            self.command(text)
        else:
            self.open(secondary, text)
        found = [self.status()]
        channel = secondary if what.channel is None else what.channel
        if what.count:
            found.append(self.read(channel, what.count) if channel != COMMANDS else [])
        if what.after:
            found.append(self.status())
        if what.tree:
            if what.channel is None:
                self.close(channel)
            found.append(tree(self.image()))
        return found

    def set_up(self, what):
        """Bring the drive to where a scene begins."""
        self.start(what.disk and what.disk())
        if what.opened:
            self.open(CHANNEL, what.opened)
        for text in what.said:
            self.command(text)
        self.status()

    def status(self):
        """Return what channel 15 says, without its CR."""
        content = bytes(byte & 0xFF for byte in self.read(COMMANDS, MESSAGE))
        return content.decode("latin-1").removesuffix("\r")


class Virtual(Asked):
    """Our virtual drive, without its lines."""

    def start(self, image):
        self.dos = Drive(UNIT).dos
        self.dos.mount(image)

    def save(self):
        volume = self.dos.volume
        return self.dos.save_state(), volume and volume.image.to_bytes()

    def restore(self, before):
        state, content = before
        if content is not None and self.dos.volume.image.to_bytes() != content:
            self.dos.exchange(D64Image(content))
        self.dos.load_state(state)

    def command(self, text):
        self.dos.execute(text)

    def open(self, secondary, text):
        self.dos.open(secondary, text)

    def close(self, secondary):
        self.dos.close(secondary)

    def image(self):
        self.dos.flush()
        return self.dos.volume.image

    def read(self, channel, count):
        found = []
        while len(found) < count and (byte := self.dos.peek(channel)) >= 0:
            self.dos.advance(channel)
            found.append(byte)
            if byte >= LAST:
                break
        return found


class Patient(Controller):
    """A computer that looks at the lines less often while a drive works for long."""

    def until(self, test, limit=TOO_LONG, step=STEP):
        end, soon = self.cycle + limit, self.cycle + SOON
        while not test():
            if self.cycle >= end:
                raise NoAnswerError
            self.wait(step if self.cycle < soon else max(step, SELDOM))


class True1541(Asked):
    """A DOS in our true drive, over the lines."""

    def __init__(self, rom):
        super().__init__()
        self.rom = rom

    def start(self, image):
        self.drive = Drive1541(UNIT, PAL_HZ, self.rom)
        self.drive.mount(image)
        self.bus = Patient(self.drive)
        self.bus.boot()
        if image is not None:
            self.bus.command(UNIT, b"I0")

    def save(self):
        return self.drive.save_state(), self.bus.cycle

    def restore(self, before):
        state, self.bus.cycle = before
        self.drive.load_state(state)
        self.bus.bus.resolve()

    def command(self, text):
        self.bus.command(UNIT, text)
        if text[:2] in RESETS:
            self.bus.wait(SILENCE)
            self.bus.boot()

    def open(self, secondary, text):
        self.bus.say(UNIT, OPEN | secondary, text)

    def close(self, secondary):
        self.bus.attention(0x20 | UNIT, 0xE0 | secondary)
        self.bus.attention(0x3F)
        self.bus.end_attention()
        self.bus.lines(0, 0, 0)
        self.bus.wait(200)

    def image(self):
        self.drive.flush()
        return self.drive.image

    def read(self, channel, count):
        bus, lines, found = self.bus, self.bus.bus, []
        bus.attention(TALK | UNIT, DATA | channel)
        bus.wait(200)
        bus.lines(0, 0, 1)
        try:
            bus.until(lambda: lines.clk_low, SILENCE)
            while len(found) < count and (not found or found[-1] < LAST):
                bus.until(lambda: not lines.clk_low, WAIT)
                byte, last = bus.receive(WAIT)
                found.append(byte | last << 8)
        except NoAnswerError:
            if channel == COMMANDS:
                raise
        bus.wait(200)  # or the drive does not know that the last byte has come
        bus.attention(UNTALK)
        bus.end_attention()
        bus.lines(0, 0, 0)
        bus.wait(200)
        return found


def recorded():
    """Return {scene: {(secondary address, text): answer of an original DOS}}."""
    rows = json.loads(ANSWERS.read_text())
    return {
        scene: {(int(key[:2]), bytes.fromhex(key[3:])): row for key, row in cases.items()}
        for scene, cases in rows.items()
    }


def unlike(drive, scene, expected):
    """Return {(scene, secondary address, text): (row, answer)} of what a drive answers otherwise.

    drive     Asked
    expected  (row) -> the answer to be given where an original DOS gives ``row``
    """
    return {
        (scene, *case): (row, found)
        for case, row in recorded()[scene].items()
        if (found := drive.answer(scene, *case)) != expected(row)
    }


def record(rows):
    """Write what ``recorded`` returns."""
    parts = []
    for scene, cases in rows.items():
        lines = (f'"{at:02} {text.hex()}": {json.dumps(row)}' for (at, text), row in cases.items())
        parts.append(f'"{scene}": {{\n' + ",\n".join(lines) + "\n}")
    ANSWERS.write_text("{\n" + ",\n".join(parts) + "\n}\n")
