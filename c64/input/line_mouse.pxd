cimport cython


@cython.final
cdef class LineMouse:
    cdef public int kind
    cdef public int port
    cdef public int left
    cdef public int right
    cdef public int x
    cdef public int y
    cdef public int begin
    cdef public int step
    cdef public int strobe
    cdef public int out_x
    cdef public int out_y
    cdef public long long since

    cpdef void start_counting(self, long long now) noexcept nogil
    @cython.locals(bits=int)
    cpdef int lines(self) noexcept nogil
    @cython.locals(value=int)
    cdef int neos_bits(self) noexcept nogil
    @cython.locals(x1=int, x2=int, y1=int, y2=int)
    cdef int quadrature_bits(self) noexcept nogil
    cpdef void run(self, long long now) noexcept nogil
    cdef void count(self) noexcept nogil
    cdef void take_movement(self) noexcept nogil
    cpdef void set_strobe(self, int level, long long now) noexcept nogil
    cpdef int pot_x(self) noexcept nogil
