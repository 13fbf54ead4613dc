"""AM29F040B: 512 KiB of flash memory in 8 sectors, as an EasyFlash has two.

Commands are writes to $555 and $2AA (address bits 0-10):

    555/AA 2AA/55 555/90                    autoselect: $00 reads $01 (AMD), $01 $A4, $02 $00
    555/AA 2AA/55 555/A0 addr/data          program: bits can only become 0
    555/AA 2AA/55 555/80 555/AA 2AA/55 555/10      erase the chip
    555/AA 2AA/55 555/80 555/AA 2AA/55 sector/30   erase sectors; more of them within 50 us
    B0, 30                                  suspend and resume the erasure of sectors
    F0                                      back to reading

While it works every read gives the status: bit 7 the complement of the byte's, or 0 while
erasing; bit 6 changes with each read; bit 5 set when it failed; bit 3 set when erasing has
begun; bit 2 changes with each read of a sector that is erased.

Source: AMD, "Am29F040B data sheet" (21445), command definitions and write operation status; the
times are its typical ones: 7 us a byte, 1 s a sector, 8 s the chip.

Not emulated: that times vary with age and temperature; sector protection.
"""

from c64.base.component import Field, create_fields, reset_fields

FLASH_SIZE = 0x80000
FLASH_SECTOR = 0x10000
FLASH_PROGRAM = 7  # cycles of about a microsecond
FLASH_WINDOW = 50
FLASH_ERASE_SECTOR = 1_000_000
FLASH_ERASE_CHIP = 8_000_000

# What the chip is at; FLASH_C1 to C6: so many writes of a command were seen.
(
    FLASH_READ,
    FLASH_C1,
    FLASH_C2,
    FLASH_AUTOSELECT,
    FLASH_BYTE,
    FLASH_C3,
    FLASH_C4,
    FLASH_C5,
    FLASH_PROGRAMS,
    FLASH_ERASES,
    FLASH_SUSPENDED,
    FLASH_FAILED,
) = range(12)


class Flash040:
    """One chip; ``data`` is bytes (524288), ``changed`` 1 after it was written to.

    Times are the machine's cycles, passed with every access as ``now``.
    """

    fields = (
        Field("state"),
        Field("base"),  # the state that an unknown command leads to: reading or autoselect
        Field("until"),  # when the work is done
        Field("opens"),  # until when sectors can be added
        Field("left"),  # cycles of a suspended erasure
        Field("toggle"),
        Field("byte"),
        Field("sectors"),  # bit n: sector n is being erased
        Field("pending"),  # bit n: its bytes are still there
        Field("changed", keep=True),
        Field("data", b"\xff" * FLASH_SIZE, keep=True),
    )

    def __init__(self, data):
        create_fields(self)
        self.data = bytearray(data)

    def reset(self):
        """Read mode, as after power-on."""
        reset_fields(self)

    def peek(self, addr):
        """Return the byte stored at ``addr``."""
        return self.data[addr]

    def read(self, addr, now):
        """Read ``addr`` (0..$7FFFF) in cycle ``now``."""
        if self.state == 0:  # FLASH_READ
            return self.data[addr]
        self.finish(now)
        if self.state == 8 or self.state == 11:  # FLASH_PROGRAMS, FLASH_FAILED
            self.toggle ^= 0x40
            return (self.byte & 0x80 ^ 0x80) | self.toggle | (0x20 if self.state == 11 else 0)
        inside = self.sectors >> (addr >> 16) & 1
        if self.state == 9:  # FLASH_ERASES
            self.toggle ^= 0x44 if inside else 0x40
            return self.toggle | (0 if now < self.opens else 8)
        if self.state == 10 and inside:  # FLASH_SUSPENDED
            self.toggle ^= 0x04
            return 0x80 | self.toggle
        if self.base == 3 and addr & 0xFF < 3:  # FLASH_AUTOSELECT
            return (0x01, 0xA4, 0x00)[addr & 0xFF]
        return self.data[addr]

    def finish(self, now):
        """Leave what is done by now."""
        if self.pending and now >= self.opens:
            self.clear(self.pending)
            self.pending = 0
        if now < self.until:
            return
        if self.state == 8:  # FLASH_PROGRAMS
            self.state = self.base
        elif self.state == 9:  # FLASH_ERASES
            self.state = self.base = self.sectors = 0

    def write(self, addr, value, now):
        """Write ``value`` to ``addr`` in cycle ``now``: a part of a command."""
        self.finish(now)
        at = addr & 0x7FF
        if self.state == 8:  # FLASH_PROGRAMS: it does not listen
            return
        if self.state == 9:  # FLASH_ERASES
            self.write_erasing(addr, value, now)
        elif self.state == 4:  # FLASH_BYTE
            self.program(addr, value, now)
        elif value == 0xF0:
            self.state = self.base = 0
            if self.sectors:
                self.state = 10  # FLASH_SUSPENDED
        elif self.state == 11:
            return
        elif self.state == 10 and value == 0x30:  # resume
            self.state = 9
            self.until = now + self.left
        elif self.state == 1 and at == 0x2AA and value == 0x55:
            self.state = 2
        elif self.state == 2 and at == 0x555:
            self.command(value)
        elif self.state == 5 and at == 0x555 and value == 0xAA:
            self.state = 6
        elif self.state == 6 and at == 0x2AA and value == 0x55:
            self.state = 7
        elif self.state == 7:
            self.erase(addr, value, now)
        elif at == 0x555 and value == 0xAA and self.state in (0, 3, 10):
            self.state = 1
        else:
            self.settle()

    def settle(self):
        """Forget a command that is none."""
        self.state = 10 if self.sectors else self.base

    def command(self, value):
        """The third write of a command."""
        if value == 0x90:
            self.state = self.base = 3
        elif value == 0xA0:
            self.state = 4
        elif value == 0x80 and not self.sectors:
            self.state = 5
        else:
            self.settle()

    def program(self, addr, value, now):
        """Program a byte; a 0 that should become 1 fails."""
        self.byte = value
        self.changed = 1
        self.data[addr] &= value
        self.state = 8 if self.data[addr] == value else 11
        self.until = now + FLASH_PROGRAM

    def erase(self, addr, value, now):
        """The sixth write of a command: what is to be erased."""
        at = addr & 0x7FF
        if value == 0x10 and at == 0x555:
            self.sectors = 0xFF
            self.opens = now
            self.until = now + FLASH_ERASE_CHIP
            self.pending = 0xFF
        elif value == 0x30:
            self.add_sector(addr, now)
        else:
            self.settle()
            return
        self.state = 9  # FLASH_ERASES

    def add_sector(self, addr, now):
        """Erase a sector, too: the window is open again, the work longer."""
        bit = 1 << (addr >> 16)
        if not self.sectors:
            self.until = now
        self.sectors |= bit
        self.pending |= bit
        self.until += FLASH_ERASE_SECTOR
        self.opens = now + FLASH_WINDOW

    def clear(self, sectors):
        """Set all bytes of the sectors (a bit each) to $FF."""
        self.changed = 1
        for number in range(8):
            if sectors >> number & 1:
                at = number * FLASH_SECTOR
                for place in range(at, at + FLASH_SECTOR):
                    self.data[place] = 0xFF

    def write_erasing(self, addr, value, now):
        """A write while erasing: one more sector, suspend, or nothing."""
        if value == 0x30 and now < self.opens:
            self.add_sector(addr, now)
        elif value == 0xB0 and self.sectors != 0xFF:
            self.left = self.until - now
            self.state = 10  # FLASH_SUSPENDED
        elif now < self.opens:  # called off
            self.state = self.base = self.sectors = self.pending = 0
