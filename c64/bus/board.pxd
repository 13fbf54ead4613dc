cimport cython

from c64.cartridge.port cimport Cartridge
from c64.cia.cia cimport CIA
from c64.base.component cimport Bus
from c64.input.controls cimport Controls
from c64.cpu.cpu cimport CPU
from c64.bus.processor_port cimport CpuPort
from c64.drive.iec cimport SerialBus
from c64.input.keyboard cimport Keyboard
from c64.debug.probe cimport Probe
from c64.bus.ram_expansion cimport RamExpansion
from c64.sid.sid cimport SID
from c64.tape.datasette cimport Datasette
from c64.vic.vic cimport VIC


@cython.final
cdef class Board(Bus):
    # What Bus declares, Cython refuses to have declared again in a final class.
    cdef public object model, deck, engine, traps, roms
    cdef public CPU cpu
    cdef public CpuPort port
    cdef public VIC vic
    cdef public CIA cia1, cia2
    cdef public SID sid
    cdef public Keyboard keyboard
    cdef public SerialBus iec
    cdef public Cartridge cart
    cdef public Controls controls
    cdef public Probe probe
    cdef public int probing
    cdef public unsigned char[::1] ram, color_ram, basic, kernal, chargen
    cdef public unsigned char[::1] read_map, write_map
    cdef public unsigned char[::1] ram_low, ram_high
    cdef public RamExpansion expansion
    cdef public Datasette tape
    cdef public int[::1] plain_reads, plain_writes, no_plain
    cdef public int debugcart, debug_value, stop, traps_on, iec_pins, vic_blocks
    cdef public int may_lag, lazy, vic_irq
    cdef public long long stolen, sid_cycle, vic_cycle, vic_due, cia_cycle

    @cython.final
    cdef void wait(self, int addr) noexcept nogil
    @cython.final
    @cython.locals(cycles=int)
    cdef void wait_quickly(self) noexcept nogil
    @cython.final
    @cython.locals(behind=longlong)
    cdef void clock_vic(self) noexcept nogil
    @cython.final
    cdef void bring_vic(self) noexcept nogil
    @cython.final
    cdef void sync_vic(self) noexcept nogil
    @cython.final
    cdef inline void look_at_irq(self) noexcept nogil
    @cython.final
    cdef void sync_cias(self, long long cycle) noexcept nogil
    @cython.final
    cdef void open_cias(self) noexcept nogil
    @cython.final
    cdef void end_cycle(self) noexcept nogil
    @cython.final
    @cython.locals(quiet=int)
    cdef void end_events(self) noexcept nogil
    @cython.final
    cdef void begin_lag(self) noexcept nogil
    @cython.final
    cdef void end_lag(self) noexcept nogil
    @cython.final
    cdef void begin_run(self) noexcept nogil
    @cython.final
    cdef void end_run(self) noexcept nogil
    @cython.final
    cdef void update_watched(self) noexcept nogil
    @cython.final
    cdef void vic_write(self, int reg, int value) noexcept nogil
    @cython.final
    @cython.locals(value=int)
    cdef int vic_read(self, int reg) noexcept nogil
    @cython.locals(region=int)
    @cython.final
    cdef int fetch(self, int addr) noexcept nogil
    @cython.locals(region=int, driven=int)
    @cython.final
    cdef void store(self, int addr, int value) noexcept nogil
    @cython.locals(value=int)
    @cython.final
    cdef int cart_read(self, int region, int addr) noexcept nogil
    @cython.locals(value=int)
    @cython.final
    cdef int fetch_top(self, int addr) noexcept nogil
    @cython.locals(block=int, value=int)
    @cython.final
    cdef int io_read(self, int addr) noexcept nogil
    @cython.locals(block=int)
    @cython.final
    cdef void io_write(self, int addr, int value) noexcept nogil
    @cython.final
    cdef int expanded_read(self, int addr) noexcept nogil
    @cython.final
    cdef void expanded_write(self, int addr, int value) noexcept nogil
    cpdef int peek_ram(self, int addr) noexcept nogil
    cpdef void poke_ram(self, int addr, int value) noexcept nogil
    @cython.final
    cdef void store_watched(self, int addr, int value) noexcept nogil
    @cython.final
    @cython.locals(low=int)
    cdef void give_bus(self) noexcept nogil
    @cython.final
    cdef void dma_in_wait(self) noexcept nogil
    @cython.final
    @cython.locals(before=int, low=int)
    cdef int next_cycle(self) noexcept nogil
    @cython.final
    cdef int reads_io(self, int addr) noexcept nogil
    @cython.final
    cdef int lines(self) noexcept nogil
    @cython.final
    cdef int plain_mode(self) noexcept nogil
    cdef void run_tape(self) noexcept nogil
    cpdef void update_tape(self) noexcept nogil
    cpdef void update_mode(self) noexcept nogil
    cpdef void sync_sid(self) noexcept nogil
    cpdef void update_pots(self) noexcept nogil
    cpdef void update_inputs(self) noexcept nogil
    @cython.final
    cdef int cia1_read(self, int reg) noexcept nogil
    @cython.final
    cdef void cia1_write(self, int reg, int value) noexcept nogil
    @cython.locals(lines=int)
    cpdef void update_cia1_inputs(self) noexcept nogil
    cpdef int cia1_lines(self) noexcept nogil
    @cython.locals(level=int)
    cpdef void update_lightpen(self) noexcept nogil
    @cython.final
    cdef int cia2_read(self, int reg) noexcept nogil
    @cython.final
    cdef void cia2_write(self, int reg, int value) noexcept nogil
    @cython.final
    cdef void update_cia2_inputs(self) noexcept nogil
    @cython.locals(pins=int, bank=int)
    cpdef void update_cia2_outputs(self) noexcept nogil
    cpdef int run_frame(self, long long limit)
    cpdef int run_until(self, long long limit)
    @cython.final
    @cython.locals(reason=int)
    cdef int run(self, long long limit, bint whole) except? -1
    @cython.final
    @cython.locals(frame=longlong, before=longlong, reason=int)
    cdef int run_cycles(self, long long limit, bint whole) except? -1 nogil
    cpdef int attends(self) noexcept nogil
    @cython.locals(io=int)
    @cython.final
    cdef void note_access(self, int addr, int value, int write) noexcept nogil
    @cython.locals(value=int)
    @cython.final
    cdef void note_wait(self, int addr) noexcept nogil
    @cython.locals(word=longlong, attends=longlong, lines=int)
    @cython.final
    cdef void note_step(self) noexcept nogil
    cpdef int select_ram(self) except -1 with gil
    @cython.final
    cdef bint spring_trap(self) except? -1 with gil
    @cython.final
    cdef bint before_step(self) except? -1 nogil
    @cython.final
    cdef int step_once(self) except? -1 nogil
    @cython.final
    cdef int step_engine(self) except -1 with gil
