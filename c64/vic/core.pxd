cdef class VicCore:
    cdef public object model
    cdef public unsigned char[::1] regs, ram, chargen, color_ram, cart_rom_hi, sprite_ba, same_border, cell_of_x, side_run
    cdef public unsigned char[::1] cpu_low, cpu_high
    cdef public int[::1] table, draw_table, x_table
    cdef public int cycles, lines, latency, frame_end, lightpen_hold, lightpen_late, late_idle
    cdef public int pen_line, pen_cycle, pen_x
    cdef public int sprite_first, sprite_early, sprite_ends, sprite_cut
    cdef public int[::1] sprite_kept
    cdef public int cycle_in_line, raster_line, frame_count
    cdef public int irq, irq_status, touched, bank, ultimax, ultimax2, bus_addr, cart_base, fetched

    cdef void update_irq(self) noexcept nogil
