"""What every chip shares: the CPU's bus, and a block within which other threads run."""


class released:
    """Within it other threads run Python: compiled, ``with nogil`` (tools/compile/amalgamate.py).

    Nothing in it may use a Python object but to reach the fields of a chip and the methods that
    its .pxd declares ``nogil`` or ``with gil``.  Uncompiled it does nothing.
    """

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


class BusBase:
    """What a ``Bus`` has.  Compiled, its methods take the GIL: Python may override them."""

    derived = (
        # of a read that is going on; between instructions nobody asks for it
        "stalled",
        # what is quick, which follows from the state
        "quick", "end_due", "space", "reads", "writes", "mode16", "watched", "trap_flags",
    )  # fmt: skip

    def __init__(self):
        self.stalled = 0
        self.quick = self.end_due = 0

    def read(self, addr):
        """Spend one cycle reading ``addr`` (0..$FFFF); returns 0..255."""
        return 0xFF

    def write(self, addr, value):
        """Spend one cycle writing ``value`` (0..255) to ``addr`` (0..$FFFF)."""

    def access_read(self, addr):
        """Read ``addr`` with all side effects, without spending a cycle."""
        return 0xFF

    def access_write(self, addr, value):
        """Write ``value`` to ``addr`` with all side effects, without spending a cycle."""

    def idle(self, cycles):
        """Let time pass until the CPU could have made ``cycles`` accesses, without any."""

    def open_cycle(self, wait):
        """Begin a cycle for ``access_read`` and ``access_write``; wait: one with BA high."""

    def close_cycle(self):
        """End the cycle that ``open_cycle`` began."""

    def dma_read(self, addr, low):
        """Read ``addr`` for a DMA in the cycle that has begun; ``low`` as of ``dma_next``."""
        return 0xFF

    def dma_write(self, addr, value):
        """Write ``value`` for a DMA in the cycle that has begun, without ending it."""

    def note_crossing(self, here, there, returns):
        """Take note that a jump, a call or a return leads to another block of 8 KiB.

        here     where it begins; of an indirect jump, where its pointer lies
        there    where it leads: $A000-$BFFF or $E000-$FFFF
        returns  1: perhaps to behind a JSR, by RTS or a pointer of a program's own; 2: by RTI
        """

    def note_interrupted(self, there):
        """Take note that an interrupt comes at ``there``: RTI may return to it."""

    def dma_next(self):
        """End the cycle and begin the next; returns for how long BA has been low.

        0 high, 1 to 3 low for as many cycles, 4 the VIC has the bus; 9 instead of 1 where BA
        falls within the cycle, because sprite 0's DMA begins in it.
        """
        return 0


class Bus(BusBase):
    """What the CPU is plugged into.  Every call is one phi2 cycle.

    cycle    cycles since the beginning: number of the cycle that comes, or is going on
    stalled  cycles the last read waited because RDY was low

    A bus may let the CPU do the plain accesses of quick cycles itself (``CPU._read``), to save
    the call: those before ``quick``, in which RDY is high, no interrupt line changes and nothing
    at all happens but the access.  The CPU has sampled the lines twice then and need not do so
    again; when it changes what it sampled, it takes the quick cycles back.

    quick    the first cycle that is not quick; 0: the bus wants every call
    end_due  the bus has more to do than to count from the cycle on that ends before this one
    space    uint8[n]: all memory the CPU may read so; RAM in the first 65,536
    reads, writes  int[n]: at ``mode16`` + page of 4 KiB, what to add to the address for the index
             in ``space``, or -1: not a plain access
    watched  uint8[256]: pages with 1 may not be written so
    trap_flags  uint8[65536]: 1 where ``CPU.run_quickly`` ends before it runs an instruction
    """
