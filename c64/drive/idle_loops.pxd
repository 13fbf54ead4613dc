cimport cython

from c64.cpu.cpu cimport CPU


@cython.final
cdef class IdleLoop:
    cdef public int pc, a, x, y, sp, p, value, int_now, int_prev, jammed
    cdef public int changed, count, patience
    cdef public long long cycle, skipped
    cdef public int[::1] notes

    cdef void mark(self, CPU cpu, long long cycle, int value) noexcept nogil
    @cython.locals(length=longlong)
    cdef long long skip(self, long long cycle, long long room) noexcept nogil
    cdef void note(self, int addr, int value) noexcept nogil
    cdef int is_back(self, CPU cpu, long long cycle, int value, unsigned char[::1] ram) noexcept nogil
    @cython.locals(at=int, note=int)
    cdef int ram_is_back(self, unsigned char[::1] ram) noexcept nogil
    @cython.locals(addr=int, before=int)
    cdef int noted_before(self, int at) noexcept nogil
