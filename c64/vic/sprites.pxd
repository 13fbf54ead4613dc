cimport cython

from c64.vic.collisions cimport VicCollisions

ctypedef unsigned long long sprite_row


cdef class VicSprites(VicCollisions):
    cdef public int sprite_display, sprite_y_flop
    cdef public unsigned char[::1] sprite_mcbase, seq_pixel, seq_starts, symbols, front
    cdef public int[::1] sprite_x, seq_x, seq_shift, doubled
    cdef public unsigned long long row_high, row_low
    cdef public int seq_display, seq_active, seq_held, seq_priority, seq_multicolor, seq_expand_x
    cdef public int seq_x_flop, seq_multi_flop

    @cython.locals(i=int)
    cdef void update_mcbase(self) noexcept nogil
    @cython.locals(i=int, bit=int)
    cdef void check_dma(self) noexcept nogil
    @cython.locals(i=int)
    cdef int sprite_starts(self) noexcept nogil
    cdef void check_expansion(self) noexcept nogil
    @cython.locals(i=int)
    cdef void check_display(self) noexcept nogil
    @cython.locals(i=int, cleared=int, mc=int, base=int)
    cdef void write_expansion(self, int value, int crunch) noexcept nogil
    @cython.locals(i=int)
    cdef void move_sprites(self) noexcept nogil
    @cython.locals(number=int)
    cdef inline void sprite_events(self, int bits) noexcept nogil
    @cython.locals(ready=int, i=int)
    cdef void start_sprites(self, int x, int candidates) noexcept nogil
    @cython.locals(toggled=int)
    cdef void change_multicolor(self) noexcept nogil
    cdef void shift_sprite(self, int i, int bit) noexcept nogil
    @cython.locals(first=int)
    cdef int sprite_byte(self, int i, int bit, int starting) noexcept nogil
    cdef inline void begin_sprite(self, int bit) noexcept nogil
    @cython.locals(i=int, at=int)
    cdef int sprite_cycles(self, int cycle, int count) noexcept nogil
    @cython.locals(row=int, multi=int)
    cdef bint spread_row(self, int i, int bit) noexcept nogil
    @cython.locals(word=sprite_row)
    cdef inline sprite_row spread(self, int bits, int bit) noexcept nogil
    @cython.locals(wide=int, multi=int, shifts=int, row=sprite_row)
    cdef void leave_row(self, int i, int bit, int pixels) noexcept nogil
    @cython.locals(high=int, low=int, mark=int)
    cdef int shift8(self, int i, int bit, int first) noexcept nogil
    cdef inline bint drains(self, int i, int shifts) noexcept nogil
    @cython.locals(high=int)
    cdef inline int shift8_hires(self, int i, int bit, int first) noexcept nogil
    @cython.locals(pairs=int, high=int, low=int)
    cdef inline int shift8_multi(self, int i, int bit, int first) noexcept nogil
    @cython.locals(before=int, pairs=int, high=int, low=int)
    cdef int shift8_multi_rest(self, int i) noexcept nogil
    @cython.locals(left=int, pairs=int, before=int, ones=int, twos=int, high=int, low=int)
    cdef int shift8_multi_x2(self, int i, int bit) noexcept nogil
    @cython.locals(high=int, shifts=int)
    cdef inline int shift8_hires_x2(self, int i, int bit, int first) noexcept nogil
    @cython.locals(high=int, low=int)
    cdef inline int shift8_hires_x2_rest(self, int i, int bit) noexcept nogil
    cdef inline int double_bits(self, int bits) noexcept nogil
    @cython.locals(shown=int, top=int, i=int, left=int, bit=int)
    cdef void mix_sprites(self, int pixel) noexcept nogil
    @cython.locals(x=int, candidates=int, sprite=int, bit=int, pixel=int)
    cdef void draw_sprites(self, int bits) noexcept nogil
