"""The server: what it serves, whom it lets in, and that nobody spoils it for the others."""

import asyncio
import contextlib
import os
import random

import aiohttp
import numpy as np
import pytest

from emu.shared.state.write import load_state_file
from emu.web import machine_thread, server
from emu.web.picture import encode, pack
from emu.web.protocol import BAD, ELSEWHERE, LARGEST, TOO_MANY, WRONG_LINK
from emu.web.server import CHATS_KEPT, FILES
from tests.emu.web.figures import Light, join
from tests.emu.web.kit import HOST, PATIENCE, WATCH, becomes, hosted, keeps_its_pace, seat
from tests.emu.web.test_protocol import BAD as BAD_TEXTS
from tests.emu.web.test_protocol import mutations

BINARY = [b"", b"abc", b"abcde", bytes(LARGEST)]


def test_the_page_comes_with_headers_that_keep_strangers_out():
    async def play():
        async with hosted("--basic-prompt") as board:
            for path, (_, kind) in FILES.items():
                async with board.http.get(board.url + path) as answer:
                    assert answer.status == 200 and answer.content_type == kind
                    policy = answer.headers["Content-Security-Policy"]
                    assert "default-src 'none'" in policy and "unsafe" not in policy
                    assert answer.headers["X-Content-Type-Options"] == "nosniff"
                    assert answer.headers["Referrer-Policy"] == "no-referrer"
                    text = await answer.text()
                    assert "http://" not in text and "https://" not in text  # nothing from outside
                    for token in board.tokens.values():
                        assert token not in text

    asyncio.run(play())


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/page/index.html", "/play/",
     "/..%2fserver.py", "/page.css/../index.html/", "/static/", "//etc/passwd", "/index.html",
     "/links.json", "/page.js%00.html"],
)  # fmt: skip
def test_no_other_path_leads_anywhere(path):
    async def play():
        async with hosted("--basic-prompt") as board:
            reader, writer = await asyncio.open_connection("127.0.0.1", board.run.port)
            writer.write(
                f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
            )
            answer = await reader.read()
            writer.close()
            status = int(answer.split()[1])
            assert status in (400, 403, 404), answer[:200]
            for name in ("post", "put", "delete"):
                async with getattr(board.http, name)(board.url + "/") as other:
                    assert other.status == 405

    asyncio.run(play())


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", "http://127.0.0.1:1", "file://"]
)
def test_pages_of_others_are_refused(origin):
    async def play():
        async with hosted("--basic-prompt") as board:
            with pytest.raises(aiohttp.WSServerHandshakeError) as error:
                await board.open(origin=origin)
            assert error.value.status == 403

    asyncio.run(play())


def test_behind_a_proxy_the_page_may_have_the_address_that_the_host_says():
    async def play():
        async with hosted("--basic-prompt", "--host-url", "https://me.example/") as board:
            await (await board.open(origin="https://me.example")).close()
            host = await board.join(HOST)
            urls = [row["url"] for row in host.last("welcome")["links"]]
            assert all(url.startswith("https://me.example/#") for url in urls)

    asyncio.run(play())


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (['{"t":"hello","token":"AAAAAAAAAAAAAAAAAAAAAA"}'], WRONG_LINK),
        (['{"t":"key","k":"R","d":1}'], BAD),
        (["hello"], BAD),
        ([b"abcd"], BAD),
    ],
)
def test_who_does_not_show_a_link_first_is_sent_away(words, code, monkeypatch):
    monkeypatch.setattr(server, "WRONG", 0.05)

    async def play():
        async with hosted("--basic-prompt") as board:
            socket = await board.open()
            for word in words:
                await (socket.send_str if isinstance(word, str) else socket.send_bytes)(word)
            message = await socket.receive(timeout=10)
            assert message.type == aiohttp.WSMsgType.CLOSE and socket.close_code == code
            await socket.close()
            for _ in range(100):
                await asyncio.sleep(0.02 * bool(len(board.run.door.strangers)))
            assert not board.hub.clients and not board.run.door.strangers

    asyncio.run(play())


def test_a_client_sees_the_picture_of_the_machine_and_hears_it(begun):
    async def play():
        async with hosted(begun) as board:
            two = await board.join(WATCH)
            one = await board.join(seat(two.last("table")["active"]))
            await one.until(lambda p: p.messages > 10)
            await one.tap("R")
            await one.until(lambda p: p.sound > 2000, "sound")
            for _ in range(3):
                await board.later(5)
                for player in (one, two):
                    await player.until(
                        lambda p: np.array_equal(p.picture, board.hub.tick.picture), "the picture"
                    )
            assert one.wholes == two.wholes == 1
            assert "no" not in one.texts

    asyncio.run(play())


def test_a_seats_keys_arrive_in_its_turn_only(begun):
    async def play():
        async with hosted(begun) as board:
            players = [await board.join(seat(number)) for number in range(4)]
            watcher = await board.join(WATCH)
            active = players[0].last("table")["active"]
            other = players[(active + 1) % 4]
            assert players[active].last("table")["may"] == "turn"
            assert other.last("table")["may"] == watcher.last("table")["may"] == "none"
            before = board.machine_thread.permissions.facts.raw[0]
            await other.tap("R")
            await watcher.tap("R")
            await other.until(lambda p: p.last("no"), "the refusal")
            assert other.last("no")["why"] == f"It is PLAYER {active + 1}'s turn."
            await watcher.until(lambda p: p.last("no"), "the refusal")
            await asyncio.sleep(0.3)
            assert board.machine_thread.permissions.facts.raw[0] == before
            await players[active].tap("R")
            await players[active].until(
                lambda p: board.machine_thread.permissions.facts.raw[0] != before, "the roll"
            )

    asyncio.run(play())


def test_a_line_of_chat_reaches_everybody_by_name(begun):
    async def play():
        async with hosted(begun) as board:
            one, watcher = await board.join(seat(1)), await board.join(WATCH)
            await one.say(t="chat", text="<b>hello</b>\n")
            await watcher.say(t="chat", text=" \n ")
            await watcher.until(lambda p: p.last("chat"), "the line")
            assert watcher.texts["chat"] == [
                {"t": "chat", "who": "PLAYER 2", "seat": 1, "text": "<b>hello</b>"}
            ]
            for _ in range(12):
                await one.say(t="chat", text="spam")
            await one.until(lambda p: p.last("no"), "the refusal")
            await asyncio.sleep(0.2)
            assert len(watcher.texts["chat"]) <= 6

    asyncio.run(play())


def test_who_comes_again_is_told_the_last_lines_of_chat(begun, monkeypatch):
    monkeypatch.setattr("emu.web.client.CHATS_AT_ONCE", 100)

    async def play():
        async with hosted(begun) as board:
            one, two = await board.join(seat(0)), await board.join(seat(1))
            for number in range(CHATS_KEPT + 5):
                await one.say(t="chat", text=f"line {number}")
            last = f"line {CHATS_KEPT + 4}"
            await two.until(lambda p: (p.last("chat") or {}).get("text") == last, "the lines")
            again = await board.join(seat(1))
            await again.until(
                lambda p: (p.last("chat") or {}).get("text") == last, "the lines again"
            )
            told = [line["text"] for line in again.texts["chat"]]
            assert told == [f"line {number}" for number in range(5, CHATS_KEPT + 5)]

    asyncio.run(play())


def test_a_seat_opened_twice_belongs_to_the_later(begun):
    async def play():
        async with hosted(begun) as board:
            first = await board.join(seat(0))
            second = await board.join(seat(0))
            assert await first.gone() == ELSEWHERE
            assert second.closed is None and second.last("table")["here"] == [0]

    asyncio.run(play())


def test_the_host_hands_a_seat_to_a_computer_and_takes_it_back(begun):
    async def play():
        async with hosted(begun) as board:
            host, one = await board.join(HOST), await board.join(seat(0))
            active = one.last("table")["active"]

            def computer(p):
                return p.last("table")["seats"][(active + 1) % 4]["cpu"]

            await host.say(t="computer", seat=(active + 1) % 4, skill="hard")
            await one.until(computer, "the computer")
            await host.say(t="computer", seat=(active + 1) % 4, skill="")
            await one.until(lambda p: not computer(p), "the person")
            await host.say(t="computer", seat=7, skill="hard")
            await host.until(lambda p: p.last("no"), "the refusal")
            await one.say(t="computer", seat=0, skill="hard")
            assert await one.gone() == BAD

    asyncio.run(play())


def test_the_host_opens_the_set_up_to_everybody(title):
    async def play():
        async with hosted(title) as board:
            host, one = await board.join(HOST), await board.join(seat(0))
            assert one.last("table")["mode"] == "setup" and one.last("table")["may"] == "none"
            await host.say(t="open", on=True)
            await one.until(lambda p: p.last("table")["may"] == "turn", "the permission")
            links = host.last("welcome")["links"]
            assert len(links) == 9 and all(row["qr"] for row in links)
            assert "links" not in one.last("welcome")

    asyncio.run(play())


def test_joysticks_in_another_program_are_the_seats():
    async def play():
        async with hosted("--basic-prompt", "--host-seats", "joy2,joy1,keys") as board:
            one, three = await board.join(seat(0)), await board.join(seat(2))
            assert one.last("table")["may"] == "joy2" and three.last("table")["may"] == "keys"
            await one.say(t="joy", v=16)
            await one.until(
                lambda p: board.machine_thread.machine.joystick(2).pressed("fire"), "fire"
            )
            await three.say(t="key", k="A", d=1)
            await three.until(
                lambda p: "A" in board.machine_thread.machine.keyboard.down, "the key"
            )
            await one.socket.close()
            await three.until(
                lambda p: not board.machine_thread.machine.joystick(2).pressed("fire")
            )

    asyncio.run(play())


# -- hostile ---------------------------------------------------------------------------------


def test_who_says_nothing_is_told_so(monkeypatch):
    monkeypatch.setattr(server, "HELLO", 0.05)

    async def play():
        async with hosted("--basic-prompt") as board:
            message = await (await board.open()).receive(timeout=PATIENCE)
            assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, BAD)
            assert message.extra == "nothing was said"

    asyncio.run(play())


def test_a_malformed_message_closes_that_client_and_no_other(begun):
    async def play():
        async with hosted(begun) as board:
            other = await board.join(seat(0))
            texts = [*BAD_TEXTS, *BINARY, "x" * (LARGEST + 1), '{"t":"hello","token":"again"}']
            for text in texts:
                socket = await board.open()
                await socket.send_json({"t": "hello", "token": board.tokens[WATCH]})
                await (socket.send_str if isinstance(text, str) else socket.send_bytes)(text)
                async for _ in socket:
                    pass
                assert socket.close_code in (BAD, 1009), text[:50]
            seen = other.messages
            await other.until(lambda p: p.messages > seen + 20, "the picture")
            await other.until(lambda p: len(board.hub.clients) == 1, "their end")

    asyncio.run(play())


async def hammer(board, texts):
    """Send texts, each malformed or not, by one client after the other; returns how many."""
    sent = 0
    texts = iter(texts)
    text = next(texts, None)
    while text is not None:
        socket = await board.open()
        await socket.send_json({"t": "hello", "token": board.tokens[HOST]})
        reader = asyncio.ensure_future(_drain(socket))
        try:
            while text is not None and not reader.done() and not socket.closed:
                await socket.send_str(text)
                sent += 1
                text = next(texts, None)
                if sent % 8 == 0:  # who attacks sits in this process only here: not all its time
                    await asyncio.sleep(0.001)
        except (ConnectionError, RuntimeError):
            pass
        await asyncio.wait_for(reader, 10)
        await socket.close()
    return sent


async def _drain(socket):
    async for message in socket:
        if message.type == aiohttp.WSMsgType.BINARY:
            await socket.send_bytes(message.data[1:5])


def fuzz(begun, count):
    """Throw ``count`` nearly right messages at a server; the machine and a player go on."""

    async def play():
        async with hosted(begun) as board:
            player = await board.join(WATCH)

            async def attack():
                assert await hammer(board, mutations(1, count)) == count

            await keeps_its_pace(board.machine_thread, attack)
            assert player.closed is None
            seen = player.messages
            await player.until(lambda p: p.messages > seen + 20, "the picture")

    asyncio.run(play())


def test_two_thousand_nearly_right_messages_leave_the_machine_at_its_pace(begun):
    fuzz(begun, 2000)


@pytest.mark.long
def test_a_hundred_thousand_nearly_right_messages_leave_the_machine_at_its_pace(begun):
    fuzz(begun, 100_000)


def test_too_many_messages_close_a_client():
    async def play():
        async with hosted("--basic-prompt") as board:
            one = await board.join(seat(0))
            with contextlib.suppress(ConnectionError, RuntimeError):
                for number in range(2000):
                    await one.say(t="joy", v=number % 32)
                    await asyncio.sleep(0)
            assert await one.gone() == TOO_MANY

    asyncio.run(play())


def test_bytes_that_are_no_websocket_end_a_connection_only(begun):
    async def play():
        async with hosted(begun) as board:
            other = await board.join(seat(0))
            chance = random.Random(5)
            for _ in range(40):
                reader, writer = await asyncio.open_connection("127.0.0.1", board.run.port)
                if chance.random() < 0.5:
                    lines = (
                        "GET /play HTTP/1.1",
                        f"Host: 127.0.0.1:{board.run.port}",
                        f"Origin: {board.url}",
                        "Upgrade: websocket",
                        "Connection: Upgrade",
                        "Sec-WebSocket-Version: 13",
                        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                    )
                    writer.write("\r\n".join((*lines, "", "")).encode())
                writer.write(chance.randbytes(chance.randrange(1, 3000)))
                writer.write_eof()
                await asyncio.wait_for(reader.read(), 10)
                writer.close()
            seen = other.messages
            await other.until(lambda p: p.messages > seen + 20, "the picture")

    asyncio.run(play())


def test_a_silent_client_costs_a_window_and_slows_nobody(begun, monkeypatch):
    window = 8000
    monkeypatch.setattr("emu.web.client.WINDOW", window)

    async def play():
        async with hosted(begun) as board:
            silent, other = await board.join(WATCH), await board.join(HOST)
            silent.answers = False
            await other.tap("R")
            await other.until(lambda p: p.sound > window, "as much sound")
            seen = other.messages
            await keeps_its_pace(board.machine_thread, lambda: asyncio.sleep(1))
            assert other.messages > seen
            client = next(c for c in board.hub.clients.values() if c.role == WATCH)
            await becomes(lambda: client.behind, True)
            assert client._bytes < window + 6000
            await board.later(5)  # what was under way has come
            silent_bytes = silent.bytes
            await board.later(10)
            assert silent.bytes == silent_bytes
            silent.answers = True  # it comes back, with the picture of now
            await silent.socket.send_bytes(board.hub.number.to_bytes(4, "big"))
            await silent.until(
                lambda p: np.array_equal(p.picture, board.hub.tick.picture), "the picture"
            )

    asyncio.run(play())


def test_a_client_that_reads_nothing_slows_nobody(begun):
    async def play():
        async with hosted(begun) as board:
            socket = await board.open()
            await socket.send_json({"t": "hello", "token": board.tokens[WATCH]})
            other = await board.join(seat(0))
            await keeps_its_pace(board.machine_thread, lambda: asyncio.sleep(1))
            assert other.closed is None
            await socket.close()

    asyncio.run(play())


# -- every picture -------------------------------------------------------------------------------


def test_every_picture_goes_to_all_who_keep_up_and_is_packed_once(monkeypatch):
    """docs/measured/window.md has the rate; here the next comes when all have one."""

    async def play():
        async with hosted("--basic-prompt") as board:
            link, hub = f"{board.url}/#{board.tokens[WATCH]}", board.hub
            clients = [await join(board.http, link, Light) for _ in range(8)]
            board.machine_thread._publish = lambda tick: None  # from now on pictures come from here
            await becomes(lambda: all(client.pictures for client in clients), True)
            await asyncio.sleep(0.2)
            made = []
            really = hub._make
            monkeypatch.setattr(hub, "_make", lambda *key: made.append(key) or really(*key))
            before, version = hub.tick.picture, hub.tick.version
            for number in range(20):
                now = before.copy()
                now[8 * (number % 20) : 8 * (number % 20) + 16, :320] = number % 16
                seen = [client.pictures for client in clients]
                version += 1
                change = pack(encode(before, now))
                hub.take(machine_thread.Tick(version, now, change, b"", hub.tick.facts))
                wanted = [count + 1 for count in seen]
                await becomes(lambda want=wanted: [c.pictures for c in clients] == want, True)
                before = now
            assert len(made) == 20

    asyncio.run(play())


# -- what nobody wants ------------------------------------------------------------------------


@contextlib.contextmanager
def counted(board, monkeypatch):
    """Yield a function: (pictures compared, packets of sound made) since it was asked last."""
    counts = [0, 0]
    really = machine_thread.encode, board.machine_thread._encoder.encode

    def compare(before, now):
        counts[0] += 1
        return really[0](before, now)

    def make(samples):
        counts[1] += 1
        return really[1](samples)

    def since():
        found, counts[:] = tuple(counts), (0, 0)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(machine_thread, "encode", compare)
        patched.setattr(board.machine_thread._encoder, "encode", make)
        yield since


def test_what_nobody_looks_at_or_hears_is_not_packed(begun, monkeypatch):
    async def play():
        async with hosted(begun) as board:
            with counted(board, monkeypatch) as since:
                await board.later(10)
                assert since() == (0, 0) and board.hub.tick.picture is None
                one = await board.join(WATCH)
                await one.until(lambda p: p.sound and np.any(p.picture), "picture and sound")
                assert min(since()) > 0
                await one.say(t="sound", on=False)
                client = next(iter(board.hub.clients.values()))
                await becomes(lambda: client.sound, False)
                await board.later(3)
                since()
                await board.later(10)
                pictures, sounds = since()
                assert pictures > 0 and sounds == 0
                await one.socket.close()
                await becomes(lambda: len(board.hub.clients), 0)
                await board.later(3)
                since()
                await board.later(10)
                assert since() == (0, 0)

    asyncio.run(play())


def test_who_comes_to_a_machine_nobody_looked_at_sees_it_as_it_is(begun):
    async def play():
        async with hosted(begun) as board:
            first = await board.join(HOST)
            await first.until(lambda p: p.wholes, "the picture")
            board_picture = first.picture.copy()
            await first.tap("H")
            await first.until(lambda p: np.mean(p.picture != board_picture) > 0.1, "the page")
            with board.in_warp():
                await board.later(50)
            await first.until(
                lambda p: np.array_equal(p.picture, board.hub.tick.picture), "the whole page"
            )
            page = first.picture.copy()
            await first.socket.close()
            await becomes(lambda: len(board.hub.clients), 0)
            board.machine_thread.send("key", 0, HOST, "STOP", True)
            with board.in_warp():
                await board.later(75)
            second = await board.join(WATCH)
            await second.until(lambda p: p.wholes, "the picture")
            assert np.mean(second.picture != page) > 0.1  # not the one that was seen last
            await second.until(
                lambda p: np.array_equal(p.picture, board.hub.tick.picture), "the picture of now"
            )

    asyncio.run(play())


# -- what is kept ----------------------------------------------------------------------------


def test_a_key_in_any_program_is_in_a_snapshot_soon(monkeypatch):
    monkeypatch.setattr(machine_thread, "SAVE_EVERY", 0.1)

    async def play():
        async with hosted("--basic-prompt") as board:
            path = board.run.session.snapshot
            path.unlink(missing_ok=True)
            host = await board.join(HOST)
            await board.later(20)
            assert not path.exists()  # nothing has happened
            await host.tap("A")
            await becomes(path.exists, True)

    asyncio.run(play())


def test_what_happened_is_in_the_snapshot_a_second_later(begun, monkeypatch):
    monkeypatch.setattr(machine_thread, "SAVE_EVERY", 0.1)

    async def play():
        async with hosted(begun) as board:
            player = await board.join(HOST)
            await player.tap("R")
            with board.in_warp():
                await board.later(100)
            await becomes(lambda: board.machine_thread._unsaved, False)
            path, facts = board.run.session.snapshot, board.machine_thread.permissions.facts
            return load_state_file(path).snapshot, facts.raw[0], os.path.getsize(path)

    snapshot, table, size = asyncio.run(play())
    assert size < 400_000

    async def again():
        async with hosted(begun) as board:
            assert board.run.resumed
            player = await board.join(HOST)
            await player.until(lambda p: p.last("table")["mode"] is not None)
            return board.machine_thread.permissions.facts.raw[0]

    assert asyncio.run(again())[:200] == table[:200]
    assert len(snapshot) > 60_000
