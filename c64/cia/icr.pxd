cimport cython


@cython.final
cdef class CiaIcr:
    cdef public int old
    cdef public int flags
    cdef public int mask
    cdef public int line
    cdef public int pipe
    cdef public int new
    cdef public int ack
    cdef public int hidden

    cpdef void event(self, int bits) noexcept nogil
    cpdef void timer_b(self) noexcept nogil
    cpdef void late_event(self, int bits) noexcept nogil
    @cython.locals(pipe=int)
    cpdef void step(self) noexcept nogil
    cpdef int is_idle(self) noexcept nogil
    @cython.locals(value=int)
    cpdef int read(self) noexcept nogil
    cpdef void write(self, int value) noexcept nogil
