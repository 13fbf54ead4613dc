cimport cython

from c64.bus.clock cimport BoardClock


cdef class BoardWires(BoardClock):
    cdef void join_inputs(self) noexcept nogil
    cdef int cia1_read(self, int reg) noexcept nogil
    cdef void cia1_write(self, int reg, int value) noexcept nogil
    @cython.locals(lines=int)
    cdef void update_cia1_inputs(self) noexcept nogil
    @cython.locals(lines=int)
    cdef void strobe_mouse(self) noexcept nogil
    @cython.locals(level=int)
    cdef void update_lightpen(self) noexcept nogil
    cdef int cia2_read(self, int reg) noexcept nogil
    cdef void cia2_write(self, int reg, int value) noexcept nogil
    cdef void update_cia2_inputs(self) noexcept nogil
    cdef void update_user_port(self) noexcept nogil
    cdef int aim_pen(self) except -1 with gil
    @cython.locals(pins=int, bank=int, here=int)
    cdef void join_cia2_outputs(self) noexcept nogil
    cdef void update_pots(self) noexcept nogil
    cdef int cia1_lines(self) noexcept nogil
