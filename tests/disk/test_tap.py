"""TAP: pulses out of files, and files out of pulses."""

import array
import struct

import pytest

from disk.errors import MediaDamaged, MediaNotFound
from disk.loader import open_media
from disk.tap import TAP_LARGEST, Cassette, make_tap, parse_tap


def tap(body, version=1, magic=b"C64-TAPE-RAW", size=None):
    size = len(body) if size is None else size
    return struct.pack("<12sBBBxI", magic, version, 0, 0, size) + body


def test_a_byte_is_eight_cycles_and_a_zero_says_more():
    assert list(parse_tap(tap(bytes([0x30, 0x42, 0, 0x40, 0x42, 0x0F, 1])), "t")) == [
        384, 528, 1_000_000, 8,
    ]  # fmt: skip


def test_version_0_does_not_know_how_long_a_long_pulse_was():
    assert list(parse_tap(tap(b"\x30\0\x31", 0), "t")) == [384, 20_000, 392]


def test_version_2_counts_half_waves():
    assert list(parse_tap(tap(b"\x18\x18\x20\x22\x01", 2), "t")) == [384, 528, 8]


@pytest.mark.parametrize("size", [0, 2, 900])
def test_a_wrong_size_in_the_header_costs_nothing_that_is_there(size):
    pulses = parse_tap(tap(b"\x30" * 5, size=size), "t")
    assert len(pulses) == (2 if size == 2 else 5)


@pytest.mark.parametrize(
    "data, words",
    [
        (b"", "0 bytes; a .tap begins with 20"),
        (tap(b"", magic=b"C65-TAPE-RAW"), "does not begin with C64-TAPE-RAW"),
        (tap(b"", version=3), "version 3; a .tap is of version 0, 1 or 2"),
    ],
)
def test_what_is_no_tap_is_refused_in_a_line(data, words):
    with pytest.raises(MediaDamaged, match=r"^t: ") as caught:
        parse_tap(data, "t")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_pulses_come_back_from_a_file_rounded_to_eight_cycles():
    pulses = array.array("i", [1, 4, 384, 530, 2040, 2044, 20_000, (1 << 24) + 5])
    assert list(parse_tap(make_tap(pulses), "t")) == [
        1, 8, 384, 528, 2040, 2044, 20_000, (1 << 24) - 1, 6,
    ]  # fmt: skip


def test_a_recording_goes_to_the_file_and_a_tape_without_tabs_keeps_its_own(tmp_path):
    path = tmp_path / "a.tap"
    path.write_bytes(make_tap(array.array("i", [384] * 4)))
    for tabs, expected in ((False, 4), (True, 2)):
        tape = open_media(path)
        assert isinstance(tape, Cassette)
        assert tape.kind == "cassette"
        tape.read_only = not tabs
        tape.record(array.array("i", [528] * 2))
        tape.flush()
        assert len(open_media(path).pulses) == expected


def test_a_missing_or_huge_file_is_refused(tmp_path):
    path = tmp_path / "a.tap"
    with pytest.raises(MediaNotFound):
        open_media(path)
    with path.open("wb") as file:
        file.truncate(TAP_LARGEST + 1)
    with pytest.raises(MediaDamaged, match=r"oversized: a \.tap has 16777216 bytes at most"):
        open_media(path)


def test_a_tape_is_written_as_version_1_for_a_c64_with_its_size():
    made = make_tap(array.array("i", [384, 1_000_000]))
    assert made == tap(bytes([0x30, 0, 0x40, 0x42, 0x0F])), "all 20 bytes of the header"
