"""Files that other programs make: VICE's c1541, petcat and cartconv, cc1541, cbmconvert, zip, gzip.

What is not installed is skipped, and said.  A tape that x64sc records is in
``test_files_of_x64sc.py``.
"""

import random
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

import c64
from c64.config import read_palette
from disk.loader import open_media, sources_in
from disk.t64 import parse_t64
from disk.volume import Volume

PRG, SEQ = 2, 1
HELLO = '10 print"hello ";6*7\n20 poke 53280,5\n'
GREEN = 5
FREE = {"d64": 664, "d71": 1328, "d81": 3160}
# LDA #5, STA $D020, JMP to itself: behind a cartridge's header with CBM80 and its two vectors.
GREEN_BORDER = bytes.fromhex("0980 0980 c3c2cd3830 a905 8d20d0 4c0e80")
KINDS = pytest.mark.parametrize("kind", FREE)


def needs(*tools):
    """Return the mark of a test that runs these."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def run(*words, folder, text=None):
    """Run a tool in a folder; returns what it prints."""
    done = subprocess.run(
        [str(word) for word in words], cwd=folder, input=text, text=True, encoding="latin-1",
        capture_output=True, check=True,
    )  # fmt: skip
    return done.stdout


def contents(folder):
    """Write three files; returns {name on the disk: content}."""
    chance = random.Random(7)
    files = {b"ONE": chance.randbytes(50_000), b"TWO": chance.randbytes(1), b"THREE": bytes(254)}
    for name, content in files.items():
        (folder / name.decode().lower()).write_bytes(content)
    return files


def files_of(path):
    """Return (name of the disk, its files, free blocks)."""
    volume = Volume(open_media(path))
    files = {entry.name: volume.read_file(entry) for entry in volume.entries()}
    return volume.name(), files, volume.free_blocks()


def shown(path, text, frames=400, **options):
    """Start a file; returns the machine once a text is on its screen."""
    machine = c64.C64(**options)
    machine.autostart(path)
    for _ in range(frames // 10):
        machine.tick(10)
        if text in machine.screen.text():
            return machine
    raise AssertionError(f"no {text!r} on:\n{machine.screen.text()}")


# -- disks -----------------------------------------------------------------------------


@needs("c1541")
@KINDS
def test_what_vices_c1541_writes_is_read_and_its_map_is_sound(kind, tmp_path):
    files = contents(tmp_path)
    words = ["c1541", "-format", "vice disk,vd", kind, f"a.{kind}"]
    for name in files:
        words += ["-write", name.decode().lower(), name.decode().lower()]
    run(*words, folder=tmp_path)
    name, found, free = files_of(tmp_path / f"a.{kind}")
    assert (name, found) == (b"VICE DISK", files)
    assert free == FREE[kind] - sum(-(-len(content) // 254) for content in files.values())
    volume = Volume(open_media(tmp_path / f"a.{kind}"))
    before = volume.image.to_bytes()
    volume.validate()
    assert volume.image.to_bytes() == before


@needs("c1541")
@KINDS
def test_what_we_write_on_its_disk_vices_c1541_reads(kind, tmp_path):
    run("c1541", "-format", "vice disk,vd", kind, f"a.{kind}", folder=tmp_path)
    image = open_media(tmp_path / f"a.{kind}")
    content = random.Random(8).randbytes(40_000)
    Volume(image).write_file(b"OURS", PRG, content)
    Volume(image).write_file(b"TEXT", SEQ, b"abc")
    (tmp_path / f"b.{kind}").write_bytes(image.to_bytes())
    listed = run("c1541", "-attach", f"b.{kind}", "-list", folder=tmp_path)
    assert '"ours"' in listed and '"text"' in listed
    assert f"{Volume(image).free_blocks()} blocks free" in listed
    run("c1541", "-attach", f"b.{kind}", "-read", "ours", "out.bin", folder=tmp_path)
    assert (tmp_path / "out.bin").read_bytes() == content
    before = files_of(tmp_path / f"b.{kind}")
    run("c1541", "-attach", f"b.{kind}", "-validate", folder=tmp_path)
    assert files_of(tmp_path / f"b.{kind}") == before


@needs("c1541", "petcat")
@pytest.mark.parametrize("kind", ["d64", "d71", "d81"])
def test_a_disk_by_vice_with_a_program_by_petcat_starts(kind, tmp_path):
    (tmp_path / "h.txt").write_text(HELLO)
    run("petcat", "-w2", "-o", "h.prg", "--", "h.txt", folder=tmp_path)
    run("c1541", "-format", "d,01", kind, f"a.{kind}", "-write", "h.prg", "hello", folder=tmp_path)
    assert shown(tmp_path / f"a.{kind}", "HELLO  42")


@needs("c1541", "petcat")
@pytest.mark.compiled_only("a 1541 with its own processor, which is the same uncompiled")
def test_the_surface_of_a_disk_by_vice_is_read_by_a_1541(tmp_path):
    (tmp_path / "h.txt").write_text(HELLO)
    run("petcat", "-w2", "-o", "h.prg", "--", "h.txt", folder=tmp_path)
    run("c1541", "-format", "d,01", "g64", "a.g64", "-write", "h.prg", "hello", folder=tmp_path)
    machine = shown(tmp_path / "a.g64", "HELLO  42", frames=1500)
    assert machine.drives[8].kind == "1541"


@needs("cc1541")
def test_what_cc1541_writes_on_a_1541s_disk_is_read(tmp_path):
    files = contents(tmp_path)
    words = ["cc1541", "-q", "-n", "cc disk", "-i", "cc"]
    for name in files:
        words += ["-f", name.decode().lower(), "-w", name.decode().lower()]
    run(*words, "a.d64", folder=tmp_path)
    name, found, free = files_of(tmp_path / "a.d64")
    assert (name, found) == (b"CC DISK", files)
    assert free == FREE["d64"] - sum(-(-len(content) // 254) for content in files.values())


@needs("cbmconvert")
@pytest.mark.parametrize(("kind", "option"), [("d64", "-D4"), ("d71", "-D7"), ("d81", "-D8")])
def test_what_cbmconvert_writes_is_read(kind, option, tmp_path):
    (tmp_path / "hello.prg").write_bytes(b"\x01\x08" + bytes(range(200)))
    run("cbmconvert", "-n", option, f"a.{kind}", "hello.prg", folder=tmp_path)
    assert files_of(tmp_path / f"a.{kind}")[1] == {b"HELLO": b"\x01\x08" + bytes(range(200))}


# -- programs --------------------------------------------------------------------------


@needs("petcat")
def test_a_program_by_petcat_runs(tmp_path):
    (tmp_path / "h.txt").write_text(HELLO)
    run("petcat", "-w2", "-o", "h.prg", "--", "h.txt", folder=tmp_path)
    machine = shown(tmp_path / "h.prg", "HELLO  42")
    assert machine.memory[0xD020] & 15 == GREEN


@needs("petcat", "cbmconvert")
def test_a_p00_by_cbmconvert_runs(tmp_path):
    (tmp_path / "h.txt").write_text(HELLO)
    run("petcat", "-w2", "-o", "hello.prg", "--", "h.txt", folder=tmp_path)
    run("cbmconvert", "-n", "-P", "hello.prg", folder=tmp_path)
    (found,) = tmp_path.glob("*.p00")
    assert found.read_bytes()[:7] == b"C64File"
    assert shown(found, "HELLO  42")
    folder = c64.C64()
    folder.drives[8].attach(tmp_path)
    folder.type('load"hello",8\nrun\n')
    folder.tick(200)
    assert "HELLO  42" in folder.screen.text()


# -- tapes in a file -------------------------------------------------------------------

# No program that we know of writes a .t64; two read one: what they find in ours is what we find.
TAPE = {b"FIRST": 0x0801, b"SECOND ONE": 0xC000, b"THIRD": 0x2000}


def tape_of(files, slots=30, ends_wrong=False):
    """Return a .t64 with {name: (address, content)}; as a converter's fault has it if wanted."""
    head = b"C64S tape image file".ljust(32, b"\0")
    head += struct.pack("<HHH2x24s", 0x0100, slots, len(files), b"MADE HERE".ljust(24))
    entries, data, at = b"", b"", 64 + 32 * slots
    for name, (start, content) in files.items():
        end = 0xC3C6 if ends_wrong else start + len(content)
        entries += struct.pack("<BBHH2xI4x16s", 1, 0x82, start, end, at + len(data), name.ljust(16))
        data += content
    return head + entries.ljust(32 * slots, b"\0") + data


@pytest.mark.parametrize(
    ("tool", "words"),
    [("c1541", ["-attach", "out.d64", "-tape", "a.t64"]),
     ("cbmconvert", ["-D4o", "out.d64", "-t", "a.t64"])],
)  # fmt: skip
@pytest.mark.parametrize("slots", [3, 30])
def test_a_tape_is_read_as_other_programs_read_it(tool, words, slots, tmp_path):
    if shutil.which(tool) is None:
        pytest.skip(f"not installed: {tool}")
    chance = random.Random(9)
    files = {name: (start, chance.randbytes(700)) for name, start in TAPE.items()}
    (tmp_path / "a.t64").write_bytes(tape_of(files, slots))
    if tool == "c1541":
        run("c1541", "-format", "d,01", "d64", "out.d64", folder=tmp_path)
    run(tool, *words, folder=tmp_path)
    _, theirs, _ = files_of(tmp_path / "out.d64")
    ours = parse_t64((tmp_path / "a.t64").read_bytes(), "a.t64")
    found = {p.c64_name: p.start.to_bytes(2, "little") + p.data for p in ours}
    assert {name: content[:2] for name, content in found.items()} == {
        name: start.to_bytes(2, "little") for name, start in TAPE.items()
    }
    assert theirs == found


# -- cartridges ------------------------------------------------------------------------


@needs("cartconv")
@pytest.mark.parametrize(
    ("kind", "size"),
    [("normal", 0x2000), ("normal", 0x4000), ("md", 0x8000), ("easy", 0x100000), ("ocean", 0x20000),
     ("gs", 0x80000), ("fp", 0x20000), ("simon", 0x4000), ("din", 0x20000)],
)  # fmt: skip
def test_a_cartridge_by_cartconv_starts(kind, size, tmp_path):
    if kind == "easy":  # begins in Ultimax: the reset vector of the second chip
        rom = bytearray(b"\xff" * size)
        rom[0x2000:0x2008] = bytes.fromhex("a905 8d20d0 4c00e0")
        rom[0x3FFC:0x3FFE] = b"\x00\xe0"
    else:
        rom = bytearray(size)
        rom[: len(GREEN_BORDER)] = GREEN_BORDER
    (tmp_path / "a.bin").write_bytes(rom)
    run("cartconv", "-t", kind, "-i", "a.bin", "-o", "a.crt", "-n", "green", folder=tmp_path)
    machine = c64.C64(cart=tmp_path / "a.crt")
    machine.tick(30)
    assert machine.memory[0xD020] & 15 == GREEN


# -- archives, palettes ----------------------------------------------------------------


@needs("c1541", "petcat", "zip", "gzip")
@pytest.mark.parametrize("kind", ["zip", "gz", "gz in zip"])
def test_archives_by_their_own_programs_start(kind, tmp_path):
    (tmp_path / "h.txt").write_text(HELLO)
    run("petcat", "-w2", "-o", "h.prg", "--", "h.txt", folder=tmp_path)
    run("c1541", "-format", "d,01", "d64", "a.d64", "-write", "h.prg", "hello", folder=tmp_path)
    if kind == "zip":
        run("zip", "-9", "a.zip", "h.txt", "a.d64", folder=tmp_path)
        assert [source.name for source in sources_in(tmp_path / "a.zip")] == ["a.d64"]
        path = tmp_path / "a.zip"
    elif kind == "gz":
        run("gzip", "-9", "a.d64", folder=tmp_path)
        path = tmp_path / "a.d64.gz"
    else:
        run("zip", "-r", "a.zip", "a.d64", folder=tmp_path)
        (tmp_path / "list.m3u").write_text("# two of them\na.zip\na.d64\n")
        path = tmp_path / "list.m3u"
    assert shown(path, "HELLO  42")


VICE_PALETTES = sorted(Path("/usr/share/vice/C64").glob("*.vpl"))


@pytest.mark.skipif(not VICE_PALETTES, reason="not installed: VICE's palettes")
def test_every_palette_of_vice_is_read():
    found = {path.name: read_palette(path) for path in VICE_PALETTES}
    assert all(len(palette) == 16 and palette[0] < palette[1] for palette in found.values())
    assert len(set(found.values())) > len(found) / 2
