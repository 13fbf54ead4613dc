cimport cython

from c64.sid.decimators cimport SidSums


cdef class SidRuns(SidSums):
    cdef int[::1] tied

    @cython.locals(control=int)
    cdef int follows(self, int v) noexcept nogil
    @cython.locals(waveform=int)
    cdef int bends(self, int v) noexcept nogil
    @cython.locals(freq=int)
    cdef int toggle_in(self, int v) noexcept nogil
    @cython.locals(meeting=int, leader=int, v=int)
    cdef int next_meeting(self) noexcept nogil
    @cython.locals(found=int, leader=int, v=int)
    cdef int bent_leader(self) noexcept nogil
    @cython.locals(v=int)
    cdef void voices_run(self, int cycles, int audible) noexcept nogil
    @cython.locals(v=int, bent=int, span=int)
    cdef void tied_run(self, int cycles, int audible) noexcept nogil
    @cython.locals(modulator=int, done=int, step=int)
    cdef int lead_run(self, int v, int cycles, int audible) noexcept nogil
    @cython.locals(v=int, sync0=int, sync1=int, sync2=int)
    cdef void tied_tick(self, int audible) noexcept nogil
    cdef void osc_tick(self, int v, int modulator, int audible) noexcept nogil
    @cython.locals(left=int, bound=int, modulator=int, span=int)
    cdef void osc_run(self, int v, int cycles, int audible) noexcept nogil
    @cython.locals(control=int, waveform=int, freq=int, acc=int, rise=int, flip=int, bends=int,
                   drawn=int, noise=int, pulse=int, pulled=int, done=int, clocked=int, lines=int,
                   mask=int, out=int, new=int, select=int, fight=int, pw=int, spared=int,
                   rest=int, tri_saw=int, late=int, wave=int, heard=int)
    cdef int pulled_run(self, int v, int cycles, int modulator, int audible,
                        int leading) noexcept nogil
    @cython.locals(control=int, waveform=int, heard=int, flip=int, top=int)
    cdef void osc_bulk(self, int v, int span, int modulator, int audible) noexcept nogil
    @cython.locals(step=int, fade=int)
    cdef void hold_run(self, int v, int span, int heard) noexcept nogil
    @cython.locals(freq="long long", start="long long", done="long long", late="long long",
                   last="long long", register=int, bits=int, fed=int, shifts="long long")
    cdef void acc_run(self, int v, int span) noexcept nogil
    @cython.locals(step=int, fade=int)
    cdef void float_run(self, int v, int span, int heard) noexcept nogil
    @cython.locals(freq=int, level=int, owed=int, step=int, until=int, now=int)
    cdef void noise_run(self, int v, int span) noexcept nogil
