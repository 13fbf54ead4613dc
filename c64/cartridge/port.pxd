from c64.base.bus cimport Bus


cdef class CartridgeBase:
    cdef public int exrom, game, irq, nmi, dma, romh_base, shadow, vectors, vic_sees, bus, quiet
    cdef public long long now
    cdef public unsigned char[::1] romh
    cpdef void reset(self) noexcept with gil
    cpdef void take_lines(self) noexcept with gil
    cpdef int read_roml(self, int addr) noexcept with gil
    cpdef int read_romh(self, int addr) noexcept with gil
    cpdef void write_roml(self, int addr, int value) noexcept with gil
    cpdef void write_romh(self, int addr, int value) noexcept with gil
    cpdef int write_shadow(self, int addr, int value) noexcept with gil
    cpdef int press_freeze(self) noexcept with gil
    cpdef void enter_freeze(self) noexcept with gil
    cpdef void leave_freeze(self) noexcept with gil
    cpdef int read_io(self, int addr) noexcept with gil
    cpdef int peek_io(self, int addr) noexcept with gil
    cpdef void write_io(self, int addr, int value) noexcept with gil
    cpdef int dma_cycle(self, Bus bus, int low) noexcept with gil


cdef class Cartridge(CartridgeBase):
    # Not defined again but only declared: to call them, and those of cartridges that derive from
    # this, nobody needs the GIL.
    cpdef void take_lines(self) noexcept nogil
    cpdef int read_roml(self, int addr) noexcept nogil
    cpdef int read_romh(self, int addr) noexcept nogil
    cpdef void write_roml(self, int addr, int value) noexcept nogil
    cpdef void write_romh(self, int addr, int value) noexcept nogil
    cpdef int write_shadow(self, int addr, int value) noexcept nogil
    cpdef int read_io(self, int addr) noexcept nogil
    cpdef int peek_io(self, int addr) noexcept nogil
    cpdef void write_io(self, int addr, int value) noexcept nogil
    cpdef int dma_cycle(self, Bus bus, int low) noexcept nogil
