"""Memory accesses of a VIC-II: graphics, video matrix, sprites, refresh.

Addresses have 14 bits; ``bank`` gives the other two.  The character ROM is seen at
$1000-$1FFF and $9000-$9FFF.  With an Ultimax cartridge there is no character ROM, and
$3000-$3FFF of every bank is the upper half of ROMH.

In the first three cycles of a DMA the CPU still owns phi2: matrix accesses read $FF and, as
colour, the low nibble of what the CPU reads; sprite accesses read what is on the VIC's own
data lines.

A bad line that ends the idle state in the display columns does so within a cycle whose idle
access is under way: that one goes to $38FF (656x) or $3807 (8565), unless YSCROLL is 0.  How
sure: VICE's vsp-tester measures the address; its readme has $38FF from every 6569 and 6567, and
from 8565s $3807, $38C7, $38D7 or $38FF, by the chip.  That it stays $3FFF with YSCROLL 0 is in
the picture of colorfetchbug/main only; Denise and Badline have the same rule, unexplained.

Source: Bauer, VIC-II article, 3.6.3, 3.14.6; address glitches of mode changes: VICE 3.

Not emulated: the VSP bug (corrupted DRAM cells when the DMA starts late).
"""

import array

from c64.base.component import Field
from c64.vic.core import VicCore


class VicFetch(VicCore):
    """The address generator and what it fetched."""

    fields = (
        *VicCore.fields,
        Field("control1_before"),  # $D011 one cycle ago
        Field("phi1_data", 0xFF),
        Field("phi2_bus", 0xFF),  # last byte the CPU exchanged with a register
        Field("refresh", 0xFF),
        Field("vc"),
        Field("rc"),
        Field("vmli"),
        Field("matrix", bytes(64)),
        Field("matrix_color", bytes(64)),
        Field("ba_count", 4),  # cycles until the VIC may use phi2
        Field("sprite_dma"),
        Field("sprite_mc", bytes(8)),
        Field("sprite_pointer", bytes(8)),
        Field("sprite_data", array.array("i", [0] * 8)),
    )

    def fetch(self, addr):
        """Return the byte at the 14-bit address ``addr``, and remember it as ``fetched``."""
        self.fetched = addr
        if self.ultimax:
            if addr >= 0x3000:
                return self.cart_rom_hi[self.cart_base + 0x1000 + (addr & 0x0FFF)]
            return self.ram[self.bank | addr]
        addr |= self.bank
        if (addr & 0x7000) == 0x1000:
            return self.chargen[addr & 0x0FFF]
        return self.ram[addr]

    def fetch_phi2(self, addr):
        """Return the byte at ``addr`` in phi2, where a cartridge may show something else."""
        if self.ultimax == self.ultimax2:
            return self.fetch(addr)
        before = self.ultimax
        self.ultimax = self.ultimax2
        value = self.fetch(addr)
        self.ultimax = before
        return value

    def graphics_addr(self, mode):
        """Return the address of the g-access with ``mode`` as bits 5 and 6 of $D011."""
        if mode & 0x20:
            addr = (self.vc << 3) | self.rc | ((self.regs[0x18] & 0x08) << 10)
        else:
            addr = (self.matrix[self.vmli] << 3) | self.rc | ((self.regs[0x18] & 0x0E) << 10)
        if mode & 0x40:
            addr &= 0x39FF
        return addr

    def is_chargen(self, addr):
        return ((addr | self.bank) & 0x7000) == 0x1000

    def switching_addr(self):
        """Return the address of a g-access in the cycle after a write to $D011.

        The NMOS chips switch to bitmap addresses at once and back one cycle late; when the
        address moves from RAM into the character ROM, its low byte is still the old one.
        The 8565 follows one cycle late in both directions.
        """
        before = self.control1_before
        if not self.latency:
            return self.graphics_addr(before)
        mode = self.regs[0x11]
        addr = self.graphics_addr(mode | (before & 0x20))
        if (mode ^ before) & 0x20:
            old = self.graphics_addr(before)
            new = self.graphics_addr(mode)
            if not self.is_chargen(old) and self.is_chargen(new):
                addr = (old & 0x00FF) | (new & 0x3F00)
        return addr

    def g_access(self):
        """Graphics access in display state; VC and VMLI count on."""
        if self.touched:
            data = self.fetch(self.switching_addr())
        else:
            data = self.fetch(self.graphics_addr(self.regs[0x11]))
        self.vmli = (self.vmli + 1) & 63
        self.vc = (self.vc + 1) & 0x3FF
        return data

    def idle_g_access(self):
        """Graphics access in idle state: $3FFF, with ECM $39FF."""
        mode = self.regs[0x11] if self.latency else self.control1_before
        if mode & 0x40:
            return self.fetch(0x39FF)
        return self.fetch(0x3FFF)

    def c_access(self):
        """Matrix and colour access of a bad line."""
        if self.ba_count:
            self.matrix[self.vmli] = 0xFF
            addr = self.bus_addr
            data = self.cpu_low[addr] if addr < 0x1000 else self.cpu_high[addr]
            self.matrix_color[self.vmli] = data & 0x0F
        else:
            self.matrix[self.vmli] = self.fetch_phi2(((self.regs[0x18] & 0xF0) << 6) | self.vc)
            self.matrix_color[self.vmli] = self.color_ram[self.vc] & 0x0F

    def sprite_phi1(self, flags):
        """First half of a sprite's cycle: pointer, or second byte."""
        number = (flags >> 20) & 7  # VIC_SPRITE_SHIFT
        if flags & 1:  # VIC_P_ACCESS
            data = self.fetch(((self.regs[0x18] & 0xF0) << 6) | 0x3F8 | number)
            self.sprite_pointer[number] = data
            return data
        if self.sprite_dma & (1 << number):
            data = self.fetch((self.sprite_pointer[number] << 6) | self.sprite_mc[number])
            self.sprite_mc[number] = (self.sprite_mc[number] + 1) & 63
        else:
            data = self.fetch(0x3FFF)
        self.sprite_data[number] = (self.sprite_data[number] & 0xFF00FF) | (data << 8)
        return data

    def sprite_phi2(self, flags):
        """Second half of a sprite's cycle: first or third byte."""
        number = (flags >> 20) & 7  # VIC_SPRITE_SHIFT
        data = self.phi2_bus
        if self.sprite_dma & (1 << number):
            if self.ba_count == 0:
                data = self.fetch_phi2((self.sprite_pointer[number] << 6) | self.sprite_mc[number])
            self.sprite_mc[number] = (self.sprite_mc[number] + 1) & 63
        if flags & 1:  # VIC_P_ACCESS
            self.sprite_data[number] = (self.sprite_data[number] & 0x00FFFF) | (data << 16)
        else:
            self.sprite_data[number] = (self.sprite_data[number] & 0xFFFF00) | data
