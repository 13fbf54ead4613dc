"""Runs without a window, as scripts and test suites use them."""

import errno
import os
import wave

import numpy as np
import pytest
from PIL import Image

from emu.__main__ import main

# 2064 POKEs $D7FF through a stub: 10 SYS2064, then LDA #n, STA $D7FF, JMP *
STUB = bytes.fromhex("01080b080a009e32303634000000000000")


def program(tmp_path, code, name="t.prg"):
    """Write a .prg with a BASIC stub and machine code at 2064 ($0810)."""
    path = tmp_path / name
    path.write_bytes(STUB + code)
    return str(path)


def exit_with(value):
    return bytes([0xA9, value, 0x8D, 0xFF, 0xD7, 0x4C, 0x15, 0x08])


@pytest.mark.parametrize("value", [0, 1, 255])
def test_a_write_to_d7ff_is_the_exit_status(tmp_path, value):
    prg = program(tmp_path, exit_with(value))
    assert main([prg, "--headless", "--debugcart", "--limit-cycles", "8000000"]) == value


def test_reaching_the_limit_is_status_1_with_a_line(tmp_path, capsys):
    prg = program(tmp_path, bytes([0x4C, 0x10, 0x08]))
    assert main([prg, "--headless", "--debugcart", "--limit-cycles", "4000000"]) == 1
    assert "4000000" in capsys.readouterr().err


def test_the_limit_is_met_to_the_instruction(tmp_path, capsys):
    assert main(["--basic-prompt", "--headless", "--limit-cycles", "1234567"]) == 1
    cycle = int(capsys.readouterr().err.split()[-1])
    assert 1234567 <= cycle < 1234567 + 60


def test_a_jam_ends_with_status_1_and_its_place(tmp_path, capsys):
    prg = program(tmp_path, bytes([0x02]))
    assert main([prg, "--headless", "--frames", "200"]) == 1
    assert "$0810" in capsys.readouterr().err


def test_picture_and_sound_of_two_runs_are_equal_to_the_byte(tmp_path):
    files = []
    for run in ("a", "b"):
        png, wav = tmp_path / f"{run}.png", tmp_path / f"{run}.wav"
        words = ["--basic-prompt", "--headless", "--frames", "160", "--keys", "print 1\\n"]
        assert main([*words, "--exit-screenshot", str(png), "--wav", str(wav)]) == 0
        files.append(png.read_bytes() + wav.read_bytes())
    assert files[0] == files[1]


def test_the_screenshot_is_384_by_272_in_peptos_colours(tmp_path):
    png = tmp_path / "x.png"
    main(["--basic-prompt", "--headless", "--frames", "120", "--exit-screenshot", str(png)])
    picture = np.asarray(Image.open(png))
    assert picture.shape == (272, 384, 3)
    assert tuple(picture[0, 0]) == (0x6C, 0x5E, 0xB5)
    assert tuple(picture[35 + 100, 32 + 300]) == (0x35, 0x28, 0x79)
    assert tuple(picture[34, 32]) == (0x6C, 0x5E, 0xB5)
    assert tuple(picture[35, 31]) == (0x6C, 0x5E, 0xB5)
    assert tuple(picture[35, 32]) == (0x35, 0x28, 0x79)


def test_sound_is_as_long_as_the_run(tmp_path):
    wav = tmp_path / "x.wav"
    main(["--basic-prompt", "--headless", "--frames", "100", "--wav", str(wav)])
    with wave.open(str(wav)) as file:
        assert file.getframerate() == 44100
        assert abs(file.getnframes() - 44100 * 100 / 50.125) < 600


def test_a_program_at_another_address_starts_by_sys(tmp_path):
    path = tmp_path / "high.prg"
    path.write_bytes(bytes([0x00, 0xC0]) + bytes([0xA9, 0x2A, 0x8D, 0xFF, 0xD7, 0x60]))
    words = ["--headless", "--debugcart", "--limit-cycles", "8000000"]
    assert main([str(path), *words]) == 42


def test_an_unwritable_screenshot_is_one_line(tmp_path, capsys):
    words = ["--basic-prompt", "--headless", "--frames", "2", "--exit-screenshot"]
    assert main([*words, str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("drive", ["quick", "1541"])
def test_a_disk_that_the_host_does_not_take_is_a_line_and_a_status(
    drive, tmp_path, monkeypatch, capsys
):
    from disk.d64 import D64Image
    from emu.host import headless

    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"AA").to_bytes())
    empty = path.read_bytes()
    started = headless.start_file

    def start(args, machine):
        found = started(args, machine)
        machine.drives[8].image.write(1, 0, b"\x01" * 256)
        return found

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(headless, "start_file", start)
    words = ["--basic-prompt", "--headless", "--frames", "2", "--drive8", str(path)]
    with monkeypatch.context() as patch:
        patch.setattr("disk.durable.os.fsync", full)
        assert main([*words, "--drive8-type", drive]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "No space left" in told
    assert path.read_bytes() == empty and os.listdir(tmp_path) == ["a.d64"]
    assert main([*words, "--drive8-type", drive]) == 0
    assert path.read_bytes() != empty


def test_a_jump_to_no_entry_of_our_roms_is_said_in_one_line(tmp_path, capsys):
    prg = program(tmp_path, bytes([0x20, 0x3C, 0xE6, 0x4C, 0x13, 0x08]))
    main([prg, "--headless", "--frames", "200"])
    lines = [line for line in capsys.readouterr().err.splitlines() if "no entry" in line]
    assert len(lines) == 1
    assert "$E63C" in lines[0]
    assert "--kernal" in lines[0] and "--basic" in lines[0]
