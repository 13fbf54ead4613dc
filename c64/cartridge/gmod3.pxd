cimport cython

from c64.cartridge.port cimport Cartridge
from c64.cartridge.memory.spi_flash cimport SpiFlash


@cython.final
cdef class Gmod3(Cartridge):
    cdef public object identity
    cdef public SpiFlash flash
    cdef public unsigned char[::1] vector
    cdef public int bank, wired
