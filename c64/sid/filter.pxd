cimport cython

from c64.sid.envelope cimport SidEnvelope

cdef long long _SID_ONE
cdef int _SID_TAPS, _SID_PHASES, _SID_SAMPLES


cdef class SidFilter(SidEnvelope):
    cdef public int cutoff, routing, mode_volume, volume_sum, volume_from
    cdef public long long filter_band, filter_low, output_low, output_high
    cdef public short[::1] history, samples
    cdef public int history_at, sample_first, sample_count
    cdef public long long sample_clock, clock_hz, sample_rate
    cdef long long voice_zero, voice_dc, mixer_dc, low_gain, high_gain, low_share, high_share
    cdef long long[::1] cutoff_gain, damping
    cdef short[::1] taps

    cpdef void write_volume(self, int value) noexcept
    @cython.locals(gain="long long", damp="long long", open_loop="long long", a1="long long",
                   a2="long long", a3="long long", routing=int, mode=int, band="long long",
                   low="long long", block=int, volume="long long", direct="long long",
                   routed="long long", v=int, level="long long", entry="long long",
                   band_now="long long", low_now="long long", mixed="long long",
                   filtered="long long", high="long long")
    cdef void mix_blocks(self, int blocks) noexcept
    @cython.locals(out="long long", rise="long long", at=int)
    cdef void output_block(self, long long level) noexcept
    @cython.locals(place="long long", row="Py_ssize_t", share="long long", early=int, late=int,
                   history="short[::1]", taps="short[::1]", i="Py_ssize_t", out="long long", to=int)
    cdef void make_sample(self, Py_ssize_t at) noexcept
