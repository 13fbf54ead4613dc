cimport cython


@cython.final
cdef class Probe:
    cdef public unsigned char[::1] flags
    cdef public long long[::1] access, steps, count, cycles, stolen, fell
    cdef public object hook, chunks, step_chunks, interrupts
    cdef public int access_count, step_at, keep_steps, counting, stack_base, deepest
    cdef public int pc, counted, in_sequence, lines, keep_interrupts
    cdef public long long step_count, last_cycle, last_stolen, irq_cycle, nmi_cycle

    @cython.locals(flags=int, at=int, word=longlong)
    cpdef void note_access(
        self, int addr, int value, int kind, long long io, long long cycle
    ) noexcept nogil
    cdef void put_accesses_aside(self) noexcept with gil
    cdef void call_hook(self, int addr, int value, int kind, long long cycle) noexcept with gil
    cpdef void note_lines(self, int lines, long long cycle) noexcept nogil
    @cython.locals(depth=int, at=int)
    cpdef void note_step(self, long long word, long long cycle, long long stolen) noexcept nogil
    cdef void put_steps_aside(self) noexcept with gil
    @cython.locals(last=int)
    cpdef void finish_step(self, long long cycle, long long stolen) noexcept nogil
    cpdef void count_step(self, int pc, int attends) noexcept nogil
    @cython.locals(asserted=longlong)
    cpdef void note_interrupt(self, int nmi, long long cycle, int pc) noexcept with gil
