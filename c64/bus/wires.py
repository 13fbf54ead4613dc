"""The board's wires between chips: ports of the CIAs, joysticks, light pen, paddles, serial bus.

SIDs beside the first answer at 32 addresses of their own, where otherwise the first one's mirrors
or the expansion port are; nothing is wired to their paddle inputs.
"""

from c64.bus.clock import BoardClock


class BoardWires(BoardClock):
    """What goes from pin to pin: the CIAs' ports and what hangs on them."""

    def update_pots(self):
        """Connect the analogue inputs that CIA 1's PA6/PA7 select to the SID."""
        self.run_sid()
        self.controls.select(self.cia1.pa_pins())
        self.sid.pot_x = self.controls.pot_x
        self.sid.pot_y = self.controls.pot_y

    def join_inputs(self):
        """Take over what was moved or pressed since the machine last ran."""
        if self.controls.line_mouse.port:
            self.controls.line_mouse.start_counting(self.cycle)
            self.strobe_mouse()
        self.update_pots()
        self.update_lightpen()
        if self.controls.light_pen.kind or self.vic.pen_line >= 0:
            self.aim_pen()

    def update_cia1_inputs(self):
        """Put keyboard and joysticks on the pins of CIA 1, for reading its ports."""
        lines = self.cia1_lines()
        self.cia1.pa_in = lines >> 8
        self.cia1.pb_in = lines & 0xFF

    def cia1_lines(self):
        """Return the levels of CIA 1's lines, port A in bits 8-15, port B in bits 0-7."""
        return self.keyboard.scan(
            self.cia1.pa_pins() & self.controls.lines2(),
            self.cia1.pb_pins() & self.controls.lines1(),
            self.cia1.pb_high(),
        )

    def cia1_read(self, reg):
        self.open_cias()
        if reg < 2:
            if self.controls.line_mouse.port:
                self.controls.line_mouse.run(self.cycle)
            self.update_cia1_inputs()
        return self.cia1.read(reg)

    def cia1_write(self, reg, value):
        self.open_cias()
        self.cia1.write(reg, value)
        if reg == 0 or reg == 2:
            if self.cia1.pa_pins() >> 6 != self.controls.switch:
                self.update_pots()
        if reg < 4:
            if self.controls.line_mouse.port:
                self.strobe_mouse()
            self.update_lightpen()

    def strobe_mouse(self):
        """Let the mouse see the fire line of its port, which the program may drive."""
        if self.controls.line_mouse.port == 1:
            lines = self.cia1.pb_pins() & self.controls.lines1()
        else:
            lines = self.cia1.pa_pins() & self.controls.lines2()
        self.controls.line_mouse.set_strobe((lines >> 4) & 1, self.cycle)

    def update_lightpen(self):
        """Connect CIA 1's PB4 (fire of port 1, and whatever pulls it) to the VIC's LP."""
        level = (self.cia1_lines() >> 4) & 1
        if level != self.vic.lp_level:
            self.sync_vic()
            self.vic.lightpen(level)

    def aim_pen(self):
        """Tell the VIC in which line and at which X the light pen answers."""
        self.sync_vic()
        x, line = self.controls.light_pen.aim()
        return self.vic.aim_pen(x, line)

    def cia2_read(self, reg):
        self.open_cias()
        if reg == 0:
            self.update_cia2_inputs()
        elif reg == 1:
            self.update_user_port()
        return self.cia2.read(reg)

    def cia2_write(self, reg, value):
        self.open_cias()
        self.cia2.write(reg, value)
        if reg == 0 or reg == 2:
            self.join_cia2_outputs()

    def update_cia2_inputs(self):
        """Serial bus to PA6 (CLK) and PA7 (DATA); both read 1 when released."""
        if self.iec.lazy:
            self.iec.sync(self.cycle)
        self.cia2.pa_in = (
            0x3F | (0 if self.iec.clk_low else 0x40) | (0 if self.iec.data_low else 0x80)
        )

    def update_user_port(self):
        """Put the adapter's joysticks on port B of CIA 2."""
        self.cia2.pb_in = self.controls.adapter.port_b(self.cia2.pb_pins())

    def join_cia2_outputs(self):
        """PA0/PA1 (inverted) choose the VIC's bank; PA3-PA5 pull ATN, CLK, DATA."""
        pins = self.cia2.pa_pins()
        bank = ((pins & 3) ^ 3) << 14
        if bank != self.vic.bank:
            self.sync_vic()
            self.vic.bank = bank
            self.update_watched()
        if (pins & 0x38) != self.iec_pins:
            self.iec_pins = pins & 0x38
            here = self.cpu.pc
            self.iec.outside = not (self.is_rom(here) or self.is_copy(here))
            self.iec.set_computer((pins >> 3) & 1, (pins >> 4) & 1, (pins >> 5) & 1, self.cycle)
