cimport cython


@cython.final
cdef class Joystick:
    cdef public int bits


@cython.final
cdef class Paddles:
    cdef public int bits
    cdef public int x
    cdef public int y
