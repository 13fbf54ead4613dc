"""The 1541's mechanics: turning, stepping, reading and writing cells by the drive's own CPU."""

import hashlib
import itertools
from collections import deque
from pathlib import Path

import pytest

from c64.base.fields import save_fields
from c64.drive.board1541 import DriveBus
from c64.drive.head import HEAD_CELLS
from disk.d64 import D64Image, sectors_of
from disk.gcr import encode, encode_track, skew_of
from disk.surface import Surface
from tests.c64.builds import long_uncompiled, plain_value, some_uncompiled
from tests.c64.drive.drive_rom import READ_HEAD, assemble, make_rom

ROOT = Path(__file__).resolve().parents[3]

# Turns the motor on at density %DENSITY% and copies 256 bytes behind a SYNC to $0300.
COPY = (
    READ_HEAD
    + """
        lda #%DENSITY%
        sta $1c00
        ldy #0
sync:
        bit $1c00
        bmi @sync
        lda $1c01
        clv
byte:
        bvc @byte
        clv
        lda $1c01
        sta $0300,y
        iny
        bne @byte
stop:
        jmp @stop
"""
)

# Writes the 512 bytes at $0300 to the surface, then reads on.
WRITE = (
    READ_HEAD
    + """
        lda #$66
        sta $1c00
        ldx #$ff
        stx $1c03
        stx $1c01
        lda #$ce
        sta $1c0c
        ldy #0
first:
        bvc @first
        clv
        lda $0300,y
        sta $1c01
        iny
        bne @first
second:
        bvc @second
        clv
        lda $0400,y
        sta $1c01
        iny
        bne @second
last:
        bvc @last
        clv
        lda #$ee
        sta $1c0c
        lda #$00
        sta $1c03
        sta $1c00
stop:
        jmp @stop
"""
)


def unit_with(code, image=None, half=36):
    """Return (board, surface) with the head over a half track, its stepper at rest there."""
    unit = DriveBus(make_rom(code))
    unit.head.half = half
    unit.head.moving = 0
    surface = None
    if image is not None:
        surface = Surface(image)
        unit.insert(surface, image.read_only)
    return unit, surface


def run_to_stop(unit, code, cycles):
    """Run until the program is in its last instruction, ``jmp @stop``, at most ``cycles``."""
    stop = 0xC000 + len(assemble(code)) - 3
    while unit.cycle < cycles and not stop <= unit.cpu.pc < stop + 3:
        unit.run_to(unit.cycle + 2000)
    assert unit.cycle < cycles


def copied(track, image=None, cycles=500_000):
    """Return what COPY reads on a track at its density."""
    density = {21: 3, 19: 2, 18: 1, 17: 0}[sectors_of(track)]
    phase = (track * 2 - 2) & 3
    code = COPY.replace("%DENSITY%", f"${density << 5 | 4 | phase:02x}")
    unit, surface = unit_with(code, image or filled_disk(), track * 2)
    _, cells = surface.track(track * 2)
    unit.head.cell = int(skew_of(track) * (cells // 8)) * 8  # where sector 0 begins
    run_to_stop(unit, code, cycles)
    assert unit.head.half == track * 2
    return bytes(unit.ram)[0x300:0x400]


def filled_disk():
    """Return a formatted disk whose sectors all differ."""
    image = D64Image.blank(b"FILLED", b"FD")
    for track in (1, 17, 24, 30, 35):
        for sector in range(sectors_of(track)):
            image.write(track, sector, bytes((track + sector + n) & 0xFF for n in range(256)))
    return image


@pytest.mark.parametrize("track", [1, 17, 18, 24, 25, 30, 31, 35])
def test_the_cpu_reads_what_is_on_the_track(track):
    image = filled_disk()
    surface = bytes(encode_track(image, track)) * 2
    seen = copied(track, image)
    header = seen.index(b"\xff")  # of the next SYNC only its end comes as a byte
    assert header >= 19
    assert seen[:header] in surface
    assert seen[header + 1 : header + 200] in surface


@long_uncompiled
def test_bytes_come_at_the_zone_s_rate():
    """BYTE READY sets V every 26, 28, 30 and 32 cycles."""
    for track, cycles in ((1, 26), (18, 28), (25, 30), (31, 32)):
        unit, _ = unit_with("loop:\n jmp @loop", filled_disk(), track * 2)
        unit.access_write(0x1C0C, 0xEE)
        unit.access_write(0x1C02, 0x6F)
        density = {21: 3, 19: 2, 18: 1, 17: 0}[sectors_of(track)]
        unit.access_write(0x1C00, density << 5 | 4 | (track * 2 - 2) & 3)
        unit.run_to(20_000)
        times = []
        while unit.cycle < 100_000 and len(times) < 300:
            unit.cpu.p &= 0xBF
            before = unit.cycle
            unit.run_to(before + 8)
            if unit.cpu.p & 0x40:
                times.append(unit.cycle)
        gaps = [b - a for a, b in itertools.pairwise(times)]
        assert sum(g for g in gaps if g < 40) / len([g for g in gaps if g < 40]) == pytest.approx(
            cycles, abs=0.3
        )


def test_without_soe_no_byte_ready():
    unit, _ = unit_with(COPY.replace("%DENSITY%", "$44").replace("#$ee", "#$ec"), filled_disk())
    unit.run_to(300_000)
    assert bytes(unit.ram)[0x300:0x400] == bytes(256)


@long_uncompiled
def test_a_turn_takes_200_ms():
    unit, _ = unit_with("loop:\n jmp @loop", filled_disk())
    unit.access_write(0x1C02, 0x6F)
    unit.access_write(0x1C00, 0x46)
    unit.run_to(1000)
    sync = []
    level = 0
    turn = 2 * sectors_of(18)
    while unit.cycle < 1_000_000 and len(sync) <= 2 * turn:
        unit.run_to(unit.cycle + 8)
        now = 1 - (unit.access_read(0x1C00) >> 7)
        if now > level:
            sync.append(unit.cycle)
        level = now
    assert sync[2 * turn] - sync[turn] == pytest.approx(200_000, abs=12)


def stepping_unit(half=36):
    """Return a board whose head lies still over a half track, motor on."""
    unit, _ = unit_with("loop:\n jmp @loop", half=half)
    unit.access_write(0x1C02, 0x6F)
    unit.access_write(0x1C00, 4 | (half - 2) & 3)
    return unit


def step(unit, phases, cycles):
    """Give windings current in turn, each for so many cycles; returns the half track."""
    for phase in phases:
        unit.access_write(0x1C00, 4 | phase & 3)
        unit.run_to(unit.cycle + cycles)
    return unit.head.half


def at_rest(unit):
    """Let the head come to rest; returns the half track."""
    unit.run_to(unit.cycle + 60_000)
    assert not unit.head.moving
    return unit.head.half


@long_uncompiled
def test_the_stepper_moves_half_a_track_a_phase_and_stops_at_the_ends():
    unit = stepping_unit()
    assert step(unit, (3, 0, 1), 15_000) == 39
    step(unit, range(-1, -91, -1), 4_200)
    assert at_rest(unit) in (2, 3)
    step(unit, [0], 20_000)
    assert at_rest(unit) == 2
    step(unit, range(1, 91), 4_200)
    assert at_rest(unit) in (83, 84)


@pytest.mark.parametrize("cycles", some_uncompiled((4_100, 7_700, 8_300, 14_800), 4_100))
def test_the_head_follows_steps_as_fast_as_real_ones_can(cycles):
    unit = stepping_unit()
    step(unit, range(3, 11), cycles)
    assert at_rest(unit) == 36 + 8
    step(unit, range(9, -1, -1), cycles)
    assert at_rest(unit) == 36 - 2


@pytest.mark.parametrize("cycles", some_uncompiled((256, 400, 512), 256))
@pytest.mark.parametrize("way", some_uncompiled((1, -1), 1))
def test_four_steps_that_are_too_fast_leave_the_head_where_it_was(cycles, way):
    unit = stepping_unit()
    for _ in range(2):
        step(unit, [2 + way * n for n in (1, 2, 3, 4)], cycles)
        assert at_rest(unit) == 36


def test_a_step_takes_its_time_and_swings_before_it_rests():
    """The next half track after 3.5 ms, half a one over it after 8.8, at rest after 27."""
    unit = stepping_unit()
    step(unit, [3], 0)
    begin, places = unit.cycle, {}
    while unit.head.moving:
        unit.run_to(unit.cycle + 50)
        places[unit.cycle - begin] = unit.head.place / 2**32 - 36
    assert min(t for t, place in places.items() if place >= 0.5) == pytest.approx(3460, abs=100)
    highest = max(places, key=places.get)
    assert highest == pytest.approx(8800, abs=200)
    assert places[highest] == pytest.approx(1.47, abs=0.02)
    assert max(places) == pytest.approx(27_300, abs=1000)
    assert unit.head.half == 37


def test_a_current_that_is_too_short_does_not_take_the_head_along():
    unit = stepping_unit()
    step(unit, (3,), 700)
    step(unit, (2,), 10)
    assert at_rest(unit) == 36


@long_uncompiled
def test_the_opposite_winding_moves_a_swinging_head_on_and_a_resting_one_not():
    unit = stepping_unit()
    assert step(unit, (0,), 60_000) == 36
    step(unit, (2, 3), 5_000)
    step(unit, (1,), 60_000)
    assert at_rest(unit) == 39
    assert step(unit, (3,), 60_000) == 39


def test_what_the_head_writes_while_it_moves_is_on_each_track_it_passes():
    image = filled_disk()
    unit, surface = unit_with("loop:\n jmp @loop", image)
    unit.access_write(0x1C02, 0x6F)
    unit.access_write(0x1C00, 0x46)
    unit.run_to(1000)
    unit.access_write(0x1C03, 0xFF)
    unit.access_write(0x1C01, 0x55)
    unit.access_write(0x1C0C, 0xCE)
    for phase in (3, 0):
        unit.access_write(0x1C00, 0x44 | phase)
        unit.run_to(unit.cycle + 230_000)
    unit.access_write(0x1C0C, 0xEE)
    for half in (37, 38):
        data, cells = surface.track(half)
        bits = f"{int.from_bytes(data):0{8 * len(data)}b}"[:cells]
        assert bits.count("01") == pytest.approx(cells / 2, abs=20)
    assert len(surface.flush()) == 2


def test_without_its_motor_the_drive_does_not_step():
    unit, _ = unit_with("loop:\n jmp @loop")
    unit.access_write(0x1C02, 0x6F)
    unit.access_write(0x1C00, 6)
    half = unit.head.half
    for phase in (3, 0, 1, 2, 3):
        unit.access_write(0x1C00, phase)
    assert unit.head.half == half


@pytest.mark.parametrize("protected", [False, True])
def test_a_sector_that_is_written_is_on_the_disk_unless_that_is_protected(protected):
    image = D64Image.blank(b"WRITE", b"WR")
    data = bytes(n * 7 & 0xFF for n in range(256))
    check = 0
    for byte in data:
        check ^= byte
    header = bytes((5, 18, ord("R"), ord("W")))
    sum_of_header = header[0] ^ header[1] ^ header[2] ^ header[3]
    sector = (
        b"\xff" * 5
        + encode(bytes((8, sum_of_header)) + header + b"\x0f\x0f")
        + b"\x55" * 9
        + b"\xff" * 5
        + encode(b"\x07" + data + bytes((check, 0, 0)))
    )
    image.read_only = protected
    unit, surface = unit_with(WRITE.replace("lda #$66", "lda #$46"), image)
    unit.ram[0x300:0x500] = bytearray(sector.ljust(512, b"\x55"))
    unit.run_to(100_000)
    assert unit.head.motor == 0
    assert surface.changed != protected
    surface.flush()
    assert (image.read(18, 5) == data) != protected
    assert image.dirty != protected


def test_a_track_written_at_another_density_gets_its_number_of_cells():
    unit, surface = unit_with(WRITE, D64Image.blank(b"WRITE", b"WR"))
    unit.ram[0x300:0x500] = bytearray(b"\x55" * 512)
    unit.run_to(100_000)
    assert surface.track(36)[1] == HEAD_CELLS[3]
    surface.flush()


def test_an_unformatted_track_gives_noise_that_is_the_same_every_time():
    noise = [copied_noise() for _ in range(2)]
    assert noise[0] == noise[1]
    assert len(set(noise[0])) > 20


def copied_noise():
    code = COPY.replace("%DENSITY%", "$66").replace("bmi @sync", "nop\n nop")
    unit, _ = unit_with(code)
    run_to_stop(unit, code, 300_000)
    return bytes(unit.ram)[0x300:0x400]


@long_uncompiled
def test_the_sensor_of_the_notch_sees_a_disk_go_and_come():
    unit, _ = unit_with("loop:\n jmp @loop", D64Image.blank(b"A", b"AA"))

    def seen():
        return unit.access_read(0x1C00) >> 4 & 1

    assert seen() == 1
    unit.run_to(10_000)
    other = D64Image.blank(b"B", b"BB")
    other.read_only = True
    unit.insert(Surface(other), 1)
    levels = []
    for _ in range(14):
        levels.append(seen())
        unit.run_to(unit.cycle + 50_010)
    assert levels == [0] * 4 + [1] * 4 + [0] * 6
    unit.insert(None, 0)
    unit.run_to(unit.cycle + 300_000)
    assert seen() == 1


def test_v_is_set_at_the_end_of_the_first_cycle_10_periods_after_byte_ready():
    unit, _ = unit_with("loop:\n jmp @loop", filled_disk())
    unit.access_write(0x1C0C, 0xEE)
    unit.access_write(0x1C02, 0x6F)
    unit.access_write(0x1C00, 0x46)
    waited = []
    while unit.cycle < 60_000:
        unit.cpu.p &= 0xBF
        unit.idle(1)
        if unit.cpu.p & 0x40:
            waited.append(unit.cycle * 16 - unit.head.ready_at)
    assert min(waited) >= 10
    assert max(waited) < 26
    assert len(set(waited)) > 10


def state_after(cycles):
    """Return a digest of the whole drive after it has read, and written while the head moved."""
    unit, surface = unit_with(COPY.replace("%DENSITY%", "$46"), filled_disk())
    unit.run_to(cycles)
    unit.access_write(0x1C03, 0xFF)
    unit.access_write(0x1C01, 0x55)
    unit.access_write(0x1C0C, 0xCE)
    unit.access_write(0x1C00, 0x47)
    unit.run_to(2 * cycles)
    assert unit.head.moving
    tracks = [bytes(surface.track(half)[0]) for half in (36, 37)]
    return hashlib.sha256(save_fields(unit) + b"".join(tracks)).hexdigest()


@pytest.mark.slow
@pytest.mark.compiled_only("starts the uncompiled machine itself")
def test_compiled_and_uncompiled_drives_are_equal_to_the_last_bit():
    assert plain_value(state_after, "6000") == repr(state_after(6000))


@long_uncompiled
def test_who_listens_learns_of_each_half_track_and_of_the_speed_at_the_end_of_the_way():
    unit = stepping_unit(half=4)
    assert unit.head.moves is None
    unit.head.moves = deque(maxlen=8)
    step(unit, (1, 0), 15_000)
    halves = [(half, hit) for _, half, hit in unit.head.moves]
    assert halves[0] == (3, 0) and (2, 0) in halves
    assert max(hit for _, hit in halves) > 0, "it swings over track 1 and hits the end"
    first = unit.head.moves[0][0] // 16
    assert unit.cycle - 30_000 < first < unit.cycle - 15_000
    step(unit, [phase & 3 for phase in range(40)], 15_000)
    assert len(unit.head.moves) == 8


def test_a_head_with_a_listener_does_what_one_without_does():
    states = []
    for moves in (None, deque(maxlen=8)):
        unit = stepping_unit(half=6)
        unit.head.moves = moves
        step(unit, [phase & 3 for phase in range(5, -3, -1)], 5_000)
        states.append(save_fields(unit.head))
    assert states[0] == states[1]
