cimport cython


@cython.final
cdef class Mouse1351:
    cdef public int bits
    cdef public int port
    cdef public int x
    cdef public int y

    cpdef int pot_x(self) noexcept nogil
    cpdef int pot_y(self) noexcept nogil
