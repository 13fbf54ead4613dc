"""A machine without a window that a client of the monitor may stop: what it runs, and when not."""

import socket
import time
from contextlib import contextmanager, suppress

import pytest

from c64 import C64
from c64.errors import AutostartError
from emu.cli import parse_arguments
from emu.monitor.vice.targets.headless import SPEED_MOST, RemoteRun

NOPS = b"\x01\x08" + bytes.fromhex("0b08 0a00 9e32303631 00 0000 4c0d08")  # SYS 2061: JMP *


@contextmanager
def remote(*words, endless=False, start=None):
    """Give a RemoteRun with a text monitor, and where its clients connect to."""
    args = parse_arguments(
        ["--headless", "--basic-prompt", "--frames", "9", "--remote-monitor", "0", *words]
    )
    args.endless = endless
    if endless:
        args.frames = None
    run = RemoteRun(args, C64(sample_rate=0), start)
    try:
        yield run
    finally:
        run.close()


def said(client, run, line, until="(C:$"):
    """Send a line to the text monitor; returns what it answers."""
    client.sendall(line.encode() + b"\n")
    text, late = "", time.monotonic() + 20
    while time.monotonic() < late:
        run.advance(run._machine.cycle + 100_000)
        with suppress(BlockingIOError):
            text += client.recv(65536).decode()
        if until in text:
            return text
    raise AssertionError(text)


@contextmanager
def client_of(run, capsys):
    """Give a socket to the run's text monitor, which says where it is."""
    port = int(capsys.readouterr().err.strip().rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setblocking(False)
        yield client


@pytest.mark.parametrize(
    ("words", "endless", "warp"),
    [((), False, 1), ((), True, 0), (("--warp",), True, 1), (("--limit-cycles", "9"), True, 1)],
)
def test_a_run_with_an_end_is_as_fast_as_possible_and_one_without_like_a_c64(words, endless, warp):
    with remote(*words, endless=endless) as run:
        assert run.resources["warpmode"].get() == warp
        assert run.resources["sound"].get() == 0
        assert run.resources["speed"].get() == 100


def test_a_client_sets_warp_and_a_speed_in_percent():
    with remote(endless=True) as run:
        warp, speed = run.resources["warpmode"], run.resources["speed"]
        assert warp.put(1) and run.warp is True and warp.get() == 1
        assert warp.put(0) and run.warp is False
        for value in (1, 200, SPEED_MOST):
            assert speed.put(value) and speed.get() == value
        for value in (0, -1, SPEED_MOST + 1):
            assert not speed.put(value) and speed.get() == SPEED_MOST


def test_frames_are_counted_and_end_where_they_must():
    with remote() as run:
        machine = run._machine
        begun = machine.frames, machine.cycle
        assert run.advance(1 << 60) == 1 and machine.frames == begun[0] + 1
        limit = machine.cycle + 5000
        assert run.advance(limit) == 0 and limit <= machine.cycle < limit + 10
        assert not run.ended


def test_a_client_holds_the_machine_and_ends_the_run(capsys):
    with remote() as run, client_of(run, capsys) as client:
        said(client, run, "r")
        cycle = run._machine.cycle
        assert run.advance(1 << 60) == 0 and run._machine.cycle == cycle and not run.ended
        client.sendall(b"quit\n")
        for _ in range(200):
            if run.ended:
                break
            run.advance(1 << 60)
        assert run.quitting and not run.stopped


def test_a_client_is_told_where_the_machine_has_stopped(capsys):
    with remote() as run, client_of(run, capsys) as client:
        machine = run._machine
        said(client, run, "r")
        machine.ram[0xC000:0xC003] = b"\x4c\x00\xc0"
        machine.registers.pc = 0xC000
        said(client, run, "m d000 d000", until="(C:$d001)")
        client.sendall(b"x\n")
        said(client, run, "r", until="(C:$c000)")


def test_a_client_starts_a_file(tmp_path, capsys):
    path = tmp_path / "loop.prg"
    path.write_bytes(NOPS)
    with remote() as run:
        run.autostart(str(path), True)
        for _ in range(300):
            run.advance(1 << 60)
            if run._machine.registers.pc in range(0x080D, 0x0810):
                break
        assert run._machine.registers.pc in range(0x080D, 0x0810)


def test_a_start_that_fails_is_told_once_and_the_machine_runs_on(monkeypatch, capsys):
    def fail(machine, start):
        raise AutostartError("the prompt did not come")

    monkeypatch.setattr("emu.shared.setup.tick_start", fail)
    start = type("Start", (), {"settled": False})()
    with remote(start=start) as run:
        frames = run._machine.frames
        capsys.readouterr()
        for _ in range(3):
            run.advance(1 << 60)
        assert run._machine.frames >= frames + 2
        assert capsys.readouterr().err == "go64: the prompt did not come\n"


def test_the_debug_cartridge_ends_the_run():
    with remote() as run:
        machine = run._machine
        machine.debugcart = True
        run.advance(1 << 60)
        assert not run.ended
        machine.ram[0xC000:0xC008] = bytes.fromhex("a900 8dffd7 4c05c0")
        machine.registers.pc = 0xC000
        run.advance(1 << 60)
        assert run.stopped and run.ended and not run.quitting


def test_a_cpu_that_jams_without_a_client_jams_on(capsys):
    with remote() as run:
        machine = run._machine
        run.advance(1 << 60)
        machine.ram[0xC000] = 0x02
        machine.registers.pc = 0xC000
        frames = machine.frames
        for count in range(1, 4):
            assert run.advance(1 << 60) == 1 and machine.frames == frames + count
        assert machine.jammed and not run.ended
        limit = machine.cycle + 100
        run.advance(limit)
        assert limit <= machine.cycle < limit + 10
