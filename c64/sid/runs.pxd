cimport cython

from c64.sid.sums cimport SidSums


cdef class SidRuns(SidSums):
    @cython.final
    @cython.locals(sync0=int, sync1=int, sync2=int)
    cdef void voices_tick(self) noexcept
    @cython.final
    @cython.locals(waveform=int)
    cdef int feeds_back(self, int v) noexcept
    @cython.final
    @cython.locals(control=int)
    cdef int leads(self, int v) noexcept
    @cython.final
    @cython.locals(freq=int)
    cdef int toggle_in(self, int v) noexcept
    @cython.final
    @cython.locals(meeting=int, v=int)
    cdef int next_meeting(self) noexcept
    @cython.final
    @cython.locals(v=int, left=int, span=int)
    cdef void voices_run(self, int cycles, int audible) noexcept
    @cython.final
    @cython.locals(left=int, bound=int, modulator=int, span=int)
    cdef void osc_run(self, int v, int cycles, int audible) noexcept
    @cython.final
    @cython.locals(control=int, waveform=int, heard=int, flip=int, top=int)
    cdef void osc_bulk(self, int v, int span, int modulator, int audible) noexcept
    @cython.final
    @cython.locals(step=int, fade=int)
    cdef void hold_run(self, int v, int span, int heard) noexcept
    @cython.final
    @cython.locals(freq="long long", start="long long", done="long long", late="long long",
                   last="long long", register=int, bits=int, fed=int, shifts="long long")
    cdef void acc_run(self, int v, int span) noexcept
    @cython.final
    @cython.locals(step=int, fade=int)
    cdef void float_run(self, int v, int span, int heard) noexcept
    @cython.final
    @cython.locals(freq=int, level=int, owed=int, step=int, until=int, now=int)
    cdef void noise_run(self, int v, int span) noexcept
