cimport cython


@cython.final
cdef class Datasette:
    cdef public int mode, motor, wire, at, kept, recorded
    cdef public long long pulse_at, stop_at, wind_at, left, passed, written_at, due, zero
    cdef public int[::1] pulses, fresh
    cdef public int count, room, loaded
    cdef public object cassette

    @cython.locals(edge=int)
    cpdef int run(self, long long cycle) noexcept nogil
    @cython.locals(motor=int, wire=int)
    cpdef void port_changed(self, int driven, long long cycle) noexcept nogil
    cpdef void start_moving(self, long long cycle) noexcept nogil
    cpdef void stop_moving(self, long long cycle) noexcept nogil
    cpdef void schedule(self) noexcept nogil
    cdef int pulse(self) noexcept nogil
    @cython.locals(length=longlong)
    cdef void record_pulse(self, long long cycle) noexcept nogil
    cdef void wind(self) noexcept with gil
    cdef void grow(self) noexcept with gil
