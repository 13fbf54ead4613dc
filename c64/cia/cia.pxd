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

    cpdef void clock(self) noexcept
    cpdef void run(self, int cycles) noexcept
    cpdef int quiet(self) noexcept
    @cython.locals(underflow=int)
    cdef void step(self) noexcept
    cdef void timer_a_out(self) noexcept
    @cython.locals(n=int)
    cdef void sleep(self) noexcept
    @cython.locals(n=int)
    cpdef void catch_up(self) noexcept
    cpdef void wake(self) noexcept
    cpdef int pa_pins(self) noexcept
    cpdef int pb_pins(self) noexcept
    cpdef int pb_high(self) noexcept
    cdef int with_timers(self, int value) noexcept
    cpdef int cnt_pin(self) noexcept
    cpdef void flag(self, int level) noexcept
    cpdef void cnt(self, int level) noexcept
    cpdef void sp(self, int level) noexcept
    @cython.locals(value=int)
    cpdef int read(self, int reg) noexcept
    cpdef int peek(self, int reg) noexcept
    @cython.locals(counter=int)
    cdef int peek_timer(self, int reg) noexcept
    cpdef void write(self, int reg, int value) noexcept
    cdef void write_unit(self, int reg, int value) noexcept
