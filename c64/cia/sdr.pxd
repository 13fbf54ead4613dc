cimport cython


@cython.final
cdef class CiaSdr:
    cdef public int old
    cdef public int data
    cdef public int shifter
    cdef public int half_bits
    cdef public int waiting
    cdef public int output
    cdef public int load
    cdef public int turn
    cdef public int refused
    cdef public int flag
    cdef public int history
    cdef public int finish
    cdef public int cnt_out
    cdef public int sp_out
    cdef public int cnt_in
    cdef public int sp_in

    cpdef int quiet(self) noexcept
    cpdef void underflow(self) noexcept
    @cython.locals(flag=int)
    cpdef int step(self) noexcept
    cdef void load_shifter(self) noexcept
    cdef int turn_cnt(self) noexcept
    cpdef void write(self, int value) noexcept
    cpdef void set_direction(self, int output) noexcept
    @cython.locals(bits=int, recent=int)
    cdef void turn_events(self, int output) noexcept
    cpdef int set_cnt(self, int level) noexcept
