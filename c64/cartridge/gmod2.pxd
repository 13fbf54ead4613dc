cimport cython

from c64.cartridge.port cimport Cartridge
from c64.cartridge.memory.eeprom cimport Eeprom
from c64.cartridge.memory.flash cimport Flash040


@cython.final
cdef class Gmod2(Cartridge):
    cdef public object identity
    cdef public Flash040 flash
    cdef public Eeprom eeprom
    cdef public int bank
