cimport cython

from c64.base.bus cimport Bus
from c64.cpu.cpu cimport CPU


@cython.final
cdef class Py65Access:
    cdef public Bus bus
    cdef public CPU cpu
    cdef int kind, last

    cdef int fetch(self, int addr) noexcept
    cdef void store(self, int addr, int value) noexcept
    @cython.locals(opcode=int)
    cpdef int fetch_opcode(self)
    cpdef void open_last(self, int before, int kind)
    cpdef void close_last(self, int extra)
    @cython.locals(cpu=CPU)
    cpdef void lend(self, mpu)
    @cython.locals(cpu=CPU)
    cpdef void take_back(self, mpu)
    cpdef void cross(self, int here, int returns)
    cpdef void note_interrupted(self)
    cdef void set_status(self, int value) noexcept
