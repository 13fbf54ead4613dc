cimport cython

from c64.vic.raster cimport VicRaster


cdef class VicPixelRenderer(VicRaster):
    cdef public int[::1] log
    cdef public int now, drawn, draw_cycle, out, latch_vmli, cell_latch, eager, settle, stale, xscroll
    cdef public int mode_ecm_bmm, mode_next, mode_mcm, mode_mcm_late, gfx_shift, gfx_multi_flop, gfx_pixel, gfx_matrix, gfx_color
    cdef public int border_on, color_reg, color_value
    cdef public unsigned char[::1] colors, frame, source

    @cython.locals(entry=int, bits=int, last=int, fore=int)
    cdef void derive_sequencer(self, int n) noexcept nogil
    @cython.locals(symbol=int)
    cdef int graphics_symbol(self, int mode) noexcept nogil
    @cython.locals(fore=int)
    cdef void graphics_pixel(self, int pixel) noexcept nogil
    @cython.locals(mode=int, symbol=int, value=int)
    cdef void hold_mode(self, int pixel, int fell) noexcept nogil
    @cython.locals(latched=int, mode=int, multi=int, fell=int, pixel=int)
    cdef void graphics_pixels(self, int n) noexcept nogil
    @cython.locals(main=int, last=int, pixel=int)
    cdef void border_pixels(self, int n) noexcept nogil
    @cython.locals(first=int, at=int, pixel=int)
    cdef void resolve_colors(self) noexcept nogil
    cdef void draw_pixels(self, int n, int bits) noexcept nogil
