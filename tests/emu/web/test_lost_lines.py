"""Lost lines: a client and the host's computer die in the middle of a trade, and it goes on."""

import asyncio
import sys

import aiohttp
import numpy as np
import pytest

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


async def confirm(player):
    """Press Y once the game takes it: half a second after the page has opened."""
    await asyncio.sleep(0.8)
    await player.tap("Y", 0.1)


async def still(player):
    """Return the picture once it has stood for half a second."""
    before = None
    while before is None or not np.array_equal(before, player.picture):
        before = player.picture.copy()
        await asyncio.sleep(0.5)
    return before


async def begin(line):
    """The partner reads the contract, says yes, and dies; he comes back and is asked again."""
    watcher = await line.join("watch")
    seat = watcher.last("table")["active"]
    partner = await line.join(f"seat {seat + 1}")
    assert partner.last("table")["mode"] == "trade" and partner.last("table")["may"] == "turn"
    contract = await still(partner)
    await confirm(partner)
    await partner.until(lambda p: not np.array_equal(p.picture, contract), "the second question")
    partner.socket._response.connection.transport.abort()  # no goodbye
    await watcher.until(lambda p: seat not in p.last("table")["here"], "its end")
    partner = await line.join(f"seat {seat + 1}")
    assert partner.last("table")["may"] == "turn"
    asked = await still(partner)
    assert not np.array_equal(asked, contract)
    await asyncio.sleep(1.2)  # a second is what a snapshot may be late
    return seat, asked


async def end(line, seat, asked):
    """All comes back as it was, and the second yes makes the trade."""
    partner = await line.join(f"seat {seat + 1}")
    assert partner.last("table")["mode"] == "trade" and partner.last("table")["may"] == "turn"
    await partner.until(lambda p: np.array_equal(p.picture, asked), "the second question")
    await confirm(partner)
    await partner.until(lambda p: p.last("table")["mode"] == "normal", "the end of the trade")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals on Windows")
def test_a_trade_goes_on_after_a_client_and_then_the_host_have_died(traded, tmp_path):
    host = Served(tmp_path, traded)

    async def play(part, *given):
        async with aiohttp.ClientSession() as http:
            return await part(Line(host, http), *given)

    try:
        seat, asked = asyncio.run(play(begin))
        host.kill()
        links = dict(host.links)
        host.start()
        assert host.links == links and "resumes where it stopped" in host.told
        asyncio.run(play(end, seat, asked))
    finally:
        assert host.stop() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals on Windows")
def test_a_new_game_has_new_links(tmp_path):
    host = Served(tmp_path, "--basic-prompt")
    first = set(host.links.values())
    assert host.stop() == 0
    host.words += ("--host-new",)
    host.start()
    assert not first & set(host.links.values()) and "goes on" not in host.told
    assert host.stop() == 0
