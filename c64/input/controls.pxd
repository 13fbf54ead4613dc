cimport cython

from c64.input.joystick cimport Joystick, Paddles
from c64.input.mouse cimport Mouse1351


@cython.final
cdef class Controls:
    cdef public int pot_x
    cdef public int pot_y
    cdef public int switch
    cdef public Joystick stick1
    cdef public Joystick stick2
    cdef public Paddles paddles1
    cdef public Paddles paddles2
    cdef public Mouse1351 mouse

    @cython.locals(bits=int)
    cpdef int lines1(self) noexcept
    @cython.locals(bits=int)
    cpdef int lines2(self) noexcept
    cpdef void select(self, int pa) noexcept
