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

from c64.base.fields import Field, create_fields, reset_fields

EEPROM_SIZE = 2048
EEPROM_WORDS = EEPROM_SIZE // 2
EEPROM_BUSY = 5000  # cycles of about a microsecond
EEPROM_FLOATS = -1  # Q is driven by nobody

# What is done with the bits that come in.
EEPROM_LISTENS, EEPROM_READS = 0, 1
# The two bits of an operation; those of EEPROM_OTHER are told apart by the address's upper two.
EEPROM_OTHER, EEPROM_CODE_WRITE, EEPROM_CODE_READ, EEPROM_CODE_ERASE = 0, 1, 2, 3
EEPROM_EWDS, EEPROM_WRAL, EEPROM_ERAL, EEPROM_EWEN = 0, 1, 2, 3
# The operations that write.
EEPROM_WRITE, EEPROM_ERASE, EEPROM_WRITE_ALL, EEPROM_ERASE_ALL = 1, 2, 3, 4
# How many bits there are up to the address, and to the word's last.
EEPROM_SHORT, EEPROM_LONG = 13, 29


class Eeprom:
    """One chip; ``data`` is bytes (2048), ``changed`` 1 after it was written to.

    Times are the machine's cycles, passed as ``now``.
    """

    fields = (
        Field("state"),  # EEPROM_LISTENS or EEPROM_READS: which way bits go
        Field("select"),  # level of S
        Field("clock"),  # level of C; its rising edge moves a bit
        Field("count"),  # bits since the start bit, which is the first; reading: of the word
        Field("bits"),  # those bits, newest in bit 0
        Field("operation"),  # EEPROM_ constant of what S's fall begins; 0: nothing
        Field("enabled"),  # 1: between EWEN and EWDS, when words can be written
        Field("address"),  # of a word, 10 bits; a read counts on
        Field("output"),  # the bit that a read has on Q
        Field("status"),  # 1: Q says whether the work is done, until the next start bit
        Field("until"),  # cycle at which the work is done
        Field("changed", keep=True),  # 1: written to since it was made or saved
        Field("data", b"\xff" * EEPROM_SIZE, keep=True),  # the 2 KiB, high byte of a word first
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
            return EEPROM_FLOATS
        if self.status:
            return 0 if now < self.until else 1
        return self.output if self.state == EEPROM_READS else EEPROM_FLOATS

    def wires(self, select, clock, data, now):
        """Set S, C and D to 0 or 1 in cycle ``now``."""
        if select != self.select:
            self.select = select
            if select:
                self.state = EEPROM_LISTENS
                self.count = self.bits = self.operation = 0
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
        needed = EEPROM_SHORT
        if self.operation in (EEPROM_WRITE, EEPROM_WRITE_ALL):
            needed = EEPROM_LONG
        if self.operation and self.enabled and self.count == needed:
            self.change()
            self.changed = self.status = 1
            self.until = now + EEPROM_BUSY
        self.operation = 0

    def take(self, bit):
        """C rises: take a bit, or give one."""
        if self.state == EEPROM_READS:
            self.give()
        elif self.count or bit:  # from the start bit on
            self.status = 0
            self.bits = (self.bits << 1 | bit) & ((1 << EEPROM_LONG) - 1)
            if self.count <= EEPROM_LONG:
                self.count += 1
            if self.count == EEPROM_SHORT:
                self.decode()

    def decode(self):
        """The operation and the address are complete."""
        self.address = self.bits & (EEPROM_WORDS - 1)
        code = self.bits >> 10 & 3
        which = self.address >> 8
        if code == EEPROM_CODE_READ:
            self.state = EEPROM_READS
            self.output = self.count = 0
        elif code == EEPROM_CODE_WRITE:
            self.operation = EEPROM_WRITE
        elif code == EEPROM_CODE_ERASE:
            self.operation = EEPROM_ERASE
        elif which == EEPROM_EWEN:
            self.enabled = 1
        elif which == EEPROM_EWDS:
            self.enabled = 0
        else:
            self.operation = EEPROM_WRITE_ALL if which == EEPROM_WRAL else EEPROM_ERASE_ALL

    def give(self):
        """Put the next bit on Q; ``count`` is its number in the word."""
        half = self.data[self.address << 1 | self.count >> 3]
        self.output = half >> (7 - (self.count & 7)) & 1
        self.count += 1
        if self.count == 16:
            self.count = 0
            self.address = (self.address + 1) & (EEPROM_WORDS - 1)

    def change(self):
        """Do what the operation says to a word, or to all of them."""
        word = 0xFFFF
        if self.operation in (EEPROM_WRITE, EEPROM_WRITE_ALL):
            word &= self.bits
        if self.operation in (EEPROM_WRITE, EEPROM_ERASE):
            self.put(self.address, word)
            return
        for address in range(EEPROM_WORDS):
            self.put(address, word)

    def put(self, address, word):
        """Store a word of 16 bits."""
        self.data[address << 1] = word >> 8
        self.data[address << 1 | 1] = word & 0xFF
