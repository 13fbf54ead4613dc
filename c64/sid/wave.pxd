cimport cython

cdef int sid_from_register(int register) noexcept nogil
cdef int sid_to_register(int out) noexcept nogil


cdef class SidWave:
    cdef public int[::1] acc, freq, pw, control
    cdef public int[::1] noise, noise_latch, noise_pipe, noise_test, noise_driven, noise_fade, noise_out
    cdef public int[::1] pulse, wave, osc, tri_saw, float_fade
    cdef public int is6581
    cdef public int float_hold_time, float_fade_time, noise_hold_time, noise_fade_time
    cdef short[::1] selector, pulldown
    cdef int[::1] rising

    @cython.locals(before=int, waveform=int)
    cdef void write_control(self, int v, int value) noexcept nogil
    @cython.locals(latch=int, feedback=int)
    cdef void shift_noise(self, int v, int lines) noexcept nogil
    @cython.locals(waveform=int)
    cdef int clocked_lines(self, int v) noexcept nogil
    @cython.locals(common=int)
    cdef int driven_lines(self, int v, int before, int after) noexcept nogil
    @cython.locals(old=int, new=int, rose=int)
    cdef void osc_clock(self, int v) noexcept nogil
    @cython.locals(register=int)
    cdef void leak_noise(self, int v) noexcept nogil
    @cython.locals(control=int, waveform=int, top=int, lines=int, mask=int, out=int)
    cdef void osc_output(self, int v, int modulator) noexcept nogil
    @cython.locals(pulse_only=int)
    cdef void pull_noise(self, int v, int out) noexcept nogil
    cdef inline int from_register(self, int register) noexcept nogil
    cdef inline int to_register(self, int out) noexcept nogil
