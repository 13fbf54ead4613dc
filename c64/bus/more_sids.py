"""The SIDs beside the first, as a chain: a frame runs without the GIL, which a list would need."""


class MoreSids:
    """A SID and those behind it.

    sid     c64.sid.sid.SID
    behind  MoreSids, None for the last
    """

    def __init__(self, sids):
        self.sid = sids[0]
        self.behind = MoreSids(sids[1:]) if len(sids) > 1 else None

    def read(self, number, reg):
        """Return register ``reg`` of SID ``number``, 1 for this one, as the CPU reads it."""
        if number > 1:
            return self.behind.read(number - 1, reg)
        return self.sid.read(reg)

    def peek(self, number, reg):
        """Return what ``read`` would, without side effects."""
        if number > 1:
            return self.behind.peek(number - 1, reg)
        return self.sid.peek(reg)

    def write(self, number, reg, value):
        """Write ``value`` to register ``reg`` of SID ``number``."""
        if number > 1:
            self.behind.write(number - 1, reg, value)
        else:
            self.sid.write(reg, value)

    def clock(self, cycles):
        """Advance all of them by ``cycles`` phi2 cycles."""
        self.sid.clock(cycles)
        if self.behind is not None:
            self.behind.clock(cycles)
