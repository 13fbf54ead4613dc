"""The expansion port: what a cartridge may answer, and the empty port.

A cartridge is a chip like the others: it has ``fields``, and the board asks it only where
the PLA or the I/O decoder selects it.
"""


class Cartridge:
    """The empty port; cartridges derive from it.

    exrom, game  the two lines to the PLA, 1 = high (not pulled)
    irq, nmi     1 = the cartridge pulls that line

    Not emulated: DMA.
    """

    fields = ()

    def __init__(self):
        self.exrom = 1
        self.game = 1
        self.irq = 0
        self.nmi = 0

    def read_roml(self, addr):
        """Return the byte at ``addr`` (0..$1FFF) of ROML ($8000), 0..255."""
        return 0xFF

    def read_romh(self, addr):
        """Return the byte at ``addr`` (0..$1FFF) of ROMH ($A000 or $E000), 0..255."""
        return 0xFF

    def write_roml(self, addr, value):
        """Take a write to ROML in Ultimax mode."""

    def write_romh(self, addr, value):
        """Take a write to ROMH in Ultimax mode."""

    def read_io(self, addr):
        """Answer a read of $DE00-$DFFF (``addr`` 0..$1FF); -1 leaves the bus open."""
        return -1

    def write_io(self, addr, value):
        """Take a write to $DE00-$DFFF (``addr`` 0..$1FF)."""
