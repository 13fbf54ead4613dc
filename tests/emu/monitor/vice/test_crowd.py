"""Many clients, web pages and streams of rubbish at the binary monitor: refused without effect."""

import random
import socket
import struct
import time
from contextlib import ExitStack, suppress

import pytest

from emu.monitor.vice.packets import COMMANDS
from tests.emu.monitor.vice.client import Client
from tests.emu.monitor.vice.test_fuzz import PING, SECONDS, assert_alive, packet, server, throw
from tests.memory import resident
from tests.volume import seldom

__all__ = ["server"]  # the fixture
CLIENTS = 100
SHORT, SOME, LONG = 2_000, 10_000, 1_000_000  # random packets
STREAM = 200  # of them to a connection
GROWTH = 4 << 20  # bytes that a process may grow by chance
SPOT = 0xC300
WRITE = packet(0x02, struct.pack("<BHHBH", 0, SPOT, SPOT, 0, 1) + b"\x99")


def test_of_a_hundred_clients_one_is_served_and_the_machine_runs_on(server):
    with ExitStack() as stack:
        first = stack.enter_context(Client(server.port))
        first.good(PING)
        first.good(0xAA)
        others = []
        for _ in range(CLIENTS):
            with suppress(OSError):  # or sent away at once
                others.append(socket.create_connection(("127.0.0.1", server.port), SECONDS))
                stack.callback(others[-1].close)
                others[-1].sendall(WRITE)
        before = server.board.cycle
        server.board.ram[SPOT] = 1
        for other in others:
            with suppress(ConnectionError):
                assert other.recv(1) == b"", "served beside the first"
        until = time.monotonic() + SECONDS
        while server.board.cycle <= before and time.monotonic() < until:
            time.sleep(0.005)
        assert server.board.cycle > before, "one of them has stopped it"
        assert server.board.ram[SPOT] == 1
        first.good(PING)
    assert_alive(server)


def test_a_hundred_clients_in_turn_with_half_a_packet_each_leave_nothing_behind(server):
    server.board.ram[SPOT] = 1
    for number in range(CLIENTS):
        assert throw(server, [WRITE[: 1 + number % (len(WRITE) - 1)]]) == []
    assert server.board.ram[SPOT] == 1
    assert_alive(server)


def test_halves_of_a_packet_are_one_however_long_it_takes(server):
    server.board.ram[SPOT] = 1
    with Client(server.port) as client:
        for end in range(1, len(WRITE)):
            client.socket.sendall(WRITE[end - 1 : end])
        time.sleep(0.05)
        assert server.board.ram[SPOT] == 1
        client.socket.sendall(WRITE[-1:])
        assert client.answer(7).error == 0
    assert server.board.ram[SPOT] == 0x99


# What pages in a browser can make it send to a port of this machine, also under a name of theirs
# that leads here (DNS rebinding): the request's first byte is a letter, always.
HIDDEN = WRITE.decode("latin-1").encode()  # as text of a form, in UTF-8
REQUESTS = {
    "get": b"GET /?" + HIDDEN + b" HTTP/1.1\r\nHost: evil.example:6502\r\n\r\n",
    "post": b"POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 99\r\n\r\n" + WRITE,
    "text": b"POST / HTTP/1.1\r\nContent-Type: text/plain\r\n\r\n" + b"\r\n" + WRITE * 20,
    "options": b"OPTIONS / HTTP/1.1\r\nOrigin: http://evil.example\r\n\r\n" + WRITE,
    "socket": b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x82\x18"
    + WRITE,
    "http2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + WRITE,
    "tls": b"\x16\x03\x01\x02\x00\x01\x00" + WRITE * 20,
    "ftp": b"USER anonymous\r\n" + WRITE,
    "empty lines": b"\r\n\r\n" + WRITE,
}


@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_what_a_web_page_sends_is_refused_without_effect(server, name, size):
    server.board.ram[SPOT] = 1
    request = REQUESTS[name]
    before = server.board.cycle
    pieces = [request[at : at + size] for at in range(0, len(request), size)]
    assert throw(server, pieces) == []
    assert server.board.ram[SPOT] == 1
    deadline = time.monotonic() + SECONDS
    while server.board.cycle <= before:  # it runs, and has not been stopped for a moment
        assert time.monotonic() < deadline
        time.sleep(0.001)
    assert_alive(server)


# -- random packets ---------------------------------------------------------------------------


def random_packet(dice):
    """Return a packet: mostly a command that exists, with a body of any kind."""
    command = dice.choice((dice.choice(sorted(COMMANDS)), dice.randrange(256)))
    body = dice.randbytes(dice.choice((0, 1, 2, 4, 8, 9, 12, 30, 300)))
    if dice.random() < 0.3:  # numbers that mean something more often than not
        body = bytes(dice.choice((0, 1, 2, 0xC0, 0xFF)) for _ in body)
    whole = bytearray(packet(command, body, api=dice.choice((2, 2, 2, 1, 9))))
    if dice.random() < 0.002:  # a length among them swallows what follows, so seldom
        whole[dice.randrange(len(whole))] = dice.randrange(256)
    return bytes(whole)


def throw_random(server, count, seed):
    """Throw that many packets; returns how large the process was half-way and at the end."""
    dice, sizes, answers = random.Random(seed), [], 0
    for number in range(0, count, STREAM):
        got = throw(server, [random_packet(dice) for _ in range(STREAM)])
        answers += sum(request == 7 for _, _, request in got)
        assert_alive(server)
        if number in (count // 2, count - STREAM):
            sizes.append(resident())
    assert answers > 0.8 * count
    return sizes


@pytest.mark.parametrize("count", [SHORT, seldom(SOME)])
def test_thousands_of_random_packets_change_neither_memory_nor_life(server, count):
    early, late = throw_random(server, count, 17)
    assert late - early < GROWTH


@pytest.mark.long
def test_a_million_random_packets_change_neither_memory_nor_life(server):
    early, late = throw_random(server, LONG, 18)
    assert late - early < GROWTH
