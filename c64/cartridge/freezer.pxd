cimport cython

from c64.cartridge.port cimport Cartridge


@cython.final
cdef class FreezerCartridge(Cartridge):
    cdef public object identity
    cdef public unsigned char[::1] rom, ram
    cdef public int scheme, last_bank, is_replay, is_nordic, writes_through
    cdef public int bank, active, frozen, mode, ram_on, ram_high, extended, written

    cdef void choose(self, int mode) noexcept nogil
    cdef int ram_at(self, int addr, int banked) noexcept nogil
    cdef int rom_at(self, int addr) noexcept nogil
    @cython.locals(bank=int)
    cdef int replay_status(self) noexcept nogil
    cdef int in_page(self, int addr) noexcept nogil
    cdef int read_page(self, int addr) noexcept nogil
    @cython.locals(mode=int, special=int)
    cdef void write_replay(self, int value) noexcept nogil
    cdef void write_extended(self, int value) noexcept nogil
    cdef void write_snapshot(self, int value) noexcept nogil
