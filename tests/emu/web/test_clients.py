"""The hub and its clients without a connection: who is told what, and what is sent to whom."""

import asyncio
import itertools
import json
import zlib
from types import SimpleNamespace

import numpy as np
import pytest

from emu.web import server as module
from emu.web.client import (
    CHATS_A_SECOND,
    CHATS_AT_ONCE,
    HEAD,
    IDLE_TICKS,
    MESSAGES_AT_ONCE,
    SOUNDS,
    TEXTS,
    WINDOW,
    Client,
    frame,
)
from emu.web.game import Facts, Seat
from emu.web.machine_thread import Tick
from emu.web.permissions import HOST, WATCH
from emu.web.picture import blank, encode, pack
from emu.web.protocol import (
    KEY,
    PACKED,
    PICTURE,
    SOUND,
    TO_PAGE,
    BadMessage,
    check,
)
from emu.web.rate_limit import RateLimit
from emu.web.server import AT_A_LINK, CHATS_KEPT, HISTORY, Hub
from emu.web.simultaneous import BIDS, Market
from tests.emu.web.kit import decode, seat

SHAPE = (16, 16)


class Machine:
    """What a hub asks of the machine's thread; ``sent`` are its commands."""

    def __init__(self):
        self.sent, self.audiences, self.shape = [], [], SHAPE
        self.window, self.palette = (32, 35), [[0, 0, 0], [255, 16, 1]]
        self.permissions = SimpleNamespace(
            open=False, mapping=("joy2", "none"), may=lambda role, facts: {"host": "all"}.get(
                role.kind, "none"
            )
        )  # fmt: skip

    def send(self, *words):
        self.sent.append(words)

    def audience(self, *words):
        self.audiences.append(words)


class Socket:
    """A connection that keeps what is sent to it."""

    def __init__(self):
        self.texts, self.data, self.closed = [], [], None

    async def send_str(self, text):
        self.texts.append(json.loads(text))

    async def send_bytes(self, data):
        self.data.append(data)

    async def close(self, code, message):
        self.closed = code, message


def run(work):
    asyncio.run(asyncio.wait_for(work(), 60))


async def rest():
    """Let all that can go on do so."""
    for _ in range(10):
        await asyncio.sleep(0)


def hub_of(**more):
    tokens = {HOST: "h" * 22, WATCH: "w" * 22, seat(0): "a" * 22, seat(1): "b" * 22}
    return Hub(Machine(), SimpleNamespace(tokens=tokens), **more)


def told(client, kind):
    """The texts of a kind that wait for a client, and that it was sent."""
    found = [json.loads(text) for text in client._texts]
    return [check(one, TO_PAGE) for one in found if one["t"] == kind]


def tick(version, picture=None, change=None, sound=None, facts=None):
    return Tick(version, picture, change, sound, facts)


FACTS = Facts(
    "normal", 1, (Seat("ANN", 2, True, False, 9), Seat("BOB", 5, True, False, 5)),
    (("R", "Roll", True),),
)  # fmt: skip


def test_who_comes_is_welcomed_by_its_role_and_the_others_hear_of_it():
    async def work():
        hub = hub_of()
        hub.base = "http://go64/"
        host = await hub.come(HOST, Socket())
        (welcome,) = told(host, "welcome")
        assert (welcome["role"], welcome["seat"]) == ("host", None)
        assert (welcome["width"], welcome["height"], welcome["rate"]) == (16, 16, 24000)
        assert welcome["palette"] == ["#000000", "#ff1001"] and welcome["window"] == [32, 35]
        links = [(one["kind"], one["seat"], one["url"][:13]) for one in welcome["links"]]
        assert links == [
            ("watch", None, "http://go64/#"), ("seat", 0, "http://go64/#"),
            ("seat", 1, "http://go64/#"),
        ]  # fmt: skip
        assert welcome["links"][0]["url"] == "http://go64/#" + "w" * 22 and welcome["skills"]
        one = await hub.come(seat(1), Socket())
        (welcome,) = told(one, "welcome")
        assert (welcome["role"], welcome["seat"]) == ("seat", 1) and "links" not in welcome
        await hub.come(WATCH, Socket())
        tables = told(host, "table")
        assert [(t["here"], t["watchers"]) for t in tables] == [([], 0), ([1], 0), ([1], 1)]
        assert tables[-1]["map"] == ["joy2", "none"] and tables[-1]["mode"] is None
        hub.tell_table()
        assert len(told(host, "table")) == 3  # nothing has changed
        hub.leave(one)
        assert told(host, "table")[-1]["here"] == []
        assert hub.machine_thread.sent == [("drop", one.number, seat(1))]
        hub.leave(one)
        assert len(hub.machine_thread.sent) == 1

    run(work)


def test_a_seat_that_is_opened_again_closes_its_page_of_before_and_watchers_stay():
    async def work():
        hub, first = hub_of(), Socket()
        one = await hub.come(seat(0), first)
        other = await hub.come(seat(1), Socket())
        watchers = [await hub.come(WATCH, Socket()) for _ in range(2)]
        again = await hub.come(seat(0), Socket())
        await rest()
        assert first.closed[0] == module.ELSEWHERE and one.number not in hub.clients
        assert [*hub.clients.values()] == [other, *watchers, again]
        assert ("drop", one.number, seat(0)) in hub.machine_thread.sent

    run(work)


def test_there_is_room_for_so_many_and_for_so_many_at_a_link():
    hub = hub_of(places=AT_A_LINK + 2)
    for number in range(AT_A_LINK):
        assert not hub.full(WATCH)
        hub.clients[number] = SimpleNamespace(role=WATCH)
    assert hub.full(WATCH) and not hub.full(HOST)
    hub.clients[1000] = SimpleNamespace(role=seat(0))
    assert not hub.full(HOST)
    hub.clients[1001] = SimpleNamespace(role=seat(1))
    assert hub.full(HOST)


def test_the_machine_is_told_whether_anybody_looks_and_hears():
    async def work():
        hub = hub_of()
        one = await hub.come(seat(0), Socket())
        hub.do(one, {"t": "sound", "on": False})
        other = await hub.come(WATCH, Socket())
        hub.leave(other)
        hub.leave(one)
        assert hub.machine_thread.audiences == [
            (True, True), (True, False), (True, True), (True, False), (False, False)
        ]  # fmt: skip

    run(work)


def test_what_a_message_asks_for_is_done():
    async def work():
        hub = hub_of()
        host, one = await hub.come(HOST, Socket()), await hub.come(seat(1), Socket())
        for said in (
            {"t": "key", "k": "A", "d": 1}, {"t": "key", "k": "A", "d": 0}, {"t": "joy", "v": 3},
            {"t": "tap", "x": 7, "y": 9}, {"t": "up"},
        ):  # fmt: skip
            hub.do(one, said)
        hub.do(host, {"t": "computer", "seat": 1, "skill": "hard"})
        hub.do(host, {"t": "computer", "seat": 1, "skill": ""})
        mine = one.number, seat(1)
        assert hub.machine_thread.sent == [
            ("key", *mine, "A", True), ("key", *mine, "A", False), ("stick", *mine, 3),
            ("tap", *mine, 7, 9), ("drop", *mine),
            ("computer", host.number, HOST, 1, "hard"), ("computer", host.number, HOST, 1, None),
        ]  # fmt: skip
        hub.do(host, {"t": "open", "on": True})
        assert hub.machine_thread.permissions.open and told(one, "table")[-1]["open"]
        for said in ({"t": "open", "on": False}, {"t": "computer", "seat": 0, "skill": "easy"}):
            with pytest.raises(BadMessage, match="only the host may"):
                hub.do(one, said)
        with pytest.raises(BadMessage, match="hello: was said before"):
            hub.do(one, {"t": "hello", "token": "x"})

    run(work)


def test_lines_of_chat_are_cleaned_and_the_last_are_kept_for_who_comes_later():
    async def work():
        hub = hub_of()
        clients = [await hub.come(role, Socket()) for role in (HOST, seat(1), WATCH)]
        for client in clients:
            hub.do(client, {"t": "chat", "text": "  hello \x07 all\n"})
        hub.do(clients[0], {"t": "chat", "text": " \n "})
        lines = told(clients[2], "chat")
        assert [(line["who"], line["seat"]) for line in lines] == [
            ("Host", None), ("Seat 2", 1), ("Watcher", None)
        ]  # fmt: skip
        assert {line["text"] for line in lines} == {"hello all"}
        hub.take(tick(1, facts=FACTS))
        hub.do(clients[1], {"t": "chat", "text": "x"})
        assert told(clients[2], "chat")[-1]["who"] == "BOB"
        assert hub.name_of(seat(2)) == "Seat 3"  # the game has two
        for number in range(2 * CHATS_KEPT):
            hub._chats.append(
                json.dumps({"t": "chat", "who": "x", "seat": None, "text": f"{number}"})
            )
        late = await hub.come(WATCH, Socket())
        shown = [line["text"] for line in told(late, "chat")]
        assert shown == [str(number) for number in range(CHATS_KEPT, 2 * CHATS_KEPT)]

    run(work)


def test_who_says_too_much_is_told_so_and_nobody_else_hears_it():
    async def work():
        hub = hub_of()
        one, other = await hub.come(seat(0), Socket()), await hub.come(WATCH, Socket())
        one.chats = RateLimit(CHATS_A_SECOND, CHATS_AT_ONCE, lambda: 0.0)
        for _ in range(CHATS_AT_ONCE + 1):
            hub.do(one, {"t": "chat", "text": "x"})
        assert len(told(other, "chat")) == CHATS_AT_ONCE
        (no,) = told(one, "no")
        assert no["why"] == "Not so many lines at once, please."
        client = Client(1, seat(0), Socket(), clock=lambda: 0.0)
        assert [client.budget.spend() for _ in range(MESSAGES_AT_ONCE + 1)].count(True) == (
            MESSAGES_AT_ONCE
        )

    run(work)


def test_the_table_says_what_the_game_shows_and_a_seat_in_a_market_has_its_own_menu():
    async def work():
        hub = hub_of()
        host, one = await hub.come(HOST, Socket()), await hub.come(seat(1), Socket())
        hub.take(tick(1, facts=FACTS))
        table = told(host, "table")[-1]
        assert (table["mode"], table["active"], table["shows"], table["asked"]) == (
            "normal", 1, False, None
        )  # fmt: skip
        assert table["seats"][1] == {"name": "BOB", "colour": 5, "alive": True, "cpu": False}
        assert table["menu"] == [["R", "Roll", True]] and "map" not in table
        count = len(told(host, "table"))
        hub.take(tick(2, facts=FACTS))
        assert len(told(host, "table")) == count
        market = Market(BIDS, (1,), bid=None, money=(5, 5))
        hub.take(tick(3, facts=Facts("cry", None, FACTS.seats, FACTS.menu, market=market)))
        assert told(host, "table")[-1]["menu"] == [["R", "Roll", True]]
        table = told(one, "table")[-1]
        assert table["menu"] == [["2", "Bid 1", True]] and table["asked"] == [1]

    run(work)


def pictures(count):
    """So many pictures, each with another first row of cells, and the changes between them."""
    found = [blank(SHAPE)]
    for number in range(1, count + 1):
        picture = found[-1].copy()
        picture[:8] = number % 16
        picture[8, 0] = number // 16 % 16
        found.append(picture)
    return found


def ticks(shown):
    """Ticks of pictures as the machine gives them, versions from 1."""
    return [
        tick(number, after, pack(encode(before, after)))
        for number, (before, after) in enumerate(itertools.pairwise(shown), 1)
    ]


def parts(message):
    """(kind, number, sounds, change) of a message."""
    kind, number, count = HEAD.unpack_from(message)
    at, sounds = HEAD.size, []
    for _ in range(count):
        size = int.from_bytes(message[at : at + 2], "big")
        sounds.append(message[at + 2 : at + 2 + size])
        at += 2 + size
    change = message[at:]
    if kind & PACKED:
        change = zlib.decompressobj(-15).decompress(change)
    return kind, number, sounds, change


@pytest.mark.parametrize("sent", [None, 0, 1, 2, 30, HISTORY + 8, HISTORY + 9, HISTORY + 10])
def test_a_client_is_brought_from_any_picture_to_that_of_now(sent):
    hub, shown = hub_of(), pictures(HISTORY + 10)
    for one in ticks(shown):
        hub.take(one)
    kind, number, sounds, change = parts(hub.message(sent, ()))
    assert (number, sounds) == (HISTORY + 10, [])
    kept = sent is not None and sent > 10
    assert bool(kind & KEY) is not kept and not kind & SOUND
    if sent == HISTORY + 10:
        assert not kind & PICTURE and change == b""
        return
    picture = shown[sent].copy() if kept else np.zeros(SHAPE, np.uint8)
    decode(change, picture)
    assert (picture == shown[-1]).all()
    assert hub.message(sent, ()) is hub.message(sent, ())


def test_a_message_has_its_sounds_before_the_picture():
    kind, number, sounds, change = parts(frame(0x1_0000_0005, b"abc", False, True, (b"", b"xy")))
    assert (kind, number, sounds, change) == (PICTURE | KEY | SOUND, 5, [b"", b"xy"], b"abc")
    assert parts(frame(7, b"", False, False, ()))[:2] == (0, 7)


class Pictures:
    """A hub with as many bytes a message as a test wants."""

    def __init__(self, size):
        self.tick, self.number, self.size, self.asked = None, 0, size, []

    def message(self, sent, sounds):
        self.asked.append((sent, sounds))
        return bytes(self.size)

    def show(self, client, version, sound=None):
        self.tick, self.number = tick(version, blank(SHAPE), None, sound), self.number + 1
        client.offer(self.tick)


def test_a_client_that_answers_nothing_gets_a_window_and_then_one_change_for_all():
    async def work():
        hub, socket = Pictures(WINDOW // 4), Socket()
        client = Client(1, seat(0), socket)
        task = asyncio.ensure_future(client.serve(hub))
        for version in range(1, 11):
            hub.show(client, version)
            await rest()
        assert len(socket.data) == 4 and client.behind
        client.answered(0)
        await rest()
        assert len(socket.data) == 4
        client.answered(1)  # what is answered makes room
        await rest()
        assert len(socket.data) == 5 and hub.asked[-1][0] == 4 and client.sent == 10
        client.answered(10)
        assert not client.behind
        task.cancel()

    run(work)


def test_sound_that_nobody_fetches_is_dropped_from_the_oldest():
    async def work():
        hub, socket = Pictures(WINDOW), Socket()
        client = Client(1, seat(0), socket)
        task = asyncio.ensure_future(client.serve(hub))
        hub.show(client, 1, b"a")
        await rest()
        for number in range(SOUNDS + 3):
            hub.show(client, 2, b"%d" % number)
        client.answered(1)
        await rest()
        wanted = tuple(b"%d" % number for number in range(3, SOUNDS + 3))
        assert hub.asked == [(None, (b"a",)), (1, wanted)]
        client.answered(99)
        client.sound = False
        hub.show(client, 3, b"x")
        await rest()
        client.answered(99)
        client.sound = True
        hub.show(client, 4, b"")
        await rest()
        assert hub.asked[2:] == [(2, ()), (3, ())]  # silence is not sent
        task.cancel()

    run(work)


def test_a_client_hears_now_and_then_that_the_line_lives():
    async def work():
        hub, socket = Pictures(1), Socket()
        client = Client(1, seat(0), socket)
        task = asyncio.ensure_future(client.serve(hub))
        for _ in range(2 * IDLE_TICKS + 1):
            hub.show(client, 1)
            await rest()
        assert len(socket.data) == 3
        task.cancel()

    run(work)


def test_so_many_texts_wait_at_most_and_go_before_the_picture():
    async def work():
        hub, socket = Pictures(1), Socket()
        client = Client(1, seat(0), socket)
        for number in range(TEXTS + 2):
            client.say(str(number))
        task = asyncio.ensure_future(client.serve(hub))
        await rest()
        for _ in range(TEXTS):
            await rest()
        assert socket.texts == [*range(2, TEXTS + 2)] and socket.data == []
        task.cancel()

    run(work)
