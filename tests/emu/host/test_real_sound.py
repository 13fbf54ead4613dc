"""A real window on a virtual screen whose sound goes into a file, by SDL's own driver for that."""

import time

import numpy as np
import pytest

import c64
from emu.host.sound.meter import FAINT, GREEN
from tests.emu.host.menu.test_menu import disk
from tests.emu.host.test_real_window import choose, menu_closed
from tests.emu.host.virtual_screen import MISSING, PATIENCE, Screen, share, text_of

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
    pytest.mark.skipif(c64.PURE, reason="waits for pictures; the compiled machine only"),
]
SOUND_ROWS = ("sound", "volume", "louder", "softer", "sound device", "level meter")
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


def test_the_sound_goes_to_the_device_that_is_named_and_the_menu_takes_another(screen, tmp_path):
    """SDL's driver for files takes any name for that of a file."""
    other = tmp_path / "other"
    screen.start("--basic-prompt", "--scale", "2", "--sound-device", other)
    screen.do("key", "F12", "F12")
    screen.until(lambda p: "READY." in text_of(p, 2))
    end = time.monotonic() + PATIENCE
    while other.stat().st_size < 100_000 and time.monotonic() < end:
        time.sleep(0.1)
    assert other.stat().st_size >= 100_000 and not (tmp_path / "heard").exists()
    choose(screen, "Sound", SOUND_ROWS.index("sound device"))  # a list of two: RETURN takes turns
    screen.do("key", "F10")
    wait_to_hear(screen, 0, lambda sound: len(sound) > 25_000)


def test_the_meter_shows_the_voice_that_sounds(screen):
    screen.start("--basic-prompt", "--scale", "2")
    screen.do("key", "F12", "F12")
    screen.until(lambda p: "READY." in text_of(p, 2))
    choose(screen, "Sound", SOUND_ROWS.index("level meter"))
    screen.do("key", "F10")
    screen.until(lambda p: menu_closed(p) and share(p, FAINT) > 0 and share(p, GREEN) == 0)
    line = "poke54296,15:poke54278,240:poke54273,28:poke54276,33"
    screen.do("type", "--delay", "120", line)
    screen.do("key", "Return")
    screen.until(lambda p: share(p, GREEN) > 0)
    choose(screen, "Sound", SOUND_ROWS.index("level meter"))
    screen.do("key", "F10")
    screen.until(lambda p: menu_closed(p) and share(p, FAINT) == 0)
