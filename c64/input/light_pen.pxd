cimport cython


@cython.final
cdef class LightPen:
    cdef public int kind
    cdef public int x
    cdef public int y
    cdef public int low

    cpdef int lines(self) noexcept nogil
    cpdef int pot_y(self) noexcept nogil
