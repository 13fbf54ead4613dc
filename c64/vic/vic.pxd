cimport cython

from c64.vic.border cimport VicBorder
from c64.vic.fetch cimport VicFetch
from c64.vic.graphics cimport VicRenderer, vic_word
from c64.vic.raster cimport VicRaster


@cython.final
cdef class VIC(VicRenderer):
    cdef public unsigned char[::1] unused, planners

    @cython.locals(before=int, flags=int, entry=int, idle=int)
    cpdef void clock(self) noexcept nogil
    @cython.locals(cycle=int)
    cdef int uneventful_cycles(self) noexcept nogil
    cdef bint voids_forecast(self, int reg) noexcept nogil
    @cython.locals(changed=int)
    cdef bint moves_bank(self, int reg, int value) noexcept nogil
    @cython.locals(cycle=int, count=int)
    cdef void catch_up(self, int cycles) noexcept nogil
    cdef void refresh_cycles(self, int count) noexcept nogil
    @cython.locals(done=int, waits=int, flags=int, before=int)
    cdef int sprite_fetch_cycles(self, int count) noexcept nogil
    cdef inline void drive_ba(self, int low) noexcept nogil
    @cython.locals(count=int)
    cdef inline int advance_some(self, int cycles) noexcept nogil
    cdef inline void log_cycle(self, int entry) noexcept nogil
    @cython.locals(plain=bint, left=int, right=int, out=int)
    cdef void plain_line(self) noexcept nogil
    @cython.locals(entry=int, now=int)
    cdef void log_repeated(self, int count, int cell) noexcept nogil
    @cython.locals(base=int)
    cdef void g_accesses(self, int count, int out) noexcept nogil
    @cython.locals(word=vic_word, i=int)
    cdef void g_alike(self, int count, int cell, int out) noexcept nogil
    @cython.locals(entry=int)
    cdef void g_cycles(self, int count, int out) noexcept nogil
    @cython.locals(
        border=int, back=vic_word, now=int, vmli=int, cell=int, data=int, i=int,
    )
    cdef void g_text(self, int count, unsigned char[::1] memory, int base, int out) noexcept nogil
    @cython.locals(
        border=int, direct=bint, back=vic_word, now=int, vmli=int, cell=int, data=int, i=int,
    )
    cdef void g_bitmap(self, int count, int base, int out) noexcept nogil
    cdef void passed_cells(self, int count, int cell, int data, int now) noexcept nogil
    cdef bint may_stall(self) noexcept nogil
    @cython.locals(left=int, count=int, cycle=int)
    cdef int stall(self, int cycles) noexcept nogil
    cdef void gc_accesses(self, int count) noexcept nogil
    @cython.locals(entry=int)
    cdef void late_idle_access(self) noexcept nogil
    cdef int g_cycle(self) noexcept nogil
    @cython.locals(complete=bint)
    cdef void count_frame(self) noexcept nogil
    cpdef void run(self, long long cycles) noexcept nogil
    cpdef void sync(self) noexcept nogil
    cpdef void lightpen(self, int level) noexcept nogil
    cpdef int aim_pen(self, int x, int line) except -1 with gil
    cpdef int peek(self, int reg) noexcept nogil
    @cython.locals(value=int)
    cpdef int read(self, int reg) noexcept nogil
    cpdef void write(self, int reg, int value) noexcept nogil
    @cython.locals(i=int, x=int)
    cdef void write_position(self, int reg, int value) noexcept nogil
