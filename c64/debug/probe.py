"""What a test or a trace wants to know about a run, noted while it happens.

The board calls a probe only while ``Board.probing`` (accesses) or bit 1 of
``Board.traps_on`` (instructions) is set; a machine nobody looks at pays nothing.  The probe
only looks: it changes nothing the machine does.

Accesses are those of phi2, as records of two int64: the cycle, and

    bits  0-15  address        bit  24     1 = write
    bits 16-23  value          bits 25-26  who: 0 CPU, 1 VIC, 2 CPU waiting for RDY
    bits 32-47  start of the   bit  27     1 = the CPU sees the I/O area there
                instruction

Instructions are records of three int64: the cycle of the first access, the cycles the VIC
had taken until then, and

    bits  0-15  pc   16-23 a   24-31 x   32-39 y   40-47 sp   48-55 p
    bit  56     1 = no instruction but the interrupt or reset sequence

Not emulated: the VIC's accesses in phi1 and those of DMA are not noted.
"""

import array

PROBE_ACCESSES = 1 << 16  # records in a buffer; a full one goes to ``chunks``
PROBE_STEPS = 1 << 16
PROBE_RECENT = 64  # instructions remembered when not all are kept

# Bits of ``flags``, one byte per address.
PROBE_LOG_READ = 1
PROBE_LOG_WRITE = 2
PROBE_CALL_READ = 4
PROBE_CALL_WRITE = 8


class Probe:
    """Notes of one machine.

    flags       uint8[65536]: which accesses are noted or reported (PROBE_ bits)
    access      int64[2 * PROBE_ACCESSES], ``access_count`` records are used
    chunks      bytes of the buffers that were full
    steps       int64[3 * PROBE_STEPS]; a ring of PROBE_RECENT unless ``keep_steps``
    step_count  instructions since ``start``
    count, cycles, stolen, fell   int64[65536] by address while ``counting``: executions,
                cycles and stolen cycles in them, branches that went on to the next
    counted     address of the last instruction of which only ``count`` and ``fell`` are kept
    deepest     most bytes of stack below ``stack_base``
    hook        function(address, value, write, cycle) for PROBE_CALL_ addresses
    interrupts  list of [asserted, began, pc, nmi]: cycle in which the line went low (-1:
                it had not been high since the last time), first cycle of the sequence
    """

    def __init__(self):
        self.flags = bytearray(65536)
        self.access = array.array("q", bytes(16 * PROBE_ACCESSES))
        self.steps = array.array("q", bytes(24 * PROBE_STEPS))
        self.count = array.array("q", bytes(8 * 65536))
        self.cycles = array.array("q", bytes(8 * 65536))
        self.stolen = array.array("q", bytes(8 * 65536))
        self.fell = array.array("q", bytes(8 * 65536))
        self.counting = 0
        self.hook = None
        self.keep_interrupts = 0
        self.start(0, 0xFF, 0)

    def start(self, cycle, sp, keep_steps):
        """Forget accesses, steps and interrupts; count the stack's depth from ``sp``."""
        self.chunks = []
        self.step_chunks = []
        self.access_count = 0
        self.step_count = 0
        self.step_at = 0
        self.keep_steps = keep_steps
        self.stack_base = sp
        self.deepest = 0
        self.pc = self.counted = -1
        self.in_sequence = 0
        self.last_cycle = cycle
        self.last_stolen = 0
        self.lines = 0
        self.irq_cycle = -1
        self.nmi_cycle = -1
        self.interrupts = []

    def note_access(self, addr, value, kind, io, cycle):
        """Note an access.

        kind   bit 0 write, bits 1-2 who
        io  bit 0: the I/O area is seen there
        """
        flags = self.flags[addr]
        if flags == 0:
            return
        if flags & (2 if kind & 1 else 1):
            at = self.access_count * 2
            self.access[at] = cycle
            word = self.pc & 0xFFFF
            self.access[at + 1] = (word << 32) | (io << 27) | (kind << 24) | (value << 16) | addr
            self.access_count += 1
            if self.access_count == PROBE_ACCESSES:
                self.put_accesses_aside()
        if kind < 2 and flags & (8 if kind else 4):
            self.call_hook(addr, value, kind, cycle)

    def put_accesses_aside(self):
        """Put the accesses that are noted aside: there is no room for more."""
        self.chunks.append(bytes(self.access))
        self.access_count = 0

    def call_hook(self, addr, value, kind, cycle):
        """Tell ``hook`` of an access."""
        self.hook(addr, value, kind, cycle)

    def note_lines(self, lines, cycle):
        """Look at the interrupt lines (bit 0 IRQ, bit 1 NMI) at the end of ``cycle``."""
        if lines != self.lines:
            if lines & ~self.lines & 1:
                self.irq_cycle = cycle
            if lines & ~self.lines & 2:
                self.nmi_cycle = cycle
            self.lines = lines

    def note_step(self, word, cycle, stolen):
        """Note that an instruction or an interrupt sequence is about to begin."""
        self.finish_step(cycle, stolen)
        depth = (self.stack_base - (word >> 40)) & 0xFF
        if depth > self.deepest and depth < 0xC0:
            self.deepest = depth
        at = self.step_at * 3
        self.steps[at] = cycle
        self.steps[at + 1] = stolen
        self.steps[at + 2] = word
        self.step_count += 1
        self.step_at += 1
        if self.step_at >= (65536 if self.keep_steps else 64):
            if self.keep_steps:
                self.put_steps_aside()
            self.step_at = 0
        self.pc = word & 0xFFFF
        self.in_sequence = word >> 56
        self.last_cycle = cycle
        self.last_stolen = stolen

    def put_steps_aside(self):
        """Put the steps that are noted aside: there is no room for more."""
        self.step_chunks.append(bytes(self.steps))

    def finish_step(self, cycle, stolen):
        """Add up the instruction that has just ended."""
        if self.pc >= 0 and self.counting:
            last = self.pc
            self.cycles[last] += cycle - self.last_cycle
            self.stolen[last] += stolen - self.last_stolen
            if self.in_sequence == 0:
                self.count[last] += 1
                if cycle - self.last_cycle - stolen + self.last_stolen == 2:
                    self.fell[last] += 1  # a branch that is taken has a third cycle
        self.pc = -1

    def count_step(self, pc, attends):
        """Count that an instruction, or with ``attends`` an interrupt sequence, begins at ``pc``.

        This is for coverage alone: it costs a fifth of what ``note_step`` does.  A branch to the
        instruction behind itself counts as not taken.
        """
        if self.counted >= 0 and pc == self.counted + 2:
            self.fell[self.counted] += 1
        if attends:
            self.counted = -1
        else:
            self.count[pc] += 1
            self.counted = pc

    def note_interrupt(self, nmi, cycle, pc):
        """Note that the interrupt sequence begins at ``cycle``."""
        asserted = self.nmi_cycle if nmi else self.irq_cycle
        self.interrupts.append((asserted, cycle, pc, nmi))
        if nmi:
            self.nmi_cycle = -1
        else:
            self.irq_cycle = -1
