cimport cython


@cython.final
cdef class Eeprom:
    cdef public unsigned char[::1] data
    cdef public int state, select, clock, count, bits, operation, enabled, address, output
    cdef public int status, changed
    cdef public long long until

    cpdef int read(self, long long now) noexcept nogil
    cpdef void wires(self, int select, int clock, int data, long long now) noexcept nogil
    @cython.locals(needed=int)
    cdef void leave(self, long long now) noexcept nogil
    cdef void take(self, int bit) noexcept nogil
    @cython.locals(code=int, which=int)
    cdef void decode(self) noexcept nogil
    @cython.locals(half=int)
    cdef void give(self) noexcept nogil
    @cython.locals(word=int, address=int)
    cdef void change(self) noexcept nogil
    cdef void put(self, int address, int word) noexcept nogil
