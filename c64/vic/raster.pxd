cimport cython

from c64.vic.sprites cimport VicSprites


cdef class VicRaster(VicSprites):
    cdef public int last_line, raster_matched, allow_bad_lines, bad_line, idle, vcbase, ba_low
    cdef public int lp_level, lp_done, lpx, lpy

    @cython.final
    cdef void start_line(self) noexcept nogil
    @cython.final
    cdef void start_frame(self) noexcept nogil
    @cython.final
    cdef void trigger_lightpen(self, int held) noexcept nogil
    @cython.final
    cdef void compare_raster(self) noexcept nogil
    @cython.final
    cdef void check_bad_line(self) noexcept nogil
    @cython.final
    cdef void update_rc(self) noexcept nogil
    @cython.final
    @cython.locals(compare=cython.bint)
    cdef void events(self, int flags) noexcept nogil
