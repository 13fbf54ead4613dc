"""A hosted machine within a test, and clients of it without a browser."""

import asyncio
import json
import struct
import subprocess
import sys
import time
import zlib
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import aiohttp
import numpy as np

from emu.cli import parse_arguments
from emu.web.client import HEAD
from emu.web.host import Run
from emu.web.permissions import HOST, WATCH, Role
from emu.web.protocol import KEY, PACKED, PICTURE, SOUND, TO_PAGE, check

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 60  # seconds; a test that waits in vain fails


def seat(number):
    """The Role of a seat, 0 to 7."""
    return Role("seat", number)


def decode(data, picture):
    """Apply a change of emu.web.picture to a picture: written from its description alone."""
    rows, columns = picture.shape[0] // 8, picture.shape[1] // 8

    def bits(at, count):
        return [data[at + i // 8] >> 7 - i % 8 & 1 for i in range(count)], at + (count + 7) // 8

    cells, (which, at) = [], bits(0, rows)
    for row in range(rows):
        if which[row]:
            there, at = bits(at, columns)
            cells += [(row, column) for column in range(columns) if there[column]]
    flat, at = bits(at, 2 * len(cells))
    kinds = [2 * flat[2 * i] + flat[2 * i + 1] for i in range(len(cells))]
    colours = {i: data[at + n] for n, i in enumerate(i for i, k in enumerate(kinds) if k < 2)}
    at += len(colours)
    dots = at
    nibbles = at + 8 * kinds.count(1)
    for i, (row, column) in enumerate(cells):
        cell = picture[8 * row : 8 * row + 8, 8 * column : 8 * column + 8]
        if kinds[i] == 0:
            cell[:] = colours[i]
        elif kinds[i] == 1:
            pattern = np.unpackbits(np.frombuffer(data[dots : dots + 8], dtype=np.uint8))
            cell[:] = np.where(pattern.reshape(8, 8), colours[i] & 15, colours[i] >> 4)
            dots += 8
        else:
            two = np.frombuffer(data[nibbles : nibbles + 32], dtype=np.uint8)
            cell[:] = np.stack((two >> 4, two & 15), axis=1).reshape(8, 8)
            nibbles += 32
    assert nibbles == len(data)


class Player:
    """A client.  ``picture`` is what it sees, ``texts`` what it was told, by kind."""

    def __init__(self, socket):
        self.socket = socket
        self.picture = None
        self.texts = {}
        self.bytes = self.sound = self.messages = self.wholes = 0
        self.answers = True
        self.closed = None

    async def read(self):
        """Take what comes until the connection ends."""
        async for message in self.socket:
            if message.type == aiohttp.WSMsgType.TEXT:
                said = check(json.loads(message.data), TO_PAGE)
                self.texts.setdefault(said["t"], []).append(said)
                if said["t"] == "welcome":
                    self.picture = np.zeros((said["height"], said["width"]), dtype=np.uint8)
            else:
                await self._frame(message.data)
        self.closed = self.socket.close_code

    async def _frame(self, data):
        kind, number, sounds = HEAD.unpack_from(data)
        self.messages += 1
        self.bytes += len(data)
        at = HEAD.size
        for _ in range(sounds if kind & SOUND else 0):
            (size,) = struct.unpack_from(">H", data, at)
            at += 2 + size
            self.sound += 2 + size
        if kind & PICTURE:
            change = data[at:]
            if kind & KEY:
                self.picture[:] = 0
                self.wholes += 1
            decode(zlib.decompress(change, -15) if kind & PACKED else change, self.picture)
        if self.answers:
            await self.socket.send_bytes(number.to_bytes(4, "big"))

    async def say(self, **message):
        """Send a message; ``t`` is its kind."""
        await self.socket.send_str(json.dumps(message))

    async def tap(self, key, hold=0.07):
        """Press a key and let go of it."""
        await self.say(t="key", k=key, d=1)
        await asyncio.sleep(hold)
        await self.say(t="key", k=key, d=0)

    def last(self, kind):
        """The last text of a kind, or None."""
        return self.texts.get(kind, [None])[-1]

    async def until(self, test, what="it"):
        """Wait for something to become true."""
        end = time.monotonic() + PATIENCE
        while not test(self):
            assert time.monotonic() < end, f"{what} did not come; {self.last('table')}"
            assert self.closed is None, f"hung up with {self.closed} before {what}"
            await asyncio.sleep(0.02)

    async def gone(self):
        """Wait until the connection has ended; returns its code."""
        end = time.monotonic() + PATIENCE
        while self.closed is None:
            assert time.monotonic() < end, "the connection did not end"
            await asyncio.sleep(0.02)
        return self.closed


# A machine of another process at its pace, from a line to the next; says how many pictures it made.
BESIDE = """
import select, sys
import c64
from emu.shared.pacing import Pacer
machine, count = c64.C64(), 0
machine.tick()
print(flush=True)
input()
pacer = Pacer(machine.model.frame_hz)
while not select.select([sys.stdin], [], [], 0)[0]:
    pacer.wait()
    machine.tick()
    count += 1
print(count)
"""


async def keeps_its_pace(machine_thread, act, tries=4):
    """Hold that the machine loses no pictures during ``act()`` but those the computer costs all.

    Beside it another process runs a machine that nobody asks for anything: where the computer is
    too busy, both come late.  Who gets a core is chance, so a bad round is tried again; what
    really holds the machine up does so in every round.
    """
    rounds = [await _pictures_beside(machine_thread, act)]
    while rounds[-1][0] <= 0.8 * rounds[-1][1] - 5:
        assert len(rounds) < tries, f"(pictures, instead of) in each round: {rounds}"
        rounds.append(await _pictures_beside(machine_thread, act))


async def _pictures_beside(machine_thread, act):
    """Return how many pictures the machine and another one made during ``act()``."""
    words = [sys.executable, "-c", BESIDE]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as beside:
        try:
            beside.stdout.readline()
            frames = machine_thread.machine.frames
            beside.stdin.write("\n")
            beside.stdin.flush()
            await act()
            ran = machine_thread.machine.frames - frames
            count = int(beside.communicate("\n", PATIENCE)[0])
        finally:
            beside.kill()
    assert ran > 0
    return ran, count


async def becomes(look, value):
    """Wait until something is what it should be."""
    end = time.monotonic() + PATIENCE
    while look() != value:
        assert time.monotonic() < end, f"{look()}, not {value}"
        await asyncio.sleep(0.02)


class Board:
    """A hosted machine."""

    def __init__(self, run, http):
        self.run, self.http = run, http
        self.hub, self.machine_thread, self.tokens = run.hub, run.machine_thread, run.session.tokens
        scheme = "https" if run._tls else "http"
        self.url = f"{scheme}://127.0.0.1:{run.port}"
        self.readers = []

    async def later(self, pictures):
        """Wait until the machine has made so many more pictures, however long that takes."""
        machine = self.machine_thread.machine
        until, end = machine.frames + pictures, time.monotonic() + PATIENCE
        while machine.frames < until:
            assert time.monotonic() < end, f"{until - machine.frames} pictures did not come"
            await asyncio.sleep(0.02)

    @contextmanager
    def in_warp(self):
        """Have the machine run as fast as it can, where only what it comes to matters."""
        self.machine_thread._warp = True
        try:
            yield
        finally:
            self.machine_thread._warp = False

    async def open(self, origin=None, **more):
        """Open a WebSocket and say nothing yet."""
        headers = {"Origin": self.url if origin is None else origin}
        return await self.http.ws_connect(f"{self.url}/play", headers=headers, **more)

    async def join(self, role, token=None):
        """Return a Player in a role, once it has been welcomed."""
        player = Player(await self.open())
        self.readers.append(asyncio.ensure_future(player.read()))
        await player.say(t="hello", token=self.tokens[role] if token is None else token)
        await player.until(lambda p: p.last("welcome") and p.last("table"), "welcome")
        return player


@asynccontextmanager
async def hosted(*words, tls=None):
    """Host a machine with these options on a free port; yields a Board."""
    args = parse_arguments(["--default", "--host", "--host-port", "0", *map(str, words)])
    run = Run(args, tls)
    await run.start()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=False)) as http:
        board = Board(run, http)
        end = time.monotonic() + PATIENCE
        while run.hub.tick is None:
            assert run.machine_thread.failed is None and time.monotonic() < end, (
                "the machine did not begin"
            )
            await asyncio.sleep(0.01)
        try:
            yield board
        finally:
            for reader in board.readers:
                reader.cancel()
            await run.stop()
    assert run.machine_thread.failed is None


__all__ = [
    "HOST", "WATCH", "Board", "Player", "becomes", "decode", "hosted", "keeps_its_pace", "seat",
]  # fmt: skip
