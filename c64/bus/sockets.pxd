cimport cython

from c64.cartridge.port cimport Cartridge
from c64.cia.cia cimport CIA
from c64.base.bus cimport Bus
from c64.input.controls cimport Controls
from c64.cpu.cpu cimport CPU
from c64.bus.processor_port cimport CpuPort
from c64.drive.iec cimport SerialBus
from c64.input.keyboard cimport Keyboard
from c64.debug.probe cimport Probe
from c64.bus.ram_expansion cimport RamExpansion
from c64.bus.more_sids cimport MoreSids
from c64.sid.sid cimport SID
from c64.tape.datasette cimport Datasette
from c64.vic.vic cimport VIC


cdef class BoardSockets(Bus):
    cdef public object model, deck, engine, traps, roms, sids
    cdef public CPU cpu
    cdef public CpuPort port
    cdef public VIC vic
    cdef public CIA cia1, cia2
    cdef public SID sid
    cdef public MoreSids more_sids
    cdef public unsigned char[::1] sid_map
    cdef public Keyboard keyboard
    cdef public SerialBus iec
    cdef public Cartridge cart
    cdef public Controls controls
    cdef public Probe probe
    cdef public int probing
    cdef public unsigned char[::1] ram, color_ram, basic, kernal, chargen
    cdef public unsigned char[::1] read_map, write_map, stray_flags
    cdef public unsigned char[::1] ram_low, ram_high
    cdef public RamExpansion expansion
    cdef public Datasette tape
    cdef public int[::1] plain_reads, plain_writes, no_plain
    cdef public int debugcart, debug_value, stop, traps_on, iec_pins, vic_blocks
    cdef public int stray
    cdef public int may_lag, lazy, vic_irq, vic_held
    cdef public long long stolen, sid_cycle, vic_cycle, vic_due, cia_cycle

    @cython.locals(region=int)
    cdef int is_rom(self, int addr) noexcept nogil
    @cython.locals(at=int)
    cdef int is_copy(self, int addr) noexcept nogil
    cdef int reads_io(self, int addr) noexcept nogil
    @cython.locals(at=int, word=int)
    cdef void note_pushed(self) noexcept nogil
    cdef int lines(self) noexcept nogil
    cdef int plain_mode(self) noexcept nogil
    @cython.locals(io=int)
    cdef void note_access(self, int addr, int value, int write) noexcept nogil
    @cython.locals(value=int)
    cdef void note_wait(self, int addr) noexcept nogil
    @cython.locals(word=longlong, lines=int)
    cdef void note_step(self, long long attends) noexcept nogil
