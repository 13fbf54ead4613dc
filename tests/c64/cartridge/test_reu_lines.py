"""The cycle of each byte of a REU's transfers around bad lines and sprites, as x64sc has it.

reu_lines.json is what x64sc 3.7.1 did (``python -m tests.c64.cartridge.reu_lines`` writes it anew).
It leaves out where x64sc differs from what was measured on hardware, which our REU follows: swaps
(REU/reutiming2/e, e6, f3, f4 and g3 of VICE's collection, which x64sc fails), and the first and
the last write of a transfer where BA falls (REU/reutiming2/d, REU/badoublewrite).
"""

import json

import pytest

from tests.c64.cartridge import reu_lines
from tests.c64.cartridge.reu_lines import (
    CONTENTS,
    END,
    MEASURED,
    SCENES,
    STARTS,
    STOPS,
    measure,
    notes,
)
from tests.c64.cartridge.reu_programs import STOP, SWAP, VERIFY
from tests.c64.cartridge.test_beside_x64sc import our_memory
from tests.c64.cartridge.x64sc import memory_after, needs_x64sc
from tests.volume import seldom

pytestmark = pytest.mark.compiled_only("several million cycles a program")
DONE, EXPECTED = 0x50, json.loads(MEASURED.read_text())
ELAPSED, STATUS = 0, 2  # in what a transfer notes


def on_ours(prg):
    """Return what our machine leaves from CONTENTS on."""
    return our_memory(prg, "512k", end=END)


def on_x64sc(prg):
    """Return what x64sc leaves there."""
    options = ("-VICIImodel", "6569", "-reu", "-reusize", "512")
    return memory_after(prg, STOP, CONTENTS, END, *options)[CONTENTS - END :]


def expected(scene, stops):
    """Return what MEASURED has for some of STOPS."""
    rows = [dict(zip(STOPS, row.split(), strict=True)) for row in EXPECTED[scene]["writes"]]
    return EXPECTED[scene] | {"writes": [" ".join(row[stop] for stop in stops) for row in rows]}


@pytest.mark.slow
@pytest.mark.parametrize("stops", [STOPS[::4], seldom(STOPS)])
@pytest.mark.parametrize("scene", SCENES)
def test_each_byte_is_read_and_written_in_the_cycle_in_which_x64sc_does(scene, stops):
    assert measure(on_ours, scene, stops) == expected(scene, stops)


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_a_verify_takes_the_cycles_that_a_transfer_to_the_reu_takes_and_reads_in_them(scene):
    """It finds no difference from a timer's values that were read from the same cycle on."""
    for starts in (range(32), range(32, STARTS)):
        prg = reu_lines.program(reu_lines.reads(VERIFY, starts), scene)
        memory = on_ours(prg)
        for n in range(len(starts)):
            first, second = notes(memory, 2 * n), notes(memory, 2 * n + 1)
            assert first[ELAPSED] == second[ELAPSED]
            assert second[STATUS] == DONE


def test_a_swap_over_a_bad_line_reads_a_byte_again_or_holds_its_read():
    """The tables of hardware want it; x64sc waits 1 or 2 cycles less, and reads nothing twice.

    BA falls before a write: the byte is read again 46 cycles later, as 43 cycles are odd.  It falls
    before a read: that one is held for two cycles, the next is made 42 later.
    """
    memory = on_ours(reu_lines.program(reu_lines.reads(SWAP, range(STARTS)), "bad line"))
    told = [text.split()[2:] for text in reu_lines.cycles_of_reads(memory, apart=2)]
    for start in range(25, STARTS, 2):
        at = 93 - (start - 25) // 2
        assert told[start] == [f"{at}+46"]
        assert told[start + 1 : start + 2] in ([], [[f"{at}+4", f"{at + 1}+42"]])


@pytest.mark.long
@needs_x64sc
@pytest.mark.parametrize("scene", SCENES)
def test_the_table_is_what_x64sc_does(scene):
    assert measure(on_x64sc, scene) == EXPECTED[scene]


@pytest.mark.long
@needs_x64sc
@pytest.mark.parametrize("scene", SCENES)
def test_a_verify_leaves_on_x64sc_what_it_leaves_here(scene):
    for starts in (range(32), range(32, STARTS)):
        prg = reu_lines.program(reu_lines.reads(VERIFY, starts), scene)
        assert on_ours(prg) == on_x64sc(prg)
