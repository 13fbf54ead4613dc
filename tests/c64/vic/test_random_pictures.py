"""Pictures of random programs: every pixel is the one that x64sc shows.

Other tests of the VIC say what a thing is and why.  This one holds all the rest: pictures.json has
a sum of what our machine shows of each program, which was written when x64sc 3.7.1 showed the same
(``python -m tests.c64.vic.test_random_pictures [SCENE ...]`` compares again and writes it anew).
Some programs of each scene are started without the KERNAL: these the uncompiled machine runs, too.

Left out is where x64sc does not do what was measured elsewhere: the idle access in the cycle in
which a bad line ends the idle state (vic.py, late_idle_access), which is made an ordinary one here
and so goes without ECM; single pixels of an 8565 whose mode changes (pixels.py); and programs that
read $D01E or $D01F twice where something collides in the twelve pixels that the first read clears
besides (collisions.py), in which x64sc fails VICII/spritevssprite.
"""

import json
import sys
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import pytest

import c64
from c64.bus.models import MODELS
from tests.c64.builds import few_uncompiled
from tests.c64.cartridge.x64sc import memory_after, needs_x64sc, picture_after
from tests.c64.vic.random_pictures import LOG, SCENES, STOP, program, reading
from tests.conformance.pictures import difference, shown
from tests.volume import seldom

many_frames = pytest.mark.compiled_only("many frames a program; some without the KERNAL run here")
KNOWN = Path(__file__).with_name("pictures.json")
EXPECTED = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
VICS = {name: model.vic for name, model in MODELS.items()}
PROGRAMS = 8  # of each scene
# Their numbers: those that make test shows, and the rest.
PARTS = [range(2), seldom(range(2, PROGRAMS))]
FRAMES = 6  # after the line that starts it is typed; all frames are alike
FRESH_FRAMES = 4  # the same of one that is started without the KERNAL
# Programs of each scene that are started so; the uncompiled machine runs the second in test-long.
FEW = (0, pytest.param(1, marks=pytest.mark.long if c64.PURE else ()))
BEGIN = 0x080D  # of each program
CYCLES = 9_000_000  # of x64sc from power-on on: it has begun then
IDLE = 0x3FFF
OTHERWISE = {("c64", "sprites", 3), ("c64", "crunch", 5), ("drean", "crunch", 7)}
RUNS = [
    (model, scene, seed)
    for model in VICS
    for scene in SCENES
    for seed in range(PROGRAMS)
    if model != "c64c" or scene in ("colours", "sprites", "crunch")
]


# Without those in which x64sc's clearing of a collision shows.
READINGS = [
    (model, scene, seed)
    for model in VICS
    for scene in ("sprites", "crunch")
    for seed in range(PROGRAMS)
    if (model, scene, seed) not in OTHERWISE
]


def without_kernal(runs):
    """Return each (model, scene) once; the uncompiled machine leaves some to test-long.

    It shows every scene on a C64, and on each model sprites.
    """
    return [
        pytest.param(model, scene, marks=() if usual else pytest.mark.long)
        for model, scene in sorted({run[:2] for run in runs})
        for usual in (c64.compiled() or model == "c64" or scene == "sprites",)
    ]


@lru_cache
def prg_of(model, scene, seed):
    """Return the .prg of a run."""
    return program(f"{model} {seed}", scene, MODELS[model].cycles_per_line)


@lru_cache
def booted(model):
    """Return a machine at its prompt, and the snapshot of that."""
    machine = c64.C64(model, sample_rate=0)
    machine.board.vic.late_idle = IDLE
    machine.tick(150)
    return machine, machine.snapshot()


def running(model, prg):
    """Return a machine on which a program has been started."""
    machine, begun = booted(model)
    machine.restore(begun)
    machine.memory[0x0801 : 0x0801 + len(prg) - 2] = prg[2:]
    machine.type("SYS2061\n")
    return machine


def fresh(model, prg):
    """Return the same without the KERNAL having run."""
    machine = c64.C64(model, sample_rate=0)
    machine.board.vic.late_idle = IDLE
    machine.tick(1)
    machine.memory[0x0801 : 0x0801 + len(prg) - 2] = prg[2:]
    machine.board.cpu.pc = BEGIN
    return machine


def our_picture(machine, frames=FRAMES):
    """Return the picture of a frame, the same as in the next one: palette indices uint8[h, w]."""
    machine.tick(frames)
    picture = shown(machine.board).copy()
    machine.tick(1)
    assert difference(picture, shown(machine.board)) is None, "the frames are not alike"
    return picture


def x64scs_picture(model, prg):
    """Return the same of x64sc."""
    return picture_after(prg, CYCLES, "-VICIImodel", VICS[model].lower())


def sum_of(seen):
    """Return a sum of a picture, or of what was read."""
    return sha256(seen).hexdigest()[:12]


def our_log(machine, count):
    """Return what a reading program has noted when it comes to STOP."""
    board = machine.board
    board.ram[STOP : STOP + 3] = bytes((0x4C, STOP & 0xFF, STOP >> 8))
    limit = board.cycle + CYCLES
    while board.cpu.pc != STOP:
        board.run_until(board.cycle + 500)
        assert board.cycle < limit
    return bytes(board.ram[LOG : LOG + count])


def x64scs_log(model, prg, count):
    """Return the same of x64sc."""
    return memory_after(prg, STOP, LOG, LOG + count, "-VICIImodel", VICS[model].lower())[-count:]


def reading_of(model, scene, seed):
    """Return (.prg, how much it notes) of a reading."""
    return reading(f"{model} {seed}", scene, MODELS[model].cycles_per_line)


def named(run, what=""):
    """Return the name of a run in KNOWN."""
    return " ".join(map(str, (*run, what))).strip()


@many_frames
@pytest.mark.parametrize("numbers", PARTS)
@pytest.mark.parametrize(("model", "scene"), sorted({run[:2] for run in RUNS}))
def test_a_random_program_shows_what_it_showed_when_x64sc_showed_the_same(model, scene, numbers):
    runs = [run for run in RUNS if run[:2] == (model, scene) and run[2] in numbers]
    found = {named(run): sum_of(our_picture(running(model, prg_of(*run)))) for run in runs}
    assert found == {name: EXPECTED[name] for name in found}


@few_uncompiled(3)
@pytest.mark.parametrize("number", FEW)
@pytest.mark.parametrize(("model", "scene"), without_kernal(RUNS))
def test_it_shows_the_same_without_the_kernal(model, scene, number):
    run = [run for run in RUNS if run[:2] == (model, scene)][number]
    picture = our_picture(fresh(model, prg_of(*run)), FRESH_FRAMES)
    assert sum_of(picture) == EXPECTED[named(run)]


@many_frames
@pytest.mark.parametrize("numbers", PARTS)
@pytest.mark.parametrize("model", VICS)
def test_a_random_program_reads_what_it_read_when_x64sc_read_the_same(model, numbers):
    runs = [run for run in READINGS if run[0] == model and run[2] in numbers]
    found = {}
    for run in runs:
        prg, count = reading_of(*run)
        found[named(run, "read")] = sum_of(our_log(running(model, prg), count))
    assert found == {name: EXPECTED[name] for name in found}


@few_uncompiled(1)
@pytest.mark.parametrize(("model", "scene"), without_kernal(READINGS))
def test_it_reads_the_same_without_the_kernal(model, scene):
    run = next(run for run in READINGS if run[:2] == (model, scene))
    prg, count = reading_of(*run)
    assert sum_of(our_log(fresh(model, prg), count)) == EXPECTED[named(run, "read")]


@pytest.mark.long
@needs_x64sc
@pytest.mark.parametrize("run", RUNS, ids=named)
def test_each_pixel_is_the_one_that_x64sc_shows(run):
    prg = prg_of(*run)
    ours = our_picture(running(run[0], prg))
    assert difference(x64scs_picture(run[0], prg), ours) is None


@pytest.mark.long
@needs_x64sc
@pytest.mark.parametrize("run", READINGS, ids=named)
def test_each_read_gives_what_x64sc_reads(run):
    prg, count = reading_of(*run)
    assert our_log(running(run[0], prg), count) == x64scs_log(run[0], prg, count)


def main(scenes):
    """Compare with x64sc, all of it or some scenes; what is equal is written."""
    known, wrong = dict(EXPECTED), 0
    for run in (run for run in RUNS if not scenes or run[1] in scenes):
        prg = prg_of(*run)
        ours = our_picture(running(run[0], prg))
        known[named(run)] = sum_of(ours)
        if seen := difference(x64scs_picture(run[0], prg), ours):
            wrong += 1
            print(f"{named(run)}: {seen}", flush=True)
    for run in (run for run in READINGS if not scenes or "read" in scenes):
        prg, count = reading_of(*run)
        ours = our_log(running(run[0], prg), count)
        theirs = x64scs_log(run[0], prg, count)
        known[named(run, "read")] = sum_of(ours)
        if ours != theirs:
            wrong += 1
            first = next(at for at in range(count) if ours[at] != theirs[at])
            print(f"{named(run)}, {first}: {ours[first]:#x}, not {theirs[first]:#x}", flush=True)
    if not wrong:
        names = [*map(named, RUNS), *(named(run, "read") for run in READINGS)]
        KNOWN.write_text(json.dumps({name: known[name] for name in names}, indent=0) + "\n")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
