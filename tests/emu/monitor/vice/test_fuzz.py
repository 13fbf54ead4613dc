"""Nothing that a client sends ends, stops or fattens the emulator; it runs on afterwards."""

import os
import random
import socket
import struct
import time
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emu.monitor.vice import commands as handlers
from emu.monitor.vice import server as monitor
from emu.monitor.vice.packets import BODY_LIMIT, COMMANDS, PacketReader
from tests.emu.monitor.vice.client import Client, Served, TestHost, served

COUNTER = bytes([0xEE, 0x00, 0xC1, 0xD0, 0xFB, 0xEE, 0x01, 0xC1, 0x4C, 0x00, 0xC0])
PING, EXIT, DISPLAY = 0x81, 0xAA, 0x84
SECONDS = 20


class DeafHost(TestHost):
    """Does not do what would end the test, or fill its memory."""

    def quit(self):
        pass

    def autostart(self, path, run):
        raise OSError


@pytest.fixture(scope="module")
def server():
    """One machine for all: what one stream has done to it, the next has to live with."""
    real = os.open
    handlers.os.open = _no_file
    served = Served(COUNTER)
    served.remote._commands.host = DeafHost()
    yield served
    handlers.os.open = real
    served.close()


def _no_file(*_):
    raise OSError("no files are written by this test")


def replies(data):
    """Return the replies a stream of bytes consists of; fails unless it is whole replies."""
    at, found = 0, []
    while at < len(data):
        stx, api, length, kind, error, request = struct.unpack_from("<BBIBBI", data, at)
        assert (stx, api) == (2, 2) and at + 12 + length <= len(data)
        found.append((kind, error, request))
        at += 12 + length
    return found


def read_to_the_end(sock):
    """Return all that comes until the server closes the connection."""
    data = b""
    while part := sock.recv(1 << 16):
        data += part
    return data


def throw(server, pieces):
    """Send a stream in pieces, end it, and return what was replied."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as sock:
        data = b""
        with suppress(OSError):  # who begins with something else is sent away, mid-stream too
            for piece in pieces:
                sock.sendall(piece)
            sock.shutdown(socket.SHUT_WR)
            data = read_to_the_end(sock)
        return replies(data)


def assert_alive(server):
    """A new client is served, the machine runs, and no command failed by our mistake."""
    with Client(server.port) as client:
        before = server.board.cycle
        client.good(0xCC, b"\1")  # whatever the stream has made of the machine
        client.good(PING)
        assert server.board.cycle > before
        client.send(0x14)
        numbers = []
        while (reply := client.read()).kind != 0x14:
            numbers.append(reply.body[:4])
        for number in numbers:
            client.good(0x13, number)
    assert server.remote.faults == 0 and server.error is None


def packet(command, body, api=2, length=None, request=7):
    length = len(body) if length is None else length
    return struct.pack("<BBIIB", 2, api, length, request, command) + body


commands = st.one_of(st.sampled_from(sorted(COMMANDS)), st.integers(0, 255))
bodies = st.one_of(
    st.binary(max_size=40),
    st.builds(
        lambda *parts: b"".join(parts),
        st.sampled_from([b"", b"\0", b"\1", b"\0\0\0\xff\xff\0\0\0", b"\0\xc0\x0a\xc0\1\1\4\0"]),
        st.binary(max_size=12),
        st.sampled_from([b"", b"\x0b(A==1)||(@0)", b"\7SidModel", b"\x06\xff\xff\xff\xff\0\0"]),
    ),
)
packets = st.builds(
    packet,
    commands,
    bodies,
    api=st.sampled_from([2, 2, 2, 1, 0, 3, 255]),
    length=st.one_of(
        st.none(), st.none(), st.integers(0, 60), st.sampled_from([BODY_LIMIT + 1, 0xFFFFFFFF])
    ),
    request=st.sampled_from([0, 7, 0xFFFFFFFF]),
)
streams = st.lists(st.one_of(packets, packets, st.binary(max_size=30)), max_size=8)


@settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(stream=streams, cuts=st.lists(st.integers(1, 50), max_size=6))
def test_any_stream_in_any_pieces_is_survived(server, stream, cuts):
    data, pieces, at = b"".join(stream), [], 0
    for cut in cuts:
        pieces.append(data[at : at + cut])
        at += cut
    throw(server, [*pieces, data[at:]])
    assert_alive(server)


@pytest.mark.parametrize("seed", range(3))
def test_a_long_stream_of_broken_commands_is_survived(server, seed):
    rng = random.Random(seed)

    def broken():
        command = rng.choice([*COMMANDS, rng.randrange(256)])
        body = bytearray(rng.randbytes(rng.choice([0, 1, 2, 4, 8, 12, 30])))
        whole = bytearray(packet(command, bytes(body), api=rng.choice([1, 2, 2, 2, 9])))
        if rng.random() < 0.2:
            whole[rng.randrange(len(whole))] = rng.randrange(256)
        return bytes(whole[: rng.choice([len(whole), len(whole), rng.randrange(len(whole))])])

    throw(server, [broken() for _ in range(400)])
    assert_alive(server)


def test_every_command_cut_off_at_every_byte_is_survived(server):
    for command in COMMANDS:
        whole = packet(command, bytes(range(1, 9)))
        for end in range(len(whole)):
            assert throw(server, [whole[:end]]) == []
    assert_alive(server)


def test_of_a_body_that_is_too_long_nothing_is_kept(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as sock:
        sock.sendall(packet(0x02, b"", length=0xFFFFFFFF))
        for _ in range(64):
            sock.sendall(bytes(1 << 16))
        assert len(server.remote._reader._data) <= 2 * (1 << 16)
        sock.shutdown(socket.SHUT_WR)
        assert replies(read_to_the_end(sock))[-1][:2] == (0, 0x80)
    assert_alive(server)


def test_the_reader_finds_the_next_command_behind_one_that_was_too_long():
    reader, long = PacketReader(), BODY_LIMIT + 1
    reader.feed(packet(0x02, b"", length=long) + bytes([2] * 1000))
    assert reader.next().body is None and reader.next() is None
    reader.feed(bytes([2] * (long - 1000)) + b"rubbish" + packet(PING, b"ab"))
    assert reader.next()[2:] == (PING, b"ab") and reader.next() is None


def test_a_web_page_cannot_hide_commands_in_a_request(server):
    server.board.ram[0xC300] = 1
    hidden = packet(0x02, struct.pack("<BHHBH", 0, 0xC300, 0xC300, 0, 1) + b"\x99")
    request = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + hidden
    assert throw(server, [request]) == [] == throw(server, [request[:3], request[3:]])
    assert server.board.ram[0xC300] == 1
    assert_alive(server)


def test_half_a_command_does_not_stop_the_machine(server):
    with Client(server.port) as client:
        for byte in packet(PING, b"slow"):
            before = server.board.cycle
            while server.board.cycle == before:
                time.sleep(0.001)
            client.socket.sendall(bytes([byte]))
        assert client.answer(7).kind == PING


def test_a_client_that_does_not_read_gets_everything_later():
    with served(COUNTER) as (server, client):
        requests = [client.send(DISPLAY, b"\1\0") for _ in range(40)]
        client.send(0x12, struct.pack("<HHBBBB", 0, 0xFFFF, 0, 1, 4, 0))
        sizes = {len(client.answer(request).body) for request in requests}
        assert sizes == {4 + 13 + 4 + 504 * 312}
        assert len(server.remote._out) < 2 * monitor.BACKLOG_LIMIT
