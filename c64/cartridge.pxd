cdef class Cartridge:
    cdef public int exrom, game, irq, nmi
    cpdef int read_roml(self, int addr) noexcept
    cpdef int read_romh(self, int addr) noexcept
    cpdef void write_roml(self, int addr, int value) noexcept
    cpdef void write_romh(self, int addr, int value) noexcept
    cpdef int read_io(self, int addr) noexcept
    cpdef void write_io(self, int addr, int value) noexcept
