cimport cython

from c64.sid.envelope cimport SidEnvelope

cdef int _SID_TAPS, _SID_PHASES, _SID_SAMPLES, _SID_ROW, _SID_TEN, _SID_KNEE, _SID_SOFT
cdef int _SID_STILL, _SID_LEAST, _SID_MOST


cdef class SidFilter(SidEnvelope):
    cdef public int cutoff, routing, mode_volume, volume_from
    cdef public long long volume_sum, filter_band, filter_low, filter_input, output_low, output_high
    cdef public short[::1] history, samples
    cdef public int history_at, sample_first, sample_count
    cdef public long long sample_clock, clock_hz, sample_rate
    cdef long long voice_zero, voice_rest, voice_span, filter_share, filter_low_end, filter_middle
    cdef long long top, gate_top, narrow, charge_limit, volume_zero, output_scale, low_gain, high_gain
    cdef int[::1] cutoff_table, steps, shares, root, current, reverse, resonance, summer, mixer
    cdef int[::1] volume
    cdef short[::1] taps
    cdef int[::1] heard
    cdef long long[::1] mixed, routed

    cdef void write_volume(self, int value) noexcept nogil
    @cython.locals(rest="long long", inputs=int, beside=int, v=int, block="Py_ssize_t", still=int,
                   modes=int)
    cdef void mix_blocks(self, Py_ssize_t blocks) noexcept nogil
    @cython.locals(zero="long long", span="long long", v=int, at="Py_ssize_t", block="Py_ssize_t",
                   level="long long", still=int)
    cdef int mix_voices(self, Py_ssize_t blocks) noexcept nogil
    @cython.locals(place="long long", at="long long", low="long long")
    cdef long long reverse_of(self, long long charge) noexcept nogil
    @cython.locals(top="long long", gate="long long", gate_top="long long", narrow="long long", modes=int, offset="long long",
                   square="long long", root="long long", channel="long long", flow="long long",
                   back="long long",
                   cycles="long long", limit="long long", share="long long", sums="long long", feeds="long long",
                   low_share="long long", band_share="long long", high_share="long long",
                   band_charge="long long", low_charge="long long", band_in="long long",
                   low_in="long long", band="long long", low="long long", high="long long",
                   block="Py_ssize_t", other="Py_ssize_t", routed="long long",
                   before="long long", slope="long long", band_before="long long", low_before="long long", _=int, steps=int, fine=int, half=int, rests=int,
                   at="long long", feed="long long", mean="long long", over="long long",
                   under="long long", place="long long", filtered="long long")
    cdef void filter_6581(self, Py_ssize_t blocks, int inputs, int still) noexcept nogil
    @cython.locals(top="long long", width="long long",
                   cycles="long long", limit="long long", share="long long", sums="long long", feeds="long long",
                   low_share="long long", band_share="long long", high_share="long long",
                   band_charge="long long", low_charge="long long", band_in="long long",
                   low_in="long long", band="long long", low="long long", high="long long",
                   block="Py_ssize_t", other="Py_ssize_t", routed="long long",
                   before="long long", slope="long long", band_before="long long", low_before="long long", _=int, steps=int, fine=int, half=int, rests=int,
                   at="long long", feed="long long", mean="long long", over="long long",
                   under="long long", place="long long", filtered="long long")
    cdef void filter_8580(self, Py_ssize_t blocks, int inputs, int still) noexcept nogil
    @cython.locals(volume="long long", steady="long long", low="long long", high="long long",
                   low_gain="long long", high_gain="long long", at="Py_ssize_t",
                   clock="long long", block="Py_ssize_t", level="long long", out="long long",
                   share="long long", row="long long", zero="long long", scale="long long",
                   mean="long long", entry="long long", mixed="long long", louder="long long",
                   over="long long")
    cdef void output_blocks(self, Py_ssize_t blocks, int inputs) noexcept nogil
    @cython.locals(place="long long", row="Py_ssize_t", share="long long", early=int, late=int,
                   i="Py_ssize_t", out="long long")
    cdef void make_sample(self, Py_ssize_t at, long long clock) noexcept nogil
    @cython.locals(to=int)
    cdef void put_sample(self, int out) noexcept nogil
    @cython.locals(even=int, entry="long long", band="long long", low="long long", output_low="long long",
                   output_high="long long", part="Py_ssize_t")
    cdef void rest_blocks(self, Py_ssize_t blocks) noexcept nogil
    @cython.locals(seen=int, i="Py_ssize_t")
    cdef int history_is_zero(self) noexcept nogil
    @cython.locals(_="Py_ssize_t")
    cdef void skip_blocks(self, Py_ssize_t blocks) noexcept nogil
