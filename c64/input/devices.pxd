from c64.input.joystick cimport Joystick
from c64.input.light_pen cimport LightPen
from c64.input.line_mouse cimport LineMouse
from c64.input.player_adapter cimport PlayerAdapter


cdef class InputDevices:
    cdef public LineMouse line_mouse
    cdef public LightPen light_pen
    cdef public PlayerAdapter adapter
    cdef public Joystick stick3
    cdef public Joystick stick4
