"""What a head reads and writes in random programs stays what it was, and its noise is what is said.

test_head.py and test_lag.py say what a thing is and why.  This one holds the rest: head_traces.json
has checksums of all that was seen, of a build that passed the outside suites
(docs/measured/conformance.md).
``python -m tests.c64.drive.test_head_random`` writes it anew; run ``make conformance`` before that.
"""

import random
from pathlib import Path

import pytest

from c64.drive.head import DriveHead
from tests.c64 import traces
from tests.c64.builds import few_uncompiled

SUMS = Path(__file__).with_name("head_traces.json")
SEEDS, STEPS, PIECES = 4, 800, 6
TURN = 3_200_000  # periods of 16 MHz
# kind: what is done how often, of 16 times
KINDS = {
    "read": ("density", "density", "motor", "step"),
    "step": ("step",) * 9 + ("motor",),
    "write": ("writing", "writing", "writing", "data", "data", "density", "step", "motor"),
    "blank": ("density", "motor", "writing", "step"),
}


class Disk:
    """A surface: some half tracks with random cells of different density, some without any."""

    def __init__(self, kind, rng):
        self.read_only = kind == "step"
        self.tracks, self.touched = {}, []
        for half in range(2, 85):
            cells = rng.choice((50_000, 53_328, 57_136, 61_536, 4_001, 90_000))
            if kind != "blank" and half % 5:
                bits = rng.getrandbits(cells) & rng.getrandbits(cells)
                if half % 3 == 0:
                    bits |= rng.getrandbits(cells) | (1 << cells // 2) - 1 >> 40
                data = (bits << 7 - (cells - 1) % 8).to_bytes((cells + 7) // 8, "big")
                self.tracks[half] = bytearray(data), cells

    def track(self, half):
        return self.tracks.get(half)

    def regrid(self, half, cells):
        self.tracks[half] = bytearray(cells // 8 + 1), cells
        return self.tracks[half]

    def written(self, half):
        self.touched.append(half)


def sums(kind, seed):
    """Return the sums of what is seen of a head."""
    rng = random.Random(f"{kind} {seed}")
    head, disk, now, seen = DriveHead(), Disk(kind, rng), 0, []
    head.insert(disk, now)
    head.set_motor(1, now)
    phase = head.phase
    for _ in range(STEPS):
        now += rng.choice((16, 160, 400, 1600, 1600, 8000, 48_000 if kind == "step" else 3000))
        head.run(now)
        does = rng.randrange(16)
        what = KINDS[kind][does] if does < len(KINDS[kind]) else ""
        if what == "density":
            head.set_density(rng.randrange(4), now)
        elif what == "motor" and (rng.random() < 0.3 or not head.motor):
            head.set_motor(1 - head.motor, now)
        elif what == "step":
            phase = phase + rng.choice((1, 1, 1, 2, 3)) & 3
            head.set_phase(phase, now)
        elif what == "writing":
            head.set_writing(1 - head.writing, now)
        elif what == "data":
            head.data_out = rng.randrange(256)
        seen.append(
            (head.half, head.shifter, head.count, int(head.ready), head.ready_at, head.in_sync())
        )
        seen.append((head.ready_from() <= head.next or head.ready_from(), len(disk.touched)))
        if rng.random() < 0.3:
            head.ready = 0
    seen.append(sorted((half, zsum(data), cells) for half, (data, cells) in disk.tracks.items()))
    return traces.told([tuple(map(plain, row)) for row in seen], PIECES)


def zsum(data):
    """A number for some bytes."""
    return traces.zlib.crc32(bytes(data))


def plain(value):
    """The same in both builds: no bool where the compiled machine has a number."""
    return int(value) if isinstance(value, bool) else value


@few_uncompiled(1)
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_head_reads_and_writes_in_random_programs_is_what_it_was(kind):
    known = traces.known(SUMS)
    for seed in range(SEEDS):
        assert sums(kind, seed) == known[f"{kind} {seed}"]


def test_the_noise_of_a_track_without_reversals_is_marsaglias():
    """xorshift, 13 17 5, of 32 bits (Journal of Statistical Software 8, 2003)."""
    head = DriveHead()
    head.set_motor(1, 0)
    value = head.noise
    for _ in range(200):
        before = head.noise
        while head.noise == before:
            head.run(head.next)
        value ^= value << 13 & 0xFFFFFFFF
        value ^= value >> 17
        value ^= value << 5 & 0xFFFFFFFF
        assert head.noise == value
        # A reversal that nobody made: the next comes in 33 to 399 periods.
        assert head.noise_at - head.shift_at + 2 * (16 - head.density) == 33 + (value >> 8) % 367


if __name__ == "__main__":
    traces.write(
        SUMS, {f"{kind} {seed}": sums(kind, seed) for kind in KINDS for seed in range(SEEDS)}
    )
