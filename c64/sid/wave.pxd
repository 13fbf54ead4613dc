cimport cython

cdef int SID_NOISE_KEEP
cdef long long SID_WORD
cdef int SID_NEVER
cdef int sid_from_register(int register) noexcept
cdef int sid_to_register(int out) noexcept


cdef class SidWave:
    cdef public int[::1] acc, freq, pw, control
    cdef public int[::1] noise, noise_latch, noise_pipe, noise_test, noise_driven, noise_fade, noise_out
    cdef public int[::1] pulse, wave, osc, tri_saw, float_fade, silent
    cdef public long long[::1] cic
    cdef public int phase
    cdef int room
    cdef public int is6581
    cdef public int float_hold_time, float_fade_time, noise_hold_time, noise_fade_time
    cdef short[::1] selector, pulldown
    cdef unsigned short[::1] level, sound
    cdef public int[::1] sum_out
    cdef int[::1] rising, sum_at, sum_phase, quiet_from, pyramid

    @cython.locals(before=int, waveform=int)
    cpdef void write_control(self, int v, int value) noexcept
    @cython.locals(latch=int, feedback=int)
    cdef void shift_noise(self, int v, int lines) noexcept
    @cython.locals(waveform=int)
    cdef int clocked_lines(self, int v) noexcept
    @cython.locals(common=int)
    cdef int driven_lines(self, int v, int before, int after) noexcept
    @cython.locals(old=int, new=int, rose=int)
    cdef void osc_clock(self, int v) noexcept
    @cython.locals(register=int)
    cdef void leak_noise(self, int v) noexcept
    @cython.locals(control=int, waveform=int, top=int, lines=int, mask=int, out=int)
    cdef void osc_output(self, int v, int modulator) noexcept
    @cython.locals(pulse_only=int)
    cdef void pull_noise(self, int v, int out) noexcept
    @cython.locals(acc="int[::1]", rising="int[::1]", sync0=int, sync1=int, sync2=int)
    cdef void voices_tick(self) noexcept
    @cython.locals(waveform=int)
    cdef int feeds_back(self, int v) noexcept
    @cython.locals(control=int)
    cdef int leads(self, int v) noexcept
    @cython.locals(freq=int)
    cdef int toggle_in(self, int v) noexcept
    @cython.locals(meeting=int, v=int)
    cdef int next_meeting(self) noexcept
    @cython.locals(v=int, left=int, span=int)
    cdef void voices_run(self, int cycles, int audible) noexcept
    @cython.locals(left=int, bound=int, modulator=int, span=int)
    cdef void osc_run(self, int v, int cycles, int audible) noexcept
    @cython.locals(control=int, waveform=int, flip=int, top=int)
    cdef void osc_bulk(self, int v, int span, int modulator, int audible) noexcept
    @cython.locals(step=int)
    cdef void hold_run(self, int v, int span) noexcept
    @cython.locals(freq="long long", start="long long", done="long long", late="long long",
                   last="long long", register=int, bits=int, fed=int, shifts="long long")
    cdef void acc_run(self, int v, int span) noexcept
    @cython.locals(step=int, fade=int)
    cdef void float_run(self, int v, int span, int audible) noexcept
    @cython.locals(level="long long", one="long long", two="long long", ramp=int, at=int,
                   cic="long long[::1]", phase=int, step=int)
    cdef void sum_constant(self, int v, int span) noexcept
    @cython.locals(acc=int, freq=int, base=int, pw=int, sound="unsigned short[::1]", at=int,
                   one="long long", two="long long", three="long long", high=int, _=int,
                   cic="long long[::1]", phase=int, step=int)
    cdef void sum_table(self, int v, int span, int flip) noexcept
    @cython.locals(freq=int, left=int, step=int, until=int)
    cdef void noise_run(self, int v, int span) noexcept
    @cython.locals(cic="long long[::1]", at=int, block=int, first="long long",
                   second="long long", third="long long", three="long long")
    cdef void sum_block(self, int v) noexcept
    @cython.locals(i=int)
    cdef void hush(self, int v) noexcept
