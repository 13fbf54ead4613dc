"""How far apart the 16 colours are for eyes that see two kinds of light, or only lightness.

What such eyes see is simulated by the matrices of Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), at severity 1.0, in
linear RGB.  Distances are CIEDE2000; its formula and test data are those of Sharma, Wu and Dalal,
"The CIEDE2000 Color-Difference Formula" (2005).
"""

import numpy as np
import pytest

from c64.vic.palettes import FOR_EYES, PALETTES

SEEN = {
    "everybody": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]]
    ),
}  # fmt: skip
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip
PAIRS = np.triu_indices(16, 1)
APART, LIGHTNESS_APART = 15.0, 6.4


def lab(palette, seen="everybody"):
    """Return L*, a*, b* (D65) of colours as somebody sees them."""
    values = np.asarray(palette) / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    xyz = np.clip(linear @ SEEN[seen].T, 0, 1) @ XYZ.T / XYZ.sum(axis=1)
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116).T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def ciede2000(one, other):
    """Return the distances of two rows of L*, a*, b*."""
    (l1, a1, b1), (l2, a2, b2) = np.asarray(one).T, np.asarray(other).T
    mean7 = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    factor = 1.5 - 0.5 * np.sqrt(mean7 / (mean7 + 25.0**7))
    c1, c2 = np.hypot(factor * a1, b1), np.hypot(factor * a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, factor * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    grey = c1 * c2 == 0
    turn = np.where(grey, 0, (h2 - h1 + 180) % 360 - 180)
    hue = np.radians(np.where(grey, h1 + h2, h1 + turn / 2) % 360)
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = 1 - 0.17 * np.cos(hue - np.radians(30)) + 0.24 * np.cos(2 * hue)
    weight += 0.32 * np.cos(3 * hue + np.radians(6)) - 0.20 * np.cos(4 * hue - np.radians(63))
    d_l = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2))
    d_c = (c2 - c1) / (1 + 0.045 * chroma)
    d_h = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn) / 2) / (1 + 0.015 * chroma * weight)
    bend = np.radians(60 * np.exp(-(((np.degrees(hue) - 275) / 25) ** 2)))
    turned = -2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * np.sin(bend)
    return np.sqrt(d_l**2 + d_c**2 + d_h**2 + turned * d_c * d_h)


def least(name, seen):
    """Return the least distance of two colours of a palette."""
    colours = lab(PALETTES[name], seen)
    return ciede2000(colours[PAIRS[0]], colours[PAIRS[1]]).min()


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_distance_is_that_of_the_published_data(one, other, distance):
    assert ciede2000([one], [other])[0] == pytest.approx(distance, abs=1e-4)


@pytest.mark.parametrize("name", ["deuteranopia", "protanopia", "tritanopia"])
def test_any_two_colours_are_far_apart_for_whom_the_palette_is(name):
    assert least(name, name) >= APART > 2 * least("pepto", name)
    assert least(name, "everybody") >= APART


def test_the_lightness_of_any_two_colours_differs():
    def steps(name):
        return np.diff(np.sort(lab(PALETTES[name])[:, 0])).min()

    assert steps("contrast") >= LIGHTNESS_APART > 0.2 > steps("pepto")


@pytest.mark.parametrize("name", FOR_EYES)
def test_black_white_and_greys_stay_what_they_are(name):
    colours = PALETTES[name].astype(int)
    assert (colours[[0, 1]] == [[0] * 3, [255] * 3]).all()
    assert (np.ptp(colours[[11, 12, 15]], axis=1) == 0).all()
    assert (np.diff(colours[[0, 11, 12, 15, 1], 0]) > 40).all()
