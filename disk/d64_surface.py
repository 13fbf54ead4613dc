"""The surface of a .d64: sectors become tracks when the head comes to them, and sectors again.

A .d64 holds no headers.  Those made from it have the ID that its block map has when the disk is
put in, and keep it: who writes another into the map has changed nothing else on a real disk.
Whether what the head wrote can be read is another matter: a drive goes by the headers of track
18, and so does this.  Once they have another ID, all tracks are looked at anew; the data of
sectors that do not have it are kept nevertheless.
"""

from collections.abc import Iterable, Mapping

from disk.d64 import D64Image
from disk.gcr import disk_id_of, encode_track, id_on_track, skew_of, store_track
from disk.geometry import DIR_TRACK, Cells


class D64Surface:
    """Tracks out of a D64Image's sectors and back.

    image     disk.d64.D64Image
    made_id   two bytes: the ID of headers that the head has not written
    disk_id   two bytes: the ID of track 18's headers, when they were last looked at
    """

    def __init__(self, image: D64Image) -> None:
        self.image = image
        self.made_id = self.disk_id = disk_id_of(image)

    def read_half(self, half: int) -> Cells | None:
        """Return (bytearray of cells, their count), or None: a .d64 has no such half track."""
        if half & 1 or half >> 1 > self.image.tracks:
            return None
        track = half >> 1
        data = encode_track(self.image, track, self.made_id)
        end = len(data) - int(skew_of(track) * len(data))
        return data[end:] + data[:end], len(data) * 8

    def renamed(self, data: bytearray, cells: int) -> bool:
        """Look at track 18; returns whether its headers have another ID than before."""
        before = self.disk_id
        self.disk_id = id_on_track(data, cells, DIR_TRACK) or before
        return self.disk_id != before

    def halves(self) -> range:
        """Return the half tracks that the image has sectors of."""
        return range(2, 2 * self.image.tracks + 1, 2)

    def write_halves(self, halves: Mapping[int, Cells]) -> list[str]:
        """Take half tracks over; returns lines about what the image cannot hold.

        halves  {half track: (bytes, count of cells)}
        """
        image = self.image
        between = [half / 2 for half in halves if half & 1]
        outside = [half >> 1 for half in halves if not half & 1 and half >> 1 > image.tracks]
        short: dict[int, tuple[int, int]] = {}
        for half in sorted(set(halves) & set(self.halves())):
            lost = store_track(image, half >> 1, *halves[half], self.disk_id)
            if any(lost):
                short[half >> 1] = lost
        lines = []
        if short:
            other, unread = (sum(counts) for counts in zip(*short.values(), strict=True))
            what = [f"sectors with another disk ID ({other}, their data is kept)"] * (other > 0)
            what += [f"unreadable sectors ({unread})"] * (unread > 0)
            lines.append(f"{_tracks(short)}: without error bytes it cannot hold {', '.join(what)}")
        if outside:
            lines.append(f"{_tracks(outside)}: this .d64 has only {image.tracks} tracks")
        if between:
            lines.append(f"{_tracks(between)}: a .d64 cannot hold half tracks")
        return [f"{image.name}: {line}" for line in lines]


def _tracks(numbers: Iterable[float]) -> str:
    """Return "track 3" or "tracks 1-5, 7, 9.5"."""
    numbers = sorted(numbers)
    runs: list[list[float]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    text = ", ".join(f"{a:g}" if a == b else f"{a:g}-{b:g}" for a, b in runs)
    return f"track{'s' if len(numbers) > 1 else ''} {text}"
