cimport cython

from c64.drive.board1541 cimport DriveBus
from c64.drive.iec cimport SerialBus, SerialDevice


cdef class Drive1541(SerialDevice):
    cdef public DriveBus unit
    cdef public object surface, notice
    cdef public int atn, posted
    cdef public long long base, ratio_up, ratio_down

    @cython.locals(whole=longlong, rest=longlong)
    cpdef long long due(self, long long cycle) noexcept
    @cython.locals(due=longlong)
    cpdef void sync(self, long long cycle) noexcept
    cdef void catch_up(self, long long due) noexcept
    cdef void pull(self, int port) noexcept
    @cython.locals(due=longlong)
    cpdef void run(self, SerialBus bus, long long cycle) noexcept
    @cython.locals(device=SerialDevice, clk=int, data=int, lines=int, due=longlong)
    cpdef void lines_changed(self, SerialBus bus, long long cycle) noexcept
    cpdef void reset(self) noexcept


cdef int DRIVE1541_LAG, DRIVE1541_LAG_SHARED
