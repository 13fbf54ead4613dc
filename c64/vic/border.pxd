cimport cython

from c64.vic.fetch cimport VicFetch


cdef class VicBorder(VicFetch):
    cdef public int main_border, vborder, vborder_next

    cdef void check_bottom(self) noexcept nogil
    @cython.locals(top=int)
    cdef void check_vertical(self) noexcept nogil
    @cython.locals(wide=int)
    cdef void check_horizontal(self) noexcept nogil
