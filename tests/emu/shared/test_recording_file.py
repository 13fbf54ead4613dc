"""Recordings of inputs as files: whole, of other people's machines, damaged, and hostile."""

import json
import os
import random
import struct
import subprocess
import sys
import zlib
from array import array
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import c64
from c64 import C64, SidPlace
from disk.d64 import D64Image
from disk.volume import PRG, Volume
from emu.__main__ import main
from emu.cli import parse_arguments
from emu.errors import HostError, UsageError
from emu.host.headless import HeadlessRun
from emu.replay.events import pack
from emu.replay.recorder import Recorder
from emu.shared.checksummed import PREFIX, read_sealed, write_sealed
from emu.shared.recording_file import (
    BLOCKS,
    MAGIC,
    VERSION,
    WHAT,
    _little,
    machine_for,
    open_recording,
    outcome,
    play_recording,
    save_recording,
)
from emu.shared.state.write import save_state_file
from tests.disk.test_crt import crt
from tests.emu.replay.play_out import play_out
from tests.volume import seldom

ROOT = Path(__file__).resolve().parents[4]
SCRIPT = "10 print rnd(0);peek(54299):goto 10\nrun\n"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A recording of dice and a joystick, made by the command line."""
    path = tmp_path_factory.mktemp("recording") / "dice.go64rec"
    words = ["--headless", "--frames", "300", "--basic-prompt", "--record", str(path)]
    assert main([*words, "--keys", SCRIPT + "{joy2 up+fire 9}"]) == 0
    return path


def short(tmp_path, frames=3, **options):
    """Return the path of a short recording of a machine of these options."""
    machine = C64(sample_rate=0, **options)
    recorder = Recorder(machine)
    for _ in range(frames):
        machine.tick()
        recorder.end()
    path = tmp_path / "short.go64rec"
    save_recording(path, machine, recorder.finish(), "a title")
    return path


def played(found, **roms):
    machine = machine_for(found, **roms)
    return play_out(play_recording(machine, found), machine)


# -- the same machine ----------------------------------------------------------------------


def test_a_replay_leads_to_the_same_hash_with_any_sound(recorded, tmp_path, capsys):
    assert main(["--headless", "--replay", str(recorded)]) == 0
    wav = tmp_path / "a.wav"
    assert main(["--headless", str(recorded), "--wav", str(wav)]) == 0
    assert capsys.readouterr().err.count("go64: replay: 300 frames, the same machine\n") == 2
    assert wav.stat().st_size > 300 * 800 * 2


@pytest.mark.skipif(c64.PURE, reason="compares the two kinds itself")
@pytest.mark.parametrize(("frames", "keys"), [(40, ""), seldom(170, "printrnd(0)\n")])
def test_a_replay_leads_to_the_same_hash_uncompiled(tmp_path, frames, keys):
    path = tmp_path / "a.go64rec"
    words = ["--headless", "--frames", str(frames), "--basic-prompt", "--record", str(path)]
    assert main([*words, *(["--keys", keys] if keys else [])]) == 0
    done = subprocess.run(
        [sys.executable, "-m", "emu", "--headless", "--replay", str(path)],
        env=os.environ | {"GO64_PURE": "1"}, capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (
        0,
        f"go64: replay: {frames} frames, the same machine\n",
    )


@pytest.mark.parametrize(
    "options",
    [
        {"model": "ntsc", "seed": 5},
        {"model": "c64c", "sid": "6581", "ram_pattern": "zeros"},
        {"reu": "512k"},
        {"plus60k": True, "plus60k_base": 0xD040},
        {"drive": "1541"},
        {"cpu": "py65"},
        {"sids": (SidPlace(0xD420, "8580"), SidPlace(0xDE00, None, "left"))},
    ],
)
def test_every_configuration_comes_back(tmp_path, options):
    found = open_recording(short(tmp_path, **options))
    assert played(found).diverged is None
    assert {name: getattr(found.config, name) for name in options} == options
    assert (found.header["title"], found.header["go64"]) == ("a title", c64.__version__)


def test_a_second_sid_of_before_november_2026_is_replayed(tmp_path):
    path = short(tmp_path, sids="d420:8580")
    header, blocks = read_sealed(path, MAGIC, VERSION, WHAT, BLOCKS)
    del header["config"]["sids"]
    header["config"] |= {"sid2": 0xD420, "sid2_chip": "8580"}
    write_sealed(path, MAGIC, VERSION, header, blocks)
    found = open_recording(path)
    assert found.config.sids == (SidPlace(0xD420, "8580"),)
    assert played(found).diverged is None


def test_a_cartridge_and_a_reus_contents_are_in_the_recording(tmp_path):
    cart, image = tmp_path / "a.crt", tmp_path / "a.reu"
    cart.write_bytes(crt())
    image.write_bytes(bytes(range(256)) * 512)
    path = short(tmp_path, cart=cart, reu_image=image)
    cart.unlink()
    image.unlink()
    assert played(open_recording(path)).diverged is None


def test_no_path_of_the_host_is_in_the_file(tmp_path):
    cart = tmp_path / "secretname.crt"
    cart.write_bytes(crt())
    disk = tmp_path / "otherfolder" / "d.d64"
    disk.parent.mkdir()
    image = D64Image.blank(b"DISK", b"01")
    disk.write_bytes(image.to_bytes())
    machine = C64(sample_rate=0, cart=cart)
    machine.drives[8].attach(disk)
    recorder = Recorder(machine)
    machine.tick()
    recorder.end()
    path = tmp_path / "p.go64rec"
    save_recording(path, machine, recorder.finish())
    header, blocks = read_sealed(path, MAGIC, VERSION, WHAT)
    whole = json.dumps(header).encode() + b"".join(blocks.values())
    assert str(tmp_path).encode() not in whole and b"secretname" not in whole


def test_other_roms_are_asked_for_by_name(tmp_path):
    rom = tmp_path / "kernal.bin"
    rom.write_bytes(C64(sample_rate=0).roms.kernal[:-1] + b"\x55")
    found = open_recording(short(tmp_path, kernal=rom))
    with pytest.raises(HostError, match="another kernal: --kernal must be the ROM with SHA-1"):
        machine_for(found)
    assert played(found, kernal=rom).diverged is None
    own = open_recording(short(tmp_path))
    with pytest.raises(HostError, match="another kernal"):
        machine_for(own, kernal=rom)


def test_a_rom_that_cannot_be_read_or_is_none_is_told_with_the_recording(tmp_path):
    path = short(tmp_path)
    found = open_recording(path)
    for name in (tmp_path / "none.bin", tmp_path):
        with pytest.raises(HostError) as error:
            machine_for(found, kernal=name)
        assert str(error.value).startswith(f"{path}: ") and str(name) in str(error.value)
        assert "\n" not in str(error.value)


def test_a_machine_that_is_made_of_no_files_is_not_recorded(tmp_path):
    machine = C64(sample_rate=0, roms=C64(sample_rate=0).roms)
    recorder = Recorder(machine)
    machine.tick()
    recorder.end()
    with pytest.raises(HostError, match="cannot be recorded: it is not made of files"):
        save_recording(tmp_path / "a.go64rec", machine, recorder.finish())


def test_a_disk_written_to_in_the_replay_is_no_file(tmp_path, monkeypatch):
    disk = tmp_path / "d.d64"
    image = D64Image.blank(b"DISK", b"01")
    Volume(image).write_file(b"PROG", PRG, b"\x01\x08abc")
    disk.write_bytes(image.to_bytes())
    path = tmp_path / "d.go64rec"
    words = ["--headless", "--frames", "420", "--drive8", str(disk), "--record", str(path)]
    assert main([*words, "--keys", 'open1,8,15,"s0:prog":close1\nload"$",8\nlist\n']) == 0
    changed = disk.read_bytes()
    assert Volume(D64Image.open(disk)).find(b"PROG") is None
    disk.write_bytes(image.to_bytes())
    run = HeadlessRun(parse_arguments(["--headless", "--replay", str(path)]))
    assert run.run() == 0
    assert run.machine.drives[8].image.to_bytes() == changed
    assert disk.read_bytes() == image.to_bytes()


def test_a_replay_that_parts_is_an_error_that_names_the_frame(recorded, tmp_path, capsys):
    header, blocks = read_sealed(recorded, MAGIC, VERSION, WHAT)
    sums = bytearray(blocks["sums"])
    sums[4 * 99] ^= 1
    path = tmp_path / "diverged.go64rec"
    write_sealed(path, MAGIC, VERSION, header, blocks | {"sums": bytes(sums)})
    assert main(["--headless", "--replay", str(path)]) == 1
    assert (
        "go64: the replay diverged from the recording at frame 100 of 300\n"
        in capsys.readouterr().err
    )
    write_sealed(path, MAGIC, VERSION, header | {"final": "0" * 64}, blocks)
    assert main(["--headless", "--replay", str(path)]) == 1
    assert "at frame 300 of 300" in capsys.readouterr().err


def test_an_end_may_be_set_before_the_recordings(recorded, capsys):
    assert main(["--headless", "--replay", str(recorded), "--frames", "20"]) == 0
    assert "replay left at frame 20 of 300" in capsys.readouterr().err


# -- the command line ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--record", "a.wav"], "must end in .go64rec"),
        (["--replay", "a.prg"], "not a recording"),
        (["--replay", "a.go64rec", "b.go64rec"], "both name a recording"),
        (["--replay", "a.go64rec", "b.prg"], "omit FILE"),
        (["--replay", "a.go64rec", "--drive8", "b.d64"], "omit --drive8"),
        (["--replay", "a.go64rec", "--record", "b.go64rec"], "omit --record"),
        (["--replay", "a.go64rec", "--monitor"], "needs the window"),
        (["--record", "/nowhere/at/all.go64rec"], "does not exist"),
    ],
)
def test_what_does_not_go_together_is_refused(words, part):
    with pytest.raises(UsageError) as error:
        parse_arguments(words)
    assert part in str(error.value) and "\n" not in str(error.value)


def test_a_recording_that_is_not_there_is_one_line(capsys):
    assert main(["--headless", "--replay", "nowhere.go64rec"]) == 2
    assert capsys.readouterr().err == (
        "go64: nowhere.go64rec: cannot be read: No such file or directory\n"
    )


# -- hostile files -------------------------------------------------------------------------


def refused(path):
    """Open and replay a file; returns the line with which it is refused, "" if it is not."""
    try:
        played(open_recording(path))
    except HostError as error:
        assert "\n" not in str(error) and str(path) in str(error)
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"steps": 0}, "contents are invalid"),
        ({"steps": 1 << 40}, "contents are invalid"),
        ({"steps": "3"}, "contents are invalid"),
        ({"steps": 2}, "contents are invalid"),
        ({"final": "zz"}, "contents are invalid"),
        ({"final": None}, "contents are invalid"),
        ({"config": {"model": "c128"}}, "c128"),
        ({"config": {"model": "ntsc"}}, "model"),
        ({"config": {"kernal": "/etc/passwd"}}, "configures 'kernal'"),
        ({"config": {"cart_save": "/tmp/x"}}, "configures 'cart_save'"),
        ({"config": {"reu_image": "/etc/passwd"}}, "configures 'reu_image'"),
        ({"config": {"seed": 1e99}}, "seed"),
        ({"config": []}, "contents are invalid"),
        ({"config": None}, "contents are invalid"),
        ({"roms": {}}, "contents are invalid"),
        ({"saved": None}, "contents are invalid"),
        ({"saved": float("inf")}, "contents are invalid"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(tmp_path, changes, part):
    path = short(tmp_path)
    header, blocks = read_sealed(path, MAGIC, VERSION, WHAT)
    write_sealed(path, MAGIC, VERSION, header | changes, blocks)
    assert part in refused(path)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"go64": "v" * 41, "title": "t" * 81}, {"go64": "v" * 40, "title": "t" * 80}),
        ({"go64": "v" * 40, "title": "t" * 80}, {"go64": "v" * 40, "title": "t" * 80}),
        ({"go64": 7, "title": None}, {"go64": "7", "title": "None"}),
        ({"saved": -1}, {"saved": 0}),
        ({"saved": 1 << 40}, {"saved": 1 << 40}),
        ({"saved": (1 << 40) + 1}, {"saved": 1 << 40}),
        ({"saved": 12.9}, {"saved": 12}),
    ],
)
def test_what_a_recording_tells_is_no_longer_than_can_be_shown(tmp_path, changes, told):
    path = short(tmp_path)
    header, blocks = read_sealed(path, MAGIC, VERSION, WHAT)
    write_sealed(path, MAGIC, VERSION, header | changes, blocks)
    found = open_recording(path).header
    assert {name: found[name] for name in told} == told


@pytest.mark.parametrize(("final", "taken"), [("", True), ("0", False), ("0" * 63, False),
                                              ("0" * 64, True), ("0" * 65, False)])  # fmt: skip
def test_the_last_sum_has_64_digits_or_none(tmp_path, final, taken):
    path = short(tmp_path)
    header, blocks = read_sealed(path, MAGIC, VERSION, WHAT)
    write_sealed(path, MAGIC, VERSION, header | {"final": final}, blocks)
    if taken:
        assert open_recording(path).recording.final == final
    else:
        with pytest.raises(HostError, match="are invalid"):
            open_recording(path)


def event(step, kind, data):
    return struct.pack("<IBI", step, kind, len(data)) + data


def first_event(blocks):
    """Return the bytes of the state that a recording begins with."""
    (_, _, size) = struct.unpack_from("<IBI", blocks["events"])
    return blocks["events"][: struct.calcsize("<IBI") + size]


@pytest.mark.parametrize(
    "tail",
    [
        event(0, 0, b""),  # no inputs at all
        event(0, 0, b"\xff" * 168),  # out of their ranges
        event(0, 1, struct.pack("<HH", 0xFFFF, 5) + b"123456"),  # behind the RAM
        event(0, 1, b"\1"),
        event(0, 2, b"explode"),
        event(0, 3, b"\2"),
        event(0, 4, b"\2\0\0\0{}"),
        event(0, 4, b"\x19\0\0\0" + b'{"drives":[],"tape":null}' + b"GO64SNAP"),
        event(0, 4, struct.pack("<I", 1 << 31)),
        event(0, 4, struct.pack("<I", 99_999) + b"[" * 99_999),
        event(0, 5, struct.pack("<I", 0)),
        event(0, 5, struct.pack("<I", 1 << 30)),
        event(0, 77, b""),
        event(1 << 31, 3, b"\1"),
        event(2, 3, b"\1") + event(1, 3, b"\1"),
        struct.pack("<IBI", 0, 0, 1 << 30),
        b"\0",
    ],
)
def test_events_that_make_no_sense_are_refused(tmp_path, tail):
    path = short(tmp_path)
    header, blocks = read_sealed(path, MAGIC, VERSION, WHAT)
    write_sealed(path, MAGIC, VERSION, header, blocks | {"events": first_event(blocks) + tail})
    assert refused(path)


def test_a_drive_that_no_machine_has_is_refused(tmp_path):
    path = short(tmp_path)
    header, blocks = read_sealed(path, MAGIC, VERSION, WHAT)
    text = first_event(blocks)
    for row in (
        [[7, "quick", False]],
        [[8, "nix", False]],
        [[8, "quick", 1]],
        [[9, "1541", True]],
        5,
    ):
        meta = json.dumps({"drives": row, "tape": None}).encode()
        (old,) = struct.unpack_from("<I", text, 9)
        data = struct.pack("<I", len(meta)) + meta + text[13 + old :]
        write_sealed(path, MAGIC, VERSION, header, blocks | {"events": event(0, 4, data)})
        assert refused(path)


def test_random_damage_gives_a_line_or_the_machine_parts(tmp_path):
    """With a right checksum, in header, events and sums; whatever is not refused is replayed."""
    path = short(tmp_path, frames=2)
    data = path.read_bytes()
    chance = random.Random(64)
    header, blocks = read_sealed(path, MAGIC, VERSION, WHAT)
    for number in range(150):
        changed = dict(blocks)
        if number % 3 == 0:
            body = bytearray(data[PREFIX.size :])
            for _ in range(chance.randrange(1, 4)):
                body[chance.randrange(min(len(body), 1500))] = chance.randrange(256)
            prefix = PREFIX.pack(MAGIC, VERSION, zlib.crc32(body), len(body))
            path.write_bytes(prefix + body)
        else:
            content = bytearray(blocks["events"])
            for _ in range(chance.randrange(1, 6)):
                content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
            changed["events"] = bytes(content[: chance.choice((None, None, None, -7))])
            write_sealed(path, MAGIC, VERSION, header, changed)
        refused(path)


def test_damage_truncation_and_other_files_are_refused(tmp_path):
    path = short(tmp_path)
    data = path.read_bytes()
    for content, part in (
        (data[:-1], "damaged"),
        (data[:-1] + b"\0" if data[-1] else data[:-1] + b"\1", "damaged"),
        (b"GO64STAT" + data[8:], "not a recording"),
        (data[:8] + b"\x63\0" + data[10:], "version 99"),
        (b"", "not a recording"),
    ):
        path.write_bytes(content)
        assert part in refused(path)


@pytest.mark.parametrize(
    ("left", "diverged", "taken_back", "line"),
    [
        ("", None, False, "replay: 90 frames, the same machine"),
        ("", None, True, "replay: 90 frames, the same machine"),
        ("", 7, False, "the replay diverged from the recording at frame 7 of 90"),
        ("", 0, False, "the replay diverged from the recording at frame 0 of 90"),
        ("", 7, True, "the replay diverged from the recording at frame 7 of 90, after it was taken "
                      "back"),
        ("a key", 7, True, "replay left at frame 40 of 90: a key"),
    ],
)  # fmt: skip
def test_what_became_of_a_replay_is_a_line(left, diverged, taken_back, line):
    player = SimpleNamespace(left=left, diverged=diverged, taken_back=taken_back, step=40, steps=90)
    assert outcome(player) == line


def test_a_replay_has_the_sound_and_the_colours_that_are_asked_for(tmp_path):
    found = open_recording(short(tmp_path))
    usual, other = machine_for(found), machine_for(found, 44100, "grey")
    assert (usual.config.sample_rate, usual.config.palette) == (0, "pepto")
    assert (other.config.sample_rate, other.config.palette) == (44100, "grey")
    assert not np.array_equal(usual.screen.palette, other.screen.palette)
    own = [(n, n, n) for n in range(16)]
    assert np.array_equal(machine_for(found, palette=own).screen.palette, own)


def test_what_a_later_version_adds_to_a_recording_is_not_even_unpacked(tmp_path):
    path = short(tmp_path)
    header, blocks = read_sealed(path, MAGIC, VERSION, WHAT)
    write_sealed(path, MAGIC, VERSION, header, blocks | {"later": b"x" * 5000})
    body = path.read_bytes()[PREFIX.size :]
    name, packed, _ = json.loads(body[4 : 4 + int.from_bytes(body[:4], "little")])["blocks"][-1]
    assert name == "later"
    body = body[:-packed] + bytes(packed)  # zeros, which zlib cannot unpack
    path.write_bytes(PREFIX.pack(MAGIC, VERSION, zlib.crc32(body), len(body)) + body)
    with pytest.raises(HostError, match="damaged"):
        read_sealed(path, MAGIC, VERSION, WHAT)
    assert refused(path) == ""


def test_sums_are_in_a_file_as_a_pc_has_them_on_any_computer(monkeypatch):
    words = array("I", [1, 0x01020304])
    assert _little(words).tolist() == [1, 0x01020304]
    monkeypatch.setattr("emu.shared.recording_file.sys", SimpleNamespace(byteorder="big"))
    assert _little(words).tolist() == [1 << 24, 0x04030201]


def test_a_recording_of_no_frames_is_none(tmp_path):
    path = short(tmp_path)
    header, blocks = read_sealed(path, MAGIC, VERSION, WHAT)
    events = pack(open_recording(path).recording.events[:1])
    changes = {"steps": 0}, {"sums": b"", "events": events}
    write_sealed(path, MAGIC, VERSION, header | changes[0], blocks | changes[1])
    assert "contents are invalid" in refused(path)
    write_sealed(path, MAGIC, VERSION, header | {"steps": 1}, blocks | {"events": events})
    assert "contents are invalid" in refused(path), "it has more sums than frames"
    changes = {"steps": 1, "final": ""}, {"sums": blocks["sums"][:4], "events": events}
    write_sealed(path, MAGIC, VERSION, header | changes[0], blocks | changes[1])
    assert refused(path) == ""


def test_files_begin_with_their_kind_and_version(tmp_path):
    """What other versions of GO 64 look at first: files of 2026 stay files of version 1."""
    recording, state = short(tmp_path), tmp_path / "a.go64"
    save_state_file(state, C64(sample_rate=0))
    for path, kind in ((recording, b"GO64RECD"), (state, b"GO64STAT")):
        head = path.read_bytes()[: PREFIX.size]
        assert head.startswith(kind) and head[8] == 1 and not any(head[9:10])
