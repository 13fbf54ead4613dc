cimport cython

from c64.drive.iec cimport SerialBus, SerialDevice


cdef class Drive(SerialDevice):
    cdef public object dos, _packed
    cdef public int state, attention, listening, talking, secondary, accepting
    cdef public int byte, bits, last
    cdef public int t_attention, t_busy, t_silence, t_mark, t_taken, t_refuse
    cdef public int t_take, t_fetch, t_start, t_low, t_setup, t_valid, t_work

    cpdef void lines_changed(self, SerialBus bus, long long cycle) noexcept
    cpdef void run(self, SerialBus bus, long long cycle) noexcept
    cpdef void reset(self) noexcept
    cdef void release(self) noexcept
    cdef void goto(self, int state, long long cycle) noexcept
    @cython.locals(before=int)
    cdef void follow(self, SerialBus bus, long long cycle) noexcept
    cdef void begin_attention(self, long long cycle) noexcept
    cdef void end_attention(self) noexcept
    @cython.locals(state=int, accepted=int, direct=bint)
    cdef void listen_step(self, SerialBus bus, long long cycle) noexcept
    @cython.locals(state=int)
    cdef void talk_step(self, SerialBus bus, long long cycle) noexcept
    @cython.locals(byte=int)
    cpdef int give(self) noexcept
    cdef bint left_listener(self, SerialBus bus, long long cycle) noexcept
    cdef void answer_or_leave(self, int accepted, SerialBus bus, long long cycle) noexcept
    cdef void answer_byte(self, int accepted, long long cycle) noexcept
    cdef bint ends_name(self, int byte) noexcept
    cdef int take_byte(self) noexcept
    @cython.locals(kind=int, unit=int)
    cdef int take_command(self, int byte) noexcept
    cdef void take_listen(self, int unit) noexcept
    cdef void take_talk(self, int unit) noexcept
    @cython.locals(kind=int)
    cdef void take_secondary(self, int byte) noexcept


cdef int DRIVE_IDLE, DRIVE_ATTENTION, DRIVE_HOLD, DRIVE_BUSY, DRIVE_GAP, DRIVE_MARK
cdef int DRIVE_BIT, DRIVE_BIT_END, DRIVE_TAKEN, DRIVE_REFUSE, DRIVE_TURN, DRIVE_TAKE
cdef int DRIVE_FETCH, DRIVE_READY, DRIVE_LAST, DRIVE_NOTICED, DRIVE_START, DRIVE_LOW
cdef int DRIVE_SETUP, DRIVE_VALID, DRIVE_SENT, DRIVE_WORK, DRIVE_DIRECT
