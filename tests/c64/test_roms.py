"""Original ROMs are known by their SHA-1, which here is of bytes of our own."""

import hashlib

import pytest

from c64 import roms
from c64.drive import rom_sums
from c64.errors import RomError
from c64.roms import ROM_KNOWN, known_rom, read_rom


def sha1(data):
    return hashlib.sha1(data).hexdigest()


@pytest.fixture
def halves(monkeypatch):
    low, high, other = bytes(8192), b"\1" * 8192, b"\2" * 32768
    monkeypatch.setitem(rom_sums.LOW, sha1(low), "325302-01")
    monkeypatch.setitem(rom_sums.HIGH, sha1(high), "1541 901229-99")
    monkeypatch.setitem(rom_sums.OTHERS, sha1(other), "1571 310654-99")
    return low, high, other


def test_a_1541s_rom_is_known_by_its_two_chips(halves, tmp_path, recwarn):
    low, high, _ = halves
    assert known_rom(low + high) == ("dos1541", "DOS of a 1541 901229-99")
    assert known_rom(high + low) is None
    path = tmp_path / "dos.bin"
    path.write_bytes(low + high)
    assert read_rom("dos1541", path) == low + high
    assert not recwarn


@pytest.mark.parametrize("kind", ["kernal", "dos1541"])
def test_half_a_dos_is_refused_with_what_would_be_right(halves, tmp_path, kind):
    path = tmp_path / "half.bin"
    path.write_bytes(halves[1])
    with pytest.raises(RomError, match=r"half of a drive's DOS, 1541 901229-99; --dos takes both"):
        read_rom(kind, path)


@pytest.mark.parametrize("kind", ["kernal", "dos1541"])
def test_the_dos_of_another_drive_is_refused_by_its_name(halves, tmp_path, kind):
    path = tmp_path / "dos1571.bin"
    path.write_bytes(halves[2])
    with pytest.raises(RomError, match=r"is the DOS of a 1571 310654-99; true drives are 1541s"):
        read_rom(kind, path)


def test_a_dos_that_is_given_as_a_kernal_names_the_option(monkeypatch, tmp_path):
    data = b"\3" * 16384
    monkeypatch.setitem(ROM_KNOWN, sha1(data), ("dos1541", "DOS of a 1541-II 251968-99"))
    path = tmp_path / "dos.bin"
    path.write_bytes(data)
    assert known_rom(data)[0] == "dos1541"
    with pytest.raises(RomError, match="16384 bytes; it must have 8192"):
        read_rom("kernal", path)


def test_every_sum_is_one_and_names_one_rom():
    tables = (ROM_KNOWN, rom_sums.LOW, rom_sums.HIGH, rom_sums.OTHERS)
    sums = [sha for table in tables for sha in table]
    assert len(sums) == len(set(sums))
    assert all(len(sha) == 40 and int(sha, 16) for sha in sums)
    assert {"1540", "1541", "1541C", "1541-II"} <= {n.split()[0] for n in rom_sums.WHOLE.values()}
    assert {"1570", "1571", "1581"} == {name.split()[0] for name in rom_sums.OTHERS.values()}
    assert roms.ROM_SIZES["dos1541"] == 2 * roms.ROM_HALF
