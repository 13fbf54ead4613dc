from c64.sid.sid cimport SID


cdef class MoreSids:
    cdef public SID sid
    cdef public MoreSids behind

    cdef int read(self, int number, int reg) noexcept nogil
    cdef int peek(self, int number, int reg) noexcept nogil
    cdef void write(self, int number, int reg, int value) noexcept nogil
    cdef void clock(self, int cycles) noexcept nogil
