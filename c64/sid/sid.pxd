cimport cython

from c64.sid.filter cimport SidFilter

cdef int _SID_CHUNK


@cython.final
cdef class SID(SidFilter):
    cdef public object model
    cdef public int bus, bus_hold, bus_hold_time
    cdef public int pot_x, pot_y, pot_x_shown, pot_y_shown, pot_phase

    cpdef int peek(self, int reg) noexcept nogil
    @cython.locals(value=int)
    cpdef int read(self, int reg) noexcept nogil
    cpdef void write(self, int reg, int value) noexcept nogil
    cdef void write_voice(self, int v, int reg, int value) noexcept nogil
    @cython.locals(span=int, phase=int)
    cpdef void clock(self, int cycles) noexcept nogil
    cdef void run_unheard(self, int cycles) noexcept nogil
    @cython.locals(v=int, phase=int)
    cdef void run_heard(self, int cycles) noexcept nogil
    @cython.locals(phase=int)
    cdef void clock_pots(self, int cycles) noexcept nogil
