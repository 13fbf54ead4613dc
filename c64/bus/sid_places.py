"""Where the SIDs of a machine are: the addresses of each, and its place between left and right.

The first is at $D400, and at all of $D400-$D7FF that no other has.  Others have 32 addresses each.
Two are heard left and right.  Of more, the first and third of each four are on the left and the
others on the right; if their number is odd, the last is in the middle (so does VICE, sid.c).  In
the middle a chip is 3 dB less loud on either side.  If one side has more than one chip, all become
so much less loud that no sum is clipped, as in libsidplayfp's mixer.
"""

from array import array
from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from c64.base.lazy_numpy import np

if TYPE_CHECKING:
    import numpy.typing as npt

SIDS_MOST = 8
FIRST_SID = 0xD400
SIDES = ("left", "middle", "right")
#: where others can be: every 32 addresses but those of the first, and the expansion port's
SID_PLACES = (*range(0xD420, 0xD800, 32), *range(0xDE00, 0xE000, 32))
_FULL = 1 << 12  # a whole sample
_SHARES = {"left": (_FULL, 0), "middle": (round(_FULL * sqrt(0.5)),) * 2, "right": (0, _FULL)}


class SidPlace(NamedTuple):
    """A SID and where it is.

    at    its first address: $D420-$D7E0 or $DE00-$DFE0, a multiple of 32; $D400 is the first SID
    chip  "6581" or "8580"; None: as the first
    side  "left", "middle" or "right"; "": as its number has it
    """

    at: int
    chip: str | None = None
    side: str = ""

    def __str__(self) -> str:
        return ":".join((f"{self.at:04x}", self.chip or "", self.side)).rstrip(":")


def sid_map(places: Sequence[SidPlace]) -> bytearray:
    """Return uint8[128]: at address / 32 & 127 the number of the SID there.

    It is 0 for the first one, and from $DE00 on for none.
    places  of the others, number 1 first
    """
    found = bytearray(128)
    for number, place in enumerate(places, 1):
        found[place.at >> 5 & 127] = number
    return found


def sides_of(chosen: Sequence[str]) -> tuple[str, ...]:
    """Return the sides of all SIDs, those that are chosen and, for "", those that are usual."""
    usual = [SIDES[n % 2 * 2] for n in range(len(chosen))]
    if len(chosen) % 2:
        usual[-1] = "middle"
    return tuple(side or own for side, own in zip(chosen, usual, strict=True))


def shares_of(sides: Sequence[str]) -> list[tuple[int, int]]:
    """Return what of a SID's samples is heard on the left and on the right, in 1/4096."""
    shares = [_SHARES[side] for side in sides]
    most = max(map(sum, zip(*shares, strict=True)))
    return [(left * _FULL // most, right * _FULL // most) for left, right in shares]


def mix(
    samples: "Sequence[npt.NDArray[np.int16]]", sides: Sequence[str]
) -> "npt.NDArray[np.int16]":
    """Return int16[n, 2] of the samples of all SIDs, int16[n] each."""
    mixed = np.zeros((len(samples[0]), 2), dtype=np.int32)
    for data, shares in zip(samples, shares_of(sides), strict=True):
        mixed += data[:, None].astype(np.int32) * np.array(shares, dtype=np.int32)
    return (mixed >> 12).astype(np.int16)


def mean(samples: Sequence[bytearray]) -> bytes:
    """Return the mean of the samples of all SIDs, two bytes each, without numpy."""
    columns = (memoryview(data).cast("h") for data in samples)
    sums = map(sum, zip(*columns, strict=True))
    return array("h", [total // len(samples) for total in sums]).tobytes()
