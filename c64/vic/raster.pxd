cimport cython

from c64.vic.sprites cimport VicSprites


cdef class VicRaster(VicSprites):
    cdef public int last_line, raster_matched, allow_bad_lines, bad_line, idle, vcbase, ba_low
    cdef public int lp_level, lp_done, lpx, lpy

    cdef void start_line(self) noexcept nogil
    cdef void start_frame(self) noexcept nogil
    cdef void trigger_lightpen(self, int held, int x) noexcept nogil
    cdef int lightpen_x(self, int cycle) noexcept nogil
    cdef void compare_raster(self) noexcept nogil
    cdef void check_bad_line(self) noexcept nogil
    cdef void update_rc(self) noexcept nogil
    @cython.locals(compare=cython.bint)
    cdef void events(self, int flags) noexcept nogil
