cimport cython

from c64.cartridge.port cimport Cartridge
from c64.base.bus cimport Bus


@cython.final
cdef class REU(Cartridge):
    cdef public Cartridge inner
    cdef public object identity, field_list
    cdef public unsigned char[::1] ram
    cdef public int status, command, c64_addr, reu_addr, bank_latch, length
    cdef public int c64_start, reu_start, length_start, int_mask, control, latch, active
    cdef public int left, turn, started, running, held, fault, lows, mine, theirs
    cdef public int size, chips256, wrap, space, big

    @cython.locals(first=int, kind=int)
    cdef int next_cycle(self, Bus bus, int low) noexcept nogil

    cdef void tell_inner(self) noexcept nogil
    cdef int register(self, int reg) noexcept nogil
    cdef void set_reu(self, int value) noexcept nogil
    cdef void update_irq(self) noexcept nogil
    @cython.locals(at=int)
    cdef int load(self) noexcept nogil
    @cython.locals(at=int)
    cdef void store(self, int value) noexcept nogil
    cdef void advance(self) noexcept nogil
    @cython.locals(kind=int)
    cdef void finish(self) noexcept nogil
    cdef void to_reu(self, Bus bus, int low) noexcept nogil
    cdef void from_reu(self, Bus bus, int low, int first) noexcept nogil
    cdef void swap(self, Bus bus, int low) noexcept nogil
    @cython.locals(equal=int)
    cdef void verify(self, Bus bus, int low) noexcept nogil
