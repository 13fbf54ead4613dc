"""The game from its disk to its title: on both processors, every model, any power-on memory."""

import random
from pathlib import Path

import pytest

import c64
from tests.volume import mostly_seldom, seldom

IMAGE = Path(__file__).resolve().parents[3] / "disk" / "go64.d64"
ANIMATION = 300  # frames of tokens that walk and windows that go out

pytestmark = pytest.mark.skipif(c64.PURE, reason="hundreds of frames take minutes uncompiled")


def at_title(**options):
    """Return a machine that has loaded the game and shows its title."""
    machine = c64.C64(sample_rate=0, **options)
    machine.autostart(IMAGE, settle=True)
    machine.tick(30)
    return machine


def pictures(machine):
    """Return the pictures of a while, as bytes."""
    shown = set()
    for _ in range(ANIMATION):
        machine.tick()
        shown.add(machine.screen.indices.tobytes())
    return shown


@pytest.fixture(scope="module")
def titles():
    """Return {model: the pictures of its title}; more than one, because tokens hop."""
    return {model: pictures(at_title(model=model)) for model in c64.MODELS}


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, seldom(True)], ids=["title", "all of the way"])
def test_py65_shows_the_title_pixel_for_pixel(titles, whole):
    """All of the way from the disk, or the title alone, drawn by what our processor has loaded."""
    if whole:
        machine = at_title(cpu="py65")
    else:
        machine = c64.C64(sample_rate=0, cpu="py65")
        machine.restore(at_title().snapshot())
    machine.tick(20)
    assert machine.screen.indices.tobytes() in titles["c64"]
    assert len(set(machine.screen.indices.ravel())) > 8


@pytest.mark.slow
@pytest.mark.parametrize("number", mostly_seldom(range(10), range(len(c64.MODELS))))
def test_the_title_comes_whatever_memory_held_at_power_on(titles, number):
    model = list(titles)[number % len(titles)]
    machine = at_title(model=model, seed=random.Random(number).randrange(1 << 32))
    machine.tick(100)  # the windows go out one by one: not before the first picture that was kept
    assert machine.screen.indices.tobytes() in titles[model]
