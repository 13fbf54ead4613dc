"""Tunes that GoatTracker 2 packs, beside sidplayfp, which plays them, too.

GoatTracker has no command line: it is led by keys, on a virtual screen.
"""

import os
import shutil
import subprocess
import time
import wave
from pathlib import Path

import numpy as np
import pytest

from disk.loader import open_media
from emu.__main__ import main
from tests.emu.host.virtual_screen import start_server

TOOLS = ("goattracker", "sidplayfp", "Xvfb", "xdotool")
MISSING = [tool for tool in TOOLS if shutil.which(tool) is None]
SONGS = Path("/usr/share/doc/goattracker/examples")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
    pytest.mark.skipif(not SONGS.is_dir(), reason="not installed: GoatTracker's examples"),
    pytest.mark.compiled_only("40 seconds of machine, which are the same uncompiled"),
]
PATIENCE = 90  # seconds
HELD, PAUSE = 0.15, 0.4  # seconds of a key: GoatTracker looks at it once a picture
# Pack and relocate; options, address and zero page as they are; PRG, BIN, SID; the name.
KEYS = "F9 Return Return Return Right Right Return Return"
SECONDS = 20
STEPS = 50  # a second
OCTAVES, TONES, LOWEST = 6, 12, 55.0


def pack(folder, song):
    """Let GoatTracker pack one of its songs as a .sid; returns its path."""
    shutil.copy(SONGS / f"{song}.sng", folder)
    target, end = folder / f"{song}.sid", time.monotonic() + PATIENCE
    server, name = start_server()
    screen = dict(os.environ, DISPLAY=name, HOME=str(folder))
    screen |= {"SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
    tracker = subprocess.Popen(["goattracker", f"{song}.sng"], cwd=folder, env=screen)

    def do(*words):
        return subprocess.run(
            ["xdotool", *words], env=screen, text=True, capture_output=True, check=False
        ).stdout

    try:
        while not (found := do("search", "--name", "GoatTracker").split()):
            assert time.monotonic() < end, "GoatTracker shows no window"
            time.sleep(0.3)
        do("windowfocus", found[0])
        time.sleep(1.0)
        for key in KEYS.split():
            do("keydown", key)
            time.sleep(HELD)
            do("keyup", key)
            time.sleep(PAUSE)
        while not target.is_file():
            assert time.monotonic() < end, "GoatTracker wrote no .sid"
            time.sleep(0.3)
        time.sleep(0.5)
    finally:
        for process in (tracker, server):
            process.kill()
            process.wait()
    return target


def tones(path):
    """Return how loud each tone of the scale is, 50 times a second: [time, tone]."""
    with wave.open(str(path)) as file:
        rate = file.getframerate()
        data = np.frombuffer(file.readframes(file.getnframes()), dtype=np.int16)
        data = data.reshape(-1, file.getnchannels()).mean(axis=1)
    step = rate // STEPS
    edges = LOWEST * 2 ** (np.arange(OCTAVES * TONES + 1) / TONES)
    pitches = np.fft.rfftfreq(4 * step, 1 / rate)
    window, found = np.hanning(4 * step), []
    for at in range(0, len(data) - 4 * step, step):
        loud = np.abs(np.fft.rfft(data[at : at + 4 * step] * window))
        found.append(np.histogram(pitches, edges, weights=loud)[0])
    return np.log1p(np.array(found))


@pytest.mark.parametrize("song", ["dojo", "consultant"])
def test_a_tune_by_goattracker_sounds_as_sidplayfp_plays_it(song, tmp_path):
    path = pack(tmp_path, song)
    tune = open_media(path)
    assert (tune.start, tune.init, tune.play) == (0x1000, 0x1000, 0x1003)
    assert tune.author == "Cadaver"
    subprocess.run(
        ["sidplayfp", "-wtheirs.wav", f"-t{SECONDS}", "-os", "-q2", path.name],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
    ours = tmp_path / "ours.wav"
    frames = (SECONDS + 5) * STEPS
    assert main(["--headless", "--frames", str(frames), "--wav", str(ours), str(path)]) == 0
    theirs, ours = tones(tmp_path / "theirs.wav")[: (SECONDS - 2) * STEPS], tones(ours)
    alike = [
        np.corrcoef(theirs.ravel(), ours[later : later + len(theirs)].ravel())[0, 1]
        for later in range(3 * STEPS)  # our player comes after the machine's boot
    ]
    assert max(alike) > 0.95
    assert max(alike) > alike[-1] + 0.02  # two seconds later it is not the same music
