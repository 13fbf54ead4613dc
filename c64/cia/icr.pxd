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

    cpdef void event(self, int bits) noexcept
    cpdef void timer_b(self) noexcept
    cpdef void late_event(self, int bits) noexcept
    @cython.locals(pipe=int)
    cpdef void step(self) noexcept
    cpdef int quiet(self) noexcept
    @cython.locals(value=int)
    cpdef int read(self) noexcept
    cpdef void write(self, int value) noexcept
