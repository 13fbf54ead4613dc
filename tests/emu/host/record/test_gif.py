"""The bytes of a GIF: tables, rectangles, times, and the file that is closed in any case."""

import errno
import io
import os
import struct
from fractions import Fraction

import numpy as np
import pytest
from PIL import Image

from c64.config import PALETTES
from emu.host.record import gif
from emu.host.record.gif import LONGEST, TRANSPARENT, GifWriter, compressed, table
from tests.emu.host.record.test_capture import PEPTO, gif_frames

HUNDRED = Fraction(100)  # pictures a second: one for each unit of a GIF's time
FIRST_TABLE = 13 + 96  # bytes of the head and of 32 colours


def written(path, pictures, *, hz=HUNDRED, hold=0, scale=1, palettes=()):
    """Write pictures to a GIF; ``palettes`` are those of the pictures, Pepto's for the rest."""
    writer = GifWriter(path, hz, scale, hold)
    colours = [*palettes, *[PEPTO] * (len(pictures) - len(palettes))]
    for picture, palette in zip(pictures, colours, strict=True):
        writer.frame(picture, palette)
    writer.close()
    return blocks(path.read_bytes())


def blocks(data):
    """Return [(control, place, flags, local table)] of a GIF's pictures.

    control  the eight bytes that say how long it is shown
    place    (left, top, width, height)
    """
    found, at, control = [], FIRST_TABLE, b""
    while data[at] != 0x3B:
        if data[at] == 0x21:
            control = data[at : at + 8] if data[at + 1] == 0xF9 else control
            at += 2
        else:
            *place, flags = struct.unpack_from("<4HB", data, at + 1)
            size = 3 << (flags & 7) + 1 if flags & 0x80 else 0
            found.append((control, tuple(place), flags, data[at + 10 : at + 10 + size]))
            at += 11 + size
        while data[at]:
            at += data[at] + 1
        at += 1
    assert at == len(data) - 1
    return found


def lengths(found):
    """Return the hundredths of a second of each picture."""
    return [int.from_bytes(control[4:6], "little") for control, *_ in found]


def flat(colour, shape=(3, 4)):
    return np.full(shape, colour, dtype=np.uint8)


@pytest.mark.parametrize("after", [0, 1, 2])
@pytest.mark.parametrize("local", [None, 0, 3, 7])
@pytest.mark.parametrize("first", [None, 0, 4, 7])
def test_the_data_of_a_picture_are_found_behind_any_tables_and_extensions(
    first, local, after, monkeypatch
):
    """A table of ``n`` bits has 2 to the ``n + 1`` colours of three bytes."""
    data = b"\x08\x03abc\x02de\x00"

    def colours(bits):
        return b"" if bits is None else bytes(3 * 2 ** (bits + 1))

    def flags(bits):
        return 0x70 if bits is None else 0xF0 | bits

    def save(file, *_, **__):
        file.write(b"GIF89a" + bytes(4) + bytes([flags(first), 0, 0]) + colours(first))
        file.write(b"\x21\xfe\x02xy\x01z\x00" * after)
        file.write(b"\x2c" + bytes(8) + bytes([flags(local) & 0x8F]) + colours(local) + data)
        file.write(b"\x3b")

    image = type("Made", (), {"save": staticmethod(save)})
    monkeypatch.setattr(gif.Image, "frombytes", lambda *_: image)
    assert compressed(flat(0)) == data


def test_pillow_is_asked_for_the_indices_as_they_are():
    picture = np.arange(32, dtype=np.uint8).reshape(4, 8)
    head = b"GIF89a" + struct.pack("<2H3B", 8, 4, 0xF7, 0, 0) + bytes(range(256)) * 3
    head += b"\x2c" + struct.pack("<4HB", 0, 0, 8, 4, 0)
    with Image.open(io.BytesIO(head + compressed(picture) + b"\x3b")) as image:
        assert np.array_equal(np.asarray(image), picture)


def test_a_table_has_the_colours_and_behind_them_black():
    assert table(PEPTO) == PEPTO.astype(np.uint8).tobytes() + bytes(48)


def test_only_what_changed_is_written_at_its_place(tmp_path):
    one, other = flat(5, (9, 11)), flat(5, (9, 11))
    other[2, 3] = other[6, 8] = 7
    third = other.copy()
    third[8, 10] = 1
    pictures = [picture for picture in (one, other, third) for _ in range(2)]
    found = written(tmp_path / "a.gif", pictures)
    assert [place for _, place, *_ in found] == [(0, 0, 11, 9), (3, 2, 6, 5), (10, 8, 1, 1)]
    twice = written(tmp_path / "b.gif", pictures, scale=2)
    assert [place for _, place, *_ in twice] == [(0, 0, 22, 18), (6, 4, 12, 10), (20, 16, 2, 2)]
    for control, _, flags, own in found:
        assert (control, flags, own) == (b"\x21\xf9\x04\x05\x02\0\x10\0", 0, b"")


def test_a_picture_that_is_drawn_already_is_one_transparent_point(tmp_path):
    """The one between is left out, as it would come too late."""
    a, b, c = (flat(colour) for colour in (1, 2, 3))
    found = written(tmp_path / "a.gif", [a, b, a, c])
    assert lengths(found) == [2, 2, 2]
    assert [place for _, place, *_ in found] == [(0, 0, 4, 3), (0, 0, 1, 1), (0, 0, 4, 3)]
    colours = [shown[0, 0].tolist() for shown, _ in gif_frames(tmp_path / "a.gif")]
    assert colours == PEPTO[[1, 1, 3]].tolist()
    drawn = GifWriter(tmp_path / "b.gif", HUNDRED)
    drawn._drawn = a
    assert drawn._changed(a, anew=False)[2].tolist() == [[TRANSPARENT]]
    drawn.close()


def test_another_palette_is_a_table_of_its_own_and_the_whole_picture(tmp_path):
    one, other = flat(1), flat(1)
    other[0, 0] = 2
    pictures = [one, one, one, one, other, other, other, other]
    grey = PALETTES["grey"]
    palettes = [PEPTO, PEPTO, grey, grey, grey, grey, PEPTO, PEPTO]
    found = written(tmp_path / "a.gif", pictures, palettes=palettes)
    assert [(place, flags) for _, place, flags, _ in found] == [
        ((0, 0, 4, 3), 0), ((0, 0, 4, 3), 0x84), ((0, 0, 1, 1), 0x84), ((0, 0, 4, 3), 0),
    ]  # fmt: skip
    assert [own for *_, own in found] == [b"", table(grey), table(grey), b""]


@pytest.mark.parametrize(
    ("lasts", "parts"),
    [
        (2, [2]),
        (LONGEST, [LONGEST]),
        (LONGEST + 1, [LONGEST - 1, 2]),  # viewers would take one hundredth for ten
        (LONGEST + 2, [LONGEST, 2]),
        (2 * LONGEST + 1, [LONGEST, LONGEST - 1, 2]),
    ],
)
def test_a_picture_that_lasts_too_long_for_its_field_is_written_several_times(
    tmp_path, lasts, parts
):
    found = written(tmp_path / "a.gif", [flat(1)], hold=lasts - 2)
    assert lengths(found) == parts
    assert len({tuple(row[1:]) for row in found}) == 1


def test_the_last_picture_lasts_two_hundredths_at_least_or_as_long_as_its_frames(tmp_path):
    assert lengths(written(tmp_path / "a.gif", [flat(1)])) == [2]
    assert lengths(written(tmp_path / "b.gif", [flat(1)] * 7)) == [7]
    assert lengths(written(tmp_path / "c.gif", [flat(1)] * 7, hold=30)) == [37]


def test_a_gif_without_a_picture_is_an_empty_file(tmp_path):
    GifWriter(tmp_path / "a.gif", HUNDRED).close()
    assert (tmp_path / "a.gif").read_bytes() == b""


def test_what_is_written_is_handed_to_the_system_at_once(tmp_path):
    """Else a full disk would be told seconds later."""
    path = tmp_path / "a.gif"
    writer = GifWriter(path, HUNDRED)
    for colour in (1, 1, 2):
        writer.frame(flat(colour), PEPTO)
    assert path.stat().st_size > FIRST_TABLE
    writer.close()


def test_a_gif_is_brought_onto_the_medium_and_closed_even_if_that_fails(tmp_path, monkeypatch):
    path, synced = tmp_path / "a.gif", []

    def full(file, where):
        synced.append((os.fstat(file).st_size, where))
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(gif, "sync_file", full)
    writer = GifWriter(path, HUNDRED)
    writer.frame(flat(1), PEPTO)
    with pytest.raises(OSError, match="No space left"):
        writer.close()
    assert synced == [(path.stat().st_size, path)]
    assert path.read_bytes().endswith(b"\x3b")
    assert writer._file.closed
