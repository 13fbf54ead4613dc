cimport cython

cdef int CIA_FOREVER


@cython.final
cdef class CiaTimer:
    cdef public int counter
    cdef public int latch
    cdef public int pipe
    cdef public int toggle

    @cython.locals(t=int, n=int, counter=int, underflow=int)
    cpdef int step(self) noexcept nogil
    @cython.locals(t=int, stable=int)
    cpdef int uneventful_cycles(self) noexcept nogil
    cpdef void skip(self, int n) noexcept nogil
    cpdef void pulse(self) noexcept nogil
    cpdef void write_control(self, int start, int phi2, int oneshot, int force) noexcept nogil
    cpdef void write_low(self, int value) noexcept nogil
    cpdef void write_high(self, int value) noexcept nogil
