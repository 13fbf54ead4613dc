"""Files too large, or damaged: refused in one line, with little memory, whatever their kind."""

import random
import resource
import struct
import subprocess
import sys

import pytest

from disk.crt import CRT_LARGEST, CRT_MAGIC, parse_crt
from disk.d64 import D64Image
from disk.errors import MediaDamaged, MediaError, MediaNotFound
from disk.g64 import G64_LARGEST, G64_MAGIC, G64Image
from disk.image_file import IMAGE_LARGEST
from disk.loader import open_media
from disk.p64 import P64_LARGEST, P64_MAGIC, P64Image
from disk.prg import PRG_LARGEST, parse_prg
from disk.t64 import T64_LARGEST, T64_MAGIC, parse_t64

LIMITS = {
    ".g64": (G64Image, G64_MAGIC, G64_LARGEST),
    ".p64": (P64Image, P64_MAGIC, P64_LARGEST),
    ".crt": (parse_crt, CRT_MAGIC, CRT_LARGEST),
    ".t64": (parse_t64, T64_MAGIC, T64_LARGEST),
    ".prg": (parse_prg, b"\x01\x08", PRG_LARGEST),
}
HUGE = 20 << 30  # of no blocks: takes no room on the disk
MEMORY_MOST = 1 << 30
OPEN = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({most}, {most}))
from disk.errors import MediaError
from disk.loader import open_media
try:
    open_media(sys.argv[1])
except MediaError as error:
    print(error)
"""


@pytest.mark.parametrize("ending", LIMITS)
def test_a_content_beyond_the_limit_of_its_kind_is_refused(ending):
    parse, magic, most = LIMITS[ending]
    for size in (most + 1, most + 4096):
        content = magic.ljust(size, b"\0")
        with pytest.raises(MediaDamaged) as error:
            parse(content, where="x") if parse in (G64Image, P64Image) else parse(content, "x")
        assert str(error.value) == f"x: oversized: a {ending} has {most} bytes at most"


@pytest.mark.parametrize("ending", LIMITS)
def test_a_content_as_large_as_the_limit_is_not_oversized(ending):
    parse, magic, most = LIMITS[ending]
    content = magic.ljust(most, b"\0")
    try:
        parse(content, where="x") if parse in (G64Image, P64Image) else parse(content, "x")
    except MediaDamaged as error:
        assert "oversized" not in str(error)


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_AS"), reason="the host cannot limit memory")
@pytest.mark.parametrize("ending", [*LIMITS, ".d64", ".d71", ".d81", ".p00", ".tap"])
def test_a_huge_file_is_refused_with_little_memory(tmp_path, ending):
    path = tmp_path / f"huge{ending}"
    with path.open("wb") as file:
        file.write(LIMITS[ending][1] if ending in LIMITS else b"")
        file.truncate(HUGE)
    code = OPEN.format(most=MEMORY_MOST)
    result = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith(str(path))
    assert len(result.stdout.splitlines()) == 1


@pytest.mark.parametrize("kind", [D64Image, G64Image, P64Image])
def test_an_image_opened_by_its_class_is_limited_too(tmp_path, kind):
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.write(G64_MAGIC if kind is G64Image else P64_MAGIC)
        file.truncate(HUGE)
    with pytest.raises(MediaDamaged, match="oversized"):
        kind.open(path)
    with pytest.raises(MediaNotFound, match="not a plain file"):
        kind.open("/dev/zero")
    assert max(G64_LARGEST, P64_LARGEST) <= IMAGE_LARGEST


def test_a_tape_of_thousands_of_programs_is_refused_at_once():
    entry = struct.pack("<BBHH2xI4x16s", 1, 0x82, 0x0801, 0xFFFF, 2_000_000, b"A")
    content = T64_MAGIC.ljust(34, b" ") + struct.pack("<H", 60_000) + bytes(28)
    content = (content + entry * 60_000).ljust(3_000_000, b"\0")
    with pytest.raises(MediaDamaged, match="60000 programs; at most 1000 are allowed"):
        parse_t64(content, "x")


@pytest.mark.slow
@pytest.mark.parametrize("ending", [*LIMITS, ".p00", ".d64"])
def test_damaged_files_are_told_in_one_line(tmp_path, ending):
    dice, path = random.Random(ending), tmp_path / f"x{ending}"
    magic = LIMITS[ending][1] if ending in LIMITS else b""
    for _ in range(300):
        size = dice.choice([0, 1, 2, 3, 10, 64, 100, 5000, 70_000])
        path.write_bytes((magic if dice.random() < 0.8 else b"") + dice.randbytes(size))
        try:
            open_media(path)
        except MediaError as error:
            assert len(str(error).splitlines()) == 1
