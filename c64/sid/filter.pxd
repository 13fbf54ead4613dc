cimport cython

from c64.sid.envelope cimport SidEnvelope

cdef long long _SID_ONE
cdef int _SID_TAPS, _SID_PHASES, _SID_SAMPLES


cdef class SidFilter(SidEnvelope):
    cdef public int cutoff, routing, mode_volume, volume_from
    cdef public long long volume_sum, filter_band, filter_low, output_low, output_high
    cdef public short[::1] history, samples
    cdef public int history_at, sample_first, sample_count
    cdef public long long sample_clock, clock_hz, sample_rate
    cdef long long voice_zero, voice_dc, mixer_dc, low_gain, high_gain, low_share, high_share
    cdef long long[::1] cutoff_gain, damping
    cdef short[::1] taps
    cdef int[::1] heard
    cdef long long[::1] mixed, routed

    cdef void write_volume(self, int value) noexcept nogil
    @cython.locals(direct="long long", routed="long long", v=int, block="Py_ssize_t")
    cdef void mix_blocks(self, Py_ssize_t blocks) noexcept nogil
    @cython.locals(zero="long long", v=int, at="Py_ssize_t", block="Py_ssize_t",
                   level="long long")
    cdef void mix_voices(self, Py_ssize_t blocks) noexcept nogil
    @cython.locals(gain="long long", damp="long long", one="long long", open_loop="long long",
                   a1="long long", a2="long long", a3="long long", mode=int, low_share="long long",
                   band_share="long long", high_share="long long", band="long long",
                   low="long long", block="Py_ssize_t", routed="long long", entry="long long",
                   band_now="long long", low_now="long long", high="long long",
                   filtered="long long")
    cdef void filter_blocks(self, Py_ssize_t blocks) noexcept nogil
    @cython.locals(volume="long long", steady="long long", low="long long", high="long long",
                   low_gain="long long", high_gain="long long", at="Py_ssize_t",
                   clock="long long", block="Py_ssize_t", level="long long", out="long long")
    cdef void output_blocks(self, Py_ssize_t blocks) noexcept nogil
    @cython.locals(place="long long", row="Py_ssize_t", share="long long", early=int, late=int,
                   i="Py_ssize_t", out="long long")
    cdef void make_sample(self, Py_ssize_t at, long long clock) noexcept nogil
    @cython.locals(to=int)
    cdef void put_sample(self, int out) noexcept nogil
    @cython.locals(even=int, band="long long", low="long long", output_low="long long",
                   output_high="long long", part="Py_ssize_t")
    cdef void rest_blocks(self, Py_ssize_t blocks) noexcept nogil
    @cython.locals(seen=int, i="Py_ssize_t")
    cdef int history_is_zero(self) noexcept nogil
    @cython.locals(_="Py_ssize_t")
    cdef void skip_blocks(self, Py_ssize_t blocks) noexcept nogil
