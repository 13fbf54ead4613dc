"""What copy protections and their killers put on disks, in a .g64 under the drive's own code."""

import pytest

from c64.drive.board1541 import DriveBus
from disk.g64 import G64Image
from disk.gcr import encode
from disk.surface import Surface
from tests.c64.builds import long_uncompiled, some_uncompiled
from tests.c64.drive.drive_rom import READ_HEAD, make_rom
from tests.disk.test_g64 import make


def compiled(*values):
    """What only the compiled machine reads, beside its like at both ends of the range."""
    reason = "another surface of the same kind; test_head_random and test_head compare the builds"
    return pytest.param(*values, marks=pytest.mark.compiled_only(reason))


# Motor on with the head at rest over a half track of phase %AT%, then a step to phase %TO%; 40 ms
# later copies %PAGES% pages behind the next SYNC to $0300.
COPY = (
    READ_HEAD
    + """
        lda #%AT%
        sta $1c00
        lda #%TO%
        sta $1c00
        ldx #$20
rest:
        dey
        bne @rest
        dex
        bne @rest
        lda #$00
        sta $20
        lda #$03
        sta $21
        ldx #%PAGES%
        ldy #$00
sync:
        bit $1c00
        bmi @sync
        lda $1c01
        clv
byte:
        bvc @byte
        clv
        lda $1c01
        sta ($20),y
        iny
        bne @byte
        inc $21
        dex
        bne @byte
        inc $10
stop:
        jmp @stop
"""
)
SYNC = b"\xff" * 5
SIZES = (6250, 6666, 7142, 7692)  # bytes of a track by density


def plain(count, seed=1):
    """Return so many bytes of GCR, a multiple of 5, as a block has: a 0 ends the SYNC before."""
    data = bytes((seed * 37 + n * n + (n >> 4)) & 0xFF for n in range(count // 5 * 4 - 1))
    return encode(b"\x07" + data)


def drive_over(halves, half, density, to=None, pages=4):
    """Return a board whose program goes from ``half`` to ``to`` of a .g64 and copies there."""
    to = half if to is None else to
    code = COPY
    for word, value in (("AT", half), ("TO", to)):
        code = code.replace(f"%{word}%", f"${density << 5 | 4 | (value - 2) & 3:02x}")
    unit = DriveBus(make_rom(code.replace("%PAGES%", f"${pages:02x}")))
    unit.head.half, unit.head.moving = half, 0
    unit.insert(Surface(G64Image(make(halves))), 0)
    return unit


def copied(unit, pages=4, cycles=700_000):
    """Run until the copy is done; returns it."""
    while not unit.ram[0x10]:
        unit.run_to(unit.cycle + 5000)
        assert unit.cycle < cycles, "the program waits for ever"
    return bytes(unit.ram)[0x300 : 0x300 + 256 * pages]


def marked(half, density):
    """Return a whole track that says which it is."""
    return SYNC + plain(SIZES[density] // 5 * 5 - 5, seed=half), density


@pytest.mark.parametrize(
    "at, to",
    [(36, 37), (83, 84), (3, 2), *(compiled(*w) for w in ((37, 36), (37, 38), (70, 71), (81, 82)))],
)
def test_a_step_of_half_a_track_reads_what_is_there_and_nothing_of_its_neighbours(at, to):
    density = 3 if to < 36 else 2 if to < 50 else 0
    halves = {half: marked(half, density) for half in (to - 1, to, to + 1) if 2 <= half <= 84}
    unit = drive_over(halves, at, density, to)
    assert copied(unit) == halves[to][0][5 : 5 + 1024]
    assert unit.head.half == to


# Bytes of a track by density: 6 % longer and shorter than usual, as mastering machines wrote them.
@pytest.mark.parametrize("density", [0, compiled(1), compiled(2), 3])
@pytest.mark.parametrize("percent", [-6, compiled(-3), compiled(0), compiled(3), 6])
def test_long_and_short_tracks_read_without_a_slip(density, percent):
    size = SIZES[density] * (100 + percent) // 100 // 5 * 5
    track = SYNC + plain(size - 5, seed=9)
    unit = drive_over({34: (track, density)}, 34, density, pages=5)
    assert copied(unit, pages=5) == track[5 : 5 + 1280]


@pytest.mark.parametrize("size", [compiled(7150), compiled(7692), 8150])
def test_the_bytes_of_a_turn_are_as_many_as_the_track_has(size):
    """What a check for a long track counts: bytes from one pass of its only SYNC to the next."""
    unit = DriveBus(make_rom("loop:\n jmp @loop"))
    unit.head.half, unit.head.moving = 34, 0
    unit.insert(Surface(G64Image(make({34: (SYNC + plain(size - 5), 3)}))), 0)
    unit.access_write(0x1C0C, 0xEE)
    unit.access_write(0x1C02, 0x6F)
    unit.access_write(0x1C00, 0x64)
    passes, level, bytes_seen = [], 0, 0
    while len(passes) < 3:
        unit.cpu.p &= 0xBF
        unit.run_to(unit.cycle + 8)
        bytes_seen += unit.cpu.p >> 6 & 1
        now = 1 - (unit.access_read(0x1C00) >> 7)
        if now > level:
            passes.append((unit.cycle, bytes_seen))
        level = now
        assert unit.cycle < 2_000_000
    (_, _), (one, before), (two, after) = passes
    assert two - one == pytest.approx(200_000, abs=16)
    assert after - before == pytest.approx(size - 5, abs=1)  # no byte comes while SYNC is there


@long_uncompiled
@pytest.mark.parametrize("turns", some_uncompiled((2, 4), 2))
def test_weak_bits_read_differently_each_turn_and_what_is_around_them_does_not(turns):
    """A stretch without flux: the amplifier turns itself up until it hears noise."""
    head, tail = plain(400), plain(7222, seed=5)
    unit = drive_over({34: (SYNC + head + bytes(60) + SYNC + tail, 3)}, 34, 3, pages=5)
    stretches, tails = set(), 0
    while len(stretches) < turns:
        unit.cpu.pc = 0xC000
        unit.ram[0x10] = 0
        now = copied(unit, pages=5, cycles=unit.cycle + 700_000)
        if now.startswith(tail[:1000]):  # behind the other SYNC
            tails += 1
            assert tails < 20
            continue
        assert now.startswith(head[:399])
        stretch = now[402:455]
        assert stretch not in stretches and stretch != bytes(53)
        stretches.add(stretch)


@long_uncompiled
def test_a_killer_track_is_sync_all_the_way_round_and_gives_no_byte():
    unit = DriveBus(make_rom("loop:\n jmp @loop"))
    unit.head.half, unit.head.moving = 34, 0
    unit.insert(Surface(G64Image(make({34: (b"\xff" * 7692, 3)}))), 0)
    unit.access_write(0x1C0C, 0xEE)
    unit.access_write(0x1C02, 0x6F)
    unit.access_write(0x1C00, 0x64)
    unit.run_to(1_000)
    unit.cpu.p &= 0xBF
    for _ in range(2_500):
        unit.run_to(unit.cycle + 100)
        assert unit.access_read(0x1C00) & 0x80 == 0
        assert unit.cpu.p & 0x40 == 0
