cimport cython

from c64.base.bus cimport Bus
from c64.cpu.cpu cimport CPU
from c64.drive.head cimport DriveHead
from c64.drive.idle_loops cimport IdleLoop
from c64.drive.via cimport VIA


@cython.final
cdef class DriveBus(Bus):
    # What Bus declares, Cython refuses to have declared again in a final class.
    cdef public CPU cpu
    cdef public VIA via1, via2
    cdef public DriveHead head
    cdef public unsigned char[::1] ram, rom, lengths, post_lines
    cdef public long long[::1] post_at
    cdef public int number, value, atn, clk, data, port, port_before, posts
    cdef public int was_in, is_in, protected
    cdef public long long overflow_at, port_at, next_post, changed_at
    cdef public int may_lag, may_skip, lazy
    cdef public int watching, held, held_at, leaving, passed
    cdef public unsigned char[::1] stops
    cdef public long long via_cycle, via_due, due
    cdef public IdleLoop idle_loop

    cpdef void reset(self)
    cdef inline void end_cycle(self) noexcept nogil
    cdef void end_events(self) noexcept nogil
    cdef void end_vias(self) noexcept nogil
    cdef void plan_vias(self) noexcept nogil
    @cython.locals(due=longlong)
    cdef void plan(self) noexcept nogil
    cdef void begin_lag(self) noexcept nogil
    cdef void end_lag(self) noexcept nogil
    cdef void sync_vias(self) noexcept nogil
    cdef void open_vias(self) noexcept nogil
    cdef void bring_head(self) noexcept nogil
    cdef void turn(self) noexcept nogil
    cdef inline int fetch(self, int addr) noexcept nogil
    @cython.locals(before=int)
    cdef inline void store(self, int addr, int value) noexcept nogil
    cpdef int peek(self, int addr) noexcept nogil
    @cython.locals(pull=int)
    cdef void update_serial_inputs(self) noexcept nogil
    @cython.locals(pins=int, port=int)
    cdef void update_outputs(self) noexcept nogil
    cpdef int port_as_of(self, long long cycles) noexcept nogil
    cpdef void post(self, int lines, long long cycle) noexcept nogil
    @cython.locals(taken=int, lines=int, at=int)
    cdef void take_post(self) noexcept nogil
    cpdef insert(self, surface, int protected)
    @cython.locals(since=longlong)
    cdef int sees_light(self) noexcept nogil
    cdef void update_disk_inputs(self) noexcept nogil
    @cython.locals(now=longlong, pins=int)
    cdef void update_mechanics(self) noexcept nogil
    cpdef int led(self) noexcept nogil
    @cython.locals(pc=int, op=int, low=int, column=int, at=int, by_x=int, index=int, length=int)
    cpdef int needed(self) noexcept nogil
    @cython.locals(p=int, flag=int, state=int, there=int)
    cdef int branch_extra(self, int op, int here, int offset) noexcept nogil
    @cython.locals(address=int)
    cdef int needed_indexed(self, int base, int index, int dummy, int length) noexcept nogil
    cdef int is_via1(self, int addr) noexcept nogil
    cdef int spypeek(self, int addr) noexcept nogil
    cpdef void run_to(self, long long due) noexcept nogil
    cpdef watch(self, stops)
    cdef int begins(self) noexcept nogil
    cdef void run_watched(self, long long due) noexcept nogil
    cdef void go_on(self, long long due) noexcept nogil
    cdef void run_rounds(self, long long last) noexcept nogil
