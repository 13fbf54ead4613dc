cimport cython

from c64.sid.envelope cimport SidEnvelope

cdef int _SID_TAPS, _SID_FEWER, _SID_PHASES, _SID_SAMPLES, _SID_ROW, _SID_TEN, _SID_KNEE, _SID_SOFT
cdef int _SID_CHANNELS, _SID_CHARGES, _SID_STILL, _SID_OVER, _SID_INPUT
cdef unsigned int _SID_WHOLE


cdef class SidFilter(SidEnvelope):
    cdef public int cutoff, routing, mode_volume, volume_from, filter_wait, muted
    cdef public long long volume_sum, filter_band, filter_low, filter_earlier, output_low, output_high
    cdef public short[::1] history, samples
    cdef public int history_at, sample_first, sample_count
    cdef public long long sample_clock, clock_hz, sample_rate
    cdef long long ext_in, voice_zero, voice_rest, voice_span, filter_share, filter_low_end, filter_middle
    cdef long long top, gate_top, narrow, charge_limit, volume_zero, output_scale, low_gain, high_gain, sample_share
    cdef int[::1] cutoff_table, shares, root, current, reverse, resonance, summer, mixer
    cdef int[::1] volume
    cdef short[::1] taps
    cdef int[::1] heard, channels
    cdef int tuned, tap_count
    cdef long long[::1] mixed, routed

    cdef void write_volume(self, int value) noexcept nogil
    @cython.locals(rest="long long", level="long long", routed="long long", mixed="long long", inputs=int, beside=int, v=int, block="Py_ssize_t", still=int,
                   modes=int)
    cdef void mix_blocks(self, Py_ssize_t blocks) noexcept nogil
    @cython.locals(zero="long long", span="long long", v=int, at="Py_ssize_t", block="Py_ssize_t",
                   level="long long", still=int)
    cdef int mix_voices(self, Py_ssize_t blocks) noexcept nogil
    @cython.locals(gate="long long", at="long long", over="long long", place="long long", entry="long long", low="long long", root="long long")
    cdef void tune_6581(self, int tune) noexcept nogil
    @cython.locals(top="long long", narrow="long long", width="long long", share="long long",
                   sums="long long", feeds="long long", low_share="long long",
                   band_share="long long", high_share="long long", offset="long long",
                   limit="long long", band_charge="long long", low_charge="long long",
                   earlier="long long", routed="long long", place="long long", at="long long",
                   band_in="long long", band_turn="long long", band="long long",
                   low_in="long long", low_turn="long long", low="long long", feed="long long",
                   pull="long long", out="long long", under="long long", low_under="long long",
                   over="long long", low_over="long long", mean="long long", high="long long",
                   fall="long long", channel="long long", bend="long long", flow="long long",
                   steep="long long", back="long long", rise="long long", low_flow="long long",
                   low_rise="long long", cycles="long long", push="long long", more="long long",
                   inner="long long", band_move="long long", low_move="long long",
                   more_low="long long", more_band="long long", is6581=int, tune=int, every=int,
                   wait=int, settled=int, steady=int, fresh=int, divider="unsigned int",
                   block="Py_ssize_t", first="Py_ssize_t")
    cdef void filter_blocks(self, Py_ssize_t blocks, int inputs, int modes, int still) noexcept nogil
    @cython.locals(steady="long long", volume="long long", row="long long", share="long long",
                   zero="long long", scale="long long", low_gain="long long", high_gain="long long",
                   clock_hz="long long", rate="long long", before="long long", fresh=int,
                   mixed="long long", mean="long long", entry="long long", level="long long",
                   louder="long long", low="long long", high="long long", out="long long",
                   over="long long", clock="long long", at="Py_ssize_t", block="Py_ssize_t")
    cdef void output_blocks(self, Py_ssize_t blocks, int inputs) noexcept nogil
    @cython.locals(row="Py_ssize_t", i="Py_ssize_t", out=int)
    cdef void make_sample(self, Py_ssize_t at, long long clock) noexcept nogil
    @cython.locals(to=int)
    cdef void put_sample(self, int out) noexcept nogil
    @cython.locals(even=int, earlier="long long", band="long long", low="long long", output_low="long long",
                   output_high="long long", part="Py_ssize_t")
    cdef void rest_blocks(self, Py_ssize_t blocks) noexcept nogil
    @cython.locals(seen=int, i="Py_ssize_t")
    cdef int history_is_zero(self) noexcept nogil
    @cython.locals(_="Py_ssize_t")
    cdef void skip_blocks(self, Py_ssize_t blocks) noexcept nogil
