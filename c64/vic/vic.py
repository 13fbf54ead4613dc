"""MOS 6569/8565 (PAL), 6567 (NTSC) and 6572 (PAL-N) video chip: the VIC-II as the board sees it.

The board calls ``clock()`` once a cycle, before the CPU's access of that cycle, then looks
at ``ba_low`` (reads must wait), ``irq`` and ``phi1_data``, and passes accesses to
``read``/``write``.  ``frame`` is the whole raster, blanking included.

    frame  uint8[lines * cycles * 8], palette index 0..15, row = raster line,
           column 0 = first pixel of cycle 1

Models: 6569 R3, 8565 (no colour latency, grey dots), 6567 R8, 6567 R56A, 6572.

Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II) and its application in
the Commodore 64" (1996); for what happens within a cycle, and for the cycles of the 6567 R56A
and the 6572, VICE 3 (x64sc).

Which chip, and how sure: the 6569 is an R3, VICE's 6569 (the R1's light pen and its five
luminances are not here), the 6567 an R8, VICE's 6567.  The 8565 is one that shows light grey
where a colour register is written ("grey dot"); others show the old or the new colour there
(8565early and 8565late in VICE's test collection).  When its ECM, BMM and MCM count is not
settled: see pixels.py.

Not emulated: the VSP bug, analogue video, decay of unrefreshed DRAM, the test bit $D016 RES.
"""

from c64.base.fields import reset_fields
from c64.vic.border import VicBorder
from c64.vic.core import VIC_TOUCHED_CONTROL, VIC_TOUCHED_LIGHTPEN
from c64.vic.cycles import (
    VIC_AFTER_SPRITE,
    VIC_BAD_LINE_BA,
    VIC_C_ACCESS,
    VIC_CHECK_BORDER,
    VIC_COLUMNS,
    VIC_CRUNCH,
    VIC_DRAW,
    VIC_EVENTS,
    VIC_FIRST_G,
    VIC_G_ACCESS,
    VIC_LEFT_38,
    VIC_LEFT_40,
    VIC_P_ACCESS,
    VIC_R_ACCESS,
    VIC_RIGHT_38,
    VIC_RIGHT_40,
    VIC_S_ACCESS,
    VIC_SPRITE_SHIFT,
)
from c64.vic.fetch import (
    VIC_BA_NOTICE,
    VIC_CELL_BYTE,
    VIC_CELL_COLOR,
    VIC_CELL_MATRIX,
    VIC_CELL_ROWS,
    VIC_CHARGEN_AT,
    VIC_IDLE_ADDRESS,
    VIC_REFRESH_PAGE,
    VicFetch,
)
from c64.vic.graphics import VicRenderer
from c64.vic.pixels import (
    VIC_LOG_GRAPHICS,
    VIC_LOG_MAIN_BORDER,
    VIC_LOG_MATRIX_HIGH,
    VIC_LOG_WRAP,
    VIC_MODE_BITMAP,
    VIC_MODE_TEXT,
)
from c64.vic.raster import VicRaster
from c64.vic.registers import (
    VIC_BACKGROUND,
    VIC_BMM,
    VIC_BORDER,
    VIC_CONTROL1,
    VIC_CONTROL2,
    VIC_CSEL,
    VIC_ECM,
    VIC_HIT_DATA,
    VIC_HIT_SPRITES,
    VIC_IRQ_DATA,
    VIC_IRQ_FLAGS,
    VIC_IRQ_MASK,
    VIC_IRQ_PENDING,
    VIC_IRQ_SOURCES,
    VIC_IRQ_SPRITES,
    VIC_IRQ_UNUSED,
    VIC_LIGHTPEN_X,
    VIC_LIGHTPEN_Y,
    VIC_MCM,
    VIC_MEMORY,
    VIC_NO_REGISTER,
    VIC_RASTER,
    VIC_RST8,
    VIC_SPRITE_EXPX,
    VIC_SPRITE_EXPY,
    VIC_SPRITE_MSBX,
    VIC_SPRITE_ON,
    VIC_SPRITE_PRIO,
    VIC_SPRITE_X,
    VIC_SPRITE_Y,
    VIC_YSCROLL,
)

# Bits that are not there read as 1 (Bauer, 3.2).
VIC_UNUSED_BITS = (
    bytes(VIC_CONTROL2)
    + bytes([0xC0, 0x00, 0x01, VIC_IRQ_UNUSED, 0xF0])  # $D016 to $D01A
    + bytes(VIC_BORDER - VIC_SPRITE_PRIO)
    + b"\xf0" * (VIC_NO_REGISTER - VIC_BORDER)
    + b"\xff" * (64 - VIC_NO_REGISTER)
)

VIC_FIRST_REFRESH, VIC_REFRESHES = 11, 5  # cycle of the first r-access, how many there are
# The registers on which BA and IRQ depend.
VIC_PLANNERS = (
    *range(VIC_SPRITE_Y, VIC_SPRITE_MSBX, 2),
    *(VIC_CONTROL1, VIC_RASTER, VIC_SPRITE_ON, VIC_SPRITE_EXPY),
    *(VIC_IRQ_FLAGS, VIC_IRQ_MASK),
)
# Cycles of a bad line in which BA is low, and sprites whose accesses come after cycle 1.
VIC_FIRST_BA, VIC_LAST_BA = 12, 54
VIC_LATE_SPRITES = 0xF8

VIC_VISIBLE_WIDTH = 384
VIC_VISIBLE_LEFT = 112  # column of the frame; the display window begins 32 to the right


class VIC(VicRenderer):
    """One VIC-II of a ``model`` in VIC_MODELS."""

    fields = VicRenderer.fields
    derived = (
        # tables
        "unused", "planners",
    )  # fmt: skip

    def __init__(self, model="6569"):
        super().__init__(model)
        self.unused = bytearray(VIC_UNUSED_BITS)
        self.planners = bytearray(reg in VIC_PLANNERS for reg in range(64))

    def reset(self):
        """Return to the power-on state (the chip has no reset pin)."""
        reset_fields(self)

    # -- the clock -------------------------------------------------------------------------

    def clock(self):
        """Advance by one cycle of phi2.

        changes  everything; afterwards valid: ba_low, irq, phi1_data, cycle_in_line,
                 raster_line, frame_count
        order    before the CPU's access of the cycle
        """
        before = self.table[self.cycle_in_line]
        self.cycle_in_line += 1
        if self.cycle_in_line > self.cycles:
            self.cycle_in_line = 1
        flags = self.table[self.cycle_in_line]
        if flags & (VIC_AFTER_SPRITE | VIC_CHECK_BORDER):
            if flags & VIC_AFTER_SPRITE:
                VicFetch.sprite_phi2(self, before)
            if flags & VIC_CHECK_BORDER:
                VicBorder.check_horizontal(self)
        entry = self.cell_latch
        if flags & VIC_G_ACCESS:
            entry = self.g_cycle()
        else:
            self.latch_vmli = 0
            if flags & (VIC_P_ACCESS | VIC_S_ACCESS):
                self.phi1_data = VicFetch.sprite_phi1(self, flags)
                self.phi2_bus = 0xFF
            elif flags & VIC_R_ACCESS:
                self.phi1_data = VicFetch.fetch(self, VIC_REFRESH_PAGE | self.refresh)
                self.refresh = (self.refresh - 1) & 0xFF
            else:
                self.phi1_data = VicFetch.fetch(self, VIC_IDLE_ADDRESS)
        self.log_cycle(entry)
        if flags & VIC_EVENTS or self.touched:
            idle = self.idle
            VicRaster.events(self, flags)
            if idle and flags & VIC_G_ACCESS and self.idle == 0:
                self.late_idle_access()
            if self.cycle_in_line == 1:
                self.count_frame()
        if self.cycle_in_line == self.pen_cycle and self.raster_line == self.pen_line:
            if self.lp_level:
                VicRaster.trigger_lightpen(self, 0, self.pen_x)
        if self.bad_line and flags & (VIC_C_ACCESS | VIC_BAD_LINE_BA):
            self.drive_ba(1)
            if flags & VIC_C_ACCESS:
                VicFetch.c_access(self)
        else:
            self.drive_ba(self.sprite_dma & self.sprite_ba[self.cycle_in_line])
        if flags & VIC_DRAW or self.eager:
            VicRenderer.draw(self)

    def uneventful_cycles(self):
        """Return for how many cycles to come nobody could notice anything of the chip.

        In them BA stays high, the IRQ line as it is, and no frame ends.  This holds until
        somebody writes to a register or changes another input.
        """
        if self.touched | self.eager | self.ba_low | self.last_line | self.ultimax | self.ultimax2:
            return 0
        cycle = self.cycle_in_line
        if self.raster_line == self.pen_line and cycle < self.pen_cycle:
            return 0
        if cycle < VIC_FIRST_BA and self.sprite_dma & VIC_LATE_SPRITES:
            return 0
        if self.bad_line and cycle <= VIC_LAST_BA:
            return max(VIC_FIRST_BA - 1 - cycle, 0)
        if self.sprite_dma or self.sprite_starts():
            return max(self.sprite_first - 1 - cycle, 0)
        return self.cycles - cycle

    def voids_forecast(self, reg):
        """Return whether writing register ``reg`` may void what ``uneventful_cycles`` said."""
        return self.planners[reg]

    def moves_bank(self, reg, value):
        """Return whether ``value`` in register ``reg`` changes what ``mark_pages`` marks."""
        changed = self.regs[reg] ^ value
        return (reg == VIC_MEMORY and changed) or (reg == VIC_CONTROL1 and changed & VIC_BMM)

    def catch_up(self, cycles):
        """Advance by ``cycles`` cycles, which ``uneventful_cycles`` reported as such."""
        while cycles > 0:
            cycle = self.cycle_in_line
            if cycle >= VIC_LEFT_38 and cycle < VIC_LAST_BA:
                count = min(cycles, VIC_LAST_BA - cycle)
                self.g_accesses(count, -1)
            elif (
                cycle == 1
                and cycles >= self.cycles - 1
                and not (self.sprite_dma | self.sprite_display | self.bad_line)
            ):
                count = self.cycles - 1
                self.plain_line()
            elif cycle == VIC_FIRST_REFRESH and cycles >= VIC_REFRESHES - 1:
                count = VIC_REFRESHES - 1
                self.refresh_cycles(count)
            else:
                count = self.advance_some(cycles)
            cycles -= count

    def refresh_cycles(self, count):
        """Do the ``count`` r-accesses that are left, in which VC is loaded: no bad line."""
        self.cycle_in_line += count
        self.latch_vmli = self.vmli = 0
        self.vc = self.vcbase
        self.refresh = (self.refresh - count) & 0xFF
        self.phi1_data = VicFetch.fetch(self, VIC_REFRESH_PAGE | ((self.refresh + 1) & 0xFF))
        self.log_repeated(count, self.cell_latch)
        self.ba_count = VIC_BA_NOTICE

    def sprite_fetch_cycles(self, count):
        """Do what ``clock`` does in ``count`` cycles of VIC_SIDE, or up to one in which BA rises.

        Nobody has to look after any of them but at BA.  Returns how many it were.
        """
        self.latch_vmli = 0
        if self.sprite_dma == 0 and not self.ba_low:
            VicFetch.idle_side(self, count)
            self.log_repeated(count, self.cell_latch)
            return count
        done = 0
        waits = self.ba_low
        flags = self.table[self.cycle_in_line]
        while done < count:
            before = flags
            self.cycle_in_line += 1
            flags = self.table[self.cycle_in_line]
            if flags & VIC_AFTER_SPRITE:
                VicFetch.sprite_phi2(self, before)
            self.phi2_bus = 0xFF
            if (
                flags & VIC_P_ACCESS
                and self.ba_count == 0
                and done + 1 < count
                and VicFetch.sprite_row(self, flags >> VIC_SPRITE_SHIFT & 7)
            ):
                self.cycle_in_line += 1
                flags = self.table[self.cycle_in_line]
                done += 2
            else:
                self.phi1_data = VicFetch.sprite_phi1(self, flags)
                self.drive_ba(self.sprite_dma & self.sprite_ba[self.cycle_in_line])
                done += 1
                if waits and not self.ba_low:
                    break
        self.log_repeated(done, self.cell_latch)
        return done

    def drive_ba(self, low):
        """Put BA low (not 0) or high (0) in this cycle; count until phi2 is the VIC's."""
        if low:
            self.ba_low = 1
            if self.ba_count:
                self.ba_count -= 1
        else:
            self.ba_low = 0
            self.ba_count = VIC_BA_NOTICE

    def advance_some(self, cycles):
        """Advance by one or more, up to ``cycles`` cycles, after which only BA matters.

        Returns how many it were.
        """
        count = min(cycles, self.side_run[self.cycle_in_line])
        if count > 0:
            return self.sprite_fetch_cycles(count)
        self.clock()
        return 1

    def plain_line(self):
        """Do all cycles of a line but the first: no sprites, no bad line, no access of the CPU.

        What ``events`` does in cycle 2 finds nothing that cycle 1 has not found.
        """
        self.draw()
        plain = self.draws_plainly()
        out = self.out + VIC_LEFT_40 - 1 if plain and self.xscroll == 0 else -1
        left = VIC_LEFT_40 if self.regs[VIC_CONTROL2] & VIC_CSEL else VIC_LEFT_38
        right = VIC_RIGHT_40 if self.regs[VIC_CONTROL2] & VIC_CSEL else VIC_RIGHT_38
        self.log_repeated(VIC_FIRST_G - 2, self.cell_latch)
        self.refresh = (self.refresh - VIC_REFRESHES) & 0xFF
        self.latch_vmli = self.vmli = 0
        self.vc = self.vcbase
        self.cycle_in_line = VIC_FIRST_G - 1
        self.g_accesses(left - VIC_FIRST_G, out)
        self.cycle_in_line = left
        VicBorder.check_horizontal(self)
        self.cycle_in_line = left - 1
        self.g_accesses(
            VIC_FIRST_G + VIC_COLUMNS - left, out + left - VIC_FIRST_G if out >= 0 else -1
        )
        self.latch_vmli = 0
        self.log_repeated(right - VIC_FIRST_G - VIC_COLUMNS, self.cell_latch)
        self.cycle_in_line = right
        VicBorder.check_horizontal(self)
        self.log_repeated(self.cycles + 1 - right, self.cell_latch)
        self.update_rc()
        self.cycle_in_line = self.cycles
        VicFetch.idle_sprites(self)
        if plain:
            self.draw_plain_line(out >= 0)
        else:
            self.draw()

    def log_cycle(self, entry):
        """Log what the sequencers get in one cycle: ``entry``, and the border."""
        self.now = (self.now + 1) & VIC_LOG_WRAP
        self.log[self.now] = entry | (self.main_border << VIC_LOG_MAIN_BORDER)

    def log_repeated(self, count, cell):
        """Log ``count`` cycles in which the sequencers get the same: ``cell``, as in the log."""
        entry = cell | (self.main_border << VIC_LOG_MAIN_BORDER)
        now = self.now
        while count > 0:
            now = (now + 1) & VIC_LOG_WRAP
            self.log[now] = entry
            count -= 1
        self.now = now

    def g_accesses(self, count, out):
        """Do ``count`` cycles of g-accesses in which nothing else happens.

        out  index in the picture from which on they are drawn at once, where XSCROLL is 0 and
             nothing covers them; -1: they are drawn later
        """
        self.cycle_in_line += count
        if self.idle:
            self.phi1_data = VicFetch.idle_g_access(self)
            if self.vborder:
                self.latch_vmli = 0
                self.g_alike(count, self.cell_latch, out)
            else:
                self.cell_latch = 0
                self.g_alike(count, VIC_LOG_GRAPHICS | self.phi1_data, out)
        elif (
            self.vborder
            or self.vmli != self.latch_vmli
            or self.vmli + count > VIC_COLUMNS
            or self.regs[VIC_CONTROL1] & VIC_ECM
        ):
            self.g_cycles(count, out)
        elif self.regs[VIC_CONTROL1] & VIC_BMM:
            base = self.bank | VicFetch.graphics_at(self) | self.rc
            if VicFetch.is_chargen(self, base | VIC_CHARGEN_AT):
                self.g_cycles(count, out)
            else:
                self.g_bitmap(count, base, out)
        else:
            base = self.bank | VicFetch.graphics_at(self) | self.rc
            if VicFetch.is_chargen(self, base):
                self.g_text(count, self.chargen, base & 0x0FFF, out)
            else:
                self.g_text(count, self.ram, base, out)

    def g_alike(self, count, cell, out):
        """Log ``count`` g-accesses that all give ``cell``, and draw them; see ``g_accesses``."""
        self.log_repeated(count, cell)
        if out >= 0:
            word = self.cell(cell)
            for i in range(count):
                self.frame64[out + i] = word

    def g_cycles(self, count, out):
        """Do ``count`` g-accesses of any kind; see ``g_accesses``."""
        while count > 0:
            entry = self.g_cycle()
            self.log_cycle(entry)
            if out >= 0:
                self.frame64[out] = self.cell(entry)
                out += 1
            count -= 1

    def g_text(self, count, memory, base, out):
        """Do ``count`` g-accesses of text; see ``g_accesses``.

        memory, base  row RC of character 0 is at ``base`` in ``memory``
        """
        border = VIC_LOG_GRAPHICS | (self.main_border << VIC_LOG_MAIN_BORDER)
        back = self.fill[self.colors[VIC_BACKGROUND]]
        now = self.now
        vmli = self.vmli
        data = cell = 0
        if out >= 0 and self.mode_ecm_bmm | self.mode_mcm == VIC_MODE_TEXT:
            # apart, as most pictures are text
            for i in range(count):
                cell = self.cells[vmli + i]
                data = memory[base + ((cell & VIC_CELL_BYTE) >> VIC_CELL_ROWS)]
                now = (now + 1) & VIC_LOG_WRAP
                self.log[now] = border | cell | data
                self.frame64[out + i] = VicRenderer.blend(
                    self, self.expand[data], back, self.fill[cell >> VIC_CELL_COLOR]
                )
        else:
            for i in range(count):
                cell = self.cells[vmli + i]
                data = memory[base + ((cell & VIC_CELL_BYTE) >> VIC_CELL_ROWS)]
                now = (now + 1) & VIC_LOG_WRAP
                self.log[now] = border | cell | data
                if out >= 0:
                    self.frame64[out + i] = self.cell(cell | data)
        self.passed_cells(count, cell, data, now)

    def g_bitmap(self, count, base, out):
        """Do ``count`` g-accesses of a bitmap in RAM; see ``g_accesses``.

        base  address of row RC of its first cell
        """
        border = VIC_LOG_GRAPHICS | (self.main_border << VIC_LOG_MAIN_BORDER)
        direct = out >= 0 and self.mode_ecm_bmm | self.mode_mcm == VIC_MODE_BITMAP
        now = self.now
        vmli = self.vmli
        data = cell = 0
        for i in range(count):
            cell = self.cells[vmli + i]
            data = self.ram[base + (((self.vc + i) & 0x3FF) << 3)]
            now = (now + 1) & VIC_LOG_WRAP
            self.log[now] = border | cell | data
            if direct:
                self.frame64[out + i] = VicRenderer.blend(
                    self,
                    self.expand[data],
                    self.fill[(cell >> VIC_CELL_MATRIX) & 15],
                    self.fill[(cell >> VIC_LOG_MATRIX_HIGH) & 15],
                )
            elif out >= 0:
                self.frame64[out + i] = self.cell(cell | data)
        self.passed_cells(count, cell, data, now)

    def passed_cells(self, count, cell, data, now):
        """Count ``count`` g-accesses: the last gave ``cell`` and ``data``, logged at ``now``."""
        self.phi1_data = data
        self.cell_latch = cell
        self.vc = (self.vc + count) & 0x3FF
        self.vmli += count
        self.latch_vmli += count
        self.now = now

    def may_stall(self):
        """Return whether nobody but the CPU, which waits, could change what comes of the line."""
        return not (self.touched | self.eager | self.last_line or self.raster_line == self.pen_line)

    def stall(self, cycles):
        """Advance while BA is low, up to ``cycles`` cycles, none past the end of the line.

        Nobody accesses a register meanwhile.  Returns how many cycles it were: that in which
        BA is high again is one of them.
        """
        left = cycles
        while left > 0 and self.ba_low:
            cycle = self.cycle_in_line
            if self.bad_line and not self.ba_count and VIC_LEFT_38 <= cycle < VIC_LAST_BA:
                count = min(left, VIC_LAST_BA - cycle)
                self.gc_accesses(count)
            else:
                count = self.advance_some(left)
            left -= count
        return cycles - left

    def gc_accesses(self, count):
        """Do ``count`` cycles of a bad line in which nothing happens but g- and c-accesses."""
        self.cycle_in_line += count
        while count > 0:
            self.log_cycle(self.g_cycle())
            VicFetch.c_access(self)
            count -= 1

    def late_idle_access(self):
        """A bad line has ended the idle state in this cycle: its idle access goes elsewhere.

        source  VICE's vsp-tester; see fetch.py
        """
        if self.regs[VIC_CONTROL1] & VIC_YSCROLL:
            self.phi1_data = VicFetch.fetch(self, self.late_idle)
            entry = self.log[self.now]
            if entry & VIC_LOG_GRAPHICS:
                self.log[self.now] = (entry & ~0xFF) | self.phi1_data

    def g_cycle(self):
        """Do the g-access of a cycle; returns the word for the log without the border."""
        if self.idle:
            self.phi1_data = VicFetch.idle_g_access(self)
        else:
            self.phi1_data = VicFetch.g_access(self)
        if self.vborder:
            self.latch_vmli = 0
            return self.cell_latch
        if self.idle:
            self.cell_latch = 0
        else:
            self.cell_latch = self.cells[self.latch_vmli]
            self.latch_vmli = (self.latch_vmli + 1) & 63
        return VIC_LOG_GRAPHICS | self.cell_latch | self.phi1_data

    def count_frame(self):
        """Cycle 1: count the frame when its visible part is complete."""
        if self.frame_end == 0:
            complete = self.last_line
        else:
            complete = self.raster_line == self.frame_end
        if complete:
            self.draw()
            self.frame_count += 1

    def run(self, cycles):
        """Advance by ``cycles`` cycles without a CPU (tests, benchmarks)."""
        while cycles > 0:
            self.clock()
            cycles -= 1

    def sync(self):
        """Bring ``frame`` up to date in the middle of a frame."""
        self.draw()

    def lightpen(self, level):
        """Set the LP input; a falling edge (1 to 0) latches the beam's position."""
        if self.lp_level and not level:
            self.touched |= VIC_TOUCHED_LIGHTPEN
        self.lp_level = level

    def aim_pen(self, x, line):
        """Let a pulse come on LP in each frame when the beam is at ``x`` in ``line``.

        x     as sprites have it; behind the largest coordinate comes 0
        line  raster line; -1, or one that there is not, lets no pulse come
        """
        half = (self.model.x_last + 8) // 2
        self.pen_x = (x >> 1) % half
        self.pen_line = line if line < self.lines else -1
        self.pen_cycle = 1
        for cycle in range(1, self.cycles + 1):
            if (self.pen_x - self.lightpen_x(cycle)) % half < 4:
                self.pen_cycle = cycle
                break
        return 0

    # -- registers -------------------------------------------------------------------------

    def peek(self, reg):
        """Return what a read of register ``reg`` (0..63) would give, without effects."""
        reg &= 63
        if reg == VIC_CONTROL1:
            return (self.regs[VIC_CONTROL1] & ~VIC_RST8) | ((self.raster_line & 0x100) >> 1)
        if reg == VIC_RASTER:
            return self.raster_line & 0xFF
        if reg == VIC_LIGHTPEN_X:
            return self.lpx
        if reg == VIC_LIGHTPEN_Y:
            return self.lpy
        if VIC_IRQ_FLAGS <= reg <= VIC_HIT_DATA:
            self.draw()
            if reg == VIC_IRQ_FLAGS:
                return self.irq_status | VIC_IRQ_UNUSED
            if reg == VIC_HIT_SPRITES:
                return self.collided_sprites
            if reg == VIC_HIT_DATA:
                return self.collided_data
        return self.regs[reg] | self.unused[reg]

    def read(self, reg):
        """Read register ``reg`` (0..63); $D01E and $D01F are cleared by it."""
        value = self.peek(reg)
        self.phi2_bus = value
        reg &= 63
        if reg in (VIC_HIT_SPRITES, VIC_HIT_DATA):
            self.read_collisions(reg)
            self.settle |= 1
        return value

    def write(self, reg, value):
        """Write ``value`` (0..255) to register ``reg`` (0..63)."""
        reg &= 63
        value &= 0xFF
        self.phi2_bus = value
        if reg >= VIC_BORDER:
            if reg < VIC_NO_REGISTER:
                self.draw()
                if self.color_reg >= 0:  # a second one in the same cycle
                    self.colors[self.color_reg] = self.color_value
                self.regs[reg] = value & 15
                self.color_reg = reg
                self.color_value = value & 15
        elif reg <= VIC_SPRITE_MSBX:
            self.write_position(reg, value)
        elif VIC_CONTROL1 <= reg <= VIC_RASTER:
            self.touched |= VIC_TOUCHED_CONTROL
            if reg == VIC_CONTROL1 and (
                self.settle or (self.regs[reg] ^ value) & (VIC_ECM | VIC_BMM)
            ):
                self.draw()
                if (self.regs[reg] ^ value) & (VIC_ECM | VIC_BMM):
                    self.settle = 2
            self.regs[reg] = value
        elif reg == VIC_SPRITE_EXPY:
            self.write_expansion(value, self.table[self.cycle_in_line] & VIC_CRUNCH)
        elif reg == VIC_IRQ_FLAGS:
            self.draw()
            self.irq_status &= ~((value & VIC_IRQ_SOURCES) | VIC_IRQ_PENDING)
            self.update_irq()
        elif reg == VIC_IRQ_MASK:
            self.draw()
            self.regs[VIC_IRQ_MASK] = value & VIC_IRQ_SOURCES
            self.eager = value & (VIC_IRQ_SPRITES | VIC_IRQ_DATA)
            self.update_irq()
        elif reg == VIC_CONTROL2 or VIC_SPRITE_PRIO <= reg <= VIC_SPRITE_EXPX:
            self.draw()
            if (self.regs[reg] ^ value) & (VIC_MCM if reg == VIC_CONTROL2 else 0xFF):
                self.settle = 2
            self.regs[reg] = value
        elif reg not in (VIC_LIGHTPEN_X, VIC_LIGHTPEN_Y, VIC_HIT_SPRITES, VIC_HIT_DATA):
            self.regs[reg] = value

    def write_position(self, reg, value):
        """Write a sprite coordinate ($D000-$D010)."""
        if reg & 1:
            self.regs[reg] = value
            return
        self.draw()
        self.regs[reg] = value
        for i in range(8):
            x = self.regs[VIC_SPRITE_X + 2 * i] | ((self.regs[VIC_SPRITE_MSBX] >> i & 1) << 8)
            if self.sprite_x[i] != x:
                self.sprite_x[i] = x
                self.settle |= 1

    # -- the picture -----------------------------------------------------------------------

    def crop(self):
        """Return (left, top, width, height) of the usual visible picture within ``frame``.

        384 x 272 for PAL and PAL-N, 384 x 247 for NTSC, whose last rows are the first of ``frame``
        again (count rows modulo ``lines``).  The display window lies 32 to the right and
        51 - top below.  The picture is brought up to date.
        """
        self.draw()
        return VIC_VISIBLE_LEFT, self.model.first_line, VIC_VISIBLE_WIDTH, self.model.height

    def picture(self):
        """Return the visible picture as bytes: rows of 384 palette indices."""
        left, top, width, height = self.crop()
        view = bytes(self.frame)
        starts = (line % self.lines * self.cycles * 8 + left for line in range(top, top + height))
        return b"".join(view[start : start + width] for start in starts)
