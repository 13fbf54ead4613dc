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

    cpdef void count(self) noexcept
    cpdef bint period(self, int fifty) noexcept
    cpdef int read(self, int index) noexcept
    cpdef int peek(self, int index) noexcept
    cpdef bint write(self, int index, int value, int to_alarm) noexcept
    cpdef bint matches(self) noexcept
