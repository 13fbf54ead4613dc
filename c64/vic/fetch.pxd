cimport cython

from c64.vic.core cimport VicCore


cdef class VicFetch(VicCore):
    cdef public int control1_before, phi1_data, phi2_bus, refresh, vc, rc, vmli, ba_count, sprite_dma
    cdef public unsigned char[::1] sprite_mc, sprite_pointer
    cdef public int[::1] sprite_data, cells

    cdef int fetch(self, int addr) noexcept nogil
    @cython.locals(before=int, value=int)
    cdef int fetch_phi2(self, int addr) noexcept nogil
    @cython.locals(addr=int)
    cdef int graphics_addr(self, int mode) noexcept nogil
    cdef int is_chargen(self, int addr) noexcept nogil
    @cython.locals(before=int, mode=int, addr=int, old=int, new=int)
    cdef int switching_addr(self) noexcept nogil
    @cython.locals(data=int)
    cdef int g_access(self) noexcept nogil
    @cython.locals(mode=int)
    cdef int idle_g_access(self) noexcept nogil
    @cython.locals(data=int, pointers=int, i=int)
    cdef void idle_sprites(self) noexcept nogil
    @cython.locals(at=int, idle=int, number=int, data=int)
    cdef void idle_side(self, int count) noexcept nogil
    @cython.locals(page=int, first=int, start=int)
    cdef void mark_pages(self, unsigned char[::1] pages) noexcept nogil
    cdef bint may_read(self, int addr) noexcept nogil
    cdef inline int pointers_at(self) noexcept nogil
    @cython.locals(bits=int)
    cdef inline int graphics_at(self) noexcept nogil
    cdef inline int graphics_size(self) noexcept nogil
    @cython.locals(addr=int, data=int)
    cdef void c_access(self) noexcept nogil
    @cython.locals(number=int, data=int)
    cdef int sprite_phi1(self, int flags) noexcept nogil
    @cython.locals(pointer=int, base=int, mc=int, data=int)
    cdef inline bint sprite_row(self, int number) noexcept nogil
    @cython.locals(number=int, data=int)
    cdef void sprite_phi2(self, int flags) noexcept nogil
