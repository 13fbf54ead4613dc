cdef class Bus:
    cdef public int stalled

    cpdef int read(self, int addr) noexcept
    cpdef void write(self, int addr, int value) noexcept
