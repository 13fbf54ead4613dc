"""Pictures of random programs: every pixel is the one that x64sc shows.

Other tests of the VIC say what a thing is and why.  This one holds all the rest: pictures.json has
a sum of what our machine shows of each program, which was written when x64sc 3.7.1 showed the same
(``python -m tests.c64.vic.test_random_pictures [SCENE ...]`` compares again and writes it anew).

Left out is where x64sc does not do what was measured elsewhere: the idle access in the cycle in
which a bad line ends the idle state (vic.py, late_idle_access), which is made an ordinary one here
and so goes without ECM; and single pixels of an 8565 whose mode changes (pixels.py).
"""

import json
import sys
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import pytest

import c64
from tests.c64.cartridge.x64sc import needs_x64sc, picture_after
from tests.c64.vic.random_pictures import SCENES, program
from tests.conformance.pictures import difference, shown

pytestmark = pytest.mark.compiled_only("many frames a program")
KNOWN = Path(__file__).with_name("pictures.json")
EXPECTED = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
VICS = {"c64": "6569", "c64c": "8565", "ntsc": "6567"}
PROGRAMS = 8  # of each scene
FRAMES = 60  # the program has begun then
CYCLES = 9_000_000  # of x64sc from power-on on: the same
IDLE = 0x3FFF
RUNS = [
    (model, scene, seed)
    for model in VICS
    for scene in SCENES
    for seed in range(PROGRAMS)
    if model != "c64c" or scene in ("colours", "sprites", "crunch")
]


def prg_of(model, scene, seed):
    """Return the .prg of a run."""
    return program(f"{model} {seed}", scene, 65 if model == "ntsc" else 63)


@lru_cache
def booted(model):
    """Return a machine at its prompt, and the snapshot of that."""
    machine = c64.C64(model, sample_rate=0)
    machine.board.vic.late_idle = IDLE
    machine.tick(150)
    return machine, machine.snapshot()


def our_picture(model, prg):
    """Return the picture of a frame, the same as in the next one: palette indices uint8[h, w]."""
    machine, begun = booted(model)
    machine.restore(begun)
    machine.memory[0x0801 : 0x0801 + len(prg) - 2] = prg[2:]
    machine.type("SYS2061\n")
    machine.tick(FRAMES)
    picture = shown(machine.board).copy()
    machine.tick(1)
    assert difference(picture, shown(machine.board)) is None, "the frames are not alike"
    return picture


def x64scs_picture(model, prg):
    """Return the same of x64sc."""
    return picture_after(prg, CYCLES, "-VICIImodel", VICS[model])


def sum_of(picture):
    """Return a sum of a picture."""
    return sha256(picture.tobytes()).hexdigest()[:12]


@pytest.mark.parametrize(("model", "scene"), sorted({run[:2] for run in RUNS}))
def test_a_random_program_shows_what_it_showed_when_x64sc_showed_the_same(model, scene):
    runs = [run for run in RUNS if run[:2] == (model, scene)]
    found = {" ".join(map(str, run)): sum_of(our_picture(model, prg_of(*run))) for run in runs}
    assert found == {name: EXPECTED[name] for name in found}


@pytest.mark.long
@needs_x64sc
@pytest.mark.parametrize("run", RUNS, ids=lambda run: " ".join(map(str, run)))
def test_each_pixel_is_the_one_that_x64sc_shows(run):
    prg = prg_of(*run)
    assert difference(x64scs_picture(run[0], prg), our_picture(run[0], prg)) is None


def main(scenes):
    """Compare with x64sc, all of it or some scenes; what is equal is written."""
    wrong, sums = 0, {} if not scenes else dict(EXPECTED)
    for run in RUNS:
        if scenes and run[1] not in scenes:
            continue
        prg, name = prg_of(*run), " ".join(map(str, run))
        ours = our_picture(run[0], prg)
        sums.pop(name, None)
        if seen := difference(x64scs_picture(run[0], prg), ours):
            wrong += 1
            print(f"{name}: {seen}", flush=True)
        else:
            sums[name] = sum_of(ours)
    known = {name: sums[name] for run in RUNS if (name := " ".join(map(str, run))) in sums}
    KNOWN.write_text(json.dumps(known, indent=0) + "\n")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
