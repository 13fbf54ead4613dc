"""What a saved surface may hold: each thing that it must not is refused by its name."""

import json
import struct
import zlib

import pytest

from disk.d64 import D64Image
from disk.errors import MediaDamaged
from disk.g64 import G64Image
from disk.geometry import CELLS_MOST
from disk.saved import check_table, flag, none_or, number, one_of, raw, row, rows, text
from disk.surface import Surface, restored_surface
from tests.disk.test_g64 import make

CELLS = 61536


def saved(change=lambda head: None, tail=b"", kind="d64"):
    """Return a saved surface with half track 4 written, after ``change`` of its header."""
    image = G64Image(make({4: (b"\x55" * 99, 3)})) if kind == "g64" else D64Image.blank(b"A", b"BC")
    surface = Surface(image)
    surface.track(4)
    surface.written(4)
    data = surface.save()
    (size,) = struct.unpack_from("<I", data)
    head = json.loads(data[4 : 4 + size])
    change(head)
    words = json.dumps(head).encode()
    return struct.pack("<I", len(words)) + words + data[4 + size :] + tail


def test_a_written_surface_comes_back():
    again = restored_surface(saved(), None)
    assert again.changed and again.track(4)[1] == CELLS


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("halves", [[4, CELLS, 1]], "track 2 has 61536 cells in 1 bytes"),
        ("halves", [[4, 2_000_000_000, 7692]], "its header: halves has an impossible value"),
        ("halves", [[4, 0, 0]], "its header: halves has an impossible value"),
        ("halves", [[85, 8, 1]], "its header: halves has an impossible value"),
        ("halves", [[True, 8, 1]], "its header: halves has an impossible value"),
        ("halves", [[4, 8, 1], [4, 8, 1]], "track 2 is in it twice"),
        ("halves", [[4, 65544, 8193]], "track 2 has 65544 cells, more than its image can"),
        ("halves", [[4, 80, 10]], "bytes instead of"),
        ("changed", [4, 40], "track 20 was changed and is not in it"),
        ("changed", ["4"], "its header: changed has an impossible value"),
        ("kind", "Surface", "its header: kind has an impossible value"),
        ("version", -1, "its header: version has an impossible value"),
        ("version", 1 << 63, "its header: version has an impossible value"),
        ("size", 1 << 40, "its header: size has an impossible value"),
        ("size", 174_847, "bytes instead of"),
        ("ids", ["4243", "42"], "its header: ids has an impossible value"),
        ("name", "x" * 1025, "its header: name has an impossible value"),
        ("other", 1, "its header has other fields: 'other'"),
    ],
)
def test_a_table_that_does_not_fit_is_refused_in_a_line(name, value, words):
    with pytest.raises(MediaDamaged, match=r"^saved disk: ") as refused:
        restored_surface(saved(lambda head: head.update({name: value})), None)
    assert words in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["kind", "name", "read_only", "version", "size", "halves"])
def test_what_is_missing_is_named(name):
    with pytest.raises(MediaDamaged, match=f"saved disk: its header has no {name}"):
        restored_surface(saved(lambda head: head.pop(name)), None)


def test_what_is_no_head_is_refused():
    for content in (b"", b"\1\0\0", b"\4\0\0\0null", b"\4\0\0\0[[[[", b"\xff" * 40):
        with pytest.raises(MediaDamaged, match=r"saved disk: its header (is|has)"):
            restored_surface(content, None)
    with pytest.raises(MediaDamaged, match="bytes instead of"):
        restored_surface(saved(tail=b"x"), None)


@pytest.mark.parametrize(("cells", "taken"), [(8 * 0xFFFF, True), (CELLS_MOST, True),
                                              (8 * 0x10000, False)])  # fmt: skip
def test_a_g64_takes_what_its_format_can_hold_and_a_turn_of_fine_cells(cells, taken):
    def change(head):
        head["halves"] = [[4, cells, cells // 8]]

    data = saved(change, kind="g64")
    data = data[: len(data) - 99] + bytes(cells // 8)
    if taken:
        assert restored_surface(data, None).track(4)[1] == cells
        return
    with pytest.raises(MediaDamaged, match=f"track 2 has {cells} cells, more than"):
        restored_surface(data, None)


def test_checks_take_what_they_say_and_nothing_else():
    for check, right, wrong in (
        (number(1, 3), (1, 3), (0, 4, True, 1.0, "1", None)),
        (raw(2, 1), (b"a", b"ab"), (b"", b"abc", "a", None)),
        (text(2), ("", "ab"), ("abc", "\0", b"a", 1)),
        (flag, (True, 0, 1), (2, "1", None, 1.0)),
        (one_of(("a",)), ("a",), ("b", ["a"], None)),
        (none_or(flag), (None, True), (2,)),
        (row(flag, number(0, 9)), ([True, 9], (0, 0)), ([True], [True, 10], [0, 0, 0], "ab", {})),
        (rows(flag, 2), ([], [1, 0]), ([1, 1, 1], [2], None)),
    ):
        assert all(map(check, right)), check
        assert not any(map(check, wrong)), check
    with pytest.raises(ValueError, match=r"^it is not a table of names$"):
        check_table("it", [], {})


def test_a_surface_is_packed_once_until_it_changes_and_takes_little():
    surface = Surface(D64Image.blank(b"A", b"BC"))
    packed = surface.packed()
    assert zlib.decompress(packed) == surface.save()
    assert len(packed) < len(surface.save()) // 10
    assert surface.packed() is packed
    assert surface.is_packed_as(packed) and not surface.is_packed_as(packed[:-1])
    surface.image.read_only = not surface.image.read_only
    assert surface.packed() is not packed
