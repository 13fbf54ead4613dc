cimport cython

from c64.cartridge cimport Cartridge


@cython.final
cdef class RomCartridge(Cartridge):
    cdef public object identity
    cdef public unsigned char[::1] roml
    cdef public int scheme, roml_base, hidden, last_bank, first_exrom, first_game

    cdef void select(self, int bank) noexcept
    cdef void write_final(self, int value) noexcept
