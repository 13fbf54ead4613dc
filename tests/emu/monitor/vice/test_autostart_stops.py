"""Autostart by the binary monitor: its stop waits, as x64sc's does, until a client can know of it.

A client's EXIT may come before that stop or after it; both orders are played.
"""

import struct
from contextlib import contextmanager

import pytest

from emu.monitor.vice import server as module
from tests.emu.monitor.vice.client import TIMEOUT, await_true, checkpoint, served
from tests.emu.monitor.vice.test_commands import (
    AUTOSTART,
    CHECKPOINT,
    COUNTER,
    EXIT,
    JAM,
    PC,
    REGISTERS,
    RESUMED,
    STOPPED,
    kinds,
)


class Clock:
    """The time of the server, which stands still until a test moves it."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        return self.now


@contextmanager
def autostarted(tmp_path, monkeypatch):
    """A server, its client and its clock: AUTOSTART was sent, the machine is at a checkpoint."""
    program, clock = tmp_path / "game.prg", Clock()
    program.write_bytes(b"\x01\x08" + bytes(10))
    monkeypatch.setattr(module, "time", clock)
    with served(COUNTER) as (server, client):
        number = client.checkpoint(0xC005)
        name = str(program).encode()
        client.good(AUTOSTART, struct.pack("<BHB", 1, 0, len(name)) + name)
        assert client.read().kind == RESUMED
        await_true(lambda: server.remote.holding)
        yield server, client, clock, number


def says_nothing(client):
    client.socket.settimeout(0.1)
    with pytest.raises(TimeoutError):
        client.read()
    client.socket.settimeout(TIMEOUT)
    return True


def stop_at(client):
    """Read a checkpoint's hit and the stop; returns (number of its hits, program counter)."""
    hit, _, stop = (client.read() for _ in range(3))
    assert (hit.kind, stop.kind) == (CHECKPOINT, STOPPED)
    return checkpoint(hit.body)["hits"], int.from_bytes(stop.body, "little")


def test_an_exit_after_the_stop_that_follows_autostart_ends_it(tmp_path, monkeypatch):
    with autostarted(tmp_path, monkeypatch) as (server, client, clock, _):
        assert says_nothing(client)
        clock.now = module.AUTOSTART_SECONDS
        assert stop_at(client) == (1, 0xC005)
        cycle = server.board.cycle
        client.good(EXIT)
        assert client.events == [] and client.read().kind == RESUMED
        assert stop_at(client) == (2, 0xC005) and server.board.cycle > cycle


def test_an_exit_before_a_client_can_know_of_the_stop_does_not_end_it(tmp_path, monkeypatch):
    with autostarted(tmp_path, monkeypatch) as (server, client, clock, _):
        cycle = server.board.cycle
        for _ in range(2):
            client.good(EXIT)  # to the client, the machine runs
            assert kinds(client.events) == [REGISTERS, STOPPED]
            assert client.read().kind == RESUMED
        assert says_nothing(client) and server.board.cycle == cycle
        clock.now = module.AUTOSTART_SECONDS
        assert stop_at(client) == (1, 0xC005) and server.board.cycle == cycle
        client.good(EXIT)
        assert client.read().kind == RESUMED
        assert stop_at(client) == (2, 0xC005)


def test_commands_before_such_a_stop_see_the_machine_and_leave_it_there(tmp_path, monkeypatch):
    with autostarted(tmp_path, monkeypatch) as (_, client, clock, _):
        assert client.registers()[PC] == 0xC005
        clock.now = module.AUTOSTART_SECONDS
        assert says_nothing(client)  # it has stopped the machine itself
        client.good(EXIT)
        assert client.read().kind == RESUMED
        assert stop_at(client) == (1, 0xC005)


def test_a_checkpoint_that_is_gone_before_such_a_stop_is_due_stops_nothing(tmp_path, monkeypatch):
    with autostarted(tmp_path, monkeypatch) as (server, client, clock, number):
        client.good(0x13, struct.pack("<I", number))
        client.good(EXIT)
        assert client.read().kind == RESUMED
        cycle = server.board.cycle
        clock.now = module.AUTOSTART_SECONDS
        assert says_nothing(client) and server.board.cycle > cycle


def test_a_step_leads_on_from_such_a_stop(tmp_path, monkeypatch):
    with autostarted(tmp_path, monkeypatch) as (_, client, clock, _):
        client.good(0x71, struct.pack("<BH", 0, 1))
        assert kinds([client.read() for _ in range(3)]) == [RESUMED, REGISTERS, STOPPED]
        assert client.registers()[PC] == 0xC008
        clock.now = module.AUTOSTART_SECONDS
        assert says_nothing(client)


def test_a_reset_leads_on_from_such_a_stop(tmp_path, monkeypatch):
    with autostarted(tmp_path, monkeypatch) as (server, client, clock, _):
        cycle = server.board.cycle
        client.good(0xCC, b"\0")
        assert client.read().kind == RESUMED
        clock.now = module.AUTOSTART_SECONDS
        assert says_nothing(client) and server.board.cycle > cycle


def test_a_jam_soon_after_autostart_is_reported_late_too(tmp_path, monkeypatch):
    program, clock = tmp_path / "game.prg", Clock()
    program.write_bytes(b"\x01\x08" + bytes(10))
    monkeypatch.setattr(module, "time", clock)
    with served(COUNTER) as (server, client):
        client.write(0xC005, b"\x02")
        name = str(program).encode()
        client.good(AUTOSTART, struct.pack("<BHB", 1, 0, len(name)) + name)
        assert client.read().kind == RESUMED
        await_true(lambda: server.remote.holding)
        assert says_nothing(client)
        clock.now = module.AUTOSTART_SECONDS
        assert kinds([client.read() for _ in range(3)]) == [JAM, REGISTERS, STOPPED]


def test_of_an_autostart_before_nothing_is_told(tmp_path, monkeypatch):
    with autostarted(tmp_path, monkeypatch) as (server, client, clock, _):
        client.good(0x71, struct.pack("<BH", 0, 1))
        assert kinds([client.read() for _ in range(3)]) == [RESUMED, REGISTERS, STOPPED]
        name = str(tmp_path / "game.prg").encode()
        client.good(AUTOSTART, struct.pack("<BHB", 1, 0, len(name)) + name)
        assert client.read().kind == RESUMED
        await_true(lambda: server.remote.holding)
        clock.now = module.AUTOSTART_SECONDS
        assert stop_at(client) == (2, 0xC005)
