"""The picture tube by OpenGL, on a virtual screen; and what happens where there is none."""

import importlib.util
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

from emu.host.picture.geometry import Look
from emu.host.picture.window import Window
from tests.emu.host.picture.test_window import PALETTE, SIZE, flips, picture

__all__ = ["flips"]
MISSING = [
    name
    for name, there in (
        ("Xvfb", shutil.which("Xvfb") and shutil.which("xvfb-run")),
        ("moderngl (go64[gl])", importlib.util.find_spec("moderngl")),
    )
    if not there
]
on_a_screen = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")

# Writes what the window shows of a picture to a file, for each of some looks and overlays.
SHOW = """
import sys
import numpy as np
import pygame
from emu.host.picture.geometry import Look
from emu.host.picture.window import Window

indices = np.zeros((272, 384), dtype=np.uint8)
indices[:, 192:] = 1
indices[100:102, 20:120] = 2
palette = np.array([[0, 0, 0], [128, 128, 128], [255, 0, 0]] + [[0, 0, 0]] * 13, dtype=np.uint8)
flat = dict(curve=False, glow=False, vignette=False, mask="none")
shots = {}
window = Window("t", (384, 272), palette, scale=3, look=Look(look="crt", **flat))
if window._gl is None:
    sys.exit("no OpenGL on the virtual screen")
window.show(indices)
shots["flat"] = window.grab()
indices[200] = 2
window.show(indices)
shots["changed"] = window.grab()
for name in ("curve", "glow", "vignette"):
    window.choose(**{**flat, name: True})
    window.show(indices)
    shots[name] = window.grab()
for mask in ("grille", "slot"):
    window.choose(**{**flat, "mask": mask})
    window.show(indices)
    shots[mask] = window.grab()
overlay = pygame.Surface((10, 20))
overlay.fill((0, 255, 0))
overlay.set_alpha(128)
window.choose(**flat)
window.show(indices, overlay)
shots["bare"] = window.grab()
window._mark = True
window._draw_gl(window._gl, (window.target(), overlay, None, window.pixels))
data = np.frombuffer(window._gl.read(window.pixels), dtype=np.uint8)
shots["by processor"] = np.array(window.drawn_by == "processor, by OpenGL")
shots["overlay"] = data.reshape(816, 1152, 3)[::-1]
window._draw_gl(window._gl, (window.target(), overlay, None, window.pixels))
data = np.frombuffer(window._gl.read(window.pixels), dtype=np.uint8)
shots["overlay again"] = data.reshape(816, 1152, 3)[::-1]
window.mark = False
window.choose(look="plain")
window.show(indices)
shots["plain"] = window.grab()
window.choose(look="crt")
window.show(indices)
shots["again"] = window.grab()
painter = window._gl
window.choose(borders="none")
window.show(indices)
shots["borders"], shots["kept"] = window.grab(), np.array(window._gl is painter)
window._open()
window.show(indices)
shots["opened"] = window.grab()
window._open()
shots["unshown"] = window.grab()
window = Window("t", (384, 272), palette, scale=2, look=Look(look="crt", mask="none"))
window.show(np.ones((272, 384), dtype=np.uint8))
shots["two"] = window.grab()
np.savez(sys.argv[1], **shots)
"""


def on_a_virtual_screen(program, *words):
    """Run a program of Python where there is a screen; returns the finished process."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
    result = subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", sys.executable, "-c", program, *words],
        check=False, env=clean, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    if "no OpenGL" in result.stderr:
        pytest.skip(result.stderr.strip())
    assert result.returncode == 0, result.stderr
    return result


@pytest.fixture(scope="module")
def shots(tmp_path_factory):
    """What the window shows: {name: float[height, width, 3]}."""
    file = tmp_path_factory.mktemp("gl") / "shots.npz"
    on_a_virtual_screen(SHOW, str(file))
    with np.load(file) as data:
        return {name: data[name].astype(float) for name in data.files}


@on_a_screen
def test_lines_of_the_tube_are_bright_in_the_middle_and_pixels_stay_where_they_are(shots):
    flat = shots["flat"]
    assert flat.shape == (816, 1152, 3)
    assert flat[:, :560].max() > 200, "the red line"
    assert flat[400:, :570].max() == 0
    rows = flat[399:699, 900].mean(axis=1).reshape(100, 3)
    assert np.all(rows[:, 1] > rows[:, 0] + 20)
    assert np.all(rows[:, 1] > 110)
    red = np.argwhere(flat[:, :560, 0] > 100)
    assert red.min(axis=0) == pytest.approx([300, 60], abs=1)
    assert red.max(axis=0) == pytest.approx([305, 359], abs=1)


@on_a_screen
def test_a_window_that_has_shown_nothing_yet_gives_a_picture(shots):
    assert shots["unshown"].shape == shots["opened"].shape
    assert shots["unshown"].max() == 0, "all of it is palette entry 0"


@on_a_screen
def test_at_two_pixels_to_a_line_curved_glass_has_no_moire_and_takes_no_light(shots):
    rows = shots["two"][100:444, 200:568].mean(axis=(1, 2))
    assert np.abs(np.diff(rows)).max() < 2, "neighbouring rows are as bright"
    assert rows.mean() >= 128


@on_a_screen
def test_the_menu_does_not_call_the_processor_a_graphics_card(shots):
    assert shots["by processor"], "this screen has no graphics card"


@on_a_screen
def test_what_changes_is_shown(shots):
    assert shots["changed"][601, 10, 0] > 200 > shots["flat"][601, 10, 0]


@on_a_screen
def test_the_glass_is_curved(shots):
    assert shots["curve"][0, -1].max() == 0, "a corner is beside the glass"
    assert shots["flat"][1, -1].max() > 50
    middle = (slice(380, 430), slice(500, 650))
    assert np.abs(shots["curve"][middle] - shots["changed"][middle]).mean() < 8


def test_curved_glass_is_looked_through_alike_from_all_sides():
    opengl = pytest.importorskip(
        "emu.host.picture.opengl", reason="needs moderngl (go64[gl])", exc_type=ImportError
    )

    def bent(across, down, curve=True):
        return opengl.GlPainter.bent(None, across, down, Look(curve=curve))

    for at in ((0, 0), (0.2, 0.9), (1, 0.5)):
        assert bent(*at, curve=False) == pytest.approx(at)
        assert bent(*at) == pytest.approx(bent(at[1], at[0])[::-1])
        mirrored = bent(1 - at[0], 1 - at[1])
        assert bent(*at) == pytest.approx((1 - mirrored[0], 1 - mirrored[1]))
    assert bent(0.5, 0.5) == pytest.approx((0.5, 0.5))
    assert bent(0.5, 0) == pytest.approx((0.5, 0)) and bent(0, 0.5) == pytest.approx((0, 0.5))
    corner = bent(0, 0)
    assert corner[0] == corner[1] == pytest.approx(-opengl.CURVE / 2), "it is beside the picture"


@on_a_screen
def test_what_is_bright_glows_into_the_dark_beside_it(shots):
    beside = (slice(400, 560), slice(540, 570))
    assert shots["changed"][beside].max() == 0
    assert 5 < shots["glow"][beside].max() < 90


@on_a_screen
def test_corners_are_darker(shots):
    corner, middle = (slice(0, 9), slice(-9, None)), (slice(399, 417), slice(700, 720))
    plain, dark = shots["changed"], shots["vignette"]
    assert dark[corner].mean() < 0.9 * plain[corner].mean()
    assert dark[middle].mean() > 0.95 * plain[middle].mean()


@on_a_screen
@pytest.mark.parametrize("mask", ["grille", "slot"])
def test_a_mask_has_stripes_of_three_colours(shots, mask):
    line = shots[mask][401, 900:990].reshape(30, 3, 3).mean(axis=0)
    assert line.argmax(axis=1).tolist() == [0, 1, 2]
    assert shots[mask][400:500, 900:990].mean() > 0.7 * shots["changed"][400:500, 900:990].mean()


@on_a_screen
def test_an_overlay_lies_in_the_middle_at_the_pictures_scale(shots):
    green = np.argwhere(shots["overlay"][:, :, 1] > shots["changed"][:, :, 1] + 40)
    assert green.min(axis=0).tolist() == [408 - 30, 576 - 15]
    assert green.max(axis=0).tolist() == [408 + 29, 576 + 14]
    assert np.array_equal(shots["bare"], shots["changed"])
    assert np.array_equal(shots["overlay again"], shots["overlay"])


@on_a_screen
def test_a_red_mark_tells_of_a_recording(shots):
    red = (shots["overlay"] - shots["changed"])[:60, 1000:, 0] > 60
    rows, columns = np.nonzero(red)
    assert red.sum() >= 300
    assert (rows.min(), rows.max()) == (20, 39)
    assert columns.max() < 150


@on_a_screen
def test_looks_change_while_the_window_is_open(shots):
    assert shots["plain"][601, 10].tolist() == [255, 0, 0]
    assert np.array_equal(shots["again"], shots["changed"])


@on_a_screen
def test_other_borders_make_the_window_larger_without_compiling_the_shaders_anew(shots):
    assert shots["kept"]
    assert shots["borders"].shape == (600, 960, 3)
    assert np.array_equal(shots["borders"], shots["opened"])
    assert len(np.unique(shots["borders"])) > 5


def test_without_opengl_the_processor_draws_it_and_says_so_once(flips):
    told = []
    window = Window("t", SIZE, PALETTE, scale=3)
    window.notice = told.append
    for look in ("crt", "plain", "crt"):
        window.choose(look=look)
        window.show(picture())
    by_crt = flips[-1]
    reason = "no go64[gl]" if "moderngl" in " ".join(MISSING) else "no OpenGL 3.3"
    assert told == [f"crt by the processor: {reason}"]
    window.choose(look="scanlines")
    window.show(picture())
    assert np.array_equal(flips[-1], by_crt)


def test_without_the_library_the_processor_draws_it_and_says_so(flips, monkeypatch):
    monkeypatch.setitem(sys.modules, "moderngl", None)
    monkeypatch.delitem(sys.modules, "emu.host.picture.opengl", raising=False)
    told = []
    window = Window("t", SIZE, PALETTE, scale=3)
    window.notice = told.append
    window.choose(look="crt")
    assert told == ["crt by the processor: no go64[gl]"]
    window.show(picture())
    assert len(flips) == 1


def test_the_library_is_loaded_only_when_the_look_is_chosen():
    code = "import sys, emu.host.app, emu.host.picture.feature; print('moderngl' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.split()[-1] == "False"


# Prints the memory of its process after two and after eight times to the tube, to
# other borders there, and back.
THERE_AND_BACK = """
import sys
import numpy as np
from emu.host.picture.geometry import Look
from emu.host.trim_heap import trim_heap
from emu.host.picture.window import Window
from tests.bench.soak import memory_mb

indices = np.zeros((272, 384), dtype=np.uint8)
window = Window("t", (384, 272), np.zeros((16, 3), dtype=np.uint8), scale=3, look=Look())
for turn in range(8):
    window.choose(look="crt")
    if window._gl is None:
        sys.exit("no OpenGL on the virtual screen")
    window.show(indices)
    window.choose(borders=("full", "normal")[turn % 2])
    window.show(indices)
    window.choose(look="plain")
    window.show(indices)
    if turn in (1, 7):
        trim_heap()
        print(memory_mb())
"""


@on_a_screen
def test_the_tube_leaves_nothing_behind_when_another_look_is_chosen():
    done = on_a_virtual_screen(THERE_AND_BACK)
    before, after = map(float, done.stdout.split()[-2:])
    assert after - before < 12  # six contexts that stay would be 36 MB and more
