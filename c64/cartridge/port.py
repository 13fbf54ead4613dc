"""The expansion port: what a cartridge may answer, and the empty port.

A cartridge is a chip like the others: it has ``fields``, and the board asks it only where
the PLA or the I/O decoder selects it.
"""

CART_DMA_NONE = 0
CART_DMA_ARMED = 1  # a write to $FF00 starts the transfer
CART_DMA_WANTED = 2  # a transfer is to begin, or goes on: the CPU is off the bus

# What a cartridge does to the memory map beyond EXROM and GAME: see c64.bus.pla.watched_tables.
CART_SHADOWED = 1  # it takes part in writes below its ROM ($8000-$BFFF)
CART_ULTIMAX_WRITES = 2  # writes to $8000-$FFFF are as in Ultimax mode, reads by the lines
CART_KERNAL = 3  # ROMH is where the KERNAL would be, whose select line a clip takes
CART_ULTIMAX_ROMS = 4  # $8000-$BFFF and $E000-$FFFF are as in Ultimax mode
CART_VECTORS = 5  # it may answer at $FFF8-$FFFF; where it does not (CART_OPEN_BUS) memory does

# What a read gives instead of a byte.
CART_OPEN_BUS = -1  # nobody drives the bus
CART_C64_RAM = -2  # of ROML: the cartridge lets the C64's RAM through
CART_WITH_RAM = 0x100  # added to a byte of ROML: the C64's RAM drives the bus, too, and a 1 wins

# Where the windows are, as the .crt has it, too: ROMH in 16K mode, in Ultimax mode.
CART_ROML, CART_ROMH, CART_ROMH_ULTIMAX = 0x8000, 0xA000, 0xE000
CART_BANK = 0x2000  # bytes in a window
CART_IO2 = 0x100  # in I/O addresses of 0..$1FF: where I/O 1 ($DE00) ends and I/O 2 ($DF00) begins


class CartridgeBase:
    """What a ``Cartridge`` has.  Compiled, its methods take the GIL: Python may override them."""

    fields = ()
    derived = (
        # lines and memory: of the kind of cartridge, or by take_lines() from its state
        "identity", "exrom", "game", "irq", "nmi", "dma", "shadow", "vectors", "vic_sees",
        "romh", "romh_base",
        # inputs, which the board sets before every access
        "now", "bus", "quiet",
    )  # fmt: skip
    crt_header = None
    identity = "nothing"
    unfrozen = "no freezer, or the program holds NMI"  # what to say when nothing did

    def __init__(self):
        self.exrom = 1
        self.game = 1
        self.irq = 0
        self.nmi = 0
        self.dma = 0
        self.shadow = 0
        self.vectors = 0
        self.vic_sees = 1
        self.now = 0
        self.quiet = 0
        self.bus = 0xFF
        self.romh = bytearray(CART_BANK)
        self.romh_base = 0

    @property
    def changed(self):
        """True when a program has written to flash or EEPROM since it was made or saved."""
        return False

    def chips(self):
        """Return [(kind, bank, address, bytes)] of what there is to save, as a .crt has it."""
        return []

    def saved(self):
        """What has changed is in a file now."""

    def behind(self):
        """Return the cartridge that came from a .crt: this one, or that behind a REU."""
        return self

    def reset(self):
        """Take the reset line: as after power-on, RAM as it is."""

    def take_lines(self):
        """Derive the lines from the state, after that was loaded."""

    def read_roml(self, addr):
        """Return the byte at ``addr`` (0..$1FFF) of ROML ($8000).

        Or CART_OPEN_BUS, CART_C64_RAM, or a byte and CART_WITH_RAM.
        """
        return 0xFF

    def read_romh(self, addr):
        """Return the byte at ``addr`` (0..$1FFF) of ROMH ($A000 or $E000), or CART_OPEN_BUS."""
        return 0xFF

    def write_roml(self, addr, value):
        """Take a write to ROML in Ultimax mode."""

    def write_romh(self, addr, value):
        """Take a write to ROMH in Ultimax mode."""

    def write_shadow(self, addr, value):
        """Take a write to $8000-$BFFF (``addr``) below ROM; 1 keeps it from the C64's RAM."""
        return 0

    def press_freeze(self):
        """Press the freeze button, which pulls NMI; returns 0 if there is none."""
        return 0

    def enter_freeze(self):
        """Take over the memory map: the CPU has begun to serve the NMI."""

    def leave_freeze(self):
        """The program holds NMI: the button was pressed in vain."""

    def read_io(self, addr):
        """Answer a read of $DE00-$DFFF (``addr`` 0..$1FF), or CART_OPEN_BUS."""
        return CART_OPEN_BUS

    def peek_io(self, addr):
        """Return what ``read_io`` would, without side effects."""
        return CART_OPEN_BUS

    def write_io(self, addr, value):
        """Take a write to $DE00-$DFFF (``addr`` 0..$1FF)."""

    def dma_cycle(self, bus, low):
        """Be master of ``bus`` (c64.base.bus.Bus) for the cycle that has begun.

        low      how long BA has been low, as ``Bus.dma_next`` returns it
        returns  0 when the transfer was done before: the cycle is the CPU's
        """
        return 0


class Cartridge(CartridgeBase):
    """The empty port; cartridges derive from it.

    exrom, game  the two lines to the PLA, 1 = high (not pulled)
    irq, nmi     1 = the cartridge pulls that line
    dma          CART_DMA_NONE, CART_DMA_ARMED or CART_DMA_WANTED
    shadow       0 or one of the five numbers above
    vectors      1 = the cartridge may answer at $FFF8-$FFFF: reads go to ``read_romh``, writes
                 to $F000-$FFFF to ``write_shadow``; of a cartridge without EXROM and GAME
    vic_sees     1 = Ultimax mode holds for the VIC's accesses in phi1, too; 0 = in phi2 only
    now          the machine's cycle, set before every access
    quiet        1 = an access is only looking: it has no side effects
    bus          what is on the data bus when nobody drives it, set before a read of I/O
    romh         uint8[n * 8192], what the VIC sees at $3000-$3FFF in Ultimax mode
    romh_base    first byte of the bank of ``romh`` that is selected
    crt_header   (hardware type, EXROM, GAME, title) of the .crt that it is saved to; None: nothing
                 in it can change, so that it cannot be saved
    """
