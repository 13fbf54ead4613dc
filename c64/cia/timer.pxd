cimport cython

cdef int CIA_FOREVER


@cython.final
cdef class CiaTimer:
    cdef public int counter
    cdef public int latch
    cdef public int pipe
    cdef public int toggle

    @cython.locals(t=int, n=int, counter=int, underflow=int)
    cpdef int step(self) noexcept
    @cython.locals(t=int, stable=int)
    cpdef int quiet(self) noexcept
    cpdef void skip(self, int n) noexcept
    cpdef void pulse(self) noexcept
    cpdef void write_control(self, int start, int phi2, int oneshot, int force) noexcept
    cpdef void write_low(self, int value) noexcept
    cpdef void write_high(self, int value) noexcept
