cimport cython

from c64.cartridge cimport Cartridge
from c64.component cimport Bus


@cython.final
cdef class REU(Cartridge):
    cdef public Cartridge inner
    cdef public object identity, field_list
    cdef public unsigned char[::1] ram
    cdef public int status, command, c64_addr, reu_addr, bank_latch, length
    cdef public int c64_start, reu_start, length_start, int_mask, control, latch, active
    cdef public int size, chips256, wrap, space, big

    cdef int register(self, int reg) noexcept
    cdef void update_irq(self) noexcept
    @cython.locals(at=int)
    cdef int load(self) noexcept
    @cython.locals(at=int)
    cdef void store(self, int value) noexcept
    cdef void advance(self) noexcept
    @cython.locals(value=int)
    cdef void to_reu(self, Bus bus, int left) noexcept
    @cython.locals(waiting=int, stopped=int, value=int, other=int)
    cdef void from_reu(self, Bus bus, int left, int swap) noexcept
    @cython.locals(mine=int, theirs=int)
    cdef void verify(self, Bus bus, int left) noexcept
