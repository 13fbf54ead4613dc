cimport cython

from c64.base.bus cimport Bus


@cython.final
cdef class CPU:
    cdef public int pc
    cdef public int a
    cdef public int x
    cdef public int y
    cdef public int sp
    cdef public int p
    cdef public int jammed
    cdef public int reset_pending
    cdef public int int_now
    cdef public int int_prev
    cdef public int nmi_line
    cdef public int nmi_latch
    cdef public int ane_constant
    cdef public int irq_line
    cdef public Bus bus

    cpdef void reset(self) noexcept nogil
    cpdef void sample(self, int irq, int nmi) noexcept nogil
    cdef inline void sample_again(self) noexcept nogil
    @cython.locals(quick=longlong, end=longlong)
    cdef void run_quickly(self, long long limit) noexcept nogil
    @cython.locals(op=cython.uchar)
    cpdef void step(self) noexcept nogil

    cdef bint _attend(self) noexcept nogil
    cdef void _reset_sequence(self) noexcept nogil
    @cython.locals(vector=int)
    cdef void _enter_handler(self, int pushed) noexcept nogil
    @cython.locals(low=int)
    cdef void _jump_through(self, int vector) noexcept nogil
    cdef inline void _poll_as(self, int value) noexcept nogil
    cdef void _cli(self) noexcept nogil
    @cython.locals(first=int)
    cdef void _sei(self) noexcept nogil
    cdef void _set_status(self, int value) noexcept nogil

    @cython.locals(at=int)
    cdef inline int _read(self, int addr) noexcept nogil
    cdef void _write(self, int addr, int value) noexcept nogil
    @cython.locals(at=int)
    cdef inline int _fetch(self) noexcept nogil
    @cython.locals(low=int)
    cdef inline int _fetch_word(self) noexcept nogil
    cdef inline void _push(self, int value) noexcept nogil
    cdef inline int _pull(self) noexcept nogil
    @cython.locals(column=int)
    cdef int _load(self, int op) noexcept nogil
    @cython.locals(column=int)
    cdef int _address(self, int op) noexcept nogil
    @cython.locals(base=int)
    cdef int _zero_page_indexed(self, int index) noexcept nogil
    @cython.locals(low=int)
    cdef int _pointer(self, int at) noexcept nogil
    @cython.locals(address=int)
    cdef inline int _load_indexed(self, int base, int index) noexcept nogil
    @cython.locals(address=int)
    cdef inline int _indexed(self, int base, int index) noexcept nogil

    @cython.locals(offset=int, polled=int, here=int, there=int)
    cdef void _branch(self, bint taken) noexcept nogil
    cdef inline void _cross(self, int here, int returns) noexcept nogil
    @cython.locals(here=int)
    cdef void _jmp(self) noexcept nogil
    @cython.locals(low=int, here=int)
    cdef void _jsr(self) noexcept nogil
    @cython.locals(low=int, here=int)
    cdef void _rts(self) noexcept nogil
    @cython.locals(low=int, here=int)
    cdef void _rti(self) noexcept nogil
    @cython.locals(at=int, low=int)
    cdef void _jmp_indirect(self) noexcept nogil
    cdef void _stack(self, int op) noexcept nogil

    cdef inline void _nz(self, int value) noexcept nogil
    cdef inline void _nzc(self, int value, int carry) noexcept nogil
    cdef inline void _compare(self, int register, int value) noexcept nogil
    cdef inline void _bit(self, int value) noexcept nogil
    @cython.locals(total=int, overflow=int)
    cdef void _adc(self, int value) noexcept nogil
    @cython.locals(a=int, carry=int, low=int, total=int, zero=int, overflow=int)
    cdef void _adc_decimal(self, int value) noexcept nogil
    @cython.locals(a=int, decimal=int, borrow=int, low=int, total=int)
    cdef void _sbc(self, int value) noexcept nogil
    cdef inline void _implied(self, int op) noexcept nogil
    @cython.locals(result=int)
    cdef inline int _altered(self, int row, int value) noexcept nogil
    @cython.locals(row=int, address=int, value=int)
    cdef void _modify(self, int op) noexcept nogil
    cdef void _combine(self, int row, int value) noexcept nogil

    cdef void _undocumented(self, int op) noexcept nogil
    @cython.locals(value=int, masked=int, constant=int)
    cdef void _undocumented_immediate(self, int op) noexcept nogil
    @cython.locals(result=int, decimal=int)
    cdef void _arr(self, int value) noexcept nogil
    @cython.locals(index=int, base=int, low=int, high=int, masked=int)
    cdef void _store_high(self, int op, int value) noexcept nogil
