cimport cython

from c64.cartridge.port cimport Cartridge


@cython.final
cdef class GeoRam(Cartridge):
    cdef public object identity, field_list
    cdef public unsigned char[::1] ram
    cdef public int page, block, mask

    cdef int place(self, int addr) noexcept nogil
