cimport cython

from c64.vic.border cimport VicBorder


cdef class VicCollisions(VicBorder):
    cdef public int collided_sprites, collided_data, collisions_read, collisions_tail
    cdef public unsigned char[::1] cell_masks

    @cython.final
    cdef void collide_pixel(self, int shown, int front) noexcept nogil
    @cython.final
    @cython.locals(other=int)
    cdef void collide_cell(self, int i, int mask, int front, int covered, int before) noexcept nogil
    @cython.final
    cdef void read_collisions(self, int reg) noexcept nogil
    @cython.final
    cdef void clear_collisions(self, int which) noexcept nogil
    @cython.final
    cdef void clear_tail(self) noexcept nogil
    @cython.final
    @cython.locals(tail=int)
    cdef int finish_collisions(self, int had_sprites, int had_data) noexcept nogil
