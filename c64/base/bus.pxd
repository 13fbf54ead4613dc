cdef class BusBase:
    cdef public int stalled, mode16
    cdef public long long cycle, quick, end_due
    cdef public unsigned char[::1] space, watched, trap_flags
    cdef public int[::1] reads, writes

    cpdef int read(self, int addr) noexcept with gil
    cpdef void write(self, int addr, int value) noexcept with gil
    cpdef int access_read(self, int addr) noexcept with gil
    cpdef void access_write(self, int addr, int value) noexcept with gil
    cpdef void idle(self, int cycles) noexcept with gil
    cpdef void open_cycle(self, int wait) noexcept with gil
    cpdef void close_cycle(self) noexcept with gil
    cpdef int dma_read(self, int addr, int low) noexcept with gil
    cpdef void dma_write(self, int addr, int value) noexcept with gil
    cpdef int dma_next(self) noexcept with gil
    cdef void note_crossing(self, int here, int there, int returns) noexcept nogil
    cdef void note_interrupted(self, int there) noexcept nogil


cdef class Bus(BusBase):
    # Not defined again but only declared: to call them, and those of buses that derive from this,
    # nobody needs the GIL.
    cpdef int read(self, int addr) noexcept nogil
    cpdef void write(self, int addr, int value) noexcept nogil
    cpdef int access_read(self, int addr) noexcept nogil
    cpdef void access_write(self, int addr, int value) noexcept nogil
    cpdef void idle(self, int cycles) noexcept nogil
    cpdef void open_cycle(self, int wait) noexcept nogil
    cpdef void close_cycle(self) noexcept nogil
    cpdef int dma_read(self, int addr, int low) noexcept nogil
    cpdef void dma_write(self, int addr, int value) noexcept nogil
    cpdef int dma_next(self) noexcept nogil
