cimport cython


cdef class SerialDevice:
    cdef public int number, clk, data, lazy
    cdef public long long wakeup
    cpdef void lines_changed(self, SerialBus bus, long long cycle) noexcept
    cpdef void run(self, SerialBus bus, long long cycle) noexcept
    cpdef void reset(self) noexcept
    cpdef void sync(self, long long cycle) noexcept


@cython.final
cdef class SerialBus:
    cdef public int computer_atn, computer_clk, computer_data
    cdef public int atn_low, clk_low, data_low, lazy, outside, held
    cdef public long long wakeup
    cdef public dict devices, plans
    cdef public list slots, late
    cpdef void set_computer(self, int atn, int clk, int data, long long cycle) noexcept with gil
    cpdef void run(self, long long cycle) noexcept with gil
    @cython.locals(device=SerialDevice, clk=int, data=int)
    cpdef void sync(self, long long cycle) noexcept with gil
    @cython.locals(device=SerialDevice, clk=int, data=int)
    cpdef void resolve(self) noexcept
    @cython.locals(device=SerialDevice, before=int, now=int)
    cdef void settle(self, long long cycle) noexcept
    @cython.locals(device=SerialDevice, first=longlong)
    cdef void schedule(self) noexcept
