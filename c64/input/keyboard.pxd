cimport cython


@cython.final
cdef class Keyboard:
    cdef public unsigned char[::1] columns
    cdef public unsigned char[::1] rows
    cdef public unsigned char[::1] held
    cdef public int down
    cdef public int locked
    cdef public int restore

    @cython.locals(before=int, after=int, i=int)
    cpdef int scan(self, int pa, int pb, int pb_high) noexcept nogil
