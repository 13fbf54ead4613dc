cimport cython

from c64.cartridge.port cimport Cartridge
from c64.cartridge.memory.flash cimport Flash040


@cython.final
cdef class EasyFlash(Cartridge):
    cdef public object identity
    cdef public Flash040 low, high
    cdef public unsigned char[::1] ram
    cdef public int bank
