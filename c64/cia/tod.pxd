cimport cython


@cython.final
cdef class CiaTod:
    cdef public int clock_hz
    cdef public int line_hz
    cdef public unsigned char[::1] time
    cdef public unsigned char[::1] alarm
    cdef public unsigned char[::1] held
    cdef public int hold
    cdef public int stopped
    cdef public int ring
    cdef public int left
    cdef public int rest

    cpdef void count(self) noexcept with gil
    cpdef bint period(self, int fifty) noexcept nogil
    cpdef int read(self, int index) noexcept nogil
    cpdef int peek(self, int index) noexcept nogil
    cpdef bint write(self, int index, int value, int to_alarm) noexcept with gil
    cpdef bint matches(self) noexcept with gil
