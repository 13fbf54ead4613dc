"""Print the figures of docs/measured/window.md, "Hosting".

    python -m tests.emu.web.figures [PART [SECONDS]]

PART is one of PARTS, without one they come in turn; memory takes half an hour.

The server runs in a process of its own, at the machine's pace; clients are in this one.
"""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import aiohttp

from emu.web.protocol import PICTURE
from tests.emu.web.browsers import served
from tests.emu.web.kit import Player

FRAME = 1000 / 50.125  # ms
KEYS = 60
PLAYERS, WATCHERS = 8, 50
WISHES = {"first": "R", "normal": "RBNPCA", "auction": "F", "must_pay": "AC", "transfer": "CO"}
TICKS = os.sysconf("SC_CLK_TCK")


class Light(Player):
    """A client that answers and looks no further."""

    pictures = 0

    async def _frame(self, data):
        self.messages += 1
        self.pictures += data[0] & PICTURE
        self.bytes += len(data)
        if self.messages % 4 == 0:
            await self.socket.send_bytes(data[1:5])


async def join(http, link, kind=Player):
    """Return a client of a link."""
    base, _, token = link.partition("#")
    player = kind(await http.ws_connect(f"{base}play", headers={"Origin": base.rstrip("/")}))
    player.reader = asyncio.ensure_future(player.read())
    await player.say(t="hello", token=token)
    await player.until(lambda p: p.last("table"), "the table")
    return player


def spent(pid):
    """Return (seconds of processor time, megabytes of memory) of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return (int(fields[11]) + int(fields[12])) / TICKS, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def start_game(host):
    """Bring a game of four on."""
    await host.until(lambda p: p.last("table")["mode"] in ("setup", "over"), "the title")
    await asyncio.sleep(2)
    while not host.last("table")["seats"]:  # the title may still be loading
        await host.tap("RETURN")
        await asyncio.sleep(2)
    await host.tap("F7")
    await host.until(lambda p: p.last("table")["mode"] == "first", "the game")


async def play(host, seconds):
    """Press for everybody, as fast as the game allows."""
    end = time.monotonic() + seconds
    presses = 0
    while time.monotonic() < end:
        table = host.last("table")
        can = [key for key, _, on in table.get("menu", ()) if on and not table["shows"]]
        key = next((key for key in WISHES.get(table["mode"], "") if key in can), None)
        if key:
            presses += 1
            await host.tap(key)
        await asyncio.sleep(0.7)
    return presses


async def traffic(host, seconds):
    """Bytes a second of picture and sound in play."""
    await start_game(host)
    begin, was, sound = time.monotonic(), host.bytes, host.sound
    presses = await play(host, seconds)
    took = time.monotonic() - begin
    heard = (host.sound - sound) / took / 1000
    seen = (host.bytes - was) / took / 1000 - heard
    print(f"in play, {took:.0f} s, {presses} decisions, one client, KB a second:")
    print(f"  picture {seen:.1f}, sound {heard:.1f}")


async def delay(player):
    """From a key to the picture with its letter, at BASIC's prompt."""
    await player.until(lambda p: p.last("table") and p.wholes, "the picture")
    await asyncio.sleep(3)
    left, top = player.last("welcome")["window"]
    found = []
    for number in range(KEYS):
        if number % 30 == 0:
            await player.tap("CLR")
            await asyncio.sleep(0.5)
        column = left + 8 * (number % 30)
        cell = player.picture[top : top + 8, column : column + 8]
        begin = time.perf_counter()
        await player.say(t="key", k="A", d=1)
        while len(set(cell.flat)) < 2:
            assert time.perf_counter() - begin < 5, "the letter did not come"
            await asyncio.sleep(0.0005)
        found.append((time.perf_counter() - begin) * 1000 / FRAME)
        await player.say(t="key", k="A", d=0)
        await asyncio.sleep(0.15 + 0.013 * (number % 3))
    found.sort()
    print(f"key to picture, {KEYS} keys, frames: median {statistics.median(found):.1f}, "
          f"nine of ten {found[len(found) * 9 // 10]:.1f}")  # fmt: skip


async def crowd(http, links, pid, seconds):
    """What a full house costs the server beside the machine."""
    host = await join(http, links["host"], Light)
    await start_game(host)

    async def share():
        cpu, begin = spent(pid)[0], time.monotonic()
        await play(host, seconds)
        return (spent(pid)[0] - cpu) / (time.monotonic() - begin)

    alone = await share()
    players = [await join(http, links[f"seat {n + 1}"], Light) for n in range(PLAYERS)]
    watchers = [await join(http, links["watch"], Light) for _ in range(WATCHERS)]
    everybody = [*players, *watchers]
    before = [(client.messages, client.bytes) for client in everybody]
    begin = time.monotonic()
    full = await share()
    took = time.monotonic() - begin
    rates = [(c.messages - m) / took for c, (m, _) in zip(everybody, before, strict=True)]
    print(f"{PLAYERS} players and {WATCHERS} watchers, {took:.0f} s, share of a core:")
    print(f"  machine and one client {alone:.0%}, with all of them {full:.0%}")
    print(f"  messages a second to each: {min(rates):.0f} to {max(rates):.0f}")
    assert all(client.closed is None for client in everybody)


def keep_to(pid, core):
    """Let all threads of a process run on one core only."""
    for task in os.listdir(f"/proc/{pid}/task"):
        os.sched_setaffinity(int(task), {core})


def moving_program(folder):
    """Return moving.s, assembled: its picture differs fifty times a second, with sound."""
    source, made = Path(__file__).with_name("moving.s"), folder / "moving.prg"
    subprocess.run(["ca65", "-o", folder / "moving.o", source], check=True)
    subprocess.run(["ld65", "-t", "none", "-o", made, folder / "moving.o"], check=True)
    return made


async def rates(clients, pid, seconds):
    """Print what each of some clients gets, and what it costs the server."""
    before = [(client.pictures, client.bytes) for client in clients]
    cpu, begin = spent(pid)[0], time.monotonic()
    await asyncio.sleep(seconds)
    took = time.monotonic() - begin
    cpu = (spent(pid)[0] - cpu) / took
    pictures = sorted((c.pictures - p) / took for c, (p, _) in zip(clients, before, strict=True))
    sent = sum(c.bytes - b for c, (_, b) in zip(clients, before, strict=True)) / took / 1000
    print(f"{len(clients)} clients, {took:.0f} s: pictures a second {pictures[0]:.1f} to "
          f"{pictures[-1]:.1f}, {sent / len(clients):.1f} KB a second to each, server {cpu:.0%} "
          "of its core")  # fmt: skip


async def moving(seconds):
    """A full house, and a picture that differs fifty times a second; server and clients apart."""
    cores = sorted(os.sched_getaffinity(0))
    keep_to("self", cores[-1])
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:
        with tempfile.TemporaryDirectory() as home:
            words = moving_program(Path(home)), "--host-seats", "joy2"
            with served(home, *words) as host:
                keep_to(host.process.pid, cores[0])
                await asyncio.sleep(8)  # it loads
                clients = [await join(http, host.links["host"], Light)]
                await rates(clients, host.process.pid, seconds)
                clients += [await join(http, host.links[f"seat {n + 1}"], Light) for n in range(8)]
                clients += [await join(http, host.links["watch"], Light) for _ in range(WATCHERS)]
                await asyncio.sleep(2)
                await rates(clients, host.process.pid, seconds)
                assert all(client.closed is None for client in clients)


async def memory(http, links, pid, seconds):
    """Whether the server's memory stays, while pages come and go and games end and begin."""
    host = await join(http, links["host"], Light)
    await start_game(host)
    sizes, games, begin = [], 1, time.monotonic()
    while (took := time.monotonic() - begin) < seconds:
        guest = await join(http, links["watch"])  # one that draws every picture
        await play(host, 10)
        if host.last("table")["mode"] in ("over", "setup"):
            await host.tap("RETURN")
            await start_game(host)
            games += 1
        await guest.socket.close()
        sizes.append((took, spent(pid)[1]))
        if len(sizes) % 6 == 0:
            print(f"  {took / 60:.1f} min: {sizes[-1][1]:.1f} MB", flush=True)
    print(f"memory over {took / 60:.0f} min, {games} games, {len(sizes)} pages that came and went")
    largest = ", ".join(f"{size:.1f}" for size in sixths(sizes, took))
    print(f"  largest of each sixth, MB: {largest}")


def sixths(sizes, took):
    """Return the largest of [(when, size), ...] in each sixth of the time."""
    parts = [[] for _ in range(6)]
    for when, size in sizes:
        parts[min(5, int(6 * when / took))].append(size)
    return [max(part) for part in parts if part]


async def in_play(seconds):
    """Delay and traffic."""
    async with aiohttp.ClientSession() as http:
        with tempfile.TemporaryDirectory() as home, served(home, "--basic-prompt") as host:
            await delay(await join(http, host.links["host"]))
        with tempfile.TemporaryDirectory() as home, served(home) as host:
            await traffic(await join(http, host.links["host"]), seconds)


async def with_game(part, seconds):
    """A figure of a server of its own that hosts our game."""
    async with aiohttp.ClientSession() as http:
        with tempfile.TemporaryDirectory() as home, served(home) as host:
            await part(http, host.links, host.process.pid, seconds)


PARTS = {  # name: (what, seconds unless said)
    "play": (in_play, 60),
    "moving": (moving, 20),
    "crowd": (lambda seconds: with_game(crowd, seconds), 30),
    "memory": (lambda seconds: with_game(memory, seconds), 1800),
}

if __name__ == "__main__":
    print(f"load of this computer: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    wanted, told = sys.argv[1:2] or list(PARTS), sys.argv[2:3]
    for name in wanted:
        measured, usual = PARTS[name]
        asyncio.run(measured(int(told[0]) if told else usual))
