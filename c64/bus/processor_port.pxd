cimport cython


@cython.final
cdef class CpuPort:
    cdef public int ddr, data, driven, lines, sense
    cdef public long long leaks6, leaks7, fall_off

    cpdef void reset(self)
    @cython.locals(floating=int)
    cpdef int read(self, int addr, long long cycle) noexcept nogil
    cpdef int peek(self, int addr, long long cycle) noexcept nogil
    @cython.locals(released=int)
    cpdef void write(self, int addr, int value, long long cycle) noexcept nogil
