cimport cython

from c64.cia.icr cimport CiaIcr
from c64.cia.sdr cimport CiaSdr
from c64.cia.timer cimport CiaTimer
from c64.cia.tod cimport CiaTod


@cython.final
cdef class CIA:
    cdef public int pra
    cdef public int prb
    cdef public int ddra
    cdef public int ddrb
    cdef public int cra
    cdef public int crb
    cdef public int irq
    cdef public int ended
    cdef public int pa_in
    cdef public int pb_in
    cdef public int flag_in
    cdef public int idle
    cdef public int slept
    cdef public int lazy
    cdef public CiaTimer ta
    cdef public CiaTimer tb
    cdef public CiaTod tod
    cdef public CiaSdr sdr
    cdef public CiaIcr icr

    cpdef void clock(self) noexcept nogil
    cpdef void run(self, int cycles) noexcept nogil
    cpdef int uneventful_cycles(self) noexcept nogil
    @cython.locals(underflow=int)
    cdef void step(self) noexcept nogil
    cdef void timer_a_out(self) noexcept nogil
    @cython.locals(n=int)
    cdef void sleep(self) noexcept nogil
    @cython.locals(n=int)
    cpdef void catch_up(self) noexcept nogil
    cpdef void wake(self) noexcept nogil
    cpdef int pa_pins(self) noexcept nogil
    cpdef int pb_pins(self) noexcept nogil
    cpdef int pb_high(self) noexcept nogil
    cdef int with_timers(self, int value) noexcept nogil
    cpdef int cnt_pin(self) noexcept nogil
    cpdef void flag(self, int level) noexcept nogil
    cpdef void cnt(self, int level) noexcept nogil
    cpdef void sp(self, int level) noexcept nogil
    @cython.locals(value=int)
    cpdef int read(self, int reg) noexcept nogil
    cpdef int peek(self, int reg) noexcept nogil
    @cython.locals(counter=int)
    cdef int peek_timer(self, int reg) noexcept nogil
    cpdef void write(self, int reg, int value) noexcept nogil
    cdef void write_unit(self, int reg, int value) noexcept nogil
