cimport cython

from c64.vic.collisions cimport VicCollisions
from c64.vic.pixels cimport VicPixelRenderer
from c64.vic.sprites cimport VicSprites

ctypedef unsigned long long vic_word

cdef vic_word VIC_WORD, VIC_LAST_PIXEL, VIC_FIRST_PIXELS, VIC_LATER_PIXELS


cdef class VicRenderer(VicPixelRenderer):
    cdef public int size, sprites_shown
    cdef public unsigned char[::1] lowest
    cdef public unsigned long long[::1] expand, fill, frame64

    cdef inline vic_word blend(self, vic_word mask, vic_word back, vic_word fore) noexcept nogil
    cdef vic_word two_colors(self, int bits, int back, int fore) noexcept nogil
    @cython.locals(low=vic_word, high=vic_word, back=vic_word, fore=vic_word)
    cdef vic_word four_colors(self, int bits, int c0, int c1, int c2, int c3) noexcept nogil
    @cython.locals(bits=int, color=int, mode=int, back=int)
    cdef vic_word cell(self, int entry) noexcept nogil
    @cython.locals(word=vic_word, before=vic_word, shift=int)
    cdef vic_word draw_word(self, int n) noexcept nogil
    @cython.locals(bits=int)
    cdef inline int cell_front(self, int entry) noexcept nogil
    @cython.locals(front=int, before=int)
    cdef inline int front_bits(self, int n) noexcept nogil
    @cython.locals(
        i=int, left=int, bit=int, planes=int, low=int, mask=int, shown=int,
    )
    cdef vic_word sprites_over(self, vic_word word, int front, int starting) noexcept nogil
    cdef inline vic_word recolour(self, vic_word word, int pixels, int register) noexcept nogil
    @cython.locals(before=int)
    cdef vic_word with_border(self, vic_word word, vic_word border, int entry) noexcept nogil
    @cython.locals(n=int, cycle=int, bits=int)
    cdef int draw_run(self) noexcept nogil
    cdef inline bint wants_single(self, int n, int bits) noexcept nogil
    cdef inline bint scrolls(self) noexcept nogil
    @cython.locals(word=vic_word)
    cdef void draw_one(self, int n, int bits) noexcept nogil
    cdef inline void advance_drawn(self, int count) noexcept nogil
    cdef bint draws_plainly(self) noexcept nogil
    @cython.locals(border=vic_word, inner=bint, out=int, i=int)
    cdef void draw_plain_line(self, bint direct) noexcept nogil
    @cython.locals(out=int, i=int)
    cdef inline void fill_border(self, int count, vic_word border) noexcept nogil
    @cython.locals(left=int, cycle=int, border=vic_word, alone=bint, count=int, same=int)
    cdef void draw_border_run(self) noexcept nogil
    @cython.locals(i=int)
    cdef int is_uniform(self, int cycle, int count) noexcept nogil
    @cython.locals(cycle=int)
    cdef void pass_sprites(self, int first, int last) noexcept nogil
    @cython.locals(cycle=int, left=int, count=int)
    cdef int inner_cycles(self) noexcept nogil
    cdef void draw_inner_run(self, int count) noexcept nogil
    @cython.locals(
        n=int, out=int, shift=int, mode=int, last=int, before=vic_word, back=vic_word,
        word=vic_word, rest=vic_word,
    )
    cdef void draw_graphics(self, int count) noexcept nogil
    @cython.locals(starting=int, had_sprites=int, had_data=int)
    cdef void draw_single(self, int n, int bits) noexcept nogil
    @cython.locals(
        cycle=int, count=int, had_sprites=int, had_data=int, i=int, bit=int, at=int,
    )
    cdef int draw_sprite_run(self) noexcept nogil
    @cython.locals(
        at=int, first=int, planes=int, high=vic_word, low=vic_word, mask=int, last=int, stop=int, multi=int, gone_on=bint,
    )
    cdef void draw_sprite(self, int i, int bit, int start, int count) noexcept nogil
    @cython.locals(front=int, shown=int, word=vic_word)
    cdef inline void cover_cell(self, int i, int bit, int at, int high, int low, int multi) noexcept nogil
    @cython.locals(at=int, entry=int, border=vic_word)
    cdef void cover_cells(self, int cycle, int count) noexcept nogil
    @cython.locals(first=vic_word, word=vic_word)
    cdef void draw_recolored(self, int n, int starting) noexcept nogil
    @cython.locals(before=int, word=vic_word)
    cdef vic_word border_mask(self, int n) noexcept nogil
    @cython.locals(word=vic_word)
    cdef void draw_cells(self, int n, int starting) noexcept nogil
    cdef void draw(self) noexcept nogil
