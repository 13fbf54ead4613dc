cimport cython

from c64.cartridge.port cimport Cartridge


@cython.final
cdef class EpyxFastLoad(Cartridge):
    cdef public object identity
    cdef public unsigned char[::1] roml
    cdef public long long until


@cython.final
cdef class Zaxxon(Cartridge):
    cdef public object identity
    cdef public unsigned char[::1] roml


@cython.final
cdef class Kingsoft(Cartridge):
    cdef public object identity
    cdef public unsigned char[::1] roml


@cython.final
cdef class KernalCartridge(Cartridge):
    cdef public object identity
    cdef public unsigned char[::1] roml
    cdef public int capacitor
    cdef public long long voltage, since

    cdef void access(self, int addr) noexcept nogil
