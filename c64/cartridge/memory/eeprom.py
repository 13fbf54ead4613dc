"""M93C86: 2 KiB of EEPROM behind four wires, as a GMOD2 has it, in words of 16 bits.

Select (S), clock (C) and data in (D) come from the cartridge's register; data out (Q) goes to it.
With S high each rise of C takes a bit of D: a start bit (1), two of the operation, ten of the
address, and for those that write a word its sixteen bits, the highest first.

    10 address          READ: Q is 0, then each rise of C gives a bit; on to the next word and so
                        on, as long as S is high
    01 address data     WRITE        11 address          ERASE: the word becomes $FFFF
    00 11........       EWEN         00 10........       ERAL: all words
    00 00........       EWDS         00 01........ data  WRAL: all words

The four that write need EWEN first, and begin when S falls after their last bit: with a bit too
few or too many nothing happens.  They take 5 ms, during which nothing else is listened to.  With S
high Q is 0 as long as that lasts, then 1 until S falls or the next start bit.

Source: STMicroelectronics, "M93C86, M93C76, M93C66, M93C56, M93C46" (DocID 4997): instructions,
READY/BUSY status, clock pulse counter, initial delivery state; 5 ms is the longest a write takes.
Bytes lie in the image as in VICE's, the higher half of a word first.

Not emulated: that a write can be faster; the x8 organisation (the pin ORG is not connected).
"""

from c64.base.component import Field, create_fields, reset_fields

EEPROM_SIZE = 2048
EEPROM_BUSY = 5000  # cycles of about a microsecond
EEPROM_FLOATS = -1  # Q is driven by nobody

# What is done with the bits that come in.
EEPROM_LISTENS, EEPROM_READS, EEPROM_DONE = range(3)
# The operations that write, and how many bits they have.
EEPROM_WRITE, EEPROM_ERASE, EEPROM_WRITE_ALL, EEPROM_ERASE_ALL = range(1, 5)


class Eeprom:
    """One chip; ``data`` is bytes (2048), ``changed`` 1 after it was written to.

    Times are the machine's cycles, passed as ``now``.
    """

    fields = (
        Field("state"),
        Field("select"),
        Field("clock"),
        Field("count"),  # bits since the start bit, which is the first
        Field("bits"),
        Field("operation"),
        Field("enabled"),
        Field("address"),
        Field("output"),
        Field("status"),  # Q gives it
        Field("until"),  # when the work is done
        Field("changed", keep=True),
        Field("data", b"\xff" * EEPROM_SIZE, keep=True),
    )

    def __init__(self, data=b""):
        create_fields(self)
        self.data = bytearray(data).ljust(EEPROM_SIZE, b"\xff")
        self.reset()

    def reset(self):
        """As after power-on: nothing can be written until EWEN."""
        reset_fields(self)

    def read(self, now):
        """Return Q, 0 or 1; EEPROM_FLOATS when the chip does not drive it."""
        if not self.select:
            return -1
        if self.status:
            return 0 if now < self.until else 1
        return self.output if self.state == 1 else -1  # EEPROM_READS

    def wires(self, select, clock, data, now):
        """Set S, C and D to 0 or 1 in cycle ``now``."""
        if select != self.select:
            self.select = select
            if select:
                self.state = self.count = self.bits = self.operation = 0
            else:
                self.leave(now)
        if clock and not self.clock and select and now >= self.until:
            self.take(data)
        self.clock = clock

    def leave(self, now):
        """S falls: what was completed begins."""
        if now < self.until:
            return
        self.status = 0
        needed = 29 if self.operation == 1 or self.operation == 3 else 13
        if self.operation and self.enabled and self.count == needed:
            self.change()
            self.changed = self.status = 1
            self.until = now + 5000  # EEPROM_BUSY
        self.operation = 0

    def take(self, bit):
        """C rises: take a bit, or give one."""
        if self.state == 1:  # EEPROM_READS
            self.give()
        elif self.count or bit:  # from the start bit on
            self.status = 0
            self.bits = (self.bits << 1 | bit) & 0x1FFFFFFF
            if self.count < 30:
                self.count += 1
            if self.count == 13:
                self.decode()

    def decode(self):
        """The operation and the address are complete."""
        self.address = self.bits & 0x3FF
        code = self.bits >> 10 & 3
        if code == 2:
            self.state = 1  # EEPROM_READS
            self.output = self.count = 0
        elif code:
            self.operation = 1 if code == 1 else 2
        elif self.address >> 8 == 3:
            self.enabled = 1
        elif self.address >> 8 == 0:
            self.enabled = 0
        else:
            self.operation = 3 if self.address >> 8 == 1 else 4

    def give(self):
        """Put the next bit on Q; ``count`` is its number in the word."""
        half = self.data[self.address << 1 | self.count >> 3]
        self.output = half >> (7 - (self.count & 7)) & 1
        self.count += 1
        if self.count == 16:
            self.count = 0
            self.address = (self.address + 1) & 0x3FF

    def change(self):
        """Do what the operation says to a word, or to all of them."""
        word = self.bits & 0xFFFF if self.operation & 1 else 0xFFFF
        if self.operation < 3:
            self.put(self.address, word)
            return
        for address in range(1024):
            self.put(address, word)

    def put(self, address, word):
        """Store a word of 16 bits."""
        self.data[address << 1] = word >> 8
        self.data[address << 1 | 1] = word & 0xFF
