"""What a probe keeps of a run: accesses, instructions, cycles by address, interrupts."""

import struct

import pytest

from c64.debug.probe import (
    PROBE_ACCESSES,
    PROBE_CALL_READ,
    PROBE_CALL_WRITE,
    PROBE_LOG_READ,
    PROBE_LOG_WRITE,
    PROBE_RECENT,
    PROBE_STEPS,
    Probe,
)
from tests.c64.bus.boards import known_board

TABLES = ("count", "cycles", "stolen", "fell")  # by address
CPU_READ, CPU_WRITE, VIC, WAIT = 0, 1, 2, 4  # kinds of accesses


@pytest.fixture
def probe():
    return Probe()


def word(pc=0, a=0, x=0, y=0, sp=0xFF, p=0, sequence=0):
    """An instruction as the board tells the probe of it."""
    return pc | a << 16 | x << 24 | y << 32 | sp << 40 | p << 48 | sequence << 56


def test_tables_have_a_place_for_each_address_and_buffers_for_so_many_records(probe):
    assert {len(getattr(probe, name)) for name in TABLES} == {65536} == {len(probe.flags)}
    assert len(probe.access) == 2 * PROBE_ACCESSES == 1 << 17
    assert len(probe.steps) == 3 * PROBE_STEPS == 3 << 16


def accesses(probe):
    """The accesses that are kept: (cycle, address, value, kind, io, pc)."""
    kept = b"".join(probe.chunks) + bytes(memoryview(probe.access))[: 16 * probe.access_count]
    found = []
    for cycle, bits in struct.iter_unpack("<qq", kept):
        fields = bits & 0xFFFF, bits >> 16 & 0xFF, bits >> 24 & 7, bits >> 27 & 1, bits >> 32
        found.append((cycle, *fields))
    return found


def test_an_access_is_kept_where_its_address_is_marked_for_it(probe):
    probe.flags[0x1234] = PROBE_LOG_READ
    probe.flags[0xD020] = PROBE_LOG_WRITE
    probe.flags[0xFFFF] = PROBE_LOG_READ | PROBE_LOG_WRITE
    for addr in (0x1234, 0xD020, 0xFFFF, 0x1233):
        probe.note_access(addr, 0xA5, CPU_READ, 0, 100)
        probe.note_access(addr, 0x5A, CPU_WRITE, 1, 101)
    assert [row[:5] for row in accesses(probe)] == [
        (100, 0x1234, 0xA5, CPU_READ, 0),
        (101, 0xD020, 0x5A, CPU_WRITE, 1),
        (100, 0xFFFF, 0xA5, CPU_READ, 0),
        (101, 0xFFFF, 0x5A, CPU_WRITE, 1),
    ]


def test_an_access_is_kept_with_the_instruction_it_belongs_to(probe):
    probe.flags[0x0002] = PROBE_LOG_READ
    probe.note_access(2, 0, CPU_READ, 0, 1)
    probe.note_step(word(pc=0xC0DE, p=0xFF, a=0xFF), 2, 0)
    probe.note_access(2, 0, CPU_READ, 0, 3)
    probe.finish_step(4, 0)
    probe.note_access(2, 0, CPU_READ, 0, 5)
    assert [row[5] for row in accesses(probe)] == [0xFFFF, 0xC0DE, 0xFFFF]


def test_accesses_of_the_vic_and_of_a_waiting_cpu_are_reads_with_a_mark(probe):
    probe.flags[0x0400] = PROBE_LOG_READ | PROBE_CALL_READ
    probe.hook = pytest.fail
    probe.note_access(0x0400, 7, VIC, 0, 1)
    probe.note_access(0x0400, 0, WAIT, 0, 2)
    assert [(row[0], row[3]) for row in accesses(probe)] == [(1, VIC), (2, WAIT)]


def test_a_hook_is_called_for_reads_and_for_writes_where_it_is_wanted(probe):
    told = []
    probe.hook = lambda *access: told.append(access)
    probe.flags[0x10], probe.flags[0x20] = PROBE_CALL_READ, PROBE_CALL_WRITE
    for addr in (0x10, 0x20, 0x30):
        probe.note_access(addr, 1, CPU_READ, 0, 7)
        probe.note_access(addr, 2, CPU_WRITE, 0, 8)
    assert told == [(0x10, 1, CPU_READ, 7), (0x20, 2, CPU_WRITE, 8)]
    assert probe.access_count == 0


def test_a_full_buffer_of_accesses_is_put_aside_whole(probe):
    probe.flags[0x33] = PROBE_LOG_WRITE
    for number in range(PROBE_ACCESSES + 3):
        probe.note_access(0x33, number & 0xFF, CPU_WRITE, 0, number)
    assert (len(probe.chunks), probe.access_count) == (1, 3)
    assert [row[0] for row in accesses(probe)] == list(range(PROBE_ACCESSES + 3))


def steps(probe):
    """The instructions that are kept: (cycle, stolen, word)."""
    kept = b"".join(probe.step_chunks) + bytes(memoryview(probe.steps))[: 24 * probe.step_at]
    return list(struct.iter_unpack("<qqq", kept))


def test_the_last_64_instructions_are_remembered_in_a_ring(probe):
    told = [(10 * number, number, word(pc=number)) for number in range(PROBE_RECENT + 2)]
    for cycle, stolen, bits in told:
        probe.note_step(bits, cycle, stolen)
    assert (probe.step_count, probe.step_at, probe.step_chunks) == (PROBE_RECENT + 2, 2, [])
    ring = list(struct.iter_unpack("<qqq", bytes(memoryview(probe.steps))[: 24 * PROBE_RECENT]))
    assert ring == told[PROBE_RECENT:] + told[2:PROBE_RECENT]


def test_all_instructions_are_kept_if_wanted(probe):
    probe.start(0, 0xFF, 1)
    for number in range(PROBE_STEPS + 2):
        probe.note_step(word(pc=number & 0xFFFF, x=3), number, 0)
    assert (len(probe.step_chunks), probe.step_at) == (1, 2)
    assert steps(probe) == [
        (number, 0, word(pc=number & 0xFFFF, x=3)) for number in range(PROBE_STEPS + 2)
    ]


def test_cycles_are_added_up_by_the_instructions_that_took_them(probe):
    probe.counting = 1
    for pc, cycle, stolen in (
        (0x1000, 100, 40),
        (0x1001, 105, 43),  # 5 cycles, 3 of them the VIC's: the other 2 fall through
        (0x1000, 108, 43),  # 3 cycles: a branch that is taken
        (0x1001, 110, 43),  # 2 cycles
    ):
        probe.note_step(word(pc=pc), cycle, stolen)
    probe.finish_step(114, 44)
    rows = [[getattr(probe, name)[pc] for name in TABLES] for pc in (0x1000, 0x1001)]
    assert rows == [[2, 7, 3, 2], [2, 7, 1, 0]]
    probe.finish_step(200, 60)  # nothing runs
    assert [sum(getattr(probe, name)) for name in TABLES] == [4, 14, 4, 2]


def test_the_sequence_of_an_interrupt_counts_as_cycles_but_as_no_instruction(probe):
    probe.counting = 1
    probe.note_step(word(pc=0x1000, sequence=1), 0, 0)
    probe.finish_step(7, 0)
    assert (probe.cycles[0x1000], probe.count[0x1000], probe.fell[0x1000]) == (7, 0, 0)


def test_nothing_is_added_up_unless_it_is_wanted(probe):
    probe.note_step(word(pc=0x1000), 0, 0)
    probe.finish_step(2, 0)
    assert not any((*probe.count, *probe.cycles, *probe.stolen, *probe.fell))


@pytest.mark.parametrize(
    ("pointers", "deepest"),
    [
        ((0xF0,), 0),
        ((0xF0, 0xEE, 0xEF), 2),
        ((0xEF, 0xE0, 0xF0), 0x10),
        ((0xF1,), 0),  # above where it began: it has returned further
        ((0x31,), 0xBF),
        ((0x30,), 0),  # so deep that it is no depth
    ],
)
def test_the_stacks_depth_is_that_below_where_it_began(probe, pointers, deepest):
    probe.start(0, 0xF0, 0)
    for sp in pointers:
        probe.note_step(word(sp=sp, p=0xFF), 0, 0)
    assert probe.deepest == deepest


def test_an_interrupt_is_kept_with_the_cycle_in_which_its_line_fell(probe):
    probe.note_lines(0, 9)
    probe.note_lines(1, 10)  # IRQ
    probe.note_lines(1, 11)
    probe.note_lines(3, 12)  # and NMI
    probe.note_interrupt(2, 20, 0x1000)
    probe.note_interrupt(0, 30, 0x2000)
    probe.note_interrupt(0, 40, 0x3000)  # it has not been high since
    probe.note_lines(2, 50)
    probe.note_lines(3, 51)
    probe.note_interrupt(0, 60, 0x4000)
    probe.note_interrupt(2, 70, 0x5000)
    assert probe.interrupts == [
        (12, 20, 0x1000, 2),
        (10, 30, 0x2000, 0),
        (-1, 40, 0x3000, 0),
        (51, 60, 0x4000, 0),
        (-1, 70, 0x5000, 2),
    ]


def test_start_forgets_what_was_kept_but_the_sums(probe):
    probe.counting = 1
    probe.flags[2] = PROBE_LOG_READ
    probe.note_lines(3, 1)
    probe.note_step(word(pc=0x1000, sp=0x80), 2, 0)
    probe.note_access(2, 0, CPU_READ, 0, 3)
    probe.note_interrupt(0, 4, 0x1000)
    probe.start(100, 0x40, 0)
    assert (probe.access_count, probe.step_count, probe.step_at, probe.deepest) == (0, 0, 0, 0)
    assert (probe.chunks, probe.step_chunks, probe.interrupts) == ([], [], [])
    probe.finish_step(150, 0)  # nothing runs
    assert probe.cycles[0x1000] == 0
    probe.note_interrupt(2, 5, 0)
    assert probe.interrupts == [(-1, 5, 0, 2)]
    probe.note_step(word(sp=0x3E), 6, 0)
    assert probe.deepest == 2


LDA_ZP, STA, NOP, JMP = 0xA5, 0x8D, 0xEA, 0x4C
LDX, DEX, BNE, BEQ, RTI = 0xA2, 0xCA, 0xD0, 0xF0, 0x40


def running(code, flags=PROBE_LOG_READ | PROBE_LOG_WRITE, display=0):
    """A board that has run some code under a probe."""
    board = known_board()
    board.cpu.step()
    board.access_write(0xD011, display)
    code = bytes(code)
    end = 0x1000 + len(code)
    board.ram[0x1000:end] = code
    board.ram[end : end + 3] = bytes((JMP, end & 0xFF, end >> 8))
    board.cpu.pc, board.cpu.sp, board.cpu.p, board.cpu.a = 0x1000, 0xFF, 0x24, 0x12
    board.cpu.x, board.cpu.y = 0x34, 0x56
    probe = Probe()
    probe.flags[:] = bytes([flags]) * 65536
    probe.start(board.cycle, 0xFF, 1)
    board.attach_probe(probe)
    return board, probe


def test_a_board_tells_of_every_access_and_instruction_of_its_cpu():
    board, probe = running([LDA_ZP, 0x40, STA, 0x20, 0xD0, NOP])
    begin = board.cycle
    board.run_until(begin + 9)
    board.attach_probe(None)
    value = board.ram[0x40]
    code = [
        (0x1000, LDA_ZP, 0x1000), (0x1001, 0x40, 0x1000), (0x40, value, 0x1000),
        (0x1002, STA, 0x1002), (0x1003, 0x20, 0x1002), (0x1004, 0xD0, 0x1002),
        (0xD020, value, 0x1002),
        (0x1005, NOP, 0x1005), (0x1006, JMP, 0x1005),
    ]  # fmt: skip
    assert accesses(probe) == [
        (begin + n, addr, byte, int(addr == 0xD020), int(addr == 0xD020), pc)
        for n, (addr, byte, pc) in enumerate(code)
    ]
    first = word(0x1000, 0x12, 0x34, 0x56, 0xFF, 0x24)
    assert steps(probe)[0] == (begin, board.stolen, first)
    assert [(row[0], row[2] & 0xFFFF) for row in steps(probe)] == [
        (begin, 0x1000), (begin + 3, 0x1002), (begin + 7, 0x1005),
    ]  # fmt: skip
    board.run_until(begin + 30)
    assert len(accesses(probe)) == 9 and probe.step_count == 3


@pytest.mark.parametrize(("accessing", "stepping"), [(True, False), (False, True)])
def test_a_board_tells_a_probe_of_what_it_wants(accessing, stepping):
    board, probe = running([NOP] * 8)
    board.attach_probe(probe, accessing, stepping)
    board.run_until(board.cycle + 8)
    assert (len(accesses(probe)), probe.step_count) == (8 * accessing, 4 * stepping)


def test_the_cycles_of_a_bad_line_are_the_waiting_cpus_and_then_the_vics():
    """The CPU repeats its read in the three cycles before AEC stays low (64doc)."""
    board, probe = running([NOP] * 60, display=0x1B)
    board.access_write(0xD018, 0x14)
    while not (board.vic.raster_line == 0x32 and board.vic.cycle_in_line > 60):
        board.idle(1)
    probe.start(board.cycle, 0xFF, 1)
    board.run_until(board.cycle + 62)
    rows = accesses(probe)
    waits = [row for row in rows if row[3] == WAIT]
    vics = [row for row in rows if row[3] == VIC]
    assert (len(waits), len(vics)) == (3, 40)
    begin = vics[0][1]  # a row of the screen
    assert 0x0400 <= begin < 0x07E8
    assert [row[1] for row in vics] == list(range(begin, begin + 40))
    assert [row[2] for row in vics] == [board.ram[at] for at in range(begin, begin + 40)]
    assert [row[0] for row in rows] == list(range(rows[0][0], rows[0][0] + len(rows)))
    repeated = rows[rows.index(vics[-1]) + 1]
    assert {row[1] for row in waits} == {repeated[1]} and repeated[3] == CPU_READ


def test_a_board_tells_when_an_interrupt_line_fell_and_when_it_was_served():
    board, probe = running([NOP] * 40)
    probe.keep_interrupts = 1
    board.access_write(1, 0x35)
    board.ram[0xFFFA:0x10000] = bytes((0x00, 0x30, 0x00, 0x20, 0x00, 0x20))
    board.ram[0x2000:0x2003] = bytes((JMP, 0x00, 0x20))
    board.ram[0x3000:0x3003] = bytes((JMP, 0x00, 0x30))
    board.cpu.p = 0x20
    begin = board.cycle
    board.cart.irq = 1  # the expansion port's pin
    board.run_until(begin + 20)
    board.cart.nmi = 1
    board.run_until(begin + 40)
    irq, nmi = probe.interrupts
    assert irq == (begin, begin + 2, 0x1001, 0)
    assert nmi[3] == 2 and nmi[0] >= begin + 20 and nmi[2] == 0x2000
    assert 2 <= nmi[1] - nmi[0] <= 5
    rows = steps(probe)
    sequences = [row[0] for row in rows if row[2] >> 56]
    assert sequences == [irq[1], nmi[1]]


@pytest.mark.parametrize(("line", "nmi"), [("irq", 0), ("nmi", 2)])
def test_a_probe_that_is_told_of_no_access_knows_a_line_from_the_sequence_on(line, nmi):
    board, probe = running([NOP] * 40)
    board.attach_probe(probe, False, True)
    probe.keep_interrupts = 1
    board.access_write(1, 0x35)
    board.ram[0xFFFA:0x10000] = bytes((0x00, 0x30, 0x00, 0x20, 0x00, 0x20))
    board.ram[0x2000:0x2003] = bytes((JMP, 0x00, 0x20))
    board.ram[0x3000:0x3003] = bytes((JMP, 0x00, 0x30))
    board.cpu.p = 0x20
    begin = board.cycle
    setattr(board.cart, line, 1)
    board.run_until(begin + 12)
    assert probe.interrupts[0] == (begin + 1, begin + 2, 0x1001, nmi)


@pytest.mark.parametrize("display", [0, 0x1B])
def test_counting_alone_finds_what_ran_as_noting_everything_does(display):
    """Branches both ways, bad lines, a trap, and interrupts in between."""
    loop = [LDX, 5, NOP, DEX, BNE, 0xFC, BEQ, 1, NOP, JMP, 0x00, 0x10]
    found = []
    for light in (False, True):
        board, probe = running(loop, 0, display)
        board.access_write(1, 0x35)
        board.ram[0xFFFE:0x10000] = bytes((0x00, 0x20))
        board.ram[0x2000:0x2003] = bytes((NOP, RTI, NOP))
        board.set_trap(0x1003, lambda board: False)
        board.cpu.p = 0x20
        probe.start(board.cycle, 0xFF, 0)
        probe.counting = 1
        board.attach_probe(probe, False, steps=not light, counts=light)
        for number in range(40):
            board.cart.irq = number % 8 == 7
            board.run_until(board.cycle + 97)
        assert (probe.step_count == 0) == light
        probe.finish_step(board.cycle, board.stolen)
        found.append((list(probe.count), [probe.fell[pc] for pc in (0x1004, 0x1006)], board.cycle))
    noted, counted = found
    assert counted == noted and counted[1][0] > 20
    assert {pc for pc in range(0x3000) if counted[0][pc]} == {
        *(0x1000, 0x1002, 0x1003, 0x1004, 0x1006, 0x1009), 0x2000, 0x2001,
    }  # fmt: skip


def test_a_probe_is_told_of_all_or_counts_alone():
    board, probe = running([NOP] * 8)
    board.attach_probe(probe, False, steps=True, counts=True)
    board.run_until(board.cycle + 4)
    board.attach_probe(probe, False, steps=False, counts=True)
    board.run_until(board.cycle + 4)
    board.attach_probe(None, counts=True)
    board.run_until(board.cycle + 4)
    assert (probe.step_count, sum(probe.count)) == (2, 2)
