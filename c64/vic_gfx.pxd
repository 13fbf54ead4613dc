cimport cython

from c64.vic_raster cimport VicRaster

ctypedef unsigned long long vic_word


cdef class VicGfx(VicRaster):
    cdef public int[::1] log
    cdef public int now, drawn, draw_cycle, out, dmli, cell_latch, eager, settle, stale, xscroll
    cdef public int mode_bm, mode_next, mode_mc, mode_mc_late, g_shift, g_flop, g_pixel, g_matrix, g_color
    cdef public int border_on, color_reg, color_value
    cdef public unsigned char[::1] colors, frame, source
    cdef public unsigned long long[::1] expand, fill, frame64

    @cython.final
    cdef vic_word two_colors(self, int bits, int back, int fore) noexcept
    @cython.final
    @cython.locals(low=vic_word, high=vic_word, back=vic_word, fore=vic_word)
    cdef vic_word four_colors(self, int bits, int c0, int c1, int c2, int c3) noexcept
    @cython.final
    @cython.locals(bits=int, color=int, mode=int)
    cdef vic_word cell(self, int entry) noexcept
    @cython.final
    @cython.locals(word=vic_word, before=vic_word, shift=int)
    cdef vic_word scrolled(self, int n) noexcept
    @cython.final
    cdef vic_word draw_word(self, int n) noexcept
    @cython.final
    @cython.locals(before=int)
    cdef vic_word with_border(self, vic_word word, vic_word border, int entry) noexcept
    @cython.final
    @cython.locals(entry=int, bits=int, last=int, fore=int)
    cdef void derive_sequencer(self, int n) noexcept
    @cython.final
    @cython.locals(fore=int, symbol=int)
    cdef void graphics_pixel(self, int pixel) noexcept
    @cython.final
    @cython.locals(latched=int, mode=int, pixel=int)
    cdef void graphics_pixels(self, int n) noexcept
    @cython.final
    @cython.locals(main=int, last=int, pixel=int)
    cdef void border_pixels(self, int n) noexcept
    @cython.final
    @cython.locals(first=int, at=int, pixel=int)
    cdef void resolve_colors(self) noexcept
    @cython.final
    cdef void count_collisions(self, int had_sprite, int had_gfx) noexcept
    @cython.final
    @cython.locals(had_sprite=int, had_gfx=int)
    cdef void draw_pixels(self, int n, int bits) noexcept
    @cython.final
    @cython.locals(bits=int)
    cdef void draw(self) noexcept
