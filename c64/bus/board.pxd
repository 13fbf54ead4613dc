cimport cython

from c64.bus.wires cimport BoardWires


@cython.final
cdef class Board(BoardWires):
    # What Bus declares, Cython refuses to have declared again in a final class.
    cdef void wait(self, int addr) noexcept nogil
    @cython.locals(cycles=int)
    cdef void wait_quickly(self) noexcept nogil
    cdef void begin_run(self) noexcept nogil
    cdef void end_run(self) noexcept nogil
    @cython.locals(moves=bint, irq=int)
    cdef void vic_write(self, int reg, int value) noexcept nogil
    @cython.locals(value=int, irq=int)
    cdef int vic_read(self, int reg) noexcept nogil
    @cython.locals(region=int)
    cdef int fetch(self, int addr) noexcept nogil
    @cython.locals(region=int, driven=int)
    cdef void store(self, int addr, int value) noexcept nogil
    @cython.locals(value=int)
    cdef int cart_read(self, int region, int addr) noexcept nogil
    @cython.locals(value=int)
    cdef int fetch_top(self, int addr) noexcept nogil
    @cython.locals(block=int, value=int)
    cdef int io_read(self, int addr) noexcept nogil
    @cython.locals(block=int)
    cdef void io_write(self, int addr, int value) noexcept nogil
    @cython.locals(number=int)
    cdef int sid_read(self, int addr) noexcept nogil
    @cython.locals(number=int)
    cdef int sid_peek(self, int addr) noexcept nogil
    @cython.locals(number=int)
    cdef void sid_write(self, int addr, int value) noexcept nogil
    cdef int expanded_read(self, int addr) noexcept nogil
    cdef void expanded_write(self, int addr, int value) noexcept nogil
    cdef void store_watched(self, int addr, int value) noexcept nogil
    @cython.locals(low=int)
    cdef void give_bus(self) noexcept nogil
    cdef void dma_in_wait(self) noexcept nogil
    @cython.locals(before=int, low=int)
    cdef int next_cycle(self) noexcept nogil
    cpdef int run_frame(self, long long limit)
    cpdef int run_until(self, long long limit)
    @cython.locals(reason=int)
    cdef int run(self, long long limit, bint whole) except? -1
    @cython.locals(frame=longlong, before=longlong, reason=int)
    cdef int run_cycles(self, long long limit, bint whole) except? -1 nogil
    cdef bint spring_trap(self) except? -1 with gil
    cdef bint before_step(self) except? -1 nogil
    cdef int step_once(self) except? -1 nogil
    @cython.locals(quick=longlong, end=longlong)
    cdef void run_counted(self, long long limit) noexcept nogil
    cdef int step_engine(self) except -1 with gil
    cpdef int peek_ram(self, int addr) noexcept nogil
    cpdef void poke_ram(self, int addr, int value) noexcept nogil
    cpdef void update_mode(self) noexcept nogil
    cpdef int attends(self) noexcept nogil
    cpdef int select_ram(self) except -1 with gil
