cimport cython

from c64.sid.voice_batches cimport SidRuns

cdef int SID_ATTACK, SID_DECAY, SID_RELEASE, SID_RATE_STATES


cdef class SidEnvelope(SidRuns):
    cdef public int[::1] env, env_shown, env_state, env_next, env_enabled, gate
    cdef public int[::1] attack_decay, sustain_release
    cdef public int[::1] rate_count, rate_match, rate_end
    cdef public int[::1] divider, divider_period, divider_next
    cdef public int[::1] state_pipe, step_pipe, divider_pipe
    cdef int[::1] rates, divider_at, env_level
    cdef public int[::1] env_out

    @cython.locals(quick=int)
    cdef void write_gate(self, int v, int gate) noexcept nogil
    cdef void write_attack_decay(self, int v, int value) noexcept nogil
    cdef void write_sustain_release(self, int v, int value) noexcept nogil
    @cython.locals(sustain=int, state=int, count=int)
    cdef void env_tick(self, int v) noexcept nogil
    cdef void step_divider(self, int v) noexcept nogil
    cdef void step_envelope(self, int v) noexcept nogil
    @cython.locals(left=int, wanted=int)
    cdef void change_state(self, int v) noexcept nogil
    cdef int env_busy(self, int v) noexcept nogil
    cdef int env_still(self, int v) noexcept nogil
    @cython.locals(to="Py_ssize_t", end=int, done=int, level=int, before=int)
    cdef void env_blocks(self, int v, int cycles) noexcept nogil
    cdef void note_quiet(self, int v, int done) noexcept nogil
    cdef void env_run(self, int v, int cycles) noexcept nogil
    @cython.locals(span=int, count=int)
    cdef int env_step(self, int v, int cycles) noexcept nogil
    @cython.locals(period=int, rounds=int)
    cdef int idle_rounds(self, int v, int cycles) noexcept nogil
    @cython.locals(end=int, count=int, until=int)
    cdef void rate_run(self, int v, int cycles) noexcept nogil
