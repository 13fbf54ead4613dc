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

from c64.base.fields import Field
from c64.vic.core import VicCore
from c64.vic.cycles import VIC_AFTER_SPRITE, VIC_P_ACCESS, VIC_SPRITE_SHIFT
from c64.vic.registers import (
    VIC_BMM,
    VIC_CB,
    VIC_CB13,
    VIC_CONTROL1,
    VIC_ECM,
    VIC_MEMORY,
    VIC_VM,
)

# A cell as it is latched and logged.
VIC_CELL_MATRIX = 8  # shift: 8 bits of the video matrix
VIC_CELL_COLOR = 16  # shift: 4 bits of colour
VIC_CELL_BYTE = 0xFF00  # the byte of the video matrix; shifted right by VIC_CELL_ROWS
VIC_CELL_ROWS = 5  # it is the offset of its character

VIC_BA_NOTICE = 4  # BA falls, and in the fourth cycle phi2 is the VIC's
VIC_IDLE_ADDRESS = 0x3FFF  # all 14 address lines high
VIC_ECM_ADDRESSES = 0x39FF  # with ECM lines 9 and 10 are low in a g-access, an idle one, too
VIC_REFRESH_PAGE = 0x3F00  # + the refresh counter
VIC_POINTERS = 0x03F8  # sprite pointers within the KByte of the video matrix
VIC_ULTIMAX_ROM = 0x3000  # from here on an Ultimax cartridge shows
VIC_CHARGEN_LINES = 0x7000  # lines 14-12 with which the character ROM is selected ...
VIC_CHARGEN_AT = 0x1000  # ... when they are this


class VicFetch(VicCore):
    """The address generator and what it fetched."""

    fields = (
        *VicCore.fields,
        Field("control1_before"),  # $D011 one cycle ago
        Field("phi1_data", 0xFF),  # byte of this cycle's access in phi1
        Field("phi2_bus", 0xFF),  # last byte the CPU exchanged with a register
        Field("refresh", 0xFF),  # refresh counter, 8 bits, counts down
        Field("vc"),  # VC: index into the video matrix, 10 bits
        Field("rc"),  # RC: row within the text line, 0..7
        Field("vmli"),  # VMLI: index into the 40 below, 6 bits
        Field("cells", array.array("i", [0] * 64)),  # 40 cells read in the bad line: VIC_CELL_
        Field("ba_count", VIC_BA_NOTICE),  # cycles until the VIC may use phi2
        Field("sprite_dma"),  # bit n: the DMA of sprite n is on
        Field("sprite_mc", bytes(8)),  # MC: next byte of the sprite, 6 bits
        Field("sprite_pointer", bytes(8)),  # last byte of its p-access
        Field("sprite_data", array.array("i", [0] * 8)),  # 24 bits: its last three s-accesses
    )

    def fetch(self, addr):
        """Return the byte at the 14-bit address ``addr``, and remember it as ``fetched``."""
        self.fetched = addr
        if self.ultimax:
            if addr >= VIC_ULTIMAX_ROM:
                return self.cart_rom_hi[self.cart_base + 0x1000 + (addr & 0x0FFF)]
            return self.ram[self.bank | addr]
        addr |= self.bank
        if (addr & VIC_CHARGEN_LINES) == VIC_CHARGEN_AT:
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
        """Return the address of the g-access with BMM and ECM as in ``mode`` (as $D011)."""
        if mode & VIC_BMM:
            addr = (self.vc << 3) | self.rc | ((self.regs[VIC_MEMORY] & VIC_CB13) << 10)
        else:
            addr = (
                ((self.cells[self.vmli] & VIC_CELL_BYTE) >> VIC_CELL_ROWS)
                | self.rc
                | ((self.regs[VIC_MEMORY] & VIC_CB) << 10)
            )
        if mode & VIC_ECM:
            addr &= VIC_ECM_ADDRESSES
        return addr

    def is_chargen(self, addr):
        return ((addr | self.bank) & VIC_CHARGEN_LINES) == VIC_CHARGEN_AT

    def switching_addr(self):
        """Return the address of a g-access in the cycle after a write to $D011.

        The NMOS chips switch to bitmap addresses at once and back one cycle late; when the
        address moves from RAM into the character ROM, its low byte is still the old one.
        The 8565 follows one cycle late in both directions.
        """
        before = self.control1_before
        if not self.latency:
            return self.graphics_addr(before)
        mode = self.regs[VIC_CONTROL1]
        addr = self.graphics_addr(mode | (before & VIC_BMM))
        if (mode ^ before) & VIC_BMM:
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
            data = self.fetch(self.graphics_addr(self.regs[VIC_CONTROL1]))
        self.vmli = (self.vmli + 1) & 63
        self.vc = (self.vc + 1) & 0x3FF
        return data

    def idle_g_access(self):
        """Graphics access in idle state: $3FFF, with ECM $39FF."""
        mode = self.regs[VIC_CONTROL1] if self.latency else self.control1_before
        if mode & VIC_ECM:
            return self.fetch(VIC_ECM_ADDRESSES)
        return self.fetch(VIC_IDLE_ADDRESS)

    def idle_sprites(self):
        """Do the accesses of sprites without DMA in all cycles of a line but the first.

        Their pointers are read, then the idle byte and, in phi2, what is on the bus: nothing.
        """
        data = 0xFF00FF | self.fetch(VIC_IDLE_ADDRESS) << 8
        pointers = self.pointers_at()
        for i in range(8):
            self.sprite_data[i] = (self.sprite_data[i] & self.sprite_kept[i]) | (
                data & ~self.sprite_kept[i]
            )
            if i != self.sprite_early:
                self.sprite_pointer[i] = self.fetch(pointers | i)
        self.phi2_bus = 0xFF
        if self.sprite_ends < 0:
            self.phi1_data = (data >> 8) & 0xFF
        else:
            self.phi1_data = self.sprite_pointer[self.sprite_ends]

    def idle_side(self, count):
        """Do the accesses of ``count`` cycles of VIC_SIDE in which no sprite has DMA; see above."""
        at = self.cycle_in_line
        if self.table[at + 1] & VIC_AFTER_SPRITE:
            self.sprite_phi2(self.table[at])
        idle = self.fetch(VIC_IDLE_ADDRESS)
        self.cycle_in_line += count
        while at < self.cycle_in_line:
            at += 1
            number = self.table[at] >> VIC_SPRITE_SHIFT & 7
            data = self.sprite_data[number]
            if self.table[at] & VIC_P_ACCESS:
                self.phi1_data = self.fetch(self.pointers_at() | number)
                self.sprite_pointer[number] = self.phi1_data
                if at < self.cycle_in_line:
                    self.sprite_data[number] = data | 0xFF0000
            else:
                self.phi1_data = idle
                data = data & 0xFF00FF | idle << 8
                self.sprite_data[number] = data | 0xFF if at < self.cycle_in_line else data
        self.ba_count = VIC_BA_NOTICE
        self.phi2_bus = 0xFF

    def mark_pages(self, pages):
        """Mark the pages of RAM that accesses in quiet cycles may read.

        pages  uint8[256], set to 1 for each such page, to 0 for all others
        """
        for page in range(256):
            pages[page] = 0
        first = self.bank >> 8
        start = self.graphics_at()
        if self.regs[VIC_CONTROL1] & VIC_BMM or not self.is_chargen(start):
            for page in range(self.graphics_size() >> 8):
                pages[first + (start >> 8) + page] = 1
        pages[first + (self.pointers_at() >> 8)] = 1
        pages[first + (VIC_IDLE_ADDRESS >> 8)] = 1
        pages[first + (VIC_ECM_ADDRESSES >> 8)] = 1

    def may_read(self, addr):
        """Return whether accesses in quiet cycles may read ``addr`` (0..$FFFF) of the RAM."""
        addr ^= self.bank
        if addr > VIC_IDLE_ADDRESS:
            return 0
        if addr & ~7 == self.pointers_at() or addr in (VIC_IDLE_ADDRESS, VIC_ECM_ADDRESSES):
            return 1
        return addr & -self.graphics_size() == self.graphics_at()

    def pointers_at(self):
        """Return the address (14 bits) of sprite 0's pointer."""
        return ((self.regs[VIC_MEMORY] & VIC_VM) << 6) | VIC_POINTERS

    def graphics_at(self):
        """Return the address (14 bits) of the characters' rows, or of the bitmap."""
        bits = VIC_CB13 if self.regs[VIC_CONTROL1] & VIC_BMM else VIC_CB
        return (self.regs[VIC_MEMORY] & bits) << 10

    def graphics_size(self):
        """Return how many bytes from there on g-accesses may read."""
        return 0x2000 if self.regs[VIC_CONTROL1] & VIC_BMM else 0x0800

    def c_access(self):
        """Matrix and colour access of a bad line."""
        if self.ba_count:
            addr = self.bus_addr
            data = self.cpu_low[addr] if addr < 0x1000 else self.cpu_high[addr]
            self.cells[self.vmli] = VIC_CELL_BYTE | (data & 0x0F) << VIC_CELL_COLOR
        else:
            data = self.fetch_phi2(((self.regs[VIC_MEMORY] & VIC_VM) << 6) | self.vc)
            self.cells[self.vmli] = (data << VIC_CELL_MATRIX) | (
                (self.color_ram[self.vc] & 0x0F) << VIC_CELL_COLOR
            )

    def sprite_phi1(self, flags):
        """First half of a sprite's cycle: pointer, or second byte."""
        number = (flags >> VIC_SPRITE_SHIFT) & 7
        if flags & VIC_P_ACCESS:
            data = self.fetch(self.pointers_at() | number)
            self.sprite_pointer[number] = data
            return data
        if self.sprite_dma & (1 << number):
            data = self.fetch((self.sprite_pointer[number] << 6) | self.sprite_mc[number])
            self.sprite_mc[number] = (self.sprite_mc[number] + 1) & 63
        else:
            data = self.fetch(VIC_IDLE_ADDRESS)
        self.sprite_data[number] = (self.sprite_data[number] & 0xFF00FF) | (data << 8)
        return data

    def sprite_row(self, number):
        """Do the first three of the accesses of a sprite with DMA, while phi2 is the VIC's.

        They are the pointer and two bytes: two cycles but for the last phi2.  Returns 0 if it
        has no DMA, or what it reads is not simply RAM.
        """
        if not self.sprite_dma & (1 << number) or self.ultimax | self.ultimax2:
            return 0
        pointer = self.fetch(self.pointers_at() | number)
        self.sprite_pointer[number] = pointer
        if self.is_chargen(pointer << 6):
            return 0
        base = self.bank | pointer << 6
        mc = self.sprite_mc[number]
        data = self.ram[base | mc] << 16
        mc = (mc + 1) & 63
        self.phi1_data = self.ram[base | mc]
        self.fetched = pointer << 6 | mc
        self.sprite_data[number] = self.sprite_data[number] & 0xFF | data | self.phi1_data << 8
        self.sprite_mc[number] = (mc + 1) & 63
        return 1

    def sprite_phi2(self, flags):
        """Second half of a sprite's cycle: first or third byte."""
        number = (flags >> VIC_SPRITE_SHIFT) & 7
        data = self.phi2_bus
        if self.sprite_dma & (1 << number):
            if self.ba_count == 0:
                data = self.fetch_phi2((self.sprite_pointer[number] << 6) | self.sprite_mc[number])
            self.sprite_mc[number] = (self.sprite_mc[number] + 1) & 63
        if flags & VIC_P_ACCESS:
            self.sprite_data[number] = (self.sprite_data[number] & 0x00FFFF) | (data << 16)
        else:
            self.sprite_data[number] = (self.sprite_data[number] & 0xFFFF00) | data
