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

from c64.base.fields import Field, create_fields, reset_fields

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
) = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11

# Commands, the two addresses they are written to, and the bits of those that count.
FLASH_UNLOCK_1, FLASH_UNLOCK_2 = 0xAA, 0x55
FLASH_DO_AUTOSELECT, FLASH_DO_PROGRAM, FLASH_DO_ERASE = 0x90, 0xA0, 0x80
FLASH_DO_CHIP, FLASH_DO_SECTOR = 0x10, 0x30
FLASH_DO_SUSPEND, FLASH_DO_RESUME = 0xB0, 0x30
FLASH_DO_RESET = 0xF0
FLASH_ADDRESS_1, FLASH_ADDRESS_2, FLASH_ADDRESS_BITS = 0x555, 0x2AA, 0x7FF
FLASH_MAKER, FLASH_DEVICE = 0x01, 0xA4  # what autoselect reads at 0 and 1
# The status.
FLASH_POLLING, FLASH_TOGGLE, FLASH_TIMEOUT = 0x80, 0x40, 0x20
FLASH_ERASING, FLASH_TOGGLE_SECTOR = 0x08, 0x04
FLASH_ALL_SECTORS = 0xFF


class Flash040:
    """One chip; ``data`` is bytes (524288), ``changed`` 1 after it was written to.

    Times are the machine's cycles, passed with every access as ``now``.
    """

    fields = (
        Field("state"),  # FLASH_ constant: work going on, or writes of a command so far
        Field("base"),  # the state that an unknown command leads to: reading or autoselect
        Field("until"),  # cycle at which the work is done
        Field("opens"),  # cycle until which sectors can be added; then they are cleared
        Field("left"),  # cycles of a suspended erasure
        Field("toggle"),  # bits 6 and 2 of the status, which reads of it turn
        Field("byte"),  # the byte being programmed; polling shows its bit 7 inverted
        Field("sectors"),  # bit n: sector n is being erased
        Field("pending"),  # bit n: its bytes are still there
        Field("changed", keep=True),  # 1: written to since it was made or saved
        Field("data", b"\xff" * FLASH_SIZE, keep=True),  # the 512 KiB
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
        if self.state == FLASH_READ:
            return self.data[addr]
        self.finish(now)
        if self.state in (FLASH_PROGRAMS, FLASH_FAILED):
            self.toggle ^= FLASH_TOGGLE
            failed = FLASH_TIMEOUT if self.state == FLASH_FAILED else 0
            return ~self.byte & FLASH_POLLING | self.toggle | failed
        inside = self.sectors >> (addr // FLASH_SECTOR) & 1
        if self.state == FLASH_ERASES:
            self.toggle ^= FLASH_TOGGLE | (FLASH_TOGGLE_SECTOR if inside else 0)
            return self.toggle | (0 if now < self.opens else FLASH_ERASING)
        if self.state == FLASH_SUSPENDED and inside:
            self.toggle ^= FLASH_TOGGLE_SECTOR
            return FLASH_POLLING | self.toggle
        if self.base == FLASH_AUTOSELECT and addr & 0xFF < 3:
            if addr & 0xFF == 2:
                return 0
            return FLASH_DEVICE if addr & 0xFF else FLASH_MAKER
        return self.data[addr]

    def finish(self, now):
        """Leave what is done by now."""
        if self.pending and now >= self.opens:
            self.clear(self.pending)
            self.pending = 0
        if now < self.until:
            return
        if self.state == FLASH_PROGRAMS:
            self.state = self.base
        elif self.state == FLASH_ERASES:
            self.state = self.base = FLASH_READ
            self.sectors = 0

    def write(self, addr, value, now):
        """Write ``value`` to ``addr`` in cycle ``now``: a part of a command."""
        self.finish(now)
        at = addr & FLASH_ADDRESS_BITS
        if self.state == FLASH_PROGRAMS:  # it does not listen
            return
        if self.state == FLASH_ERASES:
            self.write_erasing(addr, value, now)
        elif self.state == FLASH_BYTE:
            self.program(addr, value, now)
        elif value == FLASH_DO_RESET:
            self.state = self.base = FLASH_READ
            if self.sectors:
                self.state = FLASH_SUSPENDED
        elif self.state == FLASH_FAILED:
            return
        elif self.state == FLASH_SUSPENDED and value == FLASH_DO_RESUME:
            self.state = FLASH_ERASES
            self.until = now + self.left
        elif self.state == FLASH_C1 and at == FLASH_ADDRESS_2 and value == FLASH_UNLOCK_2:
            self.state = FLASH_C2
        elif self.state == FLASH_C2 and at == FLASH_ADDRESS_1:
            self.command(value)
        elif self.state == FLASH_C3 and at == FLASH_ADDRESS_1 and value == FLASH_UNLOCK_1:
            self.state = FLASH_C4
        elif self.state == FLASH_C4 and at == FLASH_ADDRESS_2 and value == FLASH_UNLOCK_2:
            self.state = FLASH_C5
        elif self.state == FLASH_C5:
            self.erase(addr, value, now)
        elif at == FLASH_ADDRESS_1 and value == FLASH_UNLOCK_1 and self.between_commands():
            self.state = FLASH_C1
        else:
            self.settle()

    def between_commands(self):
        """Return 1 where a command may begin."""
        return self.state in (FLASH_READ, FLASH_AUTOSELECT, FLASH_SUSPENDED)

    def settle(self):
        """Forget a command that is none."""
        self.state = FLASH_SUSPENDED if self.sectors else self.base

    def command(self, value):
        """The third write of a command."""
        if value == FLASH_DO_AUTOSELECT:
            self.state = self.base = FLASH_AUTOSELECT
        elif value == FLASH_DO_PROGRAM:
            self.state = FLASH_BYTE
        elif value == FLASH_DO_ERASE and not self.sectors:
            self.state = FLASH_C3
        else:
            self.settle()

    def program(self, addr, value, now):
        """Program a byte; a 0 that should become 1 fails."""
        self.byte = value
        self.changed = 1
        self.data[addr] &= value
        self.state = FLASH_PROGRAMS if self.data[addr] == value else FLASH_FAILED
        self.until = now + FLASH_PROGRAM

    def erase(self, addr, value, now):
        """The sixth write of a command: what is to be erased."""
        if value == FLASH_DO_CHIP and addr & FLASH_ADDRESS_BITS == FLASH_ADDRESS_1:
            self.sectors = FLASH_ALL_SECTORS
            self.opens = now
            self.until = now + FLASH_ERASE_CHIP
            self.pending = FLASH_ALL_SECTORS
        elif value == FLASH_DO_SECTOR:
            self.add_sector(addr, now)
        else:
            self.settle()
            return
        self.state = FLASH_ERASES

    def add_sector(self, addr, now):
        """Erase a sector, too: the window is open again, the work longer."""
        bit = 1 << (addr // FLASH_SECTOR)
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
        if value == FLASH_DO_SECTOR and now < self.opens:
            self.add_sector(addr, now)
        elif value == FLASH_DO_SUSPEND and self.sectors != FLASH_ALL_SECTORS:
            self.left = self.until - now
            self.state = FLASH_SUSPENDED
        elif now < self.opens:  # called off
            self.state = self.base = FLASH_READ
            self.sectors = self.pending = 0
