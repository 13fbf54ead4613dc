"""A real window on a virtual screen whose sound goes into a file, by SDL's own driver for that."""

import time

import numpy as np
import pytest

import c64
from tests.emu.host.menu.test_menu import disk
from tests.emu.host.virtual_screen import MISSING, PATIENCE, Screen, text_of

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
    pytest.mark.skipif(c64.PURE, reason="waits for pictures; the compiled machine only"),
]
FRAME = 4  # bytes: int16 left and right


@pytest.fixture
def screen(tmp_path):
    made = Screen(tmp_path)
    made.environment = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(tmp_path / "heard")}
    yield made
    made.close()


def heard(screen, since=0):
    """Return int16[n, 2] of what was played from sample ``since`` on."""
    data = (screen.folder / "heard").read_bytes()[since * FRAME :]
    return np.frombuffer(data[: len(data) // FRAME * FRAME], dtype="<i2").reshape(-1, 2)


def wait_to_hear(screen, since, wanted):
    """Wait until a function of what was played since then is true; returns it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        sound = heard(screen, since)
        if len(sound) and wanted(sound):
            return sound
        time.sleep(0.1)
    raise AssertionError(f"not heard; the sound is {screen.folder / 'heard'}")


def from_the_right(sound):
    """Whether there is something that is louder on the right, as drive 8 is."""
    left, right = np.abs(sound.astype(int)).max(axis=0)
    return right > 1.5 * left > 300


def test_the_drive_is_heard_from_the_right_until_its_key_switches_it_off(screen, tmp_path):
    path = disk(tmp_path / "a.d64")
    screen.start("--basic-prompt", "--true-drive", "--drive8", path, "--scale", "2")
    screen.do("key", "F12", "F12")  # ends the welcome
    screen.until(lambda p: "READY." in text_of(p, 2))
    screen.do("key", "alt+8")
    screen.do("type", "--delay", "120", 'open15,8,15,"n:x,01"')
    began = len(heard(screen))
    screen.do("key", "Return")
    wait_to_hear(screen, began, from_the_right)
    screen.do("key", "alt+8")

    def the_same_on_both_sides(sound):
        part = sound[-4800:]
        return len(part) == 4800 and np.array_equal(part[:, 0], part[:, 1])

    wait_to_hear(screen, began, the_same_on_both_sides)
