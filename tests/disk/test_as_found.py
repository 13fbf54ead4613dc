"""Files as people find them: padded, cut, with another name or an empty entry.

They are read as far as they go, and a warning of one line says what is left out.
"""

import gzip
import io
import struct
import warnings
import zipfile

import pytest

from disk.crt import CRT_MAGIC, parse_crt
from disk.d64 import D64_SIZES, D64Image, blocks_on
from disk.errors import MediaDamaged, MediaWarning
from disk.formats import format_of
from disk.loader import open_media, sources_in
from disk.t64 import parse_t64
from disk.tap import parse_tap
from disk.volume import PRG, Volume
from emu.cli import parse_arguments

BANK = bytes(range(256)) * 32


def crt(*chips, hardware=19):
    head = struct.pack(">16sIHHBB6x32s", CRT_MAGIC, 64, 0x100, hardware, 0, 1, b"")
    return head + b"".join(chips)


def chip(bank=0, length=16 + 8192, size=8192, data=BANK):
    return struct.pack(">4sIHHHH", b"CHIP", length, 0, bank, 0x8000, size) + data


@pytest.mark.parametrize(
    ("behind", "says"),
    [
        (b"\xff" * 96, "no 'CHIP' at byte 16480"),
        (chip()[:5000], "truncated: CHIP at byte 16480 needs 8192 bytes of data, 4984 are left"),
        (chip(length=3), "its length 3 is less than 16 plus 8192"),
    ],
)
def test_what_is_behind_the_last_whole_chip_packet_is_left_out_with_a_warning(behind, says):
    with pytest.warns(MediaWarning, match="the 2 CHIP packets before it are used") as caught:
        found = parse_crt(crt(chip(), chip(1)) + behind, "a.crt")
    assert says in str(caught[0].message)
    assert [(one.bank, one.data) for one in found.chips] == [(0, BANK), (1, BANK)]


def test_a_first_chip_packet_that_is_cut_is_still_refused():
    with pytest.raises(MediaDamaged, match="truncated"):
        parse_crt(crt(chip()[:5000]), "a.crt")


def test_a_packet_whose_length_names_more_banks_than_its_size_says_so():
    with pytest.warns(MediaWarning, match="its length 32784 names 32768 bytes, its size 8192"):
        found = parse_crt(crt(chip(length=16 + 4 * 8192, data=4 * BANK)), "a.crt")
    assert [len(one.data) for one in found.chips] == [8192]


def test_a_length_that_leads_nowhere_is_left_aside_for_the_size():
    packets = [chip(bank, length=16 + 17 * 8192) for bank in range(4)]
    with pytest.warns(MediaWarning, match="names 139264 bytes, its size 8192; these are used"):
        found = parse_crt(crt(*packets), "a.crt")
    assert [(one.bank, one.data) for one in found.chips] == [(bank, BANK) for bank in range(4)]


def test_a_cartridge_by_another_name_goes_into_the_port(tmp_path):
    path = tmp_path / "named.prg"
    path.write_bytes(crt(chip(), hardware=0))
    assert parse_arguments([str(path)]).config.cart == str(path)
    path.write_bytes(b"\x01\x08program")
    assert parse_arguments([str(path)]).config.cart is None


@pytest.mark.parametrize("rest", [b"\0", b"\0\x01", b"\0\x01\x02"])
def test_a_tape_that_ends_within_a_pulse_has_the_pulses_before_it(rest):
    body = b"\x30\x40" + rest
    data = struct.pack("<12sBBBxI", b"C64-TAPE-RAW", 1, 0, 0, len(body)) + body
    with pytest.warns(MediaWarning, match="ends within a long pulse, which is left out"):
        assert list(parse_tap(data, "a.tap")) == [0x180, 0x200]


@pytest.mark.parametrize("tracks", range(35, 43))
@pytest.mark.parametrize("errors", [False, True])
def test_a_disk_of_35_to_42_tracks_is_opened_and_its_last_sector_written(tracks, errors, tmp_path):
    blocks = blocks_on(tracks)
    assert D64_SIZES[blocks * (256 + errors)] == (tracks, errors)
    plain = D64Image.blank(b"DISK", b"ID").to_bytes()
    data = plain.ljust(256 * blocks, b"\0") + b"\1" * (blocks * errors)
    path = tmp_path / "a.d64"
    path.write_bytes(data)
    image = open_media(path)
    assert image.tracks == tracks
    Volume(image).write_file(b"FILE", PRG, b"\x01\x08abc")
    image.write(tracks, 16, b"\x55" * 256)
    image.flush()
    assert path.stat().st_size == len(data)
    assert path.read_bytes()[256 * (blocks - 1) : 256 * blocks] == b"\x55" * 256


def t64(*entries, data=b"program"):
    rows = b"".join(
        struct.pack("<BBHH2xI4x16s", 1, 0x82, start, start + 7, at, name.ljust(16))
        for start, at, name in entries
    )
    head = struct.pack(
        "<32sHHH2x24s", b"C64S tape image file", 0x100, len(entries), len(entries), b""
    )
    return head + rows + data


def test_an_empty_entry_of_a_tape_is_left_out_with_a_warning():
    at = 64 + 3 * 32
    image = t64((0, 0, b""), (0x0801, at, b"GOOD"), (0x0801, at + 4000, b"FAR"))
    with pytest.warns(
        MediaWarning, match=r"program '': begins at byte 0; .*, and 1 more; left out"
    ):
        (program,) = parse_t64(image, "a.t64")
    assert (program.start, program.data) == (0x0801, b"program")
    with pytest.raises(MediaDamaged, match="begins at byte 0"):
        parse_t64(t64((0, 0, b"")), "a.t64")


def zipped():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.prg", b"\x01\x08program")
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"\x1f\x8b" + bytes(500),  # loads to $8B1F
        b"\x1f\x8b\x08\x00" + b"\xea" * 500,
        b"PK\x03\x04" + b"\xea" * 500,  # to $4B50
        b"PK\x05\x06" + b"\xea" * 500,
        b"PSID" + b"\xea" * 500,  # to $5350
        b"RSID" + bytes(500),
    ],
)
def test_a_program_that_begins_as_an_archive_or_a_tune_does_is_a_program(content, tmp_path):
    path = tmp_path / "a.prg"
    path.write_bytes(content)
    assert format_of(path, content).kind == "program"
    program = open_media(path)
    assert (program.kind, program.data) == ("program", content[2:])
    assert [source.member for source in sources_in(path)] == [None]


def test_an_archive_with_a_wrong_name_is_an_archive_if_it_can_be_unpacked(tmp_path):
    for name, content in (("a.prg", zipped()), ("b.tap", gzip.compress(b"\x01\x08program"))):
        path = tmp_path / name
        path.write_bytes(content)
        assert format_of(path, content).kind == "archive"


def test_whole_files_give_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parse_crt(crt(chip(), chip(1)), "a.crt")
        parse_t64(t64((0x0801, 96, b"GOOD")), "a.t64")


@pytest.mark.parametrize(("link", "size"), [(0, 254), (1, 254), (2, 1), (3, 2), (255, 254)])
@pytest.mark.parametrize("before", [0, 254, 508])
def test_a_last_block_that_ends_within_its_link_is_read_whole(link, size, before):
    image = D64Image.blank(b"LAST", b"LB")
    volume = Volume(image)
    volume.write_file(b"FILE", PRG, bytes(range(1, 255)) * 2 + b"x" * 254)
    chain = list(volume.chain(*volume.find(b"FILE").start))
    track, sector, block = chain[before // 254]
    image.write(track, sector, bytes([0, link]) + bytes(block[2:]))
    entry = volume.find(b"FILE")
    content = volume.read_file(entry)
    assert len(content) == before + size
    reader, found = volume.reader(entry), []
    while (shown := reader.peek()) is not None:
        found.append(shown)
        reader.advance()
    assert bytes(byte for byte, _ in found) == content
    assert [last for _, last in found] == [False] * (len(content) - 1) + [True]
