"""REU transfers in a shown picture: every pixel is the one that x64sc shows.

Left out is where x64sc 3.7.1 does not do what was measured on hardware (test_reu_lines.py): swaps
in a picture that is shown, and transfers whose first or last byte comes in cycles of BA low.
"""

from itertools import count, islice

import numpy as np
import pytest

from tests.c64.cartridge.reu_pictures import SCENES, program
from tests.c64.cartridge.test_beside_x64sc import begun
from tests.c64.cartridge.x64sc import needs_x64sc, picture_after
from tests.conformance.pictures import difference, shown

PROGRAMS = 5  # of each scene
EXECUTE = 0x80  # in the REU's command, from its write to the transfer's end
AROUND = 4  # cycles
FRAMES = 60  # the program has begun then
CYCLES = 9_000_000  # of x64sc from power-on on: the same


def running(prg):
    """Return our machine in the midst of a program."""
    machine = begun(prg, "512k")
    machine.tick(FRAMES)
    return machine


def our_pictures(prg, frames):
    """Return the pictures of successive frames: uint8[frames, h, w] of palette indices."""
    machine, pictures = running(prg), []
    for _ in range(frames):
        machine.tick(1)
        pictures.append(shown(machine.board).copy())
    return np.array(pictures)


def edges_are_clear(prg):
    """Return whether BA is high around the first and the last cycle of each transfer of a frame."""
    machine = running(prg)
    board, low, edges = machine.board, [], []
    reu, executing = board.cart, 0
    for _ in range(board.model.lines * board.model.cycles_per_line):
        board.run_until(board.cycle + 1)
        low.append(board.vic.ba_count)
        if reu.command & EXECUTE != executing:
            executing ^= EXECUTE
            edges.append(len(low) - 1)
    assert len(edges) > 8
    return not any(any(low[max(at - AROUND, 0) : at + AROUND + 1]) for at in edges)


def clear_programs(scene):
    """Return the first programs of a scene that x64sc does rightly."""
    programs = (program(f"{scene} {seed}", *SCENES[scene]) for seed in count())
    return list(islice(filter(edges_are_clear, programs), PROGRAMS))


@pytest.mark.compiled_only("several million cycles a program")
@pytest.mark.parametrize("scene", SCENES)
def test_each_frame_of_such_a_program_is_equal_and_full_of_colours(scene):
    pictures = our_pictures(program(f"{scene} 0", *SCENES[scene]), 4)
    assert (pictures == pictures[0]).all()
    assert len(np.unique(pictures[0])) > 8


@pytest.mark.long
@needs_x64sc
@pytest.mark.compiled_only("several million cycles a program")
@pytest.mark.parametrize("scene", SCENES)
def test_every_pixel_is_that_of_x64sc(scene):
    for prg in clear_programs(scene):
        theirs = picture_after(prg, CYCLES, "-VICIImodel", "6569", "-reu", "-reusize", "512")
        assert difference(theirs, our_pictures(prg, 1)[0]) is None
