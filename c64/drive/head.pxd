cimport cython


@cython.final
cdef class DriveHead:
    cdef public object surface, moves
    cdef public unsigned char[::1] track
    cdef public int half, phase, moving, motor, writing, density, data_out, shifter, count, out, ready
    cdef public int cells, cell, raw_is_flux, noted, level, passed, uf4
    cdef public long long ready_at, stopped_at, cell_at, cell_rest, raw_at, pulse_at, shift_at, noise_at
    cdef public long long noise, next, place, speed, swing_at, ahead

    cpdef insert(self, surface, long long now)
    cpdef take_back(self, surface)
    @cython.locals(before=longlong, cells=longlong)
    cdef int load(self, long long now) except -1 with gil
    @cython.locals(cells=longlong, passed=longlong, turns=longlong)
    cdef void settle(self, long long now) noexcept nogil
    @cython.locals(cells=longlong, rest=longlong)
    cdef void advance(self, long long passed) noexcept nogil
    cpdef void set_phase(self, int phase, long long now) noexcept nogil
    @cython.locals(half=longlong)
    cdef void start(self, long long now) noexcept nogil
    @cython.locals(winding=longlong, off=longlong, pull=longlong, half=longlong)
    cdef int swing(self, long long now) except -1 with gil
    cdef int note_move(self, long long half) except -1 with gil
    @cython.locals(slept=longlong, never=longlong)
    cpdef void set_motor(self, int on, long long now) noexcept nogil
    @cython.locals(time=longlong, old=longlong, left=longlong, carries=longlong)
    cpdef void set_density(self, int density, long long now) noexcept nogil
    cpdef int set_writing(self, int on, long long now) except -1 nogil
    @cython.locals(cells=int, ahead=longlong, at=int, found=int)
    cdef void seek_flux(self) noexcept nogil
    @cython.locals(cells=longlong)
    cdef inline void reach_flux(self) noexcept nogil
    @cython.locals(wanted=int, before=longlong, place=longlong)
    cdef int begin_write(self, long long now) except -1 with gil
    @cython.locals(mask=int)
    cdef int write_bit(self, int bit) except -1 with gil
    @cython.locals(at=longlong)
    cpdef int run(self, long long now) except -1 nogil
    @cython.locals(
        step=longlong, bits=longlong, turn=longlong, regular=longlong, first=longlong,
        quick=longlong, usual=longlong,
    )
    cpdef long long ready_from(self) noexcept nogil
    cdef void restart(self, long long at) noexcept nogil
    cdef int shift(self, long long at) except -1 nogil
    cpdef int in_sync(self) noexcept nogil
    @cython.locals(value=longlong)
    cdef long long random(self) noexcept nogil
    @cython.locals(first=longlong)
    cdef void plan(self) noexcept nogil
