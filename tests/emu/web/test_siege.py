"""Strangers at the door: however many wait there, friends get in, and the machine is saved."""

import asyncio
import contextlib
import os
import re
import socket
import sys
import time

import aiohttp
import pytest

from emu.shared.state.write import load_state_file
from emu.web import door as doors
from emu.web import machine_thread
from emu.web.descriptors import FEWEST, FILES, MOST, Spare, share
from emu.web.door import Door, Place, Strangers, address_key
from emu.web.lines import EVERY, LONGEST, Lines
from emu.web.links import host_name
from emu.web.server import FILES as PAGE_FILES
from tests.emu.web.kit import WATCH, becomes, hosted, seat

KEPT = 20  # seconds a test waits for a connection to end; how late it ends is the computer's matter
NOT_ON_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="no limit to lower on Windows")


# -- who has to go ------------------------------------------------------------------------------


def come(strangers, *addresses):
    """Have strangers come, as the door does it; returns those who had to go."""
    gone = []
    for address in addresses:
        oldest = strangers.in_the_way(address)
        if oldest is not None:
            strangers.remove(oldest)
            gone.append(oldest)
        strangers.add(Place(address))
    return gone


def test_an_address_that_has_its_share_loses_its_own_oldest():
    strangers = Strangers(10, 3)
    assert come(strangers, "a", "a", "b", "a") == []
    first = strangers.everybody()[0]
    assert come(strangers, "a") == [first]
    assert len(strangers) == 4 and first not in strangers


def test_when_all_places_are_taken_the_address_that_has_most_loses_one():
    strangers = Strangers(6, 4)
    come(strangers, "a", "b", "b", "b", "c", "c")
    assert [place.address for place in come(strangers, "d", "e", "f")] == ["b", "b", "c"]
    assert len(strangers) == 6


def test_whoever_is_in_stays_until_as_many_more_have_come_as_there_are_places():
    strangers = Strangers(8, 8)
    come(strangers, *["tunnel"] * 8)
    me = Place("tunnel")
    strangers.remove(strangers.in_the_way("tunnel"))
    strangers.add(me)
    come(strangers, *["tunnel"] * 7)
    assert me in strangers
    assert come(strangers, "tunnel") == [me]


@pytest.mark.parametrize(
    ("asked", "goes"),
    [("", 0), ("1", 0), ("01", 2), ("03", 1), ("013", 0), ("123", 1), ("0123", 0), ("3", 0)],
)
def test_of_those_who_have_asked_and_those_who_have_not_the_more_lose_their_oldest(asked, goes):
    strangers = Strangers(4, 4)
    come(strangers, *["tunnel"] * 4)
    places = strangers.everybody()
    for number in asked:
        places[int(number)].asked = True
    assert come(strangers, "tunnel") == [places[goes]]


@pytest.mark.parametrize("they_ask", [False, True])
def test_a_friend_gets_through_while_strangers_come_again_at_once(they_ask):
    """He is new when he comes, and new among those who have asked: half of the others go first."""
    strangers = Strangers(16, 16)

    def strange(number):
        for _ in range(number):
            come(strangers, "tunnel")
            strangers.everybody()[-1].asked = they_ask

    strange(40)
    come(strangers, "tunnel")
    friend = strangers.everybody()[-1]
    strange(7)
    assert friend in strangers
    friend.asked = True
    strange(7)
    assert friend in strangers


def test_a_stranger_who_has_gone_takes_no_place_whoever_removes_him_again():
    strangers = Strangers(2, 2)
    one = Place("a")
    strangers.add(one)
    for _ in range(3):
        strangers.remove(one)
    assert len(strangers) == 0 and strangers.everybody() == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_an_address_is_an_ipv4_address_or_a_64th_of_ipv6(one, other, same):
    assert (address_key(one) == address_key(other)) is same


# -- the sum of descriptors ---------------------------------------------------------------------


def test_places_are_shared_out_of_what_the_system_gives():
    assert share(4096, 100, 20) == (100, MOST)
    assert share(256, 100, 20) == (100, 60)
    assert share(FILES + 20 + FEWEST, 100, 20) == (20, FEWEST)
    with pytest.raises(Exception, match="--host: this process may open 100 files, 132 are needed"):
        share(100, 100, 20)


@contextlib.contextmanager
def no_descriptor_left():
    """Take all the file descriptors that this process may have."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = [os.open(os.devnull, os.O_RDONLY)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (taken[0] + 40, before[1]))
    try:
        with contextlib.suppress(OSError):
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for number in taken:
            os.close(number)


@NOT_ON_WINDOWS
def test_spare_descriptors_are_there_when_there_are_no_others(tmp_path):
    spare = Spare(2)
    with no_descriptor_left():
        with pytest.raises(OSError, match="Too many open files"):
            (tmp_path / "a").open("w")
        for name in ("b", "c"):
            with spare, (tmp_path / name).open("w"), (tmp_path / f"{name}2").open("w"):
                pass
        with pytest.raises(OSError, match="Too many open files"):
            (tmp_path / "a").open("w")
    spare.close()


@NOT_ON_WINDOWS
def test_a_snapshot_is_written_when_no_file_can_be_opened(begun, monkeypatch):
    monkeypatch.setattr(machine_thread, "SAVE_EVERY", 0.1)

    async def play():
        async with hosted(begun) as board:
            player = await board.join(seat(0))
            path = board.run.session.snapshot
            await becomes(path.is_file, True)
            before = path.stat().st_mtime_ns
            with no_descriptor_left():
                await player.tap("R")
                await becomes(lambda: path.stat().st_mtime_ns != before, True)
            assert load_state_file(path).snapshot

    asyncio.run(play())


# -- lines --------------------------------------------------------------------------------------


def test_a_kind_of_line_is_printed_once_a_minute_and_says_how_many_were_left_out():
    shown, now = [], [0.0]
    lines = Lines(shown.append, lambda: now[0])
    for _ in range(1000):
        lines.say("one", "it is full\x1b[2J\n")
    lines.say("other", "x" * 1000)
    assert shown == ["go64: it is full [2J", f"go64: {'x' * LONGEST}"]
    now[0] += EVERY
    lines.say("one", "it is full")
    assert shown[2:] == ["go64: it is full (999 more like it since the last such line)"]
    lines.say("one", "it is full")
    now[0] += EVERY
    lines.say("one", "it is full")
    assert shown[3:] == ["go64: it is full (1 more like it since the last such line)"]


# -- the names of this server -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("localhost:6464", "localhost"), ("LocalHost.", "localhost"), ("127.0.0.1", "127.0.0.1"),
        ("[::1]:80", "::1"), ("me.example:1", "me.example"), ("", None), (":80", None),
        (".", None), ("a b", None), ("a@b", None), ("a/b", None), ("[::1", None), ("a:b", None),
        ("a:123456", None), ("http://a", None), ("\N{DIGIT ONE}\u0661", None),
    ],
)  # fmt: skip
def test_a_host_header_is_a_name_or_nothing(text, name):
    assert host_name(text) == name


async def status_of(port, *lines):
    """Return the status that a request of these lines gets, and its text."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write("\r\n".join((*lines, "Connection: close", "", "")).encode("latin-1"))
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return int(answer.split()[1]), answer.decode("latin-1")


def test_a_name_that_was_made_to_lead_here_gets_nothing():
    """DNS rebinding: page and WebSocket have the same origin then, and it is another's."""

    async def play():
        words = ("--basic-prompt", "--host-url", "https://me.example:8443/")
        async with hosted(*words) as board:
            port = board.run.port
            for name, status in [
                (f"evil.example:{port}", 421), ("evil.example", 421), ("localhost.evil.eu", 421),
                (f"127.0.0.1:{port}", 200), ("localhost:1", 200), ("[::1]:9", 200),
                ("me.example", 200), ("ME.example:8443", 200), ("192.0.2.7:80", 200),
                ("", 400), ("a b", 400), ("[", 400),
            ]:  # fmt: skip
                got, text = await status_of(port, "GET /page.js HTTP/1.1", f"Host: {name}")
                assert got == status, name
                assert "Content-Security-Policy" in text and ("WebSocket" in text) == (got == 200)
            upgrade = (
                "GET /play HTTP/1.1", f"Host: evil.example:{port}",
                f"Origin: http://evil.example:{port}", "Upgrade: websocket",
                "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            )  # fmt: skip
            assert (await status_of(port, *upgrade))[0] == 421
            assert (await status_of(port, "GET / HTTP/1.1"))[0] == 400
            assert (await status_of(port, "GET / HTTP/1.0"))[0] == 400

    asyncio.run(play())


MALFORMED = [
    b"\0\1\2\3\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000 + b"\r\n", b"GET /" + b"a" * 70_000 + b"\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /play HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[\r\n\r\n",
    b"GET /play HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n\r\n",
    b"GET /play HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 99\r\nSec-WebSocket-Key: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),
    b"POST / HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Length: 99999999999999999999\r\n\r\n",
]  # fmt: skip


def test_malformed_requests_print_a_line_each_at_most_and_no_traceback(capfd):
    async def play():
        async with hosted("--basic-prompt") as board:
            for data in MALFORMED * 3:
                reader, writer = await asyncio.open_connection("127.0.0.1", board.run.port)
                with contextlib.suppress(ConnectionError):
                    writer.write(data)
                    writer.write_eof()
                    await asyncio.wait_for(reader.read(), 30)
                writer.close()
            assert (await status_of(board.run.port, "GET / HTTP/1.1", "Host: localhost"))[0] == 200

    asyncio.run(play())
    out, err = capfd.readouterr()
    told = (out + err).splitlines()
    assert len(told) < 12 and all(re.match("go64: ", line) for line in told), told
    assert "Traceback" not in out + err


# -- strangers and friends ----------------------------------------------------------------------


@contextlib.asynccontextmanager
async def idle(port, count, first=b""):
    """So many connections that say this and nothing more."""
    loop, socks = asyncio.get_running_loop(), []
    try:
        for _ in range(count):
            sock = socket.socket()
            sock.setblocking(False)
            socks.append(sock)
            await loop.sock_connect(sock, ("127.0.0.1", port))
            if first:
                with contextlib.suppress(ConnectionError):  # sent away again already
                    await loop.sock_sendall(sock, first)
        yield socks
    finally:
        for sock in socks:
            sock.close()


def upgrade(board):
    """The header by which a page opens its WebSocket."""
    lines = (
        "GET /play HTTP/1.1", f"Host: 127.0.0.1:{board.run.port}", f"Origin: {board.url}",
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )  # fmt: skip
    return "\r\n".join((*lines, "", "")).encode()


async def visit(board, role):
    """Get the page's files and join, as a browser that comes for the first time; a Player."""
    connector = aiohttp.TCPConnector(force_close=True)
    async with aiohttp.ClientSession(connector=connector) as http:
        for path in PAGE_FILES:
            async with http.get(board.url + path) as answer:
                assert answer.status == 200
                await answer.read()
    return await board.join(role)


def test_a_hundred_and_fifty_idle_strangers_keep_no_friend_out(begun, capfd):
    """All from one address, as through a tunnel; some say nothing, some half, some no hello."""

    async def play():
        async with hosted(begun) as board:
            port = board.run.port
            before = await visit(board, seat(3))
            async with (
                idle(port, 50),
                idle(port, 50, b"GET / HTTP/1.1\r\nHost: loc"),
                idle(port, 50, upgrade(board)),
            ):
                for number in range(3):
                    friend = await visit(board, seat(number))
                    seen = friend.messages
                    await friend.until(lambda p, seen=seen: p.messages > seen + 5, "pictures")
                assert len(board.run.door.strangers) <= board.run.door.strangers.an_address
                assert before.closed is None

    asyncio.run(play())
    out, err = capfd.readouterr()
    assert len((out + err).splitlines()) <= 2


def test_sixty_sockets_without_a_hello_keep_no_friend_out():
    async def play():
        async with hosted("--basic-prompt") as board, idle(board.run.port, 60, upgrade(board)):
            for _ in range(6):
                await (await visit(board, WATCH)).socket.close()

    asyncio.run(play())


async def lasts(port, first=b"", every=b""):
    """Return for how many seconds a connection that says this is kept; KEPT and more: for ever."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(first)
    begin = time.monotonic()
    reading = asyncio.ensure_future(reader.read())
    while not reading.done() and time.monotonic() < begin + KEPT:
        await asyncio.wait([reading], timeout=0.05)
        with contextlib.suppress(ConnectionError):
            writer.write(every)
    with contextlib.suppress(ConnectionError):
        await asyncio.wait_for(reading, KEPT)
    writer.close()
    return time.monotonic() - begin


def test_a_header_that_does_not_come_has_a_deadline_and_so_has_what_follows(monkeypatch):
    monkeypatch.setattr(doors, "HEADER", 0.5)
    monkeypatch.setattr(doors, "ANSWER", 1.0)

    async def play():
        async with hosted("--basic-prompt") as board:
            port = board.run.port
            request = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
            silent, trickle, kept, body, player = await asyncio.gather(
                lasts(port),
                lasts(port, request, b"A: b\r\n"),
                lasts(port, request + b"\r\n"),
                lasts(port, b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"),
                board.join(WATCH),
            )
            assert 0.4 < silent < KEPT and 0.4 < trickle < KEPT
            assert 0.9 < kept < KEPT and 0.9 < body < KEPT
            assert player.closed is None  # who has shown a link has no deadline
            assert not len(board.run.door.strangers)

    asyncio.run(play())


def test_a_handshake_of_tls_that_does_not_come_has_a_deadline(monkeypatch):
    from emu.web.host import tls_context
    from tests.emu.web.test_host import PEM

    monkeypatch.setattr(doors, "HEADER", 0.5)

    async def play():
        async with hosted("--basic-prompt", tls=tls_context(str(PEM), None)) as board:
            strangers = board.run.door.strangers
            took = await asyncio.gather(
                lasts(board.run.port),
                lasts(board.run.port, b"\x16\x03\x01\x02\x00", b"\0"),
                lasts(board.run.port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            )
            assert all(seconds < KEPT for seconds in took)
            await becomes(lambda: len(strangers), 0)
            async with idle(board.run.port, strangers.most + 20):
                await board.join(seat(0))

    asyncio.run(play())


def test_a_door_that_cannot_open_leaves_no_socket_listening():
    async def play():
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            door = Door(Strangers(4, 4), Lines())
            with pytest.raises(OSError, match="in use"):
                await door.open(asyncio.Protocol, "127.0.0.1", taken.getsockname()[1])
            await door.close()

    asyncio.run(play())
