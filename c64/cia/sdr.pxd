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

    cpdef int is_idle(self) noexcept nogil
    cpdef void underflow(self) noexcept nogil
    @cython.locals(flag=int)
    cpdef int step(self) noexcept nogil
    cdef void load_shifter(self) noexcept nogil
    cdef int turn_cnt(self) noexcept nogil
    cpdef void write(self, int value) noexcept nogil
    cpdef void set_direction(self, int output) noexcept nogil
    @cython.locals(bits=int, recent=int)
    cdef void turn_events(self, int output) noexcept nogil
    cpdef int set_cnt(self, int level) noexcept nogil
