cimport cython

from c64.cartridge.port cimport Cartridge


@cython.final
cdef class DoubleQuickBrownBox(Cartridge):
    cdef public unsigned char[::1] ram


@cython.final
cdef class Isepic(Cartridge):
    cdef public unsigned char[::1] ram
    cdef public int switch, armed, page

    cdef void select(self, int addr) noexcept nogil


@cython.final
cdef class RamCart(Cartridge):
    cdef public object identity, field_list
    cdef public unsigned char[::1] ram
    cdef public int large, read_only, page, control

    cdef int place(self, int addr) noexcept nogil
