"""What a 6522 does in random programs stays what it was.

test_via.py says what a thing is and why, and test_lag.py that it is the same when cycles are ended
in one step.  This one holds the rest: via_traces.json has sums of all that was seen, of a build
whose drive passed the programs of VICE that c64/drive/via.py names.
``python -m tests.c64.drive.test_via_random`` writes it anew; run ``make conformance`` before that.
"""

import random
from pathlib import Path

import pytest

from c64.drive.via import VIA
from tests.c64 import traces

ORB, ORA, DDRB, DDRA, T1CL, T1CH, T1LL, T1LH, T2CL, T2CH, SR, ACR, PCR, IFR, IER, NHS = range(16)
SUMS = Path(__file__).with_name("via_traces.json")
SEEDS, CYCLES, PIECES = 6, 3000, 6
SMALL = (0, 0, 0, 1, 2, 3, 5, 9)
# kind: values that are written to a register, so that much happens in few cycles
KINDS = {
    "timers": {
        T1CL: SMALL, T1LL: SMALL, T1CH: (0, 0, 0, 1), T1LH: (0, 0, 1), T2CL: SMALL,
        T2CH: (0, 0, 0, 1), ACR: (0x00, 0x40, 0x80, 0xC0, 0x20), ORB: range(256),
        DDRB: (0x00, 0xFF, 0x80, 0x40),
        IER: (0xE0, 0xC0, 0xA0, 0x40, 0x20, 0x7F), IFR: (0x20, 0x40, 0x60, 0x7F),
    },
    "shift": {
        SR: range(256), T2CL: SMALL, T2CH: (0, 0, 1), IER: (0x84, 0x04), IFR: (0x04, 0x7F),
        ACR: tuple(range(0, 0x20, 4)) * 2 + (0x0C, 0x1C, 0x14, 0x04), PCR: (0x00, 0xC0, 0xE0, 0x80),
    },
    "lines": {
        PCR: range(256), ACR: (0, 1, 2, 3, 3), ORA: range(256), ORB: range(256), NHS: range(256),
        DDRA: (0x00, 0xFF, 0x0F), DDRB: (0x00, 0xFF, 0xF0),
        IER: (0x9F, 0x82, 0x90, 0x1F, 0x01), IFR: (0x1F, 0x02, 0x10, 0x7F),
    },
    "any": {reg: range(256) for reg in range(16)},
}  # fmt: skip
PINS = ("ca1", "ca2", "cb1", "cb2", "pa", "pb")
READ_MOST = {
    "timers": (T1CL, T1CH, T2CL, T2CH, IFR, ORB), "shift": (SR, IFR), "lines": (ORA, ORB, NHS, IFR),
    "any": range(16),
}  # fmt: skip


def script(kind, seed):
    """Return [(action, register or pin, value)], one for each cycle; accesses come in bursts."""
    rng = random.Random(f"{kind} {seed}")
    values = KINDS[kind]
    steps, gap = [], 0
    for _ in range(CYCLES):
        if gap:
            gap -= 1
            steps.append(("", 0, 0))
            continue
        gap = rng.choice((0, 0, 0, 1, 2, 3, 6, 20))
        does = rng.random()
        if does < 0.45:
            reg = rng.choice(list(values))
            steps.append(("write", reg, rng.choice(values[reg])))
        elif does < 0.7:
            steps.append(("read", rng.choice(READ_MOST[kind]), 0))
        else:
            pin = rng.choice(PINS)
            steps.append(
                ("pin", pin, rng.randrange(256) if pin in ("pa", "pb") else rng.choice((0, 1)))
            )
    return steps


def apply(via, action, where, value):
    """Do a step of a script; returns what was read."""
    if action == "read":
        return via.read(where)
    if action == "write":
        via.write(where, value)
    elif action == "pin":
        if where in ("pa", "pb"):
            setattr(via, f"{where}_in", value)
        else:
            getattr(via, f"set_{where}")(value)
    return 0


def lines(via):
    """What a VIA puts on its pins."""
    levels = via.irq, via.pa_pins(), via.pb_pins(), via.ca2_out, via.cb1_out, via.cb2_out
    return tuple(map(int, levels))


def sums(kind, seed):
    """Return the sums of what is seen of a VIA."""
    via = VIA()
    via.reset()
    seen = []
    for step in script(kind, seed):
        seen.append((apply(via, *step), *lines(via), via.peek(IFR)))
        via.clock()
    return traces.told(seen, PIECES)


@pytest.mark.parametrize("kind", KINDS)
def test_reads_and_pins_of_random_programs_are_what_they_were(kind):
    known = traces.known(SUMS)
    for seed in range(SEEDS):
        assert sums(kind, seed) == known[f"{kind} {seed}"]


if __name__ == "__main__":
    traces.write(
        SUMS, {f"{kind} {seed}": sums(kind, seed) for kind in KINDS for seed in range(SEEDS)}
    )
