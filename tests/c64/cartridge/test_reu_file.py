"""What a REU holds, from a file and back into one."""

import os

import pytest

import c64
from c64.errors import ConfigError, MediaWriteError
from emu.__main__ import main
from emu.cli import parse_arguments
from emu.errors import UsageError


def test_what_the_reu_holds_is_written_back_when_asked(tmp_path):
    path = tmp_path / "a.reu"
    path.write_bytes(b"before")
    machine = c64.C64(sample_rate=0, reu_image=path, reu_save=path)
    machine.board.cart.ram[6:11] = b"after"
    machine.flush()
    content = path.read_bytes()
    assert len(content) == 128 * 1024 and content.startswith(b"beforeafter")
    assert os.listdir(tmp_path) == ["a.reu"]
    again = c64.C64(sample_rate=0, reu_image=path)
    assert bytes(again.board.cart.ram) == content


def test_without_being_asked_nothing_is_written(tmp_path):
    path = tmp_path / "a.reu"
    path.write_bytes(b"before")
    machine = c64.C64(sample_rate=0, reu_image=path)
    machine.board.cart.ram[0] = 0x58
    machine.flush()
    assert path.read_bytes() == b"before"


def test_a_file_that_holds_it_already_is_left_alone(tmp_path):
    path = tmp_path / "a.reu"
    machine = c64.C64(sample_rate=0, reu="128k", reu_save=path)
    machine.flush()
    before = path.stat().st_mtime_ns
    machine.flush()
    assert path.stat().st_mtime_ns == before


def test_what_makes_no_sense_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="reu_save needs reu or reu_image"):
        c64.C64(reu_save=tmp_path / "a.reu")
    with pytest.raises(UsageError, match="--reu-save needs --reu or --reu-image"):
        parse_arguments(["--reu-save", str(tmp_path / "a.reu")])
    with pytest.raises(UsageError, match="FILE and --reu-image both name"):
        parse_arguments(["a.reu", "--reu-image", "b.reu"])
    with pytest.raises(UsageError, match="does not exist"):
        parse_arguments(["--reu", "128k", "--reu-save", "/nowhere/at/all.reu"])
    with pytest.raises(ValueError, match="no REU"):
        c64.C64(sample_rate=0).cartridge.save_reu(tmp_path / "a.reu")
    machine = c64.C64(sample_rate=0, reu="128k", reu_save=tmp_path / "none" / "a.reu")
    with pytest.raises(MediaWriteError, match="cannot be written"):
        machine.flush()


def test_the_command_line_takes_and_writes_a_reu(tmp_path):
    path, out = tmp_path / "a.reu", tmp_path / "b.reu"
    path.write_bytes(bytes(256 * 1024))
    args = parse_arguments([str(path), "--headless", "--frames", "1"])
    assert (args.file, args.config.reu_image) == (None, str(path))
    words = [str(path), "--reu-save", str(out), "--headless", "--frames", "2"]
    assert main(words) == 0
    assert out.read_bytes() == bytes(256 * 1024)


def test_the_size_of_the_reu_is_told():
    assert c64.C64(sample_rate=0, reu="256k").cartridge.reu_size == 256
    assert c64.C64(sample_rate=0).cartridge.reu_size == 0
    assert c64.C64(sample_rate=0, georam="64k").cartridge.reu_size == 0
