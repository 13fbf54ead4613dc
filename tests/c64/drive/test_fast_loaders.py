"""Fast loaders of the usual kinds run on our 1541 with our DOS: our own code in loaders/.

Each loads a file whose blocks lie on tracks of every density, with the picture on or off, with
eight sprites and with raster interrupts, where its protocol allows them.
"""

import pytest

import c64
from tests.c64.drive.loaders import KINDS, Loading, disk_with_file

pytestmark = pytest.mark.skipif(c64.PURE, reason="whole loads: compiled machine only")
MODELS = ("c64", "ntsc")
FRAMES = 1500
# screen, sprites, interrupts; a loader that counts cycles allows no interrupts
SCENES = {
    "dark": (0, 0, 0),
    "screen": (1, 0, 0),
    "sprites": (1, 1, 0),
    "interrupts": (1, 1, 1),
}
RUNS = [
    (kind, scene) for kind in KINDS for scene in SCENES if (kind, scene) != ("timed", "interrupts")
]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("kind, scene", RUNS)
def test_a_loader_brings_every_byte_of_a_file(kind, scene, model):
    screen, sprites, irq = SCENES[scene]
    loading = Loading(kind, model, screen=screen, sprites=sprites, irq=irq)
    assert loading.run(FRAMES) == disk_with_file()[1]
    assert (loading.ticks > 200) == bool(irq)


# Of kind_timed.s, T being the end of the cycle in which the computer pulls ATN: the drive sees it
# in the cycle in which it falls, looks every 7 us, and has pair k on the lines from 13 + 12 k us
# after T at the latest to 18 + 12 k us at the earliest (the last until ATN is let go).  The
# computer sees what is there when the cycle of its read begins, PAD + 3 + 12 k cycles after T.
EXACT_US = {"c64": 18 / 17.734475, "ntsc": 14 / 14.31818}


def fits(pad, model):
    """Tell whether every pair is read while it is there, whenever the drive looked."""
    reads = [(pad + 3 + 12 * k) * EXACT_US[model] for k in range(4)]
    early = any(read < 13 + 12 * k for k, read in enumerate(reads))
    late = any(read > 18 + 12 * k for k, read in enumerate(reads[:3]))
    return not (early or late)


def test_the_loader_that_counts_cycles_has_room_on_either_side():
    assert [[p for p in range(20) if fits(p, model)] for model in MODELS] == [
        [10, 11, 12, 13, 14],
        [12, 13, 14, 15],
    ]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("pad", [9, 10, 11, 12, 14, 15, 16])
def test_bits_are_on_the_lines_exactly_as_long_as_the_cycles_of_both_clocks_say(pad, model):
    loading = Loading("timed", model, screen=0, pad=pad)
    try:
        right = loading.run(700) == disk_with_file()[1]
    except AssertionError:  # a length or the end did not come
        right = False
    assert right == fits(pad, model)
