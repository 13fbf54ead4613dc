cimport cython

from c64.sid.wave cimport SidWave

cdef long long SID_WORD, SID_SUM


cdef class SidSums(SidWave):
    cdef public int[::1] silent
    cdef public long long[::1] cic
    cdef public int phase
    cdef unsigned short[::1] level, sound
    cdef public int[::1] sum_out
    cdef int[::1] sum_at, sum_phase, quiet_from, pyramid

    @cython.locals(at=int, one="long long", two="long long")
    cdef void sum_one(self, int v, int level) noexcept nogil
    @cython.locals(at=int, one="long long", two="long long", ramp=int)
    cdef void sum_part(self, int v, long long level, int span) noexcept nogil
    @cython.locals(at=int, freq=int, base=int, one="long long", two="long long",
                   three="long long", _=int)
    cdef void shape_part(self, int v, int acc, int span) noexcept nogil
    @cython.locals(at=int, block=int, three="long long", first="long long", second="long long")
    cdef void sum_block(self, int v) noexcept nogil
    @cython.locals(i=int)
    cdef void hush(self, int v) noexcept nogil
    @cython.locals(phase=int, blocks=int)
    cdef void sum_level(self, int v, int level, int span) noexcept nogil
    @cython.locals(control=int, freq=int, acc=int, pw=int, high=int, step=int)
    cdef void sum_shape(self, int v, int span, int flip) noexcept nogil
    @cython.locals(phase=int, freq=int, blocks=int)
    cdef void sum_table(self, int v, int acc, int span) noexcept nogil
    cdef int blocks_left(self, int v) noexcept nogil
    @cython.locals(at=int, to="Py_ssize_t", word="unsigned int", top="unsigned int", step="unsigned int",
                   base="unsigned int", one="unsigned int", two="unsigned int",
                   three="unsigned int", before="unsigned int", first="unsigned int",
                   second="unsigned int", fall="unsigned int", bend="unsigned int",
                   block="Py_ssize_t", _=int)
    cdef void shape_blocks(self, int v, int acc, int blocks) noexcept nogil
    @cython.locals(at=int, to="Py_ssize_t", slow=int, word="unsigned int", one="unsigned int", two="unsigned int",
                   three="unsigned int", before="unsigned int", first="unsigned int",
                   second="unsigned int", fall="unsigned int", bend="unsigned int",
                   block="Py_ssize_t", left="unsigned int", out="unsigned int",
                   cycles="unsigned int", ramp="unsigned int", pyramid="unsigned int")
    cdef void level_blocks(self, int v, unsigned int level, int blocks) noexcept nogil
    @cython.locals(at=int)
    cdef void keep_sums(self, int v, unsigned int one, unsigned int two, unsigned int three,
                        unsigned int first, unsigned int second) noexcept nogil
