cimport cython


@cython.final
cdef class VIA:
    cdef public int ora, orb, ddra, ddrb, pa_in, pb_in, pa_latch, pb_latch
    cdef public int t1, t1_latch, t1_fresh, t1_reload, t1_armed, t1_pb7
    cdef public int t2_low, t2_high, t2_latch, t2_fresh, t2_under, t2_armed, t2_pulses, pb6
    cdef public int sr, sr_state, sr_wait, sr_due
    cdef public int acr, pcr, ifr, ier, irq
    cdef public int ca1, ca2, cb1, cb2, ca2_out, cb1_out, cb2_out, pulse

    cpdef void reset(self)
    cpdef void clock(self) noexcept nogil
    @cython.locals(cycles=int)
    cpdef int uneventful_cycles(self) noexcept nogil
    @cython.locals(left=int, count=int)
    cpdef void run(self, int cycles) noexcept nogil
    cdef void time_out(self) noexcept nogil
    cdef void underflow(self) noexcept nogil
    @cython.locals(level=int)
    cdef void count_pulses(self) noexcept nogil
    @cython.locals(out=int)
    cdef void shift(self) noexcept nogil
    cdef void end_pulse(self) noexcept nogil
    cdef void update_irq(self) noexcept nogil
    cpdef int pa_pins(self) noexcept nogil
    @cython.locals(pins=int)
    cpdef int pb_pins(self) noexcept nogil
    cpdef void set_ca1(self, int level) noexcept nogil
    cpdef void set_ca2(self, int level) noexcept nogil
    cpdef void set_cb1(self, int level) noexcept nogil
    cpdef void set_cb2(self, int level) noexcept nogil
    @cython.locals(value=int)
    cpdef int read(self, int reg) noexcept nogil
    cpdef int peek(self, int reg) noexcept nogil
    cpdef int shows(self, int reg) noexcept nogil
    cpdef int keeps(self, int reg, int value) noexcept nogil
    @cython.locals(pins=int, value=int)
    cdef int port_b(self) noexcept nogil
    cpdef void write(self, int reg, int value) noexcept nogil
    cdef void write_timer(self, int reg, int value) noexcept nogil
    cdef void write_acr(self, int value) noexcept nogil
    cdef void write_pcr(self, int value) noexcept nogil
    cdef void rest_cb2(self) noexcept nogil
    cdef void handshake_a(self) noexcept nogil
    @cython.locals(mode=int)
    cdef void touch_sr(self) noexcept nogil
    cdef void clear_flags(self, int flags) noexcept nogil
