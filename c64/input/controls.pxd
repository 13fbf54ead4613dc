cimport cython

from c64.input.devices cimport InputDevices
from c64.input.joystick cimport Joystick, Paddles
from c64.input.light_pen cimport LightPen
from c64.input.line_mouse cimport LineMouse
from c64.input.mouse cimport Mouse1351
from c64.input.player_adapter cimport PlayerAdapter

cpdef int control_parallel(int a, int b) noexcept nogil


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
    cdef public Joystick stick3
    cdef public Joystick stick4
    cdef public InputDevices devices
    cdef public LineMouse line_mouse
    cdef public LightPen light_pen
    cdef public PlayerAdapter adapter

    @cython.locals(bits=int)
    cpdef int lines1(self) noexcept nogil
    @cython.locals(bits=int)
    cpdef int lines2(self) noexcept nogil
    @cython.locals(first=int)
    cpdef int pot(self, int switch, int is_y) noexcept nogil
    cdef int port_pot(self, int port, int is_y) noexcept nogil
    cpdef void select(self, int pa) noexcept nogil
