cimport cython

from c64.cartridge.port cimport Cartridge


@cython.final
cdef class Pagefox(Cartridge):
    cdef public object identity
    cdef public unsigned char[::1] roml, ram
    cdef public int bank, chip

    cdef int read_ram(self, int addr) noexcept nogil
