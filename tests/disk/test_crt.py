"""CRT images: what is read, and one clear line for every damage."""

import struct

import pytest

from disk.crt import CRT_MAGIC, parse_crt, write_crt
from disk.errors import MediaDamaged
from disk.loader import open_media


def crt(chips=((0, 0, 0x8000, b"\x11" * 8192),), hardware=0, exrom=0, game=1, length=64):
    """Return the bytes of an image with the (kind, bank, address, data) of ``chips``."""
    image = struct.pack(">16sIHHBB6x32s", CRT_MAGIC, length, 0x100, hardware, exrom, game, b"NAME")
    for kind, bank, address, data in chips:
        image += struct.pack(">4sIHHHH", b"CHIP", 16 + len(data), kind, bank, address, len(data))
        image += data
    return image


def test_an_image_says_its_lines_its_name_and_its_chips():
    image = parse_crt(crt(((0, 3, 0xA000, b"ab"),), hardware=19, exrom=1, game=0), "x.crt")
    assert (image.hardware, image.exrom, image.game, image.title) == (19, 1, 0, "NAME")
    chip = image.chips[0]
    assert (chip.kind, chip.bank, chip.address, chip.data) == (0, 3, 0xA000, b"ab")


def test_a_header_length_of_32_as_many_files_have_it_means_64():
    assert len(parse_crt(crt(length=32), "x.crt").chips) == 1


def test_a_few_bytes_behind_the_last_packet_harm_nobody():
    assert len(parse_crt(crt() + b"x" * 15, "x.crt").chips) == 1


def test_what_is_written_reads_the_same():
    content = bytearray(crt(((2, 3, 0x8000, b"ab" * 4096), (2, 3, 0xA000, b"cd")), hardware=36))
    content[0x1A] = 1  # the revision
    image = parse_crt(bytes(content), "x.crt")
    assert image.revision == 1
    assert parse_crt(write_crt(image), "x.crt") == image


def test_an_image_is_known_by_its_content(tmp_path):
    path = tmp_path / "noname"
    path.write_bytes(crt())
    assert open_media(path).kind == "cartridge"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "does not begin with 'C64 CARTRIDGE'"),
        (crt()[:40], "truncated: 40 bytes; the header"),
        (crt(length=99999), "its header claims 99999 bytes, the file has"),
        (crt(exrom=7), "EXROM is 7, GAME is 1; each must be 0 or 1"),
        (crt(()), "no CHIP packet"),
        (crt()[:70], "truncated: 6 bytes at byte 64"),
        (crt()[:-1], "CHIP at byte 64 needs 8192 bytes of data, 8191 are left"),
        (crt(((9, 0, 0x8000, b"ab"),)), "type 9; there are 0 to 3"),
    ],
)
def test_damage_is_told_in_one_line_that_names_the_file(content, says):
    with pytest.raises(MediaDamaged) as caught:
        parse_crt(content, "x.crt")
    message = str(caught.value)
    assert says in message
    assert message.startswith("x.crt: ")
    assert "\n" not in message


def test_a_packet_shorter_than_its_data_is_refused_so_that_reading_ends():
    image = bytearray(crt())
    image[68:72] = struct.pack(">I", 0)
    with pytest.raises(MediaDamaged, match="its length 0 is less than 16 plus 8192"):
        parse_crt(bytes(image), "x.crt")
