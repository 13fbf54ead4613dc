cimport cython

from c64.vic.border cimport VicBorder


cdef class VicCollisions(VicBorder):
    cdef public int collided_sprites, collided_data, collisions_read, collisions_tail
    cdef public int[::1] cells_covered, cell_masks

    cdef void collide_pixel(self, int shown, int front) noexcept nogil
    @cython.locals(at=int)
    cdef inline void clear_cells(self, int count) noexcept nogil
    @cython.locals(covered=int, other=int)
    cdef inline int collide_cell(self, int i, int bit, int at, int mask, int front) noexcept nogil
    cdef void read_collisions(self, int reg) noexcept nogil
    cdef void clear_collisions(self, int which) noexcept nogil
    cdef void clear_tail(self) noexcept nogil
    @cython.locals(tail=int)
    cdef int finish_collisions(self, int had_sprites, int had_data) noexcept nogil
