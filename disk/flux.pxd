cimport cython


@cython.final
cdef class FluxDecoder:
    cdef unsigned char[::1] data, last, flags
    cdef int[::1] chances
    cdef int size, at, beyond
    cdef long long low, high, code

    cdef int next_byte(self) noexcept
    @cython.locals(chance=longlong, middle=longlong, value=int)
    cdef int bit(self, int context) noexcept
    @cython.locals(value=int)
    cdef int flag(self, int which) noexcept
    @cython.locals(word=longlong, number=int, at=int, context=longlong, model=int)
    cdef long long word(self, int place) noexcept
    @cython.locals(ring=longlong, place=longlong, distance=longlong, strength=longlong, done=int)
    cpdef int fill(self, unsigned char[::1] cells, int count)
