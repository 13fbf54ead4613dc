cimport cython

from c64.cartridge.port cimport Cartridge


@cython.final
cdef class RomCartridge(Cartridge):
    cdef public object identity
    cdef public unsigned char[::1] roml
    cdef public int[::1] selectors, effects
    cdef public int pages, frozen, first_bank, roml_base, hidden, last_bank
    cdef public int first_exrom, first_game

    cdef void select(self, int bank) noexcept nogil
    @cython.locals(selector=int)
    cdef void access(self, int kind, int addr, int value) noexcept nogil
    cdef void do(self, int effect) noexcept nogil
