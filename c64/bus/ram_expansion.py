"""RAM expansions that are soldered to the board: +60K and +256K.

They replace the VIC-II's select line in part of $D000-$D3FF and decide from which bank the RAM
comes; the PLA, ROMs and I/O go on as they are.  Bank 0 is the RAM on the board.  Nothing is
tested in an access to RAM: a write to the register exchanges the banks the board and the VIC
have before them (``Board.select_ram``).

+60K (Polish scene, late 1990s): a second bank for the CPU's $1000-$FFFF.

    $D000-$D0FF  VIC-II
    $D100-$D1FF  register, write only; reads $FF
    $D200-$D3FF  nothing
    bit 7        1: $1000-$FFFF are the expansion's; bits 0-6 are not connected

$0000-$0FFF are always the board's, and so is everything that the VIC sees.  Another version has
the register at $D040-$D0FF, the VIC at $D000-$D03F only and nothing at $D100-$D3FF.

+256K: 256 KiB in the place of the board's 64, four banks, the first of them counted as the
board's here.

    $D000-$D0FF  VIC-II
    $D100-$D1FF  register, write only; reads $FF
    $D200-$D3FF  nothing
    bits 6-7     bank of the CPU's $1000-$FFFF        bits 2-3  bank that the VIC sees
    bits 0-1     bank of the CPU's $0000-$0FFF        bit 4     1: no further write, until a reset

Sure: the above, by the description and the code in VICE's plus60k.c and plus256k.c and by its
plus60k and plus256k test programs.  Taken to be so, not known from hardware: a reset selects bank
0 (as in VICE); a DMA sees the banks that the CPU has (as in VICE); the colour nibble that a VIC
takes from the CPU in the first three cycles of a late bad line comes from the CPU's bank.

Not emulated: image files that keep the contents.
"""

from c64.base.fields import Field, create_fields, reset_fields

PLUS60K_NAMES = {"d100": 0xD100, "d040": 0xD040}  # how options name where its register is


class RamExpansion:
    """No expansion; the others derive from it.

    low, high, video        banks of the CPU's $0000-$0FFF and $1000-$FFFF, and of the VIC
    vic_end, register_end   of $D000-$D3FF (0..$3FF): below the first the VIC answers, below the
                            second the register, past it nothing
    """

    fields = ()
    derived = (
        # of the kind of expansion, or by reset() and write() of its state
        "low", "high", "video", "vic_end", "register_end",
    )  # fmt: skip
    identity = "no expansion"

    def __init__(self):
        self.low = self.high = self.video = 0
        self.vic_end = self.register_end = 0x400

    def reset(self):
        """Take the reset line: all banks are the board's, the RAM stays."""

    def write(self, value):
        """Take a write to the register."""

    def bank(self, number):
        """Return the writable bytes (65536) of bank ``number``, 1 or more."""
        return None

    def banks(self):
        """Return all banks of the expansion: the board's is not among them."""
        return []


class Plus60K(RamExpansion):
    """A +60K with its register at ``base``; raises ValueError for one that does not exist.

    The chips hold 64 KiB, of which the lower 4 cannot be reached.
    """

    fields = (
        Field("ram", bytes(0x10000), keep=True),  # bank 1; its first 4 KiB cannot be reached
        Field("high"),  # bank of the CPU's $1000-$FFFF: bit 7 of the register
    )
    derived = (
        # where its register is
        "identity",
    )  # fmt: skip

    def __init__(self, base=0xD100):
        if base not in PLUS60K_NAMES.values():
            raise ValueError(f"a +60K has its register at $D100 or $D040, not at ${base:04X}")
        super().__init__()
        self.identity = f"+60K at ${base:04X}"
        self.vic_end = 0x100 if base == 0xD100 else 0x40
        self.register_end = 0x200 if base == 0xD100 else 0x100
        create_fields(self)

    def reset(self):
        reset_fields(self)

    def write(self, value):
        self.high = value >> 7

    def bank(self, number):
        return self.ram

    def banks(self):
        return [self.ram]


class Plus256K(RamExpansion):
    """A +256K: banks 1 to 3, beside the board's RAM, which is bank 0."""

    identity = "+256K"
    fields = (
        Field("ram", bytes(0x30000), keep=True),  # banks 1 to 3
        Field("low"),  # bank of the CPU's $0000-$0FFF: bits 0-1 of the register
        Field("high"),  # bank of the CPU's $1000-$FFFF: bits 6-7
        Field("video"),  # bank that the VIC sees: bits 2-3
        Field("locked"),  # 1: no further write counts until a reset; bit 4
    )

    def __init__(self):
        super().__init__()
        self.vic_end, self.register_end = 0x100, 0x200
        create_fields(self)

    def reset(self):
        reset_fields(self)

    def write(self, value):
        if not self.locked:
            self.low = value & 3
            self.video = value >> 2 & 3
            self.locked = value >> 4 & 1
            self.high = value >> 6

    def bank(self, number):
        return memoryview(self.ram)[(number - 1) << 16 : number << 16]

    def banks(self):
        return [self.bank(number) for number in (1, 2, 3)]


def make_expansion(plus60k=False, plus60k_base=0xD100, plus256k=False):
    """Return the RamExpansion that is soldered in.

    plus60k, plus256k  True for one of these
    plus60k_base       address of its register, $D100 or $D040

    Raises ValueError for an address that does not exist, and for both at once.
    """
    if plus60k and plus256k:
        raise ValueError("a +60K and a +256K both use $D100 and replace the RAM; choose one")
    if plus60k:
        return Plus60K(plus60k_base)
    if plus256k:
        return Plus256K()
    return RamExpansion()
