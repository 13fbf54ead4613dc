cimport cython

from c64.base.bus cimport Bus
from c64.cpu.cpu cimport CPU
from c64.debug.probe cimport Probe


@cython.final
cdef class FlatBus(Bus):
    cdef public unsigned char[::1] ram, events
    cdef public int[::1] log
    cdef public int logging, log_count, scripted, irq, nmi
    cdef public long long steps
    cdef public int deepest, only_counts
    cdef public CPU cpu
    cdef public Probe probe

    # What Bus declares, Cython 3 refuses to have declared again in a final class.
    cpdef int peek(self, int addr) noexcept nogil
    cpdef void poke(self, int addr, int value) noexcept nogil
    @cython.locals(at=int)
    cdef void note(self, int addr, int value, int is_write) noexcept nogil
    @cython.locals(event=int)
    cdef void end_cycle(self) noexcept nogil
    @cython.locals(end=longlong)
    cpdef void run(self, long long cycles)
    @cython.locals(at=int, stopped=int)
    cpdef int run_to_loop(self, long long limit)
    @cython.locals(cpu=CPU, word=longlong)
    cdef void note_step(self) noexcept
    @cython.locals(cpu=CPU, busy=int)
    cdef void plan_quick(self) noexcept
    @cython.locals(cpu=CPU, noting=bint, reason=int, base=int, depth=int, deepest=int, steps=longlong)
    cpdef int run_to(self, int target, long long limit)
    @cython.locals(cpu=CPU)
    cpdef int call(self, int target, int back, long long limit)
