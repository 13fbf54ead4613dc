cimport cython

from c64.input.joystick cimport Joystick


@cython.final
cdef class PlayerAdapter:
    cdef public int kind
    cdef public Joystick stick3
    cdef public Joystick stick4

    @cython.locals(chosen=int)
    cpdef int port_b(self, int pins) noexcept nogil
