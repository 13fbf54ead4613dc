cdef class BusBase:
    cdef public int stalled, mode16
    cdef public long long cycle, quick, end_due
    cdef public unsigned char[::1] space, watched, trap_flags
    cdef public int[::1] reads, writes

    cpdef int read(self, int addr) noexcept
    cpdef void write(self, int addr, int value) noexcept
    cpdef int access_read(self, int addr) noexcept
    cpdef void access_write(self, int addr, int value) noexcept
    cpdef void idle(self, int cycles) noexcept
    cpdef void open_cycle(self, int wait) noexcept
    cpdef void close_cycle(self) noexcept
    cpdef int dma_read(self, int addr, int low) noexcept
    cpdef void dma_write(self, int addr, int value) noexcept
    cpdef int dma_next(self) noexcept


cdef class Bus(BusBase):
    # Not defined again but only declared: to call them, and those of buses that derive from this,
    # nobody needs the GIL.
    cpdef int read(self, int addr) noexcept
    cpdef void write(self, int addr, int value) noexcept
    cpdef int access_read(self, int addr) noexcept
    cpdef void access_write(self, int addr, int value) noexcept
    cpdef void idle(self, int cycles) noexcept
    cpdef void open_cycle(self, int wait) noexcept
    cpdef void close_cycle(self) noexcept
    cpdef int dma_read(self, int addr, int low) noexcept
    cpdef void dma_write(self, int addr, int value) noexcept
    cpdef int dma_next(self) noexcept
