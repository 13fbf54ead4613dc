from c64.base.component cimport Bus


cdef class CartridgeBase:
    cdef public int exrom, game, irq, nmi, dma, romh_base, shadow, vectors, vic_sees, bus, quiet
    cdef public long long now
    cdef public unsigned char[::1] romh
    cpdef void reset(self) noexcept
    cpdef void take_lines(self) noexcept
    cpdef int read_roml(self, int addr) noexcept
    cpdef int read_romh(self, int addr) noexcept
    cpdef void write_roml(self, int addr, int value) noexcept
    cpdef void write_romh(self, int addr, int value) noexcept
    cpdef int write_shadow(self, int addr, int value) noexcept
    cpdef int press_freeze(self) noexcept
    cpdef void enter_freeze(self) noexcept
    cpdef void leave_freeze(self) noexcept
    cpdef int read_io(self, int addr) noexcept
    cpdef int peek_io(self, int addr) noexcept
    cpdef void write_io(self, int addr, int value) noexcept
    cpdef int dma_cycle(self, Bus bus, int low) noexcept


cdef class Cartridge(CartridgeBase):
    # Not defined again but only declared: to call them, and those of cartridges that derive from
    # this, nobody needs the GIL.
    cpdef void take_lines(self) noexcept
    cpdef int read_roml(self, int addr) noexcept
    cpdef int read_romh(self, int addr) noexcept
    cpdef void write_roml(self, int addr, int value) noexcept
    cpdef void write_romh(self, int addr, int value) noexcept
    cpdef int write_shadow(self, int addr, int value) noexcept
    cpdef int read_io(self, int addr) noexcept
    cpdef int peek_io(self, int addr) noexcept
    cpdef void write_io(self, int addr, int value) noexcept
    cpdef int dma_cycle(self, Bus bus, int low) noexcept
