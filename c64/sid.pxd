cimport cython

from c64.sid_filter cimport SidFilter

cdef int _SID_CHUNK, _SID_NEVER


@cython.final
cdef class SID(SidFilter):
    cdef public object model
    cdef public int bus, bus_hold, bus_hold_time
    cdef public int pot_x, pot_y, pot_x_shown, pot_y_shown, pot_phase

    cpdef int peek(self, int reg) noexcept
    @cython.locals(value=int)
    cpdef int read(self, int reg) noexcept
    cpdef void write(self, int reg, int value) noexcept
    cdef void write_voice(self, int v, int reg, int value) noexcept
    @cython.locals(lockstep=int, span=int)
    cpdef void clock(self, int cycles) noexcept
    @cython.locals(phase=int)
    cdef void clock_pots(self, int cycles) noexcept
    @cython.locals(v=int, _=int)
    cdef void clock_mute(self, int cycles, int lockstep) noexcept
    @cython.locals(quiet0=int, quiet1=int, quiet2=int, phase=int)
    cdef void clock_chunk(self, int cycles, int lockstep) noexcept
    @cython.locals(quiet=int, block=int, step=int, out=int)
    cdef int env_blocks(self, int v, int cycles) noexcept
    @cython.locals(phase=int, block=int, _=int, v=int)
    cdef void lockstep_run(self, int cycles, int quiet0, int quiet1, int quiet2) noexcept
    cdef void end_block(self, int v, int block, int quiet) noexcept
