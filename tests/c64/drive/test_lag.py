"""What the drive puts off, and the rounds it skips, change nothing that anybody could see."""

import random
from functools import cache

import pytest

import c64
from c64.base.fields import dump_fields, load_fields, save_fields
from c64.drive.board1541 import DriveBus
from c64.drive.head import DriveHead
from c64.drive.via import VIA
from c64.roms import load_dos
from disk.d64 import D64Image
from disk.surface import Surface
from disk.volume import PRG, Volume
from tests.c64.builds import MANY_CYCLES, few_uncompiled, long_uncompiled
from tests.c64.drive.drive_rom import READ_HEAD, assemble, make_rom
from tests.volume import seldom

# One run of a true 1541 at its work each; the uncompiled drive shows it in two short ones.
SEEDS = [0, pytest.param(1, marks=MANY_CYCLES)]
SEEDS += [seldom(n) for n in range(2, 2 if c64.PURE else 8)]
READY = 400_000  # cycles after which the DOS is at rest
SLICES = (1, 3, 8, 20, 75, 300, 4157, 4157)
COUNTERS = {"t1", "t1_fresh", "t1_reload", "t2_low", "t2_high", "t2_fresh", "t2_under"}


def disk():
    image = D64Image.blank(b"LAG", b"LG")
    Volume(image).write_file(b"DATA", PRG, random.Random(3).randbytes(3000))
    return image


def units(rom, image=None):
    """Return three drives alike: nothing put off; put off; put off and loops skipped."""
    made = [DriveBus(rom) for _ in range(3)]
    for unit, (lag, skip) in zip(made, ((0, 0), (1, 0), (1, 1)), strict=True):
        unit.may_lag, unit.may_skip = lag, skip
        if image is not None:
            unit.insert(Surface(D64Image(image.to_bytes())), 0)
    return made


def differences(unit, other):
    """Return the names of fields in which two drives differ."""
    one, two = dump_fields(unit), dump_fields(other)
    return {name: (one[name], two[name]) for name in one if one[name] != two[name]}


def run_all(made, due):
    """Run all drives and hold them against the first."""
    for unit in made:
        unit.run_to(due)
    first = save_fields(made[0])
    for unit in made[1:]:
        assert save_fields(unit) == first, f"at {due}: {differences(made[0], unit)}"


# -- the VIA ----------------------------------------------------------------------------


def random_via(chance):
    """Return a VIA that a program has been at."""
    via = VIA()
    via.reset()
    for _ in range(chance.randrange(40)):
        value = chance.choice((0, 1, 2, 5, chance.randrange(256), 0x80 | chance.randrange(128)))
        reg = chance.randrange(16)
        if reg == 11 and chance.random() < 0.8:
            value &= 0xC3  # most programs have no use for the shift register
        if chance.random() < 0.7:
            via.write(reg, value)
        else:
            via.read(reg)
        if chance.random() < 0.2:
            via.set_ca1(chance.randrange(2))
        for _ in range(chance.choice((1, 1, 1, 2, 5, 300))):
            via.clock()
    return via


def twin_of(via):
    """Return another VIA in the same state."""
    twin = VIA()
    load_fields(twin, save_fields(via))
    return twin


@few_uncompiled(1)
@pytest.mark.parametrize("seed", range(8))
def test_cycles_ended_in_one_step_are_cycles_ended_one_by_one(seed):
    chance = random.Random(seed)
    stepped = 0
    for _ in range(150):
        via = random_via(chance)
        quiet = via.uneventful_cycles()
        for _ in range(3):
            cycles = min(quiet, chance.choice((0, 1, 2, 3, 255, 256, 700)), via.uneventful_cycles())
            twin = twin_of(via)
            via.run(cycles)
            for _ in range(cycles):
                twin.clock()
            assert dump_fields(via) == dump_fields(twin), cycles
            stepped += cycles
    assert stepped > 5000


@few_uncompiled(1)
@pytest.mark.parametrize("seed", range(4))
def test_while_a_via_is_quiet_only_its_counters_move_and_then_something_happens(seed):
    chance = random.Random(seed)
    ended = 0
    for _ in range(100):
        via = random_via(chance)
        quiet = via.uneventful_cycles()
        before = {k: v for k, v in dump_fields(via).items() if k not in COUNTERS}
        for _ in range(min(quiet, 600)):
            via.clock()
        assert {k: v for k, v in dump_fields(via).items() if k not in COUNTERS} == before
        if 0 < quiet < 600:
            via.clock()
            after = {k: v for k, v in dump_fields(via).items() if k not in COUNTERS}
            assert after != before
            ended += 1
    assert ended > 5


@pytest.mark.parametrize("seed", range(4))
def test_accesses_that_are_said_to_change_nothing_change_nothing(seed):
    chance = random.Random(seed)
    shown = kept = 0
    for _ in range(60):
        via = random_via(chance)
        before = save_fields(via)
        for reg in range(16):
            if via.shows(reg):
                value = via.read(reg)
                assert save_fields(via) == before, reg
                later = twin_of(via)
                later.run(min(via.uneventful_cycles(), 1000))
                assert later.read(reg) == value, reg
                shown += 1
            old = {0: via.orb, 2: via.ddrb, 3: via.ddra, 15: via.ora}.get(reg, 0)
            for value in (old, chance.randrange(256)):
                if via.keeps(reg, value):
                    via.write(reg, value)
                    assert save_fields(via) == before, reg
                    kept += 1
    assert shown > 200
    assert kept > 100


# -- the drive, putting off and skipping against neither --------------------------------


@long_uncompiled
@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_a_drive_at_rest_at_work_and_on_the_lines_is_the_same(seed):
    chance = random.Random(seed)
    made = units(load_dos(), disk())
    run_all(made, READY)
    now = READY
    while now < READY + (100_000 if c64.PURE else 2_500_000):
        now += chance.choice(SLICES)
        run_all(made, now)
        if chance.random() < 0.05:  # somebody pulls at the lines
            lines, at = chance.randrange(8), now + chance.randrange(300)
            for unit in made:
                unit.post(lines, at)
        if chance.random() < 0.01:  # a job: read, search, verify, head to track 1
            job, track = chance.choice((0x80, 0xB0, 0xA0, 0xC0)), chance.choice((1, 18))
            sector = chance.randrange(17)
            for unit in made:
                unit.ram[6], unit.ram[7], unit.ram[0] = track, sector, job
        if chance.random() < 0.003:  # the disk goes and comes
            protected = chance.randrange(2)
            for unit in made:
                unit.insert(Surface(disk()), protected)


RAM_ADDRESSES = (0x10, 0x11, 0x20, 0x0140, 0x0300, 0x07FF, 0x0900, 0xC000)
VIA_REGISTERS = (0, 1, 2, 3, 4, 5, 6, 8, 9, 0x0C, 0x0D, 0x0E, 0x0F)
OPERANDS = (
    *RAM_ADDRESSES,
    *(0x1800 + reg for reg in VIA_REGISTERS),
    *(0x1C00 + reg for reg in VIA_REGISTERS),
)
JAMS = (0x02, 0x12, 0x22, 0x32, 0x42, 0x52, 0x62, 0x72, 0x92, 0xB2, 0xD2, 0xF2)


def random_program(chance):
    """Return a ROM of any instructions, with branches back, and loops of them."""
    code = bytearray(b"\xa2\xff\x9a\x58")
    start = len(code)
    while len(code) < 0x1E0:
        if chance.random() < 0.15 and len(code) > start + 8:
            back = chance.randrange(4, min(60, len(code) - start))
            code += bytes(
                (chance.choice((0x10, 0x30, 0x50, 0x70, 0x90, 0xB0, 0xD0, 0xF0)), 254 - back)
            )
        elif chance.random() < 0.5:
            operand = chance.choice(OPERANDS)
            opcode = chance.choice(
                (0xAD, 0xAD, 0x2C, 0xCD, 0x8D, 0xEE, 0x0E, 0xBD, 0x99, 0x8E, 0xAE)
            )
            code += bytes((opcode, operand & 0xFF, operand >> 8))
        else:
            opcode = chance.choice(
                [n for n in range(256) if n not in JAMS and n not in (0x20, 0x4C)]
            )
            code += bytes(
                (opcode, chance.randrange(256), chance.choice((0x00, 0x03, 0x18, 0x1C, 0xC0)))
            )
    code += b"\x4c" + bytes((start, 0xC0))
    rom = bytearray(code.ljust(16384, b"\xea"))
    handler = b"\x48\xad\x0d\x18\xad\x0d\x1c\x8d\x0d\x18\x8d\x0d\x1c\x68\x40"
    rom[0x3000 : 0x3000 + len(handler)] = handler
    for at in range(0x1000, 0x3000, 8):  # wherever it gets lost, it comes back
        rom[at : at + 3] = b"\x4c\x04\xc0"
    rom[0x3FFA:] = b"\x00\xf0\x00\xc0\x00\xf0"
    return bytes(rom)


@few_uncompiled(2)
@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=() if seed < (6 if c64.PURE else 20) else pytest.mark.long)
        for seed in range(6 if c64.PURE else 60)
    ],
)
def test_whatever_runs_in_the_drive_it_is_the_same(seed):
    chance = random.Random(seed)
    made = units(random_program(chance), disk())
    now = 0
    while now < (15_000 if c64.PURE else 300_000):
        now += chance.choice(SLICES)
        run_all(made, now)
        if chance.random() < 0.1:
            lines, at = chance.randrange(8), now + chance.randrange(300)
            for unit in made:
                unit.post(lines, at)


class Ring:
    """A surface all tracks of which are the same ring of cells, every other one inverted."""

    def __init__(self, cells, data):
        self.ring = (bytearray(data), cells)
        self.other = (bytearray(byte ^ 0xFF for byte in data), cells)
        self.read_only = False

    def track(self, half):
        return self.other if half & 1 else self.ring

    def regrid(self, half, cells):
        self.ring = self.other = (bytearray(cells // 8 + 1), cells)
        return self.ring

    def written(self, half):
        pass


def ring(cells, ones, seed=1):
    """Return a Ring in which so many of a hundred cells have a reversal."""
    return Ring(cells, ring_data(cells, ones, seed))


@cache
def ring_data(cells, ones, seed):
    """Return the bytes of such a ring."""
    chance = random.Random(seed)
    bits = "".join("1" if chance.randrange(100) < ones else "0" for _ in range(cells // 8 * 8))
    return int(bits, 2).to_bytes(cells // 8, "big")


# Per cent of ones in a ring, and densities; every other pair is long.
RINGS = [
    pytest.param(ones, density, marks=pytest.mark.long if (number + density) % 2 else ())
    for number, ones in enumerate((2, 8, 20, 40, 60, 80, 100))
    for density in range(4)
]


@few_uncompiled(7)
@pytest.mark.slow
@pytest.mark.parametrize(("ones", "density"), RINGS)
def test_byte_ready_never_comes_before_the_head_says_it_may(ones, density):
    """Looked at after each event, steps of the head to another track among them."""
    near = 0
    for cells in (4000, 50000, 57136, 61536, 70000, 90000):
        head = DriveHead()
        head.insert(ring(cells, ones), 0)
        head.set_density(density, 0)
        head.set_motor(1, 0)
        asked = []
        for event in range(600 if c64.PURE else 20_000):
            if event % 1999 == 500:
                head.set_phase((head.phase + 1) & 3, head.next)
                asked = []
            asked.append(head.ready_from())
            head.run(head.next)
            if head.ready:
                head.ready = 0
                assert max(asked) <= head.ready_at
                near += max(asked) == head.ready_at
                asked = []
    assert near > 20  # it is not that it always says "now"


# BVC waits for BYTE READY, the time of which is noted by timer 1; after 256 bytes it writes.
READY_TIMES = """
        sta $1c05
        ldx #$00
    wait:
        bvc @wait
        clv
        lda $1c04
        sta $0300,x
        lda $1c01
        sta $0400,x
        lda $1c00
        sta $0500,x
        inx
        bne @wait
        lda #$ce
        sta $1c0c
        stx $1c03
        dec $1c03
    more:
        bvc @more
        clv
        stx $1c01
        inx
        bne @more
        lda #$ee
        sta $1c0c
        jmp @wait
"""
SURFACES = {
    "formatted": lambda: Surface(disk()),
    "no disk": lambda: None,
    "dense": lambda: ring(50000, 90),
    "thin": lambda: ring(61536, 8),
    "a few": lambda: ring(57136, 2),
    "narrow cells": lambda: ring(90000, 50),
    "short": lambda: ring(4000, 40),
}


@pytest.mark.parametrize("density", range(4))
@pytest.mark.parametrize("name", SURFACES)
def test_bytes_under_the_head_come_in_the_same_cycles(name, density):
    lines = f"lda #${density << 5 | 6:02x}\n sta $1c00\n"
    made = units(make_rom(READ_HEAD + lines + READY_TIMES))
    for unit in made:
        unit.insert(SURFACES[name](), 0)
    for due in range(1000, 4_000 if c64.PURE else 120_000, 977):
        run_all(made, due)
    assert len(set(bytes(made[0].ram[0x300:0x400]))) > 4


# -- loops that are skipped, and such as must not be ------------------------------------


# Motor off, lines let go.
PORTS = "lda #$6f\n sta $1c02\n lda #$00\n sta $1c00\n lda #$1a\n sta $1802\n ldx #$ff\n txs\n"


def run_loop(code, irq=None, cycles=20_000, prepare=None):
    """Run a loop in all drives; returns the share of the cycles that the last one skipped."""
    made = units(make_rom(PORTS + code, irq))
    for unit in made:
        if prepare:
            prepare(unit)
    while made[0].cycle < cycles:
        run_all(made, made[0].cycle + 4157)
    assert made[0].idle_loop.skipped == made[1].idle_loop.skipped == 0
    return made[2].idle_loop.skipped / made[2].cycle


TIMER = """
        lda #$40
        sta $1c0b
        lda #$c0
        sta $1c0e
        lda #$10
        sta $1c05
        cli
"""
ACKNOWLEDGE = "inc $40\n bit $1c04\n rti"
# All that the idle loops of drive ROMs do: a pointer that counts down in the zero page through a
# table, cells that are put aside and brought back, a byte on the stack, interrupts held off, and
# the port with the lamp written with what was read from it.
LIKE_A_ROM = """
    loop:
        cli
        lda $7c
        bne @loop
        lda #$0e
        sta $72
        lda #$00
        sta $6f
    table:
        ldx $72
        lda $022b,x
        cmp #$ff
        beq @next
    next:
        dec $72
        bpl @table
        ldy #$04
    jobs:
        lda $0000,y
        dey
        bpl @jobs
        sei
        lda $1c00
        and #$f7
        pha
        lda $7f
        sta $86
        lda #$01
        sta $7f
        jsr @sub
        lda $86
        sta $7f
        pla
        sta $1c00
        jmp @loop
    sub:
        lda $1800
        rts
"""


WAITING = {  # code, share of the cycles that at least is skipped
    "jump": ("loop:\n jmp @loop", 0.95),
    "port": ("loop:\n lda $1800\n bpl @loop", 0.95),
    "pins of the disk": ("loop:\n bit $1c00\n bmi @loop", 0.95),
    "flags": ("lda #$02\n loop:\n bit $180d\n beq @loop", 0.95),
    "interrupts": (TIMER + "loop:\n lda $7c\n beq @loop", 0.9),
    "like a ROM": (LIKE_A_ROM, 0.7),
    "like a ROM with interrupts": (TIMER + LIKE_A_ROM, 0.5),
}


@pytest.mark.parametrize("name", WAITING)
def test_a_loop_that_waits_is_skipped_and_nothing_is_different(name):
    code, least = WAITING[name]
    assert run_loop(code, ACKNOWLEDGE, 40_000) > least


MOVING = {
    "memory": "loop:\n inc $10\n jmp @loop",
    "register": "loop:\n inx\n jmp @loop",
    "timer 1": "loop:\n lda $1c04\n jmp @loop",
    "its high byte": "loop:\n cmp $1c05\n jmp @loop",
    "timer 2": "loop:\n lda $1c08\n jmp @loop",
    "output": "loop:\n lda $1800\n eor #$02\n sta $1800\n jmp @loop",
    "head": "lda #$04\n sta $1c00\n loop:\n lda $1c00\n jmp @loop",
    "latch": "loop:\n bit $1c01\n jmp @loop",
}


@few_uncompiled(1)
@pytest.mark.parametrize("name", MOVING)
def test_a_loop_in_which_anything_moves_is_run(name):
    assert run_loop(MOVING[name]) == 0


def test_a_jammed_cpu_goes_round_too():
    def jam(unit):
        unit.rom[len(assemble(PORTS))] = 0x02

    assert run_loop("nop", prepare=jam) > 0.95


@long_uncompiled
def test_a_loop_of_very_many_changes_or_steps_is_run():
    many = "".join(f"inc ${n:02x}\n dec ${n:02x}\n" for n in range(0x20, 0x50))
    assert run_loop("loop:\n" + many + "jmp @loop") == 0
    assert run_loop("loop:\n" + "nop\n" * 300 + "jmp @loop") == 0


def test_a_byte_changed_twice_counts_as_it_was_at_first():
    """$10 goes 0, 1, 2, 1, 0 in each round; $11 does not come back."""
    there = "inc $10\n inc $10\n dec $10\n dec $10\n"
    assert run_loop(f"loop:\n {there} jmp @loop") > 0.9
    assert run_loop(f"loop:\n {there} inc $11\n jmp @loop") == 0


@long_uncompiled
def test_the_light_of_the_notch_changes_within_a_loop():
    """A disk is changed: the port is read for 0.6 s, and each change noted by a counter."""
    code = (
        PORTS
        + """
        lda $1c00
        sta $20
    loop:
        lda $1c00
        cmp $20
        beq @loop
        sta $20
        inc $21
        jmp @loop
    """
    )
    made = units(make_rom(code), disk())
    run_all(made, 5000)
    for unit in made:
        unit.insert(Surface(disk()), 0)
    for due in range(190_000, 700_000, 20_000) if not c64.PURE else (196_000, 210_000):
        run_all(made, due)
    assert made[2].ram[0x21] == (2 if c64.PURE else 4)
    assert c64.PURE or made[2].idle_loop.skipped > 50_000


def test_what_the_host_puts_into_memory_between_runs_is_seen():
    code = PORTS + "loop:\n lda $7c\n beq @loop\n inc $10\n lda #$00\n sta $7c\n beq @loop"
    made = units(make_rom(code))
    for due in range(5000, 45_000, 5000):
        run_all(made, due)
        for unit in made:
            unit.ram[0x7C] = 1
    assert made[2].ram[0x10] == 7
    assert made[2].idle_loop.skipped > 25_000
