"""Lost lines: a client and the host's computer die in the middle of a trade, and it goes on."""

import asyncio
import sys

import aiohttp
import pytest

from emu.web.session import SNAPSHOT
from tests.emu.web.browsers import Served
from tests.emu.web.kit import Player


class Line:
    """Clients of a served machine in another process."""

    def __init__(self, host, http):
        self.host, self.http = host, http
        self.readers = []

    async def join(self, name):
        """Return the Player of a link."""
        base, _, token = self.host.links[name].partition("#")
        socket = await self.http.ws_connect(f"{base}play", headers={"Origin": base.rstrip("/")})
        player = Player(socket)
        self.readers.append(asyncio.ensure_future(player.read()))
        await player.say(t="hello", token=token)
        await player.until(lambda p: p.last("table") and p.last("table")["mode"], "the table")
        return player


async def press(player, *keys):
    """Press keys one after the other, as somebody who reads."""
    for key in keys:
        await player.tap(key, 0.1)
        await asyncio.sleep(0.6)


def mode(word):
    """Tell whether the table is in a mode."""
    return lambda player: player.last("table")["mode"] == word


def quiet(player):
    """Tell whether a menu is open."""
    table = player.last("table")
    return table["menu"] and not table["shows"]


async def offer(owner):
    """Player 1, whose turn it is, offers player 2 ten for nothing; returns once he is asked."""
    await owner.until(quiet, "the menu")
    await asyncio.sleep(0.6)
    await press(owner, "T")
    await press(owner, "RETURN")  # the first partner
    await asyncio.sleep(1)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals on Windows")
def test_a_trade_goes_on_after_a_client_and_then_the_host_have_died(traded, tmp_path):
    host = Served(tmp_path, traded)

    async def play(again):
        async with aiohttp.ClientSession() as http:
            line = Line(host, http)
            watcher = await line.join("watch")
            seat = watcher.last("table")["active"]
            partner = await line.join(f"seat {seat + 1}")
            assert partner.last("table")["mode"] == "trade"
            assert partner.last("table")["may"] == "turn"
            if not again:
                partner.socket._response.connection.transport.abort()  # no goodbye
                await watcher.until(lambda p: seat not in p.last("table")["here"], "its end")
                partner = await line.join(f"seat {seat + 1}")
                assert partner.last("table")["may"] == "turn"
                await press(partner, "V")  # looks at what there is
                await asyncio.sleep(1.6)
                return seat
            menu = partner.last("table")["menu"]
            keys = [key for key, _, on in menu if on]
            await press(partner, "STOP")
            return seat, keys

    try:
        before = asyncio.run(play(False))
        picture_of = next(tmp_path.rglob(SNAPSHOT))
        assert picture_of.stat().st_size > 10_000
        host.kill()
        links = dict(host.links)
        host.start()
        assert host.links == links and "goes on where it stopped" in host.told
        after, _ = asyncio.run(play(True))
        assert after == before
    finally:
        assert host.stop() == 0
