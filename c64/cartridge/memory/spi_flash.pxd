cimport cython


@cython.final
cdef class SpiFlash:
    cdef public object field_list
    cdef public unsigned char[::1] data, page
    cdef public int size, select, clock, shift, command, address, byte, output
    cdef public int enabled, changed
    cdef public long long until, bits

    cpdef void wires(self, int select, int clock, int data, long long now) noexcept nogil
    @cython.locals(at=longlong)
    cdef void take(self, int bit, long long now) noexcept nogil
    @cython.locals(first=int, number=longlong)
    cdef void give(self, long long now) noexcept nogil
    @cython.locals(busy=int)
    cdef int answer(self, long long number, long long now) noexcept nogil
    @cython.locals(exponent=int)
    cdef int identity(self, long long number) noexcept nogil
    cdef void execute(self, long long now) noexcept nogil
    cdef void work(self, long long until) noexcept nogil
    @cython.locals(first=int, at=int)
    cdef void program(self) noexcept nogil
    @cython.locals(at=int)
    cdef void erase(self, int first, int count) noexcept nogil
