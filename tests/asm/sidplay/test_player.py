"""The SID player on the machine: its bytes, its calls, its keys."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import c64
from disk.sid_player import CODE, CODE_AT, HIGH_BYTES
from emu.__main__ import main
from emu.cli import parse_arguments
from tests.disk.test_sid import sid

ROOT = Path(__file__).resolve().parents[3]
# init: STA $2000, INC $2002; play: INC $2001; both RTS.
COUNTING = bytes.fromhex("4c0610 4c0d10 8d0020 ee0220 60 ee0120 60")
NUMBER, CALLS, BEGUN = 0x2000, 0x2001, 0x2002


def machine_with(tmp_path, content, model="c64", frames=60, **options):
    path = tmp_path / "a.sid"
    path.write_bytes(content)
    machine = c64.C64(model, sample_rate=0, **options)
    machine.autostart(path)
    machine.tick(frames)
    return machine


def press(machine, key):
    with machine.keyboard.held(key):
        machine.tick(3)
    machine.tick(3)


def calls_in(machine, frames):
    """How often play was called within some frames."""
    before = machine.ram[CALLS]
    machine.tick(frames)
    return machine.ram[CALLS] - before & 0xFF


def test_the_bytes_are_those_of_the_source(tmp_path):
    if not shutil.which("ca65"):
        pytest.skip("ca65 is not installed")
    folder = ROOT / "asm" / "sidplay"
    found = {}
    for at in (CODE_AT, CODE_AT + 0x1000):
        subprocess.run(["ca65", "-I", ROOT / "asm" / "inc", "-o", tmp_path / "p.o",
                        folder / "player.s"], check=True)  # fmt: skip
        subprocess.run(["ld65", "-C", folder / "player.cfg", "-S", f"${at:04X}",
                        "-o", tmp_path / "p.bin", tmp_path / "p.o"], check=True)  # fmt: skip
        found[at] = (tmp_path / "p.bin").read_bytes()
    one, two = found.values()
    assert one == CODE
    assert [at for at in range(len(one)) if one[at] != two[at]] == list(HIGH_BYTES)
    assert all(two[at] == one[at] + 0x10 for at in HIGH_BYTES)


def test_names_and_song_are_on_the_screen(tmp_path):
    machine = machine_with(tmp_path, sid(COUNTING, songs=12, first=10, flags=0x14,
                                         title=b"My Tune", author=b"Somebody"))  # fmt: skip
    text = machine.screen.text()
    for words in ("GO 64 plays", "My Tune", "Somebody", "2026 Nobody", "Song  10 of 12",
                  "PAL, 6581, every frame", "+ -"):  # fmt: skip
        assert words in text, words
    assert machine.ram[NUMBER] == 9


@pytest.mark.parametrize(
    ("model", "speed", "frames", "calls"),
    [
        ("c64", 0, 50, 50),
        ("ntsc", 0, 60, 60),
        ("c64", 1, 50, 60),
        ("ntsc", 1, 60, 60),
        ("oldntsc", 1, 61, 60),
        ("drean", 1, 50, 59.4),
    ],
)
def test_play_is_called_once_a_frame_or_60_times_a_second(tmp_path, model, speed, frames, calls):
    machine = machine_with(tmp_path, sid(COUNTING, speed=speed), model)
    assert calls_in(machine, frames) == pytest.approx(calls, abs=1)


def test_a_tune_may_set_the_timer_to_more_calls(tmp_path):
    # init: $1000 cycles, so 240.5 calls a second
    code = bytes.fromhex("4c0610 4c1110 a9008d04dc a9108d05dc 60 ee0120 60")
    machine = machine_with(tmp_path, sid(code, speed=1))
    assert calls_in(machine, 25) == pytest.approx(985248 / 4097 / 50.12 * 25, abs=2)


def test_each_song_has_a_bit_for_its_speed(tmp_path):
    machine = machine_with(tmp_path, sid(COUNTING, songs=40, speed=0x8000_0002))
    assert calls_in(machine, 50) == 50
    press(machine, "2")
    assert calls_in(machine, 50) == pytest.approx(60, abs=1)
    press(machine, "3")
    assert calls_in(machine, 50) == 50
    press(machine, "1")
    press(machine, "-")
    assert machine.ram[NUMBER] == 39
    assert calls_in(machine, 50) == pytest.approx(60, abs=1)


def test_keys_choose_the_song(tmp_path):
    machine = machine_with(tmp_path, sid(COUNTING, songs=11))
    for key, song in (
        ("+", 1),
        ("+", 2),
        ("-", 1),
        ("9", 8),
        ("0", 9),
        ("+", 10),
        ("+", 0),
        ("-", 10),
        ("1", 0),
        ("4", 3),
        ("5", 4),
        ("6", 5),
        ("7", 6),
        ("8", 7),
    ):
        press(machine, key)
        assert machine.ram[NUMBER] == song, key
        assert f"Song {song + 1:3} of 11" in machine.screen.text()
    begun = machine.ram[BEGUN]
    press(machine, "A")
    machine.keyboard.hold("2")
    machine.tick(40)
    assert machine.ram[BEGUN] == begun + 1  # held: once


def test_a_song_that_is_not_there_is_not_chosen(tmp_path):
    machine = machine_with(tmp_path, sid(COUNTING, songs=3))
    press(machine, "4")
    press(machine, "0")
    assert (machine.ram[NUMBER], machine.ram[BEGUN]) == (0, 1)


def test_256_songs_can_be_reached(tmp_path):
    machine = machine_with(tmp_path, sid(COUNTING, songs=256, first=256))
    assert "Song 256 of 256" in machine.screen.text()
    press(machine, "+")
    assert "Song   1 of 256" in machine.screen.text()
    press(machine, "-")
    assert machine.ram[NUMBER] == 255


@pytest.mark.parametrize(("load", "port"), [(0x1000, 0x37), (0xA000, 0x36), (0xD000, 0x34),
                                            (0xE000, 0x35)])  # fmt: skip
def test_routines_are_called_in_the_banks_they_need(tmp_path, load, port):
    code = bytes.fromhex("4c0600 4c0c00 a501 8d0020 60 a501 8d0320 ee0120 60")
    high = load >> 8
    code = bytearray(code)
    code[2] = code[5] = high
    machine = machine_with(tmp_path, sid(bytes(code), load=load))
    assert machine.ram[0x2000] & 7 == machine.ram[0x2003] & 7 == port & 7
    assert calls_in(machine, 50) == 50
    press(machine, "1")
    assert calls_in(machine, 50) == 50


def test_a_tune_under_the_usual_screen_is_whole(tmp_path):
    body = bytes(range(256)) * 8
    code = bytes.fromhex("4c0604 4c0d04 8d0090 ee0290 60 ee0190 60") + body
    machine = machine_with(tmp_path, sid(code, load=0x0400))
    assert bytes(machine.ram[0x0400 : 0x0400 + len(code)]) == code
    assert "Title" in machine.screen.text() and "Song   1 of 1" in machine.screen.text()
    before = machine.ram[0x9001]
    machine.tick(20)
    assert machine.ram[0x9001] - before & 0xFF == 20


def test_a_tune_without_room_for_a_screen_plays_on_a_dark_one(tmp_path):
    body = bytes.fromhex("4c0604 4c0d04 8d0020 ee0220 60 ee0120 60") + bytes(0x800)
    machine = machine_with(tmp_path, sid(body, load=0x0400, page=0xC0, pages=2))
    assert calls_in(machine, 20) == 20
    assert set(np.unique(machine.screen.indices)) == {0}


# SEI; $0314 to $1020; timer A; CLI; RTS ... $1020: INC $2001; JMP $EA31
OWN = bytes.fromhex("8d0020 ee0220 78 a9208d1403 a9108d1503 58 60")
OWN_INTERRUPTS = OWN.ljust(0x20, b"\0") + bytes.fromhex("ee0120 4c31ea")


@pytest.mark.parametrize("magic", [b"PSID", b"RSID"])
def test_a_tune_with_interrupts_of_its_own_plays_beside_the_keys(tmp_path, magic):
    machine = machine_with(tmp_path, sid(OWN_INTERRUPTS, magic=magic, play=0, songs=2))
    assert calls_in(machine, 50) == pytest.approx(60, abs=1)
    machine.keyboard.hold("2")
    machine.tick(8)
    machine.keyboard.release()
    machine.tick(8)
    assert (machine.ram[NUMBER], machine.ram[BEGUN]) == (1, 2)
    assert calls_in(machine, 50) == pytest.approx(60, abs=1)


def test_an_rsids_init_runs_with_interrupts_and_need_not_return(tmp_path):
    code = bytes.fromhex("a9118d1403 a9108d1503 58 4c0b10").ljust(0x11, b"\0")
    code += bytes.fromhex("ee0120 4c31ea")
    machine = machine_with(tmp_path, sid(code, magic=b"RSID"))
    assert calls_in(machine, 50) == pytest.approx(60, abs=1)


def test_the_sid_is_silent_between_two_songs(tmp_path):
    # init: a tone that goes on, of song 0 only
    code = bytes.fromhex("4c0610 4c1a10 c900 d00f a9208d01d4 a9f08d06d4 a9118d04d4 60 60")
    path = tmp_path / "a.sid"
    path.write_bytes(sid(code, songs=2))
    machine = c64.C64(sample_rate=22050)
    machine.autostart(path)
    machine.tick(60)
    loudness = []
    for _ in range(2):
        machine.audio()
        machine.tick(20)
        loudness.append(float(np.std(machine.audio())))
        press(machine, "2")
        machine.tick(20)
    assert loudness[0] > 100 * max(loudness[1], 1)


def test_the_command_line_takes_a_tune_and_suits_the_machine_to_it(tmp_path, capsys):
    path = tmp_path / "a.sid"
    path.write_bytes(sid(COUNTING, flags=0x28))
    words = ["--headless", "--frames", "5"]
    assert main([str(path), *words]) == 0
    args = parse_arguments([str(path), *words])
    assert (args.config.model, args.config.sid) == ("ntsc", "8580")
    args = parse_arguments([str(path), *words, "--model", "c64"])
    assert (args.config.model, args.config.sid) == ("c64", None)
    args = parse_arguments([str(path), *words, "--sid=6581"])
    assert (args.config.model, args.config.sid) == ("ntsc", "6581")
    path.write_bytes(b"PSID")
    capsys.readouterr()
    assert main([str(path), *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    path.write_bytes(sid(COUNTING))
    assert main(["--basic-prompt", "--drive8", str(path), *words]) == 2
    assert "is a tune, not a disk" in capsys.readouterr().err


def test_no_run_only_puts_the_tune_into_memory(tmp_path):
    path = tmp_path / "a.sid"
    path.write_bytes(sid(COUNTING))
    machine = c64.C64(sample_rate=0)
    machine.autostart(path, run=False)
    machine.tick(20)
    assert bytes(machine.ram[0x1000 : 0x1000 + len(COUNTING)]) == COUNTING
    assert machine.ram[BEGUN] == machine.ram[CALLS]
    assert machine.at_prompt
