cimport cython

from c64.bus.sockets cimport BoardSockets


cdef class BoardClock(BoardSockets):
    cdef void plan_quick(self) noexcept nogil
    @cython.locals(behind=longlong)
    cdef void clock_vic(self) noexcept nogil
    cdef void bring_vic(self) noexcept nogil
    cdef void sync_vic(self) noexcept nogil
    cdef void look_at_irq(self) noexcept nogil
    cdef void sync_cias(self, long long cycle) noexcept nogil
    cdef void open_cias(self) noexcept nogil
    cdef void run_tape(self) noexcept nogil
    cdef void look_at_tape(self) noexcept nogil
    cdef void end_cycle(self) noexcept nogil
    @cython.locals(quiet=int)
    cdef void end_events(self) noexcept nogil
    cdef void begin_lag(self) noexcept nogil
    cdef void end_lag(self) noexcept nogil
    cdef void update_watched(self) noexcept nogil
    cdef void run_sid(self) noexcept nogil
