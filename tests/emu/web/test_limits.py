"""Parts of the web host by themselves, each limit at its last value and one beyond."""

import asyncio
import errno
import logging
from types import SimpleNamespace

import pytest

from emu.errors import HostError
from emu.web.descriptors import FEWEST, FILES, MOST, WANTED, Spare, limit, share
from emu.web.door import NO_ROOM, PAUSE, Door, Strangers, address_key
from emu.web.lines import EVERY, LONGEST, Lines, logger_of
from emu.web.links import base_url, host_name, is_address, link, own_address
from emu.web.pointer import PATIENCE, PORT, PRESSED, STEP, Pointer
from emu.web.rate_limit import RateLimit
from emu.web.simultaneous import BIDS, HOUSES, Market, Turns, own_keys


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def test_a_client_may_send_so_many_at_once_and_then_so_many_a_second():
    clock = Clock()
    limit = RateLimit(4, 10, clock)
    assert [limit.spend() for _ in range(12)] == [True] * 10 + [False] * 2
    clock.now += 0.249
    assert not limit.spend()
    clock.now += 0.001  # a quarter of a second for one
    assert limit.spend() and not limit.spend()
    clock.now += 1
    assert [limit.spend() for _ in range(5)] == [True] * 4 + [False]
    clock.now += 3600
    assert [limit.spend() for _ in range(11)] == [True] * 10 + [False]


def test_a_line_of_each_kind_is_shown_once_a_minute_and_says_how_many_were_left_out():
    shown, clock = [], Clock()
    lines = Lines(shown.append, clock)
    for _ in range(3):
        lines.say("a", "first \x1b[1m  line\n")
    lines.say("b", "second")
    assert shown == ["go64: first [1m line", "go64: second"]
    clock.now += EVERY - 0.5
    lines.say("a", "third")
    assert len(shown) == 2
    clock.now += 0.5
    lines.say("a", "fourth")
    assert shown[2:] == ["go64: fourth (3 more like it since the last such line)"]
    clock.now += EVERY
    lines.say("a", "x" * (LONGEST + 5))
    assert shown[3:] == ["go64: " + "x" * LONGEST]
    assert (EVERY, LONGEST) == (60.0, 160)


def test_what_a_library_logs_is_a_line_with_its_cause():
    shown = []
    logger = logger_of(Lines(shown.append, Clock()))
    logger.info("nothing")
    logger.warning("strange %s", "thing")
    try:
        raise ValueError("bad")
    except ValueError:
        logger.error("request", exc_info=True)
    assert shown == ["go64: strange thing", "go64: request (ValueError: bad)"]
    assert logger.isEnabledFor(logging.WARNING)


@pytest.mark.parametrize(
    ("descriptors", "holders", "fewest", "places"),
    [
        (FILES + 8 + FEWEST, 100, 8, (8, FEWEST)),
        (FILES + 8 + FEWEST - 1, 100, 8, None),
        (FILES + 100 + FEWEST, 100, 8, (100, FEWEST)),
        (FILES + 100 + FEWEST + 1, 100, 8, (100, FEWEST + 1)),
        (FILES + 100 + MOST, 100, 8, (100, MOST)),
        (FILES + 100 + MOST + 1, 100, 8, (100, MOST)),
        (FILES + 99 + FEWEST, 100, 8, (99, FEWEST)),
    ],
)
def test_descriptors_are_for_holders_of_a_link_first_and_for_some_strangers(
    descriptors, holders, fewest, places
):
    if places is None:
        needed = FILES + fewest + FEWEST
        with pytest.raises(HostError, match=f"may open {descriptors} files, {needed} are needed"):
            share(descriptors, holders, fewest)
    else:
        assert share(descriptors, holders, fewest) == places


def test_spare_descriptors_are_given_back_for_a_moment(monkeypatch):
    opened = []

    def fake_open(*_):
        opened.append(len(opened))
        return opened[-1]

    closed = []
    monkeypatch.setattr("emu.web.descriptors.os.open", fake_open)
    monkeypatch.setattr("emu.web.descriptors.os.close", closed.append)
    spare = Spare(3)
    assert (len(opened), closed) == (3, [])
    with spare:
        assert sorted(closed) == [0, 1, 2]
    assert len(opened) == 6
    spare.close()
    assert len(closed) == 6


def test_spare_descriptors_that_are_not_there_are_taken_after_the_next_use(monkeypatch):
    room, held = [1], []

    def fake_open(*_):
        if len(held) >= room[0]:
            raise OSError(errno.EMFILE, "Too many open files")
        held.append(len(held))
        return held[-1]

    monkeypatch.setattr("emu.web.descriptors.os.open", fake_open)
    monkeypatch.setattr("emu.web.descriptors.os.close", held.remove)
    spare = Spare(3)
    assert len(held) == 1
    room[0] = 9
    with spare:
        assert held == []
    assert len(held) == 3
    spare.close()
    assert held == []


@pytest.mark.parametrize(
    ("soft", "hard", "refused", "found", "asked"),
    [
        (1024, 8192, False, WANTED, [(WANTED, 8192)]),
        (1024, 2048, False, 2048, [(2048, 2048)]),
        (1024, 2048, True, 1024, [(2048, 2048)]),
        (1024, -1, False, WANTED, [(WANTED, -1)]),
        (WANTED, 8192, False, WANTED, []),
        (-1, -1, False, WANTED, []),
        (2048, 2048, False, 2048, []),
    ],
)
def test_the_limit_of_descriptors_is_raised_where_it_may_be(
    monkeypatch, soft, hard, refused, found, asked
):
    said = []

    def setrlimit(kind, wanted):
        said.append(wanted)
        if refused:
            raise ValueError("not allowed to raise maximum limit")

    fake = SimpleNamespace(
        RLIMIT_NOFILE=7, RLIM_INFINITY=-1, setrlimit=setrlimit, getrlimit=lambda kind: (soft, hard)
    )
    monkeypatch.setattr("emu.web.descriptors.resource", fake)
    assert limit() == found and said == asked
    monkeypatch.setattr("emu.web.descriptors.resource", None)
    assert limit() == WANTED


@pytest.mark.parametrize(
    ("address", "tls", "said", "url"),
    [
        ("10.0.0.1", False, None, "http://10.0.0.1:6480/"),
        ("10.0.0.1", True, None, "https://10.0.0.1:6480/"),
        ("fe80::1", True, None, "https://[fe80::1]:6480/"),
        ("10.0.0.1", True, "https://x.example", "https://x.example/"),
        ("10.0.0.1", True, "https://x.example/go//", "https://x.example/go/"),
        ("10.0.0.1", False, "", "http://10.0.0.1:6480/"),
    ],
)
def test_a_link_begins_with_the_address_or_what_the_host_says(address, tls, said, url):
    assert base_url(address, 6480, tls, said) == url
    assert link(url, "secret") == f"{url}#secret"


@pytest.mark.parametrize("address", ["0.0.0.0", "::", ""])
def test_an_address_that_is_none_becomes_ones_own(monkeypatch, address):
    monkeypatch.setattr("emu.web.links.own_address", lambda: "192.168.0.9")
    assert base_url(address, 80, False) == "http://192.168.0.9:80/"
    assert is_address(own_address())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Example.COM", "example.com"), ("example.com.", "example.com"), ("a:80", "a"),
        ("a:65535", "a"), ("a:655350", None), ("a:", None), ("[::1]:80", "::1"), ("[::1]", "::1"),
        ("::1", None), ("a b", None), ("", None), ("a/b", None), (".", None),
        ("10.0.0.1", "10.0.0.1"),
    ],
)  # fmt: skip
def test_a_host_header_has_a_name_and_perhaps_a_port(text, name):
    assert host_name(text) == name


def test_an_address_is_no_name():
    assert [is_address(name) for name in ("10.0.0.1", "::1", "a.example", "1.2.3")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_without_a_network_ones_own_address_is_the_computers_own(monkeypatch):
    class Probe:
        def __init__(self, *_):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def connect(self, where):
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr("emu.web.links.socket.socket", Probe)
    assert own_address() == "127.0.0.1"


def test_a_peer_without_an_ip_address_counts_by_what_it_is_called():
    assert address_key("a.socket") == "a.socket" and address_key("") == ""


@pytest.mark.parametrize(
    ("number", "pause", "said"),
    [(error, PAUSE, True) for error in NO_ROOM] + [(errno.ECONNABORTED, 0, False)],
)
def test_a_connection_that_cannot_be_taken_does_not_end_the_listening(
    monkeypatch, number, pause, said
):
    async def work():
        lines, came, paused = [], [], []
        door = Door(Strangers(4, 4), SimpleNamespace(say=lambda *words: lines.append(words)))
        door._came = lambda sock, address: came.append((sock, address))
        taken = iter(
            [OSError(number, "reason"), ("sock", ("10.0.0.1", 5)), asyncio.CancelledError()]
        )

        async def accept(_):
            one = next(taken)
            if isinstance(one, BaseException):
                raise one
            return one

        async def sleep(seconds):
            paused.append(seconds)

        monkeypatch.setattr(asyncio.get_running_loop(), "sock_accept", accept)
        monkeypatch.setattr("emu.web.door.asyncio.sleep", sleep)
        with pytest.raises(asyncio.CancelledError):
            await door._accept(None)
        assert came == [("sock", "10.0.0.1")] and paused == [pause, 0]
        assert lines == ([("accept", "no connection can be taken: reason")] if said else [])

    asyncio.run(work())


class Mouse:
    def __init__(self):
        self.acts = []

    def __getattr__(self, name):
        return lambda *args: self.acts.append((name, *args))


class Hand:
    """A pointer over a table that shows where the mouse is."""

    def __init__(self, x, y, noticed=True):
        self.mouse, self.ram, self.place = Mouse(), None, (x, y, noticed)
        self.pointer_of = Pointer(self, self)

    def pointer(self, _):
        return self.place


def test_a_tap_moves_there_by_steps_and_clicks():
    hand = Hand(100, 50)
    pointer = hand.pointer_of
    pointer.tick()
    assert hand.mouse.acts == []
    pointer.tap(100 + STEP + 5, 50 - STEP - 1)
    pointer.tick()
    assert hand.mouse.acts == [("plug", PORT), ("move", STEP, -STEP)]
    hand.place = (100 + STEP, 50 - STEP, True)
    pointer.tick()
    assert hand.mouse.acts[2:] == [("move", 5, -1)]
    hand.place = (100 + STEP + 5, 50 - STEP - 1, True)
    pointer.tick()
    assert hand.mouse.acts[3:] == [("press", "left")]
    pointer.tap(0, 0)  # the click is finished first
    for _ in range(PRESSED - 1):
        pointer.tick()
        assert len(hand.mouse.acts) == 4
    pointer.tick()
    assert hand.mouse.acts[4:] == [("release", "left")]
    pointer.tick()
    assert len(hand.mouse.acts) == 5
    pointer.tap(*hand.place[:2])
    pointer.tick()
    assert hand.mouse.acts[5:] == [("press", "left")]  # and is not plugged in again
    pointer.stop()
    pointer.stop()
    assert hand.mouse.acts[6:] == [("release", "left")]


def test_a_mouse_that_the_game_has_not_noticed_is_shaken_until_patience_ends():
    hand = Hand(0, 0, noticed=False)
    hand.pointer_of.tap(10, 10)
    for _ in range(PATIENCE + 5):
        hand.pointer_of.tick()
    moves = hand.mouse.acts[1:]
    assert len(moves) == PATIENCE - 1
    assert moves[:2] == [("move", 2, 0), ("move", -2, 0)]
    assert (PATIENCE, PRESSED, STEP, PORT) == (120, 4, 24, 1)


def plate_of(x, y):
    """The seat on whose plate a dot is, in an auction: two columns of four, 7 x 2 letters."""
    for seat in range(8):
        left, top = (25 + 8 * (seat % 2)) * 8, (11 + 3 * (seat // 2)) * 8
        if left <= x < left + 56 and top <= y < top + 16:
            return seat
    return None


def test_every_dot_of_the_window_stands_for_ones_own_key_or_none():
    seats = tuple(range(8))
    bids, houses = Market(BIDS, seats), Market(HOUSES, seats, closing=(3,))
    for y in range(0, 200, 4):
        for x in range(0, 320, 4):
            plate = plate_of(x, y)
            for seat in seats:
                expected = str(seat + 1) if plate == seat else None
                assert bids.tapped(seat, x, y) == expected, (seat, x, y)
                number, shifted = own_keys(seat)
                expected = None
                if x >= 200 and 88 <= y < 96:
                    expected = "D" if seat == 3 else None
                elif 32 <= x < 160 and (7 + seat) * 8 <= y < (8 + seat) * 8:
                    expected = shifted if 120 <= x < 128 else number
                assert houses.tapped(seat, x, y) == expected, (seat, x, y)


def test_the_buttons_of_a_market_are_ones_own():
    assert Market(BIDS, (1,), bid=100, money=(0, 110)).menu(1) == (
        ("2", "Bid 110", True), ('"', "Bid 101", True),
    )  # fmt: skip
    assert Market(BIDS, (1,), bid=100, money=(0, 109)).menu(1)[0] == ("2", "Bid 110", False)
    assert Market(BIDS, (1,), bid=100, money=(0, 100)).menu(1)[1] == ('"', "Bid 101", False)
    assert Market(BIDS, (1,), money=(0, 1)).menu(1) == (("2", "Bid 1", True),)
    assert Market(BIDS, (1,), bid=0, money=(0, 0)).menu(1) == (("2", "Bid 1", False),)
    assert Market(HOUSES, (0,), (0,)).menu(0) == (
        ("1", "One house more", True), ("!", "One less", True), ("D", "Done: all have said", True),
    )  # fmt: skip
    assert len(Market(HOUSES, (0,)).menu(0)) == 2
    assert Market(HOUSES, (0,)).menu(1) == Market(BIDS, (0,)).menu(1) == ()


class Keys:
    def __init__(self):
        self.acts = []

    def press(self, who, names, symbolic):
        self.acts.append(("press", who[1], names, symbolic))

    def forget(self, who):
        self.acts.append(("forget", who[1]))


def test_turns_hold_each_key_for_two_pictures_and_wait_one():
    keys = Keys()
    turns = Turns(keys)
    turns.tick()
    for client, name in ((1, "1"), (2, "2"), (2, "3"), (3, "4")):
        turns.ask(client, name)
    turns.forget(3)
    log = []
    for _ in range(8):
        log.append([act[:2] for act in keys.acts])
        keys.acts.clear()
        turns.tick()
    assert log == [
        [("press", 1)], [], [("forget", 1)], [("press", 2)], [], [("forget", 2)], [], [],
    ]  # fmt: skip
    turns.ask(1, "1")
    assert keys.acts == [("press", ("market", 1)[1], ("1",), True)]
