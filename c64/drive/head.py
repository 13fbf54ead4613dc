"""A 1541's mechanics and read/write electronics: stepper, spindle, bit clock, shift registers.

Time is counted in periods of the drive's 16 MHz crystal, 16 to a cycle of its CPU.  The disk
turns 300 times a minute, 3,200,000 periods a turn.  A track is a ring of cells, each with a
flux reversal at its beginning (1) or without (0).

Reading: reversals nearer to each other than 2.5 us cancel out (the amplifier's filter).  Each
that passes sets the bit clock back: counter UE7 divides by 16 less the density, 13 to 16, and
UF4 counts its carries; with every fourth carry, the second after a reversal, a bit is shifted in,
1 if UF4 was at 2.  Ten ones are SYNC, which holds the count of bits at 0; every eighth bit
otherwise is BYTE READY.  A track without reversals gives noise: the amplifier turns itself up.

Writing: the same clock shifts out the byte that port A had at BYTE READY, a cell a bit.  A
track that is written at another density gets that density's number of cells.

Stepping: of four windings one has current.  It pulls the head to the nearest of the half tracks
that are its own, every fourth, with a force that is greatest half a track off and none two halves
off, over the distance a parabola here.  The head has mass and friction: it gets to the next half
track in 5 ms, over it by half a one after 9 ms, and lies still after 27 ms.  So a step each 3 ms
takes it along, four within 2 ms leave it where it was, and what the opposite winding does
depends on how it moves.  What lies under it is the nearest half track.  Without the motor no
winding has current.

Sources: 1541 service manual (schematic: UE7 and UF4 74LS193, UD2 and UD3 shift registers, 9602
one-shots; windings); the intervals of the noise are those of VICE's rotation.c.  The head's two
constants: ChristopherJam's Stepper Test 1.0 on real drives (CSDb release 160665: 7.7 to 10.2 ms
after one step the track beyond, a whole step off, can nearly be read, later not any more);
what agrees with them: 4.1 ms a step is the fastest that is usable, 8.3 and 7.7 are in use, 0.5
do not move the head (comments of VICE's via2d.c, its testprogs/drive/inertia), the DOS waits 30
ms after the last step.

Not emulated: the time the motor takes to start and to stop; unequal speed; a disk's hub being
off centre; what a head between two tracks reads of both.
"""

from c64.base.fields import Field, create_fields

HEAD_NEVER = 1 << 62
HEAD_TURN = 3200000  # periods of 16 MHz a turn
HEAD_FILTER = 40  # periods, 2.5 us
HEAD_FIRST, HEAD_LAST = 2, 84  # half tracks: track 1 to track 42
HEAD_SWING = 256  # periods from one reckoning of the head's place to the next: 16 us
# What a winding pulls with half a track off, 2^-32 half tracks a reckoning squared: a swing that
# far takes 18 ms, a small one 14.  Friction, 2^-16 of the speed: 0.18 of what allows no swing.
HEAD_PULL = 112000
HEAD_FRICTION = 167
# Cells of a track by density, in whole bytes: 250, 266.6, 285.7 and 307.7 kbit/s.
HEAD_CELLS = (50000, 53328, 57136, 61536)


class DriveHead:
    """Head and electronics between the surface of a disk and VIA 2.

    surface   object with ``track(half)`` -> (bytearray of cells, first in bit 7, count of
              cells) or None, ``regrid(half, cells)`` -> the same with another count of cells,
              ``written(half)``, ``read_only``; None without a disk
    half      2 to 84: twice the track; the nearest while the head moves
    phase     0 to 3: the winding that has current while the motor runs
    moving    1: the head moves, ``place`` (2^-32 half tracks) and ``speed`` count
    motor     1: the disk turns
    writing   1: the head writes
    density   0 to 3, the speed zone's bit rate
    data_out  what port A of VIA 2 has
    shifter   the last ten bits that were read
    ready     1: BYTE READY came, at period ``ready_at``, since somebody cleared this
    next      period at which something happens next
    moves     collections.deque that takes (period, half track, speed at a stop or 0) whenever
              the head comes over another half track or hits an end; None: nobody listens
    """

    fields = (
        Field("half", 36, keep=True),  # 2 to 84: the half track under the head, or nearest to it
        Field("phase", 2, keep=True),  # 0 to 3: the winding with current, by VIA 2's PB0-PB1
        Field("moving", keep=True),  # 1: the head moves; only then place and speed count
        Field("place", keep=True),  # 2^-32 half tracks, while it moves
        Field("speed", keep=True),  # 2^-32 half tracks a reckoning of 16 us, outwards negative
        Field("swing_at", keep=True),  # period of the next reckoning, while it moves
        Field("motor", keep=True),  # 1: the disk turns
        Field("writing", keep=True),  # 1: the head writes, by VIA 2's CB2
        Field("density", keep=True),  # 0 to 3: speed zone; UE7 divides by 16 less this
        Field("data_out", keep=True),  # pins of VIA 2's port A: the next byte to write
        Field("shifter", keep=True),  # the last ten bits read, newest in bit 0; all ones are SYNC
        Field("count", keep=True),  # bits of the present byte so far, 0 to 7; SYNC holds 0
        Field("out", keep=True),  # the byte on its way to the disk; bit 7 is the next cell
        Field("ready"),  # 1: BYTE READY came; the board clears it
        Field("ready_at"),  # period of the last BYTE READY
        Field("stopped_at", keep=True),  # period at which the motor stopped last
        Field("cell", keep=True),  # base of the angle: the cell under the head at cell_at
        Field("cell_at", keep=True),  # period at which that cell came
        Field("cell_rest", keep=True),  # its fraction of a period, in 1/cells of one
        Field("ahead", keep=True),  # cells from the base to the one that raw_at waits for
        Field("noted", keep=True),  # 1: the surface knows that this track was written
        # raw_at: period of the next reversal, or of the end of the piece that was searched
        Field("raw_at", HEAD_NEVER, keep=True),
        Field("raw_is_flux", keep=True),  # 1: raw_at is a reversal; 0: search on from there
        Field("pulse_at", HEAD_NEVER, keep=True),  # period at which one is through the filter
        Field("level", keep=True),  # amplifier before the filter; each reversal turns it
        Field("passed", keep=True),  # the same behind the filter: what the bit clock has seen
        Field("shift_at", 64, keep=True),  # period of the next bit
        Field("uf4", 2, keep=True),  # what UF4 will count at that bit: 2 makes it a 1
        Field("noise_at", 289, keep=True),  # period of the next noise; each reversal puts it off
        Field("noise", 0x1541, keep=True),  # 32 bits: state of the noise's generator, not 0
        # next: period of the earliest event; HEAD_NEVER while the motor is off
        Field("next", HEAD_NEVER, keep=True),
    )
    derived = (
        # take_back(): of the disk, which saves itself
        "surface", "track", "cells",
        # the listener's
        "moves",
    )  # fmt: skip

    def __init__(self):
        create_fields(self)
        self.surface = None
        self.track = bytearray(1)
        self.cells = 0
        self.moves = None

    # -- mechanics ---------------------------------------------------------------------

    def insert(self, surface, now):
        """Put a disk under the head, or take it away (None)."""
        self.surface = surface
        self.load(now if self.motor else self.stopped_at)

    def take_back(self, surface):
        """Put a disk under the head whose fields a snapshot has brought back."""
        self.surface = surface
        found = None if surface is None else surface.track(self.half)
        self.cells = 0
        if found is not None:
            self.track, self.cells = found

    def load(self, now):
        """Take over the track that lies under the head, at the angle the disk has reached."""
        if self.writing:
            self.cell_at = now  # the cells were counted as they were written
            self.cell_rest = 0
        else:
            self.settle(now)
        before = self.cells or 50000
        found = None if self.surface is None else self.surface.track(self.half)
        self.cells = 0
        if found is not None:
            self.track, self.cells = found
        cells = self.cells or 50000
        self.cell = self.cell * cells // before % cells
        self.cell_rest = 0
        if self.writing:
            self.begin_write(now)
        self.seek_flux()
        self.plan()

    def settle(self, now):
        """Move the base of the angle to the last cell that has begun by ``now``."""
        cells = self.cells or 50000
        turns = (now - self.cell_at) // HEAD_TURN - 1
        if turns > 0:  # whole ones change nothing else, and what is left stays within 64 bits
            self.cell_at += turns * HEAD_TURN
        passed = ((now - self.cell_at) * cells - self.cell_rest) // HEAD_TURN
        if passed > 0:
            self.advance(passed)

    def advance(self, passed):
        """Move the base of the angle by so many cells."""
        cells = self.cells or 50000
        rest = self.cell_rest + passed * HEAD_TURN
        self.cell = (self.cell + passed) % cells
        self.cell_at += rest // cells
        self.cell_rest = rest % cells

    def set_phase(self, phase, now):
        """Give another winding (0..3) the current; half track 2, track 1, is winding 0's."""
        self.phase = phase
        if self.motor:
            self.start(now)

    def start(self, now):
        """Let the head move, if the winding does not hold it where it is."""
        if not self.moving and (self.phase ^ self.half) & 1:  # the opposite one pulls nowhere
            self.moving = 1
            half = self.half
            self.place = half << 32
            self.speed = 0
            self.swing_at = now

    def swing(self, now):
        """Reckon the head's place up to period ``now``."""
        winding = self.phase
        while self.moving and self.swing_at <= now:
            self.swing_at += HEAD_SWING
            # How far it is from the winding's nearest half track: -2 to 2 of them.
            off = self.place - (winding << 32)
            off = (off & 0x3FFFFFFFF) - 0x200000000
            pull = (off >> 20) * (8192 - abs(off >> 20))  # 1 << 24 half a track off
            self.speed -= (pull * HEAD_PULL >> 24) + (self.speed * HEAD_FRICTION >> 16)
            self.place += self.speed
            if self.place < HEAD_FIRST << 32:
                self.note_move(2)
                self.place = 2 << 32
                self.speed = 0
                self.moving = off < 0
            elif self.place > HEAD_LAST << 32:
                self.note_move(84)
                self.place = 84 << 32
                self.speed = 0
                self.moving = off > 0
            elif abs(off) < 1 << 27 and abs(self.speed) < 1 << 22:
                self.place -= off
                self.moving = 0
            half = ((self.place >> 31) + 1) >> 1
            if half != self.half:
                self.half = half
                if self.moves is not None:
                    self.moves.append((self.swing_at, half, 0))
                self.load(now)

    def note_move(self, half):
        """Let a listener know that the head hits the end at a half track with its speed."""
        if self.moves is not None:
            self.moves.append((self.swing_at, half, abs(self.speed)))

    def set_motor(self, on, now):
        """Switch the motor on or off; the disk stands still at once."""
        if on == self.motor:
            return
        self.motor = on
        if on:
            slept = now - self.stopped_at
            never = HEAD_NEVER
            self.cell_at += slept
            self.shift_at += slept
            self.noise_at += slept
            if self.raw_at != never:
                self.raw_at += slept
            if self.pulse_at != never:
                self.pulse_at += slept
            self.start(now)
        else:
            self.stopped_at = now
            self.moving = 0
        self.plan()

    def set_density(self, density, now):
        """Choose the bit rate: UE7 takes it over with its next carry."""
        if density == self.density:
            return
        time = now if self.motor else self.stopped_at
        old = 16 - self.density
        left = self.shift_at - time
        if left > 0:
            carries = (left - 1) // old
            self.shift_at += carries * ((16 - density) - old)
        self.density = density
        self.plan()

    def set_writing(self, on, now):
        """Switch between reading and writing."""
        if on == self.writing:
            return 0
        self.writing = on
        if on:
            self.begin_write(now if self.motor else self.stopped_at)
        else:
            self.cell_at = now if self.motor else self.stopped_at
            self.cell_rest = 0
            self.noise_at = self.cell_at + 289
            self.seek_flux()
        self.plan()

    # -- cells -------------------------------------------------------------------------

    def seek_flux(self):
        """Find the next reversal after the base; ``raw_at`` is when it comes.

        A long stretch without one is searched in pieces: ``raw_is_flux`` is 0 at their ends.
        """
        self.raw_at = HEAD_NEVER
        cells = self.cells
        if cells == 0 or self.writing:
            return
        ahead = 0
        at = self.cell
        found = 0
        while ahead < 4096 and not found:
            ahead += 1
            at += 1
            if at == cells:
                at = 0
            if at & 7 == 0 and at + 8 < cells and self.track[at >> 3] == 0:
                ahead += 7
                at += 7
            else:
                found = self.track[at >> 3] >> (7 - (at & 7)) & 1
        self.ahead = ahead
        self.raw_is_flux = found
        self.raw_at = self.cell_at + (self.cell_rest + ahead * 3200000) // cells

    def reach_flux(self):
        """Move the base of the angle to where ``seek_flux`` looked, as ``advance`` would."""
        cells = self.cells or 50000
        self.cell_rest += self.ahead * 3200000 - (self.raw_at - self.cell_at) * cells
        self.cell_at = self.raw_at
        self.cell += self.ahead
        while self.cell >= cells:
            self.cell -= cells

    def begin_write(self, now):
        """Get ready to write: the cells that are there must fit the density."""
        self.settle(now)
        self.noted = 0
        self.raw_at = self.pulse_at = self.noise_at = HEAD_NEVER
        if self.surface is None or self.surface.read_only:
            return 0
        wanted = HEAD_CELLS[self.density]
        if abs(self.cells - wanted) * 100 > wanted:
            before = self.cells or 50000
            self.track, self.cells = self.surface.regrid(self.half, wanted)
            place = self.cell
            self.cell = place * wanted // before % wanted

    def write_bit(self, bit):
        """Write the next cell."""
        if self.surface is None or self.cells == 0:
            return 0
        self.cell += 1
        if self.cell >= self.cells:
            self.cell = 0
        if self.surface.read_only:
            return 0
        mask = 0x80 >> (self.cell & 7)
        if bit:
            self.track[self.cell >> 3] |= mask
        else:
            self.track[self.cell >> 3] &= ~mask & 0xFF
        if not self.noted:
            self.noted = 1
            self.surface.written(self.half)

    # -- electronics -------------------------------------------------------------------

    def run(self, now):
        """Do everything that happens up to and with period ``now``."""
        while self.next <= now:
            at = self.next
            if at == self.raw_at:
                if self.raw_is_flux:
                    self.level ^= 1
                    self.pulse_at = at + HEAD_FILTER if self.level != self.passed else HEAD_NEVER
                self.reach_flux()
                self.seek_flux()
            elif at == self.pulse_at:
                self.passed = self.level
                self.pulse_at = HEAD_NEVER
                self.noise_at = at + 289 + self.random() % 31
                self.restart(at)
            elif at == self.noise_at:
                self.noise_at = at + 33 + self.random() % 367
                self.restart(at)
            else:
                self.shift(at)
            self.plan()

    def ready_from(self):
        """Return a period before which BYTE READY does not come, if nobody touches the head.

        Until the next reversal the bits come like clockwork, four steps apart.  A reversal may
        bring the next bit forward to two steps, but as reversals of the disk are at least a cell
        apart, it cannot do so to more than every other: on average it is three steps.  The noise
        keeps no distance: once it comes, all may be two steps apart.
        """
        if self.moving:
            return self.next  # another track may lie under it any time
        step = 16 - self.density
        bits = 8 - self.count
        turn = min(self.pulse_at, self.noise_at)
        turn = min(turn, self.raw_at + HEAD_FILTER)
        first = self.shift_at
        if first <= turn:
            regular = (turn - first) // (4 * step) + 1  # bits up to the reversal
            if regular >= bits:
                return first + 4 * step * (bits - 1)
            bits -= regular
            first += 4 * step * regular
        quick = min(first, turn + 2 * step) + (bits - 1) * 2 * step
        if bits == 1 or self.cells * 3 * step > HEAD_TURN:
            return quick
        usual = min(first - step, turn + 2 * step) + (bits - 1) * 3 * step
        return min(usual, max(quick, min(self.noise_at, turn + 289)))

    def restart(self, at):
        """A reversal sets the bit clock back."""
        self.uf4 = 2
        self.shift_at = at + 2 * (16 - self.density)

    def shift(self, at):
        """Shift a bit in and, when writing, one out."""
        if self.moving:
            self.swing(at)
        self.shifter = (self.shifter << 1 | (self.uf4 == 2)) & 0x3FF
        self.uf4 = (self.uf4 + 4) & 15
        self.shift_at = at + 4 * (16 - self.density)
        if self.writing:
            self.write_bit(self.out >> 7)
        self.out = self.out << 1 & 0xFF
        if self.shifter == 0x3FF and not self.writing:
            self.count = 0
        elif self.count < 7:
            self.count += 1
        else:
            self.count = 0
            self.out = self.data_out
            self.ready = 1
            self.ready_at = at

    def in_sync(self):
        """Return 1 while SYNC is there."""
        return self.shifter == 0x3FF and not self.writing

    def random(self):
        """Return the next number of the noise (xorshift of 32 bits, Marsaglia 2003).

        What would leave the 32 bits is masked before the shift: a mask of 32 bits would be a
        Python object in the compiled machine.
        """
        value = self.noise
        value ^= (value & 0x7FFFF) << 13
        value ^= value >> 17
        value ^= (value & 0x7FFFFFF) << 5
        self.noise = value
        return value >> 8

    def plan(self):
        """Set ``next``."""
        if not self.motor:
            self.next = HEAD_NEVER
            return
        first = self.shift_at
        first = min(first, self.raw_at)
        first = min(first, self.pulse_at)
        first = min(first, self.noise_at)
        self.next = first
