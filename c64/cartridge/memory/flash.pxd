cimport cython


@cython.final
cdef class Flash040:
    cdef public unsigned char[::1] data
    cdef public int state, base, toggle, byte, sectors, pending, changed
    cdef public long long until, opens, left

    cpdef int peek(self, int addr) noexcept nogil
    @cython.locals(inside=int, failed=int)
    cpdef int read(self, int addr, long long now) noexcept nogil
    cpdef void finish(self, long long now) noexcept nogil
    @cython.locals(at=int)
    cpdef void write(self, int addr, int value, long long now) noexcept nogil
    cdef void write_erasing(self, int addr, int value, long long now) noexcept nogil
    cdef int between_commands(self) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void command(self, int value) noexcept nogil
    cdef void program(self, int addr, int value, long long now) noexcept nogil
    cdef void erase(self, int addr, int value, long long now) noexcept nogil
    @cython.locals(bit=int)
    cdef void add_sector(self, int addr, long long now) noexcept nogil
    @cython.locals(number=int, at=int, place=int)
    cdef void clear(self, int sectors) noexcept nogil
