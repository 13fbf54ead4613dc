cimport cython

from c64.vic.border cimport VicBorder


cdef class VicSprites(VicBorder):
    cdef public int s_display, s_flop, coll_sprite, coll_gfx, coll_clear, coll_tail
    cdef public unsigned char[::1] s_mcbase, d_pixel, d_block, symbols, front, d_mask
    cdef public int[::1] s_x, d_x, d_shift
    cdef public int d_pending, d_active, d_halt, d_priority, d_multi, d_expx
    cdef public int d_expx_flop, d_multi_flop

    @cython.final
    @cython.locals(i=int)
    cdef void update_mcbase(self) noexcept
    @cython.final
    @cython.locals(i=int, bit=int)
    cdef void check_dma(self) noexcept
    @cython.final
    cdef void check_expansion(self) noexcept
    @cython.final
    @cython.locals(i=int)
    cdef void check_display(self) noexcept
    @cython.final
    @cython.locals(i=int, cleared=int, mc=int, base=int)
    cdef void write_expansion(self, int value, int crunch) noexcept
    @cython.final
    @cython.locals(i=int)
    cdef void move_sprites(self) noexcept
    @cython.final
    @cython.locals(number=int)
    cdef void sprite_events(self, int bits) noexcept
    @cython.final
    @cython.locals(ready=int, i=int)
    cdef void start_sprites(self, int x, int candidates) noexcept
    @cython.final
    @cython.locals(toggled=int)
    cdef void change_multicolor(self) noexcept
    @cython.final
    cdef void shift_sprite(self, int i, int bit) noexcept
    @cython.final
    @cython.locals(first=int, high=int, low=int, mark=int)
    cdef int sprite_byte(self, int i, int bit, int starting) noexcept
    @cython.final
    @cython.locals(other=int)
    cdef void collide(self, int i, int mask) noexcept
    cdef void clear_collisions(self, int which) noexcept
    @cython.final
    @cython.locals(shown=int, top=int, i=int, left=int, bit=int)
    cdef void mix_sprites(self, int pixel) noexcept
    @cython.final
    @cython.locals(x=int, candidates=int, number=int, pixel=int)
    cdef void draw_sprites(self, int bits) noexcept
