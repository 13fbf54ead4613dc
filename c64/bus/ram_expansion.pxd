cdef class RamExpansion:
    cdef public int low, high, video, vic_end, register_end
    cpdef void reset(self) noexcept with gil
    cpdef void write(self, int value) noexcept with gil


cdef class Plus60K(RamExpansion):
    cdef public object identity
    cdef public unsigned char[::1] ram


cdef class Plus256K(RamExpansion):
    cdef public unsigned char[::1] ram
    cdef public int locked
